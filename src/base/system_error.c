/* The system may have these messages in English only, so the common ones are translated here. */
#include "base/system_error.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>

static const struct {
    int error;
    struct pair text;
} messages[] = {
    {ENOENT, PAIR("No such file or directory", "没有这个文件或文件夹")},
    {EACCES, PAIR("Permission denied", "没有权限")},
    {EPERM, PAIR("Operation not permitted", "不允许这样做")},
    {EISDIR, PAIR("Is a directory", "这是文件夹，不是文件")},
    {ENOTDIR, PAIR("Not a directory", "路径中间有一段不是文件夹")},
    {EEXIST, PAIR("File exists", "文件已经存在")},
    {ENOSPC, PAIR("No space left on device", "磁盘满了")},
    {EDQUOT, PAIR("Disk quota exceeded", "超出了磁盘配额")},
    {EFBIG, PAIR("File too large", "文件太大")},
    {EROFS, PAIR("Read-only file system", "文件系统是只读的")},
    {ENAMETOOLONG, PAIR("File name too long", "文件名太长")},
    {ELOOP, PAIR("Too many levels of symbolic links", "符号链接绕成了圈")},
    {EMFILE, PAIR("Too many open files", "打开的文件太多")},
    {EIO, PAIR("Input/output error", "读写出错")},
    {EAGAIN, PAIR("Resource temporarily unavailable", "暂时无法读写")},
    {ENXIO, PAIR("No such device or address", "没有这个设备")},
    {EPIPE, PAIR("Broken pipe", "读取的一方已经关闭")},
    {EBADF, PAIR("Bad file descriptor", "没有打开")},
    {ENOMEM, PAIR("Cannot allocate memory", "内存不够")},
};

const char *system_error_text(int error, enum lang lang)
{
    for (size_t i = 0; i < sizeof messages / sizeof *messages; i++)
        if (messages[i].error == error)
            return pair_in(messages[i].text, lang);
    return strerror(error);
}

bool system_error(const char *path, struct reply *r)
{
    return reply_fail(r, 0, TEXT("%s: %s", "%s：%s"), path, system_error_text(errno, r->lang));
}
