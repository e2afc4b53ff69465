/* The parts of the terms view, one file each; all draw from the same facts.
 *
 * A score is a sum, and the view lets one take it apart: a term is a colour everywhere, is knocked out by its
 * key, and stays in its place when it is gone, so that what changes is the share and nothing else. The
 * printed numbers add up to the printed score; where they cannot, a line says what is missing. */
#ifndef VIEW_TERMS_TERMS_H
#define VIEW_TERMS_TERMS_H

#include "core/pipeline/terms.h"
#include "view/figures/page.h"
#include "view/figures/tell.h"

enum { TERMS_NAME = 12 };

struct terms_facts {
    const struct screen *s;
    const struct scene *now;
    const struct attention *a;
    struct term list[TERM_MAX];
    const char *title[TERM_MAX], *knocks[TERM_MAX]; /* of each term, and its key: "" where there are none */
    int asking, read; /* columns of the widest word that asks, that can be read, at most TERMS_NAME */
    const struct attention *was; /* from which the shares glide; NULL: they do not move */
    int count, head, query, key;
    bool told;    /* to those who have no keys */
    double limit; /* common scale of the maps of terms and scores: the largest |entry| */
};

/* Collects the facts of the pair in view; told: to those who have no keys. */
struct terms_facts terms_facts_of(const struct screen *s, bool told);

/* A term of the score of a query and a key; its matrix; an entry of one of the head's maps; the words to be
 * read. */
double terms_value(const struct terms_facts *f, int t, int query, int key);
struct mat terms_mat(const struct terms_facts *f, int t);
double terms_at_map(const struct terms_facts *f, enum map map, int query, int key);
const struct sequence *terms_keys(const struct terms_facts *f);
int terms_columns(const struct terms_facts *f);
/* A word that asks, and one that can be read, as texts of the picture. */
const char *terms_word(const struct terms_facts *f, int t);
const char *terms_word_read(const struct terms_facts *f, int key);
/* Returns a number with the decimals in view, at most `most`. */
const char *terms_number(const struct terms_facts *f, double x, int most);
/* Returns whether the mask hides a key from a query: its share is 0 whatever the score. */
bool terms_hidden(const struct terms_facts *f, int query, int key);

/* Returns whether term t is knocked out. */
bool terms_off(const struct terms_facts *f, int t);
enum hue terms_hue(const struct terms_facts *f, int t);
/* Returns the ink of words about term t; of one that is knocked out a pale one that can be read. */
uint16_t terms_ink(const struct terms_facts *f, int t);

/* Returns the key of a line, "" while another view has the keyboard. */
const char *terms_key_of(const struct screen *s, const char *context, const char *line);

/* Parts of the page (view/figures/page.h), drawn from the facts. */

/* What each term is called, by its key and colour, and what it gives the pair in focus; above the first layer
 * a table of sources. Their questions, below. */
struct page_size terms_named_size(const void *f, int cols);
void terms_named_draw(struct canvas c, const void *f);
struct page_size terms_questions_size(const void *f, int cols);
void terms_questions_draw(struct canvas c, const void *f);

/* The terms of every key's score as a stacked bar, the score, and its share. */
struct page_size terms_bars_size(const void *f, int cols);
void terms_bars_draw(struct canvas c, const void *f);

/* The same sum for every pair, as an equation of maps: with numbers, or as colours alone. */
struct page_size terms_figures_size(const void *f, int cols);
struct page_size terms_colours_size(const void *f, int cols);
void terms_maps_draw(struct canvas c, const void *f);

/* One sentence: what the largest term does, or what is read without those that are off. */
const char *terms_says(const struct terms_facts *f);
int terms_says_draw(struct canvas c, const void *f);

/* Whether the terms are products of sources, which are told in a table; that table. */
bool terms_tabled(const struct terms_facts *f);
struct page_size terms_sources_size(const struct terms_facts *f);
void terms_sources_draw(struct canvas c, const struct terms_facts *f);

/* Panels that Tab cycles through in place of the maps (look.terms.panel). */
struct page_size terms_meaning_size(const void *f, int cols);
void terms_meaning_draw(struct canvas c, const void *f);
void terms_distance_draw(struct canvas c, const void *f);
void terms_scale_draw(struct canvas c, const void *f);
void terms_weights_draw(struct canvas c, const void *f);
void terms_layers_draw(struct canvas c, const void *f);

/* Says why a panel has nothing to show; `why` empty: its computation was stopped. */
void terms_say_why(struct canvas c, const struct screen *s, const char *why);

/* The same in sentences. */
void terms_tell(const struct teller *t);
void terms_meaning_tell(const struct teller *t, const struct terms_facts *f); /* the lines of the sum */
void terms_layers_tell(const struct teller *t, const struct terms_facts *f);

#endif
