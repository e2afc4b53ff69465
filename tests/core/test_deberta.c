/* DeBERTa (He et al. 2021): three terms, in the paper's form and in the released code's. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "core/posenc.h"
#include "core/trace.h"
#include "support/close.h"
#include "support/encoded.h"

enum { K, FORM };
enum { REL, WQR, WKR };
enum { C2C, C2P, P2C };

static double matrices[ENCODED_ROOM], input[ENCODED_ROOM];

static void the_divisor_counts_three_terms(void **state)
{
    (void)state;
    assert_close(posenc_find("deberta")->divisor_factor, sqrt(3), 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_divisor_counts_three_terms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
