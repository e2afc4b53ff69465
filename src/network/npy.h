/* An array in numpy's format .npy: a header, a Python dictionary as text, then numbers. Nothing in it is
 * trusted, nothing is copied, and no object is made from it: arrays of Python objects (pickles) are refused.
 * (numpy.org/doc/stable/reference/generated/numpy.lib.format.html) */
#ifndef NETWORK_NPY_H
#define NETWORK_NPY_H

#include "base/reply.h"

enum { NPY_RANK = 8 };

struct npy {
    const unsigned char *data;
    size_t size;  /* bytes of data */
    char kind;    /* 'f', 'i', 'u' or 'b' (bool) */
    int width;    /* bytes of a number */
    bool big;     /* big-endian */
    bool columns; /* Fortran order: the first index moves fastest */
    int rank;
    long shape[NPY_RANK];
};

/* Reads the header of the n bytes of a file, which must stay where they are. The size of the data is not
 * compared with the shape. Returns false and explains in r. */
bool npy_of_bytes(struct npy *out, const char *bytes, size_t n, struct reply *r);

/* Returns the bytes that the shape needs, SIZE_MAX if no memory could hold them. */
size_t npy_needs(const struct npy *a);

/* Returns the number whose bytes begin here: kind and width as above. Exact, but for integers beyond 2⁵³. */
double npy_number(const unsigned char *at, char kind, int width, bool big);

#endif
