/* Random scenes and sentences as people type them, in all views, as sentences and as screens, in both
 * languages: each claim is held against the numbers of the trace (support/claims.h). QKV_SCENES, QKV_TYPED:
 * how many, QKV_SEED: the first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "state/view.h"
#include "support/apps.h"
#include "support/claim_scenes.h"
#include "support/claims.h"
#include "support/kept.h"
#include "support/test.h"

static int asked_for(const char *name, int otherwise)
{
    const char *s = getenv(name);
    return s ? atoi(s) : otherwise;
}

/* One view in one language: in sentences, and on one of the sizes in turn. */
static int judge_view(struct app *a, int view, int lang, unsigned seed, struct text *wrong)
{
    static const int sizes[][2] = {{24, 80}, {36, 120}, {45, 150}, {67, 240}, {30, 200}};
    const int *size = sizes[(seed + (unsigned)view) % (sizeof sizes / sizeof *sizes)];
    char line[80];
    snprintf(line, sizeof line, "lang %s ; view %s", lang == LANG_EN ? "en" : "zh", views[view]->name);
    if (!enter(a, line))
        return 0;
    return claims_judge(a, 0, 0, wrong) + claims_judge(a, size[0], size[1], wrong);
}

typedef int make_scene(struct app *a, unsigned seed, struct text *lines, struct text *wrong);

/* Adds the claims in each language, and of what was told of the scene's lines, to found. */
static void judge_scene(make_scene *make, unsigned seed, long found[LANG_COUNT + 1], struct text *wrong)
{
    struct app a = fresh_app();
    struct text lines = {0}, here = {0};
    found[LANG_COUNT] += make(&a, seed, &lines, &here);
    claim_scene_look(&a, seed, &lines, &here);
    for (int lang = 0; lang < LANG_COUNT; lang++)
        for (int view = 0; view < VIEW_COUNT; view++)
            if (view != VIEW_LESSON)
                found[lang] += judge_view(&a, view, lang, seed, &here);
    if (here.len > 0)
        text_addf(wrong, "---- seed %u\n%s%s", seed, text_str(&lines), text_str(&here));
    text_finish(&lines);
    text_finish(&here);
    app_finish(&a);
}

static void judge_scenes(make_scene *make, int scenes)
{
    int first = asked_for("QKV_SEED", 0);
    long found[LANG_COUNT + 1] = {0};
    struct text wrong = {0};
    for (int i = 0; i < scenes; i++)
        judge_scene(make, (unsigned)(first + i), found, &wrong);
    print_message("claims in %d scenes: %ld in Chinese, %ld in English, %ld of lines\n", scenes,
                  found[LANG_ZH], found[LANG_EN], found[LANG_COUNT]);
    if (wrong.len > 0)
        fputs(text_str(&wrong), stderr);
    assert_int_equal(wrong.len, 0);
    assert_true(found[LANG_ZH] > 20L * scenes && found[LANG_EN] > 20L * scenes);
    text_finish(&wrong);
}

TEST(every_sentence_is_true_of_the_numbers)
{
    judge_scenes(claim_scene_make, asked_for("QKV_SCENES", 150));
}

/* Every second one is Chinese. */
TEST(what_is_said_of_typed_sentences_is_true)
{
    judge_scenes(claim_scene_type, asked_for("QKV_TYPED", 80));
}

TESTS(kept_begin, kept_end)
