#include "app/keys.h"

#include <string.h>

#include "app/complete.h"
#include "model/param.h"
#include "model/script.h"

static void show_answer(struct app *a, const struct reply *r)
{
    struct model *m = &a->model;
    text_clear(&m->message);
    m->message_is_error = r->failed;
    if (!r->failed && strchr(text_str(&r->text), '\n'))
        pager_open(&m->pager, "", text_str(&r->text));
    else
        text_add(&m->message, text_str(&r->text));
}

void keys_run(struct app *a, const char *line)
{
    struct reply r = {.lang = (enum lang)a->model.now.state.look.lang};
    app_line(a, line, &r);
    show_answer(a, &r);
    reply_finish(&r);
}

/* What a finished prompt stands for, as a line of the command language. */
static void line_of_prompt(const struct prompt *p, struct text *out)
{
    const char *s = text_str(&p->line);
    if (p->kind == PROMPT_CELL)
        text_add(out, "cell ");
    else if (p->kind == PROMPT_SENTENCE)
        text_add(out, "sentence ");
    if (p->kind == PROMPT_SENTENCE)
        script_word(out, s);
    else
        text_add(out, s);
}

static void prompt_done(struct app *a)
{
    struct prompt *p = &a->model.prompt;
    struct text line = {0};
    line_of_prompt(p, &line);
    if (p->kind == PROMPT_COMMAND && p->line.len > 0)
        prompt_remember(p, text_str(&p->line));
    bool empty = p->line.len == 0;
    prompt_close(p);
    if (!empty)
        keys_run(a, text_str(&line));
    text_finish(&line);
}

static void prompt_press(struct app *a, const char *key)
{
    struct prompt *p = &a->model.prompt;
    switch (prompt_key(p, key)) {
    case PROMPT_DONE:
        prompt_done(a);
        break;
    case PROMPT_LEFT:
        prompt_close(p);
        break;
    case PROMPT_COMPLETE:
        complete_prompt(a);
        break;
    default:
        break;
    }
}

static bool pager_press(struct app *a, const char *key)
{
    static const struct { const char *key; int lines; } moves[] = {
        {"j", 1}, {"Down", 1}, {"k", -1}, {"Up", -1}, {"Space", 10}, {"PgDn", 10}, {"PgUp", -10}, {"b", -10},
        {"g", -1000000}, {"Home", -1000000}, {"G", 1000000}, {"End", 1000000},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (strcmp(moves[i].key, key) == 0) {
            pager_scroll(&a->model.pager, moves[i].lines);
            return true;
        }
    pager_close(&a->model.pager);
    return strcmp(key, "q") == 0 || strcmp(key, "Esc") == 0 || strcmp(key, "Enter") == 0 || strcmp(key, "?") == 0;
}

/* A key that begins a number opens the cell's editor with it. */
static bool begins_number(const struct app *a, const char *key)
{
    const struct look *look = &a->model.now.state.look;
    return look->view == VIEW_EDIT && key[1] == '\0' && strchr("0123456789.-", key[0]);
}

void keys_press(struct app *a, const char *key)
{
    struct model *m = &a->model;
    if (m->prompt.kind != PROMPT_CLOSED) {
        prompt_press(a, key);
        return;
    }
    if (m->pager.open && pager_press(a, key))
        return;
    text_clear(&m->message);
    if (begins_number(a, key)) {
        prompt_open(&m->prompt, PROMPT_CELL, key);
        return;
    }
    const struct binding *b = keymap_find(&m->keymap, view_name(m->now.state.look.view), key);
    if (b)
        keys_run(a, b->line);
}

void keys_paste(struct app *a, const char *s)
{
    struct prompt *p = &a->model.prompt;
    if (p->kind == PROMPT_CLOSED)
        prompt_open(p, a->model.now.state.look.view == VIEW_EDIT ? PROMPT_CELL : PROMPT_SENTENCE, "");
    prompt_insert(p, s);
}
