/* The rows of boxes: every word's numbers as colours, its score and its share for the asking word. */
#include <math.h>

#include "base/number.h"
#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "view/flow/flow.h"

/* A number as one or two signs without colours: +9 is the largest, · is 0; in one column only the sign, bold
 * when it is large. */
static void cell_signs(struct canvas c, int row, int col, int width, double v, double most)
{
    int level = most > 0 ? (int)lround(9 * pow(fabs(v) / most, 0.75)) : 0;
    struct text t = TEXT_HERE;
    if (level == 0)
        text_add(&t, width > 1 ? " ·" : "·");
    else if (width > 1)
        text_addf(&t, "%c%d", v < 0 ? '-' : '+', level);
    else
        text_add(&t, v < 0 ? "-" : "+");
    canvas_put(canvas_part(c, row, col, 1, width), 0, 0, level >= 5 ? STYLE_STRONG : STYLE_TEXT,
               text_str(&t));
    text_finish(&t);
}

/* Boxes for `count` numbers v over `width` columns; `most` is the largest of the whole row, `focus` the
 * number under the cursor (-1: none). */
struct strip {
    int row, rows, col, width;
    const double *v, *less; /* less these; NULL: nothing */
    int count, focus;
    double most;
    bool same;   /* as in the picture beside this one: dim */
    double dark; /* which part of the numbers is still to come */
    bool under;  /* a line under all of them */
};

static double number_of(const struct strip *t, int j)
{
    return t->less ? t->v[j] - t->less[j] : t->v[j];
}

/* Whether number j is still to come. */
static bool comes(const struct strip *t, int j)
{
    return j >= (1 - t->dark) * t->count;
}

/* The number from `from` to before `to` that is largest in size. */
static int loudest(const struct strip *t, int from, int to)
{
    int j = from;
    for (int i = from + 1; i < to; i++)
        j = fabs(number_of(t, i)) > fabs(number_of(t, j)) ? i : j;
    return j;
}

/* Where columns are too few, neighbours share one, and it shows the larger. */
static void signs(struct canvas c, const struct strip *t)
{
    int boxes = t->count < t->width ? t->count : t->width, each = boxes > 0 ? t->width / boxes : 0;
    each = each > 2 ? 2 : each;
    for (int i = 0; t->same && i < t->width; i++)
        canvas_put(c, t->row, t->col + i, STYLE_DIM, "=");
    for (int i = 0; i < boxes && !t->same; i++) {
        int from = i * t->count / boxes, to = (i + 1) * t->count / boxes, j = loudest(t, from, to),
            col = t->col + i * t->width / boxes;
        cell_signs(c, t->row, col, each, comes(t, j) ? 0 : number_of(t, j), t->most);
        if ((t->focus >= from && t->focus < to) || t->under)
            canvas_restyle(c, t->row, col, each, STYLE_MARK);
    }
}

/* What is dim is coloured on a scale that is DIM times as wide, what is to come on one that is DARK times. */
static void strip(struct canvas c, const struct screen *s, const struct strip *t)
{
    enum { DIM = 3, DARK = 14 };
    struct paint p;
    if (screen_mono(s) || s->ascii) {
        signs(c, t);
        return;
    }
    if (!paint_begin(&p, s->scratch, t->rows, t->width))
        return;
    for (int y = 0; y < p.height; y++)
        for (int j = 0; j < t->count; j++) {
            double from = (double)j * p.width / t->count, to = (double)(j + 1) * p.width / t->count;
            bool line = (j == t->focus || t->under) && y >= p.height - 2;
            int scale = comes(t, j) ? DARK : t->same ? DIM : 1;
            uint16_t ink = ink_diverging(number_of(t, j), scale * t->most);
            paint_span(&p, y, from, to, line ? ink_hue(HUE_FOCUS, HUE_FULL) : ink);
        }
    paint_show(&p, canvas_part(c, t->row, t->col, t->rows, t->width),
               (struct paint_look){.theme = screen_theme(s)});
}

void flow_strip(struct canvas c, const struct screen *s, const double *v, int count, double most)
{
    strip(
        c, s,
        &(struct strip){.rows = c.rows, .width = c.cols, .v = v, .count = count, .focus = -1, .most = most});
}

/* The number of a strip that is under the cursor: in the lit row, below the asking word. -1: none. */
static int focus_in(const struct flow *f, int r, int w)
{
    const struct look *look = &f->now->state.look;
    return !f->paired && flow_row_stage(f, r) == look->stage && w == f->query ? look->dim : -1;
}

/* All numbers of word w in row r: columns of one head lie in its own box; a row that belongs to no head
 * spans all the boxes. */
static void strip_of_word(struct canvas c, const struct flow *f, int r, int w, struct strip t)
{
    int each = t.count / f->now->config.heads;
    const double *v = t.v;
    t.focus = focus_in(f, r, w);
    t.col = flow_left(f, w);
    t.same = flow_same_row(f, r, 0, w);
    t.dark = 1 - flow_seen(f, r);
    t.under = r == FLOW_K && flow_visited(f) >= 0 && w == flow_column_of_key(f, flow_visited(f));
    if (r != FLOW_Q && r != FLOW_K && r != FLOW_V) {
        strip(c, f->s, &t);
        return;
    }
    for (int h = f->head, focus = t.focus; h < f->head + f->heads; h++) {
        t.col = flow_box(f, w, h);
        t.width = f->box;
        t.v = v + h * each;
        t.count = each;
        t.focus = focus >= 0 && focus / each == h ? focus % each : -1;
        strip(c, f->s, &t);
    }
}

/* The matrix that row r shows of a stage: the old one until a movement has come down to it, if it had the
 * same shape. */
static struct mat shown(const struct flow *f, int r, int h)
{
    int stage = flow_row_stage(f, r), layer = f->now->state.look.layer;
    struct mat m = stage_matrix(&f->now->trace, layer, stage, h), was = {0};
    if (flow_backwards(f))
        return stage_matrix(&f->now->grad.d, layer, stage, h);
    if (!flow_reached(f, r) && stage_present(&f->move.from->config, layer, stage))
        was = stage_matrix(&f->move.from->trace, layer, stage, h);
    return was.rows == m.rows && was.cols == m.cols ? was : m;
}

/* head_out has one matrix per head. */
static void mixed(struct canvas c, const struct flow *f)
{
    const struct look *look = &f->now->state.look;
    const struct attention *a = flow_reached(f, FLOW_MIXED) ? f->a : f->move.a;
    double most = mat_max_finite(
        (flow_backwards(f) ? stage_attention(&f->now->grad.d.layer[look->layer], look->stage) : a)->head_out);
    for (int h = f->head; h < f->head + f->heads; h++) {
        struct mat m = shown(f, FLOW_MIXED, h);
        for (int w = 0; w < f->words; w++)
            if (flow_in_sight(f, w))
                strip(c, f->s,
                      &(struct strip){.row = f->row[FLOW_MIXED],
                                      .rows = f->rows[FLOW_MIXED],
                                      .col = flow_box(f, w, h),
                                      .width = f->box,
                                      .v = mat_row(m, w),
                                      .count = m.cols,
                                      .focus = h == f->now->state.look.head ? focus_in(f, FLOW_MIXED, w) : -1,
                                      .most = most,
                                      .same = flow_same_row(f, FLOW_MIXED, h, w),
                                      .dark = 1 - flow_seen(f, FLOW_MIXED)});
    }
}

/* Why row P has no numbers: nothing is added to the words. Positions may act later, but not on a memory. */
static struct pair no_row(const struct flow *f)
{
    const struct posenc_def *pe = f->now->config.pe;
    if (pe->row && !f->crosses && f->now->state.look.layer > 0)
        return BOTH("added before layer 1", "在第 1 层之前加上");
    if (f->crosses || pe->row)
        return BOTH("no position here", "这里没有位置");
    if (pe->rotate)
        return BOTH("not here: it turns q and k", "不在这里：它转动 q 和 k");
    if (pe->value)
        return BOTH("not here: in scores and values", "不在这里：在得分和值里");
    if (pe->bias || pe->terms)
        return BOTH("not here: in the scores", "不在这里：在得分里");
    return BOTH("no position here", "这里没有位置");
}

/* Says why a row has no numbers, and before it what the row is if the gutter has no room for its name; of two
 * pictures the other one names it. */
static void says_no_row(struct canvas c, const struct flow *f, int r)
{
    int col = f->gutter;
    if (!f->paired && f->gutter <= utf8_width(screen_pair(f->s, flow_rows[r].name)))
        col = canvas_put(c, f->row[r], col, STYLE_LABEL, screen_pair(f->s, flow_rows[r].name)) + 1;
    canvas_put(c, f->row[r], col, STYLE_GHOST, screen_pair(f->s, no_row(f)));
}

/* What the words heard in the layers below is what comes in, less x + p; these rows are coloured alike. */
static void row_of_stage(struct canvas c, const struct flow *f, int r)
{
    bool of_keys = f->crosses && (r == FLOW_K || r == FLOW_V), heard = r <= FLOW_H && flow_heard(f);
    if (!flow_numbered(f, r)) {
        says_no_row(c, f, r);
        return;
    }
    const struct trace *of = flow_reached(f, r) ? &f->now->trace : &f->move.from->trace;
    struct mat m = r == FLOW_HEARD ? of->layer[f->now->state.look.layer].in : shown(f, r, 0);
    double most = mat_max_finite(heard ? f->a->H : m);
    for (int i = 0; i < m.rows; i++) {
        int w = of_keys ? flow_column_of_key(f, i) : i;
        if (flow_in_sight(f, w))
            strip_of_word(c, f, r, w,
                          (struct strip){.row = f->row[r],
                                         .rows = f->rows[r],
                                         .width = f->width,
                                         .v = mat_row(m, i),
                                         .less = r == FLOW_HEARD ? mat_row(of->layer[0].in, i) : NULL,
                                         .count = m.cols,
                                         .most = most});
    }
}

static void centred(struct canvas c, int row, int col, int width, enum style style, const char *s)
{
    int room = width - utf8_width(s);
    canvas_put(c, row, col + (room > 0 ? room / 2 : 0), style, s);
}

static const struct sequence *words_of_column(const struct flow *f, int *w)
{
    if (*w < f->words)
        return f->now->state.sentence;
    *w -= f->words;
    return f->now->state.memory;
}

/* The asking word has a frame of blanks, or of brackets where colours are missing. */
static bool framed(const struct flow *f, int word)
{
    enum { ROOMY = 7 };
    return word == f->query && (f->pitch >= ROOMY || screen_mono(f->s));
}

static int words_in(const struct flow *f)
{
    return f->words + (f->crosses ? f->keys : 0);
}

/* How the words of a page are written: equal ones with their numbers (the#1), or without if more words have
 * room so. */
enum naming { NAMED_BARE, NAMED_APART };

static void name_of(const struct flow *f, int word, enum naming naming, struct text *out)
{
    const struct sequence *of = words_of_column(f, &word);
    text_clear(out);
    (naming == NAMED_APART ? screen_word : screen_word_bare)(&f->now->state, of, word, out);
}

/* The columns that a word leaves free before or after it in its own, or with its frame, centred as it is
 * above its boxes; a word that is not drawn leaves none. */
static int spare_with(const struct flow *f, int word, enum naming naming, int frame, bool after)
{
    struct text t = SCREEN_TEXT(f->s);
    if (word < 0 || word >= words_in(f) || !flow_in_sight(f, word))
        return 0;
    name_of(f, word, naming, &t);
    int width = utf8_width(text_str(&t)) + frame, before = width < f->width ? (f->width - width) / 2 : 0,
        free = f->pitch - 1 - width;
    return free <= 0 ? 0 : after ? free - before : before;
}

static int spare(const struct flow *f, int word, enum naming naming, bool after)
{
    return framed(f, word) ? 0 : spare_with(f, word, naming, 0, after);
}

/* The word in the column before (-1) or after (1) that of a word, -1: none. */
static int neighbour(const struct flow *f, int word, int by)
{
    int at = f->columns ? f->columns->of[word] + by : word + by;
    if (at < 0 || at >= (f->columns ? f->columns->count : words_in(f)))
        return -1;
    return f->columns ? f->columns->at[at] : at;
}

/* The columns for a word's name: its own, and for a long one what it lacks and its neighbours leave free. */
static struct canvas name_part(struct canvas c, const struct flow *f, int word, enum naming naming, int width)
{
    int left = flow_left(f, word), cols = f->pitch - 1, next = neighbour(f, word, 1);
    if (width > cols) {
        bool last = (next < 0 || !flow_in_sight(f, next)) && (!f->paired || next < 0); /* no mark */
        int after = spare(f, next, naming, false) + (left + f->pitch < c.cols && last),
            before = spare(f, neighbour(f, word, -1), naming, true), lacks = width - cols;
        after = after < lacks ? after : lacks;
        before = before < lacks - after ? before : lacks - after;
        left -= before;
        cols += before + after;
    }
    return canvas_part(c, f->row[FLOW_WORDS], left, 1, cols);
}

/* Returns how many words find no room. */
static int cut_words(struct canvas c, const struct flow *f, enum naming naming)
{
    struct text t = SCREEN_TEXT(f->s);
    int cut = 0;
    for (int word = 0; word < words_in(f); word++) {
        name_of(f, word, naming, &t);
        int width = utf8_width(text_str(&t));
        cut += flow_in_sight(f, word) && name_part(c, f, word, naming, width).cols < width;
    }
    return cut;
}

static enum naming naming_of(struct canvas c, const struct flow *f)
{
    return cut_words(c, f, NAMED_BARE) < cut_words(c, f, NAMED_APART) ? NAMED_BARE : NAMED_APART;
}

static void word_name(struct canvas c, const struct flow *f, int word, enum naming naming)
{
    struct text t = SCREEN_TEXT(f->s), name = SCREEN_TEXT(f->s);
    int w = word, chosen = f->beside ? flow_partner(f, word) : word;
    const struct sequence *of = words_of_column(f, &w);
    bool frame = framed(f, word), mono = screen_mono(f->s);
    name_of(f, word, naming, &name);
    text_addf(&t, "%s%s%s", !frame ? "" : mono ? "[" : " ", text_str(&name), !frame ? "" : mono ? "]" : " ");
    struct canvas part = name_part(c, f, word, naming, utf8_width(text_str(&t)));
    if (utf8_width(text_str(&t)) > part.cols) {
        text_clear(&t);
        if (utf8_width(text_str(&name)) <= part.cols)
            text_add(&t, text_str(&name));
        else
            screen_word_in(&f->now->state, of, w, part.cols, &t);
    }
    if (chosen >= 0 && click_hit(f->s->click, part, 0, 0, part.cols))
        click_line(f->s->click, word < f->words ? "set query %d" : "set key %d",
                   word < f->words ? chosen : w);
    centred(part, 0, 0, part.cols < f->pitch ? f->width : part.cols,
            word == f->query ? STYLE_CURSOR : STYLE_STRONG, text_str(&t));
}

static void word_names(struct canvas c, const struct flow *f, enum naming naming)
{
    for (int word = 0; word < words_in(f); word++)
        if (flow_in_sight(f, word))
            word_name(c, f, word, naming);
}

/* The part of a head's box that its share fills. */
static void share_box(struct canvas c, const struct flow *f, int h, int j)
{
    enum { TICK = 2 };
    struct paint p;
    double share = flow_share(f, h, f->query, j), was = flow_share_before(f, h, f->query, j);
    int row = f->row[FLOW_SHARE], col = flow_box(f, flow_column_of_key(f, j), h);
    bool same = flow_same_share(f, h, f->query, j);
    if (!paint_begin(&p, f->s->scratch, 1, f->box))
        return;
    bool moved = fabs(was - flow_weight(f, h, f->query, j)) * p.width >= TICK;
    double old = fmin(was * p.width, p.width - TICK);
    for (int y = 0; y < p.height; y++) {
        paint_span(&p, y, 0, p.width, screen_mono(f->s) ? 0 : ink_hue(HUE_GREY, 2));
        paint_span(&p, y, 0, flow_seen(f, FLOW_SHARE) > 0 ? share * p.width : 0,
                   ink_hue(flow_hue(f, h), same ? HUE_FULL * 7 / 16 : HUE_FULL));
        if (f->move.from && moved)
            paint_span(&p, y, old, old + TICK, ink_hue(HUE_GREY, HUE_FULL));
    }
    paint_show(&p, canvas_part(c, row, col, 1, f->box),
               (struct paint_look){screen_theme(f->s), screen_mono(f->s), f->s->ascii});
}

/* A number in a head's box under a key. */
struct figure {
    int row, head, key, digits;
    double x;
    bool loud;
};

/* .43 for 0.43, 1.0 for 1.00 where boxes touch. */
static void without_air(struct text *t)
{
    struct text whole = TEXT_HERE;
    text_add(&whole, text_str(t));
    text_clear(t);
    if (text_str(&whole)[0] == '0')
        text_add(t, text_str(&whole) + 1);
    else
        text_add_bytes(t, text_str(&whole), whole.len - 1);
    text_finish(&whole);
}

/* Centred; left out where it does not fit. */
static void number_in_box(struct canvas c, const struct flow *f, const struct figure *n)
{
    struct text t = SCREEN_TEXT(f->s);
    bool same = flow_same_share(f, n->head, f->query, n->key), loud = n->loud && !same;
    number_fixed(&t, n->x, n->digits, 32);
    bool touches = utf8_width(text_str(&t)) + (f->gap == 0 && f->heads > 1) > f->box;
    if (touches && n->digits == 2)
        without_air(&t);
    int width = utf8_width(text_str(&t)), col = flow_box(f, flow_column_of_key(f, n->key), n->head);
    if (width <= f->box)
        canvas_put_ink(c, n->row, col + (f->box - width + 1) / 2,
                       loud   ? STYLE_STRONG
                       : same ? STYLE_DIM
                              : STYLE_TEXT,
                       loud ? ink_hue(flow_hue(f, n->head), HUE_FULL) : ink_quiet(screen_theme(f->s)),
                       text_str(&t));
}

static double score(const struct flow *f, int h, int j)
{
    return mat_at(attention_head(f->a, f->a->map[MAP_SCORES], h), f->query, j);
}

/* With how many decimals the scores of all keys fit their boxes; -1: they do not. */
static int score_digits(const struct flow *f)
{
    struct text t = SCREEN_TEXT(f->s);
    int digits = 1;
    for (int j = 0; j < f->keys; j++)
        for (int h = f->head; h < f->head + f->heads && digits >= 0; h++) {
            text_clear(&t);
            number_fixed(&t, score(f, h, j), digits, 32);
            if (utf8_width(text_str(&t)) > f->box) {
                digits--;
                h--;
            }
        }
    return digits;
}

static void scores_and_shares(struct canvas c, const struct flow *f)
{
    enum { LOUD_PERCENT = 30 };
    int digits = f->rows[FLOW_SCORE] ? score_digits(f) : -1;
    for (int j = 0; j < f->keys; j++)
        for (int h = f->head; h < f->head + f->heads && flow_in_sight(f, flow_column_of_key(f, j)); h++) {
            double share = flow_weight(f, h, f->query, j);
            bool loud = share >= LOUD_PERCENT / 100.0;
            int chosen =
                f->beside ? flow_partner(f, flow_column_of_key(f, j)) - (f->crosses ? f->words : 0) : j;
            for (int r = FLOW_SCORE; r <= FLOW_NUMBER; r++)
                if (f->rows[r] && chosen >= 0 &&
                    click_hit(f->s->click, c, f->row[r], flow_box(f, flow_column_of_key(f, j), h), f->box))
                    click_line(f->s->click, "set key %d head %d", chosen, h);
            share_box(c, f, h, j);
            if (flow_seen(f, FLOW_NUMBER) >= 1)
                number_in_box(c, f, &(struct figure){f->row[FLOW_NUMBER], h, j, 2, share, loud});
            if (digits >= 0 && flow_seen(f, FLOW_SCORE) * f->keys >= j + 1)
                number_in_box(c, f, &(struct figure){f->row[FLOW_SCORE], h, j, digits, score(f, h, j), loud});
        }
}

/* The name of a row in a narrow gutter: +p for + p, shorter ones for long names. */
static void letters(struct canvas c, const struct flow *f, int r, enum style style)
{
    static const struct pair brief[FLOW_ROWS] = {
        [FLOW_HEARD] = PAIR("+b", "+下"), [FLOW_SHARE] = PAIR("a", "a"),  [FLOW_MIXED] = PAIR("Σ", "Σ"),
        [FLOW_OUTPUT] = PAIR("o", "出"),  [FLOW_NORM1] = PAIR("n", "规"), [FLOW_FFN] = PAIR("f", "馈"),
        [FLOW_NORM2] = PAIR("n", "规"),
    };
    struct text t = SCREEN_TEXT(f->s);
    for (const char *s = screen_pair(f->s, brief[r].en ? brief[r] : flow_rows[r].name); *s; s++)
        if (*s != ' ')
            text_add_bytes(&t, s, 1);
    if (utf8_width(text_str(&t)) < f->gutter)
        canvas_put(c, f->row[r], 1, style, text_str(&t));
}

/* Which of a decoder's two attentions this is, before the first word. */
static void attention_name(struct canvas c, const struct flow *f, enum naming naming)
{
    int word = 0;
    while (!flow_in_sight(f, word) && word + 1 < f->words)
        word++;
    canvas_either(
        canvas_part(c, f->row[FLOW_WORDS], 0, 1,
                    flow_left(f, word) + spare_with(f, word, naming, framed(f, word) ? 2 : 0, false) - 1),
        0, 1, STYLE_DIM,
        screen_text(f->s,
                    EITHER(f->second, TEXT("2/2 memory", "2/2 读另一句"), TEXT("1/2 itself", "1/2 读自己"))),
        f->second ? "2/2" : "1/2");
}

/* Names of stages at the left; the one in focus is lit. */
static void gutter(struct canvas c, const struct flow *f, enum naming naming)
{
    if (config_decodes(&f->now->config) && f->gutter >= FLOW_GUTTER)
        attention_name(c, f, naming);
    for (int r = 0; r < FLOW_ROWS && f->gutter > 0; r++) {
        const struct flow_row_def *d = &flow_rows[r];
        if (!f->rows[r] || !*d->name.en)
            continue;
        int stage = flow_row_stage(f, r);
        bool lit = flow_lit(f, r);
        if (r == FLOW_SCORE && score_digits(f) < 0) /* nothing to name */
            continue;
        if (lit)
            canvas_put(c, f->row[r], 0, STYLE_TITLE, f->s->ascii ? ">" : "▌");
        if (f->gutter < FLOW_GUTTER) {
            letters(c, f, r, lit ? STYLE_TITLE : STYLE_LABEL);
            continue;
        }
        if ((r > FLOW_HEARD || !flow_heard(f)) && click_hit(f->s->click, c, f->row[r], 0, f->gutter - 1))
            click_line(f->s->click, f->paired ? "compare stage %s" : "set stage %s", stage_name(stage));
        int col = canvas_put(c, f->row[r], 1, lit ? STYLE_TITLE : STYLE_LABEL, screen_pair(f->s, d->name));
        if (f->glossed)
            canvas_put(c, f->row[r], col + 1, lit ? STYLE_TEXT : STYLE_DIM, screen_pair(f->s, d->gloss));
    }
}

void flow_strips_draw(struct canvas c, const struct flow *f)
{
    enum naming naming = naming_of(c, f);
    word_names(c, f, naming);
    gutter(c, f, naming);
    if (f->s->hidden) {
        canvas_flow(canvas_part(c, f->row[FLOW_RIBBONS], f->gutter, c.rows, c.cols - f->gutter - 1), 0,
                    STYLE_NOTE, screen_hidden_says(f->s));
        return;
    }
    for (int r = 0; r < FLOW_ROWS; r++)
        if (f->rows[r] && *flow_rows[r].name.en && r != FLOW_SCORE && r != FLOW_SHARE && r != FLOW_MIXED &&
            (r != FLOW_ANSWER || flow_backwards(f)))
            row_of_stage(c, f, r);
    if (f->rows[FLOW_MIXED])
        mixed(c, f);
    if (f->rows[FLOW_SHARE])
        scores_and_shares(c, f);
    if (!flow_backwards(f))
        flow_answer_draw(c, f);
}
