/* The flow of numbers from the words to the output, on one page; beside it, where there is room, the lens. */
#include "view/flow/flow.h"

enum { LENS = 32, LENS_NEEDS = 110 };

static void draw(struct canvas c, const struct screen *s)
{
    struct flow f;
    struct canvas page = canvas_part(c, 0, 0, c.rows, c.cols - LENS - 3);
    bool lens = c.cols >= LENS_NEEDS && flow_plan(&f, page, s);
    if (!lens) {
        page = c;
        flow_plan(&f, page, s);
    }
    flow_strips_draw(page, &f);
    flow_ribbons_draw(page, &f);
    flow_sentence_draw(page, &f);
    if (!lens)
        return;
    screen_wall(c, s, 0, c.cols - LENS - 2, c.rows);
    flow_lens_draw(canvas_part(c, 0, c.cols - LENS, c.rows, LENS - 1), &f);
}

const struct view_def view_flow = {draw};
