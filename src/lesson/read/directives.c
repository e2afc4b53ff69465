#include "lesson/read/directives.h"

const struct lesson_directive_def lesson_directives[] = {
    {"scene",
     PAIR("The scene on entering the step: one command per line.", "进入步骤时的场景：每行一条命令。"),
     PAIR("```scene\nview stages\nfocus cat dog\n```\n", "```scene\nview stages\nfocus 猫 狗\n```\n")},
    {"pause", PAIR("Splits a long narration; any key continues.", "把较长的叙述分段；按键继续。"),
     PAIR("```pause\n```\n", "```pause\n```\n")},
    {"text", PAIR("Shown verbatim.", "原样显示。"), PAIR("```text\nq k v\n```\n", "```text\nq k v\n```\n")},
    {"math", PAIR("A formula; it is not checked.", "公式，不检查。"),
     PAIR("```math\nsoftmax(QKᵀ/√d)V\n```\n", "```math\nsoftmax(QKᵀ/√d)V\n```\n")},
    {"predict choice",
     PAIR("A question with 2 to 6 options: * right, - wrong. `when` is checked after the step's `do`. Also: "
          "many (several right), shuffle no.",
          "选择题，2 到 6 个选项：* 正确，- 错误。when 在本步的 do 之后检查。另有：many（多选）、shuffle "
          "no（不打乱）。"),
     PAIR("```predict choice\n? Which weight is larger?\n* the one for the word itself\n  when "
          "weight(cat,cat) > weight(cat,dog)\n  say Yes.\n- the one for dog\n  when weight(cat,dog) > "
          "weight(cat,cat)\n  say No: compare the scores.\n  mis M4\n```\n",
          "```predict choice\n? 哪个权重更大？\n* 给自己的\n  when weight(猫,猫) > weight(猫,狗)\n  say "
          "对。\n- 给狗的\n  when weight(猫,狗) > weight(猫,猫)\n  say 不对：比较一下得分。\n  mis "
          "M4\n```\n")},
    {"predict number",
     PAIR("A number, right within half a unit of its last digit, or `within ±0.01` (or a percentage). "
          "`wrong` replies to foreseen errors.",
          "填数：误差不超过末位的半个单位即为对，或写 within ±0.01（也可以是百分数）。wrong "
          "回应预料到的错误。"),
     PAIR("```predict number\n? What is the sum of the row?\nanswer rowsum(cat) = 1\nwithin ±0.05\nwrong 3 "
          "That counts the words.\n```\n",
          "```predict number\n? 这一行的和是多少？\nanswer rowsum(猫) = 1\nwithin ±0.05\nwrong 3 "
          "那是词的个数。\n```\n")},
    {"predict cell",
     PAIR("Point at a cell of a matrix: `answer argmax(weight,T)`, or `answer ROW COL`; `near K` accepts "
          "cells K away.",
          "在矩阵中指出一格：answer argmax(weight,T) 或 answer 行 列；near K 接受相距 K 格以内的格子。"),
     PAIR("```predict cell\n? Where does cat look most?\nof weight\nanswer argmax(weight,cat)\nnear 0\n```\n",
          "```predict cell\n? 猫最看重哪个词？\nof weight\nanswer argmax(weight,猫)\nnear 0\n```\n")},
    {"goal",
     PAIR("Free editing until every `want` and every `keep` holds; the checker runs `solution`. If there is "
          "none, write `impossible REASON`.",
          "自由修改，直到每个 want 成立而 keep 不被破坏；solution 由检查器执行；做不到的目标写 impossible "
          "原因。"),
     PAIR("```goal\n? Make cat look at itself\nallow set x cat\nwant weight(cat,cat) > 0.9\nkeep n = "
          "3\nmoves 1\nsolution set x cat 0 = 9\n```\n",
          "```goal\n? 让猫只看自己\nallow set x 猫\nwant weight(猫,猫) > 0.9\nkeep n = 3\nmoves 1\nsolution "
          "set x 猫 0 = 9\n```\n")},
    {"explain",
     PAIR("The learner writes one sentence and compares it with 1 to 3 points and a model answer.",
          "学习者写一句话，再对照 1 到 3 个要点和参考答案自查。"),
     PAIR(
         "```explain\n? Why does each row sum to one?\nrubric It names softmax.\nmodel Softmax divides by "
         "the sum of the row.\n```\n",
         "```explain\n? 为什么每行之和是一？\nrubric 提到 softmax。\nmodel softmax 除以了整行之和。\n```\n")},
    {"try",
     PAIR("Free exploration with suggestions: idea COMMAND – TEXT.",
          "自由探索，可给建议：idea 命令 – 文字。"),
     PAIR("```try\n? Change what you like.\nidea scale none – without the divisor\n```\n",
          "```try\n? 随意改动。\nidea scale none – 去掉缩放\n```\n")},
    {"hint", PAIR("The next hint; a step has 1 to 3.", "下一级提示，写 1 到 3 个。"),
     PAIR("```hint\nCompare the two scores.\n```\n", "```hint\n比较两个得分。\n```\n")},
    {"do",
     PAIR("Runs after the answer: commands, `mark NAME`, `run STAGE`, `wait`.",
          "回答之后发生的事：命令、mark 名字、run 步骤、wait。"),
     PAIR("```do\nrun softmax\nwait\nfocus cat dog\n```\n", "```do\nrun softmax\nwait\nfocus 猫 狗\n```\n")},
    {"reveal", PAIR("The explanation after the answer.", "回答之后的讲解。"),
     PAIR("```reveal\nEach row sums to one: `rowsum(cat) = 1`.\n```\n",
          "```reveal\n每行之和是一：`rowsum(猫) = 1`。\n```\n")},
    {"note",
     PAIR("For the presenter only; may contain lines `ask …` and `time MINUTES`.",
          "只给讲课人看；可有 ask … 和 time 分钟 两种行。"),
     PAIR("```note\ntime 3\nask Which row is sharper?\nLet them write it down first.\n```\n",
          "```note\ntime 3\nask 哪一行更尖锐？\n先让学生写下来。\n```\n")},
    {"expect",
     PAIR("Conditions that are checked but never shown, one per line; checked before or after the `do`, "
          "where they are written.",
          "只检查不显示的条件，每行一个；写在 do 之前或之后，就在那时检查。"),
     PAIR("```expect\nrowsum(cat) = 1\n```\n", "```expect\nrowsum(猫) = 1\n```\n")},
    {0, PAIR("", ""), PAIR("", "")},
};
