/* The default keys: each runs a command line. The last two columns are the group in the help and the rank in
 * the footer, with what the key needs; 0: not in the footer. Digits open views everywhere, so no view binds
 * one. */
#include "session/keymap.h"

#include <stddef.h>

#include "state/state.h"

/* Letters that answer with themselves, and those that knock out a term or all others. */
#define LETTER(context, key, line, text)                                                                     \
    {                                                                                                        \
        context, key, line key, text, KEYS_TEACH, 0                                                          \
    }
#define B_TO_D(context, line, text)                                                                          \
    LETTER(context, "b", line, text), LETTER(context, "c", line, text), LETTER(context, "d", line, text)
#define A_TO_D(context, line, all, text)                                                                     \
    {context, "a", line "a", all, KEYS_TEACH, 10}, B_TO_D(context, line, text)
#define A_TO_F(context, line, text)                                                                          \
    LETTER(context, "a", line, text), B_TO_D(context, line, text), LETTER(context, "e", line, text),         \
        LETTER(context, "f", line, text)
/* clang-format off */
/* What stands in one row: two to four keys that do the same, of which the footer shows the first; two to five
 * contexts in which a key does the same; the letters that knock out or isolate the terms. */
#define NOT_SHOWN(footer) ((footer) & ((1u << FOOTER_VIEW) - 1) & ~(unsigned)FOOTER_RANK)
#define KEYS2(context, a, b, line, note, group, footer)                                                      \
    {context, a, line, note, group, footer}, {context, b, line, note, group, NOT_SHOWN(footer)}
#define KEYS3(context, a, b, c, line, note, group, footer)                                                   \
    KEYS2(context, a, b, line, note, group, footer), {context, c, line, note, group, NOT_SHOWN(footer)}
#define IN2(a, b, ...) {a, __VA_ARGS__}, {b, __VA_ARGS__}
#define IN3(a, b, c, ...) IN2(a, b, __VA_ARGS__), {c, __VA_ARGS__}
#define IN4(a, b, c, d, ...) IN2(a, b, __VA_ARGS__), IN2(c, d, __VA_ARGS__)
#define IN5(a, b, c, d, e, ...) IN4(a, b, c, d, __VA_ARGS__), {e, __VA_ARGS__}
#define TERM(line, key, only, i, footer, footer_only)                                                        \
    {"terms", key, line i " toggle", TEXT("knock out"), KEYS_NUMBERS, footer},                               \
        {"terms", only, line i " only", TEXT("isolate"), KEYS_NUMBERS, footer_only}
#define TERMS(line)                                                                                          \
    TERM(line, "a", "A", "0", 10, 11), TERM(line, "b", "B", "1", 0, 0), TERM(line, "d", "D", "2", 0, 0),     \
        TERM(line, "f", "F", "3", 0, 0), TERM(line, "g", "G", "4", 0, 0), TERM(line, "n", "N", "5", 0, 0),   \
        TERM(line, "o", "O", "6", 0, 0), TERM(line, "w", "W", "7", 0, 0), TERM(line, "i", "I", "8", 0, 0)
const struct binding keymap_defaults[] = {
    KEYS2("all", "Left", "h", "cursor left", TEXT("left"), KEYS_WALK, 0),
    KEYS2("all", "Right", "l", "cursor right", TEXT("right"), KEYS_WALK, 0),
    KEYS2("all", "Up", "k", "cursor up", TEXT("up"), KEYS_WALK, 0),
    KEYS2("all", "Down", "j", "cursor down", TEXT("down"), KEYS_WALK, 0),
    {"all", "PgUp", "cursor up 16",   TEXT("page up"), KEYS_WALK, 0},
    {"all", "PgDn", "cursor down 16", TEXT("page down"), KEYS_WALK, 0},
    {"all", "Home", "cursor left 1000000",  TEXT("first column"), KEYS_WALK, 0},
    {"all", "End",  "cursor right 1000000", TEXT("last column"), KEYS_WALK, 0},
    IN2("all", "tasks", "g", "cursor up 1000000",   TEXT("first row"), KEYS_WALK, 0),
    {"all", "G", "cursor down 1000000", TEXT("last row"), KEYS_WALK, 0},

    {"all", "V", "view machine",  TEXT("whole machine"), KEYS_WALK, 46 | FOOTER_LEADS_TO(VIEW_MACHINE)},
    KEYS2("all", "M", "8", "view map", TEXT("map"), KEYS_WALK, 45 | FOOTER_LEADS_TO(VIEW_MAP)),
    KEYS2("all", "c", "3", "view encoding", TEXT("clocks"), KEYS_WALK, 40 | FOOTER_LEADS_TO(VIEW_ENCODING)),
    KEYS2("all", "t", "4", "view terms", TEXT("terms"), KEYS_WALK, 41 | FOOTER_LEADS_TO(VIEW_TERMS)),
    {"all", "e", "view edit ; offer start", TEXT("edit"), KEYS_WALK, 42 | FOOTER_LEADS_TO(VIEW_EDIT)},
    KEYS2("all", "v", "2", "view stages", TEXT_AS("bindings", "stages"), KEYS_WALK, 43 | FOOTER_LEADS_TO(VIEW_STAGES)),
    KEYS2("all", "=", "5", "view compare", TEXT("compare"), KEYS_WALK, 44 | FOOTER_LEADS_TO(VIEW_COMPARE)),
    {"all", "U", "view train",    TEXT("training"), KEYS_WALK, 46 | FOOTER_LEADS_TO(VIEW_TRAIN)},
    {"all", "1", "view flow",     TEXT("flow"), KEYS_WALK, 0},
    {"all", "6", "view edit",     TEXT("edit"), KEYS_WALK, 0},
    {"all", "7", "lesson",        TEXT("lessons"), KEYS_TEACH, 0},
    {"all", "9", "home",          TEXT("start"), KEYS_WALK, 0},
    {"all", "0", "view cost",     TEXT("cost"), KEYS_WALK, 0},

    {"all", "[", "stage prev", TEXT("previous stage"), KEYS_WALK, 0},
    {"all", "]", "stage next", TEXT("next stage"), KEYS_WALK, 0},
    {"stages", "]", "stage next", TEXT("next stage"), KEYS_WALK, 10},
    {"stages", "{", "stage first", TEXT("first stage"), KEYS_WALK, 0},
    {"stages", "}", "stage last", TEXT("last stage"), KEYS_WALK, 0},
    {"stages", "/", "prompt stage", TEXT("find a stage"), KEYS_WALK, 26},
    {"stages", "Tab", "cycle pane 1", TEXT("next pane: arithmetic, list of stages"), KEYS_WALK, 0},
    {"stages", "Esc", "set pane matrix walk off", TEXT("back to the matrix, show all arithmetic"), KEYS_WALK, 0},
    IN2("stages", "gradient", "Enter", "follow", TEXT("source"), KEYS_WALK, 12),
    {"all", "Backspace", "view back", TEXT("back"), KEYS_WALK, 19 | KEY_NEEDS_WAY_BACK},
    {"stages", "Space", "walk", TEXT("steps"), KEYS_WALK, 11},
    {"stages", "b", "walk back", TEXT("one piece back"), KEYS_WALK, 0},
    IN2("stages", "flow", "e", "prompt cell", TEXT("edit here"), KEYS_NUMBERS, 25),
    IN2("stages", "flow", "+", "nudge 1", TEXT("a little more"), KEYS_NUMBERS, 0),
    IN2("stages", "flow", "-", "nudge -1", TEXT("a little less"), KEYS_NUMBERS, 0),
    {"stages", "z", "add zoom 1", TEXT("zoom"), KEYS_LOOK, 25},
    IN2("stages", "edit", "d", "toggle delta", TEXT("difference"), KEYS_LOOK, 24),
    IN3("stages", "edit", "flow", "g", "toggle gradient", TEXT("gradient"), KEYS_LOOK, 15 | KEY_NEEDS_TARGET),
    {"stages", "A", "cycle beside 1", TEXT("all heads"), KEYS_LOOK, 27 | KEY_NEEDS_HEADS},
    IN3("stages", "flow", "code", "h", "head next", TEXT("head"), KEYS_WALK, 13 | KEY_NEEDS_HEADS),
    {"stages", "P", "head place", TEXT("next head by position"), KEYS_WALK, 0},
    {"stages", ",", "add layer -1", TEXT("same head, layer before"), KEYS_WALK, 0},
    {"stages", ".", "add layer 1", TEXT("same head, next layer"), KEYS_WALK, 0},
    {"stages", "!", "tap next", TEXT("worst cell"), KEYS_LOOK, 9 | KEY_NEEDS_FINDING},
    {"tap", "[", "tap group prev", TEXT("group of the dump before"), KEYS_WALK, 0},
    {"tap", "]", "tap group next", TEXT("next group of the dump"), KEYS_WALK, 10},
    {"stages", "C", "cycle shade 1", TEXT("colours by row, matrix, fixed"), KEYS_LOOK, 0},
    {"all", "H", "head next",  TEXT("next head"), KEYS_WALK, 0},
    {"all", "E", "cycle encoding", TEXT("next encoding"), KEYS_NUMBERS, 0},
    {"all", "p", "toggle encoding", TEXT("positions on/off"), KEYS_NUMBERS, 18},
    {"encoding", "n", "cycle encoding", TEXT_AS("bindings", "next encoding"), KEYS_NUMBERS, 11},
    {"all", "m", "cycle mask 1", TEXT("mask"), KEYS_NUMBERS, 22},
    {"all", "x", "swap", TEXT("swap the two"), KEYS_WORDS, 21},
    {"all", "s", "prompt sentence", TEXT("sentence"), KEYS_WORDS, 23},
    {"all", "w", "pair next", TEXT("ready sentences"), KEYS_WORDS, 0},
    {"all", "W", "pair prev", TEXT("ready sentences, previous"), KEYS_WORDS, 0},
    {"all", "<", "move left",  TEXT("move the word left"), KEYS_WORDS, 0},
    {"all", ">", "move right", TEXT("move the word right"), KEYS_WORDS, 0},
    {"all", "J", "join",  TEXT("join with the next word"), KEYS_WORDS, 0},
    {"all", "S", "split", TEXT("split into characters"), KEYS_WORDS, 0},
    {"all", "r", "weights random", TEXT("random weights"), KEYS_NUMBERS, 0},
    {"all", "i", "weights identity", TEXT("identity weights"), KEYS_NUMBERS, 0},

    {"flow", "[", "cursor up",   TEXT("previous stage"), KEYS_WALK, 0},
    {"flow", "]", "cursor down", TEXT("next stage"), KEYS_WALK, 0},
    {"flow", "Enter", "follow", TEXT("look into"), KEYS_WALK, 10},
    {"flow", "D", "ten here", TEXT("draw where it looks"), KEYS_TEACH, 0},
    {"flow", "o", "cycle layer -1", TEXT("other layer"), KEYS_WALK, 16 | KEY_NEEDS_LAYERS},
    {"flow", ",", "cursor prev", TEXT("left in the row"), KEYS_WALK, 0},
    {"flow", ".", "cursor next", TEXT("in the row"), KEYS_WALK, 14},
    {"flow", "a", "prompt teach", TEXT("teach it this sentence"), KEYS_NUMBERS, 9 | KEY_NEEDS_UNREAD},
    {"flow", "A", "write", TEXT("write a word"), KEYS_NUMBERS, 10 | KEY_NEEDS_READOUT},
    IN4("flow", "train", "compare", "home", "p", "toggle encoding", TEXT("positions on/off"), KEYS_NUMBERS, 11),
    {"flow", "Space", "flow play", TEXT_AS("bindings", "flow"), KEYS_LOOK, 12},
    {"flow", "n", "flow next", TEXT("end of the next phase"), KEYS_LOOK, 0},
    {"flow", "N", "flow prev", TEXT("a phase back"), KEYS_LOOK, 0},
    {"flow", "(", "flow slower", TEXT("slower"), KEYS_LOOK, 0},
    {"flow", ")", "flow faster", TEXT("faster"), KEYS_LOOK, 0},
    {"flow", "Esc", "flow end", TEXT("show all of it"), KEYS_LOOK, 0},

    {"edit", "Enter", "prompt cell", TEXT("number (or -1)"), KEYS_NUMBERS, 10},
    {"edit", "+", "nudge 1",  TEXT("more"), KEYS_NUMBERS, 12},
    {"edit", "-", "nudge -1", TEXT("less"), KEYS_NUMBERS, 14},
    {"edit", "(", "add step -1", TEXT("smaller step"), KEYS_NUMBERS, 0},
    {"edit", ")", "add step 1",  TEXT("larger step"), KEYS_NUMBERS, 15},
    {"edit", "o", "offer",      TEXT("moves most"), KEYS_WALK, 13},
    {"edit", "Tab", "add edit 1",    TEXT("next matrix"), KEYS_WALK, 14},
    {"edit", "S-Tab", "add edit -1", TEXT("previous matrix"), KEYS_WALK, 0},
    {"edit", "Del", "clear", TEXT("clear"), KEYS_NUMBERS, 16},
    {"edit", "D", "clear row", TEXT("clear the row"), KEYS_NUMBERS, 0},
    {"edit", "y", "copy row",  TEXT("copy row"), KEYS_NUMBERS, 17},
    {"edit", "P", "paste row", TEXT("paste row"), KEYS_NUMBERS, 27},
    {"edit", "f", "fill row",    TEXT("fill row"), KEYS_NUMBERS, 25},
    {"edit", "F", "fill column", TEXT("fill column"), KEYS_NUMBERS, 0},
    {"edit", "*", "prompt command \"scale \"", TEXT("multiply the matrix"), KEYS_NUMBERS, 0},
    {"edit", "R", "random",   TEXT("random matrix"), KEYS_NUMBERS, 26},
    {"edit", "I", "identity", TEXT("identity matrix"), KEYS_NUMBERS, 0},
    IN2("edit", "editing", "Esc", "view back", TEXT("close"), KEYS_WALK, 11),

    {"map", "Tab", "cycle axes 1", TEXT("axes"), KEYS_LOOK, 10},

    {"train", "Space", "train run", TEXT("run, stop"), KEYS_NUMBERS, 10},
    {"train", ".", "train +1", TEXT("one step"), KEYS_NUMBERS, 11},
    {"train", "Left",  "train -5", TEXT("back in time"), KEYS_NUMBERS, 0},
    {"train", "Right", "train +5", TEXT("on in time"), KEYS_NUMBERS, 0},
    {"train", "Home", "train 0", TEXT_AS("bindings", "start"), KEYS_NUMBERS, 17},
    {"train", "End", "train end", TEXT("after all steps"), KEYS_NUMBERS, 0},
    {"train", "R", "task reseed", TEXT("next seed"), KEYS_NUMBERS, 14},
    IN2("train", "tasks", "n", "task next", TEXT("next task"), KEYS_NUMBERS, 13 | KEY_NEEDS_TRAINABLE),
    {"train", "m", "toggle mask", TEXT("mask"), KEYS_NUMBERS, 16},
    IN2("train", "tasks", "a", "prompt command \"example \"", TEXT("add a sentence of yours"), KEYS_WORDS, 19),
    {"train", "g", "view edit ; set edit 1 show gradient", TEXT("gradient"), KEYS_LOOK, 15},
    {"train", "S-Tab", "cycle panel -1", TEXT("tasks, positions"), KEYS_LOOK, KEY_NEEDS_LEARNER},
    {"tasks", "Enter", "task here", TEXT("begin it"), KEYS_NUMBERS, 10 | KEY_NEEDS_TRAINABLE},
    {"tasks", "Space", "task here ; train run", TEXT("and run"), KEYS_NUMBERS, 11 | KEY_NEEDS_TRAINABLE},
    {"tasks", "Left",  "cursor up",   TEXT("task before"), KEYS_WALK, 0},
    {"tasks", "Right", "cursor down", TEXT("next task"), KEYS_WALK, 0},
    {"tasks", "Tab", "cycle panel 1", TEXT("the model"), KEYS_LOOK, 13 | KEY_NEEDS_LEARNER},

    {"cost", "+", "add cost_n 1",  TEXT("words ×2"), KEYS_NUMBERS, 10},
    {"cost", "-", "add cost_n -1", TEXT("words ÷2"), KEYS_NUMBERS, 11},
    {"cost", ">", "add cost_d 1",  TEXT("width ×2"), KEYS_NUMBERS, 12},
    {"cost", "<", "add cost_d -1", TEXT("width ÷2"), KEYS_NUMBERS, 13},
    IN2("cost", "machine", "}", "add cost_k 1", TEXT("CNN window +1"), KEYS_NUMBERS, 16),
    IN2("cost", "machine", "{", "add cost_k -1", TEXT("CNN window -1"), KEYS_NUMBERS, 17),

    {"machine", "Enter", "machine in", TEXT("go in"), KEYS_WALK, 10},
    {"machine", "Space", "machine play", TEXT("play"), KEYS_LOOK, 12},
    {"machine", ".", "machine next", TEXT_AS("bindings", "one step"), KEYS_LOOK, 13},
    {"machine", "Esc", "machine end", TEXT("show the end"), KEYS_LOOK, 0},
    {"machine", "o", "story", TEXT("a longer sentence"), KEYS_WORDS, 14},
    {"machine", ")", "add keep 1",  TEXT("the state keeps more"), KEYS_NUMBERS, 15 | KEY_NEEDS_ONE_STATE},
    {"machine", "(", "add keep -1", TEXT("the state keeps less"), KEYS_NUMBERS, 0},

    {"encoding", "Space", "toggle play", TEXT("play"), KEYS_LOOK, 10 | KEY_NEEDS_ENCODING},
    {"encoding", "Q", "clock ask", TEXT("what time is it?"), KEYS_TEACH, 12 | KEY_NEEDS_CLOCKS},
    {"encoding", "+", "add d 2",  TEXT("wider"), KEYS_NUMBERS, 13},
    {"encoding", "-", "add d -2", TEXT("narrower"), KEYS_NUMBERS, 14},
    IN5("encoding", "terms", "compare", "machine", "train", "Tab", "cycle panel 1", TEXT("panels"), KEYS_LOOK, 12 | KEY_NEEDS_PANELS),
    {"encoding", "O", "set panel overview", TEXT("overview"), KEYS_LOOK, 16 | KEY_NEEDS_PANELS},
    {"encoding", "<", "set play -1", TEXT("play backwards"), KEYS_LOOK, 0},
    {"encoding", ">", "set play 1", TEXT("play forwards"), KEYS_LOOK, 0},
    {"encoding", "(", "add speed -1", TEXT("slower"), KEYS_LOOK, 0},
    {"encoding", ")", "add speed 1", TEXT("faster"), KEYS_LOOK, 0},
    {"encoding", ",", "add pos2 -1", TEXT("previous s"), KEYS_WALK, 0},
    {"encoding", ".", "add pos2 1",  TEXT("next s"), KEYS_WALK, 17 | KEY_NEEDS_ENCODING},

    {"encoding", "C", "view code", TEXT("as code"), KEYS_LOOK, 26},

    {"code", "Space", "add code_line 1", TEXT("run a line"), KEYS_WALK, 10},
    {"code", "b", "add code_line -1", TEXT("a line back"), KEYS_WALK, 11},
    {"code", "Tab", "cycle code 1 ; set code_line 0", TEXT("other code"), KEYS_LOOK, 12},
    {"code", ".", "add pos 1", "t", KEYS_NUMBERS, 0},
    {"code", ",", "add pos -1", TEXT("t back"), KEYS_NUMBERS, 0},

    A_TO_D("clock", "clock answer ", TEXT("to d: answer"), TEXT("choose")),
    {"clock", "n", "prompt command \"clock answer \"", TEXT("type it"), KEYS_TEACH, 11},
    {"clock", "Enter", "clock next", TEXT("go on"), KEYS_TEACH, 12},
    {"clock", "Q", "clock ask", TEXT("another"), KEYS_TEACH, 13},
    {"clock", "Up",   "cursor left 2",  TEXT("faster hand"), KEYS_WALK, 0},
    {"clock", "Down", "cursor right 2", TEXT("slower hand"), KEYS_WALK, 0},
    {"clock", "Esc", "clock end", TEXT("end"), KEYS_TEACH, 14},

    TERMS("term "),
    {"terms", "+", "term all on", TEXT("all back in"), KEYS_NUMBERS, 12},
    {"terms", "Enter", "toggle sources", TEXT("heard, or by source"), KEYS_LOOK, 0},
    {"terms", "z", "cycle sources 1", TEXT("groups, each source, heard"), KEYS_LOOK, 0},
    {"terms", "[", "add layer -1", TEXT("previous layer"), KEYS_LOOK, 0},
    {"terms", "]", "add layer 1", TEXT("next layer"), KEYS_LOOK, 0},
    {"layers", ",", "add terms_open -1", TEXT("open the layer below"), KEYS_LOOK, 0},
    {"layers", ".", "add terms_open 1", TEXT("open the layer above"), KEYS_LOOK, 0},
    {"layers", "X", "cycle terms_asks 1", TEXT("which part of the query asks"), KEYS_LOOK, 0},
    {"terms", "P", "preset next", TEXT("paper presets"), KEYS_NUMBERS, 13},
    {"terms", "K", "weights shift focus", TEXT("head that attends at this distance"), KEYS_NUMBERS, 0},

    {"cause", "Enter", "carry here", TEXT("carry (leave out)"), KEYS_NUMBERS, 8},
    {"cause", "o", "cycle cause 1", TEXT("carry, or leave out"), KEYS_LOOK, 9},
    {"cause", "r", "compare swap", TEXT("other direction"), KEYS_WORDS, 10},
    {"compare", "a", "encoding off ; mask none", TEXT("off, no mask"), KEYS_NUMBERS, 24},
    {"compare", "b", "encoding on ; mask none", TEXT("on, no mask"), KEYS_NUMBERS, 25},
    {"compare", "d", "encoding off ; mask causal", TEXT("off, causal"), KEYS_NUMBERS, 26},
    {"compare", "f", "encoding on ; mask causal", TEXT("on, causal"), KEYS_NUMBERS, 27},
    {"compare", "Enter", "order", TEXT("take this order"), KEYS_WORDS, 9 | KEY_NEEDS_ORDERS},
    {"compare", "P", "pin", TEXT("pin"), KEYS_LOOK, 16},
    {"compare", "h", "head next", TEXT("next head"), KEYS_WALK, 0},
    {"compare", "o", "compare next", TEXT("other side"), KEYS_LOOK, 12},
    {"compare", "X", "compare swap", TEXT("edit it"), KEYS_WORDS, 13},
    {"compare", "w", "pair next", TEXT("ready pair"), KEYS_WORDS, 14},
    {"compare", "O", "compare twin", TEXT("the swapped twin"), KEYS_LOOK, 0},
    {"compare", "[", "compare stage prev", TEXT("stage"), KEYS_WALK, 0},
    {"compare", "]", "compare stage next", TEXT("stage"), KEYS_WALK, 15},

    A_TO_F("choice", "choose ", TEXT("choose")),
    A_TO_F("hands", "prompt hands ", TEXT("count its hands")),
    KEYS2("picture", "Left", "Up", "draw prev", TEXT("the word before"), KEYS_TEACH, 0),
    KEYS2("picture", "Right", "Down", "draw next", TEXT("the next word"), KEYS_TEACH, 0),
    {"picture", "+", "draw +5", TEXT("more"), KEYS_TEACH, 0},
    {"picture", "-", "draw -5", TEXT("less"), KEYS_TEACH, 0},
    {"hands", "Enter", "reveal", TEXT("the result"), KEYS_TEACH, 0},
    KEYS2("lesson", "Enter", "n", "next", TEXT("go on"), KEYS_TEACH, 0),
    {"lesson", "w", "hint", TEXT("hint"), KEYS_TEACH, 0},
    {"lesson", "r", "reveal", TEXT_AS("bindings", "answer"), KEYS_TEACH, 0},
    {"lesson", "Backspace", "back", TEXT_AS("bindings", "back"), KEYS_TEACH, 0},
    {"lesson", "R", "restart", TEXT("again"), KEYS_TEACH, 0},
    KEYS2("lesson", "B", "b", "blank", TEXT("black screen"), KEYS_TEACH, 0),
    {"lesson", "=", "expressions", TEXT("how numbers were computed"), KEYS_TEACH, 0},
    IN2("lesson", "all", ".", "numbers", TEXT("hide numbers"), KEYS_TEACH, 0),
    {"lesson", "C", "class count", TEXT("count hands"), KEYS_TEACH, 0},
    {"lesson", "N", "note", TEXT("presenter's note"), KEYS_TEACH, 0},
    IN2("lesson", "all", "K", "glossary", TEXT("glossary"), KEYS_TEACH, 0), /* in the terms view too */
    {"lesson", "p", "free", TEXT("free play"), KEYS_TEACH, 0},
    {"beside", "Tab", "point next", TEXT("next number or word in the text"), KEYS_WALK, 0},
    {"beside", "S-Tab", "point prev", TEXT("the one before"), KEYS_WALK, 0},
    KEYS2("beside", "z", "F2", "layout view", TEXT("the view alone"), KEYS_LOOK, 0),
    {"beside", "Z", "layout text", TEXT("the text alone"), KEYS_LOOK, 0},
    {"lesson", "g", "prompt command \"goto \"", TEXT("go to a step"), KEYS_TEACH, 0},
    {"beside", "PgUp", "scroll up", TEXT("text up"), KEYS_LOOK, 0},
    {"beside", "PgDn", "scroll down", TEXT("text down"), KEYS_LOOK, 0},
    KEYS3("alone", "Esc", "z", "F2", "layout view", TEXT("back to the text"), KEYS_LOOK, 0),
    KEYS2("lesson", "Esc", "q", "lesson close", TEXT("leave"), KEYS_TEACH, 0),
    {"home", "Enter", "home here", TEXT("open"), KEYS_WALK, 10},
    {"home", "L", "cycle lang", "English 中文", KEYS_LOOK, 11},
    {"home", "x", "home take ; swap ; home read", TEXT("swap"), KEYS_WORDS, 13},
    {"home", "s", "cursor up 1000000 ; prompt sentence", TEXT("sentence"), KEYS_WORDS, 14},
    {"home", "]", "view flow", TEXT("flow"), KEYS_WALK, 0},
    IN3("home", "course", "tasks", "Home", "cursor up 1000000", TEXT("to the first"), KEYS_WALK, 0),
    IN3("home", "course", "tasks", "End", "cursor down 1000000", TEXT("to the last"), KEYS_WALK, 0),
    {"course", "Tab", "cycle panel 1", TEXT("questions, verdicts"), KEYS_LOOK, 13},
    {"course", "Enter", "lesson here", TEXT("open"), KEYS_TEACH, 10},
    IN2("lesson", "course", "/", "prompt command \"find \"", TEXT("find"), KEYS_TEACH, 11),
    KEYS2("course", "Esc", "q", "view back", TEXT("back"), KEYS_WALK, 12),
    {"all", "B", "blank", TEXT("black screen"), KEYS_TEACH, 0},
    KEYS2("free", "n", "Esc", "return", TEXT("back to the lesson"), KEYS_TEACH, 0),

    {"all", "R", "recover", TEXT("earlier session"), KEYS_FILES, 0},
    {"all", "u", "undo", TEXT("undo"), KEYS_NUMBERS, 60},
    {"all", "C-r", "redo", TEXT("redo"), KEYS_NUMBERS, 0},
    IN2("home", "all", "Y", "link", TEXT("link"), KEYS_FILES, 21),
    {"all", "L", "cycle lang", "English 中文", KEYS_LOOK, 70},
    {"all", "T", "cycle theme", TEXT("theme"), KEYS_LOOK, 0},
    {"all", ":", "prompt command", TEXT("command"), KEYS_FILES, 71},
    {"all", "?", "help", TEXT("help"), KEYS_TEACH, 72},
    {"all", "/", "prompt command \"help \"", TEXT("look up a word in the help"), KEYS_TEACH, 0},
    KEYS2("all", "q", "C-c", "quit", TEXT("quit"), KEYS_FILES, 73),
    {"all", "C-l", "redraw", TEXT("redraw"), KEYS_FILES, 0},
    {"all", "C-z", "suspend", TEXT("to the shell"), KEYS_FILES, 0},
    {NULL, NULL, NULL, NULL, KEYS_OWN, 0},
};
/* clang-format on */
