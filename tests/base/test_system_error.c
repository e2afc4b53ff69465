/* System errors are reported in the language of the session. */
#include <errno.h>
#include <string.h>

#include "base/system_error.h"
#include "support/test.h"

TEST(usual_faults_are_told_in_both_languages)
{
    static const int usual[] = {ENOENT, EACCES, EISDIR, ENOSPC, EROFS, EEXIST, EAGAIN, ENXIO, EPIPE};
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        assert_string_equal(system_error_text(usual[i], LANG_EN), strerror(usual[i]));
        assert_true((unsigned char)system_error_text(usual[i], LANG_ZH)[0] >= 0x80);
    }
    assert_string_equal(system_error_text(ENOENT, LANG_ZH), "没有这个文件或文件夹");
    assert_string_equal(system_error_text(EDOM, LANG_ZH), strerror(EDOM));
}
