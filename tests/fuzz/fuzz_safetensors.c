/* A safetensors file: tensors that lie inside it, each with as many bytes as its shape needs, or a reason. */
#include "fuzz/fuzz.h"
#include "network/tensors.h"

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct reply r = {0};
    struct tensors *t = tensors_of_bytes("f", bytes, size, &r);
    must(t != NULL || (r.failed && r.text.len > 0));
    for (int i = 0; t && i < tensors_count(t); i++) {
        struct tensor *one = tensors_at(t, i);
        struct reply quiet = {0};
        struct factor m;
        must(one->bytes >= bytes && one->size <= size && one->bytes <= bytes + size - one->size);
        must(tensors_find(t, one->name) == one);
        if (tensor_mat(one, &m, &quiet) && m.rows > 0 && m.cols > 0) {
            must((size_t)m.rows * (size_t)m.cols * mat_kind_size((enum mat_kind)m.kind) == one->size);
            must(factor_entry(m, m.rows - 1, m.cols - 1) != 1e-300);
        }
        reply_finish(&quiet);
    }
    tensors_close(t);
    reply_finish(&r);
    return 0;
}
