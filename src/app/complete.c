#include "app/complete.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "app/keep/folders.h"
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
};

static void offer_explained(struct candidates *c, const char *name, struct pair what)
{
    if (strncmp(name, c->typed, c->typed_len) != 0)
        return;
    if (c->count++ == 0) {
        text_add(&c->first, name);
        c->common = strlen(name);
    }
    size_t n = 0;
    while (n < c->common && name[n] == text_str(&c->first)[n])
        n++;
    c->common = n;
    text_addf(&c->list, "%s%s", c->count > 1 ? " " : "", name);
    text_addf(&c->explained, "%s%s%s%s", c->count > 1 ? "   " : "", name, what.en ? ": " : "",
              what.en ? pair_in(what, c->lang) : "");
}

static void offer(struct candidates *c, const char *name)
{
    offer_explained(c, name, BOTH(NULL, NULL));
}

static void offer_commands(struct candidates *c, const struct model *m)
{
    for (const struct command *const *group = command_table(m); *group; group++)
        for (const struct command *cmd = *group; cmd->name; cmd++)
            offer_explained(c, cmd->name, cmd->help);
}

static void offer_choices(struct candidates *c, const char *name)
{
    const struct param *p = param_find(name);
    for (int i = 0; p && param_choice(p, i); i++)
        offer(c, param_choice(p, i));
}

static void offer_settings(struct candidates *c)
{
    for (const struct param *p = params; p->name; p++)
        if (!p->unlisted)
            offer_explained(c, p->name, p->help);
}

static void offer_matrices(struct candidates *c, const struct state *s)
{
    struct matrix_ref refs[MATRICES_MAX];
    int count = matrices_list(s, refs);
    for (int i = 0; i < count; i++)
        offer(c, matrices_name(s, refs[i]));
}

static void offer_words(struct candidates *c, const struct state *s)
{
    for (int t = 0; t < s->sentence->count; t++)
        offer(c, state_word(s, s->sentence, t));
    offer_matrices(c, s);
}

/* Offers the values that print and expect can show. */
static void offer_values(struct candidates *c, const struct model *m)
{
    for (int i = 0; expr_name(i); i++)
        offer_explained(c, expr_name(i), expr_about(i));
    offer_words(c, &m->now.state);
}

static void offer_topics(struct candidates *c, const struct model *m)
{
    for (const struct help_list *l = help_lists; l->name; l++)
        if (!command_find(m, l->name))
            offer(c, l->name);
    offer_commands(c, m);
    offer_settings(c);
    for (int i = 0; tasks[i]; i++)
        offer_explained(c, tasks[i]->name, tasks[i]->title);
    for (int k = 0; k < HEAD_OTHER; k++)
        offer_explained(c, head_kinds[k].name, head_kinds[k].title);
}

/* Offers the present stages, and the relative ones. */
static void offer_stages(struct candidates *c, const struct model *m)
{
    const struct scene *now = &m->now;
    static const char *const ways[] = {"next", "prev", "first", "last"};
    for (int i = 0; i < STAGE_COUNT; i++)
        if (stage_present(&now->config, now->state.look.layer, i))
            offer_explained(c, stage_name(i), stage_title(i));
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        offer(c, ways[i]);
}

/* Offers the arguments of compare: pins and its subcommands; after `stage`, stages. */
static void offer_sides(struct candidates *c, const struct model *m, const char *before)
{
    static const char *const ways[] = {"twin", "next", "swap", "stage"};
    if (*before) {
        offer_stages(c, m);
        return;
    }
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        offer(c, ways[i]);
    for (int i = 0; i < m->pin_count; i++)
        offer(c, m->pins[i].name);
}

static void offer_presets(struct candidates *c, const struct model *m)
{
    (void)m;
    for (int i = 0; presets[i].name; i++)
        offer(c, presets[i].name);
    offer(c, "next");
    offer(c, "none");
}

/* Offers the steps of the open lesson, for goto. */
static void offer_steps(struct candidates *c, const struct model *m)
{
    for (int i = 0; m->lesson && i < m->lesson->lesson.step_count; i++)
        offer(c, m->lesson->lesson.step[i].id.s);
}

/* Offers the ids of built-in lessons and the names of those on disk. */
static void offer_lessons(struct candidates *c, const struct model *m)
{
    enum { OWN = 64 };
    static const char *const ways[] = {"here", "latest", "leave", "close"};
    char own[OWN][LESSON_NAME];
    const char *folder = m->now.state.look.lang == LANG_ZH ? "lessons/zh/" : "lessons/en/";
    size_t n = strlen(folder);
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++)
        offer(c, ways[i]);
    for (const struct embedded *e = embedded_files; e->path; e++) {
        size_t length = strlen(e->path);
        char id[LESSON_ID] = "";
        if (strncmp(e->path, folder, n) != 0 || length < n + 3 || length - n - 3 >= sizeof id)
            continue;
        memcpy(id, e->path + n, length - n - 3);
        offer(c, id);
    }
    int count = lesson_names(lang_code((enum lang)m->now.state.look.lang), own, OWN);
    for (int i = 0; i < count; i++)
        offer(c, own[i]);
}

enum { MOST_FILES = 400 }; /* of a large folder, only the first matches are offered */

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool wanted(const char *name, const char *begin)
{
    bool hidden = name[0] == '.' && begin[0] != '.';
    bool dots = strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
    return !hidden && !dots && !strpbrk(name, " \"\\;#\t\n") && strncmp(name, begin, strlen(begin)) == 0;
}

/* Fills `names` (owned by the caller) with the matching names in `folder`, sorted. Returns their number. */
static int names_in(const char *folder, const char *begin, char **names)
{
    int count = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && count < MOST_FILES && (e = readdir(dir));)
        if (wanted(e->d_name, begin) && (names[count] = mem_copy_text(e->d_name, strlen(e->d_name))))
            count++;
    if (dir)
        closedir(dir);
    qsort(names, (size_t)count, sizeof *names, by_name);
    return count;
}

/* Offers the files that the typed prefix may become, sorted by name; folders end with '/'. Leaves out
 * names that would have to be quoted, and hidden files unless the dot was typed. */
static void offer_files(struct candidates *c, const struct model *m)
{
    const char *slash = strrchr(c->typed, '/'), *begin = slash ? slash + 1 : c->typed;
    char *names[MOST_FILES];
    struct text path = {0};
    (void)m;
    size_t folder = (size_t)(begin - c->typed);
    text_add_bytes(&path, c->typed, folder);
    int count = names_in(folder ? text_str(&path) : ".", begin, names);
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

/* Offers the arguments of export FORM WHAT FILE, by the word before. */
static void offer_exports(struct candidates *c, const struct model *m, const char *before)
{
    int form = 0;
    const struct view *view;
    for (; export_name(form) && strcmp(before, export_name(form)) != 0; form++)
        if (!*before)
            offer(c, export_name(form));
    if (!*before)
        return;
    for (int i = 0; export_of_view(form) && view_name(i); i++)
        offer_explained(c, view_name(i), views[i]->title);
    if (export_of_view(form))
        offer(c, "screen");
    for (int i = 0; export_of_matrix(form) && i < STAGE_COUNT; i++)
        if (stage_present(&m->now.config, m->now.state.look.layer, i))
            offer_explained(c, stage_name(i), stage_title(i));
    if (export_of_matrix(form))
        offer_matrices(c, &m->now.state);
    for (int i = 0; (view = export_of_numbers(form, i)); i++)
        offer_explained(c, view->name, view->title);
    if (!export_of_view(form) && !export_of_matrix(form))
        offer_files(c, m);
}

/* Offers the arguments of import WHAT FILE. */
static void offer_imports(struct candidates *c, const struct model *m, const char *before)
{
    if (*before) {
        offer_files(c, m);
        return;
    }
    offer(c, "vectors");
    offer(c, "examples");
    offer_matrices(c, &m->now.state);
}

static void offer_names(struct candidates *c, const struct model *m)
{
    offer_words(c, &m->now.state);
}

/* Offers the terms of these scores; after a term, its values. */
static void offer_terms(struct candidates *c, const struct model *m, const char *before)
{
    static const char *const ways[] = {"on", "off", "toggle", "only"};
    struct term list[TERM_MAX];
    int count = terms_list(&m->now.config, m->now.state.look.layer, list);
    for (size_t i = 0; *before && i < sizeof ways / sizeof *ways; i++)
        offer(c, ways[i]);
    for (int i = 0; !*before && i < count; i++)
        offer_explained(c, list[i].name, list[i].help);
    if (!*before)
        offer(c, "all");
}

/* Offers the sources that can be left out; after a source, its values. */
static void offer_sources(struct candidates *c, const struct model *m, const char *before)
{
    static const char *const ways[] = {"on", "off", "toggle"};
    uint32_t all = sources_all(&m->now.config);
    for (size_t i = 0; *before && i < sizeof ways / sizeof *ways; i++)
        offer(c, ways[i]);
    for (int i = 0; !*before && i < SOURCE_MAX; i++)
        if (all >> i & 1U)
            offer(c, source_name(SOURCE_BIT(i)));
    if (!*before)
        offer(c, "none");
}

static void offer_pairs(struct candidates *c, const struct model *m)
{
    for (int place = 0, i; (i = ready_pair_nth(place, (enum lang)m->now.state.look.lang)) >= 0; place++)
        offer(c, ready_pairs[i].name);
    offer(c, "next");
    offer(c, "prev");
}

static void offer_heads(struct candidates *c, const struct model *m)
{
    (void)m;
    for (int k = 0; k < HEAD_OTHER; k++)
        offer(c, head_kinds[k].name);
    offer(c, "next");
    offer(c, "place");
}

/* Offers settings and matrices; after a setting its values, after a matrix the words. */
static void offer_targets(struct candidates *c, const struct model *m, const char *before)
{
    if (param_find(before)) {
        offer_choices(c, before);
    } else if (*before && assign_is_target(&m->now.state, before)) {
        offer_names(c, m);
    } else {
        offer_settings(c);
        offer_matrices(c, &m->now.state);
    }
}

/* Offers the arguments of a command. `before`: the previous argument, "" if there is none. */
static void offer_arguments(struct candidates *c, const struct model *m, const char *name, const char *before)
{
    static const struct {
        void (*offer)(struct candidates *, const struct model *);
        void (*offer_after)(struct candidates *, const struct model *, const char *before);
    } kinds[WORDS_KINDS] = {
        [WORDS_NAMES] = {offer_names, NULL},     [WORDS_VALUES] = {offer_values, NULL},
        [WORDS_STAGES] = {offer_stages, NULL},   [WORDS_PRESETS] = {offer_presets, NULL},
        [WORDS_PAIRS] = {offer_pairs, NULL},     [WORDS_TOPICS] = {offer_topics, NULL},
        [WORDS_STEPS] = {offer_steps, NULL},     [WORDS_LESSONS] = {offer_lessons, NULL},
        [WORDS_FILES] = {offer_files, NULL},     [WORDS_TARGETS] = {NULL, offer_targets},
        [WORDS_SIDES] = {NULL, offer_sides},     [WORDS_TERMS] = {NULL, offer_terms},
        [WORDS_SOURCES] = {NULL, offer_sources}, [WORDS_EXPORTS] = {NULL, offer_exports},
        [WORDS_IMPORTS] = {NULL, offer_imports}, [WORDS_HEADS] = {offer_heads, NULL},
    };
    const struct command *command = command_find(m, name);
    enum command_words words = command ? command->words : WORDS_NAMES;
    if (words == WORDS_CHOICES)
        offer_choices(c, name);
    else if (kinds[words].offer)
        kinds[words].offer(c, m);
    else
        kinds[words].offer_after(c, m, before);
}

/* Collects candidates for the last word of `line`, given the words before it. */
static void gather(struct candidates *c, const struct model *m, const char *line)
{
    char first[32] = "", before[32] = "";
    const char *p = line;
    for (int word = 0; p < c->typed; word++) {
        size_t n = strcspn(p, " ");
        char *copy = word == 0 ? first : before;
        if (n < sizeof first) {
            memcpy(copy, p, n);
            copy[n] = '\0';
        }
        p += n;
        p += strspn(p, " ");
    }
    if (c->typed == line)
        offer_commands(c, m);
    else
        offer_arguments(c, m, first, before);
}

/* Returns whether the line's command is followed by a space and takes an expression. */
static bool in_expression(const struct model *m, const char *line)
{
    char *name = mem_copy_text(line, strcspn(line, " "));
    const struct command *command = name && strchr(line, ' ') ? command_find(m, name) : NULL;
    mem_free(name);
    return command && command->words == WORDS_VALUES;
}

/* Returns the start of the last word: after a space, in an expression also after an operator. */
static const char *last_word(const char *line, bool expression)
{
    const char *ends = expression ? " (),[]+-*/^=<>@" : " ", *word = line;
    for (const char *p = line; *p; p++)
        if (strchr(ends, *p))
            word = p + 1;
    return word;
}

void complete_prompt(struct app *a)
{
    enum { EXPLAINED = 3 }; /* at most this many candidates are shown with explanations */
    struct model *m = &a->model;
    const char *line = text_str(&m->prompt.line);
    bool expression = m->prompt.kind == PROMPT_COMMAND && in_expression(m, line);
    struct candidates c = {.typed = last_word(line, expression), .lang = (enum lang)m->now.state.look.lang};
    bool command = m->prompt.kind == PROMPT_COMMAND, stage = m->prompt.kind == PROMPT_STAGE;
    if ((!command && !stage) || m->prompt.cursor != m->prompt.line.len)
        return;
    c.typed_len = strlen(c.typed);
    if (command)
        gather(&c, m, line);
    else
        offer_stages(&c, m);
    text_clear(&m->message);
    m->message_is_error = false;
    if (c.count > 1 || c.explained.len > c.list.len)
        text_add(&m->message, text_str(c.count > EXPLAINED ? &c.list : &c.explained));
    if (c.count == 0)
        text_say(&m->message, c.lang,
                 EITHER(c.typed_len, TEXT("nothing here begins with '%s'", "这里没有以“%s”开头的"),
                        TEXT("nothing to offer here", "这里没有可补全的")),
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
