/* The panel above the stages: what was found in a dump whose numbers they show. */
#include "tap/tap.h"

#include <string.h>

#include "view/stages/stages.h"

static const struct verdict *verdict_shown(const struct screen *s)
{
    struct tap *t = s->session->tap;
    return t && t->sentence == s->session->now.state.sentence ? tap_verdict(t, t->shown) : NULL;
}

bool stages_tap_say(const struct screen *s, bool brief, struct text *out)
{
    const struct tap *t = s->session->tap;
    const struct verdict *v = verdict_shown(s);
    if (v)
        (brief ? verdict_head : verdict_say)(v, screen_lang(s), out);
    if (v)
        tap_say_progress(t, screen_lang(s), out);
    if (brief)
        return v != NULL;
    if (v && t->writing)
        screen_add(s, out, TEXT("%s is being written"), t->path);
    else if (v && t->numbers != s->session->now.state.numbers)
        screen_add(s, out, TEXT("Shown below: your changes (undo brings the file's numbers back)"));
    else if (v)
        screen_add(s, out, TEXT("Shown below: what follows from q, k and v (group %d of %d)"), t->shown + 1,
                   t->groups.count);
    if (v && t->heads < v->read.heads)
        screen_add(s, out, TEXT("\nHeads %d to %d of %d (tap head N shows another)"), t->head + 1,
                   t->head + t->heads, v->read.heads);
    if (v && v->read.queries < v->read.keys)
        screen_add(s, out, TEXT("\nOnly the last %d words ask: rows before them are not in the file"),
                   v->read.queries);
    if (v && v->read.keys > CONFIG_MAX_WORDS)
        screen_add(s, out, TEXT("\nThe first %d of %d words; of each head %d rows are checked"),
                   CONFIG_MAX_WORDS, v->read.keys, JUDGE_ROWS);
    return v != NULL;
}

struct page_size stages_tap_size(const struct screen *s, bool brief)
{
    enum { HOLDS = 1, FAILS, LEAST = 24 };
    static const struct canvas_look looks[] = {{STYLE_TEXT, 0}, {STYLE_GOOD, 0}, {STYLE_ERROR, 0}};
    struct text said = SCREEN_TEXT(s), plain = SCREEN_TEXT(s);
    stages_tap_say(s, brief, &plain);
    /* a line's sign, and the id of a mistake, have colours of their own */
    for (const char *at = text_str(&plain); *at;) {
        size_t n = strcspn(at, "\n"), sign = strcspn(at, " \n");
        bool holds = strncmp(at, "✔", sign) == 0, fails = strncmp(at, "✘", sign) == 0 || *at == '?';
        size_t marked = holds ? sign : fails ? strcspn(at, ":\n") : 0;
        if (marked > 0)
            text_add_char(&said, holds ? HOLDS : FAILS);
        text_add_bytes(&said, at, marked);
        if (marked > 0)
            text_add_char(&said, CANVAS_RUN_ENDS);
        text_add_bytes(&said, at + marked, n - marked);
        at += n + (at[n] == '\n');
        text_add(&said, *at ? "\n" : "");
    }
    struct page_size size = page_flow(text_str(&said), STYLE_TEXT, LEAST);
    size.looks = looks;
    return size;
}
