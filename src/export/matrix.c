#include "export/matrix.h"

#include <stdint.h>
#include <string.h>

#include "base/number.h"
#include "core/pipeline/stage.h"
#include "state/matrices.h"

int export_stage(const struct scene *s, const char *name)
{
    const char *called;
    for (int i = 0; i < STAGE_COUNT; i++)
        for (int k = 0; (called = stage_called(i, k)); k++)
            if (strcmp(called, name) == 0 && stage_present(&s->config, s->state.look.layer, i))
                return i;
    return -1;
}

bool export_find(const struct scene *s, const char *name, struct arena *room, struct mat *out)
{
    const struct look *look = &s->state.look;
    int stage = export_stage(s, name);
    if (stage < 0) {
        struct matrix_ref ref;
        int rows, cols;
        if (!matrices_find(&s->state, name, &ref))
            return false;
        matrices_shape(&s->state, ref, &rows, &cols);
        if (!arena_reserve(room, mat_room(rows, cols)))
            return false;
        *out = mat_in(room, rows, cols);
        scene_read(s, ref, *out);
        return true;
    }
    *out = stage_matrix(&s->trace, look->layer, stage, look->head);
    return true;
}

void export_csv(struct mat m, struct text *out)
{
    for (int r = 0; r < m.rows; r++)
        for (int c = 0; c < m.cols; c++) {
            number_shortest(out, mat_at(m, r, c));
            text_add_char(out, c + 1 < m.cols ? ',' : '\n');
        }
}

void export_double(struct text *out, double x)
{
    uint64_t bits;
    char bytes[8];
    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 8; i++)
        bytes[i] = (char)(bits >> (8 * i) & 0xFF);
    text_add_bytes(out, bytes, sizeof bytes);
}

void export_npy(struct mat m, struct text *out)
{
    struct text header = {0};
    text_addf(&header, "{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }", m.rows, m.cols);
    while (!header.failed &&
           (10 + header.len + 1) % 64 != 0) /* the data must start at a multiple of 64 bytes */
        text_add_char(&header, ' ');
    text_add_char(&header, '\n');
    text_add_bytes(out, "\x93NUMPY\x01\x00", 8);
    text_add_char(out, (char)(header.len & 0xFF));
    text_add_char(out, (char)(header.len >> 8));
    text_add_bytes(out, text_str(&header), header.len);
    for (int r = 0; r < m.rows; r++)
        for (int c = 0; c < m.cols; c++)
            export_double(out, mat_at(m, r, c));
    text_finish_part(&header, out);
}
