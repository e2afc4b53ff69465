/* What the browser's test calls beside web.h, in a module of its own that holds the whole program too. */
#include "in_page.h"

#include "app/app.h"
#include "lesson/author/check.h"
#include "support/session.h"

const char *page_replay(struct web *w, const char *session)
{
    static struct text fresh;
    struct app a;
    struct reply r = {0};
    (void)w;
    text_clear(&fresh);
    if (app_init(&a, app_commands, LANG_EN, &r))
        session_replay(&a, session, &fresh);
    app_finish(&a);
    reply_finish(&r);
    return text_str(&fresh);
}

const char *page_check(void)
{
    static struct text out;
    struct check_request q = {
        .commands = app_commands, .lang = LANG_EN, .langs = 1u << LANG_EN | 1u << LANG_ZH};
    text_clear(&out);
    check_run(&q, &out);
    return text_str(&out);
}
