#include "session/pointing.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "core/cost.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "study/cursor.h"
#include "study/look_names.h"

enum { ARGS = 3, NAME_BYTES = 64 };

/* A value as written: A.h2.weight(猫,狗). */
struct naming {
    char pin[NAME_BYTES], name[NAME_BYTES], arg[ARGS][NAME_BYTES];
    int head, args;
};

/* Values that are not stages: how their arguments name a place. */
enum place_of {
    PLACE_ROW,
    PLACE_COLUMN,
    PLACE_HAND_AT,
    PLACE_HAND,
    PLACE_NAMED,
    PLACE_APART,
    PLACE_TURN,
    PLACE_BILL
};

static const struct {
    const char *name;
    int stage;
    enum place_of place;
    int bill; /* column */
} others[] = {
    {"rowsum", STAGE_WEIGHTS, PLACE_ROW, 0},
    {"colsum", STAGE_WEIGHTS, PLACE_COLUMN, 0},
    {"entropy", STAGE_WEIGHTS, PLACE_ROW, 0},
    {"angle", TARGET_HAND, PLACE_HAND_AT, 0},
    {"freq", TARGET_HAND, PLACE_HAND, 0},
    {"wavelength", TARGET_HAND, PLACE_HAND, 0},
    {"pedot", TARGET_OFFSET, PLACE_APART, 0},
    {"kernel", TARGET_OFFSET, PLACE_APART, 0},
    {"bell", TARGET_OFFSET, PLACE_APART, 0},
    {"rot", TARGET_TURN, PLACE_TURN, 0},
    {"mul", TARGET_COST, PLACE_BILL, BILL_MUL},
    {"serial", TARGET_COST, PLACE_BILL, BILL_SERIAL},
    {"path", TARGET_COST, PLACE_BILL, BILL_PATH},
    {"stage", -1, PLACE_NAMED, 0},
    {"argmax", -1, PLACE_NAMED, 0},
};
enum { OTHERS = sizeof others / sizeof *others };

/* ---- reading ------------------------------------------------------------------------------ */

/* Copies n bytes without blanks and quotes around them. Returns false if they are too many. */
static bool copy(char *to, const char *s, size_t n)
{
    for (; n > 0 && strchr(" \"", s[0]); n--)
        s++;
    while (n > 0 && strchr(" \"", s[n - 1]))
        n--;
    if (n >= NAME_BYTES)
        return false;
    memcpy(to, s, n);
    to[n] = '\0';
    return true;
}

static size_t identifier(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return isalpha((unsigned char)*s) ? n : 0;
}

/* Reads the arguments after an opening bracket. Returns false if they are not closed, or too many. */
static bool read_arguments(const char *s, struct naming *n)
{
    int depth = 0;
    for (const char *from = s;; s++) {
        if (*s == '\0')
            return false;
        if (depth == 0 && (*s == ',' || *s == ')')) {
            if (n->args == ARGS || !copy(n->arg[n->args++], from, (size_t)(s - from)))
                return false;
            if (*s == ')')
                return true;
            from = s + 1;
        }
        depth += strchr("([", *s) ? 1 : strchr(")]", *s) ? -1 : 0;
    }
}

/* Reads the prefix before a point: a head, or the name of a pin. */
static bool read_prefix(const char *s, size_t len, struct naming *n)
{
    long head;
    if (s[0] == 'h' && number_parse_int(s + 1, len - 1, 1, CONFIG_MAX_D, &head) == NUMBER_OK) {
        n->head = (int)head - 1;
        return true;
    }
    return !n->pin[0] && copy(n->pin, s, len);
}

/* Reads the value that begins at s; *after is set to where the search goes on. */
static bool read_naming(const char *s, struct naming *n, const char **after)
{
    size_t len = identifier(s);
    *n = (struct naming){.head = 0};
    *after = s + (len > 0 ? len : 1);
    while (len > 0 && s[len] == '.') {
        if (!read_prefix(s, len, n))
            return false;
        s += len + 1;
        len = identifier(s);
        *after = s + len;
    }
    if (len == 0 || s[len] != '(' || !copy(n->name, s, len))
        return false;
    *after = s + len + 1;
    return read_arguments(s + len + 1, n);
}

/* ---- places --------------------------------------------------------------------------------- */

static int place(const struct scene *now, int stage, bool column, const char *name)
{
    struct reply quiet = {.text = TEXT_HERE}; /* a frame takes no memory */
    int at = look_place(now, stage, column, name, 0, &quiet);
    reply_finish(&quiet);
    return at;
}

static bool number(const char *s, long most, int *out)
{
    long x;
    if (number_parse_int(s, strlen(s), 0, most, &x) != NUMBER_OK)
        return false;
    *out = (int)x;
    return true;
}

/* Sets the place of a hand: position and pair, or the pair alone. */
static bool hand(const struct scene *now, const struct naming *n, bool at, struct aim *out)
{
    const struct config *c = &now->config;
    int pair;
    if (!c->pe->angle || n->args != 1 + at || !number(n->arg[at], c->d / 2 - 1, &pair))
        return false;
    out->col = 2 * pair;
    return !at || number(n->arg[0], STATE_LAST_POSITION, &out->row);
}

/* Sets how far apart two positions are. */
static bool apart(const struct naming *n, struct aim *out)
{
    int t, s;
    if (n->args != 2 || !number(n->arg[0], STATE_LAST_POSITION, &t) ||
        !number(n->arg[1], STATE_LAST_POSITION, &s))
        return false;
    out->row = abs(t - s);
    return true;
}

/* Sets an entry of the matrix for a step of k, if that is the offset in view. */
static bool turned(const struct scene *now, const struct naming *n, struct aim *out)
{
    const struct look *look = &now->state.look;
    int k, most = now->config.d - 1;
    return n->args == 3 && number(n->arg[0], STATE_LAST_POSITION, &k) && k == look->pos - look->pos2 &&
           number(n->arg[1], most, &out->row) && number(n->arg[2], most, &out->col);
}

/* Sets a number of the bill, if it is that of the sizes in view. */
static bool billed(const struct scene *now, const struct naming *n, int column, struct aim *out)
{
    const struct look *look = &now->state.look;
    int words, width = look->cost_d;
    out->row = n->args > 1 ? cost_find(n->arg[0]) : -1;
    out->col = column;
    return out->row >= 0 && number(n->arg[1], INT_MAX, &words) && words == look->cost_n &&
           (column != BILL_MUL || (n->args > 2 && number(n->arg[2], INT_MAX, &width))) &&
           width == look->cost_d;
}

/* Reads arguments from `first` on as a row and a column. */
static bool row_and_column(const struct scene *now, const struct naming *n, int first, struct aim *out)
{
    if (n->args <= first || n->args > first + 2)
        return false;
    out->row = place(now, out->stage, false, n->arg[first]);
    out->col = n->args > first + 1 ? place(now, out->stage, true, n->arg[first + 1]) : -1;
    return out->row >= 0 && (n->args == first + 1 || out->col >= 0);
}

/* The columns of all heads may be in one matrix: counts those of the heads before. */
static void count_heads(const struct config *c, struct aim *t)
{
    bool values = t->stage >= 0 && stage_row(t->stage)->cols == AXIS_HEADS_VALUE_DIM;
    if (t->stage < 0 || t->col < 0 || stage_row(t->stage)->heads != HEADS_COLUMNS)
        return;
    t->col += stage_head(c, t->stage, t->head) * (values ? c->dv : c->dk);
}

static bool there(const struct scene *now, const struct aim *t)
{
    return t->stage == TARGET_COST ? true
           : t->stage < 0          ? now->config.pe->form != PE_FORM_NONE
                          : stage_has_numbers(t->stage) && stage_present(&now->config, t->layer, t->stage);
}

/* Finds the place among the values that are not stages. */
static bool other_place(const struct scene *now, const struct naming *n, struct aim *out)
{
    int i = 0;
    while (i < OTHERS && strcmp(others[i].name, n->name) != 0)
        i++;
    if (i == OTHERS)
        return false;
    out->stage = others[i].place == PLACE_NAMED ? look_stage(n->arg[0]) : others[i].stage;
    if (out->stage == -1 || !there(now, out))
        return false;
    switch (others[i].place) {
    case PLACE_COLUMN:
        out->col = n->args == 1 ? place(now, out->stage, true, n->arg[0]) : -1;
        return out->col >= 0;
    case PLACE_HAND_AT:
    case PLACE_HAND:
        return hand(now, n, others[i].place == PLACE_HAND_AT, out);
    case PLACE_APART:
        return apart(n, out);
    case PLACE_TURN:
        return turned(now, n, out);
    case PLACE_BILL:
        return billed(now, n, others[i].bill, out);
    case PLACE_NAMED:
        return row_and_column(now, n, 1, out);
    default:
        return row_and_column(now, n, 0, out);
    }
}

/* Finds a term of a score. */
static bool score_place(const struct scene *now, const struct naming *n, struct aim *out)
{
    out->stage = STAGE_SCORES;
    if (terms_find(&now->config, out->layer, n->name) < 0 || n->args != 2 || !row_and_column(now, n, 0, out))
        return false;
    out->stage = TARGET_SCORE;
    return true;
}

/* Values come from the last layer (expr/attention.c), x from the first. */
static bool find_place(const struct scene *now, const struct naming *n, struct aim *out)
{
    int stage = look_stage(n->name);
    *out = (struct aim){stage, now->config.layers - 1, n->head, -1, -1};
    if (n->head >= now->config.heads)
        return false;
    if (stage >= 0 && !there(now, out))
        out->layer = 0;
    if (stage != -1)
        return there(now, out) && row_and_column(now, n, 0, out);
    return other_place(now, n, out) || score_place(now, n, out);
}

/* ---- pins ----------------------------------------------------------------------------------- */

/* Returns whether two scenes have the same numbers at their places of one value. */
static bool same_numbers(const struct scene *a, const struct aim *at, const struct scene *b,
                         const struct aim *bt)
{
    const double TOLERANCE = 1e-12;
    if (at->stage < 0 || at->row < 0 || bt->row < 0)
        return false;
    struct mat x = stage_matrix(&a->trace, at->layer, at->stage, at->head),
               y = stage_matrix(&b->trace, bt->layer, bt->stage, bt->head);
    if (x.cols != y.cols || at->row >= x.rows || bt->row >= y.rows)
        return false;
    for (int k = 0; k < x.cols; k++)
        if (!(fabs(mat_at(x, at->row, k) - mat_at(y, bt->row, k)) <= TOLERANCE))
            return false;
    return true;
}

static bool as_pinned(const struct model *m, const struct naming *n, const struct aim *t)
{
    const struct scene *pin = n->pin[0] ? model_pinned(m, n->pin) : NULL;
    struct aim then;
    return !n->pin[0] || (pin && find_place(pin, n, &then) && same_numbers(pin, &then, &m->now, t));
}

bool pointing_at(const struct model *m, const char *expression, struct aim *out)
{
    for (const char *s = expression; *s;) {
        struct naming n;
        if (read_naming(s, &n, &s) && find_place(&m->now, &n, out) && as_pinned(m, &n, out)) {
            count_heads(&m->now.config, out);
            return true;
        }
    }
    return false;
}

/* ---- words ---------------------------------------------------------------------------------- */

/* Returns whether a word may not continue with this character: no letter, no digit, no Han. */
static bool ends_word(const char *s)
{
    uint32_t ch = 0;
    return !*s || !utf8_decode(s, UTF8_TO_ZERO, &ch) ||
           !(utf8_is_han(ch) || (ch < 128 && (isalnum((int)ch) || ch == '#')));
}

static bool begins_word(const char *text, size_t at)
{
    size_t from = at;
    while (from > 0 && ((unsigned char)text[from - 1] & 0xC0) == 0x80)
        from--;
    return at == 0 || ends_word(text + from - 1);
}

/* Returns whether a label is too common in prose to mean the word: a letter, a sign such as a comma. */
static bool is_common(const char *label)
{
    uint32_t ch = 0;
    size_t n = utf8_decode(label, UTF8_TO_ZERO, &ch);
    return !label[n] && !utf8_is_han(ch) && !(ch < 128 && isdigit((int)ch));
}

size_t pointing_word(const struct state *s, const char *text, size_t at, struct aim *out)
{
    struct text label = TEXT_HERE;
    size_t found = 0;
    if (!begins_word(text, at))
        return 0;
    for (int t = 0; t < s->sentence->count; t++) {
        text_clear(&label);
        state_label(s, s->sentence, t, &label);
        size_t n = label.len;
        if (n > found && !is_common(text_str(&label)) && strncmp(text + at, text_str(&label), n) == 0 &&
            ends_word(text + at + n)) {
            *out = (struct aim){TARGET_WORD, -1, -1, t, -1};
            found = n;
        }
    }
    text_finish(&label);
    return found;
}

/* ---- jumping -------------------------------------------------------------------------------- */

bool pointing_same(const struct aim *a, const struct aim *b)
{
    return a->stage == b->stage && a->layer == b->layer && a->head == b->head && a->row == b->row &&
           a->col == b->col;
}

void pointing_line(const struct model *m, const struct aim *t, struct text *out)
{
    const struct config *c = &m->now.config;
    if (t->layer >= 0 && c->layers > 1)
        text_addf(out, "layer %d ; ", t->layer);
    if (t->head >= 0 && c->heads > 1)
        text_addf(out, "head %d ; ", t->head);
    if (t->stage == TARGET_SCORE)
        text_addf(out, "view terms ; focus %d %d", t->row, t->col);
    else if (t->stage == TARGET_WORD)
        text_addf(out, "focus %d", t->row);
    else if (t->stage == TARGET_COST)
        text_add(out, "view cost");
    else if (t->stage == TARGET_OFFSET)
        text_add(out, "view encoding ; set panel product");
    else if (t->stage == TARGET_TURN)
        text_addf(out, "view encoding ; set panel rotation column %d", t->row);
    else {
        int row, col;
        bool encoded = t->stage == LOOK_PE || t->stage == TARGET_HAND;
        cursor_of_stage(&m->now.state, c, encoded ? STAGE_X : t->stage, &row, &col);
        row = t->row >= 0 ? t->row : encoded ? m->now.state.look.pos : row;
        text_addf(out, "focus %s %d", encoded ? "pe" : stage_name(t->stage), row);
        if (t->col >= 0)
            text_addf(out, " %d", t->col);
    }
}
