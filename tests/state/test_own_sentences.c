/* Sentences as somebody types them who has just come: data/own.txt, a line each, and behind it what each of
 * its verbs must read: VERB DOER DONE-TO, the verb's own name for nobody; cat#2 is the second cat. What
 * matches no kind of sentence must not be named; what matches one must be read rightly. QKV_OWN=1 lists
 * those that are not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <cmocka.h>

#include "core/pipeline/attention.h"
#include "learn/grammar.h"
#include "learn/reader.h"
#include "state/weights.h"
#include "support/lines.h"
#include "support/locale.h"
#include "support/models.h"

enum { LAST = READER_LAYERS - 1, LINE_MOST = 512 };

/* Returns the position of a word of the sentence, -1 if it is not in it. */
static int place_of(const struct state *s, const char *name)
{
    const char *nth = strstr(name, "#");
    size_t n = nth ? (size_t)(nth - name) : strlen(name);
    int which = nth ? atoi(nth + 1) : 1;
    for (int t = 0; t < s->sentence->count; t++) {
        const char *word = state_name(s, s->sentence, t);
        if (strlen(word) == n && strncasecmp(word, name, n) == 0 && --which == 0)
            return t;
    }
    return -1;
}

static int reads_most(const struct model *m, int head, int query)
{
    const struct attention *a = &m->now.trace.layer[LAST].self;
    struct mat w = attention_head(a, a->map[MAP_WEIGHTS], head);
    int most = 0;
    for (int j = 1; j < w.cols; j++)
        most = mat_at(w, query, j) > mat_at(w, query, most) ? j : most;
    return most;
}

struct count {
    int all, known, right, asked,
        answered; /* sentences, those that match, wholly right; questions of verbs */
};

/* Asks each verb of a sentence. Returns whether all is right; `why` gets what is not. */
static bool ask(struct count *c, const struct model *m, const struct grammar_reading *as, char *asks,
                struct text *why)
{
    bool whole = true;
    for (char *one = strtok(asks, ";"); one; one = strtok(NULL, ";")) {
        char name[3][64];
        assert_int_equal(sscanf(one, " %63s %63s %63s", name[0], name[1], name[2]), 3);
        int verb = place_of(&m->now.state, name[0]);
        for (int h = 0; h < 2; h++) {
            int want = place_of(&m->now.state, name[h + 1]), is = verb >= 0 ? reads_most(m, h, verb) : -1;
            bool right = verb >= 0 && want >= 0 && is == want;
            c->asked++;
            c->answered += right;
            whole = whole && right;
            if (!right)
                text_addf(why, " %s %s: %s", h ? "done-to" : "doer", name[0],
                          is >= 0 ? state_name(&m->now.state, m->now.state.sentence, is) : "not cut so");
            if (verb >= 0 && want >= 0 && as->to[verb][h] != want)
                text_addf(why, " (the grammar: %s)",
                          state_name(&m->now.state, m->now.state.sentence, as->to[verb][h]));
        }
    }
    return whole;
}

static void read_line(struct count *c, struct model *m, char *line)
{
    char *bar = strchr(line, '|');
    struct text run = {0}, why = {0};
    struct grammar_reading as;
    assert_non_null(bar);
    *bar = '\0';
    text_addf(&run, "sentence \"%s\"", line);
    must_run(m, text_str(&run));
    bool known = weights_reading(&m->now.state, &as),
         whole = known && bar[1] && ask(c, m, &as, bar + 1, &why);
    c->all++;
    c->known += known;
    c->right += whole;
    if (getenv("QKV_OWN") && !whole) {
        printf("%s: %s%s\n   ", line, known ? "wrong" : "unmatched", text_str(&why));
        for (int t = 0; t < m->now.state.sentence->count; t++) {
            struct lemma l = lexicon_at(m->now.state.lexicon, m->now.state.sentence->id[t]);
            printf(" %s/%c%s", l.name, lemma_kind(l) ? lemma_kind(l) : '-', l.made_up ? "?" : "");
        }
        printf("  %s\n", known ? as.pattern->of : "");
    }
    text_finish(&run);
    text_finish(&why);
}

static void sentences_of_a_newcomer_are_read_or_not_named(void **state)
{
    (void)state;
    FILE *file = fopen("tests/data/own.txt", "r");
    char line[LINE_MOST];
    struct count count[2] = {0};
    assert_non_null(file);
    struct model m[2] = {model_after("opening"), model_after("lang zh ; opening")};
    for (int lang = 0; fgets(line, sizeof line, file);) {
        line[strcspn(line, "\n")] = '\0';
        if (*line == '#')
            lang = strncmp(line, "# zh", 4) == 0;
        else
            read_line(&count[lang], &m[lang], line);
    }
    fclose(file);
    for (int lang = 0; lang < 2; lang++) {
        struct count *c = &count[lang];
        model_finish(&m[lang]);
        if (getenv("QKV_OWN"))
            printf("%d sentences, %d known, %d right; %d of %d questions\n", c->all, c->known, c->right,
                   c->answered, c->asked);
    }
    for (int lang = 0; lang < 2; lang++) {
        assert_int_equal(count[lang].all, 200);
        assert_true(count[lang].right >= 0.9 * count[lang].all);
        assert_true(count[lang].answered >= 0.98 * count[lang].asked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sentences_of_a_newcomer_are_read_or_not_named),
    };
    return cmocka_run_group_tests(tests, locale, NULL);
}
