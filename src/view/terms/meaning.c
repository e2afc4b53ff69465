/* The questions that the terms ask, and the published schemes that keep each term. */
#include <string.h>

#include "lesson/run/run.h"
#include "study/preset.h"
#include "view/terms/terms.h"

/* Writes the question of a term, with this pair's words and positions where it asks about them. */
static void term_question(struct text *out, const struct screen *s, const struct terms_facts *f, int t)
{
    const struct state *st = &f->now->state;
    const char *name = f->list[t].name;
    struct text query = SCREEN_TEXT(s), key = SCREEN_TEXT(s);
    bool asks_word = name[0] == 'c', for_word = name[1] == 'c';
    if (strlen(name) != 2 || strspn(name, "cp") != 2) {
        text_add(out, screen_term_asks(s, &f->list[t]));
        return;
    }
    if (asks_word)
        state_label(st, st->sentence, f->query, &query);
    else
        text_addf(&query, "%d", st->set.start + f->query);
    if (for_word)
        state_label(st, terms_keys(f), f->key, &key);
    else
        text_addf(&key, "%d", st->set.start + f->key);
    screen_add(s, out,
               asks_word  ? for_word ? TEXT("does %s match %s, wherever they are?")
                                     : TEXT("does %s, wherever it is, look for position %s?")
                : for_word ? TEXT("does position %s, whatever word is there, look for %s?")
                          : TEXT("does position %s look for position %s, whatever the words?"),
               text_str(&query), text_str(&key));
}

/* Draws a term's key, title and question, in `brief` the one for any pair; returns the rows it took. */
static int one(struct canvas c, const struct screen *s, const struct terms_facts *f, int t, bool brief)
{
    struct text ask = SCREEN_TEXT(s);
    if (brief)
        text_add(&ask, screen_term_asks(s, &f->list[t]));
    else
        term_question(&ask, s, f, t);
    int col = canvas_put(c, 0, 0, STYLE_KEY, terms_key(s, t));
    col = canvas_put(c, 0, col > 0 ? col + 1 : 0, STYLE_LABEL, screen_term(s, &f->list[t]));
    int rows = canvas_flow(canvas_part(c, 0, col + 1, c.rows, c.cols - col - 1), 0,
                           terms_off(f, t) ? STYLE_GHOST : STYLE_DIM, text_str(&ask));
    return rows;
}

int terms_questions_draw(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    const struct canvas measure = {.cols = c.cols};
    bool constant = false;
    int row = 0, all = 0;
    for (int t = 0; t < f->count; t++)
        all += one(measure, s, f, t, false);
    bool brief = all > c.rows;
    for (int t = 0; t < f->count && row < c.rows; t++) {
        if (row + one(measure, s, f, t, brief) > c.rows - (t + 1 < f->count)) {
            canvas_putf(c, row, 0, STYLE_NOTE, screen_text(s, TEXT("%d more terms do not fit")),
                        f->count - t);
            return c.rows;
        }
        constant = constant || f->list[t].row_constant;
        row += one(canvas_part(c, row, 0, c.rows - row, c.cols), s, f, t, brief);
    }
    if (constant && row < c.rows)
        canvas_put(c, row++, 0, STYLE_NOTE,
                   screen_text(s, TEXT("* the same for every key: drops out of softmax")));
    return row;
}

/* Returns the name of one of the four terms, or where `brief`, the two letters of its command. */
static const char *term_name(const struct screen *s, int term, bool brief)
{
    const struct term plain = terms_plain(term);
    return brief ? preset_terms[term] : screen_term(s, &plain);
}

/* Returns the columns of the terms that a preset keeps, or of all four (p NULL). */
static int terms_width(const struct screen *s, const struct preset *p, bool brief)
{
    int width = 0;
    for (int i = 0; i < PRESET_TERMS; i++)
        width += !p || p->keeps[i] ? utf8_width(term_name(s, i, brief)) + 1 : 0;
    return width;
}

/* Lists which of the four terms each paper keeps, one line each, and below it what the chosen paper adds. */
static void papers(struct canvas c, const struct screen *s, const struct preset *chosen)
{
    enum { NAME = 15 };
    bool brief = NAME + terms_width(s, NULL, false) - 1 > c.cols;
    int row = 0, col = canvas_put(c, row, 0, STYLE_NOTE,
                                  screen_text(s, TEXT("which of the four each keeps, and what it adds")));
    canvas_put(c, row++, col + 2, STYLE_KEY, terms_key_of(s, "terms", "preset next"));
    for (const struct preset *p = presets; p->name && row < c.rows; p++, row++) {
        canvas_field(c, row, 0, NAME - 1, p == chosen ? STYLE_SELECTED : STYLE_LABEL, p->title);
        col = NAME;
        for (int i = 0; i < PRESET_TERMS; i++) {
            const char *name = term_name(s, i, brief);
            canvas_put(c, row, col, p->keeps[i] ? STYLE_TEXT : STYLE_DIM,
                       p->keeps[i] ? name
                       : s->ascii  ? "-"
                                   : "·");
            col += utf8_width(name) + 1;
        }
        row += canvas_flow(canvas_part(c, row + 1, 2, c.rows - row - 1, c.cols - 2), 0, STYLE_DIM,
                           screen_text(s, p->adds));
    }
}

void terms_meaning_draw(struct canvas c, const struct screen *s, const struct terms_facts *f)
{
    enum { ALL = 17 };
    const struct lesson_session *lesson = s->session->lesson;
    const struct preset *chosen = preset_shown(f->now);
    int row = f->asked ? 0 : terms_questions_draw(c, s, f);
    if (lesson && !lesson->free && !chosen)
        return; /* who meets the terms for the first time has no use for papers yet */
    struct canvas rest = canvas_part(c, row, 0, c.rows - row, c.cols);
    if (f->a->layer > 0) {
        canvas_flow(rest, 0, STYLE_NOTE,
                    screen_text(s, TEXT("The papers' presets are about the first layer, whose input is word "
                                        "+ place: they do not apply above it.")));
        return;
    }
    if (rest.rows >= ALL)
        papers(rest, s, chosen);
    else if (rest.rows > 0) {
        /* Draws the same in few rows: all papers in a line or two, then what the chosen one adds. */
        int total = 0, line = 0,
            col = canvas_put(rest, 0, 0, STYLE_KEY, terms_key_of(s, "terms", "preset next")) + 1;
        for (const struct preset *p = presets; p->name; p++)
            total += utf8_width(p->title) + 2 + terms_width(s, p, false);
        bool brief = total > 2 * rest.cols - 20;
        for (const struct preset *p = presets; p->name; p++) {
            if (col + utf8_width(p->title) + terms_width(s, p, brief) > rest.cols) {
                line++;
                col = 2;
            }
            col = 1 + canvas_put(rest, line, col, p == chosen ? STYLE_SELECTED : STYLE_LABEL, p->title);
            for (int i = 0; i < PRESET_TERMS; i++)
                if (p->keeps[i])
                    col = 1 + canvas_put(rest, line, col, STYLE_TEXT, term_name(s, i, brief));
            col++;
        }
        if (chosen)
            canvas_flow(canvas_part(rest, line + 1, 2, rest.rows - line - 1, rest.cols - 2), 0, STYLE_DIM,
                        screen_text(s, chosen->adds));
    }
}
