/* A new view is a table, a chart and a sentence in sixty lines, and can do what all views can: it finds its
 * room at every size, is told, clicked and pointed into. The one below is added nowhere but here. */
#include <math.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "keep/file.h"
#include "support/apps.h"
#include "support/test.h"
#include "support/watched.h"
#include "view/figures/chart.h"
#include "view/figures/table.h"
#include "view/spots.h"

/* The view begins here. */
static double reads_at(const void *of, long x)
{
    const struct screen *s = of;
    const struct look *l = &s->session->now.state.look;
    const struct mat m = stage_matrix(&s->session->now.trace, l->layer, STAGE_WEIGHTS, l->head);
    return x >= 0 && x < m.cols ? mat_at(m, l->query, (int)x) : (double)NAN;
}
static const char *head(const struct table *t, int col)
{
    return col < 0 ? "" : screen_text(t->s, "share of its attention|share");
}
static const char *name(const struct table *t, int row)
{
    return state_word(&t->s->session->now.state, t->s->session->now.state.sentence, row);
}
static const char *cell(const struct table *t, int row, int col)
{
    return share_text(t->s, reads_at(t->s, row + col), SHARE_PLAIN);
}
static const char *does(const struct table *t, int row, int col)
{
    return row >= 0 && col < 0 ? say(t->s, "set key %d", row) : "";
}
static bool is(const struct table *t, const struct aim *aim, int row, int col)
{
    return aim->row == t->s->session->now.state.look.query && aim->col == row + col;
}
static struct table reads_table(const struct screen *s)
{
    struct table t = {s, 0, s->session->now.config.n, 1, false, head, name, cell, 0, 0, does, 0, 0, 0, 0, is};
    t.target = STAGE_WEIGHTS;
    return t;
}
static const char *reads_says(const struct table *t)
{
    return say(t->s, "%s looks at %d words.", name(t, t->s->session->now.state.look.query), t->rows);
}
static void reads_chart_draw(struct canvas c, const void *of)
{
    const struct table *t = of;
    struct chart g = chart_whole(c, t->s, 0, t->rows);
    chart_reach(&g, 0, 1);
    chart_curve(&g, &(struct chart_line){.whole = reads_at, .of = t->s, .look = {STYLE_TITLE, 0}});
}
static void reads_draw(struct canvas c, const struct screen *s)
{
    const struct table t = reads_table(s);
    const struct page_part parts[] = {{"says", 0, page_flow(reads_says(&t), STYLE_STRONG, 10), NULL, NULL},
                                      {"table", 1, table_size(&t), NULL, table_draw},
                                      {"chart", 1, {.rows = 4, .cols = 24}, NULL, reads_chart_draw},
                                      {NULL, 0, {0}, NULL, NULL}};
    page_draw(c, (const char *const[]){"says / gap / (table || chart)", "says? / table", NULL}, parts, &t);
}
static void reads_tell(const struct teller *of)
{
    const struct table t = reads_table(&of->screen);
    text_addf(of->out, "%s\n", reads_says(&t));
    table_tell(of, &t);
}
static const struct view view_reads = {.name = "reads", .draw = reads_draw, .tell = reads_tell};
/* The view ends here. */

#define SCENE TWO_HEADS " ; set query 1"

TEST(a_view_takes_at_most_sixty_lines)
{
    struct text file = {0};
    struct reply r = {0};
    int lines = -1;
    assert_true(file_read("tests/view/figures/test_view.c", 1 << 20, &file, &r));
    const char *at = strstr(text_str(&file), "/* The view begins"),
               *end = strstr(text_str(&file), "/* The view ends");
    for (; at < end; at++)
        lines += *at == '\n';
    if (lines < 40 || lines > 60)
        fail_msg("%d lines", lines);
    text_finish(&file);
    reply_finish(&r);
}

TEST(it_finds_its_room_at_every_size)
{
    static struct watched w;
    struct app a = app_after(SCENE);
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    for (int rows = 4; rows < 40; rows++)
        for (int cols = 16; cols < 130; cols += 3) {
            struct canvas c;
            struct text faults = {0};
            assert_true(canvas_init(&c, rows, cols));
            watched_begin(&w, &c);
            view_reads.draw(c, &s);
            watched_faults(&w, &faults);
            if (faults.len > 0)
                fail_msg("%d x %d: %s", cols, rows, text_str(&faults));
            text_finish(&faults);
            watched_finish(&w);
            canvas_finish(&c);
            arena_forget(s.scratch);
        }
    app_finish(&a);
}

TEST(it_is_told_clicked_and_pointed_into)
{
    struct app a = app_after(SCENE);
    struct canvas c;
    struct text seen = {0}, told = {0};
    assert_true(canvas_init(&c, 18, 80));
    struct click click = {.row = 4, .col = 1, .whole = c};
    struct spots spots = {.whole = c, .count = 1};
    spots.v[0].target = (struct aim){.stage = STAGE_WEIGHTS, .layer = -1, .head = -1, .row = 1, .col = 2};
    struct screen s = {.session = &a.session, .scratch = &a.scratch, .click = &click, .spots = &spots};
    view_reads.draw(c, &s);
    canvas_text(c, &seen);
    assert_non_null(strstr(text_str(&seen), "chases looks at 3 words."));
    assert_non_null(strstr(text_str(&seen), "share of its attention"));
    assert_non_null(strstr(text_str(&seen), "\xe2\xa0")); /* the curve */
    assert_string_equal(click.line, "set key 1");
    assert_true(spots.v[0].found && spots.v[0].named);
    assert_int_equal(spots.v[0].area.row, 5);
    view_reads.tell(&(struct teller){&a.session, &a.session.now, s, &told});
    assert_string_equal(text_str(&told),
                        "chases looks at 3 words.\ncat: share of its attention 1.00\n"
                        "chases: share of its attention 0.00\ndog: share of its attention 0.00\n");
    text_finish(&seen);
    text_finish(&told);
    canvas_finish(&c);
    app_finish(&a);
}
