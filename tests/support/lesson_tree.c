#include "support/lesson_tree.h"
#include "support/test.h"

#include <stdio.h>
#include <string.h>

/* What is done with every piece: printed, or handed to a test. */
struct visit {
    struct text *out;
    void (*f)(void *arg, const struct lesson_line *piece);
    void *arg;
};

static void piece(const struct visit *v, const char *name, const struct lesson_line *l)
{
    if (!l->s)
        return;
    if (v->out)
        text_addf(v->out, "  %s %d:%d [%s]\n", name, l->line, l->col, l->s);
    else
        v->f(v->arg, l);
}

static void lines(const struct visit *v, const char *name, const struct lesson_lines *l)
{
    for (int i = 0; i < l->count; i++)
        piece(v, name, &l->v[i]);
}

static void say(const struct visit *v, const char *what, int x)
{
    if (v->out && x)
        text_addf(v->out, "  %s %d\n", what, x);
}

static void block(const struct visit *v, const char *name, const struct block *b)
{
    static const char *const kinds[] = {"text", "strong", "emph", "code",  "claim",  "proof",
                                        "math", "link",   "term", "point", "judged", "break"};
    static const char *const blocks[] = {"paragraph", "item",    "quote", "table",
                                         "verbatim",  "formula", "pause"};
    if (b->line == 0)
        return;
    if (v->out)
        text_addf(v->out, "  %s %s line %d number %d depth %d\n", name, blocks[b->kind], b->line, b->number,
                  b->depth);
    for (int i = 0; i < b->count; i++) {
        if (v->out)
            text_addf(v->out, "  %s", b->v[i].target ? b->v[i].target : "");
        piece(v, kinds[b->v[i].kind], &b->v[i].text);
    }
}

static void prose(const struct visit *v, const char *name, const struct prose *p)
{
    for (int i = 0; i < p->count; i++)
        block(v, name, &p->v[i]);
}

/* The words of the conditions that are said otherwise than they are written. */
static void said(const struct visit *v, const struct lesson_lines *l, const struct lesson_lines *words)
{
    for (int i = 0; v->out && i < l->count; i++)
        if (strcmp(words->v[i].s, l->v[i].s) != 0)
            text_addf(v->out, "  said [%s]\n", words->v[i].s);
}

static void question(const struct visit *v, const struct lesson_ask *a)
{
    static const char *const kinds[] = {"none", "choice", "number", "cell", "picture", "goal", "explain", "try"};
    if (v->out)
        text_addf(v->out, " %s line %d\n", kinds[a->kind], a->line);
    block(v, "?", &a->question);
    for (int i = 0; i < a->option_count; i++) {
        block(v, a->option[i].right ? "*" : "-", &a->option[i].text);
        piece(v, "when", &a->option[i].when);
        piece(v, "say", &a->option[i].say);
        block(v, "feedback", &a->option[i].feedback);
        piece(v, "mis", &a->option[i].mis);
    }
    say(v, "many", a->many);
    say(v, "fixed order", a->fixed_order);
    piece(v, "answer", &a->answer);
    piece(v, "literal", &a->literal);
    piece(v, "within", &a->within);
    for (int i = 0; i < a->wrong_count; i++) {
        piece(v, "wrong", &a->wrong[i].literal);
        block(v, "feedback", &a->wrong[i].feedback);
    }
    piece(v, "of", &a->of);
    say(v, "near", a->near);
    lines(v, "allow", &a->allow);
    lines(v, "want", &a->want);
    said(v, &a->want, &a->want_said);
    lines(v, "keep", &a->keep);
    said(v, &a->keep, &a->keep_said);
    lines(v, "solution", &a->solution);
    piece(v, "impossible", &a->impossible);
    say(v, "moves", a->moves);
    for (int i = 0; i < a->rubric_count; i++)
        block(v, "rubric", &a->rubric[i]);
    block(v, "model", &a->model);
    for (int i = 0; i < a->idea_count; i++) {
        piece(v, "idea", &a->idea[i].command);
        block(v, "idea", &a->idea[i].text);
    }
}

static void step(const struct visit *v, const struct lesson_step *s)
{
    if (v->out)
        text_addf(v->out, "step\n");
    piece(v, "id", &s->id);
    piece(v, "title", &s->title);
    prose(v, "narration", &s->narration);
    lines(v, "scene", &s->scene);
    for (int i = 0; i < s->ask_count; i++)
        question(v, &s->ask[i]);
    for (int i = 0; i < s->hint_count; i++)
        prose(v, s->second_hint > 0 && i >= s->second_hint ? "hint 2" : "hint", &s->hint[i]);
    lines(v, "do", &s->act);
    prose(v, "reveal", &s->reveal);
    prose(v, "note", &s->note);
    prose(v, "ask", &s->ask_class);
    say(v, "minutes", s->minutes);
    lines(v, "expect before", &s->expect_before);
    lines(v, "expect after", &s->expect_after);
}

static void all(const struct visit *v, const struct lesson *l)
{
    if (v->out)
        text_addf(v->out, "lesson [%s] file [%s] lang %d minutes %d scene [%s]\n", l->id, l->file,
                  (int)l->lang, l->minutes, l->scene.s);
    lines(v, "needs", &l->needs);
    lines(v, "plain", &l->plain);
    piece(v, "title", &l->title);
    prose(v, "aim", &l->aim);
    for (int i = 0; i < l->step_count; i++)
        step(v, &l->step[i]);
}

void lesson_tree(const struct lesson *l, struct text *out)
{
    all(&(struct visit){.out = out}, l);
}

void lesson_pieces(const struct lesson *l, void (*f)(void *arg, const struct lesson_line *piece), void *arg)
{
    all(&(struct visit){.f = f, .arg = arg}, l);
}

void lesson_said(const struct complaints *c, struct text *out)
{
    for (int i = 0; i < c->count; i++)
        text_addf(out, "%s%d:%d: %s: %s", out->len ? "\n" : "", c->v[i].line, c->v[i].col,
                  c->v[i].note ? "note" : "error", c->v[i].what);
}

void lesson_bytes(const char *path, struct text *out)
{
    char buffer[4096];
    FILE *f = fopen(path, "rb");
    if (!f)
        fail_msg("%s cannot be opened", path);
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, f)) > 0;)
        text_add_bytes(out, buffer, n);
    fclose(f);
}

void lesson_try(const char *file, const char *bytes, size_t n, struct text *tree, struct text *said)
{
    struct lesson l;
    struct complaints c = {0};
    bool ok = lesson_read(&l, file, bytes, n, LANG_EN, &c);
    assert_int_equal(ok, c.errors == 0);
    lesson_said(&c, said);
    if (tree) {
        text_add(tree, tree->len ? "\n" : "");
        lesson_tree(&l, tree);
    }
    lesson_finish(&l);
    complaints_finish(&c);
}
