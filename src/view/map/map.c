/* The words in the plane: the rows of X, H and the output as points on their principal
 * components. The map shows where attention moves each word. All stages share one plane, since a way can only
 * be drawn between points on the same axes; the price is that each matrix is seen less well than in a plane
 * of its own, and the page says how well. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/number.h"
#include "core/encoding/posenc.h"
#include "core/math/pca.h"
#include "core/pipeline/stage.h"
#include "study/cursor.h"
#include "view/map/map.h"
#include "view/tell/tell.h"

enum { SIGNS = 6 }; /* columns of a letter, a line and their blanks */

/* The stages of a word's path: from the embeddings to the output of the layer. */
struct stations {
    int stage[MAP_STAGES], count;
    const char *letter[MAP_STAGES];
    struct mat m[MAP_STAGES];
};

/* The words in the plane of their principal components. */
struct plane {
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
static void draw_way(struct canvas c, const struct screen *s, const struct stations *w)
{
    const char *title = screen_text(s, TEXT("a word's way"));
    int names = SIGNS * w->count - (s->ascii ? 3 : 5), col = utf8_width(title) + 3;
    for (int i = 0; i < w->count; i++)
        names += utf8_width(station_name(s, w, i, true));
    const bool plain = names <= c.cols;
    if (plain && col + names > c.cols)
        col = 0;
    else
        canvas_put(c, 0, 0, STYLE_TITLE, title);
    for (int i = 0; i < w->count; i++) {
        if (i > 0)
            col = 1 + canvas_put(c, 0, col, STYLE_DIM,
                                 i == 1     ? (s->ascii ? "..." : "⋯")
                                 : s->ascii ? "--"
                                            : "──");
        col = 1 + canvas_put(c, 0, col, STYLE_KEY, w->letter[i]);
        col = 1 + canvas_put(c, 0, col, STYLE_LABEL, station_name(s, w, i, plain));
    }
}

/* Draws the origin of the axes and the share of the spread along each axis. Then draws the visible
 * share of each matrix's own spread: seen in this plane: X 98%  H 60% */
static void axes_lines(struct canvas c, const struct screen *s, const struct stations *w, const struct pca *p)
{
    static const char *const whose[] = {
        [AXES_ALL] = TEXT(" of the spread of all these rows"),
        [AXES_X] = TEXT(" of the spread of X"),
        [AXES_H] = TEXT(" of the spread of H"),
        [AXES_OUTPUT] = TEXT(" of the spread of the output"),
    };
    struct text t = SCREEN_TEXT(s), seen = SCREEN_TEXT(s);
    text_addf(&t, s->ascii ? "x %.0f%%  y %.0f%%%s" : "→ %.0f%%  ↑ %.0f%%%s", 100 * p->share[0],
              100 * p->share[1], screen_text(s, whose[s->session->now.state.look.axes]));
    const char *axes = screen_text(s, TEXT(" (axes: its principal components)"));
    text_add(&t, utf8_width(text_str(&t)) + utf8_width(axes) <= c.cols ? axes : "");
    canvas_put(c, 1, 0, STYLE_NOTE, text_str(&t));
    if (p->axes == 0)
        text_add(&seen, isfinite(p->spread) ? screen_text(s, TEXT("no spread: all rows are alike"))
                                            : screen_overflow_says(s));
    else
        text_add(&seen, screen_text(s, TEXT("seen in this plane: ")));
    for (int i = 0; i < w->count && p->axes > 0; i++)
        text_addf(&seen, "%s%s %.0f%%", i ? "  " : "", screen_text(s, stage_label(w->stage[i])),
                  100 * pca_kept(p, w->m[i]));
    canvas_put(c, 2, 0, STYLE_DIM, text_str(&seen));
}

/* Draws 猫 moves (on the map): x→h 1.732 (0.512) …: the distance in all d dimensions, and on the map. */
static void draw_moves(struct canvas c, const struct screen *s, const struct stations *w,
                       const struct map_points *m)
{
    static const struct canvas_look looks[] = {{STYLE_TEXT, 0}, {STYLE_TITLE, 0}};
    const struct state *st = &s->session->now.state;
    const int word = st->look.query;
    struct text name = SCREEN_TEXT(s), t = SCREEN_TEXT(s);
    screen_word(st, st->sentence, word, &name);
    for (int i = 1; i < w->count; i++) {
        const double *a = m->at[i - 1][word], *b = m->at[i][word];
        double sum = 0;
        for (int j = 0; j < w->m[i].cols; j++) {
            double way = mat_at(w->m[i], word, j) - mat_at(w->m[i - 1], word, j);
            sum += way * way;
        }
        text_addf(&t, "%s%s%s%s ", i > 1 ? "  " : "", w->letter[i - 1], s->ascii ? "->" : "→", w->letter[i]);
        number_fixed(&t, sqrt(sum), st->look.digits, 12);
        text_add(&t, " (");
        number_fixed(&t, hypot(a[0] - b[0], a[1] - b[1]), st->look.digits, 12);
        text_add(&t, ")");
    }
    canvas_runs(c, 0, 0, looks,
                say(s, TEXT("{1}%s{/} moves (on the map): %s"), text_str(&name), text_str(&t)));
}

/* Writes 猫 0.366  追 0.328 …, the largest weights of a head, as many as fit in `room` columns, at most
 * `words`; the first is cut if it does not. */
static void add_reads(struct text *t, const struct screen *s, int head, int room, int words)
{
    const struct scene *now = &s->session->now;
    const struct state *st = &now->state;
    struct mat weights = stage_matrix(&now->trace, st->look.layer, STAGE_WEIGHTS, head);
    const struct sequence *keys = config_crosses(&now->config) ? st->memory : st->sentence;
    const double *row = mat_row(weights, st->look.query);
    const size_t before = t->len;
    for (int j = vec_next_largest(row, weights.cols, -1); j >= 0 && row[j] > 0 && words-- > 0;
         j = vec_next_largest(row, weights.cols, j)) {
        struct text word = SCREEN_TEXT(s), share = SCREEN_TEXT(s);
        const char *gap = t->len > 0 ? "  " : "";
        number_fixed(&share, row[j], st->look.digits, 12);
        room -= utf8_width(gap) + 1 + utf8_width(text_str(&share));
        screen_word_in(st, keys, j, t->len == before && room > 1 ? room : INT_MAX, &word);
        room -= utf8_width(text_str(&word));
        if (room < 0)
            break;
        text_addf(t, "%s%s %s", gap, text_str(&word), text_str(&share));
    }
    const char *none = screen_reads_none(s, mat_rows(weights, st->look.query, 1));
    if (none && utf8_width(none) + 2 <= room)
        text_addf(t, "%s%s", t->len > 0 ? "  " : "", none);
}

/* The heads of a line, from the one in view on. */
struct heads_line {
    const struct scene *now;
    const struct screen *s;
    bool brief; /* "head" is written once */
};

/* Returns head 1  猫 0.366  追 0.328 … of the head at place i in `room` columns. room 0: the first word
 * alone, cut if it is long. */
static const char *head_of_line(const struct heads_line *l, int i, int room)
{
    enum { LEAST = 20 };
    int heads = l->now->config.heads, head = (l->now->state.look.head + i) % heads;
    struct text out = SCREEN_TEXT(l->s);
    if (heads > 1)
        text_addf(&out, i > 0 && l->brief ? "%d" : screen_text(l->s, TEXT("head %d")), head + 1);
    add_reads(&out, l->s, head, (room ? room : LEAST) - utf8_width(text_str(&out)), room ? INT_MAX : 1);
    return text_str(&out);
}

enum { BETWEEN = 3 }; /* columns between two heads */

/* Draws it reads: 猫 0.366 追 0.328 … for each head in its hue: all heads, failing that with short names,
 * failing that as many as there is room for. */
static void draw_reads(struct canvas c, const struct screen *s)
{
    const int heads = s->session->now.config.heads;
    struct heads_line l = {.now = &s->session->now, .s = s};
    int col = canvas_put(c, 0, 0, STYLE_DIM, screen_text(s, TEXT("it reads:  "))), count = heads, left;
    const char *more = "";
    for (;;) { /* what is left when all that are shown take no more than their first words */
        if (count < heads)
            more = say(s, TEXT_AS("map", "… %d more"), heads - count);
        left = c.cols - col - BETWEEN * (count - 1) - (*more ? BETWEEN + utf8_width(more) : 0);
        for (int i = 0; i < count; i++)
            left -= utf8_width(head_of_line(&l, i, 0));
        if (left >= 0 || (l.brief && count == 1))
            break;
        count -= l.brief && count > 1;
        l.brief = true;
    }
    for (int i = 0; i < count; i++) {
        int room = utf8_width(head_of_line(&l, i, 0)) + left / count;
        int end = canvas_put(c, 0, col, STYLE_DIM, head_of_line(&l, i, room));
        if (heads > 1)
            canvas_tint(c, 0, col, end - col,
                        ink_hue(hue_of_head((l.now->state.look.head + i) % heads), HUE_FULL));
        col = end + BETWEEN;
    }
    canvas_put(c, 0, col, STYLE_DIM, more);
}

/* Says what the bands are, or that there are none as it reads a memory, or how many names found no room. */
static void draw_remark(struct canvas c, const struct screen *s, int hidden)
{
    const struct state *st = &s->session->now.state;
    const bool memory = config_crosses(&s->session->now.config);
    struct text word = SCREEN_TEXT(s);
    screen_word(st, st->sentence, st->look.query, &word);
    if (hidden > 0)
        canvas_put(c, 0, 0, STYLE_DIM, say(s, TEXT("names left out: %d"), hidden));
    else if (memory)
        canvas_either(
            c, 0, 0, STYLE_TEXT,
            say(s, TEXT("%s reads the second sequence, whose words are not on this map."), text_str(&word)),
            screen_text(s, TEXT("It reads words that are not on this map.")));
    else
        canvas_either(
            c, 0, 0, STYLE_TEXT,
            say(s, TEXT("Bands lead to the words that %s reads; what it takes from them puts it at o."),
                text_str(&word)),
            screen_text(s, TEXT("Bands: whom it reads. What it takes puts it at o.")));
}

/* Computes the places of the words in the plane, with signs of our own: the paths begin left of and above the
 * middle, whatever the order of the words and the signs of the principal axes. So a change does not mirror
 * the picture. Returns false if there are too many words or memory is exhausted. */
static bool plane_of(struct plane *p, const struct scene *now, struct arena *room)
{
    static const double begins[PCA_AXES] = {-1, 1};
    double sum[PCA_AXES] = {0}, at[PCA_AXES];
    struct mat from[MAP_STAGES];
    struct map_points *m = &p->points;
    const struct attention *a = &now->trace.layer[now->state.look.layer].self;
    const int axes = now->state.look.axes;
    const bool one = axes == AXES_X || axes == AXES_H || axes == AXES_OUTPUT;
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

static void draw_map(struct canvas c, const struct screen *s)
{
    enum { HEAD = 3, FOOT = 3 };
    struct plane p;
    bool drawn = plane_of(&p, &s->session->now, s->scratch);
    c = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    draw_way(c, s, &p.w);
    if (!p.fits)
        canvas_put(c, 2, 0, STYLE_NOTE,
                   say(s, TEXT("the map needs d of at most %d, or at most %d words"), PCA_MAX_SIDE,
                       p.count > 1 ? PCA_MAX_SIDE / p.count : PCA_MAX_SIDE));
    if (!drawn)
        return;
    int hidden = map_picture_draw(canvas_part(c, HEAD, 0, c.rows - HEAD - FOOT, c.cols), s, &p.points);
    if (s->hidden) {
        canvas_flow(canvas_part(c, 1, 0, HEAD - 1, c.cols), 0, STYLE_NOTE, screen_hidden_says(s));
        return;
    }
    axes_lines(c, s, &p.w, &p.axes);
    draw_moves(canvas_part(c, c.rows - FOOT, 0, 1, c.cols), s, &p.w, &p.points);
    draw_reads(canvas_part(c, c.rows - FOOT + 1, 0, 1, c.cols), s);
    draw_remark(canvas_part(c, c.rows - 1, 0, 1, c.cols), s, hidden);
}

/* Describes the lines of the picture: whom the word in focus reads, head by head. */
static void tell_reading(const struct teller *t)
{
    const struct state *st = &t->now->state;
    for (int h = 0; h < t->now->config.heads; h++) {
        struct mat weights = stage_matrix(&t->now->trace, st->look.layer, STAGE_WEIGHTS, h);
        const double *row = mat_row(weights, st->look.query);
        bool first = true;
        tell_word(t, st->sentence, st->look.query);
        if (t->now->config.heads > 1)
            tell(t, TEXT(" reads with head %d: "), h + 1);
        else
            tell(t, TEXT(" reads: "));
        for (int j = vec_next_largest(row, weights.cols, -1); j >= 0 && row[j] >= MAP_LEAST;
             j = vec_next_largest(row, weights.cols, j), first = false) {
            text_add(t->out, first ? "" : ", ");
            tell_word(t, tell_keys(t), j);
            text_add(t->out, " ");
            tell_share(t, row[j]);
        }
        const char *none = screen_reads_none(&t->screen, mat_rows(weights, st->look.query, 1));
        if (!none && first)
            none = screen_text(&t->screen, TEXT("no word by 0.05 or more"));
        text_addf(t->out, "%s\n", none ? none : "");
    }
}

static void tell_points(const struct teller *t)
{
    struct plane plane;
    const struct map_points *points = &plane.points;
    if (!plane_of(&plane, t->now, t->screen.scratch)) {
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
    tell_reading(t);
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
        "rows spread most; the rows above the map say how much of the spread it shows."),
    .draw = draw_map,
    .framed_answer = true,
    .tell = tell_points,
    .places = cursor_query_places,
};
