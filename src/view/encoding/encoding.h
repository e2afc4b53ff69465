/* The panels of the encoding view, one file each; all draw from the same facts. */
#ifndef VIEW_ENCODING_ENCODING_H
#define VIEW_ENCODING_ENCODING_H

#include "view/screen.h"

/* Panels that Tab cycles through (look.panel). */
enum encoding_panel { PANEL_CLOCKS, PANEL_WAVE, PANEL_PRODUCT, PANEL_ROTATION, PANEL_COUNT };

/* Draws P around the cursor as a map in half blocks, two positions per row. */
void encoding_map_draw(struct canvas c, const struct screen *s);

/* Draws a clock per frequency pair: hands for t and s, the angle between them, and the running
 * sum of cosines, which ends at P_t·P_s. With little room: an arrow per clock. */
void encoding_clocks_draw(struct canvas c, const struct screen *s);

/* Draws the wave of the pair under the cursor over positions. */
void encoding_wave_draw(struct canvas c, const struct screen *s);
/* Draws P_t·P_s over the offset t-s. */
void encoding_product_draw(struct canvas c, const struct screen *s);
/* Draws M_k of the pair, with M_k·PE(t) beside PE(t+k). Other encodings show the residual of the
 * best linear map. */
void encoding_rotation_draw(struct canvas c, const struct screen *s);

/* Draws every head's bias on the scores over the offset. */
void encoding_bias_draw(struct canvas c, const struct screen *s);
/* Draws the vectors that belong to offsets (Shaw, Transformer-XL, DeBERTa) as a map. */
void encoding_offsets_draw(struct canvas c, const struct screen *s);
/* Draws queries and keys as hands, rotated by their positions (RoPE). */
void encoding_hands_draw(struct canvas c, const struct screen *s);
/* Draws P_t·P_s from one patch to every other patch, on the patch grid. */
void encoding_patches_draw(struct canvas c, const struct screen *s);

/* The same in sentences. */
void encoding_tell(const struct teller *t);
void encoding_tell_briefly(const struct teller *t);

#endif
