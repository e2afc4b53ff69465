#include "state/param.h"

#include <math.h>
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "core/math/elementary.h"
#include "core/pipeline/stage.h"
#include "learn/task.h"

/* Choices that no other room lists, in the order of their constants. */
/* clang-format off */
#define SAME PAIR(NULL, NULL)
static const struct choice
    masks[] = {[MASK_NONE] = {"none", PAIR("none", "无")}, [MASK_CAUSAL] = {"causal", PAIR("causal", "因果")},
               [MASK_PAD] = {"pad", PAIR("pad", "填充")}, [MASK_GIVEN] = {"given", PAIR("given", "自定")}, {NULL, SAME}},
    blocks[] = {[BLOCK_ATTENTION] = {"attention", PAIR("attention", "只有注意力")}, [BLOCK_ENCODER] = {"encoder", PAIR("encoder", "编码器")},
                [BLOCK_DECODER] = {"decoder", PAIR("decoder", "解码器")}, {NULL, SAME}},
    norms[] = {[NORM_NONE] = {"none", PAIR("none", "无")}, [NORM_PRE] = {"pre", PAIR("pre", "在前")},
               [NORM_POST] = {"post", PAIR("post", "在后")}, {NULL, SAME}},
    sources[] = {[SOURCES_GROUPED] = {"grouped", PAIR("grouped", "分组")}, [SOURCES_EACH] = {"each", PAIR("each", "单列")},
                 [SOURCES_HEARD] = {"heard", SAME}, {NULL, SAME}},
    optimizers[] = {{"adam", PAIR("Adam", "Adam")}, {"sgd", PAIR("SGD", "SGD")}, {NULL, SAME}},
    switches[] = {{"off", PAIR("off", "无")}, {"on", PAIR("on", "有")}, {NULL, SAME}},
    shades[] = {[SHADE_AUTO] = {"auto", PAIR("auto", "自动")}, [SHADE_ROW] = {"row", PAIR("by row", "按行")},
                [SHADE_MATRIX] = {"matrix", PAIR("by matrix", "按矩阵")}, [SHADE_FIXED] = {"fixed", PAIR("fixed", "固定")}, {NULL, SAME}},
#define THEME_ROW(id, name, spoken) {name, spoken},
    themes[] = {THEMES(THEME_ROW, THEME_ROW) {NULL, SAME}},
    langs[] = {{"en", SAME}, {"zh", SAME}, {NULL, SAME}},
    widths[] = {{"auto", SAME}, {"narrow", SAME}, {"wide", SAME}, {NULL, SAME}},
    zooms[] = {{"full", SAME}, {"cell", SAME}, {NULL, SAME}},
    shows[] = {{"values", SAME}, {"delta", SAME}, {"gradient", SAME}, {NULL, SAME}},
    panes[] = {{"matrix", SAME}, {"arithmetic", SAME}, {"rail", SAME}, {NULL, SAME}},
    axes[] = {{"all", SAME}, {"X", SAME}, {"H", SAME}, {"output", SAME}, {NULL, SAME}},
    machines[] = {{"transformer", SAME}, {"paths", SAME}, {"memory", SAME}, {"note", SAME}, {NULL, SAME}},
    compare_panels[] = {{"flow", SAME}, {"words", SAME}, {"orders", SAME}, {NULL, SAME}},
    train_panels[] = {{"run", SAME}, {"places", SAME}, {"tasks", SAME}, {NULL, SAME}},
    races[] = {{"auto", SAME}, {"off", SAME}, {NULL, SAME}},
    panels[] = {{"clocks", SAME}, {"wave", SAME}, {"product", SAME}, {"rotation", SAME}, {"dials", SAME}, {"overview", SAME},
                {"readout", SAME}, {"corridor", SAME}, {NULL, SAME}},
    terms_panels[] = {{"maps", SAME}, {"meaning", SAME}, {"distance", SAME}, {"scale", SAME}, {"weights", SAME}, {"layers", SAME}, {NULL, SAME}},
    asks[] = {{"all", SAME}, {"token", SAME}, {"position", SAME}, {"type", SAME}, {"attn", SAME}, {"ffn", SAME}, {"bias", SAME}, {NULL, SAME}},
    codes[] = {{"positions", SAME}, {"exp-log", SAME}, {"attention", SAME}, {"shift", SAME}, {"dot", SAME}, {"fourier", SAME}, {NULL, SAME}};
/* clang-format on */

static const char *encoding_name(int i)
{
    return i >= 0 && i < posenc_count() ? posencs[i]->name : NULL;
}

static const char *race_name(int i)
{
    return i < RACE_ENCODING ? races[i].name : encoding_name(i - RACE_ENCODING);
}

static const char *compare_stage_name(int i)
{
    return i == COMPARE_FINAL ? "final" : stage_name(i);
}

const char *view_name(int i)
{
    return i >= 0 && i < VIEW_COUNT ? views[i]->name : NULL;
}

#define AT(field) offsetof(struct state, field)

/* clang-format off */
const struct param params[] = {
    {"d", PARAM_WHOLE, AT(set.d), PARAM_NUMBERS, "8", 1, CONFIG_MAX_D, 1, .spoken = PAIR("width d", "宽度 d"),
     .help = PAIR("d_model: numbers in a word's vector", "d_model：每个词向量的维数")},
    {"dk", PARAM_WHOLE, AT(set.dk), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_D, 1, .zero = "auto", .spoken = PAIR("width d_k", "宽度 d_k"),
     .help = PAIR("width of a head's queries and keys (auto: d / heads)", "每个头的查询和键的维数（auto：d / heads）")},
    {"dv", PARAM_WHOLE, AT(set.dv), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_D, 1, .zero = "auto", .spoken = PAIR("width d_v", "宽度 d_v"),
     .help = PAIR("width of a head's values (auto: d / heads)", "每个头的值的维数（auto：d / heads）")},
    /* After dk and dv: a saved state sets them in this order, and heads whose widths are set need not divide d. */
    {"heads", PARAM_WHOLE, AT(set.heads), PARAM_NUMBERS, "1", 1, 64, 1, .spoken = PAIR("heads", "头数"),
     .help = PAIR("number of attention heads", "注意力头数")},
    {"dsrc", PARAM_WHOLE, AT(set.dsrc), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_D, 1, .zero = "auto", .spoken = PAIR("width of the memory", "另一句的宽度"),
     .help = PAIR("width of the memory's vectors (auto: d)", "第二个序列的词向量维数（auto：d）")},
    {"dff", PARAM_WHOLE, AT(set.dff), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_D, 1, .zero = "off", .spoken = PAIR("feed-forward width", "前馈网络的宽度"),
     .help = PAIR("width of the feed-forward network (off: none)", "前馈网络的宽度（off：没有）")},
    {"layers", PARAM_WHOLE, AT(set.layers), PARAM_NUMBERS, "1", 1, CONFIG_MAX_LAYERS, 1, .spoken = PAIR("layers", "层数"),
     .help = PAIR("number of layers", "层数")},
    {"start", PARAM_WHOLE, AT(set.start), PARAM_NUMBERS, NULL, 0, STATE_LAST_POSITION, 1, .spoken = PAIR("first position", "首词位置"),
     .help = PAIR("position of the first word", "第一个词所在的位置")},
    {"pad", PARAM_WHOLE, AT(set.pad), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_WORDS, 1, .spoken = PAIR("padding words", "填充词"),
     .help = PAIR("padding words at the end (mask pad)", "句末的填充词数（mask pad）")},
    {"base", PARAM_REAL, AT(set.base), PARAM_NUMBERS, "10000", 1.0001, 1e9, 100, .spoken = PAIR("base", "底数"),
     .help = PAIR("base of the frequencies: ω_i = base^(-2i/d)", "频率的底数：ω_i = base^(-2i/d)")},
    {"pescale", PARAM_REAL, AT(set.pescale), PARAM_NUMBERS, "1", -1e6, 1e6, 0.1, .spoken = PAIR("positions times", "编码的倍数"),
     .help = PAIR("the encoding is multiplied by this before it is added", "位置编码相加之前乘以这个数")},
    {"eps", PARAM_REAL, AT(set.eps), PARAM_NUMBERS, "1e-5", 0, 1, 1e-6, .spoken = PAIR("eps", "ε"),
     .help = PAIR("added to the variance in LayerNorm", "层规范化中加到方差上的小数")},
    {"scale", PARAM_SCALE, AT(set.scale), PARAM_NUMBERS, "sqrt", 1e-9, 1e9, 0.5, .spoken = PAIR("divisor", "除数"),
     .help = PAIR("scores are divided by: sqrt (√d_k), none, or a number", "得分除以：sqrt（√d_k）、none（不除）或一个数")},
    {"block", PARAM_CHOICE, AT(set.block), PARAM_NUMBERS, NULL, .choices = blocks, .spoken = PAIR("block", "模块"),
     .help = PAIR("attention alone, or a whole encoder or decoder layer", "只有注意力，或整个编码器层、解码器层")},
    {"norm", PARAM_CHOICE, AT(set.norm), PARAM_NUMBERS, NULL, .choices = norms, .spoken = PAIR("norm", "规范化"),
     .help = PAIR("LayerNorm: none, pre (before a sublayer) or post (after it)", "层规范化：none、pre（子层之前）或 post（子层之后）")},
    {"residual", PARAM_CHOICE, AT(set.residual), PARAM_NUMBERS, NULL, .choices = switches, .spoken = PAIR("residual", "残差"),
     .help = PAIR("add a sublayer's input to its output", "残差：把子层的输入加到输出上")},
    {"activation", PARAM_CHOICE, AT(set.activation), PARAM_NUMBERS, NULL, .listed = activation_name, .spoken = PAIR("activation", "激活函数"),
     .help = PAIR("function inside the feed-forward network: relu, gelu, gelu_new (its approximation in GPT-2), silu, or quick_gelu (x/(1 + exp(-1.702x)))", "前馈网络内层的激活函数：relu、gelu、gelu_new（GPT-2 的近似式）、silu 或 quick_gelu（x/(1 + exp(-1.702x))）")},
    {"final_norm", PARAM_CHOICE, AT(set.final_norm), PARAM_NUMBERS, NULL, .choices = switches, .spoken = PAIR("norm at the end", "最后的规范化"),
     .help = PAIR("one more LayerNorm after the last layer", "最后一层之后再做一次层规范化")},
    {"mask", PARAM_CHOICE, AT(set.mask), PARAM_NUMBERS, NULL, .choices = masks, .spoken = PAIR("mask", "掩码"),
     .help = PAIR("which keys a query may not see", "查询不能看到哪些键")},
    {"encoding", PARAM_CHOICE, AT(set.encoding), PARAM_NUMBERS, "sincos", .listed = encoding_name, .spoken = PAIR("positions", "编码"),
     .help = PAIR("positional encoding", "位置编码")},
    {"sources", PARAM_CHOICE, AT(set.sources), PARAM_NUMBERS, NULL, .choices = sources, .spoken = PAIR("sources", "来源"),
     .help = PAIR("terms above the first layer: more than five sources in groups, each by itself, or heard (word and place, and one term for all that the layers below added)", "第一层以上的各项：来源多于五个时分组（grouped），每个单列（each），或 heard（词和位，下面各层加进来的合成一项）")},
    {"seed", PARAM_WHOLE, AT(set.seed), PARAM_NUMBERS, "1", 0, 1000000000, 1, .spoken = PAIR("seed", "种子"),
     .help = PAIR("seed of random weights, and of the sentences of a task", "随机权重的种子，也是任务句子的种子")},
    {"task", PARAM_CHOICE, AT(set.task), PARAM_NUMBERS, NULL, .listed = task_name, .spoken = PAIR("task", "任务"),
     .help = PAIR("what is trained: sentences of a task ('task NAME' also sets what it recommends), or none: the sentence and its targets", "训练什么：某个任务的句子（“task 名称”还会设好推荐的设置）；none：当前的句子和它的目标")},
    {"task_k", PARAM_WHOLE, AT(set.task_k), PARAM_NUMBERS, NULL, 0, 64, 1, .zero = "auto", .spoken = PAIR("the task's k", "任务的 k"),
     .help = PAIR("echo: how far back; metre: tones of a line; point: kinds of sentences (auto: the task's own)", "echo：往前第几个；metre：每行几个声调；point：几种句型（auto：任务自己的）")},
    {"task_n", PARAM_WHOLE, AT(set.task_n), PARAM_NUMBERS, NULL, 0, TASK_LONGEST, 1, .zero = "auto", .spoken = PAIR("words of the task", "任务的词数"),
     .help = PAIR("words of a task's sentences (auto: the task's own)", "任务的句子有几个词（auto：任务自己的）")},
    {"task_test", PARAM_WHOLE, AT(set.task_test), PARAM_NUMBERS, NULL, 0, TASK_LONGEST, 1, .zero = "auto", .spoken = PAIR("words of the test", "测试的词数"),
     .help = PAIR("words of the sentences of a task's test (auto: as in training)", "任务测试用的句子有几个词（auto：和训练时一样）")},
    {"optimizer", PARAM_CHOICE, AT(set.optimizer), PARAM_NUMBERS, NULL, .choices = optimizers, .spoken = PAIR("optimizer", "优化器"),
     .help = PAIR("how a step follows the gradient: adam, or sgd (stochastic gradient descent)", "一步怎样跟着梯度走：adam，或 sgd（随机梯度下降）")},
    {"rate", PARAM_REAL, AT(set.rate), PARAM_NUMBERS, "0.01", 0, 100, -2, .spoken = PAIR("learning rate", "学习率"),
     .help = PAIR("learning rate: how far a step goes", "学习率：一步走多远")},
    {"batch", PARAM_WHOLE, AT(set.batch), PARAM_NUMBERS, NULL, 0, TASK_BATCH, 1, .zero = "auto", .spoken = PAIR("batch", "每步句数"),
     .help = PAIR("sentences of a training step (auto: all, or 32 if there are too many)", "一步训练用几个句子（auto：全部；太多时用 32 个）")},
    {"train_words", PARAM_CHOICE, AT(set.train_words), PARAM_NUMBERS, "on", .choices = switches, .spoken = PAIR("training of words", "词向量的训练"),
     .help = PAIR("training changes the words' vectors too", "训练时也改变词向量")},
    {"dimnames", PARAM_CHOICE, AT(dimnames), PARAM_NUMBERS, "on", .choices = switches, .spoken = PAIR("names of dimensions", "维度的名称"),
     .help = PAIR("label the 8 dimensions with the built-in vocabulary's names", "8 个维度使用内置词表的名称")},

    {"view", PARAM_CHOICE, AT(look.view), PARAM_LOOK, "stages", .listed = view_name, .unlisted = true,
     .help = PAIR("which view is shown", "显示哪个视图")},
    {"stage", PARAM_CHOICE, AT(look.stage), PARAM_LOOK, "weights", .listed = stage_name, .unlisted = true,
     .help = PAIR("which stage of the computation is shown", "显示计算的哪一步")},
    {"layer", PARAM_WHOLE, AT(look.layer), PARAM_LOOK, NULL, 0, CONFIG_MAX_LAYERS - 1, 1, .counted = AT(set.layers), .unlisted = true,
     .help = PAIR("which layer is shown and edited", "显示和编辑哪一层")},
    {"head", PARAM_WHOLE, AT(look.head), PARAM_LOOK, NULL, 0, 63, 1, .counted = AT(set.heads), .unlisted = true,
     .help = PAIR("which head is shown", "显示哪个头")},
    {"query", PARAM_WHOLE, AT(look.query), PARAM_LOOK, NULL, 0, CONFIG_MAX_WORDS, 1, .unlisted = true,
     .help = PAIR("the query word in focus", "焦点所在的查询词")},
    {"key", PARAM_WHOLE, AT(look.key), PARAM_LOOK, "2", 0, CONFIG_MAX_WORDS, 1, .unlisted = true,
     .help = PAIR("the key word in focus", "焦点所在的键词")},
    {"dim", PARAM_WHOLE, AT(look.dim), PARAM_LOOK, NULL, 0, CONFIG_MAX_D, 1, .unlisted = true,
     .help = PAIR("the dimension in focus", "焦点所在的维度")},
    {"pos", PARAM_WHOLE, AT(look.pos), PARAM_LOOK, "2", 0, STATE_LAST_POSITION, 1, .spoken = PAIR("t", "t"),
     .help = PAIR("position t of the encoding view", "位置编码视图中的位置 t")},
    {"pos2", PARAM_WHOLE, AT(look.pos2), PARAM_LOOK, NULL, 0, STATE_LAST_POSITION, 1, .unlisted = true,
     .help = PAIR("second position s of the encoding view", "位置编码视图中的第二个位置 s")},
    {"column", PARAM_WHOLE, AT(look.column), PARAM_LOOK, NULL, 0, CONFIG_MAX_D, 1, .unlisted = true,
     .help = PAIR("dimension under the cursor in the encoding view", "位置编码视图中光标所在的维度")},
    {"edit", PARAM_WHOLE, AT(look.edit), PARAM_LOOK, NULL, 0, 64, 1, .unlisted = true,
     .help = PAIR("which matrix the editor shows", "编辑器显示哪个矩阵")},
    {"row", PARAM_WHOLE, AT(look.row), PARAM_LOOK, NULL, 0, CONFIG_MAX_D, 1, .unlisted = true,
     .help = PAIR("row under the cursor in the editor", "编辑器中光标所在的行")},
    {"col", PARAM_WHOLE, AT(look.col), PARAM_LOOK, NULL, 0, CONFIG_MAX_D, 1, .unlisted = true,
     .help = PAIR("column under the cursor in the editor", "编辑器中光标所在的列")},
    {"panel", PARAM_CHOICE, AT(look.panel), PARAM_LOOK, NULL, .choices = panels,
     .help = PAIR("which panel of the encoding view receives the keys", "位置编码视图中哪个面板接收按键")},
    {"terms_panel", PARAM_CHOICE, AT(look.terms_panel), PARAM_LOOK, NULL, .choices = terms_panels,
     .help = PAIR("what the terms view shows beside the bars", "四项分解视图在条形图旁边显示什么")},
    {"terms_asks", PARAM_CHOICE, AT(look.terms_asks), PARAM_LOOK, NULL, .choices = asks, .unlisted = true,
     .help = PAIR("which part of the query asks, in the panel of layers", "“逐层”面板里查询的哪一部分在问")},
    {"terms_open", PARAM_WHOLE, AT(look.terms_open), PARAM_LOOK, "-1", -1, CONFIG_MAX_LAYERS - 1, 1, .unlisted = true,
     .help = PAIR("the layer whose heads that panel shows (-1: none)", "那个面板展开哪一层的各头（-1：不展开）")},
    {"compare_panel", PARAM_CHOICE, AT(look.compare_panel), PARAM_LOOK, NULL, .choices = compare_panels,
     .help = PAIR("what the compare view shows: flow (two flows), words or orders below two matrices", "对比视图显示什么：flow（两幅流动图），或两个矩阵下面的 words（各词）、orders（各种顺序）")},
    {"compare_stage", PARAM_CHOICE, AT(look.compare_stage), PARAM_LOOK, NULL, .listed = compare_stage_name, .unlisted = true,
     .help = PAIR("the stage on both sides of the compare view", "对比视图两边显示的步骤")},
    {"order_row", PARAM_WHOLE, AT(look.order_row), PARAM_LOOK, NULL, -1, ORDERS_MOST - 1, 1, .unlisted = true,
     .help = PAIR("line under the cursor in the list of orders (-1: the sentence as it is)", "顺序列表中光标所在的行（-1：现在这句话）")},
    {"pane", PARAM_CHOICE, AT(look.pane), PARAM_LOOK, NULL, .choices = panes, .unlisted = true,
     .help = PAIR("what the arrows move in the stages view", "计算步骤视图里方向键移动什么")},
    {"line", PARAM_WHOLE, AT(look.line), PARAM_LOOK, NULL, 0, 100000, 1, .unlisted = true,
     .help = PAIR("line of the arithmetic under the cursor", "算式中光标所在的行")},
    {"factor", PARAM_WHOLE, AT(look.factor), PARAM_LOOK, NULL, 0, 1, 1, .unlisted = true,
     .help = PAIR("first (0) or second (1) factor of that line", "那一行的第一个（0）或第二个（1）因子")},
    {"walk", PARAM_WHOLE, AT(look.walk), PARAM_LOOK, NULL, 0, 1000, 1, .zero = "off", .unlisted = true,
     .help = PAIR("segments of the arithmetic shown so far (off: all)", "算式已显示到第几段（off：全部显示）")},
    {"beside", PARAM_CHOICE, AT(look.beside), PARAM_LOOK, NULL, .choices = switches,
     .help = PAIR("all heads side by side, or one at a time", "各头并排显示，或一次一个")},
    {"axes", PARAM_CHOICE, AT(look.axes), PARAM_LOOK, NULL, .choices = axes,
     .help = PAIR("whose principal components are the axes of the map", "词图用哪些行的主成分做坐标轴")},
    {"zoom", PARAM_CHOICE, AT(look.zoom), PARAM_LOOK, NULL, .choices = zooms,
     .help = PAIR("the whole matrix, or one cell's arithmetic", "整个矩阵，或单个格子的算式")},
    {"shade", PARAM_CHOICE, AT(look.shade), PARAM_LOOK, NULL, .choices = shades, .spoken = PAIR("colours", "着色"),
     .help = PAIR("full colour in a matrix: at the largest of its row, of the matrix, fixed at 1, or auto", "矩阵里颜色最深处：row 本行最大的数、matrix 整个矩阵最大的数、fixed 固定为 1，或 auto")},
    {"show", PARAM_CHOICE, AT(look.show), PARAM_LOOK, NULL, .choices = shows,
     .help = PAIR("a stage's numbers, their change since the last edit (or from the pinned state), or the gradient: how the loss grows with each", "显示各步的数、与上次修改之前（或定格）相比的差，或梯度：每个数变大时损失怎样变")},
    {"digits", PARAM_WHOLE, AT(look.digits), PARAM_LOOK, "3", 0, 17, 1,
     .help = PAIR("decimals shown", "显示几位小数")},
    {"lang", PARAM_CHOICE, AT(look.lang), PARAM_PERSON, NULL, .choices = langs,
     .help = PAIR("language", "语言")},
    {"theme", PARAM_CHOICE, AT(look.theme), PARAM_PERSON, NULL, .choices = themes, .spoken = PAIR("theme", "配色"),
     .help = PAIR("colours", "配色")},
    {"ambiguous", PARAM_CHOICE, AT(look.ambiguous), PARAM_PERSON, NULL, .choices = widths,
     .help = PAIR("columns the terminal gives → ● ─ and similar characters: auto (measured at start), narrow (one), wide (two: narrow characters are drawn instead, in words too; ? if there is none)",
          "终端给 → ● ─ 这类字符几列：auto（启动时测量）、narrow（一列）、wide（两列：改用窄字符代替，词里的也是；没有可代替的画作 ?）")},
    {"motion", PARAM_CHOICE, AT(look.motion), PARAM_PERSON, "on", .choices = switches,
     .help = PAIR("animate changes from the old picture to the new one", "改动时，画面从旧的平滑地变到新的")},
    {"play", PARAM_WHOLE, AT(look.play), PARAM_LOOK, NULL, -1, 1, 1, .zero = "off", .unlisted = true,
     .help = PAIR("play through positions: 1 forward, -1 back, off", "时间流动：1 向前，-1 向后，off 停止")},
    {"speed", PARAM_WHOLE, AT(look.speed), PARAM_LOOK, "4", 1, 60, 1, .spoken = PAIR("speed", "速度"),
     .help = PAIR("positions per second while playing", "播放时每秒走过的位置数")},
    {"clock", PARAM_WHOLE, AT(look.clock), PARAM_LOOK, NULL, 0, 1000000, 1, .zero = "off", .unlisted = true,
     .help = PAIR("question of the game 'what time is it?' (off: no game)", "“几点了？”游戏的第几题（off：没在玩）")},
    {"clock_turn", PARAM_WHOLE, AT(look.clock_turn), PARAM_LOOK, NULL, 0, 1000, 1, .zero = "off", .unlisted = true,
     .help = PAIR("how many words later the game asks for (off: what time it is now)", "游戏问过几个词之后的时间（off：问现在的时间）")},
    {"clock_answer", PARAM_WHOLE, AT(look.clock_answer), PARAM_LOOK, "-1", -1, STATE_LAST_POSITION, 1, .unlisted = true,
     .help = PAIR("the last answer in the game (-1: none yet)", "游戏里最近一次的回答（-1：还没有）")},
    {"step", PARAM_REAL, AT(look.step), PARAM_LOOK, "0.1", 1e-6, 1e6, -10,
     .help = PAIR("how much a nudge changes a number ('add step 1': ten times as much)", "微调一次改变多少（add step 1：变为十倍）")},
    {"cost_n", PARAM_WHOLE, AT(look.cost_n), PARAM_LOOK, "100", 1, 1000000, -2,
     .help = PAIR("words n in the cost view ('add cost_n 1': twice as many)", "代价视图中的词数 n（add cost_n 1：翻倍）")},
    {"cost_d", PARAM_WHOLE, AT(look.cost_d), PARAM_LOOK, "512", 1, 1000000, -2,
     .help = PAIR("width d in the cost view ('add cost_d 1': twice as wide)", "代价视图中的宽度 d（add cost_d 1：翻倍）")},
    {"cost_k", PARAM_WHOLE, AT(look.cost_k), PARAM_LOOK, "3", 2, 1000, 1, .spoken = PAIR("panel 'who hears whom': window of the CNN", "“谁听得到谁”面板：CNN 的窗口"),
     .help = PAIR("kernel width k in the cost view", "代价视图中的卷积核宽度 k")},
    {"code", PARAM_CHOICE, AT(look.code), PARAM_LOOK, NULL, .choices = codes,
     .help = PAIR("what the code view runs line by line: the table of positions, the same with exp and log, attention, Fourier features; or a derivation: shift (a step is a turn of every hand), dot (P_t·P_s depends on t - s only)", "代码视图逐行运行什么：positions（位置表）、exp-log（用 exp 和 log 的写法）、attention（注意力）、fourier（傅里叶特征）；或一段推导：shift（往后走等于转动每根针）、dot（P_t·P_s 只取决于 t - s）")},
    {"code_line", PARAM_WHOLE, AT(look.code_line), PARAM_LOOK, NULL, 0, 12, 1, .unlisted = true,
     .help = PAIR("the line of the code that ran last (0 to 12)", "代码里最后运行的一行（0 到 12）")},
    {"machine", PARAM_CHOICE, AT(look.machine), PARAM_LOOK, NULL, .choices = machines,
     .help = PAIR("what the machine view shows: transformer (its boxes), paths (how RNN, CNN and attention pass a word on), memory (one state beside one vector per word) or note (a query goes from word to word)",
          "“整台机器”视图显示什么：transformer（方框图）、paths（RNN、CNN、注意力怎样传话）、memory（一个状态和每词一个向量）、note（查询像纸条一样依次传给每个词）")},
    {"box", PARAM_WHOLE, AT(look.box), PARAM_LOOK, NULL, 0, 100, 1, .zero = "stage", .unlisted = true,
     .help = PAIR("box under the cursor in the machine view (stage: that of the stage)", "“整台机器”视图里光标所在的方框（stage：当前步骤的方框）")},
    {"keep", PARAM_WHOLE, AT(look.keep), PARAM_LOOK, "60", 0, 100, 5, .spoken = PAIR("panel 'what is kept': one state keeps, in %", "“记得住多少”面板：一个状态每步保留的百分数"),
     .help = PAIR("percent of itself that the state in the machine view keeps when it reads a word", "“整台机器”视图里，状态每读一个词保留自己的百分之几")},
    {"train_panel", PARAM_CHOICE, AT(look.train_panel), PARAM_LOOK, NULL, .choices = train_panels,
     .help = PAIR("what the training view shows: run (a model that learns), places (what it makes of them) or tasks (what can be taught)", "训练视图显示什么：run（正在学习的模型）、places（它怎样看待各个位置）或 tasks（可以教的任务）")},
    {"race", PARAM_CHOICE, AT(look.race), PARAM_LOOK, NULL, .listed = race_name,
     .help = PAIR("the encoding of the second run beside the training: auto (none; if the model has none, the last one), off, or an encoding", "训练旁边对照的那一次用什么编码：auto（不加编码；本来就没有时，用上一种）、off（不对照），或某种编码")},

    {.name = NULL},
};
/* clang-format on */

const struct param *param_find(const char *name)
{
    for (const struct param *p = params; p->name; p++)
        if (strcmp(p->name, name) == 0)
            return p;
    return NULL;
}

/* Where the value of p is. */
static int *int_at(const struct state *s, const struct param *p)
{
    return (int *)(uintptr_t)((const char *)s + p->offset);
}

static double *real_at(const struct state *s, const struct param *p)
{
    return (double *)(uintptr_t)((const char *)s + p->offset);
}

static int count_at(const struct state *s, const struct param *p)
{
    return *(const int *)(const void *)((const char *)s + p->counted);
}

const char *param_choice(const struct param *p, int i)
{
    return p->choices ? p->choices[i].name : p->listed ? p->listed(i) : NULL;
}

static int count_choices(const struct param *p)
{
    int n = 0;
    while (param_choice(p, n))
        n++;
    return n;
}

enum { CHOICES_MOST = 40 }; /* choices searched for a typing error */

static bool set_choice(struct state *s, const struct param *p, const char *value, int col, struct reply *r)
{
    for (int i = 0; param_choice(p, i); i++)
        if (strcmp(param_choice(p, i), value) == 0) {
            *int_at(s, p) = i;
            return true;
        }
    struct text all = {0};
    const char *names[CHOICES_MOST + 1] = {NULL}, *near;
    for (int i = 0; param_choice(p, i); i++) {
        text_addf(&all, "%s%s", i ? " " : "", param_choice(p, i));
        if (i < CHOICES_MOST)
            names[i] = param_choice(p, i);
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

bool param_set(struct state *s, const struct param *p, const char *value, int col, struct reply *r)
{
    double x = 0;
    enum number_error e = number_parse(value, strlen(value), &x);
    if (p->kind == PARAM_CHOICE)
        return set_choice(s, p, value, col, r);
    if (p->kind == PARAM_SCALE && (strcmp(value, "sqrt") == 0 || strcmp(value, "none") == 0)) {
        s->set.scale = *value == 's' ? SCALE_SQRT : SCALE_NONE;
        return true;
    }
    if (p->kind == PARAM_SCALE && e == NUMBER_BAD)
        return reply_fail(r, col,
                          TEXT("%s: '%s' is not sqrt, none or a number", "%s：“%s”不是 sqrt、none，也不是数"),
                          p->name, value);
    int count = p->counted ? count_at(s, p) : 0; /* there is an x-th of what p chooses from */
    if (count == 1 && e == NUMBER_OK && x != 0)
        return reply_fail(r, col,
                          TEXT("%s %g: there is only %s 0 ('set %ss 2' makes two)",
                               "%s %g：只有 %s 0（用 set %ss 2 可以增加）"),
                          p->name, x, p->name, p->name);
    if (p->counted && e == NUMBER_OK && !(x >= 0 && x < count && x == floor(x)))
        return reply_fail(r, col,
                          TEXT("%s %g: there are %d, written 0 to %d (%s %d is number %d on the screen)",
                               "%s %g：共 %d 个，写作 0 到 %d（%s %d 是屏幕上的第 %d 个）"),
                          p->name, x, count, count - 1, p->name, count - 1, count);
    if (p->zero && strcmp(p->zero, value) == 0)
        x = 0;
    else if (!read_number(p, value, col, &x, r))
        return false;
    if (p->kind == PARAM_SCALE) {
        s->set.scale = SCALE_VALUE;
        s->set.scale_value = x;
    } else if (p->kind == PARAM_REAL) {
        *real_at(s, p) = x;
    } else {
        *int_at(s, p) = (int)x;
    }
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
        int n = count_choices(p);
        int i = (int)fmod(*int_at(s, p) + steps, n);
        *int_at(s, p) = i < 0 ? i + n : i;
    } else if (p->kind == PARAM_SCALE) {
        s->set.scale_value = s->set.scale == SCALE_VALUE ? s->set.scale_value : sqrt(state_dk(s));
        s->set.scale = SCALE_VALUE;
        s->set.scale_value = stepped(p, s->set.scale_value, steps);
    } else if (p->kind == PARAM_REAL) {
        *real_at(s, p) = stepped(p, *real_at(s, p), steps);
    } else {
        *int_at(s, p) = (int)stepped(p, *int_at(s, p), steps);
    }
}

void param_go_round(struct state *s, const struct param *p, double steps)
{
    int n = count_at(s, p), i = (int)fmod(*int_at(s, p) + steps, n);
    *int_at(s, p) = i < 0 ? i + n : i;
}

void param_copy(struct state *to, const struct state *from, const struct param *p)
{
    if (p->kind == PARAM_SCALE)
        to->set.scale_value = from->set.scale_value;
    if (p->kind == PARAM_REAL)
        *real_at(to, p) = *real_at(from, p);
    else
        *int_at(to, p) = *int_at(from, p);
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
    for (int left = p->kind == PARAM_CHOICE ? count_choices(p) : 0; left > 0; left--) {
        if (state_check(s, why))
            return true;
        param_add(s, p, steps < 0 ? -1 : 1);
    }
    return p->kind != PARAM_CHOICE;
}

void param_reset(struct state *s, const struct param *p)
{
    struct reply none = {0}; /* a default fits always */
    if (p->kind == PARAM_SCALE)
        s->set.scale_value = 1;
    if (p->initial)
        param_set(s, p, p->initial, 0, &none);
    else
        *int_at(s, p) = 0;
}

void param_print(const struct state *s, const struct param *p, struct text *out)
{
    if (p->kind == PARAM_CHOICE)
        text_add(out, param_choice(p, *int_at(s, p)));
    else if (p->kind == PARAM_SCALE && s->set.scale != SCALE_VALUE)
        text_add(out, s->set.scale == SCALE_SQRT ? "sqrt" : "none");
    else if (p->kind == PARAM_SCALE)
        number_shortest(out, s->set.scale_value);
    else if (p->kind == PARAM_REAL)
        number_shortest(out, *real_at(s, p));
    else if (p->zero && *int_at(s, p) == 0)
        text_add(out, p->zero);
    else
        text_addf(out, "%d", *int_at(s, p));
}

bool param_same(const struct state *a, const struct state *b, const struct param *p)
{
    if (p->kind == PARAM_REAL)
        return *real_at(a, p) == *real_at(b, p);
    if (p->kind == PARAM_SCALE && a->set.scale_value != b->set.scale_value)
        return false;
    return *int_at(a, p) == *int_at(b, p);
}
