/* `help reader`: the card of the model that opens the program: what it was taught, what it gets right, what
 * it cannot do. tests/state/test_own_sentences.c computes its figures again. `help model`: where models come
 * from, and what to look at first. It states nothing about any of them: the commands answer for the model
 * that is open. */
#include "base/utf8.h"
#include "learn/grammar.h"
#include "model/family.h"
#include "model/tokens/letters.h"
#include "session/help.h"
#include "state/word_list.h"

static const struct pair
    files = PAIR(
        "\nWhere a model comes from\n"
        "  Published models are on huggingface.co, each in a repository. Download three of its files to one "
        "folder:\n"
        "      config.json          its sizes\n"
        "      model.safetensors    its numbers (also in several files, with model.safetensors.index.json)\n"
        "      tokenizer.json       how it cuts a text into tokens (or vocab.txt, or vocab.json and "
        "merges.txt)\n"
        "  Letters, digits and signs are those of Unicode " UNICODE_VERSION
        " (for BERT of 8), whatever this machine has.\n"
        "  A tab or a line break in a text: sentence \"a\\tb\\nc\".\n"
        "  The program itself downloads nothing, and changes nothing in the folder. What it finds there and "
        "does\n"
        "  not use (a tensor, a setting, a file with tokens) is named when the model opens.\n"
        "  For Chinese begin with bert-base-chinese, whose tokens are single characters; for English with "
        "GPT-2\n"
        "  small (openai-community/gpt2). Then: qkv --model FOLDER, or in the program: model FOLDER.\n",
        "\n模型从哪里来\n"
        "  公开发布的模型放在 huggingface.co 上，一个模型一个仓库。把其中三个文件下载到同一个文件夹：\n"
        "      config.json          各种尺寸\n"
        "      model.safetensors    全部的数（也可以分成几个文件，外加 model.safetensors.index.json）\n"
        "      tokenizer.json       怎样把文字切成词元（或 vocab.txt，或 vocab.json 加 merges.txt）\n"
        "  字母、数字、符号按 Unicode " UNICODE_VERSION " 区分（BERT 按 8），与机器无关。\n"
        "  文字里的制表符和换行这样写：sentence \"a\\tb\\nc\"。\n"
        "  本程序自己不联网，也不改动文件夹里的任何东西。里面没有用到的东西（张量、设置、词元文件），\n"
        "  打开时会列出来。\n"
        "  中文建议从 bert-base-chinese 开始，它一个字就是一个词元；英文从 GPT-2 small\n"
        "  （openai-community/gpt2）开始。然后：qkv --model 文件夹，或在程序里：model 文件夹。\n"),
    kinds = PAIR("  model_type in config.json must be one of these:\n     ",
                 "  config.json 里的 model_type 必须是这些之一：\n     "),
    asking = PAIR("\nWhat to look at first: each question with the lines that answer it, for your model\n",
                  "\n先看什么：下面每个问题后面，是在你这个模型上找答案的命令\n"),
    after = PAIR("\n  'lesson 35' works through such questions with you. 'model none' closes the model.\n",
                 "\n  课程“lesson 35”带你一起问这些问题。model none 关闭模型。\n");

const struct help_question help_questions[] = {
    {PAIR("Does a head look at the word before?", "有没有头专看前一个词？"),
     {"head back", "print best(back)", "view flow"}},
    {PAIR("Does a head find a repeated stretch, and read what came next? (an induction head)",
          "一段话重复时，有没有头去看上一次后面跟的是什么？（归纳头）"),
     {"sentence 7 2 9 4 1 7 2 9 4 1", "head induction", "print best(induction)"}},
    {PAIR("How much of all attention goes to the first token? (a sink)",
          "所有注意力里有多少给了第一个词元？（注意力汇点）"),
     {"print average(first)", "head first"}},
    {PAIR("Are there waves in the table of positions? Are near positions more alike than distant ones?",
          "位置表里有波吗？近的位置比远的更像吗？"),
     {"view encoding", "print alike(1)", "print alike(8)"}},
    {PAIR("What is a score of the first layer made of?", "第一层的一个得分由什么组成？"),
     {"layer 0", "view terms"}},
    {PAIR("How many heads do something that has no name here?", "有多少个头做的事，这里叫不出名字？"),
     {"print count(other)", "print layers*heads"}},
    {{NULL, NULL}, {NULL}},
};

void help_model(struct text *out, enum lang lang)
{
    text_add(out, pair_in(files, lang));
    text_add(out, pair_in(kinds, lang));
    for (int i = 0; family_type(i); i++)
        text_addf(out, "%s %s (%s)", i ? "," : "", family_type(i), family_title(i));
    text_addf(out, "\n%s", pair_in(asking, lang));
    for (const struct help_question *q = help_questions; q->asks.en; q++) {
        text_addf(out, "  %s\n", pair_in(q->asks, lang));
        for (int i = 0; i < HELP_LINES && q->line[i]; i++)
            text_addf(out, "      %s\n", q->line[i]);
    }
    text_add(out, pair_in(after, lang));
}

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
             TEXT("  Reads who does what to whom in simple sentences of up to %d words.\n"
                  "  What verbs asked and got right, in sentences of words it never saw:\n",
                  "  读懂简单句子里谁对谁做什么，一句最多 %d 个词。句子全用没见过的词时，\n"
                  "  动词的提问答对了多少：\n"),
             GRAMMAR_LONGEST);
    for (const struct help_reader_kind *k = help_reader_kinds; k->name.zh; k++)
        if (pair_in(k->name, lang))
            text_addf(out, "    %3d / %-3d  %s%*s%s\n", k->score[lang].right, k->score[lang].asked,
                      pair_in(k->name, lang), 18 - utf8_width(pair_in(k->name, lang)), "",
                      pair_in(k->example, lang));
    text_say(out, lang,
             TEXT("  %d words were taught. Others of the list (%d) are read by their\n"
                  "  meaning, your as my, stopped as stop, a new word with a capital letter\n"
                  "  as a person's name. it, he and she stand for something by three rules:\n"
                  "  the thing of the first clause (plays it); its person (and he …); after\n"
                  "  because it was …, the animal if that is a feeling, else the thing.\n"
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
