/* `help`: the page of the screen, what a name is, and the nearest names to a word that is none. */
#include <string.h>

#include "app/app.h"
#include "base/near.h"
#include "session/usage.h"
#include "lesson/play/explain.h"
#include "session/contexts.h"
#include "session/help.h"
#include "expr/expr.h"
#include "state/param.h"

/* Lists all commands whose help contains `word`; "" lists all. */
static void command_lines(struct text *out, const struct session *m, const char *word, enum lang lang)
{
    for (const struct command *const *group = command_table(m); *group; group++)
        for (const struct command *c = *group; c->name; c++)
            if (strstr(text_in(c->help, lang), word)) {
                text_add(out, "  ");
                usage_command(out, c->name, c->words, lang);
                text_addf(out, "\n      %s\n", text_in(c->help, lang));
            }
}

static bool no_help(struct call *c, const char *topic)
{
    struct text near = TEXT_HERE, list = TEXT_HERE;
    const char *setting = near_name(topic, params, sizeof *params),
               *list_of = near_name(topic, help_lists, sizeof *help_lists);
    bool nearer =
        list_of && (!setting || near_distance(topic, list_of, 3) < near_distance(topic, setting, 3));
    const char *name = command_near(c->m, topic, nearer ? list_of : setting);
    const char *comma = text_in(TEXT_AS("help", ", "), c->r->lang);
    if (name)
        text_add(&near, name);
    size_t before = near.len;
    explain_near(&list, c->r->lang, topic);
    text_addf(&near, "%s%s", before > 0 && list.len > 0 ? comma : "", text_str(&list));
    text_clear(&list);
    for (const struct help_list *l = help_lists; l->name; l++)
        text_addf(&list, "%s%s", l == help_lists ? "" : " ", l->name);
    if (near.len > 0)
        reply_fail(c->r, call_col(c, 1), TEXT("no help on '%s': did you mean one of these? %s"), topic,
                   text_str(&near));
    else
        reply_fail(c->r, call_col(c, 1),
                   TEXT("no help on '%s' (try a command, a view, a setting, a term of the glossary, or: %s)"),
                   topic, text_str(&list));
    text_finish(&near);
    text_finish(&list);
    return false;
}

static bool help(struct call *c)
{
    struct text *out = &c->r->text, rest = {0}, loose = {0};
    enum lang lang = c->r->lang;
    const char *topic = c->w->count == 2 ? call_word(c, 1) : c->rest;
    if (c->w->count == 1) {
        help_here(out, c->m, lang);
        return true;
    }
    /* 1. The command or topic of this name, after the term. */
    const struct command *command = command_find(c->m, topic);
    bool all = strcmp(topic, "commands") == 0;
    if (all)
        command_lines(&rest, c->m, "", lang);
    else if (command) {
        usage_command(&rest, command->name, command->words, lang);
        text_addf(&rest, "\n  %s\n", text_in(command->help, lang));
        if (command->example) {
            text_add(&rest, "  : ");
            sample_add(&rest, command->example, lang);
            text_add(&rest, "\n");
        }
    }
    const struct binding *key = key_bound(c->m, topic);
    bool named = help_topic(&rest, topic, lang) || command || all || key;
    if (key)
        text_addf(&rest, "  %s  %s\n      : %s\n", topic, binding_note(key, lang), key->line);
    bool term = explain_term(out, lang, topic, false);
    /* 2. Without one, all that mentions it; last a term that only mentions it. */
    if (!named) {
        command_lines(&rest, c->m, topic, lang);
        help_search(&rest, topic, lang);
    }
    text_addf(out, "%s%s", term && rest.len > 0 ? "\n" : "", text_str(&rest));
    if (!named && !term && strlen(topic) > 2) { /* any text mentions a letter */
        term = explain_term(&loose, lang, topic, true);
        text_addf(out, "%s%s", term && rest.len > 0 ? "\n" : "", text_str(&loose));
    }
    text_finish_part(&loose, out);
    named = named || term || rest.len > 0;
    text_finish_part(&rest, out);
    return named || no_help(c, topic);
}

const struct command cmd_help[] = {
    {"help", "[TOPIC:topic*]", help, NULL, COMMAND_OUTSIDE | COMMAND_HOST | COMMAND_READS, "help swap",
     TEXT("shows the keys of this view, explains a command, setting, encoding or term (help swap), or lists "
          "them all: help commands, set, encoding, values, keys, pair, scene, task, heads, limits, model, "
          "box, reader")},
    COMMAND_LAST,
};
