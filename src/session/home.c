#include "session/home.h"

#include <stddef.h>
#include <string.h>

#include "base/utf8.h"
#include "state/ready_pairs.h"

#define NO_PAIR PAIR(NULL, NULL)

/* clang-format off */
const struct home_entry home_entries[] = {
    {TEXT("Resume: "), "", "lesson latest", NO_PAIR, HOME_GO_ON},
    {TEXT("Next: "), "", "lesson latest", NO_PAIR, HOME_NEXT},
    {TEXT("Predict again"), TEXT("due today: "), "review", NO_PAIR, HOME_REVIEW},
    {TEXT("Begin here"), TEXT("one minute, seven pictures"), "lesson tour", NO_PAIR, HOME_ALWAYS},
    {TEXT("Lessons"), TEXT("from a bet to today's models"), "lesson", NO_PAIR, HOME_ALWAYS},
    {TEXT("Questions"), TEXT("people ask; notes, checked"), "lesson questions", NO_PAIR, HOME_ALWAYS},
    {TEXT("Ten sentences"), TEXT("draw where it looks"), "ten", NO_PAIR, HOME_NOT_DUE},
    {TEXT("Free play"), TEXT("every number is yours"), "view flow", NO_PAIR, HOME_ALWAYS},
    {TEXT("Watch it learn"), TEXT("with positions, and without"), "task order ; view train", NO_PAIR, HOME_ALWAYS},
    {TEXT("It writes stories"), TEXT("a small model"), "model box ; view flow ; head induction", NO_PAIR, HOME_ALWAYS},
    {TEXT("same words, another order"), "", NULL, NO_PAIR, HOME_ALWAYS},
    {"", TEXT("Who chases whom?"), "view compare", PAIR("dog", "猫"), HOME_ALWAYS},
    {"", TEXT("Who loves whom?"), "view compare", PAIR("child", "我"), HOME_ALWAYS},
    {"", TEXT("Who chased whom?"), "view compare", PAIR("by", "被"), HOME_ALWAYS},
    {"", TEXT("Who harms whom?"), "view compare", PAIR("robots", "机器人"), HOME_ALWAYS},
    {"", TEXT("Who eats whom?"), "view compare", PAIR("fish", "把"), HOME_ALWAYS},
    {NULL, NULL, NULL, NO_PAIR, HOME_ALWAYS},
};
/* clang-format on */

/* Returns the field of the offer that an entry needs, or NULL. */
static const struct text *offered(const struct home_offer *offer, enum home_when when)
{
    if (!offer)
        return NULL;
    const struct text *const field[] = {
        [HOME_GO_ON] = &offer->left, [HOME_NEXT] = &offer->next, [HOME_REVIEW] = &offer->missed};
    return when == HOME_ALWAYS || when == HOME_NOT_DUE ? NULL : field[when];
}

bool home_has(const struct home_offer *offer, const struct home_entry *e)
{
    const struct text *needed = offered(offer, e->when);
    if (e->when == HOME_NOT_DUE) /* what returns today takes its row: the smallest screen has no other */
        return !offer || offer->missed.len == 0;
    return e->when == HOME_ALWAYS || (needed && needed->len > 0);
}

/* Adds the words of a side; in Chinese without the blanks. */
static void spell(const char *side, enum lang lang, struct text *out)
{
    for (const char *c = side; *c; c++)
        if (*c != ' ' || lang_has_blanks(lang))
            text_add_bytes(out, c, 1);
}

void home_words(const struct home_offer *offer, const struct home_entry *e, enum lang lang,
                struct text *title, struct text *note)
{
    text_clear(title);
    text_clear(note);
    text_add(title, text_in(e->title, lang));
    text_add(note, text_in(e->note, lang));
    if (e->pair.en) {
        enum { SHORT = 20 };
        const char *const *side = ready_pairs[home_pair(e, lang)].side;
        spell(side[0], lang, title);
        if (2 * utf8_width(text_str(title)) <= SHORT) { /* else one side is enough */
            text_add(title, " / ");
            spell(side[1], lang, title);
        }
    }
    if (!offered(offer, e->when))
        return;
    bool missed = e->when == HOME_REVIEW;
    text_add(missed ? note : title, text_str(offered(offer, e->when)));
    text_add(note, missed ? "" : text_str(&offer->place));
}

static bool is_choice(const struct home_offer *offer, const struct home_entry *e)
{
    return e->line && home_has(offer, e);
}

int home_count(const struct home_offer *offer)
{
    int n = 0;
    for (const struct home_entry *e = home_entries; e->title; e++)
        n += is_choice(offer, e);
    return n;
}

const struct home_entry *home_entry(const struct home_offer *offer, int n)
{
    const struct home_entry *found = home_entries;
    for (const struct home_entry *e = home_entries; e->title && n >= 0; e++)
        if (is_choice(offer, e)) {
            found = e;
            n--;
        }
    return found;
}

void home_line(const struct home_entry *e, enum lang lang, struct text *line)
{
    text_clear(line);
    if (e->pair.en)
        text_addf(line, "pair %s ; ", pair_in(e->pair, lang));
    text_add(line, e->line);
}

int home_pair(const struct home_entry *e, enum lang lang)
{
    for (int i = 0; e->pair.en && ready_pairs[i].name; i++)
        if (strcmp(ready_pairs[i].name, pair_in(e->pair, lang)) == 0)
            return i;
    return -1;
}
