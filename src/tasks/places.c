/* Tasks about places and distances: letters that were never words. */
#include "tasks/draft.h"
#include "tasks/task.h"

#define LETTER(x) PAIR(x, x)
#define EIGHT_LETTERS                                                                                        \
    LETTER("B"), LETTER("C"), LETTER("D"), LETTER("E"), LETTER("F"), LETTER("G"), LETTER("H"), LETTER("J")

enum { LETTERS = 8, ECHO_N = 12, REVERSE_N = 8 };

static void random_letters(struct draft *out, int n, int letters)
{
    for (int i = 0; i < n; i++)
        draft_word(out, draft_any(out, letters));
}

static void write_echo(struct draft *out, int which)
{
    (void)which;
    random_letters(out, out->size->n, LETTERS);
    for (int i = out->size->k; i < out->n; i++)
        draft_ask(out, i, out->word[i - out->size->k]);
}

const struct task task_echo = {
    .name = "echo",
    .title = TEXT("say the word k positions before"),
    .watch = TEXT("the map of place·place: a diagonal appears"),
    .teaches = TEXT("one back is a question of position alone: place·place answers it"),
    .words = TASK_WORDS(EIGHT_LETTERS),
    .classes = LETTERS,
    .size = {.k = 1, .n = ECHO_N},
    .says_k = true,
    .k_least = 1,
    .k_most = 8,
    .n_least = 9,
    .steps = 200,
    .right = 100,
    .settings = "d=16 heads=1 residual=on encoding=learned optimizer=adam rate=0.01",
    .write = write_echo,
};

static void write_reverse(struct draft *out, int which)
{
    (void)which;
    random_letters(out, out->size->n, LETTERS);
    for (int i = 0; i < out->n; i++)
        draft_ask(out, i, out->word[out->n - 1 - i]);
}

const struct task task_reverse = {
    .name = "reverse",
    .title = TEXT("say the word at the opposite position"),
    .watch = TEXT("the map of place·place: the other diagonal"),
    .teaches = TEXT("relative encodings know one back at once and cannot name the opposite position"),
    .words = TASK_WORDS(EIGHT_LETTERS),
    .classes = LETTERS,
    .size = {.n = REVERSE_N},
    .n_least = 2,
    .steps = 200,
    .right = 100,
    .settings = "d=16 heads=1 residual=on encoding=learned optimizer=adam rate=0.01",
    .write = write_reverse,
};

enum { TONES = 4, METRE_LINES = 4, METRE_T = 5 };

static void write_metre(struct draft *out, int which)
{
    int t = out->size->k;
    (void)which;
    random_letters(out, t, TONES);
    for (int i = t; i < METRE_LINES * t; i++)
        draft_word(out, out->word[i - t]);
    for (int i = t - 1; i + 1 < out->n; i++)
        draft_ask(out, i, out->word[i + 1]);
}

const struct task task_metre = {
    .name = "metre",
    .title = TEXT("the next tone: every poem repeats its own line of k tones"),
    .watch = TEXT("the table's rows: a wave as long as the line"),
    .teaches = TEXT("nobody told the table about waves; a verse of five made it a clock of five"),
    .words = TASK_WORDS(PAIR("high", "阴平"), PAIR("rising", "阳平"), PAIR("low", "上声"),
                        PAIR("falling", "去声")),
    .classes = TONES,
    .size = {.k = METRE_T},
    .says_k = true,
    .k_least = 2,
    .k_most = TASK_LONGEST / METRE_LINES,
    .lines = METRE_LINES,
    .steps = 150,
    .right = 100,
    .settings = "d=32 heads=1 residual=on encoding=learned mask=causal optimizer=adam rate=0.01",
    .write = write_metre,
};

enum { REPEAT_LETTERS = 12, REPEAT_N = 16, REPEAT_LEAST = 4, REPEAT_MOST = 8 };

static void write_repeat(struct draft *out, int which)
{
    int letter[REPEAT_LETTERS], stretch = REPEAT_LEAST + draft_any(out, REPEAT_MOST - REPEAT_LEAST + 1);
    (void)which;
    draft_shuffled(out, letter, REPEAT_LETTERS);
    for (int i = 0; i < out->size->n; i++)
        draft_word(out, letter[i % stretch]);
    for (int i = stretch; i + 1 < out->n; i++)
        draft_ask(out, i, out->word[i + 1]);
}

const struct task task_repeat = {
    .name = "repeat",
    .title = TEXT("the next letter of a stretch that comes again"),
    .watch = TEXT("the loss falls off a cliff; the first layer looks one back, the second at what came after "
                  "an earlier time"),
    .teaches = TEXT("one layer cannot, two can: one notes who came before, one looks for its own name"),
    .words = TASK_WORDS(EIGHT_LETTERS, LETTER("K"), LETTER("L"), LETTER("M"), LETTER("N")),
    .classes = REPEAT_LETTERS,
    .size = {.n = REPEAT_N},
    .n_least = REPEAT_MOST + 2,
    .steps = 600,
    .right = 99,
    .settings =
        "d=16 heads=1 residual=on layers=2 encoding=learned mask=causal optimizer=adam rate=0.01 batch=16",
    .write = write_repeat,
};

enum { RECENT_N = 16, RECENT_ANIMALS = 4, RECENT_FILLERS = 6, RECENT_RARE = 4 };

/* One word in RECENT_RARE is an animal, and the first word always is. */
static void write_recent(struct draft *out, int which)
{
    int last = 0;
    (void)which;
    for (int i = 0; i < out->size->n; i++) {
        bool animal = i == 0 || draft_any(out, RECENT_RARE) == 0;
        int word = animal ? draft_any(out, RECENT_ANIMALS) : RECENT_ANIMALS + draft_any(out, RECENT_FILLERS);
        draft_word(out, word);
        last = animal ? word : last;
        draft_ask(out, i, last);
    }
}

const struct task task_recent = {
    .name = "recent",
    .title = TEXT("name the latest animal so far"),
    .watch = TEXT("test=32: right answers in sentences longer than any that was trained"),
    .teaches = TEXT("train short, test long: untrained rows are noise, distances carry on"),
    .words = TASK_WORDS(PAIR("cat", "猫"), PAIR("dog", "狗"), PAIR("fish", "鱼"), PAIR("bird", "鸟"),
                        PAIR("flower", "花"), PAIR("river", "河"), PAIR("table", "桌子"), PAIR("book", "书"),
                        PAIR("red", "红"), PAIR("white", "白")),
    .classes = RECENT_ANIMALS,
    .size = {.n = RECENT_N},
    .n_least = 2,
    .steps = 400,
    .right = 99,
    .settings = "d=16 heads=1 residual=on encoding=rope mask=causal optimizer=adam rate=0.01",
    .write = write_recent,
};
