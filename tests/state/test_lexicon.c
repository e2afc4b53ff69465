/* The default vocabulary and what it means, unknown words, editing a copy. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "state/lexicon.h"
#include "support/test.h"

static const double *vector(const struct lexicon *l, const char *name)
{
    int i = lexicon_find(l, name);
    if (i < 0)
        fail_msg("the vocabulary lacks %s", name);
    return lexicon_at(l, i).x.doubles;
}

static double dot(const struct lexicon *l, const char *a, const char *b)
{
    double sum = 0;
    for (int j = 0; j < LEXICON_DIMS; j++)
        sum += vector(l, a)[j] * vector(l, b)[j];
    return sum;
}

static double cosine(const struct lexicon *l, const char *a, const char *b)
{
    return dot(l, a, b) / sqrt(dot(l, a, a) * dot(l, b, b));
}

/* Checks one word of words.txt, whose numbers are the rest of its line: in hundredths from -1 to 1, and the
 * same in the program. */
static void check_word(const struct lexicon *l, const char *name, const char *numbers)
{
    double inflected = *name == '+' ? 0.1 : 0;
    const double *known = vector(l, name + (*name == '+'));
    for (int j = 0; j < LEXICON_DIMS; j++) {
        double x;
        size_t n = strcspn(numbers, " \n");
        assert_int_equal(number_parse(numbers, n, &x), NUMBER_OK);
        x += j == LEXICON_DIMS - 1 ? inflected : 0;
        if (fabs(x - known[j]) > 1e-12 || fabs(x) > 1 || fabs(x * 100 - round(x * 100)) > 1e-9)
            fail_msg("number %d of %s", j, name);
        numbers += n + 1;
    }
}

/* Returns how many words a line has. */
static int check_line(const struct lexicon *l, char *line)
{
    const char *numbers = line + strlen(line);
    int count = 0;
    for (int j = 0; j < LEXICON_DIMS; j++)
        do
            numbers--;
        while (numbers > line && numbers[-1] != ' ');
    for (char *name = line, *end; name < numbers; name = end + 1, count++) {
        end = strchr(name, ' ');
        *end = '\0';
        check_word(l, name, numbers);
    }
    return count;
}

TEST(the_vocabulary_is_what_its_file_says)
{
    FILE *f = fopen("src/state/words.txt", "r");
    char line[512];
    int count = 0;
    struct lexicon *l = lexicon_default();
    assert_non_null(f);
    while (fgets(line, sizeof line, f))
        count += check_line(l, line);
    assert_true(count > 2500 && l->count > count); /* and numbers with measure words */
    assert_true(vector(l, "chases")[7] == 0.1 && vector(l, "chase")[7] == 0);
    assert_true(vector(l, "两条")[0] == vector(l, "条")[0] && vector(l, "两条")[6] == vector(l, "两")[6]);
    assert_true(vector(l, "一只")[7] == 0.9 && vector(l, "每座")[7] == 0.9);
    fclose(f);
    lexicon_drop(l);
}

TEST(every_word_of_the_file_is_there_once)
{
    struct lexicon *l = lexicon_default();
    for (int i = 0; i < l->count; i++) {
        if (lexicon_find(l, lexicon_at(l, i).name) != i)
            fail_msg("%s stands there twice", lexicon_at(l, i).name);
        assert_false(lexicon_at(l, i).made_up);
        assert_int_equal(lexicon_at(l, i).width, LEXICON_DIMS);
        assert_true(utf8_width(lexicon_at(l, i).name) > 0);
    }
    assert_int_equal(vector(l, "猫")[0], 1);
    assert_true(vector(l, "伤害")[5] < 0);
    lexicon_drop(l);
}

/* Words of no list take the numbers of the word that they are a form of; what is none is made up. */
TEST(forms_have_the_vectors_of_their_words)
{
    static const struct {
        const char *form, *word;
        int inflected;
    } cases[] = {{"Cat", "cat", 0},         {"THE", "the", 0},      {"Kicked", "kicked", 0},
                 {"watching", "watch", 1},  {"hugging", "hug", 1},  {"married", "marry", 1},
                 {"laptops", "laptop", 1},  {"ponies", NULL, 0},    {"zorped", NULL, 0},
                 {"Zorp", NULL, 0},         {"redly", NULL, 0},     {"tabled", NULL, 0},
                 {"mother's", "mother", 1}, {"Didn't", "didn't", 0}};
    struct lexicon *l = lexicon_default();
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(lexicon_find(l, cases[i].form), -1);
        struct lemma form = lexicon_at(l, lexicon_intern(&l, cases[i].form, 8));
        if (form.made_up != !cases[i].word)
            fail_msg("%s is%s made up", form.name, form.made_up ? "" : " not");
        for (int j = 0; cases[i].word && j < LEXICON_DIMS; j++)
            assert_true(fabs(lemma_entry(form, j) - vector(l, cases[i].word)[j] -
                             (j == LEXICON_DIMS - 1 ? 0.1 * cases[i].inflected : 0)) < 1e-9);
    }
    lexicon_drop(l);
}

/* Every number with a measure word that the file makes is one to the reader. */
TEST(all_measure_words_are_read_alike)
{
    static const char measures[] = "条个本张位件次杯棵辆座匹头块朵首台颗双碗";
    struct lexicon *l = lexicon_default();
    int count = 0;
    for (int i = 0; i < l->count; i++) {
        enum form_kind kind;
        struct lemma word = lexicon_at(l, i);
        bool first = strncmp(word.name, "两", 3) == 0 || strncmp(word.name, "这", 3) == 0;
        if (!first || strlen(word.name) != 6 || !strstr(measures, word.name + 3))
            continue;
        int base = lexicon_base(l, word.name, &kind);
        if (base < 0 || kind != FORM_LISTED)
            fail_msg("%s is a form of nothing", word.name);
        count++;
    }
    assert_true(count >= 38); /* 这个 is learned itself */
    lexicon_drop(l);
}

TEST(the_words_of_the_notes_and_lessons_are_there)
{
    static const char *const needed[] = {
        "猫",       "狗",     "鱼",    "追",     "吃",         "我",     "你",       "爱",     "喜欢",
        "他",       "她",     "它",    "苹果",   "香蕉",       "机器人", "不能",     "伤害",   "人类",
        "篮球",     "学习",   "每天",  "打",     "公司",       "发布了", "新",       "手机",   "在",
        "院子",     "里",     "。",    "，",     "都",         "the",    "The",      "cat",    "sat",
        "dog",      "fish",   "chase", "chases", "eat",        "eats",   "I",        "you",    "love",
        "loves",    "like",   "likes", "he",     "she",        "it",     "apple",    "banana", "robot",
        "robots",   "cannot", "harm",  "humans", "basketball", "study",  "studying", "learn",  "thinking",
        "machines", "on",     "mat",   "有",     "就",         "吗",     "上",       "下",     "小明",
        "中国",     "让",     "一只",  "觉得",   "红色",       "回家",   "between",  "first",  "its",
        "cross",    "头疼",   "量子",  "：",     ":",          "；",     "、",       "……",     "...",
        "——",       "（",     "(",     "“",      "”",          "《",     "》",       "【",     "「",
    };
    struct lexicon *l = lexicon_default();
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        vector(l, needed[i]);
    lexicon_drop(l);
}

TEST(dot_products_mean_something)
{
    struct lexicon *l = lexicon_default();
    assert_true(dot(l, "猫", "狗") > dot(l, "猫", "鱼") && dot(l, "猫", "鱼") > 2 * dot(l, "猫", "篮球"));
    assert_true(cosine(l, "苹果", "香蕉") > 0.95 && cosine(l, "苹果", "手机") < 0.5);
    assert_true(cosine(l, "追", "吃") > 0.7 && cosine(l, "打", "学习") > 0.7 && cosine(l, "追", "猫") < 0.5);
    assert_true(cosine(l, "我", "你") > 0.95 && cosine(l, "他", "她") > 0.95 && cosine(l, "我", "她") > 0.9);
    assert_true(cosine(l, "喜欢", "爱") > 0.95 && cosine(l, "爱", "恨") < 0 &&
                cosine(l, "帮助", "伤害") < 0.3);
    assert_true(cosine(l, "机器人", "手机") > 0.8 && cosine(l, "机器人", "人类") < 0.6);
    assert_true(cosine(l, "大", "小") < 0 && cosine(l, "好", "坏") < 0 && cosine(l, "新", "老") < 0);
    lexicon_drop(l);
}

TEST(a_word_and_its_translation_are_close)
{
    static const char *const twins[][2] = {
        {"猫", "cat"},      {"狗", "dog"},      {"鱼", "fish"},       {"追", "chase"},
        {"追", "chases"},   {"吃", "eat"},      {"吃", "eats"},       {"我", "I"},
        {"你", "you"},      {"爱", "love"},     {"爱", "loves"},      {"喜欢", "like"},
        {"喜欢", "likes"},  {"他", "he"},       {"她", "she"},        {"它", "it"},
        {"苹果", "apple"},  {"香蕉", "banana"}, {"机器人", "robot"},  {"机器人", "robots"},
        {"不能", "cannot"}, {"伤害", "harm"},   {"人类", "humans"},   {"篮球", "basketball"},
        {"学习", "study"},  {"学习", "learn"},  {"思考", "thinking"}, {"机器", "machines"},
        {"在", "on"},       {"垫子", "mat"},
    };
    struct lexicon *l = lexicon_default();
    for (size_t i = 0; i < sizeof twins / sizeof *twins; i++)
        if (cosine(l, twins[i][0], twins[i][1]) < 0.98)
            fail_msg("%s and %s are apart", twins[i][0], twins[i][1]);
    lexicon_drop(l);
}

TEST(unknown_words_are_made_from_their_name_alone)
{
    struct lexicon *a = lexicon_default(), *b = lexicon_default();
    int known = a->count;
    lexicon_intern(&b, "饕餮", 16);
    int i = lexicon_intern(&a, "麒麟", 8), j = lexicon_intern(&b, "麒麟", 16);
    assert_int_equal(i, known);
    assert_int_equal(lexicon_intern(&a, "麒麟", 4), i);
    assert_int_equal(lexicon_intern(&a, lexicon_at(a, 0).name, 8), 0);
    assert_true(lexicon_at(a, i).made_up && lexicon_at(b, j).made_up);
    assert_memory_equal(lexicon_at(a, i).x.doubles, lexicon_at(b, j).x.doubles, 8 * sizeof(double));
    assert_memory_not_equal(lexicon_at(b, j).x.doubles, lexicon_at(b, j - 1).x.doubles, 8 * sizeof(double));
    double sum = 0, squares = 0;
    int far = lexicon_intern(&a, "manifold", 1000);
    for (int k = 0; k < 1000; k++) {
        double x = lexicon_at(a, far).x.doubles[k];
        assert_true(fabs(x * 100 - round(x * 100)) < 1e-9);
        sum += x;
        squares += x * x;
    }
    assert_true(fabs(sum / 1000) < 0.06);
    assert_true(fabs(sqrt(squares / 1000) - 0.5) < 0.04);
    lexicon_drop(a);
    lexicon_drop(b);
}

TEST(an_edited_list_leaves_the_shared_one_alone)
{
    struct lexicon *a = lexicon_default(), *b = lexicon_share(a), *c = lexicon_share(a);
    int cat = lexicon_find(a, "猫"), count = a->count;
    assert_true(lexicon_same(a, b));
    assert_true(lexicon_set_entry(&b, cat, 2, 9));
    assert_true(lexicon_set_entry(&b, cat, 10, 3));
    assert_true(lexicon_intern(&c, "麒麟", 8) == count);
    assert_true(a->count == count && lexicon_at(a, cat).x.doubles[2] == 0.1 && lexicon_at(a, cat).width == 8);
    assert_int_equal(a->refs, 1);
    assert_true(lexicon_at(b, cat).width == 11 && lexicon_at(b, cat).x.doubles[2] == 9 &&
                lexicon_at(b, cat).x.doubles[9] == 0 && lexicon_at(b, cat).x.doubles[10] == 3);
    assert_ptr_equal(lexicon_at(a, cat + 1).x.doubles, lexicon_at(b, cat + 1).x.doubles);
    assert_false(lexicon_same(a, b) || lexicon_same(a, c));
    lexicon_drop(a);
    lexicon_drop(b);
    lexicon_drop(c);
}

TEST(an_edit_back_is_the_same_list_again)
{
    struct lexicon *a = lexicon_default(), *b = lexicon_share(a);
    int cat = lexicon_find(a, "猫");
    lexicon_set_entry(&b, cat, 2, 9);
    assert_false(lexicon_same(a, b));
    lexicon_set_entry(&b, cat, 2, 0.1);
    assert_true(lexicon_same(a, b));
    int i = lexicon_intern(&a, "麒麟", 8), j = lexicon_intern(&b, "麒麟", 8);
    assert_true(lexicon_same(a, b) && lexicon_set_like(&b, j, a));
    assert_false(lexicon_same(a, b)); /* no longer made up */
    assert_true(lexicon_set_like(&a, i, b) && lexicon_same(a, b));
    lexicon_drop(a);
    lexicon_drop(b);
}

TEST(a_given_vector_is_not_made_up)
{
    struct lexicon *l = lexicon_default();
    struct value *x = value_new(1, 3);
    int i = lexicon_intern(&l, "麒麟", 8), j = lexicon_intern(&l, "凤凰", 8);
    x->v[1] = 5;
    assert_true(lexicon_set(&l, i, x) && lexicon_set(&l, i, x));
    assert_false(lexicon_at(l, i).made_up);
    assert_ptr_equal(lexicon_at(l, i).x.doubles, x->v);
    assert_int_equal(x->refs, 2);
    assert_true(lexicon_set_entry(&l, i, 1, 6) && x->v[1] == 5);
    assert_true(lexicon_at(l, j).made_up && lexicon_set_entry(&l, j, 0, 1) && !lexicon_at(l, j).made_up);
    value_drop(x);
    lexicon_drop(l);
}

TEST(the_longest_known_word_wins)
{
    struct lexicon *l = lexicon_default();
    assert_int_equal(lexicon_longest(l, "机器人不能"), strlen("机器人"));
    assert_int_equal(lexicon_longest(l, "机器学习"), strlen("机器"));
    assert_int_equal(lexicon_longest(l, "发布了新"), strlen("发布了"));
    for (int i = 0; i < l->count; i++) {
        const char *name = lexicon_at(l, i).name;
        assert_int_equal(lexicon_longest(l, name), strlen(name));
    }
    assert_int_equal(lexicon_longest(l, "catsup"), strlen("cats"));
    assert_int_equal(lexicon_longest(l, "ca"), 0);
    assert_int_equal(lexicon_longest(l, "麒麟"), 0);
    lexicon_intern(&l, "麒麟", 8);
    assert_int_equal(lexicon_longest(l, "麒麟"), 0);
    assert_int_equal(lexicon_longest(l, ""), 0);
    lexicon_drop(l);
}

/* Edits of the first and last words leave those between to the vocabulary; equal words are the same list. */
TEST(edits_far_apart_are_compared_word_by_word)
{
    struct lexicon *a = lexicon_default(), *b = lexicon_default(), *c = lexicon_default();
    int last = a->count - 1;
    double first_was = lexicon_at(a, 0).x.doubles[1], last_was = lexicon_at(a, last).x.doubles[1];
    assert_true(lexicon_set_entry(&a, 0, 1, first_was) && lexicon_set_entry(&b, last, 1, last_was));
    assert_true(lexicon_same(a, b) && lexicon_same(a, c) && lexicon_same(c, b));
    assert_true(lexicon_set_entry(&b, last, 1, 7) && !lexicon_same(a, b) && !lexicon_same(c, b));
    assert_true(lexicon_set_like(&b, last, c) && lexicon_same(b, c));
    assert_true(lexicon_set_like(&c, 0, a) && lexicon_same(a, c));
    for (int i = 1; i < last; i++)
        assert_ptr_equal(lexicon_at(a, i).x.doubles, meanings[vocabulary_meaning[i]].x);
    lexicon_drop(a);
    lexicon_drop(b);
    lexicon_drop(c);
}

/* ---- many versions -------------------------------------------------------------- */

enum { VERSIONS = 1500, EACH = 16 };

static int add_words(struct lexicon **l, int version)
{
    char name[24];
    int last = -1;
    for (int i = 0; i < EACH; i++) {
        snprintf(name, sizeof name, "v%d-%d", version, i);
        last = lexicon_intern(l, name, 2);
    }
    return last;
}

/* What a version does not share with the next one stays as small however many words there are. */
TEST(versions_share_their_words)
{
    static struct lexicon *v[VERSIONS];
    v[0] = lexicon_default();
    int known = v[0]->count;
    for (int i = 1; i < VERSIONS; i++) {
        v[i] = lexicon_share(v[i - 1]);
        assert_int_equal(add_words(&v[i], i), known + EACH * i - 1);
        assert_in_range(lexicon_bytes(v[i - 1], v[i]), 1, 4096);
    }
    for (int i = 1; i < VERSIONS; i += 97) {
        char name[24];
        snprintf(name, sizeof name, "v%d-%d", i, EACH - 1);
        assert_int_equal(lexicon_find(v[i], name), known + EACH * i - 1);
        assert_int_equal(lexicon_find(v[VERSIONS - 1], name), known + EACH * i - 1);
        assert_int_equal(lexicon_find(v[i - 1], name), -1);
    }
    struct lexicon *branch = lexicon_share(v[3]);
    assert_int_equal(add_words(&branch, VERSIONS),
                     v[4]->count - 1); /* the places that other words have in v[4] */
    assert_int_equal(lexicon_find(branch, "v4-0"), -1);
    assert_int_equal(lexicon_find(v[4], "v1500-0"), -1);
    assert_int_equal(lexicon_find(branch, "v1500-0"), lexicon_find(v[4], "v4-0"));
    assert_false(lexicon_same(branch, v[4]));
    assert_true(lexicon_bytes(v[VERSIONS - 1], v[0]) > (size_t)VERSIONS * EACH * sizeof(struct own_word));
    lexicon_drop(branch);
    for (int i = 0; i < VERSIONS; i++)
        lexicon_drop(v[i]);
}

/* How a word was shown earlier, or is in another version, is not how it is found. */
TEST(a_word_is_found_as_this_version_shows_it)
{
    struct lexicon *a = lexicon_default(), *b = lexicon_share(a);
    int cat = lexicon_find(a, "猫"), dog = lexicon_find(a, "dog");
    assert_true(lexicon_show(&b, cat, (struct pair)PAIR("tom", "咪")) && lexicon_find(b, "tom") == cat &&
                lexicon_find(b, "咪") == cat);
    assert_int_equal(lexicon_find(a, "tom"), -1);
    assert_true(lexicon_show(&b, cat, (struct pair)PAIR("dog", NULL)));
    assert_true(lexicon_find(b, "tom") == -1 && lexicon_find(b, "dog") == cat &&
                lexicon_find(a, "dog") == dog);
    assert_int_equal(lexicon_find(b, "猫"), cat);
    lexicon_drop(a);
    lexicon_drop(b);
}

TEST(all_that_a_word_holds_is_counted)
{
    struct lexicon *known = lexicon_default(), *l[2];
    for (int i = 0; i < 2; i++) {
        l[i] = lexicon_share(known);
        int word = lexicon_intern(&l[i], "tom", 2);
        assert_true(lexicon_show(&l[i], word, (struct pair)PAIR("tom", i ? "汤姆汤姆" : "汤")));
    }
    assert_int_equal(lexicon_bytes(l[1], known) - lexicon_bytes(l[0], known),
                     strlen("汤姆汤姆") - strlen("汤"));
    for (int i = 0; i < 2; i++)
        lexicon_drop(l[i]);
    lexicon_drop(known);
}
