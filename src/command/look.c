/* Commands that change only the look: view, focus, cursor, language, theme. */
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "command/command.h"
#include "core/pipeline/stage.h"
#include "state/param.h"
#include "study/cursor.h"
#include "study/flowing.h"
#include "study/head_kind.h"
#include "study/look_names.h"

/* Sets a setting that has its own command: NAME VALUE, like `set NAME VALUE`. */
static bool set_look(struct call *c)
{
    struct state next = {0};
    const struct param *p = param_find(call_word(c, 0));
    call_edit(c, &next);
    if (param_set(&next, p, call_word(c, 1), call_col(c, 1), c->r))
        return call_commit(c, &next);
    state_finish(&next);
    return false;
}

static bool not_present(struct call *c, const char *stage)
{
    return reply_fail(c->r, call_col(c, 1),
                      TEXT("stage %s is not part of this computation (block, mask, encoding …)",
                           "现在的计算没有 %s 这一步（取决于 block、mask、encoding 等）"),
                      stage);
}

/* The next head in the order of what position does for it. */
static bool head_by_place(struct call *c)
{
    const struct look *look = &c->m->now.state.look;
    struct head_place at = {look->layer, look->head, 0};
    struct state next = {0};
    if (!head_rank_next(&at, &c->m->now))
        return reply_fail(c->r, call_col(c, 1),
                          TEXT("head place: no head's scores split into words and positions here",
                               "head place：这里没有哪个头的得分能分成词和位置两部分"));
    call_edit(c, &next);
    next.look.layer = at.layer;
    next.look.head = at.head;
    if (!call_commit(c, &next))
        return false;
    reply_say(c->r,
              TEXT("layer %d, head %d: position accounts for %.2f of the variance of its scores",
                   "第 %d 层第 %d 头：得分的差别有 %.2f 来自位置"),
              at.layer + 1, at.head + 1, at.measure);
    return true;
}

/* Looks at the head, of all layers, that does most of a kind. */
static bool head_by_kind(struct call *c, enum head_kind kind)
{
    struct state next = {0};
    struct head_place best = head_kind_best(&c->m->now, kind);
    if (best.layer < 0)
        return reply_fail(c->r, call_col(c, 1),
                          TEXT("'%s' cannot be measured in this sentence: too few of its words qualify "
                               "('help heads' says which)",
                               "这里测不出“%s”：算得上的词太少（help heads 说明哪些词算）"),
                          call_word(c, 1));
    reply_say(c->r,
              TEXT("layer %d, head %d does most of '%s': %.2f  (layer %d ; head %d)",
                   "第 %d 层第 %d 头最像“%s”：%.2f（layer %d ; head %d）"),
              best.layer + 1, best.head + 1, pair_in(head_kinds[kind].title, c->r->lang), best.measure,
              best.layer, best.head);
    call_edit(c, &next);
    next.look.layer = best.layer;
    next.look.head = best.head;
    return call_commit(c, &next);
}

/* For an argument that is not a number. */
static bool no_kind(struct call *c)
{
    struct text list = TEXT_HERE;
    for (int k = 0; k < HEAD_OTHER; k++)
        text_addf(&list, "%s%s", k ? " " : "", head_kinds[k].name);
    reply_fail(c->r, call_col(c, 1),
               TEXT("head %s: write a number from 0, next, place, or a kind (%s)",
                    "head %s：请写从 0 起的数、next、place 或一类（%s）"),
               call_word(c, 1), text_str(&list));
    text_finish(&list);
    return false;
}

/* head I, head next (wraps around), head place, head KIND */
static bool head(struct call *c)
{
    struct state next = {0};
    int heads = c->m->now.state.set.heads;
    const char *to = call_word(c, 1);
    enum head_kind kind = head_kind_find(to);
    double at;
    if (strcmp(to, "place") == 0)
        return head_by_place(c);
    if (kind < HEAD_OTHER)
        return head_by_kind(c, kind);
    if (strcmp(to, "next") != 0)
        return number_parse(to, strlen(to), &at) == NUMBER_BAD ? no_kind(c) : set_look(c);
    if (heads == 1)
        reply_say(c->r, TEXT("there is only one head ('set heads 2' makes two)",
                             "只有一个头（set heads 2 变成两个）"));
    call_edit(c, &next);
    next.look.head = (next.look.head + 1) % next.set.heads;
    return call_commit(c, &next);
}

enum { VIEWS_MOST = 40 }; /* limit on the names compared with a mistyped one */

static bool no_view(struct call *c)
{
    struct text list = {0};
    const char *names[VIEWS_MOST + 1] = {NULL}, *typed = call_word(c, 1);
    for (int i = 0; view_name(i) && i < VIEWS_MOST; i++)
        names[i] = view_name(i);
    for (int i = 0; look_name(i) && VIEW_COUNT + i < VIEWS_MOST; i++)
        names[VIEW_COUNT + i] = look_name(i);
    for (int i = 0; names[i]; i++)
        text_addf(&list, "%s%s", i ? " " : "", names[i]);
    const char *near = near_name(typed, names, sizeof *names);
    if (near)
        reply_fail(
            c->r, call_col(c, 1),
            TEXT("no view '%s': did you mean '%s'? (one of: %s)", "没有视图“%s”：是不是“%s”？（可以是：%s）"),
            typed, near, text_str(&list));
    else
        reply_fail(c->r, call_col(c, 1), TEXT("no view '%s' (one of: %s)", "没有视图“%s”（可以是：%s）"),
                   typed, text_str(&list));
    text_finish(&list);
    return false;
}

/* Goes back to the last place of the trail. The editor and the course page can be left even if nothing was
 * open before them. */
static bool view_back(struct call *c)
{
    int view = c->m->now.state.look.view;
    if (c->m->trail.count == 0 && !views[view]->sheet && view != VIEW_LESSON)
        return reply_fail(c->r, 0,
                          TEXT("nowhere to go back to: this is where you began (1 to 9 and 0 open the views)",
                               "没有可以返回的地方：你就是从这里开始的（1 到 9 和 0 打开各视图）"));
    return call_go_back(c, VIEW_STAGES);
}

static bool view(struct call *c)
{
    struct state next = {0};
    if (strcmp(call_word(c, 1), "back") == 0)
        return view_back(c);
    call_edit(c, &next);
    if (!look_show(&next, call_word(c, 1))) {
        state_finish(&next);
        return no_view(c);
    }
    if (!call_commit(c, &next))
        return false;
    c->m->view_asked = c->origin == 0;
    return true;
}

/* focus WHAT [ROW [COL]], where WHAT is a matrix of the computation or pe. */
static bool focus_cell(struct call *c, int stage)
{
    struct state next = {0};
    const struct state *s = &c->m->now.state;
    const struct config *config = &c->m->now.config;
    int at[2] = {-1, -1};
    if (stage != LOOK_PE && !stage_present(config, s->look.layer, stage))
        return not_present(c, call_word(c, 1));
    for (int i = 0; i < c->w->count - 2; i++)
        if ((at[i] = look_place(&c->m->now, stage, i == 1, call_word(c, i + 2), call_col(c, i + 2), c->r)) <
            0)
            return false;
    call_edit(c, &next);
    look_at_cell(&next, config, stage, at[0], at[1]);
    return call_commit(c, &next);
}

static bool focus_pair(struct call *c)
{
    struct state next = {0};
    const struct state *s = &c->m->now.state;
    int query = state_token(s, call_word(c, 1), call_col(c, 1), c->r), key = s->look.key;
    if (query < 0)
        return false;
    if (c->w->count > 2)
        key = look_place(&c->m->now, STAGE_SCORES, true, call_word(c, 2), call_col(c, 2), c->r);
    if (key < 0)
        return false;
    call_edit(c, &next);
    next.look.query = query;
    next.look.key = key;
    return call_commit(c, &next);
}

/* A word of the sentence takes precedence over a matrix of the same name. */
static bool focus(struct call *c)
{
    struct reply quiet = {0};
    int stage = look_stage(call_word(c, 1));
    bool word = state_token(&c->m->now.state, call_word(c, 1), 0, &quiet) >= 0;
    reply_finish(&quiet);
    if (!word && stage != -1)
        return focus_cell(c, stage);
    if (c->w->count > 3)
        return reply_fail(
            c->r, call_col(c, 3),
            TEXT("write two words (focus T U), or a matrix with a row and a column: focus weight cat dog",
                 "focus T U：两个词；或矩阵加行和列：focus weight 猫 狗"));
    return focus_pair(c);
}

static const char *const directions[] = {"up", "down", "left", "right", "prev", "next"}; /* enum direction */
enum { DIRECTIONS = sizeof directions / sizeof *directions };

static bool cursor(struct call *c)
{
    struct state next = {0};
    long steps = 1;
    int d = 0;
    const char *n = call_word(c, 2);
    while (d < DIRECTIONS && strcmp(directions[d], call_word(c, 1)) != 0)
        d++;
    if (d == DIRECTIONS)
        return reply_fail(c->r, call_col(c, 1),
                          TEXT("cursor: write up, down, left, right, prev or next",
                               "cursor：请写 up、down、left、right、prev 或 next"));
    if (c->w->count > 2 && number_parse_int(n, strlen(n), 0, 1000000, &steps) != NUMBER_OK)
        return reply_fail(c->r, call_col(c, 2), TEXT("'%s' is not a number of steps", "“%s”不是步数"), n);
    call_edit(c, &next);
    cursor_move(&next, &c->m->now, (enum direction)d, steps);
    return call_commit(c, &next);
}

static bool zoom(struct call *c)
{
    struct state next = {0};
    const char *to = call_word(c, 1);
    if (strcmp(to, "in") != 0 && strcmp(to, "out") != 0)
        return reply_fail(c->r, call_col(c, 1), TEXT("zoom: write in or out", "zoom：请写 in 或 out"));
    call_edit(c, &next);
    next.look.zoom = strcmp(to, "in") == 0;
    return call_commit(c, &next);
}

/* ---- the flow, phase by phase ------------------------------------------------------- */

static void flow_play(struct look *look, int keys, bool moves)
{
    if (!moves) {
        flowing_step(look, keys, 1);
        return;
    }
    look->play = look->flow == 0 || look->play == 0;
    look->flow = look->flow > 0 ? look->flow : 1;
}

static void flow_next(struct look *look, int keys, bool moves)
{
    (void)moves;
    flowing_step(look, keys, 1);
}

static void flow_prev(struct look *look, int keys, bool moves)
{
    (void)moves;
    flowing_step(look, keys, -1);
}

static void flow_tick(struct look *look, int keys, bool moves)
{
    (void)moves;
    flowing_tick(look, keys);
}

static void flow_slower(struct look *look, int keys, bool moves)
{
    (void)keys;
    (void)moves;
    flowing_speed(look, -1);
}

static void flow_faster(struct look *look, int keys, bool moves)
{
    (void)keys;
    (void)moves;
    flowing_speed(look, 1);
}

static void flow_end(struct look *look, int keys, bool moves)
{
    (void)keys;
    (void)moves;
    look_rest(look);
}

static const struct {
    const char *name;
    void (*act)(struct look *look, int keys, bool moves);
} flow_acts[] = {
    {"play", flow_play},     {"next", flow_next},     {"prev", flow_prev}, {"tick", flow_tick},
    {"slower", flow_slower}, {"faster", flow_faster}, {"end", flow_end},
};
enum { FLOW_ACTS = sizeof flow_acts / sizeof *flow_acts };

/* Opens the flow view, the only one that plays. */
static bool flow(struct call *c)
{
    struct state next = {0};
    const struct look *look = &c->m->now.state.look;
    int i = 0;
    while (i < FLOW_ACTS && strcmp(flow_acts[i].name, call_word(c, 1)) != 0)
        i++;
    if (i == FLOW_ACTS)
        return reply_fail(c->r, call_col(c, 1),
                          TEXT("flow: write play, next, prev, tick, slower, faster or end",
                               "flow：请写 play、next、prev、tick、slower、faster 或 end"));
    call_edit(c, &next);
    next.look.view = VIEW_FLOW;
    flow_acts[i].act(&next.look, flowing_keys(&c->m->now.config, look->stage), model_moves(c->m, look));
    return call_commit(c, &next);
}

const struct command cmd_look[] = {
    {"view", 1, 1, "view NAME", view, COMMAND_STATE | COMMAND_LOOKS | COMMAND_IDLE, WORDS_CHOICES,
     "view encoding",
     PAIR("a view: flow, stages, terms … (Tab lists them); or a part of one: qkv, scores, weights, clock, "
          "distance …; back: to where you were before",
          "视图：flow、stages、terms……（Tab "
          "列出全部）；或其中一部分：qkv、scores、weights、clock、distance……；back：回到刚才看的地方")},
    {"focus", 1, 3, "focus T [U] | focus WHAT [ROW [COL]]", focus, COMMAND_STATE | COMMAND_LOOKS, WORDS_NAMES,
     "focus 猫 狗",
     PAIR("focuses on query T and key U, or shows a matrix (weight, score, q, pe …) with the focus on a cell",
          "把焦点放到查询 T 和键 U；或显示一个矩阵（weight、score、q、pe……）并把焦点放到某格")},
    {"head", 1, 1, "head I|next|place|KIND", head, COMMAND_STATE | COMMAND_LOOKS, WORDS_HEADS, "head 0",
     PAIR("shows another head (0 is the first); place: the next by the share of its scores due to position; "
          "KIND: of all layers, the one that does most of it (help heads lists the kinds)",
          "显示另一个头（0 是第一个）；place：按位置所占的份额排，下一个；某一类：所有层里最像这一类的（help "
          "heads 列出各类）")},
    {"layer", 1, 1, "layer I", set_look, COMMAND_STATE | COMMAND_LOOKS, WORDS_NAMES, "layer 0",
     PAIR("shows and edits another layer (0 is the first)", "显示并编辑另一层（0 是第一层）")},
    {"cursor", 1, 2, "cursor up|down|left|right|prev|next [N]", cursor, COMMAND_LOOKS | COMMAND_IDLE,
     WORDS_NAMES, "cursor right",
     PAIR("moves the cursor; prev and next: inside the row in focus of the flow",
          "移动光标；prev 与 next 在“流动”里沿着亮着的那一行走")},
    {"flow", 1, 1, "flow play|next|prev|tick|slower|faster|end", flow, COMMAND_LOOKS | COMMAND_IDLE,
     WORDS_NAMES, "flow next",
     PAIR("plays the computation in the flow view: play starts and pauses it, next and prev go one phase on "
          "or back, tick plays 50 ms, slower and faster change the speed, end shows everything",
          "在“流动”视图里播放计算：play 开始或暂停，next、prev 前进或后退一幕，tick 播放 50 "
          "毫秒，slower、faster 调快慢，end 显示全部")},
    {"zoom", 1, 1, "zoom in|out", zoom, COMMAND_STATE | COMMAND_LOOKS, WORDS_CHOICES, "zoom in",
     PAIR("zooms from the whole matrix to one cell's arithmetic, or back",
          "从整个矩阵到一个格子的算式，再回来")},
    {"lang", 1, 1, "lang zh|en", set_look, COMMAND_OUTSIDE | COMMAND_STATE | COMMAND_LOOKS, WORDS_CHOICES,
     "lang zh", PAIR("sets the language of the screen", "界面语言")},
    {"theme", 1, 1, "theme " THEME_NAMES, set_look, COMMAND_OUTSIDE | COMMAND_STATE | COMMAND_LOOKS,
     WORDS_CHOICES, "theme light",
     PAIR("sets the colours: dark, light, contrast or mono", "配色：dark、light、contrast 或 mono")},
    COMMAND_LAST,
};
