/* The panels of the encoding view, a file each: all read the same facts. */
#ifndef VIEW_ENCODING_ENCODING_H
#define VIEW_ENCODING_ENCODING_H

#include "view/screen.h"

/* Panels that Tab walks through (look.panel). */
enum encoding_panel { PANEL_CLOCKS, PANEL_WAVE, PANEL_PRODUCT, PANEL_ROTATION, PANEL_COUNT };

/* P as a map in half blocks, two positions a row, around the cursor. */
void encoding_map_draw(struct canvas c, const struct screen *s);

/* A clock per frequency pair: hands for t and s, the angle between, the running
 * sum of cosines that ends as P_t·P_s. With little room an arrow per clock. */
void encoding_clocks_draw(struct canvas c, const struct screen *s);

/* The wave of the pair under the cursor over positions. */
void encoding_wave_draw(struct canvas c, const struct screen *s);
/* P_t·P_s over the offset t-s. */
void encoding_product_draw(struct canvas c, const struct screen *s);
/* M_k of the pair, M_k·PE(t) beside PE(t+k); for others the best linear map's residual. */
void encoding_rotation_draw(struct canvas c, const struct screen *s);

/* What acts on scores: the bias of every head over the offset. */
void encoding_bias_draw(struct canvas c, const struct screen *s);
/* Vectors that belong to offsets (Shaw, Transformer-XL, DeBERTa), as a map. */
void encoding_offsets_draw(struct canvas c, const struct screen *s);
/* Queries and keys as hands, turned by their positions (RoPE). */
void encoding_hands_draw(struct canvas c, const struct screen *s);
/* P_t·P_s from one patch to every other, as the grid that they form. */
void encoding_patches_draw(struct canvas c, const struct screen *s);

/* The same in sentences. */
void encoding_tell(const struct teller *t);
void encoding_tell_briefly(const struct teller *t);

#endif
