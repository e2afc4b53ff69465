/* Reading a lesson: what the tree holds and where; that hostile files
 * do no harm; that each directive's example reads. */
#include <string.h>

#include "base/embedded.h"
#include "base/utf8.h"
#include "support/lesson_tree.h"
#include "support/test.h"

#define EXAMPLE "tests/data/lessons/01-by-hand.md"

/* A file of tests/data/lessons reads as its .tree beside it says. */
static void reads_as(const char *name)
{
    struct text path = {0}, bytes = {0}, got = {0}, want = {0};
    text_addf(&path, "tests/data/lessons/%s.md", name);
    lesson_bytes(path.s, &bytes);
    lesson_try(path.s, bytes.s, bytes.len, &got, &got);
    text_clear(&path);
    text_addf(&path, "tests/data/lessons/%s.tree", name);
    lesson_bytes(path.s, &want);
    assert_string_equal(text_str(&got), text_str(&want));
    text_finish(&path);
    text_finish(&bytes);
    text_finish(&got);
    text_finish(&want);
}

TEST(the_example_is_read_whole)
{
    reads_as("01-by-hand");
}

TEST(every_kind_of_thing_is_read)
{
    reads_as("02-everything");
}

/* ---- places ---------------------------------------------------------------------- */

/* The piece is where it says: full-width signs apart, its first line is the file's. */
static void stands_there(void *bytes, const struct lesson_line *piece)
{
    const char *s = bytes, *p = piece->s;
    for (int line = 1; line < piece->line; line++)
        s = strchr(s, '\n') + 1;
    for (int col = 1; col < piece->col; col++)
        for (s++; ((unsigned char)*s & 0xC0) == 0x80;)
            s++;
    while (*p && *p != '\n') {
        uint32_t a = 0, b = 0;
        s += *p == '*' ? 0 : strspn(s, "*"); /* a piece has no marks of strong words */
        size_t n = utf8_decode(s, strlen(s), &a), m = utf8_decode(p, strlen(p), &b);
        if (utf8_narrow(a) != utf8_narrow(b) && !(a == '\n' && b == ' ')) {
            fail_msg("%d:%d: the file has '%.20s' where the tree has '%s'", piece->line, piece->col, s,
                     piece->s);
            return;
        }
        s += n;
        p += m;
    }
}

TEST(every_piece_stands_at_its_place)
{
    for (const struct embedded *e = embedded_files; e->path; e++) {
        const char *slash = strrchr(e->path, '/');
        if (strncmp(e->path, "lessons/", 8) != 0 || slash == e->path + 7 || !strstr(e->path, ".md"))
            continue;
        struct lesson l;
        struct complaints c = {0};
        if (!lesson_read(&l, e->path, e->bytes, e->size, LANG_EN, &c))
            fail_msg("%s:%d:%d: %s", e->path, c.v[0].line, c.v[0].col, c.v[0].what);
        lesson_pieces(&l, stands_there, (void *)(uintptr_t)e->bytes);
        lesson_finish(&l);
        complaints_finish(&c);
    }
}

/* ---- hostile files -------------------------------------------------------------- */

static void whole_characters(void *arg, const struct lesson_line *piece)
{
    (void)arg;
    assert_int_equal(utf8_invalid_at(piece->s, strlen(piece->s)), strlen(piece->s));
}

/* Whatever the bytes are: no crash, no piece of a character, room for all of it, and every complaint has a
 * place. */
static void survives(const char *s, size_t n)
{
    struct lesson l;
    struct complaints c = {0};
    int lines = 1;
    for (size_t i = 0; i < n; i++)
        lines += s[i] == '\n';
    lesson_read(&l, "01-by-hand.md", s, n, LANG_ZH, &c);
    lesson_pieces(&l, whole_characters, NULL);
    for (int i = 0; i < c.count; i++) {
        assert_in_range(c.v[i].line, 1, lines);
        assert_true(c.v[i].col >= 1);
        assert_null(strstr(c.v[i].what, "内存不足"));
    }
    lesson_finish(&l);
    complaints_finish(&c);
}

TEST(every_truncation_is_survived)
{
    struct text bytes = {0};
    lesson_bytes(EXAMPLE, &bytes);
    for (size_t n = 0; n <= bytes.len; n++)
        survives(bytes.s, n);
    text_finish(&bytes);
}

TEST(every_byte_may_be_missing_or_wrong)
{
    static const char others[] = {'\0', '\n', '`', '*', '-', '\x1b', '\x80', '\xff',
                                  '[',  '<',  '|', '$', '&', '\\',   '#'};
    struct text bytes = {0};
    lesson_bytes(EXAMPLE, &bytes);
    for (size_t i = 0; i < bytes.len; i++) {
        char was = bytes.s[i];
        bytes.s[i] = others[i % sizeof others];
        survives(bytes.s, bytes.len);
        bytes.s[i] = was;
    }
    text_finish(&bytes);
}

static const char before[] = "---\nlesson: 01-by-hand\nformat: 1\nlang: zh\nminutes: 1\nscene: s\n---\n# "
                             "T\n\naim\n\n## S <!-- step: s -->\n\n";

/* The example's front matter and a step, then a part again and again. */
static void repeated(const char *part, size_t times, const char *end)
{
    struct text t = {0};
    text_add(&t, before);
    for (size_t i = 0; i < times && t.len < LESSON_MAX_BYTES - 64; i++)
        text_add(&t, part);
    text_add(&t, end);
    survives(t.s, t.len);
    text_finish(&t);
}

TEST(patterns_without_end_are_survived)
{
    static const char *const parts[] = {"> ",
                                        "- ",
                                        "1. ",
                                        "[",
                                        "![",
                                        "[a](",
                                        "[a](b",
                                        "*a ",
                                        "*a **b ",
                                        "_",
                                        "`",
                                        "`a`b",
                                        "``a` ",
                                        "<!--",
                                        "<?",
                                        "<a ",
                                        "<![CDATA[",
                                        "&",
                                        "\\*",
                                        "\\",
                                        "|",
                                        "| a ",
                                        "$",
                                        "$a",
                                        "\"",
                                        "#",
                                        "# ",
                                        "\n",
                                        "\n\n- ",
                                        "猫",
                                        "，\n",
                                        "a\n",
                                        "`x = 1` ",
                                        "[a](#b) ",
                                        "**a** ",
                                        "~~~",
                                        "```\n",
                                        "```hint\n",
                                        "```hint\na\n```\n",
                                        "## S <!-- step: s -->\n",
                                        "## S\n",
                                        "---\n",
                                        "```predict choice\n- a\n",
                                        "***\n",
                                        "    a\n",
                                        "<details>\n",
                                        "\t",
                                        "\033[2J",
                                        "![[]()",
                                        "[]",
                                        "![a](b)",
                                        "[[a](#b)",
                                        "[*a](#b)",
                                        "*_",
                                        "a***b",
                                        "*`a",
                                        "**_",
                                        "$a$",
                                        "|-",
                                        "|a",
                                        "\\|",
                                        "`a",
                                        "``a`",
                                        "<!--a-->",
                                        "a <!A ",
                                        "&#1;",
                                        "> a\nb\n",
                                        "a\\\n",
                                        "[a]: #b\n",
                                        "<!-- a -->\n",
                                        "0. a\n",
                                        "1) a\n2. b\n",
                                        "*a*`b`$c$[d](#e)<f>&g;\\*"};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        repeated(parts[i], SIZE_MAX, "");
        repeated(parts[i], 10000, "a\n");
        repeated(parts[i], 100, "\n\nend\n");
    }
    repeated("", 1, "```predict choice\n");
    repeated("", 1, "`a\n> aa- `a\n光`a\n先\n"); /* after a code span over several lines positions are lost */
    for (int depth = 0; depth < 500; depth++)
        repeated("  ", (size_t)depth, "- a\n");
}

/* One kind of thing in a long line, another in as many lines as there may be. */
TEST(long_lines_in_front_of_many_lines_are_survived)
{
    static const char *const parts[] = {"[a](", "`", "[", "![[]()", "$", "> "};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
            struct text t = {0}, line = {0};
            for (int j = 0; j < 4000; j++)
                text_addf(&t, "%s\n", parts[k]);
            text_addf(&line, "a%s", i % 2 ? "" : t.s);
            while (line.len + t.len < LESSON_MAX_BYTES - 200)
                text_add(&line, parts[i]);
            repeated(line.s, 1, i % 2 ? t.s : "");
            text_finish(&t);
            text_finish(&line);
        }
}

static void says(const char *part, int times, const char *end, const char *want)
{
    struct text t = {0}, said = {0};
    text_add(&t, before);
    for (int i = 0; i < times; i++)
        text_add(&t, part);
    text_add(&t, end);
    lesson_try("01-by-hand.md", t.s, t.len, NULL, &said);
    assert_string_equal(text_str(&said), want);
    text_finish(&t);
    text_finish(&said);
}

TEST(what_would_take_too_long_is_refused)
{
    struct text t = {0};
    says("\n", LESSON_MAX_LINES - 14, "a", "");
    says("\n", LESSON_MAX_LINES - 13, "a", "4097:1: error: the file has too many lines: 4097, at most 4096");
    says("> ", 4, "a", "");
    says("> ", 5, "a", "14:11: error: lists and quotes are nested too deeply");
    says("> ", 64, "a", "14:129: error: lists and quotes are nested too deeply");
    says("> ", 65, "a", "14:1: error: this line begins with 65 list or quote marks; at most 64 are allowed");
    says("1. ", 65, "a", "14:1: error: this line begins with 65 list or quote marks; at most 64 are allowed");
    says("|a", 32, "|\n|-|", "");
    says("|a", 33, "|\n|-|", "14:2: error: a table has at most 32 columns; this has 33");
    says("[a]: #b\n\n", 1, "[a] [a]", "");
    text_add(&t, "[a]: #b \"");
    for (int i = 0; i < 120000; i++)
        text_add_char(&t, 'c');
    text_add(&t, "\"\n\n[a] [a]");
    says(t.s, 1, "", "");
    says(t.s, 1, "[a] [a]",
         "16:12: error: reference links repeat too much text: write [text](target) instead");
    text_finish(&t);
}

TEST(lists_that_nest_line_by_line_are_survived)
{
    struct text t = {0};
    for (int depth = 0; t.len < LESSON_MAX_BYTES; depth++) {
        for (int i = 0; i < depth; i++)
            text_add(&t, "  ");
        text_add(&t, "- a\n");
    }
    t.len = LESSON_MAX_BYTES;
    survives(t.s, t.len);
    text_finish(&t);
}

TEST(a_file_that_is_too_large_is_refused)
{
    struct text t = {0}, said = {0};
    for (int i = 0; i < 300 << 10; i++)
        text_add_char(&t, 'a');
    lesson_try("01-by-hand.md", t.s, t.len, NULL, &said);
    assert_string_equal(text_str(&said), "1:1: error: the file is too large: 307200 bytes, at most 262144");
    text_finish(&t);
    text_finish(&said);
}

TEST(a_long_line_is_read)
{
    struct text t = {0}, said = {0}, tree = {0};
    lesson_bytes(EXAMPLE, &t);
    text_add(&t, "\n## S <!-- step: long -->\n\n");
    while (t.len < LESSON_MAX_BYTES - 100)
        text_add(&t, "猫 `a` ");
    text_add(&t, "`1 = 1`\n");
    lesson_try("01-by-hand.md", t.s, t.len, &tree, &said);
    assert_string_equal(text_str(&said), "");
    assert_non_null(strstr(text_str(&tree), "claim 63:"));
    text_finish(&t);
    text_finish(&said);
    text_finish(&tree);
}

TEST(complaints_stop_at_fifty)
{
    struct text t = {0};
    struct lesson l;
    struct complaints c = {0};
    for (int i = 0; i < 80; i++)
        text_add_char(&t, '\a');
    assert_false(lesson_read(&l, "x.md", t.s, t.len, LANG_EN, &c));
    assert_int_equal(c.count, LESSON_MAX_COMPLAINTS);
    assert_true(c.errors > 80);
    complain(&c, true, 1, 1, "a note");
    assert_int_equal(c.count, LESSON_MAX_COMPLAINTS);
    lesson_finish(&l);
    complaints_finish(&c);
    complain(&c, true, 0, 0, "%d notes", 2);
    assert_int_equal(c.v[0].line, 1);
    assert_int_equal(c.v[0].col, 1);
    assert_string_equal(c.v[0].what, "2 notes");
    assert_int_equal(c.errors, 0);
    complaints_finish(&c);
    text_finish(&t);
}

/* Line ends of other systems change nothing. */
TEST(other_line_ends_are_read_alike)
{
    struct text unix_text = {0}, dos = {0}, want = {0}, got = {0};
    lesson_bytes("tests/data/lessons/02-everything.md", &unix_text);
    for (size_t i = 0; i < unix_text.len; i++) {
        text_add(&dos, unix_text.s[i] == '\n' ? "\r" : "");
        text_add_char(&dos, unix_text.s[i]);
    }
    lesson_try("02-everything.md", unix_text.s, unix_text.len, &want, &want);
    lesson_try("02-everything.md", dos.s, dos.len, &got, &got);
    assert_string_equal(text_str(&got), text_str(&want));
    text_finish(&unix_text);
    text_finish(&dos);
    text_finish(&want);
    text_finish(&got);
}

/* ---- directives ------------------------------------------------------------------ */

/* Two questions and a hint to the first. */
#define BEFORE_IT                                                                                            \
    "```explain\n? Why?\nrubric It.\nmodel So.\n```\n\n```explain\n? How?\nrubric It.\nmodel So.\n```\n\n"   \
    "```hint\nLook.\n```\n\n"

TEST(each_example_of_a_directive_reads)
{
    for (const struct lesson_directive_def *d = lesson_directives; d->info; d++)
        for (int lang = 0; lang < 2; lang++) {
            struct text t = {0}, said = {0};
            lesson_bytes(EXAMPLE, &t);
            text_addf(&t, "\n## S <!-- step: s -->\n\n%s%s", strcmp(d->info, "hint 2") == 0 ? BEFORE_IT : "",
                      text_in(d->example, (enum lang)lang));
            lesson_try("01-by-hand.md", t.s, t.len, NULL, &said);
            if (said.len || !strstr(text_in(d->example, LANG_EN), d->info))
                fail_msg("%s: %s", d->info, text_str(&said));
            text_finish(&t);
            text_finish(&said);
        }
}

/* What changes when a step's text changes, and only then. */
TEST(a_step_has_a_hash_of_its_text)
{
    struct text t = {0};
    struct lesson a, b;
    struct complaints c = {0};
    lesson_bytes(EXAMPLE, &t);
    assert_true(lesson_read(&a, "01-by-hand.md", t.s, t.len, LANG_EN, &c));
    *strstr(t.s, "1 = 3") = '2';
    assert_true(lesson_read(&b, "01-by-hand.md", t.s, t.len, LANG_EN, &c));
    assert_true(a.step[0].hash == b.step[0].hash);
    assert_true(a.step[1].hash != b.step[1].hash);
    assert_true(a.step[0].hash != a.step[1].hash);
    lesson_finish(&a);
    lesson_finish(&b);
    text_finish(&t);
}
