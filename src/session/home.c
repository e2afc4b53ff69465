#include "session/home.h"

#include <stddef.h>

/* clang-format off */
const struct home_entry home_entries[] = {
    {PAIR("Go on with", "继续"), PAIR("", ""), "lesson latest", false, HOME_GO_ON},
    {PAIR("Predict again", "再预测一次"), PAIR("missed most often: ", "答错最多的："), "review", false, HOME_REVIEW},
    {PAIR("A tour", "导览"), PAIR("one minute, six screens", "一分钟，六个屏幕"), "lesson tour", false, HOME_ALWAYS},
    {PAIR("Lessons", "课程"), PAIR("twenty, from one score to today's encodings", "二十课，从一个得分到今天的位置编码"), "lesson", false, HOME_ALWAYS},
    {PAIR("Free play", "自由操作"), PAIR("猫追狗, every number editable", "猫追狗：每一步都看得见，每个数都能改"), "view stages", false, HOME_ALWAYS},
    {PAIR("Ready pairs: the same words, another order", "现成的句对：词一样，顺序不同"), PAIR("", ""), NULL, true, HOME_ALWAYS},
    {PAIR("猫追狗 / 狗追猫", "猫追狗 / 狗追猫"), PAIR("cat chases dog, dog chases cat", "谁追谁"), "pair 猫 ; view compare", false, HOME_ALWAYS},
    {PAIR("我喜欢你 / 你喜欢我", "我喜欢你 / 你喜欢我"), PAIR("I like you, you like me", "谁喜欢谁"), "pair 我 ; view compare", false, HOME_ALWAYS},
    {PAIR("机器人不能伤害人类", "机器人不能伤害人类"), PAIR("robots cannot harm humans; and reversed?", "反过来呢"), "pair 机器人 ; view compare", false, HOME_ALWAYS},
    {PAIR("the cat chases the dog", "the cat chases the dog"), PAIR("and the dog the cat", "英文的一对"), "pair cat ; view compare", false, HOME_ALWAYS},
    {PAIR("苹果公司发布了新苹果手机", "苹果公司发布了新苹果手机"), PAIR("one word twice: the fruit or the firm?", "同一个词出现两次：水果还是公司？"), "pair 苹果 ; view compare", false, HOME_ALWAYS},
    {PAIR(NULL, NULL), PAIR(NULL, NULL), NULL, false, HOME_ALWAYS},
};
/* clang-format on */

static size_t known(const struct home_offer *offer, enum home_when when)
{
    return !offer ? 0 : when == HOME_GO_ON ? offer->place.len : offer->missed.len;
}

bool home_has(const struct home_offer *offer, const struct home_entry *e)
{
    return e->when == HOME_ALWAYS || known(offer, e->when) > 0;
}

void home_words(const struct home_offer *offer, const struct home_entry *e, enum lang lang,
                struct text *title, struct text *note)
{
    text_clear(title);
    text_clear(note);
    text_add(title, pair_in(e->title, lang));
    text_add(note, pair_in(e->note, lang));
    if (e->when == HOME_GO_ON) {
        text_addf(title, " %s", text_str(&offer->place));
        text_add(note, text_str(&offer->lesson));
    } else if (e->when == HOME_REVIEW) {
        text_add(note, text_str(&offer->missed));
    }
}

static bool stands(const struct home_offer *offer, const struct home_entry *e)
{
    return !e->heading && home_has(offer, e);
}

int home_count(const struct home_offer *offer)
{
    int n = 0;
    for (const struct home_entry *e = home_entries; e->title.en; e++)
        n += stands(offer, e);
    return n;
}

const struct home_entry *home_entry(const struct home_offer *offer, int n)
{
    const struct home_entry *e = home_entries;
    while (!stands(offer, e) || n-- > 0)
        e++;
    return e;
}
