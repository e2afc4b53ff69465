/* The order in which options are shown: the same wherever a class meets a question, and no letter is worth
 * guessing. */
#include <stdio.h>
#include <string.h>

#include "lesson/read/lesson.h"
#include "support/lesson_tree.h"
#include "support/test.h"

enum { STEPS = 12, CLASSES = 200 };

/* Steps with two questions each of `options`, the second right, each with `shuffle`. */
static void questions(struct lesson *l, enum lang lang, int options, const char *shuffle)
{
    struct text t = {0};
    struct complaints c = {0};
    text_addf(&t,
              "---\nlesson: 01-many\nformat: 1\nlang: %s\nminutes: 5\nscene: dog-cat\n---\n# Many\n\nAim.\n",
              lang_code(lang));
    for (int i = 0; i < STEPS; i++) {
        text_addf(&t, "\n## Step <!-- step: s%d -->\n", i);
        for (int k = 0; k < 2; k++) {
            text_addf(&t, "\n```predict choice\n? Which?\n%s", shuffle);
            for (int o = 0; o < options; o++)
                text_addf(&t, "%s %d\n", o == 1 ? "*" : "-", o);
            text_add(&t, "```\n");
        }
    }
    assert_true(lesson_read(l, "01-many.md", text_str(&t), t.len, lang, &c));
    complaints_finish(&c);
    text_finish(&t);
}

static const struct lesson_ask *at(const struct lesson *l, int i)
{
    return &l->step[i / 2].ask[i % 2];
}

TEST(a_lesson_is_read_in_its_own_order)
{
    struct lesson l;
    questions(&l, LANG_EN, 4, "");
    for (int i = 0; i < 2 * STEPS; i++)
        for (int k = 0; k < 4; k++)
            assert_int_equal(at(&l, i)->order[k], k);
    lesson_finish(&l);
}

TEST(each_class_has_an_order_of_its_own_in_every_language)
{
    struct lesson en, zh;
    int other = 0;
    questions(&en, LANG_EN, 4, "");
    questions(&zh, LANG_ZH, 4, "");
    lesson_shuffle(&en, "9b");
    lesson_shuffle(&zh, "9b");
    for (int i = 0; i < 2 * STEPS; i++) {
        unsigned seen = 0;
        for (int k = 0; k < 4; k++)
            seen |= 1u << at(&en, i)->order[k];
        assert_int_equal(seen, 15);
        assert_memory_equal(at(&en, i)->order, at(&zh, i)->order, 4);
    }
    lesson_shuffle(&zh, "");
    for (int i = 0; i < 2 * STEPS; i++)
        other += memcmp(at(&en, i)->order, at(&zh, i)->order, 4) != 0;
    assert_true(other > STEPS);
    lesson_finish(&en);
    lesson_finish(&zh);
}

/* At most twice in a row, and at the start not even that, so three times across two lessons. */
TEST(no_letter_is_right_often_or_again_and_again)
{
    int right[3] = {0};
    struct lesson l;
    questions(&l, LANG_EN, 3, "");
    for (int c = 0; c < CLASSES; c++) {
        char name[16];
        int last = -1, row = 0, most = 1;
        snprintf(name, sizeof name, "class %d", c);
        lesson_shuffle(&l, name);
        for (int i = 0; i < 2 * STEPS; i++) {
            int place = lesson_right_place(at(&l, i));
            assert_int_equal(at(&l, i)->order[place], 1);
            most = i > 0 && place != last ? 2 : most;
            row = place == last ? row + 1 : 1;
            if (row > most)
                fail_msg("%s: letter %d is right %d times in a row at question %d", name, place, row, i);
            last = place;
            right[place]++;
        }
    }
    for (int i = 0; i < 3; i++)
        assert_true(right[i] > 0.3 * CLASSES * 2 * STEPS && right[i] < 0.37 * CLASSES * 2 * STEPS);
    lesson_finish(&l);
}

TEST(an_author_keeps_an_order_or_the_last_option)
{
    struct lesson fixed, last;
    bool moved = false;
    questions(&fixed, LANG_EN, 3, "shuffle no\n");
    questions(&last, LANG_EN, 3, "shuffle not last\n");
    lesson_shuffle(&fixed, "9b");
    lesson_shuffle(&last, "9b");
    for (int i = 0; i < 2 * STEPS; i++) {
        assert_int_equal(lesson_right_place(at(&fixed, i)), 1);
        assert_int_equal(at(&last, i)->order[2], 2);
        moved = moved || at(&last, i)->order[0] == 1;
    }
    assert_true(moved);
    lesson_finish(&fixed);
    lesson_finish(&last);
}

TESTS(locale, NULL)
