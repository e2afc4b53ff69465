/* The start screen: where to begin, and beside it the picture of what is under the cursor. */
#include "view/home/home.h"

enum { BESIDE = 60, LEAST = 30, MOST = 50 };

static void draw_home(struct canvas c, const struct screen *s)
{
    int menu = c.cols * 2 / 5 + 1;
    menu = menu < LEAST ? LEAST : menu > MOST ? MOST : menu;
    if (c.cols < BESIDE) {
        home_menu_draw(c, s);
        return;
    }
    home_menu_draw(canvas_part(c, 0, 0, c.rows, menu), s);
    screen_wall(c, s, 0, menu, c.rows);
    home_picture_draw(canvas_part(c, 0, menu + 1, c.rows, c.cols - menu - 1), s);
}

static void tell_briefly(const struct teller *t)
{
    struct text title = SCREEN_TEXT(&t->screen), note = SCREEN_TEXT(&t->screen);
    home_words(t->m->offer, home_entry(t->m->offer, t->now->state.look.home), screen_lang(&t->screen), &title,
               &note);
    tell(t,
         TEXT("Chosen: %s; 'home here' opens it, 'cursor down' goes on\n",
              "选中：%s；home here 打开，cursor down 往下\n"),
         text_str(&title));
}

static void tell_whole(const struct teller *t)
{
    for (const struct home_entry *e = home_entries; e->title.en; e++) {
        struct text title = SCREEN_TEXT(&t->screen), note = SCREEN_TEXT(&t->screen);
        if (!home_has(t->m->offer, e))
            continue;
        home_words(t->m->offer, e, screen_lang(&t->screen), &title, &note);
        text_addf(t->out, "%s%s%s\n", text_str(&title),
                  note.len > 0 ? screen_text(&t->screen, TEXT(": ", "：")) : "", text_str(&note));
    }
    home_course_tell(t);
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
    .title = PAIR("start", "开始"),
    .help =
        PAIR("Where to begin. Arrows choose, Enter opens. Beside the menu is the flow of the pair under the "
             "cursor, or of the current sentence if the entry has no pair: p takes the positions away, x "
             "swaps the "
             "words, s types a sentence, and the picture shows what they do. A dot is a lesson: done, "
             "begun or to come. Every other key works from here too; `home` (key 9) comes back.",
             "从哪里开始。方向键选择，回车打开。菜单旁边是光标处句对的流动图，在别的条目上是现在的句子："
             "p 拿走位置，x 交换两个词，s 输入句子，图上立刻看到结果。一个点是一课：做完、开始了、还没有做。"
             "其他按键在这里也都有用；home（按键 9）可以回来。"),
    .no_scene = true,
    .draw = draw_home,
    .tell = tell_whole,
    .tell_briefly = tell_briefly,
    .places = home_places,
    .follow = home_picture_follow,
    .compute = home_picture_compute,
    .glints = true,
};
