/* What each word carries away: its row of the compared stage on both sides, and how far it moved. */
#include <math.h>

#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/compare/compare.h"
#include "view/flow/flow.h"

enum { ARROW = 3, SAYS = 17, STRIP_LEAST = 8, STRIP_MOST = 56, CELLS_MOST = 6, EACH_MOST = 4 };

/* The layout. */
struct carried {
    int name, strip; /* columns of the words, of a strip (0: none) */
    int high, each;  /* rows of a strip, rows from one word to the next */
};

/* Returns the columns of the longest word plus two, at most `most`. */
static int names_width(const struct screen *s, const struct sequence *words, int most)
{
    const struct state *st = &s->session->now.state;
    int width = 0;
    for (int i = 0; i < words->count; i++) {
        struct text t = SCREEN_TEXT(s);
        state_label(st, words, i, &t);
        width = (int)fmax(width, utf8_width(text_str(&t)) + 2);
    }
    return width < most ? width : most;
}

/* Draws a row of one side as a strip. Columns that are words follow the order of the left side. */
static void carried_strip(struct canvas c, const struct screen *s, const struct comparison *of, int row,
                          bool right, double most)
{
    struct mat m = right ? of->b.m : of->a.m;
    double *v;
    if (row < 0 || !arena_more(s->scratch, (size_t)of->a.m.cols))
        return;
    v = arena_doubles(s->scratch, (size_t)of->a.m.cols);
    for (int j = 0; j < of->a.m.cols; j++) {
        int col = right && of->a.cols ? of->col_of[j] : j;
        v[j] = col >= 0 && col < m.cols ? mat_at(m, row, col) : 0;
    }
    flow_strip(c, s, v, of->a.m.cols, most);
}

static void one(struct canvas c, const struct screen *s, const struct comparison *of, int i,
                const struct carried *p)
{
    enum { DIM = 3 }; /* the colour scale of unmoved rows is this many times wider */
    const struct state *st = &s->session->now.state;
    struct text t = SCREEN_TEXT(s);
    int at, dim, col = p->name;
    double most = fmax(mat_max_finite(of->a.m), mat_max_finite(of->b.m));
    bool same = comparison_rounding(of, comparison_row(of, i));
    cursor_of_stage(st, &s->session->now.config, cursor_compared(&st->look), &at, &dim);
    state_label(st, of->a.rows, i, &t);
    canvas_field(c, 0, 0, p->name - 1, i == at ? STYLE_TITLE : STYLE_STRONG, text_str(&t));
    if (p->strip > 0) {
        carried_strip(canvas_part(c, 0, col, p->high, p->strip), s, of, i, false, most);
        canvas_put(c, 0, col + p->strip + 1, STYLE_DIM, "→");
        col += p->strip + ARROW;
        carried_strip(canvas_part(c, 0, col, p->high, p->strip), s, of, of->row_of[i], true,
                      same ? DIM * most : most);
        col += p->strip + 2;
    }
    double x = comparison_row(of, i);
    const struct canvas_look looks[] = {
        {STYLE_DIM, 0}, {STYLE_GOOD, screen_mono(s) ? 0 : ink_hue(HUE_DONE, HUE_FULL)}, {STYLE_STRONG, 0}};
    canvas_runs(canvas_part(c, 0, col, 1, c.cols - col), 0, 0, looks,
                x < 0 ? screen_text(s, TEXT("not on both sides"))
                : comparison_rounding(of, x)
                    ? say(s, TEXT("the same {1}0{/}"))
                    : say(s, TEXT("moved by {2}%s{/}"), compare_short(s, x, false, "0")));
}

void compare_carried_draw(struct canvas c, const struct screen *s, const struct comparison *of)
{
    const struct state *st = &s->session->now.state;
    int count = of->a.m.rows, at, dim;
    bool headed = c.rows > count;
    if (headed) {
        const struct session *m = s->session;
        int stage = m->now.state.look.compare_stage;
        int col = canvas_put(c, 0, 0, STYLE_STRONG,
                             stage == COMPARE_FINAL ? screen_text(s, TEXT("what each word carries away"))
                                                    : screen_text(s, stage_title(stage)));
        const char *more = screen_text(s, TEXT("same word, both sides"));
        if (col + 2 + utf8_width(more) <= c.cols)
            canvas_put(c, 0, col + 2, STYLE_DIM, more);
    }
    struct canvas list = canvas_part(c, headed, 0, c.rows - headed, c.cols);
    if (!of->same_width) {
        canvas_flow(list, 0, STYLE_DIM, screen_text(s, TEXT("The columns of the two sides do not match.")));
        return;
    }
    int name = names_width(s, of->a.rows, c.cols / 3);
    struct carried p = {.name = name};
    int all = of->a.m.rows, space = (list.cols - p.name - ARROW - SAYS - 2) / 2;
    int most = of->a.m.cols > 0 ? CELLS_MOST * of->a.m.cols : 0;
    space = space > STRIP_MOST ? STRIP_MOST : space;
    p.strip = space > most ? most : space;
    p.strip = p.strip >= of->a.m.cols ? p.strip / of->a.m.cols * of->a.m.cols : p.strip; /* whole cells */
    p.strip = p.strip < STRIP_LEAST || !of->same_width ? 0 : p.strip;
    p.each = (list.rows + 1) / (all > 0 ? all : 1);
    p.each = p.each > EACH_MOST ? EACH_MOST : p.each < 1 ? 1 : p.each;
    p.high = p.each > 1 ? p.each - 1 : 1;
    int room = (list.rows + p.each - p.high) / p.each;
    cursor_of_stage(st, &s->session->now.config, cursor_compared(&st->look), &at, &dim);
    int first = screen_first_shown(at, count, room);
    for (int i = first; i < count && i - first < room; i++)
        one(canvas_part(list, (i - first) * p.each, 0, p.high, list.cols), s, of, i, &p);
    screen_more(canvas_part(list, 0, 0, (room - 1) * p.each + 1, list.cols), s, list.cols - 1, first > 0,
                first + room < count);
}
