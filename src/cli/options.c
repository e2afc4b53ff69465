#include "cli/options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "app/keep/file.h"
#include "base/mem.h"
#include "base/near.h"
#include "base/number.h"
#include "cli/lesson_tools.h"
#include "cli/manual.h"
#include "cli/record.h"
#include "cli/startup.h"

/* Index of the value among the names, which end with NULL; -1: none of them. */
static int among(const char *value, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], value) == 0)
            return i;
    return -1;
}

/* One language, or both for --check. */
static bool set_lang(struct options *o, const char *value)
{
    static const char *const names[] = {"en", "zh", "en,zh", "zh,en", NULL};
    int i = among(value, names);
    o->langs = i < 2 ? 1U << i : 3;
    if (i >= 0 && i < 2)
        o->lang = (enum lang)i;
    return i >= 0;
}

static bool set_colours(struct options *o, const char *value)
{
    static const char *const names[] = {"auto", "never", "8", "16", "256", "direct", NULL};
    o->colours = among(value, names);
    return o->colours >= 0;
}

static bool set_theme(struct options *o, const char *value)
{
    static const char *const names[] = {"dark", "light", "contrast", "mono", NULL};
    o->theme = value;
    return among(value, names) >= 0;
}

static bool add_command(struct options *o, const char *value)
{
    o->commands[o->command_count++] = value;
    return true;
}

static bool set_batch(struct options *o, const char *value)
{
    (void)value;
    return o->batch = true;
}

static bool set_keep_going(struct options *o, const char *value)
{
    (void)value;
    return o->keep_going = true;
}

static bool set_plain(struct options *o, const char *value)
{
    (void)value;
    return o->plain = true;
}

static bool use_tool(struct options *o, int (*tool)(const struct options *o), const char *argument)
{
    o->tool = tool;
    o->argument = argument;
    return true;
}

static bool set_check(struct options *o, const char *value)
{
    return use_tool(o, check_tool, value);
}

static bool set_lesson(struct options *o, const char *value)
{
    o->lesson = value;
    return true;
}

static bool set_cast(struct options *o, const char *value)
{
    return use_tool(o, record_tool, value);
}

static bool set_auto(struct options *o, const char *value)
{
    return number_parse(value, strlen(value), &o->seconds) == NUMBER_OK && o->seconds >= 0.1 && o->seconds <= 60;
}

static bool set_notes(struct options *o, const char *value)
{
    (void)value;
    return o->notes = true;
}

static bool set_watch(struct options *o, const char *value)
{
    (void)value;
    return o->watch = true;
}

static bool set_mutate(struct options *o, const char *value)
{
    o->mutate = true;
    return use_tool(o, check_tool, value);
}

static bool set_sync(struct options *o, const char *value)
{
    return use_tool(o, sync_tool, value);
}

static bool set_new_lesson(struct options *o, const char *value)
{
    return use_tool(o, new_lesson_tool, value);
}

static bool set_number(struct options *o, const char *value)
{
    return use_tool(o, number_tool, value);
}

static bool set_export_lesson(struct options *o, const char *value)
{
    return use_tool(o, export_lesson_tool, value);
}

static bool set_directives(struct options *o, const char *value)
{
    return use_tool(o, directives_tool, value);
}

static bool set_scene(struct options *o, const char *value)
{
    o->scene = value;
    return true;
}

static bool set_man(struct options *o, const char *value)
{
    return use_tool(o, manual_tool, value);
}

static bool set_tour(struct options *o, const char *value)
{
    (void)value;
    o->lesson = "tour";
    return true;
}

static bool set_print_start(struct options *o, const char *value)
{
    return use_tool(o, startup_tool, value);
}

static bool set_completion(struct options *o, const char *value)
{
    static const char *const names[] = {"bash", "zsh", "fish", NULL};
    return use_tool(o, completion_tool, value) && among(value, names) >= 0;
}

const struct option_row option_rows[] = {
    {"-c", "CMD", PAIR("run CMD first (may be repeated)", "先执行 CMD（可重复）"), add_command},
    {"-b", NULL, PAIR("batch: no screen; run -c commands and FILEs (scripts too), or standard input", "批处理：不开屏幕；执行 -c 命令和文件（也可以是脚本），或标准输入"), set_batch},
    {"-k", NULL, PAIR("batch: go on after a failed command", "批处理：命令失败后继续"), set_keep_going},
    {"--plain", NULL, PAIR("a session in sentences and tables, for screen readers: commands in, words out", "用句子和表格进行的会话，适合读屏软件：输入命令，回答文字"), set_plain},
    {"--lang", "zh|en", PAIR("language", "语言"), set_lang},
    {"--color", "auto|never|8|16|256|direct", PAIR("colours", "颜色"), set_colours},
    {"--lesson", "NAME[/STEP]", PAIR("open a lesson (01, 08/alias, a file)", "打开一课（01、08/alias 或文件）"), set_lesson},
    {"--watch", NULL, PAIR("read the open lesson again whenever its file changes", "课程文件一有改动就重新读入"), set_watch},
    {"--notes", NULL, PAIR("the presenter's notes of the lesson in another terminal", "另一个终端里课程的讲稿提示"), set_notes},
    {"--auto", "SECONDS", PAIR("the lesson plays itself, a step forward each 0.1 to 60 seconds; nothing is remembered", "课程自动往下走，每隔 0.1 到 60 秒一步；不留记录"), set_auto},
    {"--cast", "FILE", PAIR("record the lesson playing itself (asciicast v2, 80×24, markers at its steps)", "录制自动播放的课程（asciicast v2，80×24，每一步有标记）"), set_cast},
    {"--check", NULL, PAIR("check lessons: FILEs, folders, or all shipped ones; --lang zh,en restricts", "检查课程：文件、文件夹，或全部自带课程；--lang zh,en 限定语言"), set_check},
    {"--mutate", NULL, PAIR("check, and that every changed digit is noticed", "检查，并确认改动任何一位数字都会被发现"), set_mutate},
    {"--sync", NULL, PAIR("record that both languages were compared: of the FILEs, or of all lessons", "记录两种语言已经对照过：所给文件的，或全部课程的"), set_sync},
    {"--new-lesson", "ID", PAIR("write a new lesson in both languages from a template", "按模板写一课的两种语言文件"), set_new_lesson},
    {"--number", "EXPR", PAIR("print a value at 3, 4 and 6 digits (after --scene and -c)", "按 3、4、6 位小数打印一个值（在 --scene 和 -c 之后）"), set_number},
    {"--scene", "NAME", PAIR("the scene for --number", "--number 用的场景"), set_scene},
    {"--directives", NULL, PAIR("every directive of a lesson, with an example", "课程文件的全部指令及示例"), set_directives},
    {"--export-lesson", "FILE", PAIR("a lesson as plain text, its numbers checked", "把一课导出为纯文本，数字先经核对"), set_export_lesson},
    {"--theme", "dark|light|contrast|mono", PAIR("theme", "配色"), set_theme},
    {"--tour", NULL, PAIR("begin with the tour of one minute", "从一分钟导览开始"), set_tour},
    {"--man", NULL, PAIR("print the manual page (groff)", "打印手册页（groff 格式）"), set_man},
    {"--print-start", NULL, PAIR("print a start-up file with everything explained", "打印一份带说明的启动文件"), set_print_start},
    {"--completion", "bash|zsh|fish", PAIR("print the completions for a shell", "打印某个 shell 的补全脚本"), set_completion},
    {"--help", NULL, PAIR("print this list", "打印这个列表"), NULL},
    {"--version", NULL, PAIR("print the version", "打印版本"), NULL},
    {NULL, NULL, PAIR(NULL, NULL), NULL},
};

static void print_help(enum lang lang)
{
    printf("%s\n", pair_in(TEXT("qkv - see self-attention think, in your terminal", "qkv——在终端里看见自注意力的思考"), lang));
    printf("%s: qkv [OPTIONS] [FILE…]   %s\n\n", pair_in(TEXT("usage", "用法"), lang), pair_in(TEXT("FILE: a lesson (.md) or a saved state; with -b also a script", "文件：课程（.md）或保存的状态；用 -b 时也可以是脚本"), lang));
    for (const struct option_row *row = option_rows; row->name; row++) {
        int n = printf("  %s %s", row->name, row->value ? row->value : "");
        printf("%*s%s\n", n < 38 ? 38 - n : 1, "", pair_in(row->help, lang));
    }
    fputs(pair_in(TEXT("\nExit status: ", "\n退出状态："), lang), stdout);
    for (const struct manual_row *row = manual_statuses; row->tag.en; row++)
        printf("%s%s %s", row == manual_statuses ? "" : pair_in(TEXT(", ", "，"), lang), pair_in(row->tag, lang), pair_in(row->text, lang));
    puts(pair_in(TEXT(".", "。"), lang));
}

static void lang_from_environment(struct options *o)
{
    static const char *const names[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(names[i]);
        if (value && *value) {
            o->lang = strncmp(value, "zh", 2) == 0 ? LANG_ZH : LANG_EN;
            return;
        }
    }
}

/* `what` and, in brackets, what would be right. */
static int wrong(const struct options *o, struct pair what, const char *arg, const char *right)
{
    struct text line = {0};
    text_addf(&line, pair_in(TEXT("qkv: error: %s '%s' (%s)\n", "qkv: error: %s“%s”（%s）\n"), o->lang), pair_in(what, o->lang), arg, right);
    file_complain(text_str(&line));
    text_finish(&line);
    return EXIT_USAGE;
}

/* What an option takes: the list of values, else what the option is for. */
static const char *right_value(const struct options *o, const struct option_row *row)
{
    return row->value && strchr(row->value, '|') ? row->value : pair_in(row->help, o->lang);
}

static int unknown(const struct options *o, const char *arg)
{
    struct text right = {0};
    const char *near = near_name(arg, option_rows, sizeof *option_rows);
    if (near)
        text_addf(&right, pair_in(TEXT("did you mean %s?", "是不是 %s？"), o->lang), near);
    int status = wrong(o, TEXT("unknown option", "没有这个选项："), arg, near ? text_str(&right) : "qkv --help");
    text_finish(&right);
    return status;
}

/* One option; *i moves over its value. */
static int read_option(struct options *o, int argc, char **argv, int *i)
{
    const char *arg = argv[*i];
    for (const struct option_row *row = option_rows; row->name; row++) {
        size_t n = strlen(row->name);
        bool joined = row->value && n > 2 && strncmp(arg, row->name, n) == 0 && arg[n] == '=';
        if (!joined && strcmp(arg, row->name) != 0)
            continue;
        const char *value = joined ? arg + n + 1 : NULL;
        if (row->value && !joined) {
            if (*i + 1 >= argc)
                return wrong(o, TEXT("a value is missing behind", "缺少值："), arg, row->value);
            value = argv[++*i];
        }
        return row->set(o, value) ? -1 : wrong(o, TEXT("no such value:", "没有这个值："), value ? value : arg, right_value(o, row));
    }
    return unknown(o, arg);
}

int options_read(struct options *o, int argc, char **argv)
{
    int status = -1;
    lang_from_environment(o);
    o->commands = mem_new((size_t)argc + 1, sizeof *o->commands);
    o->files = mem_new((size_t)argc + 1, sizeof *o->files);
    if (!o->commands || !o->files)
        return EXIT_FAILED;
    for (int i = 1; i < argc && status < 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "--version") == 0) {
            if (argv[i][2] == 'h')
                print_help(o->lang);
            else
                puts("qkv " OPTIONS_VERSION);
            return EXIT_FINE;
        }
        if (argv[i][0] == '-' && argv[i][1] != '\0')
            status = read_option(o, argc, argv, &i);
        else
            o->files[o->file_count++] = argv[i];
    }
    return status;
}

void options_finish(struct options *o)
{
    mem_free(o->commands);
    mem_free(o->files);
    *o = (struct options){0};
}
