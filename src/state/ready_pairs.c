#include "state/ready_pairs.h"

#include <string.h>

#include "base/mem.h"

const struct ready_pair ready_pairs[] = {
    {"猫", {"猫 追 狗", "狗 追 猫"}},
    {"dog", {"cat chases dog", "dog chases cat"}},
    {"cat", {"the cat chases the dog", "the dog chases the cat"}},
    {"我", {"我 喜欢 你", "你 喜欢 我"}},
    {"child", {"the child loves the mother", "the mother loves the child"}},
    {"被", {"狗 被 猫 追 了", "猫 被 狗 追 了"}},
    {"by", {"the dog was chased by the cat", "the cat was chased by the dog"}},
    {"机器人", {"机器人 不能 伤害 人类", "人类 不能 伤害 机器人"}},
    {"robots", {"robots cannot harm humans", "humans cannot harm robots"}},
    {"把", {"狗 把 猫 赶走 了", "猫 把 狗 赶走 了"}},
    {"妈妈", {"孩子 的 妈妈 爱 猫", "妈妈 的 孩子 爱 猫"}},
    {"mother", {"the mother of the child loves the cat", "the child of the mother loves the cat"}},
    {"teacher", {"the teacher likes the student", "the student likes the teacher"}},
    {"fish", {"the fish eats the apple", "the apple eats the fish"}},
    /* none that the reader learned: two verbs, an order of 不 and 都, a name of two nouns */
    {"老师", {"老师 说 学生 很 好", "学生 说 老师 很 好"}},
    {"他们", {"他们 都 不 喜欢 苹果", "他们 不 都 喜欢 苹果"}},
    {"苹果", {"苹果 公司 发布了 新 苹果 手机", "苹果 公司 发布了 苹果 新 手机"}},
    {NULL, {NULL, NULL}},
};

int ready_pair_nth(int place, enum lang lang)
{
    for (int own = 1; own >= 0; own--)
        for (int i = 0; ready_pairs[i].name; i++)
            if ((((unsigned char)ready_pairs[i].name[0] < 0x80) == lang_has_blanks(lang)) == own &&
                place-- == 0)
                return i;
    return -1;
}

/* Returns word t of a side and sets *n to its length; NULL after the last. */
static const char *side_word(const char *side, int t, size_t *n)
{
    while (t-- > 0) {
        side += strcspn(side, " ");
        side += *side == ' ';
    }
    *n = strcspn(side, " ");
    return *n > 0 ? side : NULL;
}

static int count_words(const char *side)
{
    int count = 0;
    for (size_t n; side_word(side, count, &n);)
        count++;
    return count;
}

static bool is_side(const struct state *s, const char *side)
{
    const struct sequence *q = s->sentence;
    bool same = count_words(side) == q->count;
    size_t n;
    for (int t = 0; same && t < q->count; t++) {
        const char *word = side_word(side, t, &n);
        same = lemma_is(lexicon_at(s->lexicon, q->id[t]), word, n);
    }
    return same;
}

int ready_pair_of(const struct state *s)
{
    for (int i = 0; ready_pairs[i].name; i++)
        if (is_side(s, ready_pairs[i].side[0]) || is_side(s, ready_pairs[i].side[1]))
            return i;
    return -1;
}

bool ready_pair_places(const struct state *s, int *from, int *to)
{
    int pair = ready_pair_of(s), found = 0, *const place[] = {from, to};
    for (int t = 0; pair >= 0 && t < s->sentence->count && found < 2; t++) {
        size_t n, m;
        const char *a = side_word(ready_pairs[pair].side[0], t, &n),
                   *b = side_word(ready_pairs[pair].side[1], t, &m);
        if (n != m || strncmp(a, b, n) != 0)
            *place[found++] = t;
    }
    return found == 2;
}

struct sequence *ready_pair_side(struct lexicon **l, int pair, int side, int d)
{
    const char *words = ready_pairs[pair].side[side];
    struct sequence *q = sequence_new(NULL, count_words(words));
    bool ok = q != NULL;
    for (int t = 0; ok && t < q->count; t++) {
        size_t n;
        const char *word = side_word(words, t, &n);
        char *name = mem_copy_text(word, n);
        q->id[t] = name ? lexicon_intern(l, name, d) : -1;
        ok = q->id[t] >= 0;
        mem_free(name);
    }
    if (ok)
        return q;
    sequence_drop(q);
    return NULL;
}
