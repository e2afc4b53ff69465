#include "lesson/run/inventory.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const inventory_times[] = {"before", "after", "later", NULL};

bool inventory_taking(const char *id, size_t n, struct inventory_taking *out)
{
    char whole[PROGRESS_NAME], time[8], form[2];
    int end = 0;
    *out = (struct inventory_taking){.time = -1};
    if (n >= sizeof whole)
        return false;
    memcpy(whole, id, n);
    whole[n] = '\0';
    if (sscanf(whole, "inventory-%7[a-z]-%1[ab]-%8[0-9a-f]%n", time, form, out->person, &end) != 3 ||
        (size_t)end != n)
        return false;
    out->form = form[0];
    for (int i = 0; i < INVENTORY_TIMES; i++)
        if (strcmp(time, inventory_times[i]) == 0)
            out->time = i;
    return out->time >= 0;
}

char inventory_form(const char *id, size_t n)
{
    struct inventory_taking taking;
    return inventory_taking(id, n, &taking) ? taking.form : '\0';
}

bool inventory_own(const struct progress *p, int time, struct inventory_taking *out)
{
    for (int i = p->place_count - 1; i >= 0; i--)
        if (inventory_taking(p->place[i].lesson, strlen(p->place[i].lesson), out) &&
            (time < 0 || out->time == time))
            return true;
    return false;
}

/* A person's answers at each time: right ones, and how many were asked. */
struct tally {
    int right[INVENTORY_TIMES], asked[INVENTORY_TIMES];
};

static struct tally tally_of(const struct progress *p, const char *person, const char *concept)
{
    struct tally t = {0};
    struct inventory_taking taking;
    for (const struct progress_step *s = p->v; s && s < p->v + p->count; s++) {
        if (!inventory_taking(s->lesson, strlen(s->lesson), &taking) || strcmp(taking.person, person) != 0 ||
            (concept && strcmp(s->step, concept) != 0) || s->state == PROGRESS_SKIPPED)
            continue;
        t.asked[taking.time] += s->ask_count;
        for (int k = 0; k < s->ask_count; k++)
            t.right[taking.time] += s->ask[k].first_right;
    }
    return t;
}

struct inventory_result inventory_result(const struct progress *p, const char *person, const char *concept)
{
    struct inventory_result r = {.gain = NAN};
    struct inventory_taking of, earlier;
    double before = 0, after = 0;
    for (int i = 0; i < p->count; i++) {
        bool is = inventory_taking(p->v[i].lesson, strlen(p->v[i].lesson), &of);
        for (int k = 0; is && k < i; k++) /* each person once */
            is = !inventory_taking(p->v[k].lesson, strlen(p->v[k].lesson), &earlier) ||
                 strcmp(of.person, earlier.person) != 0;
        if (!is || (person && strcmp(person, of.person) != 0))
            continue;
        struct tally t = tally_of(p, of.person, concept);
        double share[INVENTORY_TIMES] = {0};
        for (int k = 0; k < INVENTORY_TIMES; k++) {
            share[k] = t.asked[k] ? (double)t.right[k] / t.asked[k] : 0;
            r.people[k] += t.asked[k] > 0;
            r.share[k] += share[k];
        }
        if (t.asked[0] && t.asked[1]) {
            r.both++;
            before += share[0];
            after += share[1];
        }
    }
    for (int k = 0; k < INVENTORY_TIMES; k++)
        r.share[k] = r.people[k] ? r.share[k] / r.people[k] : 0;
    if (r.both > before)
        r.gain = (after - before) / (r.both - before);
    return r;
}

/* ---- as csv ---------------------------------------------------------------------------- */

static const char inventory_line[] = "# qkv inventory 1\n";
static const char columns[] = "person,time,form,concept,by_reasoning,by_picture\n";

void inventory_write(const struct progress *p, struct text *out)
{
    struct inventory_taking of;
    text_addf(out, "%s%s", inventory_line, columns);
    for (const struct progress_step *s = p->v; s && s < p->v + p->count; s++) {
        if (!inventory_taking(s->lesson, strlen(s->lesson), &of) || s->state == PROGRESS_SKIPPED)
            continue;
        text_addf(out, "%s,%s,%c,%s", of.person, inventory_times[of.time], of.form, s->step);
        for (int k = 0; k < LESSON_MAX_QUESTIONS; k++)
            text_addf(out, k < s->ask_count ? ",%d" : ",", k < s->ask_count && s->ask[k].first_right);
        text_add(out, "\n");
    }
}

bool inventory_is(const char *bytes, size_t n)
{
    return n >= strlen(inventory_line) && memcmp(bytes, inventory_line, strlen(inventory_line)) == 0;
}

/* Reads 7f3a9c2b,before,a,order,1,0. */
static bool read_taking(struct progress_step *out, const char *line)
{
    char person[9], time[8], form[2], concept[32], mark[2][2] = {"", ""};
    int end = 0, n = sscanf(line, "%8[0-9a-f],%7[a-z],%1[ab],%31[a-z0-9-],%1[01]%n,%1[01]%n", person, time,
                            form, concept, mark[0], &end, mark[1], &end);
    struct inventory_taking of;
    *out = (struct progress_step){.date = "-", .state = PROGRESS_DONE, .ask_count = n - 4};
    if (n < 5 || (line[end] && strcmp(line + end, ",") != 0))
        return false;
    snprintf(out->lesson, sizeof out->lesson, "inventory-%s-%s-%s", time, form, person);
    snprintf(out->step, sizeof out->step, "%s", concept);
    for (int k = 0; k < out->ask_count; k++) {
        bool right = mark[k][0] == '1';
        out->ask[k] = (struct progress_answer){
            .kind = ASK_CHOICE, .first_right = right, .right = right, .tries = 1, .first = "-"};
    }
    return inventory_taking(out->lesson, strlen(out->lesson), &of);
}

bool inventory_read(struct progress *p, const char *bytes, size_t n, int *line)
{
    const char *end = bytes + n;
    for (*line = 1; bytes < end; (*line)++) {
        char text[128] = "";
        const char *stop = memchr(bytes, '\n', (size_t)(end - bytes));
        size_t length = (size_t)((stop ? stop : end) - bytes);
        struct progress_step step;
        length -= length > 0 && bytes[length - 1] == '\r';
        memcpy(text, bytes, length < sizeof text ? length : 0);
        bytes = stop ? stop + 1 : end;
        if (!*text || *text == '#' || strncmp(text, columns, strcspn(columns, ",") + 1) == 0)
            continue; /* files may be put one after the other */
        if (!read_taking(&step, text))
            return false;
        if (!progress_record(p, &step)) {
            *line = 0;
            return false;
        }
    }
    *line = 0;
    return true;
}
