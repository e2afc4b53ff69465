/* What is kept of the lessons a person did: read whole or refused with the line; what was read is written so
 * that it reads the same again. */
#include "fuzz/fuzz.h"
#include "lesson/run/progress.h"

static void comes_back(const struct progress *p)
{
    struct progress other = {0};
    struct text once = {0}, twice = {0};
    int line;
    progress_write(p, &once);
    must(progress_read(&other, text_str(&once), once.len, &line));
    progress_write(&other, &twice);
    must(strcmp(text_str(&once), text_str(&twice)) == 0);
    for (int i = 0; i < p->count; i++)
        must(progress_record(&other, &p->v[i]));
    must(other.count == p->count);
    progress_finish(&other);
    text_finish(&once);
    text_finish(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    struct progress p = {0};
    int line, lines = 1;
    for (size_t i = 0; i < size; i++)
        lines += bytes[i] == '\n';
    if (!progress_read(&p, (const char *)bytes, size, &line))
        must(line >= 1 && line <= lines);
    struct progress_counts c = progress_count(&p, NULL);
    must(c.done + c.revealed + c.skipped == p.count && c.first_right <= c.predictions &&
         c.reached <= c.goals && c.understood <= c.steps);
    comes_back(&p);
    progress_finish(&p);
    return 0;
}
