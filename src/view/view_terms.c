/* The terms view: one score taken apart into bars that add up, the maps of all
 * terms, and the weights with what is knocked out. */
#include <math.h>
#include <string.h>

#include "base/number.h"
#include "core/attention.h"
#include "core/softmax.h"
#include "core/stage.h"
#include "core/terms.h"
#include "view/bars.h"
#include "view/grid.h"
#include "view/screen.h"

struct facts {
    const struct scene *now;
    const struct attention *a;
    struct term list[TERM_MAX];
    int count, head, query, key, digits;
};

static double term_at(const struct facts *f, int t)
{
    return mat_at(attention_head(f->a, f->a->term[t], f->head), f->query, f->key);
}

static double map_at(const struct facts *f, enum map map)
{
    return mat_at(attention_head(f->a, f->a->map[map], f->head), f->query, f->key);
}

static bool off(const struct facts *f, int t)
{
    return f->now->config.term_off >> f->list[t].bit & 1u;
}

static void put_number(struct canvas c, int row, int col, int width, enum style style, double x, int digits)
{
    struct text t = {0};
    number_fixed(&t, x, digits, width - 1);
    canvas_right(c, row, col, width, style, text_str(&t));
    text_finish(&t);
}

/* Lowest and highest running sum, so that the whole waterfall fits. */
static struct bar_scale scale_of(const struct facts *f, int col, int width)
{
    double sum = 0, lo = 0, hi = 0;
    for (int t = 0; t < f->count; t++) {
        sum += off(f, t) ? 0 : term_at(f, t);
        double here = off(f, t) ? term_at(f, t) : sum;
        lo = fmin(lo, here);
        hi = fmax(hi, here);
    }
    double margin = hi > lo ? (hi - lo) * 0.04 : 1;
    return (struct bar_scale){col, width, lo - margin, hi + margin};
}

/* x as it is printed with these digits. */
static double printed(double x, int digits)
{
    double unit = pow(10, digits);
    return round(x * unit) / unit;
}

/* Adding the printed terms may miss the printed score by a unit or two of the
 * last digit: then a line says so, and the sum holds for whoever adds it up. */
static int rounding(struct canvas c, int row, const struct screen *s, const struct facts *f)
{
    double sum = 0;
    for (int t = 0; t < f->count; t++)
        sum += off(f, t) ? 0 : printed(term_at(f, t), f->digits);
    double missing = printed(printed(map_at(f, MAP_SCORES), f->digits) - sum, f->digits);
    if (missing == 0)
        return 0;
    canvas_field(c, row, 0, 9, STYLE_DIM, screen_text(s, TEXT("  rounded", "  舍入")));
    put_number(c, row, 9, 11, STYLE_DIM, missing, f->digits);
    return 1;
}

static int waterfall(struct canvas c, const struct screen *s, const struct facts *f)
{
    enum { NAME = 9, NUMBER = 11 };
    struct bar_scale scale = scale_of(f, NAME + NUMBER + 1, c.cols - NAME - NUMBER - 2);
    double sum = 0;
    int row = 0;
    for (int t = 0; t < f->count && row < c.rows - 4; t++, row++) {
        double x = term_at(f, t);
        static const char keys[] = "abdfg";
        canvas_putf(c, row, 0, STYLE_KEY, "%c", t < (int)sizeof keys - 1 ? keys[t] : ' ');
        canvas_field(c, row, 2, NAME - 2, off(f, t) ? STYLE_GHOST : STYLE_LABEL, f->list[t].name);
        put_number(c, row, NAME, NUMBER, off(f, t) ? STYLE_GHOST : STYLE_TEXT, x, f->digits);
        bar_draw(c, row, s, &scale, off(f, t) ? 0 : sum, off(f, t) ? x : sum + x, off(f, t));
        if (f->list[t].row_constant)
            canvas_put(c, row, NAME - 2, STYLE_DIM, "*");
        sum += off(f, t) ? 0 : x;
    }
    row += rounding(c, row, s, f);
    canvas_field(c, row, 0, NAME, STYLE_TITLE, screen_text(s, TEXT("= score", "= 得分")));
    put_number(c, row, NAME, NUMBER, STYLE_TITLE, map_at(f, MAP_SCORES), f->digits);
    bar_draw(c, row, s, &scale, 0, map_at(f, MAP_SCORES), false);
    return row + 1;
}

/* The weight that the pair has with every term in. */
static double whole_weight(const struct facts *f, struct attention_role role)
{
    double row[CONFIG_MAX_WORDS];
    int keys = f->a->map[MAP_SCORES].cols;
    struct mat masked = attention_head(f->a, f->a->map[MAP_MASKED], f->head);
    for (int j = 0; j < keys; j++) {
        row[j] = 0;
        for (int t = 0; t < f->count; t++)
            row[j] += mat_at(attention_head(f->a, f->a->term[t], f->head), f->query, j);
        row[j] = mat_at(masked, f->query, j) == -INFINITY ? -INFINITY : row[j] / attention_divisor(&f->now->config, role);
    }
    softmax_row(row, row, keys);
    return row[f->key];
}

/* ÷ 2.828 = 0.770 → weight 0.41 */
static int onwards(struct canvas c, int row, const struct screen *s, const struct facts *f)
{
    struct text t = {0};
    struct attention_role role = {.encoded = !config_crosses(&f->now->config), .causal = f->now->config.block == BLOCK_DECODER};
    text_add(&t, s->ascii ? "/ " : "÷ ");
    number_fixed(&t, attention_divisor(&f->now->config, role), f->digits, 12);
    text_add(&t, " = ");
    number_fixed(&t, map_at(f, MAP_SCALED), f->digits, 12);
    text_add(&t, screen_text(s, TEXT("   softmax over the row: weight ", "   整行做 softmax：权重 ")));
    number_fixed(&t, map_at(f, MAP_WEIGHTS), f->digits, 12);
    int col = canvas_put(c, row, 0, STYLE_TEXT, text_str(&t));
    if (f->now->config.term_off) {
        text_clear(&t);
        text_add(&t, screen_text(s, TEXT("(all terms: ", "（各项都在：")));
        number_fixed(&t, whole_weight(f, role), f->digits, 12);
        text_add(&t, screen_text(s, TEXT(")", "）")));
        canvas_put(c, row, col + 1, STYLE_GHOST, text_str(&t));
    }
    text_finish(&t);
    return row + 1;
}

/* The question of a term with the words and places of this pair put in. */
static void question(struct text *out, const struct screen *s, const struct facts *f, int t)
{
    static const struct { const char *name; struct pair ask; } asked[] = {
        {"cc", PAIR("does %s suit %s, wherever they stand?", "不管站在哪里，%s 和 %s 相配吗？")},
        {"cp", PAIR("does %s, wherever it stands, look for position %s?", "不管站在哪里，%s 在找位置 %s 吗？")},
        {"pc", PAIR("does position %s, whatever stands there, look for %s?", "不管站着谁，位置 %s 在找 %s 吗？")},
        {"pp", PAIR("does position %s look for position %s, whoever stands there?", "不管站着谁，位置 %s 在找位置 %s 吗？")},
    };
    const struct state *st = &f->now->state;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        if (strcmp(asked[i].name, f->list[t].name) != 0)
            continue;
        struct text query = {0}, key = {0};
        if (asked[i].name[0] == 'c')
            state_label(st, st->sentence, f->query, &query);
        else
            text_addf(&query, "%d", st->set.start + f->query);
        if (asked[i].name[1] == 'c')
            state_label(st, config_crosses(&f->now->config) ? st->memory : st->sentence, f->key, &key);
        else
            text_addf(&key, "%d", st->set.start + f->key);
        text_addf(out, screen_text(s, asked[i].ask), text_str(&query), text_str(&key));
        text_finish(&query);
        text_finish(&key);
        return;
    }
    text_add(out, screen_text(s, f->list[t].help));
}

static int questions(struct canvas c, int row, const struct screen *s, const struct facts *f)
{
    bool constant = false;
    for (int t = 0; t < f->count && row < c.rows; t++) {
        constant = constant || f->list[t].row_constant;
        int col = canvas_put(c, row, 0, STYLE_LABEL, f->list[t].name);
        struct text ask = {0};
        question(&ask, s, f, t);
        row += canvas_flow(canvas_part(c, row, col + 1, c.rows, c.cols - col - 1), 0, off(f, t) ? STYLE_GHOST : STYLE_DIM, text_str(&ask));
        text_finish(&ask);
    }
    if (constant && row < c.rows)
        canvas_put(c, row++, 0, STYLE_DIM, screen_text(s, TEXT("* the same for every key: drops out of softmax", "* 对每个键都一样：softmax 中抵消")));
    return row;
}

struct names {
    const struct state *state;
    const struct sequence *cols;
};

static void row_label(const void *arg, int i, struct text *out)
{
    const struct names *n = arg;
    state_label(n->state, n->state->sentence, i, out);
}

static void col_label(const void *arg, int i, struct text *out)
{
    const struct names *n = arg;
    state_label(n->state, n->cols, i, out);
}

static double common_limit(const struct facts *f)
{
    double most = 0;
    most = mat_max_abs(attention_head(f->a, f->a->map[MAP_SCORES], f->head));
    for (int t = 0; t < f->count; t++)
        most = fmax(most, mat_max_abs(attention_head(f->a, f->a->term[t], f->head)));
    return most;
}

/* A map to draw: what it is called, its numbers, and what the last event made of them. */
struct shown {
    const char *name;
    struct mat m;
    struct changes last;
    bool weights, ghost;
};

/* Term i in the scene before the last event; absent: it was not there. */
static struct mat term_before(const struct screen *s, const struct facts *f, int i)
{
    const struct scene *before = changes_last(s);
    const struct look *look = &f->now->state.look;
    if (!before || look->layer >= before->config.layers || f->head >= before->config.heads)
        return (struct mat){0};
    const struct attention *a = &before->trace.layer[look->layer].self;
    int t = terms_find(&before->config, look->layer, f->list[i].name);
    return t >= 0 && t < a->term_count ? attention_head(a, a->term[t], f->head) : (struct mat){0};
}

/* Map i: a term, then their sum, then the weights. */
static struct shown map_of(const struct screen *s, const struct facts *f, int i)
{
    const struct scene *last = changes_last(s);
    if (i == f->count)
        return (struct shown){.name = screen_text(s, TEXT("sum = scores", "和 = 得分")), .m = attention_head(f->a, f->a->map[MAP_SCORES], f->head),
                              .last = changes_of_stage(f->now, last, STAGE_SCORES, f->head)};
    if (i > f->count)
        return (struct shown){.name = screen_text(s, TEXT("weights", "权重")), .m = attention_head(f->a, f->a->map[MAP_WEIGHTS], f->head),
                              .last = changes_of_stage(f->now, last, STAGE_WEIGHTS, f->head), .weights = true};
    struct mat m = attention_head(f->a, f->a->term[i], f->head);
    return (struct shown){.name = f->list[i].name, .m = m, .last = changes_of(f->now, last, STAGE_SCORES, m, term_before(s, f, i)), .ghost = off(f, i)};
}

/* One small map with its name. */
static void map(struct canvas c, const struct screen *s, const struct facts *f, const struct shown *m)
{
    struct names names = {&f->now->state, config_crosses(&f->now->config) ? f->now->state.memory : f->now->state.sentence};
    struct grid g = {.m = m->m, .map = m->weights ? GRID_SEQUENTIAL : GRID_DIVERGING, .limit = common_limit(f), .digits = 2, .row = f->query,
                     .col = f->key, .row_label = row_label, .col_label = col_label, .arg = &names, .ghost = m->ghost, .changes = &m->last};
    canvas_field(c, 0, 0, c.cols, m->ghost ? STYLE_GHOST : STYLE_TITLE, m->name);
    grid_draw(canvas_part(c, 1, 0, c.rows - 1, c.cols), s, &g);
}

/* Terms, then their sum and the weights, as many as there is room for. */
static void maps(struct canvas c, const struct screen *s, const struct facts *f)
{
    int n = f->a->map[MAP_SCORES].cols, width = (n > 6 ? 6 : n) * 6 + 8, height = (n > 6 ? 6 : n) + 2 + (c.rows > 20);
    int across = c.cols / width, count = f->count + 2;
    for (int i = 0; i < count && across > 0; i++) {
        int row = i / across * height, col = i % across * width;
        if (row + height - 1 > c.rows)
            break;
        struct canvas part = canvas_part(c, row, col, height, width - 1);
        struct shown m = map_of(s, f, i);
        map(part, s, f, &m);
    }
}

static void heading(struct canvas c, const struct screen *s, const struct facts *f)
{
    struct text t = {0};
    const struct state *st = &f->now->state;
    text_add(&t, screen_text(s, TEXT("score of query ", "查询 ")));
    state_label(st, st->sentence, f->query, &t);
    text_add(&t, screen_text(s, TEXT(" and key ", " 对键 ")));
    state_label(st, config_crosses(&f->now->config) ? st->memory : st->sentence, f->key, &t);
    text_add(&t, screen_text(s, TEXT("", " 的得分")));
    if (f->now->config.heads > 1)
        text_addf(&t, screen_text(s, TEXT(", head %d", "，第 %d 头")), f->head + 1);
    canvas_put(c, 0, 0, STYLE_TITLE, text_str(&t));
    text_finish(&t);
}

static void draw(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    struct facts f = {.now = now, .a = &now->trace.layer[look->layer].self, .head = look->head, .query = look->query,
                      .key = look->key, .digits = look->digits};
    f.count = terms_list(&now->config, look->layer, f.list);
    if (f.a->term_count < f.count) {
        canvas_flow(canvas_part(c, 0, 1, c.rows, c.cols - 2), 0, STYLE_NOTE,
                    screen_text(s, TEXT("The sentence is too long to keep every term of every score.", "句子太长，无法保留每个得分的每一项。")));
        return;
    }
    bool wide = c.cols >= 100;
    struct canvas left = canvas_part(c, 0, 1, c.rows, wide ? c.cols / 2 - 2 : c.cols - 2);
    heading(left, s, &f);
    int row = 2 + waterfall(canvas_part(left, 2, 0, c.rows, left.cols), s, &f);
    row = onwards(left, row, s, &f) + wide;
    if (wide) {
        questions(left, row, s, &f);
        screen_wall(c, s, 0, c.cols / 2 - 1, c.rows);
        maps(canvas_part(c, 0, c.cols / 2 + 1, c.rows, c.cols), s, &f);
    } else {
        maps(canvas_part(left, row, 0, c.rows, left.cols), s, &f);
    }
}

const struct view_def view_terms = {draw};
