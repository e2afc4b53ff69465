#include "state/param.h"

#include <math.h>
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "core/math/elementary.h"
#include "core/pipeline/stage.h"
#include "tasks/task.h"

/* Choices that no other room lists, in the order of their constants. */
/* clang-format off */
#define SAME NULL
static const struct choice
    masks[] = {[MASK_NONE] = {"none", TEXT("none")}, [MASK_CAUSAL] = {"causal", TEXT("causal")},
               [MASK_PAD] = {"pad", TEXT("pad")}, [MASK_CAUSAL | MASK_PAD] = {"causal+pad", TEXT("causal + pad")},
               [MASK_GIVEN] = {"given", TEXT_AS("param", "given")},
               [MASK_CAUSAL | MASK_GIVEN] = {"causal+given", TEXT("causal + given")},
               [MASK_PAD | MASK_GIVEN] = {"pad+given", TEXT("pad + given")},
               [MASK_CAUSAL | MASK_PAD | MASK_GIVEN] = {"causal+pad+given", TEXT("causal + pad + given")},
               {NULL, SAME}},
    blocks[] = {[BLOCK_ATTENTION] = {"attention", TEXT_AS("param", "attention")}, [BLOCK_ENCODER] = {"encoder", TEXT("encoder")},
                [BLOCK_DECODER] = {"decoder", TEXT("decoder")}, {NULL, SAME}},
    norms[] = {[NORM_NONE] = {"none", TEXT("none")}, [NORM_PRE] = {"pre", TEXT("pre")},
               [NORM_POST] = {"post", TEXT("post")}, [NORM_OUT] = {"out", TEXT_AS("norm", "out")},
               [NORM_BOTH] = {"both", TEXT_AS("norm", "both")}, {NULL, SAME}},
    qk_norms[] = {[QK_NORM_NONE] = {"none", TEXT("none")}, [QK_NORM_HEAD] = {"head", TEXT("by head")},
                  [QK_NORM_WIDE] = {"wide", TEXT("all heads together")},
                  [QK_NORM_COSINE] = {"cosine", TEXT("cosine")}, {NULL, SAME}},
    sources[] = {[SOURCES_GROUPED] = {"grouped", TEXT("grouped")}, [SOURCES_EACH] = {"each", TEXT("each")},
                 [SOURCES_HEARD] = {"heard", SAME}, {NULL, SAME}},
    optimizers[] = {{"adam", "Adam"}, {"sgd", "SGD"}, {NULL, SAME}},
    switches[] = {{"off", TEXT("off")}, {"on", TEXT("on")}, {NULL, SAME}},
    shades[] = {[SHADE_AUTO] = {"auto", TEXT("auto")}, [SHADE_ROW] = {"row", TEXT("by row")},
                [SHADE_MATRIX] = {"matrix", TEXT("by matrix")}, [SHADE_FIXED] = {"fixed", TEXT("fixed")}, {NULL, SAME}},
#define THEME_ROW(id, name, spoken) {name, spoken},
    themes[] = {THEMES(THEME_ROW, THEME_ROW) {NULL, SAME}},
#define LANG_CHOICE(id, code, ...) {#code, SAME},
    langs[] = {LANGUAGES(LANG_CHOICE) {NULL, SAME}},
    widths[] = {{"auto", SAME}, {"narrow", SAME}, {"wide", SAME}, {NULL, SAME}},
    zooms[] = {{"full", SAME}, {"cell", SAME}, {NULL, SAME}},
    shows[] = {{"values", SAME}, {"delta", SAME}, {"gradient", SAME}, {NULL, SAME}},
    panes[] = {{"matrix", SAME}, {"arithmetic", SAME}, {"rail", SAME}, {NULL, SAME}},
    axes[] = {{"all", SAME}, {"X", SAME}, {"H", SAME}, {"output", SAME}, {NULL, SAME}},
    machines[] = {{"transformer", SAME}, {"paths", SAME}, {"memory", SAME}, {"note", SAME}, {"cache", SAME}, {NULL, SAME}},
    compare_panels[] = {{"flow", SAME}, {"words", SAME}, {"orders", SAME}, {"cause", SAME}, {NULL, SAME}},
    causes[] = {{"carry", SAME}, {"omit", SAME}, {NULL, SAME}},
    pages[] = {{"course", SAME}, {"questions", SAME}, {"verdicts", SAME}, {NULL, SAME}},
    train_panels[] = {{"run", SAME}, {"places", SAME}, {"tasks", SAME}, {NULL, SAME}},
    races[] = {{"auto", SAME}, {"off", SAME}, {NULL, SAME}},
    panels[] = {{"clocks", SAME}, {"bands", SAME}, {"alike", SAME}, {"wave", SAME}, {"product", SAME}, {"rotation", SAME}, {"dials", SAME}, {"overview", SAME},
                {"readout", SAME}, {"corridor", SAME}, {NULL, SAME}},
    terms_panels[] = {{"maps", SAME}, {"meaning", SAME}, {"distance", SAME}, {"scale", SAME}, {"weights", SAME}, {"layers", SAME}, {NULL, SAME}},
    asks[] = {{"all", SAME}, {"token", SAME}, {"position", SAME}, {"type", SAME}, {"attn", SAME}, {"ffn", SAME}, {"bias", SAME}, {NULL, SAME}},
    codes[] = {{"positions", SAME}, {"exp-log", SAME}, {"attention", SAME}, {"shift", SAME}, {"dot", SAME}, {"fourier", SAME}, {"online", SAME}, {"linear", SAME}, {NULL, SAME}};
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
    {"d", PARAM_WHOLE, AT(set.d), PARAM_NUMBERS, "8", 1, CONFIG_MAX_D, 1, .spoken = TEXT("width d"),
     .help = TEXT("d_model: numbers in a word's vector")},
    {"dk", PARAM_WHOLE, AT(set.dk), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_D, 1, .zero = "auto", .spoken = TEXT("width d_k"),
     .help = TEXT("width of a head's queries and keys (auto: d / heads)")},
    {"dv", PARAM_WHOLE, AT(set.dv), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_D, 1, .zero = "auto", .spoken = TEXT("width d_v"),
     .help = TEXT("width of a head's values (auto: d / heads)")},
    /* After dk and dv: a saved state sets them in this order, and heads whose widths are set need not divide d. */
    {"heads", PARAM_WHOLE, AT(set.heads), PARAM_NUMBERS, "1", 1, 64, 1, .spoken = TEXT_AS("param", "heads"),
     .help = TEXT("number of attention heads")},
    {"key_heads", PARAM_WHOLE, AT(set.key_heads), PARAM_NUMBERS, NULL, 0, 64, 1, .zero = "auto", .spoken = TEXT("heads of keys"),
     .help = TEXT("heads of keys and values, each read by several heads of queries: GQA; 1: MQA (auto: as many as heads)")},
    {"dsrc", PARAM_WHOLE, AT(set.dsrc), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_D, 1, .zero = "auto", .spoken = TEXT("width of the memory"),
     .help = TEXT("width of the memory's vectors (auto: d)")},
    {"dff", PARAM_WHOLE, AT(set.dff), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_D, 1, .zero = "off", .spoken = TEXT("feed-forward width"),
     .help = TEXT("width of the feed-forward network (off: none)")},
    {"layers", PARAM_WHOLE, AT(set.layers), PARAM_NUMBERS, "1", 1, CONFIG_MAX_LAYERS, 1, .spoken = TEXT_AS("param", "layers"),
     .help = TEXT("number of layers")},
    {"start", PARAM_WHOLE, AT(set.start), PARAM_NUMBERS, NULL, 0, STATE_LAST_POSITION, 1, .spoken = TEXT("first position"),
     .help = TEXT_AS("param", "position of the first word")},
    {"pad", PARAM_WHOLE, AT(set.pad), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_WORDS, 1, .spoken = TEXT("padding words"),
     .help = TEXT("padding words at the end (mask pad)")},
    {"base", PARAM_REAL, AT(set.base), PARAM_NUMBERS, "10000", 1.0001, 1e9, 100, .spoken = TEXT("base"),
     .help = TEXT("base of the frequencies: ω_i = base^(-2i/d)")},
    {"pescale", PARAM_REAL, AT(set.pescale), PARAM_NUMBERS, "1", -1e6, 1e6, 0.1, .spoken = TEXT("positions times"),
     .help = TEXT("the encoding is multiplied by this before it is added")},
    {"eps", PARAM_REAL, AT(set.eps), PARAM_NUMBERS, "1e-5", 0, 1, 1e-6, .spoken = TEXT("eps"),
     .help = TEXT("added to the variance in LayerNorm")},
    {"scale", PARAM_SCALE, AT(set.scale), PARAM_NUMBERS, "sqrt", 1e-9, 1e9, 0.5, .spoken = TEXT("divisor"),
     .help = TEXT("scores are divided by: sqrt (√d_k), none, or a number")},
    {"block", PARAM_CHOICE, AT(set.block), PARAM_NUMBERS, NULL, .choices = blocks, .spoken = TEXT("block"),
     .help = TEXT("attention alone, or a whole encoder or decoder layer")},
    {"norm", PARAM_CHOICE, AT(set.norm), PARAM_NUMBERS, NULL, .choices = norms, .spoken = TEXT("norm"),
     .help = TEXT("LayerNorm: none, pre (before a sublayer), post (after it), out (of what it gives, before that is added: OLMo 2) or both (pre and out: Gemma)")},
    {"rms", PARAM_CHOICE, AT(set.rms), PARAM_NUMBERS, NULL, .choices = switches, .spoken = "RMSNorm",
     .help = TEXT("every LayerNorm is an RMSNorm: x/√(mean x² + eps)·g, without mean and shift")},
    {"qk_norm", PARAM_CHOICE, AT(set.qk_norm), PARAM_NUMBERS, NULL, .choices = qk_norms, .spoken = TEXT("norm of queries and keys"),
     .help = TEXT("QK-norm: queries and keys are divided by their size before any rotation: head (each head's), wide (all heads' together), or cosine (by their length)")},
    {"softcap", PARAM_REAL, AT(set.softcap), PARAM_NUMBERS, NULL, 0, 1e6, 1, .zero = "off", .spoken = TEXT("soft-cap"),
     .help = TEXT("scores are bent by C·tanh(score/C), so that none goes beyond C (off: not)")},
    {"final_cap", PARAM_REAL, AT(set.final_cap), PARAM_NUMBERS, NULL, 0, 1e6, 1, .zero = "off", .spoken = TEXT("cap of the logits"),
     .help = TEXT("logits are bent by C·tanh(logit/C) (off: not)")},
    {"sink", PARAM_CHOICE, AT(set.sink), PARAM_NUMBERS, NULL, .choices = switches, .spoken = TEXT("attention sink"),
     .help = TEXT("a key without a value takes its share of every row: softmax + 1; its logits are the matrix sink")},
    {"window", PARAM_WHOLE, AT(set.window), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_WORDS, 1, .zero = "off", .spoken = TEXT("window"),
     .help = TEXT("sliding window: a word sees keys at distances below this alone (1: itself)")},
    {"residual", PARAM_CHOICE, AT(set.residual), PARAM_NUMBERS, NULL, .choices = switches, .spoken = TEXT("residual"),
     .help = TEXT("add a sublayer's input to its output")},
    {"gated", PARAM_CHOICE, AT(set.gated), PARAM_NUMBERS, NULL, .choices = switches, .spoken = TEXT("gate"),
     .help = TEXT("gated feed-forward network: activation(x Wg)·(x W1); with silu SwiGLU, with gelu GeGLU")},
    {"parallel", PARAM_CHOICE, AT(set.parallel), PARAM_NUMBERS, NULL, .choices = switches, .spoken = TEXT("parallel block"),
     .help = TEXT("attention and feed-forward network read the same rows, side by side (GPT-NeoX)")},
    {"activation", PARAM_CHOICE, AT(set.activation), PARAM_NUMBERS, NULL, .listed = activation_name, .spoken = TEXT("activation"),
     .help = TEXT("function inside the feed-forward network: relu, gelu, gelu_new (its approximation in GPT-2), silu, or quick_gelu (x/(1 + exp(-1.702x)))")},
    {"final_norm", PARAM_CHOICE, AT(set.final_norm), PARAM_NUMBERS, NULL, .choices = switches, .spoken = TEXT("norm at the end"),
     .help = TEXT("one more LayerNorm after the last layer")},
    {"mask", PARAM_CHOICE, AT(set.mask), PARAM_NUMBERS, NULL, .choices = masks, .spoken = TEXT("mask"),
     .help = TEXT("which keys a query may not see")},
    {"encoding", PARAM_CHOICE, AT(set.encoding), PARAM_NUMBERS, "sincos", .listed = encoding_name, .spoken = TEXT_AS("param", "positions"),
     .help = TEXT("positional encoding")},
    {"sources", PARAM_CHOICE, AT(set.sources), PARAM_NUMBERS, NULL, .choices = sources, .spoken = TEXT("sources"),
     .help = TEXT("terms above the first layer: more than five sources in groups, each by itself, or heard (word and place, and one term for all that the layers below added)")},
    {"seed", PARAM_WHOLE, AT(set.seed), PARAM_NUMBERS, "1", 0, 1000000000, 1, .spoken = TEXT("seed"),
     .help = TEXT("seed of random weights, and of the sentences of a task")},
    {"task", PARAM_CHOICE, AT(set.task), PARAM_NUMBERS, NULL, .listed = task_name, .spoken = TEXT("task"),
     .help = TEXT("what is trained: sentences of a task ('task NAME' also sets what it recommends), or none: the sentence and its targets")},
    {"task_k", PARAM_WHOLE, AT(set.task_k), PARAM_NUMBERS, NULL, 0, 64, 1, .zero = "auto", .spoken = TEXT("the task's k"),
     .help = TEXT("echo: how far back; metre: tones of a line; point: kinds of sentences (auto: the task's own)")},
    {"task_n", PARAM_WHOLE, AT(set.task_n), PARAM_NUMBERS, NULL, 0, TASK_LONGEST, 1, .zero = "auto", .spoken = TEXT("words of the task"),
     .help = TEXT("words of a task's sentences (auto: the task's own)")},
    {"task_test", PARAM_WHOLE, AT(set.task_test), PARAM_NUMBERS, NULL, 0, TASK_LONGEST, 1, .zero = "auto", .spoken = TEXT("words of the test"),
     .help = TEXT("words of the sentences of a task's test (auto: as in training)")},
    {"optimizer", PARAM_CHOICE, AT(set.optimizer), PARAM_NUMBERS, NULL, .choices = optimizers, .spoken = TEXT("optimizer"),
     .help = TEXT("how a step follows the gradient: adam, or sgd (stochastic gradient descent)")},
    {"rate", PARAM_REAL, AT(set.rate), PARAM_NUMBERS, "0.01", 0, 100, -2, .spoken = TEXT("learning rate"),
     .help = TEXT("learning rate: how far a step goes")},
    {"dropout", PARAM_REAL, AT(set.dropout), PARAM_NUMBERS, "0", 0, 0.9, -1, .spoken = TEXT("dropout"),
     .help = TEXT("in training only: in each step, each column of the joined heads is silent with this chance")},
    {"batch", PARAM_WHOLE, AT(set.batch), PARAM_NUMBERS, NULL, 0, TASK_BATCH, 1, .zero = "auto", .spoken = TEXT("batch"),
     .help = TEXT("sentences of a training step (auto: all, or 32 if there are too many)")},
    {"train_words", PARAM_CHOICE, AT(set.train_words), PARAM_NUMBERS, "on", .choices = switches, .spoken = TEXT("training of words"),
     .help = TEXT("training changes the words' vectors too")},
    {"tile", PARAM_WHOLE, AT(set.tile), PARAM_NUMBERS, "2", 1, CONFIG_MAX_WORDS, 1, .spoken = TEXT("keys of a tile"),
     .help = TEXT("keys of a step of softmax in tiles (set code online)")},
    {"temperature", PARAM_REAL, AT(set.temperature), PARAM_NUMBERS, "0", 0, 100, 0.1, .spoken = TEXT("temperature"),
     .help = TEXT("of the choice of the next word: logits are divided by it before the lot (0: no lot, the likeliest; high: all words alike)")},
    {"top_k", PARAM_WHOLE, AT(set.top_k), PARAM_NUMBERS, NULL, 0, CONFIG_MAX_D * 256, 1, .zero = "off", .spoken = TEXT("words to draw from"),
     .help = TEXT("the next word is drawn from the K likeliest (off: from all)")},
    {"top_p", PARAM_REAL, AT(set.top_p), PARAM_NUMBERS, "1", 1e-9, 1, 0.05, .spoken = TEXT("share to draw from"),
     .help = TEXT("the next word is drawn from the likeliest that hold this share together (1: from all)")},
    {"draw", PARAM_WHOLE, AT(set.draw), PARAM_NUMBERS, "1", 0, 1000000000, 1, .spoken = TEXT("seed of the lot"),
     .help = TEXT("seed of the lot that draws the next word; the same seed writes the same words")},
    {"dimnames", PARAM_CHOICE, AT(dimnames), PARAM_NUMBERS, "on", .choices = switches, .spoken = TEXT("names of dimensions"),
     .help = TEXT("label the 8 dimensions with the built-in vocabulary's names")},

    {"view", PARAM_CHOICE, AT(look.view), PARAM_LOOK, "stages", .listed = view_name, .unlisted = true,
     .help = TEXT("which view is shown")},
    {"stage", PARAM_CHOICE, AT(look.stage), PARAM_LOOK, "weights", .listed = stage_name, .unlisted = true,
     .help = TEXT("which stage of the computation is shown")},
    {"layer", PARAM_WHOLE, AT(look.layer), PARAM_LOOK, NULL, 0, CONFIG_MAX_LAYERS - 1, 1, .counted = AT(set.layers), .unlisted = true,
     .help = TEXT("which layer is shown and edited")},
    {"head", PARAM_WHOLE, AT(look.head), PARAM_LOOK, NULL, 0, 63, 1, .counted = AT(set.heads), .unlisted = true,
     .help = TEXT("which head is shown")},
    {"query", PARAM_WHOLE, AT(look.query), PARAM_LOOK, NULL, 0, CONFIG_MAX_WORDS, 1, .unlisted = true,
     .help = TEXT("the query word in focus")},
    {"key", PARAM_WHOLE, AT(look.key), PARAM_LOOK, "2", 0, CONFIG_MAX_WORDS, 1, .unlisted = true,
     .help = TEXT("the key word in focus")},
    {"dim", PARAM_WHOLE, AT(look.dim), PARAM_LOOK, NULL, 0, CONFIG_MAX_D, 1, .unlisted = true,
     .help = TEXT("the dimension in focus")},
    {"pos", PARAM_WHOLE, AT(look.encoding.pos), PARAM_LOOK, "2", 0, STATE_LAST_POSITION, 1, .spoken = "t",
     .help = TEXT("position t of the encoding view")},
    {"pos2", PARAM_WHOLE, AT(look.encoding.pos2), PARAM_LOOK, NULL, 0, STATE_LAST_POSITION, 1, .unlisted = true,
     .help = TEXT("second position s of the encoding view")},
    {"column", PARAM_WHOLE, AT(look.encoding.column), PARAM_LOOK, NULL, 0, CONFIG_MAX_D, 1, .unlisted = true,
     .help = TEXT("dimension under the cursor in the encoding view")},
    {"edit", PARAM_WHOLE, AT(look.sheet.matrix), PARAM_LOOK, NULL, 0, 64, 1, .unlisted = true,
     .help = TEXT("which matrix the editor shows")},
    {"row", PARAM_WHOLE, AT(look.sheet.row), PARAM_LOOK, NULL, 0, CONFIG_MAX_D, 1, .unlisted = true,
     .help = TEXT("row under the cursor in the editor")},
    {"col", PARAM_WHOLE, AT(look.sheet.col), PARAM_LOOK, NULL, 0, CONFIG_MAX_D, 1, .unlisted = true,
     .help = TEXT("column under the cursor in the editor")},
    {"panel", PARAM_CHOICE, AT(look.encoding.panel), PARAM_LOOK, NULL, .choices = panels, .panel_of = 1 + VIEW_ENCODING,
     .help = TEXT("which panel a view shows; of several views, that of the one shown, or the one that has such a panel")},
    {"terms_panel", PARAM_CHOICE, AT(look.terms.panel), PARAM_LOOK, NULL, .choices = terms_panels, .panel_of = 1 + VIEW_TERMS, .unlisted = true,
     .help = TEXT("what the terms view shows beside the bars")},
    {"terms_asks", PARAM_CHOICE, AT(look.terms.asks), PARAM_LOOK, NULL, .choices = asks, .unlisted = true,
     .help = TEXT("which part of the query asks, in the panel of layers")},
    {"terms_open", PARAM_WHOLE, AT(look.terms.open), PARAM_LOOK, "-1", -1, CONFIG_MAX_LAYERS - 1, 1, .unlisted = true,
     .help = TEXT("the layer whose heads that panel shows (-1: none)")},
    {"compare_panel", PARAM_CHOICE, AT(look.compare.panel), PARAM_LOOK, NULL, .choices = compare_panels, .panel_of = 1 + VIEW_COMPARE, .unlisted = true,
     .help = TEXT("what the compare view shows: flow (two flows), words or orders below two matrices, or cause (which part carries the answer)")},
    {"cause", PARAM_CHOICE, AT(look.compare.cause), PARAM_LOOK, NULL, .choices = causes,
     .help = TEXT("what the map of causes tries, part by part: carry (from the other side) or omit (left out)")},
    {"cause_row", PARAM_WHOLE, AT(look.compare.row), PARAM_LOOK, NULL, 0, CONFIG_MAX_WORDS, 1, .unlisted = true,
     .help = TEXT("row of the map of causes under the cursor; the last is that of all words")},
    {"cause_col", PARAM_WHOLE, AT(look.compare.col), PARAM_LOOK, NULL, 0, 100000, 1, .unlisted = true,
     .help = TEXT("its column: the heads layer by layer, then the whole rows")},
    {"compare_stage", PARAM_CHOICE, AT(look.compare.stage), PARAM_LOOK, NULL, .listed = compare_stage_name, .unlisted = true,
     .help = TEXT("the stage on both sides of the compare view")},
    {"order_row", PARAM_WHOLE, AT(look.compare.order), PARAM_LOOK, NULL, -1, ORDERS_MOST - 1, 1, .unlisted = true,
     .help = TEXT("line under the cursor in the list of orders (-1: the sentence as it is)")},
    {"pane", PARAM_CHOICE, AT(look.stages.pane), PARAM_LOOK, NULL, .choices = panes, .unlisted = true,
     .help = TEXT("what the arrows move in the stages view")},
    {"line", PARAM_WHOLE, AT(look.stages.line), PARAM_LOOK, NULL, 0, 100000, 1, .unlisted = true,
     .help = TEXT("line of the arithmetic under the cursor")},
    {"factor", PARAM_WHOLE, AT(look.stages.factor), PARAM_LOOK, NULL, 0, 1, 1, .unlisted = true,
     .help = TEXT("first (0) or second (1) factor of that line")},
    {"walk", PARAM_WHOLE, AT(look.stages.walk), PARAM_LOOK, NULL, 0, 1000, 1, .zero = "off", .unlisted = true,
     .help = TEXT("segments of the arithmetic shown so far (off: all)")},
    {"beside", PARAM_CHOICE, AT(look.stages.beside), PARAM_LOOK, NULL, .choices = switches,
     .help = TEXT("all heads side by side, or one at a time")},
    {"axes", PARAM_CHOICE, AT(look.axes), PARAM_LOOK, NULL, .choices = axes,
     .help = TEXT("whose principal components are the axes of the map")},
    {"zoom", PARAM_CHOICE, AT(look.zoom), PARAM_LOOK, NULL, .choices = zooms,
     .help = TEXT("the whole matrix, or one cell's arithmetic")},
    {"shade", PARAM_CHOICE, AT(look.shade), PARAM_LOOK, NULL, .choices = shades, .spoken = TEXT_AS("param 2", "colours"),
     .help = TEXT("full colour in a matrix: at the largest of its row, of the matrix, fixed at 1, or auto")},
    {"show", PARAM_CHOICE, AT(look.show), PARAM_LOOK, NULL, .choices = shows,
     .help = TEXT("a stage's numbers, their change since the last edit (or from the pinned state), or the gradient: how the loss grows with each")},
    {"digits", PARAM_WHOLE, AT(look.digits), PARAM_LOOK, "3", 0, 17, 1,
     .help = TEXT("decimals shown")},
    {"lang", PARAM_CHOICE, AT(look.lang), PARAM_PERSON, NULL, .choices = langs,
     .help = TEXT("language")},
    {"theme", PARAM_CHOICE, AT(look.theme), PARAM_PERSON, NULL, .choices = themes, .spoken = TEXT("theme"),
     .help = TEXT_AS("param", "colours")},
    {"ambiguous", PARAM_CHOICE, AT(look.ambiguous), PARAM_PERSON, NULL, .choices = widths,
     .help = TEXT("columns the terminal gives → ● ─ and similar characters: auto (measured at start), narrow (one), wide (two: narrow characters are drawn instead, in words too; ? if there is none)")},
    {"motion", PARAM_CHOICE, AT(look.motion), PARAM_PERSON, "on", .choices = switches,
     .help = TEXT("animate changes from the old picture to the new one")},
    {"play", PARAM_WHOLE, AT(look.play), PARAM_LOOK, NULL, -1, 1, 1, .zero = "off", .unlisted = true,
     .help = TEXT("play through positions: 1 forward, -1 back, off")},
    {"speed", PARAM_WHOLE, AT(look.speed), PARAM_LOOK, "4", 1, 60, 1, .spoken = TEXT("speed"),
     .help = TEXT("positions per second while playing")},
    {"clock", PARAM_WHOLE, AT(look.encoding.game), PARAM_LOOK, NULL, 0, 1000000, 1, .zero = "off", .unlisted = true,
     .help = TEXT("question of the game 'what time is it?' (off: no game)")},
    {"clock_turn", PARAM_WHOLE, AT(look.encoding.turn), PARAM_LOOK, NULL, 0, 1000, 1, .zero = "off", .unlisted = true,
     .help = TEXT("how many words later the game asks for (off: what time it is now)")},
    {"clock_answer", PARAM_WHOLE, AT(look.encoding.answer), PARAM_LOOK, "-1", -1, STATE_LAST_POSITION, 1, .unlisted = true,
     .help = TEXT("the last answer in the game (-1: none yet)")},
    {"step", PARAM_REAL, AT(look.step), PARAM_LOOK, "0.1", 1e-6, 1e6, -10,
     .help = TEXT("how much a nudge changes a number ('add step 1': ten times as much)")},
    {"cost_n", PARAM_WHOLE, AT(look.cost.n), PARAM_LOOK, "100", 1, 1000000, -2,
     .help = TEXT("words n in the cost view ('add cost_n 1': twice as many)")},
    {"cost_d", PARAM_WHOLE, AT(look.cost.d), PARAM_LOOK, "512", 1, 1000000, -2,
     .help = TEXT("width d in the cost view ('add cost_d 1': twice as wide)")},
    {"cost_k", PARAM_WHOLE, AT(look.cost.k), PARAM_LOOK, "3", 2, 1000, 1, .spoken = TEXT("panel 'who hears whom': window of the CNN"),
     .help = TEXT("kernel width k in the cost view")},
    {"code", PARAM_CHOICE, AT(look.code.kind), PARAM_LOOK, NULL, .choices = codes,
     .help = TEXT("what the code view runs line by line: the table of positions, the same with exp and log, attention, Fourier features; or a derivation: shift (a step is a turn of every hand), dot (P_t·P_s depends on t - s only)")},
    {"code_line", PARAM_WHOLE, AT(look.code.line), PARAM_LOOK, NULL, 0, 12, 1, .unlisted = true,
     .help = TEXT("the line of the code that ran last (0 to 12)")},
    {"machine", PARAM_CHOICE, AT(look.machine.panel), PARAM_LOOK, NULL, .choices = machines, .panel_of = 1 + VIEW_MACHINE, .unlisted = true,
     .help = TEXT("what the machine view shows: transformer (its boxes), paths (how RNN, CNN and attention pass a word on), memory (one state beside one vector per word), note (a query goes from word to word) or cache (what is kept for the next word)")},
    {"box", PARAM_WHOLE, AT(look.machine.box), PARAM_LOOK, NULL, 0, 100, 1, .zero = "stage", .unlisted = true,
     .help = TEXT("box under the cursor in the machine view (stage: that of the stage)")},
    {"keep", PARAM_WHOLE, AT(look.machine.keep), PARAM_LOOK, "60", 0, 100, 5, .spoken = TEXT("panel 'what is kept': one state keeps, in %"),
     .help = TEXT("percent of itself that the state in the machine view keeps when it reads a word")},
    {"train_panel", PARAM_CHOICE, AT(look.train.panel), PARAM_LOOK, NULL, .choices = train_panels, .panel_of = 1 + VIEW_TRAIN, .unlisted = true,
     .help = TEXT("what the training view shows: run (a model that learns), places (what it makes of them) or tasks (what can be taught)")},
    {"page", PARAM_CHOICE, AT(look.page), PARAM_LOOK, NULL, .choices = pages, .panel_of = 1 + VIEW_LESSON, .unlisted = true,
     .help = TEXT("what the view of lessons lists: course, questions (that people ask, each with its picture) or verdicts (what course notes say, line by line)")},
    {"race", PARAM_CHOICE, AT(look.train.race), PARAM_LOOK, NULL, .listed = race_name,
     .help = TEXT("the encoding of the second run beside the training: auto (none; if the model has none, the last one), off, or an encoding")},

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

static bool param_has_choice(const struct param *p, const char *value)
{
    int i = 0;
    while (param_choice(p, i) && strcmp(param_choice(p, i), value) != 0)
        i++;
    return param_choice(p, i) != NULL;
}

const struct param *param_meant(const struct state *s, const char *name, const char *value)
{
    const struct param *const named = param_find(name), *meant = named;
    if (!named || !named->panel_of || named->unlisted)
        return named;
    for (const struct param *p = params; p->name; p++)
        if (p->panel_of == 1 + s->look.view || (p->panel_of && value && param_has_choice(p, value)))
            meant = p;
    return meant;
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
        reply_fail(r, col, TEXT("%s: no such value '%s': did you mean '%s'? (one of: %s)"), p->name, value,
                   near, text_str(&all));
    else
        reply_fail(r, col, TEXT("%s: no such value '%s' (one of: %s)"), p->name, value, text_str(&all));
    text_finish(&all);
    return false;
}

/* Reads a finite number within the range of p. */
static bool read_number(const struct param *p, const char *value, int col, double *x, struct reply *r)
{
    enum number_error e = number_parse(value, strlen(value), x);
    if (e == NUMBER_BAD)
        return reply_fail(r, col, TEXT("%s: '%s' is not a number (%g to %g)"), p->name, value, p->lo, p->hi);
    if (p->kind == PARAM_WHOLE && (e == NUMBER_OK && *x != floor(*x)))
        return reply_fail(r, col, TEXT("%s: %s is not a whole number"), p->name, value);
    if (e == NUMBER_RANGE || *x < p->lo || *x > p->hi)
        return reply_fail(r, col, TEXT("%s: %s is out of range (%g to %g)"), p->name, value, p->lo, p->hi);
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
        return reply_fail(r, col, TEXT("%s: '%s' is not sqrt, none or a number"), p->name, value);
    int count = p->counted ? count_at(s, p) : 0; /* there is an x-th of what p chooses from */
    if (count == 1 && e == NUMBER_OK && x != 0)
        return reply_fail(r, col, TEXT("%s %g: there is only %s 0 ('set %ss 2' makes two)"), p->name, x,
                          p->name, p->name);
    if (p->counted && e == NUMBER_OK && !(x >= 0 && x < count && x == floor(x)))
        return reply_fail(r, col,
                          TEXT("%s %g: there are %d, written 0 to %d (%s %d is number %d on the screen)"),
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
