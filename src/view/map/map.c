/* The words in the plane: the rows of X, H and the output as points on their principal
 * components. The map shows where attention moves each word. All stages share one plane, since a way can only
 * be drawn between points on the same axes; the price is that each matrix is seen less well than in a plane
 * of its own, and the page says how well. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "core/encoding/posenc.h"
#include "core/math/pca.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/map/map.h"
#include "view/figures/page.h"
#include "view/figures/tell.h"

enum { SIGNS = 6 }; /* columns of a letter, a line and their blanks */

/* The stages of a word's path: from the embeddings to the output of the layer. */
struct stations {
    int stage[MAP_STAGES], count;
    const char *letter[MAP_STAGES];
    struct mat m[MAP_STAGES];
};

/* The words in the plane of their principal components. */
struct plane {
    const struct screen *s;
    struct stations w;
    struct pca axes;
    struct map_points points;
    int count; /* of the matrices that the axes are computed from */
    bool fits;
};

static struct stations stations_of(const struct scene *now)
{
    const int layer = now->state.look.layer, last = stage_output(&now->config, layer);
    const struct {
        int stage;
        const char *letter;
    } way[] = {{STAGE_X, "x"}, {STAGE_H, "h"}, {STAGE_OUTPUT, "o"}, {last, "*"}};
    struct stations w = {.count = 0};
    for (int i = 0; i < MAP_STAGES; i++) {
        bool again = w.count > 0 && w.stage[w.count - 1] == way[i].stage;
        if (again || !stage_present(&now->config, layer, way[i].stage))
            continue;
        w.stage[w.count] = way[i].stage;
        w.letter[w.count] = way[i].letter;
        w.m[w.count++] = stage_matrix(&now->trace, layer, way[i].stage, 0);
    }
    return w;
}

/* Returns what a word is at a station of its path: with `plain` words, or the stage's name. What attention
 * reads is the sum of word and place in the first layer, unless a LayerNorm changes it. */
static const char *station_name(const struct screen *s, const struct stations *w, int i, bool plain)
{
    const struct scene *now = &s->session->now;
    const struct config *c = &now->config;
    const char letter = w->letter[i][0];
    if (!plain)
        return screen_text(s, stage_label(w->stage[i]));
    if (letter != 'h')
        return screen_text(s, letter == 'x'   ? TEXT("meaning")
                              : letter == 'o' ? TEXT("after reading")
                                              : TEXT("after the layer"));
    if (now->state.look.layer > 0 || c->norm == NORM_PRE || c->embed_norm)
        return screen_text(s, TEXT("before reading"));
    return screen_text(s, posenc_added(c) ? TEXT("plus place") : TEXT("no place added"));
}

/* Draws a word's way:  x meaning ⋯ h plus place ── o after reading. In plain words, where these do not fit
 * beside the title without it, and else by the stages' names. */
static void draw_way(struct canvas c, const void *of)
{
    const struct plane *p = of;
    const struct screen *s = p->s;
    const char *title = screen_text(s, TEXT("a word's way"));
    int names = SIGNS * p->w.count - 5, col = utf8_width(title) + 3;
    for (int i = 0; i < p->w.count; i++)
        names += utf8_width(station_name(s, &p->w, i, true));
    const bool plain = names <= c.cols;
    if (plain && col + names > c.cols)
        col = 0;
    else
        canvas_put(c, 0, 0, STYLE_TITLE, title);
    for (int i = 0; i < p->w.count; i++) {
        if (i > 0)
            col = 1 + canvas_put(c, 0, col, STYLE_DIM, i == 1 ? "⋯" : "──");
        col = 1 + canvas_put(c, 0, col, STYLE_STRONG, p->w.letter[i]);
        col = 1 + canvas_put(c, 0, col, STYLE_LABEL, station_name(s, &p->w, i, plain));
    }
}

/* Returns what the map shows: of the differences between the points along each axis, and of those between the
 * points of each stage. */
static const char *map_seen(const struct plane *p)
{
    const struct screen *s = p->s;
    static const char *const whose[] = {
        [AXES_ALL] = TEXT("all points"),
        [AXES_X] = TEXT("the x"),
        [AXES_H] = TEXT("the h"),
        [AXES_OUTPUT] = TEXT("the o"),
    };
    struct text t = SCREEN_TEXT(s);
    if (p->axes.axes == 0)
        return isfinite(p->axes.spread) ? screen_text(s, TEXT("no spread: all rows are alike"))
                                        : screen_overflow_says(s);
    screen_add(
        s, &t,
        TEXT("Near means alike. The map shows %.0f%% (→) and %.0f%% (↑) of the differences between %s"),
        100 * p->axes.share[0], 100 * p->axes.share[1],
        screen_text(s, whose[s->session->now.state.look.axes]));
    for (int i = 0; i < p->w.count; i++)
        screen_add(s, &t, i == 0 ? TEXT("; of those between the %s %.0f%%") : TEXT(", the %s %.0f%%"),
                   p->w.letter[i], 100 * pca_kept(&p->axes, p->w.m[i]));
    text_add(&t, screen_text(s, TEXT(".")));
    return text_str(&t);
}

/* Returns 猫 moves from x to h by 1.732 (on the map 0.512) …: the distance in all d dimensions. */
static const char *map_moves(const struct plane *p)
{
    const struct screen *s = p->s;
    const struct state *st = &s->session->now.state;
    const int word = st->look.query, digits = st->look.digits;
    struct text t = SCREEN_TEXT(s);
    for (int i = 1; i < p->w.count; i++) {
        const char *from = p->w.letter[i - 1], *to = p->w.letter[i];
        const double *a = p->points.at[i - 1][word], *b = p->points.at[i][word];
        const char *here = said_fixed(s, hypot(a[0] - b[0], a[1] - b[1]), digits, 12);
        double sum = 0;
        for (int j = 0; j < p->w.m[i].cols; j++)
            sum += pow(mat_at(p->w.m[i], word, j) - mat_at(p->w.m[i - 1], word, j), 2);
        if (!isfinite(sum) || !isfinite(hypot(a[0] - b[0], a[1] - b[1])))
            return ""; /* that the numbers are too large is said above */
        const char *by = said_fixed(s, sqrt(sum), digits, 12);
        if (i == 1)
            screen_add(s, &t, TEXT("%s moves from %s to %s by %s (on the map %s)"),
                       said_word(s, st, st->sentence, word), from, to, by, here);
        else
            screen_add(s, &t, TEXT(", to %s by %s (%s)"), to, by, here);
    }
    text_add(&t, screen_text(s, TEXT(".")));
    return p->w.count > 1 ? text_str(&t) : "";
}

/* Returns 猫 0.366, 追 0.328 …, whom the word in focus reads with a head: the words that have a band on the
 * map, as many as fit into `room` columns, at least one, then cut. */
static const char *map_reads(const struct screen *s, int head, int room)
{
    const struct scene *now = &s->session->now;
    const struct state *st = &now->state;
    struct mat weights = stage_matrix(&now->trace, st->look.layer, STAGE_WEIGHTS, head);
    const struct sequence *keys = config_crosses(&now->config) ? st->memory : st->sentence;
    const double *row = mat_row(weights, st->look.query);
    const char *none = screen_reads_none(s, mat_rows(weights, st->look.query, 1));
    struct text t = SCREEN_TEXT(s);
    for (int j = vec_next_largest(row, weights.cols, -1); !none && j >= 0 && row[j] >= MAP_LEAST;
         j = vec_next_largest(row, weights.cols, j)) {
        struct text word = SCREEN_TEXT(s);
        const char *share = said_fixed(s, row[j], st->look.digits, 12), *gap = t.len > 0 ? ", " : "";
        room -= utf8_width(gap) + 1 + utf8_width(share);
        screen_word_in(st, keys, j, t.len > 0 || room < 2 ? INT_MAX : room, &word);
        room -= utf8_width(text_str(&word));
        if (room < 0 && t.len > 0)
            break;
        text_addf(&t, "%s%s %s", gap, text_str(&word), share);
    }
    return none ? none : t.len > 0 ? text_str(&t) : screen_text(s, TEXT("no word by 0.05 or more"));
}

/* Draws it reads: head 1 猫 0.366 …, every head in its hue from the one in view on, in as many rows as that
 * takes; what finds no room is counted. Returns the rows. Without cells it only counts them. */
static int flow_reads(struct canvas c, const struct screen *s)
{
    enum { BETWEEN = 3 };
    const int heads = s->session->now.config.heads;
    const char *title = screen_text(s, TEXT("it reads:  "));
    int row = 0, begin = utf8_width(title), col = begin;
    canvas_put(c, 0, 0, STYLE_DIM, title);
    for (int i = 0; i < heads; i++) {
        const int head = (s->session->now.state.look.head + i) % heads;
        struct text reads = SCREEN_TEXT(s);
        if (heads > 1)
            screen_add(s, &reads, TEXT("head %d "), head + 1);
        text_add(&reads, map_reads(s, head, c.cols - begin - utf8_width(text_str(&reads))));
        const int width = utf8_width(text_str(&reads));
        const char *more = say(s, TEXT_AS("map", "… %d more"), heads - i);
        const bool wraps = col > begin && col + width > c.cols, last = row + 1 == c.rows;
        if (last && (wraps || (i + 1 < heads && col + width + BETWEEN + utf8_width(more) > c.cols))) {
            canvas_put(c, row, col, STYLE_DIM, more);
            break;
        }
        row += wraps;
        col = wraps ? begin : col;
        canvas_put_ink(c, row, col, STYLE_TEXT, heads > 1 ? ink_hue(hue_of_head(head), HUE_FULL) : 0,
                       text_str(&reads));
        col += width + BETWEEN;
    }
    return row + 1;
}

/* Returns what the bands are, or that there are none as it reads a memory. */
static const char *map_remark(const struct screen *s)
{
    const struct state *st = &s->session->now.state;
    const char *word = said_word(s, st, st->sentence, st->look.query);
    return config_crosses(&s->session->now.config)
               ? say(s, TEXT("%s reads the second sequence, whose words are not on this map."), word)
               : say(s, TEXT("Bands lead to whom %s reads; what it takes from them puts it at o."), word);
}

/* Computes the places of the words in the plane, with signs of our own: the paths begin left of and above the
 * middle, whatever the order of the words and the signs of the principal axes. So a change does not mirror
 * the picture. Returns false if there are too many words or memory is exhausted. */
static bool plane_of(struct plane *p, const struct screen *s, struct arena *room)
{
    const struct scene *now = &s->session->now;
    static const double begins[PCA_AXES] = {-1, 1};
    double sum[PCA_AXES] = {0}, at[PCA_AXES];
    struct mat from[MAP_STAGES];
    struct map_points *m = &p->points;
    const struct attention *a = &now->trace.layer[now->state.look.layer].self;
    const int axes = now->state.look.axes;
    const bool one = axes == AXES_X || axes == AXES_H || axes == AXES_OUTPUT;
    p->s = s;
    p->w = stations_of(now);
    p->count = one ? 1 : p->w.count; /* of the matrices that the axes are computed from */
    memcpy(from, p->w.m, sizeof from);
    if (one)
        from[0] = axes == AXES_X ? now->trace.X : axes == AXES_H ? a->H : a->output;
    p->fits = pca_fits(from, p->count);
    if (!p->fits || !arena_more(room, pca_room(from, p->count)))
        return false;
    pca_compute(&p->axes, from, p->count, room);
    *m = (struct map_points){.words = p->w.m[0].rows, .stages = p->w.count};
    for (int r = 0; r < m->words; r++) {
        pca_project(&p->axes, mat_row(p->w.m[0], r), at);
        for (int k = 0; k < PCA_AXES; k++)
            sum[k] += at[k];
    }
    for (int k = 0; k < PCA_AXES; k++)
        for (int j = 0; j < p->axes.d && sum[k] * begins[k] < -1e-6 * sqrt(p->axes.spread); j++)
            p->axes.axis[k][j] = -p->axes.axis[k][j];
    for (int i = 0; i < m->stages; i++) {
        m->mark[i] = p->w.letter[i];
        for (int r = 0; r < m->words; r++)
            pca_project(&p->axes, mat_row(p->w.m[i], r), m->at[i][r]);
    }
    return true;
}

static void picture_draw(struct canvas c, const void *of)
{
    const struct plane *p = of;
    int hidden = map_picture_draw(c, p->s, &p->points);
    const char *says = say(p->s, TEXT("names left out: %d"), hidden);
    if (hidden > 0 && canvas_blank(c, 0, c.cols - utf8_width(says), utf8_width(says)))
        canvas_put(c, 0, c.cols - utf8_width(says), STYLE_DIM, says);
}

static int reads_draw(struct canvas c, const void *of)
{
    enum { MOST = 3 };
    int rows = flow_reads(c, ((const struct plane *)of)->s);
    return rows < MOST ? rows : MOST;
}

static void draw_map(struct canvas c, const struct screen *s)
{
    static const char *const whole[] = {"way / seen? / picture / moves? / reads / remark?", NULL},
                             *const bare[] = {"way / seen / picture", NULL},
                             *const none[] = {"way / seen", NULL};
    struct plane p;
    const bool drawn = plane_of(&p, s, s->scratch), shown = drawn && !s->hidden;
    const char *limit = say(s, TEXT("the map needs d of at most %d, or at most %d words"), PCA_MAX_SIDE,
                            p.count > 1 ? PCA_MAX_SIDE / p.count : PCA_MAX_SIDE),
               *seen = s->hidden ? screen_hidden_says(s)
                       : drawn   ? map_seen(&p)
                                 : "";
    const struct page_part parts[] = {
        {"way", 0, {.rows = 1}, NULL, draw_way},
        {"seen", 0, page_flow(p.fits ? seen : limit, STYLE_NOTE, 20), NULL, NULL},
        {"picture", 1, {.rows = 7}, NULL, picture_draw},
        {"moves", 0, page_flow(shown ? map_moves(&p) : "", STYLE_TEXT, 20), NULL, NULL},
        {"reads", 0, {.lines = reads_draw}, NULL, NULL},
        {"remark", 0, page_flow(map_remark(s), STYLE_TEXT, 20), NULL, NULL},
        {NULL, 0, {0}, NULL, NULL}};
    page_draw(canvas_part(c, 0, 1, c.rows, c.cols - 2), shown ? whole : drawn ? bare : none, parts, &p);
}

/* The words as points, and what the picture says beside them. */
static void tell_points(const struct teller *t)
{
    struct plane plane;
    const struct map_points *points = &plane.points;
    if (!plane_of(&plane, &t->screen, t->screen.scratch)) {
        tell(t, TEXT("The sentence or its vectors are too large for the map.\n"));
        return;
    }
    tell(t, TEXT("The words as points on two axes, right and up: x as embedding, h as attention reads it, o "
                 "after attention, * after the layer.\n"));
    for (int w = 0; w < points->words; w++) {
        tell_word(t, t->now->state.sentence, w);
        tell(t, TEXT(": "));
        for (int i = 0; i < points->stages; i++) {
            text_addf(t->out, "%s%s ", i ? "; " : "", points->mark[i]);
            tell_number(t, points->at[i][w][0]);
            text_add(t->out, ", ");
            tell_number(t, points->at[i][w][1]);
        }
        text_add(t->out, "\n");
    }
    text_addf(t->out, "%s\n%s\n", map_seen(&plane), map_moves(&plane));
    for (int h = 0; h < t->now->config.heads; h++) {
        tell_word(t, t->now->state.sentence, t->now->state.look.query);
        if (t->now->config.heads > 1)
            tell(t, TEXT(" reads with head %d: "), h + 1);
        else
            tell(t, TEXT(" reads: "));
        text_addf(t->out, "%s\n", map_reads(&t->screen, h, INT_MAX));
    }
}

const struct view view_map = {
    .name = "map",
    .context = "map",
    .title = TEXT("map of the words"),
    .help = TEXT(
        "Every word is a point. Bands lead from the word in focus to the words that it reads, in the hue "
        "of each head and as thick as the weight. The dotted line is its own path from its embedding (X) "
        "to what attention reads (H); from there the path goes on to its output. Attention draws words "
        "towards those that they read. The axes are principal components, the directions in which the "
        "rows spread most; the text above the map says how much of the differences it shows."),
    .draw = draw_map,
    .framed_answer = true,
    .tell = tell_points,
    .places = cursor_query_places,
};
