#include "lesson/play/inventory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "keep/file.h"
#include "lesson/play/open.h"
#include "lesson/play/play.h"
#include "lesson/run/inventory.h"

/* A number for a new person: of the clock's nanoseconds, so that the pupils of a class get different ones. */
static unsigned new_person(void)
{
    struct timespec t = {0};
    clock_gettime(CLOCK_REALTIME, &t);
    return ((unsigned)t.tv_sec * 1000003u ^ (unsigned)t.tv_nsec) * 2654435761u;
}

/* Names the taking at a time: the one that was begun, else a new one. Half of the people begin with form b;
 * after the course one takes the other form, and later the first again. */
static void name_taking(const struct progress *p, int time, char name[PROGRESS_NAME])
{
    struct inventory_taking own, of = {.form = 'a'};
    unsigned person = new_person();
    snprintf(of.person, sizeof of.person, "%08x", person);
    if (inventory_own(p, time, &own)) {
        of = own;
    } else if (inventory_own(p, -1, &own)) {
        bool other = (own.time == 1) != (time == 1);
        of = own;
        of.form = other ? (char)('a' + 'b' - own.form) : own.form;
    } else if (person >> 16 & 1) {
        of.form = 'b';
    }
    snprintf(name, PROGRESS_NAME, "inventory-%s-%c-%s", inventory_times[time], of.form, of.person);
}

static bool take_inventory(struct call *c, int time)
{
    struct host *h = c->host;
    char name[PROGRESS_NAME];
    struct lesson_path before = h->lessons->path;
    name_taking(&h->lessons->keep.table, time, name);
    h->lessons->path = (struct lesson_path){0};
    bool ok = lesson_open(h, name, &c->logged, c->r);
    if (ok && c->logged.len == 0)
        text_addf(&c->logged, "lesson %s", name);
    if (!ok)
        h->lessons->path = before;
    return ok;
}

/* One row of the table, "  0.50   1.00      –   1.00  Order and the mean". */
static void result_row(struct text *out, struct inventory_result r, const char *title)
{
    for (int k = 0; k <= INVENTORY_TIMES; k++) {
        bool gain = k == INVENTORY_TIMES, is = gain ? !isnan(r.gain) : r.people[k] > 0;
        if (is)
            text_addf(out, "  %5.2f", gain ? r.gain : r.share[k]);
        else
            text_add(out, "      –");
    }
    text_addf(out, "  %s\n", title);
}

/* The table of one person, or of all (NULL). */
static void result_table(struct reply *r, const struct progress *p, const struct lesson *l,
                         const char *person)
{
    struct inventory_result all = inventory_result(p, person, NULL);
    if (person)
        reply_say(r, TEXT("You: the share of right answers, by concept\n"));
    else
        reply_say(r, TEXT("All in the record: before %d people, after %d, later %d, before and after %d\n"),
                  all.people[0], all.people[1], all.people[2], all.both);
    reply_say(r, TEXT(" before  after  later   gain\n"));
    for (int i = 0; i < l->step_count; i++)
        result_row(&r->text, inventory_result(p, person, l->step[i].id.s), l->step[i].title.s);
    result_row(&r->text, all, text_in(TEXT("all concepts"), r->lang));
}

static bool show_inventory(struct host *h, struct reply *r)
{
    const struct progress *p = &h->lessons->keep.table;
    const struct inventory_result all = inventory_result(p, NULL, NULL);
    struct inventory_taking own;
    struct lesson l = {0};
    const char *rest;
    if (all.people[0] + all.people[1] + all.people[2] == 0) {
        reply_say(r, TEXT("nobody has taken it yet: 'inventory before' begins, 'inventory after' follows the "
                          "course, 'inventory later' three weeks after that"));
        return true;
    }
    if (!lesson_load("inventory-a", r->lang, &l, &rest, r))
        return false;
    bool one = inventory_own(p, -1, &own);
    if (one)
        result_table(r, p, &l, own.person);
    if (!one || all.people[0] > 1 || all.people[1] > 1)
        result_table(r, p, &l, NULL);
    reply_say(r, TEXT("Gain = (after - before) / (1 - before), of those who answered both. Two questions a "
                      "concept are few: read a person's row as a hint, a class's as a measurement."));
    lesson_finish(&l);
    return !r->text.failed || reply_no_memory(r);
}

static bool save_inventory(struct host *h, const char *path, struct reply *r)
{
    struct text bytes = {0};
    inventory_write(&h->lessons->keep.table, &bytes);
    bool ok =
        bytes.failed ? reply_no_memory(r) : file_write_given(path, false, text_str(&bytes), bytes.len, r);
    if (ok)
        reply_say(r, TEXT("%s: without names and dates ('progress add' adds it to another record)"), path);
    text_finish(&bytes);
    return ok;
}

/* inventory | inventory before|after|later | inventory save FILE */
bool inventory_command(struct call *c)
{
    const char *what = call_word(c, 1), *file = call_word(c, 2);
    if (c->w->count == 1)
        return show_inventory(c->host, c->r);
    for (int i = 0; i < INVENTORY_TIMES; i++)
        if (strcmp(what, inventory_times[i]) == 0)
            return take_inventory(c, i);
    if (strcmp(what, "save") == 0 && *file)
        return save_inventory(c->host, file, c->r);
    return call_fail(c, 1,
                     TEXT("write 'inventory', 'inventory before|after|later' or 'inventory save FILE'"));
}
