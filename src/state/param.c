#include "state/param.h"

#include <math.h>
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "core/math/elementary.h"
#include "core/pipeline/stage.h"
#include "learn/task.h"

#define NAMES(function, ...)                                                                                 \
    const char *function(int i)                                                                              \
    {                                                                                                        \
        static const char *const names[] = {__VA_ARGS__};                                                    \
        int count = (int)(sizeof names / sizeof *names);                                                     \
        return i >= 0 && i < count ? names[i] : NULL;                                                        \
    }

/* clang-format off */
NAMES(mask_name, "none", "causal", "pad", "given")
NAMES(block_name, "attention", "encoder", "decoder")
static NAMES(norm_name, "none", "pre", "post")
static NAMES(sources_name, "grouped", "each", "heard")
static NAMES(lang_name, "en", "zh")
static NAMES(theme_name, "dark", "light", "contrast", "mono")
static NAMES(ambiguous_name, "auto", "narrow", "wide")
static NAMES(optimizer_name, "adam", "sgd")
static NAMES(switch_name, "off", "on")
static NAMES(zoom_name, "full", "cell")
static NAMES(shade_name, "auto", "row", "matrix", "fixed")
static NAMES(show_name, "values", "delta", "gradient")
static NAMES(pane_name, "matrix", "arithmetic", "rail")
static NAMES(axes_name, "all", "X", "H", "output")
static NAMES(machine_name, "transformer", "paths", "memory", "note")
static NAMES(compare_panel_name, "flow", "words", "orders")
static NAMES(train_panel_name, "run", "places", "tasks")
static NAMES(race_rule, "auto", "off")
    /* clang-format on */

    const char *view_name(int i)
{
    return i >= 0 && i < VIEW_COUNT ? views[i]->name : NULL;
}

static const char *panel_name(int i)
{
    static const char *const names[] = {"clocks", "wave",     "product", "rotation",
                                        "dials",  "overview", "readout", "corridor"};
    return i >= 0 && i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

static const char *terms_panel_name(int i)
{
    static const char *const names[] = {"maps", "meaning", "distance", "scale", "weights", "layers"};
    return i >= 0 && i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

static const char *terms_asks_name(int i)
{
    static const char *const names[] = {"all", "token", "position", "type", "attn", "ffn", "bias"};
    return i >= 0 && i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

static const char *code_name(int i)
{
    static const char *const names[] = {"positions", "exp-log", "attention", "shift", "dot", "fourier"};
    return i >= 0 && i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

static const char *encoding_name(int i)
{
    return i >= 0 && i < posenc_count() ? posencs[i]->name : NULL;
}

static const char *race_name(int i)
{
    return i < RACE_ENCODING ? race_rule(i) : encoding_name(i - RACE_ENCODING);
}

static const char *compare_stage_name(int i)
{
    return i == COMPARE_FINAL ? "final" : stage_name(i);
}

#define AT(field) offsetof(struct state, field)

/* clang-format off */
const struct param params[] = {
    {"d", PARAM_WHOLE, AT(set.d), 1, CONFIG_MAX_D, 1, NULL, NULL, PARAM_NUMBERS, 0,
     PAIR("d_model: numbers in a word's vector", "d_model：每个词向量的维数")},
    {"dk", PARAM_WHOLE, AT(set.dk), 0, CONFIG_MAX_D, 1, "auto", NULL, PARAM_NUMBERS, 0,
     PAIR("width of a head's queries and keys (auto: d / heads)", "每个头的查询和键的维数（auto：d / heads）")},
    {"dv", PARAM_WHOLE, AT(set.dv), 0, CONFIG_MAX_D, 1, "auto", NULL, PARAM_NUMBERS, 0,
     PAIR("width of a head's values (auto: d / heads)", "每个头的值的维数（auto：d / heads）")},
    /* After dk and dv: a saved state sets them in this order, and heads whose widths are set need not divide d. */
    {"heads", PARAM_WHOLE, AT(set.heads), 1, 64, 1, NULL, NULL, PARAM_NUMBERS, 0,
     PAIR("number of attention heads", "注意力头数")},
    {"dsrc", PARAM_WHOLE, AT(set.dsrc), 0, CONFIG_MAX_D, 1, "auto", NULL, PARAM_NUMBERS, 0,
     PAIR("width of the memory's vectors (auto: d)", "第二个序列的词向量维数（auto：d）")},
    {"dff", PARAM_WHOLE, AT(set.dff), 0, CONFIG_MAX_D, 1, "off", NULL, PARAM_NUMBERS, 0,
     PAIR("width of the feed-forward network (off: none)", "前馈网络的宽度（off：没有）")},
    {"layers", PARAM_WHOLE, AT(set.layers), 1, CONFIG_MAX_LAYERS, 1, NULL, NULL, PARAM_NUMBERS, 0,
     PAIR("number of layers", "层数")},
    {"start", PARAM_WHOLE, AT(set.start), 0, STATE_LAST_POSITION, 1, NULL, NULL, PARAM_NUMBERS, 0,
     PAIR("position of the first word", "第一个词所在的位置")},
    {"pad", PARAM_WHOLE, AT(set.pad), 0, CONFIG_MAX_WORDS, 1, NULL, NULL, PARAM_NUMBERS, 0,
     PAIR("padding words at the end (mask pad)", "句末的填充词数（mask pad）")},
    {"base", PARAM_REAL, AT(set.base), 1.0001, 1e9, 100, NULL, NULL, PARAM_NUMBERS, 0,
     PAIR("base of the frequencies: ω_i = base^(-2i/d)", "频率的底数：ω_i = base^(-2i/d)")},
    {"pescale", PARAM_REAL, AT(set.pescale), -1e6, 1e6, 0.1, NULL, NULL, PARAM_NUMBERS, 0,
     PAIR("the encoding is multiplied by this before it is added", "位置编码相加之前乘以这个数")},
    {"eps", PARAM_REAL, AT(set.eps), 0, 1, 1e-6, NULL, NULL, PARAM_NUMBERS, 0,
     PAIR("added to the variance in LayerNorm", "层规范化中加到方差上的小数")},
    {"scale", PARAM_SCALE, AT(set.scale), 1e-9, 1e9, 0.5, NULL, NULL, PARAM_NUMBERS, 0,
     PAIR("scores are divided by: sqrt (√d_k), none, or a number", "得分除以：sqrt（√d_k）、none（不除）或一个数")},
    {"block", PARAM_CHOICE, AT(set.block), 0, 0, 1, NULL, block_name, PARAM_NUMBERS, 0,
     PAIR("attention alone, or a whole encoder or decoder layer", "只有注意力，或整个编码器层、解码器层")},
    {"norm", PARAM_CHOICE, AT(set.norm), 0, 0, 1, NULL, norm_name, PARAM_NUMBERS, 0,
     PAIR("LayerNorm: none, pre (before a sublayer) or post (after it)", "层规范化：none、pre（子层之前）或 post（子层之后）")},
    {"residual", PARAM_CHOICE, AT(set.residual), 0, 0, 1, NULL, switch_name, PARAM_NUMBERS, 0,
     PAIR("add a sublayer's input to its output", "残差：把子层的输入加到输出上")},
    {"activation", PARAM_CHOICE, AT(set.activation), 0, 0, 1, NULL, activation_name, PARAM_NUMBERS, 0,
     PAIR("function inside the feed-forward network: relu, gelu, gelu_new (its approximation in GPT-2), silu, or quick_gelu (x/(1 + exp(-1.702x)))", "前馈网络内层的激活函数：relu、gelu、gelu_new（GPT-2 的近似式）、silu 或 quick_gelu（x/(1 + exp(-1.702x))）")},
    {"final_norm", PARAM_CHOICE, AT(set.final_norm), 0, 0, 1, NULL, switch_name, PARAM_NUMBERS, 0,
     PAIR("one more LayerNorm after the last layer", "最后一层之后再做一次层规范化")},
    {"mask", PARAM_CHOICE, AT(set.mask), 0, 0, 1, NULL, mask_name, PARAM_NUMBERS, 0,
     PAIR("which keys a query may not see", "查询不能看到哪些键")},
    {"encoding", PARAM_CHOICE, AT(set.encoding), 0, 0, 1, NULL, encoding_name, PARAM_NUMBERS, 0,
     PAIR("positional encoding", "位置编码")},
    {"sources", PARAM_CHOICE, AT(set.sources), 0, 0, 1, NULL, sources_name, PARAM_NUMBERS, 0,
     PAIR("terms above the first layer: more than five sources in groups, each by itself, or heard (word and place, and one term for all that the layers below added)", "第一层以上的各项：来源多于五个时分组（grouped），每个单列（each），或 heard（词和位，下面各层加进来的合成一项）")},
    {"seed", PARAM_WHOLE, AT(set.seed), 0, 1000000000, 1, NULL, NULL, PARAM_NUMBERS, 0,
     PAIR("seed of random weights, and of the sentences of a task", "随机权重的种子，也是任务句子的种子")},
    {"task", PARAM_CHOICE, AT(set.task), 0, 0, 1, NULL, task_name, PARAM_NUMBERS, 0,
     PAIR("what is trained: sentences of a task ('task NAME' also sets what it recommends), or none: the sentence and its targets", "训练什么：某个任务的句子（“task 名称”还会设好推荐的设置）；none：当前的句子和它的目标")},
    {"task_k", PARAM_WHOLE, AT(set.task_k), 0, 64, 1, "auto", NULL, PARAM_NUMBERS, 0,
     PAIR("echo: how far back; metre: tones of a line; point: kinds of sentences (auto: the task's own)", "echo：往前第几个；metre：每行几个声调；point：几种句型（auto：任务自己的）")},
    {"task_n", PARAM_WHOLE, AT(set.task_n), 0, TASK_LONGEST, 1, "auto", NULL, PARAM_NUMBERS, 0,
     PAIR("words of a task's sentences (auto: the task's own)", "任务的句子有几个词（auto：任务自己的）")},
    {"task_test", PARAM_WHOLE, AT(set.task_test), 0, TASK_LONGEST, 1, "auto", NULL, PARAM_NUMBERS, 0,
     PAIR("words of the sentences of a task's test (auto: as in training)", "任务测试用的句子有几个词（auto：和训练时一样）")},
    {"optimizer", PARAM_CHOICE, AT(set.optimizer), 0, 0, 1, NULL, optimizer_name, PARAM_NUMBERS, 0,
     PAIR("how a step follows the gradient: adam, or sgd (stochastic gradient descent)", "一步怎样跟着梯度走：adam，或 sgd（随机梯度下降）")},
    {"rate", PARAM_REAL, AT(set.rate), 0, 100, -2, NULL, NULL, PARAM_NUMBERS, 0,
     PAIR("learning rate: how far a step goes", "学习率：一步走多远")},
    {"batch", PARAM_WHOLE, AT(set.batch), 0, TASK_BATCH, 1, "auto", NULL, PARAM_NUMBERS, 0,
     PAIR("sentences of a training step (auto: all, or 32 if there are too many)", "一步训练用几个句子（auto：全部；太多时用 32 个）")},
    {"train_words", PARAM_CHOICE, AT(set.train_words), 0, 0, 1, NULL, switch_name, PARAM_NUMBERS, 0,
     PAIR("training changes the words' vectors too", "训练时也改变词向量")},
    {"dimnames", PARAM_CHOICE, AT(dimnames), 0, 0, 1, NULL, switch_name, PARAM_NUMBERS, 0,
     PAIR("label the 8 dimensions with the built-in vocabulary's names", "8 个维度使用内置词表的名称")},

    {"view", PARAM_CHOICE, AT(look.view), 0, 0, 1, NULL, view_name, PARAM_LOOK, 0,
     PAIR("which view is shown", "显示哪个视图")},
    {"stage", PARAM_CHOICE, AT(look.stage), 0, 0, 1, NULL, stage_name, PARAM_LOOK, 0,
     PAIR("which stage of the computation is shown", "显示计算的哪一步")},
    {"layer", PARAM_WHOLE, AT(look.layer), 0, CONFIG_MAX_LAYERS - 1, 1, NULL, NULL, PARAM_LOOK, AT(set.layers),
     PAIR("which layer is shown and edited", "显示和编辑哪一层")},
    {"head", PARAM_WHOLE, AT(look.head), 0, 63, 1, NULL, NULL, PARAM_LOOK, AT(set.heads),
     PAIR("which head is shown", "显示哪个头")},
    {"query", PARAM_WHOLE, AT(look.query), 0, CONFIG_MAX_WORDS, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("the query word in focus", "焦点所在的查询词")},
    {"key", PARAM_WHOLE, AT(look.key), 0, CONFIG_MAX_WORDS, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("the key word in focus", "焦点所在的键词")},
    {"dim", PARAM_WHOLE, AT(look.dim), 0, CONFIG_MAX_D, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("the dimension in focus", "焦点所在的维度")},
    {"pos", PARAM_WHOLE, AT(look.pos), 0, STATE_LAST_POSITION, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("position t of the encoding view", "位置编码视图中的位置 t")},
    {"pos2", PARAM_WHOLE, AT(look.pos2), 0, STATE_LAST_POSITION, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("second position s of the encoding view", "位置编码视图中的第二个位置 s")},
    {"column", PARAM_WHOLE, AT(look.column), 0, CONFIG_MAX_D, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("dimension under the cursor in the encoding view", "位置编码视图中光标所在的维度")},
    {"edit", PARAM_WHOLE, AT(look.edit), 0, 64, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("which matrix the editor shows", "编辑器显示哪个矩阵")},
    {"row", PARAM_WHOLE, AT(look.row), 0, CONFIG_MAX_D, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("row under the cursor in the editor", "编辑器中光标所在的行")},
    {"col", PARAM_WHOLE, AT(look.col), 0, CONFIG_MAX_D, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("column under the cursor in the editor", "编辑器中光标所在的列")},
    {"panel", PARAM_CHOICE, AT(look.panel), 0, 0, 1, NULL, panel_name, PARAM_LOOK, 0,
     PAIR("which panel of the encoding view receives the keys", "位置编码视图中哪个面板接收按键")},
    {"terms_panel", PARAM_CHOICE, AT(look.terms_panel), 0, 0, 1, NULL, terms_panel_name, PARAM_LOOK, 0,
     PAIR("what the terms view shows beside the bars", "四项分解视图在条形图旁边显示什么")},
    {"terms_asks", PARAM_CHOICE, AT(look.terms_asks), 0, 0, 1, NULL, terms_asks_name, PARAM_LOOK, 0,
     PAIR("which part of the query asks, in the panel of layers", "“逐层”面板里查询的哪一部分在问")},
    {"terms_open", PARAM_WHOLE, AT(look.terms_open), -1, CONFIG_MAX_LAYERS - 1, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("the layer whose heads that panel shows (-1: none)", "那个面板展开哪一层的各头（-1：不展开）")},
    {"compare_panel", PARAM_CHOICE, AT(look.compare_panel), 0, 0, 1, NULL, compare_panel_name, PARAM_LOOK, 0,
     PAIR("what the compare view shows: flow (two flows), words or orders below two matrices", "对比视图显示什么：flow（两幅流动图），或两个矩阵下面的 words（各词）、orders（各种顺序）")},
    {"compare_stage", PARAM_CHOICE, AT(look.compare_stage), 0, 0, 1, NULL, compare_stage_name, PARAM_LOOK, 0,
     PAIR("the stage on both sides of the compare view", "对比视图两边显示的步骤")},
    {"order_row", PARAM_WHOLE, AT(look.order_row), -1, ORDERS_MOST - 1, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("line under the cursor in the list of orders (-1: the sentence as it is)", "顺序列表中光标所在的行（-1：现在这句话）")},
    {"pane", PARAM_CHOICE, AT(look.pane), 0, 0, 1, NULL, pane_name, PARAM_LOOK, 0,
     PAIR("what the arrows move in the stages view", "计算步骤视图里方向键移动什么")},
    {"line", PARAM_WHOLE, AT(look.line), 0, 100000, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("line of the arithmetic under the cursor", "算式中光标所在的行")},
    {"factor", PARAM_WHOLE, AT(look.factor), 0, 1, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("first (0) or second (1) factor of that line", "那一行的第一个（0）或第二个（1）因子")},
    {"walk", PARAM_WHOLE, AT(look.walk), 0, 1000, 1, "off", NULL, PARAM_LOOK, 0,
     PAIR("segments of the arithmetic shown so far (off: all)", "算式已显示到第几段（off：全部显示）")},
    {"beside", PARAM_CHOICE, AT(look.beside), 0, 0, 1, NULL, switch_name, PARAM_LOOK, 0,
     PAIR("all heads side by side, or one at a time", "各头并排显示，或一次一个")},
    {"axes", PARAM_CHOICE, AT(look.axes), 0, 0, 1, NULL, axes_name, PARAM_LOOK, 0,
     PAIR("whose principal components are the axes of the map", "词图用哪些行的主成分做坐标轴")},
    {"zoom", PARAM_CHOICE, AT(look.zoom), 0, 0, 1, NULL, zoom_name, PARAM_LOOK, 0,
     PAIR("the whole matrix, or one cell's arithmetic", "整个矩阵，或单个格子的算式")},
    {"shade", PARAM_CHOICE, AT(look.shade), 0, 0, 1, NULL, shade_name, PARAM_LOOK, 0,
     PAIR("full colour in a matrix: at the largest of its row, of the matrix, fixed at 1, or auto", "矩阵里颜色最深处：row 本行最大的数、matrix 整个矩阵最大的数、fixed 固定为 1，或 auto")},
    {"show", PARAM_CHOICE, AT(look.show), 0, 0, 1, NULL, show_name, PARAM_LOOK, 0,
     PAIR("a stage's numbers, their change since the last edit (or from the pinned state), or the gradient: how the loss grows with each", "显示各步的数、与上次修改之前（或定格）相比的差，或梯度：每个数变大时损失怎样变")},
    {"digits", PARAM_WHOLE, AT(look.digits), 0, 17, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("decimals shown", "显示几位小数")},
    {"lang", PARAM_CHOICE, AT(look.lang), 0, 0, 1, NULL, lang_name, PARAM_PERSON, 0,
     PAIR("language", "语言")},
    {"theme", PARAM_CHOICE, AT(look.theme), 0, 0, 1, NULL, theme_name, PARAM_PERSON, 0,
     PAIR("colours", "配色")},
    {"ambiguous", PARAM_CHOICE, AT(look.ambiguous), 0, 0, 1, NULL, ambiguous_name, PARAM_PERSON, 0,
     PAIR("columns the terminal gives → ● ─ and similar characters: auto (measured at start), narrow (one), wide (two: narrow characters are drawn instead, in words too; ? if there is none)",
          "终端给 → ● ─ 这类字符几列：auto（启动时测量）、narrow（一列）、wide（两列：改用窄字符代替，词里的也是；没有可代替的画作 ?）")},
    {"motion", PARAM_CHOICE, AT(look.motion), 0, 0, 1, NULL, switch_name, PARAM_PERSON, 0,
     PAIR("animate changes from the old picture to the new one", "改动时，画面从旧的平滑地变到新的")},
    {"play", PARAM_WHOLE, AT(look.play), -1, 1, 1, "off", NULL, PARAM_LOOK, 0,
     PAIR("play through positions: 1 forward, -1 back, off", "时间流动：1 向前，-1 向后，off 停止")},
    {"speed", PARAM_WHOLE, AT(look.speed), 1, 60, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("positions per second while playing", "播放时每秒走过的位置数")},
    {"clock", PARAM_WHOLE, AT(look.clock), 0, 1000000, 1, "off", NULL, PARAM_LOOK, 0,
     PAIR("question of the game 'what time is it?' (off: no game)", "“几点了？”游戏的第几题（off：没在玩）")},
    {"clock_turn", PARAM_WHOLE, AT(look.clock_turn), 0, 1000, 1, "off", NULL, PARAM_LOOK, 0,
     PAIR("how many words later the game asks for (off: what time it is now)", "游戏问过几个词之后的时间（off：问现在的时间）")},
    {"clock_answer", PARAM_WHOLE, AT(look.clock_answer), -1, STATE_LAST_POSITION, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("the last answer in the game (-1: none yet)", "游戏里最近一次的回答（-1：还没有）")},
    {"step", PARAM_REAL, AT(look.step), 1e-6, 1e6, -10, NULL, NULL, PARAM_LOOK, 0,
     PAIR("how much a nudge changes a number ('add step 1': ten times as much)", "微调一次改变多少（add step 1：变为十倍）")},
    {"cost_n", PARAM_WHOLE, AT(look.cost_n), 1, 1000000, -2, NULL, NULL, PARAM_LOOK, 0,
     PAIR("words n in the cost view ('add cost_n 1': twice as many)", "代价视图中的词数 n（add cost_n 1：翻倍）")},
    {"cost_d", PARAM_WHOLE, AT(look.cost_d), 1, 1000000, -2, NULL, NULL, PARAM_LOOK, 0,
     PAIR("width d in the cost view ('add cost_d 1': twice as wide)", "代价视图中的宽度 d（add cost_d 1：翻倍）")},
    {"cost_k", PARAM_WHOLE, AT(look.cost_k), 2, 1000, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("kernel width k in the cost view", "代价视图中的卷积核宽度 k")},
    {"code", PARAM_CHOICE, AT(look.code), 0, 0, 1, NULL, code_name, PARAM_LOOK, 0,
     PAIR("what the code view runs line by line: the table of positions, the same with exp and log, attention, Fourier features; or a derivation: shift (a step is a turn of every hand), dot (P_t·P_s depends on t - s only)", "代码视图逐行运行什么：positions（位置表）、exp-log（用 exp 和 log 的写法）、attention（注意力）、fourier（傅里叶特征）；或一段推导：shift（往后走等于转动每根针）、dot（P_t·P_s 只取决于 t - s）")},
    {"code_line", PARAM_WHOLE, AT(look.code_line), 0, 12, 1, NULL, NULL, PARAM_LOOK, 0,
     PAIR("the line of the code that ran last (0 to 12)", "代码里最后运行的一行（0 到 12）")},
    {"machine", PARAM_CHOICE, AT(look.machine), 0, 0, 1, NULL, machine_name, PARAM_LOOK, 0,
     PAIR("what the machine view shows: transformer (its boxes), paths (how RNN, CNN and attention pass a word on), memory (one state beside one vector per word) or note (a query goes from word to word)",
          "“整台机器”视图显示什么：transformer（方框图）、paths（RNN、CNN、注意力怎样传话）、memory（一个状态和每词一个向量）、note（查询像纸条一样依次传给每个词）")},
    {"box", PARAM_WHOLE, AT(look.box), 0, 100, 1, "stage", NULL, PARAM_LOOK, 0,
     PAIR("box under the cursor in the machine view (stage: that of the stage)", "“整台机器”视图里光标所在的方框（stage：当前步骤的方框）")},
    {"keep", PARAM_WHOLE, AT(look.keep), 0, 100, 5, NULL, NULL, PARAM_LOOK, 0,
     PAIR("percent of itself that the state in the machine view keeps when it reads a word", "“整台机器”视图里，状态每读一个词保留自己的百分之几")},
    {"train_panel", PARAM_CHOICE, AT(look.train_panel), 0, 0, 1, NULL, train_panel_name, PARAM_LOOK, 0,
     PAIR("what the training view shows: run (a model that learns), places (what it makes of them) or tasks (what can be taught)", "训练视图显示什么：run（正在学习的模型）、places（它怎样看待各个位置）或 tasks（可以教的任务）")},
    {"race", PARAM_CHOICE, AT(look.race), 0, 0, 1, NULL, race_name, PARAM_LOOK, 0,
     PAIR("the encoding of the second run beside the training: auto (none; if the model has none, the last one), off, or an encoding", "训练旁边对照的那一次用什么编码：auto（不加编码；本来就没有时，用上一种）、off（不对照），或某种编码")},
    {NULL, PARAM_WHOLE, 0, 0, 0, 0, NULL, NULL, PARAM_NUMBERS, 0, PAIR(NULL, NULL)},
};
/* clang-format on */

const struct param *param_find(const char *name)
{
    for (const struct param *p = params; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

static int *int_at(struct state *s, const struct param *p)
{
    return (int *)(void *)((char *)s + p->offset);
}

static double *real_at(struct state *s, const struct param *p)
{
    return (double *)(void *)((char *)s + p->offset);
}

static int int_of(const struct state *s, const struct param *p)
{
    return *(const int *)(const void *)((const char *)s + p->offset);
}

static double real_of(const struct state *s, const struct param *p)
{
    return *(const double *)(const void *)((const char *)s + p->offset);
}

static int choices(const struct param *p)
{
    int n = 0;
    while (p->choice(n))
        n++;
    return n;
}

enum { CHOICES_MOST = 40 }; /* choices searched for a typing error */

static bool set_choice(struct state *s, const struct param *p, const char *value, int col, struct reply *r)
{
    for (int i = 0; p->choice(i); i++)
        if (strcmp(p->choice(i), value) == 0) {
            *int_at(s, p) = i;
            return true;
        }
    struct text all = {0};
    const char *names[CHOICES_MOST + 1] = {NULL}, *near;
    for (int i = 0; p->choice(i); i++) {
        text_addf(&all, "%s%s", i ? " " : "", p->choice(i));
        if (i < CHOICES_MOST)
            names[i] = p->choice(i);
    }
    if ((near = near_name(value, names, sizeof *names)))
        reply_fail(r, col,
                   TEXT("%s: no such value '%s': did you mean '%s'? (one of: %s)",
                        "%s：没有“%s”：是不是“%s”？（可以是：%s）"),
                   p->name, value, near, text_str(&all));
    else
        reply_fail(r, col, TEXT("%s: no such value '%s' (one of: %s)", "%s：没有“%s”（可以是：%s）"), p->name,
                   value, text_str(&all));
    text_finish(&all);
    return false;
}

/* Reads a finite number within the range of p. */
static bool read_number(const struct param *p, const char *value, int col, double *x, struct reply *r)
{
    enum number_error e = number_parse(value, strlen(value), x);
    if (e == NUMBER_BAD)
        return reply_fail(r, col,
                          TEXT("%s: '%s' is not a number (%g to %g)", "%s：“%s”不是数（应为 %g 到 %g）"),
                          p->name, value, p->lo, p->hi);
    if (p->kind == PARAM_WHOLE && (e == NUMBER_OK && *x != floor(*x)))
        return reply_fail(r, col, TEXT("%s: %s is not a whole number", "%s：%s 不是整数"), p->name, value);
    if (e == NUMBER_RANGE || *x < p->lo || *x > p->hi)
        return reply_fail(r, col, TEXT("%s: %s is out of range (%g to %g)", "%s：%s 超出了 %g 到 %g"),
                          p->name, value, p->lo, p->hi);
    return true;
}

static bool set_scale(struct state *s, const struct param *p, const char *value, int col, struct reply *r)
{
    double x = 0;
    if (strcmp(value, "sqrt") == 0) {
        s->set.scale = SCALE_SQRT;
    } else if (strcmp(value, "none") == 0) {
        s->set.scale = SCALE_NONE;
    } else if (number_parse(value, strlen(value), &x) == NUMBER_BAD) {
        return reply_fail(r, col,
                          TEXT("%s: '%s' is not sqrt, none or a number", "%s：“%s”不是 sqrt、none，也不是数"),
                          p->name, value);
    } else if (!read_number(p, value, col, &x, r)) {
        return false;
    } else {
        s->set.scale = SCALE_VALUE;
        s->set.scale_value = x;
    }
    return true;
}

/* Is there an x-th of what p chooses from? */
static bool is_there(const struct state *s, const struct param *p, double x, int col, struct reply *r)
{
    int count = *(const int *)(const void *)((const char *)s + p->counted);
    if (x >= 0 && x < count && x == floor(x))
        return true;
    if (count == 1)
        return reply_fail(r, col,
                          TEXT("%s %g: there is only %s 0 ('set %ss 2' makes two)",
                               "%s %g：只有 %s 0（用 set %ss 2 可以增加）"),
                          p->name, x, p->name, p->name);
    return reply_fail(r, col,
                      TEXT("%s %g: there are %d, written 0 to %d (%s %d is number %d on the screen)",
                           "%s %g：共 %d 个，写作 0 到 %d（%s %d 是屏幕上的第 %d 个）"),
                      p->name, x, count, count - 1, p->name, count - 1, count);
}

bool param_set(struct state *s, const struct param *p, const char *value, int col, struct reply *r)
{
    double x = 0;
    if (p->kind == PARAM_CHOICE)
        return set_choice(s, p, value, col, r);
    if (p->kind == PARAM_SCALE)
        return set_scale(s, p, value, col, r);
    if (p->counted && number_parse(value, strlen(value), &x) == NUMBER_OK && !is_there(s, p, x, col, r))
        return false;
    if (p->zero && strcmp(p->zero, value) == 0)
        x = 0;
    else if (!read_number(p, value, col, &x, r))
        return false;
    if (p->kind == PARAM_REAL)
        *real_at(s, p) = x;
    else
        *int_at(s, p) = (int)x;
    return true;
}

/* Returns x moved by `steps` steps, clamped: p->step added, or multiplied by -p->step, per step. */
static double stepped(const struct param *p, double x, double steps)
{
    double product = p->step < 0 ? x * elementary_pow(-p->step, steps) : 0;
    double to = p->step < 0 ? number_tidy(product, product) : x + steps * p->step;
    return fmin(fmax(to, p->lo), p->hi);
}

void param_add(struct state *s, const struct param *p, double steps)
{
    if (p->kind == PARAM_CHOICE) {
        int n = choices(p);
        int i = (int)fmod(int_of(s, p) + steps, n);
        *int_at(s, p) = i < 0 ? i + n : i;
    } else if (p->kind == PARAM_SCALE) {
        s->set.scale_value = s->set.scale == SCALE_VALUE ? s->set.scale_value : sqrt(state_dk(s));
        s->set.scale = SCALE_VALUE;
        s->set.scale_value = stepped(p, s->set.scale_value, steps);
    } else if (p->kind == PARAM_REAL) {
        *real_at(s, p) = stepped(p, real_of(s, p), steps);
    } else {
        *int_at(s, p) = (int)stepped(p, int_of(s, p), steps);
    }
}

void param_go_round(struct state *s, const struct param *p, double steps)
{
    int n = *(const int *)((const char *)s + p->counted), i = (int)fmod(int_of(s, p) + steps, n);
    *int_at(s, p) = i < 0 ? i + n : i;
}

void param_copy(struct state *to, const struct state *from, const struct param *p)
{
    if (p->kind == PARAM_SCALE)
        to->set.scale_value = from->set.scale_value;
    if (p->kind == PARAM_REAL)
        *real_at(to, p) = real_of(from, p);
    else
        *int_at(to, p) = int_of(from, p);
}

void param_keep_personal(struct state *to, const struct state *from)
{
    for (const struct param *p = params; p->name; p++)
        if (p->whose == PARAM_PERSON)
            param_copy(to, from, p);
}

bool param_step(struct state *s, const struct param *p, double steps, struct reply *why)
{
    param_add(s, p, steps);
    for (int left = p->kind == PARAM_CHOICE ? choices(p) : 0; left > 0; left--) {
        if (state_check(s, why))
            return true;
        param_add(s, p, steps < 0 ? -1 : 1);
    }
    return p->kind != PARAM_CHOICE;
}

bool param_reset(struct state *s, const struct param *p, struct reply *r)
{
    struct state initial = {0};
    if (!state_init(&initial))
        return reply_no_memory(r);
    param_copy(s, &initial, p);
    state_finish(&initial);
    return true;
}

void param_print(const struct state *s, const struct param *p, struct text *out)
{
    if (p->kind == PARAM_CHOICE)
        text_add(out, p->choice(int_of(s, p)));
    else if (p->kind == PARAM_SCALE && s->set.scale != SCALE_VALUE)
        text_add(out, s->set.scale == SCALE_SQRT ? "sqrt" : "none");
    else if (p->kind == PARAM_SCALE)
        number_shortest(out, s->set.scale_value);
    else if (p->kind == PARAM_REAL)
        number_shortest(out, real_of(s, p));
    else if (p->zero && int_of(s, p) == 0)
        text_add(out, p->zero);
    else
        text_addf(out, "%d", int_of(s, p));
}

bool param_same(const struct state *a, const struct state *b, const struct param *p)
{
    if (p->kind == PARAM_REAL)
        return real_of(a, p) == real_of(b, p);
    if (p->kind == PARAM_SCALE && a->set.scale_value != b->set.scale_value)
        return false;
    return int_of(a, p) == int_of(b, p);
}
