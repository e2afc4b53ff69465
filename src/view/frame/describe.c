/* Describes the view on screen: the open lesson's text, a heading, then the view's own sentences. */
#include "view/frame/describe.h"

#include <limits.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "view/flow/flow.h"
#include "view/lesson/lesson.h"
#include "view/tell/tell.h"

static struct teller teller_of(const struct model *m, struct text *out)
{
    return (struct teller){m, &m->now, {.model = m, .hidden = lesson_hides(m)}, out};
}

/* Stages: 猫 追 狗; d 8, 1 heads, encoding sincos, mask none. */
static void heading(const struct teller *t, const struct view *view)
{
    const struct state *st = &t->now->state;
    text_addf(t->out, "%s", screen_pair(&t->screen, view->title));
    tell(t, TEXT(":", "："));
    for (int i = 0; i < st->sentence->count; i++) {
        text_add(t->out, i > 0 || screen_lang(&t->screen) == LANG_EN ? " " : "");
        tell_word(t, st->sentence, i);
    }
    tell(t, TEXT("; d %d, heads %d, encoding %s", "；d %d，%d 个头，%s"), st->set.d, st->set.heads,
         screen_pair(&t->screen, posenc_label(t->now->config.pe)));
    screen_unplaced(&t->screen, &t->now->config, t->out);
    tell(t, TEXT(", %s\n", "，%s\n"), screen_pair(&t->screen, screen_mask((enum mask_kind)st->set.mask)));
}

/* Adds the text of the lesson in full, laid out as in its panel. */
static void lesson(const struct teller *t)
{
    enum { ROWS = 400, COLS = 78 };
    struct canvas c;
    struct text text = {0};
    if (!canvas_init(&c, ROWS, COLS)) {
        t->out->failed = true;
        return;
    }
    lesson_panel_draw(c, &t->screen, NULL);
    canvas_text(c, &text);
    canvas_finish(&c);
    size_t n = strlen(text_str(&text));
    while (n > 0 && text.s[n - 1] == '\n')
        n--;
    text_add_bytes(t->out, text_str(&text), n);
    text_add(t->out, "\n");
    text_finish_part(&text, t->out);
}

static bool reads_lesson(const struct model *m)
{
    return m->lesson && !m->lesson->free;
}

/* Adds what a model answers. */
static void answer(const struct teller *t)
{
    struct text next = TEXT_HERE;
    flow_next(&t->screen, INT_MAX, &next);
    if (next.len > 0)
        text_addf(t->out, "%s\n", text_str(&next));
    text_finish(&next);
}

void describe(const struct model *m, struct text *out)
{
    struct arena scratch = {0};
    struct teller t = teller_of(m, out);
    t.screen.scratch = &scratch;
    const struct view *view = views[m->now.state.look.view];
    if (reads_lesson(m)) {
        lesson(&t);
        text_add(out, "\n");
    }
    heading(&t, view);
    if (t.screen.hidden && !view->tells_hidden)
        text_addf(out, "%s\n", screen_hidden_says(&t.screen));
    else
        view->tell(&t);
    if (view->framed_answer)
        answer(&t);
    arena_finish(&scratch);
}

void describe_briefly(const struct model *m, struct text *out)
{
    struct arena scratch = {0};
    struct teller t = teller_of(m, out);
    t.screen.scratch = &scratch;
    const struct view *view = views[m->now.state.look.view];
    if (reads_lesson(m))
        lesson(&t);
    heading(&t, view);
    if (m->not_kept.len > 0)
        text_say(out, screen_lang(&t.screen), TEXT("Changes are not kept: %s\n", "修改没有自动保存：%s\n"),
                 text_str(&m->not_kept));
    if (!t.screen.hidden && view->tell_briefly)
        view->tell_briefly(&t);
    arena_finish(&scratch);
}
