#include <string.h>

#include "base/number.h"
#include "core/pipeline/attention.h"
#include "study/code/snippet.h"

const struct snippet *const snippets[CODE_COUNT] = {
    [CODE_POSITIONS] = &snippet_positions,
    [CODE_EXP_LOG] = &snippet_exp_log,
    [CODE_ATTENTION] = &snippet_attention,
    [CODE_SHIFT] = &snippet_shift,
    [CODE_DOT] = &snippet_dot,
    [CODE_FOURIER] = &snippet_fourier,
    [CODE_ONLINE] = &snippet_online,
    [CODE_LINEAR] = &snippet_linear,
};

const struct snippet *snippet_shown(const struct look *look)
{
    return snippets[look->code.kind];
}

int snippet_line_shown(const struct look *look)
{
    int count = snippet_shown(look)->count;
    return look->code.line < count ? look->code.line : count - 1;
}

const char *snippet_remark(const struct snippet *snippet, const struct snippet_line *line,
                           const struct snippet_run *run)
{
    const struct omission *any = NULL;
    for (const struct omission *o = snippet->omits; o->here; o++) {
        bool here = o->here(run);
        if (here && o->at && strstr(line->code, o->at))
            return o->says;
        any = here && !any ? o : any;
    }
    return any ? any->says : "";
}

int snippet_tiles(const struct config *c)
{
    return (config_keys(c) + c->tile - 1) / c->tile;
}

int snippet_axis(const struct config *c, char axis, const char **name)
{
    const struct {
        char axis;
        const char *name;
        int length;
    } axes[] = {
        {'1', "1", 1},
        {'2', "2", 2},
        {'3', "3", 3},
        {'4', "4", 4},
        {'B', "B", SNIPPET_BATCH},
        {'m', "max_len", snippet_table_rows(c)},
        {'n', "n", c->n},
        {'s', config_crosses(c) ? "m" : "n", config_keys(c)}, /* m words of a memory */
        {'d', "d", c->d},
        {'p', "d/2", snippet_pairs(c)},
        {'h', "h", c->heads},
        {'k', "dk", c->dk},
        {'v', "dv", c->dv},
        {'K', "h*dk", c->heads * c->dk},
        {'V', "h*dv", c->heads * c->dv},
        {'T', "tiles", snippet_tiles(c)},
    };
    size_t i = 0;
    while (i + 1 < sizeof axes / sizeof *axes && axes[i].axis != axis)
        i++;
    *name = axes[i].name;
    return axes[i].length;
}

void snippet_shape(const struct config *c, const struct snippet_line *line, struct text *out)
{
    struct text lengths = TEXT_HERE;
    const char *name, *comma = "";
    for (const char *axis = line->shape; *axis; axis++, comma = ", ") {
        text_addf(&lengths, "%s%d", comma, snippet_axis(c, *axis, &name));
        text_addf(out, "%s%s", *comma ? comma : "(", name);
    }
    text_addf(out, "%s) = (%s%s)", line->shape[1] ? "" : ",", text_str(&lengths), line->shape[1] ? "" : ",");
    text_finish(&lengths);
}

static void divisor(const struct scene *now, struct text *out)
{
    double all = attention_divisor(&now->config, attention_first(&now->config)),
           factor = all / now->config.divisor;
    if (now->state.set.scale != SCALE_SQRT)
        number_shortest(out, all);
    else if (factor > 1) /* DeBERTa's */
        text_addf(out, "math.sqrt(%.0f * dk)", factor * factor);
    else
        text_add(out, "math.sqrt(dk)");
}

static void base(const struct scene *now, struct text *out)
{
    number_shortest(out, now->config.base);
}

void snippet_code(const struct scene *now, const struct snippet_line *line, struct text *out)
{
    static const struct {
        const char *name;
        void (*write)(const struct scene *now, struct text *out);
    } filled[] = {{"$base", base}, {"$divisor", divisor}};
    const char *from = line->code;
    for (size_t i = 0; i < sizeof filled / sizeof *filled; i++) {
        const char *at = strstr(from, filled[i].name);
        if (!at)
            continue;
        text_add_bytes(out, from, (size_t)(at - from));
        filled[i].write(now, out);
        from = at + strlen(filled[i].name);
    }
    text_add(out, from);
}
