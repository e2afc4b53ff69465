#include "session/help.h"

#include <string.h>

#include "core/pipeline/stage.h"
#include "expr/expr.h"
#include "lesson/run/bounds.h"
#include "session/model.h"
#include "state/param.h"
#include "state/ready_pairs.h"

static const struct { struct pair title, text; } views[VIEW_COUNT] = {
    [VIEW_FLOW] = {PAIR("flow", "流动"),
     PAIR("The whole computation on one page: a column a word, a row a stage. Ribbons run from the words that are read to the word that reads; their width is the weight.",
          "整个计算在一页上：一列一个词，一行一个步骤。色带从被读的词流向在读的词，宽度就是权重。")},
    [VIEW_STAGES] = {PAIR("stages", "计算步骤"),
        PAIR("Self-attention step by step, from words to output. Left: all the stages; middle: the matrix of "
             "this stage, rows are queries and columns keys where words meet words; right: how the number "
             "under the cursor came about, to the last sum; what it read is underlined. Space shows the arithmetic piece by "
             "piece. Enter goes into it, and from a factor on to the cell it came from; Backspace goes back.",
             "自注意力从词元到输出，一步一步。左边是全部步骤；中间是这一步的矩阵（词与词相遇时，行是查询，列是键）；"
             "右边是光标处的数怎样算出来，一直到最后的和；读过的数有下划线。"
             "空格逐段显示算式；回车进入算式，再从某个因子走到它所来自的格子；退格键返回。")},
    [VIEW_ENCODING] = {PAIR("positional encoding", "位置编码"),
        PAIR("The matrix P: a row a position, a column a dimension. Two neighbouring columns are one clock, "
             "whose hand turns by ω_i a position: the left ones fast, the right ones slow. The second hand "
             "stands at position s; the angle between them is all that P_t·P_s knows.",
             "矩阵 P：一行一个位置，一列一个维度。相邻两列是一个时钟，指针每过一个位置转 ω_i：左边快，右边慢。"
             "另一根指针停在位置 s；两针的夹角就是 P_t·P_s 知道的一切。")},
    [VIEW_TERMS] = {PAIR("terms of a score", "得分的各项"),
        PAIR("What a word is and where it stands are added before attention, so each score is a sum of four "
             "products: cc content-content, cp content-position, pc position-content, pp position-position. "
             "Each bar begins where the one before it ends; their numbers add up to the score exactly as "
             "printed (a line 'rounded' makes up for the last digit). Below: divided by √d_k, softmax, weight. "
             "A key takes a term out (with Shift: leaves only it) and the weights answer; in grey stays what "
             "they were. A term marked * is the same for every key and drops out of softmax.\n\n"
             "Tab walks through the panels. maps: every term for all pairs, their sum and the weights, all but "
             "the weights on the one scale of the legend (+8: eight more than there is room for). meaning: what "
             "each term asks of this pair, and which papers keep which terms; P applies one after the other. "
             "distance: P_t·P_s from one position to all others, and for one distance all along, without "
             "matrices and through W_Q and W_K: only without does it depend on the distance alone. scale: the "
             "weight in focus while the encoding's scale goes from 0 to 2. W: the same weight under identity, "
             "random weights and the head made of M_k, wherever the sentence begins. 'export csv terms FILE' "
             "writes every number of this view.",
             "词是什么、站在哪里，在进入注意力之前就相加了，所以每个得分是四个乘积之和：cc 内容-内容、cp 内容-位置、"
             "pc 位置-内容、pp 位置-位置。每一条从上一条的末端开始；印出的数相加正好是印出的得分（“舍入”一行补上末位的差）。"
             "下面是除以 √d_k、softmax、权重。按键去掉一项（大写字母：只留它），权重立刻变化；原来的权重以灰色保留。"
             "带 * 的项对每个键都一样，在 softmax 中抵消。\n\n"
             "Tab 切换面板。各项：每一项在所有词对上的图、它们的和与权重，除权重外用图例的同一个刻度（+8：还有八个放不下）。"
             "含义：每一项在问什么，各论文保留哪几项；P 依次套用。距离：从一个位置到其他位置的 P_t·P_s，以及同样距离一路过去的值，"
             "分别不经过矩阵和经过 W_Q、W_K：只有不经过矩阵时才只取决于距离。缩放：编码缩放从 0 到 2 时焦点处的权重。"
             "W：同一个权重在单位矩阵、随机权重、由 M_k 造出的头之下各是多少，不管句子从哪里开始。"
             "export csv terms 文件 写出本视图的每一个数。")},
    [VIEW_COMPARE] = {PAIR("compare", "对比"),
        PAIR("Two states side by side at the same stage, rows (and columns that are words) matched by word. "
             "Left is the present state; right the twin, the same sentence with two words swapped, or a state "
             "that P has pinned (:pin NAME); o takes the next one, X enters it: what is edited then is the "
             "other side. [ and ] choose the stage.\n\n"
             "words: how far each row moved, its largest |difference|, and the mean of all rows. Below, the "
             "order experiment: encoding off or on, no mask or causal, each corner entered by its key. Only "
             "without encoding and without mask is it 0: each output moves with its word (equivariant), their "
             "mean does not change (invariant). orders (Tab): all orders of up to 7 words, by how far the word "
             "in focus moves; left and right choose the word, Enter takes the order. 'export csv compare FILE' "
             "writes every number of this view.",
             "两个状态并排在同一步骤，行（以及由词组成的列）按词对齐。左边是现在的状态；右边是交换两个词的同一句子，或用 P 定格的状态"
             "（:pin 名字）；o 换下一个，X 进入另一边：之后编辑的就是那一边。[ 和 ] 选择步骤。\n\n"
             "各词：每一行移动了多少（最大的 |差|），以及各行平均的移动。下面是顺序实验：有无位置编码、有无因果遮罩，每个角按键进入。"
             "只有既无编码又无遮罩时才是 0：每个输出跟着自己的词走（置换等变），而平均不变（置换不变）。"
             "各种顺序（Tab）：最多 7 个词的所有顺序，按焦点词移动多少排列；左右键选词，Enter 采用这个顺序。"
             "export csv compare 文件 写出本视图的每一个数。")},
    [VIEW_EDIT] = {PAIR("edit", "编辑"),
        PAIR("Every number that is given rather than computed: embeddings, weights, biases, tables. Type a "
             "number, nudge it, undo. Everything later follows at once. Esc closes the editor.",
             "所有给定（而不是算出）的数：词向量、权重、偏置、表。输入、微调、撤销，后面的一切立刻跟着变。Esc 关闭编辑。")},
    [VIEW_COST] = {PAIR("cost", "代价"),
        PAIR("What an RNN, a CNN with kernels of width k and attention cost for n words of width d, and how far apart two words "
             "are. Beside n, d and k stand the keys that change them (:set cost_n 1000 gives one a value). Below: through which words of this "
             "sentence the first one reaches the last.",
             "n 个词、宽度 d、卷积核宽 k 时，RNN、CNN 和注意力各要多少计算，两个词之间要走多远。n、d、k 旁边是改变它们的按键"
             "（:set cost_n 1000 直接给值）。下面：这句话的第一个词经过哪些词到达最后一个词。")},
    [VIEW_MAP] = {PAIR("map of the words", "词图"),
        PAIR("Every word as a point: the dotted line leads from its embedding (X) to what attention reads (H), the "
             "other one on to its output. Attention draws words towards those that they read. The axes are principal components, "
             "the directions in which the rows spread most; what they do not show is said above.",
             "每个词是一个点：虚线从词向量（X）走到注意力的输入（H），实线再走到输出。注意力把词拉向它所读的词。"
             "坐标轴是主成分，也就是各行散布最大的方向；图上看不到的部分有多少，写在上面。")},
    [VIEW_HOME] = {PAIR("start", "开始"),
        PAIR("What to begin with. Arrows choose, Enter opens; every other key works from here too. `home` (key 9) comes back.",
             "从哪里开始。方向键选择，回车打开；其他按键在这里也都有用。home（按键 9）可以回来。")},
    [VIEW_LESSON] = {PAIR("lessons", "课程"),
        PAIR("The course: its units, its lessons, how long each one is. Enter opens the one under the cursor; it then "
             "stands beside the view it speaks about.",
             "课程目录：各单元、各课，以及每课要多久。回车打开光标处的一课，课文与它所说的视图并排。")},
};

struct pair help_view_title(int view)
{
    return views[view].title;
}

struct pair help_view_text(int view)
{
    return views[view].text;
}

static void key_line(struct text *out, const struct binding *b, enum lang lang)
{
    const char *note = pair_in(b->note, lang);
    text_addf(out, *note ? "  %-9s %-24s %s\n" : "  %-9s %s\n", b->key, b->line, note);
}

/* The keys bound in one context that do so in `where`. */
static void key_lines(struct text *out, const struct keymap *k, const char *context, const char *where, enum lang lang)
{
    for (int i = 0; i < k->count; i++)
        if (strcmp(k->v[i].context, context) == 0 && keymap_find(k, where, k->v[i].key) == &k->v[i])
            key_line(out, &k->v[i], lang);
    for (const struct binding *b = keymap_defaults; b->key; b++)
        if (strcmp(b->context, context) == 0 && keymap_find(k, where, b->key) == b)
            key_line(out, b, lang);
}

/* A heading and the keys of some contexts; nothing where there are none. */
static void key_page(struct text *out, struct pair heading, const struct model *m, const char *const *in, enum lang lang)
{
    struct text where = TEXT_HERE, lines = TEXT_HERE;
    help_contexts(m, &where);
    for (; *in; in++)
        key_lines(&lines, &m->keymap, *in, text_str(&where), lang);
    if (lines.len > 0)
        text_addf(out, "%s\n%s\n", pair_in(heading, lang), text_str(&lines));
    text_finish(&where);
    text_finish(&lines);
}

const char *help_context(int view)
{
    return view == VIEW_LESSON ? "course" : view_name(view);
}

void help_contexts(const struct model *m, struct text *out)
{
    if (m->lesson && m->now.state.look.view == VIEW_EDIT)
        text_add(out, "editing ");
    if (m->lesson && m->lesson->free)
        text_add(out, "free ");
    else if (m->lesson)
        text_addf(out, "%s %s lesson ", !lesson_run_open(m->lesson, ASK_CHOICE) ? "" : m->lesson->counts ? "hands" : "choice",
                  m->lesson->layout == LAYOUT_VIEW ? "alone" : "beside");
    text_add(out, help_context(m->now.state.look.view));
}

static const struct pair
    lesson_open = PAIR("The text stands beside the view it speaks about. Nothing moves on by itself: Enter goes on, and answers. What you "
                       "change belongs to this step and is dropped when you leave it (:save FILE keeps it). What you had before comes back when the lesson is left.",
                       "文字与它所说的视图并排。不会自己往下走：回车继续，也用来回答。你所做的修改只属于这一步，离开就丢掉（:save 文件 可留下）。"
                       "打开课程之前的内容，离开课程后会原样回来。"),
    lesson_free = PAIR("Everything may be changed and every view opened: nothing of it counts. The lesson waits where it was.",
                       "什么都可以改，哪个视图都可以看，都不计分。课程停在原来的地方等你。");

static void lesson_help(struct text *out, const struct model *m, enum lang lang)
{
    static const char *const in_free[] = {"free", NULL}, *const in_lesson[] = {"choice", "lesson", "beside", "alone", "editing", NULL};
    bool free = m->lesson->free;
    text_addf(out, "%s\n\n%s\n\n", text_in(EITHER(free, TEXT("Free play beside a lesson", "课程中的自由操作"), TEXT("A lesson is open", "课程打开着")), lang),
              pair_in(free ? lesson_free : lesson_open, lang));
    key_page(out, BOTH("Keys of the lesson", "课程的按键"), m, free ? in_free : in_lesson, lang);
}

void help_here(struct text *out, const struct model *m, enum lang lang)
{
    int view = m->now.state.look.view;
    const char *const here[] = {help_context(view), NULL}, *const all[] = {"all", NULL};
    if (m->lesson)
        lesson_help(out, m, lang);
    text_addf(out, "%s\n\n%s\n\n", pair_in(views[view].title, lang), pair_in(views[view].text, lang));
    key_page(out, BOTH("Keys of this view", "本视图的按键"), m, here, lang);
    key_page(out, BOTH("Keys everywhere", "随处可用的按键"), m, all, lang);
    text_addf(out, "%s\n", text_in(TEXT(": opens the command line; 'help commands' lists all commands, 'help set' all settings,\n"
                                        "'help values' what print can show, 'help swap' explains one. q or Esc closes this page.",
                                        "按 : 打开命令行；help commands 列出全部命令，help set 列出全部设置项，\n"
                                        "help values 列出 print 能显示的值，help swap 解释一个命令。按 q 或 Esc 关闭本页。"), lang));
}

static void param_line(struct text *out, const struct param *p, enum lang lang)
{
    text_addf(out, "  %-9s %s", p->name, pair_in(p->help, lang));
    if (p->choice) {
        text_add(out, " (");
        for (int i = 0; p->choice(i); i++)
            text_addf(out, "%s%s", i ? " " : "", p->choice(i));
        text_add(out, ")");
    } else {
        text_addf(out, " (%g … %g)", p->lo, p->hi);
    }
    text_add(out, "\n");
}

static void encoding_lines(struct text *out, const struct posenc_def *e, enum lang lang)
{
    text_addf(out, "  %s  %s\n      %s\n      %s\n", e->name, pair_in(e->title, lang), e->formula, pair_in(e->help, lang));
    for (int i = 0; i < posenc_param_count(e); i++)
        text_addf(out, "      %s: %s\n", e->params[i].name, pair_in(e->params[i].help, lang));
}

/* What is refused because it would take too long or too much memory. */
static void limit_lines(struct text *out, enum lang lang)
{
    const double giga = 1e9;
    text_addf(out, text_in(TEXT("  %d words in a sentence, d and heads × d_k up to %d, 64 heads, %d layers\n", "  一句最多 %d 个词，d 和 heads × d_k 最大 %d，64 个头，%d 层\n"), lang),
              CONFIG_MAX_WORDS, CONFIG_MAX_D, CONFIG_MAX_LAYERS);
    text_addf(out, text_in(TEXT("  %.0f GB of memory for all numbers of a scene, together with what is pinned\n", "  一个场景的全部数与定格的状态一共最多 %.0f GB 内存\n"), lang), SCENE_BYTES / giga);
    text_addf(out, text_in(TEXT("  %d MB for undo: beyond that the oldest steps are dropped\n", "  撤销最多占 %d MB：超出时丢弃最早的步骤\n"), lang), HISTORY_BYTES / 1000000);
    text_addf(out, text_in(TEXT("  %d pinned states, %d keys of your own\n", "  %d 个定格，%d 个自定义按键\n"), lang), MODEL_PINS, KEYMAP_OWN);
    text_addf(out, text_in(TEXT("  in a lesson: %d words, d %d, %d heads, %d layers, %d commands a step\n", "  课程里：%d 个词，d %d，%d 个头，%d 层，每步 %d 条命令\n"), lang), LESSON_MAX_WORDS,
              LESSON_MAX_D, LESSON_MAX_HEADS, LESSON_MAX_LAYERS, LESSON_MAX_COMMANDS);
    text_add(out, text_in(TEXT("  What takes longer than a moment shows how far it is; Ctrl-C or Esc stops it.\n", "  耗时较长的计算会显示进度，按 Ctrl-C 或 Esc 停止。\n"), lang));
}

const char *const help_topics[] = {"commands", "set", "encoding", "values", "keys", "pair", "limits", NULL};

bool help_topic(struct text *out, const char *topic, enum lang lang)
{
    size_t before = out->len;
    int stage = stage_find(topic);
    const struct posenc_def *encoding = posenc_find(topic);
    for (const struct param *p = params; p->name; p++)
        if (strcmp(topic, "set") == 0 || strcmp(topic, p->name) == 0)
            param_line(out, p, lang);
    for (int i = 0; i < posenc_count() && strcmp(topic, "encoding") == 0; i++)
        encoding_lines(out, posencs[i], lang);
    for (int i = 0; i < VIEW_COUNT; i++)
        if (strcmp(topic, view_name(i)) == 0)
            text_addf(out, "  view %s  %s\n  %s\n", topic, pair_in(views[i].title, lang), pair_in(views[i].text, lang));
    if (encoding)
        encoding_lines(out, encoding, lang);
    if (stage >= 0)
        text_addf(out, "  %s  %s\n      %s\n", stage_name(stage), stage_pass(stage)->formula, pair_in(stage_pass(stage)->help, lang));
    for (const struct ready_pair *p = ready_pairs; p->name && strcmp(topic, "pair") == 0; p++)
        text_addf(out, "  %s  /  %s\n", p->side[0], p->side[1]);
    if (strcmp(topic, "limits") == 0)
        limit_lines(out, lang);
    if (strcmp(topic, "keys") == 0)
        key_lines(out, &(struct keymap){0}, "all", "all", lang);
    expr_help(out, topic, lang);
    return out->len > before;
}

static bool holds(struct pair text, const char *word, enum lang lang)
{
    return strstr(pair_in(text, lang), word) != NULL;
}

void help_search(struct text *out, const char *word, enum lang lang)
{
    for (int i = 0; i < VIEW_COUNT; i++)
        if (holds(views[i].title, word, lang))
            text_addf(out, "  view %s  %s\n", view_name(i), pair_in(views[i].title, lang));
    for (const struct param *p = params; p->name; p++)
        if (holds(p->help, word, lang))
            param_line(out, p, lang);
    for (int i = 0; i < posenc_count(); i++)
        if (holds(posencs[i]->title, word, lang))
            text_addf(out, "  encoding %s  %s\n", posencs[i]->name, pair_in(posencs[i]->title, lang));
    for (int i = 0; i < STAGE_COUNT; i++)
        if (holds(stage_title(i), word, lang))
            text_addf(out, "  stage %s  %s\n", stage_name(i), pair_in(stage_title(i), lang));
    for (const struct binding *b = keymap_defaults; b->key; b++)
        if (holds(b->note, word, lang))
            text_addf(out, "  %-9s %-24s %s\n", b->key, b->line, pair_in(b->note, lang));
}
