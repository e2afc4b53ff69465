/* Checks the conditions in lessons: each must be true where it is written, and false
 * if the last digit of any literal is changed. */
#include <string.h>

#include "base/mem.h"
#include "base/room.h"
#include "base/utf8.h"
#include "lesson/author/parts.h"
#include "state/weights.h"

/* Appends "\n    s" and, for col > 0, a line that points at the literal there, followed by `why`. */
static void point_at(struct text *out, const char *s, int col, const char *why)
{
    size_t at = 0;
    int width = 0;
    struct cluster c;
    text_addf(out, "\n    %s", s);
    if (col <= 0)
        return;
    for (int n = col; n > 1 && s[at]; n--) {
        at += utf8_cluster(s + at, UTF8_TO_ZERO, &c);
        width += c.width;
    }
    text_addf(out, "\n    %*s^", width, "");
    size_t length = strspn(s + at, "-+.0123456789eE_%");
    for (size_t i = 1; i < length; i++)
        text_add_char(out, '~');
    text_addf(out, " %s", why);
}

bool check_judge(struct check *ck, struct lesson_line l, bool explained, struct expr_verdict *v,
                 struct text *detail)
{
    struct expr_context c = check_context(ck);
    struct reply r = check_reply(ck);
    bool judged = expr_judge(&c, l.s, strlen(l.s), v, &r);
    if (!judged) {
        point_at(detail, l.s, r.col, text_str(&r.text));
    } else if (!v->holds && explained) {
        struct text why = {0};
        expr_why(&c, l.s, strlen(l.s), ck->q->lang, &why);
        point_at(detail, l.s, v->col, text_str(&why));
        text_finish(&why);
    }
    reply_finish(&r);
    return judged;
}

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
    const struct state *s = &ck->session.now.state;
    bool own = false;
    for (int t = 0; weights_are_reader(s) && t < s->sentence->count; t++) {
        struct lemma l = lexicon_at(s->lexicon, s->sentence->id[t]);
        for (int lang = 1; lang < LANG_COUNT; lang++)
            own = own || strcmp(lemma_shown(l, LANG_EN), lemma_shown(l, (enum lang)lang)) == 0;
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

void check_parity_words(struct check *ck, const char *kind, struct lesson_line line)
{
    struct text t = {0};
    const struct state *now = &ck->session.now.state;
    for (const char *s = line.s; *s; s += strspn(s, " ")) {
        size_t n = strcspn(s, " ");
        struct reply quiet = {0};
        char *word = strchr("+-.0123456789", *s) ? NULL : mem_copy_text(s, n); /* a number is none */
        int t_at = word ? state_token(now, word, 0, &quiet) : -1,
            known = word && t_at < 0 ? lexicon_find(now->lexicon, word) : -1;
        text_add(&t, t.len ? " " : "");
        if (t_at >= 0)
            text_addf(&t, "@%d", t_at);
        else if (known >= 0)
            text_add(&t, lexicon_at(now->lexicon, known).name);
        else
            text_add_bytes(&t, s, n);
        mem_free(word);
        reply_finish(&quiet);
        s += n;
    }
    check_parity_item(ck, kind, line.line, text_str(&t));
    text_finish(&t);
}

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
            check_fault(ck, claim, TEXT("a changed digit goes unnoticed: this is also true\n    %s"),
                        text_str(&mutant));
        reply_clear(&r);
    }
    reply_finish(&r);
    text_finish(&mutant);
}

bool check_claim(struct check *ck, struct lesson_line claim)
{
    struct expr_verdict v;
    struct text detail = {0};
    ck->counts[ck->file->lesson.lang].claims += ck->file->asked;
    bool judged = check_judge(ck, claim, true, &v, &detail);
    if (!judged)
        check_fault(ck, claim, TEXT("claim cannot be checked%s"), text_str(&detail));
    else if (!v.holds)
        check_fault(ck, claim, TEXT("claim is false%s"), text_str(&detail));
    else if (ck->q->mutate)
        check_mutants(ck, claim);
    text_finish(&detail);
    return judged;
}
