/* The manual page: every list in it is one of the program's tables. */
#include "cli/manual.h"

#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "expr/expr.h"
#include "session/help.h"
#include "state/param.h"

/* Text for groff: what it would read as its own is escaped, a line never begins with a dot. */
static void print_text(const char *s)
{
    bool begin = true;
    for (; *s; s++) {
        if (begin && (*s == '.' || *s == '\''))
            fputs("\\&", stdout);
        if (*s == '\\')
            fputs("\\e", stdout);
        else if (*s == '-')
            fputs("\\-", stdout);
        else
            putchar(*s);
        begin = *s == '\n';
    }
}

static void heading(const char *macro, struct pair name, enum lang lang)
{
    printf("%s \"", macro);
    print_text(pair_in(name, lang));
    puts("\"");
}

/* A tag in bold, its explanation indented below. */
static void item(const char *tag, const char *more, const char *text)
{
    fputs(".TP\n\\fB", stdout);
    print_text(tag);
    fputs("\\fR", stdout);
    if (more) {
        fputs(" \\fI", stdout);
        print_text(more);
        fputs("\\fR", stdout);
    }
    puts("");
    print_text(text);
    puts("");
}

static void paragraph(const char *text)
{
    puts(".PP");
    print_text(text);
    puts("");
}

static void print_options(enum lang lang)
{
    heading(".SH", TEXT("OPTIONS", "选项"), lang);
    for (const struct option_row *o = option_rows; o->name; o++)
        item(o->name, o->value, pair_in(o->help, lang));
}

static void print_commands(enum lang lang)
{
    heading(".SH", TEXT("COMMANDS", "命令"), lang);
    paragraph(pair_in(TEXT("One a line, or parted by ';': typed behind ':', given with -c, in scripts, scenes and lessons.",
                           "一行一条，或用 ; 分开：在 : 后输入，用 -c 给出，写在脚本、场景和课程里。"), lang));
    for (int g = 0; command_groups[g]; g++)
        for (const struct command *c = command_groups[g]; c->name; c++)
            item(c->usage, NULL, pair_in(c->help, lang));
}

static void print_settings(enum lang lang)
{
    heading(".SH", TEXT("SETTINGS", "设置项"), lang);
    paragraph(pair_in(TEXT("For set, add, cycle and reset.", "用于 set、add、cycle 和 reset。"), lang));
    for (const struct param *p = params; p->name; p++)
        item(p->name, NULL, pair_in(p->help, lang));
    heading(".SH", TEXT("ENCODINGS", "位置编码"), lang);
    for (int i = 0; posencs[i]; i++)
        item(posencs[i]->name, posencs[i]->formula, pair_in(posencs[i]->help, lang));
}

static void print_keys(enum lang lang)
{
    heading(".SH", TEXT("KEYS", "按键"), lang);
    for (const struct binding *b = keymap_defaults; b->key; b++) {
        if (b == keymap_defaults || strcmp(b->context, b[-1].context) != 0)
            heading(".SS", TEXT(b->context, b->context), lang);
        printf(".TP\n\\fB");
        print_text(b->key);
        printf("\\fR\n");
        print_text(pair_in(b->note, lang));
        fputs(" (", stdout);
        print_text(b->line);
        puts(")");
    }
}

static void print_values(enum lang lang)
{
    heading(".SH", TEXT("VALUES", "数值"), lang);
    paragraph(pair_in(TEXT("For print and expect, and for the claims of lessons; 'help NAME' explains one.",
                           "用于 print 和 expect，以及课程中的论断；help 名称 解释其中一个。"), lang));
    puts(".PP");
    for (int i = 0; expr_name(i); i++) {
        print_text(expr_name(i));
        puts("");
    }
}

const struct manual_row manual_environment[] = {
    {PAIR("LC_ALL, LC_MESSAGES, LANG", "LC_ALL, LC_MESSAGES, LANG"), PAIR("Chinese when it begins with zh, English otherwise (--lang decides).", "以 zh 开头时用中文，否则用英文（--lang 优先）。")},
    {PAIR("NO_COLOR", "NO_COLOR"), PAIR("Set and not empty: no colours.", "设了且非空：不用颜色。")},
    {PAIR("TERM, COLORTERM", "TERM, COLORTERM"), PAIR("The terminal and whether it has 24-bit colours. How wide it draws → and ● is measured; 'set ambiguous' decides against that.", "终端，以及它有没有 24 位颜色。→、● 占几列由程序测量；set ambiguous 可另行指定。")},
    {PAIR("LINES, COLUMNS", "LINES, COLUMNS"), PAIR("A size of the screen to use in place of the terminal's.", "用这个屏幕大小，而不是终端自己的。")},
    {PAIR("QKV_LESSONS", "QKV_LESSONS"), PAIR("A folder of lessons that is looked into first.", "首先查找的课程文件夹。")},
    {PAIR("XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR", "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR"),
     PAIR("Where qkv/ with the start-up file, the autosave and the progress, own lessons, and the presenter's notes lies; without them ~/.config, ~/.local/state, ~/.local/share, and for the notes the state folder. "
          "A qkv/ that belongs to somebody else, or that others may write in, is not used.",
          "qkv/ 目录所在：启动文件、自动保存与进度、自己的课程、讲稿；未设时为 ~/.config、~/.local/state、~/.local/share，讲稿放在状态目录。"
          "属于其他用户或其他人可以写入的 qkv/ 不会使用。")},
    {PAIR(NULL, NULL), PAIR(NULL, NULL)},
};

const struct manual_row manual_statuses[] = {
    {PAIR("0", "0"), PAIR("fine", "正常")},
    {PAIR("1", "1"), PAIR("a command, an expectation or a check failed", "命令、断言或检查失败")},
    {PAIR("2", "2"), PAIR("wrong usage: nothing was done", "用法错误，什么也没做")},
    {PAIR("3", "3"), PAIR("no usable terminal", "没有可用的终端")},
    {PAIR("128 + N", "128 + N"), PAIR("ended by signal N (as shells say it); the terminal is given back, the session kept", "被信号 N 终止（shell 的写法）；终端已复原，会话已保存")},
    {PAIR(NULL, NULL), PAIR(NULL, NULL)},
};

static void print_rows(const struct manual_row *row, enum lang lang)
{
    for (; row->tag.en; row++)
        item(pair_in(row->tag, lang), NULL, pair_in(row->text, lang));
}

static void print_rest(enum lang lang)
{
    heading(".SH", TEXT("ENVIRONMENT", "环境变量"), lang);
    print_rows(manual_environment, lang);
    heading(".SH", TEXT("EXIT STATUS", "退出状态"), lang);
    print_rows(manual_statuses, lang);
    heading(".SH", TEXT("EXAMPLES", "例子"), lang);
    item("qkv", NULL, pair_in(TEXT("opens 猫追狗; ? explains every screen", "打开“猫追狗”；按 ? 查看每个屏幕的说明"), lang));
    item("qkv -b -c 'sentence 狗追猫' -c 'print weights(0)'", NULL, pair_in(TEXT("prints one row of weights", "打印一行注意力权重"), lang));
    item("qkv -b -c 'export json -'", NULL, pair_in(TEXT("the whole computation as JSON", "以 JSON 输出整个计算"), lang));
}

int manual_tool(const struct options *o)
{
    enum lang lang = o->lang;
    puts(".TH QKV 1 \"\" \"qkv " OPTIONS_VERSION "\"\n.ad l");
    heading(".SH", TEXT("NAME", "名称"), lang);
    printf("qkv \\- %s\n", pair_in(TEXT("see self-attention think, in your terminal", "在终端里看见自注意力的思考"), lang));
    heading(".SH", TEXT("SYNOPSIS", "用法"), lang);
    puts(".B qkv\n[\\fIOPTIONS\\fR] [\\fIFILE\\fR\\&.\\|.\\|.]");
    heading(".SH", TEXT("DESCRIPTION", "说明"), lang);
    paragraph(pair_in(TEXT("Shows self-attention and positional encoding on words, embeddings and weights that you change; every number on "
                           "screen is computed. FILE is a lesson (.md) or a saved state, which can only be looked at; with -b also a script, which may do anything.",
                           "在你随意改动的词、词向量和权重上展示自注意力与位置编码；屏幕上的每个数都是算出来的。文件可以是课程（.md）或保存的状态（只能用来看）；用 -b 时也可以是脚本，脚本什么都能做。"), lang));
    heading(".SH", TEXT("VIEWS", "视图"), lang);
    for (int v = 0; v < VIEW_COUNT; v++)
        item(view_name(v), NULL, pair_in(help_view_text(v), lang));
    print_options(lang);
    print_commands(lang);
    print_settings(lang);
    print_keys(lang);
    print_values(lang);
    print_rest(lang);
    return EXIT_FINE;
}
