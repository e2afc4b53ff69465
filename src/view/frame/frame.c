/* A frame says where one is (the title), shows the one view that the state names, and offers the keys that
 * act now, ranked, as many as fit. What takes the keyboard away from the view (a typed line, a long answer, a
 * lesson) takes its keys' place in the footer as well, so that the last row never promises a key that does
 * nothing. Nothing here keeps a list of what is clickable: a click draws the frame again (view/click.h). */
#include "view/frame/frame.h"

#include <string.h>

#include "session/contexts.h"
#include "study/clock.h"
#include "state/training.h"
#include "view/flow/flow.h"
#include "view/figures/keys.h"
#include "view/lesson/lesson.h"

enum { FRAME_ROWS = 5 }; /* rows not available to the view: title, keys, message, two rules */

/* Writes the settings that affect the numbers; `most` adds the sizes. A block with a causal mask and no
 * second sequence is that of a model that writes. */
static void title_settings(struct text *t, const struct screen *s, bool most)
{
    const struct state *st = &s->session->now.state;
    const struct posenc_def *pe = posencs[st->set.encoding];
    struct text carried = SCREEN_TEXT(s);
    bool omits = st->patches && state_patches(st, true, &carried) > 0;
    text_clear(&carried);
    if (state_patches(st, false, &carried) > 0)
        screen_add(s, t, TEXT("carried: %s!  "), text_str(&carried));
    if (st->set.omitted || omits) {
        text_add(t, screen_text(s, TEXT("without ")));
        screen_omitted(s, t);
        text_add(t, screen_text(s, TEXT("!  ")));
    }
    if (most)
        screen_add(s, t, TEXT("d %d  heads %d  "), st->set.d, st->set.heads);
    text_add(t, posenc_fact(pe, screen_lang(s)));
    if (pe->angle && !pe->place)
        text_addf(t, " %g", posenc_of_layer(&s->session->now.config, st->look.layer).base);
    screen_unplaced(s, &s->session->now.config, t);
    text_addf(t, "  %s", screen_mask(s, &st->set));
    if (st->set.block != BLOCK_ATTENTION)
        text_addf(t, "  %s",
                  st->set.block == BLOCK_ENCODER && st->set.mask == MASK_CAUSAL
                      ? screen_text(s, TEXT("decoder only"))
                      : screen_text(s, st->set.block == BLOCK_ENCODER ? TEXT("encoder") : TEXT("decoder")));
    if (st->set.layers > 1 && !views[st->look.view]->last_layer)
        screen_add(s, t, TEXT("  layer %d/%d"), st->look.layer + 1, st->set.layers);
    if (term_set_any(&st->term_off))
        text_add(t, screen_text(s, TEXT("  terms off!")));
}

/* On the start screen the sentence, in these columns, is a field: a click on it, or on what stands beside it
 * where there is room, opens it for typing. Returns the column after it. */
static int title_field(struct canvas c, const struct screen *s, int col, int width, int end)
{
    enum { GAP = 2 };
    const char *key = key_now(s->session, "home", "cursor up 1000000 ; prompt sentence"),
               *const says[] = {screen_text(s, TEXT("type your own")),
                                screen_text(s, TEXT_AS("frame", "type"))};
    struct canvas field = canvas_part(c, 0, col - 1, 1, width + GAP);
    canvas_ink(field, 0, 0, field.cols, ink_hue(HUE_GREY, LESSON_RAISED));
    for (int i = 0; i < 2 && *key && field.cols == width + GAP; i++) {
        int room = utf8_width(key) + 1 + utf8_width(says[i]);
        if (col + width + GAP + room < end)
            field.cols = canvas_key(c, 0, col + width + GAP, key, says[i]) - col + 1;
    }
    if (click_in(s->click, field))
        click_key(s->click, key);
    return col - 1 + field.cols;
}

/* qkv  猫 追 狗  d 8  heads 1  sincos 10000  mask none                    stages
 * If too long, it omits the sizes, which change least. */
static void frame_title(struct canvas c, const struct screen *s)
{
    const struct state *st = &s->session->now.state;
    struct text t = SCREEN_TEXT(s), words = SCREEN_TEXT(s);
    const char *name = screen_text(s, views[st->look.view]->title);
    int right = c.cols - utf8_width(name) - 1, fit = c.cols / 3;
    for (int i = 0; i < st->sentence->count && utf8_width(text_str(&words)) <= fit; i++) {
        text_add(&words, i ? " " : "");
        screen_word_bare(st, st->sentence, i, &words);
    }
    int col = canvas_put(c, 0, 1, STYLE_TITLE, "qkv") + 2;
    fit = fit < utf8_width(text_str(&words)) ? fit : utf8_width(text_str(&words));
    canvas_field(c, 0, col, fit, STYLE_TEXT, text_str(&words));
    col = 2 + (st->look.view == VIEW_HOME ? title_field(c, s, col, fit, right) : col + fit);
    title_settings(&t, s, true);
    if (utf8_width(text_str(&t)) > right - col - 1) {
        text_clear(&t);
        title_settings(&t, s, false);
    }
    if (right - col > 4)
        canvas_field(c, 0, col, right - col - 1, STYLE_DIM, text_str(&t));
    canvas_put(c, 0, right, STYLE_TITLE, name);
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

/* Fills v with the footer's bindings by rank, and returns their number: those of the view's context, or of
 * one that takes its place, and those of "all" that it does not bind itself. Without the scene, keys that
 * change the sentence are left out. So is the key of the view we are in. */
static int by_rank(const struct session *m, const struct binding *v[RANKED_MOST])
{
    const struct view *view = views[m->now.state.look.view];
    const char *in = view->context;
    bool active[CONTEXTS_MOST], no_scene = view->no_scene;
    int count = 0;
    contexts_active(m, active);
    for (int i = 0; contexts[i].name; i++)
        if (contexts[i].no_scene && active[i]) {
            in = contexts[i].name;
            no_scene = true;
            break;
        }
    for (const struct binding *b = keymap_defaults; b->key && count < RANKED_MOST; b++) {
        const int leads = (int)(b->footer >> FOOTER_VIEW) - 1;
        const bool own = strcmp(b->context, in) == 0;
        bool shown = rank(b) > 0 && (own || strcmp(b->context, "all") == 0);
        if (!own &&
            ((no_scene && rank(b) <= RANK_SCENE) || (leads >= 0 && strcmp(views[leads]->context, in) == 0)))
            shown = false;
        for (const struct binding *o = keymap_defaults; shown && !own && o->key; o++)
            shown = strcmp(o->context, in) != 0 || strcmp(o->key, b->key) != 0;
        if (!shown)
            continue;
        int at = count++;
        for (; at > 0 && rank(v[at - 1]) > rank(b); at--)
            v[at] = v[at - 1];
        v[at] = b;
    }
    return count;
}

/* Adds the view's keys: what arrows do in it (those of the game move its hands, which are all that one can
 * walk through), then the others. */
static void view_keys(struct key_row *k)
{
    const struct screen *s = k->s;
    const struct look *look = &s->session->now.state.look;
    const struct view *view = views[look->view];
    const struct binding *all[RANKED_MOST];
    const int count = by_rank(s->session, all);
    const bool each = view->across && !training_lists_tasks(&s->session->now.state);
    struct text where = SCREEN_TEXT(s);
    contexts_now(s->session, &where);
    if (!view->still && clock_asks(look))
        key_row_add(k, "↑↓", screen_text(s, TEXT("hand")), NULL, NULL);
    else if (!view->still && !each)
        key_row_add(k, "←↑↓→", screen_text(s, TEXT("move")), NULL, NULL);
    else if (!view->still) {
        key_row_add(k, "←→", screen_text(s, view->across), NULL, NULL);
        key_row_add(k, "↑↓", screen_text(s, view->along), NULL, NULL);
    }
    for (int i = 0; i < count; i++) {
        const char *key = keymap_key_like(&s->session->keymap, text_str(&where), all[i]);
        if (rank(all[i]) != RANK_HELP && key_offered(s->session, all[i]))
            key_row_add(k, key, binding_note(all[i], screen_lang(s)), key, NULL);
    }
}

struct hint {
    const char *key, *shown;
    const char *note;
};

static const struct hint line_hints[] = {
    {"Enter", "Enter", TEXT("accept")}, {"Up", "↑", TEXT("history")},     {"Esc", "Esc", TEXT("cancel")},
    {"Tab", "Tab", TEXT("complete")},   {"/", "/", TEXT("splits words")}, {NULL, NULL, NULL},
};

static const struct hint page_hints[] = {
    {"Down", "↓", TEXT_AS("frame", "down")}, {"Up", "↑", TEXT_AS("frame", "up")},
    {"PgDn", "PgDn", TEXT("page down")},     {"PgUp", "PgUp", TEXT("page up")},
    {"q", "q", TEXT_AS("frame", "close")},   {NULL, NULL, NULL},
};

static void footer(struct canvas c, int row, const struct screen *s)
{
    enum { HELP = 9 };
    const struct lesson_session *lesson = s->session->lesson;
    const enum prompt_kind kind = s->session->prompt.kind;
    const bool typing = kind != PROMPT_CLOSED, completes = kind == PROMPT_COMMAND || kind == PROMPT_STAGE,
               splits = kind == PROMPT_SENTENCE && !state_model(&s->session->now.state);
    struct key_row k = {c, s, row, 1, c.cols - 1, NULL}, below = {c, s, row + 1, 1, c.cols - 1, NULL};
    struct text answer = SCREEN_TEXT(s);
    for (const struct hint *hint = typing ? line_hints : page_hints;
         (typing || s->session->pager.open) && hint->key; hint++) /* they have the keyboard */
        if ((strcmp(hint->key, "Tab") != 0 || completes) && (strcmp(hint->key, "/") != 0 || splits))
            key_row_add(&k, hint->shown, screen_text(s, hint->note), hint->key, NULL);
    if (typing || s->session->pager.open)
        return;
    k.end = c.cols - HELP;
    if (views[s->session->now.state.look.view]->framed_answer)
        flow_next(s, c.cols, &answer);
    if (c.cols < LESSON_SIDE && s->session->message.len == 0 && answer.len == 0)
        k.more = &below; /* nothing is said there */
    if (lesson && lesson->free) {
        const char *key = key_now(s->session, "free", "return");
        key_row_add(&k, key, screen_text(s, TEXT("back to the lesson")), key, NULL);
    }
    if (lesson && !lesson->free)
        lesson_footer_draw(&k);
    else
        view_keys(&k);
    const char *help = screen_text(s, TEXT("help"));
    struct key_row last = {c, s, row, c.cols - 1 - utf8_width(help) - 2, c.cols, NULL};
    last.col -= 2; /* the gap before it */
    key_row_add(&last, "?", help, "?", NULL);
}

static const char *prompt_mark(enum prompt_kind kind)
{
    static const char *const marks[PROMPT_KINDS] = {
        [PROMPT_CLOSED] = ":",
        [PROMPT_COMMAND] = ":",
        [PROMPT_CELL] = TEXT("new value: "),
        [PROMPT_SENTENCE] = TEXT("sentence: "),
        [PROMPT_STAGE] = TEXT("stage (name or number): "),
        [PROMPT_ANSWER] = TEXT("answer: "),
    };
    return marks[kind];
}

/* How much of a typed line fits: from which byte, so that the cursor is visible, and the columns. */
struct prompt_room {
    int begin, width; /* of the line; `width`: up to the cursor */
    size_t from;
};

static struct prompt_room prompt_room(const struct canvas *c, const struct session *m, enum lang lang)
{
    const struct prompt *p = &m->prompt;
    struct prompt_room at = {1 + utf8_width(text_in(prompt_mark(p->kind), lang)), 0, p->cursor};
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
    const struct prompt *p = &s->session->prompt;
    struct prompt_room at = prompt_room(&c, s->session, screen_lang(s));
    const char *seen = text_str(&p->line) + at.from;
    canvas_put(c, row, 1, STYLE_PROMPT, screen_text(s, prompt_mark(p->kind)));
    canvas_put(c, row, at.begin, p->offered ? STYLE_SELECTED : STYLE_TEXT, seen);
    if (at.from > 0)
        canvas_put(c, row, at.begin, STYLE_KEY, "‹");
    if (utf8_width(seen) > c.cols - at.begin)
        canvas_put(c, row, c.cols - 1, STYLE_KEY, "›");
    if (p->kind == PROMPT_ANSWER && p->line.len == 0 &&
        lesson_asks(lesson_now(s->session->lesson), ASK_EXPLAIN))
        canvas_put(c, row, at.begin + 2, STYLE_DIM,
                   screen_text(s, TEXT("Enter with nothing here shows one way to say it")));
}

/* Returns the rows of the message; at least one unless a prompt is open. */
static int message_rows(struct canvas c, const struct session *m)
{
    bool typing = m->prompt.kind != PROMPT_CLOSED;
    if (m->message.len == 0)
        return typing ? 0 : 1;
    struct canvas measure = {.rows = c.rows, .cols = c.cols - 2};
    int rows = canvas_flow(measure, 0, STYLE_NOTE, text_str(&m->message)), most = c.rows / 3;
    return rows < 1 ? 1 : rows > most ? most : rows;
}

/* From the bottom up: the typed line, the keys, the message; without a prompt: the message, the
 * keys. Long text covers the end of the view. */
static void bottom(struct canvas c, const struct screen *s)
{
    enum { GAP = 3 };
    const struct session *m = s->session;
    bool typing = m->prompt.kind != PROMPT_CLOSED;
    int rows = message_rows(c, m), keys = c.rows - (typing ? 2 : rows + 1);
    int message = typing ? keys - rows : keys + 1, top = (typing ? message : keys) - 1;
    enum style style = m->message_is_error ? STYLE_ERROR : STYLE_NOTE;
    for (int row = top; row < c.rows; row++)
        canvas_field(c, row, 0, c.cols, STYLE_TEXT, "");
    for (int row = message; row < message + rows; row++)
        canvas_field(c, row, 1, c.cols - 2, style, "");
    screen_rule(c, top, STYLE_BORDER);
    footer(c, keys, s);
    struct canvas said = canvas_part(c, message, 1, rows, c.cols - 2);
    if (canvas_flow(said, 0, style, text_str(&m->message)) > rows && rows > 0)
        canvas_right(said, rows - 1, said.cols - 3, 3, style, " …");
    if (rows == 1 && !typing) { /* what a model answers, in a view that only the frame says it for */
        struct text answer = SCREEN_TEXT(s);
        int from = 1 + (m->message.len > 0 ? utf8_width(text_str(&m->message)) + GAP : 0);
        if (views[m->now.state.look.view]->framed_answer && !m->pager.open)
            flow_next(s, c.cols - 1 - from, &answer);
        canvas_put(c, message, c.cols - 1 - utf8_width(text_str(&answer)), STYLE_TEXT, text_str(&answer));
    }
    if (typing)
        prompt_line(s, c, c.rows - 1);
}

void frame_cursor(struct canvas c, const struct session *m, int *row, int *col)
{
    *row = *col = -1;
    if (m->prompt.kind == PROMPT_CLOSED)
        return;
    *row = c.rows - 1;
    struct prompt_room at = prompt_room(&c, m, (enum lang)m->now.state.look.lang);
    *col = at.begin + at.width;
}

/* While changes or progress are not saved, the title says so before the name of the view. */
static void not_kept(struct canvas c, const struct screen *s)
{
    enum { BEGIN = 5 };
    int end = c.cols - utf8_width(screen_text(s, views[s->session->now.state.look.view]->title)) - 2;
    const struct text *changes = &s->session->not_kept, *steps = &s->session->not_recorded;
    if (changes->len == 0 && steps->len == 0)
        return;
    const char *why = changes->len > 0 ? say(s, TEXT(" not kept: %s "), text_str(changes))
                                       : say(s, TEXT(" progress not saved: %s "), text_str(steps));
    int width = utf8_width(why), room = end - BEGIN, at = end - (width < room ? width : room), from = at;
    for (const struct cell *row = c.cells; from > BEGIN; from--) /* no item is covered in part */
        if ((row[from - 2].width == 0 || row[from - 2].ch[0] == ' ') && row[from - 1].ch[0] == ' ')
            break;
    canvas_field(c, 0, from, at - from, STYLE_TEXT, "");
    canvas_field(c, 0, at, end - at, STYLE_ERROR, why);
}

static void draw_view(struct canvas c, const struct screen *s)
{
    if (board_fits(s, c.rows + FRAME_ROWS, c.cols))
        board_draw(c, s);
    else
        views[s->session->now.state.look.view]->draw(c, s);
}

/* Draws the lesson's text and the view: side by side or one above the other if they fit, otherwise one of the
 * two. Returns how many places of the text point at the picture. */
static int draw_lesson(struct canvas c, const struct screen *s)
{
    enum {
        SPARE = 6,  /* rows of a view above which one is spared for a rule */
        LOW = 13,   /* rows below which the text has half of them, options all: a phone held sideways */
        GLANCE = 2, /* rows of a step's text on a phone, before one reads on: first the picture */
    };
    enum lesson_layout layout = s->session->lesson->layout;
    const int panel = c.cols >= 120 ? LESSON_WIDE : LESSON_PANEL;
    const bool stacked = c.cols < LESSON_SIDE, alone = lesson_alone(c.rows + FRAME_ROWS, c.cols);
    int above = 0;
    /* 1. The rows of the text above the view: half of them at most, or on a small screen all but SPARE, so
     * that what is asked and what is said of the picture is always beside it. A sheet needs all rows, the end
     * of a lesson has no picture. */
    if (stacked && layout == LAYOUT_SPLIT) {
        above = lesson_panel_rows(s, c.cols, alone && c.rows >= LOW);
        const int half = c.rows - c.rows / 2, least = alone && c.rows - half > SPARE ? c.rows - SPARE : half;
        above = above < least ? above : least;
        if (c.cols < SCREEN_NARROW && lesson_begins(s->session->lesson) && above > GLANCE)
            above = GLANCE;
        if (!lesson_now(s->session->lesson).step ||
            (c.rows < LOW && lesson_asks(lesson_now(s->session->lesson), ASK_CHOICE)))
            layout = LAYOUT_TEXT;
        else if (alone && views[s->session->now.state.look.view]->sheet &&
                 lesson_asks(lesson_now(s->session->lesson), ASK_GOAL))
            layout = LAYOUT_VIEW;
    }
    /* 2. The bottom may cover the end of a view for a moment, by a message of several lines or a typed line;
     * a question must not lose an option. */
    struct canvas whole = {.rows = c.rows + FRAME_ROWS, .cols = c.cols};
    int covered = message_rows(whole, s->session) - (s->session->prompt.kind == PROMPT_CLOSED);
    struct canvas clear = canvas_part(c, 0, 0, c.rows - covered, c.cols);
    /* 3. The text tells what it points at, the picture where that is. */
    struct pointer p;
    struct screen pointed = *s;
    pointer_begin(&p, s, c);
    pointed.spots = &p.spots;
    if (layout == LAYOUT_TEXT) {
        lesson_panel_draw(clear, s, &p.points);
    } else if (layout == LAYOUT_VIEW) {
        lesson_panel_draw((struct canvas){.rows = c.rows, .cols = panel}, s, &p.points);
        draw_view(c, &pointed);
    } else if (stacked) {
        lesson_panel_draw(canvas_part(c, 0, 0, above, c.cols), &pointed, &p.points);
        if (c.rows - above > SPARE)
            screen_rule(c, above++, STYLE_BORDER);
        draw_view(canvas_part(c, above, 0, c.rows - above, c.cols), &pointed);
    } else {
        lesson_panel_draw(canvas_part(clear, 0, 0, clear.rows, panel), s, &p.points);
        screen_wall(c, 0, panel, c.rows);
        draw_view(canvas_part(c, 0, panel + 1, c.rows, c.cols - panel - 1), &pointed);
    }
    pointer_draw(&p, layout == LAYOUT_SPLIT && !stacked ? panel : -1);
    return p.spots.count;
}

bool frame_draw(struct canvas c, const struct screen *s)
{
    const struct session *m = s->session;
    struct reach reach = {0};
    struct screen shown = *s;
    shown.hidden = lesson_hides(m);
    shown.reach = s->reach ? s->reach : &reach;
    canvas_clear(c);
    if (m->blank)
        return true;
    if (c.rows < FRAME_MIN_ROWS || c.cols < FRAME_MIN_COLS) {
        canvas_flow(c, 0, STYLE_NOTE,
                    say(s, TEXT("%d x %d is too small: qkv needs %d x %d. Nothing is lost."), c.cols, c.rows,
                        FRAME_MIN_COLS, FRAME_MIN_ROWS));
        arena_forget(s->scratch);
        return true;
    }
    if (m->lesson)
        lesson_title_draw(c, s);
    else
        frame_title(c, s);
    not_kept(c, s);
    screen_rule(c, 1, STYLE_BORDER);
    struct canvas middle = canvas_part(c, 2, 0, c.rows - FRAME_ROWS, c.cols);
    if (m->pager.open)
        pages_draw(middle, &shown);
    else if (m->lesson && !m->lesson->free)
        shown.points = draw_lesson(middle, &shown);
    else
        draw_view(middle, &shown);
    bottom(c, &shown);
    bool whole = !s->scratch->failed;
    if (!whole)
        canvas_put(c, 1, 1, STYLE_ERROR, screen_text(s, TEXT("not enough memory to draw everything")));
    arena_forget(s->scratch);
    return whole;
}
