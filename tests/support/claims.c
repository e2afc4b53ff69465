/* Finds claims in what is shown, by their patterns, and reports what is false or unknown. */
#include "tasks/reader.h"
#include "state/view.h"
#include "state/weights.h"
#include "support/claims.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/terms.h"
#include "tasks/task.h"
#include "session/home.h"
#include "session/told.h"
#include "state/ready_pairs.h"
#include "study/machine/machine.h"
#include "study/preview.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/encoding/encoding.h"
#include "view/frame/describe.h"
#include "view/screen.h"

/* ---- patterns --------------------------------------------------------------------------- */

static int number_at(const char *s, struct claim_piece *p)
{
    const char *e = s;
    *p = (struct claim_piece){.s = s};
    double sign = *e == '-' || *e == '+' ? (*e++ == '-' ? -1 : 1) : 1;
    if (strncmp(e, "nan", 3) == 0) {
        e += 3;
        p->x = NAN;
    } else if (strncmp(e, "∞", 3) == 0) {
        e += 3;
        p->x = sign * INFINITY;
    } else if (isdigit((unsigned char)*e) || (*e == '.' && isdigit((unsigned char)e[1]))) {
        while (isdigit((unsigned char)*e))
            e++;
        if (*e == '.' && isdigit((unsigned char)e[1]))
            for (e++; isdigit((unsigned char)*e); e++)
                p->decimals++;
        if (*e == 'e' && (isdigit((unsigned char)e[1]) || isdigit((unsigned char)e[2]))) {
            e += e[1] == '-' || e[1] == '+' ? 2 : 1;
            while (isdigit((unsigned char)*e))
                e++;
            p->decimals = -1;
        }
        p->x = strtod(s, NULL);
    } else {
        return 0;
    }
    return p->n = (int)(e - s);
}

static int match_from(struct claims *c, const char *pattern, const char *s, const char *begin);

static int with_piece(struct claims *c, const char *pattern, struct claim_piece p, const char *begin)
{
    int at = c->pieces;
    if (at == CLAIM_PIECES)
        return -1;
    c->piece[c->pieces++] = p;
    int n = match_from(c, pattern, p.s + p.n, begin);
    if (n < 0)
        c->pieces = at;
    return n;
}

static int match_from(struct claims *c, const char *pattern, const char *s, const char *begin)
{
    struct claim_piece p = {.s = s};
    int n = -1;
    for (; *pattern && *pattern != '%'; pattern++)
        if (*pattern == '^' ? s != c->begin : *pattern == '$' ? *s && *s != '\n' : *pattern != *s++)
            return -1;
    if (!*pattern)
        return (int)(s - begin);
    char kind = pattern[1];
    pattern += 2;
    if (kind == '%')
        return *s == '%' ? match_from(c, pattern, s + 1, begin) : -1;
    p.s = s;
    if (kind == 'w')
        for (int i = 0; i < c->labels && n < 0; i++) {
            p.n = (int)strlen(c->label[i]);
            if (strncmp(s, c->label[i], (size_t)p.n) == 0)
                n = with_piece(c, pattern, p, begin);
        }
    else if (kind == 'n' || kind == 'd')
        n = number_at(s, &p) > 0 ? with_piece(c, pattern, p, begin) : -1;
    else
        for (p.n = 0; n < 0; p.n++) {
            n = with_piece(c, pattern, p, begin);
            if (!s[p.n] || s[p.n] == '\n')
                break;
        }
    return n;
}

int claims_match(struct claims *c, const char *pattern, const char *s)
{
    c->pieces = 0;
    return match_from(c, pattern, s, s);
}

bool claims_within(const struct claims *c, struct claims *inner, const char *en, const char *zh,
                   const char *s, int n)
{
    char whole[200];
    *inner = *c;
    snprintf(whole, sizeof whole, "%s$", c->lang == LANG_EN ? en : zh);
    snprintf(inner->held, sizeof inner->held, "%.*s", n, s);
    inner->begin = inner->held;
    return claims_match(inner, whole, inner->held) >= 0;
}

bool claims_is(const struct claim_piece *piece, const char *text)
{
    return (int)strlen(text) == piece->n && strncmp(piece->s, text, (size_t)piece->n) == 0;
}

bool claims_names(const struct claims *c, const struct claim_scene *of, const struct sequence *seq, int k,
                  const struct claim_piece *piece)
{
    struct state st = of->now->state;
    struct text t = TEXT_HERE;
    st.look.lang = (int)c->lang;
    screen_word(&st, seq, k, &t);
    bool same = claims_is(piece, text_str(&t)) || claims_is(piece, state_word(&st, seq, k));
    text_finish(&t);
    return same;
}

void claims_print(char out[64], double x, int decimals)
{
    if (fabs(x) < 1e15 || isnan(x))
        snprintf(out, 64, "%.*f", decimals, x);
    else
        snprintf(out, 64, "%.3g", x);
    if (out[0] == '-' && strspn(out + 1, "0.") == strlen(out + 1))
        memmove(out, out + 1, strlen(out));
}

bool claims_number(const struct claim_piece *p, double x)
{
    if (isnan(x) || isinf(x))
        return isnan(x) ? isnan(p->x) : p->x == x;
    if (p->decimals >= 0)
        return fabs(p->x - x) <= 0.5000001 * pow(10, -p->decimals) + 1e-12 * fabs(x);
    return fabs(p->x - x) <= 0.06 * fabs(x) + 1e-300; /* at least one digit after the first */
}

bool claims_alike(const struct claim_piece *p, double x, double y)
{
    char a[64], b[64];
    claims_print(a, x, p->decimals < 0 ? 6 : p->decimals);
    claims_print(b, y, p->decimals < 0 ? 6 : p->decimals);
    return strcmp(a, b) == 0;
}

const double *claims_shares(const struct claim_scene *of, int head)
{
    return mat_row(attention_head(of->a, of->a->map[MAP_WEIGHTS], head), of->query);
}

bool claims_overflowed(const double *x, int n)
{
    bool bad = false;
    for (int j = 0; j < n; j++)
        bad = bad || isnan(x[j]) || x[j] == (double)INFINITY;
    return bad;
}

/* ---- what is shown ------------------------------------------------------------------------ */

static void add_label(struct claims *c, const char *s)
{
    for (int i = 0; i < c->labels; i++)
        if (strcmp(c->label[i], s) == 0)
            return;
    if (c->labels < CLAIM_LABELS && *s && strlen(s) < sizeof c->label[0])
        snprintf(c->label[c->labels++], sizeof c->label[0], "%s", s);
}

static void add_labels(struct claims *c, const struct scene *of, const struct sequence *seq)
{
    struct state st = of->state;
    st.look.lang = (int)c->lang;
    for (int i = 0; seq && i < seq->count; i++) {
        struct text t = TEXT_HERE;
        screen_word(&st, seq, i, &t);
        add_label(c, text_str(&t));
        add_label(c, state_word(&st, seq, i));
        text_finish(&t);
    }
}

static void add_scene(struct claims *c, const struct scene *now, int query, int layer, int stage)
{
    if (!now || !now->state.lexicon || c->count == CLAIM_SCENES || layer >= now->config.layers)
        return;
    struct claim_scene *s = &c->of[c->count++];
    *s = (struct claim_scene){now, stage_attention(&now->trace.layer[layer], stage), layer, query, stage,
                              NULL};
    bool memory = s->a == &now->trace.layer[layer].cross || config_crosses(&now->config);
    s->keys = memory ? now->state.memory : now->state.sentence;
    s->query = query < now->config.n ? query : now->config.n - 1;
    add_labels(c, now, now->state.sentence);
    add_labels(c, now, now->state.memory);
    add_labels(c, now, now->state.classes);
}

static int longest_first(const void *a, const void *b)
{
    return (int)strlen(b) - (int)strlen(a);
}

/* The start screen is about the pair under its cursor, a training about its two runs. */
static void find_scenes(struct claims *c)
{
    const struct session *m = c->m;
    const struct look *look = &m->now.state.look;
    if (look->view == VIEW_HOME) {
        int pair = home_pair(home_entry(m->offer, look->home), c->lang);
        const struct scene *of = pair < 0 || pair == ready_pair_of(&m->now.state)
                                     ? &m->now
                                     : preview_of(&m->preview, &m->now.state, pair);
        if (of)
            add_scene(c, of, state_verb(&of->state),
                      look->layer < of->config.layers ? look->layer : of->config.layers - 1, look->stage);
    } else {
        add_scene(c, &m->now, look->query, look->layer, look->view == VIEW_MAP ? STAGE_WEIGHTS : look->stage);
    }
    if (look->view == VIEW_MACHINE &&
        config_decodes(&m->now.config)) { /* both attentions, whatever the stage */
        add_scene(c, &m->now, look->query, look->layer, STAGE_WEIGHTS);
        add_scene(c, &m->now, look->query, look->layer, stage_again(STAGE_WEIGHTS));
    }
    if (look->view == VIEW_TRAIN) {
        c->count = 0;
        add_scene(c, &m->now, look->query, m->now.config.layers - 1, look->stage);
        if (m->learning.known && m->learning.races)
            add_scene(c, &m->learning.rival, look->query, m->learning.rival.config.layers - 1, look->stage);
    }
    const char *pin;
    const struct scene *other = look->view == VIEW_COMPARE || m->cols > 150 ? session_beside(m, &pin) : NULL;
    if (other) {
        add_labels(c, other, other->state.sentence);
        add_labels(c, other, other->state.memory);
    }
    qsort(c->label, (size_t)c->labels, sizeof c->label[0], longest_first);
}

/* ---- judging ------------------------------------------------------------------------------ */

static const struct claim *const tables[] = {
    claims_of_nothing, claims_of_playing, claims_of_heard,   claims_of_rest, claims_of_sides,
    claims_of_reading, claims_of_stages,  claims_of_numbers, claims_of_told, claims_of_lines};

/* Words by which a piece of text claims something of the numbers. */
static bool claims_something(const char *s, enum lang lang)
{
    static const char *const en[] = {"most",    "equal",   " same",     "mean ",     "varian", "deviation",
                                     "adds up", "add up",  "nobody",    "tied",      "hardly", "identical",
                                     "largest", "best",    "more than", "total",     "others", "every ",
                                     "nothing", "unmoved", "alike",     "points to", "gives ", "cannot",
                                     "because", "doubt",   "only ",     "always",    "never"};
    static const char *const zh[] = {"最",     "一样",     "均值", "方差", "标准差", "加起来",
                                     "谁也不", "并列",     "主要", "几乎", "一模",   "多于",
                                     "其余",   "没有移动", "没动", "相像", "分不"};
    const char *const *words = lang == LANG_EN ? en : zh;
    size_t n = lang == LANG_EN ? sizeof en / sizeof *en : sizeof zh / sizeof *zh;
    for (size_t i = 0; i < n; i++)
        if (strstr(s, words[i]))
            return true;
    return false;
}

static void report(const struct claims *c, const char *what, const char *s, int n, struct text *wrong)
{
    text_addf(wrong, "%s (view %d, %s, %s): %.*s\n", what, c->m->now.state.look.view,
              c->lang == LANG_EN ? "en" : "zh", c->plain ? "plain" : "screen", n, s);
}

/* Which pairs of neighbouring bytes a text has, each pair as one of 256 bits. */
struct pairs {
    uint64_t has[4];
};

static struct pairs pairs_of(const char *s)
{
    struct pairs p = {{0}};
    for (; s[0] && s[1]; s++) {
        unsigned pair = ((unsigned char)s[0] * 31u + (unsigned char)s[1]) & 255;
        p.has[pair >> 6] |= UINT64_C(1) << (pair & 63);
    }
    return p;
}

/* The longest piece of a pattern that is text, which is in every text that matches. */
struct literal {
    bool known;
    char s[120];
    struct pairs pairs;
};

static void literal_read(struct literal *l, const char *pattern)
{
    for (const char *p = pattern, *end; *p; p = *end ? end + 2 : end) {
        end = p;
        p += *p == '^';
        for (end = p; *end && *end != '%' && *end != '$'; end++)
            continue;
        if ((size_t)(end - p) > strlen(l->s))
            snprintf(l->s, sizeof l->s, "%.*s", (int)(end - p), p);
        end = strchr(end, '%') ? strchr(end, '%') : end + strlen(end);
    }
    l->pairs = pairs_of(l->s);
    l->known = true;
}

static bool may_match(const struct literal *l, const char *s, const struct pairs *pairs)
{
    for (int i = 0; i < 4; i++)
        if (l->pairs.has[i] & ~pairs->has[i])
            return false;
    return strstr(s, l->s) != NULL;
}

/* Judges the claims in a piece of text and blanks them; returns how many there were. */
static int judge_piece(struct claims *c, char *s, struct text *wrong)
{
    enum { PATTERNS_MOST = 1000 };
    static struct literal literals[LANG_COUNT][PATTERNS_MOST];
    struct literal *l = literals[c->lang], *end = l + PATTERNS_MOST;
    struct pairs pairs = pairs_of(s);
    int found = 0;
    c->begin = s;
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const struct claim *k = tables[t]; k->en || k->zh; k++, l++) {
            const char *pattern = c->lang == LANG_EN ? k->en : k->zh;
            if (l == end)
                fail_msg("more than %d patterns", PATTERNS_MOST);
            if (!pattern)
                continue;
            if (!l->known)
                literal_read(l, pattern);
            for (char *p = s; *p && (p != s || may_match(l, s, &pairs)); p++) {
                int n = (*p & 0xC0) == 0x80 || *p == '\x01' ? -1 : claims_match(c, pattern, p);
                if (n <= 0)
                    continue;
                found += k->holds != NULL;
                if (k->holds && !k->holds(c))
                    report(c, "false", p, n, wrong);
                memset(p, 1, (size_t)n);
                p += n - 1;
            }
        }
    return found;
}

/* Texts that are the same whatever the numbers are, each ended by a line break: what an encoding is for, what
 * a task teaches, what a box does. A part of one, as it is wrapped on a screen, claims nothing. */
static void constant_texts(const struct claims *c, struct text *out)
{
    text_addf(out, "%s\n%s\n", text_in(encoding_about(&c->m->now), c->lang),
              text_in(posenc_formula(&c->m->now.config), c->lang));
    for (int i = 0; i < task_count(); i++)
        text_addf(out, "%s\n%s\n%s\n", text_in(tasks[i]->title, c->lang), text_in(tasks[i]->teaches, c->lang),
                  text_in(tasks[i]->watch, c->lang));
    for (int i = 0; i < MACHINE_BOXES; i++)
        text_addf(out, "%s\n", text_in(machine_boxes[i].does, c->lang));
    struct term list[TERM_MAX];
    int count = terms_list(&c->m->now.config, c->m->now.state.look.layer, list);
    for (int t = 0; t < count; t++) {
        term_title(&list[t], c->lang, out);
        text_add(out, " ");
        term_asks(&list[t], c->lang, out);
        text_add(out, "\n");
    }
    for (const struct home_entry *e = home_entries; e->title; e++)
        text_addf(out, "%s\n%s\n", text_in(e->title, c->lang), e->note ? text_in(e->note, c->lang) : "");
}

static bool is_constant(const struct claims *c, const char *s)
{
    struct text all = {0};
    constant_texts(c, &all);
    const char *after = c->plain ? strstr(s, c->lang == LANG_EN ? ": " : "：") : NULL; /* its name */
    after = after ? after + (c->lang == LANG_EN ? 2 : 3) : s;
    bool found = *s && (strstr(text_str(&all), s) || strstr(text_str(&all), after));
    text_finish(&all);
    return found;
}

/* Words of the sentence claim nothing, even if one is "same". */
static void blank_labels(const struct claims *c, char *s)
{
    for (char *p = s; *p; p++)
        for (int i = 0; i < c->labels; i++) {
            size_t n = strlen(c->label[i]);
            bool begins = p == s || !isalpha((unsigned char)p[-1]);
            if (begins && strncmp(p, c->label[i], n) == 0 && !isalpha((unsigned char)p[n]))
                memset(p, '_', n);
        }
}

static void unknown(const struct claims *c, const char *whole, const char *left, struct text *wrong)
{
    bool numbers = false;
    char *bare = strdup(left);
    blank_labels(c, bare);
    for (const char *p = bare; c->plain && *p; p++) { /* the names of cells have numbers: H[cat, 3] */
        const char *end = *p == '[' ? strchr(p, ']') : NULL;
        p = end ? end : p;
        numbers = numbers || isdigit((unsigned char)*p);
    }
    if ((numbers || claims_something(bare, c->lang)) && !strstr(left, "…") && !is_constant(c, left))
        report(c, "unknown", whole, (int)strlen(whole), wrong);
    free(bare);
}

static int judge_plain(struct claims *c, struct text *wrong)
{
    int found = 0;
    char *copy = strdup(c->text), *line = copy;
    for (char *end; line && *line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        char *whole = strdup(line);
        bool right;
        c->line = c->text + (line - copy);
        found += judge_piece(c, line, wrong);
        if (strchr(line, '\x01') || !claims_table(c, whole, &right))
            unknown(c, whole, line, wrong);
        else if (!right)
            report(c, "false", whole, (int)strlen(whole), wrong);
        free(whole);
    }
    free(copy);
    return found;
}

/* Adds row `row` of the text from column (in bytes of the row: `from`) on, up to a wall or a gap of blanks.
 */
static bool wall_at(const char *p)
{
    return strncmp(p, "  ", 2) == 0 || strncmp(p, "│", 3) == 0 || strncmp(p, "┆", 3) == 0;
}

static int column_of(const char *row, const char *at)
{
    struct text t = TEXT_HERE;
    text_add_bytes(&t, row, (size_t)(at - row));
    int col = utf8_width(text_str(&t));
    text_finish(&t);
    return col;
}

struct segment {
    int row, col;
    char *s;
};

static int segments_of(char *text, struct segment *out, int most)
{
    int count = 0, r = 0;
    for (char *row = text, *end; row && *row; row = end, r++) {
        end = strchr(row, '\n');
        if (end)
            *end++ = '\0';
        for (char *p = row; *p;) {
            while (*p && (*p == ' ' || wall_at(p)))
                p += *p == ' ' ? 1 : 3;
            char *from = p;
            while (*p && !wall_at(p))
                p++;
            size_t n = (size_t)(p - from);
            while (n > 0 && from[n - 1] == ' ')
                n--;
            if (n > 0 && count < most)
                out[count++] = (struct segment){r, column_of(row, from), strndup(from, n)};
        }
    }
    return count;
}

/* Whether the blank at which a line was wrapped is lost: not beside Chinese punctuation, not between Chinese.
 */
static bool lost_blank(const char *before, const char *after)
{
    static const char *const marks[] = {"，", "。", "：", "、", "；", "（", "）", "“", "”", "？"};
    size_t n = strlen(before);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strncmp(after, marks[i], 3) == 0 || (n >= 3 && strcmp(before + n - 3, marks[i]) == 0))
            return false;
    return (n > 0 && !(before[n - 1] & 0x80)) || !(*after & 0x80);
}

/* A sentence that wraps goes on below, in its own column. */
struct wrapped {
    int first, parts; /* a segment, and its lines */
    bool spaced;      /* a blank was lost between Chinese too: beside a word of the sentence */
};

/* Judges its lines as one. What is matched is blanked in its lines. Returns false and changes nothing if
 * there are fewer lines. */
static bool judge_lines(struct claims *c, struct segment *g, int count, struct wrapped at, struct text *wrong,
                        int *found)
{
    enum { LINES = 8 };
    int i = at.first, parts = at.parts;
    int part[LINES] = {i}, have = 1, row = g[i].row;
    char joined[2000] = "";
    size_t from[LINES];
    for (int j = i + 1; j < count && have < parts && g[j].row <= row + 1; j++)
        if (g[j].row == row + 1 && g[j].col == g[i].col) {
            part[have++] = j;
            row++;
        }
    if (have < parts)
        return false;
    for (int k = 0; k < parts; k++) {
        size_t n = strlen(joined);
        snprintf(joined + n, sizeof joined - n, "%s",
                 k && (at.spaced || lost_blank(joined, g[part[k]].s)) ? " " : "");
        from[k] = strlen(joined);
        snprintf(joined + from[k], sizeof joined - from[k], "%s", g[part[k]].s);
    }
    *found = judge_piece(c, joined, wrong);
    for (int k = 0; k < parts && wrong->len == 0 && from[k] + strlen(g[part[k]].s) < sizeof joined; k++)
        memcpy(g[part[k]].s, joined + from[k], strlen(g[part[k]].s));
    return true;
}

/* The shortest piece whose claims hold counts: what is false alone may only be cut off by the end of the
 * line. */
static int judge_segment(struct claims *c, struct segment *g, int count, int i, struct text *wrong)
{
    enum { LINES = 6 };
    struct text false_alone = {0};
    int found = 0;
    for (int n = 0; n < (c->lang == LANG_ZH ? 2 : 1) * LINES; n++) {
        struct text one = {0};
        int here = 0, parts = 1 + n % LINES;
        bool judged = judge_lines(c, g, count, (struct wrapped){i, parts, n >= LINES}, &one, &here);
        bool settled = judged && here > 0 && one.len == 0;
        if (n == 0)
            text_add(&false_alone, text_str(&one));
        found += settled ? here : 0;
        text_finish(&one);
        if (settled)
            text_clear(&false_alone);
        if (settled && !claims_something(g[i].s, c->lang))
            break;
        if (!judged) /* no more lines */
            n = n < LINES ? LINES - 1 : 2 * LINES;
    }
    text_add(wrong, text_str(&false_alone));
    if (false_alone.len > 0)
        memset(g[i].s, 1, strlen(g[i].s));
    text_finish(&false_alone);
    return found;
}

static int judge_screen(struct claims *c, struct text *wrong)
{
    enum { MOST = 4000 };
    static struct segment g[MOST];
    char *copy = strdup(c->text);
    int count = segments_of(copy, g, MOST), found = 0;
    for (int i = 0; i < count; i++)
        found += judge_segment(c, g, count, i, wrong);
    for (int i = 0; i < count; i++) {
        unknown(c, g[i].s, g[i].s, wrong);
        free(g[i].s);
    }
    free(copy);
    return found;
}

int claims_judge_told(struct app *a, const struct state *was, struct text *wrong)
{
    int found = 0;
    for (int lang = 0; lang < LANG_COUNT; lang++) {
        struct state now = a->session.now.state; /* shallow: owns nothing */
        struct text told = {0};
        struct claims c = {.app = a, .m = &a->session, .lang = (enum lang)lang, .plain = true, .was = was};
        now.look.lang = lang;
        told_fit(&told, was, &now);
        c.text = text_str(&told);
        found += judge_plain(&c, wrong);
        text_finish(&told);
    }
    return found;
}

/* The reader's heads have their names nowhere in a sentence of no kind that they learned. */
static void judge_names(const struct claims *c, struct text *wrong)
{
    const struct state *s = &c->m->now.state;
    struct grammar_reading as;
    if (!weights_are_reader(s) || s->look.view == VIEW_HOME || s->look.view == VIEW_TRAIN ||
        weights_reading(s, &as))
        return;
    for (int h = 0; h < READER_HEADS; h++) {
        const char *name = pair_in(task_reader.heads[h], c->lang);
        if (strstr(c->text, name))
            text_addf(wrong, "a head is called %s (view %s)\n", name, views[s->look.view]->name);
    }
}

int claims_judge(struct app *a, int rows, int cols, struct text *wrong)
{
    struct text shown = {0};
    struct claims c = {
        .app = a, .m = &a->session, .lang = (enum lang)a->session.now.state.look.lang, .plain = rows == 0};
    if (rows)
        read_screen(a, rows, cols, &shown);
    else
        describe(&a->session, &shown);
    c.text = text_str(&shown);
    find_scenes(&c);
    int found = (rows ? judge_screen : judge_plain)(&c, wrong);
    judge_names(&c, wrong);
    text_finish(&shown);
    return found;
}
