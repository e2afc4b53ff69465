/* The task of the heads that `weights roles` makes: who does it, and to whom, in sentences of both languages
 * that have one verb and a noun on each side. */
#include <string.h>

#include "tasks/draft.h"
#include "tasks/task.h"
#include "tasks/taught.h"

/* How many words there are of each kind. */
enum { NOUNS = 45, PRONOUNS = 5, VERBS = 28, HELPERS = 14, WHICH = 6, QUALITIES = 18, TIMES = 3, ENDS = 2 };

/* The kinds, in the order of the words. */
static const struct {
    char name;
    int count;
} kinds[] = {{'n', NOUNS}, {'m', PRONOUNS},  {'v', VERBS}, {'h', HELPERS},
             {'d', WHICH}, {'q', QUALITIES}, {'t', TIMES}, {'e', ENDS}};

/* The kinds of a sentence's words, and how often the sentence comes. Exactly one is the verb; one before
 * it and one after it is a noun or a pronoun. */
static const struct {
    const char *of;
    int often;
} patterns[] = {
    {"nvn", 6},     /* cat chases dog */
    {"dnvdn", 4},   /* the cat chases this dog */
    {"nhvn", 6},    /* cat cannot chase dog */
    {"dqnvdn", 4},  /* the big cat chases the dog */
    {"nhhvn", 2},   /* 猫 也 不 追 狗 */
    {"hdnvdne", 2}, /* does the cat chase the dog ? */
    {"qnvn", 2},    /* 大 猫 追 狗 */
    {"nvne", 2},    /* 猫 追 狗 吗 */
    {"tnvn", 1},    /* 今天 猫 追 狗 */
    {"dnvn", 1},    /* 我的 猫 追 狗 */
    {"mvm", 1},     /* I love you */
    {"mhhvn", 2},   /* 他们 都 不 喜欢 苹果 */
};
enum { PATTERNS = sizeof patterns / sizeof *patterns };

char taught_kind(int word)
{
    int k = 0;
    for (; word >= kinds[k].count; k++)
        word -= kinds[k].count;
    return kinds[k].name;
}

/* Returns one of the first k patterns. */
static const char *any_pattern(struct draft *out)
{
    int all = 0, i = 0;
    for (int k = 0; k < out->size->k; k++)
        all += patterns[k].often;
    for (int at = draft_any(out, all); at >= patterns[i].often; i++)
        at -= patterns[i].often;
    return patterns[i].of;
}

static void write_point(struct draft *out, int which)
{
    const char *pattern = which == 0 ? "nvn" : any_pattern(out);
    if (which == 0) { /* cat chases dog, as in the opening */
        draft_word(out, 0);
        draft_word(out, NOUNS + PRONOUNS);
        draft_word(out, 1);
    } else {
        for (const char *kind = pattern; *kind; kind++) { /* any word of the kind */
            int first = 0, k = 0;
            for (; kinds[k].name != *kind; k++)
                first += kinds[k].count;
            draft_word(out, first + draft_any(out, kinds[k].count));
        }
    }
    /* At a verb, head 0 is to read the first noun, head 1 the first one after the verb. */
    int verb = (int)strcspn(pattern, "v"), doer = (int)strcspn(pattern, "nm"),
        done_to = verb + (int)strcspn(pattern + verb, "nm");
    draft_ask_head(out, 0, verb, doer);
    draft_ask_head(out, 1, verb, done_to);
}

const struct task task_point = {
    .name = "point",
    .title = TEXT("teach two heads where to look (k: sentence kinds)"),
    .watch = TEXT("the lines of the verb: one head turns to the left, the other to the right"),
    .teaches = TEXT("a head learns where to look from its queries and keys alone"),
    .heads = {PAIR("doer", "谁做"), PAIR("done-to", "对谁做")},
    .words = TASK_WORDS(
        PAIR("cat", "猫"), PAIR("dog", "狗"), PAIR("fish", "鱼"), PAIR("horse", "马"), PAIR("wolf", "狼"),
        PAIR("bee", "蜜蜂"), PAIR("child", "孩子"), PAIR("teacher", "老师"), PAIR("student", "学生"),
        PAIR("mother", "妈妈"), PAIR("humans", "人类"), PAIR("king", "国王"), PAIR("thief", "小偷"),
        PAIR("hero", "英雄"), PAIR("friend", "朋友"), PAIR("soldier", "士兵"), PAIR("cook", "厨师"),
        PAIR("apple", "苹果"), PAIR("rice", "米饭"), PAIR("milk", "牛奶"), PAIR("grass", "草"),
        PAIR("tree", "树"), PAIR("robot", "机器人"), PAIR("ball", "球"), PAIR("book", "书"),
        PAIR("knife", "刀"), PAIR("train", "火车"), PAIR("program", "程序"), PAIR("flower", "花"),
        PAIR("question", "问题"), PAIR("mistake", "错误"), PAIR("song", "歌"), PAIR("school", "学校"),
        PAIR("hand", "手"), PAIR("sea", "海"), PAIR("turtle", "乌龟"), PAIR("squirrel", "松鼠"),
        PAIR("enemy", "敌人"), PAIR("emperor", "皇帝"), PAIR("market", "市场"), PAIR("shop", "商店"),
        PAIR("chocolate", "巧克力"), PAIR("aunt", "阿姨"), PAIR("hotel", "酒店"), PAIR("war", "战争"),
        PAIR("I", "我"), PAIR("you", "你"), PAIR("he", "他"), PAIR("it", "它"), PAIR("they", "他们"),
        PAIR("chases", "追"), PAIR("bites", "咬"), PAIR("sees", "看"), PAIR("fears", "怕"),
        PAIR("loves", "爱"), PAIR("hates", "恨"), PAIR("eats", "吃"), PAIR("drinks", "喝"),
        PAIR("helps", "帮助"), PAIR("says", "说"), PAIR("buys", "买"), PAIR("breaks", "打破"),
        PAIR("understands", "知道"), PAIR("wants", "想要"), PAIR("defeats", "战胜"), PAIR("steals", "偷"),
        PAIR("asks", "问"), PAIR("feeds", "喂"), PAIR("builds", "造"), PAIR("reaches", "到"),
        PAIR("teaches", "教"), PAIR("thinks", "想"), PAIR("reads", "读"), PAIR("sends", "送"),
        PAIR("repairs", "修"), PAIR("rides", "骑"), PAIR("hugs", "拥抱"), PAIR("sells", "卖"),
        PAIR("not", "不"), PAIR("cannot", "不能"), PAIR("can", "能"), PAIR("all", "都"), PAIR("very", "很"),
        PAIR("also", "也"), PAIR("will", "会"), PAIR("hasn't", "没"), PAIR("must", "必须"),
        PAIR("never", "从不"), PAIR("won't", "不会"), PAIR("already", "已经"), PAIR("does", "does"),
        PAIR("did", "did"), PAIR("this", "这"), PAIR("that", "那"), PAIR("the", "the"), PAIR("my", "我的"),
        PAIR("his", "他的"), PAIR("a", "a"), PAIR("big", "大"), PAIR("small", "小"), PAIR("good", "好"),
        PAIR("bad", "坏"), PAIR("red", "红"), PAIR("old", "老"), PAIR("lazy", "懒"), PAIR("clever", "聪明"),
        PAIR("new", "新"), PAIR("dark", "暗"), PAIR("brave", "勇敢"), PAIR("beautiful", "漂亮"),
        PAIR("angry", "生气"), PAIR("hungry", "饿"), PAIR("serious", "认真"), PAIR("bitter", "苦"),
        PAIR("strong", "强"), PAIR("thin", "瘦"), PAIR("today", "今天"), PAIR("yesterday", "昨天"),
        PAIR("now", "现在"), PAIR("?", "吗"), PAIR(".", "。")),
    .size = {.k = 1},
    .k_least = 1,
    .k_most = PATTERNS,
    .n_least = 7,
    .steps = 300,
    .torn = 2,
    .right = 100,
    .settings = "d=8 heads=2 encoding=sincos optimizer=adam rate=0.03 batch=128 train_words=off",
    .write = write_point,
};
