/* The views that are a sheet or a list: editor, costs, map of the words, course page, start. */
#include <inttypes.h>

#include "base/arena.h"
#include "base/number.h"
#include "core/cost.h"
#include "lesson/run/contents.h"
#include "session/home.h"
#include "state/matrices.h"
#include "study/cursor.h"
#include "view/map/map.h"
#include "view/tell/parts.h"

/* x[猫, 0] = 1, step 0.1 */
void tell_edit_briefly(const struct teller *t)
{
    const struct state *st = &t->now->state;
    struct matrix_ref refs[MATRICES_MAX];
    matrices_list(st, refs);
    struct matrix_ref ref = refs[st->look.edit];
    tell(t, TEXT("Matrix %s, row %d, column %d: ", "矩阵 %s，第 %d 行，第 %d 列："), matrices_name(st, ref), st->look.row, st->look.col);
    number_shortest(t->out, matrices_get(st, ref, st->look.row, st->look.col));
    tell(t, TEXT(", step ", "，步长 "));
    number_shortest(t->out, st->look.step);
    text_add(t->out, "\n");
}

void tell_edit(const struct teller *t)
{
    const struct state *st = &t->now->state;
    struct matrix_ref refs[MATRICES_MAX];
    struct arena room = {0};
    int count = matrices_list(st, refs), rows, cols;
    struct matrix_ref ref = refs[st->look.edit];
    tell(t, TEXT("What can be edited:", "可以编辑的矩阵："));
    for (int i = 0; i < count; i++)
        text_addf(t->out, " %s", matrices_name(st, refs[i]));
    text_add(t->out, "\n");
    matrices_shape(st, ref, &rows, &cols);
    tell(t, TEXT("%s, %s: %d rows, %d columns\n", "%s，%s：%d 行，%d 列\n"), matrices_name(st, ref), screen_pair(&t->screen, matrices_help(st, ref)), rows, cols);
    if (!arena_reserve(&room, mat_room(rows, cols)))
        return;
    struct tell_table table = {.m = mat_in(&room, rows, cols), .row = st->look.row, .col = st->look.col};
    table.rows.words = ref.kind == MATRIX_X ? st->sentence : ref.kind == MATRIX_Y ? st->memory : NULL;
    matrices_read(st, ref, table.m);
    tell_table(t, &table);
    arena_finish(&room);
    tell_edit_briefly(t);
}

void tell_cost(const struct teller *t)
{
    static const enum cost_arch told[] = {COST_RNN, COST_CNN, COST_DILATED, COST_ATTN, COST_FULL};
    const struct look *l = &t->now->state.look;
    tell(t, TEXT("What layers cost for n = %d words of width d = %d, with kernels of k = %d:\n", "n = %d 个词、宽 d = %d、卷积核 k = %d 时各种层的代价：\n"), l->cost_n,
         l->cost_d, l->cost_k);
    for (size_t i = 0; i < sizeof told / sizeof *told; i++)
        tell(t, TEXT("%s: multiplications %" PRId64 ", serial steps %" PRId64 ", longest path %" PRId64 "\n", "%s：乘法 %" PRId64 " 次，串行 %" PRId64 " 步，最长路径 %" PRId64 "\n"),
             screen_pair(&t->screen, cost_title(told[i])), cost_mul(told[i], l->cost_n, l->cost_d, l->cost_k), cost_serial(told[i], l->cost_n),
             cost_path(told[i], l->cost_n, l->cost_k));
}

void tell_map(const struct teller *t)
{
    struct map_points points;
    if (!map_points_of(&points, t->now)) {
        tell(t, TEXT("The sentence or its vectors are too large for the map.\n", "句子太长或向量太宽，画不出这张图。\n"));
        return;
    }
    tell(t, TEXT("The words as points on two axes, right and up: x as embedding, h as attention reads it, o after attention, * after the layer.\n",
                 "词是平面上的点，先右后上：x 是词向量，h 是注意力读到的，o 是注意力之后，* 是这一层之后。\n"));
    for (int w = 0; w < points.words; w++) {
        tell_word(t, t->now->state.sentence, w);
        tell(t, TEXT(": ", "："));
        for (int i = 0; i < points.stages; i++) {
            text_addf(t->out, "%s%s ", i ? "; " : "", points.mark[i]);
            tell_number(t, points.at[i][w][0]);
            text_add(t->out, ", ");
            tell_number(t, points.at[i][w][1]);
        }
        text_add(t->out, "\n");
    }
}

void tell_course_briefly(const struct teller *t)
{
    const struct contents *all = t->m->contents;
    int i = t->now->state.look.course;
    if (all && i < all->count)
        tell(t, TEXT("Lesson %d: %s; 'lesson here' opens it\n", "第 %d 课：%s；lesson here 打开\n"), i + 1, all->course.v[i].title.s);
}

void tell_course(const struct teller *t)
{
    const struct contents *all = t->m->contents;
    if (!all) {
        tell(t, TEXT("There is no course page here.\n", "这里没有课程目录。\n"));
        return;
    }
    for (int i = 0; i < all->count; i++) {
        tell(t, TEXT("%d, %s: ", "%d，%s："), i + 1, all->course.v[i].title.s);
        if (all->steps[i] > 0)
            tell(t, TEXT("%d of %d steps done, %d minutes\n", "做完 %d 步，共 %d 步，%d 分钟\n"), all->done[i], all->steps[i], all->minutes[i]);
        else
            tell(t, EITHER(i < all->own, TEXT("not there\n", "还没有\n"), TEXT("has errors\n", "有错误\n")));
    }
    tell_course_briefly(t);
}

void tell_home_briefly(const struct teller *t)
{
    struct text title = {0}, note = {0};
    home_words(t->m->offer, home_entry(t->m->offer, t->now->state.look.home), screen_lang(&t->screen), &title, &note);
    tell(t, TEXT("Chosen: %s; 'home here' opens it, 'cursor down' goes on\n", "选中：%s；home here 打开，cursor down 往下\n"), text_str(&title));
    text_finish(&title);
    text_finish(&note);
}

void tell_home(const struct teller *t)
{
    struct text title = {0}, note = {0};
    for (const struct home_entry *e = home_entries; e->title.en; e++) {
        if (!home_has(t->m->offer, e))
            continue;
        home_words(t->m->offer, e, screen_lang(&t->screen), &title, &note);
        text_addf(t->out, "%s%s%s\n", text_str(&title), note.len > 0 ? screen_text(&t->screen, TEXT(": ", "：")) : "", text_str(&note));
    }
    text_finish(&title);
    text_finish(&note);
    tell_home_briefly(t);
}
