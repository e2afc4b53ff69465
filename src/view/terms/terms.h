/* The parts of the terms view, one file each; all draw from the same facts.
 *
 * A score is a sum, and the view lets one take it apart: a term is a colour everywhere, is knocked out by its
 * key, and stays in its place when it is gone, so that what changes is the share and nothing else. The
 * printed numbers add up to the printed score; where they cannot, a line says what is missing. */
#ifndef VIEW_TERMS_TERMS_H
#define VIEW_TERMS_TERMS_H

#include "core/pipeline/terms.h"
#include "view/stages/said.h"

struct terms_facts {
    const struct scene *now;
    const struct attention *a;
    struct term list[TERM_MAX];
    const struct attention *was; /* from which the shares glide; NULL: they do not move */
    int count, head, query, key;
    double limit; /* common scale of all maps except the weights: the largest |entry| */
    bool asked;   /* the questions are already shown beside the panel */
};

/* A term of the score of a query and a key; an entry of one of the head's maps; the words to be read. */
double terms_value(const struct terms_facts *f, int t, int query, int key);
double terms_at_map(const struct terms_facts *f, enum map map, int query, int key);
const struct sequence *terms_keys(const struct terms_facts *f);
int terms_columns(const struct terms_facts *f);
/* A word that asks, and one that can be read, as texts of the picture. */
const char *terms_word(const struct screen *s, const struct terms_facts *f, int t);
const char *terms_word_read(const struct screen *s, const struct terms_facts *f, int key);
/* Returns the columns of a printed number. */
int terms_number_width(double x, int digits);
enum hue terms_hue(const struct terms_facts *f, int t);
/* Returns whether the mask hides a key from a query: its share is 0 whatever the score. */
bool terms_hidden(const struct terms_facts *f, int query, int key);

/* Returns whether term t is knocked out. */
bool terms_off(const struct terms_facts *f, int t);

/* Returns the key of a line, "" while another view has the keyboard. */
const char *terms_key_of(const struct screen *s, const char *context, const char *line);
/* Returns the key that knocks term t out, "" while another view has the keyboard. */
const char *terms_key(const struct screen *s, int t);

/* Draws the bars that add up to the score, then ÷ √d_k, then the row's weights. The original weights
 * are ghosts. Returns the rows it took. */
int terms_waterfall_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);

/* Draws what each term asks, with the words and positions of the pair; returns the rows it took. */
int terms_questions_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);

/* If there is room, draws in place of the bars and the panel of maps: the terms of every key's score as
 * stacked bars, and the maps as an equation. Only the first `free` columns of row 0 may be used. */
bool terms_reasons_fit(struct canvas c, const struct screen *s, const struct terms_facts *f);
void terms_reasons_draw(struct canvas c, const struct screen *s, const struct terms_facts *f, int free);
/* Draws one line about them: what the largest term does, or what is read without those that are off. */
void terms_sentence_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);

/* Above the first layer the captions of many terms are a table of sources. terms_table_rows returns how many
 * of at most `most` rows it takes, 0 if it does not fit. */
bool terms_tabled(const struct terms_facts *f);
int terms_table_rows(const struct screen *s, const struct terms_facts *f, int cols, int most);
void terms_table_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);

/* Returns the ink of an entry x of term t's map: its hue, grey if it speaks against. */
uint16_t terms_ink(const struct terms_facts *f, int t, double x);

/* Panels that Tab cycles through (look.terms_panel), each over the whole of c. */
void terms_maps_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);
void terms_meaning_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);
void terms_distance_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);
void terms_scale_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);
void terms_weights_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);
void terms_layers_draw(struct canvas c, const struct screen *s, const struct terms_facts *f);

/* Says why a panel has nothing to show; `why` empty: its computation was stopped. */
void terms_say_why(struct canvas c, const struct screen *s, const char *why);

/* Returns whether the maps have room for their scale below them. */
bool terms_maps_say_scale(struct canvas c, const struct screen *s, const struct terms_facts *f);

/* Returns the number of maps that do not fit on such a canvas. */
int terms_maps_hidden(struct canvas c, const struct screen *s, const struct terms_facts *f);

/* Returns the largest |entry| of all maps except the weights. */
double terms_limit(const struct terms_facts *f);

/* The same in sentences. */
void terms_tell(const struct teller *t);
void terms_layers_tell(const struct teller *t); /* nothing while another panel is shown */

#endif
