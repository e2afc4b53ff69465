/* `help reader`: the card of the model that opens the program: what it was taught, what it gets right, what
 * it cannot do. tests/state/test_own_sentences.c computes its figures again. `help model`: where models come
 * from, and what to look at first. It states nothing about any of them: the commands answer for the model
 * that is open. */
#include <stdio.h>
#include <string.h>

#include "base/utf8.h"
#include "tasks/grammar.h"
#include "tasks/story.h"
#include "network/family.h"
#include "network/pretrained.h"
#include "network/tokens/letters.h"
#include "session/help.h"
#include "state/word_list.h"

static const char *const
    kinds = TEXT("  model_type in config.json must be one of these:\n     "),
    *const asking =
        TEXT("\nWhat to look at first: each question with the lines that answer it, for your model\n"),
    *const after =
        TEXT("\n  'lesson 35' works through such questions with you. 'model none' closes the model.\n");

const struct help_question help_questions[] = {
    {TEXT("Does a head look at the word before?"), {"head back", "print best(back)", "view flow"}},
    {TEXT("Does a head find a repeated stretch, and read what came next? (an induction head)"),
     {"sentence 7 2 9 4 1 7 2 9 4 1", "head induction", "print best(induction)"}},
    {TEXT("How much of all attention goes to the first token? (a sink)"),
     {"print average(first)", "head first"}},
    {TEXT("Are there waves in the table of positions? Are near positions more alike than distant ones?"),
     {"view encoding", "print alike(1)", "print alike(8)"}},
    {TEXT("What is a score of the first layer made of?"), {"layer 0", "view terms"}},
    {TEXT("How many heads do something that has no name here?"),
     {"print count(other)", "print layers*heads"}},
    {NULL, {NULL}},
};

void help_model(struct text *out, enum lang lang)
{
    text_say(
        out, lang,
        TEXT("\nWhere a model comes from\n"
             "  Published models are on huggingface.co, each in a repository. Download three of its files to "
             "one "
             "folder:\n"
             "      config.json          its sizes\n"
             "      model.safetensors    its numbers (also in several files, with "
             "model.safetensors.index.json)\n"
             "      tokenizer.json       how it cuts a text into tokens (or vocab.txt, or vocab.json and "
             "merges.txt)\n"
             "  Letters, digits and signs are those of Unicode %s (for BERT of 8), whatever this machine "
             "has.\n"
             "  A tab or a line break in a text: sentence \"a\\tb\\nc\".\n"
             "  The program itself downloads nothing, and changes nothing in the folder. What it finds there "
             "and "
             "does\n"
             "  not use (a tensor, a setting, a file with tokens) is named when the model opens.\n"
             "  For Chinese begin with bert-base-chinese, whose tokens are single characters; for English "
             "with "
             "GPT-2\n"
             "  small (openai-community/gpt2). Then: qkv --model FOLDER, or in the program: model FOLDER.\n"),
        UNICODE_VERSION);
    text_add(out, text_in(kinds, lang));
    for (int i = 0; family_type(i); i++)
        text_addf(out, "%s %s (%s)", i ? "," : "", family_type(i), family_title(i));
    text_addf(out, "\n%s", text_in(asking, lang));
    for (const struct help_question *q = help_questions; q->asks; q++) {
        text_addf(out, "  %s\n", text_in(q->asks, lang));
        for (int i = 0; i < HELP_LINES && q->line[i]; i++)
            text_addf(out, "      %s\n", q->line[i]);
    }
    text_add(out, text_in(after, lang));
}

const struct help_reader_kind help_reader_kinds[] = {
    {PAIR("by|", "被|"),
     PAIR("passive", "被动"),
     PAIR("the dog was not chased by the cat", "狗没被猫追"),
     {{48, 48}, {71, 72}}},
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
     {{40, 40}, {32, 32}}},
    {PAIR("of|", "的|"),
     PAIR("owner, quality", "的"),
     PAIR("the dog of my friend bit him", "很饿的狼吃了小明的羊"),
     {{23, 24}, {80, 80}}},
    {PAIR("", ""),
     PAIR("all others", "其他"),
     PAIR("the old man will not help you", "他们昨天没看见我"),
     {{140, 144}, {88, 88}}},
    {{NULL, NULL}, {NULL, NULL}, {NULL, NULL}, {{0, 0}}},
};

void help_reader(struct text *out, enum lang lang)
{
    int words = 0;
    enum lang words_of = languages[lang].words;
    while (grammar_words[words].zh)
        words++;
    text_say(out, lang,
             TEXT("  Reads who does what to whom in simple sentences of up to %d words.\n"
                  "  What verbs asked and got right, in sentences of words it never saw:\n"),
             GRAMMAR_LONGEST);
    for (const struct help_reader_kind *k = help_reader_kinds; k->name.zh; k++)
        if (pair_in(k->name, lang))
            text_addf(out, "    %3d / %-3d  %s%*s%s\n", k->score[words_of].right, k->score[words_of].asked,
                      pair_in(k->name, lang), 18 - utf8_width(pair_in(k->name, lang)), "",
                      pair_in(k->example, lang));
    text_say(out, lang,
             TEXT("  %d words were taught. Others of the list (%d) are read by their\n"
                  "  meaning, your as my, stopped as stop, a new word with a capital letter\n"
                  "  as a person's name. it, he and she stand for something by three rules:\n"
                  "  the thing of the first clause (plays it); its person (and he …); after\n"
                  "  because it was …, the animal if that is a feeling, else the thing.\n"
                  "  It does not read: is big, bigger than, gives her a book, who chases …,\n"
                  "  that he …, Tom and Mary. There its heads have no names.\n"),
             words, vocabulary_count);
}

/* ---- help box ----------------------------------------------------------------------- */

/* A sentence of each kind, see tasks/box/story.txt. */
static const struct {
    const char *kind;
    struct pair example;
} story_kinds[] = {
    {"meets", PAIR("once the big dog saw the small cat .", "从前大狗看见小猫。")},
    {"alone", PAIR("the small cat ran .", "小猫跑了。")},
    {"again", PAIR("the big dog saw the small cat .", "大狗看见小猫。")},
    {"both", PAIR("the small cat and the big dog ate .", "小猫和大狗都吃了。")},
    {"who", PAIR("who saw the small cat ? the big dog .", "谁看见小猫？大狗。")},
    {"sings", PAIR("the small cat sang 5 3 1 5 3 1 5 3 1 .", "小猫唱 5 3 1 5 3 1 5 3 1。")},
};

static const struct {
    const char *measure, *does;
} box_heads[] = {
    {"back", TEXT("looks one back, in 7 2 9 4 1 7 2 9 4 1")},
    {"induction", TEXT("reads what came after the same word earlier, there")},
    {"first", TEXT("gives this to the first word, in all stories")},
};

static void box_figures(struct text *out, enum lang lang)
{
    double bits = 0, least = 0;
    int right, asked;
    char kind[16];
    const char *all = pretrained_box_measured(lang), *line = all;
    sscanf(line, "bits %lf %lf", &bits, &least);
    text_say(
        out, lang,
        TEXT("  Bits a word: %.3f. The grammar itself needs %.3f, and nobody can do with less.\n"
             "  In 200 stories that it never saw, words of which only one is possible, and it was right:\n"),
        bits, least);
    for (; *line; line += strcspn(line, "\n") + 1) {
        if (sscanf(line, "kind %15s %d %d", kind, &right, &asked) != 3)
            continue;
        const char *example = text_in(TEXT("(the first word of a sentence)"), lang);
        for (size_t i = 0; i < sizeof story_kinds / sizeof *story_kinds; i++)
            if (strcmp(story_kinds[i].kind, kind) == 0)
                example = pair_in(story_kinds[i].example, lang);
        text_addf(out, "    %4d / %-4d  %s\n", right, asked, example);
    }
    if ((line = strstr(all, "written ")) && sscanf(line, "written %d %d", &right, &asked) == 2)
        text_say(
            out, lang,
            TEXT("  Of %d stories that it wrote by lot, temperature 1, the grammar could have written %d. In "
                 "the others\n"
                 "  an animal changes, a song loses its tune, or a sentence breaks off.\n"),
            asked, right);
    text_say(out, lang, TEXT("  Heads that nobody made so:\n"));
    for (line = all; *line; line += strcspn(line, "\n") + 1) {
        double share;
        int layer, head;
        if (sscanf(line, "%15s %lf %d %d", kind, &share, &layer, &head) != 4)
            continue;
        for (size_t i = 0; i < sizeof box_heads / sizeof *box_heads; i++)
            if (strcmp(box_heads[i].measure, kind) == 0)
                text_say(out, lang, TEXT("    %.2f  layer %d head %d %s\n"), share, layer, head,
                         text_in(box_heads[i].does, lang));
    }
}

void help_box(struct text *out, enum lang lang)
{
    struct reply r = {0};
    struct config c = {0};
    struct pretrained *p = pretrained_box(lang, &r);
    if (p) {
        pretrained_config(p, &c);
        text_say(
            out, lang,
            TEXT("  A small model that is in this program: 'model box' opens it ('model box en', 'model box "
                 "zh').\n"
                 "  Layers: %d, heads in each: %d, numbers a word: %d, words: %d; nothing but attention.\n"
                 "  This program taught it, on stories of %d words that a grammar writes, so that the right\n"
                 "  probabilities are known: task story-%s ; %s\n"),
            c.layers, c.heads, c.d, c.classes, STORY_LENGTH, p->box, STORY_TAUGHT);
        box_figures(out, lang);
        text_say(out, lang,
                 TEXT("  It knows no other words, and no story that is longer; it never learned who sang "
                      "what, since no\n"
                      "  sentence asks for it. 'lesson 43' works with it, 'lesson 35' too.\n"));
    }
    pretrained_drop(p);
    reply_finish(&r);
}
