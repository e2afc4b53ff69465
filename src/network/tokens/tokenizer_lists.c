/* Reads the files that are older than tokenizer.json: vocab.json with merges.txt (GPT-2, RoBERTa, Qwen2), and
 * vocab.txt (BERT), whose id is the number of the line, from 0. Each becomes what the library makes of it. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "keep/file.h"
#include "base/mem.h"
#include "base/utf8.h"
#include "keep/json_file.h"
#include "network/tokens/tokenizer_parts.h"

struct line {
    const char *s;
    size_t n;
};

/* Takes the next line; returns false at the end. */
static bool next_line(struct tokenizer_file *from, struct line *out)
{
    if (from->n == 0)
        return false;
    const char *end = memchr(from->bytes, '\n', from->n);
    size_t n = end ? (size_t)(end - from->bytes) : from->n, taken = end ? n + 1 : n;
    *out = (struct line){from->bytes, n};
    out->n -= out->n > 0 && out->s[out->n - 1] == '\r';
    from->bytes += taken;
    from->n -= taken;
    return true;
}

static bool is_text(struct tokenizer_file f, struct reply *r)
{
    if (utf8_invalid_at(f.bytes, f.n) == f.n && !memchr(f.bytes, '\0', f.n))
        return true;
    return reply_fail(r, 0, TEXT("%s: not a text in UTF-8"), f.path);
}

/* Reads a file that may be missing; *root is then NULL. */
static bool read_beside(struct tokenizer_file f, json_t **root, struct reply *r)
{
    *root = f.bytes ? json_file_parse(f.path, f.bytes, f.n, r) : NULL;
    return *root || !f.bytes;
}

/* Adds the tokens of added_tokens_decoder, {"50256": {"content": …}}, or without it of added_tokens.json,
 * {"<pad>": 50256}. */
static bool add_tokens(struct tokenizer *t, json_t *config, struct tokenizer_beside beside, struct reply *r)
{
    json_t *decoder = json_object_get(config, "added_tokens_decoder"), *added = NULL, *value;
    const char *key, *path = decoder ? beside.config.path : beside.added.path;
    bool ok = decoder || read_beside(beside.added, &added, r);
    t->vocabulary.path = path;
    t->vocabulary.own = t->vocabulary.bytes.len;
    json_object_foreach(decoder ? decoder : added, key, value)
    {
        json_t *id = decoder ? json_integer(strtol(key, NULL, 10)) : json_incref(value);
        const char *content = decoder ? json_file_text(value, "content", "") : key;
        ok = ok && tokenizer_add_token(t, content, id, decoder ? value : NULL, path, r);
        json_decref(id);
    }
    json_decref(added);
    return ok;
}

/* Adds a special token that is in the vocabulary already, as in files without a list of added tokens.
 * A missing piece is not an error. */
static bool tokenizer_add_special(struct tokenizer *t, const char *piece, const char *path, struct reply *r)
{
    struct added_token token = {.id = vocabulary_find(&t->vocabulary, piece_of(piece)), .special = true};
    for (int i = 0; i < t->added.count && token.id >= 0; i++)
        token.id = t->added.v[i].id == token.id ? -1 : token.id;
    if (token.id < 0)
        return true;
    token.lstrip = strcmp(piece, "<mask>") == 0; /* RoBERTa's takes the blank before it */
    text_add(&token.content, piece);
    return added_add(&t->added, token, path, r);
}

static bool add_specials(struct tokenizer *t, const char *const *pieces, const char *path, struct reply *r)
{
    for (; *pieces; pieces++)
        if (!tokenizer_add_special(t, *pieces, path, r))
            return false;
    return added_index(&t->added, t->vocabulary.size, r);
}

/* Puts two tokens around a sentence, if the vocabulary has both. */
static bool put_both(struct tokenizer *t, const char *first, const char *last, struct reply *r)
{
    int before = tokenizer_find(t, first), after = tokenizer_find(t, last);
    return before < 0 || after < 0 ||
           (tokenizer_put_around(t, false, (struct around){before, 0}, r) &&
            tokenizer_put_around(t, true, (struct around){after, 0}, r));
}

/* ---- vocab.json and merges.txt ------------------------------------------------------------------ */

static bool read_pieces(struct tokenizer *t, struct tokenizer_file vocab, struct reply *r)
{
    json_t *root = json_file_parse(vocab.path, vocab.bytes, vocab.n, r);
    bool ok = root && (json_object_size(root) > 0 ||
                       reply_fail(r, 0, TEXT("%s: expected {\"piece\": id, …}"), vocab.path));
    ok = ok && tokenizer_add_pieces(t, root, r);
    json_decref(root);
    return ok;
}

static bool read_merges(struct tokenizer *t, struct tokenizer_file merges, struct reply *r)
{
    struct line line;
    for (int number = 1; next_line(&merges, &line); number++) {
        const char *end = line.s + line.n, *blank = memchr(line.s, ' ', line.n);
        if (line.n == 0 || (number == 1 && line.s[0] == '#'))
            continue;
        if (!blank || memchr(blank + 1, ' ', (size_t)(end - blank - 1)))
            return reply_fail(r, 0, TEXT("%s, line %d: expected two pieces with a blank between"),
                              merges.path, number);
        struct piece left = {line.s, (size_t)(blank - line.s)},
                     right = {blank + 1, (size_t)(end - blank - 1)};
        if (!bpe_add(&t->bpe, &t->vocabulary, left, right, r))
            return false;
    }
    return true;
}

/* Adds the pattern of the tokenizer's class, else of the kind of model; says if it is not known. */
static bool add_pattern(struct tokenizer *t, json_t *config, const char *type, const char *path,
                        struct reply *r)
{
    static const char *const like_gpt2[] = {"gpt2", "gpt_neo", "gptneo",  "roberta",
                                            "bart", "bloom",   "codegen", ""};
    static const char qwen2[] =
        "{\"type\":\"Sequence\",\"pretokenizers\":[{\"type\":\"Split\",\"pattern\":{\"Regex\":"
        "\"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\\\r\\\\n\\\\p{L}\\\\p{N}]?\\\\p{L}+|\\\\p{N}| "
        "?[^\\\\s\\\\p{L}\\\\p{N}]+[\\\\r\\\\n]*|\\\\s*[\\\\r\\\\n]+|\\\\s+(?!\\\\S)|\\\\s+\"}},"
        "{\"type\":\"ByteLevel\",\"add_prefix_space\":false,\"use_regex\":false}]}";
    const char *class = json_file_text(config, "tokenizer_class", type);
    if (strncasecmp(class, "qwen", 4) == 0) {
        json_t *nfc = json_loads("{\"type\":\"NFC\"}", 0, NULL), *split = json_loads(qwen2, 0, NULL);
        bool ok = (nfc && split) || reply_no_memory(r);
        ok = ok && normal_read(&t->normal, nfc, path, r) && split_read(&t->split, split, path, r);
        json_decref(nfc);
        json_decref(split);
        return ok;
    }
    size_t i = 0;
    while (strncasecmp(class, like_gpt2[i], strlen(like_gpt2[i])) != 0)
        i++;
    if (*class && !*like_gpt2[i])
        reply_say(r, TEXT("%s: read as GPT-2's, though the tokenizer is %.60s's. "), path, class);
    return split_add_gpt2(&t->split, json_file_flag(config, "add_prefix_space", false), path, r);
}

struct tokenizer *tokenizer_from_merges(struct tokenizer_file vocab, struct tokenizer_file merges,
                                        struct tokenizer_beside beside, struct reply *r)
{
    static const char *const roberta[] = {"<s>", "</s>", "<unk>", "<pad>", "<mask>", NULL};
    static const char *const others[] = {"<|endoftext|>", "<|im_start|>", "<|im_end|>", NULL};
    struct tokenizer *t = tokenizer_new(TOKENIZER_BPE, vocab.path, r);
    json_t *config = NULL, *model = NULL;
    bool ok = t && read_beside(beside.config, &config, r) && read_beside(beside.model, &model, r) &&
              is_text(merges, r) && read_pieces(t, vocab, r) &&
              add_pattern(t, config, json_file_text(model, "model_type", ""), vocab.path, r);
    if (ok) {
        t->bpe.unknown = -1;
        bpe_begin(&t->bpe, &t->vocabulary);
        t->vocabulary.path = merges.path;
    }
    ok = ok && read_merges(t, merges, r);
    bool masks = ok && tokenizer_find(t, "<mask>") >= 0;
    ok = ok && add_tokens(t, config, beside, r) && add_specials(t, masks ? roberta : others, vocab.path, r) &&
         (!masks || put_both(t, "<s>", "</s>", r));
    json_decref(config);
    json_decref(model);
    return tokenizer_finished(t, ok);
}

/* ---- vocab.txt ----------------------------------------------------------------------------------- */

static bool read_lines(struct tokenizer *t, struct tokenizer_file vocab, struct reply *r)
{
    struct line line;
    t->vocabulary.repeats = true;
    while (vocab.n > 0 && (vocab.bytes[vocab.n - 1] == '\n' || vocab.bytes[vocab.n - 1] == '\r'))
        vocab.n--;
    for (int id = 0; next_line(&vocab, &line); id++)
        if (!vocabulary_add(&t->vocabulary, (struct piece){line.s, line.n}, id, r))
            return false;
    t->wordpiece = (struct wordpiece){.prefix = "##", .unknown = tokenizer_find(t, "[UNK]"), .letters = 100};
    return t->wordpiece.unknown >= 0 ||
           reply_fail(r, 0, TEXT("%s: no line [UNK]: this is not a WordPiece vocabulary"), vocab.path);
}

/* tokenizer_config.json has the same choices by other names. */
static bool add_bert(struct tokenizer *t, json_t *config)
{
    bool lower = json_file_flag(config, "do_lower_case", true);
    return normal_add_bert(
        &t->normal, (struct normal_bert){.clean = true,
                                         .chinese = json_file_flag(config, "tokenize_chinese_chars", true),
                                         .accents = json_file_flag(config, "strip_accents", lower),
                                         .lower = lower});
}

struct tokenizer *tokenizer_from_list(struct tokenizer_file vocab, struct tokenizer_beside beside,
                                      struct reply *r)
{
    static const char *const specials[] = {"[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", NULL};
    struct tokenizer *t = tokenizer_new(TOKENIZER_WORDPIECE, vocab.path, r);
    json_t *config = NULL;
    bool ok = t && is_text(vocab, r) && read_lines(t, vocab, r) && read_beside(beside.config, &config, r) &&
              add_bert(t, config) && split_add_bert(&t->split, vocab.path, r) &&
              add_tokens(t, config, beside, r) && add_specials(t, specials, vocab.path, r) &&
              put_both(t, "[CLS]", "[SEP]", r);
    json_decref(config);
    return tokenizer_finished(t, ok);
}

/* ---- a folder -------------------------------------------------------------------------------------- */

enum { JSON, VOCAB_JSON, MERGES, VOCAB_TXT, CONFIG, ADDED, MODEL, FILES };

/* A file of the folder, read if it is there. */
struct found {
    struct text path, bytes;
    bool there;
};

static bool read_tokenizer_file(struct found *f, const char *folder, const char *name, struct reply *r)
{
    text_addf(&f->path, "%s/%s", folder, name);
    if (f->path.failed)
        return reply_no_memory(r);
    f->there = access(f->path.s, F_OK) == 0;
    return !f->there || file_read(f->path.s, JSON_FILE_MAX, &f->bytes, r);
}

static struct tokenizer_file given(const struct found *f)
{
    return (struct tokenizer_file){text_str(&f->path), f->there ? text_str(&f->bytes) : NULL, f->bytes.len};
}

static struct tokenizer *from_found(const struct found *f, const char *folder, struct reply *r)
{
    const struct tokenizer_beside beside = {given(&f[CONFIG]), given(&f[ADDED]), given(&f[MODEL])};
    if (f[JSON].there)
        return tokenizer_from_json(given(&f[JSON]), r);
    if (f[VOCAB_JSON].there && f[MERGES].there)
        return tokenizer_from_merges(given(&f[VOCAB_JSON]), given(&f[MERGES]), beside, r);
    if (f[VOCAB_TXT].there)
        return tokenizer_from_list(given(&f[VOCAB_TXT]), beside, r);
    reply_fail(r, 0,
               TEXT("%s: no tokenizer. Expected tokenizer.json, or vocab.json with merges.txt, or vocab.txt"),
               folder);
    return NULL;
}

/* Names what is there and not used: SentencePiece's files, if there is no tokenizer.json made from them;
 * beside one, added tokens that it does not have. */
static void name_unused(const struct tokenizer *t, const struct found *f, const char *folder, struct reply *r)
{
    static const char *const others[] = {"tokenizer.model", "spiece.model", "sentencepiece.bpe.model"};
    struct reply quiet = {0};
    json_t *added = f[JSON].there && f[ADDED].there
                        ? json_file_parse("", text_str(&f[ADDED].bytes), f[ADDED].bytes.len, &quiet)
                        : NULL;
    bool knows = true;
    for (void *at = json_object_iter(added); at; at = json_object_iter_next(added, at))
        knows = knows && tokenizer_find(t, json_object_iter_key(at)) >= 0;
    if (!knows)
        reply_say(r, TEXT("not used: %s (tokenizer.json does not have its tokens). "),
                  text_str(&f[ADDED].path));
    for (size_t i = 0; i < sizeof others / sizeof *others && !f[JSON].there; i++) {
        struct text path = TEXT_HERE;
        text_addf(&path, "%s/%s", folder, others[i]);
        if (access(text_str(&path), F_OK) == 0)
            reply_say(r, TEXT("not used: %s (of SentencePiece). "), text_str(&path));
        text_finish(&path);
    }
    json_decref(added);
    reply_finish(&quiet);
}

struct tokenizer *tokenizer_open(const char *folder, struct reply *r)
{
    static const char *const names[FILES] = {
        [JSON] = "tokenizer.json", [VOCAB_JSON] = "vocab.json",        [MERGES] = "merges.txt",
        [VOCAB_TXT] = "vocab.txt", [CONFIG] = "tokenizer_config.json", [ADDED] = "added_tokens.json",
        [MODEL] = "config.json"};
    struct found found[FILES] = {0};
    bool ok = true;
    for (int i = 0; ok && i < FILES; i++)
        ok = (found[JSON].there && i != ADDED) || read_tokenizer_file(&found[i], folder, names[i], r);
    struct tokenizer *t = ok ? from_found(found, folder, r) : NULL;
    if (t)
        name_unused(t, found, folder, r);
    for (int i = 0; i < FILES; i++) {
        text_finish(&found[i].path);
        text_finish(&found[i].bytes);
    }
    return t;
}
