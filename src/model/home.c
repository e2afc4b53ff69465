#include "model/home.h"

#include <stddef.h>

/* clang-format off */
const struct home_entry home_entries[] = {
    {PAIR("A tour", "导览"), PAIR("one minute, six screens", "一分钟，六个屏幕"), "lesson tour", false},
    {PAIR("Lessons", "课程"), PAIR("twenty, from one score to today's encodings", "二十课，从一个得分到今天的位置编码"), "lesson", false},
    {PAIR("Free play", "自由操作"), PAIR("猫追狗, every number yours to change", "猫追狗：每一步都看得见，每个数都能改"), "view stages", false},
    {PAIR("Ready pairs: the same words, another order", "现成的句对：词一样，顺序不同"), PAIR("", ""), NULL, true},
    {PAIR("猫追狗 / 狗追猫", "猫追狗 / 狗追猫"), PAIR("cat chases dog, dog chases cat", "谁追谁"), "pair 猫 ; view compare", false},
    {PAIR("我喜欢你 / 你喜欢我", "我喜欢你 / 你喜欢我"), PAIR("I like you, you like me", "谁喜欢谁"), "pair 我 ; view compare", false},
    {PAIR("机器人不能伤害人类", "机器人不能伤害人类"), PAIR("robots cannot harm humans; and reversed?", "反过来呢"), "pair 机器人 ; view compare", false},
    {PAIR("the cat chases the dog", "the cat chases the dog"), PAIR("and the dog the cat", "英文的一对"), "pair cat ; view compare", false},
    {PAIR("苹果公司发布了新苹果手机", "苹果公司发布了新苹果手机"), PAIR("one word twice: the fruit or the firm?", "同一个词出现两次：水果还是公司？"), "pair 苹果 ; view compare", false},
    {PAIR(NULL, NULL), PAIR(NULL, NULL), NULL, false},
};
/* clang-format on */

int home_count(void)
{
    int n = 0;
    for (const struct home_entry *e = home_entries; e->title.en; e++)
        n += !e->heading;
    return n;
}

const struct home_entry *home_entry(int n)
{
    const struct home_entry *e = home_entries;
    while (e->heading || n-- > 0)
        e++;
    return e;
}
