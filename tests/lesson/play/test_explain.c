/* The glossary of the course: every name of a term finds it, in both languages, and a word that is none finds
 * what is near. */
#include <stdlib.h>
#include <string.h>

#include "lesson/play/explain.h"
#include "lesson/play/files.h"
#include "lesson/read/glossary.h"
#include "support/apps.h"
#include "support/test.h"

static struct glossary glossary_in(enum lang lang)
{
    struct text bytes = {0}, path = {0};
    struct complaints complaints = {0};
    struct glossary g;
    assert_true(lesson_page_bytes("glossary", lang, &bytes, &path));
    assert_true(glossary_read(&g, text_str(&path), text_str(&bytes), bytes.len, lang, &complaints));
    complaints_finish(&complaints);
    text_finish(&bytes);
    text_finish(&path);
    return g;
}

/* The answer of a line: what it says, whether it succeeds or not. */
static struct text answer(enum lang lang, const char *command, const char *word)
{
    struct app a = fresh_app_in(lang);
    struct text line = {0};
    struct reply r = {.lang = lang};
    text_addf(&line, "%s %s", command, word);
    app_line(&a, text_str(&line), &r);
    text_clear(&line);
    text_add(&line, text_str(&r.text));
    reply_finish(&r);
    app_finish(&a);
    return line;
}

struct naming {
    enum lang lang;    /* of the screen */
    const char *title; /* of the term in that language */
    int count;
};

static bool finds(void *arg, const char *name)
{
    struct naming *n = arg;
    struct text said = {0};
    bool found = explain_term(&said, n->lang, name, false);
    if (!found || strncmp(text_str(&said), n->title, strlen(n->title)) != 0)
        fail_msg("'%s' finds not '%s' but: %s", name, n->title, text_str(&said));
    text_finish(&said);
    n->count++;
    return false;
}

TEST(every_name_finds_its_term_in_both_languages)
{
    struct glossary g[] = {[LANG_EN] = glossary_in(LANG_EN), [LANG_ZH] = glossary_in(LANG_ZH)};
    int names = 0;
    for (int written = 0; written < 2; written++)
        for (int i = 0; i < g[written].count; i++)
            for (int lang = 0; lang < 2; lang++) {
                const struct glossary_term *term = &g[written].v[i];
                struct naming n = {(enum lang)lang, glossary_find(&g[lang], term->id.s)->title.s, 0};
                glossary_each_name(term, finds, &n);
                names += n.count;
            }
    assert_true(names > 600);
    glossary_finish(&g[0]);
    glossary_finish(&g[1]);
}

TEST(what_people_call_it_is_found_by_help_and_glossary)
{
    static const struct {
        const char *word, *title[2];
    } cases[] = {
        {"softmax weight", {"attention weight", "注意力权重"}},
        {"权重", {"attention weight", "注意力权重"}},
        {"\"Attention Weight\"", {"attention weight", "注意力权重"}},
        {"logit", {"logit", "类别分"}},
        {"分数", {"score", "得分"}},
        {"词嵌入", {"embedding", "词向量"}},
        {"EMBEDDING", {"embedding", "词向量"}},
        {"查询", {"query", "查询"}},
        {"queries", {"query", "查询"}},
        {"掩码", {"mask", ""}},
        {"遮罩", {"mask", ""}},
        {"rotary", {"RoPE", "旋转位置编码"}},
        {"多头注意力", {"multi-head", "多头"}},
        {"softmax", {"normalisation", "归一化"}},
        {"梯度", {"gradient", "梯度"}},
        {"词·位", {"four-term", "四项分解"}},
        {"BERT", {"checkpoint", "检查点"}},
        {"傅里叶", {"kernel", "核"}},
        {"yarn", {"position interpolation", "位置插值"}},
        {"generate", {"autoregressive generation", "自回归生成"}},
        {"缩放点积注意力", {"scaled dot-product attention", "缩放点积注意力"}},
        {"信息瓶颈", {"context vector", "上下文向量"}},
        {"n-gram", {"n-gram", "n 元语法"}},
        {"qk-norm", {"RMSNorm", "RMSNorm"}},
        {"vanishing gradient", {"gradient", "梯度"}},
        {"fourier feature", {"kernel", "核"}}, /* not a name, but inside one */
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int lang = 0; lang < 2; lang++)
            for (int help = 0; help < 2; help++) {
                struct text said = answer((enum lang)lang, help ? "help" : "glossary", cases[i].word);
                const char *title = cases[i].title[lang];
                if (strncmp(text_str(&said), title, strlen(title)) != 0 || !strstr(text_str(&said), "\n  "))
                    fail_msg("%s: %s", cases[i].word, text_str(&said));
                text_finish(&said);
            }
}

/* Words that people ask about models since 2020: each is explained in both languages, beside the line that
 * sets it, where there is one. */
TEST(words_of_todays_models_are_explained)
{
    static const struct {
        const char *word, *title[2], *sets;
    } cases[] = {
        {"yarn", {"position interpolation", "位置插值"}, "scaling=yarn"},
        {"ntk", {"position interpolation", "位置插值"}, "ntk"},
        {"interpolation", {"position interpolation", "位置插值"}, "panel bands"},
        {"插值", {"position interpolation", "位置插值"}, "alike"},
        {"gqa", {"grouped-query attention", "分组查询注意力"}, "set key_heads 1"},
        {"mqa", {"grouped-query attention", "分组查询注意力"}, "set key_heads 1"},
        {"cache", {"KV cache", "KV 缓存"}, ""},
        {"bos", {"beginning of sequence", "起始词元"}, ""},
        {"generate", {"autoregressive generation", "自回归生成"}, ""},
        {"sampling", {"autoregressive generation", "自回归生成"}, ""},
        {"patching", {"patching", "激活修补"}, "carry attn0.h1"},
        {"ablate", {"ablation", "消融"}, "omit"},
        {"lens", {"logit lens", "logit lens（逐层读出）"}, "print lens(0"},
        {"linear", {"linear attention", "线性注意力"}, "set code linear"},
        {"mamba", {"linear attention", "线性注意力"}, "set code linear"},
        {"flash", {"online softmax", "在线 softmax"}, "set code online"},
        {"online", {"online softmax", "在线 softmax"}, "set code online"},
        {"moe", {"mixture of experts", "混合专家"}, ""},
        {"qk-norm", {"RMSNorm", "RMSNorm"}, "set qk_norm head"},
        {"rmsnorm", {"RMSNorm", "RMSNorm"}, "set rms on"},
        {"sliding window", {"sparse attention", "稀疏注意力"}, "set window 3"},
        {"soft-cap", {"soft-cap", "软上限"}, "set softcap 3"},
        {"attention sink", {"attention sink", "注意力汇点"}, "set sink on"},
        {"swiglu", {"gated feed-forward", "带门的前馈"}, "set gated on"},
        {"geglu", {"gated feed-forward", "带门的前馈"}, "set gated on"},
        {"parallel block", {"parallel block", "并行块"}, "set parallel on"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int lang = 0; lang < 2; lang++) {
            struct text line = {0};
            text_addf(&line, "\"%s\"", cases[i].word);
            struct text said = answer((enum lang)lang, "help", text_str(&line));
            const char *title = cases[i].title[lang];
            if (strncmp(text_str(&said), title, strlen(title)) != 0 ||
                !strstr(text_str(&said), cases[i].sets))
                fail_msg("%s: %s", cases[i].word, text_str(&said));
            text_finish(&line);
            text_finish(&said);
        }
}

TEST(a_word_that_is_no_name_finds_the_nearest)
{
    static const struct {
        enum lang lang;
        const char *command, *word, *near;
    } cases[] = {
        {LANG_EN, "glossary", "qurey", "did you mean one of these? query"},
        {LANG_EN, "glossary", "sofmax", "did you mean one of these? normalisation"},
        {LANG_EN, "help", "atention weight", "attention weight"},
        {LANG_EN, "help", "swpa", "did you mean one of these? swap"},
        {LANG_EN, "glossary", "xyzzy", "'glossary' lists them"},
        {LANG_EN, "help", "xyzzy", "try a command"},
        {LANG_ZH, "glossary", "权值", "注意力权重"},
        {LANG_ZH, "help", "嵌人", "是不是其中之一？词向量（嵌入）"},
        {LANG_ZH, "help", "龘", "可写命令"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct text said = answer(cases[i].lang, cases[i].command, cases[i].word);
        if (!strstr(text_str(&said), cases[i].near))
            fail_msg("%s %s: %s", cases[i].command, cases[i].word, text_str(&said));
        text_finish(&said);
    }
}

/* The term comes first, the command of the same name after it. */
TEST(a_command_and_a_term_of_one_name_are_both_explained)
{
    struct text said = answer(LANG_EN, "help", "mask");
    const char *command = strstr(text_str(&said), "mask none|causal|given"),
               *term = strstr(text_str(&said), "Says which query must not see which key");
    assert_true(command && term && term < command);
    text_finish(&said);
}

/* What is called so comes before a term that only mentions the word. */
TEST(a_term_that_only_mentions_a_word_comes_last)
{
    struct text said = answer(LANG_ZH, "help", "放大");
    const char *key = strstr(text_str(&said), "add zoom 1"), *term = strstr(text_str(&said), "暂退法");
    assert_true(key && term && key < term);
    text_finish(&said);
}

static int course(void **state)
{
    return setenv("QKV_LESSONS", "lessons", 1) || locale(state);
}

/* In a step its own terms come first, and none is explained twice. */
TEST(the_whole_list_explains_every_term_once)
{
    for (int lang = 0; lang < 2; lang++)
        for (int lesson = 0; lesson < 2; lesson++) {
            struct glossary g = glossary_in((enum lang)lang);
            struct app a = fresh_app_in((enum lang)lang);
            struct reply r = {.lang = (enum lang)lang};
            if (lesson)
                must_enter(&a, "lesson 01");
            assert_true(app_line(&a, "glossary", &r));
            for (int i = 0; i < g.count; i++) {
                struct text entry = TEXT_HERE;
                const struct glossary_term *term = &g.v[i];
                text_addf(&entry, "  %s", term->text.v[0].v[0].text.s);
                const char *found = strstr(text_str(&r.text), text_str(&entry));
                if (!found || strstr(found + 1, text_str(&entry)))
                    fail_msg("%s: explained %s", term->title.s, found ? "twice" : "nowhere");
                text_finish(&entry);
            }
            reply_finish(&r);
            app_finish(&a);
            glossary_finish(&g);
        }
}

TESTS(course, NULL)
