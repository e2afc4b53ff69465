/* The shares, and what the heads' names claim of the sentence, held against them: with the reader, in the
 * sentences that it learned; with the task `point`, of a simple sentence's verb. */
#include <string.h>

#include "core/math/mat.h"
#include "state/weights.h"
#include "study/head_kind.h"
#include "view/flow/flow.h"

int flow_most_read(const struct flow *f, int h, int i, bool *alike)
{
    const double *weights = mat_row(attention_head(f->a, f->a->map[MAP_WEIGHTS], h), i);
    return largest_of(weights, f->keys, f->share_digits, alike);
}

/* Whether the word at t is a pronoun, and reads the word that it stands for. */
static bool stands(const struct flow *f, int t)
{
    enum { LEAST_PERCENT = 50 };
    int to = f->reader.as.to[t][FLOW_STANDS];
    return f->reader.as.role[t] && strchr("ABi", f->reader.as.role[t]) && to != t &&
           flow_weight(f, FLOW_STANDS, t, to) >= LEAST_PERCENT / 100.0;
}

bool flow_silent(const struct flow *f, int h)
{
    return f->reader.is == FLOW_READS && h == FLOW_STANDS && f->head < h && !stands(f, f->query);
}

/* Whether a head is torn between two words. */
static bool is_torn(const struct flow *f, int h, int t, int a, int b)
{
    enum { LEAST_PERCENT = 20 };
    return a != b && flow_weight(f, h, t, a) >= LEAST_PERCENT / 100.0 &&
           flow_weight(f, h, t, b) >= LEAST_PERCENT / 100.0;
}

void flow_claims(struct flow *f)
{
    const struct state *s = &f->now->state;
    bool alike;
    f->all = f->now->config.heads;
    if (f->crosses || !weights_show_reader(s))
        return;
    f->reader.is = weights_reading(s, &f->reader.as) ? FLOW_READS : FLOW_UNREAD;
    if (f->reader.is == FLOW_UNREAD)
        return;
    for (int t = 0; t < f->words; t++)
        f->reader.stands = f->reader.stands || stands(f, t);
    /* A head reads as its name says if every verb reads with it mostly whom the name says, or cannot tell the
     * two that act apart. */
    for (int h = 0; h < f->all; h++) {
        bool holds =
            h < FLOW_STANDS || f->reader.stands || flow_most_read(f, h, f->query, &alike) == f->query;
        for (int t = 0; h < FLOW_STANDS && holds && t < f->words; t++) {
            const int *to = f->reader.as.to[t], doer = to[FLOW_DOER], done_to = to[FLOW_DONE_TO];
            holds = f->reader.as.role[t] != 'V' ||
                    (flow_most_read(f, h, t, &alike) == to[h] && flow_weight(f, h, t, to[h]) >= 0.5) ||
                    (doer != t && done_to != t && is_torn(f, h, t, doer, done_to));
        }
        f->reader.named[h] = holds;
    }
    if (!f->reader.stands && s->look.head != FLOW_STANDS)
        f->all = FLOW_STANDS;
}

const char *flow_head_name(const struct flow *f, int h)
{
    return f->reader.is == FLOW_OTHERS || (f->reader.is == FLOW_READS && f->reader.named[h])
               ? state_head_name(&f->now->state, h)
               : "";
}

bool flow_nobody(const struct flow *f, int h, int i, int j)
{
    return f->reader.is == FLOW_READS && i == j && f->reader.named[h] && f->reader.as.to[i][h] >= 0;
}

/* The roles of heads are said of the verb of a simple sentence; in others their names would be wrong. */
static bool has_roles(const struct flow *f)
{
    const struct state *s = &f->now->state;
    if (!s->dimnames || f->crosses)
        return false;
    return f->reader.is == FLOW_READS ? f->head == 0 && f->reader.as.role[f->query] == 'V'
                                      : weights_roles_hold(s, f->query);
}

/* The first head is to find the noun before the verb, the second the one after it; with the reader, whom the
 * sentence says. */
bool flow_finds_roles(const struct flow *f)
{
    const struct state *s = &f->now->state;
    bool finds = has_roles(f), alike;
    for (int h = 0; finds && h < flow_roles(f); h++) {
        int key = flow_most_read(f, h, f->query, &alike);
        finds = !alike && *state_head_name(s, h) && flow_weight(f, h, f->query, key) >= 0.5;
        if (f->reader.is == FLOW_READS)
            finds = finds && key == f->reader.as.to[f->query][h];
        else
            finds = finds && lemma_is_noun(lexicon_at(s->lexicon, s->sentence->id[key])) &&
                    (h == 0 ? key < f->query : key > f->query);
    }
    return finds;
}

bool flow_cannot_tell(const struct flow *f, int noun[2])
{
    const struct state *s = &f->now->state;
    bool torn = has_roles(f), reads = f->reader.is == FLOW_READS;
    const int *to = f->reader.as.to[reads ? f->query : 0]; /* the nouns: the first two, or whom it says */
    int count = 0;
    for (int j = 0; torn && j < f->keys && count < 2; j++)
        if (j != f->query && (reads ? j == to[FLOW_DOER] || j == to[FLOW_DONE_TO]
                                    : lemma_is_noun(lexicon_at(s->lexicon, s->sentence->id[j]))))
            noun[count++] = j;
    torn = count == 2;
    for (int h = 0; torn && h < flow_roles(f); h++)
        torn = *state_head_name(s, h) && is_torn(f, h, f->query, noun[0], noun[1]);
    return torn;
}

void flow_before(const struct flow *f, bool brief, struct text *out)
{
    const struct session *m = f->s->session;
    const struct state *s = &f->now->state;
    bool here = m->now.state.look.view == VIEW_FLOW; /* where these are keys */
    const char *opens = here ? keymap_key(&m->keymap, "flow", "cycle layer -1") : "",
               *teaches = here ? keymap_key(&m->keymap, "flow", "prompt teach") : "";
    int asked[FLOW_STANDS + 2], said = 0;
    /* before that: cat heard by (0.79) · chased heard by (0.62) */
    for (int h = 0; h <= f->all && f->reader.is == FLOW_READS; h++) {
        bool alike, again = said == (brief ? 1 : 2);
        double share;
        asked[h] = h < f->all ? flow_most_read(f, h, f->query, &alike) : f->query;
        for (int i = 0; i < h; i++)
            again = again || asked[i] == asked[h];
        int word = again ? -1 : head_heard(f->now, s->look.layer, asked[h], &share);
        if (word < 0)
            continue;
        text_add(out, said++ > 0 ? " · " : screen_text(f->s, TEXT("before that: ")));
        screen_add(f->s, out, TEXT("%s heard %s (%s)"), flow_word(f, s->sentence, asked[h]),
                   flow_word(f, s->sentence, word), share_text(f->s, share, f->share_digits));
    }
    if (said > 0 && *opens && !brief)
        screen_add(f->s, out, TEXT("   %s opens"), opens);
    if (f->reader.is != FLOW_UNREAD)
        return;
    text_add(
        out,
        screen_text(f->s, brief ? TEXT("the heads never learned this kind.")
                                : TEXT("these heads have learned simple sentences; this is none of them.")));
    if (*teaches && !brief)
        screen_add(f->s, out, TEXT(" %s teaches it."), teaches);
}
