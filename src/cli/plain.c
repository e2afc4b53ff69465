#include "cli/cli.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app/app.h"
#include "session/contexts.h"
#include "keep/file.h"
#include "app/keyboard.h"
#include "app/recover.h"
#include "base/utf8.h"
#include "command/command.h"
#include "lesson/run/run.h"
#include "session/told.h"
#include "view/frame/describe.h"

static enum lang lang_of(const struct app *a)
{
    return (enum lang)a->session.now.state.look.lang;
}

/* Reads a line of standard input, with or without Windows line ends: a pipe, or a terminal whose output
 * goes elsewhere. */
static bool read_plain_line(struct plain_input *in, struct app *a, struct text *line)
{
    int ch;
    (void)in;
    (void)a;
    fputs(isatty(STDIN_FILENO) ? PLAIN_PROMPT : "", stdout);
    if (fflush(stdout) != 0) /* nobody reads the output any more */
        return false;
    text_clear(line);
    while ((ch = getchar()) != EOF && ch != '\n')
        text_add_char(line, (char)ch);
    if (line->len > 0 && line->s[line->len - 1] == '\r')
        line->s[--line->len] = '\0';
    return !line->failed && (ch != EOF || line->len > 0);
}

/* Prints lines, and replaces every character that a terminal would obey. */
static void print_lines(const char *s)
{
    struct cluster c;
    bool ended = true;
    for (size_t left = strlen(s), n; left > 0; s += n, left -= n) {
        ended = *s == '\n';
        n = ended ? 1 : utf8_cluster(s, left, &c);
        if (ended)
            putchar('\n');
        for (int i = 0; !ended && i <= UTF8_MARKS && (i == 0 || c.ch[i]); i++) {
            char bytes[4];
            fwrite(bytes, 1, utf8_encode(c.ch[i], bytes), stdout);
        }
    }
    if (!ended)
        putchar('\n');
}

/* Prints s, which is the end of t, and reports it if memory ran out for t. */
static void print_told(const struct app *a, const struct text *t, const char *s)
{
    print_lines(s);
    if (t->failed)
        print_lines(text_in(TEXT("not enough memory for the whole description"), lang_of(a)));
}

/* Describes the place again, omitting leading lines that have not changed. */
static void changes(const struct app *a, struct text *place)
{
    struct text now = {0};
    const char *old = text_str(place), *fresh;
    describe_briefly(&a->session, &now);
    fresh = text_str(&now);
    for (size_t n = strcspn(fresh, "\n") + 1; *fresh && *old && strncmp(fresh, old, n) == 0;
         n = strcspn(fresh, "\n") + 1) {
        fresh += n;
        old += n;
    }
    print_told(a, &now, fresh);
    text_finish(place);
    *place = now;
}

/* Replaces the prompt that a key opens on a screen: asks the user to type the whole command. */
static void instead_of_prompt(struct app *a)
{
    struct prompt *p = &a->session.prompt;
    struct text command = {0}, t = {0};
    if (p->kind == PROMPT_CLOSED)
        return;
    keyboard_prompt_command(p, &command);
    const char *what = text_str(&command);
    text_say(&t, lang_of(a),
             *what ? TEXT("type the command itself: %.*s …") : TEXT("type the command itself%.*s"),
             (int)strcspn(what, " "), what);
    print_lines(text_str(&t));
    prompt_close(p);
    text_finish(&command);
    text_finish(&t);
}

/* Runs a line as typed. A bare number answers an open number question; a key's name runs its binding unless a
 * command has that name. */
static void run_typed(struct app *a, const struct text *typed)
{
    const char *line = text_str(typed);
    const struct lesson_session *lesson = a->session.lesson;
    bool asked = lesson && !lesson->free && lesson_asks(lesson_now(lesson), ASK_NUMBER) &&
                 strspn(line, "+-.0123456789") == strlen(line);
    /* an answer that is drawn is written: it has a blank or a comma, and begins with no command */
    bool drawn = lesson_asks(lesson_now(lesson), ASK_PICTURE) && strpbrk(line, "0123456789") && line[1] &&
                 !command_find(&a->session, line);
    asked = asked || drawn;
    const struct binding *key = asked || command_find(&a->session, line) ? NULL : key_does(&a->session, line);
    struct text t = {0};
    text_add(&t, asked ? "answer " : "");
    text_add_bytes(&t, key ? key->line : line, key ? strlen(key->line) : typed->len);
    struct reply r = {.lang = lang_of(a)};
    struct text unknown = TEXT_HERE;
    struct state was;
    state_copy(&was, &a->session.now.state);
    bool ok = words_whole("-", &t, &r) && app_line(a, text_str(&t), &r);
    keys_unknown(&a->session.now.state, was.sentence, &unknown);
    if (unknown.len == 0 && r.text.len == 0)
        told_fit(&unknown, &was, &a->session.now.state);
    state_finish(&was);
    print_lines(text_str(&a->output));
    text_clear(&a->output);
    if (!ok)
        fputs(text_in(TEXT("error: "), r.lang), stdout);
    print_lines(text_str(&r.text));
    print_lines(text_str(&unknown));
    text_finish(&unknown);
    reply_finish(&r);
    instead_of_prompt(a);
    app_turn_done(a);
    text_finish(&t);
}

static void talk(struct app *a, struct plain_input *in)
{
    struct text line = {0}, place = {0};
    print_lines(text_str(&a->session.message));
    print_lines(text_in(
        TEXT("Type commands, or keys by name (?, x, Right). An empty line describes everything, 'help "
             "commands' lists the commands, 'quit' leaves."),
        lang_of(a)));
    changes(a, &place);
    while (!a->quit && in->read(in, a, &line)) {
        if (line.len == 0 || strcmp(text_str(&line), "look") == 0) {
            struct reply r = {.lang = lang_of(a)};
            struct text t = {0};
            if (session_compute(&a->session, a->session.now.state.look.view, &r))
                describe(&a->session, &t);
            print_told(a, &t, r.failed ? text_str(&r.text) : text_str(&t));
            text_finish(&t);
            reply_finish(&r);
        } else
            run_typed(a, &line);
        changes(a, &place);
    }
    text_finish(&line);
    text_finish(&place);
}

int plain_run(const struct options *o, struct plain_input *in)
{
    struct plain_input standard = {read_plain_line};
    struct app a = {0};
    struct reply r = {.lang = o->lang};
    bool ok = startup_session(&a, o, &r);
    if (ok) {
        a.batch = true; /* answers are printed, not put on a message line */
        recover_offer(&a);
        talk(&a, in ? in : &standard);
    } else {
        file_complain_of(&r);
    }
    app_finish(&a);
    reply_finish(&r);
    return ok && fflush(stdout) == 0 && !ferror(stdout) ? EXIT_FINE : EXIT_FAILED;
}
