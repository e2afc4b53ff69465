/* Commands that need files, the screen or the program itself. */

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "app/app.h"
#include "keep/file.h"
#include "app/recover.h"
#include "base/number.h"
#include "base/utf8.h"
#include "command/saved.h"
#include "command/segment.h"
#include "core/pipeline/stage.h"
#include "export/export.h"
#include "export/import.h"
#include "export/model_folder.h"
#include "lesson/play/play.h"
#include "network/pretrained.h"
#include "network/tensors.h"
#include "session/home.h"
#include "state/ready_pairs.h"
#include "state/script.h"
#include "state/weights.h"
#include "study/cursor.h"
#include "study/derivation.h"

enum { SCRIPT_DEPTH = 8, SCRIPT_FILES = 1000, SCREEN_ROWS = 24, SCREEN_COLS = 80 };

static bool give(struct app *a, const char *path, const struct text *t, struct reply *r)
{
    if (t->failed)
        return reply_no_memory(r);
    if (strcmp(path, "-") == 0 && !a->batch) {
        pager_open(&a->session.pager, "", text_str(t));
        return true;
    }
    if (strcmp(path, "-") == 0) {
        text_add_bytes(&a->output, text_str(t), t->len);
        return true;
    }
    bool loses = file_loses(path, text_str(t), t->len);
    if (!file_write_given(path, a->waits, text_str(t), t->len, r))
        return false;
    reply_say(r, loses ? TEXT("overwrote %s (no copy of the old file is kept)") : TEXT("wrote %s"), path);
    return true;
}

/* Begins to write a scene as text, with an effort by what it was given and, `whole`, by roughly what was
 * computed per layer. */
static struct work_task begin_writing(const char *path, const struct scene *s, bool whole, struct reply *r)
{
    double computed = whole ? (double)s->trace.arena.used / s->trace.layers : 0;
    double numbers = (double)s->inputs.used + computed;
    return work_begin(r->work, (struct work_task){TEXT("writing"), path, 0, TEXT_EFFORT * numbers, false});
}

static bool save(struct call *c)
{
    struct app *a = c->host->app;
    struct text t = {.work = c->r->work};
    if (state_model(&a->session.now.state))
        return call_fail(
            c, 0,
            TEXT("a scene of a model cannot be saved: a saved state must not open other files; 'export json' "
                 "writes its numbers"));
    struct work_task outer = begin_writing(call_word(c, 1), &a->session.now, false, c->r);
    script_write(&a->session.now, &t);
    work_end(c->r->work, outer);
    bool ok = give(a, call_word(c, 1), &t, c->r);
    a->session.unsaved = a->session.unsaved && !ok;
    text_finish(&t);
    return ok;
}

static bool load(struct call *c)
{
    struct app *a = c->host->app;
    struct text bytes = {0};
    const char *path = call_word(c, 1);
    bool ok = file_read_script(path, a->waits, FILE_MAX_SCRIPT, &bytes, c->r);
    if (ok && !saved_is(text_str(&bytes)))
        ok = call_fail(c, 1,
                       TEXT("%s: not a saved state (its first line is not '%s'); 'source' runs any script"),
                       path, SCRIPT_FIRST_LINE);
    ok = ok && app_load(a, path, text_str(&bytes), c->r);
    text_finish(&bytes);
    return ok;
}

/* Runs a script, within the limits of one command, however its scripts call each other. */
static bool source(struct call *c)
{
    struct app *a = c->host->app;
    const char *path = call_word(c, 1);
    struct text bytes = {0};
    if (a->scripts.depth == 0)
        a->scripts.files = 0, a->scripts.bytes = 0;
    if (a->scripts.depth >= SCRIPT_DEPTH)
        return call_fail(c, 1, TEXT("%s: scripts are nested more than %d deep"), path, SCRIPT_DEPTH);
    if (a->scripts.files >= SCRIPT_FILES)
        return call_fail(c, 1, TEXT("%s: a command may run at most %d scripts"), path, SCRIPT_FILES);
    bool ok = file_read_script(path, a->waits, FILE_MAX_SCRIPT, &bytes, c->r);
    a->scripts.files += ok;
    a->scripts.bytes += ok ? bytes.len : 0;
    if (ok && a->scripts.bytes > FILE_MAX_SCRIPT)
        ok = call_fail(c, 1, TEXT("%s: the scripts of one command exceed %d bytes in total"), path,
                       FILE_MAX_SCRIPT);
    a->scripts.depth++;
    ok = ok && app_script(a, path, text_str(&bytes), false, c->r);
    a->scripts.depth--;
    text_finish(&bytes);
    return ok;
}

static bool export_what(struct call *c)
{
    struct app *a = c->host->app;
    struct text t = {.work = c->r->work};
    int path = 0;
    struct work_task outer = begin_writing(call_word(c, c->w->count - 1), &c->m->now, true, c->r);
    if (strcmp(call_word(c, 1), "safetensors") == 0 && c->w->count == 3) {
        struct model_files f = {.numbers = {.work = c->r->work}};
        bool made = model_files_make(&c->m->now, &f, c->r);
        work_end(c->r->work, outer);
        made = made && model_files_write(&f, call_word(c, 2), c->r);
        model_files_finish(&f);
        return made;
    }
    bool ok = export_make(c->m, &c->host->screen, c->w, &t, &path, c->r);
    work_end(c->r->work, outer);
    if (!ok && c->r->col == 0)
        c->r->col = call_col(c, path - 1);
    ok = ok && give(a, call_word(c, path), &t, c->r);
    if (ok && strcmp(call_word(c, path), "-") != 0)
        export_say_whose(c->m, c->w, c->r);
    text_finish(&t);
    return ok;
}

static bool import_what(struct call *c)
{
    struct app *a = c->host->app;
    const struct import_watch w = {&a->session, a->waits};
    enum { OTHER = -1, VECTORS, EXAMPLES } way = c->read.way[1];
    const char *what = call_word(c, 1), *file = call_word(c, 2);
    bool ok = way == VECTORS    ? import_vectors(&w, file, c->r)
              : way == EXAMPLES ? import_examples(&w, file, c->r)
                                : import_matrix(&w, what, call_col(c, 1), file, c->r);
    if (!ok && c->r->col == 0)
        c->r->col = call_col(c, 2);
    return ok;
}

/* Every sentence is computed from nearly all numbers of a model, so that one that is not finite shows in the
 * result. Only then is the file searched for it. */
static void say_not_finite(const struct scene *now, struct reply *r)
{
    const struct pretrained *model = state_model(&now->state);
    bool spoilt = model && (mat_overflowed(trace_final(&now->trace)) ||
                            !mat_finite(mat_rows(now->trace.logits, state_asked(&now->state), 1)));
    const struct tensor *t = spoilt ? tensors_not_finite(model->tensors) : NULL;
    struct text name = TEXT_HERE;
    if (!t)
        return;
    text_add_bytes(&name, t->name, (size_t)utf8_fit(t->name, 80));
    reply_say(r,
              TEXT("this model has numbers that are not finite (NaN or infinite), first in %s: what is "
                   "computed from them has no value"),
              text_str(&name));
    text_finish(&name);
}

/* model FOLDER | box [en|zh] | none */
static bool model_what(struct call *c)
{
    enum { NONE, BOX };
    struct state next = {0};
    int way = c->read.way[1];
    enum lang lang = c->read.way[2] >= 0 ? (enum lang)c->read.way[2] : c->r->lang;
    struct pretrained *opened = way == NONE  ? NULL
                                : way == BOX ? pretrained_box(lang, c->r)
                                             : pretrained_open(call_word(c, 1), c->r);
    if (way != NONE && !opened)
        return false;
    call_edit(c, &next);
    bool ok = state_open_model(&next, opened, state_model_text(c->r->lang), c->r);
    pretrained_drop(opened);
    if (!ok) {
        state_finish(&next);
        return false;
    }
    if (!call_commit(c, &next))
        return false;
    /* a journal gets a path that is good in every folder, and the model's mark */
    char path[PATH_MAX];
    const struct pretrained *model = state_model(&c->m->now.state);
    bool whole = model && !model->box && realpath(call_word(c, 1), path);
    text_add(&c->logged, "model ");
    if (model && model->box)
        text_add(&c->logged, model->path);
    else
        script_word(&c->logged, whole ? path : call_word(c, 1));
    if (model)
        recover_mark(model, &c->logged);
    say_not_finite(&c->m->now, c->r);
    return true;
}

static bool screen(struct call *c)
{
    struct app *a = c->host->app;
    struct canvas canvas;
    struct text t = {0};
    if (!canvas_init(&canvas, SCREEN_ROWS, SCREEN_COLS))
        return reply_no_memory(c->r);
    bool whole = app_draw(a, canvas) || reply_no_memory(c->r);
    canvas_planes(canvas, &t);
    bool ok = whole && give(a, c->w->count > 1 ? call_word(c, 1) : "-", &t, c->r);
    text_finish(&t);
    canvas_finish(&canvas);
    return ok;
}

static bool quit(struct call *c)
{
    struct app *a = c->host->app;
    bool changes = lesson_own(c->host)->unsaved && !autosave_write_all(a);
    a->quit = a->batch || a->leaving || (!changes && a->session.not_recorded.len == 0);
    a->leaving = true;
    if (!a->quit && changes)
        reply_say(c->r, TEXT("changes are not saved: quit again to leave, or :save FILE"));
    else if (!a->quit)
        reply_say(c->r, TEXT("progress is not saved: quit again to leave, or :progress save FILE"));
    return true;
}

/* recover [N], recover list [N], recover drop [N|old]: N counts back from the latest, which is 1. */
static bool recover(struct call *c)
{
    enum { LIST, DROP };
    struct app *a = c->host->app;
    int way = c->read.way[1], at = way < 0 ? 1 : 2, back = c->w->count > at ? (int)c->read.number[at] : 1;
    if (way == DROP && call_is(c, 2, "old"))
        return recover_drop_old(a, c->r);
    return way == LIST   ? recover_list(a, back, c->r)
           : way == DROP ? recover_drop(a, back, c->r)
                         : recover_session(a, back, c->r);
}

/* Asks the terminal to draw anew, or to go back to the shell. */
static bool ask_terminal(struct call *c)
{
    struct app *a = c->host->app;
    *(call_is(c, 0, "redraw") ? &a->redraw : &a->suspend) = true;
    return true;
}

/* Opens the editor at a number from which the computed one under the cursor comes, and says so; during a goal
 * at the matrix that the goal lets change. */
static bool offer_origin(struct call *c)
{
    int matrix, row, col;
    struct text line = TEXT_HERE;
    struct matrix_ref refs[MATRICES_MAX];
    const struct state *s = &c->m->now.state;
    if (!derivation_origin(&c->m->now, &matrix, &row, &col))
        return reply_no_memory(c->r);
    if (!c->m->lesson || c->m->lesson->free || !lesson_asks(lesson_now(c->m->lesson), ASK_GOAL))
        text_addf(&line, "set edit %d row %d col %d ; ", matrix, row, col);
    bool between = stage_row(s->look.stage)->cols == AXIS_KEY; /* no number of a word is its own */
    text_add(&line, line.len > 0 && matrix == 0 && between ? "view edit ; offer first" : "view edit");
    bool ok = c->host->line(c->host->app, text_str(&line), c->r);
    text_finish(&line);
    if (!ok)
        return false;
    matrices_list(s, refs);
    struct matrix_ref opened = refs[s->look.sheet.matrix];
    bool word = opened.kind == MATRIX_X || opened.kind == MATRIX_Y;
    reply_say(c->r, TEXT("a computed number cannot be edited: change %s here, and it follows"),
              word ? text_in(TEXT("the embedding"), c->r->lang) : matrices_name(s, opened));
    return true;
}

/* Opens the prompt with the number under the cursor, to be replaced or edited. */
static bool offer_cell(struct call *c)
{
    const struct scene *now = &c->m->now;
    struct matrix_ref ref;
    struct text t = {0};
    int row, col;
    if (!cursor_cell(&now->state, &now->config, &ref, &row, &col))
        return offer_origin(c);
    number_shortest(&t, matrices_get(&now->state, ref, row, col));
    prompt_offer(&c->m->prompt, PROMPT_CELL, text_str(&t));
    text_finish(&t);
    return true;
}

/* Opens the prompt with the sentence; if no plain text splits into its words, with a `tokens` command. */
static bool offer_sentence(struct call *c)
{
    struct session *m = c->m;
    const struct state *s = &m->now.state;
    struct text t = {0};
    if (segment_join(s, &t)) {
        prompt_offer(&m->prompt, PROMPT_SENTENCE, text_str(&t));
    } else {
        text_clear(&t);
        script_sequence(&t, "tokens", s, s->sentence);
        prompt_open(&m->prompt, PROMPT_COMMAND, text_str(&t));
    }
    text_finish(&t);
    return true;
}

/* Opens the prompt with what `teach` would take the sentence for. */
static bool offer_teach(struct call *c)
{
    const struct state *s = &c->m->now.state;
    struct teaching guess;
    struct text t = {0}, name = {0};
    weights_guess(s, &c->m->now.trace, &guess);
    const int place[] = {guess.verb, guess.doer, guess.done_to};
    text_add(&t, "teach");
    for (int i = 0; i < 3; i++) {
        text_clear(&name);
        state_label(s, s->sentence, place[i], &name);
        text_add_char(&t, ' ');
        script_word(&t, i > 0 && place[i] == guess.verb ? "-" : text_str(&name));
    }
    prompt_open(&c->m->prompt, PROMPT_COMMAND, text_str(&t));
    reply_say(c->r, TEXT("verb, who does it, to whom (- nobody): put it right, Enter teaches"));
    bool ok = !t.failed && !name.failed;
    text_finish(&t);
    text_finish(&name);
    return ok || reply_no_memory(c->r);
}

/* Opens the prompt for the number of hands of an option. */
static bool offer_hands(struct call *c)
{
    struct text t = {0};
    const char *letter = call_word(c, 2);
    if (!lesson_has_option(c->m->lesson, letter, call_col(c, 2), c->r))
        return false;
    text_addf(&t, "class %s=", letter);
    prompt_open(&c->m->prompt, PROMPT_COMMAND, text_str(&t));
    text_finish(&t);
    return true;
}

/* prompt [KIND] [TEXT]: where a kind has something to offer, it is in the prompt unless a text is given. */
static bool prompt(struct call *c)
{
    static const struct {
        enum prompt_kind kind;
        bool (*offer)(struct call *);
        int words; /* of the command, up to which `offer` says what is in the prompt */
    } kinds[] = {
        {PROMPT_COMMAND, NULL, 0}, {PROMPT_CELL, offer_cell, 2},     {PROMPT_SENTENCE, offer_sentence, 2},
        {PROMPT_STAGE, NULL, 0},   {PROMPT_COMMAND, offer_hands, 3}, {PROMPT_COMMAND, offer_teach, 2},
    };
    int i = c->w->count > 1 ? c->read.way[1] : 0;
    if (kinds[i].offer && c->w->count <= kinds[i].words)
        return kinds[i].offer(c);
    prompt_open(&c->m->prompt, kinds[i].kind, call_word(c, 2));
    return true;
}

/* Opens the start screen, or what is under its cursor. Beside a lesson the keys of its menu would answer. */
static bool home(struct call *c)
{
    enum { SHOW = -1, HERE, TAKE, READ } way = c->read.way[1];
    struct host *h = c->host;
    struct text line = {0};
    const struct scene *now = &c->m->now;
    const struct look *look = &now->state.look;
    if (way ==
        READ) { /* nobody has chosen a key on this screen: the one that is read most, without its word */
        struct mat weights = stage_matrix(&now->trace, look->layer, STAGE_WEIGHTS, look->head);
        int key = vec_next_largest(mat_row(weights, look->query), weights.cols, -1);
        if (key >= 0)
            text_addf(&line, "set key %d", key);
    } else if (way == SHOW) {
        text_add(&line, c->m->lesson && !c->m->lesson->free ? "lesson leave ; view home" : "view home");
    } else {
        const struct home_entry *e = home_entry(c->m->offer, look->home);
        int pair = home_pair(e, (enum lang)look->lang);
        if (way == HERE)
            home_line(e, (enum lang)look->lang, &line);
        else if (pair >= 0 && pair != ready_pair_of(&now->state))
            text_addf(&line, "pair %s", ready_pairs[pair].name);
    }
    bool ok = line.failed ? reply_no_memory(c->r) : h->line(h->app, text_str(&line), c->r);
    text_finish(&line);
    return ok;
}

/* ---- the table --------------------------------------------------------------------- */

enum { AWAY = COMMAND_OUTSIDE | COMMAND_HOST | COMMAND_NO_LOG };

static const struct command cmd_files[] = {
    {"save", "FILE", save, NULL, AWAY, NULL, TEXT("writes the state as a script, for 'load'")},
    {"load", "FILE", load, NULL, AWAY, NULL,
     TEXT("reads a saved state; the file can only describe a state, nothing else")},
    {"source", "FILE", source, NULL, AWAY, NULL,
     TEXT("runs every command of a file, including those that write files: only for scripts you trust; "
          "scripts may run scripts (limits per command: 8 levels, 1000 files, 64 MB)")},
    {"recover", "[N:1..1000000000] | list [N:1..1000000000] | drop [N:1..1000000000|old]", recover, NULL,
     AWAY, NULL,
     TEXT("restores an earlier session (1: the latest, 2: the one before); list shows 20 sessions, from N "
          "on; drop deletes one, drop old deletes all but the latest 20")},
    {"export",
     "json:export* FILE | safetensors FOLDER | csv|npy MATRIX FILE | text|plain|ansi|svg|html|cast VIEW FILE "
     "| csv|json terms|compare FILE | json next|cache FILE",
     export_what, NULL, AWAY, NULL,
     TEXT("writes the whole computation, a model that 'model FOLDER' opens, a matrix or stage, a picture of "
          "a view, or every number of the terms or compare view; - is standard output")},
    {"model", "none | box [en|zh] | FOLDER", model_what, NULL, COMMAND_OUTSIDE | COMMAND_HOST, NULL,
     TEXT("opens a published model: a folder with model.safetensors, config.json and the tokenizer's files; "
          "box: the small one that is in this program ('help box'); none closes it")},
    {"import", "vectors|examples|X:import|WQ|… FILE", import_what, NULL, AWAY, NULL,
     TEXT("reads the vectors of the sentence's words, examples to learn from (lines as 'example' reads "
          "them), or a matrix from .csv or .npy; - is standard input (batch mode)")},
    COMMAND_LAST,
};

static const struct command cmd_program[] = {
    {"screen", "[FILE]", screen, NULL, AWAY, NULL,
     TEXT("writes the current screen as a text plane and a style plane")},
    {"prompt", "[command|cell|sentence|stage|hands|teach [TEXT]]", prompt, NULL, AWAY | COMMAND_QUITS, NULL,
     TEXT("opens the input line")},
    {"home", "[here|take|read]", home, NULL, AWAY, "home",
     TEXT("shows the start screen; here opens the entry under its cursor, take only takes the sentence of "
          "the ready pair there, read puts the focus on the word that is read most")},
    {"redraw", "", ask_terminal, NULL, AWAY | COMMAND_IDLE, "redraw", TEXT("redraws the whole screen")},
    {"suspend", "", ask_terminal, NULL, AWAY | COMMAND_IDLE, "suspend",
     TEXT("returns to the shell; 'fg' comes back")},
    {"quit", "", quit, NULL, AWAY | COMMAND_IDLE | COMMAND_QUITS, NULL, TEXT("ends the program")},
    COMMAND_LAST,
};

const struct command *const app_commands[] = {cmd_sentence, cmd_order,   cmd_token,   cmd_sheet, cmd_numbers,
                                              cmd_answer,   cmd_train,   cmd_example, cmd_write, cmd_settings,
                                              cmd_cause,    cmd_history, cmd_look,    cmd_stage, cmd_machine,
                                              cmd_clock,    cmd_show,    cmd_help,    cmd_files, cmd_tap,
                                              cmd_link,     cmd_program, cmd_lesson,  cmd_scene, NULL};
