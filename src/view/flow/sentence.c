/* One sentence in words, made from the numbers. It is built once, in runs, whose colours the screen shows and
 * those who hear it do not: the two can never say different things. */
#include "view/changes.h"
#include "view/flow/flow.h"

/* How the sentence is said: with the roles of the heads or without, in full or with fewest words. */
struct manner {
    bool roles, torn, brief;
    bool told;   /* to those who hear it */
    int noun[2]; /* torn between these */
};

enum { RUN_ASKS = 1, RUN_HEADS, HEADS_SAID = 4 }; /* the asking word's run, the first head's; heads at most */

bool flow_overflowed(const struct flow *f)
{
    for (int h = 0; h < f->a->heads; h++)
        if (mat_overflowed(mat_rows(attention_head(f->a, f->a->map[MAP_WEIGHTS], h), f->query, 1)))
            return true;
    return false;
}

static const char *overflow_says(const struct flow *f)
{
    return say(f->s, TEXT("%s: %s."), flow_word(f, f->now->state.sentence, f->query),
               screen_overflow_says(f->s));
}

/* cat 0.98; to those who hear of roles: cat (0.98) */
static void add_share(const struct flow *f, const struct manner *m, int h, int key, struct text *out)
{
    bool brackets = m->told && (m->roles || m->torn);
    double share = flow_weight(f, h, f->query, key);
    int digits =
        brackets && changes_shown(f->s) == SHOW_GRADIENT ? changes_digits(f->s, share) : f->share_digits;
    text_addf(out, brackets ? "%s (%s)" : "%s %s", flow_word(f, flow_keys(f), key),
              share_text(f->s, share, digits));
}

/* What a head reads: its doer from cat 0.98, cat 0.98 with head 1, doer cat 0.53 or dog 0.46; briefly: doer
 * cat 0.98, cat 0.98, doer cat or dog. */
static void add_head(const struct flow *f, const struct manner *m, int h, int run, struct text *out)
{
    bool alike, stands = h > f->head && h == FLOW_STANDS && f->reader.is == FLOW_READS;
    int key = flow_most_read(f, h, f->query, &alike);
    const char *name = state_head_name(&f->now->state, h);
    double nobodys = flow_weight(f, h, f->query, f->keys); /* what a sink takes */
    bool empty = attention_empty_row(f->a, h, f->query), nobody = flow_nobody(f, h, f->query, key),
         sunk = !empty && !nobody && nobodys > flow_weight(f, h, f->query, key);
    if (m->torn && m->told)
        screen_add(f->s, out, TEXT("its %s is "), name);
    else if (m->roles && m->brief)
        text_addf(out, "%s ", name);
    else if (m->roles)
        screen_add(f->s, out, nobody ? TEXT_AS("sentence", "its %s from ") : TEXT("its %s from "), name);
    else if (stands && !m->torn)
        text_add(out, screen_text(f->s, TEXT("stands for ")));
    text_add_char(out, (char)run);
    if (m->torn && !m->told)
        text_addf(out, "%s ", name);
    for (int i = 0; i < 2 && m->torn; i++) {
        text_add(out, i == 0 ? "" : screen_text(f->s, TEXT(" or ")));
        if (m->brief)
            text_add(out, flow_word(f, flow_keys(f), m->noun[i]));
        else
            add_share(f, m, h, m->noun[i], out);
    }
    if (!m->torn && (empty || nobody))
        text_add(out, screen_text(f->s, empty ? TEXT_AS("sentence", "nobody") : TEXT("nobody")));
    else if (!m->torn && sunk)
        text_addf(out, "%s %s", screen_text(f->s, TEXT("nobody")),
                  share_text(f->s, nobodys, f->share_digits));
    else if (!m->torn)
        add_share(f, m, h, key, out);
    text_add_char(out, CANVAS_RUN_ENDS);
    if (m->torn || m->roles)
        return;
    if (alike && !empty && !nobody && !sunk)
        text_add(out, screen_text(f->s, TEXT(" (tied)")));
    if (f->now->config.heads > 1 && !m->brief && !stands)
        screen_add(f->s, out, TEXT(" with head %d"), h + 1);
}

/* chases takes its doer from cat 0.98, its done-to from dog 0.97. */
static const char *sentence_of(const struct flow *f, const struct manner *m, int heads)
{
    static const char *const verbs[][2] = {{TEXT(" cannot tell: "), TEXT("? ")},
                                           {TEXT(" takes "), TEXT(": ")},
                                           {TEXT(" reads most: "), TEXT_AS("sentence", " reads ")}};
    struct text t = SCREEN_TEXT(f->s);
    text_addf(&t, "%c%s%c", RUN_ASKS, flow_word(f, f->now->state.sentence, f->query), CANVAS_RUN_ENDS);
    text_add(&t, screen_text(f->s, verbs[m->torn ? 0 : m->roles ? 1 : 2][m->brief]));
    for (int h = f->head, said = 0; h < f->head + heads; h++) {
        if (flow_silent(f, h))
            continue;
        text_add(&t, said++ > 0 ? screen_text(f->s, TEXT(", ")) : "");
        add_head(f, m, h, RUN_HEADS + (h - f->head) % HEADS_SAID, &t);
    }
    text_add(&t, screen_text(f->s, TEXT(".")));
    return text_str(&t);
}

void flow_sentence_tell(const struct flow *f, bool reads, struct text *out)
{
    struct manner m = {.roles = !reads && flow_finds_roles(f), .told = true};
    m.torn = !reads && !m.roles && flow_cannot_tell(f, m.noun);
    if (!m.roles && !m.torn && flow_overflowed(f))
        text_add(out, overflow_says(f));
    else
        canvas_runs_bare(sentence_of(f, &m, m.roles || m.torn ? flow_roles(f) : f->all), out);
    text_add(out, "\n");
}

/* Draws a line for each head, where one line is too short for all: doer cat 0.98 */
static void draw_each(struct canvas c, const struct flow *f, const struct manner *said)
{
    struct manner m = *said;
    m.brief = true;
    for (int h = f->head, row = 0; row < c.rows; h++, row++) {
        struct canvas line = canvas_part(c, row, 0, 1, c.cols);
        struct canvas_look looks[] = {{STYLE_TEXT, 0}, {STYLE_STRONG, ink_hue(flow_hue(f, h), HUE_FULL)}};
        struct text t = SCREEN_TEXT(f->s);
        bool numbered = !m.roles && !m.torn && f->now->config.heads > 1;
        if (numbered)
            canvas_putf(line, 0, 0, STYLE_TEXT, screen_text(f->s, TEXT("head %d")), h + 1);
        if (!flow_silent(f, h))
            add_head(f, &m, h, 1, &t);
        canvas_runs(line, 0, numbered ? 7 : 0, looks, text_str(&t));
    }
}

void flow_sentence_draw(struct canvas c, const struct flow *f)
{
    const struct canvas nowhere = {.cols = 1000}; /* for measuring */
    int row = f->row[FLOW_SENTENCE], left = f->gutter < 10 ? 1 : f->gutter;
    /* 1. what the rows mean while they show the gradient, or why there is none; that shares are no numbers */
    bool backwards = f->now->state.look.show == SHOW_GRADIENT && !f->paired;
    if (backwards || flow_overflowed(f)) {
        struct text t = SCREEN_TEXT(f->s);
        if (backwards)
            changes_title(f->s, &t);
        canvas_flow(canvas_part(c, row, 1, c.rows - row, c.cols - 2), 0, STYLE_NOTE,
                    backwards ? text_str(&t) : overflow_says(f));
        return;
    }
    /* 2. the line before it, shorter where that does not fit */
    if (f->rows[FLOW_BEFORE]) {
        struct text whole = SCREEN_TEXT(f->s), brief = SCREEN_TEXT(f->s);
        flow_before(f, false, &whole);
        flow_before(f, true, &brief);
        canvas_either(c, f->row[FLOW_BEFORE], left + utf8_width(text_str(&whole)) > c.cols ? 1 : left,
                      STYLE_DIM, text_str(&whole), text_str(&brief));
    }
    /* 3. the sentence in the longest form that fits: in full, briefly, a line for each head; the shortest
     * only helps who cannot tell teacher from student */
    struct canvas_look looks[RUN_HEADS + HEADS_SAID] = {{STYLE_TEXT, 0},
                                                        {STYLE_STRONG, ink_hue(HUE_FOCUS, HUE_FULL)}};
    int heads = f->heads < HEADS_SAID ? f->heads : HEADS_SAID;
    for (int h = 0; h < heads; h++)
        looks[RUN_HEADS + h] =
            (struct canvas_look){STYLE_STRONG, ink_hue(flow_hue(f, f->head + h), HUE_FULL)};
    struct manner m = {.roles = flow_finds_roles(f)};
    m.torn = !m.roles && flow_cannot_tell(f, m.noun);
    m.brief = f->reader.is == FLOW_READS && !m.roles && !m.torn;
    const char *said = sentence_of(f, &m, heads);
    bool fits = f->gutter + canvas_runs(nowhere, 0, 0, looks, said) <= c.cols;
    left = fits ? left : 1;
    m.brief = m.brief || left + canvas_runs(nowhere, 0, 0, looks, said) > c.cols;
    said = sentence_of(f, &m, heads);
    struct canvas room = canvas_part(c, row, left, f->rows[FLOW_SENTENCE], c.cols - left);
    if (!m.brief || canvas_runs(nowhere, 0, 0, looks, said) <= room.cols)
        canvas_runs(room, 0, 0, looks, said);
    else if (room.rows >= f->heads)
        draw_each(room, f, &m);
    else if (m.torn)
        canvas_put(room, 0, 0, STYLE_TEXT,
                   say(f->s, TEXT("%s cannot tell %s from %s."),
                       flow_word(f, f->now->state.sentence, f->query), flow_word(f, flow_keys(f), m.noun[0]),
                       flow_word(f, flow_keys(f), m.noun[1])));
}
