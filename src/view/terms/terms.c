/* The terms view: one score taken apart into bars that add up, what that does to the
 * weights, and a panel that shows more: the maps of all terms, what they ask, what
 * they know of distance, how a weight answers to the scale and to other matrices. */
#include "state/preset.h"
#include "view/grid.h"
#include "view/terms/terms.h"

enum { WIDE = 100 };

typedef void draw_panel(struct canvas c, const struct screen *s, const struct terms_facts *f);

static const struct { struct pair name; draw_panel *draw; } panels[] = {
    [TERMS_MAPS] = {PAIR("maps", "各项"), terms_maps_draw},
    [TERMS_MEANING] = {PAIR("meaning", "含义"), terms_meaning_draw},
    [TERMS_DISTANCE] = {PAIR("distance", "距离"), terms_distance_draw},
    [TERMS_SCALE] = {PAIR("scale", "缩放"), terms_scale_draw},
    [TERMS_WEIGHTS] = {PAIR("W", "W"), terms_weights_draw},
};

/* Columns of the maps' legend: -7.32, the run of colours, +7.32. */
static int legend_width(double limit)
{
    struct text t = TEXT_HERE;
    text_addf(&t, "%.3g", limit);
    int number = 1 + utf8_width(text_str(&t));
    text_finish(&t);
    return number + 1 + 21 + 1 + number;
}

/* maps  meaning  distance …, the chosen one marked; for the maps their common scale
 * behind it or below. Returns the rows it took. */
static int tabs(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    int chosen = s->model->now.state.look.terms_panel, col = 0;
    for (int i = 0; i < (int)(sizeof panels / sizeof *panels); i++) {
        int from = col;
        col = screen_tab(c, col, i == chosen, screen_pair(s, panels[i].name));
        screen_chooses(canvas_part(c, 0, from, 1, col - from), s, "terms_panel", i);
    }
    col = canvas_put(c, 0, col + 1, STYLE_KEY, keymap_key(&s->model->keymap, "terms", "cycle terms_panel 1"));
    if (chosen != TERMS_MAPS)
        return 1;
    int legend = legend_width(f->limit);
    bool beside = col + 5 + legend <= c.cols;
    int hidden = terms_maps_hidden(canvas_part(c, 1 + !beside, 0, c.rows, c.cols), s, f);
    bool behind = col + 4 <= c.cols || beside;
    if (hidden > 0)
        canvas_putf(c, !behind, (behind ? col : legend) + 1, STYLE_NOTE, "+%d", hidden);
    grid_legend(c, !beside, beside ? c.cols - legend : 0, s, GRID_DIVERGING, f->limit);
    return 1 + !beside;
}

static void heading(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    struct text t = TEXT_HERE;
    const struct state *st = &f->now->state;
    const struct preset *preset = preset_shown(f->now);
    text_add(&t, screen_text(s, TEXT("score of query ", "查询 ")));
    state_label(st, st->sentence, f->query, &t);
    text_add(&t, screen_text(s, TEXT(" and key ", " 对键 ")));
    state_label(st, config_crosses(&f->now->config) ? st->memory : st->sentence, f->key, &t);
    text_add(&t, screen_text(s, TEXT("", " 的得分")));
    if (f->now->config.heads > 1)
        text_addf(&t, screen_text(s, TEXT(", head %d", "，第 %d 头")), f->head + 1);
    int col = canvas_put(c, 0, 0, STYLE_TITLE, text_str(&t));
    const char *letters = screen_text(s, TEXT("c content, p position: cp = query's content, key's position", "c 内容，p 位置：cp = 查询的内容配键的位置"));
    if (!preset && posenc_added(&f->now->config) && col + 3 + utf8_width(letters) < c.cols)
        canvas_put(c, 0, col + 3, STYLE_DIM, letters);
    text_clear(&t);
    if (preset) {
        text_addf(&t, "%s ", preset->title);
        preset_says(preset, screen_lang(s), &t);
        canvas_put(c, f->asked, f->asked ? 0 : col + 3, STYLE_NOTE, text_str(&t));
    }
    text_finish(&t);
}

static void panel(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    enum { LEAST = 3 };
    if (c.rows < LEAST)
        return;
    int row = tabs(c, s, f);
    panels[s->model->now.state.look.terms_panel].draw(canvas_part(c, row, 0, c.rows - row, c.cols), s, f);
}

/* The bars at the left with the questions below them, the panel at the right; or all in one column. */
static void draw(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    const struct look *look = &now->state.look;
    struct terms_facts f = {.now = now, .a = &now->trace.layer[look->layer].self, .head = look->head, .query = look->query, .key = look->key};
    f.count = terms_list(&now->config, look->layer, f.list);
    if (f.a->term_count < f.count) {
        canvas_flow(canvas_part(c, 0, 1, c.rows, c.cols - 2), 0, STYLE_NOTE,
                    screen_text(s, TEXT("The sentence is too long to keep every term of every score.", "句子太长，无法保留每个得分的每一项。")));
        return;
    }
    f.limit = terms_limit(&f);
    bool wide = f.asked = c.cols >= WIDE;
    struct canvas left = canvas_part(c, 0, 1, c.rows, wide ? c.cols / 2 - 2 : c.cols - 2);
    heading(left, s, &f);
    int row = 1 + wide;
    row += terms_waterfall_draw(canvas_part(left, row, 0, c.rows, left.cols), s, &f);
    if (!wide) {
        panel(canvas_part(left, row, 0, c.rows, left.cols), s, &f);
        return;
    }
    terms_questions_draw(canvas_part(left, row + 1, 0, c.rows, left.cols), s, &f);
    screen_wall(c, s, 0, c.cols / 2 - 1, c.rows);
    panel(canvas_part(c, 0, c.cols / 2 + 1, c.rows, c.cols - c.cols / 2 - 2), s, &f);
}

const struct view_def view_terms = {draw};
