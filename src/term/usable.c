#include "term/usable.h"

#include <unistd.h>

#include "base/utf8.h"

bool usable_here(struct pair *why)
{
    bool there = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    if (!there)
        *why = BOTH("standard input and output must be a terminal (use -b for batch, --plain for a session "
                    "without a screen)",
                    "标准输入和输出必须是终端（-b：批处理；--plain：不开屏幕的会话）");
    else if (!utf8_expected())
        *why = BOTH("the locale is not UTF-8 (LC_ALL, LC_CTYPE, LANG); if the terminal uses UTF-8, start "
                    "with LC_ALL=C.UTF-8",
                    "locale is not UTF-8: LC_ALL=C.UTF-8 qkv\n环境（LC_ALL、LC_CTYPE、LANG）的字符集不是 "
                    "UTF-8；请在 UTF-8 终端里用 LC_ALL=C.UTF-8 启动");
    return there && utf8_expected();
}
