/* The functions between the two matrices of a feed-forward network, and the cap of scores, each with
 * its slope. */
#ifndef CORE_MATH_ACTIVATION_H
#define CORE_MATH_ACTIVATION_H

enum activation {
    ACTIVATION_RELU,     /* max(0, x) (Vaswani et al. 2017) */
    ACTIVATION_GELU,     /* x·Φ(x), Φ the normal distribution (Hendrycks, Gimpel 2016) */
    ACTIVATION_GELU_NEW, /* their approximation: x/2·(1 + tanh(√(2/π)·(x + 0.044715 x³))), as in GPT-2 */
    ACTIVATION_SILU,     /* x/(1 + exp(-x)) (Elfwing et al. 2017), in a gate: SwiGLU (Shazeer 2020) */
    ACTIVATION_QUICK,    /* x/(1 + exp(-1.702 x)): GELU's other approximation (Hendrycks, Gimpel 2016) */
    ACTIVATION_COUNT
};

/* Returns "relu", "gelu", "gelu_new", "silu" or "quick_gelu"; NULL after the last. */
const char *activation_name(int a);

/* The function at x, and its derivative (of relu at 0: 0). */
double activation_at(enum activation a, double x);
double activation_slope(enum activation a, double x);

/* limit·tanh(x/limit): near x where x is small, never beyond ±limit (Gemma 2, 2024); and its derivative. */
double cap_at(double limit, double x);
double cap_slope(double limit, double x);

#endif
