/* Tasks that sort words, and words into kinds. */
#include "tasks/draft.h"
#include "tasks/task.h"

enum { SORT_N = 6, SORT_LETTERS = 3 };

static void write_sort(struct draft *out, int which)
{
    int count[SORT_LETTERS] = {0};
    (void)which;
    for (int i = 0; i < out->size->n; i++) {
        draft_word(out, draft_any(out, SORT_LETTERS));
        count[out->word[i]]++;
    }
    for (int i = 0, letter = 0; i < out->n; i++) {
        while (count[letter] == 0)
            letter++;
        count[letter]--;
        draft_ask(out, i, letter);
    }
}

const struct task task_sort = {
    .name = "sort",
    .title = TEXT("put the letters in order"),
    .watch = TEXT("each position counts the letters that belong before it"),
    .teaches = TEXT("one layer with a feed-forward network can sort"),
    .words = TASK_WORDS(PAIR("B", "B"), PAIR("C", "C"), PAIR("D", "D")),
    .classes = SORT_LETTERS,
    .size = {.n = SORT_N},
    .n_least = 2,
    .steps = 300,
    .right = 100,
    .settings = "d=16 heads=1 residual=on dff=32 block=encoder encoding=learned optimizer=adam rate=0.01",
    .write = write_sort,
};

enum { MOOD_N = 5, MOOD_EACH = 4, MOOD_FILLERS = 4 };

/* One word of feeling among fillers; the last word is asked. Words: the answers, good ones, bad ones,
 * fillers. */
static void write_mood(struct draft *out, int which)
{
    int place = draft_any(out, MOOD_N), bad = draft_any(out, 2);
    (void)which;
    for (int i = 0; i < MOOD_N; i++)
        draft_word(out, i == place ? 2 + bad * MOOD_EACH + draft_any(out, MOOD_EACH)
                                   : 2 + 2 * MOOD_EACH + draft_any(out, MOOD_FILLERS));
    draft_ask(out, MOOD_N - 1, bad);
}

const struct task task_mood = {
    .name = "mood",
    .title = TEXT("many words, one answer: is the mood good or bad?"),
    .watch = TEXT("the last word finds the one word of feeling"),
    .teaches = TEXT("a sentence can be judged without any positions: word·word is enough"),
    .words = TASK_WORDS(PAIR("good", "好"), PAIR("bad", "坏"), PAIR("glad", "高兴"), PAIR("likes", "喜欢"),
                        PAIR("laughs", "笑"), PAIR("loves", "爱"), PAIR("cries", "哭"), PAIR("fears", "怕"),
                        PAIR("hates", "恨"), PAIR("angry", "生气"), PAIR("cat", "猫"), PAIR("dog", "狗"),
                        PAIR("flower", "花"), PAIR("river", "河")),
    .classes = 2,
    .n_least = MOOD_N,
    .steps = 100,
    .right = 100,
    .settings = "d=16 heads=1 residual=on encoding=none optimizer=adam rate=0.01",
    .write = write_mood,
};

enum { LABEL_N = 5, LABEL_KINDS = 3, LABEL_EACH = 4 };

/* One label per word: somebody, a deed or a quality. Words: the labels, then those of each kind. */
static void write_label(struct draft *out, int which)
{
    (void)which;
    for (int i = 0; i < LABEL_N; i++) {
        int kind = draft_any(out, LABEL_KINDS);
        draft_word(out, LABEL_KINDS + kind * LABEL_EACH + draft_any(out, LABEL_EACH));
        draft_ask(out, i, kind);
    }
}

const struct task task_label = {
    .name = "label",
    .title = TEXT("one answer per word: animal, deed or colour?"),
    .watch = TEXT("every word answers for itself: attention has little to do"),
    .teaches = TEXT("what a word is can be read off its own vector"),
    .words = TASK_WORDS(PAIR("animal", "动物"), PAIR("deed", "动作"), PAIR("colour", "颜色"),
                        PAIR("cat", "猫"), PAIR("dog", "狗"), PAIR("fish", "鱼"), PAIR("bird", "鸟"),
                        PAIR("chases", "追"), PAIR("bites", "咬"), PAIR("sees", "看"), PAIR("loves", "爱"),
                        PAIR("red", "红"), PAIR("white", "白"), PAIR("blue", "蓝"), PAIR("green", "绿")),
    .classes = LABEL_KINDS,
    .n_least = LABEL_N,
    .steps = 100,
    .right = 100,
    .settings = "d=16 heads=1 residual=on encoding=none optimizer=adam rate=0.01",
    .write = write_label,
};
