#include "study/snippet.h"

#include <string.h>

#include "base/number.h"
#include "core/math/elementary.h"
#include "core/math/rng.h"
#include "core/pipeline/stage.h"

static struct mat room_for(const struct snippet_run *run, int rows, int cols)
{
    return arena_more(run->room, mat_room(rows, cols)) ? mat_in(run->room, rows, cols) : (struct mat){0};
}

static int table_rows(const struct config *c)
{
    return c->n + SNIPPET_SPARE;
}

static int pairs_of(const struct config *c)
{
    return (c->d + 1) / 2;
}

/* ---- positions ---------------------------------------------------------------------------- */

static struct mat positions(const struct snippet_run *run)
{
    struct mat m = room_for(run, table_rows(&run->now->config), 1);
    for (int t = 0; t < m.rows; t++)
        *mat_row(m, t) = t;
    return m;
}

static struct mat pairs(const struct snippet_run *run)
{
    struct mat m = room_for(run, 1, pairs_of(&run->now->config));
    for (int i = 0; i < m.cols; i++)
        m.v[i] = 2 * i;
    return m;
}

/* e^(-2i ln(base) / d), the same number as base^(-2i / d) up to rounding. */
static struct mat frequencies(const struct snippet_run *run)
{
    const struct config *c = &run->now->config;
    struct mat m = room_for(run, 1, pairs_of(c));
    for (int i = 0; i < m.cols; i++)
        m.v[i] = elementary_exp(2 * i * (-elementary_log(c->base) / c->d));
    return m;
}

static struct mat angles_by_exp(const struct snippet_run *run)
{
    struct mat m = room_for(run, table_rows(&run->now->config), pairs_of(&run->now->config)),
               f = frequencies(run);
    for (int t = 0; mat_present(f) && t < m.rows; t++)
        for (int i = 0; i < m.cols; i++)
            mat_row(m, t)[i] = t * f.v[i];
    return m;
}

static struct mat angles_by_power(const struct snippet_run *run)
{
    const struct config *c = &run->now->config;
    struct mat m = room_for(run, table_rows(c), pairs_of(c));
    for (int i = 0; i < m.cols; i++) {
        double turn = elementary_pow(c->base, 2.0 * i / c->d);
        for (int t = 0; t < m.rows; t++)
            mat_row(m, t)[i] = t / turn;
    }
    return m;
}

static struct mat zeros(const struct snippet_run *run)
{
    struct mat m = room_for(run, table_rows(&run->now->config), run->now->config.d);
    if (mat_present(m))
        mat_fill(m, 0);
    return m;
}

/* The table with its first `filled` columns of every pair: 1 the sines, 2 the cosines too. */
static struct mat table(const struct snippet_run *run, struct mat angle, int filled)
{
    struct mat m = zeros(run);
    for (int t = 0; mat_present(angle) && t < m.rows; t++)
        for (int j = 0; j < m.cols; j++) {
            double a = mat_at(angle, t, j / 2);
            if (j % 2 < filled)
                mat_row(m, t)[j] = j % 2 ? elementary_cos(a) : elementary_sin(a);
        }
    return m;
}

static struct mat sines_by_power(const struct snippet_run *run)
{
    return table(run, angles_by_power(run), 1);
}

static struct mat table_by_power(const struct snippet_run *run)
{
    return table(run, angles_by_power(run), 2);
}

static struct mat sines_by_exp(const struct snippet_run *run)
{
    return table(run, angles_by_exp(run), 1);
}

static struct mat table_by_exp(const struct snippet_run *run)
{
    return table(run, angles_by_exp(run), 2);
}

int snippet_word_of(int n, int b, int t)
{
    return b && (t == 0 || t == n - 1) ? n - 1 - t : t;
}

static struct mat sums(const struct snippet_run *run, struct mat p)
{
    const struct config *c = &run->now->config;
    struct mat m = room_for(run, SNIPPET_BATCH * c->n, c->d), x = run->now->trace.X;
    for (int r = 0; mat_present(p) && r < m.rows; r++)
        for (int j = 0; j < m.cols; j++)
            mat_row(m, r)[j] =
                mat_at(x, snippet_word_of(c->n, r / c->n, r % c->n), j) + mat_at(p, r % c->n, j);
    return m;
}

static struct mat sums_by_power(const struct snippet_run *run)
{
    return sums(run, table_by_power(run));
}

static struct mat sums_by_exp(const struct snippet_run *run)
{
    return sums(run, table_by_exp(run));
}

/* Zero with probability 0.1, else divided by 0.9, so that the mean stays (Srivastava et al. 2014). */
static struct mat dropped(const struct snippet_run *run, struct mat m)
{
    const double share = 0.1;
    struct rng rng = rng_seed((uint64_t)run->now->state.set.seed);
    for (int r = 0; r < m.rows; r++)
        for (int j = 0; j < m.cols; j++)
            mat_row(m, r)[j] = rng_uniform(&rng) < share ? 0 : mat_at(m, r, j) / (1 - share);
    return m;
}

static struct mat dropped_by_power(const struct snippet_run *run)
{
    return dropped(run, sums_by_power(run));
}

static struct mat dropped_by_exp(const struct snippet_run *run)
{
    return dropped(run, sums_by_exp(run));
}

/* clang-format off */
#define EVERY 0, 1, false
#define COLUMN_SAYS PAIR("0, 1, 2 … one below the other: a column, one row for each position. max_len rows are kept ready; a sentence uses the first n.", "0、1、2……排成一列：每个位置一行。先备好 max_len 行，一句话只用前 n 行。")
#define PAIRS_SAYS PAIR("Every second number below d: one for each pair of columns.", "小于 d 的数里每隔一个取一个：每对列一个。")
#define ZEROS_SAYS PAIR("An empty table: a row for each position, a column for each dimension.", "一张空表：每个位置一行，每个维度一列。")
#define SINES_SAYS PAIR("0::2 means from column 0 in steps of two. The sines fill the even columns.", "0::2 是从第 0 列起每隔一列：正弦填进偶数列。")
#define COSINES_SAYS PAIR("1::2 means from column 1 in steps of two. The cosines fill the odd columns.", "1::2 是从第 1 列起每隔一列：余弦填进奇数列。")
#define BUFFER_SAYS PAIR("The table belongs to the model now: it is saved and moved to the GPU with it. It is no parameter, so training never changes it.", "这张表从此属于模型：随模型保存，随模型搬到 GPU。它不是参数，训练不会改动它。")
#define SLICE_SAYS PAIR("A slice: only as many rows as the sentence has words. The lit rows are taken.", "切片：句子有几个词就取几行。亮着的行被取走。")
#define SUM_SAYS PAIR("A batch of two: the sentence, and the same words with the first and last swapped. The first axis of rows has length 1, so both get the same positions: broadcasting again. to(device) moves the rows to where X is.", "一批两句：这句话，和首尾两词互换的那句。rows 的第一个轴长为 1，所以两句加的是同一组位置：又是广播。to(device) 把这些行搬到 X 所在的设备上。")
#define DROPOUT_SAYS PAIR("Only while training: each number becomes 0 with probability 0.1, and the others are divided by 0.9, so that the mean stays. When the model is used this line does nothing.", "只在训练时：每个数以 0.1 的概率变成 0，其余的除以 0.9，平均值不变。使用模型时这一行什么也不做。")

static const struct snippet_line power_lines[] = {
    {"pos = torch.arange(max_len).reshape(-1, 1)", "reshape(-1, 1)", "pos", "m1", COLUMN_SAYS, positions, EVERY, false},
    {"pair = torch.arange(0, d, 2)", "0, d, 2", "pair", "p", PAIRS_SAYS, pairs, EVERY, false},
    {"angle = pos / $base ** (pair / d)", "/", "angle", "mp",
     PAIR("A column divided by a row gives a table: every position meets every frequency. This is broadcasting. Each column turns more slowly than the one before.",
          "一列除以一行，得到一张表：每个位置遇上每个频率。这就是广播。越靠右的列转得越慢。"), angles_by_power, EVERY, false},
    {"P = torch.zeros(1, max_len, d)", NULL, "P", "1md", ZEROS_SAYS, zeros, EVERY, false},
    {"P[:, :, 0::2] = torch.sin(angle)", "0::2", "P", "1md", SINES_SAYS, sines_by_power, 0, 2, false, false},
    {"P[:, :, 1::2] = torch.cos(angle)", "1::2", "P", "1md", COSINES_SAYS, table_by_power, 1, 2, false, false},
    {"self.register_buffer(\"P\", P)", "register_buffer", "P", "1md", BUFFER_SAYS, table_by_power, EVERY, false},
    {"rows = self.P[:, :X.shape[1], :]", ":X.shape[1]", "rows", "1md", SLICE_SAYS, table_by_power, 0, 1, true, false},
    {"X = X + rows.to(X.device)", "+", "X", "Bnd", SUM_SAYS, sums_by_power, EVERY, false},
    {"X = self.dropout(X)", "dropout", "X", "Bnd", DROPOUT_SAYS, dropped_by_power, EVERY, false},
};

static const struct snippet_line exp_lines[] = {
    {"pos = torch.arange(max_len).unsqueeze(1)", "unsqueeze(1)", "pos", "m1", COLUMN_SAYS, positions, EVERY, false},
    {"pair = torch.arange(0, d, 2)", "0, d, 2", "pair", "p", PAIRS_SAYS, pairs, EVERY, false},
    {"div = torch.exp(pair * (-math.log($base) / d))", "exp", "div", "p",
     PAIR("exp and log in place of a power: the same frequencies up to the last digit, since b^x = exp(x·log b).",
          "用 exp 和 log 代替乘方：b^x = exp(x·log b)，得到的频率一样，只差末位。"), frequencies, EVERY, false},
    {"angle = pos * div", "*", "angle", "mp",
     PAIR("A column times a row gives a table: every position meets every frequency. This is broadcasting.",
          "一列乘一行，得到一张表：每个位置遇上每个频率。这就是广播。"), angles_by_exp, EVERY, false},
    {"P = torch.zeros(max_len, d)", NULL, "P", "md", ZEROS_SAYS, zeros, EVERY, false},
    {"P[:, 0::2] = torch.sin(angle)", "0::2", "P", "md", SINES_SAYS, sines_by_exp, 0, 2, false, false},
    {"P[:, 1::2] = torch.cos(angle)", "1::2", "P", "md", COSINES_SAYS, table_by_exp, 1, 2, false, false},
    {"self.register_buffer(\"P\", P.unsqueeze(0))", "unsqueeze(0)", "P", "1md", BUFFER_SAYS, table_by_exp, EVERY, false},
    {"rows = self.P[:, :X.size(1)]", ":X.size(1)", "rows", "1md", SLICE_SAYS, table_by_exp, 0, 1, true, false},
    {"X = X + rows.to(X.device)", "+", "X", "Bnd", SUM_SAYS, sums_by_exp, EVERY, false},
    {"X = self.dropout(X)", "dropout", "X", "Bnd", DROPOUT_SAYS, dropped_by_exp, EVERY, false},
};
/* clang-format on */

static struct pair positions_remark(const struct scene *now)
{
    if (now->config.d % 2)
        return BOTH("d is odd: PyTorch refuses the line with 1::2, because angle has one column too many. "
                    "Here the last column stays a sine.",
                    "d 是奇数：angle 多出一列，PyTorch 会拒绝 1::2 那一行。这里最后一列只有正弦。");
    if (now->state.set.start)
        return BOTH("This code counts from 0; the scene's first word stands elsewhere ('set start 0').",
                    "这段代码从 0 数起；当前句子的第一个词不在位置 0（set start 0）。");
    return BOTH("", "");
}

/* ---- attention ---------------------------------------------------------------------------- */

static struct mat stage_of(const struct snippet_run *run, int stage)
{
    const struct config *c = &run->now->config;
    return stage_present(c, run->layer, stage) ? stage_matrix(&run->now->trace, run->layer, stage, run->head)
                                               : (struct mat){0};
}

static struct mat queries(const struct snippet_run *run)
{
    return stage_of(run, STAGE_Q);
}

static struct mat keys(const struct snippet_run *run)
{
    return stage_of(run, STAGE_K);
}

static struct mat values(const struct snippet_run *run)
{
    return stage_of(run, STAGE_V);
}

/* The columns of the head in focus. */
static struct mat of_head(const struct snippet_run *run, struct mat all)
{
    int width = all.cols / run->now->config.heads;
    return mat_columns(all, run->head * width, width);
}

static struct mat head_queries(const struct snippet_run *run)
{
    return of_head(run, queries(run));
}

static struct mat head_keys(const struct snippet_run *run)
{
    return of_head(run, keys(run));
}

static struct mat head_values(const struct snippet_run *run)
{
    return of_head(run, values(run));
}

static struct mat scores(const struct snippet_run *run)
{
    return stage_of(run, STAGE_SCORES);
}

static struct mat scaled(const struct snippet_run *run)
{
    return stage_of(run, STAGE_SCALED);
}

static struct mat masked(const struct snippet_run *run)
{
    return stage_of(run, STAGE_MASKED);
}

static struct mat weights(const struct snippet_run *run)
{
    return stage_of(run, STAGE_WEIGHTS);
}

static struct mat head_out(const struct snippet_run *run)
{
    return stage_of(run, STAGE_HEAD_OUT);
}

static struct mat concat(const struct snippet_run *run)
{
    return stage_of(run, STAGE_CONCAT);
}

static struct mat output(const struct snippet_run *run)
{
    return stage_of(run, STAGE_OUTPUT);
}

/* clang-format off */
#define LINEAR_SAYS PAIR("A linear layer: every word's row times a matrix, for all heads at once.", "一个线性层：每个词的行乘以一个矩阵，所有头一次算完。")
#define HEADS_SAYS PAIR("The columns are cut into h heads, and the axis of heads moves to the front. No number changes: only the way they are counted.", "把列切成 h 个头，再把头的轴移到前面。数没有变，变的只是怎样编号。")

static const struct snippet_line attention_lines[] = {
    {"Q = self.W_q(X)", "W_q", "Q", "1nK", LINEAR_SAYS, queries, EVERY, false},
    {"K = self.W_k(X)", "W_k", "K", "1sK", LINEAR_SAYS, keys, EVERY, false},
    {"V = self.W_v(X)", "W_v", "V", "1sV", LINEAR_SAYS, values, EVERY, false},
    {"Q = Q.view(1, n, h, dk).transpose(1, 2)", "transpose(1, 2)", "Q", "1hnk", HEADS_SAYS, head_queries, EVERY, false},
    {"K = K.view(1, -1, h, dk).transpose(1, 2)", "transpose(1, 2)", "K", "1hsk", HEADS_SAYS, head_keys, EVERY, false},
    {"V = V.view(1, -1, h, dv).transpose(1, 2)", "transpose(1, 2)", "V", "1hsv", HEADS_SAYS, head_values, EVERY, false},
    {"scores = Q @ K.transpose(-2, -1)", "@", "scores", "1hns",
     PAIR("@ is the matrix product: every query with every key. K is laid on its side, so that rows meet rows.",
          "@ 是矩阵乘法：每个查询和每个键相乘。K 转置过来，行才对得上行。"), scores, EVERY, false},
    {"scores = scores / $divisor", "/", "scores", "1hns",
     PAIR("One number divides them all, and their order stays the same.", "所有得分除以同一个数，大小顺序不变。"), scaled, EVERY, false},
    {"scores = scores.masked_fill(hidden, -math.inf)", "masked_fill", "scores", "1hns",
     PAIR("Where hidden is true the score becomes -inf. hidden has one row for each query; heads and sentences share it.",
          "hidden 为真的地方，得分变成 -inf。hidden 每个查询一行，各头、各句共用。"), masked, EVERY, false},
    {"A = torch.softmax(scores, dim=-1)", "dim=-1", "A", "1hns",
     PAIR("Softmax along the last axis: each row adds up to 1.", "沿最后一个轴做 softmax：每一行加起来是 1。"), weights, EVERY, true},
    {"O = A @ V", "@", "O", "1hnv",
     PAIR("Each word's new row: the values, mixed by its weights.", "每个词的新一行：按权重混合各个值。"), head_out, EVERY, false},
    {"O = O.transpose(1, 2).reshape(1, n, h * dv)", "reshape(1, n, h * dv)", "O", "1nV",
     PAIR("The heads side by side again.", "各个头重新并排放好。"), concat, EVERY, false},
    {"Y = self.W_o(O)", "W_o", "Y", "1nd",
     PAIR("A last linear layer mixes what the heads found.", "最后一个线性层，把各个头找到的东西合在一起。"), output, EVERY, false},
};
/* clang-format on */

static struct pair attention_remark(const struct scene *now)
{
    const struct posenc_def *pe = now->config.pe;
    if (pe->rotate || pe->bias || pe->terms || pe->value)
        return BOTH("The encoding of this scene acts inside the scores: real code has more lines there. The "
                    "numbers contain it.",
                    "当前的位置编码作用在得分里：真正的代码在那里还有几行。这里的数已经包含了它。");
    return BOTH("", "");
}

/* ---- the table ---------------------------------------------------------------------------- */

#define LINES(lines) lines, (int)(sizeof lines / sizeof *lines)

static const struct snippet by_power = {PAIR("the table of positions", "位置表"), LINES(power_lines),
                                        positions_remark},
                            by_exp = {PAIR("the table of positions, with exp and log",
                                           "位置表（exp-log 写法）"),
                                      LINES(exp_lines), positions_remark},
                            of_attention = {PAIR("attention", "注意力"), LINES(attention_lines),
                                            attention_remark};

const struct snippet *const snippets[CODE_COUNT] = {
    [CODE_POSITIONS] = &by_power, [CODE_EXP_LOG] = &by_exp, [CODE_ATTENTION] = &of_attention};

const struct snippet *snippet_shown(const struct look *look)
{
    return snippets[look->code];
}

int snippet_line_shown(const struct look *look)
{
    int count = snippet_shown(look)->count;
    return look->code_line < count ? look->code_line : count - 1;
}

int snippet_axis(const struct config *c, char axis, const char **name)
{
    const struct {
        char axis;
        const char *name;
        int length;
    } axes[] = {
        {'1', "1", 1},
        {'B', "B", SNIPPET_BATCH},
        {'m', "max_len", table_rows(c)},
        {'n', "n", c->n},
        {'s', config_crosses(c) ? "m" : "n", config_keys(c)}, /* m words of a memory */
        {'d', "d", c->d},
        {'p', "d/2", pairs_of(c)},
        {'h', "h", c->heads},
        {'k', "dk", c->dk},
        {'v', "dv", c->dv},
        {'K', "h*dk", c->heads * c->dk},
        {'V', "h*dv", c->heads * c->dv},
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
    if (now->state.set.scale == SCALE_SQRT)
        text_add(out, "math.sqrt(dk)");
    else
        number_shortest(out, now->config.divisor);
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
