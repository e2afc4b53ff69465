#include "app/keyboard.h"

#include <string.h>

#include "base/mem.h"
#include "lesson/run/judge.h"
#include "base/utf8.h"
#include "base/words.h"
#include "command/segment.h"
#include "lesson/play/play.h"
#include "lesson/read/scenes.h"
#include "session/contexts.h"
#include "session/told.h"
#include "state/script.h"
#include "study/clock.h"
#include "view/lesson/lesson.h"

static void show_answer(struct app *a, const struct reply *r)
{
    struct session *m = &a->session;
    text_clear(&m->message);
    m->message_is_error = r->failed;
    if (!r->failed && strchr(text_str(&r->text), '\n'))
        pager_open(&m->pager, "", text_str(&r->text));
    else
        text_add(&m->message, text_str(&r->text));
}

void keys_unknown(const struct state *s, const struct sequence *was, struct text *out)
{
    enum { NAMED = 4 };
    enum lang lang = (enum lang)s->look.lang;
    const struct sequence *q = s->sentence;
    int count = 0;
    const char *name = NULL;
    for (int t = 0; q != was && t < q->count; t++) {
        const struct lemma l = lexicon_at(s->lexicon, q->id[t]);
        if (!sequence_holds(was, q->id[t]) && lexicon_takes_for_name(s->lexicon, l.name))
            name = l.name;
        if (state_made_up(s, q, t) && !sequence_holds(was, q->id[t]) && ++count <= NAMED)
            text_addf(out, "%s%s?", count > 1 ? " " : "", lemma_shown(l, lang));
    }
    if (count > 0)
        text_addf(out, "%s  %s", count > NAMED ? " …" : "",
                  text_in(count == 1 ? TEXT("no meaning yet: e gives it one")
                                     : TEXT("no meaning yet: e gives them one"),
                          lang));
    else if (name)
        text_say(out, lang, TEXT("%s: taken for a person's name"), name);
}

/* Says what a line changed, unless it has said so, and the key that takes its `steps` back; not of what an
 * entry of the start screen opens. */
static void say_change(struct session *m, const struct state *was, int steps)
{
    enum lang lang = (enum lang)m->now.state.look.lang;
    struct text where = TEXT_HERE, fit = TEXT_HERE;
    if (m->message_is_error || (was->look.view == VIEW_HOME && m->now.state.look.view != VIEW_HOME))
        return;
    if (m->message.len == 0) {
        told_change(&m->message, was, &m->now);
        told_fit(&fit, was, &m->now.state);
        text_add(&m->message, m->message.len > 0 && fit.len > 0 ? text_in(TEXT("; "), lang) : "");
        text_add(&m->message, text_str(&fit));
    }
    contexts_now(m, &where);
    const char *undo = keymap_key(&m->keymap, text_str(&where), "undo");
    if (m->message.len > 0 && *undo && steps == 1)
        text_say(&m->message, lang, TEXT("  (%s takes it back)"), undo);
    else if (m->message.len > 0 && *undo)
        text_say(&m->message, lang, TEXT("  (%s takes it back in %d steps)"), undo, steps);
    text_finish(&where);
    text_finish(&fit);
}

void keyboard_run(struct app *a, const char *line)
{
    struct session *m = &a->session;
    struct reply r = {.lang = (enum lang)m->now.state.look.lang};
    struct state was;
    int before = history_steps(&m->history);
    bool outside = command_flags(m, line) & COMMAND_HOST; /* may have replaced the whole session */
    const struct lesson_session *lesson = m->lesson;
    state_copy(&was, &m->now.state);
    m->view_asked = false;
    app_line(a, line, &r);
    show_answer(a, &r);
    if (m->lesson && m->view_asked && m->cols > 0) {
        /* A view asked for during a lesson is shown, even if only the text is on the screen. (A goal's sheet
         * is shown anyway and closes with Esc.) */
        bool sheet = views[m->now.state.look.view]->sheet && lesson_asks(lesson_now(m->lesson), ASK_GOAL);
        if (lesson_alone(m->rows, m->cols) && !sheet)
            m->lesson->layout = LAYOUT_VIEW;
        else if (m->lesson->layout == LAYOUT_TEXT)
            m->lesson->layout = LAYOUT_SPLIT;
    }
    if (m->message.len == 0)
        keys_unknown(&m->now.state, was.sentence, &m->message);
    if (m->message.len == 0 && !m->lesson && strncmp(line, "sentence ", strlen("sentence ")) == 0) {
        struct text scene = TEXT_HERE;
        const char *made_for = scenes_lesson_of(&m->now.state, &scene);
        if (made_for)
            text_say(&m->message, (enum lang)m->now.state.look.lang,
                     TEXT("lesson %.2s has numbers made for it: scene %s"), made_for, text_str(&scene));
        text_finish(&scene);
    }
    int steps = history_steps(&m->history) - before;
    if (lesson == m->lesson && steps > 0 && !outside)
        say_change(m, &was, steps);
    state_finish(&was);
    reply_finish(&r);
}

/* The command prefix of each prompt; "" if the line is a whole command. */
static const char *const prompt_commands[PROMPT_KINDS] = {
    [PROMPT_CLOSED] = "",      [PROMPT_COMMAND] = "",
    [PROMPT_CELL] = "cell ",   [PROMPT_SENTENCE] = "sentence ",
    [PROMPT_STAGE] = "stage ", [PROMPT_ANSWER] = "answer ",
};

void keyboard_prompt_command(const struct prompt *p, struct text *out)
{
    text_add(out, prompt_commands[p->kind]);
    if (p->kind == PROMPT_COMMAND)
        text_add(out, text_str(&p->line));
}

/* Converts a finished prompt to a command line. A sentence gets quotes: escapes (\n) stay, quotes and a last
 * backslash become some. */
static void line_of_prompt(const struct prompt *p, struct text *out)
{
    const char *s = text_str(&p->line);
    text_add(out, prompt_commands[p->kind]);
    if (p->kind == PROMPT_ANSWER)
        script_word(out, s);
    else if (p->kind != PROMPT_SENTENCE)
        text_add(out, s);
    else {
        text_add_char(out, '"');
        for (size_t n; *s; s += n) {
            uint32_t ch;
            n = *s == '\\' ? words_escape(s, strlen(s), &ch) : 0;
            text_add(out, n == 0 && (*s == '"' || strcmp(s, "\\") == 0) ? "\\" : "");
            n = n ? n : 1;
            text_add_bytes(out, s, n);
        }
        text_add_char(out, '"');
    }
}

/* Adds the sentence to the prompt's history as it was split, however it was entered. */
static void remember_sentence(struct app *a)
{
    struct text now = {0};
    if (segment_join(&a->session.now.state, &now))
        prompt_remember(&a->session.prompt, PROMPT_SENTENCE, text_str(&now));
    text_finish(&now);
}

static void prompt_done(struct app *a)
{
    struct prompt *p = &a->session.prompt;
    enum prompt_kind kind = p->kind;
    struct text line = {0};
    line_of_prompt(p, &line);
    bool empty = p->line.len == 0;
    if (empty && kind == PROMPT_ANSWER && lesson_asks(lesson_now(a->session.lesson), ASK_EXPLAIN)) {
        /* nothing to say: shows one way to say it */
        text_clear(&line);
        text_add(&line, "reveal");
        empty = false;
    }
    if (kind == PROMPT_SENTENCE)
        remember_sentence(a);
    else
        prompt_remember(p, kind, text_str(&p->line));
    text_clear(&a->session.message);
    prompt_close(p);
    if (!empty || kind == PROMPT_SENTENCE) /* which says that it needs a word */
        keyboard_run(a, text_str(&line));
    if (kind == PROMPT_SENTENCE)
        remember_sentence(a);
    text_finish(&line);
}

/* Returns whether an unknown word would be split if the line were not split at its blanks: into known ones,
 * or with a known one of several characters among them, unlike a name. */
static bool splits_further(const struct lexicon *l, const char *line, const char *word)
{
    struct segments seg = {0};
    bool all = !strchr(line, '/') && segment(&seg, l, word) && seg.count > 1, any = false, further = all;
    for (int i = 0; further && i < seg.count; i++) {
        int at = lexicon_find(l, seg.v[i]);
        bool known = at >= 0 && !lexicon_at(l, at).made_up;
        all = all && known;
        any = any || (known && utf8_width(seg.v[i]) > 2);
    }
    segment_finish(&seg);
    return further && (all || any);
}

/* Marks unknown words with ?; shows at most CONFIG_MAX_WORDS words. */
static void preview_words(struct session *m, const char *line)
{
    const struct lexicon *l = m->now.state.lexicon;
    enum lang lang = (enum lang)m->now.state.look.lang;
    struct segments seg = {0};
    bool unknown = false, further = false, named = false;
    if (!segment(&seg, l, line))
        seg.count = 0;
    if (seg.count > 0)
        text_say(&m->message, lang, TEXT("split into %d: "), seg.count);
    for (int i = 0; i < seg.count && i < CONFIG_MAX_WORDS; i++) {
        int word = lexicon_find(l, seg.v[i]);
        enum form_kind kind;
        bool made_up = word < 0 ? lexicon_base(l, seg.v[i], &kind) < 0 : lexicon_at(l, word).made_up;
        named = named || lexicon_takes_for_name(l, seg.v[i]);
        text_addf(&m->message, "%s%s%s", i ? " / " : "", seg.v[i], made_up ? "?" : "");
        unknown = unknown || made_up;
        further = further || (made_up && splits_further(l, line, seg.v[i]));
    }
    text_add(&m->message, seg.count > CONFIG_MAX_WORDS ? " / …" : "");
    const char *note = further ? text_in(TEXT("   (?: new; without blanks it splits by itself)"), lang)
                       : unknown
                           ? text_in(TEXT("   (?: no meaning yet, its numbers are pseudo-random)"), lang)
                           : "";
    if (named && !unknown)
        note = text_in(TEXT("   (a new word with a capital letter: a person's name)"), lang);
    text_add(&m->message, note);
    segment_finish(&seg);
}

void keyboard_preview(struct app *a)
{
    struct session *m = &a->session;
    if (m->prompt.kind != PROMPT_SENTENCE || m->prompt.line.len == 0 || m->message.len > 0)
        return;
    struct text line = TEXT_HERE;
    words_unquote(&line, text_str(&m->prompt.line), m->prompt.line.len, false);
    const struct state *s = &m->now.state;
    if (state_model(s)) { /* the tokens into which it splits the line; nothing where it cannot */
        struct reply why = {0};
        struct sequence *q = state_tokens(s, text_str(&line), &why);
        if (q)
            text_say(&m->message, (enum lang)s->look.lang, TEXT("split into %d tokens: "), q->count);
        for (int t = 0; q && t < q->count && t < CONFIG_MAX_WORDS; t++)
            text_addf(&m->message, "%s%s", t ? " / " : "", state_word(s, q, t));
        text_add(&m->message, q && q->count > CONFIG_MAX_WORDS ? " / …" : "");
        sequence_drop(q);
        reply_finish(&why);
    } else
        preview_words(m, text_str(&line));
    text_finish(&line);
}

static void prompt_press(struct app *a, const char *key)
{
    struct prompt *p = &a->session.prompt;
    enum prompt_answer answer = prompt_key(p, key);
    if (p->kind == PROMPT_SENTENCE || a->session.message_is_error) {
        text_clear(&a->session.message);
        a->session.message_is_error = false;
    }
    if (answer == PROMPT_FULL)
        session_say(
            &a->session, true,
            TEXT("a line holds at most %d bytes; later input was dropped: shorten the line, or press Esc "
                 "to cancel"),
            PROMPT_LONGEST);
    else if (answer == PROMPT_DONE)
        prompt_done(a);
    else if (answer == PROMPT_COMPLETE)
        complete_prompt(a);
    else if (answer == PROMPT_LEFT) {
        prompt_close(p);
        text_clear(&a->session.message);
    }
}

static bool pager_press(struct app *a, const char *key)
{
    static const struct {
        const char *key;
        int lines;
    } moves[] = {
        {"j", 1},      {"Down", 1}, {"k", -1},       {"Up", -1},         {"Space", 10},  {"PgDn", 10},
        {"PgUp", -10}, {"b", -10},  {"g", -1000000}, {"Home", -1000000}, {"G", 1000000}, {"End", 1000000},
    };
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        if (strcmp(moves[i].key, key) == 0) {
            pager_scroll(&a->session.pager, moves[i].lines);
            return true;
        }
    pager_close(&a->session.pager);
    return strcmp(key, "q") == 0 || strcmp(key, "Esc") == 0 || strcmp(key, "Enter") == 0 ||
           strcmp(key, "?") == 0;
}

/* What a key means where neither a prompt nor the pager is open. Only MEANS_LINE runs its binding. */
enum key_meaning {
    MEANS_LINE,   /* what it is bound to, or nothing */
    MEANS_ANSWER, /* the first character of an answer to the question on screen */
    MEANS_CELL,   /* the first of a number in the sheet */
    MEANS_TIME,   /* the first of an answer in the clock game */
    MEANS_SHARE,  /* a digit of a picture that is drawn */
    WANTS_LETTER, /* a digit that means an option, or a number of hands: neither means another view */
    COMES_LATE,   /* a digit after its question was closed: it must not run a command */
    GIVES_AWAY,   /* it would change the scene of an open question */
    COMES_EARLY   /* an option of the question that Enter opens next: it must not open a view beside that */
};

/* Returns whether a key is an option of the question that Enter opens next. The lesson's own keys keep their
 * meaning. */
static bool answers_next(const struct session *m, const struct lesson_now *at, const char *key)
{
    const struct lesson_session *s = m->lesson;
    if (!at->step || at->open || s->run.beat + 1 >= lesson_beat_count(at->step))
        return false;
    const struct lesson_beat next = lesson_beat_at(at->step, s->run.beat + 1);
    if (next.phase != PHASE_ASK || s->run.visit[s->run.step].answer[next.index].closed)
        return false;
    const struct lesson_ask *q = &at->step->ask[next.index];
    const struct binding *bound = keymap_find(&m->keymap, "lesson", key);
    bool option = key[0] >= 'a' && key[0] < 'a' + q->option_count && key[1] == '\0';
    return q->kind == ASK_CHOICE && option && !(bound && strcmp(bound->context, "lesson") == 0);
}

/* Returns what a key means that is bound to b, if that is not NULL. A minus may be the typographic one that
 * lessons print. */
static enum key_meaning what_key_means(const struct session *m, const char *key, const struct binding *b)
{
    const struct lesson_session *s = m->lesson;
    const struct lesson_now at = lesson_now(s);
    struct cluster one;
    bool beside = s && !s->free, choice = lesson_asks(at, ASK_CHOICE), number = lesson_asks(at, ASK_NUMBER);
    bool single = key[0] && !key[1], digit = single && strchr("0123456789", key[0]);
    bool point = strcmp(key, ".") == 0, minus = strcmp(key, "-") == 0 || strcmp(key, "\u2212") == 0;
    /* 1. What begins a text: `:` and `?` keep their meaning. In the sheet - is a nudge, in an answer a sign;
     * beside a lesson the sheet takes numbers only for a goal or a try, and a point hides the numbers. */
    if (lesson_asks(at, ASK_EXPLAIN) && utf8_cluster(key, strlen(key), &one) == strlen(key) &&
        !strchr(":?", key[0]))
        return MEANS_ANSWER;
    if (number && (digit || minus || point))
        return MEANS_ANSWER;
    bool sheet = views[m->now.state.look.view]->sheet &&
                 (!beside || lesson_asks(at, ASK_GOAL) || lesson_asks(at, ASK_TRY));
    if (!number && sheet && (digit || (point && !beside)))
        return MEANS_CELL;
    if (!beside && clock_asks(&m->now.state.look) && digit)
        return MEANS_TIME;
    if (at.open && lesson_asks(at, ASK_PICTURE) && digit)
        return MEANS_SHARE;
    /* 2. What must not act here. While hands are counted, Enter has no result to show before the first. */
    if (choice && (s->counts ? digit : single && key[0] >= '1' && key[0] <= '0' + at.ask->option_count))
        return WANTS_LETTER;
    if (choice && s->counts && strcmp(key, "Enter") == 0 &&
        lesson_hands_of(at.ask, &s->run.visit[s->run.step].answer[at.beat.index]).all == 0)
        return WANTS_LETTER;
    if (beside && at.ask && (at.ask->kind == ASK_NUMBER || at.ask->kind == ASK_PICTURE) && !at.open && digit)
        return COMES_LATE;
    if (b && key_gives_away(m, b))
        return GIVES_AWAY;
    return beside && answers_next(m, &at, key) ? COMES_EARLY : MEANS_LINE;
}

/* Says why a key does not act. */
static void say_mistimed(struct session *m, enum key_meaning why)
{
    enum lang lang = (enum lang)m->now.state.look.lang;
    if (why == WANTS_LETTER)
        text_say(&m->message, lang,
                 m->lesson->counts
                     ? TEXT("first the letter, a to %c, then the number of hands (r shows the answer)")
                     : TEXT("answer with a letter, a to %c"),
                 lesson_letter(lesson_now(m->lesson).ask->option_count - 1));
    else
        text_add(
            &m->message,
            text_in(why == COMES_LATE   ? TEXT("this question is closed: Enter continues, p starts free play")
                    : why == GIVES_AWAY ? TEXT("answer first (p: free play): this would change the scene")
                                        : TEXT("Enter shows the next question; then press the letter"),
                    lang));
}

/* Maps a full-width character from a Chinese input method to its ASCII key. */
static const char *to_ascii(const char *key, char ascii[2])
{
    static const struct {
        uint32_t from;
        char to;
    } punctuation[] = {
        {0x3010, '['}, {0x3011, ']'}, {0x300A, '<'}, {0x300B, '>'}, {0x3002, '.'}, {0x00D7, '*'},
    };
    uint32_t ch = 0;
    size_t n = utf8_decode(key, strlen(key), &ch);
    if (n == 0 || key[n])
        return key;
    if (ch == 0x3000)
        return "Space";
    if (ch > 0xFF00 && ch < 0xFF5F)
        ch -= 0xFEE0; /* full-width forms have the order of ASCII */
    for (size_t i = 0; i < sizeof punctuation / sizeof *punctuation; i++)
        if (punctuation[i].from == ch)
            ch = (uint32_t)punctuation[i].to;
    if (ch > ' ' && ch < 127) {
        ascii[0] = (char)ch;
        return ascii;
    }
    return key;
}

/* Runs a bound line and reports a key that changed nothing visible, except Esc, which people press twice. */
static void run_bound(struct app *a, const char *key, const char *line)
{
    struct session *m = &a->session;
    struct state before = {0};
    const struct state *now = &m->now.state;
    const struct lesson_session *lesson = m->lesson;
    int compare = m->compare, pins = m->pin_count, trail = m->trail.count;
    bool watched = !lesson && !(command_flags(m, line) & COMMAND_IDLE);
    if (!lesson)
        state_copy(&before, now);
    keyboard_run(a, line);
    if (!lesson && !m->lesson && !a->quit && m->message.len == 0 && before.look.view == now->look.view)
        told_look(&m->message, &before, now);
    bool same = m->compare == compare && m->pin_count == pins && m->trail.count == trail &&
                m->lesson == lesson && m->message.len == 0 && m->prompt.kind == PROMPT_CLOSED &&
                !m->pager.open;
    if (watched && !a->quit && strcmp(key, "Esc") != 0 && same &&
        memcmp(&now->look, &before.look, sizeof before.look) == 0 && state_same_numbers(now, &before))
        text_say(&m->message, (enum lang)now->look.lang, TEXT("%s changes nothing now"), key);
    state_finish(&before);
}

/* Shows what is out of sight, in place of answering or going on. Returns whether it did. */
static bool show_unseen(struct app *a)
{
    const struct host h = app_host(a);
    const char *line = lesson_before_answer(&h);
    if (line)
        keyboard_run(a, line);
    return line != NULL;
}

/* At a goal that lets change one setting: what a key does to that, `:` with a prompt that names it, + and -
 * without; an editor, in which nothing counts, is not opened. Returns whether it was such a key. */
static bool slide_setting(struct app *a, const char *key, const struct binding *b)
{
    struct session *m = &a->session;
    const struct lesson_now at = lesson_now(m->lesson);
    const struct param *p = lesson_asks(at, ASK_GOAL) ? judge_allow_setting(at.ask) : NULL;
    const bool more = strcmp(key, "+") == 0, less = strcmp(key, "-") == 0;
    const bool edits = b && (strstr(b->line, "view edit") || strstr(b->line, "prompt cell"));
    struct text line = {0};
    if (!p || !(more || less || edits || (b && strcmp(b->line, "prompt command") == 0)))
        return false;
    if (edits) {
        session_say(m, false, TEXT("only %s counts here: + and - change it, : takes a value"), p->name);
    } else if (more || less) {
        text_addf(&line, "add %s %s%s", p->name, less ? "-" : "",
                  p->step < 0 ? "0.05" : "1"); /* a part of a factor */
        keyboard_run(a, text_str(&line));
    } else {
        text_addf(&line, "set %s ", p->name);
        prompt_open(&m->prompt, PROMPT_COMMAND, text_str(&line));
    }
    text_finish(&line);
    return true;
}

void keyboard_press(struct app *a, const char *key)
{
    struct session *m = &a->session;
    char ascii[2] = "";
    if (m->prompt.kind != PROMPT_CLOSED) {
        prompt_press(a, key);
        return;
    }
    if (m->blank) {
        keyboard_run(a, "blank");
        return;
    }
    key = to_ascii(key, ascii);
    if (m->pager.open && pager_press(a, key))
        return;
    text_clear(&m->message);
    const struct binding *b = key_bound(m, key);
    if (slide_setting(a, key, b))
        return;
    enum key_meaning meaning = what_key_means(m, key, b);
    enum { PAGES = 20 }; /* more than a text has */
    for (int i = 0; i < PAGES && meaning == MEANS_ANSWER && show_unseen(a); i++)
        meaning = what_key_means(m, key, b);
    if (meaning == MEANS_ANSWER || meaning == MEANS_CELL)
        prompt_open(&m->prompt, meaning == MEANS_CELL ? PROMPT_CELL : PROMPT_ANSWER, key);
    else if (meaning == MEANS_TIME) {
        char answer[] = "clock answer 0";
        answer[sizeof answer - 2] = key[0];
        prompt_open(&m->prompt, PROMPT_COMMAND, answer);
    } else if (meaning == MEANS_SHARE) {
        char line[] = "draw digit 0";
        line[sizeof line - 2] = key[0];
        keyboard_run(a, line);
    } else if (meaning != MEANS_LINE)
        say_mistimed(m, meaning);
    else if (!b || !key_acts(m, b)) {
        enum lang lang = (enum lang)m->now.state.look.lang;
        struct text where = TEXT_HERE;
        contexts_now(m, &where);
        const char *help = keymap_key(&m->keymap, text_str(&where), "help");
        if (strcmp(key, "Esc") != 0)
            text_say(&m->message, lang, TEXT("%s does nothing here"), key);
        if (strcmp(key, "Esc") != 0 && *help)
            text_say(&m->message, lang, TEXT(" (%s lists the keys)"), help);
        text_finish(&where);
    } else {
        char *line = mem_copy_text(b->line, strlen(b->line)); /* a copy: the line may rebind its own key */
        if (line && (!(command_flags(m, line) & COMMAND_ANSWERS) || !show_unseen(a)))
            run_bound(a, key, line);
        mem_free(line);
    }
}

void keyboard_paste(struct app *a, const char *s)
{
    struct prompt *p = &a->session.prompt;
    const struct lesson_now at = lesson_now(a->session.lesson);
    bool answers = lesson_asks(at, ASK_EXPLAIN) || lesson_asks(at, ASK_NUMBER);
    bool sheet = views[a->session.now.state.look.view]->sheet && !answers;
    bool untouched = p->kind == PROMPT_CLOSED || (p->kind == PROMPT_CELL && (p->offered || p->line.len == 0));
    if (sheet && untouched) { /* numbers, from the cursor to the right and down */
        struct reply r = {.lang = (enum lang)a->session.now.state.look.lang};
        struct text line = {0};
        prompt_close(p);
        if (pasted_line(s, &line, &r))
            app_line(a, text_str(&line), &r);
        show_answer(a, &r);
        text_finish(&line);
        reply_finish(&r);
        return;
    }
    size_t length = strlen(s) + (p->kind == PROMPT_CLOSED || p->offered ? 0 : p->line.len);
    if (length > PROMPT_LONGEST) {
        session_say(&a->session, true, TEXT("pasting would make the line %zu bytes long (at most %d)"),
                    length, PROMPT_LONGEST);
        return;
    }
    if (p->kind == PROMPT_CLOSED)
        prompt_open(p, answers ? PROMPT_ANSWER : PROMPT_SENTENCE, "");
    prompt_insert(p, s);
    if (p->kind == PROMPT_SENTENCE) {
        text_clear(&a->session.message);
        a->session.message_is_error = false;
    }
}
