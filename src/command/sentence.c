/* Commands that set the sentence (typed, word by word, a ready pair) and the second sequence. */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/words.h"
#include "command/assign.h"
#include "command/command.h"
#include "command/segment.h"
#include "core/encoding/posenc.h"
#include "learn/task.h"
#include "state/ready_pairs.h"
#include "state/weights.h"

/* Appends the text after the command's name: with its full-width signs, as many blanks as were typed, and the
 * tabs and line breaks in its quotes. With `apart` a blank is between all words. */
static void as_written(const struct call *c, bool apart, struct text *out)
{
    const struct word *v = c->w->v;
    for (int i = 1; i < c->w->count; i++) {
        const char *s = c->rest + (v[i].at - v[1].at);
        size_t gap = i > 1 ? v[i].at - v[i - 1].end : 0;
        text_add(out, apart && i > 1 && gap == 0 ? " " : "");
        for (size_t k = gap; k > 0; k--) /* a blank each, of one byte or more */
            text_add(out, ((unsigned char)s[-(ptrdiff_t)k] & 0xC0) == 0x80 ? "" : " ");
        if (v[i].quoted)
            words_unquote(out, s + 1, v[i].end - v[i].at - 2, false);
        else
            call_written(c, i, out);
    }
}

/* Collects the words after the command's name: split by segment() if `cut`, else as written. */
static bool collect(struct call *c, const struct lexicon *l, bool cut, struct segments *out)
{
    if (!cut) {
        bool ok = true;
        for (int i = 1; ok && i < c->w->count; i++) {
            struct text word = TEXT_HERE;
            call_written(c, i, &word);
            ok = !word.failed && segment_add(out, text_str(&word), word.len);
            text_finish(&word);
        }
        return ok || reply_no_memory(c->r);
    }
    struct text all = {0};
    as_written(c, true, &all);
    bool ok = !all.failed && segment(out, l, text_str(&all));
    text_finish(&all);
    return ok || reply_no_memory(c->r);
}

/* Converts words to lexicon indices; unknown ones get pseudo-random embeddings. */
static struct sequence *sequence_of(struct call *c, struct state *next, const struct segments *seg)
{
    struct sequence *q = NULL;
    int *id = mem_new((size_t)seg->count + 1, sizeof *id);
    bool ok = id != NULL;
    for (int i = 0; ok && i < seg->count; i++) {
        if (state_model(next) && lexicon_find(next->lexicon, seg->v[i]) < 0) {
            mem_free(id);
            call_fail(c, 1,
                      TEXT("the model has no token '%s' ('sentence' splits any text)",
                           "模型里没有词元“%s”（sentence 会切分任何文本）"),
                      seg->v[i]);
            return NULL;
        }
        id[i] = lexicon_intern(&next->lexicon, seg->v[i], next->set.d);
        ok = id[i] >= 0;
    }
    if (ok)
        q = sequence_new(id, seg->count);
    mem_free(id);
    if (!q)
        reply_no_memory(c->r);
    return q;
}

/* Splits the words as the model's tokenizer does. */
static bool read_text(struct call *c, struct state *next, struct sequence **out)
{
    struct text all = {0};
    as_written(c, false, &all);
    *out = all.failed ? NULL : state_tokens(next, text_str(&all), c->r);
    bool ok = *out || (all.failed && reply_no_memory(c->r));
    text_finish(&all);
    if (ok && (*out)->count == 0) {
        sequence_drop(*out);
        *out = NULL;
        return call_fail(c, 1, TEXT("a sentence needs at least one word", "句子至少要有一个词"));
    }
    return ok;
}

static bool read_sequence(struct call *c, struct state *next, bool cut, struct sequence **out)
{
    struct segments seg = {0};
    if (cut && state_model(next))
        return read_text(c, next, out);
    bool ok = collect(c, next->lexicon, cut, &seg);
    if (ok && seg.count == 0)
        ok = call_fail(c, 1, TEXT("a sentence needs at least one word", "句子至少要有一个词"));
    if (ok && seg.count > CONFIG_MAX_WORDS)
        ok = call_fail(c, 1, TEXT("%d words are too many (at most %d)", "%d 个词太多了（最多 %d 个）"),
                       seg.count, CONFIG_MAX_WORDS);
    *out = ok ? sequence_of(c, next, &seg) : NULL;
    segment_finish(&seg);
    return *out != NULL;
}

enum { NOBODY = -1 };

/* With named heads the query stays on its word; if that is gone, it goes to the verb, which named heads are
 * about. The key is the word that the head in focus is to read, so that the lens shows the ribbon. */
static void ask_again(struct state *next, int word)
{
    const struct sequence *q = next->sentence;
    struct look *look = &next->look;
    struct grammar_reading is = {0};
    if (!state_heads_named(next))
        return;
    bool read = weights_reading(next, &is);
    int i = 0, verb = state_verb(next);
    while (i < q->count && q->id[i] != word)
        i++;
    for (int t = is.n - 1; read && t >= 0; t--)
        verb = is.role[t] == 'V' ? t : verb;
    look->query = i < q->count ? i : verb;
    int to = read && look->head < TASK_HEADS ? is.to[look->query][look->head] : -1;
    look->key = to < 0 ? look->key : to;
}

/* Begins a change with the scene that opens first, in place of a model that learns a task and knows nothing
 * of the sentence that follows. */
static bool open_instead(struct call *c, struct state *next)
{
    struct look look = c->m->now.state.look;
    if (!call_opening(c, next))
        return false;
    look.view = look.view == VIEW_TRAIN ? VIEW_FLOW : look.view;
    look.layer = next->look.layer; /* its named heads */
    next->look = look;
    reply_say(c->r, TEXT("the opening model reads this sentence, not the task's",
                         "这一句由开头的模型来读，不是任务的模型"));
    return true;
}

/* Returns whether the task of s, if any, can answer for a sentence: its answers are about its own words. */
static bool task_knows(const struct state *s, const struct sequence *q)
{
    const struct task *of = task_at(s->set.task);
    bool known = true;
    for (int t = 0; of && of->classes > 0 && known && t < q->count; t++) {
        int i = 0;
        while (of->words[i].zh && strcmp(of->words[i].zh, state_name(s, q, t)) != 0)
            i++;
        known = of->words[i].zh;
    }
    return known;
}

static bool give(struct call *c, bool memory, bool cut)
{
    struct state next = {0};
    struct sequence *q;
    call_edit(c, &next);
    int asked = next.sentence->id[next.look.query];
    bool ok = read_sequence(c, &next, cut, &q);
    if (ok && cut && !memory && !c->m->lesson && !task_knows(&next, q)) {
        sequence_drop(q);
        state_finish(&next);
        if (!open_instead(c, &next))
            return false;
        ok = read_sequence(c, &next, cut, &q);
        asked = NOBODY;
    }
    if (!ok) {
        state_finish(&next);
        return false;
    }
    struct sequence **place = memory ? &next.memory : &next.sentence;
    sequence_drop(*place);
    *place = q;
    if (!memory)
        ask_again(&next, asked);
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
        call_edit(c, &next);
        sequence_drop(next.memory);
        next.memory = NULL;
        return call_commit(c, &next);
    }
    return give(c, true, c->w->count == 2);
}

/* Returns the pair after or before the present one, in the order of the language; wraps around. */
static int next_pair(const struct state *s, int by)
{
    enum lang lang = (enum lang)s->look.lang;
    int at = ready_pair_of(s), place = by > 0 ? -1 : 0, count = 0;
    for (int i; (i = ready_pair_nth(count, lang)) >= 0; count++)
        place = i == at ? count : place;
    int next = ready_pair_nth(place + by, lang);
    return next >= 0 ? next : ready_pair_nth(by > 0 ? 0 : count - 1, lang);
}

/* Returns the pair of this name, or -1. */
static int find_pair(struct call *c, const char *name)
{
    enum lang lang = (enum lang)c->m->now.state.look.lang;
    struct text names = {0};
    for (int place = 0, i; (i = ready_pair_nth(place, lang)) >= 0; place++) {
        text_addf(&names, " %s", ready_pairs[i].name);
        if (strcmp(ready_pairs[i].name, name) == 0) {
            text_finish(&names);
            return i;
        }
    }
    call_fail(c, 1, TEXT("no pair '%s' (next prev%s)", "没有句对“%s”（有 next prev%s）"), name,
              text_str(&names));
    text_finish(&names);
    return -1;
}

/* pair NAME|next|prev: sets the sentence to the first side of a ready pair. */
static bool pair(struct call *c)
{
    struct state next = {0};
    const char *name = call_word(c, 1);
    int by = strcmp(name, "next") == 0 ? 1 : strcmp(name, "prev") == 0 ? -1 : 0;
    bool step = by != 0;
    int i = step ? next_pair(&c->m->now.state, by) : find_pair(c, name);
    if (i < 0 || (c->m->now.state.set.task && !open_instead(c, &next)))
        return false;
    if (!next.lexicon)
        call_edit(c, &next);
    struct sequence *q = state_model(&next) ? state_tokens(&next, ready_pairs[i].side[0], c->r)
                                            : ready_pair_side(&next.lexicon, i, 0, next.set.d);
    if (!q) {
        state_finish(&next);
        return c->r->failed ? false : reply_no_memory(c->r);
    }
    sequence_drop(next.sentence);
    next.sentence = q;
    ask_again(&next, NOBODY);
    if (!call_commit(c, &next))
        return false;
    if (step && c->r->text.len == 0) /* two lines would cover the picture */
        reply_say(c->r, TEXT("%s  /  %s", "%s  /  %s"), ready_pairs[i].side[0], ready_pairs[i].side[1]);
    return true;
}

/* Returns the index of patch i, with a vector of zeros if it is new: only its position counts until it is
 * given a content. -1: out of memory. */
static int patch(struct state *next, int i, struct value *zeros)
{
    char name[16];
    snprintf(name, sizeof name, "p%d", i);
    int at = lexicon_find(next->lexicon, name);
    if (at >= 0)
        return at;
    at = lexicon_intern(&next->lexicon, name, next->set.d);
    return at >= 0 && lexicon_set(&next->lexicon, at, zeros) ? at : -1;
}

static struct sequence *patches_of(struct state *next, int count)
{
    int id[CONFIG_MAX_WORDS];
    struct value *zeros = value_new(1, next->set.d);
    bool ok = zeros != NULL;
    for (int j = 0; ok && j < next->set.d; j++)
        zeros->v[j] = 0;
    for (int i = 0; ok && i < count; i++)
        ok = (id[i] = patch(next, i, zeros)) >= 0;
    value_drop(zeros);
    return ok ? sequence_new(id, count) : NULL;
}

/* Makes an encoding of a grid read `columns` patches per row: the present one, or grid2d. */
static void set_columns(struct state *next, int columns)
{
    const struct posenc_def *def = posencs[next->set.encoding];
    def = def->grid > 0 ? def : posenc_find("grid2d");
    next->set.encoding = posenc_index(def);
    next->pe_param[next->set.encoding][def->grid - 1] = columns;
}

/* patches ROWS COLUMNS */
static bool patches(struct call *c)
{
    struct state next = {0};
    double size[2];
    for (int i = 0; i < 2; i++) {
        if (!assign_number(c, i + 1, &size[i]))
            return false;
        if (!(size[i] >= 1) || size[i] != floor(size[i]))
            return call_fail(
                c, i + 1, TEXT("write a whole number from 1 on, not '%s'", "请写 1 以上的整数，而不是“%s”"),
                call_word(c, i + 1));
    }
    if (size[0] * size[1] > CONFIG_MAX_WORDS)
        return call_fail(c, 1,
                         TEXT("%g × %g are %g patches: at most %d fit (16 × 32, 22 × 23)",
                              "%g × %g 是 %g 个小块：最多 %d 个（16 × 32、22 × 23）"),
                         size[0], size[1], size[0] * size[1], CONFIG_MAX_WORDS);
    call_edit(c, &next);
    struct sequence *q = patches_of(&next, (int)(size[0] * size[1]));
    if (!q) {
        state_finish(&next);
        return reply_no_memory(c->r);
    }
    sequence_drop(next.sentence);
    next.sentence = q;
    set_columns(&next, (int)size[1]);
    return call_commit(c, &next);
}

const struct command cmd_sentence[] = {
    {"sentence", 1, -1, "sentence TEXT", sentence, COMMAND_STATE, WORDS_NAMES,
     "sentence 机器人/不能/伤害/人类",
     PAIR("sets the sentence; spaces or / separate words, otherwise Chinese text is split by known words; "
          "without /, marks at a word's end are words too",
          "换一个句子；用空格或 / 分词，其余中文按已知的词切分；不用 / 时，词末标点自成一词")},
    {"tokens", 1, -1, "tokens A B …", tokens, COMMAND_STATE, WORDS_NAMES, "tokens 狗 追 猫",
     PAIR("sets the words one by one, exactly as written; in quotes (also in sentence) \\t is a tab, \\n a "
          "line break, \\u{200C} a character by its number; ¦ is an invisible one",
          "逐个给出词，照写不切；引号里（sentence 也一样）\\t 是制表符，\\n 是换行，\\u{200C} "
          "是这个编号的字符；¦ 是看不见的字符")},
    {"pair", 1, 1, "pair NAME|next|prev", pair, COMMAND_STATE, WORDS_PAIRS, "pair 机器人",
     PAIR("sets a ready-made sentence whose words also form another one (x swaps them, = compares)",
          "现成的句子，同样的词还能排成另一句（x 交换，= 对比）")},
    {"patches", 2, 2, "patches ROWS COLUMNS", patches, COMMAND_STATE, WORDS_NAMES, "patches 14 14",
     PAIR("a picture cut into patches, p0, p1 … row by row, without content; grid2d, or fourier on a grid, "
          "gets that many columns",
          "把图像切成小块：逐行编号 p0、p1……，没有内容；编码 grid2d（或网格上的 fourier）取这个列数")},
    {"memory", 0, -1, "memory A B … | memory none", memory, COMMAND_STATE, WORDS_NAMES, "memory 我 爱 学习",
     PAIR("sets the second sequence, which provides keys and values (cross-attention)",
          "第二个序列，由它提供键和值（交叉注意力）")},
    COMMAND_LAST,
};
