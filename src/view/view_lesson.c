/* The lesson view. */
#include "view/screen.h"

static void draw(struct canvas c, const struct screen *s)
{
    canvas_flow(canvas_part(c, 0, 1, c.rows, c.cols - 2), 0, STYLE_NOTE, screen_text(s, TEXT("No lesson is open.", "没有打开的课程。")));
}

const struct view_def view_lesson = {draw};
