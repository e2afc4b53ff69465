/* Makes an export as one run of bytes. A table lists the forms: each exports views, matrices or words. */
#include "export/export.h"

#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "core/pipeline/stage.h"
#include "export/film.h"
#include "export/matrix.h"
#include "export/view.h"
#include "state/matrices.h"
#include "state/param.h"
#include "study/flowing.h"
#include "view/curves.h"
#include "view/frame/frame.h"
#include "view/frame/describe.h"

enum { SCREEN_ROWS = 24, SCREEN_COLS = 80 };

/* The source of an export; the screen decides how a view is drawn. */
struct from {
    struct session *session;
    const struct screen *screen;
};

static const char *arg(const struct words *w, int i)
{
    return i < w->count ? w->v[i].s : "";
}

static int arg_col(const struct words *w, int i)
{
    return i < w->count ? w->v[i].col : 0;
}

/* Finds a view by name ("screen": the view in use) and computes the numbers that it shows beyond the scene.
 * Returns -1 and explains in r on failure. */
static int computed_view(const struct from *f, const char *what, struct reply *r)
{
    int view = 0, shown = f->session->now.state.look.view;
    while (view_name(view) && strcmp(view_name(view), what) != 0)
        view++;
    if (!view_name(view) && strcmp(what, "screen") != 0) {
        struct text names = {0};
        for (int i = 0; view_name(i); i++)
            text_addf(&names, " %s", view_name(i));
        reply_fail(r, 0, TEXT("no view '%s' (one of: screen%s)"), what, text_str(&names));
        text_finish(&names);
        return -1;
    }
    view = view_name(view) ? view : shown;
    struct look *look = &f->session->now.state.look;
    int before = look->view;
    look->view = view; /* whose cursor counts */
    bool ok = session_compute(f->session, view, r);
    look->view = before;
    return ok ? view : -1;
}

/* Draws a view at 80 x 24, the screen at its own size if there is one, into c, and its ribbons into curves
 * unless that is NULL; sets *view to it. */
static bool draw_view(const struct from *f, const char *what, int *view, struct canvas *c,
                      struct curves *curves, struct reply *r)
{
    const struct session *m = f->session;
    bool sized = strcmp(what, "screen") == 0 && m->rows > 0;
    int before = m->now.state.look.view;
    *view = computed_view(f, what, r);
    if (*view < 0)
        return false;
    if (!canvas_init(c, sized ? m->rows : SCREEN_ROWS, sized ? m->cols : SCREEN_COLS))
        return reply_no_memory(r);
    f->session->now.state.look.view = *view;
    if (curves)
        curves_begin(curves, c);
    bool whole = frame_draw(*c, f->screen);
    f->session->now.state.look.view = before;
    return whole || reply_no_memory(r);
}

/* Writes the flow as a recording that lets it flow once, frame by frame, up to the whole picture. */
static bool film(const struct from *f, struct canvas c, struct text *out)
{
    enum { FRAME_TICKS = 2 };
    struct look *look = &f->session->now.state.look, before = *look;
    struct cast k = {.out = out};
    int keys = flowing_keys(&f->session->now.config, look->stage);
    bool ok = true, ends = false;
    cast_header(out, c.cols, c.rows, "qkv");
    look->view = VIEW_FLOW;
    for (look->flow = 1; ok && !ends; k.at += FRAME_TICKS * FLOWING_TICK_MS / 1000.0) {
        ends = look->flow == 0;
        ok = frame_draw(c, f->screen) && cast_canvas(&k, c, (enum theme)look->theme);
        for (int i = 0; i < FRAME_TICKS && look->flow > 0; i++)
            flowing_tick(look, keys);
    }
    text_finish(&k.shown);
    *look = before;
    return ok;
}

static bool picture(const struct from *f, const char *what, struct text *out, struct reply *r,
                    void (*write)(struct canvas, enum theme, struct text *))
{
    struct canvas c = {0};
    struct curves *curves = write == export_svg ? mem_new(1, sizeof *curves) : NULL;
    int view;
    bool ok = draw_view(f, what, &view, &c, curves, r);
    if (ok && view == VIEW_FLOW && write == cast_picture)
        ok = film(f, c, out) || reply_no_memory(r);
    else if (ok)
        write(c, (enum theme)f->session->now.state.look.theme, out);
    canvas_finish(&c);
    mem_free(curves);
    return ok;
}

static void write_text(struct canvas c, enum theme theme, struct text *out)
{
    (void)theme;
    canvas_text(c, out);
}

static bool export_words(const struct from *f, const char *what, struct text *out, struct reply *r)
{
    int view = computed_view(f, what, r), before = f->session->now.state.look.view;
    if (view < 0)
        return false;
    f->session->now.state.look.view = view;
    struct text said = {0};
    describe(f->session, &said);
    utf8_show(out, text_str(&said));
    out->failed = out->failed || said.failed;
    text_finish(&said);
    f->session->now.state.look.view = before;
    return true;
}

/* A prefix h2. names a head in expressions; a matrix is of the head in view. */
static bool no_matrix(const struct from *f, const char *what, struct reply *r)
{
    size_t n = strcspn(what, ".");
    long head;
    if (what[0] == 'h' && what[n] &&
        number_parse_int(what + 1, n - 1, 1, f->session->now.config.heads, &head) == NUMBER_OK)
        return reply_fail(r, 0, TEXT("%s: the head in view is written: first 'head %ld', then %s"), what,
                          head - 1, what + n + 1);
    return reply_fail(r, 0, TEXT("no matrix or stage '%s' here (X, Q, weights, output, WQ …)"), what);
}

static bool matrix(const struct from *f, const char *what, struct text *out, struct reply *r,
                   void (*write)(struct mat, struct text *))
{
    struct arena room = {0};
    struct mat m = {0};
    bool ok = export_find(&f->session->now, what, &room, &m);
    struct work_task outer = work_begin(
        r->work, (struct work_task){TEXT("writing"), what, 0, TEXT_EFFORT * (double)m.rows * m.cols, false});
    if (ok)
        write(m, out);
    work_end(r->work, outer);
    if (!ok)
        no_matrix(f, what, r);
    arena_finish(&room);
    return ok;
}

static const struct export_form {
    const char *name;
    void (*view)(struct canvas, enum theme, struct text *);
    void (*matrix)(struct mat, struct text *);
} forms[] = {
    {"csv", NULL, export_csv},    {"npy", NULL, export_npy}, {"text", write_text, NULL},
    {"ansi", export_ansi, NULL},  {"svg", export_svg, NULL}, {"html", export_html, NULL},
    {"cast", cast_picture, NULL}, {"plain", NULL, NULL},
};

/* Forms that export all of a scene; safetensors is several files: app/commands.c. */
static const char *const wholes[] = {"json", "safetensors"};

const char *export_name(int i)
{
    int count = sizeof forms / sizeof *forms, more = sizeof wholes / sizeof *wholes;
    return i < 0 || i >= count + more ? NULL : i < count ? forms[i].name : wholes[i - count];
}

bool export_of_view(int i)
{
    return i >= 0 && i < (int)(sizeof forms / sizeof *forms) && !forms[i].matrix;
}

bool export_of_matrix(int i)
{
    return i >= 0 && i < (int)(sizeof forms / sizeof *forms) && forms[i].matrix;
}

static bool export_form(const struct from *f, const struct words *w, struct text *out, struct reply *r)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (strcmp(forms[i].name, arg(w, 1)) == 0) {
            if (w->count != 4) {
                int col = arg_col(w, 1);
                return forms[i].matrix
                           ? reply_fail(r, col, TEXT("write 'export %s MATRIX FILE' (weights, X, WQ …)"),
                                        forms[i].name)
                           : reply_fail(r, col, TEXT("write 'export %s VIEW FILE' (screen: what is shown)"),
                                        forms[i].name);
            }
            if (!forms[i].view && !forms[i].matrix)
                return export_words(f, arg(w, 2), out, r);
            return forms[i].view ? picture(f, arg(w, 2), out, r, forms[i].view)
                                 : matrix(f, arg(w, 2), out, r, forms[i].matrix);
        }
    struct text names = {0};
    for (int i = 0; export_name(i); i++)
        text_addf(&names, i ? " %s" : "%s", export_name(i));
    reply_fail(r, arg_col(w, 1), TEXT("no export '%s' (%s)"), arg(w, 1), text_str(&names));
    text_finish(&names);
    return false;
}

/* Forms that export numbers rather than a picture: those of a view, or others that have a name. */
static const struct export_numbers {
    const char *form;
    int view; /* enum view_id, VIEW_COUNT: no view has them */
    void (*write)(const struct session *, struct text *);
    const char *name, *title; /* without a view */
    bool (*make)(const struct session *, struct text *, struct reply *);
} numbers[] = {
    {"csv", VIEW_TERMS, export_terms_csv, NULL, NULL, NULL},
    {"json", VIEW_TERMS, export_terms_json, NULL, NULL, NULL},
    {"csv", VIEW_COMPARE, export_compare_csv, NULL, NULL, NULL},
    {"json", VIEW_COMPARE, export_compare_json, NULL, NULL, NULL},
    {"json", VIEW_COUNT, NULL, "next", TEXT("the next word, and what each is chosen with"), export_next_json},
    {"json", VIEW_COUNT, NULL, "cache", TEXT("keys and values kept for the next word"), export_cache_json},
};

static const char *numbers_name(const struct export_numbers *n)
{
    return n->name ? n->name : views[n->view]->name;
}

static const struct export_numbers *find_numbers(const struct words *w)
{
    for (size_t i = 0; w->count == 4 && i < sizeof numbers / sizeof *numbers; i++)
        if (strcmp(numbers[i].form, arg(w, 1)) == 0 && strcmp(numbers_name(&numbers[i]), arg(w, 2)) == 0)
            return &numbers[i];
    return NULL;
}

const char *export_of_numbers(int i, int k, const char **title)
{
    const char *form = export_name(i);
    for (size_t n = 0; form && n < sizeof numbers / sizeof *numbers; n++)
        if (strcmp(numbers[n].form, form) == 0 && k-- == 0) {
            *title = numbers[n].name ? numbers[n].title : views[numbers[n].view]->title;
            return numbers_name(&numbers[n]);
        }
    return NULL;
}

/* The matrices that are the same in every layer. */
static bool of_no_layer(const struct scene *now, const char *name, int stage)
{
    struct matrix_ref ref;
    if (stage >= 0)
        return stage_row(stage)->in == IN_TRACE;
    return !matrices_find(&now->state, name, &ref) || ref.kind != MATRIX_WEIGHT ||
           config_weight_layer((enum weight)ref.index, 1) != 1;
}

void export_say_whose(const struct session *m, const struct words *w, struct reply *r)
{
    const struct scene *now = &m->now;
    int stage = export_stage(now, arg(w, 2));
    bool is = false;
    for (int i = 0; export_name(i); i++)
        is = is || (export_of_matrix(i) && strcmp(export_name(i), arg(w, 1)) == 0);
    if (!is || find_numbers(w))
        return;
    bool heads = stage >= 0 && stage_row(stage)->heads == HEADS_APART && now->config.heads > 1,
         layers = now->config.layers > 1 && !of_no_layer(now, arg(w, 2), stage);
    if (heads)
        reply_say(r, TEXT(": head %d of %d"), now->state.look.head + 1, now->config.heads);
    if (layers)
        reply_say(r, heads ? TEXT_AS("export", ", layer %d of %d") : TEXT(": layer %d of %d"),
                  now->state.look.layer + 1, now->config.layers);
}

bool export_make(struct session *m, const struct screen *screen, const struct words *w, struct text *out,
                 int *path, struct reply *r)
{
    const struct export_numbers *n = find_numbers(w);
    bool lens = strcmp(arg(w, 2), "lens") == 0, carried = strcmp(arg(w, 2), "carried") == 0;
    if (w->count == 4 && strcmp(arg(w, 1), wholes[0]) == 0 &&
        (lens || carried)) { /* no view lists all of these */
        *path = 3;
        return lens ? export_lens(&m->now, out, r) : export_carried(m, out, r);
    }
    bool whole = !n && strcmp(arg(w, 1), wholes[0]) == 0;
    *path = whole ? 2 : 3;
    if (n && n->make)
        return n->make(m, out, r);
    if (n) {
        bool ok = session_compute(m, n->view, r);
        if (ok)
            n->write(m, out);
        return ok;
    }
    if (!whole)
        return export_form(&(struct from){m, screen}, w, out, r);
    if (w->count != 3)
        return reply_fail(r, arg_col(w, 3),
                          TEXT("write 'export %s FILE' (json also: 'export json terms FILE', or compare, "
                               "next, cache, lens, carried)"),
                          wholes[0]);
    export_json(&m->now, m->tap, out);
    return true;
}
