/* Commands that set the sentence (typed, word by word, a ready pair) and the second sequence. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/words.h"
#include "command/command.h"
#include "command/segment.h"
#include "core/encoding/posenc.h"
#include "tasks/task.h"
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

/* Converts words to lexicon indices; unknown ones get pseudo-random embeddings. */
static struct sequence *sequence_of(struct call *c, struct state *next, const struct segments *seg)
{
    struct sequence *q = NULL;
    int *id = mem_new((size_t)seg->count + 1, sizeof *id);
    bool ok = id != NULL;
    for (int i = 0; ok && i < seg->count; i++) {
        if (state_model(next) && lexicon_find(next->lexicon, seg->v[i]) < 0) {
            mem_free(id);
            call_fail(c, 1, TEXT("the model has no token '%s' ('sentence' splits any text)"), seg->v[i]);
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

/* Reads the words after the command's name as a sequence; with `cut` the open model's tokenizer splits them.
 */
static bool read_sequence(struct call *c, struct state *next, bool cut, struct sequence **out)
{
    struct segments seg = {0};
    struct text all = {0};
    bool tokens = cut && state_model(next), ok;
    *out = NULL;
    if (tokens) {
        as_written(c, false, &all);
        *out = all.failed ? NULL : state_tokens(next, text_str(&all), c->r);
        ok = *out || (all.failed && reply_no_memory(c->r));
    } else if (cut) {
        as_written(c, true, &all);
        ok = (!all.failed && segment(&seg, next->lexicon, text_str(&all))) || reply_no_memory(c->r);
    } else {
        ok = true;
        for (int i = 1; ok && i < c->w->count; i++) {
            text_clear(&all);
            call_written(c, i, &all);
            ok = (!all.failed && segment_add(&seg, text_str(&all), all.len)) || reply_no_memory(c->r);
        }
    }
    text_finish(&all);
    int count = tokens && ok ? (*out)->count : seg.count;
    if (ok && count == 0)
        ok = call_fail(c, 1, TEXT("a sentence needs at least one word"));
    if (ok && !tokens && count > CONFIG_MAX_WORDS)
        ok = call_fail(c, 1, TEXT("%d words are too many (at most %d)"), count, CONFIG_MAX_WORDS);
    if (ok && !tokens)
        *out = sequence_of(c, next, &seg);
    segment_finish(&seg);
    if (!ok) {
        sequence_drop(*out);
        *out = NULL;
    }
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
    state_finish(next);
    if (!call_opening(c, next))
        return false;
    look.view = look.view == VIEW_TRAIN ? VIEW_FLOW : look.view;
    look.layer = next->look.layer; /* its named heads */
    next->look = look;
    reply_say(c->r, TEXT("the opening model reads this sentence, not the task's"));
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

/* sentence TEXT, tokens A B …, memory A B … | memory none: a single word of the memory is cut as a sentence
 * is. */
static bool sentence_into(struct call *c, struct state *next)
{
    struct sequence *q = NULL;
    int count = c->w->count;
    bool memory = call_is(c, 0, "memory"),
         none = memory && (count == 1 || (count == 2 && call_is(c, 1, "none")));
    bool cut = memory ? count == 2 : call_is(c, 0, "sentence");
    int asked = next->sentence->id[next->look.query];
    bool ok = none || read_sequence(c, next, cut, &q);
    if (ok && cut && !memory && !c->m->lesson && !task_knows(next, q)) {
        sequence_drop(q);
        asked = NOBODY;
        ok = open_instead(c, next) && read_sequence(c, next, cut, &q);
    }
    if (!ok)
        return false;
    struct sequence **place = memory ? &next->memory : &next->sentence;
    sequence_drop(*place);
    *place = q;
    if (!memory)
        ask_again(next, asked);
    return true;
}

/* Returns the ready pair of a name, in the order of the language; by != 0: the one after or before the
 * present one, which wraps around. -1: none has the name. */
static int find_pair(struct call *c, const char *name, int by)
{
    enum lang lang = (enum lang)c->m->now.state.look.lang;
    int present = ready_pair_of(&c->m->now.state), place = by > 0 ? -1 : 0, count = 0, found = -1;
    struct text names = {0};
    for (int i; (i = ready_pair_nth(count, lang)) >= 0; count++) {
        place = i == present ? count : place;
        text_addf(&names, " %s", ready_pairs[i].name);
        found = by == 0 && found < 0 && strcmp(ready_pairs[i].name, name) == 0 ? i : found;
    }
    if (by == 0 && found < 0)
        call_fail(c, 1, TEXT("no pair '%s' (next prev%s)"), name, text_str(&names));
    text_finish(&names);
    int next = by != 0 ? ready_pair_nth(place + by, lang) : found;
    return by != 0 && next < 0 ? ready_pair_nth(by > 0 ? 0 : count - 1, lang) : next;
}

/* pair NAME|next|prev: sets the sentence to the first side of a ready pair. */
static bool sentence_pair(struct call *c, struct state *next)
{
    enum { NEXT };
    bool step = c->read.way[1] >= 0;
    int i = find_pair(c, call_word(c, 1), !step ? 0 : c->read.way[1] == NEXT ? 1 : -1);
    if (i < 0 || (next->set.task && !open_instead(c, next)))
        return false;
    struct sequence *q = state_model(next) ? state_tokens(next, ready_pairs[i].side[0], c->r)
                                           : ready_pair_side(&next->lexicon, i, 0, next->set.d);
    if (!q)
        return c->r->failed ? false : reply_no_memory(c->r);
    sequence_drop(next->sentence);
    next->sentence = q;
    ask_again(next, NOBODY);
    if (step && c->r->text.len == 0) /* two lines would cover the picture */
        reply_say(c->r, "%s  /  %s", ready_pairs[i].side[0], ready_pairs[i].side[1]);
    return true;
}

/* Makes p0, p1 … the sentence. A new one has a vector of zeros: only its position counts until it is given a
 * content. Returns false without memory. */
static bool patches_of(struct state *next, int count)
{
    int id[CONFIG_MAX_WORDS];
    struct value *zeros = value_new(1, next->set.d);
    bool ok = zeros != NULL;
    for (int j = 0; ok && j < next->set.d; j++)
        zeros->v[j] = 0;
    for (int i = 0; ok && i < count; i++) {
        char name[16];
        snprintf(name, sizeof name, "p%d", i);
        bool known = lexicon_find(next->lexicon, name) >= 0;
        id[i] = lexicon_intern(&next->lexicon, name, next->set.d);
        ok = id[i] >= 0 && (known || lexicon_set(&next->lexicon, id[i], zeros));
    }
    value_drop(zeros);
    struct sequence *q = ok ? sequence_new(id, count) : NULL;
    if (!q)
        return false;
    sequence_drop(next->sentence);
    next->sentence = q;
    return true;
}

/* patches ROWS COLUMNS: an encoding of a grid reads as many patches per row: the present one, or grid2d. */
static bool sentence_patches(struct call *c, struct state *next)
{
    long rows = c->read.number[1], columns = c->read.number[2];
    const struct posenc_def *def = posencs[next->set.encoding];
    if (rows * columns > CONFIG_MAX_WORDS)
        return call_fail(c, 1, TEXT("%ld × %ld are %ld patches: at most %d fit (16 × 32, 22 × 23)"), rows,
                         columns, rows * columns, CONFIG_MAX_WORDS);
    if (!patches_of(next, (int)(rows * columns)))
        return reply_no_memory(c->r);
    def = def->grid > 0 ? def : posenc_find("grid2d");
    next->set.encoding = posenc_index(def);
    next->pe_param[next->set.encoding][def->grid - 1] = (double)columns;
    return true;
}

const struct command cmd_sentence[] = {
    {"sentence", "TEXT*", NULL, sentence_into, COMMAND_STATE, "sentence 机器人/不能/伤害/人类",
     TEXT("sets the sentence; spaces or / separate words, otherwise Chinese text is split by known words; "
          "without /, marks at a word's end are words too")},
    {"tokens", "A B …", NULL, sentence_into, COMMAND_STATE, "tokens 狗 追 猫",
     TEXT("sets the words one by one, exactly as written; in quotes (also in sentence) \\t is a tab, \\n a "
          "line break, \\u{200C} a character by its number; ¦ is an invisible one")},
    {"pair", "NAME:pair|next|prev", NULL, sentence_pair, COMMAND_STATE, "pair 机器人",
     TEXT("sets a ready-made sentence whose words also form another one (x swaps them, = compares)")},
    {"patches", "ROWS:1..1000000 COLUMNS:1..1000000", NULL, sentence_patches, COMMAND_STATE, "patches 14 14",
     TEXT("a picture cut into patches, p0, p1 … row by row, without content; grid2d, or fourier on a grid, "
          "gets that many columns")},
    {"memory", "[A B …] | none", NULL, sentence_into, COMMAND_STATE, "memory 我 爱 学习",
     TEXT("sets the second sequence, which provides keys and values (cross-attention)")},
    COMMAND_LAST,
};
