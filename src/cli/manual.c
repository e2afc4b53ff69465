/* --help and the manual page. Every list in them is one of the program's tables. */
#include "cli/cli.h"

#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "base/utf8.h"
#include "core/encoding/posenc.h"
#include "expr/expr.h"
#include "lesson/read/scenes.h"
#include "session/usage.h"
#include "state/param.h"

/* Escapes text for groff: backslashes, hyphens, and dots at the start of a line. */
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

static void manual_heading(const char *macro, struct pair name, enum lang lang)
{
    printf("%s \"", macro);
    print_text(pair_in(name, lang));
    puts("\"");
}

/* Returns a usage in a language; the next call overwrites it. */
static const char *usage_in(struct text *t, const char *usage, enum lang lang)
{
    text_clear(t);
    usage_add(t, usage, lang);
    return text_str(t);
}

/* A bold tag with its explanation indented below. */
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

static const struct pair options_rules =
    PAIR("Options and files may be mixed; -- ends the options. Long options may be abbreviated and take a "
         "value as --lang en or --lang=en. Letters may be joined: -bk, -cCMD.",
         "文件与选项可以混排，-- 之后都是文件。长选项可以缩写，值写作 --lang en 或 "
         "--lang=en。单字母选项可以连写：-bk、-cCMD。");

static void print_keys(enum lang lang)
{
    manual_heading(".SH", BOTH("KEYS", "按键"), lang);
    for (const struct binding *b = keymap_defaults; b->key; b++) {
        if (b == keymap_defaults || strcmp(b->context, b[-1].context) != 0)
            manual_heading(".SS", BOTH(b->context, b->context), lang);
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
    manual_heading(".SH", BOTH("VALUES", "数值"), lang);
    paragraph(text_in(TEXT("For print and expect, and for the claims of lessons; 'help NAME' explains one.",
                           "用于 print 和 expect，以及课程中的论断；help 名称 解释其中一个。"),
                      lang));
    paragraph(pair_in(expr_rule, lang));
    puts(".PP");
    for (int i = 0; expr_name(i); i++) {
        print_text(expr_name(i));
        puts("");
    }
}

const struct manual_row manual_environment[] = {
    {PAIR("LC_ALL, LC_MESSAGES, LANG", "LC_ALL, LC_MESSAGES, LANG"),
     PAIR("Chinese if the first that is set begins with zh, otherwise English (--lang overrides).",
          "最先设置的那个以 zh 开头时用中文，否则用英文（--lang 优先）。")},
    {PAIR("NO_COLOR", "NO_COLOR"),
     PAIR("No colours if set to anything but the empty string.", "设了且非空：不用颜色。")},
    {PAIR("NO_MOTION", "NO_MOTION"),
     PAIR("Changes are shown at once if set to anything but the empty string, as with 'set motion off'.",
          "设了且非空：改动立刻显示，不做动画，和 set motion off 一样。")},
    {PAIR("TERM, COLORTERM", "TERM, COLORTERM"),
     PAIR("The kind of terminal, and whether it has 24-bit colours. An xterm is also asked whether it has "
          "more colours than described (--color overrides that), and how wide → and ● are ('set ambiguous').",
          "终端，以及它有没有 24 位颜色。程序还会问 xterm 有没有更多颜色（--color 可另行指定），→、● "
          "占几列（set ambiguous 可另行指定）。")},
    {PAIR("LINES, COLUMNS", "LINES, COLUMNS"),
     PAIR("Override the terminal's size.", "用这个屏幕大小，而不是终端自己的。")},
    {PAIR("QKV_LESSONS", "QKV_LESSONS"),
     PAIR("The first folder to look for lessons in.", "首先查找课程的文件夹。")},
    {PAIR("XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR",
          "XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR"),
     PAIR("Folders that contain qkv/ with the start-up file, autosaves and progress, your lessons, and the "
          "presenter's notes. Defaults: ~/.config, ~/.local/state, ~/.local/share, and for the notes the "
          "state folder. A qkv/ that belongs to another user, or that others may write to, is not used.",
          "qkv/ 目录所在：启动文件、自动保存与进度、自己的课程、讲稿；未设时为 "
          "~/.config、~/.local/state、~/.local/share，讲稿放在状态目录。属于其他用户或其他人可以写入的 qkv/ "
          "不会使用。")},
    {PAIR(NULL, NULL), PAIR(NULL, NULL)},
};

const struct manual_row manual_statuses[] = {
    {PAIR("0", "0"), PAIR("success", "成功")},
    {PAIR("1", "1"), PAIR("a command, an expectation or a check failed", "命令、断言或检查失败")},
    {PAIR("2", "2"), PAIR("usage error; nothing was done", "用法错误，什么也没做")},
    {PAIR("3", "3"), PAIR("no usable terminal", "没有可用的终端")},
    {PAIR("128 + N", "128 + N"),
     PAIR("ended by signal N (as a shell reports it); the terminal is restored and the session kept",
          "被信号 N 终止（shell 的写法）；终端已复原，会话已保存")},
    {PAIR(NULL, NULL), PAIR(NULL, NULL)},
};

static void print_rows(const struct manual_row *row, enum lang lang)
{
    for (; row->tag.en; row++)
        item(pair_in(row->tag, lang), NULL, pair_in(row->text, lang));
}

static const struct manual_row browser_rows[] = {
    {PAIR("build/web/qkv.html", "build/web/qkv.html"),
     PAIR("the whole program and every lesson in one file, which uses no network; \"make web\" builds it",
          "一个文件，里面是整个程序和全部课程，不联网；“make web”生成它")},
    {PAIR("build/web/server", "build/web/server"),
     PAIR("the same in parts for a web server; it also opens models, when their files or folder are dropped "
          "on it",
          "同一份拆开放在网页服务器上；把模型的文件或文件夹拖进去，也能打开模型")},
    {PAIR("#lesson=08/alias, #lang=zh", "#lesson=08/alias, #lang=zh"),
     PAIR("after the address: the lesson and the language to open", "写在地址后面：打开哪一课、用哪种语言")},
    {PAIR("Y", "Y"), PAIR("copies a link to the scene", "复制当前场景的链接")},
    {PAIR(NULL, NULL), PAIR(NULL, NULL)},
};

static const struct manual_row example_rows[] = {
    {PAIR("qkv", "qkv"), PAIR("opens the start screen; press ? on any screen for an explanation",
                              "打开开始画面；按 ? 查看每个屏幕的说明")},
    {PAIR("qkv -b -c 'sentence dog chases cat' -c 'print weights(0)'",
          "qkv -b -c 'sentence 狗追猫' -c 'print weights(0)'"),
     PAIR("prints one row of weights", "打印一行注意力权重")},
    {PAIR("qkv -b -c 'export json -'", "qkv -b -c 'export json -'"),
     PAIR("the whole computation as JSON", "以 JSON 输出整个计算")},
    {PAIR(NULL, NULL), PAIR(NULL, NULL)},
};

static void print_rest(enum lang lang)
{
    manual_heading(".SH", BOTH("IN A BROWSER", "在浏览器里"), lang);
    print_rows(browser_rows, lang);
    manual_heading(".SH", BOTH("ENVIRONMENT", "环境变量"), lang);
    print_rows(manual_environment, lang);
    manual_heading(".SH", BOTH("EXIT STATUS", "退出状态"), lang);
    print_rows(manual_statuses, lang);
    manual_heading(".SH", BOTH("EXAMPLES", "例子"), lang);
    print_rows(example_rows, lang);
}

int manual_tool(const struct options *o)
{
    enum lang lang = o->lang;
    puts(".TH QKV 1 \"\" \"qkv " OPTIONS_VERSION "\"\n.ad l");
    if (lang == LANG_ZH) /* else groff breaks no line between Chinese characters */
        puts(".mso zh.tmac");
    manual_heading(".SH", BOTH("NAME", "名称"), lang);
    printf("qkv \\- %s\n",
           text_in(TEXT("see self-attention think, in your terminal", "在终端里看自注意力怎样思考"), lang));
    manual_heading(".SH", BOTH("SYNOPSIS", "用法"), lang);
    printf(".B qkv\n[\\fI%s\\fR] [\\fI%s\\fR\\&.\\|.\\|.]\n", text_in(TEXT("OPTIONS", "选项"), lang),
           text_in(TEXT("FILE", "文件"), lang));
    manual_heading(".SH", BOTH("DESCRIPTION", "说明"), lang);
    paragraph(text_in(
        TEXT("Shows self-attention and positional encoding on words, embeddings and weights that you change; "
             "every number on screen is computed. FILE is a lesson (.md) or a saved state, which is only "
             "opened, never run; with -b also a script, which may run any command.",
             "用你可以随意改动的词、词向量和权重，展示自注意力与位置编码；屏幕上的每个数都是算出来的。文件可"
             "以是课程（.md）或保存的状态（只打开，不当脚本运行）；用 -b 时也可以是脚本，脚本什么都能做。"),
        lang));
    manual_heading(".SH", BOTH("VIEWS", "视图"), lang);
    for (int v = 0; v < VIEW_COUNT; v++)
        item(view_name(v), NULL, pair_in(views[v]->help, lang));
    struct text usage = {0};
    manual_heading(".SH", BOTH("OPTIONS", "选项"), lang);
    paragraph(pair_in(options_rules, lang));
    for (const struct option_row *row = o->rows; row->name; row++)
        item(row->name, row->value ? usage_in(&usage, row->value, lang) : NULL, pair_in(row->help, lang));
    manual_heading(".SH", BOTH("COMMANDS", "命令"), lang);
    paragraph(text_in(TEXT("One per line, or separated by ';': typed after ':', given with -c, in scripts, "
                           "scenes and lessons.",
                           "一行一条，或用 ; 分开：在 : 后输入，用 -c 给出，写在脚本、场景和课程里。"),
                      lang));
    for (int g = 0; app_commands[g]; g++)
        for (const struct command *c = app_commands[g]; c->name; c++) {
            text_clear(&usage);
            usage_command(&usage, c->name, c->words, lang);
            item(text_str(&usage), NULL, pair_in(c->help, lang));
        }
    text_finish(&usage);
    manual_heading(".SH", BOTH("SETTINGS", "设置项"), lang);
    paragraph(text_in(TEXT("For set, add, cycle and reset.", "用于 set、add、cycle 和 reset。"), lang));
    for (const struct param *p = params; p->name; p++)
        if (!p->unlisted)
            item(p->name, NULL, pair_in(p->help, lang));
    manual_heading(".SH", BOTH("ENCODINGS", "位置编码"), lang);
    for (int i = 0; posencs[i]; i++)
        item(posencs[i]->name, pair_in(posencs[i]->formula, lang), pair_in(posencs[i]->help, lang));
    print_keys(lang);
    print_values(lang);
    print_rest(lang);
    return EXIT_FINE;
}

int help_tool(const struct options *o)
{
    enum lang lang = o->lang;
    printf("%s\n", text_in(TEXT("qkv - see self-attention think, in your terminal",
                                "qkv——在终端里看自注意力怎样思考"),
                           lang));
    printf("%s   %s\n", text_in(TEXT("usage: qkv [OPTIONS] [FILE…]", "用法：qkv [选项] [文件…]"), lang),
           text_in(TEXT("FILE: a lesson (.md) or a saved state; with -b also a script",
                        "文件：课程（.md）或保存的状态；用 -b 时也可以是脚本"),
                   lang));
    printf("%s\n\n", pair_in(options_rules, lang));
    struct text usage = {0};
    for (const struct option_row *row = o->rows; row->name; row++) {
        const char *value = row->value ? usage_in(&usage, row->value, lang) : "";
        int n = 3 + utf8_width(row->name) + utf8_width(value);
        printf("  %s %s%*s%s\n", row->name, value, n < 38 ? 38 - n : 1, "", pair_in(row->help, lang));
    }
    text_finish(&usage);
    fputs(text_in(TEXT("\nExit status: ", "\n退出状态："), lang), stdout);
    for (const struct manual_row *row = manual_statuses; row->tag.en; row++)
        printf("%s%s %s", row == manual_statuses ? "" : text_in(TEXT(", ", "，"), lang),
               pair_in(row->tag, lang), pair_in(row->text, lang));
    puts(text_in(TEXT(".", "。"), lang));
    return EXIT_FINE;
}

int version_tool(const struct options *o)
{
    (void)o;
    puts("qkv " OPTIONS_VERSION);
    return EXIT_FINE;
}

/* ---- completions --------------------------------------------------------------------- */

static bool listed(const char *value)
{
    return value && strchr(value, '|');
}

/* Whether a value names a file (a lesson may be one), a folder, or a scene. */
static bool takes_file(const struct option_row *o)
{
    return o->value && (strcmp(o->value, "FILE") == 0 || strcmp(o->name, "--lesson") == 0);
}

static bool takes_folder(const struct option_row *o)
{
    return o->value && strcmp(o->value, "FOLDER") == 0;
}

static bool takes_scene(const struct option_row *o)
{
    return strcmp(o->name, "--scene") == 0;
}

static void print_scenes(void)
{
    struct text t = TEXT_HERE;
    scenes_list(&t);
    fputs(text_str(&t), stdout);
    text_finish(&t);
}

/* Prints "auto|never" with `gap` between the words. */
static void print_choices(const char *value, char gap)
{
    for (; *value; value++)
        putchar(*value == '|' ? gap : *value);
}

static void print_bash(const struct option_row *rows, enum lang lang)
{
    (void)lang;
    puts("_qkv() {\n    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} end");
    puts("    [[ $cur == = ]] && cur=\n    [[ $prev == = ]] && prev=${COMP_WORDS[COMP_CWORD-2]}\n    case "
         "$prev in");
    for (const struct option_row *o = rows; o->name; o++)
        if (listed(o->value)) {
            printf("    %s) mapfile -t COMPREPLY < <(compgen -W '", o->name);
            print_choices(o->value, ' ');
            puts("' -- \"$cur\"); return ;;");
        } else if (takes_scene(o)) {
            printf("    %s) mapfile -t COMPREPLY < <(compgen -W '", o->name);
            print_scenes();
            puts("' -- \"$cur\"); return ;;");
        } else if (takes_file(o) || takes_folder(o)) {
            printf("    %s) mapfile -t COMPREPLY < <(compgen -%c -- \"$cur\"); return ;;\n", o->name,
                   takes_file(o) ? 'f' : 'd');
        }
    puts("    esac\n    if [[ $cur == -* ]]; then");
    printf("        mapfile -t COMPREPLY < <(compgen -W '");
    for (const struct option_row *o = rows; o->name; o++)
        printf("%s%s", o == rows ? "" : " ", o->name);
    puts("' -- \"$cur\")\n    else\n        mapfile -t COMPREPLY < <(for end in md scene qkv; do compgen -f "
         "-X \"!*.$end\" -- "
         "\"$cur\"; done; compgen -d -- \"$cur\")\n    fi\n}"); /* (a pattern of several needs extglob) */
    puts("complete -o filenames -F _qkv qkv");
}

/* Escapes text for single quotes in zsh and fish; in zsh colons separate fields. */
static void print_quoted(const char *s, bool zsh)
{
    for (; *s; s++) {
        if (*s == '\'')
            fputs("'\\''", stdout);
        else if (zsh && strchr("[]:\\", *s))
            printf("\\%c", *s);
        else
            putchar(*s);
    }
}

static void print_zsh(const struct option_row *rows, enum lang lang)
{
    puts("#compdef qkv\n_arguments \\");
    for (const struct option_row *o = rows; o->name; o++) {
        printf("  '*%s%s[", o->name, !o->value ? "" : o->name[1] == '-' ? "=" : "+");
        print_quoted(pair_in(o->help, lang), true);
        putchar(']');
        if (o->value) {
            printf(":%s:", strchr(o->value, '|') ? "value" : o->value);
            if (listed(o->value)) {
                putchar('(');
                print_choices(o->value, ' ');
                putchar(')');
            } else if (takes_scene(o)) {
                putchar('(');
                print_scenes();
                putchar(')');
            } else if (takes_file(o) || takes_folder(o))
                printf("_files%s", takes_file(o) ? "" : " -/");
        }
        puts("' \\");
    }
    puts("  '*:file:_files -g \"*.(md|scene|qkv)\"'");
}

static void print_fish(const struct option_row *rows, enum lang lang)
{
    for (const struct option_row *o = rows; o->name; o++) {
        printf("complete -c qkv %s %s", o->name[1] == '-' ? "-l" : "-s",
               o->name + (o->name[1] == '-' ? 2 : 1));
        if (o->value)
            printf(takes_file(o) ? " -r" : " -x");
        if (listed(o->value)) {
            printf(" -a '");
            print_choices(o->value, ' ');
            putchar('\'');
        } else if (takes_scene(o)) {
            printf(" -a '");
            print_scenes();
            putchar('\'');
        } else if (takes_folder(o)) {
            printf(" -a '(__fish_complete_directories)'");
        }
        printf(" -d '");
        print_quoted(pair_in(o->help, lang), false);
        puts("'");
    }
}

int completion_tool(const struct options *o)
{
    static const struct {
        const char *name;
        void (*print)(const struct option_row *rows, enum lang lang);
    } shells[] = {
        {"bash", print_bash},
        {"zsh", print_zsh},
        {"fish", print_fish},
    };
    for (size_t i = 0; i < sizeof shells / sizeof *shells; i++)
        if (strcmp(shells[i].name, o->argument) == 0)
            shells[i].print(o->rows, o->lang);
    return EXIT_FINE;
}
