/* The same model in other files: under a prefix, in two files with a list, at an odd address, without what is
 * optional, with a readout of its own. Its numbers must stay the same to the bit. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <jansson.h>

#include "core/pipeline/block.h"
#include "network/leftovers.h"
#include "core/encoding/posenc.h"
#include "network/pretrained.h"
#include "network/tensors.h"
#include "support/kept.h"
#include "support/model_files.h"
#include "support/test.h"

/* How the tensors of a model are rewritten. Each name that begins with `from` begins with `to`. */
struct layout {
    const char *from, *to;
    const char *ends, *end; /* a name that ends with `ends` ends with `end`; NULL: no change */
    const char *without;    /* tensors whose names have this in them are left out; NULL: none */
    int blanks;             /* after the header */
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
    static const char *const others[] = {"config.json", "tokenizer.json", "vocab.txt"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, others[i]);
        remove(in_folder(others[i]));
        if (access(path, F_OK) == 0)
            copy_file(path, in_folder(others[i]));
    }
    text_finish(&list);
    tensors_close(t);
}

/* The rows after the last layer, and the logits, of a few tokens. */
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
    reply_finish(&r);
    pretrained_config(x.p, &x.c);
    x.c.n = WORDS;
    assert_true(arena_reserve(&x.rows, (size_t)2 * WORDS * (size_t)x.c.d));
    x.c.X = mat_in(&x.rows, WORDS, x.c.d);
    x.c.T = x.c.types ? mat_in(&x.rows, WORDS, x.c.d) : (struct mat){0};
    for (int i = 0; i < WORDS; i++) {
        factor_copy(mat_rows(x.c.X, i, 1), pretrained_token(x.p, 7 * i % x.p->sizes.vocab));
        for (int j = 0; j < x.c.d; j++)
            mat_row(x.c.X, i)[j] *= x.p->sizes.word_scale;
        if (x.c.types)
            mat_copy(mat_rows(x.c.T, i, 1), mat_rows(x.p->types, i > 2 && x.p->types.rows > 1, 1));
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
    assert_true(reads ==
                !(l.without && (strcmp(l.without, "cls.") == 0 || strcmp(l.without, "lm_head.") == 0)));
    if (reads)
        assert_same_bits(got.t.logits, want.t.logits);
    result_finish(&want);
    result_finish(&got);
}

TEST(a_prefix_may_be_there_or_not)
{
    check("gpt2", (struct layout){.from = "", .to = "transformer."}, 1);
    check("gpt2-bf16", (struct layout){.from = "transformer.", .to = ""}, 1);
    check("bert", (struct layout){.from = "bert.", .to = ""}, 1);
    check("distilbert-f16", (struct layout){.from = "distilbert.", .to = ""}, 1);
    check("llama-bf16", (struct layout){.from = "model.", .to = ""}, 1);
    check("roberta", (struct layout){.from = "roberta.", .to = ""}, 1);
    check("gpt-neo", (struct layout){.from = "transformer.", .to = ""}, 1);
    check("bloom-bf16", (struct layout){.from = "transformer.", .to = ""}, 1);
    check("bloom-f32", (struct layout){.from = "", .to = "transformer."}, 1);
    check("qwen2", (struct layout){.from = "model.", .to = ""}, 1);
}

TEST(a_wrapper_may_be_around_all_names)
{
    check("gpt2", (struct layout){.from = "", .to = "_orig_mod."}, 1);
    check("bert", (struct layout){.from = "", .to = "module."}, 1);
    check("llama-bf16", (struct layout){.from = "", .to = "module._orig_mod._fsdp_wrapped_module.module."},
          1);
}

TEST(gamma_and_beta_are_weight_and_bias)
{
    check("bert", (struct layout){.from = "", .to = "", .ends = ".gamma", .end = ".weight"}, 1);
    check("bert", (struct layout){.from = "", .to = "", .ends = ".beta", .end = ".bias"}, 1);
}

TEST(numbers_may_begin_at_any_address)
{
    for (int blanks = 0; blanks < 8; blanks++) {
        check("gpt2", (struct layout){.from = "", .to = "", .blanks = blanks}, 1);
        check("llama-bf16", (struct layout){.from = "", .to = "", .blanks = blanks}, 1);
        check("bloom-bf16", (struct layout){.from = "", .to = "", .blanks = blanks}, 1);
    }
}

TEST(the_mask_and_other_buffers_may_be_missing)
{
    check("gpt2", (struct layout){.from = "", .to = "", .without = ".attn.bias"}, 1);
    check("bert", (struct layout){.from = "", .to = "", .without = "pooler"}, 1);
    check("bert", (struct layout){.from = "", .to = "", .without = "cls."}, 1);
    check("roberta", (struct layout){.from = "", .to = "", .without = "lm_head."}, 1);
}

TEST(a_readout_of_its_own_is_read)
{
    check("llama-bf16",
          (struct layout){.from = "", .to = "", .copy = "model.embed_tokens.weight", .as = "lm_head.weight"},
          1);
    check("gpt2", (struct layout){.from = "", .to = "", .copy = "wte.weight", .as = "lm_head.weight"}, 1);
}

TEST(several_files_are_one_model)
{
    remove(in_folder("model.safetensors"));
    check("gpt2", (struct layout){.from = "", .to = ""}, 3);
    check("bert", (struct layout){.from = "", .to = "", .blanks = 3}, 2);
    check("bloom-f32", (struct layout){.from = "", .to = "", .blanks = 1}, 4);
    check("mistral", (struct layout){.from = "", .to = ""}, 5);
}

/* ---- what is refused ---------------------------------------------------------------------- */

static void assert_refused(const char *why)
{
    struct reply r = {0};
    if (pretrained_open(kept_path("model"), &r))
        fail_msg("opened, though '%s'", why);
    if (!strstr(text_str(&r.text), why))
        fail_msg("wanted '%s', said: %s", why, text_str(&r.text));
    reply_finish(&r);
}

TEST(what_is_needed_and_missing_is_named)
{
    remove(in_folder("model.safetensors.index.json"));
    struct layout plain = {.from = "", .to = ""}, l = plain;
    l.without = "c_proj.bias";
    write_model("gpt2", &l, 1);
    assert_refused("no tensor h.0.attn.c_proj.bias");
    l.without = "wte";
    write_model("gpt2", &l, 1);
    assert_refused("not a model of type gpt2");
    write_model("gpt2", &plain, 1);
    copy_file("tests/data/models/gpt2-bf16/config.json", in_folder("config.json"));
    assert_refused("tensor wpe.weight is 32 x 16, but config.json asks for 16 x 16");
    copy_file("tests/data/models/bert/config.json", in_folder("config.json"));
    assert_refused("not a model of type bert");
    remove(in_folder("config.json"));
    assert_refused("is not the folder of a model: it has no config.json");
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

TEST(a_config_is_refused_with_what_is_wrong)
{
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

/* ---- config.json, key by key ---------------------------------------------------------------- */

/* Writes a model whose config.json has these keys in place of its own; with `why` it must be refused. */
static void assert_config(const char *model, const char *keys, const char *why)
{
    char path[200];
    json_error_t error;
    struct layout plain = {.from = "", .to = ""};
    write_model(model, &plain, 1);
    snprintf(path, sizeof path, "tests/data/models/%s/config.json", model);
    json_t *config = json_load_file(path, 0, &error), *more = json_loads(keys, 0, &error);
    assert_true(config && more && json_object_update(config, more) == 0);
    assert_int_equal(json_dump_file(config, in_folder("config.json"), 0), 0);
    json_decref(config);
    json_decref(more);
    if (why)
        assert_refused(why);
}

TEST(what_changes_the_numbers_is_read_or_refused)
{
    static const struct {
        const char *model, *keys, *why;
    } cases[] = {
        {"llama-bf16", "{\"rope_scaling\":{\"type\":\"yarn\",\"factor\":2,\"truncate\":false}}",
         "'truncate'"},
        {"llama-bf16", "{\"rope_scaling\":{\"type\":\"yarn\",\"factor\":2,\"mscale\":1}}", "'mscale'"},
        {"llama-bf16", "{\"rope_scaling\":{\"type\":\"yarn\",\"factor\":2,\"beta_fast\":1}}",
         "slow must be below fast"},
        {"llama-bf16",
         "{\"rope_scaling\":{\"type\":\"yarn\",\"factor\":2,\"original_max_position_embeddings\":6}}",
         "trained must be at least 2π·slow"},
        {"llama-bf16", "{\"rope_scaling\":{\"type\":\"linear\",\"factor\":0.5}}",
         "factor must be at least 1"},
        {"llama-bf16", "{\"rope_scaling\":{\"type\":\"dynamic\"}}", "factor must be a number above 0"},
        {"phi3", "{\"partial_rotary_factor\":1.5}", "'partial_rotary_factor'"},
        {"gpt-neox", "{\"rotary_pct\":0.1}", "heads of 0 columns cannot turn in pairs"},
        {"gpt-neox", "{\"rotary_pct\":0.4}", "heads of 3 columns cannot turn in pairs"},
        {"gemma3", "{\"layer_types\":[\"sliding_attention\"]}", "'layer_types'"},
        {"gemma3", "{\"layer_types\":[\"full_attention\",\"chunked_attention\"]}", "'layer_types'"},
        {"gemma3", "{\"sliding_window\":0}", "sliding_window must be a whole number"},
        {"gemma3", "{\"use_bidirectional_attention\":true}", "'use_bidirectional_attention'"},
        {"gemma3", "{\"query_pre_attn_scalar\":0}", "query_pre_attn_scalar must be a number above 0"},
        {"gemma3",
         "{\"rope_parameters\":{\"full_attention\":{\"rope_type\":\"default\"},\"sliding_attention\":"
         "{\"rope_type\":\"linear\",\"factor\":2}}}",
         "'sliding_attention'"},
        {"gemma2", "{\"attn_logit_softcapping\":-4}", "attn_logit_softcapping must be a number above 0"},
        {"gpt-neo", "{\"attention_types\":[[[\"global\",\"local\"],1000000000]]}", "'attention_types'"},
        {"phi3", "{\"num_key_value_heads\":2}", "is 48 x 16, but config.json asks for 32 x 16"},
        {"llama-bf16", "{\"rope_scaling\":{\"rope_type\":\"longrope\"}}", "a pace of its own for every pair"},
        {"llama-bf16", "{\"rope_scaling\":{\"rope_type\":\"ntk\"}}",
         "type 'ntk' is unknown (known: default, linear, dynamic, yarn, llama3)"},
        {"llama-bf16", "{\"rope_scaling\":{\"factor\":2}}", "type '' is unknown"},
        {"llama3", "{\"rope_interleaved\":true}", "'rope_interleaved'"},
        {"bert", "{\"pruned_heads\":{\"0\":[1]}}", "'pruned_heads'"},
        {"roberta", "{\"hidden_act\":\"gelu_new\"}", "hidden_act must be gelu in a model of type roberta"},
        {"roberta", "{\"pad_token_id\":-1}", "pad_token_id must be a whole number from 0 to"},
        {"bert", "{\"hidden_act\":\"mish\"}", "quick_gelu, relu, silu, swish, not mish"},
        {"bert", "{\"hidden_size\":5000}", "from 1 to 4096, not 5000"},
        {"llama-bf16", "{\"rope_scaling\":{\"type\":7}}", "type '' is unknown"},
        {"llama-bf16", "{\"rope_scaling\":\"linear\"}", "rope_scaling is not an object"},
        {"llama-bf16", "{\"rope_scaling\":[]}", "rope_scaling is not an object"},
        {"llama-bf16", "{\"rope_scaling\":{\"type\":\"linear\"}}", "factor must be a number above 0"},
        {"llama-bf16", "{\"rope_scaling\":{\"type\":\"linear\",\"factor\":-1}}",
         "factor must be a number above 0"},
        {"llama-bf16", "{\"rope_scaling\":{\"type\":\"linear\",\"factor\":\"2\"}}",
         "factor must be a number"},
        {"llama3", "{\"rope_scaling\":{\"type\":\"llama3\",\"factor\":8}}",
         "low_freq_factor must be a number"},
        {"llama3",
         "{\"rope_scaling\":{\"type\":\"llama3\",\"factor\":8,\"low_freq_factor\":4,\"high_freq_factor\":4,"
         "\"original_max_position_embeddings\":32}}",
         "low_freq_factor must be less than high_freq_factor"},
        {"llama3", "{\"rope_parameters\":{\"rope_type\":\"default\"}}",
         "rope_parameters and rope_scaling differ"},
        {"qwen2", "{\"rope_parameters\":{\"full_attention\":{\"rope_type\":\"default\"}}}",
         "type '' is unknown"},
        {"qwen2", "{\"rope_parameters\":{\"rope_type\":\"default\",\"rope_theta\":\"5\"}}",
         "rope_theta must be a number above 0"},
        {"qwen2", "{\"rope_parameters\":{\"rope_type\":\"default\",\"partial_rotary_factor\":0.5}}",
         "'partial_rotary_factor'"},
        {"llama3", "{\"partial_rotary_factor\":0.5}", "'partial_rotary_factor'"},
        {"llama3", "{\"rope_theta\":1e13}", "rope_theta must be a number above 0"},
        {"llama3", "{\"head_dim\":5}", "heads of 5 columns cannot turn in pairs"},
        {"llama3", "{\"head_dim\":\"12\"}", "head_dim must be a whole number"},
        {"llama3", "{\"head_dim\":4096}", "heads x head width is more than 4096"},
        {"llama3", "{\"rms_norm_eps\":0}", "rms_norm_eps must be a number above 0"},
        {"llama3", "{\"hidden_act\":null}", "hidden_act must be one of"},
        {"llama3", "{\"vocab_size\":-1}", "vocab_size must be a whole number from 1 to 1048576"},
        {"llama3", "{\"vocab_size\":9223372036854775807}", "vocab_size must be a whole number"},
        {"llama3", "{\"vocab_size\":18}", "is 19 x 12, but config.json asks for 18 x 12"},
        {"llama3", "{\"hidden_size\":true}", "hidden_size must be a whole number"},
        {"llama3", "{\"hidden_size\":[12]}", "hidden_size must be a whole number"},
        {"llama3", "{\"num_key_value_heads\":0}", "num_key_value_heads must be a whole number"},
        {"llama3", "{\"quantization_config\":{\"bits\":4}}", "'quantization_config'"},
        {"bloom-f32", "{\"apply_residual_connection_post_layernorm\":true}", "'apply_residual_connection"},
        {"bloom-f32", "{\"n_embed\":0}", "n_embed must be a whole number"},
        {"bloom-f32", "{\"n_embed\":null}", "n_embed must be a whole number"},
        {"bloom-f32", "{\"num_attention_heads\":3}", "3 heads do not divide 8 dimensions"},
        {"bloom-f32", "{\"num_attention_heads\":8192}",
         "num_attention_heads must be a whole number from 1 to 4096"},
        {"roberta", "{\"max_position_embeddings\":2}", "max_position_embeddings leaves no place for a word"},
        {"roberta", "{\"pad_token_id\":15}", "max_position_embeddings leaves no place for a word"},
        {"roberta", "{\"type_vocab_size\":101}", "type_vocab_size must be a whole number from 1 to 100"},
        {"roberta", "{\"is_decoder\":true}", "'is_decoder'"},
        {"gpt-neo", "{\"window_size\":0}", "window_size must be a whole number"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_config(cases[i].model, cases[i].keys, cases[i].why);
}

/* The model computes the same with these keys. */
static void assert_opens_with(const char *model, const char *keys, int words)
{
    char folder[100];
    assert_config(model, keys, NULL);
    snprintf(folder, sizeof folder, "tests/data/models/%s", model);
    struct result want = compute(folder), got = compute(kept_path("model"));
    assert_int_equal(got.p->sizes.words, words);
    assert_same_bits(got.t.logits, want.t.logits);
    result_finish(&want);
    result_finish(&got);
}

TEST(settings_that_change_nothing_are_read)
{
    assert_opens_with("llama-bf16", "{\"rope_scaling\":{\"rope_type\":\"default\"}}", 32);
    assert_opens_with("llama-bf16", "{\"rope_scaling\":{\"type\":\"dynamic\",\"factor\":2}}", 32);
    assert_opens_with(
        "llama-bf16",
        "{\"rope_scaling\":{\"type\":\"dynamic\",\"factor\":2,\"original_max_position_embeddings\":9}}", 32);
    assert_opens_with("llama-bf16",
                      "{\"rope_theta\":7,\"rope_parameters\":{\"rope_type\":\"default\","
                      "\"rope_theta\":10000.0}}",
                      32);
    assert_opens_with("qwen2", "{\"partial_rotary_factor\":1.0}", 64);
    assert_opens_with("mistral", "{\"sliding_window\":5}", 64);         /* five words: none is hidden */
    assert_opens_with("mistral", "{\"use_sliding_window\":false}", 64); /* its class does not read that */
    assert_opens_with("llama-bf16", "{\"sliding_window\":5}", 32);
    assert_opens_with("qwen2", "{\"use_sliding_window\":null}", 64);
    assert_opens_with("qwen2", "{\"use_sliding_window\":true}", 64); /* from layer 28 on */
    assert_opens_with("bert", "{\"pruned_heads\":{}}", 32);
    assert_opens_with("gpt-neo", "{\"window_size\":256}", 16);
    assert_opens_with("bloom-f32", "{\"hidden_size\":4}", 512); /* n_embed counts */
}

/* The windows and bases of the layers, by each way to say them. */
TEST(layers_have_the_windows_of_the_file)
{
    static const struct {
        const char *model, *keys;
        int window;
        unsigned windowless;
        double base;
    } cases[] = {
        {"gpt-neo", "{}", 5, 1, 0},
        {"gpt-neo", "{\"attention_types\":[[[\"local\"],1],[[\"global\"],1]]}", 5, 2, 0},
        {"gpt-neo", "{\"attention_types\":null,\"attention_layers\":[\"local\",\"local\"]}", 5, 0, 0},
        {"gpt-neo", "{\"attention_types\":null}", 5, 1, 0},
        {"mistral", "{}", 6, 0, 0},
        {"mistral", "{\"sliding_window\":null}", 0, 0, 0},
        {"qwen3", "{\"use_sliding_window\":true,\"sliding_window\":3,\"max_window_layers\":1}", 3, 1, 0},
        {"qwen3", "{\"use_sliding_window\":false,\"sliding_window\":3,\"max_window_layers\":0}", 0, 0, 0},
        {"phi3", "{}", 4, 0, 0},
        {"phi3", "{\"sliding_window\":600}", 0, 0, 0},
        {"gemma2", "{}", 3, 2, 0},
        {"gemma2", "{\"layer_types\":[\"full_attention\",\"sliding_attention\"]}", 3, 1, 0},
        {"gemma3", "{}", 3, 2, 10000},
        {"gemma3", "{\"sliding_window_pattern\":null}", 3, 0, 10000},
        {"gemma3", "{\"sliding_window_pattern\":null,\"_sliding_window_pattern\":1}", 3, 3, 10000},
        {"gemma3",
         "{\"rope_parameters\":{\"full_attention\":{\"rope_type\":\"default\",\"rope_theta\":1e6},"
         "\"sliding_attention\":{\"rope_type\":\"default\",\"rope_theta\":500}}}",
         3, 2, 500},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_config(cases[i].model, cases[i].keys, NULL);
        struct result x = compute(kept_path("model"));
        assert_int_equal(x.c.window, cases[i].window);
        assert_int_equal(x.c.window > 0 || x.c.window_base > 0 ? x.c.windowless : 0, cases[i].windowless);
        assert_true(x.c.window_base == cases[i].base);
        result_finish(&x);
    }
}

static double option(const struct config *c, const char *name)
{
    return c->pe_param[posenc_param_find(c->pe, name)];
}

TEST(rotations_are_slowed_as_the_file_says)
{
    static const struct {
        const char *model, *keys;
        double scaling, factor, trained, fast, slow, temperature, dims;
    } cases[] = {
        {"llama-bf16", "{\"rope_scaling\":{\"type\":\"yarn\",\"factor\":4}}", 4, 4, 32, 32, 1, 0, 0},
        {"llama-bf16",
         "{\"rope_scaling\":{\"type\":\"yarn\",\"factor\":4,\"original_max_position_embeddings\":16,"
         "\"beta_fast\":9,\"beta_slow\":2,\"attention_factor\":2,\"truncate\":true}}",
         4, 4, 16, 9, 2, 0.25, 0},
        {"llama-bf16", "{\"rope_scaling\":{\"type\":\"dynamic\",\"factor\":2}}", 3, 2, 32, 0, 1, 0, 0},
        {"llama-bf16", "{\"rope_scaling\":{\"type\":\"linear\",\"factor\":2}}", 1, 2, 0, 0, 1, 0, 0},
        {"gpt-neox", "{\"rotary_pct\":0.5}", 0, 1, 0, 0, 1, 0, 4},
        {"gpt-neox", "{}", 0, 1, 0, 0, 1, 0, 2},
        {"phi3", "{\"rope_parameters\":{\"rope_theta\":500,\"partial_rotary_factor\":0.5}}", 0, 1, 0, 0, 1, 0,
         2},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_config(cases[i].model, cases[i].keys, NULL);
        struct result x = compute(kept_path("model"));
        assert_true(option(&x.c, "layout") == 1 && option(&x.c, "scaling") == cases[i].scaling);
        assert_true(option(&x.c, "factor") == cases[i].factor && option(&x.c, "dims") == cases[i].dims);
        assert_true(option(&x.c, "trained") == cases[i].trained && option(&x.c, "fast") == cases[i].fast);
        assert_true(option(&x.c, "slow") == cases[i].slow);
        assert_true(option(&x.c, "temperature") == cases[i].temperature);
        result_finish(&x);
    }
}

/* In a layer with a base of its own, the scores are those of that base, and the pairs still add up to them.
 */
TEST(a_layer_may_turn_with_another_base)
{
    assert_config("gemma3", "{\"rope_local_base_freq\":100}", NULL);
    struct result near = compute("tests/data/models/gemma3"), far = compute(kept_path("model"));
    for (int l = 0; l < 2; l++) {
        struct mat a = near.t.layer[l].self.Kr, b = far.t.layer[l].self.Kr;
        double most = 0;
        for (int i = 0; i < a.rows * a.cols && l == 0; i++)
            most = fmax(most, fabs(a.v[i] - b.v[i]));
        assert_true(l > 0 || most > 1e-3);
        struct config of = posenc_of_layer(&far.c, l);
        assert_true(of.base == (l == 0 ? 100 : 1e6));
    }
    result_finish(&near);
    result_finish(&far);
}

/* What a class has when its keys are absent. */
TEST(absent_keys_have_the_values_of_the_class)
{
    static const struct {
        const char *config;
        enum activation activation;
        int types, words, first_place;
        double eps;
    } cases[] = {
        {"\"model_type\":\"gpt2\"", ACTIVATION_GELU_NEW, 0, 400, 0, 1e-5},
        {"\"model_type\":\"gpt_neo\"", ACTIVATION_GELU_NEW, 0, 400, 0, 1e-5},
        {"\"model_type\":\"bert\"", ACTIVATION_GELU, 2, 400, 0, 1e-12},
        {"\"model_type\":\"roberta\"", ACTIVATION_GELU, 2, 398, 2, 1e-12},
        {"\"model_type\":\"distilbert\"", ACTIVATION_GELU, 0, 400, 0, 1e-12},
        {"\"model_type\":\"bloom\"", ACTIVATION_GELU_NEW, 0, 512, 0, 1e-5},
        {"\"model_type\":\"llama\"", ACTIVATION_SILU, 0, 400, 0, 1e-6},
        {"\"model_type\":\"mistral\"", ACTIVATION_SILU, 0, 400, 0, 1e-6},
        {"\"model_type\":\"qwen3\"", ACTIVATION_SILU, 0, 400, 0, 1e-6},
        {"\"model_type\":\"phi3\"", ACTIVATION_SILU, 0, 400, 0, 1e-5},
        {"\"model_type\":\"olmo2\"", ACTIVATION_SILU, 0, 400, 0, 1e-5},
        {"\"model_type\":\"gemma2\"", ACTIVATION_GELU_NEW, 0, 400, 0, 1e-6},
        {"\"model_type\":\"gemma3_text\"", ACTIVATION_GELU_NEW, 0, 400, 0, 1e-6},
        {"\"model_type\":\"gpt_neox\",\"rotary_pct\":0.5", ACTIVATION_GELU, 0, 400, 0, 1e-5},
        {"\"architectures\":[\"Qwen2ForCausalLM\"]", ACTIVATION_SILU, 0, 400, 0, 1e-6},
        {"\"architectures\":[\"RobertaModel\"]", ACTIVATION_GELU, 2, 398, 2, 1e-12},
        {"\"architectures\":[\"GPT2LMHeadModel\"]", ACTIVATION_GELU_NEW, 0, 400, 0, 1e-5},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[400];
        struct reply r = {0};
        struct leftovers unused = {0};
        struct family_sizes got;
        snprintf(text, sizeof text,
                 "{%s,\"hidden_size\":8,\"num_attention_heads\":2,\"num_hidden_layers\":1,\"vocab_size\":9,"
                 "\"max_position_embeddings\":400}",
                 cases[i].config);
        json_t *config = json_loads(text, 0, NULL);
        const struct family *f = family_of(family_type_in(config), "c", &r);
        if (!f || !family_read_sizes(f, config, "c", &got, &unused, &r))
            fail_msg("%s: %s", text, text_str(&r.text));
        assert_true(got.activation == cases[i].activation && got.types == cases[i].types);
        assert_true(got.words == cases[i].words && got.first_place == cases[i].first_place);
        assert_true(got.eps == cases[i].eps && got.dff == 32 && !got.untied);
        leftovers_finish(&unused);
        json_decref(config);
    }
}

TEST(other_classes_are_not_taken_for_these)
{
    static const char *const classes[] = {"GPTNeoXForCausalLM", "BertGenerationEncoder",
                                          "Qwen2MoeForCausalLM", ""};
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++) {
        json_t *config = json_pack("{s:[s]}", "architectures", classes[i]);
        assert_null(family_type_in(config));
        json_decref(config);
    }
}

/* ---- what nothing reads ----------------------------------------------------------------------- */

/* Opens the model; what is said must be this. */
static void assert_said(enum lang lang, const char *want)
{
    struct reply r = {.lang = lang};
    struct pretrained *p = pretrained_open(kept_path("model"), &r);
    if (!p || strcmp(text_str(&r.text), want) != 0)
        fail_msg("wanted '%s', said: %s", want, text_str(&r.text));
    pretrained_drop(p);
    reply_finish(&r);
}

TEST(a_tensor_that_nothing_reads_is_named)
{
    struct layout l = {.from = "", .to = "", .copy = "ln_f.bias", .as = "classifier.bias"};
    write_model("gpt2", &l, 1);
    assert_said(LANG_EN, "not used: tensors classifier.bias (1)");
    assert_said(LANG_ZH, "没有用到：张量 classifier.bias（1 个）");
    l.as = "x\\u001b[31m";
    write_model("gpt2", &l, 1);
    assert_said(LANG_EN, "not used: tensors x\uFFFD[31m (1)");
    assert_config("gpt2", "{\"n_layer\":2}", NULL);
    assert_said(LANG_EN, "not used: tensors h.2.attn.c_attn.bias, h.2.attn.c_attn.weight, "
                         "h.2.attn.c_proj.bias, h.2.attn.c_proj.weight … (12)");
    l = (struct layout){.from = "", .to = "", .without = "transform.dense.weight"};
    write_model("bert", &l, 1); /* then there is no readout */
    assert_said(LANG_EN,
                "not used: tensors cls.predictions.bias, cls.predictions.transform.LayerNorm.beta, "
                "cls.predictions.transform.LayerNorm.gamma, cls.predictions.transform.dense.bias (4)");
}

TEST(a_key_that_nothing_reads_is_named)
{
    assert_config("gpt2", "{\"logit_scale\":2,\"attn_pdrop\":0.1,\"other\":null}", NULL);
    assert_said(LANG_EN, "not used: keys of config.json logit_scale (1)");
    assert_config("llama3", "{\"num_key_value_heads\":1,\"num_heads\":2}", NULL);
    assert_said(LANG_ZH, "没有用到：config.json 的键 num_heads（1 个）");
    assert_config(
        "qwen2",
        "{\"rope_parameters\":{\"rope_type\":\"default\",\"rope_theta\":1e6,\"attention_factor\":2}}", NULL);
    assert_said(LANG_EN, "not used: keys of config.json attention_factor (1)");
    assert_config("bloom-f32", "{\"hidden_size\":8}", NULL); /* n_embed has the same */
    assert_said(LANG_EN, "");
    assert_config("bloom-f32", "{\"hidden_size\":9}", NULL);
    assert_said(LANG_EN, "not used: keys of config.json hidden_size (1)");
}

TEST(of_two_readouts_the_one_that_is_used_is_named)
{
    assert_config("../field/readout-own-bert", "{\"tie_word_embeddings\":true}", NULL);
    assert_said(LANG_EN,
                "cls.predictions.decoder.weight differs from the table of tokens, though config.json does "
                "not say so: it is used. ");
}

TEST(numbers_that_only_python_writes_are_read_or_named)
{
    static const char sizes[] = "{\"model_type\":\"gpt2\",\"n_embd\":16,\"n_head\":2,\"n_layer\":3,"
                                "\"vocab_size\":300,\"n_positions\":32,\"layer_norm_epsilon\":%s}";
    static const char *const numbers[] = {"NaN", "Infinity", "-Infinity"};
    char text[400], why[100];
    write_model("gpt2", &(struct layout){.from = "", .to = ""}, 1);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        snprintf(text, sizeof text, sizes, numbers[i]);
        snprintf(why, sizeof why, "layer_norm_epsilon must be a number above 0, not %s", numbers[i]);
        write_config(text);
        assert_refused(why);
        snprintf(why, sizeof why, "1e-5,\"_\":[%s,\"\\\"NaN\"]", numbers[i]);
        snprintf(text, sizeof text, sizes, why);
        write_config(text);
        assert_said(LANG_EN, "");
    }
    snprintf(text, sizeof text, sizes,
             "0.000010000000000000000000001,\"model_max_length\":1000000000000000019884624838656");
    write_config(text);
    assert_said(LANG_EN, "");
    snprintf(text, sizeof text, sizes, "NaNs");
    write_config(text);
    assert_refused("not valid JSON");
}

TESTS(kept_begin, kept_end)
