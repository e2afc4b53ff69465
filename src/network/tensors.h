/* The tensors in a model's files, in the format safetensors: eight bytes with the length of a header (little
 * endian), the header as JSON, and numbers. The files are mapped and never written to; nothing is copied, and
 * nothing in them is trusted: every size, offset and shape is checked before it is used. Numbers may begin at
 * any address. (github.com/huggingface/safetensors, "Format") */
#ifndef NETWORK_TENSORS_H
#define NETWORK_TENSORS_H

#include "base/reply.h"
#include "core/math/mat.h"

enum { TENSOR_RANK = 8 };

struct tensor {
    char *name;
    int file;  /* index of its file */
    bool used; /* tensor_mat gave its numbers to somebody */
    int rank;
    long shape[TENSOR_RANK];
    const char *type; /* "F32", "I64" … */
    const unsigned char *bytes;
    size_t size;
};

struct tensors;

/* Opens one file; or those of a folder: model.safetensors, else the files that model.safetensors.index.json
 * lists. Returns NULL and explains in r. */
struct tensors *tensors_open(const char *path, struct reply *r);

/* The same from the bytes of one file, which must stay where they are. */
struct tensors *tensors_of_bytes(const char *path, const unsigned char *bytes, size_t n, struct reply *r);

void tensors_close(struct tensors *t); /* NULL: nothing */

/* Returns the tensor of this name, NULL: there is none. */
struct tensor *tensors_find(const struct tensors *t, const char *name);

int tensors_count(const struct tensors *t);
/* Returns tensor i in the order of the names. */
struct tensor *tensors_at(const struct tensors *t, int i);

/* Returns the path of a mapped file that was written to since it was opened, NULL: none was. A new file in
 * its place leaves the mapped one as it is. */
const char *tensors_changed(const struct tensors *t);

/* Updates a checksum (text_sum) by the names and shapes of all tensors, and by the first 64 kB of at most 64
 * of them, spread over the list. */
uint64_t tensors_mark(const struct tensors *t, uint64_t sum);

/* Sets *out to a tensor of rank 1 (one row) or 2 whose numbers are F64, F32, F16 or BF16, and marks it as
 * used. Returns false and explains in r if it is anything else. */
bool tensor_mat(struct tensor *t, struct factor *out, struct reply *r);

/* Returns the first tensor, by name, in which a number is NaN or infinite, NULL: none. Reads all numbers. */
const struct tensor *tensors_not_finite(const struct tensors *t);

/* Appends the shape: 768 x 2304. */
void tensor_add_shape(const struct tensor *t, struct text *out);

#endif
