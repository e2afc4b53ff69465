/* The same scene with other weights: identity, random, and the head built from M_k that looks k
 * words away. */
#include "view/figures/table.h"
#include "view/terms/terms.h"

static const struct {
    const char *name, *context, *line;
} kinds[TRIAL_COUNT] = {
    [TRIAL_NOW] = {TEXT("as they are"), NULL, NULL},
    [TRIAL_IDENTITY] = {TEXT("identity"), "all", "weights identity"},
    [TRIAL_RANDOM] = {TEXT("random "), "all", "weights random"},
    [TRIAL_SHIFT] = {TEXT("shift "), "terms", "weights shift focus"},
    [TRIAL_SHIFT_ALONE] = {TEXT("shift, place·place"), NULL, NULL},
};

static const char *trial_head(const struct table *t, int col)
{
    return col < 0 ? screen_text(t->s, TEXT("  first word at")) : said_values(t->s, "%d", trial_starts[col]);
}

static const char *trial_name(const struct table *t, int row)
{
    const struct trial *of = &t->s->session->trial;
    const char *key = kinds[row].line
                          ? keymap_key(&t->s->session->keymap, kinds[row].context, kinds[row].line)
                          : "",
               *name = screen_text(t->s, kinds[row].name);
    key = *key ? key : " ";
    return row == TRIAL_RANDOM  ? said_values(t->s, "%s %s%d", key, name, of->of.set.seed)
           : row == TRIAL_SHIFT ? said_values(t->s, "%s %s%+d", key, name, of->offset)
                                : said_values(t->s, "%s %s", key, name);
}

static const char *trial_cell(const struct table *t, int row, int col)
{
    const struct trial *of = &t->s->session->trial;
    const struct trial_row *r = &of->row[row];
    if (!r->known)
        return "–";
    return said_values(t->s, "%s  %d/%d|%s %d/%d", share_text(t->s, r->weight[col], 3), r->found[col],
                       of->asked, share_text(t->s, r->weight[col], 2), r->found[col], of->asked);
}

static struct canvas_look trial_look(const struct table *t, int row, int col)
{
    const struct trial *of = &t->s->session->trial;
    const struct trial_row *r = &of->row[row];
    return (struct canvas_look){.style = col < 0                                  ? STYLE_LABEL
                                         : r->known && r->found[col] == of->asked ? STYLE_GOOD
                                                                                  : STYLE_TEXT};
}

static struct table trial_of(const struct screen *s)
{
    return (struct table){.s = s,
                          .rows = TRIAL_COUNT,
                          .cols = TRIAL_STARTS,
                          .head = trial_head,
                          .name = trial_name,
                          .cell = trial_cell,
                          .look = trial_look};
}

static void trial_draw(struct canvas c, const void *of)
{
    const struct terms_facts *f = of;
    struct table t = trial_of(f->s);
    table_draw(c, &t);
}

/* What a shift is, or why there is none. */
static const char *trial_note(const struct screen *s)
{
    const struct trial *t = &s->session->trial;
    if (t->row[TRIAL_SHIFT_ALONE].known)
        return screen_text(s, TEXT("shift: W_Q = 10·M_k turns every hand by k positions: place·place is "
                                   "largest k words away, at any position; the other terms may disagree."));
    return said_values(s, "%s: %s", screen_text(s, kinds[TRIAL_SHIFT_ALONE].name),
                       screen_text(s, t->row[TRIAL_SHIFT].known ? TEXT("there is no place·place here")
                                                                : TEXT("needs an even d, heads × d_k = d")));
}

void terms_weights_draw(struct canvas c, const void *of)
{
    const struct terms_facts *f = of;
    const struct trial *t = &f->s->session->trial;
    const struct table table = trial_of(f->s);
    const char *asks = say(f->s, TEXT("weight of %s on the word %+d away; queries that look there most"),
                           terms_word(f, f->query), t->offset);
    const struct page_part parts[] = {{"asks", 0, page_flow(asks, STYLE_NOTE, 1), NULL, NULL},
                                      {"trial", 0, table_size(&table), NULL, trial_draw},
                                      {"note", 0, page_flow(trial_note(f->s), STYLE_DIM, 1), NULL, NULL},
                                      {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"asks? / trial / gap / note?", NULL};
    if (t->known)
        page_draw(c, forms, parts, f);
    else
        terms_say_why(c, f->s, t->why);
}
