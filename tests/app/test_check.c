/* The checker: the course in data/course passes; each rule is broken by one change of
 * it, and exactly that is said. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "app/app.h"
#include "app/check.h"
#include "base/utf8.h"
#include "support/lesson_tree.h"

#define COUNTS "zh: 2 lessons, 5 steps, 10 claims, 3 predictions\nen: 2 lessons, 5 steps, 10 claims, 3 predictions\n"

static const char *const files[] = {"course.zh.md", "course.en.md", "glossary.zh.md", "glossary.en.md", "scenes/words.scene",
                                    "zh/01-first.md", "en/01-first.md", "zh/02-second.md", "en/02-second.md"};
enum { FILES = sizeof files / sizeof *files };

/* Two changes of one file or of two; `from` NULL: none. */
struct change {
    const char *file, *from, *to;
};

struct breakage {
    struct change change[2];
    const char *said;                /* without the folder, and without the counts */
};

static char root[] = "/tmp/qkv-check-XXXXXX";

static void write_file(const char *name, const struct text *bytes)
{
    struct text path = {0};
    text_addf(&path, "%s/%s", root, name);
    FILE *f = fopen(text_str(&path), "wb");
    assert_non_null(f);
    fwrite(text_str(bytes), 1, bytes->len, f);
    fclose(f);
    text_finish(&path);
}

static void apply(struct text *bytes, const char *name, const struct change *c)
{
    struct text out = {0};
    if (!c->from || strcmp(c->file, name) != 0)
        return;
    const char *at = strstr(text_str(bytes), c->from);
    if (!at)
        fail_msg("%s holds no %s", name, c->from);
    text_add_bytes(&out, bytes->s, (size_t)(at - bytes->s));
    text_add(&out, c->to);
    text_add(&out, at + strlen(c->from));
    text_finish(bytes);
    *bytes = out;
}

/* The course with the changes stands in `root`. */
static void course(const struct change change[2])
{
    for (int i = 0; i < FILES; i++) {
        struct text path = {0}, bytes = {0};
        text_addf(&path, "tests/data/course/%s", files[i]);
        lesson_bytes(text_str(&path), &bytes);
        apply(&bytes, files[i], &change[0]);
        apply(&bytes, files[i], &change[1]);
        write_file(files[i], &bytes);
        text_finish(&path);
        text_finish(&bytes);
    }
}

/* What a run says, without the folder's name. */
static int run(struct check_request q, struct text *out)
{
    struct text said = {0};
    int status = check_run(&q, &said);
    size_t n = strlen(root);
    for (const char *s = text_str(&said); *s;) {
        if (strncmp(s, root, n) == 0)
            s += n + (s[n] == '/');
        else
            text_add_char(out, *s++);
    }
    text_finish(&said);
    return status;
}

static const struct breakage breakages[] = {
    /* rule 4: claims and bare numbers */
    {{{"en/01-first.md", "score(dog,cat) = 0.800", "score(dog,cat) = 0.810"}},
     "en/01-first.md:16:61: error: claim is false\n"
     "    score(dog,cat) = 0.810\n"
     "                     ^~~~~ recomputed 0.8; at 3 digits write 0.800\n"},
    {{{"en/01-first.md", "score(dog,cat) = 0.800", "score(dog,bird) = 0.800"}},
     "en/01-first.md:16:61: error: claim cannot be checked\n"
     "    score(dog,bird) = 0.800\n"
     "              ^ no word 'bird' here (dog chases cat, or a position 0 to 2)\n"},
    {{{"en/01-first.md", "score(dog,cat) = 0.800", "score(dog,cat) = "}},
     "en/01-first.md:16:61: error: claim cannot be checked\n"
     "    score(dog,cat) = \n"
     "                     ^ expected a value here\n"},
    {{{"en/01-first.md", "rowsum(cat) = 1", "rowsum(cat) = 2"}},
     "en/01-first.md:77:1: error: claim is false\n"
     "    rowsum(cat) = 2\n"
     "                  ^ recomputed 1; with as many digits write 1\n"},
    {{{"en/01-first.md", "How one word", "How in 2018 one word"}},
     "en/01-first.md:12:8: error: nothing recomputes 2018: write a claim (`… = 2018`), or list it in the front matter under 'plain:'\n"},
    {{{"en/01-first.md", "How one word", "How 0.5 words"}},
     "en/01-first.md:12:5: error: nothing recomputes 0.5: write a claim (`… = 0.5`), or list it in the front matter under 'plain:'\n"},
    {{{"en/01-first.md", "Softmax normalises", "Softmax gives 42 %"}},
     "en/01-first.md:69:15: error: nothing recomputes 42 %: write a claim (`… = 42 %`), or list it in the front matter under 'plain:'\n"},
    {{{"zh/01-first.md", "先猜后看", "先猜后看 １２３４ 次"}},
     "zh/01-first.md:45:6: error: nothing recomputes １２３４: write a claim (`… = １２３４`), or list it in the front matter under 'plain:'\n"},
    /* a scene that cannot be set */
    {{{"en/01-first.md", "stage weights", "stagge weights"}},
     "en/01-first.md:34:1: error: no command 'stagge': did you mean 'stage'?\n"},
    {{{"scenes/words.scene", "set d 4", "set e 4"}},
     "zh/01-first.md:10:1: error: scenes/words.scene:3:5: error: no setting 'e' (help set lists them)\n"
     "zh/02-second.md:9:1: error: scenes/words.scene:3:5: error: no setting 'e' (help set lists them)\n"
     "en/01-first.md:10:1: error: scenes/words.scene:3:5: error: no setting 'e' (help set lists them)\n"
     "en/02-second.md:9:1: error: scenes/words.scene:3:5: error: no setting 'e' (help set lists them)\n"},
    {{{"en/01-first.md", "scene: words", "scene: wards"}},
     "en/01-first.md:1:1: error: no scene 'wards' (a name of small letters, digits and -: see lessons/scenes)\n"},
    /* rule 5: choices */
    {{{"en/01-first.md", "when argmax(weight,dog) = at(cat)", "when argmax(weight,dog) = at(dog)"}},
     "en/01-first.md:23:1: error: step 'score': option 2 is marked wrong, but its condition is true\n"
     "    when argmax(weight,dog) = at(dog)\n"},
    {{{"en/01-first.md", "when argmax(weight,dog) = at(dog)", "when argmax(weight,dog) = at(cat)"}},
     "en/01-first.md:20:1: error: step 'score': option 1 is marked right, but its condition is false\n"
     "    when argmax(weight,dog) = at(cat)        the left side is 0, the right side 2\n"},
    {{{"en/01-first.md", "when argmax(weight,dog) = at(dog)", "when score(dog,cat) > 0.9"}},
     "en/01-first.md:20:1: error: step 'score': option 1 is marked right, but its condition is false\n"
     "    when score(dog,cat) > 0.9        recomputed 0.8\n"},
    {{{"en/01-first.md", "when argmax(weight,dog) = at(dog)", "when argmax(weight,dog)"}},
     "en/01-first.md:21:8: error: the condition of option 1 cannot be checked\n"
     "    argmax(weight,dog)\n"
     "                      ^ expected = ≠ ≈ < > ≤ ≥ here\n"},
    {{{"en/01-first.md", "  say The score `score(dog,cat) = 0.8` is not the largest.\n", ""}},
     "en/01-first.md:23:1: error: step 'score': wrong option 2 has no 'say': tell why it is wrong\n"},
    {{{"en/01-first.md", "* Itself", "- Itself"}},
     "en/01-first.md:18:1: error: step 'score': 0 options are marked right (*): it must be one, or 'many'\n"
     "en/01-first.md:20:1: error: step 'score': option 1 is marked wrong, but its condition is true\n"
     "    when argmax(weight,dog) = at(dog)\n"},
    {{{"en/01-first.md", "cat, a weight of 0.5", "Itself"}},
     "en/01-first.md:23:1: error: step 'score': options 1 and 2 have the same text\n"},
    /* rule 6: numbers and cells */
    {{{"en/01-first.md", "answer rowsum(dog) = 1", "answer rowsum(dog) = 2"}},
     "en/01-first.md:57:8: error: claim is false\n"
     "    rowsum(dog) = 2\n"
     "                  ^ recomputed 1; with as many digits write 1\n"},
    {{{"en/01-first.md", "answer rowsum(dog) = 1", "answer rowsum(bird) = 1"}},
     "en/01-first.md:57:8: error: claim cannot be checked\n"
     "    rowsum(bird) = 1\n"
     "           ^ no word 'bird' here (dog chases cat, or a position 0 to 2)\n"},
    {{{"en/01-first.md", "wrong 3 That", "wrong 0.97 That"}},
     "en/01-first.md:59:7: error: the foreseen error 0.97 is accepted as right: it lies within the tolerance\n"},
    {{{"en/01-first.md", "wrong 3 That counts the words.", "wrong 3 That counts the words.\nwrong 3 Again."}},
     "en/01-first.md:60:7: error: the foreseen error 3 is never met: an earlier 'wrong' (line 59) takes it\n"},
    {{{"en/01-first.md", "within ±0.05", "within ±0.2"}},
     "en/01-first.md:58:8: error: the tolerance is wider than 10% of the answer: from 0.8 to 1.2 (print more digits, or write 'within')\n"},
    {{{"en/01-first.md", "answer rowsum(dog) = 1\nwithin ±0.05", "answer weight(dog,chases) = 0.1"}},
     "en/01-first.md:57:29: error: the tolerance is wider than 10% of the answer: from 0.05 to 0.198901 (print more digits, or write 'within')\n"},
    {{{"en/01-first.md", "of weight", "of wait"}},
     "en/01-first.md:64:4: error: no matrix 'wait' (weight, score, q, pe …)\n"},
    {{{"en/01-first.md", "answer argmax(weight,chases)", "answer argmax(weight,bird)"}},
     "en/01-first.md:65:8: error: no word 'bird' here (dog chases cat, or a position 0 to 2)\n"},
    {{{"en/01-first.md", "answer argmax(weight,chases)", "answer chases 3"}},
     "en/01-first.md:65:8: error: no word '3' here (dog chases cat, or a position 0 to 2)\n"},
    /* rule 7: goals */
    {{{"en/02-second.md", "want weight(dog,dog) > 0.5", "want weight(dog,dog) > 0.3"}},
     "en/02-second.md:20:6: error: the goal is reached before anything is done\n"},
    {{{"en/02-second.md", "want weight(dog,dog) > 0.5", "want weight(dog,bird) > 0.3"}},
     "en/02-second.md:20:6: error: the condition cannot be checked\n"
     "    weight(dog,bird) > 0.3\n"
     "               ^ no word 'bird' here (dog chases cat, or a position 0 to 2)\n"},
    {{{"en/02-second.md", "keep n = 3", "keep n = 4"}},
     "en/02-second.md:21:6: error: this is to be kept, but it is false at the start\n"},
    {{{"en/02-second.md", "keep n = 3", "keep x(dog,0) = 1"}},
     "en/02-second.md:21:6: error: the solution does not bring this about\n"
     "    x(dog,0) = 1\n"
     "               ^ recomputed 2; with as many digits write 2\n"},
    {{{"en/02-second.md", "want weight(dog,dog) > 0.5", "want weight(dog,dog) > 0.72"}},
     "en/02-second.md:20:6: error: the solution reaches this only just (margin 0.26%, at least 1%): choose a clearer one\n"},
    {{{"en/02-second.md", "solution set x dog 0 = 2", "solution set x cat 0 = 2"}},
     "en/02-second.md:20:6: error: the solution does not bring this about\n"
     "    weight(dog,dog) > 0.5\n"
     "                      ^~~ recomputed 0.33442\n"
     "en/02-second.md:23:10: error: the solution does what the goal does not allow: this goal lets you change only: set x dog\n"},
    {{{"en/02-second.md", "solution set x dog 0 = 2", "solution set x dog 0 = 1.1"}},
     "en/02-second.md:20:6: error: the solution does not bring this about\n"
     "    weight(dog,dog) > 0.5\n"
     "                      ^~~ recomputed 0.448396\n"},
    {{{"en/02-second.md", "solution set x dog 0 = 2", "solution set x dog 9 = 2"}},
     "en/02-second.md:23:20: error: J 9: there are 4, 0 to 3\n"},
    {{{"en/02-second.md", "solution set x dog 0 = 2", "solution set x dog 0 = 1\nsolution set x dog 0 = 2"}},
     "en/02-second.md:23:10: error: the solution takes 2 moves, more than the par of 1\n"},
    {{{"en/02-second.md", "solution set x dog 0 = 2", "solution scene words"}},
     "en/02-second.md:23:10: error: scene: not in a solution\n"},
    {{{"en/02-second.md", "want weight(dog,cat) > 0.5", "want at(dog) > at(cat)"}},
     "en/02-second.md:44:12: error: it is possible: 3 orders of the words reach it\n"},
    /* rule 8: hints and reveals */
    {{{"en/02-second.md", "```hint\nTry twice.\n```\n", ""}},
     "en/02-second.md:38:1: error: step 'never': a question needs at least one hint\n"},
    {{{"en/02-second.md", "```reveal\nThe order does not matter.\n```\n", ""}},
     "en/02-second.md:38:1: error: step 'never': a question needs a reveal\n"},
};

static void every_rule_is_checked(void **state)
{
    (void)state;
    int wrong = 0;
    for (size_t i = 0; i < sizeof breakages / sizeof *breakages; i++) {
        struct text said = {0}, want = {0};
        course(breakages[i].change);
        int status = run((struct check_request){.lang = LANG_EN}, &said);
        text_addf(&want, "%s", breakages[i].said);
        size_t n = want.len;
        if (status != EXIT_FAILED || strncmp(text_str(&said), want.s, n) != 0 || strncmp(said.s + n, "zh: 2 lessons", 13) != 0) {
            print_error("'%s' in %s:\n%s-- expected:\n%s", breakages[i].change[0].to, breakages[i].change[0].file, text_str(&said), text_str(&want));
            wrong++;
        }
        text_finish(&said);
        text_finish(&want);
    }
    assert_int_equal(wrong, 0);
}

static void a_course_without_faults_passes(void **state)
{
    (void)state;
    struct text said = {0};
    course((struct change[2]){{0}});
    assert_int_equal(run((struct check_request){.lang = LANG_EN, .mutate = true}, &said), EXIT_FINE);
    assert_string_equal(text_str(&said), COUNTS);
    text_finish(&said);
}

static int make_root(void **state)
{
    (void)state;
    static const char *const below[] = {"zh", "en", "scenes"};
    if (!mkdtemp(root))
        return -1;
    for (int i = 0; i < 3; i++) {
        char path[64];
        snprintf(path, sizeof path, "%s/%s", root, below[i]);
        mkdir(path, 0700);
    }
    return setenv("QKV_LESSONS", root, 1);
}

static int remove_root(void **state)
{
    static const char *const more[] = {".sync", "zh", "en", "scenes", ""};
    (void)state;
    char path[128];
    for (int i = 0; i < FILES; i++) {
        snprintf(path, sizeof path, "%s/%s", root, files[i]);
        remove(path);
    }
    for (size_t i = 0; i < sizeof more / sizeof *more; i++) {
        snprintf(path, sizeof path, "%s/%s", root, more[i]);
        remove(path);
    }
    return 0;
}

int main(void)
{
    utf8_locale();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_course_without_faults_passes),
        cmocka_unit_test(every_rule_is_checked),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
