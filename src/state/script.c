#include "state/script.h"

#include <string.h>

#include "base/number.h"
#include "base/utf8.h"
#include "base/words.h"
#include "core/pipeline/patch.h"
#include "core/pipeline/source.h"
#include "core/pipeline/terms.h"
#include "tasks/reader.h"
#include "tasks/task.h"
#include "state/encoding.h"
#include "state/param.h"
#include "state/training.h"
#include "state/weights.h"

void script_word(struct text *out, const char *word)
{
    bool plain = *word && strcmp(word, "=") != 0 && *word != '#' && !strpbrk(word, " \t\n\";/\\=");
    for (const char *p = word; plain && *p; p++) {
        uint32_t ch;
        plain = (unsigned char)*p < 0x80 || utf8_decode(p, UTF8_TO_ZERO, &ch) == 0 || !utf8_invisible(ch);
    }
    /* who reads it would fold full-width forms (U+FF00…) and the full-width blank to ASCII */
    plain = plain && !strstr(word, "\xef\xbc") && !strstr(word, "\xef\xbd") && !strstr(word, "\xe3\x80\x80");
    if (plain) {
        text_add(out, word);
        return;
    }
    text_add_char(out, '"');
    words_quote(out, word, false);
    text_add_char(out, '"');
}

void script_sequence(struct text *out, const char *command, const struct state *s, const struct sequence *q)
{
    text_add(out, command);
    for (int t = 0; t < q->count; t++) {
        text_add_char(out, ' ');
        script_word(out, state_name(s, q, t));
    }
}

static void write_sequence(struct text *out, const char *command, const struct state *s,
                           const struct sequence *q)
{
    script_sequence(out, command, s, q);
    text_add_char(out, '\n');
}

/* Writes the names in each language that has one. */
static void write_names(struct text *out, const char *en, const char *zh)
{
    text_add(out, en ? " en=" : "");
    if (en)
        script_word(out, en);
    text_add(out, zh ? " zh=" : "");
    if (zh)
        script_word(out, zh);
}

/* Writes a word's shown spellings, without the end of the line. */
static void write_token(struct text *out, struct lemma l)
{
    text_add(out, "token ");
    script_word(out, l.name);
    write_names(out, l.shown.en, l.shown.zh);
}

/* Writes the shown spellings of words that have one. */
static void write_shown(struct text *out, const struct state *s, const struct sequence *q)
{
    for (int t = 0; q && t < q->count; t++) {
        struct pair shown = lexicon_at(s->lexicon, q->id[t]).shown;
        if (!shown.en && !shown.zh)
            continue;
        write_token(out, lexicon_at(s->lexicon, q->id[t]));
        text_add_char(out, '\n');
    }
}

static void write_row(struct text *out, const struct state *s, struct matrix_ref m, int row, int cols)
{
    for (int c = 0; c < cols; c++) {
        text_add_char(out, ' ');
        number_shortest(out, matrices_get(s, m, row, c));
    }
}

/* Returns true if a word's vector is what its name alone gives in the initial state. */
static bool is_default(const struct state *s, const struct state *initial, int word)
{
    struct lemma l = lexicon_at(s->lexicon, word);
    int at = lexicon_find(initial->lexicon, l.name);
    struct lemma first = at >= 0 ? lexicon_at(initial->lexicon, at) : l;
    if (at < 0)
        return l.made_up && l.width == s->set.d;
    bool same = true;
    for (int j = 0; same && (j < l.width || j < first.width); j++)
        same = lemma_entry(l, j) == lemma_entry(first, j);
    return same;
}

/* Writes the numbers that are others than in `base`, each with its place, if they are few. */
static bool write_entries(struct text *out, const struct state *s, const struct state *base,
                          struct matrix_ref m, int row, int rows)
{
    enum { FEW = 4 };
    int cols, had, had_cols, n = 0;
    matrices_shape(s, m, &had, &cols);
    matrices_shape(base, m, &had, &had_cols);
    if (row + rows > had || cols != had_cols)
        return false;
    for (int at = row * cols; at < (row + rows) * cols; at++)
        n += matrices_get(s, m, at / cols, at % cols) != matrices_get(base, m, at / cols, at % cols);
    if (n == 0 || n > FEW)
        return false;
    for (int at = row * cols; at < (row + rows) * cols; at++) {
        double x = matrices_get(s, m, at / cols, at % cols);
        if (x == matrices_get(base, m, at / cols, at % cols))
            continue;
        text_addf(out, "set %s %d %d = ", matrices_name(s, m), at / cols, at % cols);
        number_shortest(out, x);
        text_add_char(out, '\n');
    }
    return true;
}

/* Writes the embeddings of a sequence. A word of both sequences is written again for the memory
 * only if the memory is wider. Skips pseudo-random words of made_d entries: naming them in the
 * script creates them again; with a base those that it gives. */
static void write_embeddings(struct text *out, const struct state *s, const struct sequence *q, bool memory,
                             int made_d, const struct state *base)
{
    struct matrix_ref ref = {memory ? MATRIX_Y : MATRIX_X, 0};
    int rows, cols;
    matrices_shape(s, ref, &rows, &cols);
    for (int t = 0; t < q->count; t++) {
        bool both = memory && sequence_holds(s->sentence, q->id[t]);
        const struct lemma l = lexicon_at(s->lexicon, q->id[t]);
        bool made_again = base ? is_default(s, base, q->id[t]) : !both && l.made_up && l.width == made_d;
        if (sequence_find(q, q->id[t]) < t || (both && cols <= s->set.d) || made_again ||
            (base && !memory && write_entries(out, s, base, ref, t, 1)))
            continue;
        text_add(out, both ? "y " : "x ");
        script_word(out, state_name(s, q, t));
        text_add(out, " =");
        write_row(out, s, ref, t, cols);
        text_add_char(out, '\n');
    }
}

void script_embedding(struct text *out, const struct state *s, int word)
{
    const struct lemma l = lexicon_at(s->lexicon, word);
    text_add(out, "x ");
    script_word(out, l.name);
    text_add(out, " =");
    for (int j = 0; j < l.width; j++) {
        text_add_char(out, ' ');
        number_shortest(out, lemma_entry(l, j));
    }
}

void script_matrix(struct text *out, const struct state *s, struct matrix_ref m)
{
    int rows, cols;
    matrices_shape(s, m, &rows, &cols);
    text_addf(out, "%s =", matrices_name(s, m));
    for (int r = 0; r < rows; r++) {
        text_add(out, r ? " ;" : "");
        write_row(out, s, m, r, cols);
    }
}

static void write_matrix(struct text *out, const struct state *s, struct matrix_ref m)
{
    script_matrix(out, s, m);
    text_add_char(out, '\n');
}

static void write_params(struct text *out, const struct state *s, const struct state *initial,
                         enum param_whose whose)
{
    struct state still = *s; /* borrows everything from s; a flow is not saved */
    look_rest(&still.look);
    for (const struct param *p = params; p->name; p++) {
        if (p->whose != whose || param_same(&still, initial, p) || strcmp(p->name, "encoding") == 0 ||
            strcmp(p->name, "mask") == 0 || strcmp(p->name, "layer") == 0)
            continue;
        text_addf(out, "set %s ", p->name);
        param_print(&still, p, out);
        text_add_char(out, '\n');
    }
}

static void write_encoding(struct text *out, const struct state *s)
{
    const struct posenc_def *pe = posencs[s->set.encoding];
    text_addf(out, "encoding %s", pe->name);
    for (int i = 0; i < posenc_param_count(pe); i++)
        if (posenc_param_says(pe, s->pe_param[s->set.encoding], i)) {
            text_addf(out, " %s=", pe->params[i].name);
            encoding_param_print(s, i, out);
        }
    text_add_char(out, '\n');
    for (int i = 0; i < posenc_matrix_count(pe); i++)
        if (state_encoding(s, i))
            write_matrix(out, s, (struct matrix_ref){MATRIX_ENCODING, i});
}

/* Returns the name of a head of a layer; an empty one if it has none. */
static struct head_name head_name(const struct state *s, int layer, int h)
{
    const struct head_names *n = layer < STATE_NAMED_LAYERS ? s->head_names[layer] : NULL;
    return n && n->heads == s->set.heads && h < n->heads ? n->of[h] : (struct head_name){"", ""};
}

/* Writes the weights and the names of heads that differ from the initial ones, each layer's after a `layer`
 * command that selects it. A weight of another block, or of a memory that is absent, has no name. */
static void write_weights(struct text *out, const struct state *s, const struct state *initial, bool since)
{
    struct state view = *s, was = *initial; /* borrow everything; only look.layer differs */
    for (int l = 0; l < s->set.layers; l++) {
        bool chosen = s->set.layers == 1;
        view.look.layer = was.look.layer = l;
        for (int w = 0; w < WEIGHT_COUNT; w++) {
            int rows = 0, cols = 0;
            if (!value_same(state_weight(s, l, w), state_weight(initial, l, w)))
                matrices_shape(s, (struct matrix_ref){MATRIX_WEIGHT, w}, &rows, &cols);
            if (rows * cols == 0)
                continue;
            if (!chosen)
                text_addf(out, "layer %d\n", l);
            chosen = true;
            if (!since || !write_entries(out, &view, &was, (struct matrix_ref){MATRIX_WEIGHT, w}, 0, rows))
                write_matrix(out, &view, (struct matrix_ref){MATRIX_WEIGHT, w});
        }
        for (int h = 0; h < s->set.heads; h++) {
            struct head_name had = head_name(initial, l, h), now = head_name(s, l, h);
            if (strcmp(had.en, now.en) == 0 && strcmp(had.zh, now.zh) == 0)
                continue;
            if (!chosen)
                text_addf(out, "layer %d\n", l);
            chosen = true;
            text_addf(out, "role h%d", h + 1);
            write_names(out, *now.en ? now.en : NULL, *now.zh ? now.zh : NULL);
            text_add_char(out, '\n');
        }
    }
    if (s->set.layers > 1)
        text_addf(out, "layer %d\n", s->look.layer);
}

static void write_terms(struct text *out, const struct scene *scene)
{
    struct term_set left = scene->state.term_off; /* bits not yet written; a term is off in every layer */
    struct config whole = scene->config;
    whole.omitted = 0; /* the terms of a source that is left out are not listed, but kept */
    for (int l = 0; l < whole.layers; l++) {
        struct term list[TERM_MAX];
        int count = terms_list(&whole, l, list);
        for (int t = 0; t < count; t++) {
            struct term_set bits = terms_set(l, &list[t]);
            struct term_set rest = term_set_without(left, &bits);
            if (!term_set_same(&rest, &left))
                text_addf(out, "term %s off\n", list[t].name);
            left = rest;
        }
    }
}

/* Writes a word that is in no sequence, if it differs from what its name alone gives. */
static void write_other_word(struct text *out, const struct state *s, const struct state *initial, int word)
{
    if (word < 0 || sequence_holds(s->sentence, word) || sequence_holds(s->memory, word))
        return;
    struct lemma l = lexicon_at(s->lexicon, word);
    bool same = is_default(s, initial, word);
    if (!l.shown.en && !l.shown.zh && same)
        return;
    write_token(out, l);
    text_add(out, same ? "" : " x=");
    for (int j = 0; !same && j < s->set.d; j++) {
        text_add_char(out, ' ');
        number_shortest(out, lemma_entry(l, j));
    }
    text_add_char(out, '\n');
}

/* Writes the other words of the reader, of a task, of the examples and of the kinds that were taught. */
static void write_more_words(struct text *out, const struct state *s, const struct state *initial)
{
    const struct task *t = task_at(s->set.task);
    for (const struct reader_word *w = reader_words; weights_are_reader(s) && w->name; w++)
        write_other_word(out, s, initial, lexicon_find(s->lexicon, w->name));
    for (int i = 0; t && t->words[i].zh; i++)
        write_other_word(out, s, initial, lexicon_find(s->lexicon, t->words[i].zh));
    for (int answers = 0; s->examples && answers < 2; answers++) {
        struct sequence *q = training_words(s, answers);
        out->failed = out->failed || !q;
        for (int i = 0; q && i < q->count; i++)
            write_other_word(out, s, initial, q->id[i]);
        sequence_drop(q);
    }
    for (int i = 0; i < examples_count(s->taught); i++)
        for (int k = 0; k < examples_at(s->taught, i)->n; k++)
            write_other_word(out, s, initial, examples_at(s->taught, i)->word[k]);
}

/* Writes a word so that its name is not read as the word for "nothing". */
static void write_class(struct text *out, const struct state *s, int word)
{
    const char *name = lexicon_at(s->lexicon, word).name;
    text_add_char(out, ' ');
    if (strcmp(name, "none") == 0)
        text_add(out, "\"none\"");
    else
        script_word(out, name);
}

static const char *called(const struct state *s, int word, enum script_names names)
{
    struct lemma l = lexicon_at(s->lexicon, word);
    return names == SCRIPT_SHOWN ? lemma_shown(l, (enum lang)s->look.lang) : l.name;
}

/* Writes the word at position t as word#2 if it repeats. */
static void write_place(struct text *out, const struct state *s, const struct sequence *q, int t,
                        enum script_names names)
{
    struct text name = {0};
    int before = 0, all = 0;
    for (int i = 0; i < q->count; i++) {
        before += i <= t && q->id[i] == q->id[t];
        all += q->id[i] == q->id[t];
    }
    text_add(&name, called(s, q->id[t], names));
    if (all > 1)
        text_addf(&name, "#%d", before);
    text_add_char(out, ' ');
    script_word(out, text_str(&name));
    out->failed = out->failed || name.failed;
    text_finish(&name);
}

/* Writes what is asked, each layer's heads after a `layer` command that selects it. */
static void write_targets(struct text *out, const struct state *s)
{
    const struct sequence *keys = s->memory && s->set.block == BLOCK_ATTENTION ? s->memory : s->sentence;
    int layer = s->look.layer;
    for (int i = 0; s->targets && i < s->targets->count; i++) {
        const struct target *t = &s->targets->of[i];
        if (t->head >= 0 && t->layer != layer)
            text_addf(out, "layer %d\n", layer = t->layer);
        text_add(out, "target");
        if (t->head >= 0)
            text_addf(out, " head %d", t->head);
        write_place(out, s, s->sentence, t->at, SCRIPT_STORED);
        if (t->head >= 0)
            write_place(out, s, keys, t->to, SCRIPT_STORED);
        else
            write_class(out, s, t->to);
        text_add_char(out, '\n');
    }
    if (layer != s->look.layer)
        text_addf(out, "layer %d\n", s->look.layer);
}

/* Writes a word of an example so that it is not read as a sign or cut. `alone`: it is all of the sentence. */
static void write_example_word(struct text *out, const char *word, bool alone)
{
    bool sign =
        alone || strcmp(word, "-") == 0 || strcmp(word, "at") == 0 || strstr(word, "->") || strstr(word, "→");
    if (sign && !strpbrk(word, "\"\\"))
        text_addf(out, "\"%s\"", word);
    else
        script_word(out, word);
}

static void write_answers(struct text *out, const struct state *s, const struct example *e,
                          enum script_names names)
{
    const struct target *t = e->target;
    bool one = e->target_count == 1;
    for (int i = 0, k = 0; i < (one ? 1 : e->n); i++) {
        text_add_char(out, ' ');
        if (one || (k < e->target_count && t[k].at == i))
            write_example_word(out, called(s, t[k++].to, names), false);
        else
            text_add_char(out, '-');
    }
    struct sequence *q = one && t->at < e->n - 1 ? sequence_new(e->word, e->n) : NULL;
    if (!q) {
        out->failed = out->failed || (one && t->at < e->n - 1);
        return;
    }
    text_add(out, " at");
    write_place(out, s, q, t->at, names);
    sequence_drop(q);
}

void script_example(struct text *out, const struct state *s, int i, enum script_names names)
{
    const struct example *e = examples_at(s->examples, i);
    for (int k = 0; k < e->n; k++) {
        write_example_word(out, called(s, e->word[k], names), e->n == 1);
        text_add_char(out, ' ');
    }
    text_add(out, "->");
    write_answers(out, s, e, names);
}

/* Writes the kinds of sentences that were taught, each after its sentence. */
static void write_taught(struct text *out, const struct state *s)
{
    for (int i = 0; i < examples_count(s->taught); i++) {
        const struct example *e = examples_at(s->taught, i);
        struct sequence *q = sequence_new(e->word, e->n);
        out->failed = out->failed || !q;
        if (!q)
            return;
        write_sequence(out, "tokens", s, q);
        text_addf(out, "taught %d", e->target->at);
        for (int k = 0; k < e->target_count; k++)
            text_addf(out, e->target[k].to == e->target->at ? " -" : " %d", e->target[k].to);
        text_add_char(out, '\n');
        sequence_drop(q);
    }
}

/* Writes what else is left out, and what is put in as the numbers that it was: the sentence that they are
 * from is not kept. */
static void write_patches(struct text *out, const struct state *s)
{
    for (int i = 0; s->patches && i < s->patches->count; i++) {
        const struct patch *is = &s->patches->of[i].is;
        const struct value *v = s->patches->of[i].rows;
        if (is->kind == PATCH_WORD)
            text_addf(out, "omit word %d\n", is->at);
        else if (patch_omits(is, NULL)) {
            text_add(out, "omit ");
            patch_name(is, out);
            text_add(out, is->way == PATCH_MEAN ? " mean" : "");
            if (is->at >= 0)
                text_addf(out, " %d", is->at);
            text_add_char(out, '\n');
        }
        for (int r = 0; v && !patch_omits(is, NULL) && r < v->rows; r++) {
            text_add(out, "carry ");
            patch_name(is, out);
            text_addf(out, " %d given", is->at < 0 ? r : is->at);
            for (int j = 0; j < v->cols; j++) {
                text_add_char(out, ' ');
                number_shortest(out, v->v[r * v->cols + j]);
            }
            text_add_char(out, '\n');
        }
    }
}

/* Writes how a scene differs from a state, which is changed: the first one, or with `since` one that has the
 * same sentence. */
static void write_differences(const struct scene *scene, struct state *initial, bool since, struct text *out)
{
    const struct state *s = &scene->state, *base = since ? initial : NULL;
    initial->look.key = -1; /* always write the key: the default may be clamped on the way */
    if (weights_are_reader(s) && !(since && weights_are_reader(initial))) { /* what follows begins with it */
        text_add(out, "weights reader\n");
        out->failed = out->failed || !weights_reader(initial);
    }
    write_taught(out, s);
    write_sequence(out, "tokens", s, s->sentence);
    write_shown(out, s, s->sentence);
    write_shown(out, s, s->memory);
    write_params(out, s, initial, PARAM_NUMBERS);
    if (s->memory)
        write_sequence(out, "memory", s,
                       s->memory); /* after the block, which decides where the keys come from */
    write_encoding(out, s);
    write_embeddings(out, s, s->sentence, false, initial->set.d, base);
    if (s->memory)
        write_embeddings(out, s, s->memory, true, s->set.d, base);
    write_more_words(out, s, initial);
    /* Before the classes, which may be fewer than those of the examples. */
    for (int i = 0; i < examples_count(s->examples); i++) {
        text_add(out, "example ");
        script_example(out, s, i, SCRIPT_STORED);
        text_add_char(out, '\n');
    }
    text_add(out, s->classes ? "classes" : "");
    for (int i = 0; s->classes && i < s->classes->count; i++)
        write_class(out, s, s->classes->id[i]);
    text_add(out, s->classes ? "\n" : "");
    write_weights(out, s, initial, since);
    if (state_mask(s))
        write_matrix(out, s, (struct matrix_ref){MATRIX_MASK, 0});
    if (state_scores(s))
        write_matrix(out, s, (struct matrix_ref){MATRIX_SCORES, 0});
    text_addf(out, "mask %s\n", param_choice(param_find("mask"), s->set.mask));
    write_targets(out, s);
    write_terms(out, scene);
    for (int i = 0; i < SOURCE_MAX; i++)
        if ((uint32_t)s->set.omitted >> i & 1U)
            text_addf(out, "omit %s\n", source_name(SOURCE_BIT(i)));
    if (s->set.steps)
        text_addf(out, "train %d\n", s->set.steps);
    write_patches(out, s); /* the mean of a head is that of a trained one */
    write_params(out, s, initial, PARAM_LOOK);
}

void script_write(const struct scene *scene, struct text *out)
{
    struct state initial = {0};
    text_add(out, SCRIPT_FIRST_LINE "\n");
    if (state_init(&initial))
        write_differences(scene, &initial, false, out);
    else
        out->failed = true;
    state_finish(&initial);
}

void script_since(const struct scene *scene, const struct scene *base, struct text *out)
{
    struct text all = {0}, had = {0};
    struct state initial;
    state_copy(&initial, &base->state);
    write_differences(scene, &initial, true, &all);
    script_write(base, &had);
    text_add_lines(out, text_str(&all), text_str(&had));
    state_finish(&initial);
    text_finish_part(&all, out);
    text_finish_part(&had, out);
}

bool script_look(const struct state *base, const struct state *now, struct text *out)
{
    struct state view = *base, kept = *now; /* shallow copies that own nothing; only their looks change */
    struct reply quiet = {0};
    struct text value = {0};
    bool ok = true;
    look_rest(&view.look);
    look_rest(&kept.look); /* a flow is not kept */
    text_addf(out, SCRIPT_LOOK "%s", view_name(now->look.view));
    view.look.view = now->look.view;
    for (const struct param *p = params; p->name && ok; p++) {
        if (p->whose == PARAM_NUMBERS || param_same(&view, &kept, p))
            continue;
        text_clear(&value);
        param_print(&kept, p, &value);
        text_addf(out, " %s %s", p->name, text_str(&value));
        ok = !value.failed && param_set(&view, p, text_str(&value), 0, &quiet);
    }
    text_finish(&value);
    reply_finish(&quiet);
    return ok && !out->failed && memcmp(&view.look, &kept.look, sizeof view.look) == 0;
}
