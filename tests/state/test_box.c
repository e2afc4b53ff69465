/* The models in the box: by the numbers that are shipped, what they make of stories that they never saw.
 * `make box` trains them and writes src/tasks/box: three files of a model for each language, and what the
 * card says of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "core/math/rng.h"
#include "core/pipeline/stage.h"
#include "export/model_folder.h"
#include "network/pretrained.h"
#include "study/learning.h"
#include "study/head_kind.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

enum { STORIES = 200, WRITTEN = 20, UNSEEN = 20261129, KINDS = 8 };

#define SURE 0.999999

static const char *const first_asked[] = {"once the big dog saw the small cat . the small",
                                          "从前 大 狗 看见 小 猫 。 大 狗 看见 小"};

/* ---- the numbers ------------------------------------------------------------------ */

/* Returns a number as 16 bits (IEEE binary16), rounded to nearest, ties to even. */
static unsigned half_of(double x)
{
    int e;
    unsigned sign = signbit(x) ? 0x8000 : 0;
    if (x < 0 || x > 0)
        frexp(x, &e);
    else
        return sign;
    e = e - 1 < -14 ? -14 : e - 1;
    double m = nearbyint(ldexp(fabs(x), 10 - e));
    assert_true(e < 15);
    return sign | (m < 1024 ? (unsigned)m : ((unsigned)(e + 14) << 10) + (unsigned)m);
}

/* Writes a file of doubles in the safetensors format with 16 bits a number. */
static void add_halves(const struct text *from, struct text *out)
{
    struct text header = {0};
    size_t length = 0;
    for (int i = 0; i < 8; i++)
        length |= (size_t)(unsigned char)from->s[i] << 8 * i;
    const char *s = from->s + 8, *end = s + length;
    while (s < end) {
        long offset[2];
        int n = 0;
        if (strncmp(s, "F64", 3) == 0) {
            text_add(&header, "F16");
            s += 3;
        } else if (sscanf(s, "_offsets\":[%ld,%ld]%n", &offset[0], &offset[1], &n) == 2 && n > 0) {
            text_addf(&header, "_offsets\":[%ld,%ld]", offset[0] / 4, offset[1] / 4);
            s += n;
        } else
            text_add_bytes(&header, s++, 1);
    }
    while (header.len % 8 != 0)
        text_add(&header, " ");
    for (int i = 0; i < 8; i++)
        text_add_char(out, (char)(header.len >> 8 * i & 0xFF));
    text_add_bytes(out, header.s, header.len);
    for (; s < from->s + from->len; s += sizeof(double)) {
        double x;
        memcpy(&x, s, sizeof x);
        unsigned half = half_of(x);
        text_add_char(out, (char)(half & 0xFF));
        text_add_char(out, (char)(half >> 8));
    }
    text_finish(&header);
}

/* A tokenizer of the grammar's words: English ones apart, Chinese ones also together. */
static void add_tokenizer(enum lang lang, struct text *out)
{
    const struct story_grammar *g = &story_grammars[lang];
    text_addf(
        out,
        "{\"version\":\"1.0\",\"added_tokens\":[],\"normalizer\":{\"type\":\"Lowercase\"},"
        "\"pre_tokenizer\":{\"type\":\"Whitespace\"},\"post_processor\":null,\"decoder\":null,\n"
        "\"model\":{\"type\":\"WordPiece\",\"unk_token\":\"[UNK]\",\"continuing_subword_prefix\":\"%s\","
        "\"max_input_chars_per_word\":1000,\"vocab\":{",
        lang == LANG_EN ? "##" : "");
    for (int i = 0; i < g->words; i++)
        text_addf(out, "\"%s\":%d,", g->word[i].zh, i);
    text_addf(out, "\"[UNK]\":%d}}}\n", g->words);
}

static void write_file(const char *folder, enum lang lang, const char *name, const struct text *bytes)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s.%s", folder, languages[lang].code, name);
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(text_str(bytes), 1, bytes->len, out), bytes->len);
    assert_int_equal(fclose(out), 0);
}

/* ---- what it makes of stories -------------------------------------------------------- */

struct found {
    double bits, least; /* a word, in bits: the model's expected loss, the grammar's */
    int sure, right;    /* words that are certain, and those of them that it says */
    struct {
        const char *name;
        int sure, right;
    } kind[KINDS]; /* by kind of sentence; the first word of a sentence: "next" */
    struct {
        double most;
        int layer, head;
    } back, induction, first; /* in a song; `first`: on average in all stories */
    int written;              /* of WRITTEN stories by lot, those that the grammar could have written */
};

static void open_model(struct session *m, struct pretrained *p)
{
    struct state next;
    struct reply r = {0};
    state_copy(&next, &m->now.state);
    assert_true(state_open_model(&next, p, "", &r));
    commit(m, &next);
    pretrained_drop(p);
    reply_finish(&r);
}

static void tell_words(struct session *m, const char *const *words, int n)
{
    struct text line = {0};
    text_add(&line, "tokens");
    for (int i = 0; i < n; i++)
        text_addf(&line, " \"%s\"", words[i]);
    must_run(m, text_str(&line));
    text_finish(&line);
}

static void count_word(struct found *f, const char *kind, bool right)
{
    int i = 0;
    while (f->kind[i].name && strcmp(f->kind[i].name, kind) != 0)
        i++;
    assert_true(i < KINDS);
    f->kind[i].name = kind;
    f->kind[i].sure++;
    f->kind[i].right += right;
    f->sure++;
    f->right += right;
}

/* Judges what is said after each word of the sentence. */
static void judge_story(struct found *f, const struct session *m, int n)
{
    const struct scene *now = &m->now;
    for (int t = 0; t < n; t++) {
        struct story s;
        assert_true(expected_story(now, t, &s));
        const double *p = mat_row(now->trace.probs, t);
        int likeliest = 0, meant = 0;
        for (int c = 0; c < now->config.classes; c++) {
            double share = expected_share(now, &s, c);
            f->bits -= share > 0 ? share * log2(p[c]) : 0;
            likeliest = p[c] > p[likeliest] ? c : likeliest;
            meant = share > SURE ? c : meant;
        }
        f->least += expected_entropy(&s) / log(2);
        if (expected_share(now, &s, meant) > SURE)
            count_word(f, *story_kind(&s) ? story_kind(&s) : "next", likeliest == meant);
    }
}

static double measure(const struct session *m, int layer, int head, enum head_kind kind)
{
    struct head_weights w = head_weights_of(&m->now, layer, STAGE_WEIGHTS, head);
    double x = head_kind_measure(&w, kind);
    return isnan(x) ? 0 : x;
}

/* Writes stories by lot, as long as those that it was taught; returns how many are the grammar's. */
static int count_written(struct session *m, enum lang lang)
{
    int good = 0;
    struct text line = {0};
    for (int draw = 1; draw <= WRITTEN; draw++) {
        struct story s;
        text_clear(&line);
        text_addf(&line, "tokens %s ; set temperature 1 draw %d ; write %d",
                  lang == LANG_ZH ? "从前" : "once", draw, STORY_LENGTH - 1);
        must_run(m, text_str(&line));
        assert_int_equal(m->now.state.sentence->count, STORY_LENGTH);
        good += expected_story(&m->now, STORY_LENGTH - 1, &s);
    }
    text_finish(&line);
    return good;
}

static struct found found_in(enum lang lang)
{
    struct found f = {0};
    struct session m = fresh_model();
    struct reply r = {0};
    struct rng rng = rng_seed(UNSEEN);
    double first[CONFIG_MAX_LAYERS][8] = {{0}};
    open_model(&m, pretrained_box(lang, &r));
    const struct config *c = &m.now.config;
    for (int k = 0; k < STORIES; k++) {
        int word[STORY_LENGTH];
        const char *name[STORY_LENGTH];
        story_draw(lang, &rng, word, STORY_LENGTH);
        for (int i = 0; i < STORY_LENGTH; i++)
            name[i] = story_grammars[lang].word[word[i]].zh;
        tell_words(&m, name, STORY_LENGTH);
        judge_story(&f, &m, STORY_LENGTH);
        for (int l = 0; l < c->layers; l++)
            for (int h = 0; h < c->heads; h++)
                first[l][h] += measure(&m, l, h, HEAD_FIRST) / STORIES;
    }
    f.bits /= STORIES * STORY_LENGTH;
    f.least /= STORIES * STORY_LENGTH;
    must_run(&m, "tokens 7 2 9 4 1 7 2 9 4 1");
    for (int l = 0; l < c->layers; l++)
        for (int h = 0; h < c->heads; h++) {
            double back = measure(&m, l, h, HEAD_BACK), again = measure(&m, l, h, HEAD_INDUCTION);
            f.back.layer = back > f.back.most ? l : f.back.layer;
            f.back.head = back > f.back.most ? h : f.back.head;
            f.back.most = fmax(f.back.most, back);
            f.induction.layer = again > f.induction.most ? l : f.induction.layer;
            f.induction.head = again > f.induction.most ? h : f.induction.head;
            f.induction.most = fmax(f.induction.most, again);
            f.first.layer = first[l][h] > f.first.most ? l : f.first.layer;
            f.first.head = first[l][h] > f.first.most ? h : f.first.head;
            f.first.most = fmax(f.first.most, first[l][h]);
        }
    f.written = count_written(&m, lang);
    session_finish(&m);
    reply_finish(&r);
    return f;
}

/* What the card says, as `help box` reads it. */
static void add_figures(const struct found *f, struct text *out)
{
    text_addf(out, "bits %.3f %.3f\nsure %d %d\n", f->bits, f->least, f->right, f->sure);
    text_addf(out, "back %.2f %d %d\n", f->back.most, f->back.layer + 1, f->back.head + 1);
    text_addf(out, "induction %.2f %d %d\n", f->induction.most, f->induction.layer + 1,
              f->induction.head + 1);
    text_addf(out, "first %.2f %d %d\n", f->first.most, f->first.layer + 1, f->first.head + 1);
    text_addf(out, "written %d %d\n", f->written, WRITTEN);
    for (int i = 0; i < KINDS && f->kind[i].name; i++)
        text_addf(out, "kind %s %d %d\n", f->kind[i].name, f->kind[i].right, f->kind[i].sure);
}

/* ---- making it ---------------------------------------------------------------------- */

static void make_box(const char *folder, enum lang lang)
{
    struct text line = {0};
    text_addf(&line, "task story-%s ; " STORY_TAUGHT, languages[lang].code);
    struct session m = model_after(text_str(&line));
    text_clear(&line);
    text_addf(&line, "tokens %s", first_asked[lang]);
    must_run(&m, text_str(&line));
    text_finish(&line);
    struct model_files files = {0};
    struct reply r = {0};
    struct text numbers = {0}, tokenizer = {0};
    assert_true(model_files_make(&m.now, &files, &r));
    add_halves(&files.numbers, &numbers);
    add_tokenizer(lang, &tokenizer);
    write_file(folder, lang, "safetensors", &numbers);
    write_file(folder, lang, "config.json", &files.config);
    write_file(folder, lang, "tokenizer.json", &tokenizer);
    text_finish(&numbers);
    text_finish(&tokenizer);
    model_files_finish(&files);
    reply_finish(&r);
    session_finish(&m);
}

TEST(the_program_itself_trains_the_box)
{
    const char *folder = getenv("QKV_BOX");
    if (!folder)
        skip();
    for (int lang = 0; lang < 2; lang++)
        make_box(folder, (enum lang)lang);
}

/* (in a second run, of the program that has the new numbers) */
TEST(the_box_is_measured)
{
    const char *folder = getenv("QKV_BOX_CARD");
    if (!folder)
        skip();
    for (int lang = 0; lang < 2; lang++) {
        struct found f = found_in((enum lang)lang);
        struct text t = {0};
        add_figures(&f, &t);
        write_file(folder, (enum lang)lang, "measured", &t);
        text_finish(&t);
    }
}

/* ---- what is shipped ------------------------------------------------------------------ */

static const struct embedded *shipped(enum lang lang, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "src/tasks/box/%s.%s", languages[lang].code, name);
    for (const struct embedded *e = embedded_files; e->path; e++)
        if (strcmp(e->path, path) == 0)
            return e;
    fail_msg("%s is not in the program", path);
    return NULL;
}

TEST(the_box_writes_as_its_grammar_does)
{
    for (int lang = 0; lang < 2; lang++) {
        struct found f = found_in((enum lang)lang);
        struct text card = {0};
        assert_true(f.least > 0.5 && f.bits <= 1.06 * f.least);
        assert_true(f.right >= 0.98 * f.sure);
        for (int i = 0; i < KINDS && f.kind[i].name; i++)
            assert_true(f.kind[i].right >= 0.98 * f.kind[i].sure);
        assert_true(f.back.most >= 0.6);
        assert_true(f.induction.most >= 0.6);
        assert_true(f.first.most >= 0.4);
        /* the card says what is measured here */
        add_figures(&f, &card);
        assert_string_equal(text_str(&card), shipped((enum lang)lang, "measured")->bytes);
        text_finish(&card);
    }
}

TEST(the_box_is_small)
{
    size_t bytes = 0;
    static const char *const names[] = {"safetensors", "config.json", "tokenizer.json", "measured"};
    for (int lang = 0; lang < 2; lang++)
        for (int i = 0; i < 4; i++)
            bytes += shipped((enum lang)lang, names[i])->size;
    assert_true(bytes <= 60000);
}

TEST(a_story_knows_what_comes_next)
{
    static const char *const words[] = {"once", "the", "big", "dog", "saw", "the", "small", "cat", "."};
    const struct story_grammar *g = &story_grammars[LANG_EN];
    struct story s = story_begin(LANG_EN);
    double share[STORY_WORDS], sum = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        assert_true(story_take(&s, story_word(g, words[i])));
    /* Of the 12 sentences that may follow, one begins with who, six of the others with the first animal. */
    story_shares(&s, share);
    assert_true(fabs(share[story_word(g, "who")] - 1 / 12.0) < 1e-12);
    assert_true(fabs(share[story_word(g, "the")] - 11 / 12.0) < 1e-12);
    assert_true(story_take(&s, story_word(g, "the")));
    story_shares(&s, share);
    assert_true(fabs(share[story_word(g, "big")] - 6 / 11.0) < 1e-12);
    assert_true(fabs(share[story_word(g, "small")] - 5 / 11.0) < 1e-12);
    for (int w = 0; w < g->words; w++)
        sum += share[w];
    assert_true(fabs(sum - 1) < 1e-12);
    assert_string_equal(story_kind(&s), "");
    /* The small animal of this story is the cat, and no other. */
    assert_true(story_take(&s, story_word(g, "small")));
    story_shares(&s, share);
    assert_true(fabs(share[story_word(g, "cat")] - 1) < 1e-12);
    assert_false(story_take(&s, story_word(g, "pig")));
    assert_int_equal(s.ways, 0);
}

TEST(the_tasks_have_the_words_of_their_grammar)
{
    assert_int_equal(task_story_en.classes, story_grammars[LANG_EN].words);
    assert_int_equal(task_story_zh.classes, story_grammars[LANG_ZH].words);
    assert_int_equal(task_words(&task_story_en), task_story_en.classes);
    assert_int_equal(task_words(&task_story_zh), task_story_zh.classes);
}
