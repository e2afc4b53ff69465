/* What other programs read: the header's names, shapes and places, and the numbers there. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <jansson.h>

#include "export/model_folder.h"
#include "support/lines.h"
#include "support/models.h"
#include "support/test.h"

struct file {
    struct model_files files;
    struct text bytes; /* of the numbers */
    json_t *header;
    size_t data;
};

static struct file file_of(const struct scene *s)
{
    struct file f = {.header = NULL};
    struct reply r = {0};
    uint64_t n = 0;
    assert_true(model_files_make(s, &f.files, &r));
    f.bytes = f.files.numbers;
    for (int i = 7; i >= 0; i--)
        n = n << 8 | (unsigned char)f.bytes.s[i];
    f.header = json_loadb(f.bytes.s + 8, n, 0, NULL);
    f.data = 8 + n;
    assert_non_null(f.header);
    assert_int_equal(f.data % 8, 0);
    return f;
}

static void file_finish(struct file *f)
{
    json_decref(f->header);
    model_files_finish(&f->files);
}

/* Returns entry i of a tensor after checking its shape; cols 0: it has one dimension. */
static double at(const struct file *f, const char *name, int rows, int cols, int i)
{
    json_t *t = json_object_get(f->header, name), *shape = json_object_get(t, "shape"),
           *place = json_object_get(t, "data_offsets");
    double x;
    if (!t)
        fail_msg("no %s", name);
    assert_string_equal(json_string_value(json_object_get(t, "dtype")), "F64");
    assert_int_equal((int)json_array_size(shape), cols ? 2 : 1);
    assert_int_equal((int)json_integer_value(json_array_get(shape, 0)), rows);
    if (cols)
        assert_int_equal((int)json_integer_value(json_array_get(shape, 1)), cols);
    int from = (int)json_integer_value(json_array_get(place, 0)),
        to = (int)json_integer_value(json_array_get(place, 1));
    assert_int_equal(to - from, 8 * rows * (cols ? cols : 1));
    assert_true(f->data + (size_t)to <= f->bytes.len);
    memcpy(&x, f->bytes.s + f->data + from + 8 * i, sizeof x);
    return x;
}

TEST(a_trained_model_in_gpt2s_layout)
{
    struct session m = model_after("task echo n=9 ; train 20");
    struct file f = file_of(&m.now);
    const struct config *c = &m.now.config;
    assert_true(at(&f, "wpe.weight", 9, 16, 16 * 3 + 2) == mat_at(c->pe_mat[0], 3, 2));
    assert_true(at(&f, "h.0.attn.c_attn.weight", 16, 48, 48 * 5 + 16 + 7) ==
                factor_entry(c->w[0][W_K], 5, 7));
    assert_true(at(&f, "h.0.attn.c_attn.weight", 16, 48, 48 * 5 + 47) == factor_entry(c->w[0][W_V], 5, 15));
    assert_true(at(&f, "h.0.attn.c_proj.weight", 16, 16, 255) == factor_entry(c->w[0][W_O], 15, 15));
    assert_true(at(&f, "lm_head.weight", 8, 16, 16 * 7 + 1) == factor_entry(c->w[0][READ_U], 1, 7));
    int word = m.now.state.sentence->id[0];
    for (int i = 0; i < 8; i++) { /* the first word of the sentence is that row of the words */
        const char letter[] = {(char)("BCDEFGHJ"[i]), 0};
        if (strcmp(lexicon_at(m.now.state.lexicon, word).name, letter) == 0)
            assert_true(at(&f, "wte.weight", 9, 16, 16 * i + 4) == mat_at(m.now.trace.X, 0, 4));
    }
    assert_null(json_object_get(f.header, "h.0.ln_1.weight"));
    file_finish(&f);
    session_finish(&m);
}

TEST(an_untrained_one_with_everything)
{
    struct session m = model_after(
        "tokens 猫 追 猫 ; set layers 2 block encoder norm pre dff 5 final_norm on ; layer 1 ; bQ = 1 2 3 4 "
        "5 6 7 8 ; bK = 0 0 0 0 0 0 0 9 ; bV = 3 0 0 0 0 0 0 0");
    struct file f = file_of(&m.now);
    assert_true(at(&f, "wte.weight", 3, 8, 8) == mat_at(m.now.trace.X, 1, 0));
    assert_true(at(&f, "h.1.attn.c_attn.bias", 24, 0, 3) == 4 &&
                at(&f, "h.1.attn.c_attn.bias", 24, 0, 15) == 9);
    assert_true(at(&f, "h.1.ln_1.weight", 8, 0, 0) == 1);
    assert_true(at(&f, "h.1.ln_2.weight", 8, 0, 0) == 1);
    assert_true(at(&f, "h.0.mlp.c_fc.weight", 8, 5, 0) == factor_entry(m.now.config.w[0][FF_W1], 0, 0));
    assert_true(at(&f, "ln_f.weight", 8, 0, 7) == 1);
    assert_null(json_object_get(f.header, "lm_head.weight"));
    assert_null(json_object_get(f.header, "h.0.attn.c_attn.bias"));
    file_finish(&f);
    session_finish(&m);
}
