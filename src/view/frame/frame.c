#include "view/frame/frame.h"

#include <string.h>

#include "session/contexts.h"
#include "study/clock.h"
#include "state/training.h"
#include "view/flow/flow.h"
#include "view/frame/board.h"
#include "view/frame/pages.h"
#include "view/lesson/lesson.h"
#include "view/lesson/pointer.h"

enum { FRAME_ROWS = 5 }; /* rows not available to the view: title, keys, message, two rules */

/* Draws a line across c. */
static void rule(struct canvas c, const struct screen *s, int row)
{
    for (int k = 0; k < c.cols; k++)
        canvas_glyph(c, row, k, STYLE_BORDER, s->ascii ? '-' : 0x2500);
}

static void sentence(const struct state *st, struct text *out, int columns)
{
    for (int t = 0; t < st->sentence->count; t++) {
        text_add(out, t ? " " : "");
        screen_word(st, st->sentence, t, out);
        if (utf8_width(text_str(out)) > columns)
            break;
    }
}

/* A block with a causal mask and no second sequence is that of a model that writes. */
static struct pair block_title(const struct settings *set)
{
    if (set->block == BLOCK_ENCODER)
        return set->mask == MASK_CAUSAL ? BOTH("decoder only", "只有解码器") : BOTH("encoder", "编码器");
    return BOTH("decoder", "解码器");
}

/* Writes the settings that affect the numbers; `most` adds the sizes. */
static void settings(struct text *t, const struct screen *s, bool most)
{
    const struct state *st = &s->model->now.state;
    if (st->set.omitted) {
        text_add(t, screen_text(s, TEXT("without ", "省去")));
        screen_omitted(s, t);
        text_add(t, screen_text(s, TEXT("!  ", "！  ")));
    }
    if (most)
        screen_add(s, t, TEXT("d %d  heads %d  ", "d %d  %d 个头  "), st->set.d, st->set.heads);
    text_add(t, screen_pair(s, posenc_fact(posencs[st->set.encoding])));
    if (posencs[st->set.encoding]->angle && !posencs[st->set.encoding]->place)
        text_addf(t, " %g", st->set.base);
    screen_unplaced(s, &s->model->now.config, t);
    text_addf(t, "  %s", screen_pair(s, screen_mask((enum mask_kind)st->set.mask)));
    if (st->set.block != BLOCK_ATTENTION)
        text_addf(t, "  %s", screen_pair(s, block_title(&st->set)));
    if (st->set.layers > 1 && !views[st->look.view]->last_layer)
        screen_add(s, t, TEXT("  layer %d/%d", "  第 %d/%d 层"), st->look.layer + 1, st->set.layers);
    if (term_set_any(&st->term_off))
        text_add(t, screen_text(s, TEXT("  terms off!", "  有的项已去掉！")));
}

/* qkv  猫 追 狗  d 8  heads 1  sincos 10000  mask none                    stages
 * If too long, it omits the sizes, which change least. */
static void title(struct canvas c, const struct screen *s)
{
    const struct state *st = &s->model->now.state;
    struct text t = TEXT_HERE, words = TEXT_HERE;
    const char *name = screen_pair(s, views[st->look.view]->title);
    int right = c.cols - utf8_width(name) - 1;
    sentence(st, &words, c.cols / 3);
    int col = canvas_put(c, 0, 1, STYLE_TITLE, "qkv") + 2;
    int fit = c.cols / 3 < utf8_width(text_str(&words)) ? c.cols / 3 : utf8_width(text_str(&words));
    canvas_field(c, 0, col, fit, STYLE_TEXT, text_str(&words));
    col += fit + 2;
    settings(&t, s, true);
    if (utf8_width(text_str(&t)) > right - col - 1) {
        text_clear(&t);
        settings(&t, s, false);
    }
    if (right - col > 4)
        canvas_field(c, 0, col, right - col - 1, STYLE_DIM, text_str(&t));
    canvas_put(c, 0, right, STYLE_TITLE, name);
    text_finish(&t);
    text_finish(&words);
}

enum {
    RANKED_MOST = 64,
    RANK_SCENE = 60, /* the last of the keys that change the sentence */
    RANK_HELP = 72,  /* ? has a place of its own */
};

static int rank(const struct binding *b)
{
    return (int)(b->footer & FOOTER_RANK);
}

/* The context whose keys the footer offers: the view's, or one that takes its place. */
struct foot_context {
    const char *name;
    bool no_scene;
};

static struct foot_context foot_context(const struct model *m)
{
    const struct view *view = views[m->now.state.look.view];
    bool active[CONTEXTS_MOST];
    contexts_active(m, active);
    for (int i = 0; contexts[i].name; i++)
        if (contexts[i].no_scene && active[i])
            return (struct foot_context){contexts[i].name, true};
    return (struct foot_context){view->context, view->no_scene};
}

/* Without the scene, keys that change the sentence are left out. So is the key of the view we are in. */
static bool idle(const struct binding *b, struct foot_context in)
{
    int leads = (int)(b->footer >> FOOTER_VIEW) - 1;
    bool here = leads >= 0 && strcmp(views[leads]->context, in.name) == 0;
    return here || (in.no_scene && rank(b) <= RANK_SCENE);
}

static bool in_footer(const struct binding *b, struct foot_context in)
{
    return rank(b) > 0 &&
           (strcmp(b->context, in.name) == 0 || (strcmp(b->context, "all") == 0 && !idle(b, in)));
}

/* A view's own binding of a key shadows the one in "all". */
static bool shadowed(const struct binding *b, struct foot_context in)
{
    if (strcmp(b->context, "all") != 0)
        return false;
    for (const struct binding *o = keymap_defaults; o->key; o++)
        if (strcmp(o->context, in.name) == 0 && strcmp(o->key, b->key) == 0)
            return true;
    return false;
}

/* The footer's bindings by rank. */
struct ranked {
    const struct binding *b[RANKED_MOST];
    int count;
};

static struct ranked by_rank(struct foot_context in)
{
    struct ranked all = {.count = 0};
    for (const struct binding *b = keymap_defaults; b->key && all.count < RANKED_MOST; b++) {
        if (!in_footer(b, in) || shadowed(b, in))
            continue;
        int at = all.count++;
        for (; at > 0 && rank(all.b[at - 1]) > rank(b); at--)
            all.b[at] = all.b[at - 1];
        all.b[at] = b;
    }
    return all;
}

static int arrows(struct canvas c, int row, const struct screen *s, int col)
{
    const struct look *look = &s->model->now.state.look;
    const struct view *view = views[look->view];
    bool game = clock_asks(look); /* its hands are all that one can walk through */
    if (view->still)
        return col - 2; /* a key is drawn two columns on */
    if (!game && (!view->across.en || training_lists_tasks(&s->model->now.state))) {
        col = canvas_put(c, row, col, STYLE_KEY, s->ascii ? "arrows" : "←↑↓→");
        return canvas_put(c, row, col + 1, STYLE_DIM, screen_text(s, TEXT("move", "移动")));
    }
    if (!game) {
        col = canvas_put(c, row, col, STYLE_KEY, s->ascii ? "Left Right" : "←→");
        col = canvas_put(c, row, col + 1, STYLE_DIM, screen_pair(s, view->across)) + 2;
    }
    col = canvas_put(c, row, col, STYLE_KEY, s->ascii ? "Up Down" : "↑↓");
    return canvas_put(c, row, col + 1, STYLE_DIM,
                      game ? screen_text(s, TEXT("hand", "针")) : screen_pair(s, view->along));
}

/* Draws the view's keys from column `col` to `end`. */
static void view_keys(struct canvas c, int row, const struct screen *s, int col, int end)
{
    struct text where = TEXT_HERE;
    contexts_now(s->model, &where);
    struct ranked all = by_rank(foot_context(s->model));
    col = arrows(c, row, s, col);
    for (int i = 0; i < all.count; i++) {
        const struct binding *b = all.b[i];
        const char *note = screen_pair(s, b->note),
                   *key = keymap_key_like(&s->model->keymap, text_str(&where), b);
        int width = utf8_width(key) + utf8_width(note) + 3;
        if (rank(b) == RANK_HELP || !*key || col + width > end || !key_offered(s->model, b))
            continue;
        if (click_hit(s->click, c, row, col + 2, width - 2))
            click_key(s->click, key);
        col = canvas_put(c, row, col + 2, STYLE_KEY, key);
        col = canvas_put(c, row, col + 1, STYLE_DIM, note);
    }
    text_finish(&where);
}

struct hint {
    const char *key, *shown;
    struct pair note;
};

static const struct hint line_hints[] = {
    {"Enter", "Enter", PAIR("accept", "确定")}, {"Up", "↑", PAIR("history", "以前输入的")},
    {"Esc", "Esc", PAIR("cancel", "放弃")},     {"Tab", "Tab", PAIR("complete", "补全")},
    {"/", "/", PAIR("splits words", "分词")},   {NULL, NULL, PAIR(NULL, NULL)},
};

static const struct hint page_hints[] = {
    {"Down", "↓", PAIR("down", "往下")},
    {"Up", "↑", PAIR("up", "往上")},
    {"PgDn", "PgDn", PAIR("page down", "下一页")},
    {"PgUp", "PgUp", PAIR("page up", "上一页")},
    {"q", "q", PAIR("close", "关闭")},
    {NULL, NULL, PAIR(NULL, NULL)},
};

/* Returns whether a key does in this prompt what its hint says. */
static bool serves(const struct model *m, const char *key)
{
    enum prompt_kind kind = m->prompt.kind;
    if (strcmp(key, "Tab") == 0)
        return kind == PROMPT_COMMAND || kind == PROMPT_STAGE;
    return strcmp(key, "/") != 0 || (kind == PROMPT_SENTENCE && !state_model(&m->now.state));
}

/* Draws the keys of a prompt or pager, which has the keyboard in place of the view. */
static void hints(struct canvas c, int row, const struct screen *s, const struct hint *h)
{
    for (int col = 1; h->key; h++) {
        const char *note = screen_pair(s, h->note), *key = s->ascii ? h->key : h->shown;
        int width = utf8_width(key) + 1 + utf8_width(note);
        if (col + width >= c.cols || !serves(s->model, h->key))
            continue;
        if (click_hit(s->click, c, row, col, width))
            click_key(s->click, h->key);
        canvas_put(c, row, canvas_put(c, row, col, STYLE_KEY, key) + 1, STYLE_DIM, note);
        col += width + 2;
    }
}

static void footer(struct canvas c, int row, const struct screen *s)
{
    int end = c.cols - 9, col = 1;
    const struct lesson_session *lesson = s->model->lesson;
    bool typing = s->model->prompt.kind != PROMPT_CLOSED;
    if (typing || s->model->pager.open) {
        hints(c, row, s, typing ? line_hints : page_hints);
        return;
    }
    if (lesson && lesson->free) {
        const char *key = key_now(s->model, "free", "return");
        if (*key && click_hit(s->click, c, row, col, utf8_width(key)))
            click_key(s->click, key);
        col = canvas_put(c, row, col, STYLE_KEY, key);
        col = canvas_put(c, row, col + 1, STYLE_DIM, screen_text(s, TEXT("back to the lesson", "回到课程"))) +
              2;
    }
    if (lesson && !lesson->free)
        lesson_footer_draw(c, row, s, end);
    else
        view_keys(c, row, s, col, end);
    col = c.cols - 1 - utf8_width(screen_text(s, TEXT("help", "帮助"))) - 2;
    if (click_hit(s->click, c, row, col, c.cols - col))
        click_key(s->click, "?");
    col = canvas_put(c, row, col, STYLE_KEY, "?");
    canvas_put(c, row, col + 1, STYLE_DIM, screen_text(s, TEXT("help", "帮助")));
}

static struct pair prompt_mark(enum prompt_kind kind)
{
    switch (kind) {
    case PROMPT_CELL:
        return BOTH("new value: ", "新的值：");
    case PROMPT_SENTENCE:
        return BOTH("sentence: ", "句子：");
    case PROMPT_STAGE:
        return BOTH("stage (name or number): ", "步骤（名字或序号）：");
    case PROMPT_ANSWER:
        return BOTH("answer: ", "回答：");
    default:
        return BOTH(":", ":");
    }
}

/* How much of a typed line fits: from which byte, so that the cursor is visible, and the columns. */
struct prompt_room {
    int begin, width; /* of the line; `width`: up to the cursor */
    size_t from;
};

static struct prompt_room prompt_room(const struct canvas *c, const struct model *m, enum lang lang)
{
    const struct prompt *p = &m->prompt;
    struct prompt_room at = {1 + utf8_width(pair_in(prompt_mark(p->kind), lang)), 0, p->cursor};
    int room = c->cols - at.begin - 2;
    while (at.from > 0) {
        struct cluster one;
        size_t before = utf8_cluster_before(text_str(&p->line), at.from);
        utf8_cluster(text_str(&p->line) + before, at.from - before, &one);
        if (at.width + one.width > room)
            break;
        at.width += one.width;
        at.from = before;
    }
    return at;
}

/* Draws the typed line, with marks where it goes on left or right of the screen. */
static void prompt_line(const struct screen *s, struct canvas c, int row)
{
    const struct prompt *p = &s->model->prompt;
    struct prompt_room at = prompt_room(&c, s->model, screen_lang(s));
    const char *seen = text_str(&p->line) + at.from;
    canvas_put(c, row, 1, STYLE_PROMPT, screen_pair(s, prompt_mark(p->kind)));
    canvas_put(c, row, at.begin, p->offered ? STYLE_SELECTED : STYLE_TEXT, seen);
    if (at.from > 0)
        canvas_put(c, row, at.begin, STYLE_KEY, s->ascii ? "<" : "‹");
    if (utf8_width(seen) > c.cols - at.begin)
        canvas_put(c, row, c.cols - 1, STYLE_KEY, s->ascii ? ">" : "›");
    if (p->kind == PROMPT_ANSWER && p->line.len == 0 &&
        lesson_asks(lesson_now(s->model->lesson), ASK_EXPLAIN))
        canvas_put(c, row, at.begin + 2, STYLE_DIM,
                   screen_text(s, TEXT("Enter with nothing here shows one way to say it",
                                       "什么都不写就回车，看一种说法")));
}

/* Returns the rows of the message; at least one unless a prompt is open. */
static int message_rows(struct canvas c, const struct model *m)
{
    bool typing = m->prompt.kind != PROMPT_CLOSED;
    if (m->message.len == 0)
        return typing ? 0 : 1;
    struct canvas measure = {.rows = c.rows, .cols = c.cols - 2};
    int rows = canvas_flow(measure, 0, STYLE_NOTE, text_str(&m->message)), most = c.rows / 3;
    return rows < 1 ? 1 : rows > most ? most : rows;
}

/* Draws what a model answers after the message, in a view that only the frame says it for. */
static void answer(struct canvas c, int row, const struct screen *s)
{
    enum { GAP = 3 };
    const struct model *m = s->model;
    int from = 1 + (m->message.len > 0 ? utf8_width(text_str(&m->message)) + GAP : 0);
    struct text t = TEXT_HERE;
    if (views[m->now.state.look.view]->framed_answer && !m->pager.open)
        flow_next(s, c.cols - 1 - from, &t);
    canvas_put(c, row, c.cols - 1 - utf8_width(text_str(&t)), STYLE_TEXT, text_str(&t));
    text_finish(&t);
}

/* From the bottom up: the typed line, the keys, the message; without a prompt: the message, the
 * keys. Long text covers the end of the view. */
static void bottom(struct canvas c, const struct screen *s)
{
    const struct model *m = s->model;
    bool typing = m->prompt.kind != PROMPT_CLOSED;
    int rows = message_rows(c, m), keys = c.rows - (typing ? 2 : rows + 1);
    int message = typing ? keys - rows : keys + 1, top = (typing ? message : keys) - 1;
    enum style style = m->message_is_error ? STYLE_ERROR : STYLE_NOTE;
    for (int row = top; row < c.rows; row++)
        canvas_field(c, row, 0, c.cols, STYLE_TEXT, "");
    for (int row = message; row < message + rows; row++)
        canvas_field(c, row, 1, c.cols - 2, style, "");
    rule(c, s, top);
    footer(c, keys, s);
    struct canvas said = canvas_part(c, message, 1, rows, c.cols - 2);
    if (canvas_flow(said, 0, style, text_str(&m->message)) > rows && rows > 0)
        canvas_right(said, rows - 1, said.cols - 3, 3, style, s->ascii ? " .." : " …");
    if (rows == 1 && !typing)
        answer(c, message, s);
    if (typing)
        prompt_line(s, c, c.rows - 1);
}

void frame_cursor(struct canvas c, const struct model *m, int *row, int *col)
{
    *row = *col = -1;
    if (m->prompt.kind == PROMPT_CLOSED)
        return;
    *row = c.rows - 1;
    struct prompt_room at = prompt_room(&c, m, (enum lang)m->now.state.look.lang);
    *col = at.begin + at.width;
}

static void too_small(struct canvas c, const struct screen *s)
{
    struct text t = TEXT_HERE;
    text_say(&t, screen_lang(s),
             TEXT("%d x %d is too small: qkv needs %d x %d. Nothing is lost.",
                  "%d × %d 太小：qkv 需要 %d × %d。什么都没有丢失。"),
             c.cols, c.rows, FRAME_MIN_COLS, FRAME_MIN_ROWS);
    canvas_flow(c, 0, STYLE_NOTE, text_str(&t));
    text_finish(&t);
}

static bool two_blanks(struct canvas c, int col)
{
    struct text t = TEXT_HERE;
    canvas_text(canvas_part(c, 0, col, 1, 2), &t);
    bool blank = strspn(text_str(&t), " \n") == t.len;
    text_finish(&t);
    return blank;
}

/* While changes or progress are not saved, the title says so before the name of the view. */
static void not_kept(struct canvas c, const struct screen *s)
{
    enum { BEGIN = 5 };
    struct text t = TEXT_HERE;
    int end = c.cols - utf8_width(screen_pair(s, views[s->model->now.state.look.view]->title)) - 2;
    const struct text *changes = &s->model->not_kept, *steps = &s->model->not_recorded;
    if (changes->len > 0)
        screen_add(s, &t, TEXT(" not kept: %s ", " 没有自动保存：%s "), text_str(changes));
    else if (steps->len > 0)
        screen_add(s, &t, TEXT(" progress not saved: %s ", " 学习记录没有保存：%s "), text_str(steps));
    int width = utf8_width(text_str(&t)), room = end - BEGIN;
    int at = end - (width < room ? width : room), from = at;
    while (t.len > 0 && from > BEGIN &&
           !two_blanks(c, from - 2)) /* nothing of an item that it covers in part */
        from--;
    canvas_field(c, 0, from, at - from, STYLE_TEXT, "");
    if (t.len > 0)
        canvas_field(c, 0, at, end - at, STYLE_ERROR, text_str(&t));
    text_finish(&t);
}

static void draw_view(struct canvas c, const struct screen *s)
{
    if (board_fits(s, c.rows + FRAME_ROWS, c.cols))
        board_draw(c, s);
    else
        views[s->model->now.state.look.view]->draw(c, s);
}

/* Draws the text of a lesson; below it, if there is room, the way to its picture. */
static void draw_text_alone(struct canvas c, const struct screen *s, struct prose_points *points)
{
    if (lesson_panel_draw(c, s, points) + 2 > c.rows)
        return;
    const char *key = key_now(s->model, "beside", "layout view");
    int col = canvas_put(c, c.rows - 1, 1, STYLE_KEY, key);
    canvas_putf(c, c.rows - 1, col + 1, STYLE_STRONG,
                screen_text(s, TEXT("shows the picture: %s", "看图：%s")),
                screen_pair(s, views[s->model->now.state.look.view]->title));
    if (*key && click_hit(s->click, c, c.rows - 1, 1, c.cols - 1))
        click_key(s->click, key);
}

/* Returns the rows of the text above the view: half of them at most, and no more than what there is to watch
 * if otherwise only the text would fit; 0: only it does. */
static int rows_above(struct canvas c, const struct screen *s)
{
    bool alone = lesson_alone(c.rows + FRAME_ROWS, c.cols);
    int rows = alone ? lesson_watch_rows(s, c.cols) : lesson_panel_rows(s, c.cols), half = c.rows / 2;
    return rows < half ? rows : alone ? 0 : half;
}

/* Draws the text above the view; a rule parts them if the view can spare a row. */
static void draw_stacked(struct canvas c, const struct screen *s, struct pointer *p, int rows)
{
    enum { SPARE = 10 };
    lesson_panel_draw(canvas_part(c, 0, 0, rows, c.cols), s, &p->points);
    if (c.rows - rows > SPARE)
        rule(c, s, rows++);
    draw_view(canvas_part(c, rows, 0, c.rows - rows, c.cols), s);
}

/* Returns how many rows of the middle the bottom covers: a message of several lines, a typed line. A view may
 * lose its end for a moment, a question must not lose an option. */
static int covered(struct canvas c, const struct model *m)
{
    struct canvas whole = {.rows = c.rows + FRAME_ROWS, .cols = c.cols};
    return message_rows(whole, m) - (m->prompt.kind == PROMPT_CLOSED);
}

/* Draws the lesson's text and the view: side by side or one above the other if they fit, otherwise one of the
 * two. Returns how many places of the text point at the picture. */
static int draw_lesson(struct canvas c, const struct screen *s)
{
    enum lesson_layout layout = s->model->lesson->layout;
    int panel = c.cols >= 120 ? LESSON_WIDE : LESSON_PANEL;
    bool stacked = c.cols < LESSON_SIDE;
    bool edits =
        views[s->model->now.state.look.view]->sheet && lesson_asks(lesson_now(s->model->lesson), ASK_GOAL);
    int above = stacked && layout == LAYOUT_SPLIT ? rows_above(c, s) : 0;
    if (stacked && above == 0 && layout == LAYOUT_SPLIT)
        layout = edits ? LAYOUT_VIEW : LAYOUT_TEXT;
    struct pointer p;
    struct screen pointed = *s;
    struct canvas clear = canvas_part(c, 0, 0, c.rows - covered(c, s->model), c.cols);
    pointer_begin(&p, s, c);
    pointed.spots = &p.spots;
    if (layout == LAYOUT_TEXT) {
        draw_text_alone(clear, s, &p.points);
    } else if (layout == LAYOUT_VIEW) {
        lesson_panel_draw((struct canvas){.rows = c.rows, .cols = panel}, s, &p.points);
        draw_view(c, &pointed);
    } else if (stacked) {
        draw_stacked(c, &pointed, &p, above);
    } else {
        lesson_panel_draw(canvas_part(clear, 0, 0, clear.rows, panel), s, &p.points);
        screen_wall(c, s, 0, panel, c.rows);
        draw_view(canvas_part(c, 0, panel + 1, c.rows, c.cols - panel - 1), &pointed);
    }
    pointer_draw(&p, layout == LAYOUT_SPLIT && !stacked ? panel : -1);
    return p.spots.count;
}

static int draw_middle(struct canvas c, const struct screen *s)
{
    struct screen hiding = *s;
    hiding.hidden = lesson_hides(s->model);
    if (s->model->lesson && !s->model->lesson->free && !s->model->pager.open)
        return draw_lesson(c, &hiding);
    if (s->model->pager.open)
        pages_draw(c, s);
    else
        draw_view(c, &hiding);
    return 0;
}

bool frame_draw(struct canvas c, const struct screen *s)
{
    canvas_clear(c);
    if (s->model->blank)
        return true;
    if (c.rows < FRAME_MIN_ROWS || c.cols < FRAME_MIN_COLS) {
        too_small(c, s);
        return true;
    }
    if (s->model->lesson)
        lesson_title_draw(c, s);
    else
        title(c, s);
    not_kept(c, s);
    rule(c, s, 1);
    struct reach reach = {0};
    struct screen shown = *s;
    shown.hidden = lesson_hides(s->model);
    shown.reach = s->reach ? s->reach : &reach;
    shown.points = draw_middle(canvas_part(c, 2, 0, c.rows - FRAME_ROWS, c.cols), &shown);
    bottom(c, &shown);
    bool whole = !s->scratch->failed;
    if (!whole)
        canvas_put(c, 1, 1, STYLE_ERROR,
                   screen_text(s, TEXT("not enough memory to draw everything", "内存不足，这张图没有画全")));
    arena_forget(s->scratch);
    return whole;
}
