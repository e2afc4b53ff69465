/* The rows of boxes: every word's numbers as colours, its score and its share for the asking word. */
#include <math.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "view/flow/flow.h"

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

static double strip_number(const struct strip *t, int j)
{
    return t->less ? t->v[j] - t->less[j] : t->v[j];
}

/* Numbers as one or two signs, without colours: +9 is the largest, · is 0; in one column only the sign, bold
 * when it is large. Where columns are too few, neighbours share one, and it shows the larger. */
static void draw_signs(struct canvas c, const struct screen *s, const struct strip *t)
{
    int boxes = t->count < t->width ? t->count : t->width, each = boxes > 0 ? t->width / boxes : 0;
    each = each > 2 ? 2 : each;
    for (int i = 0; t->same && i < t->width; i++)
        canvas_put(c, t->row, t->col + i, STYLE_DIM, "=");
    for (int i = 0; i < boxes && !t->same; i++) {
        int from = i * t->count / boxes, to = (i + 1) * t->count / boxes, j = from,
            col = t->col + i * t->width / boxes;
        for (int k = from + 1; k < to; k++)
            j = fabs(strip_number(t, k)) > fabs(strip_number(t, j)) ? k : j;
        double v = j >= (1 - t->dark) * t->count ? 0 : strip_number(t, j);
        int level = t->most > 0 ? (int)lround(9 * pow(fabs(v) / t->most, 0.75)) : 0;
        const char *sign = level == 0 ? (each > 1 ? " ·" : "·") : v < 0 ? "-" : "+";
        canvas_put(canvas_part(c, t->row, col, 1, each), 0, 0, level >= 5 ? STYLE_STRONG : STYLE_TEXT,
                   level > 0 && each > 1 ? said_values(s, "%s%d", sign, level) : sign);
        if ((t->focus >= from && t->focus < to) || t->under)
            canvas_restyle(c, t->row, col, each, STYLE_MARK);
    }
}

/* What is dim is coloured on a scale that is DIM times as wide, what is to come on one that is DARK times. */
static void draw_strip(struct canvas c, const struct screen *s, const struct strip *t)
{
    enum { DIM = 3, DARK = 14 };
    struct paint p;
    if (screen_mono(s) || s->ascii) {
        draw_signs(c, s, t);
        return;
    }
    if (!paint_begin(&p, s->scratch, t->rows, t->width))
        return;
    for (int y = 0; y < p.height; y++)
        for (int j = 0; j < t->count; j++) {
            double from = (double)j * p.width / t->count, to = (double)(j + 1) * p.width / t->count;
            bool line = (j == t->focus || t->under) && y >= p.height - 2;
            int scale = j >= (1 - t->dark) * t->count ? DARK : t->same ? DIM : 1;
            uint16_t ink = ink_diverging(strip_number(t, j), scale * t->most);
            paint_span(&p, y, from, to, line ? ink_hue(HUE_FOCUS, HUE_FULL) : ink);
        }
    paint_show(&p, canvas_part(c, t->row, t->col, t->rows, t->width),
               (struct paint_look){.theme = screen_theme(s)});
}

void flow_strip(struct canvas c, const struct screen *s, const double *v, int count, double most)
{
    draw_strip(
        c, s,
        &(struct strip){.rows = c.rows, .width = c.cols, .v = v, .count = count, .focus = -1, .most = most});
}

/* The matrix that row r shows of a stage: the old one until a movement has come down to it, if it had the
 * same shape. */
static struct mat shown_matrix(const struct flow *f, int r, int h)
{
    int stage = flow_row_stage(f, r), layer = f->now->state.look.layer;
    struct mat m = stage_matrix(&f->now->trace, layer, stage, h), was = {0};
    if (flow_backwards(f))
        return stage_matrix(&f->now->grad.d, layer, stage, h);
    if (!flow_reached(f, r) && stage_present(&f->move.from->config, layer, stage))
        was = stage_matrix(&f->move.from->trace, layer, stage, h);
    return was.rows == m.rows && was.cols == m.cols ? was : m;
}

/* Why row P has no numbers: nothing is added to the words. Positions may act later, but not on a memory. */
static const char *no_row(const struct flow *f)
{
    const struct posenc_def *pe = f->now->config.pe;
    if (pe->row && !f->crosses && f->now->state.look.layer > 0)
        return TEXT("added before layer 1");
    if (f->crosses || pe->row)
        return TEXT("no position here");
    if (pe->rotate)
        return TEXT("not here: it turns q and k");
    if (pe->value)
        return TEXT("not here: in scores and values");
    if (pe->bias || pe->terms)
        return TEXT("not here: in the scores");
    return TEXT("no position here");
}

/* Draws a row's numbers word by word; columns of one head lie in its own box, those of a key head that
 * several heads share span their boxes, a row that belongs to no head
 * spans all the boxes. What the words heard in the layers below is what comes in, less x + p; these rows are
 * coloured alike. The mixed numbers have one matrix per head. */
static void row_of_stage(struct canvas c, const struct flow *f, int r)
{
    const struct look *look = &f->now->state.look;
    /* 1. why a row has no numbers, and before it what it is if the gutter has no room for its name; of two
     * pictures the other one names it */
    if (!flow_numbered(f, r)) {
        const char *name = screen_text(f->s, flow_rows[r].name);
        int col = f->gutter;
        if (!f->paired && f->gutter <= utf8_width(name))
            col = canvas_put(c, f->row[r], col, STYLE_LABEL, name) + 1;
        canvas_put(c, f->row[r], col, STYLE_GHOST, screen_text(f->s, no_row(f)));
        return;
    }
    /* 2. the scale, and what is the same for all words */
    bool of_keys = f->crosses && (r == FLOW_K || r == FLOW_V), heard = r <= FLOW_H && flow_heard(f),
         mixed = r == FLOW_MIXED, apart = mixed || r == FLOW_Q || r == FLOW_K || r == FLOW_V;
    const struct trace *of = flow_reached(f, r) ? &f->now->trace : &f->move.from->trace;
    const struct attention *a = flow_reached(f, r) ? f->a : f->move.a;
    struct mat m = r == FLOW_HEARD ? of->layer[look->layer].in : shown_matrix(f, r, 0),
               all = heard ? f->a->H : m;
    if (mixed)
        all = (flow_backwards(f) ? stage_attention(&f->now->grad.d.layer[look->layer], look->stage) : a)
                  ->head_out;
    const struct strip row = {.row = f->row[r],
                              .rows = f->rows[r],
                              .width = f->width,
                              .count = m.cols,
                              .most = mat_max_finite(all),
                              .dark = 1 - flow_seen(f, r)};
    const int shared = flow_shared(f, r), each = mixed ? m.cols : m.cols * shared / f->now->config.heads;
    /* 3. word by word; under the cursor is a number in the lit row, below the asking word */
    for (int i = 0; i < m.rows; i++) {
        int w = of_keys ? flow_column_of_key(f, i) : i,
            focus = !f->paired && flow_row_stage(f, r) == look->stage && w == f->query ? look->dim : -1;
        struct strip t = row;
        if (!flow_in_sight(f, w))
            continue;
        t.v = mat_row(m, i);
        t.less = r == FLOW_HEARD ? mat_row(of->layer[0].in, i) : NULL;
        t.focus = focus;
        t.col = flow_left(f, w);
        t.same = flow_same_row(f, r, 0, w);
        t.under = r == FLOW_K && flow_visited(f) >= 0 && w == flow_column_of_key(f, flow_visited(f));
        if (!apart)
            draw_strip(c, f->s, &t);
        for (int h = f->head; apart && h < f->head + f->heads; h = (h / shared + 1) * shared) {
            int of_head = h / shared,
                first = mixed ? (h == look->head ? 0 : -1) : of_head * each; /* -1: the cursor is elsewhere */
            t.col = flow_box(f, w, h);
            t.width = flow_shared_width(f, h, shared);
            t.v = mixed ? mat_row(shown_matrix(f, r, h), i) : mat_row(m, i) + of_head * each;
            t.count = each;
            t.same = flow_same_row(f, r, mixed ? h : 0, w);
            t.focus = first >= 0 && focus >= first && focus < first + each ? focus - first : -1;
            draw_strip(c, f->s, &t);
        }
    }
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

static bool is_nobody(const struct flow *f, int word)
{
    return f->sinks && word == flow_columns_of(f) - 1;
}

/* Returns whether something of the word was carried over in this layer. */
static bool is_carried(const struct flow *f, int word)
{
    const struct config *c = &f->now->config;
    bool carried = false;
    for (int i = 0; i < c->patch_count && word < f->words; i++)
        carried = carried || (c->patch[i].way <= PATCH_GIVEN && c->patch[i].kind < PATCH_READS &&
                              c->patch[i].layer == f->now->state.look.layer &&
                              (c->patch[i].at < 0 || c->patch[i].at == word));
    return carried;
}

/* A word of the page, without the number that tells equal ones apart (the#1): its place does. What was
 * carried over has a mark. */
static const char *word_name(const struct flow *f, int word)
{
    if (is_nobody(f, word))
        return screen_text(f->s, TEXT("nobody"));
    const struct sequence *of = words_of_column(f, &word);
    struct text t = SCREEN_TEXT(f->s);
    text_add(&t, of == f->now->state.sentence && is_carried(f, word) ? "⇠" : "");
    screen_word_bare(&f->now->state, of, word, &t);
    return text_str(&t);
}

/* The columns that a word leaves free before or after it in its own, with its frame, centred as it is above
 * its boxes; a word that is not drawn leaves none. */
static int spare_with(const struct flow *f, int word, int frame, bool after)
{
    if (word < 0 || word >= flow_columns_of(f) || !flow_in_sight(f, word))
        return 0;
    int width = utf8_width(word_name(f, word)) + frame,
        before = width < f->width ? (f->width - width) / 2 : 0, free = f->pitch - 1 - width;
    return free <= 0 ? 0 : after ? free - before : before;
}

/* The columns that the word before (-1) or after (1) leaves free for a word that is too long for its own;
 * with a frame it leaves none. Sets whether the word has no neighbour in sight there. */
static int spare_beside(const struct flow *f, int word, int by, bool *last)
{
    int at = f->columns ? f->columns->of[word] + by : word + by,
        count = f->columns ? f->columns->count : flow_columns_of(f), next = -1;
    if (at >= 0 && at < count)
        next = f->columns ? f->columns->at[at] : at;
    *last = (next < 0 || !flow_in_sight(f, next)) && (!f->paired || next < 0); /* no mark */
    return framed(f, next) ? 0 : spare_with(f, next, 0, by < 0);
}

/* The columns for a word's name: its own, and for a long one what it lacks and its neighbours leave free. */
static struct canvas name_part(struct canvas c, const struct flow *f, int word, int width)
{
    int left = flow_left(f, word), cols = f->pitch - 1;
    if (width > cols) {
        bool first, last;
        int before = spare_beside(f, word, -1, &first), after = spare_beside(f, word, 1, &last),
            lacks = width - cols;
        after += left + f->pitch < c.cols && last;
        after = after < lacks ? after : lacks;
        before = before < lacks - after ? before : lacks - after;
        left -= before;
        cols += before + after;
    }
    return canvas_part(c, f->row[FLOW_WORDS], left, 1, cols);
}

static void draw_words(struct canvas c, const struct flow *f)
{
    bool mono = screen_mono(f->s);
    for (int word = 0; word < flow_columns_of(f); word++) {
        int w = word, chosen = f->beside ? flow_partner(f, word) : word;
        if (!flow_in_sight(f, word))
            continue;
        const struct sequence *of = is_nobody(f, word) ? NULL : words_of_column(f, &w);
        const char *name = word_name(f, word), *text = name;
        if (framed(f, word))
            text = said_values(f->s, mono ? "[%s]" : " %s ", name);
        struct canvas part = name_part(c, f, word, utf8_width(text));
        struct text brief = SCREEN_TEXT(f->s);
        if (of) /* its mark goes first where room is short */
            screen_word_in(&f->now->state, of, w, part.cols, &brief);
        text = utf8_width(text) <= part.cols ? text : utf8_width(name) <= part.cols ? name : text_str(&brief);
        if (of && chosen >= 0 && click_hit(f->s->click, part, 0, 0, part.cols))
            click_line(f->s->click, word < f->words ? "set query %d" : "set key %d",
                       word < f->words ? chosen : w);
        int room = (part.cols < f->pitch ? f->width : part.cols) - utf8_width(text);
        canvas_put(part, 0, room > 0 ? room / 2 : 0,
                   word == f->query ? STYLE_CURSOR
                   : of             ? STYLE_STRONG
                                    : STYLE_DIM,
                   text);
    }
}

static const char *score_text(const struct flow *f, int h, int j, int digits)
{
    return said_fixed(f->s, mat_at(attention_head(f->a, f->a->map[MAP_SCORES], h), f->query, j), digits, 32);
}

/* With how many decimals the scores of all keys fit their boxes; -1: they do not. */
static int score_digits(const struct flow *f)
{
    int digits = 1;
    for (int j = 0; j < f->keys; j++)
        for (int h = f->head; h < f->head + f->heads; h++)
            while (digits >= 0 && utf8_width(score_text(f, h, j, digits)) > f->box)
                digits--;
    return digits;
}

/* Draws the part of a head's box that its share fills. */
static void share_box(struct canvas c, const struct flow *f, int h, int j)
{
    enum { TICK = 2 };
    struct paint p;
    double share = flow_share(f, h, f->query, j), was = flow_share_before(f, h, f->query, j);
    bool same = flow_same_share(f, h, f->query, j);
    if (!paint_begin(&p, f->s->scratch, 1, f->box))
        return;
    bool moved = f->move.from && fabs(was - flow_weight(f, h, f->query, j)) * p.width >= TICK;
    double old = fmin(was * p.width, p.width - TICK);
    for (int y = 0; y < p.height; y++) {
        paint_span(&p, y, 0, p.width, screen_mono(f->s) ? 0 : ink_hue(HUE_GREY, 2));
        paint_span(&p, y, 0, flow_seen(f, FLOW_SHARE) > 0 ? share * p.width : 0,
                   ink_hue(j < f->keys ? flow_hue(f, h) : HUE_GREY, same ? HUE_FULL * 7 / 16 : HUE_FULL));
        if (moved)
            paint_span(&p, y, old, old + TICK, ink_hue(HUE_GREY, HUE_FULL));
    }
    paint_show(&p, c, (struct paint_look){screen_theme(f->s), screen_mono(f->s), f->s->ascii});
}

static void scores_and_shares(struct canvas c, const struct flow *f)
{
    enum { LOUD_PERCENT = 30 };
    int digits = f->rows[FLOW_SCORE] ? score_digits(f) : -1;
    for (int j = 0; j < f->keys + f->sinks; j++)
        for (int h = f->head; h < f->head + f->heads && flow_in_sight(f, flow_column_of_key(f, j)); h++) {
            int word = flow_column_of_key(f, j), col = flow_box(f, word, h),
                chosen = f->beside ? flow_partner(f, word) - (f->crosses ? f->words : 0) : j;
            double share = flow_weight(f, h, f->query, j);
            bool same = flow_same_share(f, h, f->query, j), loud = share >= LOUD_PERCENT / 100.0 && !same;
            for (int r = FLOW_SCORE; r <= FLOW_NUMBER; r++)
                if (f->rows[r] && chosen >= 0 && j < f->keys &&
                    click_hit(f->s->click, c, f->row[r], col, f->box))
                    click_line(f->s->click, "set key %d head %d", chosen, h);
            share_box(canvas_part(c, f->row[FLOW_SHARE], col, 1, f->box), f, h, j);
            /* the numbers: .43 for 0.43, 1.0 for 1.00 where boxes touch */
            const char *number = share_text(f->s, share, SHARE_PLAIN);
            if (utf8_width(number) + (f->gap == 0 && f->heads > 1) > f->box)
                number = share_text(f->s, share, SHARE_SHORT);
            const char *numbers[] = {flow_seen(f, FLOW_NUMBER) >= 1 ? number : "",
                                     digits >= 0 && j < f->keys && flow_seen(f, FLOW_SCORE) * f->keys >= j + 1
                                         ? score_text(f, h, j, digits)
                                         : ""};
            for (int i = 0; i < 2; i++) {
                int spare = f->box - utf8_width(numbers[i]);
                if (spare >= 0)
                    canvas_put_ink(c, f->row[i ? FLOW_SCORE : FLOW_NUMBER], col + (spare + 1) / 2,
                                   loud   ? STYLE_STRONG
                                   : same ? STYLE_DIM
                                          : STYLE_TEXT,
                                   loud && j < f->keys ? ink_hue(flow_hue(f, h), HUE_FULL)
                                                       : ink_quiet(screen_theme(f->s)),
                                   numbers[i]);
            }
        }
}

/* Names of stages at the left; the one in focus is lit. In a narrow gutter +p for + p, or less. */
static void gutter(struct canvas c, const struct flow *f)
{
    static const char *const brief[FLOW_ROWS] = {
        [FLOW_HEARD] = TEXT("+b"), [FLOW_SHARE] = "a",       [FLOW_MIXED] = "Σ",
        [FLOW_OUTPUT] = TEXT("o"), [FLOW_NORM1] = TEXT("n"), [FLOW_FFN] = TEXT("f"),
        [FLOW_NORM2] = TEXT("n"),
    };
    bool narrow = f->gutter < FLOW_GUTTER;
    /* 1. which of a decoder's two attentions this is, before the first word */
    if (config_decodes(&f->now->config) && !narrow) {
        int word = 0;
        while (!flow_in_sight(f, word) && word + 1 < f->words)
            word++;
        int room = flow_left(f, word) + spare_with(f, word, framed(f, word) ? 2 : 0, false) - 1;
        canvas_either(canvas_part(c, f->row[FLOW_WORDS], 0, 1, room), 0, 1, STYLE_DIM,
                      screen_text(f->s, f->second ? TEXT("2/2 memory") : TEXT("1/2 itself")),
                      f->second ? "2/2" : "1/2");
    }
    /* 2. row by row; scores that do not fit have nothing to name */
    for (int r = 0; r < FLOW_ROWS && f->gutter > 0; r++) {
        const struct flow_row_def *d = &flow_rows[r];
        if (!f->rows[r] || !*d->name || (r == FLOW_SCORE && score_digits(f) < 0))
            continue;
        bool lit = flow_lit(f, r);
        struct text letters = SCREEN_TEXT(f->s);
        if (lit)
            canvas_put(c, f->row[r], 0, STYLE_TITLE, "▌");
        for (const char *s = screen_text(f->s, brief[r] ? brief[r] : d->name); narrow && *s; s++)
            if (*s != ' ')
                text_add_char(&letters, *s);
        if (narrow && utf8_width(text_str(&letters)) >= f->gutter)
            continue;
        if (!narrow && (r > FLOW_HEARD || !flow_heard(f)) &&
            click_hit(f->s->click, c, f->row[r], 0, f->gutter - 1))
            click_line(f->s->click, f->paired ? "compare stage %s" : "set stage %s",
                       stage_name(flow_row_stage(f, r)));
        int col = canvas_put(c, f->row[r], 1, lit ? STYLE_TITLE : STYLE_LABEL,
                             narrow ? text_str(&letters) : screen_text(f->s, d->name));
        if (f->glossed && !narrow)
            canvas_put(c, f->row[r], col + 1, lit ? STYLE_TEXT : STYLE_DIM,
                       flow_shared(f, r) > 1 ? say(f->s, TEXT("for %d heads each"), flow_shared(f, r))
                                             : screen_text(f->s, d->gloss));
    }
}

void flow_strips_draw(struct canvas c, const struct flow *f)
{
    draw_words(c, f);
    if (!f->s->hidden || !f->guess.of)
        gutter(c, f);
    if (f->s->hidden) {
        if (!f->guess.of)
            canvas_flow(canvas_part(c, f->row[FLOW_RIBBONS], f->gutter, c.rows, c.cols - f->gutter - 1), 0,
                        STYLE_NOTE, screen_hidden_says(f->s));
        return;
    }
    for (int r = 0; r < FLOW_ROWS; r++)
        if (f->rows[r] && flow_boxes(r) && (r != FLOW_ANSWER || flow_backwards(f)))
            row_of_stage(c, f, r);
    if (f->rows[FLOW_SHARE])
        scores_and_shares(c, f);
    if (!flow_backwards(f))
        flow_answer_draw(c, f);
}
