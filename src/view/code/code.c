/* Code beside the matrix that it fills: lines of PyTorch, run one by one on the present scene. */
#include <limits.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "study/code/snippet.h"
#include "study/look_names.h"
#include "view/grid.h"
#include "view/figures/page.h"
#include "view/screen.h"
#include "view/figures/tell.h"

/* Columns of the longest lines of code and before a line, rows that it may take, and how far it is indented
 * from its second row on. */
enum { CODE_COLS = 56, NUMBER = 3, CODE_ROWS = 3, INDENT = 4 };

struct page {
    const struct screen *s;
    const struct scene *now;
    const struct snippet *snippet;
    const struct snippet_line *line;
    int at; /* index of the line */
    struct snippet_run run;
};

static struct page page_of(const struct screen *s)
{
    const struct look *look = &s->session->now.state.look;
    const struct scene *now = &s->session->now;
    struct page p = {s,
                     now,
                     snippet_shown(look),
                     NULL,
                     snippet_line_shown(look),
                     {now, look->layer, look->head, s->scratch}};
    p.line = &p.snippet->lines[p.at];
    return p;
}

/* A line of code as drawn: a long one goes on below, indented. */
struct broken_line {
    struct text code;
    size_t from[CODE_ROWS], bytes[CODE_ROWS];
    int rows;
};

/* Returns where a row of at most `most` bytes ends: before a blank or a method's point, in its second half,
 * inside as few brackets as possible, best before a sign. Without such a place it returns `most`. */
static size_t row_end(const char *s, size_t most)
{
    size_t best = most;
    int depth = 0, least = INT_MAX;
    for (size_t i = 1; i <= most; i++) {
        depth += (strchr("([", s[i - 1]) != NULL) - (strchr(")]", s[i - 1]) != NULL);
        bool method = s[i] == '.' && s[i - 1] == ')', sign = s[i] == ' ' && strchr("+-", s[i + 1]);
        int rank = 2 * depth - (method || sign);
        if ((s[i] == ' ' || method) && 2 * i > most && rank <= least) {
            least = rank;
            best = i;
        }
    }
    return best;
}

/* Breaks a line of code into rows of so many columns. The last row takes what is left. */
static void break_line(const struct page *p, int i, int cols, struct broken_line *out)
{
    snippet_code(p->now, &p->snippet->lines[i], &out->code);
    const char *s = text_str(&out->code);
    out->rows = 0;
    for (size_t at = 0; out->rows == 0 || s[at];) {
        int room = cols - (out->rows > 0 ? INDENT : 0);
        size_t n = out->rows + 1 < CODE_ROWS && room > 0 ? utf8_fit(s + at, room) : strlen(s + at);
        n = s[at + n] && n > 0 ? row_end(s + at, n) : strlen(s + at);
        out->from[out->rows] = at;
        out->bytes[out->rows++] = n;
        at += n + strspn(s + at + n, " ");
    }
}

/* Returns the columns of a part of the text. */
static int part_columns(const struct screen *s, const char *from, size_t bytes)
{
    struct text part = SCREEN_TEXT(s);
    text_add_bytes(&part, from, bytes);
    return utf8_width(text_str(&part));
}

/* Draws a line of code. Returns its rows. */
static int code_line(struct canvas c, int row, const struct page *p, int i)
{
    const struct snippet_line *line = &p->snippet->lines[i];
    struct broken_line b = {.code = SCREEN_TEXT(p->s)};
    bool last = i == p->at;
    enum style style = last ? STYLE_STRONG : i < p->at ? STYLE_TEXT : STYLE_DIM;
    break_line(p, i, c.cols - NUMBER, &b);
    canvas_putf(c, row, 0, last ? STYLE_STRONG : STYLE_DIM, last ? "▶" : " ");
    for (int k = 0; k < b.rows; k++) {
        struct text part = SCREEN_TEXT(p->s);
        text_add_bytes(&part, text_str(&b.code) + b.from[k], b.bytes[k]);
        canvas_put(c, row + k, NUMBER + (k > 0 ? INDENT : 0), style, text_str(&part));
        if (click_hit(p->s->click, c, row + k, 0, c.cols))
            click_line(p->s->click, "set code_line %d", i);
    }
    if (last) {
        /* Highlights the part of the last line that decides what is written. */
        const char *s = text_str(&b.code), *at = line->acts ? strstr(s, line->acts) : NULL;
        for (int j = 0; at && j < b.rows; j++) {
            const char *begin = s + b.from[j], *end = begin + b.bytes[j], *from = at > begin ? at : begin,
                       *to = at + strlen(line->acts) < end ? at + strlen(line->acts) : end;
            if (from < to)
                canvas_restyle(c, row + j,
                               NUMBER + (j > 0 ? INDENT : 0) +
                                   part_columns(p->s, begin, (size_t)(from - begin)),
                               part_columns(p->s, from, (size_t)(to - from)), STYLE_MARK);
        }
    }
    return b.rows;
}

static int code_rows(const struct page *p, int i, int cols)
{
    struct broken_line b = {.code = SCREEN_TEXT(p->s)};
    break_line(p, i, cols - NUMBER, &b);
    return b.rows;
}

/* Draws whole lines of the code around its last one. */
static void code_draw(struct canvas c, const void *of)
{
    const struct page *p = of;
    int rows = 0, first = screen_first_shown(p->at, p->snippet->count, c.rows), before = 0;
    for (int i = first; i <= p->at; i++)
        before += code_rows(p, i, c.cols);
    for (; before > c.rows && first < p->at; first++)
        before -= code_rows(p, first, c.cols);
    for (int i = first; i < p->snippet->count && rows + code_rows(p, i, c.cols) <= c.rows; i++)
        rows += code_line(c, rows, p, i);
}

/* Room for all lines, in columns for the longest; fewer rows will do, which then scroll. */
static struct page_size code_size(const void *of, int cols)
{
    enum { LEAST = 3 };
    const struct page *p = of;
    int rows = 0;
    for (int i = 0; i < p->snippet->count && cols > 0; i++)
        rows += code_rows(p, i, cols);
    return (struct page_size){.rows = rows < LEAST ? rows : LEAST, .most_rows = rows, .cols = CODE_COLS};
}

/* Returns whether a later line that has run writes the same variable. */
static bool variable_overwritten(const struct page *p, int i)
{
    for (int later = i + 1; later <= p->at; later++)
        if (strcmp(p->snippet->lines[later].variable, p->snippet->lines[i].variable) == 0)
            return true;
    return false;
}

/* ---- the result --------------------------------------------------------------------------- */

struct labels {
    const struct page *p;
    const struct sequence *rows, *cols; /* NULL: counted */
};

static void word_or_number(const struct labels *l, const struct sequence *words, int i, struct text *out)
{
    if (words && i < words->count)
        screen_word(&l->p->now->state, words, i, out);
    else
        text_addf(out, "%d", i);
}

/* A row is a position, with the word there, or a word of a batch of sentences. */
static void result_row(const void *arg, int i, struct text *out)
{
    const struct labels *l = arg;
    const struct snippet_line *line = l->p->line;
    const int n = l->p->now->config.n;
    if (line->rows) {
        text_add(out, line->rows[i]);
        return;
    }
    if (strchr(line->shape, 'B'))
        i = snippet_word_of(n, i / n, i % n);
    else if (strchr(line->shape, 'm') && i < n)
        text_addf(out, "%d ", i);
    if (line->shape[1])
        word_or_number(l, l->rows, i, out);
}

static void result_col(const void *arg, int i, struct text *out)
{
    const struct labels *l = arg;
    const struct snippet_line *line = l->p->line;
    const char *shape = line->shape;
    if (line->columns)
        text_add(out, line->columns[i]);
    else
        word_or_number(l, l->cols, shape[strlen(shape) - 1] == 'p' ? 2 * i : i, out);
}

static bool entry_written(const void *arg, int row, int col)
{
    const struct page *p = arg;
    const struct snippet_line *line = p->line;
    return col >= line->first && (col - line->first) % line->step == 0 &&
           (!line->sliced || row < p->now->config.n);
}

static struct labels labels_of(const struct page *p)
{
    const struct state *st = &p->now->state;
    const struct sequence *words = st->sentence, *keys = config_crosses(&p->now->config) ? st->memory : words;
    const char *shape = p->line->shape, last = shape[strlen(shape) - 1];
    bool read = strchr(shape, 's') && last != 's', named = strpbrk(shape, p->snippet->derives ? "m" : "nmsB");
    return (struct labels){p, named ? read ? keys : words : NULL, last == 's' ? keys : NULL};
}

static struct mat result_of(const struct page *p)
{
    return p->line->of(&p->run, p->line->which);
}

/* What the matrix is called elsewhere, as struct grid has it. The scene's own encoding fills the table. */
static int shows(const struct page *p)
{
    const struct config *c = &p->now->config;
    bool waves = p->snippet == snippets[CODE_FOURIER], own = c->pe->angle && waves == (c->pe->place != NULL);
    return p->line->shows == 1 + LOOK_PE && !own ? 0 : p->line->shows;
}

static void result_draw(struct canvas c, const void *of)
{
    const struct page *p = of;
    struct labels labels = labels_of(p);
    struct mat m = result_of(p);
    /* P (1, max_len, d) = (1, 6, 8), and of several heads which one it is */
    struct text t = SCREEN_TEXT(p->s);
    int top = 1, col = 1 + canvas_put(c, 0, 0, STYLE_TITLE, p->line->variable);
    snippet_shape(&p->now->config, p->line, &t);
    col = 2 + canvas_put(c, 0, col, STYLE_FORMULA, text_str(&t));
    if (strchr(p->line->shape, 'h') && p->now->config.heads > 1) {
        const char *head =
            say(p->s, TEXT("head %d of %d"), p->now->state.look.head + 1, p->now->config.heads);
        bool fits = col + utf8_width(head) <= c.cols;
        canvas_put(c, fits ? 0 : top, fits ? col : NUMBER, STYLE_KEY, head);
        top += !fits;
    }
    if (!mat_present(m))
        return;
    const bool all = p->line->step == 1 && !p->line->sliced;
    struct grid g = {.m = m,
                     .map = p->line->shares ? GRID_SEQUENTIAL : GRID_DIVERGING,
                     .limit = mat_max_finite(m) > 0 ? mat_max_finite(m) : 1,
                     .digits = p->now->state.look.digits,
                     .no_cursor = true,
                     .shows = shows(p),
                     .row_label = result_row,
                     .col_label = result_col,
                     .arg = &labels,
                     .faded = !all,
                     .marked = all ? NULL : entry_written,
                     .marks = p};
    if (c.rows >= 10)
        top++;
    /* The matrix as numbers that grow into the room, or as colour alone where they do not fit. */
    struct canvas part = canvas_part(c, top, 0, c.rows - top, c.cols);
    enum { WIDEST = 16, HIGHEST = 12 };
    while (grid_width(&g) > part.cols && g.digits > 1)
        g.digits--;
    if (grid_width(&g) > part.cols || grid_rows(&g) > part.rows) {
        struct grid_dots dots = grid_dots_fit(p->s, &g, part.rows, part.cols);
        grid_dots_draw(part, p->s, &g, &dots);
        return;
    }
    int high = (part.rows - 3) / g.m.rows, wide = (part.cols - grid_margin(&g)) / g.m.cols;
    g.height = high < 1 ? 1 : high < HIGHEST ? high : HIGHEST;
    int widest = 3 * g.height > WIDEST ? 3 * g.height : WIDEST;
    g.min_width = wide < widest ? wide : widest;
    grid_draw_said(part, p->s, &g);
}

/* ---- the page ----------------------------------------------------------------------------- */

/* Returns line 3 of 13; in a derivation t = 5  s = 2  k = 3 too. */
static const char *code_place(const struct page *p)
{
    const struct look *look = &p->now->state.look;
    struct text t = SCREEN_TEXT(p->s);
    screen_add(p->s, &t, TEXT("line %d of %d"), p->at + 1, p->snippet->count);
    if (p->snippet->derives)
        text_addf(&t, "  t = %d  s = %d  k = %d", look->encoding.pos, look->encoding.pos2,
                  look->encoding.pos - look->encoding.pos2);
    return text_str(&t);
}

/* Draws the variables that the code has written, with their shapes. */
static void variables_draw(struct canvas c, const void *of)
{
    enum { NAME = 8 };
    const struct page *p = of;
    int row = canvas_put(c, 0, 0, STYLE_LABEL, screen_text(p->s, TEXT("so far:"))) > 0;
    for (int k = 0; k <= p->at; k++) {
        struct text shape = SCREEN_TEXT(p->s);
        const struct snippet_line *line = &p->snippet->lines[k];
        if (variable_overwritten(p, k))
            continue;
        snippet_shape(&p->now->config, line, &shape);
        canvas_field(c, row, NUMBER, NAME, k == p->at ? STYLE_STRONG : STYLE_TEXT, line->variable);
        canvas_put(c, row++, NUMBER + NAME, STYLE_FORMULA, text_str(&shape));
    }
}

static void draw_code(struct canvas c, const struct screen *s)
{
    static const char *const forms[] = {
        "((title | place) / gap / code / gap / says / remark / gap / variables?)*0 | result",
        "(title | place) / code:3x28 / says / remark / result",
        "(title | place) / code:1x28 / result:11x0", /* the words about the line give way to its numbers */
        "(title | place) / code:3x28 / says / remark / result:6x0",
        "code:3x28 / result:2x0",
        NULL};
    struct page p = page_of(s);
    c = canvas_part(c, 0, 1, c.rows, c.cols - 1);
    const char *title = screen_text(s, p.snippet->title), *place = code_place(&p);
    const char *both = said_values(s, "%s  %s", title, place);
    const bool apart = utf8_width(both) <= (c.cols < CODE_COLS ? c.cols : CODE_COLS); /* or they flow */
    const char *remark = screen_text(s, snippet_remark(p.snippet, p.line, &p.run));
    int written = 0;
    for (int i = 0; i <= p.at && !p.snippet->derives; i++)
        written += !variable_overwritten(&p, i);
    const struct page_part parts[] = {
        {"title", 0, page_flow(apart ? title : both, STYLE_TITLE, apart ? utf8_width(title) : 20), NULL,
         NULL},
        {"place", 0, page_flow(apart ? place : "", STYLE_DIM, utf8_width(place)), NULL, NULL},
        {"code", 4, {0}, code_size, code_draw},
        {"says", 0, page_flow(screen_text(s, p.line->says), STYLE_NOTE, 20), NULL, NULL},
        /* if this scene needs more than the code says, what that is */
        {"remark", 0, page_flow(remark, STYLE_LABEL, 20), NULL, NULL},
        {"variables", 0, written ? (struct page_size){.rows = 1 + written} : PAGE_ABSENT, NULL,
         variables_draw},
        {"result", 1, {.rows = 8, .cols = 40}, NULL, result_draw},
        {NULL, 0, {0}, NULL, NULL}};
    page_draw(c, forms, parts, &p);
}

static void code_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    (void)c;
    *row = (struct place){&s->look.code.line, snippet_shown(&s->look)->count};
    *col = (struct place){&s->look.code.kind, CODE_COUNT};
}

static void tell_code(const struct teller *t)
{
    struct page p = page_of(&t->screen);
    struct text code = SCREEN_TEXT(&t->screen);
    struct labels labels = labels_of(&p);
    snippet_code(p.now, p.line, &code);
    tell(t, TEXT("Code of %s, line %d of %d: %s\n"), screen_text(p.s, p.snippet->title), p.at + 1,
         p.snippet->count, text_str(&code));
    text_addf(t->out, "%s\n%s ", screen_text(p.s, p.line->says), p.line->variable);
    snippet_shape(&p.now->config, p.line, t->out);
    text_add(t->out, "\n");
    const struct tell_axis rows = {labels.rows, 0, NULL}, cols = {labels.cols, 0, NULL};
    tell_table(t, &(struct tell_table){result_of(&p), rows, cols, 0, 0, p.line->shares});
    text_addf(t->out, "%s\n", screen_text(p.s, snippet_remark(p.snippet, p.line, &p.run)));
}

const struct view view_code = {
    .name = "code",
    .context = "code",
    .title = TEXT("code"),
    .help = TEXT("The lines of PyTorch with which courses compute the table of positions and attention, or "
                 "the lines of a derivation, run one by one on this sentence. Beside them: what the line has "
                 "just written, and its shape. Of a table that is filled in parts, the part of this line has "
                 "full colour. Real code would use 32-bit numbers; these have 64."),
    .along = TEXT("line"),
    .across = TEXT("code"),
    .places = code_places,
    .draw = draw_code,
    .tell = tell_code,
};
