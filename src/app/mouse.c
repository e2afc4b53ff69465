#include "app/mouse.h"

#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "lesson/run/judge.h"
#include "session/contexts.h"
#include "session/home.h"
#include "session/told.h"
#include "state/param.h"
#include "state/script.h"
#include "study/sweep.h"
#include "view/frame/frame.h"
#include "view/figures/tell.h"
#include "view/lesson/lesson.h"

/* ---- what is printed ----------------------------------------------------------------------- */

/* A place in a drawn picture. */
struct print {
    const struct session *m;
    struct canvas c;
    int row;
};

/* Returns the character in a column, 0 for a blank or outside. */
static uint32_t print_at(const struct print *p, int col)
{
    if (col < 0 || col >= p->c.cols)
        return 0;
    const struct cell *cell = &p->c.cells[p->row * p->c.stride + col];
    uint32_t ch = cell->width == 0 && col > 0 ? cell[-1].ch[0] : cell->ch[0];
    return ch == ' ' ? 0 : ch;
}

static int print_style(const struct print *p, int col)
{
    return p->c.cells[p->row * p->c.stride + col].style;
}

static bool is_among(uint32_t ch, const uint32_t *signs)
{
    while (*signs && *signs != ch)
        signs++;
    return ch && *signs;
}

static const uint32_t ends[] = {',',    '.',    ';',    ':',    ')',    '"',    '\'', 0xFF0C,
                                0x3002, 0xFF1B, 0xFF1A, 0xFF09, 0x201D, 0x2502, 0},
                      begins[] = {'(', '"', '\'', 0xFF08, 0x201C, 0}, colons[] = {':', 0xFF1A, 0},
                      leads[] = {':', 0xFF1A, 0x6309, 0}; /* of those before a blank, 按; beside "press" */

/* Copies the word that begins at `col`, without the sign that ends it; returns the column after it. */
static int print_word(const struct print *p, int col, char *out, int room)
{
    int n = 0;
    for (uint32_t ch; (ch = print_at(p, col)) && (n == 0 || !is_among(ch, ends)); col++) {
        if (ch > '~' || n + 1 >= room) {
            n = 0;
            break;
        }
        out[n++] = (char)ch;
    }
    out[n] = '\0';
    return col;
}

/* Returns whether the word from `col` up to `end` names a key that acts now: where it is printed as one, or
 * where a message or a lesson names one: "Enter …", "w: …", "(u …", ": R …". */
static bool print_key(const struct print *p, int col, int end, const char *word)
{
    const struct session *m = p->m;
    const struct lesson_now at = lesson_now(m->lesson);
    const enum style style = (enum style)print_style(p, col);
    const bool single = word[0] && !word[1], styled = style == STYLE_KEY,
               slides = lesson_asks(at, ASK_GOAL) && judge_allow_setting(at.ask),
               said = m->lesson || style == STYLE_NOTE || style == STYLE_ERROR;
    const char *const names[] = {"Enter", "Esc", "Tab"};
    bool named = is_among(print_at(p, col - 1), begins) || is_among(print_at(p, end), colons) ||
                 (!print_at(p, col - 1) && (is_among(print_at(p, col - 2), leads) ||
                                            (print_at(p, col - 2) == 's' && print_at(p, col - 3) == 's')));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        named = single ? named : named || strcmp(word, names[i]) == 0;
    if (single && strchr("0123456789", *word) && !m->pager.open) /* mostly a number of something */
        return false;
    if (!styled && !(named && said))
        return false;
    return key_does(m, word) || (styled && single && slides && strchr("+-", word[0]));
}

/* Returns the column after what is said beside a key, whose name ends at `end`: before two blanks, the next
 * key, or a sign that ends it. What lies before `col` is part of it. */
static int print_end(const struct print *p, int end, int col)
{
    for (const int from = end; end < p->c.cols; end++) {
        const bool blank = !print_at(p, end), last = !print_at(p, end + 1),
                   begins_key =
                       end > from && !blank && !print_at(p, end - 1) && print_style(p, end) == STYLE_KEY;
        if (begins_key || (end > col && last && (blank || is_among(print_at(p, end), ends))))
            break;
    }
    while (end > 0 && !print_at(p, end - 1))
        end--;
    return end;
}

/* Finds the key that is printed at `col`, or before what is said of it there. Its item is both. */
static bool find_key(const struct print *p, int col, struct click *k)
{
    static const struct {
        uint32_t sign;
        const char *key;
    } signs[] = {{0x2190, "Left"}, {0x2191, "Up"},   {0x2192, "Right"},
                 {0x2193, "Down"}, {0x25B2, "PgUp"}, {0x25BC, "PgDn"}};
    const struct session *m = p->m;
    const int count = m->lesson || m->pager.open ? 6 : 4; /* elsewhere triangles are marks in pictures */
    char word[12];
    for (int i = 0; i < count; i++)
        if (print_at(p, col) == signs[i].sign && print_style(p, col) == STYLE_KEY) {
            click_key(k, signs[i].key);
            k->box = (struct click_box){p->row, col, 1, 1};
            return true;
        }
    for (int from = col; from >= 0; from--) {
        const uint32_t ch = print_at(p, from), before = print_at(p, from - 1);
        if (!ch && !before && !m->pager.open) /* there a key and what it does are far apart */
            return false;
        if (!ch || (before && !is_among(before, begins)))
            continue;
        const int named = print_word(p, from, word, sizeof word);
        if (strcmp(word, "BkSp") == 0)
            strcpy(word, "Backspace");
        if (!print_key(p, from, named, word))
            continue;
        const int end = print_end(p, named, col);
        click_key(k, word);
        k->box = (struct click_box){p->row, from, end - from, 1};
        return col < end;
    }
    return false;
}

/* Finds the command that is printed there, from its colon on: a click opens the prompt with it. */
static bool find_command(const struct print *p, int col, struct click *k)
{
    struct text line = TEXT_HERE, words = TEXT_HERE;
    int from = col;
    while (from > 0 && print_at(p, from) != ':' && (print_at(p, from) || print_at(p, from - 1)))
        from--;
    const uint32_t next = print_at(p, from + 1), before = print_at(p, from - 1);
    if (print_at(p, from) != ':' || next < 'a' || next > 'z' || (before && !is_among(before, begins)))
        return false;
    int end = from + 1;
    for (; end < p->c.cols && print_style(p, end) == print_style(p, from + 1); end++) {
        uint32_t ch = print_at(p, end);
        if ((!ch && !print_at(p, end + 1)) || (ch != '.' && ch != ':' && ch != ';' && is_among(ch, ends)))
            break;
        if (p->c.cells[p->row * p->c.stride + end].width > 0)
            canvas_cluster(&p->c.cells[p->row * p->c.stride + end], &words);
    }
    script_word(&line, text_str(&words));
    click_line(k, "prompt command %s", text_str(&line));
    k->box = (struct click_box){p->row, from, end - from, 1};
    text_finish(&line);
    text_finish(&words);
    return col < end;
}

/* ---- what lies there -------------------------------------------------------------------------- */

struct click mouse_hit(const struct screen *s, const struct event *e)
{
    struct canvas c;
    struct click click = {.row = e->row, .col = e->col}, none = click;
    const struct session *m = s->session;
    const bool typing = m->prompt.kind != PROMPT_CLOSED;
    if (e->row < 0 || e->row >= e->rows || e->col < 0 || e->col >= e->cols || m->blank ||
        !canvas_init(&c, e->rows, e->cols))
        return click;
    click.whole = c;
    struct screen screen = *s;
    screen.click = &click;
    frame_draw(c, &screen);
    struct click printed = click;
    const struct print p = {m, c, e->row};
    /* (in a large area that does one thing, a key that is printed on it is still that key) */
    if (!typing && !click.key &&
        (find_key(&p, e->col, &printed) || (!click.line[0] && find_command(&p, e->col, &printed))) &&
        (!click.line[0] || printed.box.width < click.box.width))
        click = printed;
    canvas_finish(&c);
    click.whole = (struct canvas){0};
    return typing && !(click.key && e->row == e->rows - 2) ? none : click;
}

bool mouse_turns(const struct session *m, const struct click *k)
{
    const struct lesson_now at = lesson_now(m->lesson);
    struct knob knob;
    return k->cell && !m->pager.open &&
           (!m->lesson || m->lesson->free || lesson_asks(at, ASK_GOAL) || lesson_asks(at, ASK_TRY)) &&
           knob_here(&m->now.state, &m->now.config, &knob) && knob.kind == KNOB_CELL;
}

/* ---- what is said of it ----------------------------------------------------------------------- */

/* Appends what the view says of the place of its cursor. */
static void add_place(const struct session *m, struct text *out)
{
    const struct view *view = views[m->now.state.look.view];
    struct arena scratch = {0};
    const struct teller t = {m, &m->now, {.session = m, .scratch = &scratch}, out};
    if (view->tell_briefly && !lesson_hides(m))
        view->tell_briefly(&t);
    arena_finish(&scratch);
}

/* Appends the first line of `now` that is not in `was`, else the last one. */
static void add_news(const char *was, const char *now, struct text *out)
{
    struct text line = TEXT_HERE;
    for (size_t n; *now; now += n + (now[n] == '\n')) {
        n = strcspn(now, "\n");
        text_clear(&line);
        text_add_bytes(&line, now, n);
        if (n > 0 && !strstr(was, text_str(&line)))
            break;
    }
    text_add(out, text_str(&line));
    text_finish(&line);
}

/* Appends what the line would change: it is run on a copy of the session, which is then dropped. A line that
 * needs more than a session says nothing. */
static void say_tried(struct session *m, const char *line, struct text *out)
{
    struct reply quiet = {.lang = (enum lang)m->now.state.look.lang};
    struct text was = {0}, now = {0};
    struct runner in = {.m = m};
    struct transaction t;
    const long turn = m->turn;
    const bool unseen = m->unseen;
    if (state_model(&m->now.state) || !session_begin(m, &t, &quiet)) {
        reply_finish(&quiet);
        return;
    }
    m->unseen = true;
    add_place(m, &was);
    if (cmd_run_line(&in, line, &quiet)) {
        const struct state *before = &t.aside.now.state;
        const struct look *look = &m->now.state.look;
        if (!state_same_numbers(&m->now.state, before))
            told_change(out, before, &m->now);
        else if (look->view != before->look.view)
            text_say(out, quiet.lang, TEXT("opens: %s"), text_in(views[look->view]->title, quiet.lang));
        else
            add_place(m, &now);
        add_news(text_str(&was), text_str(&now), out);
    }
    session_end(m, &t, false, "", &quiet);
    m->turn = turn;
    m->unseen = unseen;
    text_finish(&was);
    text_finish(&now);
    reply_finish(&quiet);
}

/* Appends what the entry of the start screen with this line says of itself; else the beginning of what help
 * says of the first command of the line, or of the setting that it sets. */
static void say_command(const struct session *m, const char *line, struct text *out)
{
    static const char *const stops[] = {": ", "; ", " (", ". ", "：", "；", "（", "。"};
    const enum lang lang = (enum lang)m->now.state.look.lang;
    char name[24], of[24] = "";
    sscanf(line, "%23s %23s", name, of);
    for (const struct home_entry *e = home_entries; e->title && m->now.state.look.view == VIEW_HOME; e++)
        if (e->line && strcmp(e->line, line) == 0 && *e->note) {
            text_add(out, text_in(e->note, lang));
            return;
        }
    const struct command *c = command_find(m, name);
    const struct param *set = strcmp(name, "set") == 0 ? param_find(of) : NULL;
    const char *help = set ? set->help : c ? c->help : NULL;
    help = help ? text_in(help, lang) : "";
    size_t n = strlen(help);
    for (size_t i = 0; i < sizeof stops / sizeof *stops; i++) {
        const char *stop = strstr(help, stops[i]);
        n = stop && (size_t)(stop - help) < n ? (size_t)(stop - help) : n;
    }
    text_add_bytes(out, help, n);
}

void mouse_says(struct session *m, const struct click *k, struct text *out)
{
    const enum lang lang = (enum lang)m->now.state.look.lang;
    struct text does = {0};
    const struct binding *b = k->key ? key_does(m, k->line) : NULL;
    if (b)
        text_add(&does, binding_note(b, lang));
    else if (!k->key)
        say_tried(m, k->line, &does);
    if (does.len == 0 && (b || !k->key))
        say_command(m, b ? b->line : k->line, &does);
    if (does.len > 0)
        text_say(out, lang, TEXT("click: %s"), text_str(&does));
    if (mouse_turns(m, k))
        text_add(out, text_in(TEXT("  (dragging it or the wheel changes it)"), lang));
    text_finish(&does);
}

bool mouse_rolls(const struct screen *s, const struct event *e, struct text *line)
{
    const struct session *m = s->session;
    const bool draws = lesson_asks(lesson_now(m->lesson), ASK_PICTURE);
    struct click click = {0};
    if (draws || mouse_turns(m, &(struct click){.cell = true}))
        click = mouse_hit(s, e);
    if (draws) { /* over a word of it, that; else the chosen one */
        const char *over = click.line, *end = over;
        for (int i = 0; i < 3; i++) /* draw word 2 */
            end += strcspn(end, " ") + (i < 2 && strchr(end, ' '));
        bool word = strncmp(over, "draw word ", strlen("draw word ")) == 0;
        text_addf(line, "%.*s %s5", word ? (int)(end - over) : (int)strlen("draw"), word ? over : "draw",
                  e->button < 0 ? "+" : "-");
    } else if (mouse_turns(m, &click))
        text_addf(line, "%s ; nudge %d", click.line, -e->button);
    return line->len > 0;
}
