#include "lesson/run/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"

static const double half_turn = 180, pi = 3.14159265358979323846;

/* Returns what follows the name of a value, "WORD)" of "weights(WORD)"; NULL: it is another value. */
static const char *arguments(const char *value, const char *name)
{
    size_t n = strlen(name);
    return strncmp(value, name, n) == 0 && value[n] == '(' ? value + n + 1 : NULL;
}

bool picture_of(const struct lesson_ask *q, const struct scene *now, struct picture *out, struct reply *r)
{
    const struct state *st = &now->state;
    const char *s = q->of.s ? q->of.s : "", *dot = strchr(s, '.');
    long head = 1;
    bool of_head = s[0] == 'h' && dot &&
                   number_parse_int(s + 1, (size_t)(dot - s - 1), 1, CONFIG_MAX_D, &head) == NUMBER_OK;
    const char *value = of_head ? dot + 1 : s, *weights = arguments(value, "weights"),
               *probs = arguments(value, "probs");
    *out = (struct picture){.count = 1, .head = -1, .query = -1};
    if (arguments(value, "angle"))
        return true;
    if (!weights && !probs)
        return reply_fail(r, q->of.col,
                          TEXT("write 'of h1.weights(WORD)', 'of probs(WORD)' or 'of angle(POSITION,HAND)'"));
    if (probs) {
        out->words = st->classes;
    } else {
        struct text word = TEXT_HERE;
        size_t n = strcspn(weights, ")");
        text_add_bytes(&word, weights, n);
        out->head = (int)head - 1;
        out->query = state_token(st, text_str(&word), q->of.col, r);
        out->words = config_crosses(&now->config) ? st->memory : st->sentence;
        text_finish(&word);
        if (out->query < 0)
            return false;
        if (out->head >= now->config.heads)
            return reply_fail(r, q->of.col, TEXT("there is no head %ld here"), head);
    }
    out->count = out->words ? out->words->count : 0;
    return (out->count > 1 && out->count <= LESSON_DRAWN) ||
           reply_fail(r, q->of.col, TEXT("a picture is shared among 2 to %d words, here are %d"),
                      LESSON_DRAWN, out->count);
}

bool picture_truth(const struct lesson_ask *q, const struct expr_context *after, struct lesson_answer *a,
                   struct reply *r)
{
    struct picture p;
    struct expr_value v = {0};
    double sum = 0;
    a->known = false;
    if (!picture_of(q, after->now, &p, r) || !expr_eval(after, q->of.s, strlen(q->of.s), &v, r))
        return false;
    bool ok = v.count == p.count;
    for (int i = 0; ok && i < p.count; i++) {
        ok = isfinite(v.v[i]) && (!p.words || (v.v[i] >= 0 && v.v[i] <= 1));
        sum += v.v[i];
        a->truth[i] = p.words ? v.v[i] : fmod(fmod(v.v[i] / pi * half_turn, 360) + 360, 360);
    }
    a->known = ok && (!p.words || fabs(sum - 1) < 1e-6);
    expr_value_finish(&v);
    return a->known || reply_fail(r, q->of.col, TEXT("'%s' is no row of shares that add up to 1"), q->of.s);
}

int picture_sum(const struct lesson_answer *a, int count)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        sum += a->share[i];
    return sum;
}

double picture_share(const struct lesson_answer *a, int count, int i)
{
    int sum = picture_sum(a, count);
    return sum > 0 ? (double)a->share[i] / sum : 0;
}

double picture_overlap(const struct picture *p, const struct lesson_answer *a)
{
    double both = 0;
    if (!p->words) {
        double off = fmod(fabs(a->share[0] - a->truth[0]), 2 * half_turn);
        return 1 - fmin(off, 2 * half_turn - off) / half_turn;
    }
    for (int i = 0; i < p->count; i++)
        both += fmin(picture_share(a, p->count, i), a->truth[i]);
    return fmin(both, 1);
}

bool picture_right(const struct lesson_ask *q, const struct picture *p, const struct lesson_answer *a)
{
    return 100 * picture_overlap(p, a) >= (q->enough ? q->enough : PICTURE_ENOUGH) - 1e-9;
}

int picture_worst(const struct picture *p, const struct lesson_answer *a)
{
    int worst = 0;
    double most = -1;
    for (int i = 0; i < p->count; i++) {
        double off = fabs(picture_share(a, p->count, i) - a->truth[i]);
        worst = off > most ? i : worst;
        most = fmax(off, most);
    }
    return worst;
}

/* ---- answers as text --------------------------------------------------------------------- */

/* Copies what was typed with ASCII digits and signs; what parts two words and a share becomes a blank, and so
 * does what stands between a word and its number without one. */
static void plain_signs(const char *typed, struct text *out)
{
    bool digits = false, fresh = true; /* the last sign is of a number; a piece begins */
    for (size_t left = strlen(typed), n; left > 0; typed += n, left -= n) {
        uint32_t ch;
        n = utf8_decode(typed, left, &ch);
        n = n ? n : 1;
        ch = utf8_narrow(ch);
        bool parts =
            ch == ',' || ch == 0x3001 || ch == '=' || ch == '%' || ch == ':' || ch == 0xB0 || ch == ' ';
        bool digit = ch >= '0' && ch <= '9';
        if (parts || (!fresh && digit && !digits) || (digits && !digit && !fresh && ch != '.' && ch != '#'))
            text_add_char(out, ' ');
        if (!parts && ch < 0x80)
            text_add_char(out, (char)ch);
        else if (!parts)
            text_add_bytes(out, typed, n);
        digits = digit || (digits && ch == '.') || ch == '#';
        fresh = parts;
    }
}

/* Returns the number of the word that a piece of an answer names, by its name or as #2, from 0; -1: none, see
 * r. */
static int word_named(const struct picture *p, const struct scene *now, const char *name, struct reply *r)
{
    long number;
    if (name[0] == '#' && number_parse_int(name + 1, strlen(name + 1), 0, p->count - 1, &number) == NUMBER_OK)
        return (int)number;
    return p->words == now->state.classes ? state_class_token(&now->state, name, 0, r)
                                          : state_token_in(&now->state, p->words, name, 0, r);
}

bool picture_read(const struct picture *p, const struct scene *now, const char *typed,
                  struct lesson_answer *a, struct reply *r)
{
    enum { MOST = 100, ROUND = 360 };
    short share[LESSON_DRAWN] = {0};
    struct text plain = TEXT_HERE, name = TEXT_HERE;
    int word = p->words ? -1 : 0, given = 0;
    bool ok = true;
    plain_signs(typed, &plain);
    for (const char *s = text_str(&plain) + strspn(text_str(&plain), " "); ok && *s; s += strspn(s, " ")) {
        size_t n = strcspn(s, " ");
        double x = 0;
        text_clear(&name);
        text_add_bytes(&name, s, n);
        if (word < 0) {
            word = word_named(p, now, text_str(&name), r);
            ok = word >= 0;
        } else if (number_parse(s, n, &x) != NUMBER_OK || x < 0 || x > (p->words ? MOST : ROUND)) {
            ok =
                reply_fail(r, 0,
                           p->words ? TEXT("'%s' is no share: write each word and its percent, from 0 to 100")
                                    : TEXT("'%s' is no angle: write degrees, from 0 to 360"),
                           text_str(&name));
        } else {
            share[word] = (short)(p->words ? lround(x) : lround(x) % ROUND);
            given++;
            word = p->words ? -1 : 0;
        }
        s += n;
    }
    text_finish(&plain);
    text_finish(&name);
    if (ok && p->words && word >= 0)
        ok = reply_fail(r, 0, TEXT("the last word has no share"));
    if (ok && given > 0)
        memcpy(a->share, share, sizeof share);
    return ok && (given > 0 || reply_fail(r, 0, TEXT("write each word and its percent")));
}

void picture_write(const struct picture *p, const struct lesson_answer *a, struct text *out)
{
    if (!p->words)
        text_addf(out, "%d", a->share[0]);
    for (int i = 0, written = 0; p->words && i < p->count; i++) {
        int percent = (int)lround(100 * picture_share(a, p->count, i));
        if (percent > 0)
            text_addf(out, "%s#%d=%d", written++ ? " " : "", i, percent);
    }
}

void picture_says(const struct picture *p, const struct scene *now, const struct lesson_answer *a,
                  bool true_ones, struct text *out)
{
    enum { NAMED = 3 };
    bool said[LESSON_DRAWN] = {false};
    if (!p->words) {
        text_addf(out, "%.0f°", true_ones ? a->truth[0] : a->share[0]);
        return;
    }
    for (int k = 0; k < NAMED; k++) {
        int best = -1;
        double most = 0.005; /* what is printed as 0 % is not said */
        for (int i = 0; i < p->count; i++) {
            double share = true_ones ? a->truth[i] : picture_share(a, p->count, i);
            if (!said[i] && share >= most) {
                best = i;
                most = share + 1e-12;
            }
        }
        if (best < 0)
            return;
        said[best] = true;
        text_add(out, k ? text_in(TEXT_AS("question", ", "), (enum lang)now->state.look.lang) : "");
        state_label(&now->state, p->words, best, out);
        text_addf(out, " %.0f %%", 100 * most);
    }
}
