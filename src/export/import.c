#include "export/import.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "keep/fields.h"
#include "keep/file.h"
#include "base/mem.h"
#include "base/system_error.h"
#include "base/utf8.h"
#include "base/words.h"
#include "command/command.h"
#include "state/matrices.h"
#include "state/script.h"

static bool format_is_npy(const char *bytes, size_t n);
/* Returns whether a file that begins with these bytes may be text. If not, says in r which format it is and
 * how its numbers come out of it. */
static bool format_text(const char *path, const char *bytes, size_t n, struct reply *r);

enum {
    MATRIX_BYTES = 64 << 20,
    EXAMPLES_BYTES = 1 << 20,
    LINE_EFFORT = 50000,
    PIECE = 1 << 20,
    BYTE_EFFORT = 10
}; /* work per byte, in multiplications */

static bool put_table(struct session *m, struct matrix_ref ref, const char *name, const struct table *t,
                      struct reply *r)
{
    struct state next = {0};
    int rows, cols;
    matrices_shape(&m->now.state, ref, &rows, &cols);
    if (rows != t->rows || cols != t->cols)
        return reply_fail(r, 0, TEXT("%s is %d x %d, but the file has %d x %d"), name, rows, cols, t->rows,
                          t->cols);
    if (t->hides && ref.kind != MATRIX_MASK)
        return reply_fail(r, 0, TEXT("%s: the file contains -inf, but only a mask may hide keys"), name);
    state_copy(&next, &m->now.state);
    if (!matrices_set_all(&next, ref, t->v)) {
        state_finish(&next);
        return reply_no_memory(r);
    }
    if (ref.kind == MATRIX_MASK)
        next.set.mask = next.set.mask & MASK_GIVEN ? next.set.mask : MASK_GIVEN;
    if (!session_commit(m, &next, "import", r))
        return false;
    if (m->log.on) {
        /* The matrix itself, as the command that sets it: replaying the log must not need the file. */
        struct text line = {0};
        script_matrix(&line, &m->now.state, ref);
        log_text(&m->log, &line);
        text_finish(&line);
    }
    return true;
}

bool import_matrix(const struct import_watch *w, const char *name, int col, const char *path, struct reply *r)
{
    struct text bytes = {0};
    struct table t = {0};
    struct matrix_ref ref;
    if (!matrices_find(&w->session->now.state, name, &ref)) {
        struct text names = TEXT_HERE;
        matrices_names(&w->session->now.state, &names);
        reply_fail(r, col, TEXT("import: no matrix '%s': write vectors, examples or a matrix (%s)"), name,
                   text_str(&names));
        text_finish(&names);
        return false;
    }
    bool ok = file_read_given(path, w->waits, MATRIX_BYTES, &bytes, r);
    bool npy = text_ends(path, ".npy") || format_is_npy(text_str(&bytes), bytes.len);
    ok = ok && (npy || (format_text(path, text_str(&bytes), bytes.len, r) && words_whole(path, &bytes, r)));
    if (ok && !(npy ? import_npy : import_csv)(&t, text_str(&bytes), bytes.len, r)) {
        struct text why = {0};
        text_addf(&why, text_in(TEXT("%s: %s"), r->lang), path, text_str(&r->text));
        text_clear(&r->text);
        text_add(&r->text, text_str(&why));
        text_finish(&why);
        ok = false;
    }
    ok = ok && put_table(w->session, ref, name, &t, r);
    if (ok && t.named)
        reply_say(r, t.named & TABLE_NAMES_LEFT ? TEXT("skipped: the names in the first line and at the left")
                                                : TEXT("skipped: the names in the first line"));
    table_finish(&t);
    text_finish(&bytes);
    return ok;
}

/* State of reading a vector file. */
struct vectors {
    const char *path;
    struct state *state;
    int width, found;
    long line;
    char separator; /* between the fields of a line; 0: not known yet */
    bool *taken;    /* per word of the lexicon: its vector was found */
    int words;
};

/* Returns the lexicon index of the n bytes at s if the sentence or the memory has that word, else -1. */
static int wanted_word(const struct vectors *v, const char *s, size_t n)
{
    const struct lexicon *l = v->state->lexicon;
    for (int q = 0; q < 2; q++) {
        const struct sequence *words = q ? v->state->memory : v->state->sentence;
        for (int i = 0; words && i < words->count; i++) {
            const char *name = lexicon_at(l, words->id[i]).name;
            if (name[0] == s[0] && strlen(name) == n && memcmp(name, s, n) == 0) /* s may contain NUL bytes */
                return words->id[i];
        }
    }
    return -1;
}

/* Returns where the numbers of a line begin, after its word. Between blanks (word2vec, GloVe, fastText) a
 * word may contain quotes. */
static const char *word_of(const char *line, const char *end, char separator, struct field *word)
{
    struct fields table = {.s = line, .end = end, .separator = separator};
    *word = (struct field){.s = line};
    if (separator != ' ')
        return fields_next(&table, word) ? table.s : end;
    while (line + word->n < end && line[word->n] != ' ' && line[word->n] != '\t')
        word->n++;
    return line + word->n;
}

/* Parses the numbers after a line's word into row. Returns how many, -1 if a field is not a number or there
 * are more than CONFIG_MAX_D. */
static int vector_numbers(const char *p, const char *end, char separator, double *row)
{
    struct fields table = {.s = p, .end = end, .separator = separator};
    struct field f;
    char decimal = 0;
    int count = 0;
    while (fields_next(&table, &f))
        if (count == CONFIG_MAX_D || !field_number(&f, &decimal, &row[count++]) || isinf(row[count - 1]))
            return -1;
    return count;
}

/* Finds from one line what separates the fields, and the vectors' width. Returns false if it has no numbers.
 */
static bool find_width(struct vectors *v, const char *line, const char *end)
{
    static const char separators[] = " ;,";
    double row[CONFIG_MAX_D];
    struct field word;
    for (const char *s = separators; v->width < 1 && *s; s++) {
        v->separator = *s;
        v->width = vector_numbers(word_of(line, end, *s, &word), end, *s, row);
    }
    v->width = v->width < 1 ? 0 : v->width;
    return v->width > 0;
}

static bool vector_line(struct vectors *v, const char *line, const char *end, struct reply *r)
{
    double row[CONFIG_MAX_D];
    struct field name;
    line += v->line == 0 ? utf8_bom(line, (size_t)(end - line)) : 0;
    v->line++;
    if (v->width == 0 && v->line == 1) {
        struct fields names = fields_of(line, (size_t)(end - line));
        if (fields_next(&names, &name) && names.separator != ' ' && fields_next(&names, &name) &&
            field_is_name(&name))
            return true; /* it names the columns of a table */
    }
    if (v->width == 0 && !find_width(v, line, end))
        return reply_fail(r, 0,
                          TEXT("%s: line %ld: expected a word and its numbers, with blanks or commas between "
                               "them"),
                          v->path, v->line);
    if (v->line == 1 && v->width == 1 && v->separator == ' ') {
        v->width = 0;
        return true; /* the header: word count and width */
    }
    const char *rest = word_of(line, end, v->separator, &name);
    int word = name.n > 0 ? wanted_word(v, name.s, name.n) : -1;
    if (word < 0)
        return true;
    if (vector_numbers(rest, end, v->separator, row) != v->width)
        return reply_fail(r, 0, TEXT("%s: line %ld: expected %d numbers"), v->path, v->line, v->width);
    struct value *x = value_new(1, v->width);
    if (!x)
        return reply_no_memory(r);
    memcpy(x->v, row, (size_t)v->width * sizeof *row);
    bool ok = lexicon_set(&v->state->lexicon, word, x);
    value_drop(x);
    v->found += !v->taken[word];
    v->taken[word] = true;
    return ok || reply_no_memory(r);
}

/* Takes the whole lines of the buffer and moves an unfinished line to its front. */
static bool vector_lines(struct vectors *v, char *buffer, size_t *have, bool last, struct reply *r)
{
    char *p = buffer, *end = buffer + *have;
    while (p < end) {
        char *stop = memchr(p, '\n', (size_t)(end - p));
        if (!stop && !last)
            break;
        stop = stop ? stop : end;
        if (stop > p && !vector_line(v, p, stop, r))
            return false;
        p = stop + 1;
    }
    *have = p < end ? (size_t)(end - p) : 0;
    memmove(buffer, p, *have);
    return true;
}

static bool read_vectors(struct vectors *v, int fd, char *buffer, struct reply *r)
{
    size_t have = 0;
    for (;;) {
        ssize_t n = read(fd, buffer + have, PIECE - have);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return system_error(v->path, r);
        have += (size_t)n;
        if (v->line == 0 && !format_text(v->path, buffer, have, r))
            return false;
        if (!work_on(r->work, BYTE_EFFORT * (double)n))
            return reply_goes_on(r);
        if (!vector_lines(v, buffer, &have, n == 0, r))
            return false;
        if (n == 0)
            return true;
        if (have == PIECE)
            return reply_fail(r, 0, TEXT("%s: line %ld is longer than %d bytes"), v->path, v->line + 1,
                              PIECE);
    }
}

/* Logs the vectors of the words found. `one_width`: the memory no longer has a width of its own. */
static void log_vectors(struct session *m, const struct vectors *v, bool one_width)
{
    struct text line = {0};
    if (!m->log.on)
        return;
    size_t mark = log_begin(&m->log);
    text_addf(&line, "set d %d dimnames off%s", v->width, one_width ? " dsrc auto" : "");
    log_text(&m->log, &line);
    for (int i = 0; i < v->words; i++)
        if (v->taken[i]) {
            text_clear(&line);
            script_embedding(&line, &m->now.state, i);
            log_text(&m->log, &line);
        }
    log_end(&m->log, mark, true);
    text_finish(&line);
}

static bool finish_vectors(struct session *m, struct state *next, const struct vectors *v, struct reply *r)
{
    if (v->found == 0)
        return reply_fail(
            r, 0, TEXT("%s: contains none of the sentence's words: set the sentence first, then import"),
            v->path);
    next->set.d = v->width;
    next->dimnames = 0;
    bool one_width = false; /* a vector was found for a word that only the memory contains */
    for (int i = 0; next->memory && i < next->memory->count; i++)
        one_width = one_width ||
                    (v->taken[next->memory->id[i]] && !sequence_holds(next->sentence, next->memory->id[i]));
    if (one_width)
        next->set.dsrc = 0; /* the memory takes the width of its vectors */
    if (!session_commit(m, next, "import vectors", r)) {
        text_addf(&r->text, text_in(TEXT(" (the vectors in %s have %d numbers each%s)"), r->lang), v->path,
                  v->width,
                  text_in(v->width % m->now.state.set.heads ? TEXT(": 'set heads 1' first") : "", r->lang));
        return false;
    }
    log_vectors(m, v, one_width);
    /* found 2 words, 1 missing (追); d = 4 now */
    enum { NAMED = 5 };
    const struct state *s = &m->now.state;
    struct text names = {0};
    int missing = 0;
    for (int i = 0; i < v->words; i++)
        if ((sequence_holds(s->sentence, i) || sequence_holds(s->memory, i)) && !v->taken[i] &&
            missing++ < NAMED)
            text_addf(&names, "%s%s", missing > 1 ? " " : " (", lexicon_at(s->lexicon, i).name);
    text_add(&names, missing > NAMED ? " …)" : missing > 0 ? ")" : "");
    reply_say(r, TEXT("found %d words, %d missing%s; d = %d now"), v->found, missing, text_str(&names),
              v->width);
    text_finish(&names);
    return true;
}

/* Reads a file of any length in pieces. */
static bool from_file(const struct import_watch *w, struct vectors *v, struct reply *r)
{
    int fd = file_open(v->path, w->waits, r);
    if (fd < 0)
        return false;
    char *buffer = mem_new(PIECE, 1);
    bool ok = buffer || reply_no_memory(r);
    struct stat s;
    off_t size = fstat(fd, &s) == 0 && S_ISREG(s.st_mode) ? s.st_size : 0;
    struct work_task reading = {TEXT("reading"), v->path, 0, BYTE_EFFORT * (double)size, false};
    struct work_task outer = work_begin(r->work, reading);
    ok = ok && read_vectors(v, fd, buffer, r);
    work_end(r->work, outer);
    close(fd);
    mem_free(buffer);
    return ok;
}

bool import_vectors(const struct import_watch *w, const char *path, struct reply *r)
{
    struct state next = {0};
    state_copy(&next, &w->session->now.state);
    struct vectors v = {.path = path, .state = &next, .words = next.lexicon->count};
    v.taken = mem_new((size_t)v.words, sizeof *v.taken);
    bool ok = v.taken || reply_no_memory(r);
    ok = ok && from_file(w, &v, r) && finish_vectors(w->session, &next, &v, r);
    mem_free(v.taken);
    state_finish(&next);
    return ok;
}

/* ---- examples ------------------------------------------------------------------------- */

/* Adds the example of one line, if there is one; counts it in *found. */
static bool take_line(struct state *next, const char *line, int *found, struct reply *r)
{
    struct words w = {0};
    int col = 1;
    bool ok = words_split(&w, &line, &col, r);
    if (ok && *line)
        ok = reply_fail(r, col, TEXT("one example per line"));
    ok = ok && (w.count == 0 || example_add(next, &w, 0, r));
    *found += w.count > 0;
    words_finish(&w);
    return ok;
}

static bool take_lines(struct state *next, const char *path, const char *s, struct reply *r)
{
    bool ok = true;
    int found = 0;
    for (int number = 1; ok && *s; number++) {
        struct reply why = {.lang = r->lang, .work = r->work};
        size_t n = strcspn(s, "\n");
        char *line = mem_copy_text(s, n);
        ok = work_on(r->work, LINE_EFFORT) && line ? take_line(next, line, &found, &why)
                                                   : reply_no_memory(&why);
        if (!ok && reply_goes_on(r))
            reply_fail_in(r, path, number, why.col > 0 ? why.col : 1, text_str(&why.text));
        reply_finish(&why);
        mem_free(line);
        s += n + (s[n] == '\n');
    }
    return ok && (found > 0 || reply_fail(r, 0, TEXT("%s: contains no examples"), path));
}

/* Logs the examples themselves: replaying the log must not need the file. Trains once, not after each. */
static void log_examples(struct session *m)
{
    struct text line = {0};
    int steps = m->now.state.set.steps;
    if (!m->log.on)
        return;
    size_t mark = log_begin(&m->log);
    text_add(&line, steps > 0 ? "train off" : "");
    if (steps > 0)
        log_text(&m->log, &line);
    for (int i = 0; i < examples_count(m->now.state.examples); i++) {
        text_clear(&line);
        text_add(&line, "example ");
        script_example(&line, &m->now.state, i, SCRIPT_STORED);
        log_text(&m->log, &line);
    }
    text_clear(&line);
    text_addf(&line, "train %d", steps);
    if (steps > 0)
        log_text(&m->log, &line);
    log_end(&m->log, mark, true);
    text_finish(&line);
}

bool import_examples(const struct import_watch *w, const char *path, struct reply *r)
{
    struct state next = {0};
    struct text bytes = {0};
    state_copy(&next, &w->session->now.state);
    int before = examples_count(next.examples);
    bool ok = file_read_given(path, w->waits, EXAMPLES_BYTES, &bytes, r) &&
              format_text(path, text_str(&bytes), bytes.len, r) && words_whole(path, &bytes, r);
    ok = ok && take_lines(&next, path, text_str(&bytes), r);
    ok = ok && example_taken(&next, r);
    text_finish(&bytes);
    if (!ok) {
        state_finish(&next);
        return false;
    }
    if (!session_commit(w->session, &next, "import examples", r))
        return false;
    log_examples(w->session);
    int count = examples_count(w->session->now.state.examples);
    reply_say(r, TEXT("examples: %d, new: %d"), count, count - before);
    return true;
}

/* ---- files that are not text --------------------------------------------------------- */

enum { LOOK = 1024 }; /* bytes in which marks of a format are looked for */

/* A format: its first bytes, and others within the first LOOK (NULL: none). Of several rows the first holds.
 */
struct format {
    const char *magic, *also;
    const char *name, *advice, *array; /* advice NULL: the array in Python */
};

#define NUMPY(array) NULL, array
#define UNPACK TEXT("unpack it first")

/* clang-format off */
static const struct format formats[] = {
    {"\x93NUMPY", NULL, TEXT("an array of NumPy"),
     TEXT("'import x FILE' reads it as the matrix x"), NULL},
    {"PK\3\4", ".npy", TEXT("a .npz, a zip archive of several arrays"), NUMPY("numpy.load(FILE)['NAME']")},
    {"PK\3\4", "data.pkl", TEXT("a file of PyTorch"), NUMPY("torch.load(FILE)['NAME'].numpy()")},
    {"PK\3\4", "[Content_Types]", TEXT("a spreadsheet"), TEXT("save the sheet as CSV"), NULL},
    {"PK\3\4", NULL, TEXT("a zip archive"), UNPACK, NULL},
    {"\x80", NULL, TEXT("a pickle of Python (or an older file of PyTorch)"), NUMPY("pickle.load(open(FILE, 'rb'))")},
    {"PAR1", NULL, TEXT("a Parquet file"), NUMPY("pandas.read_parquet(FILE).to_numpy()")},
    {"\x89HDF", NULL, TEXT("an HDF5 file"), NUMPY("h5py.File(FILE)['NAME'][:]")},
    {"MATLAB 5", NULL, TEXT("a file of Matlab"), NUMPY("scipy.io.loadmat(FILE)['NAME']")},
    {"", "\"data_offsets\":", TEXT("a safetensors file"), NUMPY("safetensors.numpy.load_file(FILE)['NAME']")},
    {"\xba\x16\x4f\x2f", NULL, TEXT("a binary model of fastText"), TEXT("take its .vec file"), NULL},
    {"\x1f\x8b", NULL, TEXT("packed by gzip"), UNPACK, NULL},
    {"\xff\xfe", NULL, TEXT("text in UTF-16"), TEXT("save it as UTF-8"), NULL},
    {"\xfe\xff", NULL, TEXT("text in UTF-16"), TEXT("save it as UTF-8"), NULL},
};
static const struct format word2vec = {"", NULL, TEXT("word2vec's binary format"),
    TEXT("in Python: gensim.models.KeyedVectors.load_word2vec_format(FILE, binary=True).save_word2vec_format('x.txt')"), NULL};
/* clang-format on */

static bool is_of(const struct format *f, const char *bytes, size_t n)
{
    size_t k = strlen(f->magic), also = f->also ? strlen(f->also) : 0, i = 0;
    while (also > 0 && i + also <= n && memcmp(bytes + i, f->also, also) != 0)
        i++;
    return n >= k && memcmp(bytes, f->magic, k) == 0 && i + also <= n;
}

static bool format_is_npy(const char *bytes, size_t n)
{
    return is_of(&formats[0], bytes, n);
}

static bool format_text(const char *path, const char *bytes, size_t n, struct reply *r)
{
    const struct format *is = NULL;
    size_t seen = n < LOOK ? n : LOOK, text = 0, counts = 0;
    /* text: up to a control character other than tabs and line ends */
    while (text < seen &&
           ((unsigned char)bytes[text] >= ' ' || (bytes[text] && strchr("\t\r\n", bytes[text]))))
        text++;
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
        return text == seen || reply_fail(r, 0, TEXT("%s: not a text file"), path);
    bool array = is->array;
    return reply_fail(r, 0, TEXT("%s: this is %s: %s%s%s"), path, text_in(is->name, r->lang),
                      array ? text_in(TEXT("in Python: numpy.save('x.npy', "), r->lang) : "",
                      array ? is->array : text_in(is->advice, r->lang), array ? ")" : "");
}
