/* Commands that choose and order the words. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "cmd/cmd.h"
#include "cmd/segment.h"

/* The words behind the command's name, cut by segment() when `cut`, else as written. */
static bool collect(struct call *c, const struct lexicon *l, bool cut, struct segments *out)
{
    if (!cut) {
        for (int i = 1; i < c->w->count; i++)
            if (!segment_add(out, call_word(c, i), strlen(call_word(c, i))))
                return reply_no_memory(c->r);
        return true;
    }
    struct text all = {0};
    for (int i = 1; i < c->w->count; i++) {
        text_add(&all, i > 1 ? " " : "");
        text_add(&all, call_word(c, i));
    }
    bool ok = !all.failed && segment(out, l, text_str(&all));
    text_finish(&all);
    return ok || reply_no_memory(c->r);
}

/* Words to lexicon indices; unknown ones get made-up embeddings. */
static struct sequence *sequence_of(struct call *c, struct state *next, const struct segments *seg)
{
    struct sequence *q = NULL;
    int *id = mem_new((size_t)seg->count + 1, sizeof *id);
    bool ok = id != NULL;
    for (int i = 0; ok && i < seg->count; i++) {
        id[i] = lexicon_word(&next->lexicon, seg->v[i], next->set.d);
        ok = id[i] >= 0;
    }
    if (ok)
        q = sequence_new(id, seg->count);
    mem_free(id);
    if (!q)
        reply_no_memory(c->r);
    return q;
}

static bool read_sequence(struct call *c, struct state *next, bool cut, struct sequence **out)
{
    struct segments seg = {0};
    bool ok = collect(c, next->lexicon, cut, &seg);
    if (ok && seg.count == 0)
        ok = reply_fail(c->r, call_col(c, 1), TEXT("a sentence needs at least one word", "句子至少要有一个词"));
    if (ok && seg.count > CONFIG_MAX_WORDS)
        ok = reply_fail(c->r, call_col(c, 1), TEXT("%d words are too many (at most %d)", "%d 个词太多了（最多 %d 个）"),
                        seg.count, CONFIG_MAX_WORDS);
    *out = ok ? sequence_of(c, next, &seg) : NULL;
    segment_finish(&seg);
    return *out != NULL;
}

static bool give(struct call *c, bool memory, bool cut)
{
    struct state next = {0};
    struct sequence *q;
    if (!call_edit(c, &next))
        return false;
    if (!read_sequence(c, &next, cut, &q)) {
        state_finish(&next);
        return false;
    }
    struct sequence **place = memory ? &next.memory : &next.sentence;
    sequence_drop(*place);
    *place = q;
    return call_commit(c, &next);
}

static bool sentence(struct call *c)
{
    return give(c, false, true);
}

static bool tokens(struct call *c)
{
    return give(c, false, false);
}

static bool memory(struct call *c)
{
    if (c->w->count == 1 || (c->w->count == 2 && strcmp(call_word(c, 1), "none") == 0)) {
        struct state next = {0};
        if (!call_edit(c, &next))
            return false;
        sequence_drop(next.memory);
        next.memory = NULL;
        return call_commit(c, &next);
    }
    return give(c, true, c->w->count == 2);
}

/* Replaces the sentence by `id` (count words) in a new state. */
static bool commit_order(struct call *c, const int *id, int count)
{
    struct state next = {0};
    struct sequence *q = id ? sequence_new(id, count) : NULL;
    if (!q)
        return reply_no_memory(c->r);
    if (!call_edit(c, &next)) {
        sequence_drop(q);
        return false;
    }
    sequence_drop(next.sentence);
    next.sentence = q;
    return call_commit(c, &next);
}

static int *order_copy(const struct call *c, int *count)
{
    const struct sequence *q = c->m->now.state.sentence;
    int *id = mem_new((size_t)q->count + 1, sizeof *id);
    if (id)
        memcpy(id, q->id, (size_t)q->count * sizeof *id);
    *count = q->count;
    return id;
}

static bool read_position(struct call *c, int at, int limit, int *out)
{
    long x;
    const char *s = call_word(c, at);
    if (number_parse_int(s, strlen(s), 0, limit, &x) != NUMBER_OK)
        return reply_fail(c->r, call_col(c, at), TEXT("position %s: write 0 to %d", "位置 %s：请写 0 到 %d"), s, limit);
    *out = (int)x;
    return true;
}

static void shift_word(int *id, int from, int to)
{
    int word = id[from];
    for (int i = from; i < to; i++)
        id[i] = id[i + 1];
    for (int i = from; i > to; i--)
        id[i] = id[i - 1];
    id[to] = word;
}

static bool move(struct call *c)
{
    const struct state *s = &c->m->now.state;
    int to, count, from = state_token(s, call_word(c, 1), call_col(c, 1), c->r);
    if (from < 0 || !read_position(c, 2, s->sentence->count - 1, &to))
        return false;
    int *id = order_copy(c, &count);
    if (id)
        shift_word(id, from, to);
    bool ok = commit_order(c, id, count);
    mem_free(id);
    return ok;
}

static bool swap(struct call *c)
{
    const struct state *s = &c->m->now.state;
    int count, a = 0, b = s->sentence->count - 1;
    if (c->w->count == 2)
        return reply_fail(c->r, call_col(c, 1), TEXT("swap needs two words (or none: the ends)", "swap 需要两个词（不写则交换首尾）"));
    if (c->w->count == 3) {
        a = state_token(s, call_word(c, 1), call_col(c, 1), c->r);
        b = a < 0 ? -1 : state_token(s, call_word(c, 2), call_col(c, 2), c->r);
    }
    if (a < 0 || b < 0)
        return false;
    int *id = order_copy(c, &count);
    if (id) {
        int word = id[a];
        id[a] = id[b];
        id[b] = word;
    }
    bool ok = commit_order(c, id, count);
    mem_free(id);
    return ok;
}

static bool insert(struct call *c)
{
    const struct state *s = &c->m->now.state;
    struct state next = {0};
    int at, n = s->sentence->count;
    if (!read_position(c, 2, n, &at))
        return false;
    if (n == CONFIG_MAX_WORDS)
        return reply_fail(c->r, call_col(c, 1), TEXT("the sentence has %d words already", "句子已经有 %d 个词了"), n);
    if (!call_edit(c, &next))
        return false;
    int word = lexicon_word(&next.lexicon, call_word(c, 1), next.set.d);
    int *id = mem_new((size_t)n + 1, sizeof *id);
    struct sequence *q = NULL;
    if (id && word >= 0) {
        memcpy(id, s->sentence->id, (size_t)n * sizeof *id);
        id[n] = word;
        shift_word(id, n, at);
        q = sequence_new(id, n + 1);
    }
    mem_free(id);
    if (!q) {
        state_finish(&next);
        return reply_no_memory(c->r);
    }
    sequence_drop(next.sentence);
    next.sentence = q;
    return call_commit(c, &next);
}

static bool delete_word(struct call *c)
{
    const struct state *s = &c->m->now.state;
    int count, at = state_token(s, call_word(c, 1), call_col(c, 1), c->r);
    if (at < 0)
        return false;
    if (s->sentence->count == 1)
        return reply_fail(c->r, call_col(c, 1), TEXT("the last word stays: a sentence needs at least one",
                                                     "最后一个词不能删：句子至少要有一个词"));
    int *id = order_copy(c, &count);
    if (id)
        shift_word(id, at, count - 1);
    bool ok = commit_order(c, id, count - 1);
    mem_free(id);
    return ok;
}

const struct command cmd_sentence[] = {
    {"sentence", 1, -1, "sentence TEXT",
     PAIR("a new sentence; blanks or / separate words, other Chinese text is cut by known words",
          "换一个句子；用空格或 / 分词，其余中文按已知的词切分"),
     "sentence 机器人/不能/伤害/人类", false, sentence},
    {"tokens", 1, -1, "tokens A B …", PAIR("the words one by one, exactly as written", "逐个给出词，照写不切"),
     "tokens 狗 追 猫", false, tokens},
    {"move", 2, 2, "move T POS", PAIR("moves a word to another position", "把一个词移到另一个位置"), "move 狗 0", false,
     move},
    {"swap", 0, 2, "swap [T U]", PAIR("swaps two words (without words: the first and the last)", "交换两个词（不写则交换首尾）"),
     "swap 猫 狗", false, swap},
    {"insert", 2, 2, "insert WORD POS", PAIR("puts a word into the sentence", "在句子中插入一个词"), "insert 鱼 1", false,
     insert},
    {"delete", 1, 1, "delete T", PAIR("takes a word out of the sentence", "从句子中删去一个词"), "delete 追", false, delete_word},
    {"memory", 0, -1, "memory A B … | memory none",
     PAIR("the second sequence, whose words give keys and values (cross-attention)", "第二个序列，由它提供键和值（交叉注意力）"),
     "memory 我 爱 学习", false, memory},
    {NULL, 0, 0, NULL, PAIR(NULL, NULL), NULL, false, NULL},
};
