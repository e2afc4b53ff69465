/* Lessons that break a rule of reading, and all that is said about each: line,
 * column, what is wrong and what would be right. */
#include <stdio.h>
#include <string.h>

#include "support/lesson_tree.h"
#include "support/test.h"

#define EXAMPLE "tests/data/lessons/01-by-hand.md"

static char no_language[100]; /* which lists the languages */

/* In the example `from` becomes `to`, or a step with the fence `+from` and the body
 * `to` comes after it. */
static const struct breakage {
    const char *from, *to, *said;
} breakages[] = {
    /* rule 1: characters */
    {"手算一次", "手\033[31m算", "9:4: error: the invisible or control character U+001B is not allowed here"},
    {"用两个词",
     "用\xE2\x80\xA8"
     "两个词",
     "11:2: error: the invisible or control character U+2028 is not allowed here"},
    {"用两个词",
     "用\xF3\xA0\x80\x80"
     "两个词",
     "11:2: error: the invisible or control character U+E0000 is not allowed here"},
    {"用两个词", "\xFF", "11:1: error: this is not UTF-8 (byte 0xff): save the file as UTF-8"},
    {"focus weight", "focus\tweight", "38:6: error: tabs are not allowed here: use spaces"},
    /* rule 2: front matter */
    {"---\nlesson", "lesson",
     "1:1: error: a lesson begins with '---' and 'key: value' lines\n"
     "1:1: error: the heading needs an id: ## Heading <!-- step: id -->\n"
     "8:3: error: the title must come before the steps\n"
     "1:1: error: the title is missing: # Title"},
    {"lesson: 01-by-hand\n", "",
     "1:1: error: the front matter lacks 'lesson: \xE2\x80\xA6"
     "' (for example 'lesson: my-lesson')"},
    {"format: 1", "format: 2", "3:9: error: unknown format 2 (this program reads 1)"},
    {"format: 1", "format: x", "3:9: error: format must be a whole number from 1 to 1000"},
    /* where nothing says the language, glossary links may be of any */
    {"lang: zh\nminutes: 12\nscene: thinking-machines\nmisconceptions: M1 M2\n---\n# 手算一次自注意力\n\n用",
     "minutes: 12\nscene: thinking-machines\nmisconceptions: M1 M2\n---\n# 手算一次自注意力\n\n"
     "[用](../glossary.en.md#key)",
     "1:1: error: the front matter lacks 'lang: \xE2\x80\xA6"
     "' (for example 'lang: en')"},
    {"minutes: 12", "minutes: 241", "5:10: error: minutes must be a whole number from 1 to 240"},
    {"lang: zh", "lang: de", no_language},
    {"---\nlesson", "\n\n---\nlesson",
     "1:1: error: a lesson begins with '---' and 'key: value' lines\n"
     "3:1: error: a lesson begins with its title: # Title\n"
     "3:1: error: rules are not allowed here: use a pause fence, or nothing\n"
     "4:1: error: the heading needs an id: ## Heading <!-- step: id -->\n"
     "11:3: error: the title must come before the steps\n"
     "1:1: error: the title is missing: # Title"},
    {"lesson: 01-by-hand", "lesson: 01-byhand",
     "2:9: error: the lesson is called '01-byhand' but its file is '01-by-hand.md': make them match"},
    {"minutes: 12", "minute: 12",
     "5:1: error: no key 'minute': did you mean 'minutes'?\n"
     "1:1: error: the front matter lacks 'minutes: \xE2\x80\xA6"
     "' (for example 'minutes: 5')"},
    {"minutes: 12", "colour: 12\nminutes: 12",
     "5:1: error: no key 'colour' (lesson format lang minutes scene, needs misconceptions seeds plain "
     "teaches next replies author reviewed)"},
    {"minutes: 12", "minutes: 12\nreplies: few", "6:10: error: write 'replies: none', or leave the line out"},
    {"minutes: 12", "minutes: 12\nminutes: 13", "6:1: error: duplicate 'minutes' (first on line 5)"},
    {"minutes: 12", "minutes 12",
     "5:1: error: front matter lines are 'key: value'; this line has no ':'\n"
     "1:1: error: the front matter lacks 'minutes: \xE2\x80\xA6"
     "' (for example 'minutes: 5')"},
    {"minutes: 12", "minutes：１２",
     "5:8: note: full-width '：' accepted as ':'\n"
     "5:9: note: full-width '１' accepted as '1'"},
    {"minutes: 12", "minutes:", "5:1: error: 'minutes' has no value: write 'minutes: VALUE'"},
    {"scene: thinking-machines", "scene: ../secret", "6:8: error: a scene name consists of a-z, 0-9 and '-'"},
    {"misconceptions: M1", "needs: Lesson_1",
     "7:8: error: 'Lesson_1' is not a lesson id; separate ids with spaces\n"
     "7:17: error: 'M2' is not a lesson id; separate ids with spaces"},
    {"M2\n---", "M2", "8:1: error: the front matter is not closed: a line '---' is missing"},
    /* rule 3: outline */
    {"# 手算一次自注意力", "",
     "11:1: error: a lesson begins with its title: # Title\n"
     "9:1: error: the title is missing: # Title"},
    {"用两个词把自注意力从头算到尾，并能说清每个数从哪里来。", "",
     "9:1: error: a paragraph with the learning goal is missing after the title"},
    {"## 自由探索", "# 自由探索",
     "51:3: error: a lesson has one title (line 9); a step begins with ##\n"
     "53:1: error: 'goal' must come before 'reveal' (the order is narration, scene, question, hints, do, "
     "reveal)"},
    {"<!-- step: goal -->", "<!-- step: weights -->",
     "51:20: error: the step id 'weights' is already used (line 13)"},
    {"<!-- step: goal -->", "<!-- step: Goal -->", "51:20: error: 'Goal' is not an id: use a-z, 0-9 and '-'"},
    {"<!-- step: goal -->", "", "51:1: error: the heading needs an id: ## Heading <!-- step: id -->"},
    {"<!-- step: goal -->", "<!-- stap: goal -->",
     "51:14: error: the heading needs an id: ## Heading <!-- step: id -->"},
    {"自由探索 <", "<", "51:1: error: this heading has no text"},
    {"thinking 对两个[", "### thinking 对两个[",
     "15:1: error: '#' is the title, '##' a step; there are no other headings"},
    {"用两个词", "```text\nx\n```\n\n用两个词",
     "11:1: error: 'text' comes before the first step (## Heading <!-- step: id -->)"},
    {"## 从得分到权重 <!-- step: weights -->\n", "",
     "17:1: error: 'predict choice' comes before the first step (## Heading <!-- step: id -->)\n"
     "31:1: error: 'hint' comes before the first step (## Heading <!-- step: id -->)\n"
     "35:1: error: 'do' comes before the first step (## Heading <!-- step: id -->)\n"
     "40:1: error: 'reveal' comes before the first step (## Heading <!-- step: id -->)\n"
     "45:1: error: 'note' comes before the first step (## Heading <!-- step: id -->)"},
    /* rule 3: fences */
    {"```hint", "```hnit", "32:4: error: no directive 'hnit': did you mean 'hint'?"},
    {"```hint", "```animation", "32:4: error: no directive 'animation' (qkv --directives lists them)"},
    {"```hint", "```", "32:4: error: a fence needs a name, such as ```text"},
    {"```predict choice", "```predict chioce",
     "18:4: error: no directive 'predict chioce': did you mean 'predict choice'?"},
    {"```hint", "```hint again", "32:4: error: no directive 'hint again' (qkv --directives lists them)"},
    {"```hint", "```hint 2",
     "32:1: error: 'hint 2' needs two questions and a 'hint' before it: write 'hint'"},
    {"```goal\n", "```goal\n```goal\n",
     "54:1: error: '```goal' is not allowed in 'goal' (see qkv --directives)"},
    {"solution set x thinking 1 = 3\n```", "solution set x thinking 1 = 3",
     "53:1: error: this fence is not closed: a line ``` is missing"},
    {"先只看", "先\n```\n\n只看",
     "36:1: error: narration must come first in a step; after its fences use hint or reveal\n"
     "37:4: error: a fence needs a name, such as ```text"},
    {"```do\nrun softmax\nfocus weight thinking\n```", "```reveal\nx\n```",
     "40:1: error: a step has only one 'reveal'"},
    {"```hint\n", "```do\nrun softmax\n```\n\n```hint\n",
     "36:1: error: 'hint' must come before 'do' (the order is narration, scene, question, hints, do, "
     "reveal)\n"
     "40:1: error: a step has only one 'do'"},
    {"先只看两个得分的差，再想 e 的这么多次方有多大。\n", "", "32:1: error: 'hint' is empty"},
    {"run softmax\nfocus weight thinking\n", "", "36:1: error: 'do' is empty"},
    {"```do", "```pause\n```\n\n```do",
     "36:1: error: 'pause' must come before 'hint' (the order is narration, scene, question, hints, do, "
     "reveal)"},
    {"```note\ntime 3", "```note\ntime three", "47:6: error: write 'time MINUTES', 1 to 240"},
    {"```do\n", "```hint\na\n```\n```hint\na\n```\n```hint\na\n```\n```do\n",
     "42:1: error: a step has at most 3 hints"},
    {"除以 √3", "- a\n\n  ```hint\n  b\n  ```\n\n除以 √3",
     "18:6: error: 'hint' is not allowed inside another block (only text and math are)"},
    /* rule 3: the lines of questions */
    {"? softmax", "softmax",
     "19:1: error: 'softmax' is not allowed in 'predict choice' (see qkv --directives)\n"
     "18:1: error: 'predict choice' lacks '? \xE2\x80\xA6"
     "'"},
    {"? softmax", "a\n? softmax",
     "19:1: error: 'a' is not allowed in 'predict choice' (see qkv --directives)"},
    {"? softmax 之后，thinking 留给自己的权重最接近哪个？\n", "",
     "18:1: error: 'predict choice' lacks '? \xE2\x80\xA6"
     "'"},
    {"? softmax", "? softmax\n? again",
     "20:1: error: only one question is allowed (the first is on line 19)"},
    {"- 0.29\n  when", "  when",
     "20:3: error: 'when' comes before the first option (- text, * text)\n"
     "21:3: error: 'say' comes before the first option (- text, * text)\n"
     "22:3: error: 'mis' comes before the first option (- text, * text)"},
    {"  mis M1", "  miss M1", "23:3: error: 'miss' is not allowed here: did you mean 'mis'?"},
    {"  mis M1", "  answer 3",
     "23:3: error: 'answer' is not allowed in 'predict choice' (see qkv --directives)"},
    {"  mis M1", "  mis M1\n  mis M2", "24:3: error: duplicate 'mis' (first on line 23)"},
    {"  mis M1", "  mis", "23:3: error: 'mis' needs a value"},
    {"- 0.50", "many yes\n- 0.50", "27:6: error: 'many' takes no value"},
    {"- 0.50", "shuffle yes\n- 0.50", "27:9: error: write 'shuffle no' or 'shuffle not last', or leave it out"},
    {"- 0.50", "-  \n- 0.50", "27:1: error: an option needs text"},
    {"- 0.50", "- 1\n- 2\n- 3\n- 4\n- 0.50", "31:1: error: at most 6 options"},
    {"allow set x thinking\n", "",
     "53:1: error: 'goal' lacks 'allow \xE2\x80\xA6"
     "'"},
    {"want weight(thinking,thinking) > 0.9\n", "",
     "53:1: error: 'goal' lacks 'want \xE2\x80\xA6"
     "'"},
    {"want weight(thinking,thinking)", "want [](weight(thinking,thinking))",
     "56:6: error: write '[WORDS](EXPRESSION) > NUMBER'"},
    {"want weight(thinking,thinking) > 0.9", "want [its own](weight(thinking,thinking) > 0.9",
     "56:6: error: write '[WORDS](EXPRESSION) > NUMBER'"},
    {"solution set x thinking 1 = 3\n", "",
     "53:1: error: 'goal' lacks 'solution \xE2\x80\xA6"
     "'"},
    {"solution set", "impossible It cannot be.\nsolution set",
     "58:12: error: a goal takes 'solution' or 'impossible', not both"},
    {"moves 1", "moves 0", "57:7: error: 'moves' takes a whole number from 1 to 200"},
    {"moves 1", "moves many", "57:7: error: 'moves' takes a whole number from 1 to 200"},
    {"moves 1", "near 1", "57:1: error: 'near' is not allowed in 'goal' (see qkv --directives)"},
    /* other blocks, after the example: a question of each kind */
    {"+predict number", "? q",
     "63:1: error: 'predict number' lacks 'answer \xE2\x80\xA6"
     "'"},
    {"+predict number", "? q\nanswer n",
     "65:8: error: write 'answer EXPRESSION = NUMBER'\n"
     "63:1: error: 'predict number' lacks 'answer \xE2\x80\xA6"
     "'"},
    {"+predict number", "? q\nanswer n <= 3",
     "65:8: error: write 'answer EXPRESSION = NUMBER'\n"
     "63:1: error: 'predict number' lacks 'answer \xE2\x80\xA6"
     "'"},
    {"+predict number", "? q\nanswer n = 3\nwithin 3 of 4",
     "66:8: error: write 'within ±0.01' or 'within 5%'"},
    {"+predict number", "? q\nanswer n = 3\nwrong four", "66:7: error: write 'wrong NUMBER FEEDBACK'"},
    {"+predict number", "? q\nanswer n = 3\nwrong some text", "66:7: error: write 'wrong NUMBER FEEDBACK'"},
    {"+predict cell", "? q\nanswer 1 2",
     "63:1: error: 'predict cell' lacks 'of \xE2\x80\xA6"
     "'"},
    {"+predict cell", "? q\nof weight\nnear -1",
     "66:6: error: 'near' takes a whole number from 0 to 64\n"
     "63:1: error: 'predict cell' lacks 'answer \xE2\x80\xA6"
     "'"},
    {"+explain", "? q",
     "63:1: error: 'explain' lacks 'rubric \xE2\x80\xA6"
     "'\n"
     "63:1: error: 'explain' lacks 'model \xE2\x80\xA6"
     "'"},
    {"+explain", "? q\nrubric a\nrubric a\nrubric a\nrubric a\nmodel m",
     "63:1: error: at most 3 'rubric' lines"},
    {"+explain", "? q\nrubric a\nmodel m\nmodel m", "67:1: error: duplicate 'model' (first on line 66)"},
    {"+try", "? q\nidea scale none",
     "65:6: error: write 'idea COMMAND \xE2\x80\x93"
     " TEXT' (with a long dash)"},
    {"+try",
     "idea scale none \xE2\x80\x93"
     " x",
     "63:1: error: 'try' lacks '? \xE2\x80\xA6"
     "'"},
    {"+try", "? a\n```\n\n```try\n? b\n```\n\n```try\n? c", "71:1: error: a step has at most 2 questions"},
    {"+expect", "", "63:1: error: 'expect' is empty"},
    {"+text", "", "63:1: error: 'text' is empty"},
    {"+pause", "x", "64:1: error: a pause must be empty"},
    /* prose */
    {"先只看", "<b>先</b>只看",
     "33:1: error: HTML is not allowed here (write < as \\<)\n"
     "33:5: error: HTML is not allowed here (write < as \\<)"},
    {"先只看", "[先](a[b)[只](c)看",
     "33:1: error: a link must point to #step, ../glossary.LANG.md#term or NN-name.md\n"
     "33:9: error: a link must point to #step, ../glossary.LANG.md#term or NN-name.md"},
    {"先只看", "[先](d*(2))只看",
     "33:5: error: this text shows no number: write [0.22 apart](EXPRESSION), or compare: [the same](A=B)"},
    {"先只看", "[约 0.3](d>0.2)只看", "33:9: error: the condition does not contain each number of this text"},
    {"先只看", "` a\n`先只看", "33:3: error: a code span must end on the line where it begins"},
    {"先只看", "<!-- a -->\n<!-- b\nc -->\n<b>\n\n先只看",
     "36:1: error: only comments and lines with just <details>, </details> or <summary>\xE2\x80\xA6"
     "</summary> are allowed as HTML, followed by a blank line"},
    {"先只看", "- \n- ***\n\n[a]: b\n\n> ##\n\n![](c)\n\n```\n```\n先只看",
     "34:1: error: rules are not allowed here: use a pause fence, or nothing\n"
     "38:1: error: headings are not allowed here: only '#' (the title) and '##' (a step) exist\n"
     "40:1: error: images are not allowed: a lesson is text\n"
     "43:4: error: a fence needs a name, such as ```text"},
    {"```do\n", "- a\n- b\n\n```do\n",
     "36:1: error: narration must come first in a step; after its fences use hint or reveal"},
    {"先只看", "![先](a.png)只看", "33:1: error: images are not allowed: a lesson is text"},
    {"先只看", "[先](https://example.org)只看",
     "33:1: error: a link must point to #step, ../glossary.LANG.md#term or NN-name.md"},
    {"先只看", "[先](../glossary.en.md#key)只看",
     "33:1: error: write glossary links as ../glossary.LANG.md#term, in the lesson's language"},
    {"先只看", "[先](../glossary.zh.md#)只看",
     "33:1: error: write glossary links as ../glossary.LANG.md#term, in the lesson's language"},
    {"先只看", "`a\nb`先只看", "33:2: error: a code span must end on the line where it begins"},
    {"先只看", "&lt;先只看",
     "33:1: error: write the character itself, not &\xE2\x80\xA6"
     ";"},
    {"先只看", "$先只看",
     "33:1: error: unpaired $: write a formula as $\xE2\x80\xA6"
     "$, or the sign itself as \\$"},
    {"先只看", "    先只看",
     "33:5: error: lines indented by four spaces are code: indent less, or use a text fence"},
    {"先只看", "***\n先只看", "33:1: error: rules are not allowed here: use a pause fence, or nothing"},
    {"先只看", "## 先只看",
     "33:1: error: headings are not allowed here: only '#' (the title) and '##' (a step) exist"},
    {"先只看", "<!-- a\nb -->先只看", "33:1: error: nothing may follow a comment on its line"},
    {"先只看", "先<!-- a\nb -->只看", "33:2: error: a comment must end on the line where it begins"},
    {"先只看", "> > > > > 先\n只看", "33:11: error: lists and quotes are nested too deeply"},
    {"先只看", "<details>\n先只看",
     "34:1: error: only comments and lines with just <details>, </details> or <summary>\xE2\x80\xA6"
     "</summary> are allowed as HTML, followed by a blank line"},
    {"先只看", "| a | b |\n|---|---|\n| c |\n\n先只看",
     "35:3: error: this table row has the wrong number of cells: 1 instead of 2"},
    {"thinking 对两个[", "<!-- x", "15:1: error: this comment is not closed: --> is missing"},
    {"先只看", "<!-- 先只看", "33:1: error: this comment is not closed: --> is missing"},
};

static void broken(struct text *out, const struct breakage *b)
{
    struct text t = {0};
    lesson_bytes(EXAMPLE, &t);
    if (*b->from == '+') {
        text_addf(out, "%s\n## x <!-- step: x -->\n\n```%s\n%s%s```\n", t.s, b->from + 1, b->to,
                  *b->to ? "\n" : "");
    } else {
        const char *at = strstr(t.s, b->from);
        assert_non_null(at);
        text_add_bytes(out, t.s, (size_t)(at - t.s));
        text_addf(out, "%s%s", b->to, at + strlen(b->from));
    }
    text_finish(&t);
}

TEST(what_breaks_a_rule_is_said)
{
    int wrong = 0;
    snprintf(no_language, sizeof no_language, "4:7: error: lang must be one of %s, not 'de'", LANG_CODES);
    for (size_t i = 0; i < sizeof breakages / sizeof *breakages; i++) {
        struct text bytes = {0}, said = {0};
        broken(&bytes, &breakages[i]);
        lesson_try("lessons/zh/01-by-hand.md", bytes.s, bytes.len, NULL, &said);
        if (strcmp(text_str(&said), breakages[i].said) != 0) {
            print_error("'%s' for '%s':\n%s\nexpected:\n%s\n", breakages[i].to, breakages[i].from,
                        text_str(&said), breakages[i].said);
            wrong++;
        }
        text_finish(&bytes);
        text_finish(&said);
    }
    assert_int_equal(wrong, 0);
}

/* A zero byte cannot be in the table. */
TEST(a_zero_byte_is_refused)
{
    struct text bytes = {0}, said = {0};
    lesson_bytes(EXAMPLE, &bytes);
    bytes.s[bytes.len / 2] = '\0';
    lesson_try("01-by-hand.md", bytes.s, bytes.len, NULL, &said);
    assert_non_null(strstr(text_str(&said), "control character U+0000 is not allowed here"));
    text_finish(&bytes);
    text_finish(&said);
}
