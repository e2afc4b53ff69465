#include "export/import.h"

#include <stdint.h>
#include <string.h>

#include "base/words.h"

enum { LOOK = 1024 }; /* bytes in which marks of a format are looked for */

/* A format: its first bytes, and others within the first LOOK (NULL: none). Of several rows the first holds.
 */
struct format {
    const char *magic, *also;
    struct pair name, advice; /* advice.zh NULL: advice.en is the array in Python */
};

#define NUMPY(array)                                                                                         \
    {                                                                                                        \
        array, NULL                                                                                          \
    }
#define UNPACK PAIR("unpack it first", "请先解压")
#define KEYED(file)                                                                                          \
    "gensim.models.KeyedVectors.load_word2vec_format(" file ", binary=True).save_word2vec_format('x.txt')"

/* clang-format off */
static const struct format formats[] = {
    {"\x93NUMPY", NULL, PAIR("an array of NumPy", "NumPy 数组"),
     PAIR("'import x FILE' reads it as the matrix x", "import x 文件 把它当矩阵 x 来读")},
    {"PK\3\4", ".npy", PAIR("a .npz, a zip archive of several arrays", ".npz（装着几个数组的 zip 压缩包）"), NUMPY("numpy.load(FILE)['NAME']")},
    {"PK\3\4", "data.pkl", PAIR("a file of PyTorch", "PyTorch 文件"), NUMPY("torch.load(FILE)['NAME'].numpy()")},
    {"PK\3\4", "[Content_Types]", PAIR("a spreadsheet", "电子表格"), PAIR("save the sheet as CSV", "请把表另存为 CSV")},
    {"PK\3\4", NULL, PAIR("a zip archive", "zip 压缩包"), UNPACK},
    {"\x80", NULL, PAIR("a pickle of Python (or an older file of PyTorch)", "Python 的 pickle（或旧式的 PyTorch 文件）"), NUMPY("pickle.load(open(FILE, 'rb'))")},
    {"PAR1", NULL, PAIR("a Parquet file", "Parquet 文件"), NUMPY("pandas.read_parquet(FILE).to_numpy()")},
    {"\x89HDF", NULL, PAIR("an HDF5 file", "HDF5 文件"), NUMPY("h5py.File(FILE)['NAME'][:]")},
    {"MATLAB 5", NULL, PAIR("a file of Matlab", "Matlab 文件"), NUMPY("scipy.io.loadmat(FILE)['NAME']")},
    {"", "\"data_offsets\":", PAIR("a safetensors file", "safetensors 文件"), NUMPY("safetensors.numpy.load_file(FILE)['NAME']")},
    {"\xba\x16\x4f\x2f", NULL, PAIR("a binary model of fastText", "fastText 的二进制模型"), PAIR("take its .vec file", "请用它的 .vec 文件")},
    {"\x1f\x8b", NULL, PAIR("packed by gzip", "gzip 压缩文件"), UNPACK},
    {"\xff\xfe", NULL, PAIR("text in UTF-16", "UTF-16 文本"), PAIR("save it as UTF-8", "请另存为 UTF-8")},
    {"\xfe\xff", NULL, PAIR("text in UTF-16", "UTF-16 文本"), PAIR("save it as UTF-8", "请另存为 UTF-8")},
};
static const struct format word2vec = {"", NULL, PAIR("word2vec's binary format", "word2vec 的二进制格式"),
    PAIR("in Python: " KEYED("FILE"), "在 Python 里：" KEYED("文件"))};
/* clang-format on */

static bool is_of(const struct format *f, const char *bytes, size_t n)
{
    size_t k = strlen(f->magic), also = f->also ? strlen(f->also) : 0, i = 0;
    while (also > 0 && i + also <= n && memcmp(bytes + i, f->also, also) != 0)
        i++;
    return n >= k && memcmp(bytes, f->magic, k) == 0 && i + also <= n;
}

bool format_is_npy(const char *bytes, size_t n)
{
    return is_of(&formats[0], bytes, n);
}

/* Returns the bytes of the text at s: up to a control character other than tabs and line ends. */
static size_t text_span(const char *s, size_t n)
{
    size_t i = 0;
    while (i < n && ((unsigned char)s[i] >= ' ' || (s[i] && strchr("\t\r\n", s[i]))))
        i++;
    return i;
}

bool format_text(const char *path, const char *bytes, size_t n, struct reply *r)
{
    const struct format *is = NULL;
    size_t seen = n < LOOK ? n : LOOK, text = text_span(bytes, seen), counts = 0;
    for (size_t i = 0; !is && i < sizeof formats / sizeof *formats; i++)
        is = is_of(&formats[i], bytes, seen) ? &formats[i] : NULL;
    while (counts < text && strchr("0123456789 ", bytes[counts]))
        counts++;
    if (!is && counts > 2 && text < seen && bytes[counts] == '\n') /* the first line is words and width */
        is = &word2vec;
    struct text head = {.s = (char *)(uintptr_t)bytes, .len = text + 1}; /* up to what is no text */
    if (!is && text < seen && bytes[text] == '\0')
        return words_whole(path, &head, r);
    if (!is)
        return text == seen || reply_fail(r, 0, TEXT("%s: not a text file", "%s：不是文本文件"), path);
    bool array = !is->advice.zh;
    return reply_fail(
        r, 0, TEXT("%s: this is %s: %s%s%s", "%s：这是 %s：%s%s%s"), path, pair_in(is->name, r->lang),
        array
            ? text_in(TEXT("in Python: numpy.save('x.npy', ", "在 Python 里：numpy.save('x.npy', "), r->lang)
            : "",
        array ? is->advice.en : pair_in(is->advice, r->lang), array ? ")" : "");
}
