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

/* A row of a drawn picture; in `s` a byte for every cell, so that signs can be looked for: those of Chinese
 * as ASCII, any other character that is not ASCII as 1. */
struct print {
    const struct session *m;
    const struct cell *cells;
    const char *s;
    int row;
};

static void read_row(const struct cell *cells, int cols, struct text *out)
{
    for (int col = 0; col < cols; col++) {
        uint32_t ch = cells[col - (cells[col].width == 0 && col > 0)].ch[0];
        if (ch == 0)
            ch = ' ';
        else if (ch == 0x201C || ch == 0x201D)
            ch = '"';
        else if (ch == 0x3002 || ch == 0x2502)
            ch = ch == 0x3002 ? '.' : '|';
        else if (ch > '~')
            ch = ch > 0xFF00 && ch < 0xFF5F ? ch - 0xFEE0 : 1;
        text_add_char(out, (char)ch);
    }
}

/* Returns whether the word from `col` up to `end` names a key that acts now: where it is printed as one, or
 * where a message or a lesson names one: "Enter …", "w: …", "(u …", ": R …", "press g". */
static bool print_key(const struct print *p, int col, int end, const char *word)
{
    const struct lesson_now at = lesson_now(p->m->lesson);
    const enum style style = (enum style)p->cells[col].style;
    const bool single = !word[1], styled = style == STYLE_KEY,
               said = p->m->lesson || style == STYLE_NOTE || style == STYLE_ERROR;
    const char *before = p->s + col;
    const bool named =
        single ? p->s[end] == ':' || (col > 0 && strchr("(\"'", before[-1])) ||
                     (col > 1 && before[-1] == ' ' && before[-2] == ':') ||
                     (col > 2 && strncmp(before - 3, "ss ", 3) == 0)
               : strcmp(word, "Enter") == 0 || strcmp(word, "Esc") == 0 || strcmp(word, "Tab") == 0;
    if (single && strchr("0123456789", *word) && !p->m->pager.open) /* mostly a number of something */
        return false;
    return (styled || (named && said)) &&
           (key_does(p->m, word) || (styled && single && strchr("+-", *word) && lesson_asks(at, ASK_GOAL) &&
                                     judge_allow_setting(at.ask)));
}

/* Returns the column after what is said beside a key, whose name ends at `end`: before two blanks, the next
 * key, or a sign that ends it. What lies before `col` is part of it. */
static int print_end(const struct print *p, int end, int col)
{
    for (const int from = end; p->s[end]; end++)
        if ((end > from && p->s[end] != ' ' && p->s[end - 1] == ' ' && p->cells[end].style == STYLE_KEY) ||
            (end > col && strchr(" ,.;:)|", p->s[end]) && strchr(" ", p->s[end + 1])))
            break;
    while (end > 0 && p->s[end - 1] == ' ')
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
    const int count =
        p->m->lesson || p->m->pager.open ? 6 : 4; /* elsewhere triangles are marks in pictures */
    char word[12];
    for (int i = 0; i < count; i++)
        if (p->cells[col].ch[0] == signs[i].sign && p->cells[col].style == STYLE_KEY) {
            click_key(k, signs[i].key);
            k->box = (struct click_box){p->row, col, 1, 1};
            return true;
        }
    for (int from = col; from >= 0; from--) {
        const char *s = p->s + from;
        if (*s == ' ' && from > 0 && s[-1] == ' ' && !p->m->pager.open) /* there both are far apart */
            return false;
        if (*s == ' ' || (from > 0 && !strchr(" (\"'", s[-1])))
            continue;
        const int named = from + 1 + (int)strcspn(s + 1, " ,.;:)\"'|");
        snprintf(word, sizeof word, "%.*s", named - from, s);
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
    while (from > 0 && p->s[from] != ':' && strncmp(p->s + from - 1, "  ", 2) != 0)
        from--;
    int end = from + 1;
    if (p->s[from] != ':' || !p->s[end] || !strchr("abcdefghijklmnopqrstuvwxyz", p->s[end]) ||
        (from > 0 && !strchr(" (\"'", p->s[from - 1])))
        return false;
    for (; p->s[end] && !strchr(",)\"'|", p->s[end]) && strncmp(p->s + end, "  ", 2) != 0 &&
           p->cells[end].style == p->cells[from + 1].style;
         end++)
        if (p->cells[end].width > 0)
            canvas_cluster(&p->cells[end], &words);
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
    const struct cell *cells = c.cells + e->row * c.stride;
    struct text row = TEXT_HERE;
    read_row(cells, c.cols, &row);
    const struct print p = {m, cells, text_str(&row), e->row};
    /* (in a large area that does one thing, a key that is printed on it is still that key) */
    if (!typing && !click.key &&
        (find_key(&p, e->col, &printed) || (!click.line[0] && find_command(&p, e->col, &printed))) &&
        (!click.line[0] || printed.box.width < click.box.width))
        click = printed;
    text_finish(&row);
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

/* Appends the first line in which `now` differs from `was`; the first of all if it does not. */
static void add_news(const char *was, const char *now, struct text *out)
{
    size_t at = 0;
    while (now[at] && now[at] == was[at])
        at++;
    while (at > 0 && (!now[at] || now[at - 1] != '\n'))
        at--;
    text_add_bytes(out, now + at, strcspn(now + at, "\n"));
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
