/* What values about kinds of heads have in common. */
#ifndef EXPR_HEADS_H
#define EXPR_HEADS_H

#include "expr/call.h"

/* Report that the call's name is not a kind of head, with a list of those there are (`other` among them or
 * not), and that a kind cannot be measured here. Return false. */
bool expr_no_kind(struct expr_call *c, bool other);
bool expr_too_few_words(struct expr_call *c);

#endif
