/* Lines are written at known offsets (pwrite), so a partial write can be undone. A line is replaced in
 * place only within one page: if the program is killed, such a write is complete or has not begun. */
#include "keep/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keep/file.h"
#include "keep/folders.h"
#include "base/system_error.h"
#include "base/platform.h"

#define FORMAT "# qkv journal 1"

enum { TRAILER = sizeof " #K0123456789abcdef\n" - 1, MARK = 3, PAGE = 4096, NAMES = 1000 };

/* Appends a line of at least `width` bytes to out, and updates *sum. */
static void put_line(struct text *out, const char *s, size_t n, char kind, size_t width, uint64_t *sum)
{
    size_t begin = out->len;
    text_add_bytes(out, s, n);
    while (!out->failed && out->len - begin + TRAILER < width)
        text_add_char(out, ' ');
    text_add(out, " #");
    text_add_char(out, kind);
    if (out->failed)
        return;
    *sum = text_sum(*sum, out->s + begin, out->len - begin);
    text_addf(out, "%016" PRIx64 "\n", *sum);
}

/* Writes all bytes at offset `at`. On failure truncates the file there, so the next write follows intact
 * lines. */
static bool write_at(struct journal *j, const struct text *bytes, off_t at, struct reply *r)
{
    j->bytes.len = (size_t)at;
    j->bytes.failed = bytes->failed;
    text_add_bytes(&j->bytes, text_str(bytes), bytes->len);
    if (j->bytes.failed)
        return reply_no_memory(r); /* what stood there before is still there */
    if (j->torn && ftruncate(j->fd, at) != 0)
        return system_error(text_str(&j->path), r);
    for (size_t done = 0; done < bytes->len;) {
        ssize_t n = pwrite(j->fd, bytes->s + done, bytes->len - done, at + (off_t)done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            reply_fail(r, 0, "%s", system_error_text(n == 0 ? ENOSPC : errno, r->lang));
            j->end = at;
            j->torn = ftruncate(j->fd, at) != 0; /* readers detect the truncated line */
            return false;
        }
        done += (size_t)n;
    }
    j->torn = false;
    j->end = at + (off_t)bytes->len;
    j->unsynced = true;
    return true;
}

/* Creates and locks a file under the first free name. Returns -1 with errno on failure. Another session may
 * have removed the new file because it was empty; one that cannot be locked at all is removed. */
static int new_file(struct text *path)
{
    char name[80];
    struct stat st;
    for (int i = 0; i < NAMES; i++) {
        snprintf(name, sizeof name, i ? "%ld-%d" JOURNAL_SUFFIX : "%ld" JOURNAL_SUFFIX, (long)getpid(), i);
        if (!folder_file(FOLDER_STATE, name, path)) {
            errno = ENOENT;
            return -1;
        }
        int fd = open(path->s, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
        if (fd < 0 && errno != EEXIST)
            return -1;
        bool locked = fd >= 0 && file_lock(fd);
        int why = errno;
        if (locked && fstat(fd, &st) == 0 && st.st_nlink > 0)
            return fd;
        if (fd >= 0 && !locked && why != EWOULDBLOCK) {
            unlink(path->s);
            close(fd);
            errno = why;
            return -1;
        }
        if (fd >= 0)
            close(fd);
    }
    return -1;
}

/* Opens a new file for j. Returns false and explains in r on failure. */
static bool open_new(struct journal *j, struct reply *r)
{
    if (!folder_make(FOLDER_STATE, r))
        return false;
    j->fd = new_file(&j->path);
    j->open = j->fd >= 0;
    if (j->open)
        return true;
    system_error(text_str(&j->path), r);
    text_finish(&j->path);
    return false;
}

bool journal_create(struct journal *j, struct reply *r)
{
    struct text first = {0};
    *j = (struct journal){.sum = TEXT_SUM};
    if (!open_new(j, r))
        return false;
    put_line(&first, FORMAT, strlen(FORMAT), ' ', 0, &j->sum);
    bool ok = write_at(j, &first, 0, r);
    text_finish(&first);
    if (!ok)
        journal_close(j, false);
    return ok;
}

/* Writes the journal anew if somebody has taken or changed its file. On failure it stays as it was. */
static bool restore(struct journal *j, struct reply *r)
{
    struct journal fresh = {0};
    struct text bytes = {0};
    struct stat named, own;
    char now[2 * JOURNAL_EMPTY];
    const char *s = j->bytes.s;
    const size_t n = JOURNAL_EMPTY, last = (size_t)j->end - n;
    /* whole: its path still leads to it, it has its length, and begins and ends as it was left */
    if (fstat(j->fd, &own) == 0 && stat(j->path.s, &named) == 0 && named.st_dev == own.st_dev &&
        named.st_ino == own.st_ino && (j->torn || own.st_size == j->end) &&
        pread(j->fd, now, n, 0) == (ssize_t)n && pread(j->fd, now + n, n, (off_t)last) == (ssize_t)n &&
        memcmp(now, s, n) == 0 && memcmp(now + n, s + last, n) == 0)
        return true;
    text_add_bytes(&bytes, j->bytes.s, (size_t)j->end);
    bool ok = open_new(&fresh, r) && write_at(&fresh, &bytes, 0, r);
    text_finish(&bytes);
    if (!ok) {
        journal_close(&fresh, false);
        return false;
    }
    fresh.sum = j->sum;
    fresh.slot = j->slot;
    fresh.slot_sum = j->slot_sum;
    journal_close(j, true);
    *j = fresh;
    return true;
}

bool journal_add(struct journal *j, const struct text *lines, struct reply *r)
{
    if (!restore(j, r))
        return false;
    struct text bytes = {.failed = lines->failed};
    uint64_t sum = j->sum;
    const char *s = text_str(lines), *end;
    for (; (end = strchr(s, '\n')); s = end + 1)
        put_line(&bytes, s + 1, (size_t)(end - s) - 1, s[0], 0, &sum);
    bool ok = write_at(j, &bytes, j->end, r);
    text_finish(&bytes);
    if (ok) {
        j->sum = sum;
        j->slot = 0;
    }
    return ok;
}

bool journal_replace(struct journal *j, const struct text *line, struct reply *r)
{
    if (!restore(j, r))
        return false;
    size_t n = line->len - 2; /* without its kind and its newline */
    const char *command = line->s + 1;
    char kind = line->s[0];
    struct text bytes = {0};
    off_t at = j->slot ? j->slot : j->end;
    uint64_t before = j->slot ? j->slot_sum : j->sum, sum = before;
    put_line(&bytes, command, n, kind, (size_t)(j->end - at), &sum);
    if (at != j->end && at / PAGE != (at + (off_t)bytes.len - 1) / PAGE) {
        text_clear(&bytes);
        at = j->end;
        before = sum = j->sum;
        put_line(&bytes, command, n, kind, 0, &sum);
    }
    bool ok = write_at(j, &bytes, at, r);
    text_finish(&bytes);
    if (!ok && j->end != at)
        return false; /* nothing was touched */
    j->sum = ok ? sum : before;
    j->slot = ok ? at : 0;
    j->slot_sum = before;
    return ok;
}

bool journal_sync(struct journal *j, struct reply *r)
{
    if (!restore(j, r))
        return false;
    j->unsynced = platform_sync(j->fd) != 0;
    return !j->unsynced || reply_fail(r, 0, "%s", system_error_text(errno, r->lang));
}

void journal_close(struct journal *j, bool keep)
{
    if (j->open && !keep)
        unlink(j->path.s);
    if (j->open)
        close(j->fd);
    text_finish(&j->path);
    text_finish(&j->bytes);
    *j = (struct journal){0};
}

/* ---- reading -------------------------------------------------------------- */

enum journal_line journal_next(struct journal_reader *in, char *kind, struct text *out)
{
    const char *end = in->at < in->end ? memchr(in->at, '\n', (size_t)(in->end - in->at)) : NULL;
    char want[TRAILER];
    text_clear(out);
    if (!end)
        return JOURNAL_END;
    size_t n = (size_t)(end + 1 - in->at);
    if (n < TRAILER)
        return JOURNAL_DAMAGED;
    size_t summed = n - TRAILER + MARK;
    uint64_t sum = text_sum(in->sum, in->at, summed);
    snprintf(want, sizeof want, "%016" PRIx64 "\n", sum);
    if (memcmp(in->at + summed, want, TRAILER - MARK) != 0)
        return JOURNAL_DAMAGED;
    text_add_bytes(out, in->at, n - TRAILER);
    if (out->failed)
        return JOURNAL_DAMAGED;
    *kind = in->at[summed - 1];
    in->at = end + 1;
    in->sum = sum;
    return JOURNAL_LINE;
}

bool journal_read(struct journal_reader *in, const char *bytes, size_t n)
{
    struct text first = {0};
    char kind;
    *in = (struct journal_reader){bytes, bytes + n, TEXT_SUM};
    bool ok = journal_next(in, &kind, &first) == JOURNAL_LINE && strcmp(text_str(&first), FORMAT) == 0;
    text_finish(&first);
    return ok;
}
