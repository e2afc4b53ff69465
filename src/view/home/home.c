/* The start screen: where to begin, how far one is in the course, and beside both the picture of what is
 * under the cursor. It shows before anything is chosen what a choice does: the flow of a ready pair is
 * computed (study/preview) and drawn while the cursor is on it, by the code of the flow itself, with its verb
 * asking. So nothing here can say other than what opens. */
#include <string.h>

#include "base/utf8.h"
#include "lesson/run/progress.h"
#include "session/home.h"
#include "session/keymap.h"
#include "state/ready_pairs.h"
#include "study/preview.h"
#include "view/flow/flow.h"
#include "view/figures/page.h"
#include "view/figures/tell.h"

/* ---- progress in the course: one dot per lesson, one row per part ---------------------------------------
 */

enum { NAME_LEFT = 2, BRIEF_LEFT = 2 }; /* where names of parts and dots in one line begin */

static int course_rows(const struct screen *s)
{
    const struct contents *all = s->session->contents;
    int rows = 0;
    for (int u = 0; all && u < all->course.unit_count; u++)
        rows += all->course.unit[u].count > 0;
    return rows > 0 ? rows + 1 : 0;
}

/* Returns the lessons that are done. */
static int count_finished(const struct contents *all)
{
    int n = 0;
    for (int i = 0; i < all->own; i++)
        n += all->steps[i] > 0 && all->done[i] == all->steps[i];
    return n;
}

/* ● done, ◐ begun, ○ to come. */
static void lesson_dot(struct canvas c, int row, int col, const struct screen *s, int i)
{
    const struct contents *all = s->session->contents;
    if (all->steps[i] > 0 && all->done[i] == all->steps[i])
        canvas_put(c, row, col, STYLE_GOOD, s->ascii ? "+" : "●");
    else if (all->done[i] > 0)
        canvas_put(c, row, col, STYLE_TITLE, "◐");
    else
        canvas_put(c, row, col, STYLE_DIM, "○");
}

/* Returns "A. Attention itself (36 minutes)" without the minutes. */
static const char *part_name(const struct screen *s, const struct course_unit *unit)
{
    const char *title = unit->title.s, *wide = strstr(title, "（");
    struct text out = SCREEN_TEXT(s);
    size_t n = strcspn(title, "(");
    n = wide && (size_t)(wide - title) < n ? (size_t)(wide - title) : n;
    while (n > 0 && title[n - 1] == ' ')
        n--;
    text_add_bytes(&out, title, n);
    return text_str(&out);
}

static void course_heading(struct canvas c, const struct screen *s)
{
    const struct contents *all = s->session->contents;
    int col = canvas_put(c, 0, 2, STYLE_LABEL, screen_text(s, TEXT("the course")));
    canvas_put(c, 0, col + 2, STYLE_DIM, say(s, TEXT("%d of %d lessons"), count_finished(all), all->own));
}

/* Draws a row of dots per part, with its name, below a blank row; or all dots in one line, or in two where
 * there is a row for it. */
static void draw_course(struct canvas c, const struct screen *s, bool names)
{
    const struct contents *all = s->session->contents;
    int most = 0, widest = 0, row = 2 - names, col = BRIEF_LEFT, step = 1, left = 0;
    for (int u = 0; u < all->course.unit_count && names; u++) {
        const struct course_unit *unit = &all->course.unit[u];
        int width = unit->count > 0 ? utf8_width(part_name(s, unit)) : 0;
        most = unit->count > most ? unit->count : most;
        widest = width > widest ? width : widest;
    }
    if (names) {
        /* Dots are apart where the longest name and the most dots fit beside each other so, else close
         * together: a row twice as long is twice as many lessons. */
        step = NAME_LEFT + widest + 1 + 2 * most <= c.cols ? 2 : 1;
        left = c.cols - step * most - (step == 1);
    }
    /* in lines there is a blank after each part, if there is room */
    const bool apart = c.rows > 3 || BRIEF_LEFT + all->count + course_rows(s) < c.cols;
    course_heading(canvas_part(c, 1, 0, 1, c.cols), s);
    for (int u = 0; u < all->course.unit_count; u++) {
        const struct course_unit *unit = &all->course.unit[u];
        if (unit->count == 0)
            continue;
        if (names) {
            canvas_field(c, ++row, NAME_LEFT, left - 1 - NAME_LEFT, STYLE_TEXT, part_name(s, unit));
            col = left;
        } else if (col + unit->count >= c.cols && row + 1 < c.rows) {
            row++;
            col = BRIEF_LEFT;
        }
        for (int i = unit->first; i < unit->first + unit->count && i < all->count; i++, col += step)
            lesson_dot(c, row, col, s, i);
        col += apart;
        if (click_hit(s->click, c, row, 0, c.cols))
            click_line(s->click, "lesson");
    }
}

static void course_draw(struct canvas c, const void *s)
{
    draw_course(c, s, true);
}

static void dots_draw(struct canvas c, const void *s)
{
    draw_course(c, s, false);
}

/* ---- the menu: one lit entry, what each opens, and how far one is in the course ------------------------ */

enum { LEFT = 3, NOTES = 17 };

/* An entry whose words are known: a door, which says what it opens, or a pair, which asks something. */
static bool is_known(const struct home_entry *e)
{
    return e->line && (e->when == HOME_ALWAYS || e->when == HOME_NOT_DUE);
}

/* Returns the column of a note beside a title that ends at `end`. */
static int note_column(struct canvas c, const struct home_entry *e, int end, const struct text *note)
{
    int width = utf8_width(text_str(note)), right = c.cols - 1 - width, col = e->pair.en ? right - 1 : NOTES;
    col = e->when == HOME_GO_ON && col > right ? right : col;
    return col < end + 2 ? end + 2 : col;
}

/* Returns whether there is room for what every door opens, or most pairs ask: all that can say it, or none
 * (what the pair in view asks is also below its picture). */
static bool describes(struct canvas c, const struct screen *s, bool pairs)
{
    int all = 0, fit = 0;
    for (const struct home_entry *e = home_entries; e->title; e++) {
        struct text title = SCREEN_TEXT(s), note = SCREEN_TEXT(s);
        if (!is_known(e) || (e->pair.en != NULL) != pairs)
            continue;
        home_words(s->session->offer, e, screen_lang(s), &title, &note);
        int col = note_column(c, e, LEFT + utf8_width(text_str(&title)), &note);
        fit += col + utf8_width(text_str(&note)) < c.cols;
        all++;
    }
    return pairs ? 2 * fit > all : fit == all;
}

/* Draws an entry, lit if it is under the cursor. A long title gives way to the step where a lesson goes on.
 */
static void draw_entry(struct canvas c, int row, const struct screen *s, const struct home_entry *e,
                       bool here)
{
    const uint16_t ground = ink_hue(HUE_FOCUS, 2);
    struct text title = SCREEN_TEXT(s), note = SCREEN_TEXT(s), line = SCREEN_TEXT(s);
    home_words(s->session->offer, e, screen_lang(s), &title, &note);
    home_line(e, screen_lang(s), &line);
    if (click_hit(s->click, c, row, 0, c.cols))
        click_line(s->click, "%s", text_str(&line));
    const int width = utf8_width(text_str(&note)),
              room = c.cols - (e->when == HOME_GO_ON && note.len > 0 ? width + 3 : 0),
              end = canvas_put(canvas_part(c, 0, 0, c.rows, room), row, LEFT,
                               here ? STYLE_TITLE : STYLE_STRONG, text_str(&title)),
              col = note_column(c, e, end, &note);
    if ((!is_known(e) || describes(c, s, e->pair.en)) && col + width < c.cols)
        canvas_put(c, row, col, STYLE_DIM, text_str(&note));
    if (here && screen_mono(s)) {
        canvas_restyle(c, row, 1, c.cols - 2, STYLE_SELECTED);
    } else if (here) {
        canvas_ink(c, row, 1, c.cols - 2, ground);
        canvas_inked(c, row, 1, 0x258C, ink_hue(HUE_FOCUS, HUE_FULL), ground);
    }
}

/* Draws the entries above the heading, or below a blank row the heading and those below it, with a row
 * between them where there is room; returns the rows that they take without. An empty canvas only counts
 * them. */
static int entries(struct canvas c, const struct screen *s, bool pairs)
{
    const int least = c.rows > 0 ? entries((struct canvas){0}, s, pairs) : 0, step = c.rows > least ? 2 : 1;
    int at = 0, row = pairs && (c.rows == 0 || c.rows >= least); /* the smallest screen has no blank row */
    bool below = false, headed = c.rows == 0 || c.rows + 1 >= least; /* with two offers no heading either */
    for (const struct home_entry *e = home_entries; e->title; e++) {
        below = below || !e->line;
        if (!home_has(s->session->offer, e))
            continue;
        if (below == pairs && !e->line && headed)
            canvas_put(c, row++, LEFT - 1, STYLE_LABEL, screen_text(s, e->title));
        else if (below == pairs && e->line) {
            draw_entry(c, row, s, e, at == s->session->now.state.look.home);
            row += step;
        }
        at += e->line != NULL;
    }
    return row;
}

static void doors_draw(struct canvas c, const void *s)
{
    entries(c, s, false);
}

static void pairs_draw(struct canvas c, const void *s)
{
    entries(c, s, true);
}

/* The entries, and the progress in the course where there is room. */
static void draw_menu(struct canvas c, const struct screen *s)
{
    static const char *const forms[] = {"gap / airy_doors / course / gap / airy_pairs / fill",
                                        "gap / airy_doors / course / gap / pairs / fill",
                                        "doors / course / pairs / fill",
                                        "doors / dots / pairs / fill",
                                        "doors / dots:3 / pairs / fill",
                                        "doors / pairs:5 / fill",
                                        NULL};
    const int doors = entries((struct canvas){0}, s, false), pairs = entries((struct canvas){0}, s, true);
    const bool taught = course_rows(s) > 0,
               one_line = taught && BRIEF_LEFT + s->session->contents->count < c.cols;
    const struct page_size none = PAGE_ABSENT, dots = {.rows = one_line ? 3 : 4},
                           course = {.rows = 1 + course_rows(s)};
    const struct page_part parts[] = {{"airy_doors", 0, {.rows = 2 * doors - 1}, NULL, doors_draw},
                                      {"doors", 0, {.rows = doors}, NULL, doors_draw},
                                      {"course", 0, taught ? course : none, NULL, course_draw},
                                      {"dots", 0, taught ? dots : none, NULL, dots_draw},
                                      {"airy_pairs", 0, {.rows = 2 * pairs - 3}, NULL, pairs_draw},
                                      {"pairs", 0, {.rows = pairs}, NULL, pairs_draw},
                                      {NULL, 0, {0}, NULL, NULL}};
    page_draw(c, forms, parts, s);
}

/* ---- the flow of the pair under the cursor, or of the present sentence --------------------------------- */

static const struct home_entry *entry_here(const struct session *m)
{
    return home_entry(m->offer, m->now.state.look.home);
}

/* The pair under the cursor; -1 where the present sentence is shown: at other entries, and once it is a side
 * of that pair. */
static int pair_shown(const struct session *m)
{
    int pair = home_pair(entry_here(m), (enum lang)m->now.state.look.lang);
    return pair == ready_pair_of(&m->now.state) ? -1 : pair;
}

static bool home_picture_compute(struct session *m, struct reply *r)
{
    int pair = pair_shown(m);
    return pair < 0 || preview_follow(&m->preview, &m->now.state, pair, r);
}

static void home_picture_follow(struct session *m, struct work *work)
{
    struct reply quiet = {.work = work};
    home_picture_compute(m, &quiet);
    reply_finish(&quiet);
}

/* Sets *out to the scene shown, with the present look but its verb asking; it owns nothing. */
static bool scene_shown(const struct session *m, struct scene *out)
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
    const struct session *m = s->session;
    int pair = home_pair(entry_here(m), screen_lang(s));
    if (pair < 0)
        pair = ready_pair_of(&m->now.state);
    for (const struct home_entry *e = home_entries; e->title && pair >= 0; e++)
        if (home_pair(e, LANG_EN) == pair || home_pair(e, LANG_ZH) == pair)
            return screen_text(s, e->note);
    return screen_text(s, TEXT("Who does what?"));
}

/* The scene shown, and the screen without clicks. */
struct home_picture {
    struct scene shown;
    struct screen still;
};

/* Who chases whom? p takes the positions away. Shorter where that does not fit; at last only the key and what
 * it does. */
static void question_draw(struct canvas c, const void *of)
{
    const struct screen *s = &((const struct home_picture *)of)->still;
    const struct session *m = s->session;
    const bool on = m->now.state.set.encoding != 0;
    const char *key = keymap_key(&m->keymap, "home", "toggle encoding"), *asks = question_asked(s),
               *whole =
                   screen_text(s, on ? TEXT("takes the positions away.") : TEXT("puts the positions back.")),
               *brief = screen_text(s, on ? TEXT_AS("home", "no positions") : TEXT_AS("home", "positions"));
    c = canvas_part(c, 0, 1, 1, c.cols - 1);
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

static void home_flow_draw(struct canvas c, const void *of)
{
    const struct home_picture *p = of;
    struct flow f;
    flow_plan(&f, c, &p->still, &p->shown);
    flow_draw(c, &f);
}

static void home_picture_draw(struct canvas c, const struct screen *s)
{
    static const struct page_part parts[] = {{"flow", 1, {.rows = 1}, NULL, home_flow_draw},
                                             {"question", 0, {.rows = 1}, NULL, question_draw},
                                             {NULL, 0, {0}, NULL, NULL}};
    static const char *const forms[] = {"flow / question", NULL};
    struct home_picture p = {.still = *s};
    struct text line = SCREEN_TEXT(s);
    p.still.click = NULL;
    if (!scene_shown(s->session, &p.shown)) {
        canvas_flow(canvas_part(c, 0, 1, c.rows, c.cols - 2), 0, STYLE_NOTE,
                    text_str(&s->session->preview.why));
        return;
    }
    page_draw(c, forms, parts, &p);
    home_line(entry_here(s->session), screen_lang(s), &line);
    if (click_in(s->click, c)) /* a click on the picture opens it */
        click_line(s->click, "%s", pair_shown(s->session) < 0 ? "view flow" : text_str(&line));
}

static void home_picture_tell(const struct teller *t)
{
    struct scene shown;
    struct teller of = *t;
    of.now = &shown;
    if (scene_shown(t->m, &shown))
        flow_tell_reads(&of);
    tell(t, TEXT("%s 'toggle encoding' takes the positions away or puts them back.\n"),
         question_asked(&t->screen));
}

/* ---- the view ------------------------------------------------------------------------------- */

/* One column more or less and the flow has another form: so the wall has no blanks beside it. */
static void draw_home(struct canvas c, const struct screen *s)
{
    enum { LEAST = 30, MOST = 50 };
    int menu = c.cols * 2 / 5 + 1;
    menu = menu < LEAST ? LEAST : menu > MOST ? MOST : menu;
    menu = c.cols < 60 ? c.cols : menu;
    draw_menu(canvas_part(c, 0, 0, c.rows, menu), s);
    screen_wall(c, 0, menu, c.rows);
    if (menu < c.cols)
        home_picture_draw(canvas_part(c, 0, menu + 1, c.rows, c.cols - menu - 1), s);
}

static void tell_briefly(const struct teller *t)
{
    struct text title = SCREEN_TEXT(&t->screen), note = SCREEN_TEXT(&t->screen);
    home_words(t->m->offer, home_entry(t->m->offer, t->now->state.look.home), screen_lang(&t->screen), &title,
               &note);
    tell(t, TEXT("Chosen: %s; 'home here' opens it, 'cursor down' goes on\n"), text_str(&title));
}

static void tell_whole(const struct teller *t)
{
    for (const struct home_entry *e = home_entries; e->title; e++) {
        struct text title = SCREEN_TEXT(&t->screen), note = SCREEN_TEXT(&t->screen);
        if (!home_has(t->m->offer, e))
            continue;
        home_words(t->m->offer, e, screen_lang(&t->screen), &title, &note);
        text_addf(t->out, "%s%s%s\n", text_str(&title),
                  note.len > 0 ? screen_text(&t->screen, TEXT(": ")) : "", text_str(&note));
    }
    if (t->m->contents)
        tell(t, TEXT("The course: %d of %d lessons finished.\n"), count_finished(t->m->contents),
             t->m->contents->own);
    home_picture_tell(t);
    tell_briefly(t);
}

static void home_places(struct state *s, const struct config *c, struct place *row, struct place *col)
{
    (void)c;
    *row = (struct place){&s->look.home, STATE_LAST_POSITION}; /* the app keeps it on an entry */
    *col = (struct place){&s->look.dim, 1};
}

const struct view view_home = {
    .name = "home",
    .context = "home",
    .title = TEXT("start"),
    .help =
        TEXT("Where to begin. Arrows choose, Enter opens. Beside the menu is the flow of the pair under the "
             "cursor, or of the current sentence if the entry has no pair: p takes the positions away, x "
             "swaps the "
             "words, s types a sentence, and the picture shows what they do. A dot is a lesson: done, "
             "begun or to come. Every other key works from here too; `home` (key 9) comes back."),
    .no_scene = true,
    .draw = draw_home,
    .tell = tell_whole,
    .tell_briefly = tell_briefly,
    .places = home_places,
    .follow = home_picture_follow,
    .compute = home_picture_compute,
    .glints = true,
};
