/* The command line: how words become options, values and files, and what is said about mistakes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/reply.h"
#include "base/text.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "session/keymap.h"
#include "support/test.h"

enum { WORDS = 8 };

/* What was read, as words: set flags, values, commands as c:…, files as f:…. */
static void summarize(const struct options *o, struct text *out)
{
    text_addf(out, "%s%s%s", o->batch ? "batch " : "", o->keep_going ? "keep " : "",
              o->plain ? "plain " : "");
    if (o->langs)
        text_addf(out, "lang:%d ", (int)o->langs);
    if (o->colours)
        text_addf(out, "color:%d ", o->colours);
    if (o->theme)
        text_addf(out, "theme:%s ", o->theme);
    if (o->lesson)
        text_addf(out, "lesson:%s ", o->lesson);
    if (o->tool)
        text_addf(out, "tool:%s ", o->argument ? o->argument : "");
    for (int i = 0; i < o->command_count; i++)
        text_addf(out, "c:%s ", o->commands[i]);
    for (int i = 0; i < o->file_count; i++)
        text_addf(out, "f:%s ", o->files[i]);
}

/* An empty want: a usage error. */
static const struct {
    const char *words[WORDS];
    const char *want;
} lines[] = {
    {{"-b", "-k"}, "batch keep "},
    {{"-bk"}, "batch keep "},
    {{"-kb", "-cquit", "-c", "swap"}, "batch keep c:quit c:swap "},
    {{"-bcquit"}, "batch c:quit "},
    {{"-bc", "quit"}, "batch c:quit "},
    {{"-c", "-b"}, "c:-b "},
    {{"-c", "--", "-b"}, "batch c:-- "},
    {{"-c="}, "c:= "},
    {{"--lang", "en"}, "lang:1 "},
    {{"--lang=zh"}, "lang:2 "},
    {{"--lang", "en,zh"}, "lang:3 "},
    {{"--lang", "zh,en"}, "lang:3 "},
    {{"--lan=en", "--col", "8", "--pl"}, "plain lang:1 color:2 "},
    {{"--color=auto", "--theme=mono"}, "theme:mono "},
    {{"--lesson="}, "lesson: "},
    {{"--tour"}, "lesson:tour "},
    {{"a", "-b", "b", "--lang", "en", "c"}, "batch lang:1 f:a f:b f:c "},
    {{"-b", "--", "-c", "--lang", "--"}, "batch f:-c f:--lang f:-- "},
    {{"-b", "-"}, "batch f:- "},
    {{"-", "-b", "--", "-"}, "batch f:- f:- "},
    {{"--", "-x"}, "f:-x "},
    {{"--completion", "zsh"}, "tool:zsh "},
    {{"-b", "", "-k"}, "batch keep f: "},
    {{"--check", "a", "--mutate"}, "tool: f:a "},
    {{"--help", "--nonsense"}, "tool: f:--nonsense "},
    {{"-h", "-x"}, "tool: f:-x "},
    {{"--vers"}, "tool: "},
    {{"-bx"}, ""},
    {{"-b-"}, ""},
    {{"-\xE7\x8C\xAB"}, ""},
    {{"-b", "-\xFF"}, ""},
    {{"-c"}, ""},
    {{"-bkc"}, ""},
    {{"--lang"}, ""},
    {{"--lang="}, ""},
    {{"--lang", "fr"}, ""},
    {{"--lang", "en,"}, ""},
    {{"--lang", "en,en"}, ""},
    {{"--color", "8|16"}, ""},
    {{"--theme", "dar"}, ""},
    {{"--completion", "ksh"}, ""},
    {{"--auto", "0.09"}, ""},
    {{"--auto", "60.1"}, ""},
    {{"--l"}, ""},
    {{"--l=en"}, ""},
    {{"--plain=3"}, ""},
    {{"--="}, ""},
    {{"--nonsense"}, ""},
};

static void read_line(int i)
{
    struct options o = {0};
    struct text got = {0};
    char *argv[WORDS + 2] = {(char *)"qkv"};
    int argc = 1;
    for (; argc <= WORDS && lines[i].words[argc - 1]; argc++)
        argv[argc] = (char *)lines[i].words[argc - 1];
    int status = options_read(&o, option_rows, argc, argv);
    summarize(&o, &got);
    if (status != (*lines[i].want ? -1 : EXIT_USAGE) ||
        (*lines[i].want && strcmp(text_str(&got), lines[i].want) != 0))
        fail_msg("line %d, %s …: status %d, read '%s'", i, argv[1], status, text_str(&got));
    text_finish(&got);
    options_finish(&o);
}

/* One after the other: an error in the middle of a word leaves nothing for the next line. */
TEST(words_are_read_as_posix_has_them)
{
    for (int i = 0; i < (int)(sizeof lines / sizeof *lines); i++)
        read_line(i);
    setenv("POSIXLY_CORRECT", "1", 1); /* must not turn options after files into files */
    for (int i = (int)(sizeof lines / sizeof *lines) - 1; i >= 0; i--)
        read_line(i);
    unsetenv("POSIXLY_CORRECT");
}

static void program_says(const char *lang, const char *words, const char *want)
{
    char command[400], said[400] = "";
    snprintf(command, sizeof command, "LC_ALL= LC_MESSAGES=%s '%s' %s </dev/null 2>&1", lang, getenv("QKV"),
             words);
    FILE *p = popen(command, "r");
    assert_non_null(p);
    assert_non_null(fgets(said, sizeof said, p));
    while (getc(p) != EOF)
        ;
    int status = pclose(p);
    said[strcspn(said, "\n")] = '\0';
    assert_string_equal(said, want);
    assert_int_equal(status, EXIT_USAGE << 8);
}

TEST(mistakes_are_explained_in_both_languages)
{
    static const struct {
        const char *words, *en, *zh;
    } mistakes[] = {
        {"--lagn=zh", "unknown option '--lagn' (did you mean --lang?)",
         "没有这个选项：“--lagn”（是不是 --lang？）"},
        {"-lang", "unknown option '-lang' (did you mean --lang?)",
         "没有这个选项：“-lang”（是不是 --lang？）"},
        {"--frobnicate", "unknown option '--frobnicate' (qkv --help)",
         "没有这个选项：“--frobnicate”（qkv --help）"},
        {"-bx", "unknown option '-x' (qkv --help)", "没有这个选项：“-x”（qkv --help）"},
        {"-猫", "unknown option '-猫' (qkv --help)", "没有这个选项：“-猫”（qkv --help）"},
        {"--col", "missing value after '--color' (auto|never|8|16|256|direct)",
         "“--color”后面缺少值（auto|never|8|16|256|direct）"},
        {"-bkc", "missing value after '-c' (CMD)", "“-c”后面缺少值（命令）"},
        {"--plain=3", "--plain does not take a value", "--plain 不带值"},
        {"--co 8", "'--co' is ambiguous (--color --completion)",
         "“--co”不止一种意思（--color --completion）"},
        {"--theme blue", "--theme: invalid value 'blue' (dark|light|contrast|mono)",
         "--theme：无效的值“blue”（dark|light|contrast|mono）"},
    };
    for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++) {
        char want[300];
        snprintf(want, sizeof want, "qkv: error: %s", mistakes[i].en);
        program_says("en_US.UTF-8", mistakes[i].words, want);
        snprintf(want, sizeof want, "qkv：错误：%s", mistakes[i].zh);
        program_says("zh_CN.UTF-8", mistakes[i].words, want);
    }
}

/* The manual page without groff's escapes. */
static void read_manual(const char *lang, struct text *out)
{
    char command[300], buffer[4096];
    snprintf(command, sizeof command, "'%s' --man --lang %s", getenv("QKV"), lang);
    FILE *p = popen(command, "r");
    assert_non_null(p);
    while (fgets(buffer, sizeof buffer, p))
        for (const char *c = buffer; *c; c++) {
            bool escape = c[0] == '\\' && strchr("-e&", c[1]);
            if (!escape)
                text_add_char(out, *c);
            else if (*++c != '&')
                text_add_char(out, *c == 'e' ? '\\' : *c);
        }
    assert_int_equal(pclose(p), 0);
}

static void manual_has(const struct text *page, const char *tag, const char *text)
{
    struct text item = {0};
    text_addf(&item, "\\fB%s\\fR", tag);
    const char *at = strstr(text_str(page), text_str(&item));
    if (!at || !strstr(at, text))
        fail_msg("the manual does not say %s: %s", tag, text);
    text_finish(&item);
}

/* Everything that README.md leaves to it. */
TEST(the_manual_is_complete)
{
    for (enum lang lang = LANG_EN; lang <= LANG_ZH; lang++) {
        struct text page = {0};
        read_manual(lang == LANG_ZH ? "zh" : "en", &page);
        assert_int_equal(strstr(text_str(&page), ".mso zh.tmac") != NULL, lang == LANG_ZH);
        for (const struct option_row *o = option_rows; o->name; o++)
            manual_has(&page, o->name, text_in(o->help, lang));
        for (const struct manual_row *m = manual_statuses; m->tag; m++)
            manual_has(&page, text_in(m->tag, lang), text_in(m->text, lang));
        for (const struct manual_row *m = manual_environment; m->tag; m++)
            manual_has(&page, text_in(m->tag, lang), text_in(m->text, lang));
        for (const struct binding *b = keymap_defaults; b->key; b++)
            manual_has(&page, b->key, binding_note(b, lang));
        text_finish(&page);
    }
}

/* What the options do begins in one column, after a blank where an option is too long. */
TEST(the_help_is_in_columns)
{
    enum { COLUMN = 38 };
    char command[300];
    snprintf(command, sizeof command, "'%s' --help --lang en", getenv("QKV"));
    FILE *help = popen(command, "r");
    char line[1000], name[40];
    int rows = 0;
    assert_non_null(help);
    while (fgets(line, sizeof line, help)) {
        const struct option_row *o = option_rows;
        while (sscanf(line, "  %39s", name) == 1 && o->name && strcmp(o->name, name) != 0)
            o++;
        char *what =
            line[0] == ' ' && o->name ? strstr(line + 2 + strlen(name), text_in(o->help, LANG_EN)) : NULL;
        if (!what)
            continue;
        *what = '\0';
        if (utf8_width(line) != COLUMN && (utf8_width(line) < COLUMN || what[-2] == ' '))
            fail_msg("column %d: %s", utf8_width(line), line);
        rows++;
    }
    assert_int_equal(pclose(help), 0);
    assert_true(rows > 20);
}
