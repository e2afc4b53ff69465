/* The elements of all frames are sorted, so that the same element in several frames becomes one with a list
 * of frames, and elements with the same list share one animation. */
#include "export/film.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "export/json.h"
#include "export/view.h"

/* An element in one frame. */
struct seen {
    const char *line;
    size_t len;
    int frame;
    bool ink;
};

/* An element with its frames, a run of the sorted `seen`. */
struct piece {
    const struct seen *in;
    int count;
};

void film_canvas(struct film *f, struct canvas c, enum theme theme, double at)
{
    if (f->count == f->room) {
        int room = f->room ? 2 * f->room : 64;
        struct film_frame *frames = mem_grow(f->frames, (size_t)room, sizeof *frames);
        f->frames = frames ? frames : f->frames;
        f->room = frames ? room : f->room;
    }
    struct film_frame *fresh = f->count < f->room ? &f->frames[f->count] : NULL;
    if (f->count == 0) {
        f->rows = c.rows;
        f->cols = c.cols;
        f->theme = theme;
    }
    if (fresh) {
        *fresh = (struct film_frame){.at = at, .begin = f->lines.len};
        svg_behind(c, theme, &f->lines);
        fresh->ink = f->lines.len;
        svg_ink(c, theme, &f->lines);
        fresh->over = f->lines.len;
    }
    f->failed = f->failed || !fresh || f->lines.failed;
    if (f->failed)
        return;
    size_t n = fresh->over - fresh->begin, before = f->count > 0 ? fresh[-1].over - fresh[-1].begin : 0;
    if (f->count > 0 && before == n &&
        memcmp(f->lines.s + fresh[-1].begin, f->lines.s + fresh->begin, n) == 0)
        f->lines.len = fresh->begin; /* the same picture as the last */
    else
        f->count++;
}

static int by_element(const struct seen *a, const struct seen *b)
{
    if (a->ink != b->ink)
        return a->ink - b->ink;
    int order = memcmp(a->line, b->line, a->len < b->len ? a->len : b->len);
    return order ? order : (a->len > b->len) - (a->len < b->len);
}

static int by_element_and_frame(const void *a, const void *b)
{
    const struct seen *l = a, *r = b;
    int order = by_element(l, r);
    return order ? order : l->frame - r->frame;
}

/* Backgrounds first; then by the list of frames. */
static int by_frames(const struct piece *l, const struct piece *r)
{
    if (l->in->ink != r->in->ink || l->count != r->count)
        return l->in->ink != r->in->ink ? l->in->ink - r->in->ink : r->count - l->count;
    for (int i = 0; i < l->count; i++)
        if (l->in[i].frame != r->in[i].frame)
            return l->in[i].frame - r->in[i].frame;
    return 0;
}

static int by_frames_and_place(const void *a, const void *b)
{
    const struct piece *l = a, *r = b;
    int order = by_frames(l, r);
    return order ? order : l->in < r->in ? -1 : l->in > r->in;
}

static void key_frame(struct text *out, double part, bool visible)
{
    number_fixed(out, 100 * part, 1, 40);
    text_add(out, visible ? "%{visibility:visible}" : "%{visibility:hidden}");
}

/* Opens a group with its animation: visible in the frames of p, hidden in the others. The attribute says what
 * holds without animation, and at the start unless the first key frame says otherwise. */
static void open_group(const struct film *f, const struct piece *p, double end, int group, struct text *out)
{
    bool last = p->in[p->count - 1].frame == f->count - 1;
    if (p->count == f->count) {
        text_add(out, "<g>\n");
        return;
    }
    text_addf(out, "<style>@keyframes k%d{", group);
    if (p->in[0].frame > 0 && last)
        key_frame(out, 0, false);
    for (int i = 0; i < p->count; i++) {
        int frame = p->in[i].frame;
        if ((i == 0 || p->in[i - 1].frame != frame - 1) && (frame > 0 || !last))
            key_frame(out, f->frames[frame].at / end, true);
        if (frame + 1 < f->count && (i + 1 == p->count || p->in[i + 1].frame != frame + 1))
            key_frame(out, f->frames[frame + 1].at / end, false);
    }
    text_addf(out, "}</style><g style=\"animation-name:k%d\"%s>\n", group,
              last ? "" : " visibility=\"hidden\"");
}

static const char path_ends[] = "\"/>\n";

/* Returns the length of a path before its points; 0 for other elements. */
static size_t before_points(const struct seen *s)
{
    static const char points[] = " d=\"";
    const char *at = strstr(s->line, points);
    bool path = strncmp(s->line, "<path", 5) == 0 && at && at < s->line + s->len;
    return path ? (size_t)(at - s->line) + strlen(points) : 0;
}

/* Writes an element; paths in a row that look the same become one. */
static void write_piece(const struct seen *s, const struct seen *last, const struct seen *next,
                        struct text *out)
{
    size_t n = before_points(s), from = 0, to = s->len;
    if (n > 0 && last && before_points(last) == n && memcmp(last->line, s->line, n) == 0)
        from = n;
    if (n > 0 && next && before_points(next) == n && memcmp(next->line, s->line, n) == 0)
        to -= strlen(path_ends);
    text_add_bytes(out, s->line + from, to - from);
}

bool film_finish(struct film *f, double end, struct text *out)
{
    int count = 0, made = 0;
    for (size_t i = 0; !f->failed && i < f->lines.len; i++)
        count += f->lines.s[i] == '\n';
    struct seen *seen = mem_new((size_t)count + 1, sizeof *seen);
    struct piece *pieces = mem_new((size_t)count + 1, sizeof *pieces);
    bool ok = !f->failed && seen && pieces;
    if (ok) {
        struct seen *to = seen;
        for (int i = 0; i < f->count; i++)
            for (size_t at = f->frames[i].begin, n; at < f->frames[i].over; at += n) {
                n = strcspn(f->lines.s + at, "\n") + 1;
                *to++ = (struct seen){f->lines.s + at, n, i, at >= f->frames[i].ink};
            }
        qsort(seen, (size_t)count, sizeof *seen, by_element_and_frame);
        for (int i = 0; i < count; i++)
            if (i > 0 && by_element(&seen[i - 1], &seen[i]) == 0)
                pieces[made - 1].count++;
            else
                pieces[made++] = (struct piece){&seen[i], 1};
        qsort(pieces, (size_t)made, sizeof *pieces, by_frames_and_place);
        svg_begin(f->rows, f->cols, f->theme, out);
        text_add(out, "<style>g{animation:");
        number_fixed(out, end, 2, 40);
        text_add(out,
                 "s step-end infinite}@media(prefers-reduced-motion:reduce){g{animation:none}}</style>\n");
        for (int i = 0, group = 0; i < made; i++) {
            bool first = i == 0 || by_frames(&pieces[i - 1], &pieces[i]) != 0;
            bool last = i + 1 == made || by_frames(&pieces[i], &pieces[i + 1]) != 0;
            if (first)
                open_group(f, &pieces[i], end, group++, out);
            write_piece(pieces[i].in, first ? NULL : pieces[i - 1].in, last ? NULL : pieces[i + 1].in, out);
            if (last)
                text_add(out, "</g>\n");
        }
        text_add(out, "</svg>\n");
    }
    mem_free(seen);
    mem_free(pieces);
    mem_free(f->frames);
    text_finish(&f->lines);
    *f = (struct film){0};
    return ok && !out->failed;
}

/* ---- recordings of bytes ------------------------------------------------------------- */

void cast_event(struct cast *k, const char *kind, const char *data)
{
    text_add(k->out, "[");
    number_fixed(k->out, k->at, 3, 40);
    text_addf(k->out, ", \"%s\", ", kind);
    json_add_string(k->out, data);
    text_add(k->out, "]\n");
}

bool cast_canvas(struct cast *k, struct canvas c, enum theme theme)
{
    struct text fresh = {0}, data = {0};
    export_ansi(c, theme, &fresh);
    text_add(&data, k->shown.len == 0 ? "\033[?25l\033[2J" : "");
    const char *old = text_str(&k->shown), *now = text_str(&fresh);
    for (int row = 1; *now; row++) { /* the rows that differ, each after a cursor move to its place */
        size_t n = strcspn(now, "\n"), m = strcspn(old, "\n");
        if (n != m || strncmp(now, old, n) != 0) {
            text_addf(&data, "\033[%d;1H", row);
            text_add_bytes(&data, now, n);
        }
        now += n + (now[n] == '\n');
        old += m + (old[m] == '\n');
    }
    cast_event(k, "o", text_str(&data));
    bool ok = !data.failed && !fresh.failed;
    text_finish(&k->shown);
    k->shown = fresh;
    text_finish(&data);
    return ok;
}

void cast_header(struct text *out, int cols, int rows, const char *title)
{
    text_addf(out, "{\"version\": 2, \"width\": %d, \"height\": %d, \"title\": ", cols, rows);
    json_add_string(out, title);
    text_add(out, ", \"env\": {\"TERM\": \"xterm-256color\"}}\n");
}

void cast_picture(struct canvas c, enum theme theme, struct text *out)
{
    struct cast k = {.out = out};
    cast_header(out, c.cols, c.rows, "qkv");
    out->failed = !cast_canvas(&k, c, theme) || out->failed;
    text_finish(&k.shown);
}
