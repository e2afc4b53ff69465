/* The front matter: lines `key: value` between two lines `---`. */
#include <string.h>

#include "base/near.h"
#include "base/number.h"
#include "lesson/read/directives.h"
#include "lesson/read/reader.h"

/* One line, split at its colon. */
struct entry {
    struct lesson_line key, value;
    const char *file; /* required value of `lesson` */
};

static void take_lesson(struct lesson_reader *r, struct lesson *l, const struct entry *e)
{
    l->id = e->value.s;
    if (!lesson_is_id(e->value.s))
        lesson_fault(r, e->value.line, e->value.col,
                     TEXT("a lesson id consists of a-z, 0-9 and '-'", "课程 id 只能用 a-z、0-9 和“-”"));
    else if (strcmp(e->value.s, e->file) != 0)
        lesson_fault(r, e->value.line, e->value.col,
                     TEXT("the lesson is called '%s' but its file is '%s.md': make them match",
                          "课程叫“%s”，文件却叫“%s.md”：两者应相同"),
                     e->value.s, e->file);
}

static bool whole(struct lesson_reader *r, const struct entry *e, long lo, long hi, int *out)
{
    long x;
    if (number_parse_int(e->value.s, strlen(e->value.s), lo, hi, &x) != NUMBER_OK) {
        lesson_fault(r, e->value.line, e->value.col,
                     TEXT("%s must be a whole number from %ld to %ld", "%s 应为 %ld 到 %ld 的整数"), e->key.s,
                     lo, hi);
        return false;
    }
    *out = (int)x;
    return true;
}

static void take_format(struct lesson_reader *r, struct lesson *l, const struct entry *e)
{
    int format;
    (void)l;
    if (whole(r, e, 1, 1000, &format) && format != LESSON_FORMAT)
        lesson_fault(r, e->value.line, e->value.col,
                     TEXT("unknown format %d (this program reads %d)", "本程序不认识格式 %d（只认识 %d）"),
                     format, LESSON_FORMAT);
}

static void take_lang(struct lesson_reader *r, struct lesson *l, const struct entry *e)
{
    r->text_lang = strcmp(e->value.s, "zh") == 0 ? LANG_ZH : strcmp(e->value.s, "en") == 0 ? LANG_EN : -1;
    if (r->text_lang >= 0)
        l->lang = (enum lang)r->text_lang;
    else
        lesson_fault(r, e->value.line, e->value.col,
                     TEXT("lang must be zh or en, not '%s'", "lang 应为 zh 或 en，而不是“%s”"), e->value.s);
}

static void take_minutes(struct lesson_reader *r, struct lesson *l, const struct entry *e)
{
    whole(r, e, 1, 240, &l->minutes);
}

static void take_scene(struct lesson_reader *r, struct lesson *l, const struct entry *e)
{
    l->scene = e->value;
    if (!lesson_is_id(e->value.s))
        lesson_fault(r, e->value.line, e->value.col,
                     TEXT("a scene name consists of a-z, 0-9 and '-'", "场景名只能用 a-z、0-9 和“-”"));
}

/* Adds the words of the value, one line each. */
static void add_words(struct lesson_reader *r, struct lesson_lines *to, struct lesson_line value)
{
    while (*value.s) {
        size_t n = lesson_word(value);
        lesson_lines_add(r, to, lesson_part(r, value, n));
        value = lesson_rest(value, n);
    }
}

static void take_needs(struct lesson_reader *r, struct lesson *l, const struct entry *e)
{
    add_words(r, &l->needs, e->value);
    for (int i = 0; i < l->needs.count; i++)
        if (!lesson_is_id(l->needs.v[i].s))
            lesson_fault(r, l->needs.v[i].line, l->needs.v[i].col,
                         TEXT("'%s' is not a lesson id; separate ids with spaces",
                              "“%s”不是课程 id：请写 id，用空格隔开"),
                         l->needs.v[i].s);
}

static void take_plain(struct lesson_reader *r, struct lesson *l, const struct entry *e)
{
    add_words(r, &l->plain, e->value);
}

static void take_teaches(struct lesson_reader *r, struct lesson *l, const struct entry *e)
{
    add_words(r, &l->teaches, e->value);
    for (int i = 0; i < l->teaches.count; i++)
        if (strcmp(l->teaches.v[i].s, "expressions") != 0)
            lesson_fault(r, l->teaches.v[i].line, l->teaches.v[i].col,
                         TEXT("'%s' is not known here; only 'teaches: expressions' has an effect",
                              "不认识“%s”；只有“teaches: expressions”有作用"),
                         l->teaches.v[i].s);
}

static void take_next(struct lesson_reader *r, struct lesson *l, const struct entry *e)
{
    l->next = e->value;
    if (!lesson_is_id(e->value.s))
        lesson_fault(r, e->value.line, e->value.col, TEXT("'%s' is not a lesson id", "“%s”不是课程 id"),
                     e->value.s);
}

static void take_unread(struct lesson_reader *r, struct lesson *l, const struct entry *e)
{
    (void)r, (void)l, (void)e;
}

static const struct key {
    const char *name;
    const char *needed; /* its value in the template; NULL: it may be missing */
    void (*take)(struct lesson_reader *r, struct lesson *l, const struct entry *e); /* NULL: free text */
    struct pair help;
} keys[] = {
    {"lesson", "my-lesson", take_lesson, PAIR("the name of the file, without .md", "文件名，不带 .md")},
    {"format", "1", take_format, PAIR("1", "1")},
    {"lang", "en", take_lang, PAIR("en or zh", "en 或 zh")},
    {"minutes", "5", take_minutes, PAIR("how long the lesson takes", "这一课用几分钟")},
    {"scene", "dog-cat", take_scene,
     PAIR("the scene that it begins with (the command 'scene' lists them)",
          "开头的场景（命令 scene 列出全部）")},
    {"needs", NULL, take_needs, PAIR("lessons to do first, by name", "要先学的课，写名字")},
    {"misconceptions", NULL, take_unread,
     PAIR("those that it treats, by number; for authors", "这一课针对的误解，写编号；给作者看")},
    {"seeds", NULL, take_unread, PAIR("what it draws on; for authors", "取材于哪里；给作者看")},
    {"plain", NULL, take_plain,
     PAIR("numbers that nothing recomputes. A decimal, a percentage or an integer of four or more digits is "
          "an error unless it is linked, [0.43](weight(dog,dog)), or listed here",
          "不用重算的数。小数、百分数、四位以上的整数，若没有写成 [0.43](weight(狗,狗))，"
          "也没有列在这里，就是错误")},
    {"teaches", NULL, take_teaches,
     PAIR("expressions: the text may contain expressions, to teach them",
          "expressions：正文里可以有表达式，因为这一课就讲它们")},
    {"next", NULL, take_next,
     PAIR("the lesson that follows, if not the next of the course", "接着的一课，若不是目录里的下一课")},
    {"author", NULL, NULL, PAIR("who wrote it; for readers of the file", "作者；给读文件的人看")},
    {"reviewed", NULL, NULL,
     PAIR("who read it, and when; for readers of the file", "谁审读过、何时；给读文件的人看")},
    {NULL, NULL, NULL, PAIR(NULL, NULL)},
};
enum { KEYS = sizeof keys / sizeof *keys };

const char *lesson_front_key(int i, struct pair *help)
{
    *help = keys[i].help;
    return keys[i].name;
}

/* Splits the line at its first colon. Returns false and reports an error if there is none. */
static bool cut_entry(struct lesson_reader *r, struct lesson_line l, struct entry *e)
{
    l = lesson_rest(l, 0);
    size_t n = strcspn(l.s, ":"), len = 1;
    const char *wide = strstr(l.s, "：");
    if (wide && (size_t)(wide - l.s) < n) {
        n = (size_t)(wide - l.s);
        len = strlen("：");
    }
    if (!l.s[n]) {
        lesson_fault(r, l.line, l.col,
                     TEXT("front matter lines are 'key: value'; this line has no ':'",
                          "文件头的每一行是“键: 值”；这一行没有“:”"));
        return false;
    }
    e->key = lesson_part(r, l, n);
    e->value = lesson_rest(l, n + len);
    if (len > 1)
        lesson_remark(r, l.line, e->key.col + (int)n,
                      TEXT("full-width '%s' accepted as '%c'", "全角“%s”按“%c”处理"), "：", ':');
    return true;
}

static void take_entry(struct lesson_reader *r, struct lesson *l, struct lesson_line line, int seen[KEYS],
                       const char *file)
{
    struct entry e = {.file = file};
    if (!cut_entry(r, line, &e))
        return;
    int k = 0;
    while (keys[k].name && strcmp(keys[k].name, e.key.s) != 0)
        k++;
    const char *near = near_name(e.key.s, keys, sizeof *keys);
    if (!keys[k].name && near)
        lesson_fault(r, e.key.line, e.key.col,
                     TEXT("no key '%s': did you mean '%s'?", "没有“%s”这一项：是不是“%s”？"), e.key.s, near);
    else if (!keys[k].name)
        lesson_fault(r, e.key.line, e.key.col,
                     TEXT("no key '%s' (lesson format lang minutes scene, needs misconceptions seeds plain "
                          "teaches next author reviewed)",
                          "没有“%s”这一项（lesson format lang minutes scene，needs misconceptions seeds "
                          "plain teaches next author reviewed）"),
                     e.key.s);
    else if (seen[k])
        lesson_fault(r, e.key.line, e.key.col,
                     TEXT("duplicate '%s' (first on line %d)", "“%s”写了两次（第一次在第 %d 行）"), e.key.s,
                     seen[k]);
    else if (!*e.value.s)
        lesson_fault(r, e.key.line, e.key.col,
                     TEXT("'%s' has no value: write '%s: VALUE'", "“%s”没有值：请写“%s: 值”"), e.key.s,
                     e.key.s);
    if (!keys[k].name || seen[k])
        return;
    seen[k] = e.key.line;
    e.value = keys[k].take ? lesson_narrow(r, e.value) : e.value;
    if (keys[k].take && *e.value.s)
        keys[k].take(r, l, &e);
}

/* Reports missing keys, the scene in place of which is that of the template; returns `after`, the line after
 * the front matter. */
static int missing(struct lesson_reader *r, struct lesson *l, const int seen[KEYS], int after)
{
    for (int k = 0; keys[k].name; k++)
        if (keys[k].needed && !seen[k]) {
            lesson_fault(r, 1, 1,
                         TEXT("the front matter lacks '%s: …' (for example '%s: %s')",
                              "文件头缺少“%s: …”（例如“%s: %s”）"),
                         keys[k].name, keys[k].name, keys[k].needed);
            l->lacking++;
            if (keys[k].take == take_scene)
                l->scene.s = keys[k].needed;
        }
    return after;
}

int lesson_front(struct lesson_reader *r, struct lesson *l, const char *file)
{
    int seen[KEYS] = {0}, at = 2;
    l->lang = r->lang;
    if (strcmp(lesson_source_line(r, 1).s, "---") != 0) {
        lesson_fault(
            r, 1, 1,
            TEXT("a lesson begins with '---' and 'key: value' lines", "课程以“---”和若干行“键: 值”开头"));
        return 1;
    }
    for (; at <= r->lines; at++) {
        struct lesson_line line = lesson_source_line(r, at);
        if (strcmp(line.s, "---") == 0)
            return missing(r, l, seen, at + 1);
        if (*line.s == '#')
            break;
        if (*line.s)
            take_entry(r, l, line, seen, file);
    }
    lesson_fault(
        r, at <= r->lines ? at : r->lines, 1,
        TEXT("the front matter is not closed: a line '---' is missing", "文件头没有结束：缺少一行“---”"));
    return missing(r, l, seen, at);
}
