/* The views about a pair of words or of states: one score taken apart, two states compared. */
#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "state/preset.h"
#include "study/comparison.h"
#include "study/cursor.h"
#include "view/compare/compare.h"
#include "view/tell/parts.h"

static const struct sequence *keys_of(const struct teller *t)
{
    return config_crosses(&t->now->config) ? t->now->state.memory : t->now->state.sentence;
}

/* Score of query 猫 and key 狗 = 5.235 */
void tell_pair_briefly(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    const struct attention *a = &t->now->trace.layer[look->layer].self;
    tell(t, TEXT("Query ", "查询 "));
    tell_word(t, t->now->state.sentence, look->query);
    tell(t, TEXT(", key ", "，键 "));
    tell_word(t, keys_of(t), look->key);
    if (a->heads > 1)
        tell(t, TEXT(", head %d of %d", "，第 %d 头，共 %d 头"), look->head + 1, a->heads);
    tell(t, TEXT(": score ", "：得分 "));
    tell_number(t, mat_at(attention_head(a, a->map[MAP_SCORES], look->head), look->query, look->key));
    tell(t, TEXT(", weight ", "，权重 "));
    tell_number(t, mat_at(attention_head(a, a->map[MAP_WEIGHTS], look->head), look->query, look->key));
    text_add(t->out, "\n");
}

static void map(const struct teller *t, struct mat m)
{
    const struct look *look = &t->now->state.look;
    tell_table(t, &(struct tell_table){m, {t->now->state.sentence, 0, NULL}, {keys_of(t), 0, NULL}, look->query, look->key});
}

static void one_term(const struct teller *t, const struct term *term, struct mat m)
{
    const struct look *look = &t->now->state.look;
    bool off = t->now->config.term_off >> term->bit & 1U;
    text_addf(t->out, "%s ", term->name);
    tell_number(t, mat_at(m, look->query, look->key));
    if (off)
        tell(t, TEXT(", knocked out", "，已去掉"));
    tell(t, TEXT(": %s%s\n", "：%s%s\n"), screen_pair(&t->screen, term->help),
         term->row_constant ? screen_text(&t->screen, TEXT(" It is the same for every key and drops out of softmax.", "对每个键都一样，在 softmax 中抵消。")) : "");
}

void tell_terms(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    const struct attention *a = &t->now->trace.layer[look->layer].self;
    const struct preset *preset = preset_shown(t->now);
    struct term list[TERM_MAX];
    int count = terms_list(&t->now->config, look->layer, list);
    tell_pair_briefly(t);
    if (preset) {
        text_addf(t->out, "%s ", preset->title);
        preset_says(preset, screen_lang(&t->screen), t->out);
        text_add(t->out, "\n");
    }
    if (a->term_count < count) {
        tell(t, TEXT("The sentence is too long to keep every term of every score.\n", "句子太长，无法保留每个得分的每一项。\n"));
        return;
    }
    tell(t, TEXT("The terms that add up to the score:\n", "加起来就是得分的各项：\n"));
    for (int i = 0; i < count; i++)
        one_term(t, &list[i], attention_head(a, a->term[i], look->head));
    for (int i = 0; i < count; i++) {
        tell(t, TEXT("Term %s for every query (row) and key (column):\n", "%s 项，每行一个查询，每列一个键：\n"), list[i].name);
        map(t, attention_head(a, a->term[i], look->head));
    }
    tell(t, TEXT("Their sum, the scores:\n", "各项之和，即得分：\n"));
    map(t, attention_head(a, a->map[MAP_SCORES], look->head));
    tell(t, TEXT("The weights, after the divisor, the mask and softmax:\n", "除以除数、加遮罩、经过 softmax 之后的权重：\n"));
    map(t, attention_head(a, a->map[MAP_WEIGHTS], look->head));
}

/* ---- two states -------------------------------------------------------------------- */

static void side(const struct teller *t, const struct comparison_side *s, const char *name)
{
    struct state of = s->scene->state;       /* in the language in view; shares everything, owns nothing */
    of.look.lang = (int)screen_lang(&t->screen);
    if (!mat_present(s->m)) {
        tell(t, TEXT("%s: this stage is not there\n", "%s：没有这一步\n"), name);
        return;
    }
    tell(t, TEXT("%s, %d rows of %d numbers:\n", "%s，%d 行，每行 %d 个数：\n"), name, s->m.rows, s->m.cols);
    tell_table(t, &(struct tell_table){s->m, {s->rows, 0, &of}, {s->cols, 0, &of}, 0, 0});
}

static void difference(const struct teller *t, double x, bool rounding)
{
    struct text number = {0};
    compare_number(&number, x, rounding, "0");
    tell(t, TEXT(": %s\n", "：%s\n"), x < 0 ? screen_text(&t->screen, TEXT("not on both sides", "不是两边都有")) : text_str(&number));
    text_finish_part(&number, t->out);
}

static void moved(const struct teller *t, const struct comparison *of)
{
    if (!of->same_width) {
        tell(t, TEXT("The columns of the two sides do not belong together.\n", "两边的列对不上，无法相减。\n"));
        return;
    }
    tell(t, TEXT("How far each row moved:\n", "每一行移动了多少：\n"));
    for (int i = 0; i < of->a.m.rows; i++) {
        double x = comparison_row(of, i);
        tell_word(t, of->a.rows, i);
        difference(t, x, comparison_rounding(of, x));
    }
    if (of->a.cols)
        return;
    tell(t, TEXT("mean", "平均"));
    difference(t, comparison_mean(of), comparison_rounding(of, comparison_mean(of)));
}

static void corners(const struct teller *t)
{
    static const struct pair names[2][2] = {{PAIR("encoding off, no mask", "无编码、无遮罩"), PAIR("encoding off, causal mask", "无编码、因果遮罩")},
                                            {PAIR("encoding on, no mask", "有编码、无遮罩"), PAIR("encoding on, causal mask", "有编码、因果遮罩")}};
    const struct order *o = &t->m->order;
    if (!o->twin_known) {
        text_addf(t->out, "%s\n", text_str(&o->why));
        return;
    }
    tell_word(t, t->now->state.sentence, o->from);
    tell(t, TEXT(" and ", " 和 "));
    tell_word(t, t->now->state.sentence, o->to);
    tell(t, TEXT(" change places; how far the outputs move:\n", " 交换位置，输出移动了多少：\n"));
    for (int i = 0; i < 4; i++) {
        const struct order_corner *corner = &o->corner[i / 2][i % 2];
        if (!corner->known)
            continue;
        text_add(t->out, screen_pair(&t->screen, names[i / 2][i % 2]));
        difference(t, corner->most, corner->most_rounding);
        tell(t, TEXT("  their mean", "  它们的平均"));
        difference(t, corner->mean, corner->mean_rounding);
    }
    if (!o->known)
        text_addf(t->out, "%s\n", text_str(&o->why));
}

void tell_compare(const struct teller *t)
{
    const struct look *look = &t->now->state.look;
    const char *pin;
    const struct scene *other = model_beside(t->m, &pin);
    struct comparison of;
    if (other) {
        comparison_make(&of, t->now, other, look->compare_stage);
        tell(t, TEXT("Two states at stage %s.\n", "两个状态，步骤 %s。\n"), stage_name(cursor_compared(look)));
        side(t, &of.a, screen_text(&t->screen, TEXT("Now", "现在")));
        side(t, &of.b, pin ? pin : screen_text(&t->screen, TEXT("With the words swapped", "交换之后")));
        moved(t, &of);
    }
    corners(t);
}
