/* The parts of a verdict: each adds the relations that hold, and the mistakes with which they would. */
#ifndef TAP_DIAGNOSE_H
#define TAP_DIAGNOSE_H

#include "tap/finding.h"

void verdict_rotation(struct verdict *v);
void verdict_split(struct verdict *v);
void verdict_bias(struct verdict *v);
void verdict_attention(struct verdict *v, struct judge *j);

#endif
