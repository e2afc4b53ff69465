#include "support/claim_scenes.h"

#include <stdio.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "core/math/rng.h"
#include "support/apps.h"
#include "support/claims.h"
#include "support/steps.h"
#include "support/typed.h"

struct making {
    struct app *a;
    struct rng rng;
    struct text *lines, *wrong;
    int claims; /* of what was told of the lines */
};

static int below(struct making *m, int n)
{
    return steps_below(&m->rng, n);
}

static bool one_in(struct making *m, int n)
{
    return below(m, n) == 0;
}

static void run(struct making *m, const char *line)
{
    struct state was;
    state_copy(&was, &m->a->session.now.state);
    if (enter(m->a, line)) {
        text_addf(m->lines, "%s\n", line);
        m->claims += claims_judge_told(m->a, &was, m->wrong);
    }
    state_finish(&was);
}

static void runf(struct making *m, const char *format, int a, int b, int c)
{
    char line[200];
    snprintf(line, sizeof line, format, a, b, c);
    run(m, line);
}

static void choose(struct making *m, const char *const *of, int count)
{
    run(m, of[below(m, count)]);
}

#define CHOOSE(m, of) choose(m, of, (int)(sizeof(of) / sizeof *(of)))

static void sentence(struct making *m)
{
    static const char *const words[] = {"cat",  "chases",  "dog",    "the",     "cat",   "狗",
                                        "zorp", "teacher", "helps",  "student", "apple", "fish",
                                        "eats", "and",     "cannot", "a"};
    static const char *const ready[] = {"sentence cat chases dog",
                                        "sentence dog chases cat",
                                        "tokens a",
                                        "tokens the the the the",
                                        "sentence teacher helps student",
                                        "sentence the cat chases the dog",
                                        "tokens chases a",
                                        "sentence 猫 追 狗",
                                        "tokens zorp blick zorp",
                                        "sentence the fish eats the apple and the cat"};
    if (one_in(m, 2)) {
        CHOOSE(m, ready);
        return;
    }
    char line[200] = "tokens";
    int n = 1 + below(m, one_in(m, 4) ? 12 : 5);
    for (int i = 0; i < n; i++)
        snprintf(line + strlen(line), sizeof line - strlen(line), " %s",
                 words[below(m, sizeof words / sizeof *words)]);
    run(m, line);
}

static void sizes(struct making *m)
{
    static const char *const lines[] = {"set heads 1", "set heads 2", "set heads 2",  "set heads 3",
                                        "set heads 4", "set d 2",     "set d 4",      "set d 12",
                                        "set dk 3",    "set dv 5",    "set layers 2", "set layers 3",
                                        "set dff 6",   "set dff 1"};
    for (int i = below(m, 4); i > 0; i--)
        CHOOSE(m, lines);
}

static void parts(struct making *m)
{
    static const char *const lines[] = {"set block encoder",
                                        "set block encoder",
                                        "set block decoder",
                                        "set norm pre",
                                        "set norm post",
                                        "set residual on",
                                        "set residual on",
                                        "set norm none",
                                        "set activation gelu",
                                        "set final_norm on",
                                        "set eps 100",
                                        "set eps 0",
                                        "mask causal",
                                        "mask none",
                                        "mask pad 1",
                                        "mask pad 2",
                                        "mask = -inf",
                                        "mask causal",
                                        "memory dog eats cat cat",
                                        "memory 狗",
                                        "classes cat dog chases",
                                        "classes 猫 狗",
                                        "classes cat",
                                        "target 0 dog",
                                        "set omitted 1",
                                        "set sources each",
                                        "g1 = 9",
                                        "s1 = 5"};
    for (int i = below(m, 5); i > 0; i--)
        CHOOSE(m, lines);
}

/* What models of today have, several of them at once. */
static void switches(struct making *m)
{
    static const char *const lines[] = {"set key_heads 1",
                                        "set heads 4 key_heads 2",
                                        "set window 1",
                                        "set window 2",
                                        "set window 3",
                                        "mask causal+pad 1",
                                        "set qk_norm head",
                                        "set qk_norm wide",
                                        "set qk_norm cosine",
                                        "set softcap 2",
                                        "set softcap 0.1",
                                        "set final_cap 1",
                                        "set block encoder dff 6 gated on",
                                        "set rms on",
                                        "set norm out",
                                        "set norm both",
                                        "set parallel on",
                                        "encoding rope scaling=linear factor=4",
                                        "encoding rope scaling=yarn factor=4 trained=64",
                                        "encoding rope scaling=dynamic factor=3 trained=2",
                                        "set code online tile 1",
                                        "set code linear"};
    for (int i = one_in(m, 2) ? 1 + below(m, 6) : 0; i > 0; i--)
        CHOOSE(m, lines);
}

static void numbers(struct making *m)
{
    static const char *const lines[] = {
        "weights random %d",  "weights random %d",  "weights identity",
        "scale x 2e-5",       "scale x 1e-9",       "scale x 1e9",
        "scale WQ 0",         "scale x 0",          "scale WK 1e-12",
        "scale WQ 30",        "set scale 1e-9",     "set scale none",
        "set scale 1e6",      "set pescale 0",      "set pescale 40",
        "set x 0 0 = -9",     "set x 0 1 = -0.7",   "set x %d 0 = 1e308",
        "set x 0 1 = -1e308", "set WQ 0 0 = 1e10",  "set WQ 1 0 = 1e10",
        "set WV 0 0 = 1e308", "set WO 0 0 = 1e308", "set x %d 2 = 1e-300",
        "scores = 0",         "scores = 1 1 1",     "mask = -inf -inf -inf ; 0 0 0 ; 0 0 0",
        "scale g1 0",         "set bQ 0 0 = 3",     "set bK 0 1 = -2",
        "set start 5",        "set base 1.5"};
    if (one_in(m, 15))
        run(m, one_in(m, 2) ? "scale WQ 1e300 ; scale WK 1e300" : "scale x 1e300"); /* nan and ∞ */
    for (int i = below(m, 5); i > 0; i--)
        runf(m, lines[below(m, sizeof lines / sizeof *lines)], below(m, 30), 0, 0);
}

/* What is small or large only beside another number: a threshold or an order by value instead of by size is
 * found by nothing else. */
static void extremes(struct making *m)
{
    static const char *const lines[] = {"scale x 2e-5 ; set scale 1e-9",
                                        "scale WK 1e-11 ; set scale 1e-11",
                                        "scale WQ 1e-10 ; set scale 1e-10",
                                        "set x %d 0 = -9",
                                        "set x %d 1 = -4",
                                        "set x %d 0 = -9 ; set x %d 1 = -8"};
    int row = below(m, m->a->session.now.config.n);
    runf(m, lines[below(m, sizeof lines / sizeof *lines)], row, row, 0);
}

static void terms(struct making *m)
{
    static const char *const lines[] = {"term 0 toggle",       "term 1 toggle", "term 3 toggle",
                                        "term all off",        "term 2 toggle", "omit attn0 toggle",
                                        "omit position toggle"};
    for (int i = below(m, 3); i > 0; i--)
        CHOOSE(m, lines);
}

static void opened(struct making *m)
{
    static const char *const lines[] = {
        "model tests/data/models/gpt2",      "model tests/data/models/bert",
        "model tests/data/models/llama3",    "model tests/data/models/distilbert-f16",
        "model tests/data/models/bloom-f32", "model tests/data/models/roberta",
        "model tests/data/models/gemma3",    "model tests/data/models/olmo2"};
    CHOOSE(m, lines);
    sentence(m);
}

static void trained(struct making *m)
{
    static const char *const lines[] = {"task order", "task find", "task metre", "task point", "task two"};
    CHOOSE(m, lines);
    runf(m, "train %d", below(m, 12), 0, 0);
}

int claim_scene_type(struct app *a, unsigned seed, struct text *lines, struct text *wrong)
{
    static const char *const more[] = {"layer 0",       "encoding off",  "set scale none", "scale x 2",
                                       "set pescale 3", "set x 0 1 = 2", "set head 1",     "set head 3"};
    struct making m = {.a = a, .lines = lines, .wrong = wrong, .rng = rng_seed(seed + 1)};
    struct text typed = {0};
    run(&m, "opening");
    typed_sentence(&typed, &a->session.now.state, &m.rng, typed_pattern(&m.rng, seed % 2 ? LANG_ZH : LANG_EN),
                   one_in(&m, 3));
    static const char *const stops[] = {" \".\"", " \"。\""}; /* not to be told from those of what is said */
    for (int i = 0; i < 2; i++) {
        char *stop = strstr(typed.s, stops[i]);
        if (stop)
            *stop = '\0';
    }
    run(&m, text_str(&typed));
    text_finish(&typed);
    const struct sequence *q = a->session.now.state.sentence;
    int asks = below(&m, q->count);
    while (asks > 0 && strstr(".?!。？！，", state_name(&a->session.now.state, q, asks))) /* is no label */
        asks--;
    runf(&m, "set query %d", asks, 0, 0);
    if (one_in(&m, 4))
        CHOOSE(&m, more);
    return m.claims;
}

int claim_scene_make(struct app *a, unsigned seed, struct text *lines, struct text *wrong)
{
    struct making m = {.a = a, .lines = lines, .wrong = wrong};
    m.rng = rng_seed(seed + 1);
    if (seed % 4 == 3)
        run(&m, "opening"); /* trained heads, of which something is told where sizes change */
    if (one_in(&m, 10)) {
        opened(&m);
    } else if (one_in(&m, 12)) {
        trained(&m);
    } else {
        sentence(&m);
        sizes(&m);
        int count = 0;
        while (posencs[count])
            count++;
        char line[80];
        snprintf(line, sizeof line, "encoding %s", posencs[below(&m, count)]->name);
        if (!one_in(&m, 4))
            run(&m, line);
        parts(&m);
        switches(&m);
        if (one_in(&m, 5))
            sentence(&m);
        numbers(&m);
        if (one_in(&m, 3))
            extremes(&m);
        terms(&m);
    }
    if (one_in(&m, 3))
        run(&m, "pin");
    if (one_in(&m, 4))
        numbers(&m);
    if (one_in(&m, 4))
        run(&m, "swap 0 1");
    return m.claims;
}

void claim_scene_look(struct app *a, unsigned seed, struct text *lines, struct text *wrong)
{
    struct making m = {.a = a, .lines = lines, .wrong = wrong};
    m.rng = rng_seed(seed * 7919 + 3);
    int n = a->session.now.config.n, keys = config_keys(&a->session.now.config);
    runf(&m, "focus %d %d", below(&m, n), below(&m, keys), 0);
    runf(&m, "set layer %d", below(&m, a->session.now.config.layers), 0, 0);
    runf(&m, "set head %d", below(&m, a->session.now.config.heads), 0, 0);
    runf(&m, "set machine %d", below(&m, MACHINE_PANELS), 0, 0);
    runf(&m, "set terms_panel %d", below(&m, 6), 0, 0);
    runf(&m, "set compare_panel %d", below(&m, 2), 0, 0);
    runf(&m, "set box %d", below(&m, 12), 0, 0);
    static const int said[] = {STAGE_X, STAGE_SCORES, STAGE_SCORES, STAGE_WEIGHTS};
    for (int i = 0; i < 6; i++) { /* most is said of some stages */
        int s = i == 0 && one_in(&m, 2) ? said[below(&m, 4)] : below(&m, STAGE_COUNT);
        char line[80];
        snprintf(line, sizeof line, "stage %s", stage_name(s) ? stage_name(s) : "weights");
        if (stage_present(&a->session.now.config, a->session.now.state.look.layer, s)) {
            run(&m, line);
            break;
        }
    }
    runf(&m, "cost n=%d", 1 + below(&m, 900), 0, 0);
    for (int i = one_in(&m, 3) ? 1 + below(&m, 6) : 0; i > 0; i--)
        run(&m, "flow next");
}
