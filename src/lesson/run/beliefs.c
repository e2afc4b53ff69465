#include "lesson/run/run.h"

#include <string.h>

const struct belief beliefs[] = {
    {"M1", "01", PAIR("softmax weights are proportional to the scores", "softmax 按得分的比例分配")},
    {"M2", "02",
     PAIR("columns of the weights sum to 1, or weights are symmetric",
          "权重的每一列之和是 1，或者权重是对称的")},
    {"M3", "01", PAIR("the output is a copy of the word attended to most", "输出就是最受关注的那个词")},
    {"M4", "02",
     PAIR("attention is similarity, and verbs find their nouns by themselves",
          "注意力就是相似度，动词自己会去找名词")},
    {"M5", "03",
     PAIR("√d_k is there to save computation, and any constant would do",
          "除以 √d_k 是为了省计算，换个常数也一样")},
    {"M6", "04",
     PAIR("without positions the output is the same for any order", "没有位置编码时，词序怎么换输出都不变")},
    {"M7", "04", PAIR("self-attention is a bag of words", "自注意力就是词袋")},
    {"M8", "05",
     PAIR("raw integers fail because 5000 and 5001 differ more than 50 and 51",
          "直接用整数不行，是因为 5000 和 5001 比 50 和 51 差得更多")},
    {"M9", "06",
     PAIR("left columns of the encoding are slow, right ones fast", "编码左边的列慢，右边的列快")},
    {"M10", "07", PAIR("nearer positions are always more similar", "位置越近一定越相似")},
    {"M11", "07",
     PAIR("the dot product of two positions tells before from after", "两个位置的点积能分出前后")},
    {"M12", "08",
     PAIR("a shift rotates the whole vector by one angle, and only approximately",
          "平移是整个向量转同一个角度，而且只是近似")},
    {"M13", "09", PAIR("sines alone are enough", "只用 sin 就够了")},
    {"M14", "10",
     PAIR("adding is equivalent to concatenating, or it destroys the embedding",
          "相加与拼接完全等价，或者相加会毁掉词向量")},
    {"M15", "11",
     PAIR("the position term always raises the weight of near words", "位置项总是提高近处词的权重")},
    {"M16", "12",
     PAIR("sinusoids extrapolate because they are defined everywhere",
          "正弦编码处处有定义，所以能外推到更长的句子")},
    {"M17", "13",
     PAIR("a head sees a slice of the embedding, and more heads have more parameters",
          "每个头只看词向量的一段，头越多参数越多")},
    {"M18", "14",
     PAIR("a mask sets scores to 0, and a word cannot see itself", "掩码是把得分设成 0，而且词看不到自己")},
    {"M19", "14",
     PAIR("without an encoding no transformer can know the order",
          "没有位置编码，任何 Transformer 都无法知道词序")},
    {"M20", "15",
     PAIR("the encoder passes one context vector to the decoder", "编码器只交给解码器一个上下文向量")},
    {"M21", "16",
     PAIR("attention always takes far more operations than a convolution", "注意力的运算量总是远大于卷积")},
    {"M22", "18",
     PAIR("RoPE rotates embeddings and values, and solves extrapolation",
          "RoPE 旋转词向量和值，并且解决了外推")},
    {"M23", "10",
     PAIR("scaling embeddings by √d and scores by √d_k is the same thing",
          "词向量乘 √d 与得分除以 √d_k 是同一件事")},
    {NULL, NULL, PAIR(NULL, NULL)},
};

const struct belief *belief_find(const char *id)
{
    for (const struct belief *m = beliefs; id && m->id; m++)
        if (strcmp(m->id, id) == 0)
            return m;
    return NULL;
}
