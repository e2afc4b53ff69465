/* One sentence in words, made from the numbers. */
#include "base/number.h"
#include "view/changes.h"
#include "view/flow/flow.h"

static void word(const struct flow *f, const struct sequence *of, int w, struct text *out)
{
    screen_word(&f->now->state, of, w, out);
}

/* How a sentence is said: with the roles of the heads or without, in full or with fewest words. */
struct manner {
    bool roles, torn, brief;
    int noun[2]; /* torn between these */
};

/* cat 0.98 */
static void word_and_share(const struct flow *f, int h, int key, struct text *out)
{
    word(f, flow_keys(f), key, out);
    text_add(out, " ");
    number_fixed(out, flow_weight(f, h, f->query, key), f->share_digits, 24);
}

const char *flow_most_add(const struct flow *f, int h, struct text *out)
{
    bool alike;
    int key = flow_most_read(f, h, f->query, &alike);
    if (attention_empty_row(f->a, h, f->query)) {
        text_add(out, screen_text(f->s, TEXT("nobody", "谁也不读")));
        return "";
    }
    if (flow_nobody(f, h, f->query, key)) {
        text_add(out, screen_text(f->s, TEXT("nobody", "没有谁")));
        return "";
    }
    word_and_share(f, h, key, out);
    return alike ? screen_text(f->s, TEXT(" (tied)", "（有并列的）")) : "";
}

bool flow_overflowed(const struct flow *f)
{
    for (int h = 0; h < f->a->heads; h++)
        if (mat_overflowed(mat_rows(attention_head(f->a, f->a->map[MAP_WEIGHTS], h), f->query, 1)))
            return true;
    return false;
}

void flow_overflow_add(const struct flow *f, struct text *out)
{
    word(f, f->now->state.sentence, f->query, out);
    text_addf(out, "%s%s%s", screen_text(f->s, TEXT(": ", "：")), screen_overflow_says(f->s),
              screen_text(f->s, TEXT(".", "。")));
}

/* … its doer from cat 0.98; briefly: doer cat 0.98 */
static int role(struct canvas c, const struct flow *f, int col, int h, bool brief)
{
    struct text t = SCREEN_TEXT(f->s);
    bool alike;
    int key = flow_most_read(f, h, f->query, &alike);
    const char *name = state_head_name(&f->now->state, h);
    bool nobody = flow_nobody(f, h, f->query, key);
    if (brief)
        text_addf(&t, "%s ", name);
    else
        text_addf(
            &t,
            screen_text(f->s, EITHER(nobody, TEXT("its %s from ", "“%s”"), TEXT("its %s from ", "“%s”是 "))),
            name);
    col = canvas_put(c, 0, col, STYLE_TEXT, text_str(&t));
    text_clear(&t);
    flow_most_add(f, h, &t);
    col = canvas_put_ink(c, 0, col, STYLE_STRONG, ink_hue(flow_hue(f, h), HUE_FULL), text_str(&t));
    return col;
}

/* … cat 0.98 with head 1; briefly: cat 0.98 */
static int phrase(struct canvas c, const struct flow *f, int col, int h, bool brief)
{
    struct text t = SCREEN_TEXT(f->s);
    const char *tied = flow_most_add(f, h, &t);
    if (h > f->head && h == FLOW_STANDS && f->reader.is == FLOW_READS)
        col = canvas_put(c, 0, col, STYLE_TEXT, screen_text(f->s, TEXT("stands for ", "指 ")));
    col = canvas_put_ink(c, 0, col, STYLE_STRONG, ink_hue(flow_hue(f, h), HUE_FULL), text_str(&t));
    text_clear(&t);
    text_add(&t, tied);
    if (f->now->config.heads > 1 && !brief)
        text_addf(&t, screen_text(f->s, TEXT(" with head %d", "（头 %d）")), h + 1);
    col = canvas_put(c, 0, col, STYLE_TEXT, text_str(&t));
    return col;
}

/* … doer cat 0.53 or dog 0.46; briefly: doer cat or dog */
static int torn(struct canvas c, const struct flow *f, int col, int h, const struct manner *m)
{
    struct text t = SCREEN_TEXT(f->s);
    text_addf(&t, "%s ", state_head_name(&f->now->state, h));
    for (int i = 0; i < 2; i++) {
        text_add(&t, i == 0 ? "" : screen_text(f->s, TEXT(" or ", " 或 ")));
        if (m->brief)
            word(f, flow_keys(f), m->noun[i], &t);
        else
            word_and_share(f, h, m->noun[i], &t);
    }
    col = canvas_put_ink(c, 0, col, STYLE_STRONG, ink_hue(flow_hue(f, h), HUE_FULL), text_str(&t));
    return col;
}

/* What comes between the asking word and the words that it reads. */
static const char *says(const struct flow *f, const struct manner *m)
{
    if (m->torn)
        return screen_text(f->s, EITHER(m->brief, TEXT("? ", "？"), TEXT(" cannot tell: ", " 分不清：")));
    if (m->roles)
        return screen_text(f->s, EITHER(m->brief, TEXT(": ", "："), TEXT(" takes ", " 的")));
    return screen_text(f->s,
                       EITHER(m->brief, TEXT(" reads ", " 读 "), TEXT(" reads most: ", " 读得最多的是 ")));
}

/* Writes the sentence in row 0 of c; returns the column after it. */
static int say_sentence(struct canvas c, const struct flow *f, struct manner m)
{
    struct text t = SCREEN_TEXT(f->s);
    word(f, f->now->state.sentence, f->query, &t);
    int col = canvas_put_ink(c, 0, 0, STYLE_STRONG, ink_hue(HUE_FOCUS, HUE_FULL), text_str(&t));
    col = canvas_put(c, 0, col, STYLE_TEXT, says(f, &m));
    for (int h = f->head, said = 0; h < f->head + f->heads && h < f->head + 4; h++) {
        if (flow_silent(f, h))
            continue;
        if (said++ > 0)
            col = canvas_put(c, 0, col, STYLE_TEXT, screen_text(f->s, TEXT(", ", "，")));
        col = m.torn ? torn(c, f, col, h, &m) : (m.roles ? role : phrase)(c, f, col, h, m.brief);
    }
    return canvas_put(c, 0, col, STYLE_TEXT, screen_text(f->s, TEXT(".", "。")));
}

/* A line for each head, where one line is too short for all: doer cat 0.98 */
static void say_each(struct canvas c, const struct flow *f, const struct manner *m)
{
    for (int h = f->head, row = 0; row < c.rows; h++, row++) {
        struct canvas line = canvas_part(c, row, 0, 1, c.cols);
        int col = 0;
        if (!m->roles && !m->torn && f->now->config.heads > 1) {
            canvas_putf(line, 0, 0, STYLE_TEXT, screen_text(f->s, TEXT("head %d", "头 %d")), h + 1);
            col = 7;
        }
        if (m->torn && !flow_silent(f, h))
            torn(line, f, col, h, m);
        else if (!flow_silent(f, h))
            (m->roles ? role : phrase)(line, f, col, h, true);
    }
}

/* The shortest form: helps cannot tell teacher from student. */
static void say_torn(struct canvas c, const struct flow *f, const struct manner *m)
{
    struct text t = SCREEN_TEXT(f->s);
    word(f, f->now->state.sentence, f->query, &t);
    text_add(&t, screen_text(f->s, TEXT(" cannot tell ", " 分不清 ")));
    word(f, flow_keys(f), m->noun[0], &t);
    text_add(&t, screen_text(f->s, TEXT(" from ", " 和 ")));
    word(f, flow_keys(f), m->noun[1], &t);
    text_add(&t, screen_text(f->s, TEXT(".", "。")));
    canvas_put(c, 0, 0, STYLE_TEXT, text_str(&t));
}

/* What the rows mean while they show the gradient, or why there is none; that shares are no numbers. */
static void say_instead(struct canvas c, const struct flow *f, bool backwards)
{
    struct text t = SCREEN_TEXT(f->s);
    if (backwards)
        changes_title(f->s, &t);
    else
        flow_overflow_add(f, &t);
    canvas_flow(canvas_part(c, f->row[FLOW_SENTENCE], 1, c.rows - f->row[FLOW_SENTENCE], c.cols - 2), 0,
                STYLE_NOTE, text_str(&t));
}

/* The line before it, shorter where that does not fit. */
static void before(struct canvas c, const struct flow *f)
{
    struct text whole = SCREEN_TEXT(f->s), brief = SCREEN_TEXT(f->s);
    int left = f->gutter < 10 ? 1 : f->gutter;
    flow_before(f, false, &whole);
    flow_before(f, true, &brief);
    left = left + utf8_width(text_str(&whole)) > c.cols ? 1 : left;
    canvas_either(c, f->row[FLOW_BEFORE], left, STYLE_DIM, text_str(&whole), text_str(&brief));
}

void flow_sentence_draw(struct canvas c, const struct flow *f)
{
    bool backwards = f->now->state.look.show == SHOW_GRADIENT && !f->paired;
    if (backwards || flow_overflowed(f)) {
        say_instead(c, f, backwards);
        return;
    }
    if (f->rows[FLOW_BEFORE])
        before(c, f);
    const struct canvas nowhere = {.cols = 1000}; /* for measuring */
    struct manner m = {.roles = flow_finds_roles(f)};
    m.torn = !m.roles && flow_cannot_tell(f, m.noun);
    m.brief = f->reader.is == FLOW_READS && !m.roles && !m.torn;
    int left = f->gutter, width = say_sentence(nowhere, f, m);
    if (left < 10 || left + width > c.cols)
        left = 1;
    m.brief = m.brief || left + width > c.cols;
    struct canvas room = canvas_part(c, f->row[FLOW_SENTENCE], left, f->rows[FLOW_SENTENCE], c.cols - left);
    if (!m.brief || say_sentence(nowhere, f, m) <= room.cols)
        say_sentence(room, f, m);
    else if (room.rows >= f->heads)
        say_each(room, f, &m);
    else if (m.torn)
        say_torn(room, f, &m);
}
