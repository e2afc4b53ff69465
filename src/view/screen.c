#include "view/screen.h"

#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "base/number.h"
#include "core/pipeline/source.h"
#include "lesson/run/run.h"
#include "state/param.h"

int screen_first_shown(int at, int count, int room)
{
    int first = at - room / 2;
    if (first > count - room)
        first = count - room;
    return first < 0 ? 0 : first;
}

void screen_more(struct canvas c, const struct screen *s, int col, bool above, bool below)
{
    bool one = above && below && c.rows == 1; /* both marks in a single cell */
    if (above)
        canvas_put(c, 0, col, STYLE_KEY, s->ascii ? (one ? "|" : "^") : one ? "↕" : "▴");
    if (below && !one)
        canvas_put(c, c.rows - 1, col, STYLE_KEY, "▾");
}

void screen_chooses(struct canvas part, const struct screen *s, const char *setting, int i)
{
    const char *choice = param_choice(param_find(setting), i);
    if (!click_hit(s->click, part, 0, 0, part.cols))
        return;
    if (choice)
        click_line(s->click, "set %s %s", setting, choice);
    else
        click_line(s->click, "set %s %d", setting, i);
}

/* 4t³, then mirrored. */
double screen_moved(const struct screen *s, int later)
{
    double t = fmin(1, fmax(0, (double)(s->ms - later) / GLIDES_MS));
    return t < 0.5 ? 4 * t * t * t : 1 - 4 * (1 - t) * (1 - t) * (1 - t);
}

const char *screen_overflow_says(const struct screen *s)
{
    return screen_text(s, TEXT("numbers here are too large: nan is not a result"));
}

const char *screen_reads_none(const struct screen *s, struct mat row)
{
    if (mat_overflowed(row))
        return screen_overflow_says(s);
    return mat_max_abs(row) > 0 ? NULL : screen_text(s, TEXT_AS("screen", "nobody"));
}

void screen_rule(struct canvas c, int row, enum style style)
{
    for (int k = 0; k < c.cols; k++)
        canvas_glyph(c, row, k, style, 0x2500);
}

void screen_wall(struct canvas c, int row, int col, int height)
{
    for (int r = 0; r < height; r++)
        canvas_glyph(c, row + r, col, STYLE_BORDER, 0x2502);
}

bool screen_predicts(const struct screen *s)
{
    const struct lesson_session *lesson = s->session->lesson;
    struct lesson_now at = lesson_now(lesson && !lesson->free ? lesson : NULL);
    return s->asked || (at.open && ask_predicts(at.ask->kind));
}

const char *screen_hidden_says(const struct screen *s)
{
    return screen_text(s, s->session->hides
                              ? TEXT("The numbers are hidden (:numbers shows them again).")
                              : TEXT("The numbers are hidden while the question about them is open."));
}

/* Returns a format with the marks of canvas_runs for "{1}" … "{9}" and "{/}": before the values come in,
 * which may hold braces of their own. */
TEXT_GIVES(2) static const char *marked(struct text *out, const char *format)
{
    for (const char *p = format; *p; p++) {
        bool mark = p[0] == '{' && p[1] && p[2] == '}' && strchr("/123456789", p[1]);
        text_add_char(out, !mark ? *p : p[1] == '/' ? CANVAS_RUN_ENDS : (char)(p[1] - '0'));
        p += mark ? 2 : 0;
    }
    return text_str(out);
}

const char *say(const struct screen *s, const char *text, ...)
{
    struct text format = SCREEN_TEXT(s), t = SCREEN_TEXT(s);
    va_list args;
    va_start(args, text);
    text_addv(&t, marked(&format, screen_text(s, text)), args);
    va_end(args);
    return text_str(&t);
}

const char *share_text(const struct screen *s, double share, int form)
{
    enum { WIDEST = 24 };
    static const char *const signs[] = {[-SHARE_TENTHS] = " %", [-SHARE_TENTHS_NARROW] = "%",
                                        [-SHARE_NARROW] = "%",  [-SHARE_CELL] = "",
                                        [-SHARE_WHOLE] = "",    [-SHARE_PERCENT] = " %"};
    struct text t = SCREEN_TEXT(s);
    if (form >= 0 || form == SHARE_SHORT)
        number_fixed(&t, share, form < 0 ? SHARE_PLAIN : form, WIDEST);
    else
        text_addf(&t, "%.*f%s", form <= SHARE_TENTHS_NARROW,
                  form < SHARE_WHOLE ? 100 * share : (int)lround(100 * share), signs[-form]);
    if (form != SHARE_SHORT || t.len == 0)
        return text_str(&t);
    if (*t.s == '0')
        return t.s + 1;
    t.s[t.len - 1] = '\0';
    return t.s;
}

const char *screen_term(const struct screen *s, const struct term *t)
{
    struct text title = SCREEN_TEXT(s);
    term_title(t, screen_lang(s), &title);
    return text_str(&title);
}

const char *screen_term_asks(const struct screen *s, const struct term *t)
{
    struct text asks = SCREEN_TEXT(s);
    term_asks(t, screen_lang(s), &asks);
    return text_str(&asks);
}

const char *screen_source(const struct screen *s, uint32_t mask)
{
    struct text title = SCREEN_TEXT(s);
    source_title(mask, screen_lang(s), &title);
    return text_str(&title);
}

void screen_word(const struct state *s, const struct sequence *seq, int t, struct text *out)
{
    state_label(s, seq, t, out);
    text_add(out, state_made_up(s, seq, t) ? "?" : "");
}

void screen_word_bare(const struct state *s, const struct sequence *seq, int t, struct text *out)
{
    text_addf(out, "%s%s", state_word(s, seq, t), state_made_up(s, seq, t) ? "?" : "");
}

void screen_word_in(const struct state *s, const struct sequence *seq, int t, int columns, struct text *out)
{
    const char *mark = state_made_up(s, seq, t) ? "?" : "", *bare = state_word(s, seq, t);
    const int room = columns - utf8_width(mark);
    const size_t before = out->len;
    screen_word(s, seq, t, out);
    if (utf8_width(text_str(out) + before) <= columns || out->failed)
        return;
    out->len = before;
    out->s[before] = '\0';
    if (utf8_width(bare) <= room) {
        text_addf(out, "%s%s", bare, mark);
    } else if (columns > 0) {
        text_add_bytes(out, bare, room > 1 ? utf8_fit(bare, room - 1) : 0);
        text_addf(out, "…%s", room > 0 ? mark : "");
    }
}

void screen_omitted(const struct screen *s, struct text *out)
{
    const struct state *now = &s->session->now.state;
    const char *comma = screen_text(s, TEXT_AS("screen", ", "));
    struct text more = SCREEN_TEXT(s);
    int n = 0;
    for (int i = 0; i < SOURCE_MAX; i++)
        if ((uint32_t)now->set.omitted >> i & 1U) {
            text_add(out, n++ ? comma : "");
            text_add(out, screen_source(s, SOURCE_BIT(i)));
        }
    if (state_patches(now, true, &more) > 0)
        text_addf(out, "%s%s", n > 0 ? comma : "", text_str(&more));
}

void screen_unplaced(const struct screen *s, const struct config *c, struct text *out)
{
    if (posenc_unplaced(c) > 0)
        screen_add(s, out, TEXT(" (%d beyond its table)"), posenc_unplaced(c));
}

const char *screen_mask(const struct screen *s, const struct settings *set)
{
    static const char *const masks[] = {[MASK_NONE] = TEXT("mask none"),
                                        [MASK_CAUSAL] = TEXT("mask causal"),
                                        [MASK_PAD] = TEXT("mask pad"),
                                        [MASK_CAUSAL | MASK_PAD] = TEXT("mask causal + pad"),
                                        [MASK_GIVEN] = TEXT("mask given"),
                                        [MASK_CAUSAL | MASK_GIVEN] = TEXT("mask causal + given"),
                                        [MASK_PAD | MASK_GIVEN] = TEXT("mask pad + given"),
                                        [MASK_CAUSAL | MASK_PAD | MASK_GIVEN] =
                                            TEXT("mask causal + pad + given")};
    struct text t = SCREEN_TEXT(s);
    text_add(&t, screen_text(s, masks[set->mask]));
    if (set->window > 0)
        screen_add(s, &t, TEXT("  window %d"), set->window);
    return text_str(&t);
}

const char *said_word(const struct screen *s, const struct state *st, const struct sequence *words, int i)
{
    struct text t = SCREEN_TEXT(s);
    screen_word(st, words, i, &t);
    return text_str(&t);
}

const char *said_label(const struct screen *s, const struct state *st, const struct sequence *words, int i)
{
    struct text t = SCREEN_TEXT(s);
    state_label(st, words, i, &t);
    return text_str(&t);
}

const char *said_fixed(const struct screen *s, double x, int digits, int room)
{
    struct text t = SCREEN_TEXT(s);
    number_fixed(&t, x, digits, room);
    return text_str(&t);
}

const char *said_values(const struct screen *s, const char *format, ...)
{
    struct text t = SCREEN_TEXT(s);
    va_list args;
    va_start(args, format);
    text_addv(&t, format, args);
    va_end(args);
    return text_str(&t);
}
