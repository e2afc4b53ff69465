/* What clang's analyzer must be told, since it reads one file at a time: a failure's answer is always false.
 */
#include "base/reply.h"

#define reply_fail(...) ((reply_fail)(__VA_ARGS__), false)
#define reply_no_memory(r) ((reply_no_memory)(r), false)
