#include "view/encoding/places_clock.h"

#include <math.h>

#include "core/math/pca.h"
#include "view/dial.h"

#define REACH 0.85 /* of the rim: the place furthest out */

/* Returns true if there is a digit in these cells. */
static bool taken(struct canvas c, int row, int col, int width)
{
    struct canvas at = canvas_part(c, row, col < 0 ? 0 : col, 1, width);
    bool digit = false;
    for (int k = 0; k < at.cols && at.rows > 0; k++)
        digit = digit || (at.cells[k].ch[0] >= '0' && at.cells[k].ch[0] <= '9');
    return digit;
}

/* A place on the clock, where it is free: there, or close by. */
static void put_place(struct canvas c, int row, int col, int place, enum hue hue)
{
    static const struct {
        int rows, cols;
    } near[] = {{0, 0}, {1, 0}, {-1, 0}, {0, 3}, {0, -3}, {1, 3}, {-1, -3}, {1, -3}, {-1, 3}};
    struct text n = TEXT_HERE;
    text_addf(&n, "%d", place);
    int width = utf8_width(text_str(&n));
    for (size_t i = 0; i < sizeof near / sizeof *near; i++) {
        int r = row + near[i].rows, k = col + near[i].cols;
        if (r < 0 || r >= c.rows || k < 0 || k + width > c.cols || taken(c, r, k - 1, width + 2))
            continue;
        canvas_put_ink(c, r, k, STYLE_STRONG, ink_hue(hue, HUE_FULL), text_str(&n));
        break;
    }
    text_finish(&n);
}

void places_clock_draw(struct canvas c, const struct screen *s, struct mat P, int hours)
{
    struct pca plane;
    struct circle rim = dial_rim(c);
    double far = 0, at[PCA_AXES];
    if (!pca_fits(&P, 1) || !arena_more(s->scratch, pca_room(&P, 1)))
        return;
    pca_compute(&plane, &P, 1, s->scratch);
    braille_arc(&(struct braille){c, s->ascii}, rim, 0, 2 * acos(-1), STYLE_BORDER);
    for (int i = 0; i < P.rows; i++) {
        pca_project(&plane, mat_row(P, i), at);
        far = fmax(far, hypot(at[0], at[1]));
    }
    for (int i = 0; i < P.rows && far > 0; i++) {
        pca_project(&plane, mat_row(P, i), at);
        put_place(c, (int)lround(rim.centre.y - at[1] / far * rim.radius * REACH) / 4,
                  (int)lround(rim.centre.x + at[0] / far * rim.radius * REACH) / 2, i,
                  hours ? hue_of_hand(i % hours, hours) : HUE_GREY);
    }
}
