/* Keys as a person meets them: the way back, the digits, the footer, the page of `?`, what a key says it did.
 */
#include <stdio.h>
#include <string.h>

#include "app/keyboard.h"
#include "core/pipeline/stage.h"
#include "session/help.h"
#include "session/told.h"
#include "state/encoding.h"
#include "state/param.h"
#include "state/script.h"
#include "support/apps.h"
#include "support/test.h"
#include "view/hue.h"

static const struct {
    int rows, cols;
} sizes[] = {{18, 60}, {24, 80}, {36, 120}};
enum { SIZES = sizeof sizes / sizeof *sizes };

static const struct look *look_of(const struct app *a)
{
    return &a->session.now.state.look;
}

/* ---- back ------------------------------------------------------------------------------ */

TEST(backspace_goes_back_view_by_view)
{
    static const char *const way[] = {"1", "4", "3", "8", "0", "5", "6"};
    enum { WAY = sizeof way / sizeof *way };
    int seen[WAY + 1];
    struct app a = opened_app();
    press(&a, "Backspace");
    assert_true(a.session.message_is_error); /* the first screen: there is none to go back to */
    press(&a, "v");
    for (int i = 0; i < WAY; i++) {
        seen[i] = look_of(&a)->view;
        press(&a, way[i]);
    }
    for (int i = WAY - 1; i >= 0; i--) {
        press(&a, i == WAY - 1 ? "Esc" : "Backspace"); /* Esc closes the editor, which is the same */
        assert_int_equal(look_of(&a)->view, seen[i]);
    }
    app_finish(&a);
}

/* Home and End go through the lists that one opens things from: the start screen, the course. */
TEST(the_ends_of_a_list_are_one_key_away)
{
    static const char *const lists[] = {"9", "7"};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        struct app a = opened_app();
        press(&a, lists[i]);
        press(&a, "Home");
        struct look first = *look_of(&a);
        press(&a, "End");
        struct look last = *look_of(&a);
        assert_memory_not_equal(&first, &last, sizeof first);
        press(&a, "Down");
        assert_memory_equal(look_of(&a), &last, sizeof last);
        press(&a, "Home");
        assert_memory_equal(look_of(&a), &first, sizeof first);
        app_finish(&a);
    }
}

/* / looks something up wherever one is: in the help, in a lesson's free play too. */
TEST(slash_looks_up_a_word_everywhere)
{
    for (int v = 0; v < VIEW_COUNT; v++)
        for (int over = 0; over < 2; over++) {
            struct app a = opened_app();
            a.session.now.state.look.view = v;
            if (over)
                press(&a, "?");
            press(&a, "/");
            assert_int_equal(a.session.prompt.kind, v == VIEW_STAGES ? PROMPT_STAGE : PROMPT_COMMAND);
            assert_int_equal(a.session.message.len, 0);
            assert_false(a.session.pager.open);
            app_finish(&a);
        }
    struct app a = app_after("lang en ; lesson 03 ; free ; view flow");
    press(&a, "/");
    assert_string_equal(text_str(&a.session.prompt.line), "help ");
    keyboard_paste(&a, "variance");
    press(&a, "Enter");
    assert_non_null(strstr(text_str(&a.session.pager.body), "LayerNorm"));
    app_finish(&a);
}

/* Going back changes no number: undo is not involved, and takes back the same change as before. */
TEST(the_way_back_is_no_part_of_the_state)
{
    struct app a = fresh_app();
    struct text before = {0}, after = {0};
    press(&a, "4");
    press(&a, "x");
    press(&a, "3");
    int steps = history_steps(&a.session.history);
    press(&a, "u");
    assert_int_equal(look_of(&a)->view, VIEW_ENCODING);
    press(&a, "C-r");
    script_write(&a.session.now, &before);
    press(&a, "5");
    press(&a, "Backspace");
    script_write(&a.session.now, &after);
    assert_string_equal(text_str(&after), text_str(&before)); /* a saved file does not tell */
    assert_int_equal(history_steps(&a.session.history), steps);
    press(&a, "Backspace");
    assert_int_equal(look_of(&a)->view, VIEW_TERMS);
    text_finish(&before);
    text_finish(&after);
    app_finish(&a);
}

TEST(a_place_is_a_view_and_its_cursor)
{
    struct app a = app_after("set d 16 heads 2 ; stage scores ; focus 追 狗 ; head 1 ; view encoding");
    must_enter(&a, "set pos 7 column 3 ; view stages ; focus 猫 猫 ; head 0 ; stage output");
    must_enter(&a, "set digits 5 ; view cost");
    press(&a, "Backspace");
    assert_int_equal(look_of(&a)->stage, STAGE_OUTPUT);
    press(&a, "Backspace");
    assert_int_equal(look_of(&a)->stage, STAGE_SCORES); /* `stage output` was a jump */
    press(&a, "Backspace");
    assert_true(look_of(&a)->view == VIEW_ENCODING && look_of(&a)->encoding.pos == 7 &&
                look_of(&a)->encoding.column == 3);
    press(&a, "Backspace");
    assert_true(look_of(&a)->view == VIEW_STAGES && look_of(&a)->query == 1 && look_of(&a)->key == 2 &&
                look_of(&a)->head == 1);
    assert_int_equal(look_of(&a)->encoding.pos, 7); /* the encoding view keeps its own cursor */
    assert_int_equal(look_of(&a)->digits, 5);       /* how things are shown is not part of a place */
    app_finish(&a);
}

/* ---- digits ---------------------------------------------------------------------------- */

TEST(a_digit_opens_the_same_view_everywhere)
{
    static const int opens[] = {VIEW_COST,    VIEW_FLOW, VIEW_STAGES, VIEW_ENCODING, VIEW_TERMS,
                                VIEW_COMPARE, VIEW_EDIT, VIEW_LESSON, VIEW_MAP,      VIEW_HOME};
    for (const struct binding *b = keymap_defaults; b->key; b++)
        if (strspn(b->key, "0123456789") == strlen(b->key) && strcmp(b->context, "all") != 0)
            fail_msg("the view %s has a use of its own for %s", b->context, b->key);
    for (int from = 0; from < VIEW_COUNT; from++)
        for (int digit = 0; digit < 10 && !views[from]->sheet; digit++) {
            struct app a = fresh_app();
            a.session.now.state.look.view = from;
            press(&a, (char[]){(char)('0' + digit), '\0'});
            if (look_of(&a)->view != opens[digit])
                fail_msg("%d in the view %s", digit, views[from]->name);
            app_finish(&a);
        }
}

/* ---- the footer ------------------------------------------------------------------------ */

/* Every key in the footer is whole, and so is what it does; the first key is the view's own. */
TEST(the_footer_cuts_no_word)
{
    for (int i = 0; i < 2 * VIEW_COUNT * SIZES; i++) {
        enum lang lang = (enum lang)(i % 2);
        int view = i / 2 % VIEW_COUNT, size = i / 2 / VIEW_COUNT;
        struct app a = opened_app_in(lang);
        struct text screen = {0};
        must_enter(&a, view == VIEW_STAGES ? "view flow" : "view stages");
        a.session.now.state.look.view = view;
        read_screen(&a, sizes[size].rows, sizes[size].cols, &screen);
        const char *row = text_str(&screen);
        for (int k = 0; k < sizes[size].rows - 2; k++)
            row = strchr(row, '\n') + 1;
        size_t n = strcspn(row, "\n");
        const char *help = lang == LANG_ZH ? "? 帮助" : "? help", *cut = strstr(row, "…");
        if (n < strlen(help) || strncmp(row + n - strlen(help), help, strlen(help)) != 0 ||
            (cut && cut < row + n))
            fail_msg("%s at %d columns: %.*s", views[view]->name, sizes[size].cols, (int)n, row);
        text_finish(&screen);
        app_finish(&a);
    }
}

TEST(the_footer_leads_back_where_there_is_a_way)
{
    struct app a = opened_app();
    struct text screen = {0};
    read_screen(&a, 36, 120, &screen);
    assert_null(strstr(text_str(&screen), "Backspace back"));
    press(&a, "8");
    for (int size = 1; size < SIZES; size++) {
        text_clear(&screen);
        read_screen(&a, sizes[size].rows, sizes[size].cols, &screen);
        assert_non_null(strstr(text_str(&screen), "Backspace back"));
    }
    text_finish(&screen);
    app_finish(&a);
}

/* ---- help ------------------------------------------------------------------------------ */

/* Adds all words of a text, without the blanks and line ends between them. */
static void squeeze(const char *s, struct text *out)
{
    for (; *s; s++)
        if (*s != ' ' && *s != '\n')
            text_add_char(out, *s);
}

/* The pages of the pager together show every row of the text, whatever the size. */
TEST(the_page_of_help_is_whole_at_every_size)
{
    for (int i = 0; i < 2 * SIZES; i++) {
        struct app a = opened_app_in((enum lang)(i % 2));
        struct text pages = {0}, all = {0}, row = {0};
        press(&a, "4");
        press(&a, "?");
        for (int top = -1; a.session.pager.top != top;) {
            struct text screen = {0};
            top = a.session.pager.top;
            read_screen(&a, sizes[i / 2].rows, sizes[i / 2].cols, &screen);
            text_add(&pages, strchr(text_str(&screen), '\n')); /* the title may be cut */
            press(&a, "j");
            text_finish(&screen);
        }
        for (const struct binding *b = keymap_defaults; b->key; b++) {
            if (strcmp(b->context, "all") != 0 && strcmp(b->context, "terms") != 0)
                continue;
            if (!strstr(text_str(&a.session.pager.body), binding_note(b, (enum lang)(i % 2))))
                continue; /* another key of this view has its place */
            text_clear(&row);
            text_addf(&row, "  %s", b->key);
            if (!strstr(text_str(&pages), text_str(&row)) && !strstr(text_str(&pages), text_str(&row) + 1))
                fail_msg("%s is on no page of %d columns", b->key, sizes[i / 2].cols);
        }
        squeeze(text_str(&pages), &all);
        assert_null(strstr(text_str(&all), "…"));
        text_finish(&pages);
        text_finish(&all);
        text_finish(&row);
        app_finish(&a);
    }
}

/* What a view says of itself is read to its end on the smallest screen. */
TEST(the_help_of_a_view_is_whole_on_a_small_screen)
{
    for (int i = 0; i < 2 * VIEW_COUNT; i++) {
        enum lang lang = (enum lang)(i % 2);
        struct app a = opened_app_in(lang);
        struct text pages = {0}, wanted = {0};
        a.session.now.state.look.view = i / 2;
        press(&a, "?");
        squeeze(text_in(views[i / 2]->help, lang), &wanted);
        bool found = false;
        for (int k = 0; k < 60 && !found; k++) {
            struct text screen = {0};
            read_screen(&a, 18, 60, &screen);
            text_clear(&pages);
            squeeze(text_str(&screen), &pages);
            const char *end = text_str(&wanted) + (wanted.len > 90 ? wanted.len - 90 : 0);
            while ((*end & 0xC0) == 0x80)
                end++;
            found = strstr(text_str(&pages), end) != NULL;
            press(&a, "j");
            text_finish(&screen);
        }
        if (!found)
            fail_msg("the end of the help of %s is on no page", views[i / 2]->name);
        text_finish(&pages);
        text_finish(&wanted);
        app_finish(&a);
    }
}

TEST(a_wide_screen_has_columns_of_help)
{
    struct app a = opened_app();
    struct text screen = {0};
    press(&a, "1");
    press(&a, "?");
    read_screen(&a, 36, 120, &screen);
    const char *first = strchr(strchr(text_str(&screen), '\n') + 1, '\n') + 1;
    assert_true(strncmp(first, " Keys of this view: walk", 24) == 0);
    for (const char *heading = first; (heading = strstr(heading, "Keys everywhere: change")); heading++)
        assert_true(heading[-1] == ' ');
    assert_non_null(strstr(text_str(&screen), "Keys everywhere: change the sentence"));
    text_clear(&screen);
    read_screen(&a, 18, 60, &screen);
    assert_null(strstr(text_str(&screen), "Keys everywhere"));
    assert_non_null(strstr(text_str(&screen), "▼"));
    text_finish(&screen);
    app_finish(&a);
}

/* A paragraph that begins in one column ends in the next. */
TEST(a_paragraph_goes_on_in_the_next_column)
{
    enum { FROM = 100, TO = 290 };
    struct app a = opened_app();
    struct text body = {0}, screen = {0};
    text_add(&body, "a\nb\nc\nd\ne\nf\ng\nh\n");
    for (int word = FROM; word < TO; word++)
        text_addf(&body, "w%d ", word);
    pager_open(&a.session.pager, "", text_str(&body));
    read_screen(&a, 24, 80, &screen);
    for (int word = FROM; word < TO; word++) {
        char shown[8];
        snprintf(shown, sizeof shown, "w%d", word);
        if (!strstr(text_str(&screen), shown))
            fail_msg("%s is in no column", shown);
    }
    text_finish(&body);
    text_finish(&screen);
    app_finish(&a);
}

/* ---- what a key did -------------------------------------------------------------------- */

TEST(a_key_that_changes_everything_says_what_and_how_to_undo_it)
{
    static const struct {
        const char *before, *key, *says[2];
    } cases[] = {
        {"", "p", {"positions sincos → none  (u takes it back)", "编码 正弦编码 → 无位置编码（按 u 撤销）"}},
        {"", "m", {"mask none → causal  (u takes it back)", "掩码 无 → 因果（按 u 撤销）"}},
        {"bind F6 \"set activation quick_gelu\"", "F6", {"ReLU → quick GELU", "ReLU → 快速 GELU"}},
        {"bind F6 \"set draw 1000000000\"", "F6", {"1 → 1000000000  (u takes it back)", "1 → 1000000000"}},
        {"", "r", {"random weights, seed 1  (u takes it back)", "随机权重，种子 1（按 u 撤销）"}},
        {"view home", "r", {"random weights, seed 1  (u takes it back)", "随机权重，种子 1（按 u 撤销）"}},
        {"view home", "x", {"  (u takes it back)", "（按 u 撤销）"}},
        {"view terms", "a", {"knocked out word·word  (u takes it back)", "已去掉 词·词（按 u 撤销）"}},
        {"view terms ; term all off",
         "+",
         {"all terms are in  (u takes it back)", "各项都放回了（按 u 撤销）"}},
        {"view encoding", "+", {"width d 8 → 10  (u takes it back)", "宽度 d 8 → 10（按 u 撤销）"}},
        {"view compare",
         "d",
         {"positions sincos → none  (u takes it back in 2 steps)", "（按 u 撤销，共 2 步）"}},
        {"bind F5 reset ; set heads 2", "F5", {"heads 2 → 1  (u takes it back)", "头数 2 → 1（按 u 撤销）"}},
        {"bind F5 reset ; set dv 4", "F5", {"width d_v 4 → auto", "宽度 d_v 4 → 自动"}},
        {"bind F5 reset ; set start 7", "F5", {"first position 7 → 0", "首词位置 7 → 0"}},
        {"bind F5 reset ; set residual on", "F5", {"residual on → off", "残差 有 → 无"}},
        {"bind F5 reset ; set scale none", "F5", {"divisor none → √d_k", "除数 不除 → √d_k"}},
        {"bind F5 reset ; set scale 15", "F5", {"divisor 15 → √d_k", "除数 15 → √d_k"}},
        {"bind F5 \"set dimnames off\"", "F5", {"names of dimensions on → off", "维度的名称 有 → 无"}},
        {"bind F5 undo ; bind u \"\"",
         "p",
         {"positions sincos → none  (F5 takes it back)", "（按 F5 撤销）"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int lang = 0; lang < 2; lang++) {
            struct app a = fresh_app_in((enum lang)lang);
            must_enter(&a, cases[i].before);
            press(&a, cases[i].key);
            const char *said = text_str(&a.session.message),
                       *tail = strstr(cases[i].says[lang], "in 2 steps");
            bool two = tail || strstr(cases[i].says[lang], "共");
            if (two ? !strstr(said, lang ? "共 2 步" : "in 2 steps") : !strstr(said, cases[i].says[lang]))
                fail_msg("%s: '%s'", cases[i].key, said);
            app_finish(&a);
        }
}

/* Fails if a Chinese message has an English word of three letters or more that is not the name of something
 * everywhere. */
static void chinese_only(const char *setting, const struct state *was, struct scene *now)
{
    static const char *const names[] = {"ReLU",    "GELU", "GPT",         "Adam", "SGD",     "ALiBi", "RoPE",
                                        "DeBERTa", "Shaw", "Transformer", "XL",   "RMSNorm", "NTK"};
    enum { WORD = 3 };
    struct text said = {0};
    now->state.look.lang = LANG_ZH;
    told_change(&said, was, now);
    for (const char *s = text_str(&said); *s;) {
        size_t n = strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"), i = 0;
        while (n >= WORD && i < sizeof names / sizeof *names && strncmp(names[i], s, n) != 0)
            i++;
        if (n >= WORD && i == sizeof names / sizeof *names)
            fail_msg("%s: '%.*s' in '%s'", setting, (int)n, s, text_str(&said));
        s += n ? n : 1;
    }
    assert_true(said.len > 0);
    text_finish(&said);
}

TEST(every_setting_is_told_in_chinese)
{
    struct app a = fresh_app();
    for (int e = 0; e < posenc_count(); e++) {
        a.session.now.state.set.encoding = e;
        struct scene next = a.session.now; /* shallow: only settings change */
        for (const struct param *p = params; p->name; p++) {
            next.state = a.session.now.state;
            param_add(&next.state, p, 1);
            if (p->whose == PARAM_NUMBERS && strcmp(p->name, "task") != 0 &&
                !param_same(&next.state, &a.session.now.state, p))
                chinese_only(p->name, &a.session.now.state, &next);
        }
        for (int i = 0; i < posenc_param_count(posencs[e]); i++) {
            next.state = a.session.now.state;
            encoding_param_add(&next.state, i, 1);
            chinese_only(posencs[e]->params[i].name, &a.session.now.state, &next);
        }
    }
    app_finish(&a);
}

TEST(a_long_sentence_is_told_in_part)
{
    struct app was = app_after("lang en ; tokens cat chases dog"),
               now = app_after("lang en ; tokens one two three four five six seven eight nine ten");
    struct text said = {0};
    told_change(&said, &was.session.now.state, &now.session.now);
    assert_string_equal(text_str(&said), "cat chases dog → one two three four five six seven eight …");
    text_finish(&said);
    app_finish(&was);
    app_finish(&now);
}

/* A single cell shows its change itself; looking changes nothing; what replaces the session is not a step. */
TEST(nothing_is_said_where_nothing_needs_to_be)
{
    static const struct {
        const char *before, *key;
    } quiet[] = {{"view edit", "+"}, {"view stages", "]"}, {"view terms", "Tab"}};
    for (size_t i = 0; i < sizeof quiet / sizeof *quiet; i++) {
        struct app a = app_after(quiet[i].before);
        press(&a, quiet[i].key);
        if (a.session.message.len > 0)
            fail_msg("%s: %s", quiet[i].key, text_str(&a.session.message));
        app_finish(&a);
    }
}

/* ---- the keys of the reasons ------------------------------------------------------------ */

static int count(const char *s, const char *part)
{
    int n = 0;
    for (; (s = strstr(s, part)); s += strlen(part))
        n++;
    return n;
}

TEST(the_key_stands_beside_its_reason)
{
    static const struct {
        int size, least;
        const char *beside[4];
    } cases[] = {
        {0, 1, {"a word·word", "b word·place", "d place·word", "f place·place"}},
        {1, 1, {"a word·word", "b word·place", "d place·word", "f place·place"}},
        {2, 2, {"a word·word", "b word·place", "d place·word", "f place·place"}},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = app_after("view terms");
        struct text screen = {0}, flat = {0};
        read_screen(&a, sizes[cases[i].size].rows, sizes[cases[i].size].cols, &screen);
        for (const char *s = text_str(&screen); *s; s++)
            if (*s != ' ' || s[1] != ' ')
                text_add_char(&flat, *s); /* one blank for several */
        for (int t = 0; t < 4; t++)
            if (count(text_str(&flat), cases[i].beside[t]) < cases[i].least)
                fail_msg("%d columns: %s is not shown: %s", sizes[cases[i].size].cols, cases[i].beside[t],
                         text_str(&screen));
        text_finish(&screen);
        text_finish(&flat);
        app_finish(&a);
    }
}

/* The white mark of the share that a word had with every reason in. */
static int marks(struct app *a)
{
    struct canvas c;
    int n = 0;
    assert_true(canvas_init(&c, 36, 120));
    app_draw(a, c);
    for (int i = 0; i < 36 * 120; i++)
        if (i % 120 >= 90 && c.cells[i].ch[0] != ' ')
            n += c.cells[i].fg == ink_hue(HUE_GREY, HUE_FULL) || c.cells[i].bg == ink_hue(HUE_GREY, HUE_FULL);
    canvas_finish(&c);
    return n;
}

TEST(a_reason_that_is_out_leaves_a_mark)
{
    struct app a = app_after("weights random 3 ; view terms");
    struct text screen = {0};
    int before = marks(&a);
    press(&a, "f");
    assert_true(marks(&a) > before);
    read_screen(&a, 36, 120, &screen);
    assert_non_null(strstr(text_str(&screen), "knocked out"));
    press(&a, "f");
    assert_int_equal(marks(&a), before);
    text_finish(&screen);
    app_finish(&a);
}

TEST(the_pager_moves_by_lines_pages_and_to_its_ends)
{
    static const struct {
        const char *key;
        int top;
    } presses[] = {
        {"j", 1},     {"Down", 2},   {"k", 1},  {"Up", 0}, {"Space", 10}, {"PgDn", 20},
        {"PgUp", 10}, {"Space", 20}, {"b", 10}, {"g", 0},  {"PgDn", 10},  {"Home", 0},
    };
    struct app a = fresh_app();
    struct text body = {0}, screen = {0};
    for (int line = 0; line < 200; line++)
        text_addf(&body, "%d\n", line);
    pager_open(&a.session.pager, "", text_str(&body));
    for (size_t i = 0; i < sizeof presses / sizeof *presses; i++) {
        press(&a, presses[i].key);
        read_screen(&a, 24, 80, &screen);
        if (a.session.pager.top != presses[i].top)
            fail_msg("after %s: line %d", presses[i].key, a.session.pager.top);
    }
    press(&a, "G");
    see(&a, 24, 80, "199");
    press(&a, "Home");
    press(&a, "End");
    see(&a, 24, 80, "199");
    text_finish(&body);
    text_finish(&screen);
    app_finish(&a);
}

/* In the game one walks from hand to hand, and nowhere else. */
TEST(the_footer_of_the_clock_game_offers_its_hands)
{
    struct app a = app_after("view encoding ; set column 0");
    see(&a, 24, 80, "←↑↓→ move");
    must_enter(&a, "clock ask");
    see(&a, 24, 80, "↑↓ hand");
    see_not(&a, 24, 80, "→ move");
    press(&a, "Down");
    assert_int_equal(a.session.now.state.look.encoding.column, 2);
    app_finish(&a);
}

/* In the terms view the key makes a head; a learner who asks for the terms must not change the numbers. */
TEST(a_lesson_explains_its_terms_in_every_view)
{
    struct app a = app_after("lang en ; lesson 11/split ; view terms");
    press(&a, "K");
    see(&a, 24, 80, "four-term decomposition");
    press(&a, "q");
    must_enter(&a, "free");
    press(&a, "K");
    see_not(&a, 24, 80, "four-term decomposition");
    app_finish(&a);
}

TEST(an_emptied_sentence_says_what_it_needs)
{
    struct app a = app_after("lang zh ; sentence 猫追狗");
    press(&a, "s");
    for (int i = 0; i < 10; i++)
        press(&a, "Backspace");
    press(&a, "Enter");
    see(&a, 24, 80, "句子至少要有一个词");
    assert_int_equal(a.session.now.state.sentence->count, 3);
    app_finish(&a);
}

TEST(arrows_say_where_the_course_goes_on)
{
    struct app a = app_after("lesson");
    see(&a, 18, 80, "▾");
    see_not(&a, 18, 80, "▴");
    for (int line = 0; line < 100; line++)
        press(&a, "Down");
    see(&a, 18, 80, "▴");
    see_not(&a, 18, 80, "▾");
    app_finish(&a);
}

/* Below the list is what the cursor is on: a lesson's aim, or the lessons of a path. */
TEST(a_path_tells_its_lessons)
{
    struct app a = app_after("lesson");
    for (int line = 0; line < 100; line++)
        press(&a, "Down");
    see(&a, 24, 80, "▶       One hour on today's models");
    see(&a, 24, 80, "36 Fewer keys than queries → 37 Near, far, and how to stretch a clock");
    app_finish(&a);
}

/* ---- what a key changed and no picture shows ----------------------------------------------- */

TEST(a_setting_of_a_closed_panel_is_told)
{
    static const struct {
        const char *before, *key, *said;
    } cases[] = {
        {"view flow", ")", "speed 4 → 8"},
        {"view encoding", ")", "speed 4 → 5"},
        {"view stages", "C", "colours auto → by row"},
        {"view machine", ")", "panel 'what is kept': one state keeps, in % 60 → 65"},
        {"view machine ; set machine memory", ")", ""},
        {"view machine", "}", "panel 'who hears whom': window of the CNN 3 → 4"},
        {"view machine ; set machine paths", "}", ""},
        {"view cost", "}", ""},
        {"view stages", "T", "theme dark → light"},
        {"theme mono", "T", "theme black and white → dark"},
        {"view code", ".", "t 2 → 3"},
        {"view code ; set code shift", ".", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct app a = opened_app();
        must_enter(&a, cases[i].before);
        press(&a, cases[i].key);
        if (strcmp(text_str(&a.session.message), cases[i].said) != 0)
            fail_msg("%s, %s: %s", cases[i].before, cases[i].key, text_str(&a.session.message));
        app_finish(&a);
    }
}

/* e on a computed number opens one that it comes from, and says which matrix that is. */
TEST(a_computed_number_names_its_source)
{
    struct app a = opened_app();
    must_enter(&a, "view flow ; stage weights");
    press(&a, "e");
    assert_int_equal(a.session.now.state.look.view, VIEW_EDIT);
    see(&a, 36, 120, "a computed number cannot be edited: change the embedding here, and it follows");
    must_enter(&a, "view stages ; stage Q");
    press(&a, "e");
    see(&a, 36, 120, "a computed number cannot be edited: change WQ here, and it follows");
    app_finish(&a);
}

/* The demonstration ends at a step in the middle of a lesson: who goes on leaves its plan. */
TEST(the_end_of_a_path_is_told)
{
    static const char end[] = "the path ends here; this is the rest of the lesson";
    struct app a = app_after("lang en ; path 1");
    int told = 0;
    for (int i = 0; i < 200 && !told; i++) {
        press(&a, lesson_now(a.session.lesson).open ? "r" : "Enter");
        told = strcmp(text_str(&a.session.message), end) == 0;
    }
    assert_true(told);
    assert_string_equal(a.session.lesson->lesson.id, "14-masks");
    assert_string_equal(lesson_now(a.session.lesson).step->id.s, "last");
    app_finish(&a);
}

/* Beside a lesson its menu would stand under keys that answer. */
TEST(the_start_screen_leaves_the_lesson)
{
    struct app a = opened_app();
    must_enter(&a, "lesson 01");
    press(&a, "9");
    assert_int_equal(look_of(&a)->view, VIEW_HOME);
    assert_null(a.session.lesson);
    must_enter(&a, "lesson 01");
    press(&a, "p");
    press(&a, "9");
    assert_int_equal(look_of(&a)->view, VIEW_HOME);
    assert_non_null(a.session.lesson); /* free play is not left */
    app_finish(&a);
}

/* 猫 is U+732B, and the last byte of that is a plus. */
TEST(a_character_that_is_no_key_stays_what_it_is)
{
    struct app a = fresh_app();
    must_enter(&a, "view terms ; term all off");
    press(&a, "猫");
    assert_true(term_set_any(&a.session.now.state.term_off));
    must_enter(&a, "bind 猫 \"term all on\"");
    press(&a, "猫");
    assert_false(term_set_any(&a.session.now.state.term_off));
    app_finish(&a);
}

/* The corridor lies from left to right, and so do its arrows. */
TEST(arrows_walk_along_the_corridor)
{
    struct app a = app_after("view corridor ; set pos 3");
    press(&a, "Right");
    assert_int_equal(a.session.now.state.look.encoding.pos, 4);
    press(&a, "Left");
    press(&a, "Left");
    assert_int_equal(a.session.now.state.look.encoding.pos, 2);
    app_finish(&a);
}

TEST(a_claim_that_holds_is_answered)
{
    struct app a = app_after("lang en");
    see(&a, 24, 80, "stages");
    press(&a, ":");
    for (const char *typed = "expect n=3"; *typed; typed++)
        press(&a, *typed == ' ' ? "Space" : (char[]){*typed, '\0'});
    press(&a, "Enter");
    see(&a, 24, 80, "it holds: n=3");
    app_finish(&a);
}

/* Keys whose object is missing say so, and are offered neither in the help nor in the footer. */
TEST(a_key_without_its_object_does_nothing)
{
    static const struct {
        const char *line, *key;
    } idle[] = {{"view encoding ; encoding alibi", "Tab"},
                {"view encoding ; encoding alibi", "S-Tab"},
                {"view encoding ; encoding alibi", "O"},
                {"view train", "Tab"},
                {"view train", "S-Tab"}};
    struct app a = app_after("lang en");
    for (size_t i = 0; i < sizeof idle / sizeof *idle; i++) {
        must_enter(&a, idle[i].line);
        press(&a, idle[i].key);
        see(&a, 36, 120, "does nothing here");
    }
    see_not(&a, 36, 120, "Tab the model");
    must_enter(&a, "task order");
    press(&a, "Tab");
    see_not(&a, 36, 120, "does nothing here");
    must_enter(&a, "view encoding ; encoding rope ; set panel clocks");
    press(&a, "Tab");
    assert_int_equal(a.session.now.state.look.encoding.panel, PANEL_BANDS);
    app_finish(&a);
}
