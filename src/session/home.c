#include "session/home.h"

#include <stddef.h>
#include <string.h>

#include "base/utf8.h"
#include "state/ready_pairs.h"

#define NO_PAIR PAIR(NULL, NULL)

/* clang-format off */
const struct home_entry home_entries[] = {
    {PAIR("Resume: ", "继续："), PAIR("", ""), "lesson latest", NO_PAIR, HOME_GO_ON},
    {PAIR("Next: ", "接下来："), PAIR("", ""), "lesson latest", NO_PAIR, HOME_NEXT},
    {PAIR("Predict again", "再预测一次"), PAIR("due today: ", "今天该复习："), "review", NO_PAIR, HOME_REVIEW},
    {PAIR("Begin here", "从这里开始"), PAIR("one minute, seven pictures", "一分钟，七幅图"), "lesson tour", NO_PAIR, HOME_ALWAYS},
    {PAIR("Lessons", "课程"), PAIR("from a bet to today's models", "从下注讲到今天"), "lesson", NO_PAIR, HOME_ALWAYS},
    {PAIR("Free play", "自由操作"), PAIR("every number is yours", "每个数都能改"), "view flow", NO_PAIR, HOME_ALWAYS},
    {PAIR("Watch it learn", "看它学会"), PAIR("with positions, and without", "有位置，无位置"), "task order ; view train", NO_PAIR, HOME_ALWAYS},
    {PAIR("same words, another order", "词一样，顺序不同"), PAIR("", ""), NULL, NO_PAIR, HOME_ALWAYS},
    {PAIR("", ""), PAIR("Who chases whom?", "谁追谁？"), "view compare", PAIR("dog", "猫"), HOME_ALWAYS},
    {PAIR("", ""), PAIR("Who loves whom?", "谁喜欢谁？"), "view compare", PAIR("child", "我"), HOME_ALWAYS},
    {PAIR("", ""), PAIR("Who chased whom?", "谁追了谁？"), "view compare", PAIR("by", "被"), HOME_ALWAYS},
    {PAIR("", ""), PAIR("Who harms whom?", "谁伤害谁？"), "view compare", PAIR("robots", "机器人"), HOME_ALWAYS},
    {PAIR("", ""), PAIR("Who eats whom?", "谁赶走了谁？"), "view compare", PAIR("fish", "把"), HOME_ALWAYS},
    {PAIR(NULL, NULL), PAIR(NULL, NULL), NULL, NO_PAIR, HOME_ALWAYS},
};
/* clang-format on */

/* Returns the field of the offer that an entry needs, or NULL. */
static const struct text *offered(const struct home_offer *offer, enum home_when when)
{
    if (!offer)
        return NULL;
    const struct text *const field[] = {
        [HOME_GO_ON] = &offer->left, [HOME_NEXT] = &offer->next, [HOME_REVIEW] = &offer->missed};
    return when == HOME_ALWAYS ? NULL : field[when];
}

bool home_has(const struct home_offer *offer, const struct home_entry *e)
{
    const struct text *needed = offered(offer, e->when);
    return e->when == HOME_ALWAYS || (needed && needed->len > 0);
}

/* Adds the words of a side; in Chinese without the blanks. */
static void spell(const char *side, enum lang lang, struct text *out)
{
    for (const char *c = side; *c; c++)
        if (*c != ' ' || lang == LANG_EN)
            text_add_bytes(out, c, 1);
}

void home_words(const struct home_offer *offer, const struct home_entry *e, enum lang lang,
                struct text *title, struct text *note)
{
    text_clear(title);
    text_clear(note);
    text_add(title, pair_in(e->title, lang));
    text_add(note, pair_in(e->note, lang));
    if (e->pair.en) {
        enum { SHORT = 20 };
        const char *const *side = ready_pairs[home_pair(e, lang)].side;
        spell(side[0], lang, title);
        if (2 * utf8_width(text_str(title)) <= SHORT) { /* else one side is enough */
            text_add(title, " / ");
            spell(side[1], lang, title);
        }
    }
    if (e->when == HOME_ALWAYS)
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
    for (const struct home_entry *e = home_entries; e->title.en; e++)
        n += is_choice(offer, e);
    return n;
}

const struct home_entry *home_entry(const struct home_offer *offer, int n)
{
    const struct home_entry *found = home_entries;
    for (const struct home_entry *e = home_entries; e->title.en && n >= 0; e++)
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
