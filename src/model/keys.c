/* The keys at the start: every one stands for a line of the command language.
 * A rank puts it into the footer, lowest first. */
#include "model/keymap.h"

#include <stddef.h>

/* clang-format off */
const struct binding keymap_defaults[] = {
    {"all", "Left",  "cursor left",  PAIR("cell", "移动"), 0},
    {"all", "Right", "cursor right", PAIR("cell", "移动"), 0},
    {"all", "Up",    "cursor up",    PAIR("cell", "移动"), 0},
    {"all", "Down",  "cursor down",  PAIR("cell", "移动"), 0},
    {"all", "h", "cursor left",  PAIR("left", "左"), 0},
    {"all", "l", "cursor right", PAIR("right", "右"), 0},
    {"all", "k", "cursor up",    PAIR("up", "上"), 0},
    {"all", "j", "cursor down",  PAIR("down", "下"), 0},
    {"all", "PgUp", "cursor up 16",   PAIR("page up", "上一页"), 0},
    {"all", "PgDn", "cursor down 16", PAIR("page down", "下一页"), 0},
    {"all", "Home", "cursor left 1000000",  PAIR("first column", "第一列"), 0},
    {"all", "End",  "cursor right 1000000", PAIR("last column", "最后一列"), 0},
    {"all", "g", "cursor up 1000000",   PAIR("first row", "第一行"), 0},
    {"all", "G", "cursor down 1000000", PAIR("last row", "最后一行"), 0},

    {"all", "1", "view stages",   PAIR("stages", "计算步骤"), 0},
    {"all", "2", "view encoding", PAIR("encoding", "位置编码"), 0},
    {"all", "3", "view terms",    PAIR("terms", "四项分解"), 0},
    {"all", "4", "view compare",  PAIR("compare", "对比"), 0},
    {"all", "5", "view edit",     PAIR("edit", "编辑"), 0},
    {"all", "6", "view cost",     PAIR("cost", "代价"), 0},
    {"all", "c", "view encoding", PAIR("clocks", "时钟"), 40},
    {"all", "t", "view terms",    PAIR("terms", "四项"), 41},
    {"all", "e", "view edit",     PAIR("edit", "编辑"), 42},
    {"all", "v", "view stages",   PAIR("stages", "步骤"), 43},
    {"all", "=", "view compare",  PAIR("compare", "对比"), 44},

    {"all", "[", "stage prev", PAIR("previous stage", "上一步"), 0},
    {"all", "]", "stage next", PAIR("next stage", "下一步"), 0},
    {"stages", "[", "stage prev", PAIR("stage", "步骤"), 0},
    {"stages", "]", "stage next", PAIR("next stage", "下一步"), 10},
    {"stages", "z", "add zoom 1", PAIR("zoom", "放大"), 12},
    {"all", "H", "add head 1",  PAIR("next head", "下一个头"), 0},
    {"all", "p", "cycle encoding", PAIR("encoding", "编码"), 0},
    {"stages", "p", "cycle encoding", PAIR("encoding", "编码"), 20},
    {"all", "m", "cycle mask 1", PAIR("mask", "遮罩"), 22},
    {"all", "x", "swap", PAIR("swap ends", "交换首尾"), 21},
    {"all", "s", "prompt sentence", PAIR("sentence", "句子"), 23},
    {"all", "r", "weights random", PAIR("random weights", "随机权重"), 0},
    {"all", "i", "weights identity", PAIR("identity weights", "单位权重"), 0},

    {"edit", "Enter", "prompt cell", PAIR("type a number", "输入数"), 10},
    {"edit", "+", "nudge 1",  PAIR("nudge up", "加一点"), 11},
    {"edit", "-", "nudge -1", PAIR("nudge down", "减一点"), 12},
    {"edit", "Tab", "add edit 1",    PAIR("next matrix", "下一个矩阵"), 13},
    {"edit", "S-Tab", "add edit -1", PAIR("previous matrix", "上一个矩阵"), 0},
    {"edit", "Del", "cell 0", PAIR("clear", "清零"), 14},

    {"encoding", "Space", "toggle play", PAIR("play", "播放"), 10},
    {"encoding", "+", "add d 2",  PAIR("wider", "加宽"), 11},
    {"encoding", "-", "add d -2", PAIR("narrower", "变窄"), 12},
    {"encoding", "b", "add base 1",  PAIR("base", "底数"), 0},
    {"encoding", "B", "add base -1", PAIR("base", "底数"), 0},
    {"encoding", ",", "add pos2 -1", PAIR("s back", "s 后退"), 0},
    {"encoding", ".", "add pos2 1",  PAIR("s on", "s 前进"), 13},

    {"terms", "a", "term cc toggle", PAIR("cc", "内容-内容"), 10},
    {"terms", "b", "term cp toggle", PAIR("cp", "内容-位置"), 11},
    {"terms", "d", "term pc toggle", PAIR("pc", "位置-内容"), 12},
    {"terms", "f", "term pp toggle", PAIR("pp", "位置-位置"), 13},
    {"terms", "0", "term all on", PAIR("all on", "全部放回"), 14},

    {"all", "u", "undo", PAIR("undo", "撤销"), 60},
    {"all", "C-r", "redo", PAIR("redo", "重做"), 0},
    {"all", "L", "cycle lang", PAIR("中文", "English"), 70},
    {"all", "T", "cycle theme", PAIR("theme", "配色"), 0},
    {"all", ":", "prompt command", PAIR("command", "命令"), 71},
    {"all", "?", "help", PAIR("help", "帮助"), 72},
    {"all", "q", "quit", PAIR("quit", "退出"), 73},
    {"all", "C-c", "quit", PAIR("quit", "退出"), 0},
    {"all", "C-l", "redraw", PAIR("redraw", "重画"), 0},
    {"all", "C-z", "suspend", PAIR("to the shell", "回到命令行"), 0},
    {NULL, NULL, NULL, PAIR(NULL, NULL), 0},
};
/* clang-format on */
