#include "study/expected.h"

#include <string.h>

#include "core/math/elementary.h"
#include "network/pretrained.h"

bool expected_story(const struct scene *now, int t, struct story *out)
{
    const struct state *s = &now->state;
    const struct pretrained *model = state_model(s);
    const struct task *task = task_at(s->set.task);
    const char *of = model ? model->box : NULL;
    enum lang lang = (of && strcmp(of, "zh") == 0) || task == &task_story_zh ? LANG_ZH : LANG_EN;
    out->ways = 0;
    if (!of && task != &task_story_en && task != &task_story_zh)
        return false;
    *out = story_begin(lang);
    for (int i = 0; i <= t && out->ways > 0; i++)
        story_take(out, story_word(out->of, lexicon_at(s->lexicon, s->sentence->id[i]).name));
    return out->ways > 0;
}

double expected_share(const struct scene *now, const struct story *s, int class)
{
    const struct state *st = &now->state;
    double share[STORY_WORDS];
    int word = story_word(s->of, lexicon_at(st->lexicon, st->classes->id[class]).name);
    story_shares(s, share);
    return word < 0 ? 0 : share[word];
}

double expected_entropy(const struct story *s)
{
    double share[STORY_WORDS], sum = 0;
    story_shares(s, share);
    for (int w = 0; w < s->of->words; w++)
        sum -= share[w] > 0 ? share[w] * elementary_log(share[w]) : 0;
    return sum;
}
