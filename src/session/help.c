#include "session/help.h"

#include <string.h>

#include "base/utf8.h"
#include "core/encoding/posenc.h"
#include "core/pipeline/stage.h"
#include "expr/expr.h"
#include "tasks/trainer.h"
#include "lesson/read/scenes.h"
#include "lesson/run/bounds.h"
#include "session/contexts.h"
#include "session/session.h"
#include "state/param.h"
#include "study/head_kind.h"
#include "state/ready_pairs.h"

/* What the keys of each group are for. */
static const char *const groups[KEY_GROUPS] = {
    [KEYS_OWN] = TEXT("your own"),
    [KEYS_WALK] = TEXT("walk"),
    [KEYS_LOOK] = TEXT("look"),
    [KEYS_WORDS] = TEXT("change the sentence"),
    [KEYS_NUMBERS] = TEXT("change numbers"),
    [KEYS_TEACH] = TEXT("learn and teach"),
    [KEYS_FILES] = TEXT("program and files"),
};

/* The keys of a page: those in effect in the contexts `where`. */
struct key_page {
    const struct session *m;
    const char *where;
    enum lang lang;
};

/* Returns binding i of all, the user's first; NULL after the last. */
static const struct binding *binding_at(const struct key_page *p, int i)
{
    const struct keymap *own = &p->m->keymap;
    const struct binding *b = i < own->count ? &own->v[i] : &keymap_defaults[i - own->count];
    return b->key ? b : NULL;
}

static bool in_effect(const struct key_page *p, const struct binding *b)
{
    return keymap_find(&p->m->keymap, p->where, b->key) == b && key_acts(p->m, b);
}

/* Writes the row of binding i with all keys that run the same line, or one of the same note, unless an
 * earlier row has it. */
static void key_row(struct text *out, const struct key_page *p, int i)
{
    enum { KEYS = 10 };
    const struct binding *b = binding_at(p, i), *o;
    const char *note = binding_note(b, p->lang);
    struct text keys = TEXT_HERE;
    for (int k = 0; (o = binding_at(p, k)); k++) {
        bool same = strcmp(o->line, b->line) == 0 || (*note && strcmp(binding_note(o, p->lang), note) == 0);
        if (!same || o->group != b->group || strcmp(o->context, b->context) != 0 || !in_effect(p, o))
            continue;
        if (k < i) {
            text_finish(&keys);
            return;
        }
        text_addf(&keys, "%s%s", keys.len ? " " : "", o->key);
    }
    int width = utf8_width(text_str(&keys));
    text_addf(out, "  %s%*s  %s\n", text_str(&keys), width < KEYS ? KEYS - width : 0, "",
              *note ? note : b->line);
    text_finish(&keys);
}

/* Lists the keys bound in the contexts `in`, a heading and a paragraph for each group that has any. */
static void key_page(struct text *out, const char *heading, const struct session *m, const char *const *in,
                     enum lang lang)
{
    struct text where = TEXT_HERE;
    contexts_now(m, &where);
    const struct key_page p = {m, text_str(&where), lang};
    for (int g = 0; g < KEY_GROUPS; g++) {
        struct text rows = TEXT_HERE;
        const struct binding *b;
        for (const char *const *context = in; *context; context++)
            for (int i = 0; (b = binding_at(&p, i)); i++)
                if ((int)b->group == g && strcmp(b->context, *context) == 0 && in_effect(&p, b))
                    key_row(&rows, &p, i);
        if (rows.len > 0)
            text_addf(out, "%s%s%s\n%s\n", text_in(heading, lang), text_in(TEXT(": "), lang),
                      text_in(groups[g], lang), text_str(&rows));
        text_finish(&rows);
    }
    text_finish(&where);
}

/* Lists the keys of the contexts that are listed together. */
static void context_page(struct text *out, const char *heading, const struct session *m,
                         enum context_page page, enum lang lang)
{
    const char *in[CONTEXTS_MOST] = {NULL};
    int n = 0;
    for (const struct context *c = contexts; c->name; c++)
        if (c->page == page)
            in[n++] = c->name;
    key_page(out, heading, m, in, lang);
}

/* Lists all default keys of "all" with the lines that they run. */
static void key_lines(struct text *out, enum lang lang)
{
    for (const struct binding *b = keymap_defaults; b->key; b++)
        if (strcmp(b->context, "all") == 0)
            text_addf(out, "  %-9s %-24s %s\n", b->key, b->line, binding_note(b, lang));
}

static void lesson_help(struct text *out, const struct session *m, enum lang lang)
{
    bool free = m->lesson->free;
    text_addf(
        out, "%s\n\n%s\n\n",
        text_in(free ? TEXT("Free play during a lesson") : TEXT("A lesson is open"), lang),
        text_in(
            free
                ? TEXT("Change anything and open any view: nothing is graded. The lesson waits where it was.")
                : TEXT("The text is beside the view it describes. Nothing advances by itself: Enter "
                       "continues, "
                       "and "
                       "answers. Your changes belong to this step and are dropped when you leave it (:save "
                       "FILE keeps "
                       "them). Your earlier session returns when you leave the lesson."),
            lang));
    context_page(out, TEXT("Keys of the lesson"), m, CONTEXT_LESSON, lang);
}

static const char *const closing =
    TEXT("Digits open views everywhere; in the editor, and while a question asks for a number, they begin a "
         "number. Backspace goes back to where you were. Letters do what the view says beside them.\n\n"
         ": opens the command line: 'save FILE' keeps this state, 'load FILE' brings it back; 'help "
         "commands' lists all commands, 'help set' all settings, 'help values' what print can show, 'help "
         "keys' the commands that keys run; 'help swap' explains a command, 'help softmax weight' a term. q "
         "or Esc closes this page.\n");

void help_here(struct text *out, const struct session *m, enum lang lang)
{
    const struct view *view = views[m->now.state.look.view];
    const char *const here[] = {view->context, NULL}, *const all[] = {"all", NULL};
    if (m->lesson)
        lesson_help(out, m, lang);
    context_page(out, TEXT("Keys of the game"), m, CONTEXT_GAME, lang);
    context_page(out, TEXT("Keys of what is open here"), m, CONTEXT_OPEN, lang);
    key_page(out, TEXT("Keys of this view"), m, here, lang);
    text_addf(out, "%s\n%s\n\n", text_in(view->title, lang), text_in(view->help, lang));
    key_page(out, TEXT("Keys everywhere"), m, all, lang);
    text_add(out, text_in(closing, lang));
}

static void param_line(struct text *out, const struct param *p, enum lang lang)
{
    text_addf(out, "  %-9s %s", p->name, text_in(p->help, lang));
    if (param_choice(p, 0)) {
        const char *before = " (";
        for (const struct param *o = params; o->name; o++) /* `panel` is all that choose one */
            for (int i = 0; (o == p || (o->panel_of && p->panel_of && !p->unlisted)) && param_choice(o, i);
                 i++) {
                text_addf(out, "%s%s", before, param_choice(o, i));
                before = " ";
            }
        text_add(out, ")");
    } else {
        text_addf(out, " (%g … %g)", p->lo, p->hi);
    }
    text_add(out, "\n");
}

static void encoding_lines(struct text *out, const struct posenc_def *e, enum lang lang)
{
    text_addf(out, "  %s  %s\n      %s\n      %s\n", e->name, text_in(e->title, lang),
              text_in(e->formula, lang), text_in(e->help, lang));
    for (int i = 0; i < posenc_param_count(e); i++)
        text_say(out, lang, TEXT("      %s: %s\n"), e->params[i].name, text_in(e->params[i].help, lang));
}

static void task_lines(struct text *out, const struct task *t, enum lang lang)
{
    text_addf(out, "  task %s  %s\n", t->name, text_in(t->title, lang));
    text_say(out, lang, TEXT("      watch: %s\n      %s\n      recommended: %s, %d steps\n"),
             text_in(t->watch, lang), text_in(t->teaches, lang), t->settings, t->steps);
}

/* Limits beyond which input is refused, because it would take too long or too much memory. */
static void limit_lines(struct text *out, enum lang lang)
{
    const double giga = 1e9;
    text_say(out, lang,
             TEXT("  %d words in a sentence, d and heads × d_k up to %d, 64 heads, %d layers, %d classes\n"),
             CONFIG_MAX_WORDS, CONFIG_MAX_D, CONFIG_MAX_LAYERS, CONFIG_MAX_CLASSES);
    text_say(out, lang, TEXT("  %.0f GB of memory for all numbers of a scene, including pinned states\n"),
             SCENE_BYTES / giga);
    text_say(out, lang, TEXT("  %d MB for undo: beyond that the oldest steps are dropped\n"),
             HISTORY_BYTES / 1000000);
    text_say(out, lang, TEXT("  %d pinned states, %d keys of your own\n"), MODEL_PINS, KEYMAP_OWN);
    text_say(out, lang, TEXT("  in a lesson: %d words, d %d, %d heads, %d layers, %d commands per step\n"),
             LESSON_MAX_WORDS, LESSON_MAX_D, LESSON_MAX_HEADS, LESSON_MAX_LAYERS, LESSON_MAX_COMMANDS);
    text_say(out, lang,
             TEXT("  training: %d steps of %d numbers, %.0f billion multiplications, %d examples; "
                  "in a lesson %d steps, d %d\n"),
             TRAINER_STEPS, TRAINER_MOST, TRAINER_EFFORT / giga, EXAMPLES_MOST, LESSON_MAX_TRAINING,
             LESSON_MAX_TRAINED);
    text_add(out,
             text_in(TEXT("  Long computations show their progress; Ctrl-C or Esc stops them.\n"), lang));
}

/* What a head is called for, and from which share on. */
static void head_line(struct text *out, const struct head_kind_def *k, enum lang lang)
{
    text_addf(out, "  %-7s %s  ≥ %.2f\n      %s\n", k->name, text_in(k->title, lang), k->least,
              text_in(k->help, lang));
}

static void head_lines(struct text *out, enum lang lang)
{
    text_add(out,
             text_in(TEXT("  What a head does is measured from its weights in this sentence, as a mean over "
                          "the words.\n"
                          "  It is of the first kind below whose threshold it reaches, with more than 0.5 "
                          "for most of them.\n  Words with one key do not count.\n"),
                     lang));
    for (int k = 0; k < HEAD_OTHER; k++)
        head_line(out, &head_kinds[k], lang);
}

static void setting_lines(struct text *out, enum lang lang)
{
    for (const struct param *p = params; p->name; p++)
        if (!p->unlisted)
            param_line(out, p, lang);
}

static void all_encodings(struct text *out, enum lang lang)
{
    for (int i = 0; i < posenc_count(); i++)
        encoding_lines(out, posencs[i], lang);
}

static void all_tasks(struct text *out, enum lang lang)
{
    for (int i = 0; tasks[i]; i++)
        task_lines(out, tasks[i], lang);
}

static void pair_lines(struct text *out, enum lang lang)
{
    for (int place = 0, i; (i = ready_pair_nth(place, lang)) >= 0; place++)
        text_addf(out, "  %s  /  %s\n", ready_pairs[i].side[0], ready_pairs[i].side[1]);
}

static void scene_lines(struct text *out, enum lang lang)
{
    (void)lang;
    text_add(out, "  ");
    scenes_list(out);
    text_add(out, "\n");
}

const struct help_list help_lists[] = {
    {"commands", NULL},      {"set", setting_lines}, {"encoding", all_encodings},
    {"values", NULL},        {"keys", key_lines},    {"pair", pair_lines},
    {"scene", scene_lines},  {"task", all_tasks},    {"heads", head_lines},
    {"limits", limit_lines}, {"model", help_model},  {"reader", help_reader},
    {"box", help_box},       {NULL, NULL},
};

bool help_topic(struct text *out, const char *topic, enum lang lang)
{
    size_t before = out->len;
    int stage = stage_find(topic);
    const struct posenc_def *encoding = posenc_find(topic);
    for (const struct param *p = params; p->name; p++)
        if (strcmp(topic, p->name) == 0)
            param_line(out, p, lang);
    for (int i = 0; i < VIEW_COUNT; i++)
        if (strcmp(topic, views[i]->name) == 0)
            text_addf(out, "  view %s  %s\n  %s\n", topic, text_in(views[i]->title, lang),
                      text_in(views[i]->help, lang));
    for (int i = 0; tasks[i]; i++)
        if (strcmp(topic, tasks[i]->name) == 0)
            task_lines(out, tasks[i], lang);
    for (int k = 0; k < HEAD_OTHER; k++)
        if (strcmp(topic, head_kinds[k].name) == 0)
            head_line(out, &head_kinds[k], lang);
    if (encoding)
        encoding_lines(out, encoding, lang);
    if (stage >= 0)
        text_addf(out, "  %s  %s\n      %s\n", stage_name(stage), text_in(stage_pass(stage)->formula, lang),
                  text_in(stage_pass(stage)->help, lang));
    for (const struct help_list *l = help_lists; l->name; l++)
        if (l->write && strcmp(topic, l->name) == 0)
            l->write(out, lang);
    expr_help(out, topic, lang);
    return out->len > before;
}

static bool holds(const char *text, const char *word)
{
    bool has = false;
    for (int lang = 0; lang < LANG_COUNT; lang++)
        has = has || strstr(text_in(text, (enum lang)lang), word);
    return has;
}

void help_search(struct text *out, const char *word, enum lang lang)
{
    for (int i = 0; i < VIEW_COUNT; i++)
        if (holds(views[i]->title, word))
            text_addf(out, "  view %s  %s\n", views[i]->name, text_in(views[i]->title, lang));
    for (const struct param *p = params; p->name; p++)
        if (!p->unlisted && holds(p->help, word))
            param_line(out, p, lang);
    for (int i = 0; i < posenc_count(); i++)
        if (holds(posencs[i]->title, word))
            text_addf(out, "  encoding %s  %s\n", posencs[i]->name, text_in(posencs[i]->title, lang));
    for (int i = 0; tasks[i]; i++)
        if (holds(tasks[i]->title, word) || holds(tasks[i]->teaches, word))
            text_addf(out, "  task %s  %s\n", tasks[i]->name, text_in(tasks[i]->title, lang));
    for (int k = 0; k < HEAD_OTHER; k++)
        if (holds(head_kinds[k].title, word) || holds(head_kinds[k].help, word))
            text_addf(out, "  head %s  %s\n", head_kinds[k].name, text_in(head_kinds[k].title, lang));
    for (int i = 0; i < STAGE_COUNT; i++)
        if (holds(stage_title(i), word))
            text_addf(out, "  stage %s  %s\n", stage_name(i), text_in(stage_title(i), lang));
    for (const struct binding *b = keymap_defaults; b->key; b++)
        if (holds(b->note, word))
            text_addf(out, "  %-9s %-24s %s\n", b->key, b->line, binding_note(b, lang));
}
