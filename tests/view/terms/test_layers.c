/* Who wrote what a query finds in a key: the panel of layers, on screen and in words. */
#include <stdlib.h>
#include <string.h>

#include "support/apps.h"
#include "support/close.h"
#include "support/test.h"
#include "view/frame/describe.h"

/* One layer, whose two heads find who does it and to whom; the same numbers in both languages. */
#define ROLES "reset ; weights roles ; tokens cat chases dog ; set x 1 7 = 0 ; focus 1 0"

static struct app deep(void)
{
    return app_after(
        ROLES " ; lang en ; set layers 4 dff 8 norm pre block encoder residual on ; weights random 3 ; "
              "view terms ; set layer 3 head 1 query 2 key 1 terms_panel layers");
}

static bool shows(struct app *a, const char *what)
{
    struct text t = {0};
    read_screen(a, 24, 80, &t);
    bool found = strstr(text_str(&t), what) != NULL;
    text_finish(&t);
    return found;
}

/* Returns the number after `name` in what is told. */
static double told(struct app *a, const char *name)
{
    struct text t = {0};
    double x = 0;
    describe(&a->session, &t);
    const char *at = strstr(text_str(&t), name);
    if (!at)
        fail_msg("no '%s' in\n%s", name, text_str(&t));
    else
        x = strtod(at + strlen(name), NULL);
    text_finish(&t);
    return x;
}

TEST(the_layers_and_the_heads_of_an_opened_one_are_shown)
{
    struct app a = deep();
    assert_true(shows(&a, "layer 1") && shows(&a, "layer 3") && !shows(&a, "layer 4 "));
    assert_false(shows(&a, "head 2 "));
    must_enter(&a, "add terms_open 1 ; add terms_open 1");
    assert_true(shows(&a, "head 2 "));
    must_enter(&a, "set layer 0");
    assert_true(shows(&a, "no layer has written here yet"));
    assert_true(shows(&a, "word") && shows(&a, "place") && shows(&a, "together"));
    assert_false(shows(&a, "layer 1 "));
    must_enter(&a, "set layer 2 ; encoding xl");
    assert_true(shows(&a, "not a product of what the layers wrote"));
    app_finish(&a);
}

/* The pieces share out the product of query and key, whatever terms are left of it. */
TEST(it_is_said_that_knocked_out_terms_count)
{
    struct app a = deep();
    must_enter(&a, "set layer 0 layers 1");
    see_not(&a, 24, 80, "knocked-out ones count");
    see(&a, 24, 80, "no layer has written here yet");
    see_not(&a, 24, 80, "goes one up"); /* there is no other layer */
    double whole = told(&a, "together: attention ");
    must_enter(&a, "term cp off");
    see(&a, 24, 80, "with all terms in: knocked-out ones count here too");
    assert_close(told(&a, "together: attention "), whole, 1e-12);
    must_enter(&a, "set layers 2");
    see(&a, 24, 80, "] goes one up");
    app_finish(&a);
}

TEST(what_is_told_adds_up_to_the_score)
{
    struct app a = deep();
    must_enter(&a, "set digits 9 terms_open 1");
    const struct attention *self = &a.session.now.trace.layer[3].self;
    double score = mat_at(attention_head(self, self->map[MAP_SCORES], 1), 2, 1);
    assert_close(told(&a, "together: attention "), score, 1e-8);
    assert_close(told(&a, "  head 1: attention ") + told(&a, "  head 2: attention "),
                 told(&a, "layer 2: attention "), 1e-8);
    double all = 0;
    static const char *const asks[] = {"token", "position", "attn", "ffn"};
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        struct text line = {0};
        text_addf(&line, "set terms_asks %s", asks[i]);
        must_enter(&a, text_str(&line));
        all += told(&a, "together: attention ");
        text_finish(&line);
    }
    assert_close(all, score, 1e-8);
    app_finish(&a);
}

/* The four terms that a paper keeps or drops are those of the first layer. */
TEST(presets_are_not_shown_above_the_first_layer)
{
    struct app a = app_after("lang en ; set layers 2 block encoder dff 16 ; layer 1 ; view terms ; "
                             "set terms_panel meaning");
    press(&a, "P");
    see(&a, 36, 120, "in the first layer");
    press(&a, "Left");
    see_not(&a, 24, 80, "TUPE");
    see(&a, 24, 80, "papers' presets are about the first layer");
    must_enter(&a, "layer 0");
    see(&a, 24, 80, "TUPE keeps word·word place·place");
    app_finish(&a);
}
