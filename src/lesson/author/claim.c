/* Checks the conditions in lessons: each must be true where it is written, and false
 * if the last digit of any literal is changed. */
#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "base/utf8.h"
#include "lesson/author/parts.h"
#include "state/weights.h"

/* Returns the width in columns of the first n - 1 characters of s; sets *at to their bytes. */
static int columns(const char *s, int n, size_t *at)
{
    int width = 0;
    struct cluster c;
    for (*at = 0; n > 1 && s[*at]; n--) {
        *at += utf8_cluster(s + *at, UTF8_TO_ZERO, &c);
        width += c.width;
    }
    return width;
}

void check_point(struct text *out, const char *s, int col, const char *why)
{
    size_t at;
    text_addf(out, "\n    %s", s);
    if (col <= 0)
        return;
    text_addf(out, "\n    %*s^", columns(s, col, &at), "");
    size_t length = strspn(s + at, "-+.0123456789eE_%");
    for (size_t i = 1; i < length; i++)
        text_add_char(out, '~');
    text_addf(out, " %s", why);
}

/* ---- parity items ------------------------------------------------------------- */

void check_parity_item(struct check *ck, const char *kind, int line, const char *text)
{
    struct check_file *f = ck->file;
    struct text t = {0};
    if (f->item_count == f->item_room) {
        int room = (int)room_more((size_t)f->item_room, 64);
        struct parity_item *v = mem_grow(f->items, (size_t)room, sizeof *v);
        ck->no_memory = ck->no_memory || !v;
        if (!v)
            return;
        f->items = v;
        f->item_room = room;
    }
    text_addf(&t, "%s%s%s", kind, *text ? " " : "", text);
    f->items[f->item_count++] = (struct parity_item){ck->step, line, t.s};
}

bool check_own_sentence(const struct check *ck)
{
    const struct state *s = &ck->model.now.state;
    bool own = false;
    for (int t = 0; weights_are_reader(s) && t < s->sentence->count; t++) {
        struct lemma l = lexicon_at(s->lexicon, s->sentence->id[t]);
        own = own || strcmp(lemma_shown(l, LANG_EN), lemma_shown(l, LANG_ZH)) == 0;
    }
    return own;
}

void check_parity_expr(struct check *ck, const char *kind, struct lesson_line expr)
{
    struct expr_context c = check_context(ck);
    struct text normal = {0};
    struct reply r = check_reply(ck);
    if (check_own_sentence(ck))
        check_parity_item(ck, kind, expr.line, "");
    else if (expr_normal(&c, expr.s, strlen(expr.s), &normal, &r))
        check_parity_item(ck, kind, expr.line, text_str(&normal));
    else
        check_parity_item(ck, kind, expr.line, expr.s);
    reply_finish(&r);
    text_finish(&normal);
}

/* Appends s: as its position if it is a word of the sentence, by its name if it is another word that the
 * scene shows in both languages. */
static void add_word(struct check *ck, const char *s, size_t n, struct text *out)
{
    struct reply quiet = {0};
    const struct state *now = &ck->model.now.state;
    char *word = mem_copy_text(s, n);
    bool number = strchr("+-.0123456789", *s) != NULL;
    int t = word && !number ? state_token(now, word, 0, &quiet) : -1,
        known = word && !number && t < 0 ? lexicon_find(now->lexicon, word) : -1;
    if (t >= 0)
        text_addf(out, "@%d", t);
    else if (known >= 0)
        text_add(out, lexicon_at(now->lexicon, known).name);
    else
        text_add_bytes(out, s, n);
    mem_free(word);
    reply_finish(&quiet);
}

void check_parity_words(struct check *ck, const char *kind, struct lesson_line line)
{
    struct text t = {0};
    for (const char *s = line.s; *s;) {
        size_t n = strcspn(s, " ");
        text_add(&t, t.len ? " " : "");
        add_word(ck, s, n, &t);
        s += n;
        s += strspn(s, " ");
    }
    check_parity_item(ck, kind, line.line, text_str(&t));
    text_finish(&t);
}

/* ---- claims -------------------------------------------------------------------- */

void check_mutants(struct check *ck, struct lesson_line claim)
{
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    struct text mutant = {0};
    struct expr_verdict v;
    int count = expr_mutate(&c, claim.s, strlen(claim.s), -1, &mutant, &r);
    for (int k = 0; k < count; k++) {
        text_clear(&mutant);
        expr_mutate(&c, claim.s, strlen(claim.s), k, &mutant, &r);
        if (expr_judge(&c, text_str(&mutant), mutant.len, &v, &r) && v.holds)
            check_fault(ck, claim,
                        TEXT("a changed digit goes unnoticed: this is also true\n    %s",
                             "改了一位数字也没有被发现：下式同样成立\n    %s"),
                        text_str(&mutant));
        reply_clear(&r);
    }
    reply_finish(&r);
    text_finish(&mutant);
}

bool check_claim(struct check *ck, struct lesson_line claim)
{
    struct expr_context c = check_context(ck);
    struct expr_verdict v;
    struct reply r = check_reply(ck);
    struct text detail = {0}, why = {0};
    ck->counts[ck->file->lesson.lang].claims += ck->file->asked;
    bool judged = expr_judge(&c, claim.s, strlen(claim.s), &v, &r);
    if (!judged) {
        check_point(&detail, claim.s, r.col, text_str(&r.text));
        check_fault(ck, claim, TEXT("claim cannot be checked%s", "断言无法检查%s"), text_str(&detail));
    } else if (!v.holds) {
        expr_why(&c, claim.s, strlen(claim.s), ck->q->lang, &why);
        check_point(&detail, claim.s, v.col, text_str(&why));
        check_fault(ck, claim, TEXT("claim is false%s", "断言不成立%s"), text_str(&detail));
    } else if (ck->q->mutate) {
        check_mutants(ck, claim);
    }
    reply_finish(&r);
    text_finish(&detail);
    text_finish(&why);
    return judged;
}
