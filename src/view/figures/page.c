#include "view/figures/page.h"

#include <stdlib.h>
#include <string.h>

#include "view/hue.h"

enum { NODES = 48, KNOWN = 3, BESIDE = 2, WALLED = 3, GAP_FIRST = 1000, ANY = 100000, READABLE = 78 };

/* A part or a group of a form that was read. */
struct node {
    const struct page_part *part; /* NULL: a group, or a gap */
    char sign;                    /* of a group: '/', '|', or 'w' for a wall; of a gap 'g', of a fill 'f' */
    int weight;                   /* -1: the part's own */
    int rows, cols;               /* its least, where the form says another one; else -1 */
    bool optional, absent;
    int first, next; /* the first child, the next one of the same group; -1: none */
};

/* What a part needs in so many columns, which choosing a form asks again and again. */
struct known {
    bool set;
    int cols;
    struct page_size size;
};

struct form {
    const struct page_part *parts;
    const void *of;
    struct known (*known)[KNOWN]; /* of each part */
    const char *at;               /* what is still to be read */
    struct node v[NODES];
    int count;
};

/* What a child takes of the room of its group. */
struct part_room {
    int node, least, most, weight, gets;
};

/* ---- reading a form ------------------------------------------------------------ */

static int node_add(struct form *f, struct node n)
{
    if (f->count == NODES)
        f->count--; /* a form that is too long is seen at once: its end is missing */
    n.weight = n.rows = n.cols = n.first = n.next = -1;
    f->v[f->count] = n;
    return f->count++;
}

/* Returns what a part needs in so many columns (0: not known), of which it takes its most. */
static struct page_size part_size(const struct form *f, const struct page_part *part, int cols)
{
    struct known *k = f->known[part - f->parts], *const last = k + KNOWN - 1;
    while (k < last && k->set && k->cols != cols)
        k++;
    if (k->set && k->cols == cols)
        return k->size;
    struct page_size size = part->needs ? part->needs(f->of, cols) : part->size;
    int within = size.most_cols && cols > size.most_cols ? size.most_cols : cols;
    if (part->needs && within < cols)
        size = part->needs(f->of, within);
    if (size.text && cols > 0)
        size.rows = size.most_rows = page_text(size.text, within, size.cols).rows;
    if (size.lines && size.rows == 0 && cols > 0)
        size.rows = size.most_rows = size.lines((struct canvas){.cols = within}, f->of);
    *k = (struct known){true, cols, size};
    return size;
}

/* The same where its form may say another least, which is never more than it can use. */
static struct page_size node_size(const struct form *f, const struct node *n, int cols)
{
    struct page_size size = part_size(f, n->part, cols);
    size.cols = n->cols >= 0 ? n->cols : size.cols;
    if (n->rows >= 0 && cols > 0)
        size.rows = size.most_rows && size.most_rows < n->rows ? size.most_rows : n->rows;
    return size;
}

static int read_group(struct form *f);

/* Reads a name or a group in brackets, with what follows it. */
static int read_item(struct form *f)
{
    int i;
    f->at += strspn(f->at, " ");
    if (*f->at == '(') {
        f->at++;
        i = read_group(f);
        f->at += *f->at == ')';
    } else {
        size_t length = strcspn(f->at, " /|()?*:");
        const struct page_part *p = f->parts;
        struct node n = {.sign = 0};
        while (p->name && (strlen(p->name) != length || strncmp(p->name, f->at, length) != 0))
            p++;
        n.part = p->name ? p : NULL;
        n.sign = p->name ? 0 : *f->at == 'g' ? 'g' : 'f';
        n.absent = n.part && part_size(f, p, 0).rows < 0;
        i = node_add(f, n);
        f->at += length;
    }
    char *end = (char *)f->at;
    if (*f->at == ':')
        f->v[i].rows = (int)strtol(f->at + 1, &end, 10);
    if (*end == 'x')
        f->v[i].cols = (int)strtol(end + 1, &end, 10);
    f->at = end;
    if (*f->at == '?') {
        f->v[i].optional = true;
        f->at++;
    }
    if (*f->at == '*') {
        f->v[i].weight = f->at[1] - '0';
        f->at += 2;
    }
    f->at += strspn(f->at, " ");
    return i;
}

static int read_group(struct form *f)
{
    int group = node_add(f, (struct node){.sign = '/', .absent = true}), last = -1;
    for (;;) {
        int i = read_item(f);
        *(last < 0 ? &f->v[group].first : &f->v[last].next) = i;
        f->v[group].absent = f->v[group].absent && (f->v[i].absent || f->v[i].sign == 'g');
        last = i;
        if (*f->at != '/' && *f->at != '|')
            return group;
        bool wall = f->at[0] == '|' && f->at[1] == '|';
        f->v[group].sign = wall ? 'w' : *f->at;
        f->at += 1 + wall;
    }
}

/* ---- sizes --------------------------------------------------------------------- */

static int between(const struct node *group)
{
    return group->sign == 'w' ? WALLED : group->sign == '|' ? BESIDE : 0;
}

static int greater(int a, int b)
{
    return a > b ? a : b;
}

/* Returns the child of a group that is drawn after child i (-1: the first), -1: none. */
static int child_after(const struct form *f, int group, int i)
{
    i = i < 0 ? f->v[group].first : f->v[i].next;
    while (i >= 0 && f->v[i].absent)
        i = f->v[i].next;
    return i;
}

/* The share of a node in what is left over: that of its parts, if it has none of its own. */
static int weight_of(const struct form *f, int i)
{
    const struct node *n = &f->v[i];
    int weight = n->part ? n->part->weight : n->sign == 'g' ? GAP_FIRST : n->sign == 'f';
    for (int k = -1; (k = child_after(f, i, k)) >= 0;)
        if (f->v[k].sign != 'g')
            weight = greater(weight, weight_of(f, k));
    return n->weight >= 0 ? n->weight : weight;
}

/* Returns the least and the most columns of a node. */
static struct page_size needed_cols(const struct form *f, int i)
{
    const struct node *n = &f->v[i];
    struct page_size size = {0};
    if (n->part) {
        size = node_size(f, n, 0);
        size.most_cols = size.most_cols ? size.most_cols : ANY;
    }
    for (int k = -1, at = 0; (k = child_after(f, i, k)) >= 0; at++) {
        struct page_size one = needed_cols(f, k);
        if (n->sign == '/') {
            size.cols = greater(size.cols, one.cols);
            size.most_cols = greater(size.most_cols, one.most_cols);
        } else {
            size.cols += one.cols + (at > 0 ? between(n) : 0);
            size.most_cols += one.most_cols + (at > 0 ? between(n) : 0);
        }
    }
    return size;
}

/* Shares a room out: to each its least, what is left over by weight. Too little room is taken from the last.
 */
static void share_out(struct part_room *v, int count, int room)
{
    int spare = room;
    for (int i = 0; i < count; i++) {
        v[i].gets = v[i].least < spare ? v[i].least : spare;
        spare -= v[i].gets;
    }
    for (int i = 0; i < count; i++) /* blank rows before anything grows */
        if (spare > 0 && v[i].weight >= GAP_FIRST && v[i].gets < v[i].most) {
            v[i].gets++;
            spare--;
        }
    for (int given = 1; spare > 0 && given;) {
        int total = 0, left = spare;
        given = 0;
        for (int i = 0; i < count; i++)
            total += v[i].gets < v[i].most ? v[i].weight : 0;
        for (int i = 0; i < count && total > 0; i++) {
            int more = v[i].gets < v[i].most ? (left * v[i].weight + total - 1) / total : 0;
            more = more < v[i].most - v[i].gets ? more : v[i].most - v[i].gets;
            more = more < spare ? more : spare;
            v[i].gets += more;
            spare -= more;
            given += more;
        }
    }
}

static struct page_size needed_rows(const struct form *f, int i, int cols);

/* Shares the columns of a group among its children, or its rows where these are below each other. Returns how
 * many they are. */
static int share_group(const struct form *f, int group, int rows, int cols, struct part_room v[NODES])
{
    const struct node *n = &f->v[group];
    int count = 0, room = n->sign == '/' ? rows : cols;
    for (int k = -1; (k = child_after(f, group, k)) >= 0;) {
        bool below = n->sign == '/';
        struct page_size s = below ? needed_rows(f, k, cols) : needed_cols(f, k);
        v[count++] = (struct part_room){k, below ? s.rows : s.cols, below ? s.most_rows : s.most_cols,
                                        weight_of(f, k), 0};
    }
    share_out(v, count, room - (count > 1 ? (count - 1) * between(n) : 0));
    return count;
}

/* Returns the least and the most rows of a node in so many columns. */
static struct page_size needed_rows(const struct form *f, int i, int cols)
{
    const struct node *n = &f->v[i];
    struct page_size size = {.most_rows = n->sign == 'g' ? 1 : n->sign == 'f' ? ANY : 0};
    struct part_room v[NODES];
    if (n->part) {
        size = node_size(f, n, cols);
        size.most_rows = size.most_rows ? size.most_rows : ANY;
        size.most_rows = n->part->weight == 0 && n->weight <= 0 ? size.rows : size.most_rows;
        return size;
    }
    int count = share_group(f, i, 0, cols, v);
    for (int k = 0; k < count; k++)
        if (n->sign == '/') {
            size.rows += v[k].least;
            size.most_rows += v[k].most;
        } else {
            struct page_size one = needed_rows(f, v[k].node, v[k].gets);
            size.rows = greater(size.rows, one.rows);
            size.most_rows = greater(size.most_rows, one.most_rows);
        }
    return size;
}

/* ---- choosing a form, drawing it ------------------------------------------------ */

static bool has_room(const struct form *f, struct canvas c)
{
    return needed_cols(f, 0).cols <= c.cols && needed_rows(f, 0, c.cols).rows <= c.rows;
}

/* Reads a form and leaves out of it what has no room. Returns false if it does not fit even so. */
static bool fit_form(struct form *f, const char *text, struct canvas c)
{
    bool out[NODES] = {false};
    f->at = text;
    f->count = 0;
    read_group(f);
    bool fits = has_room(f, c);
    for (int i = f->count - 1; i > 0 && !fits; i--)
        if (f->v[i].optional && !f->v[i].absent) {
            out[i] = f->v[i].absent = true;
            fits = has_room(f, c);
        }
    /* what was left out in vain comes back */
    for (int i = 1; i < f->count && fits; i++)
        if (out[i]) {
            f->v[i].absent = false;
            f->v[i].absent = !has_room(f, c);
        }
    return fits;
}

static void draw_wall_between(struct canvas c, int col)
{
    for (int row = 0; row < c.rows; row++)
        canvas_glyph(c, row, col, STYLE_BORDER, 0x2502);
}

static void draw_node(const struct form *f, int i, struct canvas c)
{
    const struct node *n = &f->v[i];
    struct part_room v[NODES];
    if (n->part) {
        struct page_size size = node_size(f, n, c.cols);
        if (c.watch)
            c.watch->part(c.watch, c, n->part->name, size.rows, node_size(f, n, 0).cols);
        c.cols = size.most_cols && size.most_cols < c.cols ? size.most_cols : c.cols;
        if (n->part->draw)
            n->part->draw(c, f->of);
        else if (size.lines)
            size.lines(c, f->of);
        else if (size.looks)
            canvas_flow_runs(c, size.looks, size.text);
        else
            canvas_flow(c, 0, size.style, size.text);
        return;
    }
    int count = share_group(f, i, c.rows, c.cols, v), at = 0;
    for (int k = 0; k < count; k++) {
        if (n->sign == '/')
            draw_node(f, v[k].node, canvas_part(c, at, 0, v[k].gets, c.cols));
        else
            draw_node(f, v[k].node, canvas_part(c, 0, at, c.rows, v[k].gets));
        at += v[k].gets;
        if (n->sign == 'w' && k + 1 < count)
            draw_wall_between(c, at + 1);
        at += between(n);
    }
}

void page_draw(struct canvas c, const char *const *forms, const struct page_part *parts, const void *of)
{
    struct known known[NODES][KNOWN] = {0};
    struct form f = {.parts = parts, .of = of, .known = known};
    int i = 0;
    while (!fit_form(&f, forms[i], c) && forms[i + 1])
        i++;
    draw_node(&f, 0, c);
}

struct page_size page_flow(const char *text, enum style style, int least)
{
    struct page_size size = page_text(text, 0, least);
    size.text = text;
    size.style = style;
    return size;
}

struct page_size page_text(const char *text, int cols, int least)
{
    struct canvas measure = {.rows = ANY, .cols = cols < READABLE ? cols : READABLE}; /* as it is drawn */
    if (!*text)
        return PAGE_ABSENT;
    int rows = cols > 0 ? canvas_flow_runs(measure, NULL, text) : 1;
    return (struct page_size){.rows = rows, .most_rows = rows, .cols = least, .most_cols = READABLE};
}
