/* The fifth bar of the reader: what was heard in the layer below, and what it turns. */
#include <stdlib.h>
#include <string.h>

#include "core/pipeline/attention.h"
#include "core/math/mat.h"
#include "support/apps.h"
#include "support/test.h"

#define BY "tokens the dog was chased by the cat ; view terms ; focus 3 6"
#define BEI "tokens 狗 被 猫 追 了 ; view terms ; focus 3 2"

/* Writes the word that head `head` reads most for a query, and its share: dog 0.81. In these scenes only a
 * Chinese verb reads itself: then it takes it from nobody. */
static void most_read(struct app *a, int head, int query, struct text *out)
{
    const struct scene *now = &a->session.now;
    const struct attention *self = &now->trace.layer[now->state.look.layer].self;
    struct mat weights = attention_head(self, self->map[MAP_WEIGHTS], head);
    bool tied;
    int best = largest_of(mat_row(weights, query), weights.cols, 2, &tied);
    text_clear(out);
    text_addf(out, "%s %.2f",
              best == query ? "没有谁" : lexicon_at(now->state.lexicon, now->state.sentence->id[best]).name,
              mat_at(weights, query, best));
}

/* Where the reader turns without what was heard: said as computed by another way of leaving it out. */
TEST(the_sentence_says_whom_a_word_would_read_without_it)
{
    static const struct {
        const char *scene, *says;
        int head, query;
    } cases[] = {
        {"lang en ; opening ; " BY, "by told cat: you do it. Without heard, chased takes its doer from ", 0,
         3},
        {"lang en ; opening ; " BY " ; head 1", "Without heard, chased takes its done-to from ", 1, 3},
        {"lang en ; opening ; " BY " ; set query 6 ; head 1", "Without heard, cat reads most: ", 1, 6},
        {"lang zh ; opening ; " BEI, "被 告诉 猫：是你做的。去掉听到的，追 的“谁做”是 ", 0, 3},
        {"lang zh ; opening ; " BEI " ; head 1", "追 听到了 被。去掉听到的，追 的“对谁做”是 ", 1, 3},
    };
    struct text says = TEXT_HERE, most = TEXT_HERE;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after(cases[i].scene), without = app_after(cases[i].scene);
        must_enter(&without, "omit attn0 ; omit ffn0");
        most_read(&without, cases[i].head, cases[i].query, &most);
        text_clear(&says);
        text_addf(&says, "%s%s", cases[i].says, text_str(&most));
        see(&a, 24, 80, text_str(&says));
        see(&a, 36, 120, text_str(&says));
        app_finish(&a);
        app_finish(&without);
    }
    text_finish(&says);
    text_finish(&most);
}

TEST(where_it_turns_nothing_the_largest_term_is_said)
{
    struct app a = app_after("lang en ; opening ; view terms");
    for (int query = 0; query < 3; query++)
        for (int head = 0; head <= 1; head++) {
            struct text line = TEXT_HERE;
            text_addf(&line, "head %d ; set query %d", head, query);
            must_enter(&a, text_str(&line));
            see_not(&a, 24, 80, "Without heard");
            text_finish(&line);
        }
    must_enter(&a, "head 0 ; " BY " ; layer 0");
    see_not(&a, 24, 80, "heard");
    app_finish(&a);
}

/* On a narrow screen the sentence goes on in a second row; nothing of it is lost. */
TEST(on_a_narrow_screen_it_takes_two_rows)
{
    struct app a = app_after("lang en ; opening ; " BY);
    see(&a, 18, 60, " by told cat: you do it. Without heard, chased takes its\n");
    see(&a, 18, 60, "\n doer from dog ");
    must_enter(&a, "tokens the grandmother was understood by the president ; focus 3 6");
    see(&a, 18, 60, "Without heard, understood\n takes its doer from grandmother ");
    see(&a, 24, 80, "Without heard, understood");
    app_finish(&a);
}

TEST(its_key_knocks_it_out_and_the_ribbons_turn_back)
{
    struct app a = app_after("lang en ; opening ; " BY), without = app_after("lang en ; opening ; " BY);
    struct text most = TEXT_HERE, says = TEXT_HERE;
    must_enter(&without, "omit attn0 ; omit ffn0");
    most_read(&without, 0, 3, &most);
    press(&a, "g");
    most_read(&a, 0, 3, &says);
    assert_string_equal(text_str(&says), text_str(&most));
    see(&a, 24, 80, "(heard)");
    see(&a, 24, 80, "Without heard, chased now reads dog most (");
    press(&a, "g");
    press(&a, "G");
    see(&a, 24, 80, "Without word·word, word·place, place·word, place·place, chased ");
    app_finish(&a);
    app_finish(&without);
    text_finish(&most);
    text_finish(&says);
}

TEST(five_bars_have_their_names_at_every_size)
{
    struct app a = app_after("lang en ; opening ; " BY);
    static const char *const brief[] = {" a cc ", " b cp ", " d pc ", " f pp ", " g heard "},
                             *const whole[] = {"a  word·word ", "b  word·place ", "d  place·word ",
                                               "f  place·place ", "g  heard "};
    for (int t = 0; t < 5; t++) {
        see(&a, 18, 60, brief[t]);
        see(&a, 24, 80, whole[t]);
        see(&a, 36, 120, whole[t]);
    }
    see(&a, 24, 80, " Enter");
    see(&a, 36, 120, "g heard ");
    see(&a, 67, 240, "does what was heard below fit?");
    must_enter(&a, "set terms_panel meaning");
    see(&a, 36, 120, " g heard ");
    must_enter(&a, "lang zh ; set terms_panel maps");
    see(&a, 18, 60, " a 词·词 ");
    see(&a, 18, 60, " g 听到的 ");
    a.mono = true;
    see(&a, 36, 120, " ⢋⡴⢋");
    app_finish(&a);
}

/* By source: a table, as it was; then as one bar again. */
TEST(enter_opens_it_by_source)
{
    struct app a = app_after("lang en ; opening ; " BY);
    see_not(&a, 24, 80, "ffn₁");
    press(&a, "Enter");
    see(&a, 24, 80, "ffn₁ asks for");
    see_not(&a, 24, 80, "g  heard");
    press(&a, "Enter");
    see(&a, 24, 80, "g  heard");
    app_finish(&a);
}
