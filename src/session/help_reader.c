/* `help reader`: the card of the model that opens the program: what it was taught, what it gets right, what
 * it cannot do. tests/state/test_own_sentences.c computes its figures again. */
#include "base/utf8.h"
#include "learn/grammar.h"
#include "session/help.h"
#include "state/word_list.h"

const struct help_reader_kind help_reader_kinds[] = {
    {PAIR("by|", "被|"),
     PAIR("passive", "被动"),
     PAIR("the dog was not chased by the cat", "狗没被猫追"),
     {{48, 48}, {72, 72}}},
    {PAIR(NULL, "把|"), PAIR(NULL, "把字句"), PAIR(NULL, "猫把鱼吃了"), {{0, 0}, {32, 32}}},
    {PAIR("because|", "因为|"),
     PAIR("because it was …", "因为它很……"),
     PAIR("the dog chased the ball because it was red", "狗追球，因为它很红"),
     {{32, 32}, {16, 16}}},
    {PAIR("and|", "，|"),
     PAIR("two clauses", "两个分句"),
     PAIR("she buys the ball and plays it every day", "他喜欢篮球，每天都打它"),
     {{48, 48}, {48, 48}}},
    {PAIR("?|", "吗|？|"),
     PAIR("question", "问句"),
     PAIR("did the dog see her?", "猫追狗吗？"),
     {{48, 48}, {56, 56}}},
    {PAIR("in|on|near|", "在|"),
     PAIR("place", "地点"),
     PAIR("the boy in the park saw a bear", "他在公园里看见了小明"),
     {{39, 40}, {32, 32}}},
    {PAIR("of|", "的|"),
     PAIR("owner, quality", "的"),
     PAIR("the dog of my friend bit him", "很饿的狼吃了小明的羊"),
     {{23, 24}, {80, 80}}},
    {PAIR("", ""),
     PAIR("all others", "其他"),
     PAIR("the old man will not help you", "他们昨天没看见我"),
     {{142, 144}, {88, 88}}},
    {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}, {{0, 0}}},
};

void help_reader(struct text *out, enum lang lang)
{
    int words = 0;
    while (grammar_words[words].zh)
        words++;
    text_say(out, lang,
             TEXT("  Reads who does what to whom in simple sentences of up to %d words. What verbs\n"
                  "  asked and got right, in sentences of words that it never saw:\n",
                  "  读懂简单句子里谁对谁做什么，一句最多 %d 个词。句子全用没见过的词时，\n"
                  "  动词的提问答对了多少：\n"),
             GRAMMAR_LONGEST);
    for (const struct help_reader_kind *k = help_reader_kinds; k->name.zh; k++)
        if (pair_in(k->name, lang))
            text_addf(out, "    %3d / %-3d  %s%*s%s\n", k->score[lang].right, k->score[lang].asked,
                      pair_in(k->name, lang), 18 - utf8_width(pair_in(k->name, lang)), "",
                      pair_in(k->example, lang));
    text_say(out, lang,
             TEXT("  %d words were taught. Others of the list (%d) are read by their meaning, your\n"
                  "  as my, stopped as stop, a new word with a capital letter as a person's name.\n"
                  "  it, he and she stand for something by three rules: the thing of the first\n"
                  "  clause (plays it); its person (and he …); after because it was …, the animal\n"
                  "  if that is a feeling, else the thing.\n"
                  "  It does not read: is big, bigger than, gives her a book, who chases …,\n"
                  "  that he …, Tom and Mary, is sleeping. There its heads have no names.\n",
                  "  学过 %d 个词。词表（%d 个）里别的词按词义来读：三本如一只，她的如我的，\n"
                  "  大写开头的生词当作人名。\n"
                  "  它、他、她指谁，只有三条规则：前一句里的东西（打它）；前一句里的人（，他……）；\n"
                  "  因为它很……：是感受就指动物，是性质就指东西。\n"
                  "  读不懂：很大、比、给他一本书、追猫的狗、我想他……、爸爸和妈妈、他在看书。\n"
                  "  这时头没有名字。\n"),
             words, vocabulary_count);
}
