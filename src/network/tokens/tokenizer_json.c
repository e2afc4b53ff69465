/* Reads a tokenizer.json. Every part is a table of names of its own (normal.c, split.c); here are the model,
 * its pieces and merges, the added tokens, and what is put around a sentence. */
#include <string.h>

#include "base/mem.h"
#include "keep/json_file.h"
#include "network/tokens/tokenizer_parts.h"

struct reading {
    struct tokenizer *t;
    json_t *root, *model;
    const char *path;
    struct reply *r;
};

static bool fails(struct reading *in, const char *text)
{
    return reply_fail(in->r, 0, TEXT("%s: %s"), in->path, text_in(text, in->r->lang));
}

/* ---- the kind of model ----------------------------------------------------------------------- */

static bool read_kind(struct reading *in)
{
    static const struct {
        const char *name;
        const char *needs;
    } refused[] = {
        {"Unigram", TEXT("the most probable way to cut a text, and SentencePiece's table of characters")},
        {"WordLevel", TEXT("a tokenizer of whole words")},
    };
    const char *older = json_object_get(in->model, "merges")                     ? "BPE"
                        : json_object_get(in->model, "max_input_chars_per_word") ? "WordPiece"
                                                                                 : "",
               *kind = json_file_text(in->model, "type", older); /* older files do not name it */
    if (strcmp(kind, "BPE") == 0 || strcmp(kind, "WordPiece") == 0) {
        in->t->kind = strcmp(kind, "BPE") == 0 ? TOKENIZER_BPE : TOKENIZER_WORDPIECE;
        return true;
    }
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(kind, refused[i].name) == 0)
            return reply_fail(
                in->r, 0,
                TEXT("%s: tokenizers of kind %s cannot be opened yet (BPE and WordPiece can); missing: %s"),
                in->path, kind, text_in(refused[i].needs, in->r->lang));
    return reply_fail(in->r, 0,
                      TEXT("%s: the kind of the tokenizer, \"%.60s\", is unknown (known: BPE and WordPiece)"),
                      in->path, kind);
}

/* Refuses what a BPE may ask for but is not supported here. */
static bool check_bpe(struct reading *in)
{
    if (json_number_value(json_object_get(in->model, "dropout")) > 0)
        return fails(in, TEXT("dropout: this tokenizer cuts a text differently each time"));
    if (*json_file_text(in->model, "continuing_subword_prefix", "") ||
        *json_file_text(in->model, "end_of_word_suffix", ""))
        return fails(in, TEXT("a BPE that marks the beginning or end of words is not supported"));
    struct bpe *bpe = &in->t->bpe;
    bpe->characters = !in->t->split.bytes;
    bpe->fallback = json_file_flag(in->model, "byte_fallback", false);
    bpe->fuses = json_file_flag(in->model, "fuse_unk", false);
    bpe->whole_words = json_file_flag(in->model, "ignore_merges", false);
    return true;
}

/* ---- pieces --------------------------------------------------------------------------------- */

bool tokenizer_add_pieces(struct tokenizer *t, json_t *pieces, struct reply *r)
{
    const char *piece;
    json_t *id;
    json_object_foreach(pieces, piece, id)
    {
        /* (-1 is refused as an id) */
        int64_t number = json_is_integer(id) ? (int64_t)json_integer_value(id) : -1;
        if (!vocabulary_add(&t->vocabulary, piece_of(piece), number, r))
            return false;
    }
    return true;
}

bool tokenizer_add_token(struct tokenizer *t, const char *content, json_t *id, json_t *from, const char *path,
                         struct reply *r)
{
    int64_t number = json_is_integer(id) ? (int64_t)json_integer_value(id) : -1;
    struct added_token token = {.special = json_file_flag(from, "special", false),
                                .single_word = json_file_flag(from, "single_word", false),
                                .lstrip = json_file_flag(from, "lstrip", false),
                                .rstrip = json_file_flag(from, "rstrip", false)};
    token.normalized = json_file_flag(from, "normalized", !token.special);
    int known = vocabulary_find_any(&t->vocabulary, piece_of(content));
    if ((known < 0 || known != number) && !vocabulary_add(&t->vocabulary, piece_of(content), number, r))
        return false;
    token.id = (int)number;
    if (token.normalized) {
        /* It is found in a text that was normalized. */
        struct letters letters = {0};
        struct aligned changed = {0};
        letters_add_text(&letters, content, strlen(content), 0);
        normal_apply(&t->normal, &letters);
        aligned_add_letters(&changed, &letters);
        token.content = changed.bytes;
        changed.bytes = (struct text){0};
        aligned_finish(&changed);
        letters_finish(&letters);
    } else
        text_add(&token.content, content);
    return added_add(&t->added, token, path, r);
}

/* A merge is "a b" or ["a", "b"]. */
static bool read_merge(struct reading *in, json_t *from)
{
    const char *both = json_string_value(from), *blank = both ? strchr(both, ' ') : NULL;
    const char *left = json_string_value(json_array_get(from, 0)),
               *right = json_string_value(json_array_get(from, 1));
    struct bpe *bpe = &in->t->bpe;
    if (blank && !strchr(blank + 1, ' '))
        return bpe_add(bpe, &in->t->vocabulary, (struct piece){both, (size_t)(blank - both)},
                       piece_of(blank + 1), in->r);
    if (left && right && json_array_size(from) == 2)
        return bpe_add(bpe, &in->t->vocabulary, piece_of(left), piece_of(right), in->r);
    return reply_fail(in->r, 0, TEXT("%s: merge %d is neither \"a b\" nor [\"a\", \"b\"]"), in->path,
                      bpe->merges + 1);
}

static bool read_merges(struct reading *in)
{
    json_t *merges = json_object_get(in->model, "merges"), *merge;
    size_t i;
    if (!json_is_array(merges))
        return fails(in, TEXT("model.merges is missing"));
    in->t->bpe.unknown =
        vocabulary_find(&in->t->vocabulary, piece_of(json_file_text(in->model, "unk_token", "")));
    bpe_begin(&in->t->bpe, &in->t->vocabulary);
    json_array_foreach(merges, i, merge)
    {
        if (!read_merge(in, merge))
            return false;
    }
    return true;
}

static bool read_wordpiece(struct reading *in)
{
    struct wordpiece *w = &in->t->wordpiece;
    const char *prefix = json_file_text(in->model, "continuing_subword_prefix", "##"),
               *unknown = json_file_text(in->model, "unk_token", "[UNK]");
    json_t *letters = json_object_get(in->model, "max_input_chars_per_word");
    json_int_t most = json_is_integer(letters) ? json_integer_value(letters) : 100;
    w->unknown = vocabulary_find(&in->t->vocabulary, piece_of(unknown));
    if (w->unknown < 0)
        return fails(in, TEXT("the unknown token (model.unk_token) is not in the vocabulary"));
    if (strlen(prefix) >= sizeof w->prefix || most < 1 || most > WORDPIECE_LETTERS)
        return reply_fail(
            in->r, 0,
            TEXT("%s: max_input_chars_per_word must be 1 to %d, continuing_subword_prefix shorter than %d "
                 "bytes"),
            in->path, (int)WORDPIECE_LETTERS, (int)WORDPIECE_PREFIX);
    if (in->t->split.bytes)
        return fails(in, TEXT("WordPiece together with ByteLevel is not supported"));
    strcpy(w->prefix, prefix);
    w->letters = (int)most;
    return true;
}

/* ---- around a sentence ----------------------------------------------------------------------- */

/* {"SpecialToken":{"id":"[CLS]","type_id":0}} with its ids from special_tokens. */
static bool read_template_token(struct reading *in, json_t *processor, json_t *token, bool after)
{
    json_t *named =
               json_object_get(json_object_get(processor, "special_tokens"), json_file_text(token, "id", "")),
           *id;
    size_t i;
    int type = (int)json_integer_value(json_object_get(token, "type_id"));
    if (json_array_size(json_object_get(named, "ids")) == 0)
        return reply_fail(
            in->r, 0,
            TEXT("%s: the post_processor puts \"%.60s\" around a sentence, but does not say its id"),
            in->path, json_file_text(token, "id", ""));
    json_array_foreach(json_object_get(named, "ids"), i, id)
    {
        json_int_t number = json_is_integer(id) ? json_integer_value(id) : -1;
        struct around around = {number < VOCABULARY_IDS ? (int)number : -1, type == 1};
        if (!tokenizer_put_around(in->t, after, around, in->r))
            return false;
    }
    return true;
}

static bool read_processor(struct reading *in, json_t *from)
{
    const char *type = json_file_text(from, "type", "");
    if (strcmp(type, "ByteLevel") == 0) /* only trims what others show */
        return true;
    if (strcmp(type, "TemplateProcessing") == 0) {
        size_t i;
        json_t *part;
        bool after = false;
        json_array_foreach(json_object_get(from, "single"), i, part)
        {
            json_t *token = json_object_get(part, "SpecialToken"),
                   *sentence = json_object_get(part, "Sequence");
            if (token && !read_template_token(in, from, token, after))
                return false;
            if (!token && (!sentence || after))
                return fails(in, TEXT("the template of the post_processor must have the sentence once"));
            if (sentence)
                in->t->type = json_integer_value(json_object_get(sentence, "type_id")) == 1;
            after = after || sentence;
        }
        return after || fails(in, TEXT("the template of the post_processor must have the sentence once"));
    }
    if (strcmp(type, "RobertaProcessing") == 0 || strcmp(type, "BertProcessing") == 0) {
        /* "cls" before, "sep" after, each as ["[CLS]", id] */
        static const char *const names[] = {"cls", "sep"};
        for (int i = 0; i < 2; i++) {
            json_t *id = json_array_get(json_object_get(from, names[i]), 1);
            json_int_t number = json_is_integer(id) ? json_integer_value(id) : -1;
            struct around around = {number < VOCABULARY_IDS ? (int)number : -1, 0};
            if (!tokenizer_put_around(in->t, i == 1, around, in->r))
                return false;
        }
        return true;
    }
    return reply_fail(
        in->r, 0,
        TEXT("%s: the post_processor \"%.60s\" is not supported (supported: TemplateProcessing, "
             "RobertaProcessing, BertProcessing, ByteLevel and a Sequence of them)"),
        in->path, type);
}

/* ---- all of it --------------------------------------------------------------------------------- */

static bool read_all(struct reading *in)
{
    if (!json_is_object(in->model))
        return fails(in, TEXT("this is not a tokenizer: \"model\" is missing"));
    if (!read_kind(in) ||
        !normal_read(&in->t->normal, json_object_get(in->root, "normalizer"), in->path, in->r) ||
        !split_read(&in->t->split, json_object_get(in->root, "pre_tokenizer"), in->path, in->r) ||
        (in->t->kind == TOKENIZER_BPE && !check_bpe(in)))
        return false;
    json_t *vocabulary = json_object_get(in->model, "vocab"), *token, *part;
    if (!json_is_object(vocabulary) || json_object_size(vocabulary) == 0)
        return fails(in, TEXT("model.vocab is missing: {\"piece\": id, …}"));
    if (!tokenizer_add_pieces(in->t, vocabulary, in->r))
        return false;
    in->t->vocabulary.own = in->t->vocabulary.bytes.len;
    size_t i;
    json_array_foreach(json_object_get(in->root, "added_tokens"), i, token)
    {
        if (!tokenizer_add_token(in->t, json_file_text(token, "content", ""), json_object_get(token, "id"),
                                 token, in->path, in->r))
            return false;
    }
    bool ok = added_index(&in->t->added, in->t->vocabulary.size, in->r) &&
              (in->t->kind == TOKENIZER_BPE ? read_merges(in) : read_wordpiece(in));
    json_t *processors = json_object_get(in->root, "post_processor");
    for (i = 0; ok && (part = json_file_part(processors, "processors", i)); i++)
        ok = read_processor(in, part);
    return ok;
}

struct tokenizer *tokenizer_from_json(struct tokenizer_file json, struct reply *r)
{
    struct reading in = {.t = tokenizer_new(TOKENIZER_BPE, json.path, r), .path = json.path, .r = r};
    if (!in.t)
        return NULL;
    in.root = json_file_parse(json.path, json.bytes, json.n, r);
    in.model = json_object_get(in.root, "model");
    in.t->file = in.root;
    return tokenizer_finished(in.t, in.root && read_all(&in));
}
