/* The table of options. --help, the manual, README.md and the shells' completions are made from it. */
#include <string.h>

#include "base/number.h"
#include "cli/options.h"
#include "cli/cli.h"
#include "state/state.h"

enum { AUTO_MOST = 60 }; /* seconds of --auto, as its help says */
#define AUTO_LEAST 0.1

#define FIELD(name) offsetof(struct options, name)

/* One language for a session, one or several, "zh,en", for --check. */
static bool set_lang(struct options *o, const char *value)
{
    unsigned langs = 0;
    enum lang lang = LANG_COUNT;
    for (size_t n = 0; n == 0 || value[-1] == ','; value += n + 1) {
        n = strcspn(value, ",");
        lang = lang_of_code(value, n);
        if (lang == LANG_COUNT || langs & 1U << lang)
            return false;
        langs |= 1U << lang;
    }
    o->lang = langs == 1U << lang ? lang : o->lang;
    o->langs = langs;
    return true;
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

static bool set_tap(struct options *o, const char *value)
{
    o->tap = value;
    if (strcmp(value, "--help") == 0)
        o->tool = tap_help_tool;
    return true;
}

static bool set_tour(struct options *o, const char *value)
{
    (void)value;
    o->lesson = "tour";
    return true;
}

const struct option_row option_rows[] = {
    {"-c", "CMD", TEXT("run CMD first (may be repeated)"), .set = add_command},
    {"-b", NULL, TEXT("batch: no screen; run the -c commands and FILEs (scripts too), or standard input"),
     .flag = FIELD(batch)},
    {"-k", NULL, TEXT("batch: go on after a failed command"), .flag = FIELD(keep_going)},
    {"--plain", NULL, TEXT("a session in sentences and tables, for screen readers"), .flag = FIELD(plain)},
    {"--lang", LANG_CODES, TEXT("language"), .set = set_lang},
    {"--color", "auto|never|8|16|256|direct", TEXT("colours"), .choice = FIELD(colours)},
    {"--model", "FOLDER", TEXT("open a published model from its files (help model)"), .word = FIELD(model)},
    {"--tap", "FILE",
     TEXT(
         "look at the attention that your own program computed (.safetensors, .npz, a folder of .npy) and be "
         "told what it is; with -b for tests: 1 if anything is found; --tap --help prints Python that writes "
         "such files"),
     .set = set_tap},
    {"--lesson", "NAME[/STEP]", TEXT("open a lesson (01, 08/alias, a file)"), .word = FIELD(lesson)},
    {"--scene", "NAME", TEXT("open a scene of the lessons (help scene lists them)"), .word = FIELD(scene)},
    {"--watch", NULL, TEXT("reload the open lesson whenever its file changes"), .flag = FIELD(watch)},
    {"--notes", NULL, TEXT("show the presenter's notes for the lesson that is open in another terminal"),
     .flag = FIELD(notes)},
    {"--auto", "SECONDS",
     TEXT("the lesson plays itself, one step every 0.1 to 60 seconds; progress is not saved"),
     .set = set_auto},
    {"--cast", "FILE",
     TEXT("record the lesson playing itself, or --keys, at 80×24: FILE.svg as a moving picture, else "
          "asciicast"),
     .tool = record_tool},
    {"--keys", "KEYS",
     TEXT("for --cast: keys to press ('Space x Enter'), each followed by what it moves and a pause (--auto)"),
     .word = FIELD(keys)},
    {"--check", NULL,
     TEXT("check lessons: FILEs or folders, else those in lessons/ here, else the built-in ones; --lang "
          "zh,en selects languages"),
     .tool = check_tool},
    {"--mutate", NULL, TEXT("check lessons, and that changing any digit is noticed"), .tool = check_tool,
     .flag = FIELD(mutate)},
    {"--sync", NULL, TEXT("record that both languages of the FILEs, or of all lessons, were compared"),
     .tool = sync_tool},
    {"--new-lesson", "ID", TEXT("write a new lesson in both languages from a template"),
     .tool = new_lesson_tool},
    {"--number", "EXPR",
     TEXT("print a value with 3, 4 and 6 decimals (after --model, --scene, --lesson, -c and FILEs)"),
     .tool = number_tool},
    {"--directives", NULL,
     TEXT("print what a lesson may contain: the keys of its front matter, every directive with an example"),
     .tool = directives_tool},
    {"--export-lesson", "NAME", TEXT("print a lesson (01, a file) as plain text after checking its numbers"),
     .tool = export_lesson_tool},
    {"--theme", THEME_NAMES, TEXT("theme"), .word = FIELD(theme)},
    {"--tour", NULL, TEXT("start with the one-minute tour"), .set = set_tour},
    {"--man", NULL, TEXT("print the manual page (groff)"), .tool = manual_tool},
    {"--print-start", NULL, TEXT("print a start-up file with comments"), .tool = startup_tool},
    {"--completion", "bash|zsh|fish", TEXT("print the completions for a shell"), .tool = completion_tool},
    {"--help", NULL, TEXT("print this list"), .tool = help_tool, .ends = true},
    {"-h", NULL, TEXT("same as --help"), .tool = help_tool, .ends = true},
    {"--version", NULL, TEXT("print the version"), .tool = version_tool, .ends = true},
    {.name = NULL},
};
