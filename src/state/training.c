#include "state/training.h"

#include <math.h>
#include <string.h>

#include "base/mem.h"
#include "core/math/rng.h"
#include "core/encoding/posenc.h"
#include "state/encoding.h"
#include "state/matrices.h"
#include "state/param.h"
#include "state/weights.h"

/* The largest number that training may reach. */
#define TRAINING_BOUND 1e6

/* Returns true if the task of s learns from its examples. */
static bool is_own(const struct state *s)
{
    return s->set.task && !task_at(s->set.task)->write;
}

/* Returns the task that writes sentences; NULL: they are given. */
static const struct task *writer(const struct state *s)
{
    return is_own(s) ? NULL : task_at(s->set.task);
}

static struct task_size size_of(const struct state *s)
{
    int longest = examples_longest(s->examples);
    if (is_own(s))
        return (struct task_size){.n = longest, .test = longest};
    struct task_size asked = {s->set.task_k, s->set.task_n, s->set.task_test};
    return task_size(task_at(s->set.task), asked);
}

int training_enough(const struct state *s)
{
    enum { USUAL = 100 };
    return s->set.task ? task_at(s->set.task)->steps : USUAL;
}

/* By itself a model races one without positions, and that one the model with the positions it had. */
int training_rival(const struct state *s)
{
    int race = s->look.train.race, own = s->set.encoding;
    int other = own ? 0 : s->look.encoding_before,
        rival = race >= RACE_ENCODING ? race - RACE_ENCODING : other;
    return race == RACE_OFF || rival == own ? -1 : rival;
}

bool training_asked(const struct state *s)
{
    return s->set.task || s->targets;
}

bool training_lists_tasks(const struct state *s)
{
    return s->look.view == VIEW_TRAIN && (s->look.train.panel == TRAIN_TASKS || !training_asked(s));
}

/* ---- the settings of a task ------------------------------------------------------------ */

bool training_option(struct state *s, const char *key, const char *value, int col, struct reply *r)
{
    struct text own = {0};
    text_addf(&own, "task_%s", key);
    const struct param *p = param_find(text_str(&own));
    p = p ? p : param_find(key);
    bool ok = !own.failed || reply_no_memory(r);
    text_finish(&own);
    if (!ok)
        return false;
    if (p && p == param_find("task"))
        return reply_fail(r, col, TEXT("one task at a time"));
    return p && p->whose == PARAM_NUMBERS ? param_set(s, p, value, col, r)
                                          : encoding_option(s, key, value, col, r);
}

bool training_recommended(struct state *s, const char *settings, struct reply *r)
{
    bool ok = true;
    for (const char *at = settings; ok && *at;) {
        size_t n = strcspn(at, " "), key_length = strcspn(at, "=");
        char *key = mem_copy_text(at, key_length);
        char *value = mem_copy_text(at + key_length + 1, n - key_length - 1);
        ok = key && value ? training_option(s, key, value, 0, r) : reply_no_memory(r);
        mem_free(key);
        mem_free(value);
        at += n + strspn(at + n, " ");
    }
    return ok;
}

bool training_as_recommended(const struct state *s)
{
    struct state of = {.set = s->set};
    struct reply quiet = {0};
    of.set.mask = MASK_NONE;
    bool same = training_recommended(&of, task_at(s->set.task)->settings, &quiet) &&
                of.set.encoding == s->set.encoding && of.set.mask == s->set.mask;
    reply_finish(&quiet);
    return same;
}

/* ---- can it be trained? ------------------------------------------------------------- */

bool training_fits(const struct state *s, struct reply *r)
{
    const struct task *t = task_at(s->set.task);
    if (is_own(s))
        return s->examples || reply_fail(r, 0,
                                         TEXT("task own: no examples yet (write some: 'example cat chases "
                                              "dog -> cat', or 'import examples FILE')"));
    struct task_size size = size_of(s);
    int least = size.n < size.test ? size.n : size.test, most = size.n > size.test ? size.n : size.test;
    if (t->size.k > 0 && (size.k < t->k_least || size.k > t->k_most))
        return reply_fail(r, 0, TEXT("task %s: k is %d to %d, not %d"), t->name, t->k_least, t->k_most,
                          size.k);
    if (least < t->n_least || most > TASK_LONGEST)
        return reply_fail(r, 0, TEXT("task %s: sentences have %d to %d words, not %d"), t->name, t->n_least,
                          TASK_LONGEST, least < t->n_least ? least : most);
    return true;
}

/* Returns false and explains in r if the task's sentences do not fit the settings. */
static bool task_fits(const struct state *s, const struct task *t, struct reply *r)
{
    bool own = is_own(s), classes = t->classes == 0 || (s->classes && s->classes->count >= t->classes);
    if (s->memory || state_scores(s) || s->set.mask > MASK_CAUSAL)
        return reply_fail(
            r, 0,
            TEXT("a task has sentences of its own: no memory, given scores, given mask or padding "
                 "('memory none', 'scores none', 'mask none' or 'mask causal')"));
    if (!training_fits(s, r))
        return false;
    for (int i = 0; own && i < examples_count(s->examples); i++) {
        const struct example *e = examples_at(s->examples, i);
        for (int k = 0; k < e->target_count; k++)
            if (state_class(s, e->target[k].to) < 0)
                return reply_fail(r, 0, TEXT("example %d: its answer '%s' is not a class: write 'task own'"),
                                  i + 1, lexicon_at(s->lexicon, e->target[k].to).name);
    }
    for (int i = 0; !own && classes && i < t->classes; i++)
        classes = strcmp(state_name(s, s->classes, i), t->words[i].zh) == 0;
    if (!own && !classes)
        return reply_fail(r, 0, TEXT("task %s needs its own classes: write 'task %s'"), t->name, t->name);
    return t->classes > 0 || own || s->set.heads >= task_heads(t) ||
           reply_fail(r, 0, TEXT("task %s teaches %d heads: set heads %d"), t->name, task_heads(t),
                      task_heads(t));
}

bool training_possible(const struct state *s, const struct config *c, struct reply *r)
{
    const char *why = "";
    const struct task *t = task_at(s->set.task);
    if (t ? !task_fits(s, t, r) : c->target_count == 0)
        return reply_fail(
            r, 0,
            TEXT("nothing to train: choose a task ('task order'), or ask for an answer ('target T WORD')"));
    struct config longest = *c;
    longest.n = t ? size_of(s).n : c->n;
    bool ok = grad_possible(c, &why) && !(c->pe->problem && c->pe->problem(&longest, &why));
    return ok || reply_fail(r, 0, "%s", text_in(why, r->lang));
}

/* ---- making it ----------------------------------------------------------------------- */

/* The plan of a state's training, and where its numbers are. */
struct making {
    struct state of;
    struct arena inputs, vectors, lists; /* lists: of the sentences that are given */
    struct sequence *words;              /* as in struct training */
    struct config c;
    struct trainer_plan plan;
};

/* Adds a word to a list, which has room, unless it is there. */
static void add_once(struct sequence *q, int word)
{
    if (!sequence_holds(q, word))
        q->id[q->count++] = word;
}

struct sequence *training_words(const struct state *s, bool answers)
{
    int room = 1;
    for (int i = 0; i < examples_count(s->examples); i++)
        room += answers ? examples_at(s->examples, i)->target_count : examples_at(s->examples, i)->n;
    struct sequence *q = sequence_new(NULL, room);
    if (q)
        q->count = 0;
    for (int i = 0; q && i < examples_count(s->examples); i++) {
        const struct example *e = examples_at(s->examples, i);
        for (int k = 0; k < (answers ? e->target_count : e->n); k++)
            add_once(q, answers ? e->target[k].to : e->word[k]);
    }
    return q;
}

/* Returns the index in the lexicon of trained word i, or -1 if out of memory. May add it. */
static int word_at(struct state *s, const struct sequence *words, int i)
{
    if (words)
        return words->id[i];
    return lexicon_intern(&s->lexicon, task_at(s->set.task)->words[i].zh, s->set.d);
}

/* Gathers the words' vectors: those of the examples, of the sentence (each once) or of the task. */
static bool gather_vectors(struct making *m)
{
    struct state *s = &m->of;
    const struct sequence *q = s->sentence;
    if (is_own(s))
        m->words = training_words(s, false);
    else if (!writer(s) && (m->words = sequence_new(q->id, q->count)))
        for (int i = m->words->count = 0; i < q->count; i++)
            add_once(m->words, q->id[i]);
    if (!writer(s) && !m->words)
        return false;
    int count = m->words ? m->words->count : task_words(task_at(s->set.task)), d = s->set.d;
    if (!arena_reserve(&m->vectors, mat_room(count, d)))
        return false;
    m->plan.words = mat_in(&m->vectors, count, d);
    for (int i = 0; i < count; i++) {
        int word = word_at(s, m->words, i);
        if (word < 0)
            return false;
        struct lemma l = lexicon_at(s->lexicon, word);
        for (int j = 0; j < d; j++)
            mat_row(m->plan.words, i)[j] = lemma_entry(l, j);
    }
    return true;
}

/* In doubles. */
static size_t list_room(size_t bytes)
{
    return (bytes + sizeof(double) - 1) / sizeof(double);
}

/* Takes the examples, or the sentence with its targets, whose classes are numbers already: copies with the
 * numbers of the trained words and of the answers' classes. */
static bool gather_given(struct making *m)
{
    const struct state *s = &m->of;
    const struct sequence *q = s->sentence;
    const struct example sentence = {q->count, m->c.target_count, q->id, m->c.target, false};
    bool own = is_own(s);
    int count = own ? s->examples->count : 1;
    size_t list = list_room((size_t)count * sizeof sentence), room = list;
    for (int i = 0; i < count; i++) {
        const struct example *e = own ? examples_at(s->examples, i) : &sentence;
        room += list_room((size_t)e->n * sizeof *e->word) +
                list_room((size_t)e->target_count * sizeof *e->target);
    }
    if (!arena_reserve(&m->lists, room))
        return false;
    struct example *given = (void *)arena_doubles(&m->lists, list);
    for (int i = 0; i < count; i++) {
        const struct example *e = own ? examples_at(s->examples, i) : &sentence;
        int *word = (void *)arena_doubles(&m->lists, list_room((size_t)e->n * sizeof *word));
        struct target *target =
            (void *)arena_doubles(&m->lists, list_room((size_t)e->target_count * sizeof *target));
        for (int t = 0; t < e->n; t++)
            word[t] = sequence_find(m->words, e->word[t]);
        for (int k = 0; k < e->target_count; k++) {
            target[k] = e->target[k];
            target[k].to = own ? state_class(s, target[k].to) : target[k].to;
        }
        given[i] = (struct example){e->n, e->target_count, word, target, e->simple};
    }
    m->plan.given = given;
    m->plan.given_count = count;
    m->plan.batch = own && s->set.batch && s->set.batch < count ? s->set.batch : count;
    m->c.n = own ? examples_longest(s->examples) : m->c.n;
    return true;
}

/* Describes the training of s from its start. Returns false and explains in r if it cannot be trained. */
static bool plan_training(struct making *m, const struct state *s, struct reply *r)
{
    const struct settings *set = &s->set;
    state_copy(&m->of, s);
    training_forget(&m->of);
    m->of.set.steps = 0;
    m->of.term_off = (struct term_set){{0}}; /* what is knocked out is knocked out of what was learned */
    m->of.set.omitted = m->of.set.sources = 0;
    patches_drop(m->of.patches);
    m->of.patches = NULL;
    if (!arena_reserve(&m->inputs, state_room(&m->of)) || !state_config(&m->of, &m->inputs, &m->c, r->work))
        return reply_no_memory(r);
    if (!training_possible(&m->of, &m->c, r))
        return false;
    m->plan.task = writer(&m->of);
    if (!gather_vectors(m) || (!m->plan.task && !gather_given(m)))
        return reply_no_memory(r);
    m->plan.c = &m->c;
    m->plan.words_fixed = !set->train_words                     ? m->plan.words.rows
                          : m->plan.task && m->plan.task->given ? *m->plan.task->given
                                                                : 0;
    m->plan.optimizer = (enum optimizer)set->optimizer;
    m->plan.rate = set->rate;
    m->plan.dropout = set->dropout;
    m->plan.seed = (uint64_t)set->seed;
    if (m->plan.task) {
        m->plan.regimen = m->plan.task->regimen;
        m->plan.steps = m->plan.task->steps;
        m->plan.size = size_of(s);
        m->plan.batch = task_batch(m->plan.task, set->batch);
    }
    size_t count = trainer_numbers(&m->plan);
    return count <= TRAINER_MOST ||
           reply_fail(
               r, 0,
               TEXT("%zu numbers are too many to train here (at most %d): use a smaller d or fewer layers"),
               count, TRAINER_MOST);
}

/* Returns true if t is the training that m describes, at any step. */
static bool is_of(const struct training *t, const struct making *m)
{
    const struct state *a = &t->of, *b = &m->of;
    int classes = a->classes ? a->classes->count : 0;
    struct mat had = t->trainer.words, words = m->plan.words;
    bool same = (a->set.task || state_same_numbers(a, b)) && memcmp(&a->set, &b->set, sizeof a->set) == 0 &&
                memcmp(a->pe_param, b->pe_param, sizeof a->pe_param) == 0 &&
                classes == (b->classes ? b->classes->count : 0) && numbers_same(a->numbers, b->numbers) &&
                words.rows == had.rows && words.cols == had.cols &&
                memcmp(m->vectors.start, t->trainer.kept.start,
                       mat_room(words.rows, words.cols) * sizeof(double)) == 0;
    if (same && is_own(a))
        same = examples_same(a->examples, b->examples);
    for (int i = 0; same && is_own(a) && i < classes; i++)
        same = a->classes->id[i] == b->classes->id[i];
    for (int i = 0; same && m->words && i < m->words->count; i++)
        same = strcmp(training_name(t, i), state_name(b, m->words, i)) == 0;
    return same;
}

/* Frees what no state has, from where there is too much of it. */
static void trim_shelf(struct shelf *shelf)
{
    size_t idle = 0;
    for (struct training **place = &shelf->first; *place;) {
        const struct trainer *t = &(*place)->trainer;
        size_t room = t->now.room + t->fixed.room + t->kept.room + t->t.arena.room + t->g.d.arena.room +
                      t->g.t.arena.room + t->g.sums.room;
        idle += (*place)->refs ? 0 : sizeof(double) * room;
        if ((*place)->refs == 0 && idle > SHELF_BYTES)
            training_free(place);
        else
            place = &(*place)->next;
    }
}

/* Takes the training that m describes from the shelf, or makes a new one, at step 0, which no state has yet.
 * NULL: out of memory. */
static struct training *take_training(struct shelf *shelf, const struct making *m)
{
    struct training **place = &shelf->first, *t;
    while (*place && !is_of(*place, m))
        place = &(*place)->next;
    if ((t = *place)) {
        *place = t->next;
        return t;
    }
    t = mem_new(1, sizeof *t);
    if (!t || !trainer_init(&t->trainer, &m->plan)) {
        mem_free(t);
        return NULL;
    }
    state_copy(&t->of, &m->of);
    t->words = sequence_share(m->words);
    t->shelf = shelf;
    return t;
}

/* Makes s->training the one that m describes, first on the shelf. Returns false if out of memory. */
static bool choose_training(struct state *s, const struct making *m)
{
    struct training *had = s->training;
    struct shelf *shelf = had ? had->shelf : mem_new(1, sizeof *shelf);
    struct training *t = shelf ? take_training(shelf, m) : NULL;
    if (!t) {
        mem_free(had ? NULL : shelf);
        return false;
    }
    t->next = shelf->first;
    shelf->first = t;
    s->training = training_share(t);
    training_drop(had);
    trim_shelf(shelf);
    return true;
}

/* Moves t to a step. Returns false and explains in r if that takes too long, memory is exhausted, the work
 * was stopped, or a number has grown so much that nothing can be computed from it. */
static bool go_to_step(struct training *t, int step, struct reply *r)
{
    const double giga = 1e9, effort = step * trainer_step_effort(&t->trainer);
    if (effort > TRAINER_EFFORT)
        return reply_fail(
            r, 0,
            TEXT("training %d steps takes %.0f billion multiplications (%d sentences a step, d %d, "
                 "layers %d); the limit is %.0f: use fewer steps, shorter or fewer sentences (set "
                 "batch), a smaller d"),
            step, effort / giga, t->trainer.batch.count, t->of.set.d, t->of.set.layers,
            TRAINER_EFFORT / giga);
    struct work_task task = {TEXT_AS("training", "training"), NULL, 0, trainer_effort(&t->trainer, step),
                             false};
    struct work_task outer = work_begin(r->work, task);
    bool ok = trainer_go(&t->trainer, step, r->work);
    work_end(r->work, outer);
    if (!ok)
        return reply_no_memory(r);
    const struct arena *now = &t->trainer.now;
    for (size_t i = 0; i < now->used; i++)
        if (!(fabs(now->start[i]) <= TRAINING_BOUND))
            return reply_fail(
                r, 0,
                TEXT("after %ld steps the numbers grow beyond all bounds: use a smaller rate ('set rate "
                     "%g')"),
                t->trainer.step, t->of.set.rate / 10);
    return true;
}

bool training_open(struct state *s, struct reply *r)
{
    struct making m = {0};
    bool ok = plan_training(&m, s, r) && (choose_training(s, &m) || reply_no_memory(r));
    state_finish(&m.of);
    arena_finish(&m.inputs);
    arena_finish(&m.vectors);
    arena_finish(&m.lists);
    sequence_drop(m.words);
    return ok && go_to_step(s->training, s->set.steps, r);
}

bool training_follow(struct state *s, struct reply *r)
{
    return s->set.steps == 0 || training_open(s, r);
}

/* ---- keeping it ---------------------------------------------------------------------- */

/* Puts a copy of m at a place, unless it is absent. */
static bool keep_matrix(struct state *s, int place, struct mat m)
{
    struct value *v = mat_present(m) ? value_copy(m) : NULL;
    if (!mat_present(m) || (v && numbers_put(&s->numbers, place, v)))
        return true;
    value_drop(v);
    return false;
}

bool training_keep(struct state *s, const struct trainer *t, const struct sequence *words)
{
    bool ok = true;
    for (int i = 0; ok && posenc_is_learned(&t->c) && i < posenc_matrix_count(t->c.pe); i++)
        ok = keep_matrix(s, numbers_encoding(s->set.encoding, i), t->c.pe_mat[i]);
    for (int l = 0; ok && l < t->c.layers; l++)
        for (int w = 0; ok && w < WEIGHT_COUNT; w++)
            ok = keep_matrix(s, numbers_weight(l, w), factor_mat(t->c.w[l][w]));
    for (int i = t->plan.words_fixed; ok && i < t->words.rows; i++) {
        int word = word_at(s, words, i);
        struct value *v = word >= 0 ? value_copy(mat_rows(t->words, i, 1)) : NULL;
        ok = v && lexicon_set(&s->lexicon, word, v);
        value_drop(v);
    }
    s->set.steps = 0;
    return ok;
}

bool training_settle(struct state *s, struct reply *r)
{
    return s->set.steps == 0 ||
           (training_open(s, r) &&
            (training_keep(s, &s->training->trainer, s->training->words) || reply_no_memory(r)));
}

/* ---- sizes -------------------------------------------------------------------------- */

bool training_widen(struct state *s)
{
    struct task_size size = size_of(s);
    int rows = encoding_param_find(s, "L"), most = size.n > size.test ? size.n : size.test;
    if (rows >= 0 && s->pe_param[s->set.encoding][rows] < most)
        s->pe_param[s->set.encoding][rows] = most;
    if (!is_own(s) || !s->examples)
        return true;
    struct sequence *answers = training_words(s, true); /* are added to the classes */
    int had = s->classes ? s->classes->count : 0;
    struct sequence *q = answers ? sequence_new(NULL, had + answers->count) : NULL;
    if (q)
        q->count = 0;
    for (int i = 0; q && i < had + answers->count; i++)
        add_once(q, i < had ? s->classes->id[i] : answers->id[i - had]);
    sequence_drop(answers);
    if (q) {
        sequence_drop(s->classes);
        s->classes = q;
    }
    return q != NULL;
}

/* ---- beginning a task ------------------------------------------------------------------ */

/* Takes the answers of an example; id: the words of its numbers, NULL: they are words. */
static bool take_answers(struct state *s, const struct example *e, const int *id)
{
    bool ok = true;
    for (int k = 0; ok && k < e->target_count; k++) {
        struct target one = e->target[k];
        one.to = id && one.head < 0 ? id[one.to] : one.to;
        ok = targets_put(&s->targets, one);
    }
    return ok;
}

/* Takes a sentence and its answers. */
static bool take_sentence(struct state *s, const struct example *e, const int *id)
{
    int word[TASK_LONGEST];
    for (int i = 0; i < e->n; i++)
        word[i] = id ? id[e->word[i]] : e->word[i];
    sequence_drop(s->sentence);
    s->sentence = sequence_new(word, e->n);
    return s->sentence && take_answers(s, e, id);
}

/* Writes the sentences of the task's test. */
static bool write_test(struct sentences *test, const struct state *s, const struct task *t)
{
    struct task_size size = size_of(s);
    int questions = task_heads(t) > 0 ? size.test * task_heads(t) : size.test;
    if (!sentences_reserve(test, task_tests(t), size.test, questions))
        return false;
    task_write_test(test, t, &size, (uint64_t)s->set.seed);
    return true;
}

/* Adds the task's words. */
static bool take_words(struct state *s, const struct task *t, int *id)
{
    bool ok = true;
    for (int i = 0; ok && t->words[i].zh; i++)
        ok = (id[i] = lexicon_intern(&s->lexicon, t->words[i].zh, s->set.d)) >= 0;
    return ok;
}

/* What heads are taught is where to look: in the last layer only queries and keys begin at random, what is
 * read is handed over as it is, and its heads have names, as far as there are heads. */
static bool begin_heads(struct state *s, const struct task *t)
{
    int last = s->set.layers - 1, heads = task_heads(t);
    bool ok = true;
    for (int w = 0; ok && w < WEIGHT_COUNT; w++)
        ok = w == W_Q || w == W_K || numbers_put(&s->numbers, numbers_weight(last, w), NULL);
    for (int w = FF_W1; ok && last > 0 && w <= FF_W2; w++)
        ok = w == FF_B1 || weights_zero(s, last, (enum weight)w);
    for (int h = 0; ok && h < heads && h < s->set.heads && last < STATE_NAMED_LAYERS; h++)
        ok = head_names_set(&s->head_names[last], s->set.heads, h, t->heads[h]);
    return ok;
}

/* Takes the answers of an example if it is the sentence; *found is set then. */
static bool take_known(struct state *s, const struct example *e, const int *id, bool *found)
{
    const struct sequence *q = s->sentence;
    int same = 0;
    while (e->n == q->count && same < q->count && (id ? id[e->word[same]] : e->word[same]) == q->id[same])
        same++;
    *found = same == q->count;
    return !*found || take_answers(s, e, id);
}

/* Returns whether a head is to read who does it, or to whom, and the grammar says so. */
static bool agrees(const struct target *t, const void *reading)
{
    const struct grammar_reading *as = reading;
    return t->head >= 0 && t->head < TASK_HEADS && t->at < as->n && as->to[t->at][t->head] == t->to &&
           (t->head ? as->done_to : as->doer).noun == t->to;
}

bool training_answer(struct state *s)
{
    const struct task *t = task_at(s->set.task);
    struct sentences test = {0};
    struct grammar_reading as;
    if (!t || !weights_reading(s, &as))
        as.n = 0; /* nothing is said */
    if (!targets_keep(&s->targets, agrees, &as))
        return false;
    if (!t || (t->classes == 0 && !is_own(s)))
        return true;
    int *id = mem_new((size_t)task_words(t) + 1, sizeof *id);
    bool ok = id != NULL, found = false;
    for (int i = 0; ok && is_own(s) && i < examples_count(s->examples); i++)
        ok = take_known(s, examples_at(s->examples, i), NULL, &found);
    if (!is_own(s))
        ok = ok && take_words(s, t, id) && write_test(&test, s, t);
    for (int i = 0; ok && !found && i < test.count; i++)
        ok = take_known(s, &test.of[i], id, &found);
    sentences_finish(&test);
    mem_free(id);
    return ok;
}

/* Makes what a task begins with: nothing of what was there, its classes, the first sentence of its test,
 * weights at random. Words whose vectors are learned begin at random. */
static bool begin_task(struct state *s, const struct task *t, int *id, struct work *work)
{
    const double spread = 0.5;
    bool own = is_own(s);
    struct sentences test = {0};
    struct rng rng = rng_seed((uint64_t)s->set.seed);
    sequence_drop(s->memory);
    sequence_drop(s->classes);
    targets_drop(s->targets);
    numbers_drop(s->numbers);
    s->memory = s->classes = NULL;
    s->targets = NULL;
    s->numbers = NULL;
    s->term_off = (struct term_set){{0}};
    if (!take_words(s, t, id) || !weights_drop(s))
        return false;
    s->classes = own ? training_words(s, true) : t->classes ? sequence_new(id, t->classes) : NULL;
    if ((t->classes || own) && !s->classes)
        return false;
    bool ok = own ? take_sentence(s, examples_at(s->examples, 0), NULL)
                  : write_test(&test, s, t) && take_sentence(s, &test.of[0], id);
    sentences_finish(&test);
    /* Both languages see the task's words; of those that learn nothing and answer nothing only the ones in
     * the sentence: the others are built in, with names in both languages. */
    for (int i = 0; ok && !own && t->words[i].zh; i++)
        ok = strcmp(t->words[i].en, t->words[i].zh) == 0 ||
             (t->classes == 0 && !s->set.train_words && !sequence_holds(s->sentence, id[i])) ||
             lexicon_show(&s->lexicon, id[i], t->words[i]);
    ok = ok && (t->plain || weights_random(s, (uint64_t)s->set.seed, work));
    if (t->classes > 0 || own)
        return ok;
    for (int i = t->given ? *t->given : task_words(t); ok && t->words[i].zh; i++) {
        struct value *v = value_new(1, s->set.d);
        for (int j = 0; v && j < s->set.d; j++)
            v->v[j] = spread * rng_normal(&rng);
        ok = v && lexicon_set(&s->lexicon, id[i], v);
        value_drop(v);
    }
    return ok && begin_heads(s, t);
}

bool training_begin(struct state *s, struct work *work)
{
    const struct task *t = task_at(s->set.task);
    int *id = mem_new((size_t)task_words(t) + 1, sizeof *id);
    bool ok = id && begin_task(s, t, id, work);
    mem_free(id);
    return ok;
}
