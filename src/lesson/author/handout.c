#include "lesson/author/check.h"

#include <string.h>

#include "base/utf8.h"
#include "lesson/read/lesson.h"
#include "view/prose.h"

enum { WIDTH = 76 };

/* Appends blocks laid out as in the program, indented, with `sign` at the start of the first row. */
static void set(struct text *out, const char *sign, int indent, const struct block *v, int count, bool line)
{
    const struct prose_look look = {.ascii = false};
    int width = WIDTH - indent;
    struct canvas all, part;
    struct canvas measure = {.cols = width};
    int rows = line ? prose_line(measure, 0, v, STYLE_TEXT, look) : prose_draw(measure, 0, v, count, look);
    if (rows == 0 || !canvas_init(&all, rows, WIDTH)) {
        out->failed = out->failed || rows > 0;
        return;
    }
    canvas_put(all, 0, 0, STYLE_TEXT, sign);
    part = canvas_part(all, 0, indent, rows, width);
    if (line)
        prose_line(part, 0, v, STYLE_TEXT, look);
    else
        prose_draw(part, 0, v, count, look);
    canvas_text(all, out);
    canvas_finish(&all);
}

static void set_prose(struct text *out, const struct prose *p)
{
    set(out, "", 0, p->v, p->count, false);
    text_add(out, p->count ? "\n" : "");
}

static void set_line(struct text *out, const char *sign, int indent, const struct block *b)
{
    if (b->count)
        set(out, sign, indent, b, 1, true);
}

/* Appends a line of text that is not a block. */
static void set_text(struct text *out, const char *sign, int indent, struct lesson_line l)
{
    struct span s = {.kind = SPAN_TEXT, .text = l};
    struct block b = {.v = &s, .count = 1};
    if (l.s && *l.s)
        set_line(out, sign, indent, &b);
}

static void set_heading(struct text *out, const char *s, char under)
{
    text_addf(out, "%s\n", s);
    for (int i = utf8_width(s); i > 0; i--)
        text_add_char(out, under);
    text_add(out, "\n\n");
}

static void set_lines(struct text *out, const char *sign, int indent, const struct lesson_lines *l)
{
    for (int i = 0; i < l->count; i++)
        set_text(out, sign, indent, l->v[i]);
}

/* Appends an empty strip for each word of the sentence at a step, to draw in. */
static void set_strips(struct text *out, const struct lesson *l, int step)
{
    enum { NAME = 12 };
    static const char sets[] = "tokens ";
    const char *words = "";
    for (int i = 0; i <= step; i++)
        for (int k = 0; k < l->step[i].scene.count; k++)
            if (strncmp(l->step[i].scene.v[k].s, sets, strlen(sets)) == 0)
                words = l->step[i].scene.v[k].s + strlen(sets);
    for (size_t n; *words || step >= 0; words += n + strspn(words + n, " "), step = -1) {
        n = strcspn(words, " ");
        text_addf(out, "  %.*s", (int)n, words);
        struct text name = {0};
        text_add_bytes(&name, words, n);
        for (int i = utf8_width(text_str(&name)); i < NAME; i++)
            text_add_char(out, ' ');
        text_finish(&name);
        text_add(out, " |....:....|....:....|\n");
    }
    text_add(out, "               0 %      50 %    100 %\n");
}

/* Adds the options with their letters: all of them, or the right ones. */
static void set_options(struct text *out, const struct lesson_ask *a, bool right)
{
    for (int i = 0; i < a->option_count; i++) {
        const struct lesson_option *o = &a->option[a->order[i]];
        char letter[] = {(char)('a' + i), ')', '\0'};
        if (o->right || !right)
            set_line(out, letter, 3, &o->text);
    }
}

static void set_question(struct text *out, const struct lesson_ask *a, enum lang lang)
{
    set_line(out, "?", 2, &a->question);
    set_options(out, a, false);
    set_lines(out, text_in(TEXT("want"), lang), 6, &a->want_said);
    set_lines(out, text_in(TEXT("keep"), lang), 6, &a->keep_said);
    set_lines(out, text_in(TEXT("change"), lang), 8, &a->allow);
    for (int i = 0; i < a->idea_count; i++) {
        set_text(out, ":", 2, a->idea[i].command);
        set_line(out, "", 4, &a->idea[i].text);
    }
    text_add(out, "\n");
}

static void set_answer(struct text *out, const struct lesson_ask *a)
{
    set_options(out, a, true);
    if (a->kind == ASK_NUMBER)
        set_text(out, "=", 2, a->literal);
    else if (a->kind == ASK_CELL && !strstr(a->answer.s, "argmax(")) /* not a readable answer */
        set_text(out, "", 0, a->answer);
    set_lines(out, ":", 2, &a->solution);
    set_text(out, "", 0, a->impossible);
    set_line(out, "", 0, &a->model);
}

void export_lesson(const struct lesson *l, struct text *out)
{
    set_heading(out, l->title.s, '=');
    set_prose(out, &l->aim);
    for (int i = 0; i < l->step_count; i++) {
        const struct lesson_step *s = &l->step[i];
        struct text title = {0};
        text_addf(&title, "%d. %s", i + 1, s->title.s);
        set_heading(out, text_str(&title), '-');
        text_finish_part(&title, out);
        set_prose(out, &s->narration);
        for (int k = 0; k < s->ask_count; k++) {
            set_question(out, &s->ask[k], l->lang);
            if (s->ask[k].kind == ASK_PICTURE)
                set_strips(out, l, i);
        }
    }
    set_heading(out, text_in(TEXT("Answers"), l->lang), '=');
    for (int i = 0; i < l->step_count; i++) {
        const struct lesson_step *s = &l->step[i];
        text_addf(out, "%d. %s\n\n", i + 1, s->title.s);
        for (int k = 0; k < s->ask_count; k++)
            set_answer(out, &s->ask[k]);
        text_add(out, s->ask_count ? "\n" : "");
        set_prose(out, &s->reveal);
    }
}
