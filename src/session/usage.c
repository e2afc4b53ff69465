#include "session/usage.h"

#include <string.h>

/* Placeholders. What is not here is itself to be typed (WQ). */
static const struct {
    const char *en, *zh;
} placeholders[] = {
    {"ANSWER", "答案"},       {"BOX", "号码"},     {"CMD", "命令"},       {"COL", "列"},
    {"COLUMNS", "列数"},      {"COMMAND", "命令"}, {"CONDITION", "条件"}, {"EXPR", "表达式"},
    {"EXPRESSION", "表达式"}, {"FACTOR", "倍数"},  {"FILE", "文件"},      {"FOLDER", "文件夹"},
    {"GAIN", "增益"},         {"ID", "课名"},      {"KEY", "键名"},       {"KEYS", "按键"},
    {"KIND", "类别"},         {"LESSON", "课"},    {"LETTER", "字母"},    {"MATRIX", "矩阵"},
    {"NAME", "名字"},         {"POS", "位置"},     {"ROW", "行"},         {"ROWS", "行数"},
    {"SECONDS", "秒数"},      {"SEED", "种子"},    {"SENTENCE", "句子"},  {"STAGE", "步骤"},
    {"STATION", "站"},        {"STEP", "步骤"},    {"STEPS", "步数"},     {"TERM", "术语"},
    {"TEXT", "文字"},         {"TOPIC", "主题"},   {"VIEW", "视图"},      {"WHAT", "矩阵"},
    {"WORD", "词"},           {"VERB", "动词"},    {"NOUN", "名词"},      {NULL, NULL},
};

static const char *chinese_of(const char *word, size_t n)
{
    for (int i = 0; placeholders[i].en; i++)
        if (strlen(placeholders[i].en) == n && strncmp(placeholders[i].en, word, n) == 0)
            return placeholders[i].zh;
    return NULL;
}

void usage_add(struct text *out, const char *usage, enum lang lang)
{
    static const char capitals[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    for (size_t n; *usage; usage += n) {
        n = strspn(usage, capitals);
        const char *zh = n > 0 && lang == LANG_ZH ? chinese_of(usage, n) : NULL;
        n = n > 0 ? n : strcspn(usage, capitals);
        if (zh)
            text_add(out, zh);
        else
            text_add_bytes(out, usage, n);
    }
}
