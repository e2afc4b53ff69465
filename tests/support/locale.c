/* One setup for the groups that need nothing else, so that none forgets to look whether the locale is there.
 */
#include "support/locale.h"

#include "base/utf8.h"

int locale(void **state)
{
    (void)state;
    return utf8_locale() ? 0 : -1;
}
