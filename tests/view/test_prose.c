/* Prose as rows: each case is what a block becomes at a width, row by row. */

#include "support/test.h"
#include "view/prose.h"

enum { ROWS = 30 };

static struct span span(enum span_kind kind, const char *s)
{
    return (struct span){.kind = kind, .text = {s, 1, 1}};
}

static void expect_look(const struct block *v, int count, int width, struct prose_look look, const char *rows)
{
    struct canvas c;
    struct text t = {0};
    assert_true(canvas_init(&c, ROWS, width));
    int took = prose_draw(c, 0, v, count, look);
    canvas_text(c, &t);
    while (t.len > 1 && t.s[t.len - 2] == '\n')
        t.s[--t.len] = '\0';
    assert_string_equal(t.s, rows);
    int lines = 0;
    for (const char *p = t.s; *p; p++)
        lines += *p == '\n';
    assert_int_equal(took, lines);
    if (!look.proofs)
        assert_int_equal(prose_rows(v, count, width), took);
    text_finish(&t);
    canvas_finish(&c);
}

static void expect_rows(const struct block *v, int count, int width, const char *rows)
{
    expect_look(v, count, width, (struct prose_look){0}, rows);
}

static void expect_text(const char *s, int width, const char *rows)
{
    struct span one = span(SPAN_TEXT, s);
    struct block b = {.kind = BLOCK_PARAGRAPH, .v = &one, .count = 1};
    expect_rows(&b, 1, width, rows);
}

TEST(lines_break_as_both_scripts_want)
{
    expect_text("the cat sat on the mat", 10, "the cat\nsat on the\nmat\n");
    expect_text("每一行把整个分给各个键。", 12, "每一行把整个\n分给各个键。\n");
    expect_text("一二三四五六，七八九", 12, "一二三四五\n六，七八九\n");     /* no comma at a row's begin */
    expect_text("一二三四五（六七）八九", 12, "一二三四五\n（六七）八九\n"); /* no bracket left at its end */
    expect_text("一二三softmax四五", 12, "一二三\nsoftmax四五\n");
    expect_text("一二三四 softmax 五", 16, "一二三四 softmax\n五\n");
    expect_text("一二三四五“六”七", 12, "一二三四五\n“六”七\n");
    expect_text("去掉词·位一项", 8, "去掉\n词·位一\n项\n");        /* the name of a term stays whole */
    expect_text("一个头\u00a01“谁做”", 8, "一个\n头 1“谁\n做”\n"); /* a blank that does not break */
    expect_text("a head\u00a01 too", 6, "a\nhead 1\ntoo\n");
    expect_text("abcdefghijklmnop", 6, "abcdef\nghijkl\nmnop\n");
    expect_text("ab abcdefghijkl", 6, "ab\nabcdef\nghijkl\n");
}

TEST(spans_do_not_break_words)
{
    struct span v[] = {span(SPAN_TEXT, "so the "), span(SPAN_STRONG, "key"), span(SPAN_TEXT, ", then"),
                       span(SPAN_BREAK, ""), span(SPAN_TEXT, "end")};
    struct block b = {.kind = BLOCK_PARAGRAPH, .v = v, .count = 5};
    expect_rows(&b, 1, 10, "so the\nkey, then\nend\n");
    expect_rows(&b, 1, 11, "so the key,\nthen\nend\n");
}

TEST(a_claim_keeps_its_numbers_together)
{
    struct span v[] = {span(SPAN_TEXT, "得分是 "), span(SPAN_CLAIM, "scores(a) = [4, 10, 12]"),
                       span(SPAN_TEXT, "。")};
    struct block b = {.kind = BLOCK_PARAGRAPH, .v = v, .count = 3};
    expect_rows(&b, 1, 18, "得分是 scores(a)\n= [4, 10, 12]。\n");
    expect_rows(&b, 1, 32, "得分是 scores(a) = [4, 10, 12]。\n");
    expect_rows(&b, 1, 14, "得分是\nscores(a) =\n[4, 10, 12]。\n"); /* a stop begins no line */
    expect_rows(&b, 1, 11, "得分是\nscores(a) =\n[4, 10,\n12]。\n");
    struct span order[] = {span(SPAN_CLAIM, "weight(a,b) < weight(b,a)")};
    struct block o = {.kind = BLOCK_PARAGRAPH, .v = order, .count = 1};
    expect_rows(&o, 1, 16, "weight(a,b)\n< weight(b,a)\n");
}

TEST(the_proof_of_a_number_is_shown_on_request)
{
    struct span v[] = {span(SPAN_TEXT, "Both are "), span(SPAN_CLAIM, "0.22 apart"), span(SPAN_PROOF, ""),
                       span(SPAN_TEXT, ".")};
    struct block b = {.kind = BLOCK_PARAGRAPH, .v = v, .count = 4};
    v[2].target = " (dist(a,b))";
    expect_rows(&b, 1, 40, "Both are 0.22 apart.\n");
    expect_look(&b, 1, 40, (struct prose_look){.proofs = true}, "Both are 0.22 apart (dist(a,b)).\n");
}

TEST(items_hang_and_blocks_keep_apart)
{
    struct span a = span(SPAN_TEXT, "first of all things"), q = span(SPAN_TEXT, "so it is said"),
                code = span(SPAN_TEXT, "x  =\n  1234567890ab");
    struct block v[] = {
        {.kind = BLOCK_PARAGRAPH, .v = &q, .count = 1},
        {.kind = BLOCK_ITEM, .v = &a, .count = 1},
        {.kind = BLOCK_ITEM, .number = 2, .depth = 1, .v = &a, .count = 1},
        {.kind = BLOCK_PAUSE},
        {.kind = BLOCK_QUOTE, .v = &q, .count = 1},
        {.kind = BLOCK_VERBATIM, .v = &code, .count = 1},
        {.kind = BLOCK_FORMULA, .v = &a, .count = 1},
    };
    expect_rows(v, 7, 14,
                "so it is said\n\n• first of all\n  things\n  2. first of\n     all\n     things\n\n│ so it "
                "is\n│ said\n\n x  =\n   1234567890a\n   b\n\n"
                "  first of all\n    things\n");
}

TEST(text_as_typed_breaks_at_blanks)
{
    struct span one = span(SPAN_TEXT, "at  likes\n  cat at likes");
    struct block b = {.kind = BLOCK_VERBATIM, .v = &one, .count = 1};
    expect_rows(&b, 1, 20, " at  likes\n   cat at likes\n");
    expect_rows(&b, 1, 12, " at  likes\n   cat at\n   likes\n");
}

TEST(lines_of_a_formula_begin_alike)
{
    struct span one = span(SPAN_TEXT, "x cos t\ny sin t + z");
    struct block b = {.kind = BLOCK_FORMULA, .v = &one, .count = 1};
    expect_rows(&b, 1, 20, "  x cos t\n  y sin t + z\n");
    expect_rows(&b, 1, 11, "  x cos t\n  y sin t +\n    z\n"); /* what goes on hangs */
}

TEST(tables_are_aligned_and_give_way)
{
    struct span head[] = {span(SPAN_TEXT, "词"), span(SPAN_BREAK, ""), span(SPAN_TEXT, "weight")};
    struct span one[] = {span(SPAN_TEXT, "thinking"), span(SPAN_BREAK, ""), span(SPAN_CLAIM, "0.97")};
    struct span two[] = {span(SPAN_TEXT, "x"), span(SPAN_BREAK, ""), span(SPAN_TEXT, "some longer text")};
    struct block v[] = {
        {.kind = BLOCK_TABLE, .number = 1, .v = head, .count = 3},
        {.kind = BLOCK_TABLE, .v = one, .count = 3},
        {.kind = BLOCK_TABLE, .v = two, .count = 3},
    };
    expect_rows(v, 3, 30, "词        weight\nthinking  0.97\nx         some longer text\n");
    expect_rows(v, 3, 21, "词        weight\nthinking  0.97\nx         some longer\n          text\n");
    struct span three[] = {span(SPAN_TEXT, "some longer text"), span(SPAN_BREAK, ""), span(SPAN_TEXT, "x")};
    struct block first = {.kind = BLOCK_TABLE, .v = three, .count = 3};
    expect_rows(&first, 1, 18, "some longer      x\ntext\n"); /* each within its own column */
}

/* Han text in a cell is broken after punctuation only; where that is not enough, the later cells go below
 * each other. */
TEST(tables_never_break_a_word)
{
    struct span head[] = {span(SPAN_TEXT, "编码"), span(SPAN_BREAK, ""), span(SPAN_TEXT, "好处"),
                          span(SPAN_BREAK, ""), span(SPAN_TEXT, "坏处")};
    struct span row[] = {span(SPAN_TEXT, "二维、傅里叶"), span(SPAN_BREAK, ""), span(SPAN_TEXT, "图和空间"),
                         span(SPAN_BREAK, ""), span(SPAN_TEXT, "宽窄要自己定")};
    struct block v[] = {{.kind = BLOCK_TABLE, .number = 1, .v = head, .count = 5},
                        {.kind = BLOCK_TABLE, .v = row, .count = 5}};
    expect_rows(v, 2, 40,
                "编码          好处      坏处\n"
                "二维、傅里叶  图和空间  宽窄要自己定\n");
    expect_rows(v, 2, 31,
                "编码     好处      坏处\n"
                "二维、   图和空间  宽窄要自己定\n"
                "傅里叶\n");
    expect_rows(v, 2, 27,
                "编码          好处\n"
                "              坏处\n"
                "二维、傅里叶  图和空间\n"
                "              宽窄要自己定\n");
}

TEST(part_of_it_is_drawn_and_all_of_it_dim)
{
    struct span v[] = {span(SPAN_TEXT, "one two "), span(SPAN_STRONG, "three")};
    struct block b = {.kind = BLOCK_PARAGRAPH, .v = v, .count = 2};
    struct canvas c;
    struct text t = {0};
    assert_true(canvas_init(&c, 2, 5));
    assert_int_equal(prose_draw(c, 1, &b, 1, (struct prose_look){.dim = true}), 3);
    canvas_text(c, &t);
    assert_string_equal(t.s, "two\nthree\n");
    assert_int_equal(c.cells[5].style, STYLE_GHOST);
    assert_int_equal(prose_draw(c, 1, &b, 1, (struct prose_look){0}), 3);
    assert_int_equal(c.cells[0].style, STYLE_TEXT);
    assert_int_equal(c.cells[5].style, STYLE_STRONG);
    text_finish(&t);
    canvas_finish(&c);
}
