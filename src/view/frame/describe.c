/* Describes the view on screen: the open lesson's text, a heading, then the view's own sentences. */
#include "view/frame/describe.h"

#include <limits.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "view/flow/flow.h"
#include "view/lesson/lesson.h"
#include "view/figures/tell.h"

/* Stages: 猫 追 狗; d 8, 1 heads, encoding sincos, mask none. */
static void describe_scene(const struct teller *t, const struct view *view)
{
    const struct screen *s = &t->screen;
    const struct state *st = &t->now->state;
    tell(t, TEXT("%s:"), screen_text(s, view->title));
    for (int i = 0; i < st->sentence->count; i++) {
        text_add(t->out, i > 0 || lang_has_blanks(screen_lang(s)) ? " " : "");
        tell_word(t, st->sentence, i);
    }
    tell(t, TEXT("; d %d, heads %d, encoding %s"), st->set.d, st->set.heads,
         posenc_label(t->now->config.pe, screen_lang(s)));
    screen_unplaced(s, &t->now->config, t->out);
    tell(t, TEXT(", %s\n"), screen_mask(s, &st->set));
}

/* Adds the text of the lesson in full, laid out as in its panel. */
static void describe_lesson(const struct teller *t)
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
    while (text.len > 0 && text.s[text.len - 1] == '\n')
        text.s[--text.len] = '\0';
    text_addf(t->out, "%s\n", text_str(&text));
    text_finish_part(&text, t->out);
}

static void describe_all(const struct session *m, struct text *out, bool brief)
{
    const struct view *view = views[m->now.state.look.view];
    struct arena scratch = {0};
    const struct teller t = {m, &m->now, {.session = m, .hidden = lesson_hides(m), .scratch = &scratch}, out};
    struct text next = SCREEN_TEXT(&t.screen);
    if (m->lesson && !m->lesson->free) {
        describe_lesson(&t);
        text_add(out, brief ? "" : "\n");
    }
    describe_scene(&t, view);
    if (brief && m->not_kept.len > 0)
        tell(&t, TEXT("Changes are not kept: %s\n"), text_str(&m->not_kept));
    if (brief && !t.screen.hidden && view->tell_briefly)
        view->tell_briefly(&t);
    else if (!brief && t.screen.hidden && !view->tells_hidden)
        text_addf(out, "%s\n", screen_hidden_says(&t.screen));
    else if (!brief)
        view->tell(&t);
    if (!brief && view->framed_answer)
        flow_next(&t.screen, INT_MAX, &next); /* what a model answers */
    if (next.len > 0)
        text_addf(out, "%s\n", text_str(&next));
    out->failed = out->failed || scratch.failed;
    arena_finish(&scratch);
}

void describe(const struct session *m, struct text *out)
{
    describe_all(m, out, false);
}

void describe_briefly(const struct session *m, struct text *out)
{
    describe_all(m, out, true);
}
