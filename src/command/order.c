/* Commands that move, swap, insert, delete, join and split the words of the sentence. */
#include <string.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/utf8.h"
#include "command/command.h"
#include "study/cursor.h"
#include "study/order.h"

/* A sentence being changed. */
struct draft {
    int *id, count;
    int focus; /* new position of the focus, -1: that of its word */
};

/* Copies the sentence into *d, with room for `more` words, if it then fits. */
static bool draft_begin(struct call *c, const struct state *s, int more, struct draft *d)
{
    const struct sequence *q = s->sentence;
    *d = (struct draft){.focus = -1, .count = q->count};
    if (q->count + more > CONFIG_MAX_WORDS)
        return call_fail(c, 1, TEXT("%d words are too many (at most %d)"), q->count + more, CONFIG_MAX_WORDS);
    d->id = mem_new((size_t)q->count + (size_t)more, sizeof *d->id);
    if (!d->id)
        return reply_no_memory(c->r);
    memcpy(d->id, q->id, (size_t)q->count * sizeof *d->id);
    return true;
}

/* Returns the field that holds the position of the word in focus: in the editor of x, the cursor's row. */
static int *focus_of(struct state *s)
{
    struct matrix_ref refs[MATRICES_MAX];
    matrices_list(s, refs);
    bool sheet = views[s->look.view]->sheet && refs[s->look.sheet.matrix].kind == MATRIX_X;
    return sheet ? &s->look.sheet.row : &s->look.query;
}

/* Makes the draft the sentence of `next`, if all went well so far: otherwise memory ran out. */
static bool draft_finish(struct call *c, struct draft *d, bool ok, struct state *next)
{
    struct sequence *q = ok ? sequence_new(d->id, d->count) : NULL;
    mem_free(d->id);
    if (!q)
        return reply_no_memory(c->r);
    sequence_drop(next->sentence);
    next->sentence = q;
    cursor_keep_words(next, c->m->now.state.sentence, &next->look);
    if (d->focus >= 0)
        *focus_of(next) = d->focus;
    return true;
}

/* Returns the position of the word that argument i names (default: the word in focus), or -1 with the
 * reason in the reply. */
static int which(struct call *c, int i)
{
    struct state *s = &c->m->now.state;
    return i < c->w->count ? state_token(s, call_word(c, i), call_col(c, i), c->r) : *focus_of(s);
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

/* Returns argument i as a position up to `limit`, or -1 with the reason in the reply. `directions`: they
 * could be written in its place. */
static int read_position(struct call *c, int i, int limit, bool directions)
{
    long x;
    const char *s = call_word(c, i);
    enum number_error error = number_parse_int(s, strlen(s), 0, limit, &x);
    if (error == NUMBER_OK)
        return (int)x;
    if (directions && error == NUMBER_BAD)
        call_fail(c, i, TEXT("'%s' is not a place to move to: write left, right or a position from 0 to %d"),
                  s, limit);
    else
        call_fail(c, i, TEXT("position %s: write 0 to %d"), s, limit);
    return -1;
}

/* move [T] POS|left|right; left and right stop at the ends. */
static bool move_word(struct call *c, struct state *next)
{
    struct draft d;
    int last = c->w->count - 1, end = next->sentence->count - 1, to;
    int from = which(c, last == 1 ? c->w->count : 1);
    if (from < 0)
        return false;
    if (call_is(c, last, "left"))
        to = from > 0 ? from - 1 : 0;
    else if (call_is(c, last, "right"))
        to = from < end ? from + 1 : end;
    else
        to = read_position(c, last, end, true);
    if (to < 0 || !draft_begin(c, next, 0, &d))
        return false;
    shift_word(d.id, from, to);
    d.focus = last == 1 ? to : -1;
    return draft_finish(c, &d, true, next);
}

/* Puts a word with another first letter at *id, if `known` only one that the lexicon has. */
static bool recase(struct state *s, int *id, int by, bool known)
{
    const char *name = lexicon_at(s->lexicon, *id).name;
    char *other = mem_copy_text(name, strlen(name));
    if (!other)
        return false;
    other[0] = (char)(other[0] + by);
    int at = known ? lexicon_find(s->lexicon, other) : lexicon_intern(&s->lexicon, other, s->set.d);
    *id = at >= 0 ? at : *id;
    mem_free(other);
    return known || at >= 0;
}

/* Swaps two words, or what the twin swaps. */
static bool swap_words(struct call *c, struct state *next)
{
    struct draft d;
    struct exchange e;
    int a = 0, b = 0;
    if (c->w->count == 2)
        return call_fail(c, 1, TEXT("swap needs two words (or none: the two that act)"));
    if (c->w->count > 2) {
        a = state_token(next, call_word(c, 1), call_col(c, 1), c->r);
        b = a < 0 ? -1 : state_token(next, call_word(c, 2), call_col(c, 2), c->r);
        e = a < b ? (struct exchange){a, a + 1, b, b + 1, false}
                  : (struct exchange){b, b + 1, a, a + 1, false};
    }
    if (a < 0 || b < 0 || (c->w->count == 1 && !order_choose(next, &e, c->r)) || !draft_begin(c, next, 0, &d))
        return false;
    struct sequence *q = order_exchanged(next, e);
    if (q)
        memcpy(d.id, q->id, (size_t)d.count * sizeof *d.id);
    /* the twin keeps the capital at the beginning of a sentence whose first word went to `to` */
    int to = q && c->w->count == 1 ? sequence_after_swap(q, 0) : 0;
    const char *was = lexicon_at(next->lexicon, d.id[to]).name,
               *now = lexicon_at(next->lexicon, d.id[0]).name;
    bool capital = to > 0 && *was >= 'A' && *was <= 'Z' && was[1] >= 'a' && was[1] <= 'z';
    bool ok = q != NULL;
    if (capital && *now >= 'a' && *now <= 'z')
        ok = recase(next, &d.id[0], 'A' - 'a', false) && recase(next, &d.id[to], 'a' - 'A', true);
    sequence_drop(q);
    return draft_finish(c, &d, ok, next);
}

static bool insert_word(struct call *c, struct state *next)
{
    struct draft d;
    int at = read_position(c, 2, next->sentence->count, false);
    if (at < 0 || !draft_begin(c, next, 1, &d))
        return false;
    int word = lexicon_intern(&next->lexicon, call_word(c, 1), next->set.d);
    d.id[d.count++] = word;
    shift_word(d.id, d.count - 1, at);
    return draft_finish(c, &d, word >= 0, next);
}

static bool delete_word(struct call *c, struct state *next)
{
    struct draft d;
    int at = which(c, 1);
    if (at < 0)
        return false;
    if (next->sentence->count == 1)
        return call_fail(c, 1, TEXT("cannot delete the last word: a sentence needs at least one"));
    if (!draft_begin(c, next, 0, &d))
        return false;
    shift_word(d.id, at, --d.count);
    return draft_finish(c, &d, true, next);
}

/* join [T]: merges a word with the next one. */
static bool join_words(struct call *c, struct state *next)
{
    struct draft d;
    struct text joined = TEXT_HERE;
    const struct sequence *q = next->sentence;
    int at = which(c, 1), word = -1;
    if (at < 0)
        return false;
    if (at == q->count - 1)
        return call_fail(c, 1, TEXT("'%s' is the last word: there is no next word to join"),
                         state_word(next, q, at));
    if (!draft_begin(c, next, 0, &d))
        return false;
    text_addf(&joined, "%s%s", state_word(next, q, at), state_word(next, q, at + 1));
    if (!joined.failed)
        word = lexicon_intern(&next->lexicon, text_str(&joined), next->set.d);
    text_finish(&joined);
    shift_word(d.id, at + 1, --d.count);
    d.id[at] = word;
    return draft_finish(c, &d, word >= 0, next);
}

/* Returns the bytes of the piece at s: one character if `first` is 0. Otherwise the first piece has
 * `first` characters and the second is the rest. */
static size_t split_piece(const char *s, long first, bool begins)
{
    struct cluster one;
    size_t left = strlen(s), n = 0;
    if (first > 0 && !begins)
        return left;
    for (long i = 0; n < left && i < (first > 0 ? first : 1); i++)
        n += utf8_cluster(s + n, left - n, &one);
    return n;
}

static int count_pieces(const char *word, long first)
{
    int n = 0;
    for (const char *p = word; *p; n++)
        p += split_piece(p, first, p == word);
    return n;
}

/* Replaces the word at `at` by its pieces: appends each and moves it into place. Returns false without
 * memory. */
static bool put_pieces(struct state *next, struct draft *d, int at, const char *word, long first)
{
    int to = at;
    for (const char *p = word; *p; to++) {
        size_t n = split_piece(p, first, p == word);
        char *name = mem_copy_text(p, n);
        int id = name ? lexicon_intern(&next->lexicon, name, next->set.d) : -1;
        mem_free(name);
        if (id < 0)
            return false;
        if (to > at) {
            d->id[d->count++] = id;
            shift_word(d->id, d->count - 1, to);
        } else {
            d->id[at] = id;
        }
        p += n;
    }
    return true;
}

/* split [T [K]]: splits a word into its characters, or into the first K and the rest. */
static bool split_word(struct call *c, struct state *next)
{
    struct draft d;
    int at = which(c, 1);
    if (at < 0)
        return false;
    const char *name = state_word(next, next->sentence, at), *k = call_word(c, 2);
    long first = 0, characters = count_pieces(name, 0);
    if (characters < 2)
        return call_fail(c, 1, TEXT("'%s' has only one character: it cannot be split"), name);
    if (c->w->count > 2 && number_parse_int(k, strlen(k), 1, characters - 1, &first) != NUMBER_OK)
        return call_fail(c, 2, TEXT("split after character %s: write 1 to %ld"), k, characters - 1);
    if (!draft_begin(c, next, count_pieces(name, first) - 1, &d))
        return false;
    char *word = mem_copy_text(name, strlen(name)); /* a new word may move the names of the others */
    bool ok = word && put_pieces(next, &d, at, word, first);
    mem_free(word);
    return draft_finish(c, &d, ok, next);
}

const struct command cmd_order[] = {
    {"move", "[T] POS|left|right", NULL, move_word, 0, "move 狗 0",
     TEXT("moves a word to another position, or one to the left or right (default: the word in focus)")},
    {"swap", "[T U?]", NULL, swap_words, 0, "swap 猫 狗",
     TEXT(
         "swaps two words (default: who does it and to whom, with their articles and adjectives, as the twin "
         "in compare does; in words that are no such sentence the ends, if they are of one kind)")},
    {"insert", "WORD POS", NULL, insert_word, 0, "insert 鱼 1", TEXT("inserts a word into the sentence")},
    {"delete", "[T]", NULL, delete_word, 0, "delete 追", TEXT("deletes a word from the sentence")},
    {"join", "[T]", NULL, join_words, 0, "join 猫", TEXT("joins a word with the next one")},
    {"split", "[T [K]]", NULL, split_word, 0, "sentence 机器人 ; split 机器人 2",
     TEXT("splits a word into its characters, or into its first K and the rest")},
    COMMAND_LAST,
};
