/* Checks that both languages have the same steps, questions, numbers and scenes in the
 * same order. Compares the items that the walk recorded, with words as positions. If
 * both files are requested, each difference is reported once. */
#include <string.h>

#include "lesson/author/parts.h"

/* Advances *a and *b to the first line in which they differ; sets n and m to the line lengths. */
static void first_difference(const char **a, const char **b, int *n, int *m)
{
    for (;;) {
        *n = (int)strcspn(*a, "\n");
        *m = (int)strcspn(*b, "\n");
        if (*n != *m || memcmp(*a, *b, (size_t)*n) != 0 || !(*a)[*n] || !(*b)[*m])
            return;
        *a += *n + 1;
        *b += *m + 1;
    }
}

/* Reports that a step's items a and b differ; NULL: the item is missing. */
static void differ(struct check *ck, const struct check_file *other, int step, const struct parity_item *a,
                   const struct parity_item *b)
{
    const char *here = a ? a->what : "–", *there = b ? b->what : "–";
    int line = a ? a->line : ck->file->lesson.step[step].title.line,
        its = b ? b->line : other->lesson.step[step].title.line, n, m;
    first_difference(&here, &there, &n, &m);
    ck->step = step;
    check_step_fault(ck, line,
                     TEXT("differs from %s:%d\n    here:  %.*s\n    there: %.*s",
                          "与 %s:%d 不同\n    这里：%.*s\n    那里：%.*s"),
                     other->path, its, n, here, m, there);
}

/* Compares the items of one step; reports the first difference. */
static void compare_step(struct check *ck, const struct check_file *other, int step)
{
    const struct check_file *f = ck->file;
    int i = 0, k = 0;
    while (i < f->item_count && f->items[i].step < step)
        i++;
    while (k < other->item_count && other->items[k].step < step)
        k++;
    for (;; i++, k++) {
        const struct parity_item *a = i < f->item_count && f->items[i].step == step ? &f->items[i] : NULL;
        const struct parity_item *b =
            k < other->item_count && other->items[k].step == step ? &other->items[k] : NULL;
        if (!a && !b)
            return;
        if (!a || !b || strcmp(a->what, b->what) != 0) {
            differ(ck, other, step, a, b);
            return;
        }
    }
}

static void compare(struct check *ck, const struct check_file *other)
{
    const struct lesson *a = &ck->file->lesson, *b = &other->lesson;
    for (int i = 0; i < a->step_count || i < b->step_count; i++) {
        bool both = i < a->step_count && i < b->step_count;
        struct lesson_line at = i < a->step_count ? a->step[i].id : a->title;
        if (both && strcmp(a->step[i].id.s, b->step[i].id.s) == 0) {
            compare_step(ck, other, i);
            continue;
        }
        check_fault(ck, at,
                    TEXT("step %d is '%s' here and '%s' in %s", "第 %d 步在这里是“%s”，那里是“%s”（%s）"),
                    i + 1, i < a->step_count ? a->step[i].id.s : "–",
                    i < b->step_count ? b->step[i].id.s : "–", other->path);
        return;
    }
}

void check_parity(struct check *ck)
{
    const struct lesson *l = &ck->file->lesson;
    if (!*l->id) /* said when the file was read */
        return;
    const struct check_file *other = check_counterpart(ck, ck->file);
    if (!other && ck->q->path_count == 0)
        check_fault(ck, l->title,
                    TEXT("the lesson '%s' is missing in the other language (%s)",
                         "课程“%s”没有另一种语言的版本（%s）"),
                    l->id, lang_code(lang_other(l->lang)));
    else if (!other)
        check_remark(ck, l->title,
                     TEXT("the lesson '%s' is missing in the other language (%s)",
                          "课程“%s”没有另一种语言的版本（%s）"),
                     l->id, lang_code(lang_other(l->lang)));
    else if (ck->file->walked && other->walked && !ck->file->said.errors && !other->said.errors &&
             !(other->asked && l->lang == LANG_ZH))
        compare(ck, other);
}
