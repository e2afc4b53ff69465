/* The help pages: what is asked for is there, once, in the language of the person. */
#include <stdio.h>
#include <string.h>

#include "core/pipeline/stage.h"
#include "tasks/task.h"
#include "session/help.h"
#include "session/session.h"
#include "state/param.h"
#include "support/asked.h"
#include "study/head_kind.h"
#include "support/models.h"
#include "support/test.h"

/* `what` is exactly once on the page of a topic. */
static void once(const char *topic, const char *what, enum lang lang)
{
    struct text page = {0};
    assert_true(help_topic(&page, topic, lang));
    const char *first = strstr(text_str(&page), what);
    if (!first || strstr(first + 1, what))
        fail_msg("help %s says %s: %s", topic, first ? "twice" : "nothing like", what);
    text_finish(&page);
}

static void nowhere(const char *topic, const char *what, enum lang lang)
{
    struct text page = {0};
    assert_true(help_topic(&page, topic, lang));
    if (strstr(text_str(&page), what))
        fail_msg("help %s says: %s", topic, what);
    text_finish(&page);
}

TEST(every_name_has_a_page_that_explains_it_once)
{
    for (enum lang lang = LANG_EN; lang <= LANG_ZH; lang++) {
        for (int v = 0; v < VIEW_COUNT; v++)
            once(view_name(v), text_in(views[v]->help, lang), lang);
        for (const struct param *p = params; p->name; p++) {
            char line[600];
            snprintf(line, sizeof line, "  %-9s %s (", p->name, text_in(p->help, lang));
            once(p->name, line, lang);
            if (!p->unlisted)
                once("set", line, lang);
            else
                nowhere("set", line, lang);
        }
        for (int k = 0; k < HEAD_OTHER; k++) {
            once(head_kinds[k].name, text_in(head_kinds[k].help, lang), lang);
            once("heads", text_in(head_kinds[k].help, lang), lang);
        }
        for (int i = 0; tasks[i]; i++) {
            once(tasks[i]->name, text_in(tasks[i]->teaches, lang), lang);
            once("task", text_in(tasks[i]->watch, lang), lang);
        }
        for (int i = 0; i < STAGE_COUNT; i++)
            once(stage_name(i), text_in(stage_pass(i)->help, lang), lang);
        for (int i = 0; i < posenc_count(); i++) {
            once(posencs[i]->name, text_in(posencs[i]->help, lang), lang);
            once("encoding", text_in(posencs[i]->help, lang), lang);
            for (int k = 0; k < posenc_param_count(posencs[i]); k++)
                once(posencs[i]->name, text_in(posencs[i]->params[k].help, lang), lang);
        }
    }
}

TEST(what_has_no_page_says_nothing)
{
    struct text page = {0};
    assert_false(help_topic(&page, "no such thing", LANG_EN));
    for (const struct help_list *l = help_lists; l->name; l++)
        assert_int_equal(help_topic(&page, l->name, LANG_ZH), strcmp(l->name, "commands") != 0);
    text_clear(&page);
    help_search(&page, "no such thing", LANG_EN);
    assert_int_equal(page.len, 0);
    text_finish(&page);
}

TEST(a_word_finds_the_names_whose_explanation_holds_it)
{
    static const struct {
        const char *word;
        enum lang lang;
        const char *line;
    } cases[] = {
        {"start", LANG_EN, "  view home  "},
        {"cost", LANG_EN, "  view cost  "},
        {"rotary", LANG_EN, "  encoding rope  "},
        {"旋转", LANG_ZH, "  encoding rope  "},
        {"attention weights", LANG_EN, "  stage weights  "},
        {"注意力权重", LANG_ZH, "  stage weights  "},
        {"padding", LANG_EN, "  pad "},
        {"undo", LANG_EN, "  u "},
        {"passive", LANG_EN, "  task voice  "},
        {"wherever", LANG_EN, "  task "},
        {"cosine", LANG_EN, "  head alike  "},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text page = {0};
        help_search(&page, cases[i].word, cases[i].lang);
        if (!strstr(text_str(&page), cases[i].line))
            fail_msg("%s finds no line '%s': %s", cases[i].word, cases[i].line, text_str(&page));
        text_finish(&page);
    }
}

/* The page of ? in a lesson names the lesson's keys; in free play those that lead back. */
TEST(a_lesson_puts_its_own_page_in_front)
{
    struct session m = fresh_model();
    struct lesson_session session = {0};
    struct text page = {0};
    help_here(&page, &m, LANG_EN);
    assert_true(strncmp(text_str(&page), "Keys of this view: walk\n", 24) == 0);
    assert_null(strstr(text_str(&page), "Keys of the lesson"));
    m.lesson = &session;
    for (int free = 0; free < 2; free++) {
        session.free = free;
        text_clear(&page);
        help_here(&page, &m, LANG_EN);
        const char *keys = strstr(text_str(&page), "Keys of the lesson"),
                   *view = strstr(text_str(&page), "Keys of this view");
        assert_true(strncmp(text_str(&page), free ? "Free play" : "A lesson is open", 9) == 0);
        assert_true(keys && view && keys < view);
        const char *line = strstr(keys, free ? "  n Esc  " : "  Enter n  ");
        assert_true(line && line < view);
    }
    m.lesson = NULL;
    text_finish(&page);
    session_finish(&m);
}
