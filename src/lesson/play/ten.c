#include "lesson/play/ten.h"

#include <string.h>

#include "core/math/rng.h"
#include "core/pipeline/stage.h"
#include "lesson/play/files.h"
#include "lesson/run/picture.h"
#include "lesson/run/bounds.h"
#include "state/script.h"
#include "tasks/draft.h"
#include "tasks/grammar.h"

enum { ROUNDS = 10, LEAST_WORDS = 4, MOST_WORDS = 10 };

static void begin(const char *name, size_t n, enum lang lang, const char *title, const char *aim,
                  struct text *out)
{
    text_addf(out, "---\nlesson: %.*s\nformat: 1\nlang: %s\nminutes: 5\nscene: dog-cat\n---\n# %s\n\n%s\n",
              (int)n, name, lang_code(lang), text_in(title, lang), text_in(aim, lang));
}

/* A step: its number and scene, and whose ribbons are asked for. */
struct round {
    int number, head, at;
    const char *word, *role; /* role "": the head has none */
    const struct text *scene;
};

static void add_round(const struct round *of, enum lang lang, struct text *out)
{
    text_addf(out, "\n## %d <!-- step: s%d -->\n\n```scene\n%s```\n\n```predict picture\n? ", of->number,
              of->number, text_str(of->scene));
    if (*of->role)
        text_say(out, lang, TEXT("Whom does %s read in head %d, %s? Draw its shares."), of->word,
                 of->head + 1, of->role);
    else
        text_say(out, lang, TEXT("Whom does %s read in head %d? Draw its shares."), of->word, of->head + 1);
    text_addf(out, "\nof h%d.weights(%d)\n```\n", of->head + 1, of->at);
}

/* Writes a sentence of the grammar in a language, whose words all have names, and what is asked of it. */
static struct target draw_sentence(struct draft *d, enum lang lang)
{
    enum { TRIES = 1000, VERB_WEIGHS = 6 };
    struct target asked = {.at = 0};
    int patterns = 0;
    while (grammar_patterns[patterns].of)
        patterns++;
    for (int i = 0, can = 0; i < TRIES && can == 0; i++) {
        const struct grammar_pattern *p = &grammar_patterns[draft_any(d, patterns)];
        if (p->lang != lang || p->often == 0)
            continue;
        grammar_write_as(d, p);
        bool named = d->n >= LEAST_WORDS && d->n <= MOST_WORDS;
        for (int t = 0; t < d->n; t++)
            named = named && d->word[t] >= 0;
        for (int k = 0; named && k < d->asked; k++) /* one that reads another word, a verb rather */
            for (int more = d->target[k].to == d->target[k].at ? 0
                            : d->target[k].more > 0            ? VERB_WEIGHS
                                                               : 1;
                 more > 0; more--)
                asked = draft_any(d, ++can) == 0 ? d->target[k] : asked;
    }
    return asked;
}

bool ten_write(const char *name, size_t n, enum lang lang, struct text *out)
{
    const size_t begins = strlen(TEN_BEGINS);
    struct text day = {0};
    if (n <= begins || strncmp(name, TEN_BEGINS, begins) != 0 ||
        strspn(name + begins, "0123456789-") < n - begins)
        return false;
    text_add_bytes(&day, name, n);
    struct rng rng = rng_seed(rng_hash(text_str(&day)));
    text_finish(&day);
    begin(name, n, lang, TEXT("Ten sentences"),
          TEXT("Draw where the reader looks, ten times. Nothing is hidden but its ribbons: it learned from "
               "other "
               "sentences of the same kinds."),
          out);
    for (int i = 1; i <= ROUNDS; i++) {
        int word[TASK_LONGEST];
        struct target target[TASK_LONGEST * TASK_HEADS];
        struct draft d = {.rng = &rng, .word = word, .target = target};
        struct target asked = draw_sentence(&d, lang);
        struct text scene = {0};
        const char *named = "";
        text_add(&scene, "weights reader\nencoding sincos\ntokens");
        for (int t = 0; t < d.n; t++) {
            const char *of = pair_in(grammar_words[word[t]], lang);
            text_add(&scene, " ");
            script_word(&scene, of);
            named = t == asked.at ? of : named;
        }
        text_addf(&scene, "\nlayer 1\nview flow\nset query %d\n", asked.at);
        const struct round round = {
            i, asked.head, asked.at, named, pair_in(task_reader.heads[asked.head], lang), &scene};
        add_round(&round, lang, out);
        text_finish(&scene);
    }
    return true;
}

bool ten_write_here(const struct scene *now, struct text *out, struct reply *r)
{
    const struct look *look = &now->state.look;
    const enum lang lang = (enum lang)look->lang;
    struct lesson_ask q = {.kind = ASK_PICTURE};
    struct text scene = {0}, of = {0}, word = {0};
    struct picture p;
    text_addf(&of, "h%d.weights(%d)", look->head + 1, look->query);
    q.of.s = text_str(&of);
    bool ok = !state_model(&now->state) || reply_fail(r, 0, TEXT("not with a model from files"));
    ok = ok && picture_of(&q, now, &p, r) && lesson_bounds(&now->state, r);
    if (ok) {
        script_write(now, &scene);
        text_addf(&scene, "layer %d\nview flow\n", now->config.layers - 1);
        state_label(&now->state, now->state.sentence, look->query, &word);
        begin(TEN_HERE, strlen(TEN_HERE), lang, TEXT("One picture"),
              TEXT("Draw where the word that asks looks."), out);
        const struct round round = {1, look->head, look->query, text_str(&word), "", &scene};
        add_round(&round, lang, out);
    }
    text_finish(&scene);
    text_finish(&of);
    text_finish(&word);
    return ok;
}
