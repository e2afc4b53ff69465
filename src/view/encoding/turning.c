/* RoPE on one clock: positions turn the hands of a query and of a key, two for each pair of columns, and a
 * score is what the angles between them leave of their lengths. */
#include <math.h>
#include <string.h>

#include "core/encoding/posenc.h"
#include "core/pipeline/attention.h"
#include "view/encoding/encoding.h"

/* The head's query and key before any turn, and whose they are. */
struct meeting {
    const double *q, *k;
    int query, key;
};

static struct meeting meeting_of(const struct screen *s)
{
    const struct scene *now = &s->session->now;
    const struct config *cf = &now->config;
    const struct look *look = &now->state.look;
    const struct attention *a = &now->trace.layer[look->layer].self;
    int key = look->key < a->K.rows ? look->key : 0;
    return (struct meeting){mat_row(attention_plain(a, false), look->query) + look->head * cf->dk,
                            mat_row(attention_plain(a, true), key) + config_key_head(cf, look->head) * cf->dk,
                            look->query, key < cf->n ? key : 0};
}

/* The two columns of a head that are a hand. */
struct dims {
    int a, b;
};

static struct dims dims_of(const struct config *cf, int hand)
{
    bool half = cf->pe_param[posenc_param_find(cf->pe, "layout")] == 1;
    return half ? (struct dims){hand, hand + clock_hands(cf)} : (struct dims){2 * hand, 2 * hand + 1};
}

void encoding_pair_unturned(const struct screen *s, int hand, double q[2], double k[2])
{
    struct meeting m = meeting_of(s);
    struct dims p = dims_of(&s->session->now.config, hand);
    q[0] = m.q[p.a];
    q[1] = m.q[p.b];
    k[0] = m.k[p.a];
    k[1] = m.k[p.b];
}

double encoding_points(const struct screen *s, double pos, int hand, bool pale)
{
    const struct config *cf = &s->session->now.config;
    double begins = 0;
    if (cf->pe->form == PE_FORM_ROTATION) {
        double v[2][2];
        encoding_pair_unturned(s, hand, v[0], v[1]);
        begins = atan2(v[pale][1], v[pale][0]);
        begins = isnan(begins) ? 0 : begins; /* of numbers that are too large */
    }
    return begins + clock_angle(cf, pos, hand);
}

struct encoding_meets encoding_meets(const struct screen *s, int hand)
{
    const struct config *cf = &s->session->now.config;
    double q[2], k[2], longer = rope_longer(cf);
    encoding_pair_unturned(s, hand, q, k);
    return (struct encoding_meets){hypot(q[0], q[1]) * hypot(k[0], k[1]) * longer * longer,
                                   atan2(q[1], q[0]) - atan2(k[1], k[0]), clock_speed(cf, hand)};
}

double encoding_adds(const struct encoding_meets *m, double apart)
{
    return m->most * cos(m->phase + m->speed * apart);
}

double encoding_score(const struct screen *s, long t, long u)
{
    const struct config *cf = &s->session->now.config;
    struct meeting m = meeting_of(s);
    double q[CONFIG_MAX_D], k[CONFIG_MAX_D];
    memcpy(q, m.q, (size_t)cf->dk * sizeof *q);
    memcpy(k, m.k, (size_t)cf->dk * sizeof *k);
    posenc_rotate(q, t, cf);
    posenc_rotate(k, u, cf);
    return vec_dot(q, k, cf->dk);
}

const char *encoding_owners_say(const void *of)
{
    const struct screen *s = of;
    const struct state *now = &s->session->now.state;
    const struct look *look = &now->look;
    struct meeting m = meeting_of(s);
    double score = encoding_score(s, look->encoding.pos, look->encoding.pos2);
    if (!isfinite(score))
        return screen_overflow_says(s);
    return say(s, TEXT("q of %s at t = %d (bright), k of %s at s = %d (pale): score %.4g"),
               said_label(s, now, now->sentence, m.query), look->encoding.pos,
               said_label(s, now, now->sentence, m.key), look->encoding.pos2, score);
}

const char *encoding_together_says(const void *s)
{
    return screen_text(s, TEXT("Every position turns q and k a little further. Moved on together, both keep "
                               "their angles, and the score stays."));
}
