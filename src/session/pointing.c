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
    {"alike", TARGET_OFFSET, PLACE_APART, 0},
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
static bool copy_name(char *to, const char *s, size_t n)
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
            if (n->args == ARGS || !copy_name(n->arg[n->args++], from, (size_t)(s - from)))
                return false;
            if (*s == ')')
                return true;
            from = s + 1;
        }
        depth += strchr("([", *s) ? 1 : strchr(")]", *s) ? -1 : 0;
    }
}

/* Reads the value that begins at s, perhaps after prefixes with points: a head, or the name of a pin. *after
 * is set to where the search goes on. */
static bool read_naming(const char *s, struct naming *n, const char **after)
{
    size_t len = identifier(s);
    *n = (struct naming){.head = 0};
    *after = s + (len > 0 ? len : 1);
    while (len > 0 && s[len] == '.') {
        long head;
        if (s[0] == 'h' && number_parse_int(s + 1, len - 1, 1, CONFIG_MAX_D, &head) == NUMBER_OK)
            n->head = (int)head - 1;
        else if (n->pin[0] || !copy_name(n->pin, s, len))
            return false;
        s += len + 1;
        len = identifier(s);
        *after = s + len;
    }
    if (len == 0 || s[len] != '(' || !copy_name(n->name, s, len))
        return false;
    *after = s + len + 1;
    return read_arguments(s + len + 1, n);
}

/* ---- places --------------------------------------------------------------------------------- */

static int place_named(const struct scene *now, int stage, bool column, const char *name)
{
    struct reply quiet = {.text = TEXT_HERE}; /* a frame takes no memory */
    int at = look_place(now, stage, column, name, 0, &quiet);
    reply_finish(&quiet);
    return at;
}

static bool read_int(const char *s, long most, int *out)
{
    long x;
    if (number_parse_int(s, strlen(s), 0, most, &x) != NUMBER_OK)
        return false;
    *out = (int)x;
    return true;
}

/* Reads arguments from `first` on as a row and a column. */
static bool row_and_column(const struct scene *now, const struct naming *n, int first, struct aim *out)
{
    if (n->args <= first || n->args > first + 2)
        return false;
    out->row = place_named(now, out->stage, false, n->arg[first]);
    out->col = n->args > first + 1 ? place_named(now, out->stage, true, n->arg[first + 1]) : -1;
    return out->row >= 0 && (n->args == first + 1 || out->col >= 0);
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
    const struct config *c = &now->config;
    const struct look *look = &now->state.look;
    int i = 0, k, most = c->d - 1, width = look->cost.d;
    while (i < OTHERS && strcmp(others[i].name, n->name) != 0)
        i++;
    if (i == OTHERS)
        return false;
    enum place_of as = others[i].place;
    out->stage = as == PLACE_NAMED ? look_stage(n->arg[0]) : others[i].stage;
    if (out->stage == -1 || !there(now, out))
        return false;
    switch (as) {
    case PLACE_COLUMN:
        out->col = n->args == 1 ? place_named(now, out->stage, true, n->arg[0]) : -1;
        return out->col >= 0;
    case PLACE_HAND_AT: /* a position and a pair */
    case PLACE_HAND:    /* a pair */
        if (!c->pe->angle || n->args != 1 + (as == PLACE_HAND_AT) ||
            !read_int(n->arg[as == PLACE_HAND_AT], c->d / 2 - 1, &k))
            return false;
        out->col = 2 * k; /* (of hands that turn queries and keys one sees how far two are apart) */
        if (as == PLACE_HAND_AT && c->pe->form == PE_FORM_ROTATION)
            return false;
        return as == PLACE_HAND || read_int(n->arg[0], STATE_LAST_POSITION, &out->row);
    case PLACE_APART: /* how far apart two positions are, or both of them */
        k = 0;
        if (n->args > 2 || !read_int(n->arg[0], STATE_LAST_POSITION, &out->row) ||
            (n->args == 2 && !read_int(n->arg[1], STATE_LAST_POSITION, &k)))
            return false;
        out->row = abs(out->row - k);
        return true;
    case PLACE_TURN: /* an entry of the matrix for a step of k, if that is the offset in view */
        return n->args == 3 && read_int(n->arg[0], STATE_LAST_POSITION, &k) &&
               k == look->encoding.pos - look->encoding.pos2 && read_int(n->arg[1], most, &out->row) &&
               read_int(n->arg[2], most, &out->col) && out->row / 2 == out->col / 2; /* the others are 0 */
    case PLACE_BILL: /* a number of the bill, if it is that of the sizes in view */
        out->row = n->args > 1 ? cost_find(n->arg[0]) : -1;
        out->col = others[i].bill;
        return out->row >= 0 && out->row != COST_PROJ && out->row != COST_CORE &&
               read_int(n->arg[1], INT_MAX, &k) && k == look->cost.n &&
               (out->col != BILL_MUL || (n->args > 2 && read_int(n->arg[2], INT_MAX, &width))) &&
               width == look->cost.d;
    default:
        return row_and_column(now, n, as == PLACE_NAMED, out);
    }
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
    if (other_place(now, n, out))
        return true;
    out->stage = STAGE_SCORES; /* of which a term of the score has the rows and columns */
    if (terms_find(&now->config, out->layer, n->name) < 0 || n->args != 2 || !row_and_column(now, n, 0, out))
        return false;
    out->stage = TARGET_SCORE;
    return true;
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

bool pointing_at(const struct session *m, const char *expression, struct aim *out)
{
    const struct config *c = &m->now.config;
    for (const char *s = expression; *s;) {
        struct naming n;
        struct aim then;
        if (!read_naming(s, &n, &s) || !find_place(&m->now, &n, out))
            continue;
        const struct scene *pin = n.pin[0] ? session_pinned(m, n.pin) : NULL;
        if (n.pin[0] && !(pin && find_place(pin, &n, &then) && same_numbers(pin, &then, &m->now, out)))
            continue;
        /* The columns of all heads may be in one matrix, after those of the heads before. */
        if (out->stage >= 0 && out->col >= 0 && stage_row(out->stage)->heads == HEADS_COLUMNS)
            out->col += stage_head(c, out->stage, out->head) *
                        (stage_row(out->stage)->cols == AXIS_HEADS_VALUE_DIM ? c->dv : c->dk);
        return true;
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

size_t pointing_word(const struct state *s, const char *text, size_t at, struct aim *out)
{
    struct text label = TEXT_HERE;
    size_t found = 0, before = at;
    while (before > 0 && ((unsigned char)text[before - 1] & 0xC0) == 0x80)
        before--;
    if (at > 0 && !ends_word(text + before - 1))
        return 0;
    for (int t = 0; t < s->sentence->count; t++) {
        text_clear(&label);
        state_label(s, s->sentence, t, &label);
        const char *name = text_str(&label);
        uint32_t ch = 0;
        size_t n = label.len, first = utf8_decode(name, UTF8_TO_ZERO, &ch);
        /* too common in prose to mean the word: a letter, a sign such as a comma */
        bool common = !name[first] && !utf8_is_han(ch) && !(ch < 128 && isdigit((int)ch));
        if (n > found && !common && strncmp(text + at, name, n) == 0 && ends_word(text + at + n)) {
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

void pointing_line(const struct session *m, const struct aim *t, struct text *out)
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
        text_addf(out, "view encoding ; set panel %s",
                  encoding_shows(c->pe, PANEL_ALIKE) ? "alike" : "product");
    else if (t->stage == TARGET_TURN)
        text_addf(out, "view encoding ; set panel rotation column %d", t->row);
    else {
        int row, col;
        bool encoded = t->stage == LOOK_PE || t->stage == TARGET_HAND;
        cursor_of_stage(&m->now.state, c, encoded ? STAGE_X : t->stage, &row, &col);
        if (encoded && m->now.state.look.encoding.panel == PANEL_CORRIDOR)
            text_add(out, "set panel clocks ; ");
        row = t->row >= 0 ? t->row : encoded ? m->now.state.look.encoding.pos : row;
        text_addf(out, "focus %s %d", encoded ? "pe" : stage_name(t->stage), row);
        if (t->col >= 0)
            text_addf(out, " %d", t->col);
    }
}
