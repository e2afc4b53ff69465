/* Creates, copies and frees states, and names their words. */
#include "state/state.h"

#include <limits.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "core/pipeline/patch.h"
#include "core/pipeline/stage.h"
#include "network/pretrained.h"
#include "network/tokens/tokenizer.h"
#include "state/param.h"
#include "state/training.h"

struct sequence *sequence_new(const int *id, int count)
{
    struct sequence *q = mem_new(1, sizeof *q + (size_t)count * sizeof *id);
    if (q) {
        q->refs = 1;
        q->count = count;
        if (id)
            memcpy(q->id, id, (size_t)count * sizeof *id);
    }
    return q;
}

struct sequence *sequence_share(struct sequence *q)
{
    if (q)
        q->refs++;
    return q;
}

void sequence_drop(struct sequence *q)
{
    if (q && --q->refs == 0)
        mem_free(q);
}

bool sequence_same(const struct sequence *a, const struct sequence *b)
{
    if (a == b || !a || !b)
        return a == b;
    return a->count == b->count && memcmp(a->id, b->id, (size_t)a->count * sizeof a->id[0]) == 0;
}

/* Returns the place, before an exchange, of the word that is at t after it. */
static int exchanged(const struct exchange *e, int t)
{
    int second = e->b_end - e->b, middle = e->b - e->a_end, k = t - e->a;
    if (t < e->a || t >= e->b_end)
        return t;
    return k < second ? e->b + k : k < second + middle ? e->a_end + k - second : e->a + k - second - middle;
}

int sequence_before_swap(const struct sequence *q, int t)
{
    return exchanged(&q->swapped, t);
}

int sequence_after_swap(const struct sequence *q, int t)
{
    struct exchange back = q->swapped;
    back.a_end = back.a + back.b_end - back.b;
    back.b = back.a + back.b_end - q->swapped.a_end;
    return exchanged(&back, t);
}

int sequence_find(const struct sequence *q, int word)
{
    for (int i = 0; q && i < q->count; i++)
        if (q->id[i] == word)
            return i;
    return -1;
}

bool sequence_holds(const struct sequence *q, int word)
{
    return sequence_find(q, word) >= 0;
}

/* ---- names of heads --------------------------------------------------------- */

void head_names_drop(struct head_names *n)
{
    if (n && --n->refs == 0)
        mem_free(n);
}

static size_t bytes_of_heads(int heads)
{
    return (size_t)heads * sizeof(struct head_name);
}

bool head_names_same(const struct head_names *a, const struct head_names *b)
{
    if (a == b || !a || !b)
        return a == b;
    return a->heads == b->heads && memcmp(a->of, b->of, bytes_of_heads(a->heads)) == 0;
}

bool head_names_set(struct head_names **n, int heads, int h, struct pair name)
{
    struct head_names *own = mem_new(1, sizeof *own + bytes_of_heads(heads));
    if (!own)
        return false;
    own->refs = 1;
    own->heads = heads;
    if (*n && (*n)->heads == heads)
        memcpy(own->of, (*n)->of, bytes_of_heads(heads));
    own->of[h] = (struct head_name){"", ""}; /* all of it: names are compared byte by byte */
    strncpy(own->of[h].en, name.en ? name.en : "", HEAD_NAME_BYTES - 1);
    strncpy(own->of[h].zh, name.zh ? name.zh : "", HEAD_NAME_BYTES - 1);
    head_names_drop(*n);
    *n = own;
    return true;
}

/* ---- targets ------------------------------------------------------------------ */

void targets_drop(struct targets *t)
{
    if (t && --t->refs == 0)
        mem_free(t);
}

static int compare_targets(const struct target *a, const struct target *b)
{
    int by_layer = a->layer - b->layer, by_head = a->head - b->head;
    return by_layer ? by_layer : by_head ? by_head : a->at - b->at;
}

bool targets_same(const struct targets *a, const struct targets *b)
{
    if (a == b || !a || !b)
        return a == b;
    return a->count == b->count && memcmp(a->of, b->of, (size_t)a->count * sizeof a->of[0]) == 0;
}

/* Returns an empty list with room for `count`, or NULL if out of memory. */
static struct targets *new_targets(int count)
{
    struct targets *t = mem_new(1, sizeof *t + (size_t)count * sizeof t->of[0]);
    if (t)
        t->refs = 1;
    return t;
}

/* Replaces *t; an empty list becomes NULL. */
static void replace_targets(struct targets **t, struct targets *fresh)
{
    targets_drop(*t);
    *t = fresh;
    if (fresh->count == 0) {
        targets_drop(fresh);
        *t = NULL;
    }
}

bool targets_put(struct targets **t, struct target one)
{
    int count = *t ? (*t)->count : 0, i = 0;
    struct targets *fresh = new_targets(count + 1);
    if (!fresh)
        return false;
    for (; i < count && compare_targets(&(*t)->of[i], &one) < 0; i++)
        fresh->of[fresh->count++] = (*t)->of[i];
    if (one.to >= 0)
        fresh->of[fresh->count++] = one;
    for (; i < count; i++)
        if (compare_targets(&(*t)->of[i], &one) != 0)
            fresh->of[fresh->count++] = (*t)->of[i];
    replace_targets(t, fresh);
    return true;
}

bool targets_keep(struct targets **t, bool (*keeps)(const struct target *one, const void *arg),
                  const void *arg)
{
    int count = *t ? (*t)->count : 0, kept = 0;
    for (int i = 0; i < count; i++)
        kept += keeps(&(*t)->of[i], arg);
    if (kept == count)
        return true;
    struct targets *fresh = new_targets(kept);
    if (!fresh)
        return false;
    for (int i = 0; i < count; i++)
        if (keeps(&(*t)->of[i], arg))
            fresh->of[fresh->count++] = (*t)->of[i];
    replace_targets(t, fresh);
    return true;
}

/* ---- states ------------------------------------------------------------------- */

bool state_init(struct state *s)
{
    static const char *const words[] = {"猫", "追", "狗"};
    *s = (struct state){.look.train.task = 2}; /* order: what one should see first */
    for (const struct param *p = params; p->name; p++)
        param_reset(s, p);
    s->look.encoding_before = s->set.encoding;
    s->lexicon = lexicon_default();
    s->sentence = sequence_new(NULL, 3);
    bool ok = s->lexicon && s->sentence;
    for (int t = 0; ok && t < 3; t++)
        ok = (s->sentence->id[t] = lexicon_intern(&s->lexicon, words[t], s->set.d)) >= 0;
    if (!ok)
        state_finish(s);
    for (int e = 0; e < posenc_count() && e < NUMBERS_ENCODINGS; e++)
        for (int i = 0; i < posenc_param_count(posencs[e]); i++)
            s->pe_param[e][i] = posencs[e]->params[i].initial;
    return ok;
}

void state_copy(struct state *to, const struct state *from)
{
    *to = *from;
    lexicon_share(to->lexicon);
    sequence_share(to->sentence);
    sequence_share(to->memory);
    sequence_share(to->classes);
    examples_share(to->examples);
    examples_share(to->taught);
    numbers_share(to->numbers);
    patches_share(to->patches);
    for (int l = 0; l < STATE_NAMED_LAYERS; l++)
        if (to->head_names[l])
            to->head_names[l]->refs++;
    if (to->targets)
        to->targets->refs++;
    training_share(to->training);
}

void state_finish(struct state *s)
{
    lexicon_drop(s->lexicon);
    sequence_drop(s->sentence);
    sequence_drop(s->memory);
    sequence_drop(s->classes);
    targets_drop(s->targets);
    examples_drop(s->examples);
    examples_drop(s->taught);
    numbers_drop(s->numbers);
    patches_drop(s->patches);
    for (int l = 0; l < STATE_NAMED_LAYERS; l++)
        head_names_drop(s->head_names[l]);
    training_drop(s->training);
    *s = (struct state){0};
}

double state_bytes(const struct state *a, const struct state *b)
{
    const struct sequence *const has[] = {a->sentence, a->memory, a->classes}, *const shares[] = {b->sentence,
                                                                                                  b->memory,
                                                                                                  b->classes};
    double bytes =
        (double)lexicon_bytes(a->lexicon, b->lexicon) + (double)numbers_bytes(a->numbers, b->numbers) +
        (double)examples_bytes(a->examples, b->examples) + (double)examples_bytes(a->taught, b->taught);
    for (int i = 0; i < 3; i++)
        if (has[i] && has[i] != shares[i])
            bytes += (double)(sizeof *has[i] + (size_t)has[i]->count * sizeof has[i]->id[0]);
    if (a->targets && a->targets != b->targets)
        bytes += (double)(sizeof *a->targets + (size_t)a->targets->count * sizeof a->targets->of[0]);
    if (a->patches != b->patches)
        bytes += (double)patches_bytes(a->patches);
    for (int l = 0; l < STATE_NAMED_LAYERS; l++)
        if (a->head_names[l] && a->head_names[l] != b->head_names[l])
            bytes += (double)(sizeof *a->head_names[l] + bytes_of_heads(a->head_names[l]->heads));
    return bytes;
}

bool state_heads_named(const struct state *s)
{
    return s->look.layer < STATE_NAMED_LAYERS && s->head_names[s->look.layer];
}

int state_class(const struct state *s, int word)
{
    return sequence_find(s->classes, word);
}

int state_verb(const struct state *s)
{
    int best = 0;
    double most = 0;
    for (int t = 0; t < s->sentence->count; t++) {
        double action = lemma_action(lexicon_at(s->lexicon, s->sentence->id[t]));
        if (action > most) {
            most = action;
            best = t;
        }
    }
    return best;
}

int state_dk(const struct state *s)
{
    return s->set.dk ? s->set.dk : s->set.d / s->set.heads;
}

int state_dv(const struct state *s)
{
    return s->set.dv ? s->set.dv : s->set.d / s->set.heads;
}

const char *state_name(const struct state *s, const struct sequence *seq, int t)
{
    return lexicon_at(s->lexicon, seq->id[t]).name;
}

const char *state_word(const struct state *s, const struct sequence *seq, int t)
{
    struct lemma word = lexicon_at(s->lexicon, seq->id[t]);
    struct pretrained *model = s->lexicon->model;
    bool token = model && seq->id[t] < model->sizes.vocab && !word.shown.en && !word.shown.zh;
    if (token && seq != s->classes) /* the classes are a list, not a text */
        return pretrained_name_in(model, seq->id, seq->count, t);
    return lemma_shown(word, (enum lang)s->look.lang);
}

/* Returns how often the word at position t occurs before `end`, a place of seq before its swap. A byte that
 * two characters share is another word in each. */
static int occurrences(const struct state *s, const struct sequence *seq, int t, int end)
{
    int n = 0;
    for (int i = 0; i < end; i++) {
        int at = sequence_after_swap(seq, i);
        n += seq->id[at] == seq->id[t] && strcmp(state_word(s, seq, at), state_word(s, seq, t)) == 0;
    }
    return n;
}

bool state_made_up(const struct state *s, const struct sequence *seq, int t)
{
    return s->set.task == 0 && lexicon_at(s->lexicon, seq->id[t]).made_up;
}

void state_label(const struct state *s, const struct sequence *seq, int t, struct text *out)
{
    text_add(out, state_word(s, seq, t));
    if (occurrences(s, seq, t, seq->count) > 1)
        text_addf(out, "#%d", occurrences(s, seq, t, sequence_before_swap(seq, t)) + 1);
}

int state_patches(const struct state *s, bool omits, struct text *out)
{
    enum { NAMED = 3 };
    int n = 0;
    for (int i = 0; s->patches && i < s->patches->count; i++) {
        const struct patch *is = &s->patches->of[i].is;
        if (patch_omits(is, NULL) != omits || n++ >= NAMED)
            continue;
        text_add(out, n > 1 ? " " : "");
        if (is->kind != PATCH_WORD)
            patch_name(is, out);
        text_add(out, is->at >= 0 && is->kind != PATCH_WORD ? "@" : "");
        if (is->at >= 0)
            state_label(s, s->sentence, is->at, out);
    }
    text_add(out, n > NAMED ? " …" : "");
    return n;
}

/* What a typed name may mean: a word's own name; a word with the same meaning; a token without the ␣
 * that it begins with, which is on no keyboard. */
enum naming { NAMES_ITSELF, NAMES_KIN, NAMES_AFTER_BLANK };

/* Returns true if the first n bytes of `name` mean the word at position t. */
static bool called(const struct state *s, const struct sequence *seq, int t, const char *name, size_t n,
                   enum naming naming)
{
    struct lemma l = lexicon_at(s->lexicon, seq->id[t]);
    const char *word = state_word(s, seq, t);
    size_t blank = naming == NAMES_AFTER_BLANK ? strlen(TOKEN_BLANK) : 0;
    if (naming == NAMES_KIN) {
        int kin = lexicon_kin(s->lexicon, name, n);
        return kin && l.kin == kin;
    }
    return (naming == NAMES_ITSELF && lemma_is(l, name, n)) ||
           (strncmp(word, TOKEN_BLANK, blank) == 0 && strlen(word) == blank + n &&
            memcmp(word + blank, name, n) == 0);
}

static int no_word(const struct state *s, const struct sequence *seq, const char *name, int col,
                   struct reply *r)
{
    enum { SHOWN = 12 };
    struct text words = TEXT_HERE;
    for (int t = 0; t < seq->count && t < SHOWN; t++) {
        text_add(&words, t ? " " : "");
        state_label(s, seq, t, &words);
    }
    text_add(&words, seq->count > SHOWN ? " …" : "");
    reply_fail(r, col, TEXT("no word '%s' here (%s, or a position 0 to %d)"), name, text_str(&words),
               seq->count - 1);
    text_finish(&words);
    return -1;
}

/* Refuses a name that does not select one of its `count` occurrences. */
static int ambiguous(const char *word, int n, int count, int col, struct reply *r)
{
    if (count == 1)
        reply_fail(r, col, TEXT("'%.*s' occurs once: write %.*s"), n, word, n, word);
    else
        reply_fail(r, col, TEXT("'%.*s' occurs %d times: write %.*s#1 to %.*s#%d"), n, word, count, n, word,
                   n, word, count);
    return -1;
}

/* Looks for name or name#K. Sets *n to the length of the word in it, and *count to how often that occurs. */
static int look_for(const struct state *s, const struct sequence *seq, const char *name, enum naming naming,
                    size_t *n, int *count)
{
    const char *mark = strrchr(name, '#');
    long k = 1;
    *n = strlen(name);
    for (bool as_marked = false;; as_marked = true) {
        int at = -1;
        *count = 0;
        for (int t = 0; t < seq->count; t++)
            if (called(s, seq, t, name, *n, naming) && ++*count == k)
                at = t;
        if (as_marked || *count > 0 || !mark || mark == name)
            return as_marked || *count == 1 ? at : -1;
        k = 0;
        if (number_parse_int(mark + 1, strlen(mark + 1), 1, INT_MAX, &k) == NUMBER_BAD)
            return -1;
        *n = (size_t)(mark - name);
    }
}

int state_token_in(const struct state *s, const struct sequence *seq, const char *name, int col,
                   struct reply *r)
{
    int count;
    long k;
    size_t n;
    int at = look_for(s, seq, name, NAMES_ITSELF, &n, &count);
    if (count == 0)
        at = look_for(s, seq, name, NAMES_KIN, &n, &count);
    if (count == 0 && number_parse_int(name, strlen(name), 0, seq->count - 1, &k) == NUMBER_OK)
        return (int)k;
    if (count == 0)
        at = look_for(s, seq, name, NAMES_AFTER_BLANK, &n, &count);
    if (at < 0 && count > 0)
        return ambiguous(name, (int)n, count, col, r);
    return at >= 0 ? at : no_word(s, seq, name, col, r);
}

int state_token(const struct state *s, const char *name, int col, struct reply *r)
{
    return state_token_in(s, s->sentence, name, col, r);
}

int state_memory_token(const struct state *s, const char *name, int col, struct reply *r)
{
    if (s->memory)
        return state_token_in(s, s->memory, name, col, r);
    reply_fail(r, col, TEXT("there is no second sequence ('memory A B' gives one)"));
    return -1;
}

int state_class_token(const struct state *s, const char *name, int col, struct reply *r)
{
    if (s->classes)
        return state_token_in(s, s->classes, name, col, r);
    reply_fail(r, col, TEXT("there are no classes ('classes A B' sets them)"));
    return -1;
}

/* ---- training ------------------------------------------------------------------- */

struct training *training_share(struct training *t)
{
    if (t) {
        t->refs++;
        t->shelf->refs++;
    }
    return t;
}

void training_free(struct training **place)
{
    struct training *t = *place;
    *place = t->next;
    state_finish(&t->of);
    sequence_drop(t->words);
    trainer_finish(&t->trainer);
    mem_free(t);
}

void training_drop(struct training *t)
{
    if (!t)
        return;
    t->refs--;
    struct shelf *shelf = t->shelf;
    if (--shelf->refs > 0)
        return;
    while (shelf->first)
        training_free(&shelf->first);
    mem_free(shelf);
}

void training_forget(struct state *s)
{
    training_drop(s->training);
    s->training = NULL;
}

const char *training_name(const struct training *t, int i)
{
    return t->words ? state_name(&t->of, t->words, i) : task_at(t->of.set.task)->words[i].zh;
}

int training_word(const struct training *t, const char *name)
{
    for (int i = 0; i < t->trainer.words.rows; i++)
        if (strcmp(training_name(t, i), name) == 0)
            return i;
    return -1;
}
