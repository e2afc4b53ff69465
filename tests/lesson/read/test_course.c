/* The course page and the glossary: what is read, and what is said. */
#include <stdlib.h>
#include <string.h>

#include "base/embedded.h"
#include "lesson/read/course.h"
#include "lesson/read/glossary.h"
#include "support/lesson_tree.h"
#include "support/test.h"

static const char page[] =
    "# The course\n\nIntro.\n\n## A. First (3 minutes) <!-- unit: a -->\n\nText.\n\n1. [By "
    "hand](en/01-by-hand.md)\n2. [Three `roles`](en/02-roles.md), more\n\n"
    "## B <!-- unit: b -->\n\n3. [Order](en/03-order.md)\n\n## Paths <!-- paths -->\n\n- "
    "[01](en/01-by-hand.md)\n\nSee the [glossary](glossary.en.md).\n";

TEST(a_course_is_units_of_lessons)
{
    struct course c;
    struct complaints said = {0};
    assert_true(course_read(&c, "course.en.md", page, strlen(page), LANG_EN, &said));
    assert_int_equal(said.count, 0);
    assert_string_equal(c.title.s, "The course");
    assert_int_equal(c.unit_count, 3);
    assert_string_equal(c.unit[0].title.s, "A. First (3 minutes)");
    assert_string_equal(c.unit[0].id, "a");
    assert_int_equal(c.unit[0].first, 0);
    assert_int_equal(c.unit[0].count, 2);
    assert_int_equal(c.unit[0].text.count, 3);
    assert_int_equal(c.unit[1].first, 2);
    assert_int_equal(c.unit[1].count, 1);
    assert_string_equal(c.unit[2].id, "");
    assert_int_equal(c.unit[2].count, 0);
    assert_int_equal(c.count, 3);
    assert_string_equal(c.v[1].id, "02-roles");
    assert_string_equal(c.v[2].title.s, "Order");
    assert_int_equal(c.v[2].unit, 1);
    assert_int_equal(c.v[2].title.line, 14);
    assert_int_equal(c.v[2].title.col, 5);
    assert_int_equal(course_find(&c, "03-order"), 2);
    assert_int_equal(course_find(&c, "04"), -1);
    course_finish(&c);
}

TEST(a_glossary_is_terms_with_text)
{
    static const char bytes[] =
        "# 术语表\n\n开头。\n\n## 查询 <!-- term: query "
        "-->\n\n一个词在找什么，见[键](glossary.zh.md#key)。\n\n## 键 <!-- term: key -->\n\n标签。\n";
    struct glossary g;
    struct complaints said = {0};
    assert_true(glossary_read(&g, "lessons/glossary.zh.md", bytes, strlen(bytes), LANG_EN, &said));
    assert_int_equal(g.count, 2);
    assert_string_equal(g.v[0].title.s, "查询");
    assert_string_equal(g.v[0].id.s, "query");
    assert_int_equal(g.v[0].text.v[0].v[1].kind, SPAN_TERM);
    assert_string_equal(g.v[0].text.v[0].v[1].target, "key");
    assert_ptr_equal(glossary_find(&g, "key"), &g.v[1]);
    assert_null(glossary_find(&g, "value"));
    glossary_finish(&g);
}

/* A page and all that is said about it. */
static const struct {
    bool glossary;
    const char *bytes, *said;
} faults[] = {
    {false, "",
     "1:1: error: the title is missing: # Title\n1:1: error: no lessons: write units as ## Title <!-- unit: "
     "id --> and a numbered list of links"},
    {false, "# C\n## U <!-- unit: a -->\n1. text\n",
     "3:1: error: a numbered item must contain a link to a lesson: 1. [Title](zh/01-name.md)\n"
     "1:1: error: no lessons: write units as ## Title <!-- unit: id --> and a numbered list of links"},
    {false, "# C\n## U <!-- unit: a -->\n1. [a](en/01-a.md)\n2. [b](en/01-a.md)\n",
     "4:5: error: duplicate '01-a' in the course (first on line 3)"},
    {false, "# C\n## U <!-- unit: a -->\n1. [a](en/01-a.md)\n## V <!-- unit: a -->\n2. [b](en/02-b.md)\n",
     "4:17: error: the id 'a' is already used (line 2)"},
    {false, "# C\n## U <!-- unit: A -->\n1. [a](en/01-a.md)\n",
     "2:17: error: 'A' is not an id: use a-z, 0-9 and '-'"},
    {true, "# G\n## query\n\ntext\n", "2:1: error: the heading needs an id: ## Heading <!-- term: id -->"},
    {true, "# G\n## query <!-- term: query -->\n", "2:1: error: 'query' has no text under its heading"},
    {true, "# G\n## query <!-- term: query -->\n[key](glossary.zh.md#key)\n",
     "3:1: error: write glossary links as ../glossary.LANG.md#term, in the lesson's language"},
};

TEST(faults_of_pages_are_said)
{
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct course course = {0};
        struct glossary glossary = {0};
        struct complaints c = {0};
        struct text said = {0};
        size_t n = strlen(faults[i].bytes);
        assert_false(faults[i].glossary
                         ? glossary_read(&glossary, "glossary.en.md", faults[i].bytes, n, LANG_EN, &c)
                         : course_read(&course, "course.en.md", faults[i].bytes, n, LANG_EN, &c));
        lesson_said(&c, &said);
        assert_string_equal(text_str(&said), faults[i].said);
        course_finish(&course);
        glossary_finish(&glossary);
        complaints_finish(&c);
        text_finish(&said);
    }
}

/* Returns the minutes that a shipped lesson plans for itself. */
static int minutes_of(const char *lesson)
{
    for (const struct embedded *e = embedded_files; e->path; e++) {
        const char *name = strrchr(e->path, '/');
        if (name && strncmp(name + 1, lesson, strlen(lesson)) == 0 &&
            strcmp(name + 1 + strlen(lesson), ".md") == 0)
            return atoi(strstr(e->bytes, "minutes: ") + strlen("minutes: "));
    }
    fail_msg("no lesson %s", lesson);
    return 0;
}

/* Three lessons whose minutes leave a third of an hour to the class. Returns how many such hours there are.
 */
static int hours_of(const struct course *c)
{
    int hours = 0;
    for (int i = 0; i < c->path_count; i++) {
        const struct course_path *p = &c->path[i];
        if (strncmp(p->title.s, "One hour", 8) != 0 && strncmp(p->title.s, "一小时", 9) != 0)
            continue;
        int minutes = 0;
        for (int k = 0; k < p->count; k++)
            minutes += minutes_of(p->place[k]);
        if (p->count != 3 || minutes < 33 || minutes > 43)
            fail_msg("%s: %d lessons, %d minutes", p->title.s, p->count, minutes);
        hours++;
    }
    return hours;
}

TEST(shipped_pages_read)
{
    int pages = 0;
    for (const struct embedded *e = embedded_files; e->path; e++) {
        struct course course = {0};
        struct glossary glossary = {0};
        struct complaints c = {0};
        bool ok = true;
        if (strncmp(e->path, "lessons/course.", 15) == 0)
            ok = course_read(&course, e->path, e->bytes, e->size, LANG_EN, &c);
        else if (strncmp(e->path, "lessons/glossary.", 17) == 0)
            ok = glossary_read(&glossary, e->path, e->bytes, e->size, LANG_EN, &c);
        if (!ok)
            fail_msg("%s:%d:%d: %s", e->path, c.v[0].line, c.v[0].col, c.v[0].what);
        assert_true(course.count == 0 || hours_of(&course) >= 4);
        pages += course.count > 0 || glossary.count > 0;
        course_finish(&course);
        glossary_finish(&glossary);
        complaints_finish(&c);
    }
    assert_int_equal(pages, 4);
}
