/* What an expression points at, which words of a text are words of the sentence, and the line that goes
 * there. */
#include <string.h>

#include "session/pointing.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

static const char two_heads[] = "set d 8 heads 2 ; encoding sincos ; focus 2 2";

TEST(a_value_is_where_it_is_computed)
{
    static const struct {
        const char *before, *expression, *line; /* NULL: no place */
    } cases[] = {
        {"", "weight(追,猫) = 0.284", "head 0 ; focus weights 1 0"},
        {"", "h2.weight(追, 猫)", "head 1 ; focus weights 1 0"},
        {"tokens a(b) c", "weight(c,a(b)) = 0.284", "head 0 ; focus weights 1 0"},
        {"", "h3.weight(追,猫)", NULL},
        {"", "weights(chases) = [0.1, 0.2, 0.7]", "head 0 ; focus weights 1"},
        {"", "score(0,2) < score(2,0)", "head 0 ; focus scores 0 2"},
        {"", "q(狗) = [1, 2]", "head 0 ; focus Q 2"},
        {"", "h2.q(狗,1) = 3", "head 1 ; focus Q 2 5"}, /* the columns of both heads are in one matrix */
        {"", "x(狗,1) = 3", "head 0 ; focus X 2 1"},
        {"", "exp(scaled(追,狗)-max(scaled(追)))", "head 0 ; focus scaled 1 2"},
        {"", "rowsum(追) = 1", "head 0 ; focus weights 1"},
        {"", "colsum(狗) = 1", "head 0 ; focus weights 2 2"},
        {"", "stage(weights,1,0)", "head 0 ; focus weights 1 0"},
        {"", "pe(5) = [1, 2]", "head 0 ; focus pe 5"},
        {"", "pe(1,3)", "head 0 ; focus pe 1 3"},
        {"", "angle(3,1)*180/pi", "head 0 ; focus pe 3 2"},
        {"set pos 4", "wavelength(1) = 6", "head 0 ; focus pe 4 2"},
        {"", "pedot(2,5) = 1", "head 0 ; view encoding ; set panel product"},
        {"encoding fourier", "bell(0,10) < 0.1", "head 0 ; view encoding ; set panel product"},
        {"set pos 5 pos2 2", "rot(3,0,1)", "head 0 ; view encoding ; set panel rotation column 0"},
        {"set pos 5 pos2 3", "rot(3,0,1)", NULL}, /* the picture has the matrix of another step */
        {"set cost_n 100 cost_d 512", "mul(attn,100,512)", "head 0 ; view cost"},
        {"set cost_n 100", "path(rnn,100)", "head 0 ; view cost"},
        {"set cost_n 1000", "path(rnn,100)", NULL},
        {"set cost_n 100 cost_d 1", "mul(attn,100,512)", NULL},
        {"", "pp(追,猫) = 0.5", "head 0 ; view terms ; focus 1 0"},
        {"encoding none", "pe(5)", NULL},
        {"encoding none", "pp(追,猫)", NULL},
        {"", "weight(追,鸟)", NULL},
        {"", "weight(追,猫,狗)", NULL},
        {"", "weight(追", NULL},
        {"", "0 2 0 2", NULL},
        {"", "n = 3", NULL},
        {"", "", NULL},
        {"set heads 1", "out(追)", "focus head_out 1"},
        /* a pinned state is not what is seen, unless its numbers are the same */
        {"pin A", "A.weight(追,猫) = 0.3", "head 0 ; focus weights 1 0"},
        {"pin A ; swap", "A.weight(追,猫) = 0.3", NULL},
        {"encoding none ; pin A ; swap", "dist(A.out(追),out(追)) < 1e-12", "head 0 ; focus head_out 1"},
        {"encoding none ; pin A ; swap", "A.out(狗)", "head 0 ; focus head_out 0"},
        {"", "B.weight(追,猫)", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = model_after(two_heads);
        struct aim aim;
        struct text line = {0};
        if (*cases[i].before)
            must_run(&m, cases[i].before);
        if (pointing_at(&m, cases[i].expression, &aim))
            pointing_line(&m, &aim, &line);
        if (strcmp(text_str(&line), cases[i].line ? cases[i].line : "") != 0)
            fail_msg("%s ; %s gives %s", cases[i].before, cases[i].expression, text_str(&line));
        if (cases[i].line)
            must_run(&m, text_str(&line));
        text_finish(&line);
        session_finish(&m);
    }
}

TEST(a_word_stands_alone)
{
    static const struct {
        const char *sentence, *text;
        size_t at;
        int word; /* -1: none */
    } cases[] = {
        {"tokens cat chases dog", "the cat.", 4, 0},
        {"tokens cat chases dog", "cat", 0, 0},
        {"tokens cat chases dog", "category", 0, -1},
        {"tokens cat chases dog", "bobcat", 3, -1},
        {"tokens cat chases dog", "cat2", 0, -1},
        {"tokens 猫 追 狗", "“追”的输出", sizeof "“" - 1, 1},
        {"tokens 猫 追 狗", "追问", 0, -1},
        {"tokens 猫 追 狗", "看：狗，", sizeof "看：" - 1, 2},
        {"tokens apple eats apple", "apple#2 eats", 0, 2},
        {"tokens apple eats apple", "apple", 0, -1},
        {"tokens a b", "a word", 0, -1}, /* an article */
        {"tokens a b a", "a#2", 0, 2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct session m = model_after(cases[i].sentence);
        struct aim aim = {.row = -1};
        size_t n = pointing_word(&m.now.state, cases[i].text, cases[i].at, &aim);
        if ((n > 0 ? aim.row : -1) != cases[i].word)
            fail_msg("%s at %zu: %d", cases[i].text, cases[i].at, aim.row);
        session_finish(&m);
    }
}
