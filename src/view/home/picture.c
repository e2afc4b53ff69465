/* The picture beside the menu: the flow of a ready pair before it is opened. Its verb asks. */
#include "session/keymap.h"
#include "state/ready_pairs.h"
#include "study/preview.h"
#include "view/flow/flow.h"
#include "view/home/home.h"

static const struct home_entry *entry_here(const struct model *m)
{
    return home_entry(m->offer, m->now.state.look.home);
}

/* The pair under the cursor; -1 where the present sentence is shown: at other entries, and once it is a side
 * of that pair. */
static int pair_shown(const struct model *m)
{
    int pair = home_pair(entry_here(m), (enum lang)m->now.state.look.lang);
    return pair == ready_pair_of(&m->now.state) ? -1 : pair;
}

bool home_picture_compute(struct model *m, struct reply *r)
{
    int pair = pair_shown(m);
    return pair < 0 || preview_follow(&m->preview, &m->now.state, pair, r);
}

void home_picture_follow(struct model *m, struct work *work)
{
    struct reply quiet = {.work = work};
    home_picture_compute(m, &quiet);
    reply_finish(&quiet);
}

/* Sets *out to the scene shown, with the present look but its verb asking; it owns nothing. */
static bool scene_shown(const struct model *m, struct scene *out)
{
    int pair = pair_shown(m);
    const struct scene *of = pair >= 0 ? preview_of(&m->preview, &m->now.state, pair) : &m->now;
    if (!of)
        return false;
    *out = *of;
    out->state.look = m->now.state.look;
    out->state.look.query = state_verb(&out->state);
    out->state.look.stage = flow_stage(&out->config, out->state.look.layer, out->state.look.stage);
    state_clamp_look(&out->state);
    return true;
}

/* The question of the pair shown, or of any sentence. */
static const char *question_asked(const struct screen *s)
{
    const struct model *m = s->model;
    int pair = home_pair(entry_here(m), screen_lang(s));
    if (pair < 0)
        pair = ready_pair_of(&m->now.state);
    for (const struct home_entry *e = home_entries; e->title.en && pair >= 0; e++)
        if (home_pair(e, LANG_EN) == pair || home_pair(e, LANG_ZH) == pair)
            return screen_pair(s, e->note);
    return screen_text(s, TEXT("Who does what?", "谁做了什么？"));
}

/* Who chases whom? p takes the positions away. Shorter where that does not fit; at last only the key and what
 * it does. */
static void draw_question(struct canvas c, const struct screen *s)
{
    const struct model *m = s->model;
    const bool on = m->now.state.set.encoding != 0;
    const char *key = keymap_key(&m->keymap, "home", "toggle encoding"), *asks = question_asked(s),
               *whole = screen_text(s, EITHER(on, TEXT("takes the positions away.", "拿走位置，再看一眼。"),
                                              TEXT("puts the positions back.", "放回位置。"))),
               *brief = screen_text(
                   s, EITHER(on, TEXT("no positions", "拿走位置"), TEXT("positions", "放回位置")));
    int col = utf8_width(asks) + 1, room = c.cols - utf8_width(key) - 1;
    const char *does = col + utf8_width(whole) <= room ? whole : brief;
    if (col + utf8_width(does) > room) {
        does = whole;
        col = 0;
    } else {
        canvas_put(c, 0, 0, STYLE_STRONG, asks);
    }
    col = canvas_put(c, 0, col, STYLE_KEY, key);
    canvas_put(c, 0, col + 1, STYLE_TEXT, does);
}

void home_picture_draw(struct canvas c, const struct screen *s)
{
    struct scene shown;
    struct flow f;
    struct screen still = *s;
    struct text line = SCREEN_TEXT(s);
    still.click = NULL;
    if (!scene_shown(s->model, &shown)) {
        canvas_flow(canvas_part(c, 0, 1, c.rows, c.cols - 2), 0, STYLE_NOTE,
                    text_str(&s->model->preview.why));
        return;
    }
    struct canvas page = canvas_part(c, 0, 0, c.rows - 1, c.cols);
    flow_plan(&f, page, &still, &shown);
    flow_draw(page, &f);
    draw_question(canvas_part(c, c.rows - 1, 1, 1, c.cols - 1), s);
    home_line(entry_here(s->model), screen_lang(s), &line);
    for (int row = 0; row < c.rows; row++) /* a click on the picture opens it */
        if (click_hit(s->click, c, row, 0, c.cols))
            click_line(s->click, "%s", pair_shown(s->model) < 0 ? "view flow" : text_str(&line));
}

void home_picture_tell(const struct teller *t)
{
    struct scene shown;
    struct teller of = *t;
    of.now = &shown;
    if (scene_shown(t->m, &shown))
        flow_tell_reads(&of);
    tell(t,
         TEXT("%s 'toggle encoding' takes the positions away or puts them back.\n",
              "%s用 toggle encoding 拿走或放回位置，再看一遍。\n"),
         question_asked(&t->screen));
}
