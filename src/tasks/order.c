/* Tasks that ask who does what: only the order of the words tells. */
#include "tasks/draft.h"
#include "tasks/task.h"

enum { NOUNS = 6, VERBS = 3 };

#define NOUN_WORDS                                                                                           \
    PAIR("cat", "猫"), PAIR("dog", "狗"), PAIR("fish", "鱼"), PAIR("bird", "鸟"), PAIR("horse", "马"),       \
        PAIR("mouse", "鼠")
#define VERB_WORDS PAIR("chases", "追"), PAIR("bites", "咬"), PAIR("sees", "看")

/* A v B → A at the verb */
static void clause(struct draft *out, int which, int nouns)
{
    int pairs = nouns * (nouns - 1), pair = which % pairs;
    int a = pair / (nouns - 1) % nouns, b = pair % (nouns - 1);
    b += b >= a; /* another noun than a */
    draft_word(out, a);
    draft_word(out, nouns + which / pairs);
    draft_word(out, b);
}

static void write_two(struct draft *out, int which)
{
    clause(out, which, 2);
    draft_ask(out, 1, out->word[0]);
}

const struct task task_two = {
    .name = "two",
    .title = TEXT("two sentences: cat chases dog → cat, dog chases cat → dog"),
    .watch = TEXT("the largest gradient: without positions it is zero, and stays so"),
    .teaches = TEXT("nothing that the model could change would help, and the gradient says so"),
    .words = TASK_WORDS(PAIR("cat", "猫"), PAIR("dog", "狗"), PAIR("chases", "追")),
    .classes = 2,
    .n_least = 3,
    .count = 2,
    .steps = 200,
    .torn = 2,
    .right = 50,
    .settings = "d=8 heads=1 residual=on encoding=none optimizer=sgd rate=0.5",
    .plain = true,
    .write = write_two,
};

static void write_order(struct draft *out, int which)
{
    clause(out, which, NOUNS);
    draft_ask(out, 1, out->word[0]);
}

const struct task task_order = {
    .name = "order",
    .title = TEXT("who does it: A chases B → A"),
    .watch = TEXT("what the verb looks at, and the share of place·place"),
    .teaches = TEXT("without positions a model never beats a coin: the loss stops at ln 2"),
    .words = TASK_WORDS(NOUN_WORDS, VERB_WORDS),
    .classes = NOUNS,
    .n_least = 3,
    .count = NOUNS * (NOUNS - 1) * VERBS,
    .steps = 100,
    .torn = 2,
    .right = 100,
    .settings = "d=8 heads=1 residual=on encoding=sincos optimizer=adam rate=0.02",
    .write = write_order,
};

static void write_order_end(struct draft *out, int which)
{
    clause(out, which, NOUNS);
    draft_word(out, NOUNS + VERBS);
    draft_ask(out, 3, out->word[0]);
}

const struct task task_order_end = {
    .name = "order-end",
    .title = TEXT("who does it, asked at the end: A chases B who → A"),
    .watch = TEXT("encoding none with a causal mask: one layer fails, two layers learn it"),
    .teaches = TEXT("the causal mask is a positional encoding too, but only from the second layer on"),
    .words = TASK_WORDS(NOUN_WORDS, VERB_WORDS, PAIR("who", "谁")),
    .classes = NOUNS,
    .n_least = 4,
    .count = NOUNS * (NOUNS - 1) * VERBS,
    .steps = 300,
    .torn = 2,
    .right = 100,
    .settings = "d=16 heads=1 residual=on encoding=sincos optimizer=adam rate=0.02",
    .write = write_order_end,
};
