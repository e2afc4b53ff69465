/* The flow of numbers from the words to the output, on one page; beside it, where there is room, the lens. */
#include "view/flow/flow.h"
#include "view/tell/tell.h"

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

const struct view view_flow = {
    .name = "flow",
    .context = "flow",
    .title = PAIR("flow", "流动"),
    .help = PAIR("The whole computation on one page: a column a word, a row a stage. Ribbons run from the words that are read to the word that reads; their width is the weight.",
                 "整个计算在一页上：一列一个词，一行一个步骤。色带从被读的词流向在读的词，宽度就是权重。"),
    .draw = draw,
    .tell = tell_pair_briefly,
    .tell_briefly = tell_pair_briefly,
};
