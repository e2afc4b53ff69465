/* A Chinese screen is Chinese: English words on it are symbols, keys or names of commands and papers. */
#include <stdio.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "support/apps.h"
#include "support/test.h"

/* What a formula or a key is called everywhere, and names of papers and networks. */
static const char *const international[] = {
    "softmax", "ReLU", "RNN",      "CNN",    "qkv",         "English", "Space",   "Enter", "Esc",
    "Tab",     "Del",  "BkSp",     "PgDn",   "PgUp",        "ALiBi",   "RoPE",    "TUPE",  "DeBERTa",
    "Shaw",    "Dai",  "Press",    "Raffel", "Transformer", "exp",     "pos",     "sin",   "cos",
    "max",     "base", "encoding", "xl",     "deberta",     "alibi",   "pescale", "layer", "set",
    "WQc",     "WKc",  "WVc",      "WOc",    "bQc",         "bKc",     "bVc",     "bOc",   "Backspace",
    "Seq",     "BERT", "ViT",      "GPT",
};

static bool is_international(const char *word, size_t n)
{
    for (size_t i = 0; i < sizeof international / sizeof *international; i++)
        if (strlen(international[i]) == n && strncmp(international[i], word, n) == 0)
            return true;
    return false;
}

/* Finds words of three letters or more; fails at the first that is not international. */
static void check_screen(struct app *a, int rows, int cols, const char *where)
{
    enum { WORD = 3 };
    struct text t = {0};
    read_screen(a, rows, cols, &t);
    for (const char *s = text_str(&t); *s;) {
        size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        if (n >= WORD && !is_international(s, n))
            fail_msg("%s at %dx%d: '%.*s' in\n%s", where, cols, rows, (int)n, s, text_str(&t));
        s += n ? n : 1;
    }
    text_finish(&t);
}

/* A colon of full width has its own room: no blank comes between it and what belongs to it. (Another column
 * may begin after more.) */
static void check_colons(struct app *a, int rows, int cols, const char *where)
{
    enum { COLUMN = 3 };
    static const char colon[] = "：";
    struct text t = {0};
    read_screen(a, rows, cols, &t);
    for (const char *s = text_str(&t); (s = strstr(s, colon));) {
        s += strlen(colon);
        size_t blanks = strspn(s, " ");
        if (blanks > 0 && blanks < COLUMN && !strchr("|\n", s[blanks]))
            fail_msg("%s at %dx%d: a blank after ： in\n%s", where, cols, rows, text_str(&t));
    }
    text_finish(&t);
}

static void check_sizes(struct app *a, const char *where)
{
    check_screen(a, 18, 60, where);
    check_screen(a, 24, 80, where);
    check_screen(a, 36, 120, where);
}

TEST(views_speak_chinese)
{
    static const char *const lines[] = {
        "home",
        "view flow",
        "view terms",
        "set terms_panel meaning",
        "set terms_panel distance",
        "set terms_panel scale",
        "set terms_panel weights",
        "set layers 3 ; set layer 2 terms_panel layers terms_open 1",
        "set layers 1",
        "view compare",
        "set compare_panel words",
        "set compare_panel orders",
        "view map",
        "view cost",
        "view corridor",
        "view machine",
        "machine 2",
        "story ; set machine paths",
        "machine next",
        "set machine memory",
        "set machine note",
        "view edit",
        "view encoding",
        "mask causal ; view stages ; set beside on",
        "encoding xl ; view terms ; set terms_panel maps",
        "encoding deberta",
        "encoding shaw",
        "encoding rope",
    };
    struct app a = opened_app_in(LANG_ZH);
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        must_enter(&a, lines[i]);
        check_sizes(&a, lines[i]);
    }
    app_finish(&a);
}

TEST(stages_speak_chinese)
{
    struct app a = opened_app_in(LANG_ZH);
    (void)state;
    must_enter(&a, "memory 我 爱 学习 ; set block decoder dff 8 norm post ; view stages");
    for (int s = 0; s < STAGE_COUNT; s++) {
        char line[40];
        snprintf(line, sizeof line, "stage %s", stage_name(s));
        if (stage_present(&a.session.now.config, 0, s) && enter(&a, line))
            check_sizes(&a, line);
    }
    app_finish(&a);
}

TEST(no_blank_follows_a_colon)
{
    static const char *const lines[] = {
        "view stages ; stage weights ; set beside on",
        "view map",
        "set heads 1",
        "view edit",
        "view flow",
        "encoding t5 ; view encoding",
        "encoding alibi",
        "encoding fourier ; set panel overview",
        "encoding integer",
        "encoding learned",
    };
    struct app a = opened_app_in(LANG_ZH);
    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        must_enter(&a, lines[i]);
        check_colons(&a, 18, 60, lines[i]);
        check_colons(&a, 24, 80, lines[i]);
        check_colons(&a, 36, 120, lines[i]);
    }
    app_finish(&a);
}
