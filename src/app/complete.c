/* Tab in the prompt: command names, then the words that can follow. */
#include "app/keyboard.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "keep/folders.h"
#include "base/embedded.h"
#include "base/mem.h"
#include "command/assign.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/source.h"
#include "core/pipeline/terms.h"
#include "export/export.h"
#include "expr/expr.h"
#include "lesson/play/files.h"
#include "session/help.h"
#include "state/matrices.h"
#include "state/param.h"
#include "study/preset.h"
#include "state/ready_pairs.h"
#include "study/head_kind.h"

enum { LESSON_ID = 64 };

/* The candidates that begin with the typed word, and the length of their common prefix. */
struct candidates {
    enum lang lang;
    const char *typed;
    size_t typed_len;
    struct text first;
    size_t common;
    int count;
    struct text list, explained; /* their names; the same with explanations */
    const struct session *m;
    const char *command, *before; /* the words before it: the command's name, "" for another; the last one */
};

static void offer_explained(struct candidates *c, const char *name, const char *what)
{
    size_t n = strlen(name);
    if (strncmp(name, c->typed, c->typed_len) != 0)
        return;
    for (const char *s = text_str(&c->list); (s = strstr(s, name));
         s++) /* two forms of a command may have it */
        if ((s == c->list.s || s[-1] == ' ') && (s[n] == ' ' || !s[n]))
            return;
    if (c->count++ == 0) {
        text_add(&c->first, name);
        c->common = n;
    }
    n = 0;
    while (n < c->common && name[n] == text_str(&c->first)[n])
        n++;
    c->common = n;
    text_addf(&c->list, "%s%s", c->count > 1 ? " " : "", name);
    text_addf(&c->explained, "%s%s%s%s", c->count > 1 ? "   " : "", name, what ? ": " : "",
              what ? text_in(what, c->lang) : "");
}

static void offer(struct candidates *c, const char *name)
{
    offer_explained(c, name, NULL);
}

static void offer_commands(struct candidates *c)
{
    for (const struct command *const *group = command_table(c->m); *group; group++)
        for (const struct command *cmd = *group; cmd->name; cmd++)
            offer_explained(c, cmd->name, cmd->help);
}

/* Lists of names, and what explains each. */
enum names {
    WORDS,
    MATRICES,
    SETTINGS,
    CHOICES,
    VALUES,
    TOPICS,
    TASKS,
    HEADS,
    STAGES,
    PINS,
    PRESETS,
    PAIRS,
    SOURCES,
    STEPS
};

/* Returns name i of a list: NULL after the last, "" for one that is not there now. `of`: a setting, whose
 * choices are listed. */
static const char *name_at(const struct candidates *c, enum names list, const char *of, int i,
                           const char **what)
{
    const struct state *s = &c->m->now.state;
    const struct config *config = &c->m->now.config;
    struct matrix_ref refs[MATRICES_MAX];
    const struct param *p;
    int at;
    switch (list) {
    case WORDS:
        return i < s->sentence->count ? state_word(s, s->sentence, i) : NULL;
    case MATRICES:
        return i < matrices_list(s, refs) ? matrices_name(s, refs[i]) : NULL;
    case SETTINGS:
        *what = params[i].help;
        return params[i].unlisted ? "" : params[i].name;
    case CHOICES:
        p = param_meant(s, of, NULL);
        return p ? param_choice(p, i) : NULL;
    case VALUES:
        *what = expr_name(i) ? expr_about(i) : *what;
        return expr_name(i);
    case TOPICS: /* those that are no commands */
        return !help_lists[i].name || !command_find(c->m, help_lists[i].name) ? help_lists[i].name : "";
    case TASKS:
        *what = tasks[i] ? tasks[i]->title : *what;
        return tasks[i] ? tasks[i]->name : NULL;
    case HEADS:
        *what = head_kinds[i].title;
        return i < HEAD_OTHER ? head_kinds[i].name : NULL;
    case STAGES:
        if (i == STAGE_COUNT || !stage_present(config, s->look.layer, i))
            return i == STAGE_COUNT ? NULL : "";
        *what = stage_title(i);
        return stage_name(i);
    case PINS:
        return i < c->m->pin_count && !*c->before ? c->m->pins[i].name : NULL;
    case PRESETS:
        return presets[i].name;
    case PAIRS:
        at = ready_pair_nth(i, c->lang);
        return at < 0 ? NULL : ready_pairs[at].name;
    case SOURCES: /* that can be left out */
        return i == SOURCE_MAX ? NULL : sources_all(config) >> i & 1U ? source_name(SOURCE_BIT(i)) : "";
    default: /* STEPS of the open lesson */
        return c->m->lesson && i < c->m->lesson->lesson.step_count ? c->m->lesson->lesson.step[i].id.s : NULL;
    }
}

static void offer_names(struct candidates *c, enum names list, const char *of)
{
    const char *name;
    const char *what = NULL;
    for (int i = 0; (name = name_at(c, list, of, i, &what)); i++)
        if (*name)
            offer_explained(c, name, what);
}

/* Settings and matrices; after a setting its values, after a matrix the words. */
static void offer_targets(struct candidates *c)
{
    if (param_find(c->before)) {
        offer_names(c, CHOICES, c->before);
        return;
    }
    offer_names(c, assign_is_target(&c->m->now.state, c->before) ? WORDS : SETTINGS, NULL);
    offer_names(c, MATRICES, NULL);
}

/* The terms of these scores. */
static void offer_terms(struct candidates *c)
{
    struct term list[TERM_MAX];
    int count = terms_list(&c->m->now.config, c->m->now.state.look.layer, list);
    for (int i = 0; i < count; i++) {
        struct text asks = {0};
        term_asks(&list[i], c->lang, &asks);
        offer_explained(c, list[i].name, text_str(&asks));
        text_finish(&asks);
    }
}

static void offer_values(struct candidates *c)
{
    offer_names(c, VALUES, NULL);
    offer_names(c, WORDS, NULL);
    offer_names(c, MATRICES, NULL);
}

static void offer_topics(struct candidates *c)
{
    offer_names(c, TOPICS, NULL);
    offer_commands(c);
    offer_names(c, SETTINGS, NULL);
    offer_names(c, TASKS, NULL);
    offer_names(c, HEADS, NULL);
}

/* The ids of built-in lessons and the names of those on disk. */
static void offer_lessons(struct candidates *c)
{
    enum { OWN = 64 };
    char own[OWN][LESSON_NAME];
    for (const struct embedded *e = embedded_files; e->path; e++) {
        const char *own_file = lesson_embedded(e, c->lang),
                   *file = own_file ? own_file : lesson_embedded(e, languages[c->lang].words);
        char id[LESSON_ID] = "";
        if (!file || strlen(file) - strlen(".md") >= sizeof id)
            continue;
        memcpy(id, file, strlen(file) - strlen(".md"));
        offer(c, id);
    }
    int count = lesson_names(c->lang, own, OWN);
    for (int i = 0; i < count; i++)
        offer(c, own[i]);
}

enum { MOST_FILES = 400 }; /* of a large folder, only the first matches are offered */

static int file_names_by_letter(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Offers the files that the typed prefix may become, sorted by name; folders end with '/'. Leaves out
 * names that would have to be quoted, and hidden files unless the dot was typed. */
static void offer_files(struct candidates *c)
{
    const char *slash = strrchr(c->typed, '/'), *begin = slash ? slash + 1 : c->typed;
    char *names[MOST_FILES];
    struct text path = {0};
    int count = 0;
    size_t folder = (size_t)(begin - c->typed);
    text_add_bytes(&path, c->typed, folder);
    DIR *dir = opendir(folder ? text_str(&path) : ".");
    for (struct dirent *e; dir && count < MOST_FILES && (e = readdir(dir));) {
        const char *name = e->d_name;
        bool hidden = name[0] == '.' && begin[0] != '.',
             dots = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
        if (!hidden && !dots && !strpbrk(name, " \"\\;#\t\n") && strncmp(name, begin, strlen(begin)) == 0 &&
            (names[count] = mem_copy_text(name, strlen(name))))
            count++;
    }
    if (dir)
        closedir(dir);
    qsort(names, (size_t)count, sizeof *names, file_names_by_letter);
    for (int i = 0; i < count; i++) {
        text_clear(&path);
        text_add_bytes(&path, c->typed, folder);
        text_add(&path, names[i]);
        if (folder_is(text_str(&path)))
            text_add(&path, "/");
        offer(c, text_str(&path));
        mem_free(names[i]);
    }
    text_finish(&path);
}

/* The arguments of export FORM WHAT FILE, by the word before. */
static void offer_exports(struct candidates *c)
{
    int form = 0;
    const char *name, *title;
    for (; export_name(form) && strcmp(c->before, export_name(form)) != 0; form++)
        if (!*c->before)
            offer(c, export_name(form));
    if (!*c->before)
        return;
    for (int i = 0; export_of_view(form) && view_name(i); i++)
        offer_explained(c, view_name(i), views[i]->title);
    if (export_of_view(form))
        offer(c, "screen");
    if (export_of_matrix(form)) {
        offer_names(c, STAGES, NULL);
        offer_names(c, MATRICES, NULL);
    }
    for (int i = 0; (name = export_of_numbers(form, i, &title)); i++)
        offer_explained(c, name, title);
    if (!export_of_view(form) && !export_of_matrix(form))
        offer_files(c);
}

/* What is offered for a kind of word, or for a placeholder without one (session/usage.h). */
static const struct {
    const char *name;
    enum names list;
    void (*offer)(struct candidates *c); /* NULL: the list */
} kinds[] = {
    {"T", WORDS, NULL},           {"U", WORDS, NULL},           {"A", WORDS, NULL},
    {"B", WORDS, NULL},           {"WORD", WORDS, NULL},        {"VERB", WORDS, NULL},
    {"NOUN", WORDS, NULL},        {"WHAT", MATRICES, NULL},     {"MATRIX", MATRICES, NULL},
    {"import", MATRICES, NULL},   {"setting", CHOICES, NULL},   {"stage", STAGES, NULL},
    {"side", PINS, NULL},         {"preset", PRESETS, NULL},    {"pair", PAIRS, NULL},
    {"term", 0, offer_terms},     {"source", SOURCES, NULL},    {"step", STEPS, NULL},
    {"head", HEADS, NULL},        {"FILE", 0, offer_files},     {"FOLDER", 0, offer_files},
    {"target", 0, offer_targets}, {"value", 0, offer_values},   {"topic", 0, offer_topics},
    {"lesson", 0, offer_lessons}, {"export", 0, offer_exports},
};

static void offer_choice(const struct usage_choice *choice, void *to)
{
    struct candidates *c = to;
    const char *name = choice->kind ? choice->kind : choice->s;
    size_t n = choice->kind ? choice->kinds : choice->n;
    struct text word = TEXT_HERE;
    text_add_bytes(&word, choice->s, choice->n);
    if (choice->fixed)
        offer(c, text_str(&word));
    text_finish(&word);
    for (size_t i = 0; !choice->fixed && i < sizeof kinds / sizeof *kinds; i++)
        if (strlen(kinds[i].name) == n && strncmp(kinds[i].name, name, n) == 0) {
            if (kinds[i].offer)
                kinds[i].offer(c);
            else
                offer_names(c, kinds[i].list, c->command);
        }
}

/* Collects candidates for the last word of `line`, given the words of the last command before it. */
static void gather(struct candidates *c, const char *line)
{
    struct words w = {0};
    struct reply quiet = {0};
    int col = 1;
    char *before = mem_copy_text(line, (size_t)(c->typed - line));
    const char *rest = before;
    while (rest && *rest && words_split(&w, &rest, &col, &quiet)) {
    }
    const struct command *command = w.count > 0 ? command_find(c->m, w.v[0].s) : NULL;
    c->command = command ? command->name : "";
    c->before = w.count > 1 ? w.v[w.count - 1].s : "";
    if (w.count == 0)
        offer_commands(c);
    else if (command)
        usage_choices(command->words, &w, w.count, offer_choice, c);
    else {
        offer_names(c, WORDS, NULL);
        offer_names(c, MATRICES, NULL);
    }
    words_finish(&w);
    reply_finish(&quiet);
    mem_free(before);
}

void complete_prompt(struct app *a)
{
    enum { EXPLAINED = 3 }; /* at most this many candidates are shown with explanations */
    struct session *m = &a->session;
    const char *line = text_str(&m->prompt.line), *gap = strchr(line, ' ');
    bool command = m->prompt.kind == PROMPT_COMMAND, stage = m->prompt.kind == PROMPT_STAGE,
         expression = false;
    struct candidates c = {.typed = line, .lang = (enum lang)m->now.state.look.lang, .m = m};
    if ((!command && !stage) || m->prompt.cursor != m->prompt.line.len)
        return;
    if (command && gap) {
        char *name = mem_copy_text(line, (size_t)(gap - line));
        const struct command *of = name ? command_find(m, name) : NULL;
        expression = of && strstr(of->words, ":value");
        mem_free(name);
    }
    for (const char *p = line; *p; p++) /* the last word: in an expression it is after an operator too */
        if (strchr(expression ? " (),[]+-*/^=<>@" : " ", *p))
            c.typed = p + 1;
    c.typed_len = strlen(c.typed);
    if (command)
        gather(&c, line);
    else
        usage_choices(command_find(m, "stage")->words, &(struct words){.count = 1}, 1, offer_choice, &c);
    text_clear(&m->message);
    m->message_is_error = false;
    if (c.count > 1 || c.explained.len > c.list.len)
        text_add(&m->message, text_str(c.count > EXPLAINED ? &c.list : &c.explained));
    if (c.count == 0)
        text_say(&m->message, c.lang,
                 c.typed_len ? TEXT("nothing here begins with '%s'") : TEXT("nothing to offer here"),
                 c.typed);
    if (c.count > 0 && (c.common > c.typed_len || c.count == 1)) {
        struct text more = {0};
        text_add_bytes(&more, text_str(&c.first) + c.typed_len, c.common - c.typed_len);
        bool folder = c.first.s[c.first.len - 1] == '/';
        text_add(&more, c.count == 1 && !expression && !folder ? " " : "");
        prompt_insert(&m->prompt, text_str(&more));
        text_finish(&more);
    }
    text_finish(&c.list);
    text_finish(&c.explained);
    text_finish(&c.first);
}
