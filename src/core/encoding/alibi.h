/* The slopes of ALiBi (Press, Smith, Lewis 2021). */
#ifndef CORE_ENCODING_ALIBI_H
#define CORE_ENCODING_ALIBI_H

/* Returns the slope of head `head` (0-based) of `heads`, by the published recipe. For p = 2^k heads:
 * 2^(-8/p), 2^(-16/p), …, 2^-8. For other counts: the slopes of the largest power p below, then every
 * second slope of 2p heads. */
double alibi_slope(int heads, int head);

#endif
