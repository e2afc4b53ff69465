/* What is sent to the terminal, read back by an emulator in this process, and how many bytes it takes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <vterm.h>

#include "support/apps.h"
#include "support/test.h"
#include "term/update.h"

/* From ncurses, whose headers define COLS, tab, columns … */
struct term;
extern struct term *cur_term;
int setupterm(const char *name, int fd, int *error);
int del_curterm(struct term *t);

enum { ROWS = 36, COLS = 120, FRAME_BYTES = 4000, OPENING_BYTES = 7000 };

struct shown {
    struct app app;
    struct canvas canvas;
    struct update update;
    enum colours colours;
    VTerm *vt;
    VTermScreen *screen;
};

/* Returns false if the system does not describe this terminal. */
static bool show_on(struct shown *s, const char *term)
{
    int error;
    *s = (struct shown){0};
    if (setupterm(term, STDOUT_FILENO, &error) != 0)
        return false;
    writer_describe(&s->update.writer, false);
    s->colours = colours_found(COLOURS_AUTO, writer_counts_colours(&s->update.writer));
    s->app = opened_app();
    s->app.session.moves = true;
    must_enter(&s->app, "view flow");
    assert_true(canvas_init(&s->canvas, ROWS, COLS));
    s->vt = vterm_new(ROWS, COLS);
    vterm_set_utf8(s->vt, 1);
    s->screen = vterm_obtain_screen(s->vt);
    vterm_screen_reset(s->screen, 1);
    return true;
}

static void finish(struct shown *s)
{
    update_finish(&s->update);
    canvas_finish(&s->canvas);
    app_finish(&s->app);
    vterm_free(s->vt);
    del_curterm(cur_term);
}

/* Sends the present picture to the emulator. Returns the bytes that it took. */
static size_t sent(struct shown *s)
{
    struct text *out = &s->update.writer.out;
    enum theme theme =
        s->colours == COLOURS_NEVER ? THEME_MONO : (enum theme)s->app.session.now.state.look.theme;
    s->app.mono = s->colours == COLOURS_NEVER;
    assert_true(app_draw(&s->app, s->canvas));
    assert_true(update_begin(&s->update, s->canvas, s->colours, theme));
    for (int row = 0; row < ROWS; row++)
        update_row(&s->update, s->canvas, row);
    writer_cursor(&s->update.writer, -1, 0);
    size_t bytes = out->len;
    vterm_input_write(s->vt, text_str(out), out->len);
    text_clear(out);
    return bytes;
}

/* ---- as drawn ------------------------------------------------------------------ */

static int number_of(const VTermColor *c)
{
    if (VTERM_COLOR_IS_DEFAULT_FG(c) || VTERM_COLOR_IS_DEFAULT_BG(c))
        return COLOUR_DEFAULT;
    return VTERM_COLOR_IS_INDEXED(c) ? c->indexed.idx : -9;
}

/* The emulator makes bold ANSI colours bright, and misreads 24-bit colours. */
static bool right_colours(const struct shown *s, const struct pen *pen, const VTermScreenCell *cell)
{
    bool turned = cell->attrs.reverse && !(pen->attrs & ATTR_REVERSE);
    const VTermColor *fg = turned ? &cell->bg : &cell->fg, *bg = turned ? &cell->fg : &cell->bg;
    if (s->colours == COLOURS_DIRECT)
        return true;
    if (turned && s->colours != COLOURS_256)
        return false;
    return number_of(bg) == pen->bg &&
           (pen->fg == COLOUR_UNSEEN || (pen->attrs & ATTR_BOLD && s->colours == COLOURS_8) ||
            number_of(fg) == pen->fg);
}

static void check_cell(struct shown *s, int row, int col)
{
    VTermScreenCell cell;
    const struct cell *want = &s->canvas.cells[row * COLS + col];
    struct pen pen = pen_of(&s->update.pens, want);
    unsigned bold = pen.fg == COLOUR_UNSEEN ? 0 : pen.attrs & ATTR_BOLD,
             without = pen.fg < 0 && pen.bg < 0 ? 0 : s->update.writer.without;
    vterm_screen_get_cell(s->screen, (VTermPos){row, col}, &cell);
    uint32_t ch = cell.chars[0] ? cell.chars[0] : ' ', drawn = pen.shade ? pen.shade : want->ch[0];
    if (ch != drawn || !right_colours(s, &pen, &cell))
        fail_msg("row %d, column %d: U+%04X, not U+%04X, or colours other than %d on %d", row, col, ch, drawn,
                 pen.fg, pen.bg);
    if (pen.fg != COLOUR_UNSEEN && !cell.attrs.bold != !bold)
        fail_msg("row %d, column %d: bold %d", row, col, (int)cell.attrs.bold);
    if (!cell.attrs.underline != !(pen.attrs & ATTR_UNDERLINE & ~without))
        fail_msg("row %d, column %d: underline %d", row, col, (int)cell.attrs.underline);
}

static void check_screen(struct shown *s)
{
    for (int row = 0; row < ROWS; row++)
        for (int col = 0; col < COLS; col++)
            if (s->canvas.cells[row * COLS + col].width > 0)
                check_cell(s, row, col);
}

static void press_through(struct shown *s, const char *key)
{
    press(&s->app, key);
    sent(s);
    check_screen(s);
    for (int frames = 3; frames > 0 && s->app.rest_ms > 0; frames--) {
        app_tick(&s->app);
        sent(s);
        check_screen(s);
    }
}

TEST(every_cell_looks_as_it_is_drawn)
{
    static const char *const terms[] = {"xterm-256color", "screen-256color", "xterm",
                                        "linux",          "vt100",           "xterm-direct"};
    static const char *const lines[] = {"sentence 猫 追 狗 quick e\xCC\x81 b",
                                        "theme light",
                                        "view stages",
                                        "view encoding",
                                        "view terms",
                                        "theme mono",
                                        "view compare",
                                        "view map"};
    for (size_t t = 0; t < sizeof terms / sizeof *terms; t++) {
        struct shown s;
        if (!show_on(&s, terms[t]))
            continue;
        for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
            static const char *const keys[] = {"p", "Down", "Right", "x", "m", "h"};
            for (size_t k = 0; k < sizeof keys / sizeof *keys; k++)
                press_through(&s, keys[k]);
            must_enter(&s.app, lines[i]);
        }
        finish(&s);
    }
}

/* ---- bytes ---------------------------------------------------------------------- */

/* Presses keys, each separated by a blank from the next, and follows what they move. */
static void move(struct shown *s, const char *keys, size_t most)
{
    char copy[100];
    snprintf(copy, sizeof copy, "%s", keys);
    sent(s);
    for (char *key = strtok(copy, " "); key; key = strtok(NULL, " ")) {
        press(&s->app, key);
        for (int frame = 0; frame == 0 || s->app.rest_ms > 0; frame++) {
            size_t bytes = sent(s);
            if (bytes > most)
                fail_msg("%s: frame %d takes %zu bytes", key, frame, bytes);
            app_tick(&s->app);
        }
        sent(s);
    }
    assert_int_equal(sent(s), 0);
}

TEST(a_frame_of_movement_takes_less_than_4_kB)
{
    struct shown s;
    if (!show_on(&s, "xterm-direct") && !show_on(&s, "xterm-256color"))
        fail();
    must_enter(&s.app, "reset ; weights roles ; view flow");
    move(&s, "p p x x m m h h Down Up Right Left . ,", FRAME_BYTES);
    finish(&s);
}

/* Its rows have three times as many numbers. Its third head has a page of its own, so h is not pressed. */
TEST(a_frame_of_the_opening_takes_less_than_7_kB)
{
    struct shown s;
    if (!show_on(&s, "xterm-direct") && !show_on(&s, "xterm-256color"))
        fail();
    move(&s, "p p x x m m Down Up Right Left . ,", OPENING_BYTES);
    finish(&s);
}

/* At both edges of a shape only the attribute changes; blanks in a row are erased. */
TEST(colours_are_sent_once)
{
    struct shown s;
    assert_true(show_on(&s, "xterm-256color"));
    sent(&s);
    struct canvas c = s.canvas;
    uint16_t hue = ink_hue(0, HUE_FULL);
    canvas_clear(c);
    update_forget(&s.update);
    assert_true(update_begin(&s.update, c, s.colours, THEME_DARK));
    text_clear(&s.update.writer.out);
    for (int col = 0; col < COLS; col++)
        if (col > 1 && col < 5)
            canvas_inked(c, 0, col, ' ', 0, hue);
    canvas_inked(c, 0, 1, 0x258C, INK_GROUND, hue);
    canvas_inked(c, 0, 5, 0x258C, hue, INK_GROUND);
    update_row(&s.update, c, 0);
    const char *out = text_str(&s.update.writer.out), *first = strstr(out, "8;5;");
    assert_non_null(first);
    const char *second = strstr(first + 1, "8;5;");
    assert_null(second && strstr(second + 1, "8;5;") ? out : NULL);
    text_clear(&s.update.writer.out);
    update_row(&s.update, c, 0);
    assert_int_equal(s.update.writer.out.len, 0);
    finish(&s);
}

TEST(the_cursor_is_shown_and_hidden_when_nothing_is_known_of_it)
{
    struct shown s;
    assert_true(show_on(&s, "xterm-256color"));
    struct text *out = &s.update.writer.out;
    sent(&s); /* hides it */
    for (int row = 0; row >= -1; row--) {
        writer_forget(&s.update.writer, s.colours);
        text_clear(out);
        writer_cursor(&s.update.writer, row, 0);
        assert_non_null(strstr(text_str(out), row < 0 ? "?25l" : "?25h"));
        text_clear(out);
        writer_cursor(&s.update.writer, row, 0);
        assert_int_equal(out->len, 0);
    }
    finish(&s);
}

/* Cells between two that changed are sent again only if that takes no change of colours. */
TEST(only_cells_of_the_same_look_are_sent_again)
{
    struct shown s;
    assert_true(show_on(&s, "xterm-256color"));
    sent(&s);
    for (int same = 0; same < 2; same++) {
        canvas_clear(s.canvas);
        update_row(&s.update, s.canvas, 0);
        canvas_put(s.canvas, 0, 1, same ? STYLE_TEXT : STYLE_TITLE, "w");
        update_row(&s.update, s.canvas, 0);
        text_clear(&s.update.writer.out);
        canvas_put(s.canvas, 0, 0, STYLE_TEXT, "v");
        canvas_put(s.canvas, 0, 2, STYLE_TEXT, "x");
        update_row(&s.update, s.canvas, 0);
        assert_int_equal(strstr(text_str(&s.update.writer.out), "w") != NULL, same);
        text_clear(&s.update.writer.out);
    }
    finish(&s);
}
