/* The flow while it flows: tick by tick, without a clock. */
#include <stdlib.h>
#include <string.h>

#include "state/script.h"
#include "support/apps.h"
#include "support/close.h"
#include "support/test.h"
#include "view/flow/flow.h"

static struct app flowing(const char *lines)
{
    struct app a = app_after("lang en ; set heads 2 ; weights random 3 ; view flow");
    must_enter(&a, lines);
    a.session.moves = true;
    return a;
}

static double sum_of_shares(struct app *a, int h)
{
    struct screen s = {.session = &a->session, .scratch = &a->scratch};
    struct flow f;
    double sum = 0;
    flow_facts(&f, &s, &a->session.now);
    flow_plays(&f);
    for (int j = 0; j < f.keys; j++)
        sum += flow_share(&f, h, f.query, j);
    return sum;
}

TEST(space_leads_to_the_still_picture_and_shares_always_sum_to_1)
{
    struct app a = flowing("mask causal ; set query 1");
    struct text still = {0}, first = {0}, seen = {0};
    int ticks = 0;
    read_planes(&a, 36, 120, &still);
    assert_int_equal(app_wait(&a), -1);
    press(&a, "Space");
    read_planes(&a, 36, 120, &first);
    for (; a.session.now.state.look.flow > 0; ticks++) {
        read_planes(&a, 36, 120, &seen);
        assert_string_not_equal(text_str(&seen), text_str(&still));
        assert_close(sum_of_shares(&a, 0), 1, 1e-12);
        assert_close(sum_of_shares(&a, 1), 1, 1e-12);
        assert_int_equal(app_wait(&a), FLOWING_TICK_MS);
        app_tick(&a);
    }
    read_planes(&a, 36, 120, &seen);
    assert_string_equal(text_str(&seen), text_str(&still));
    assert_string_not_equal(text_str(&first), text_str(&still));
    assert_int_equal(ticks, 206);
    assert_int_equal(app_wait(&a), -1);
    text_finish(&still);
    text_finish(&first);
    text_finish(&seen);
    app_finish(&a);
}

/* Over the running text of a long sentence: every tick a picture of its own, none of them the still one. */
TEST(more_words_than_columns_flow_as_well)
{
    struct app a = flowing("tokens 小 猫 看见 狗 和 大 狗 不 喜欢 小 鸟 在 花园 里 ; set query 2");
    struct text still = {0}, seen = {0}, last = {0};
    int changed[FLOWING_PHASES] = {0};
    read_planes(&a, 36, 120, &still);
    press(&a, "Space");
    while (a.session.now.state.look.flow > 0) {
        enum flowing_phase phase = flowing_at(a.session.now.state.look.flow, 14).phase;
        read_planes(&a, 36, 120, &seen);
        assert_string_not_equal(text_str(&seen), text_str(&still));
        changed[phase] += strcmp(text_str(&seen), text_str(&last)) != 0;
        text_clear(&last);
        text_add(&last, text_str(&seen));
        app_tick(&a);
    }
    read_planes(&a, 36, 120, &seen);
    assert_string_equal(text_str(&seen), text_str(&still));
    for (int m = FLOWING_MERGE; m <= FLOWING_MIX; m++)
        assert_true(changed[m] >= 4);
    assert_true(changed[FLOWING_VISIT] >= 14); /* every key is visited */
    text_finish(&still);
    text_finish(&seen);
    text_finish(&last);
    app_finish(&a);
}

/* The last sum that a visit shows is the score, also where there is no room for all of its products. */
TEST(a_visit_ends_with_the_score)
{
    struct app a = flowing("set heads 1 d 16 ; weights random 3 ; set query 1");
    struct screen s = {.session = &a.session, .scratch = &a.scratch};
    struct flow f;
    a.session.now.state.look.flow = flowing_end(FLOWING_VISIT, 3) - FLOWING_TICK_MS;
    flow_facts(&f, &s, &a.session.now);
    flow_plays(&f);
    assert_int_equal(flow_visited(&f), 2); /* the last key has as long as the others */
    a.session.now.state.look.flow = flowing_end(FLOWING_VISIT, 3);
    struct text want = {0};
    text_addf(&want, "Σ%7.2f", mat_at(f.a->map[MAP_SCORES], 1, 2));
    for (int rows = 24; rows <= 60; rows += 6)
        see(&a, rows, 100, text_str(&want));
    text_finish(&want);
    app_finish(&a);
}

TEST(space_stops_and_goes_on)
{
    struct app a = flowing("lang en");
    const struct look *look = &a.session.now.state.look;
    press(&a, "Space");
    for (int i = 0; i < 20; i++)
        app_tick(&a);
    press(&a, "Space");
    int at = look->flow;
    assert_int_equal(app_wait(&a), -1);
    press(&a, "Right");
    assert_int_equal(look->flow, at);
    press(&a, "Space");
    app_tick(&a);
    assert_int_equal(look->flow, at + FLOWING_TICK_MS);
    press(&a, "Esc");
    assert_int_equal(look->flow, 0);
    app_finish(&a);
}

TEST(new_numbers_and_other_views_end_it)
{
    static const char *const keys[] = {"p", "u", "x", "2"};
    struct app a = flowing("swap");
    const struct look *look = &a.session.now.state.look;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        press(&a, "Space");
        app_tick(&a);
        assert_true(look->flow > 0 && look->play == 1);
        press(&a, keys[i]);
        assert_int_equal(look->flow, 0);
        assert_int_equal(look->play, 0);
    }
    app_finish(&a);
}

TEST(without_movement_space_goes_phase_by_phase)
{
    static const char *const how[] = {"set motion off", "theme mono", "lang en"};
    for (size_t i = 0; i < sizeof how / sizeof *how; i++) {
        struct app a = flowing(how[i]);
        a.session.moves = i < 2;
        for (int m = FLOWING_ASK; m < FLOWING_MIX; m++) {
            press(&a, "Space");
            assert_int_equal(a.session.now.state.look.flow, flowing_end((enum flowing_phase)m, 3));
            assert_int_equal(app_wait(&a), -1);
        }
        press(&a, "Space");
        assert_int_equal(a.session.now.state.look.flow, 0);
        app_finish(&a);
    }
}

TEST(what_flows_is_not_saved)
{
    struct app a = flowing("flow next ; toggle play");
    struct text with = {0}, without = {0};
    script_write(&a.session.now, &with);
    must_enter(&a, "flow end");
    script_write(&a.session.now, &without);
    assert_string_equal(text_str(&with), text_str(&without));
    text_finish(&with);
    text_finish(&without);
    app_finish(&a);
}

/* The wave runs down, rests, and ends a minute after the last key; then nothing is left to wait for. */
TEST(a_wave_runs_on_the_start_screen_until_nobody_is_there)
{
    struct app a = flowing("home");
    struct text seen = {0}, last = {0};
    int ms = 0, frames = 0, changed = 0;
    press(&a, "Down");
    press(&a, "Up");
    for (; app_wait(&a) >= 0; frames++) {
        read_planes(&a, 36, 120, &seen);
        changed += frames > 0 && strcmp(text_str(&seen), text_str(&last)) != 0;
        text_clear(&last);
        text_add(&last, text_str(&seen));
        ms += app_wait(&a);
        app_tick(&a);
    }
    assert_int_equal(ms, GLINT_LAST_MS);
    assert_int_equal(frames, 15 * (GLINT_MS / GLINT_FRAME_MS + 1));
    assert_true(changed > 15 * 20);
    press(&a, "Down");
    assert_int_equal(app_wait(&a), GLINT_FRAME_MS);
    must_enter(&a, "set motion off");
    assert_int_equal(app_wait(&a), -1);
    must_enter(&a, "set motion on ; view flow");
    assert_int_equal(app_wait(&a), -1);
    text_finish(&seen);
    text_finish(&last);
    app_finish(&a);
}

/* On a phase's own line: 60 columns, and those beside a lesson. */
TEST(what_happens_is_said_in_a_narrow_window_too)
{
    static const struct {
        const char *start;
        int rows, cols;
    } narrow[] = {{"opening ; view flow", 18, 60}, {"lesson tour", 24, 80}};
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++) {
        struct app a = app_after(narrow[i].start);
        for (int phase = 1; phase <= 6; phase++) { /* the end of the last is the still picture */
            struct text screen = TEXT_HERE, line = TEXT_HERE;
            text_addf(&line, "%d/7  ", phase);
            must_enter(&a, "flow next");
            read_screen(&a, narrow[i].rows, narrow[i].cols, &screen);
            const char *says = NULL; /* the last: a lesson counts its steps above */
            for (const char *at = text_str(&screen); (at = strstr(at, text_str(&line))); at++)
                says = at;
            assert_non_null(says);
            text_clear(&line);
            text_add_bytes(&line, says, strcspn(says, "\n"));
            assert_null(strstr(text_str(&line), "…"));
            assert_non_null(strpbrk(text_str(&line), ".?"));
            text_finish(&screen);
            text_finish(&line);
        }
        app_finish(&a);
    }
}

/* Captions are made of the numbers: of the word that asks, the key that fits best, its score, its share. */
TEST(captions_say_what_is_computed)
{
    static const char *const says[] = {
        "1/7  Where does it look?",
        "2/7  Meaning + place + heard below = h.",
        "3/7  it writes a note, its query;",
        "4/7  head 3: basketball holds up the card that fits the note of it best: 8.3.",
        "5/7  head 3: it has shared out one whole: basketball gets 0.54 of it.",
        "6/7  head 3: 0.54 of the answer that it takes home is from basketball.",
    };
    struct app a =
        app_after("lang en ; scene who-is-it ; tokens he likes basketball and plays it every day ; focus it "
                  "basketball ; head 2 ; view flow");
    for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
        must_enter(&a, "flow next");
        see(&a, 24, 80, says[i]);
    }
    must_enter(&a, "head 0 ; flow prev"); /* reads the word that plays with it: its name says so */
    see(&a, 24, 80, "head 1: it has shared out one whole: he gets 0.79 of it.");
    must_enter(&a,
               "scene two-heads ; scale WQ 0 ; view flow ; flow next ; flow next ; flow next ; flow next");
    see(&a, 24, 80, "4/7  Cards: better fit, higher score."); /* all fit alike: none fits best */
    app_finish(&a);
}

/* The sentence alone, on one line where it fits, and a question mark over the word that asks. */
TEST(it_begins_with_the_sentence_and_a_question_mark)
{
    struct app a =
        app_after("lang en ; scene who-is-it ; tokens he likes basketball and plays it every day ; "
                  "focus it it ; view flow ; flow next");
    struct text screen = TEXT_HERE;
    read_screen(&a, 24, 80, &screen);
    const char *mark = strchr(text_str(&screen), '?'), *word = strstr(text_str(&screen), " it ");
    assert_non_null(mark);
    assert_true(mark < word);
    assert_null(strstr(text_str(&screen), "0."));
    assert_null(strstr(text_str(&screen), "head 1"));
    text_finish(&screen);
    app_finish(&a);
}
