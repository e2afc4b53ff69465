#include "tasks/task.h"

#include "tasks/draft.h"

#include "core/math/rng.h"

const struct task *const tasks[] = {
    &task_two,   &task_point,   &task_order,    &task_order_end, &task_find,   &task_voice, &task_slots,
    &task_echo,  &task_reverse, &task_metre,    &task_repeat,    &task_recent, &task_sort,  &task_mood,
    &task_label, &task_reader,  &task_story_en, &task_story_zh,  &task_own,    NULL};

enum { TASK_COUNT = sizeof tasks / sizeof *tasks - 1, DRAWN = 32 };

const char *task_name(int i)
{
    return i == 0 ? "none" : i > 0 && i <= TASK_COUNT ? tasks[i - 1]->name : NULL;
}

const struct task *task_at(int i)
{
    return i > 0 ? tasks[i - 1] : NULL;
}

int task_count(void)
{
    return TASK_COUNT;
}

int task_words(const struct task *t)
{
    int n = 0;
    while (t->words[n].zh)
        n++;
    return n;
}

struct task_size task_size(const struct task *t, struct task_size asked)
{
    struct task_size s = {.k = asked.k ? asked.k : t->size.k, .n = asked.n ? asked.n : t->size.n};
    if (t->size.n == 0)
        s.n = t->n_least;
    if (t->lines > 0)
        s.n = t->lines * s.k;
    s.test = asked.test && t->size.n > 0 ? asked.test : s.n;
    return s;
}

int task_heads(const struct task *t)
{
    int n = 0;
    while (n < TASK_HEADS && t->heads[n].en)
        n++;
    return n;
}

/* ---- sentences -------------------------------------------------------------------- */

/* In doubles. */
static size_t doubles(size_t count, size_t size)
{
    return (count * size + sizeof(double) - 1) / sizeof(double);
}

bool sentences_reserve(struct sentences *s, int count, int longest, int questions)
{
    size_t words = doubles((size_t)longest, sizeof(int)),
           asked = doubles((size_t)questions, sizeof(struct target)),
           list = doubles((size_t)count, sizeof(struct example));
    if (!arena_reserve(&s->arena, list + (size_t)count * (words + asked)))
        return false;
    s->of = (void *)arena_doubles(&s->arena, list);
    s->count = count;
    for (int i = 0; i < count; i++)
        s->of[i] = (struct example){.word = (void *)arena_doubles(&s->arena, words),
                                    .target = (void *)arena_doubles(&s->arena, asked)};
    return true;
}

void sentences_finish(struct sentences *s)
{
    arena_finish(&s->arena);
    *s = (struct sentences){0};
}

int task_batch(const struct task *t, int asked)
{
    return asked ? asked : t->count ? t->count : DRAWN;
}

int task_tests(const struct task *t)
{
    return t->count ? t->count : TASK_TEST;
}

static void write_all(struct sentences *s, const struct task *t, const struct task_size *size, uint64_t seed)
{
    struct rng rng = rng_seed(seed);
    for (int i = 0; i < s->count; i++) {
        /* Sentence i is the i-th of all if they fit in s, else a random one. */
        struct example *e = &s->of[i];
        struct draft out = {
            .size = size, .rng = &rng, .word = (int *)e->word, .target = (struct target *)e->target};
        t->write(&out, t->count == 0 || s->count == t->count ? i : draft_any(&out, t->count));
        e->n = out.n;
        e->target_count = out.asked;
        e->simple = out.simple;
    }
}

/* Returns the seed of a stream. Neighbouring seeds and streams give unrelated numbers. */
static uint64_t mixed_seed(uint64_t seed, uint64_t stream)
{
    struct rng rng = rng_seed(seed);
    rng.state = rng_next(&rng) ^ (stream * 0xD1342543DE82EF95u);
    return rng_next(&rng);
}

void task_write_step(struct sentences *s, const struct task *t, const struct task_size *size, uint64_t seed,
                     long step)
{
    write_all(s, t, size, mixed_seed(seed, (uint64_t)step + 1));
}

void task_write_test(struct sentences *s, const struct task *t, const struct task_size *size, uint64_t seed)
{
    struct task_size of_test = *size;
    of_test.n = size->test;
    write_all(s, t, &of_test, mixed_seed(seed, 0));
}

void sentences_draw(struct sentences *s, const struct sentences *all, uint64_t seed, long step)
{
    struct rng rng = rng_seed(mixed_seed(seed, (uint64_t)step + 1));
    for (int i = 0; i < s->count; i++)
        s->of[i] = all->of[s->count < all->count ? (int)(rng_uniform(&rng) * all->count) : i];
}
