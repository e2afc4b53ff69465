/* Shell completions for bash, zsh and fish, made from the table of options. */
#include <stdio.h>
#include <string.h>

#include "app/app.h"
#include "cli/cli.h"
#include "lesson/read/scenes.h"

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
