/* The table of options. --help, the manual, README.md and the shells' completions are made from it. */
#include <string.h>

#include "base/number.h"
#include "cli/options.h"
#include "cli/cli.h"
#include "state/state.h"

enum { AUTO_MOST = 60 }; /* seconds of --auto, as its help says */
#define AUTO_LEAST 0.1

#define FIELD(name) offsetof(struct options, name)

/* One language for a session, one or both for --check. */
static bool set_lang(struct options *o, const char *value)
{
    static const struct {
        const char *name;
        enum lang lang;
        unsigned langs;
    } names[] = {
        {"en", LANG_EN, 1U << LANG_EN},
        {"zh", LANG_ZH, 1U << LANG_ZH},
        {"en,zh", LANG_EN, 3},
        {"zh,en", LANG_ZH, 3},
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].name, value) == 0) {
            o->lang = names[i].langs == 3 ? o->lang : names[i].lang;
            o->langs = names[i].langs;
            return true;
        }
    return false;
}

static bool add_command(struct options *o, const char *value)
{
    o->commands[o->command_count++] = value;
    return true;
}

static bool set_auto(struct options *o, const char *value)
{
    return number_parse(value, strlen(value), &o->seconds) == NUMBER_OK && o->seconds >= AUTO_LEAST &&
           o->seconds <= AUTO_MOST;
}

static bool set_tour(struct options *o, const char *value)
{
    (void)value;
    o->lesson = "tour";
    return true;
}

const struct option_row option_rows[] = {
    {"-c", "CMD", PAIR("run CMD first (may be repeated)", "先执行这条命令（可重复）"), .set = add_command},
    {"-b", NULL,
     PAIR("batch: no screen; run the -c commands and FILEs (scripts too), or standard input",
          "批处理：不开屏幕；执行 -c 命令和文件（也可以是脚本），或标准输入"),
     .flag = FIELD(batch)},
    {"-k", NULL, PAIR("batch: go on after a failed command", "批处理：命令失败后继续"),
     .flag = FIELD(keep_going)},
    {"--plain", NULL,
     PAIR("a session in sentences and tables, for screen readers", "用句子和表格进行的会话，适合读屏软件"),
     .flag = FIELD(plain)},
    {"--lang", "zh|en", PAIR("language", "语言"), .set = set_lang},
    {"--color", "auto|never|8|16|256|direct", PAIR("colours", "颜色"), .choice = FIELD(colours)},
    {"--model", "FOLDER",
     PAIR("open a published model from its files (help model)", "打开一个公开发布的模型的文件（help model）"),
     .word = FIELD(model)},
    {"--lesson", "NAME[/STEP]",
     PAIR("open a lesson (01, 08/alias, a file)", "打开一课（01、08/alias 或文件）"), .word = FIELD(lesson)},
    {"--scene", "NAME",
     PAIR("open a scene of the lessons (help scene lists them)", "打开一个课程场景（help scene 列出）"),
     .word = FIELD(scene)},
    {"--watch", NULL, PAIR("reload the open lesson whenever its file changes", "课程文件一有改动就重新读入"),
     .flag = FIELD(watch)},
    {"--notes", NULL,
     PAIR("show the presenter's notes for the lesson that is open in another terminal",
          "显示另一个终端里所开课程的讲稿提示"),
     .flag = FIELD(notes)},
    {"--auto", "SECONDS",
     PAIR("the lesson plays itself, one step every 0.1 to 60 seconds; progress is not saved",
          "课程自动播放，每隔 0.1 到 60 秒走一步；不保存进度"),
     .set = set_auto},
    {"--cast", "FILE",
     PAIR("record the lesson playing itself, or --keys, at 80×24: FILE.svg as a moving picture, else "
          "asciicast",
          "按 80×24 录制自动播放的课程，或 --keys 的按键：文件名以 .svg 结尾是动图，否则是 asciicast"),
     .tool = record_tool},
    {"--keys", "KEYS",
     PAIR("for --cast: keys to press ('Space x Enter'), each followed by what it moves and a pause (--auto)",
          "供 --cast 用：依次按下的键（“Space x Enter”），每键之后录下画面的变化，再停一停（--auto）"),
     .word = FIELD(keys)},
    {"--check", NULL,
     PAIR("check lessons: FILEs or folders, else those in lessons/ here, else the built-in ones; --lang "
          "zh,en selects languages",
          "检查课程：所给的文件、文件夹；不给时检查这里的 lessons/，没有就检查全部自带课程；--lang zh,en "
          "限定语言"),
     .tool = check_tool},
    {"--mutate", NULL,
     PAIR("check lessons, and that changing any digit is noticed",
          "检查课程，并确认改动任何一位数字都会被发现"),
     .tool = check_tool, .flag = FIELD(mutate)},
    {"--sync", NULL,
     PAIR("record that both languages of the FILEs, or of all lessons, were compared",
          "记录两种语言已经对照过：所给文件的，或全部课程的"),
     .tool = sync_tool},
    {"--new-lesson", "ID",
     PAIR("write a new lesson in both languages from a template", "按模板写一课的两种语言文件"),
     .tool = new_lesson_tool},
    {"--number", "EXPR",
     PAIR("print a value with 3, 4 and 6 decimals (after --model, --scene, --lesson, -c and FILEs)",
          "按 3、4、6 位小数打印一个值（在 --model、--scene、--lesson、-c 和文件之后）"),
     .tool = number_tool},
    {"--directives", NULL,
     PAIR("print what a lesson may contain: the keys of its front matter, every directive with an example",
          "打印课程里能写的一切：文件头的各项、全部指令及示例"),
     .tool = directives_tool},
    {"--export-lesson", "NAME",
     PAIR("print a lesson (01, a file) as plain text after checking its numbers",
          "核对数字后，把一课（01 或文件）打印为纯文本"),
     .tool = export_lesson_tool},
    {"--theme", THEME_NAMES, PAIR("theme", "配色"), .word = FIELD(theme)},
    {"--tour", NULL, PAIR("start with the one-minute tour", "从一分钟导览开始"), .set = set_tour},
    {"--man", NULL, PAIR("print the manual page (groff)", "打印手册页（groff 格式）"), .tool = manual_tool},
    {"--print-start", NULL, PAIR("print a start-up file with comments", "打印一份带说明的启动文件"),
     .tool = startup_tool},
    {"--completion", "bash|zsh|fish", PAIR("print the completions for a shell", "打印某个 shell 的补全脚本"),
     .tool = completion_tool},
    {"--help", NULL, PAIR("print this list", "打印这个列表"), .tool = help_tool, .ends = true},
    {"-h", NULL, PAIR("same as --help", "同 --help"), .tool = help_tool, .ends = true},
    {"--version", NULL, PAIR("print the version", "打印版本"), .tool = version_tool, .ends = true},
    {.name = NULL},
};
