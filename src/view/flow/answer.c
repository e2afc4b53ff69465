/* The flow ends in a word: what each word of the sentence answers, and in words what the asking one does. */
#include <math.h>
#include <string.h>

#include "network/pretrained.h"
#include "study/learning.h"
#include "view/changes.h"
#include "view/flow/flow.h"

static const char *class_name(const struct flow *f, int class)
{
    return flow_word(f, f->now->state.classes, class);
}

/* Returns the class with the largest share, of equal ones the first. */
static int likeliest(struct mat probs, int row)
{
    const double *p = mat_row(probs, row);
    int best = 0;
    for (int k = 1; k < probs.cols; k++)
        best = p[k] > p[best] ? k : best;
    return best;
}

/* Returns a class with its share if both fit in `room` columns, else the class alone. */
static const char *piece_name(const struct flow *f, int w, int class, int room)
{
    const char *name = class_name(f, class),
               *both = said_values(f->s, "%s %s", name,
                                   share_text(f->s, mat_at(f->now->trace.probs, w, class), SHARE_WHOLE));
    return utf8_width(both) <= room ? both : name;
}

/* A word's answer: the shares of the classes side by side, each as wide as it is large. */
static void whole_of_word(struct canvas row, const struct flow *f, int w)
{
    enum { PIECES = 512 };
    struct {
        int class, from, to;
    } piece[PIECES]; /* those that have a column */
    const struct mat m = stage_matrix(&f->now->trace, f->now->config.layers - 1, STAGE_PROBS, 0);
    const struct canvas c = canvas_part(row, f->row[FLOW_ANSWER], flow_left(f, w), 1, f->width);
    int best = likeliest(m, w), count = 0, at = 0, free = 0;
    double sum = 0;
    for (int k = 0, from = 0, to; k < m.cols && count < PIECES; k++, from = to) {
        sum += mat_at(m, w, k);
        to = (int)lround(sum * c.cols);
        piece[count].class = k;
        piece[count].from = from;
        piece[count].to = to;
        count += to > from;
    }
    /* 1. the largest piece is always named, if need be across the pieces beside it */
    while (at < count && piece[at].class < best)
        at++;
    int left = at < count ? piece[at].from : c.cols;
    const char *name = piece_name(f, w, best, at < count ? piece[at].to - left : 0);
    int width = utf8_width(name);
    left = left + width <= c.cols ? left : c.cols - width > 0 ? c.cols - width : 0;
    canvas_field(c, 0, left, width < c.cols ? width : c.cols, STYLE_STRONG, name);
    /* 2. the others where they have room, with a blank between two names */
    for (int i = 0; i < count; i++) {
        int from = piece[i].from < free ? free : piece[i].from,
            to = piece[i].class < best && piece[i].to >= left ? left - 1 : piece[i].to;
        name = piece_name(f, w, piece[i].class, to - from);
        if (piece[i].class == best) {
            free = left + width + 1;
        } else if (utf8_width(name) <= to - from) {
            canvas_put(c, 0, from, STYLE_TEXT, name);
            free = from + utf8_width(name) + 1;
        }
    }
    /* 3. the grounds under them: the largest is bright */
    for (int i = 0; i < count; i++)
        canvas_ink(c, 0, piece[i].from, piece[i].to - piece[i].from,
                   ink_hue(HUE_GREY, piece[i].class == best ? HUE_FULL * 3 / 4 : HUE_FULL / 3));
}

/* Writes the word that the asking one should say, if a target wants one. Where only others are asked, its
 * answer is neither right nor wrong. */
static const char *wanted_says(const struct flow *f)
{
    const struct config *c = &f->now->config;
    bool others = false;
    for (int i = 0; i < c->target_count; i++) {
        if (c->target[i].head < 0 && c->target[i].at == f->query)
            return say(f->s, TEXT("; it should say %s"), class_name(f, c->target[i].to));
        others |= c->target[i].head < 0;
    }
    return others ? screen_text(f->s, TEXT("; nothing is asked here")) : "";
}

static const char *share_says(const struct flow *f, double share)
{
    return share_text(f->s, share, state_model(&f->now->state) ? SHARE_TENTHS : SHARE_PERCENT);
}

/* Returns what a model guessed first before the last change, if that reads otherwise: " (was dog 1.2 %)". */
static const char *before_says(const struct flow *f, int guess, const char *share)
{
    const struct scene *before = changes_last(f->s);
    if (f->now != &f->s->session->now || f->paired || !before || !state_model(&f->now->state) ||
        state_model(&before->state) != state_model(&f->now->state))
        return "";
    int row = state_asked(&before->state), then = likeliest(before->trace.probs, row);
    const char *was = share_says(f, mat_at(before->trace.probs, row, then));
    if (then == guess && strcmp(was, share) == 0)
        return "";
    return then == guess ? say(f->s, TEXT(" (was %s)"), was)
                         : say(f->s, TEXT(" (was %s %s)"), class_name(f, then), was);
}

/* Returns the share that the grammar of the stories gives a class, behind that of the model: " (should be 67
 * %)", the first in words; "" if there is no such grammar. */
static const char *should_says(const struct flow *f, const struct story *story, int class, bool first)
{
    if (story->ways == 0)
        return "";
    const char *share = share_text(f->s, expected_share(f->now, story, class), SHARE_PERCENT);
    return first ? say(f->s, TEXT(" (should be %s)"), share) : say(f->s, TEXT(" (%s)"), share);
}

/* Returns what is answered (a model is asked at one place, otherwise the asking word answers), at most so
 * many of the likeliest; `most` 0: the first, without its share. */
static const char *answer_says(const struct flow *f, int most)
{
    const struct state *s = &f->now->state;
    const struct pretrained *model = state_model(s);
    struct mat m = f->now->trace.probs;
    int row = model ? state_asked(s) : f->query, best = likeliest(m, row);
    const char *word = flow_word(f, s->sentence, row),
               *blank = lang_has_blanks((enum lang)s->look.lang) ? " " : "";
    struct text t = SCREEN_TEXT(f->s);
    struct story story;
    bool taught = expected_story(f->now, row, &story) || (model && model->box);
    if (most == 0)
        return say(f->s, TEXT("%s: %s%s"), word, class_name(f, best), wanted_says(f));
    if (model && pretrained_mask(model) < 0)
        text_add(&t, screen_text(f->s, TEXT("next:")));
    else
        screen_add(f->s, &t, model ? TEXT("%s is:") : TEXT("%s says:"), word);
    if (mat_overflowed(mat_rows(m, row, 1)))
        return said_values(f->s, "%s%s%s", text_str(&t), blank, screen_overflow_says(f->s));
    for (int i = 0, k = best; k >= 0 && i < most; i++, k = vec_next_largest(mat_row(m, row), m.cols, k)) {
        const char *share = share_says(f, mat_at(m, row, k));
        text_addf(&t, "%s%s %s%s%s", i ? screen_text(f->s, TEXT(", ")) : blank, class_name(f, k), share,
                  taught ? should_says(f, &story, k, i == 0) : "", i ? "" : before_says(f, k, share));
    }
    text_addf(&t, "%s%s", m.cols > most ? " …" : "", wanted_says(f));
    if (taught && story.ways == 0)
        text_add(&t, screen_text(f->s, TEXT("; its grammar never writes this")));
    return text_str(&t);
}

/* What to do if the model guesses masked words and the sentence masks none; briefly in a few words. NULL: all
 * is well. */
static const char *ask_for_mask(const struct flow *f, bool brief)
{
    const struct state *s = &f->now->state;
    const struct pretrained *model = state_model(s);
    int mask = model ? pretrained_mask(model) : -1;
    if (mask < 0 || s->sentence->id[state_asked(s)] == mask)
        return NULL;
    return say(f->s, brief ? TEXT("It guesses %s.") : TEXT("Write %s for a word, and the model guesses it."),
               lexicon_at(s->lexicon, mask).name);
}

enum { ANSWERS = 4 };

/* Returns as many of the answers as fit; NULL: none does. */
static const char *answers_in(const struct flow *f, int cols)
{
    const char *said = NULL;
    for (int most = ANSWERS; most > 0 && !(said && utf8_width(said) <= cols); most--)
        said = answer_says(f, most);
    return utf8_width(said) <= cols ? said : NULL;
}

void flow_says(const struct flow *f, struct text *out)
{
    const char *ask = ask_for_mask(f, false);
    text_add(out, ask ? ask : answer_says(f, ANSWERS));
}

void flow_next(const struct screen *s, int cols, struct text *out)
{
    const struct scene *now = &s->session->now;
    const struct flow f = {.s = s, .now = now, .query = now->state.look.query};
    if (s->hidden || !state_model(&now->state) || !mat_present(now->trace.probs) || ask_for_mask(&f, false))
        return;
    const char *said = answers_in(&f, cols);
    text_clear(out);
    text_add(out, said ? said : "");
}

void flow_answer_draw(struct canvas c, const struct flow *f)
{
    for (int w = 0; w < f->words && f->rows[FLOW_ANSWER] && flow_seen(f, FLOW_ANSWER) >= 1; w++)
        if (flow_in_sight(f, w))
            whole_of_word(c, f, w);
}

void flow_says_draw(struct canvas c, const struct flow *f)
{
    if (!f->rows[FLOW_SAYS] || flow_backwards(f) || flow_seen(f, FLOW_ANSWER) < 1)
        return;
    const char *said = ask_for_mask(f, false);
    if (said && utf8_width(said) > c.cols - 1)
        said = ask_for_mask(f, true);
    else if (!said && !(said = answers_in(f, c.cols - 1)))
        said = answer_says(f, 0); /* with one alone, only the words */
    int left = f->gutter < 10 || f->gutter + utf8_width(said) > c.cols ? 1 : f->gutter;
    canvas_put(c, f->row[FLOW_SAYS], left, STYLE_TEXT, said);
}
