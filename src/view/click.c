#include "view/click.h"

#include <stdarg.h>
#include <stdio.h>

bool click_hit(struct click *k, struct canvas c, int row, int col, int width)
{
    if (!k || !c.cells || row < 0 || row >= c.rows)
        return false;
    long first = c.cells - k->whole.cells; /* offset of c in the whole canvas */
    int top = (int)(first / k->whole.stride), left = (int)(first % k->whole.stride);
    int end = col + width < c.cols ? col + width : c.cols;
    bool hit = k->row == top + row && k->col >= left + col && k->col < left + end;
    if (hit)
        k->tried = (struct click_box){top + row, left + col, end - col, 1};
    return hit;
}

bool click_in(struct click *k, struct canvas c)
{
    for (int row = 0; row < c.rows; row++)
        if (click_hit(k, c, row, 0, c.cols)) {
            k->tried.row -= row;
            k->tried.rows = c.rows;
            return true;
        }
    return false;
}

void click_line(struct click *k, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(k->line, sizeof k->line, format, args);
    va_end(args);
    k->key = k->cell = k->drags = false;
    k->box = k->tried;
}

void click_key(struct click *k, const char *key)
{
    click_line(k, "%s", key);
    k->key = true;
}
