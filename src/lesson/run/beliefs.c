#include "lesson/run/run.h"

#include <string.h>

const struct belief beliefs[] = {
    {"M1", "01", TEXT("softmax weights are proportional to the scores")},
    {"M2", "02", TEXT("columns of the weights sum to 1, or weights are symmetric")},
    {"M3", "01", TEXT("the output is a copy of the word attended to most")},
    {"M4", "02", TEXT("attention is similarity, and verbs find their nouns by themselves")},
    {"M5", "03", TEXT("√d_k is there to save computation, and any constant would do")},
    {"M6", "04", TEXT("without positions the output is the same for any order")},
    {"M7", "04", TEXT("self-attention is a bag of words")},
    {"M8", "05", TEXT("raw integers fail because 5000 and 5001 differ more than 50 and 51")},
    {"M9", "06", TEXT("left columns of the encoding are slow, right ones fast")},
    {"M10", "07", TEXT("nearer positions are always more similar")},
    {"M11", "07", TEXT("the dot product of two positions tells before from after")},
    {"M12", "08", TEXT("a shift rotates the whole vector by one angle, and only approximately")},
    {"M13", "09", TEXT("sines alone are enough")},
    {"M14", "10", TEXT("adding is equivalent to concatenating, or it destroys the embedding")},
    {"M15", "11", TEXT("the position term always raises the weight of near words")},
    {"M16", "12", TEXT("sinusoids extrapolate because they are defined everywhere")},
    {"M17", "13", TEXT("a head sees a slice of the embedding, and more heads have more parameters")},
    {"M18", "14", TEXT("a mask sets scores to 0, and a word cannot see itself")},
    {"M19", "14", TEXT("without an encoding no transformer can know the order")},
    {"M20", "15", TEXT("the encoder passes one context vector to the decoder")},
    {"M21", "16", TEXT("attention always takes far more operations than a convolution")},
    {"M22", "18", TEXT("RoPE rotates embeddings and values, and solves extrapolation")},
    {"M23", "10", TEXT("scaling embeddings by √d and scores by √d_k is the same thing")},
    {NULL, NULL, NULL},
};

const struct belief *belief_find(const char *id)
{
    for (const struct belief *m = beliefs; id && m->id; m++)
        if (strcmp(m->id, id) == 0)
            return m;
    return NULL;
}
