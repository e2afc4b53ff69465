/* Tasks that one term of the score answers: word·word, word·place, place·word. */
#include "tasks/draft.h"
#include "tasks/task.h"

/* An asking word, an animal and fillers, in any order. The answer is the animal. */
enum { FIND_N = 6, FIND_ANIMALS = 6, FIND_FILLERS = 4, FIND_ASK = FIND_ANIMALS + FIND_FILLERS };

static void write_find(struct draft *out, int which)
{
    int place[FIND_N], animal = draft_any(out, FIND_ANIMALS);
    (void)which;
    draft_shuffled(out, place, FIND_N);
    for (int i = 0; i < FIND_N; i++) {
        int filler = FIND_ANIMALS + draft_any(out, FIND_FILLERS);
        draft_word(out, place[i] == 0 ? FIND_ASK : place[i] == 1 ? animal : filler);
        if (place[i] == 0)
            draft_ask(out, i, animal);
    }
}

const struct task task_find = {
    .name = "find",
    .title = TEXT("name the animal, wherever it is"),
    .watch = TEXT("the share of word·word: the largest, and enough alone"),
    .teaches = TEXT("what you ask decides which term learns to answer: here word·word"),
    .words = TASK_WORDS(PAIR("cat", "猫"), PAIR("dog", "狗"), PAIR("fish", "鱼"), PAIR("bird", "鸟"),
                        PAIR("horse", "马"), PAIR("mouse", "鼠"), PAIR("flower", "花"), PAIR("river", "河"),
                        PAIR("table", "桌子"), PAIR("book", "书"), PAIR("who", "谁")),
    .classes = FIND_ANIMALS,
    .n_least = FIND_N,
    .steps = 150,
    .right = 100,
    .settings = "d=16 heads=1 residual=on encoding=learned optimizer=adam rate=0.01",
    .write = write_find,
};

/* A 追 B → A, A 被 B → B */
enum { VOICE_NOUNS = 6, VOICE_PAIRS = VOICE_NOUNS * (VOICE_NOUNS - 1) };

static void write_voice(struct draft *out, int which)
{
    int passive = which / VOICE_PAIRS, a = which % VOICE_PAIRS / (VOICE_NOUNS - 1),
        b = which % (VOICE_NOUNS - 1);
    b += b >= a;
    draft_word(out, a);
    draft_word(out, VOICE_NOUNS + passive);
    draft_word(out, b);
    draft_ask(out, 1, passive ? b : a);
}

const struct task task_voice = {
    .name = "voice",
    .title = TEXT("active or passive: A chases B → A, A by B → B"),
    .watch = TEXT("the share of word·place, and what is left without it"),
    .teaches = TEXT("the word in the middle knows which position to read: word·place"),
    .words = TASK_WORDS(PAIR("cat", "猫"), PAIR("dog", "狗"), PAIR("fish", "鱼"), PAIR("bird", "鸟"),
                        PAIR("horse", "马"), PAIR("mouse", "鼠"), PAIR("chases", "追"), PAIR("by", "被")),
    .classes = VOICE_NOUNS,
    .n_least = 3,
    .count = 2 * VOICE_PAIRS,
    .steps = 150,
    .torn = 2,
    .right = 100,
    .settings = "d=16 heads=1 residual=on encoding=learned optimizer=adam rate=0.01",
    .write = write_voice,
};

/* Two blanks: the first asks for the animal, the second for the colour; both come after the rest. */
enum { SLOTS_N = 6, SLOTS_EACH = 4, SLOTS_FILLERS = 3, SLOTS_BLANK = 2 * SLOTS_EACH + SLOTS_FILLERS };

static void write_slots(struct draft *out, int which)
{
    int place[SLOTS_N - 2], animal = draft_any(out, SLOTS_EACH),
                            colour = SLOTS_EACH + draft_any(out, SLOTS_EACH);
    (void)which;
    draft_word(out, SLOTS_BLANK);
    draft_word(out, SLOTS_BLANK);
    draft_shuffled(out, place, SLOTS_N - 2);
    for (int i = 0; i < SLOTS_N - 2; i++) {
        int filler = 2 * SLOTS_EACH + draft_any(out, SLOTS_FILLERS);
        draft_word(out, place[i] == 0 ? animal : place[i] == 1 ? colour : filler);
    }
    draft_ask(out, 0, animal);
    draft_ask(out, 1, colour);
}

const struct task task_slots = {
    .name = "slots",
    .title = TEXT("two blanks: first an animal, then a colour"),
    .watch = TEXT("the share of place·word: a position looks for a kind of word"),
    .teaches = TEXT("the same word asks for different things at different positions: place·word"),
    .words = TASK_WORDS(PAIR("cat", "猫"), PAIR("dog", "狗"), PAIR("fish", "鱼"), PAIR("bird", "鸟"),
                        PAIR("red", "红"), PAIR("white", "白"), PAIR("blue", "蓝"), PAIR("green", "绿"),
                        PAIR("river", "河"), PAIR("table", "桌子"), PAIR("book", "书"), PAIR("what", "什么")),
    .classes = 2 * SLOTS_EACH,
    .n_least = SLOTS_N,
    .steps = 200,
    .torn = 2,
    .right = 100,
    .settings = "d=16 heads=1 residual=on encoding=learned optimizer=adam rate=0.01",
    .write = write_slots,
};
