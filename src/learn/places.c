/* Tasks about places and distances: letters that were never words. */
#include "learn/draft.h"
#include "learn/task.h"

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
    .title = PAIR("say the word k positions before", "说出前面第 k 个词"),
    .watch = PAIR("the map of place·place: a diagonal appears", "“位·位”的图：出现一条斜线"),
    .teaches = PAIR("one back is a question of position alone: place·place answers it",
                    "“前一个”只关系到位置：由“位·位”来回答"),
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
    .title = PAIR("say the word at the opposite position", "说出对面位置上的词"),
    .watch = PAIR("the map of place·place: the other diagonal", "“位·位”的图：另一条对角线"),
    .teaches = PAIR("relative encodings know one back at once and cannot name the opposite position",
                    "相对编码一下子就懂“前一个”，却说不出“对面的位置”"),
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
    .title = PAIR("the next tone: every poem repeats its own line of k tones",
                  "下一个声调：每首诗重复自己的一行，每行 k 个声调"),
    .watch = PAIR("the table's rows: a wave as long as the line", "位置表的各行：出现一个和诗行一样长的波"),
    .teaches = PAIR("nobody told the table about waves; a verse of five made it a clock of five",
                    "没有人告诉过这张表什么是波；五个字一行的诗把它变成了五个钟点的钟"),
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
    .title = PAIR("the next letter of a stretch that comes again", "一段字母重复出现：下一个是什么"),
    .watch = PAIR("the loss falls off a cliff; the first layer looks one back, the second at what came after "
                  "an earlier time",
                  "损失像悬崖一样落下；第一层看前一个，第二层看以前出现处的后一个"),
    .teaches = PAIR("one layer cannot, two can: one notes who came before, one looks for its own name",
                    "一层不行，两层可以：第一层记下前面是谁，第二层找自己的名字"),
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
    .title = PAIR("name the latest animal so far", "说出到目前为止最近的动物"),
    .watch = PAIR("test=32: right answers in sentences longer than any that was trained",
                  "test=32：在比训练时更长的句子里，答对多少"),
    .teaches = PAIR("train short, test long: untrained rows are noise, distances carry on",
                    "短句训练，长句测试：没训练过的行只是噪声，距离却还管用"),
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
