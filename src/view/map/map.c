/* The words in the plane: the rows of X, H and the output as points on their principal
 * components. The map shows where attention moves each word. */
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

static void add_station(struct stations *w, const struct scene *now, int stage, const char *letter)
{
    int layer = now->state.look.layer;
    if (!stage_present(&now->config, layer, stage))
        return;
    w->stage[w->count] = stage;
    w->letter[w->count] = letter;
    w->m[w->count++] = stage_matrix(&now->trace, layer, stage, 0);
}

static struct stations stations_of(const struct scene *now)
{
    static const struct {
        int stage;
        const char *letter;
    } way[] = {{STAGE_X, "x"}, {STAGE_H, "h"}, {STAGE_OUTPUT, "o"}};
    struct stations w = {.count = 0};
    int last = stage_output(&now->config, now->state.look.layer);
    for (size_t i = 0; i < sizeof way / sizeof *way; i++)
        add_station(&w, now, way[i].stage, way[i].letter);
    if (last != w.stage[w.count - 1])
        add_station(&w, now, last, "*");
    return w;
}

/* Fills out with the matrices that the axes are computed from; returns their number. */
static int axes_from(const struct scene *now, const struct stations *w, struct mat out[MAP_STAGES])
{
    const struct layer_trace *l = &now->trace.layer[now->state.look.layer];
    switch (now->state.look.axes) {
    case AXES_X:
        out[0] = now->trace.X;
        return 1;
    case AXES_H:
        out[0] = l->self.H;
        return 1;
    case AXES_OUTPUT:
        out[0] = l->self.output;
        return 1;
    default:
        memcpy(out, w->m, sizeof w->m);
        return w->count;
    }
}

static void add_percent(struct text *t, double share)
{
    text_addf(t, "%.0f%%", 100 * share);
}

/* What attention reads is the sum of word and place in the first layer, unless a LayerNorm changes it. */
static struct pair before_reading(const struct scene *now)
{
    const struct config *c = &now->config;
    if (now->state.look.layer > 0 || c->norm == NORM_PRE || c->embed_norm)
        return BOTH("before reading", "读之前");
    return posenc_added(c) ? BOTH("plus place", "加上位置") : BOTH("no place added", "没有加位置");
}

/* Returns what a word is at a station of its path: with `plain` words, or the stage's name. */
static const char *station_name(const struct screen *s, const struct stations *w, int i, bool plain)
{
    static const struct {
        char letter;
        struct pair name;
    } names[] = {{'x', PAIR("meaning", "词义")},
                 {'o', PAIR("after reading", "读完别的词")},
                 {'*', PAIR("after the layer", "这一层之后")}};
    char letter = w->letter[i][0];
    for (size_t k = 0; plain && k < sizeof names / sizeof *names; k++)
        if (letter == names[k].letter)
            return screen_pair(s, names[k].name);
    return screen_pair(s, plain ? before_reading(&s->model->now) : stage_label(w->stage[i]));
}

/* Draws a word's way:  x meaning ⋯ h plus place ── o after reading, at col. */
static void path_names(struct canvas c, const struct screen *s, const struct stations *w, bool plain, int col)
{
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

/* In plain words, where these do not fit beside the title without it, and else by the stages' names. */
static void heading(struct canvas c, const struct screen *s, const struct stations *w)
{
    const char *title = screen_text(s, TEXT("a word's way", "词走的路"));
    int names = SIGNS * w->count - (s->ascii ? 3 : 5), beside = utf8_width(title) + 3;
    for (int i = 0; i < w->count; i++)
        names += utf8_width(station_name(s, w, i, true));
    bool plain = names <= c.cols;
    if (plain && beside + names > c.cols)
        beside = 0;
    else
        canvas_put(c, 0, 0, STYLE_TITLE, title);
    path_names(c, s, w, plain, beside);
}

/* seen in this plane: X 98%  H 60% */
static void seen_here(const struct screen *s, const struct stations *w, const struct pca *p, struct text *out)
{
    text_add(out, screen_text(s, TEXT("seen in this plane: ", "投影到这个平面后保留：")));
    for (int i = 0; i < w->count; i++) {
        text_addf(out, "%s%s ", i ? "  " : "", screen_pair(s, stage_label(w->stage[i])));
        add_percent(out, pca_kept(p, w->m[i]));
    }
}

/* Draws the origin of the axes and the share of the spread along each axis. Then draws the visible
 * share of each matrix's own spread. */
static void axes_lines(struct canvas c, const struct screen *s, const struct stations *w, const struct pca *p)
{
    static const struct pair whose[] = {
        [AXES_ALL] = PAIR(" of the spread of all these rows", "：占总方差的比例"),
        [AXES_X] = PAIR(" of the spread of X", "：占 X 的方差的比例"),
        [AXES_H] = PAIR(" of the spread of H", "：占 H 的方差的比例"),
        [AXES_OUTPUT] = PAIR(" of the spread of the output", "：占输出的方差的比例"),
    };
    struct text t = TEXT_HERE;
    text_add(&t, s->ascii ? "x " : "→ ");
    add_percent(&t, p->share[0]);
    text_add(&t, s->ascii ? "  y " : "  ↑ ");
    add_percent(&t, p->share[1]);
    text_add(&t, screen_pair(s, whose[s->model->now.state.look.axes]));
    const char *axes = screen_text(s, TEXT(" (axes: its principal components)", "（坐标轴是主成分）"));
    text_add(&t, utf8_width(text_str(&t)) + utf8_width(axes) <= c.cols ? axes : "");
    canvas_put(c, 1, 0, STYLE_NOTE, text_str(&t));
    text_clear(&t);
    if (p->axes == 0)
        text_add(&t, isfinite(p->spread)
                         ? screen_text(s, TEXT("no spread: all rows are alike", "方差为 0：各行都一样"))
                         : screen_overflow_says(s));
    else
        seen_here(s, w, p, &t);
    canvas_put(c, 2, 0, STYLE_DIM, text_str(&t));
    text_finish(&t);
}

static double distance(struct mat a, struct mat b, int row)
{
    double sum = 0;
    for (int j = 0; j < a.cols; j++)
        sum += (mat_at(a, row, j) - mat_at(b, row, j)) * (mat_at(a, row, j) - mat_at(b, row, j));
    return sqrt(sum);
}

/* Draws 猫 moves (on the map): x→h 1.732 (0.512) …: the distance in all d dimensions, and on the map. */
static void moves(struct canvas c, const struct screen *s, const struct stations *w,
                  const struct map_points *m)
{
    const struct state *st = &s->model->now.state;
    struct text t = TEXT_HERE;
    int word = st->look.query;
    screen_word(st, st->sentence, word, &t);
    int col = canvas_put(c, 0, 0, STYLE_TITLE, text_str(&t));
    text_clear(&t);
    text_add(&t, screen_text(s, TEXT(" moves (on the map): ", " 移动了（图上）：")));
    for (int i = 1; i < w->count; i++) {
        const double *a = m->at[i - 1][word], *b = m->at[i][word];
        text_addf(&t, "%s%s%s%s ", i > 1 ? "  " : "", w->letter[i - 1], s->ascii ? "->" : "→", w->letter[i]);
        number_fixed(&t, distance(w->m[i - 1], w->m[i], word), st->look.digits, 12);
        text_add(&t, " (");
        number_fixed(&t, hypot(a[0] - b[0], a[1] - b[1]), st->look.digits, 12);
        text_add(&t, ")");
    }
    canvas_put(c, 0, col, STYLE_TEXT, text_str(&t));
    text_finish(&t);
}

/* Writes 猫 0.366  追 0.328 …, the largest weights of a head, as many as fit in `room` columns, at most
 * `words`; the first is cut if it does not. */
static void add_reads(struct text *t, const struct screen *s, int head, int room, int words)
{
    const struct scene *now = &s->model->now;
    const struct state *st = &now->state;
    struct mat weights = stage_matrix(&now->trace, st->look.layer, STAGE_WEIGHTS, head);
    const struct sequence *keys = config_crosses(&now->config) ? st->memory : st->sentence;
    const double *row = mat_row(weights, st->look.query);
    struct text word = TEXT_HERE, share = TEXT_HERE;
    size_t before = t->len;
    for (int j = vec_next_largest(row, weights.cols, -1); j >= 0 && row[j] > 0 && words-- > 0;
         j = vec_next_largest(row, weights.cols, j)) {
        text_clear(&word);
        text_clear(&share);
        screen_word(st, keys, j, &word);
        number_fixed(&share, row[j], st->look.digits, 12);
        const char *gap = t->len > 0 ? "  " : "";
        room -= utf8_width(gap) + 1 + utf8_width(text_str(&share));
        if (t->len == before && room > 1 && utf8_width(text_str(&word)) > room) {
            text_clear(&word);
            screen_word_in(st, keys, j, room, &word);
        }
        room -= utf8_width(text_str(&word));
        if (room < 0)
            break;
        text_addf(t, "%s%s %s", gap, text_str(&word), text_str(&share));
    }
    const char *none = screen_reads_none(s, mat_rows(weights, st->look.query, 1));
    if (none && utf8_width(none) + 2 <= room)
        text_addf(t, "%s%s", t->len > 0 ? "  " : "", none);
    text_finish(&word);
    text_finish(&share);
}

/* The heads of a line, from the one in view on. */
struct heads_line {
    const struct scene *now;
    const struct screen *s;
    bool brief;       /* "head" is written once */
    int count, spare; /* how many find room; columns that each may take beyond its first word */
};

/* Writes head 1  猫 0.366  追 0.328 … of the head at place i in `room` columns. room 0: the first word alone,
 * cut if it is long. */
static void head_of_line(const struct heads_line *l, int i, int room, struct text *out)
{
    enum { LEAST = 20 };
    int heads = l->now->config.heads, head = (l->now->state.look.head + i) % heads;
    text_clear(out);
    if (heads > 1)
        text_addf(out, i > 0 && l->brief ? "%d" : screen_text(l->s, TEXT("head %d", "头 %d")), head + 1);
    add_reads(out, l->s, head, (room ? room : LEAST) - utf8_width(text_str(out)), room ? INT_MAX : 1);
}

enum { BETWEEN = 3 }; /* columns between two heads */

/* Returns the columns that `count` heads take at least. */
static int least_width(const struct heads_line *l, int count)
{
    struct text t = TEXT_HERE;
    int width = BETWEEN * (count - 1);
    for (int i = 0; i < count; i++) {
        head_of_line(l, i, 0, &t);
        width += utf8_width(text_str(&t));
    }
    text_finish(&t);
    return width;
}

static void more_heads(const struct heads_line *l, struct text *out)
{
    text_clear(out);
    if (l->count < l->now->config.heads)
        screen_add(l->s, out, TEXT("… %d more", "… 还有 %d 个头"), l->now->config.heads - l->count);
}

/* All heads, failing that with short names, failing that as many as there is room for. */
static void plan_heads(struct heads_line *l, int cols)
{
    struct text more = TEXT_HERE;
    int left;
    l->count = l->now->config.heads;
    l->brief = least_width(l, l->count) > cols;
    for (;; l->count--) {
        more_heads(l, &more);
        left = cols - least_width(l, l->count) - (more.len ? BETWEEN + utf8_width(text_str(&more)) : 0);
        if (left >= 0 || l->count == 1)
            break;
    }
    l->spare = left / l->count;
    text_finish(&more);
}

/* Draws it reads: 猫 0.366 追 0.328 … for each head in its hue. */
static void reads(struct canvas c, const struct screen *s)
{
    struct text t = TEXT_HERE;
    int col = canvas_put(c, 0, 0, STYLE_DIM, screen_text(s, TEXT("it reads:  ", "它读了：")));
    struct heads_line l = {.now = &s->model->now, .s = s};
    plan_heads(&l, c.cols - col);
    for (int i = 0; i < l.count; i++) {
        int head = (l.now->state.look.head + i) % l.now->config.heads;
        head_of_line(&l, i, 0, &t);
        head_of_line(&l, i, utf8_width(text_str(&t)) + l.spare, &t);
        int end = canvas_put(c, 0, col, STYLE_DIM, text_str(&t));
        if (l.now->config.heads > 1)
            canvas_tint(c, 0, col, end - col, ink_hue(hue_of_head(head), HUE_FULL));
        col = end + BETWEEN;
    }
    more_heads(&l, &t);
    canvas_put(c, 0, col, STYLE_DIM, text_str(&t));
    text_finish(&t);
}

/* Says what the bands are, or that there are none as it reads a memory, or how many names found no room. */
static void remark(struct canvas c, const struct screen *s, int hidden)
{
    const struct state *st = &s->model->now.state;
    bool memory = config_crosses(&s->model->now.config);
    struct text whole = TEXT_HERE, word = TEXT_HERE;
    screen_word(st, st->sentence, st->look.query, &word);
    text_addf(
        &whole,
        memory ? screen_text(s, TEXT("%s reads the second sequence, whose words are not on this map.",
                                     "%s 读的是第二个序列，它的词不在这张图上。"))
               : screen_text(s, TEXT("Bands lead to the words that %s reads; what it takes from them puts it "
                                     "at o.",
                                     "粗线通向 %s 读的词，从那里取来的决定 o 在哪里。")),
        text_str(&word));
    const char *brief =
        memory ? screen_text(s, TEXT("It reads words that are not on this map.", "它读的词不在这张图上。"))
               : screen_text(s, TEXT("Bands: whom it reads. What it takes puts it at o.",
                                     "粗线：读谁；取来的决定 o 在哪里。"));
    if (hidden > 0)
        canvas_putf(c, 0, 0, STYLE_DIM, screen_text(s, TEXT("names left out: %d", "放不下的词名：%d 个")),
                    hidden);
    else
        canvas_either(c, 0, 0, STYLE_TEXT, text_str(&whole), brief);
    text_finish(&word);
    text_finish(&whole);
}

static void project(struct map_points *m, const struct stations *w, const struct pca *p)
{
    *m = (struct map_points){.words = w->m[0].rows, .stages = w->count};
    for (int i = 0; i < w->count; i++) {
        m->mark[i] = w->letter[i];
        for (int r = 0; r < m->words; r++)
            pca_project(p, mat_row(w->m[i], r), m->at[i][r]);
    }
}

/* Computes the axes, with signs of our own: the paths begin left of and above the middle, whatever the order
 * of the words and the signs of the principal axes. So a change does not mirror the picture. */
static void plane_of(struct pca *p, const struct stations *w, const struct mat *from, int count,
                     struct arena *arena)
{
    static const double begins[PCA_AXES] = {-1, 1};
    double sum[PCA_AXES] = {0}, at[PCA_AXES];
    pca_compute(p, from, count, arena);
    for (int r = 0; r < w->m[0].rows; r++) {
        pca_project(p, mat_row(w->m[0], r), at);
        for (int a = 0; a < PCA_AXES; a++)
            sum[a] += at[a];
    }
    for (int a = 0; a < PCA_AXES; a++)
        for (int j = 0; j < p->d && sum[a] * begins[a] < -1e-6 * sqrt(p->spread); j++)
            p->axis[a][j] = -p->axis[a][j];
}

/* Computes the places of the words in the plane; returns false if there are too many or memory
 * is exhausted. */
static bool points_of(struct map_points *m, const struct scene *now)
{
    struct stations w = stations_of(now);
    struct mat from[MAP_STAGES];
    struct arena arena = {0};
    struct pca p;
    int count = axes_from(now, &w, from);
    if (!pca_fits(from, count) || !arena_reserve(&arena, pca_room(from, count)))
        return false;
    plane_of(&p, &w, from, count, &arena);
    project(m, &w, &p);
    arena_finish(&arena);
    return true;
}

static void draw_map(struct canvas c, const struct screen *s, const struct stations *w, const struct pca *p)
{
    enum { HEAD = 3, FOOT = 3 };
    struct map_points m;
    project(&m, w, p);
    int hidden = map_picture_draw(canvas_part(c, HEAD, 0, c.rows - HEAD - FOOT, c.cols), s, &m);
    if (s->hidden) {
        canvas_flow(canvas_part(c, 1, 0, HEAD - 1, c.cols), 0, STYLE_NOTE, screen_hidden_says(s));
        return;
    }
    axes_lines(c, s, w, p);
    moves(canvas_part(c, c.rows - FOOT, 0, 1, c.cols), s, w, &m);
    reads(canvas_part(c, c.rows - FOOT + 1, 0, 1, c.cols), s);
    remark(canvas_part(c, c.rows - 1, 0, 1, c.cols), s, hidden);
}

static void draw(struct canvas c, const struct screen *s)
{
    const struct scene *now = &s->model->now;
    struct stations w = stations_of(now);
    struct mat from[MAP_STAGES];
    struct pca p;
    int count = axes_from(now, &w, from);
    c = canvas_part(c, 0, 1, c.rows, c.cols - 2);
    heading(c, s, &w);
    if (!pca_fits(from, count)) {
        canvas_putf(c, 2, 0, STYLE_NOTE,
                    screen_text(s, TEXT("the map needs d of at most %d, or at most %d words",
                                        "这张图要求 d 不超过 %d，或词数不超过 %d")),
                    PCA_MAX_SIDE, count > 1 ? PCA_MAX_SIDE / count : PCA_MAX_SIDE);
        return;
    }
    if (!arena_more(s->scratch, pca_room(from, count)))
        return;
    plane_of(&p, &w, from, count, s->scratch);
    draw_map(c, s, &w, &p);
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
            tell(t, TEXT(" reads with head %d: ", " 读了（第 %d 头）："), h + 1);
        else
            tell(t, TEXT(" reads: ", " 读了："));
        for (int j = vec_next_largest(row, weights.cols, -1); j >= 0 && row[j] >= MAP_LEAST;
             j = vec_next_largest(row, weights.cols, j), first = false) {
            text_add(t->out, first ? "" : ", ");
            tell_word(t, tell_keys(t), j);
            text_add(t->out, " ");
            tell_number(t, row[j]);
        }
        const char *none = screen_reads_none(&t->screen, mat_rows(weights, st->look.query, 1));
        if (!none && first)
            none = screen_text(&t->screen, TEXT("no word by 0.05 or more", "没有一个词达到 0.05"));
        text_addf(t->out, "%s\n", none ? none : "");
    }
}

static void tell_points(const struct teller *t)
{
    struct map_points points;
    if (!points_of(&points, t->now)) {
        tell(t, TEXT("The sentence or its vectors are too large for the map.\n",
                     "句子太长或向量太宽，画不出这张图。\n"));
        return;
    }
    tell(t,
         TEXT("The words as points on two axes, right and up: x as embedding, h as attention reads it, o "
              "after attention, * after the layer.\n",
              "词是平面上的点，先右后上：x 是词向量，h 是注意力读到的，o 是注意力之后，* 是这一层之后。\n"));
    for (int w = 0; w < points.words; w++) {
        tell_word(t, t->now->state.sentence, w);
        tell(t, TEXT(": ", "："));
        for (int i = 0; i < points.stages; i++) {
            text_addf(t->out, "%s%s ", i ? "; " : "", points.mark[i]);
            tell_number(t, points.at[i][w][0]);
            text_add(t->out, ", ");
            tell_number(t, points.at[i][w][1]);
        }
        text_add(t->out, "\n");
    }
    tell_reading(t);
}

const struct view view_map = {
    .name = "map",
    .context = "map",
    .title = PAIR("map of the words", "词图"),
    .help = PAIR(
        "Every word is a point. Bands lead from the word in focus to the words that it reads, in the hue "
        "of each head and as thick as the weight. The dotted line is its own path from its embedding (X) "
        "to what attention reads (H); from there the path goes on to its output. Attention draws words "
        "towards those that they read. The axes are principal components, the directions in which the "
        "rows spread most; the rows above the map say how much of the spread it shows.",
        "每个词是一个点。从选中的词出发的粗线连到它所读的词，颜色是头，粗细是权重。虚线是它自己的路：从词向量"
        "（X）走到注意力的输入（H），再走到输出。注意力把词拉向它所读的词。"
        "坐标轴是主成分，也就是方差最大的方向；图上看得到多少，写在图的上方。"),
    .draw = draw,
    .framed_answer = true,
    .tell = tell_points,
    .places = cursor_query_places,
};
