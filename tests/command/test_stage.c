/* stage, walk, follow: to any stage, through the arithmetic, and along its factors and back. */
#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "core/pipeline/stage.h"
#include "state/matrices.h"
#include "study/derivation.h"
#include "support/lines.h"
#include "support/test.h"

static void must_not(struct session *m, const char *line, const char *part)
{
    struct reply r = {0};
    struct look before = m->now.state.look;
    if (run_line(m, line, &r) || !strstr(text_str(&r.text), part))
        fail_msg("%s: %s", line, text_str(&r.text));
    assert_memory_equal(&before, &m->now.state.look, sizeof before);
    reply_finish(&r);
}

static void stage_is(const struct session *m, int stage)
{
    assert_string_equal(stage_name(m->now.state.look.stage), stage_name(stage));
}

TEST(a_stage_is_found_by_name_by_its_begin_and_by_its_number)
{
    static const struct {
        const char *name;
        int stage;
    } cases[] = {
        {"weights", STAGE_WEIGHTS}, {"we", STAGE_WEIGHTS},   {"WE", STAGE_WEIGHTS}, {"8", STAGE_SCORES},
        {"1", STAGE_TOKENS},        {"14", STAGE_OUTPUT},    {"h", STAGE_H},        {"H", STAGE_H},
        {"head", STAGE_HEAD_OUT},   {"权重", STAGE_WEIGHTS}, {"查询", STAGE_Q},     {"缩放", STAGE_SCALED},
        {"first", STAGE_TOKENS},    {"last", STAGE_OUTPUT},
    };
    struct session m = model_after("view edit");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char line[40];
        snprintf(line, sizeof line, "stage %s", cases[i].name);
        must_run(&m, line);
        stage_is(&m, cases[i].stage);
        assert_int_equal(m.now.state.look.view, VIEW_STAGES);
    }
    must_not(&m, "stage sc", "no stage 'sc' (tokens X P H");
    must_not(&m, "stage 遮", "no stage '遮'");
    must_not(&m, "stage 15", "no stage");
    must_not(&m, "stage ffn", "not part of this computation");
    session_finish(&m);
}

TEST(the_stages_of_all_layers_are_walked_through_one_by_one)
{
    struct session m =
        model_after("memory 狗 追 ; set block decoder norm post residual on dff 6 layers 3 ; stage first");
    int seen = 1;
    for (int last = -1; last != m.now.state.look.stage + 100 * m.now.state.look.layer; seen++) {
        last = m.now.state.look.stage + 100 * m.now.state.look.layer;
        must_run(&m, "stage next");
    }
    int want = 0;
    for (int l = 0; l < 3; l++)
        for (int s = 0; s < STAGE_COUNT; s++)
            want += stage_present(&m.now.config, l, s);
    assert_int_equal(seen - 1, want);
    assert_int_equal(m.now.state.look.layer, 2);
    stage_is(&m, STAGE_NORM2);
    for (int i = 0; i < want + 3; i++)
        must_run(&m, "stage prev");
    stage_is(&m, STAGE_TOKENS);
    assert_int_equal(m.now.state.look.layer, 0);
    session_finish(&m);
}

TEST(the_rail_is_scrubbed_with_the_cursor)
{
    struct session m = model_after("stage first ; set pane rail ; cursor down 7");
    stage_is(&m, STAGE_SCORES);
    must_run(&m, "cursor up 2");
    stage_is(&m, STAGE_K);
    must_run(&m, "cursor right 2 ; cursor left");
    stage_is(&m, STAGE_K);
    must_run(&m, "cursor down 1000000");
    stage_is(&m, STAGE_OUTPUT);
    session_finish(&m);
}

TEST(a_walk_goes_through_the_pieces_and_on_to_the_next_stage)
{
    struct session m = model_after("stage scores");
    const struct look *look = &m.now.state.look;
    must_run(&m, "walk");
    assert_int_equal(look->stages.walk, 1);
    must_run(&m, "walk");
    stage_is(&m, STAGE_SCORES);
    assert_int_equal(look->stages.walk, 2);
    must_run(&m, "walk");
    stage_is(&m, STAGE_SCALED);
    must_run(&m, "walk ; walk");
    stage_is(&m, STAGE_WEIGHTS);
    assert_int_equal(look->stages.walk, 1);
    must_run(&m, "walk back");
    stage_is(&m, STAGE_MASKED);
    assert_int_equal(look->stages.walk, 0);
    must_run(&m, "stage weights ; walk ; walk ; walk off");
    assert_int_equal(look->stages.walk, 0);
    must_run(&m, "stage output ; walk ; walk ; walk");
    stage_is(&m, STAGE_OUTPUT);
    assert_int_equal(look->stages.walk, 0);
    must_not(&m, "walk on", "walk: write back or off");
    must_run(&m, "stage tokens ; walk");
    stage_is(&m, STAGE_X);
    session_finish(&m);
}

/* The number at the place that is looked at now: a cell of a stage, or of the editor. */
static double number_here(const struct session *m)
{
    const struct scene *now = &m->now;
    const struct look *look = &now->state.look;
    if (look->view == VIEW_EDIT) {
        struct matrix_ref refs[MATRICES_MAX];
        matrices_list(&now->state, refs);
        return matrices_get(&now->state, refs[look->sheet.matrix], look->sheet.row, look->sheet.col);
    }
    struct derive_cell c = derivation_cell(now);
    return mat_at(stage_matrix(&now->trace, c.layer, c.stage, c.head), c.row, c.col);
}

static void check_factor(struct session *m, int line, int factor, double used)
{
    struct look before = m->now.state.look;
    char set[60];
    snprintf(set, sizeof set, "set pane arithmetic line %d factor %d", line, factor);
    must_run(m, set);
    struct look at = m->now.state.look;
    must_run(m, "follow");
    if (number_here(m) != used && !(used != used))
        fail_msg("%s, line %d, factor %d: %g, not %g", stage_name(before.stage), line, factor, number_here(m),
                 used);
    must_run(m, "view back");
    at.sheet.matrix = m->now.state.look.sheet.matrix; /* the editor keeps its own place */
    at.sheet.row = m->now.state.look.sheet.row;
    at.sheet.col = m->now.state.look.sheet.col;
    assert_memory_equal(&at, &m->now.state.look, sizeof at);
    must_run(m, "set pane matrix line 0 factor 0");
}

TEST(every_factor_leads_to_the_number_and_back)
{
    static const char *const lines[] = {
        "set heads 2 mask causal ; weights random 2",
        "memory 狗 追 ; set block decoder norm pre dff 6 layers 2 residual on ; weights random 4",
        "memory 狗 追 ; weights random 4",
        "set block encoder norm post dff 6 layers 2 ; weights random 1 ; encoding rope",
        "encoding shaw ; set heads 2",
    };
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        struct session m = model_after(lines[i]);
        must_run(&m, "focus 2 1 ; set dim 1 ; stage first");
        if (m.now.state.set.heads > 1)
            must_run(&m, "head 1");
        for (int s = 0, last = -1; s != last;) {
            must_run(&m, "stage next");
            last = s;
            s = m.now.state.look.stage + 100 * m.now.state.look.layer;
            struct arena room = {0};
            struct derivation d;
            assert_true(derivation_of(&d, &m.now, derivation_cell(&m.now), &room));
            for (int k = 0; k < d.count; k++)
                for (int f = 0; f < 2; f++) {
                    const struct derive_from *from = derivation_factor(&d, k, f);
                    if (from)
                        check_factor(&m, k, f, from == &d.v[k].is.b_from ? d.v[k].is.b : d.v[k].is.a);
                }
            arena_finish(&room);
        }
        session_finish(&m);
    }
}

TEST(a_chain_of_factors_ends_where_numbers_are_given)
{
    struct session m = model_after("set pane matrix ; focus 猫 狗 ; stage weights");
    const struct look *look = &m.now.state.look;
    must_run(&m, "follow"); /* into the arithmetic */
    assert_int_equal(look->stages.pane, PANE_ARITHMETIC);
    must_run(&m, "set line 4");
    must_not(&m, "follow", "lines above");
    must_run(&m, "set line 3 ; follow");
    stage_is(&m, STAGE_MASKED);
    must_run(&m, "follow ; follow");
    stage_is(&m, STAGE_SCORES);
    must_run(&m, "set line 2 factor 1 ; follow");
    stage_is(&m, STAGE_K);
    assert_true(look->key == 2 && look->dim == 2);
    must_run(&m, "set line 2 ; follow");
    stage_is(&m, STAGE_H);
    must_run(&m, "follow");
    stage_is(&m, STAGE_X);
    must_run(&m, "follow");
    assert_true(look->view == VIEW_EDIT && look->sheet.row == 2 && look->sheet.col == 2);
    for (int i = 0; i < 7; i++)
        must_run(&m, "view back");
    stage_is(&m, STAGE_WEIGHTS);
    assert_int_equal(look->stages.line, 3);
    must_run(&m, "view back");
    assert_int_equal(look->stages.pane, PANE_MATRIX);
    must_not(&m, "view back", "nowhere to go back to");
    must_run(&m, "focus 狗 ; set dim 2 ; stage P ; follow ; follow");
    assert_true(look->view == VIEW_ENCODING && look->encoding.pos == 2 && look->encoding.column == 2);
    must_not(&m, "follow on", "too many words");
    must_run(&m, "stage tokens");
    must_not(&m, "follow", "words have no arithmetic");
    session_finish(&m);
}

TEST(a_stage_by_its_name_is_a_jump_and_the_next_one_a_step)
{
    struct session m = model_after("stage scaled ; follow ; follow");
    const struct look *look = &m.now.state.look;
    int before = m.trail.count, read = look->stage;
    must_run(&m, "stage next ; stage next");
    assert_int_equal(m.trail.count, before);
    must_run(&m, "stage output");
    assert_int_equal(m.trail.count, before + 1);
    must_run(&m, "view back");
    assert_int_not_equal(look->stage, STAGE_OUTPUT);
    must_run(&m, "view back");
    stage_is(&m, STAGE_SCALED);
    assert_int_not_equal(read, STAGE_SCALED);
    session_finish(&m);
}

TEST(the_next_head_comes_round)
{
    struct session m = model_after("set heads 4 ; head next ; head next");
    assert_int_equal(m.now.state.look.head, 2);
    must_run(&m, "head next ; head next");
    assert_int_equal(m.now.state.look.head, 0);
    session_finish(&m);
}
