/* The same model in other files: under a prefix, in two files with a list, at an odd address, without what is
 * optional, with a readout of its own. Its numbers must stay the same to the bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <cmocka.h>

#include "core/pipeline/block.h"
#include "model/pretrained.h"
#include "model/tensors.h"
#include "support/kept.h"

/* How the tensors of a model are written anew. Each name that begins with `from` begins with `to`. */
struct layout {
    const char *from, *to;
    const char *ends, *end; /* a name that ends with `ends` ends with `end`; NULL: no change */
    const char *without;    /* tensors whose names have this in them are left out; NULL: none */
    int blanks;             /* behind the header */
    const char *copy;       /* is written again as `as`; NULL: none */
    const char *as;
};

static void rename_tensor(char out[200], const struct layout *l, const char *name)
{
    size_t from = strlen(l->from), n;
    bool begins = strncmp(name, l->from, from) == 0;
    snprintf(out, 200, "%s%s", begins ? l->to : "", begins ? name + from : name);
    n = strlen(out);
    if (l->ends && n > strlen(l->ends) && strcmp(out + n - strlen(l->ends), l->ends) == 0)
        strcpy(out + n - strlen(l->ends), l->end);
}

static void add_entry(struct text *header, struct text *data, const struct tensor *t, const char *name)
{
    text_addf(header, "%s\"%s\":{\"dtype\":\"%s\",\"shape\":[", header->len ? "," : "{", name, t->type);
    for (int i = 0; i < t->rank; i++)
        text_addf(header, i ? ",%ld" : "%ld", t->shape[i]);
    text_addf(header, "],\"data_offsets\":[%zu,%zu]}", data->len, data->len + t->size);
    text_add_bytes(data, (const char *)t->bytes, t->size);
}

static void write_file(const char *path, const struct text *header, const struct text *data)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    for (int i = 0; i < 8; i++)
        fputc((int)(header->len >> (8 * i) & 255), f);
    assert_int_equal(fwrite(header->s, 1, header->len, f), header->len);
    assert_int_equal(fwrite(data->s, 1, data->len, f), data->len);
    fclose(f);
}

static const char *in_folder(const char *name)
{
    static char path[3][300];
    static int next;
    next = (next + 1) % 3;
    snprintf(path[next], sizeof path[next], "%s/%s", kept_path("model"), name);
    return path[next];
}

static void copy_file(const char *from, const char *to)
{
    char bytes[1 << 14];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in && out);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
        fwrite(bytes, 1, n, out);
    fclose(in);
    fclose(out);
}

/* Writes every `of`-th tensor, from the `first` on, as one file; adds them to the list of all. */
static void write_part(const struct tensors *t, const struct layout *l, const char *file, int first, int of,
                       struct text *list)
{
    struct text header = {0}, data = {0};
    for (int i = first; i < tensors_count(t); i += of) {
        char name[200];
        const struct tensor *one = tensors_at(t, i);
        rename_tensor(name, l, one->name);
        if (l->without && strstr(one->name, l->without))
            continue;
        add_entry(&header, &data, one, name);
        text_addf(list, "%s\"%s\":\"%s\"", list->len ? "," : "", name, file);
        if (l->copy && strcmp(l->copy, one->name) == 0)
            add_entry(&header, &data, one, l->as);
    }
    text_add(&header, "}");
    for (int i = 0; i < l->blanks; i++)
        text_add(&header, " ");
    write_file(in_folder(file), &header, &data);
    text_finish(&header);
    text_finish(&data);
}

/* Writes a model of tests/data/models in another layout, in `parts` files. */
static void write_model(const char *model, const struct layout *l, int parts)
{
    char folder[100], path[200];
    struct reply r = {0};
    struct text list = {0};
    snprintf(folder, sizeof folder, "tests/data/models/%s", model);
    struct tensors *t = tensors_open(folder, &r);
    assert_non_null(t);
    mkdir(kept_path("model"), 0700);
    for (int i = 0; i < parts; i++) {
        char file[40];
        snprintf(file, sizeof file, parts > 1 ? "part-%d.safetensors" : "model.safetensors", i);
        write_part(t, l, file, i, parts, &list);
    }
    if (parts > 1) {
        FILE *f = fopen(in_folder("model.safetensors.index.json"), "wb");
        fprintf(f, "{\"weight_map\":{%s}}", text_str(&list));
        fclose(f);
    }
    static const char *const others[] = {"config.json", "tokenizer.json"};
    for (size_t i = 0; i < 2; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, others[i]);
        copy_file(path, in_folder(others[i]));
    }
    text_finish(&list);
    tensors_close(t);
}

/* The rows behind the last layer, and the logits, of a few tokens. */
struct result {
    struct arena rows;
    struct config c;
    struct trace t;
    struct pretrained *p;
};

static struct result compute(const char *folder)
{
    enum { WORDS = 5 };
    struct reply r = {0};
    struct result x = {.p = pretrained_open(folder, &r)};
    if (!x.p)
        fail_msg("%s", text_str(&r.text));
    pretrained_config(x.p, &x.c);
    x.c.n = WORDS;
    assert_true(arena_reserve(&x.rows, (size_t)2 * WORDS * (size_t)x.c.d));
    x.c.X = mat_in(&x.rows, WORDS, x.c.d);
    x.c.T = x.c.types ? mat_in(&x.rows, WORDS, x.c.d) : (struct mat){0};
    for (int i = 0; i < WORDS; i++) {
        mat_copy(mat_rows(x.c.X, i, 1), pretrained_token(x.p, 7 * i));
        if (x.c.types)
            mat_copy(mat_rows(x.c.T, i, 1), mat_rows(x.p->types, i > 2, 1));
    }
    assert_true(trace_reserve(&x.t, &x.c) && trace_compute(&x.t, &x.c));
    return x;
}

static void result_finish(struct result *x)
{
    trace_finish(&x->t);
    arena_finish(&x->rows);
    pretrained_drop(x->p);
}

static void assert_same_bits(struct mat a, struct mat b)
{
    assert_true(a.rows == b.rows && a.cols == b.cols);
    for (int i = 0; i < a.rows; i++)
        assert_memory_equal(mat_row(a, i), mat_row(b, i), (size_t)a.cols * sizeof(double));
}

static void check(const char *model, struct layout l, int parts)
{
    char folder[100];
    write_model(model, &l, parts);
    snprintf(folder, sizeof folder, "tests/data/models/%s", model);
    struct result want = compute(folder), got = compute(kept_path("model"));
    bool reads = got.p->reads_out;
    assert_same_bits(layer_rows(&got.t, &got.c, got.c.layers - 1),
                     layer_rows(&want.t, &want.c, want.c.layers - 1));
    assert_true(reads == !(l.without && strcmp(l.without, "cls.") == 0));
    if (reads)
        assert_same_bits(got.t.logits, want.t.logits);
    result_finish(&want);
    result_finish(&got);
}

static void a_prefix_may_be_there_or_not(void **state)
{
    (void)state;
    check("gpt2", (struct layout){.from = "", .to = "transformer."}, 1);
    check("gpt2-bf16", (struct layout){.from = "transformer.", .to = ""}, 1);
    check("bert", (struct layout){.from = "bert.", .to = ""}, 1);
    check("distilbert-f16", (struct layout){.from = "distilbert.", .to = ""}, 1);
    check("llama-bf16", (struct layout){.from = "model.", .to = ""}, 1);
}

static void gamma_and_beta_are_weight_and_bias(void **state)
{
    (void)state;
    check("bert", (struct layout){.from = "", .to = "", .ends = ".gamma", .end = ".weight"}, 1);
    check("bert", (struct layout){.from = "", .to = "", .ends = ".beta", .end = ".bias"}, 1);
}

static void numbers_may_begin_at_any_address(void **state)
{
    (void)state;
    for (int blanks = 0; blanks < 8; blanks++) {
        check("gpt2", (struct layout){.from = "", .to = "", .blanks = blanks}, 1);
        check("llama-bf16", (struct layout){.from = "", .to = "", .blanks = blanks}, 1);
    }
}

static void the_mask_and_other_buffers_may_be_missing(void **state)
{
    (void)state;
    check("gpt2", (struct layout){.from = "", .to = "", .without = ".attn.bias"}, 1);
    check("bert", (struct layout){.from = "", .to = "", .without = "pooler"}, 1);
    check("bert", (struct layout){.from = "", .to = "", .without = "cls."}, 1);
}

static void a_readout_of_its_own_is_read(void **state)
{
    (void)state;
    check("llama-bf16",
          (struct layout){.from = "", .to = "", .copy = "model.embed_tokens.weight", .as = "lm_head.weight"},
          1);
    check("gpt2", (struct layout){.from = "", .to = "", .copy = "wte.weight", .as = "lm_head.weight"}, 1);
}

static void several_files_are_one_model(void **state)
{
    (void)state;
    remove(in_folder("model.safetensors"));
    check("gpt2", (struct layout){.from = "", .to = ""}, 3);
    check("bert", (struct layout){.from = "", .to = "", .blanks = 3}, 2);
}

/* ---- what is refused ---------------------------------------------------------------------- */

static void assert_refused(const char *why)
{
    struct reply r = {0};
    assert_null(pretrained_open(kept_path("model"), &r));
    if (!strstr(text_str(&r.text), why))
        fail_msg("wanted '%s', said: %s", why, text_str(&r.text));
    reply_finish(&r);
}

static void what_is_needed_and_missing_is_named(void **state)
{
    (void)state;
    remove(in_folder("model.safetensors.index.json"));
    struct layout plain = {.from = "", .to = ""}, l = plain;
    l.without = "c_proj.bias";
    write_model("gpt2", &l, 1);
    assert_refused("no tensor h.0.attn.c_proj.bias");
    l.without = "wte";
    write_model("gpt2", &l, 1);
    assert_refused("no model of type gpt2");
    write_model("gpt2", &plain, 1);
    copy_file("tests/data/models/gpt2-bf16/config.json", in_folder("config.json"));
    assert_refused("tensor wpe.weight is 32 x 16, but config.json asks for 16 x 16");
    copy_file("tests/data/models/bert/config.json", in_folder("config.json"));
    assert_refused("no model of type bert");
    remove(in_folder("config.json"));
    assert_refused("config.json");
    copy_file("tests/data/models/gpt2/config.json", in_folder("config.json"));
    remove(in_folder("model.safetensors"));
    assert_refused("no model.safetensors and no model.safetensors.index.json");
    fclose(fopen(in_folder("pytorch_model.bin"), "wb"));
    assert_refused("can run code");
    remove(in_folder("pytorch_model.bin"));
}

static void write_config(const char *text)
{
    FILE *f = fopen(in_folder("config.json"), "wb");
    fputs(text, f);
    fclose(f);
}

static void a_config_is_refused_with_what_is_wrong(void **state)
{
    (void)state;
    static const struct {
        const char *config, *why;
    } cases[] = {
        {"[]", "is not an object"},
        {"{", "not valid JSON"},
        {"{}", "has no model_type"},
        {"{\"model_type\":\"t5\"}", "missing: an encoder beside a decoder"},
        {"{\"model_type\":\"xyz\"}", "model_type 'xyz' is unknown (known: gpt2, "},
        {"{\"model_type\":\"gpt2\"}", "n_embd must be a whole number from 1 to 4096"},
        {"{\"model_type\":\"gpt2\",\"n_embd\":1e9}", "n_embd must be a whole number"},
        {"{\"model_type\":\"gpt2\",\"n_embd\":16,\"n_head\":3,\"n_layer\":1,\"vocab_size\":9,\"n_positions\":"
         "9,"
         "\"activation_function\":\"relu\"}",
         "3 heads do not divide 16 dimensions"},
        {"{\"model_type\":\"gpt2\",\"n_embd\":16,\"n_head\":2,\"n_layer\":49}",
         "n_layer must be a whole number from 1 to 48"},
        {"{\"model_type\":\"gpt2\",\"n_embd\":16,\"n_head\":2,\"n_layer\":1,\"vocab_size\":9,\"n_positions\":"
         "9,"
         "\"activation_function\":\"mish\"}",
         "activation_function must be one of"},
        {"{\"model_type\":\"llama\",\"rope_scaling\":{\"factor\":2}}", "'rope_scaling'"},
        {"{\"model_type\":\"llama\",\"rope_parameters\":{\"rope_theta\":5}}", "'rope_parameters'"},
        {"{\"model_type\":\"gpt2\",\"scale_attn_weights\":false}", "'scale_attn_weights'"},
        {"{\"model_type\":\"bert\",\"position_embedding_type\":\"relative_key\"}",
         "'position_embedding_type'"},
        {"{\"model_type\":\"gpt2\",\"n_embd\":16,\"n_head\":2,\"n_layer\":3,\"vocab_size\":300,"
         "\"n_positions\":32,\"activation_function\":\"gelu_new\",\"tie_word_embeddings\":false}",
         "no tensor lm_head.weight"},
        {"{\"model_type\":\"llama\",\"hidden_size\":8,\"num_attention_heads\":4,\"num_key_value_heads\":3,"
         "\"num_hidden_layers\":1,\"intermediate_size\":8,\"vocab_size\":9,\"max_position_embeddings\":9,"
         "\"hidden_act\":\"silu\"}",
         "4 heads cannot share 3 heads of keys"},
    };
    struct layout plain = {.from = "", .to = ""};
    write_model("gpt2", &plain, 1);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        write_config(cases[i].config);
        assert_refused(cases[i].why);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_prefix_may_be_there_or_not),
        cmocka_unit_test(gamma_and_beta_are_weight_and_bias),
        cmocka_unit_test(numbers_may_begin_at_any_address),
        cmocka_unit_test(the_mask_and_other_buffers_may_be_missing),
        cmocka_unit_test(a_readout_of_its_own_is_read),
        cmocka_unit_test(several_files_are_one_model),
        cmocka_unit_test(what_is_needed_and_missing_is_named),
        cmocka_unit_test(a_config_is_refused_with_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, kept_begin, kept_end);
}
