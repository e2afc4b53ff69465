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
#include "tap/attention.h"

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

static void manual_heading(const char *macro, const char *name, enum lang lang)
{
    printf("%s \"", macro);
    print_text(text_in(name, lang));
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

static const char *const options_rules =
    TEXT("Options and files may be mixed; -- ends the options. Long options may be abbreviated and take a "
         "value as --lang en or --lang=en. Letters may be joined: -bk, -cCMD.");

static void print_keys(enum lang lang)
{
    manual_heading(".SH", TEXT("KEYS"), lang);
    for (const struct binding *b = keymap_defaults; b->key; b++) {
        if (b == keymap_defaults || strcmp(b->context, b[-1].context) != 0)
            manual_heading(".SS", b->context, lang);
        printf(".TP\n\\fB");
        print_text(b->key);
        printf("\\fR\n");
        print_text(binding_note(b, lang));
        fputs(" (", stdout);
        print_text(b->line);
        puts(")");
    }
}

static void print_values(enum lang lang)
{
    manual_heading(".SH", TEXT("VALUES"), lang);
    paragraph(text_in(TEXT("For print and expect, and for the claims of lessons; 'help NAME' explains one."),
                      lang));
    paragraph(text_in(expr_rule, lang));
    puts(".PP");
    for (int i = 0; expr_name(i); i++) {
        print_text(expr_name(i));
        puts("");
    }
}

const struct manual_row manual_environment[] = {
    {"LC_ALL, LC_MESSAGES, LANG",
     TEXT("Chinese if the first that is set begins with zh, otherwise English (--lang overrides).")},
    {"NO_COLOR", TEXT("No colours if set to anything but the empty string.")},
    {"NO_MOTION",
     TEXT("Changes are shown at once if set to anything but the empty string, as with 'set motion off'.")},
    {"TERM, COLORTERM",
     TEXT("The kind of terminal, and whether it has 24-bit colours. An xterm is also asked whether it has "
          "more colours than described (--color overrides that), and how wide → and ● are ('set "
          "ambiguous').")},
    {"LINES, COLUMNS", TEXT("Override the terminal's size.")},
    {"QKV_LESSONS", TEXT("The first folder to look for lessons in.")},
    {"QKV_CLASS", TEXT("The name of a class: each class has the options of the lessons in another order, on "
                       "screens and in hand-outs alike.")},
    {"XDG_CONFIG_HOME, XDG_STATE_HOME, XDG_DATA_HOME, XDG_RUNTIME_DIR",
     TEXT("Folders that contain qkv/ with the start-up file, autosaves and progress, your lessons, and the "
          "presenter's notes. Defaults: ~/.config, ~/.local/state, ~/.local/share, and for the notes the "
          "state folder. A qkv/ that belongs to another user, or that others may write to, is not used.")},
    {NULL, NULL},
};

const struct manual_row manual_statuses[] = {
    {"0", TEXT("success")},
    {"1", TEXT("a command, an expectation or a check failed")},
    {"2", TEXT("usage error; nothing was done")},
    {"3", TEXT("no usable terminal")},
    {"128 + N",
     TEXT("ended by signal N (as a shell reports it); the terminal is restored and the session kept")},
    {NULL, NULL},
};

static void print_rows(const struct manual_row *row, enum lang lang)
{
    for (; row->tag; row++)
        item(text_in(row->tag, lang), NULL, text_in(row->text, lang));
}

static const struct manual_row browser_rows[] = {
    {"build/web/qkv.html",
     TEXT("the whole program and every lesson in one file, which uses no network; \"make web\" builds it")},
    {"build/web/server",
     TEXT("the same in parts for a web server; it also opens models, when their files or folder are dropped "
          "on it")},
    {"#lesson=08/alias, #view=terms, #lang=zh",
     TEXT("after the address: the lesson, the view and the language to open")},
    {"Y", TEXT("copies a link to the lesson's step, or to the scene as what you changed")},
    {NULL, NULL},
};

static const struct manual_row example_rows[] = {
    {"qkv", TEXT("opens the start screen; press ? on any screen for an explanation")},
    {TEXT("qkv -b -c 'sentence dog chases cat' -c 'print weights(0)'"), TEXT("prints one row of weights")},
    {"qkv -b -c 'export json -'", TEXT("the whole computation as JSON")},
    {NULL, NULL},
};

static void print_names(enum lang lang)
{
    manual_heading(".SH", TEXT("DUMPS OF ATTENTION"), lang);
    paragraph(text_in(TEXT("What --tap reads by the last part of a name, without regard to case; '.', '/' or "
                           "'__' part it, and "
                           "what stands before is the group, one attention each. 'tap read ROLE = NAME' "
                           "gives another name a "
                           "role. q, k and v are [B,H,T,D], [B,T,H,D], [T,B,H,D], [H,T,D], [T,H,D], [T,D] or "
                           "[B,T,D]; scores and "
                           "weights [B,H,T,T], [H,T,T], [B*H,T,T] or [T,T]; out as q, or merged [B,T,H*D]. "
                           "Where sizes do not "
                           "decide, that reading is taken in which most holds, unless 'tap layout bthd' "
                           "names one. Roles and "
                           "their names, one role a line:"),
                      lang));
    for (enum dump_part role = 0; role < PARTS; role++) {
        puts(".br");
        print_text(part_names(role));
        puts("");
    }
}

static void print_rest(enum lang lang)
{
    print_names(lang);
    manual_heading(".SH", TEXT("IN A BROWSER"), lang);
    print_rows(browser_rows, lang);
    manual_heading(".SH", TEXT("ENVIRONMENT"), lang);
    print_rows(manual_environment, lang);
    manual_heading(".SH", TEXT("EXIT STATUS"), lang);
    print_rows(manual_statuses, lang);
    manual_heading(".SH", TEXT("EXAMPLES"), lang);
    print_rows(example_rows, lang);
}

int manual_tool(const struct options *o)
{
    enum lang lang = o->lang;
    puts(".TH QKV 1 \"\" \"qkv " OPTIONS_VERSION "\"\n.ad l");
    if (!lang_has_blanks(lang)) /* else groff breaks no line between Chinese characters */
        puts(".mso zh.tmac");
    manual_heading(".SH", TEXT("NAME"), lang);
    printf("qkv \\- %s\n", text_in(TEXT("see self-attention think, in your terminal"), lang));
    manual_heading(".SH", TEXT("SYNOPSIS"), lang);
    printf(".B qkv\n[\\fI%s\\fR] [\\fI%s\\fR\\&.\\|.\\|.]\n", text_in(TEXT("OPTIONS"), lang),
           text_in(TEXT("FILE"), lang));
    manual_heading(".SH", TEXT("DESCRIPTION"), lang);
    paragraph(text_in(
        TEXT("Shows self-attention and positional encoding on words, embeddings and weights that you change; "
             "every number on screen is computed. FILE is a lesson (.md) or a saved state, which is only "
             "opened, never run; with -b also a script, which may run any command."),
        lang));
    manual_heading(".SH", TEXT("VIEWS"), lang);
    for (int v = 0; v < VIEW_COUNT; v++)
        item(view_name(v), NULL, text_in(views[v]->help, lang));
    struct text usage = {0};
    manual_heading(".SH", TEXT("OPTIONS"), lang);
    paragraph(text_in(options_rules, lang));
    for (const struct option_row *row = o->rows; row->name; row++)
        item(row->name, row->value ? usage_in(&usage, row->value, lang) : NULL, text_in(row->help, lang));
    manual_heading(".SH", TEXT("COMMANDS"), lang);
    paragraph(text_in(TEXT("One per line, or separated by ';': typed after ':', given with -c, in scripts, "
                           "scenes and lessons."),
                      lang));
    for (int g = 0; app_commands[g]; g++)
        for (const struct command *c = app_commands[g]; c->name; c++) {
            text_clear(&usage);
            usage_command(&usage, c->name, c->words, lang);
            item(text_str(&usage), NULL, text_in(c->help, lang));
        }
    text_finish(&usage);
    manual_heading(".SH", TEXT("SETTINGS"), lang);
    paragraph(text_in(TEXT("For set, add, cycle and reset."), lang));
    for (const struct param *p = params; p->name; p++)
        if (!p->unlisted)
            item(p->name, NULL, text_in(p->help, lang));
    manual_heading(".SH", TEXT("ENCODINGS"), lang);
    for (int i = 0; posencs[i]; i++)
        item(posencs[i]->name, text_in(posencs[i]->formula, lang), text_in(posencs[i]->help, lang));
    print_keys(lang);
    print_values(lang);
    print_rest(lang);
    return EXIT_FINE;
}

int help_tool(const struct options *o)
{
    enum lang lang = o->lang;
    printf("%s\n", text_in(TEXT("qkv - see self-attention think, in your terminal"), lang));
    printf("%s   %s\n", text_in(TEXT("usage: qkv [OPTIONS] [FILE…]"), lang),
           text_in(TEXT("FILE: a lesson (.md) or a saved state; with -b also a script"), lang));
    printf("%s\n\n", text_in(options_rules, lang));
    struct text usage = {0};
    for (const struct option_row *row = o->rows; row->name; row++) {
        const char *value = row->value ? usage_in(&usage, row->value, lang) : "";
        int n = 3 + utf8_width(row->name) + utf8_width(value);
        printf("  %s %s%*s%s\n", row->name, value, n < 38 ? 38 - n : 1, "", text_in(row->help, lang));
    }
    text_finish(&usage);
    fputs(text_in(TEXT("\nExit status: "), lang), stdout);
    for (const struct manual_row *row = manual_statuses; row->tag; row++)
        printf("%s%s %s", row == manual_statuses ? "" : text_in(TEXT(", "), lang), text_in(row->tag, lang),
               text_in(row->text, lang));
    puts(text_in(TEXT("."), lang));
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
        print_quoted(text_in(o->help, lang), true);
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
        print_quoted(text_in(o->help, lang), false);
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
