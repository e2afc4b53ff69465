#include "lesson/play/progress_move.h"

#include "app/keep/file.h"
#include "lesson/keep/progress_file.h"
#include "lesson/play/host.h"

enum { LARGEST = 16 << 20 };

bool progress_give(struct host *h, const char *path, struct reply *r)
{
    struct text bytes = {0};
    progress_write(&h->lessons->keep.table, &bytes);
    bool ok =
        bytes.failed ? reply_no_memory(r) : file_write_given(path, false, text_str(&bytes), bytes.len, r);
    if (ok)
        reply_say(r, TEXT("%s: %d steps", "%s：%d 步"), path, h->lessons->keep.table.count);
    text_finish(&bytes);
    return ok;
}

static bool read(const char *path, struct progress *p, struct reply *r)
{
    struct text bytes = {0};
    int line = 0;
    bool ok = file_read(path, LARGEST, &bytes, r);
    if (ok && !progress_read(p, text_str(&bytes), bytes.len, &line))
        ok = line > 0
                 ? reply_fail(r, 0,
                              TEXT("%s:%d: not a record of progress (write one with 'progress save FILE')",
                                   "%s:%d：不是学习记录（用“progress save 文件”写一个）"),
                              path, line)
                 : reply_no_memory(r);
    text_finish(&bytes);
    return ok;
}

/* Adds what `from` has to `to`. Returns false if out of memory. */
static bool add(struct progress *to, const struct progress *from)
{
    bool ok = true;
    for (int i = 0; i < from->count && ok; i++)
        ok = progress_record(to, &from->v[i]);
    for (int i = 0; i < from->place_count && ok; i++)
        ok = progress_set_place(to, from->place[i].lesson, from->place[i].step);
    return ok;
}

bool progress_take(struct host *h, const char *path, struct reply *r)
{
    struct progress_keep *keep = &h->lessons->keep;
    struct progress given = {0}, all = {0};
    bool ok = read(path, &given, r) && progress_load(&all, r) && (add(&all, &given) || reply_no_memory(r)) &&
              progress_save(&all, r);
    if (ok) {
        reply_say(r, TEXT("%d steps added: %d in all", "加了 %d 步，共 %d 步"), given.count, all.count);
        progress_finish(&keep->table);
        keep->table = all;
        keep->version++;
    } else {
        progress_finish(&all);
    }
    progress_finish(&given);
    return ok;
}
