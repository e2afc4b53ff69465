/* Commands whose work is done outside: files, leaving. They only say
 * what is wanted; the app performs it. */
#include "command/command.h"

CALL_WANTS(save, EFFECT_SAVE)
CALL_WANTS(load, EFFECT_LOAD)
CALL_WANTS(source, EFFECT_SOURCE)
CALL_WANTS(export, EFFECT_EXPORT)
CALL_WANTS(import, EFFECT_IMPORT)
CALL_WANTS(screen, EFFECT_SCREEN)
CALL_WANTS(quit, EFFECT_QUIT)
CALL_WANTS(prompt, EFFECT_PROMPT)
CALL_WANTS(recover, EFFECT_RECOVER)

const struct command cmd_files[] = {
    {"save", 1, 1, "save FILE", PAIR("writes the state as a script that load reads", "把状态存成脚本，可用 load 读回"), NULL, COMMAND_OUTSIDE, save},
    {"load", 1, 1, "load FILE", PAIR("reads a saved state; it can only be looked at: nothing in the file reaches beyond the state", "读入保存的状态；文件只能描述状态，不能做别的事"), NULL, COMMAND_OUTSIDE, load},
    {"source", 1, 1, "source FILE",
     PAIR("runs any command of a file, also those that write files: only for scripts you trust; scripts may run scripts, at most 8 deep, 1000 files and 64 MB in one command",
          "执行文件中的任何命令，包括写文件的命令：只用于信得过的脚本；脚本可以再运行脚本，一条命令最多 8 层、1000 个文件、共 64 MB"), NULL, COMMAND_OUTSIDE, source},
    {"recover", 0, 2, "recover [N] | recover list [N] | recover drop [N|old]",
     PAIR("goes on with an earlier session that was kept (1, the latest; 2, the one before); list shows 20 of them, from N on; drop forgets one, drop old all but the latest 20",
          "继续之前保留的会话（1 是最近的，2 是再前一个）；list 从第 N 个起列出 20 个；drop 丢弃一个，drop old 只留下最近的 20 个"),
     NULL, COMMAND_OUTSIDE, recover},
    {"export", 1, 3, "export json FILE | export csv|npy MATRIX FILE | export text|plain|ansi|svg|html|cast VIEW FILE | export csv|json terms|compare FILE",
     PAIR("writes the whole computation, a matrix or stage, the picture of a view, or every number of the terms and compare views; - is standard output",
          "写出整个计算、一个矩阵或步骤、一个视图的画面，或 terms、compare 视图的每一个数；- 表示标准输出"), NULL, COMMAND_OUTSIDE, export},
    {"import", 2, 2, "import vectors|X|WQ|… FILE", PAIR("reads word vectors, or a matrix from .csv or .npy; - is standard input, in batch mode", "读入词向量，或从 .csv、.npy 读入矩阵；- 表示标准输入（批处理）"),
     NULL, COMMAND_OUTSIDE, import},
    {"screen", 0, 1, "screen [FILE]", PAIR("the drawn screen as text plane and style plane", "以文字层和样式层输出当前画面"), NULL, COMMAND_OUTSIDE, screen},
    {"prompt", 0, 2, "prompt [command|cell|sentence|stage] [TEXT]", PAIR("opens the line where you type", "打开输入行"), NULL, COMMAND_OUTSIDE, prompt},
    {"quit", 0, 0, "quit", PAIR("ends the program", "退出程序"), NULL, COMMAND_OUTSIDE, quit},
    {NULL, 0, 0, NULL, PAIR(NULL, NULL), NULL, 0, NULL},
};
