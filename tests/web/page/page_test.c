/* The page in a browser: it draws what the program draws, computes what it computes, keeps what it keeps, and
 * asks nobody for anything. */
#include <dirent.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

#include "app/app.h"
#include "keep/file.h"
#include "keep/folders.h"
#include "in_page.h"
#include "support/kept.h"
#include "tabs.h"

/* The lessons, in two languages, are most of it and grow. */
enum { PAGE_BYTES = 1000000 };

/* ---- what is drawn ------------------------------------------------------------ */

/* Fails with the first lines that differ. */
static void same_text(const char *what, const char *now, const char *kept)
{
    while (*now && *kept) {
        size_t n = strcspn(now, "\n"), k = strcspn(kept, "\n");
        if (n != k || strncmp(now, kept, n) != 0)
            break;
        now += n + (now[n] == '\n');
        kept += k + (kept[k] == '\n');
    }
    if (*now || *kept)
        fail_msg("%s:\nkept %.300s\nnow  %.300s", what, kept, now);
}

/* Every row of the page is the row that the program draws at this size without a page. */
static void draws_the_program(struct tabs *t, const char *line)
{
    struct web *w = web_new();
    struct text script = {0}, page = {0}, own = {0};
    assert_true(web_start(w, WEB_STILL));
    strcpy(web_room(w, strlen(line)), line);
    web_line(w);
    json_t *rows = browser_js(&t->b, "qkv.rows"), *cols = browser_js(&t->b, "qkv.columns");
    struct canvas c = {.rows = (int)json_integer_value(rows), .cols = (int)json_integer_value(cols)};
    c.stride = c.cols;
    c.cells = (struct cell *)web_draw(w, c.rows, c.cols);
    canvas_text(c, &own);
    text_addf(
        &script,
        "qkv.act((p, s) => { p.give('%s'); p.web_line(s); }), "
        "[...document.querySelectorAll('#screen > div')].map(d => d.textContent.trimEnd() + '\\n').join('')",
        line);
    browser_text(&t->b, &page, text_str(&script));
    same_text(line, text_str(&page), text_str(&own));
    json_decref(rows);
    json_decref(cols);
    text_finish(&script);
    text_finish(&page);
    text_finish(&own);
    web_free(w);
}

static void the_picture_is_the_programs(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    draws_the_program(t, "view home");
    draws_the_program(t, "view flow");
    draws_the_program(t, "view encoding");
}

/* The page draws the curves that the program names, from column to column of the same figure, and shows its
 * cells' text behind them. */
static void ribbons_are_curves(void **state)
{
    struct tabs *t = *state;
    struct web *w = web_new();
    struct text page = {0}, own = {0};
    open_page(t, "#lang=en", desktop);
    draws_the_program(t, "view flow");
    assert_true(web_start(w, WEB_STILL));
    strcpy(web_room(w, 9), "view flow");
    web_line(w);
    json_t *rows = browser_js(&t->b, "qkv.rows"), *cols = browser_js(&t->b, "qkv.columns");
    web_draw(w, (int)json_integer_value(rows), (int)json_integer_value(cols));
    for (const char *at = web_curves(w), *end; (at = strstr(at, " d=\"")); at = end) {
        at += strlen(" d=\"");
        end = strchr(at, '"');
        text_add_bytes(&own, at, (size_t)(end - at));
        text_add(&own, "\n");
    }
    browser_text(
        &t->b, &page,
        "[...document.querySelectorAll('#curves path')].map(p => p.getAttribute('d') + '\\n').join('')");
    assert_string_equal(text_str(&page), text_str(&own));
    /* In the middle of the widest: the shape, and above it a cell whose text is not seen. */
    browser_text(
        &t->b, &page,
        "(() => { const p = document.querySelector('#curves path[fill^=url]').getBoundingClientRect();"
        "const at = document.elementsFromPoint(p.left + 3, p.top + 3).map(e => e.className.baseVal ?? "
        "e.className); return at.join(); })()");
    assert_non_null(strstr(text_str(&page), "curve box"));
    json_decref(rows);
    json_decref(cols);
    text_finish(&page);
    text_finish(&own);
    web_free(w);
}

/* The left edge and the width of every box are whole cells, whatever font lends the character, also after the
 * font or the window has changed: DejaVu Sans Mono lacks Han, Noto Sans Mono CJK braille. */
static void every_cell_lies_in_its_place(void **state)
{
    struct tabs *t = *state;
    static const char *const shown[] = {"home",  "flow",    "stages", "encoding",
                                        "terms", "compare", "map",    "cost"};
    static const char *const fonts[] = {"DejaVu Sans Mono", "Noto Sans Mono CJK SC"};
    open_page(t, "#lang=zh", desktop);
    for (size_t i = 0; i < 2 * sizeof shown / sizeof *shown; i++) {
        json_decref(browser_js(&t->b,
                               "document.body.style.fontFamily = '\"%s\", monospace', qkv.fit(),"
                               "qkv.act((p, s) => { p.give('view %s'); p.web_line(s); })",
                               fonts[i % 2], shown[i / 2]));
        json_t *far = browser_js(&t->b, "(() => { const w = qkv.screen.cellWidth, left = "
                                        "qkv.screen.element.getBoundingClientRect().left; let far = 0;"
                                        "for (const box of document.querySelectorAll('#screen .box')) { "
                                        "const r = box.getBoundingClientRect();"
                                        "const x = (r.left - left) / w, n = r.width / w;"
                                        "far = Math.max(far, Math.abs(x - Math.round(x)), Math.abs(n - "
                                        "Math.round(n))); } return far; })()");
        if (json_number_value(far) > 0.01)
            fail_msg("%s in %s: a box is %g cells off", shown[i / 2], fonts[i % 2], json_number_value(far));
        json_decref(far);
    }
}

/* ---- what is computed ----------------------------------------------------------- */

static void add_base64(struct text *out, const char *bytes, size_t n)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < n; i += 3) {
        unsigned b[3] = {0};
        for (size_t k = 0; k < 3 && i + k < n; k++)
            b[k] = (unsigned char)bytes[i + k];
        unsigned all = b[0] << 16 | b[1] << 8 | b[2];
        for (int k = 0; k < 4; k++)
            text_add_char(out, i + (size_t)k > n ? '=' : digit[all >> (18 - 6 * k) & 63]);
    }
}

static void read_whole(const char *path, struct text *out)
{
    struct reply r = {0};
    text_clear(out);
    if (!file_read(path, 1 << 26, out, &r))
        fail_msg("%s", text_str(&r.text));
    reply_finish(&r);
}

/* Gives the page a file as a global variable, in base64. */
static void give_bytes(struct tabs *t, const char *name, const char *path)
{
    struct text bytes = {0}, script = {0};
    read_whole(path, &bytes);
    text_addf(&script, "window.%s = Uint8Array.from(atob('", name);
    add_base64(&script, bytes.s, bytes.len);
    text_add(&script, "'), c => c.charCodeAt(0)), ''");
    browser_text(&t->b, &bytes, text_str(&script));
    text_finish(&bytes);
    text_finish(&script);
}

/* Puts a file of the tests where the module's program looks for it. */
static void give_file(struct tabs *t, const char *path)
{
    give_bytes(t, "given", path);
    json_decref(browser_js(&t->b, "tests.files.write('/%s', given), ''", path));
}

static void give_folder(struct tabs *t, const char *folder)
{
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (struct dirent *e; (e = readdir(dir));) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] != '.' && folder_is(path))
            give_folder(t, path);
        else if (e->d_name[0] != '.')
            give_file(t, path);
    }
    closedir(dir);
}

/* The module of the tests, which holds the whole program, on the page's own system. */
static void open_tests(struct tabs *t, const char *environment)
{
    open_page(t, "#lang=en", desktop);
    give_bytes(t, "module", "build/web/tests.wasm");
    json_decref(browser_js(
        &t->b,
        "(async () => { const system = makeSystem({number: () => 1, isHeld: () => false}, [%s], () => {});"
        "const m = await WebAssembly.instantiate(module, system.imports);"
        "window.tests = new Program(m.instance.exports, system); tests.files = system.files; })()",
        environment));
}

static void golden_sessions_give_the_same_planes(void **state)
{
    struct tabs *t = *state;
    struct text kept = {0}, now = {0}, script = {0};
    int count = 0;
    open_tests(t, "'LANG=C.UTF-8', 'QKV_LESSONS=tests/data/lessons'");
    give_folder(t, "tests/data/lessons");
    DIR *dir = opendir("tests/golden");
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "tests/golden/%s", e->d_name);
        if (!strstr(e->d_name, ".session"))
            continue;
        give_bytes(t, "session", path);
        read_whole(path, &kept);
        browser_text(&t->b, &now, "tests.text(tests.page_replay(tests.session, tests.give(session)))");
        same_text(path, text_str(&now), text_str(&kept));
        count++;
    }
    closedir(dir);
    assert_true(count > 40);
    text_finish(&kept);
    text_finish(&now);
    text_finish(&script);
}

static void the_checker_says_the_same(void **state)
{
    struct tabs *t = *state;
    struct text page = {0};
    const char *own = page_check();
    open_tests(t, "'LANG=C.UTF-8'");
    browser_text(&t->b, &page, "tests.text(tests.page_check())");
    same_text("--check", text_str(&page), own);
    text_finish(&page);
}

static void json_has_the_same_bytes(void **state)
{
    struct tabs *t = *state;
    struct text page = {0};
    struct app a;
    struct reply r = {0};
    assert_true(app_init(&a, app_commands, LANG_EN, &r) && app_open(&a, &r));
    a.batch = true;
    assert_true(app_line(&a, "export json -", &r));
    open_page(t, "#lang=en", desktop);
    browser_text(
        &t->b, &page,
        "(() => { const put = qkv.program.system.files.write.bind(qkv.program.system.files); let got = '';"
        "qkv.program.system.files.write = (path, bytes) => { if (path.endsWith('x.json')) got = new "
        "TextDecoder().decode(bytes);"
        "return put(path, bytes); };"
        "window.download = () => {};"
        "qkv.act((p, s) => { p.give('export json /files/x.json'); p.web_line(s); }); return got; })()");
    assert_int_equal(page.len, a.output.len);
    assert_string_equal(text_str(&page), text_str(&a.output));
    app_finish(&a);
    reply_finish(&r);
    text_finish(&page);
}

/* ---- what is typed ---------------------------------------------------------------- */

static void keys_and_input_methods_lose_nothing(void **state)
{
    struct tabs *t = *state;
    struct browser *b = &t->b;
    open_page(t, "#lang=en", desktop);
    assert_true(browser_holds(b, "document.activeElement.id === 'app'"));
    browser_press(b, "s", "s");
    assert_true(browser_holds(b, "document.activeElement.id === 'field'"));
    browser_type(b, "dog chases cat");
    browser_press(b, "Enter", "\r");
    sees(t, "qkv  dog chases cat");
    assert_true(browser_holds(b, "document.activeElement.id !== 'field'"));
    browser_press(b, "s", "s");
    json_decref(
        browser_call(b, "Input.imeSetComposition",
                     json_pack("{s:s, s:i, s:i}", "text", "mao", "selectionStart", 3, "selectionEnd", 3)));
    json_decref(browser_call(b, "Input.insertText", json_pack("{s:s}", "text", "猫追狗")));
    browser_press(b, "Enter", "\r");
    sees(t, "qkv  猫 追 狗");
    browser_press(b, "x", "x");
    sees(t, "qkv  狗 追 猫");
}

/* ---- what is kept ------------------------------------------------------------------ */

static void a_killed_session_comes_back(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    browser_press(&t->b, "x", "x");
    sees(t, "qkv  dog chases cat");
    browser_end(&t->b);
    t->b = browser_start(t->profile);
    open_page(t, "#lang=en", desktop);
    sees(t, "R restores it");
    browser_press(&t->b, "R", "R");
    sees(t, "qkv  dog chases cat");
}

/* A fault in the program costs the picture, not the work. */
static void a_trap_is_said_and_loses_nothing(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    browser_press(&t->b, "x", "x");
    json_decref(browser_js(
        &t->b, "qkv.program.web_key = () => { throw new WebAssembly.RuntimeError('unreachable'); }, ''"));
    browser_press(&t->b, "p", "p");
    assert_true(browser_holds(&t->b, "document.getElementById('notice').open && "
                                     "document.getElementById('notice').textContent.includes('is kept')"));
    json_decref(browser_call(&t->b, "Page.reload", NULL));
    browser_until(&t->b, "window.qkv && qkv.rows");
    sees(t, "R restores it");
    browser_press(&t->b, "R", "R");
    sees(t, "qkv  dog chases cat");
}

static void two_tabs_leave_each_other_alone(void **state)
{
    struct tabs *t = *state;
    char *first = browser_open(&t->b, address(t, "#lang=en"), desktop);
    browser_press(&t->b, "x", "x");
    char *second = browser_open(&t->b, address(t, "#lang=en"), desktop);
    assert_false(browser_holds(&t->b, SCREEN ".includes('R restores it')"));
    browser_tab(&t->b, first);
    sees(t, "qkv  dog chases cat");
    json_decref(browser_call(&t->b, "Page.close", NULL));
    browser_tab(&t->b, second);
    browser_until(&t->b,
                  "(navigator.locks.query().then(s => { window.held = s.held.length; }), window.held === 1)");
    json_decref(browser_call(&t->b, "Page.reload", NULL));
    browser_until(&t->b, "window.qkv && qkv.rows");
    sees(t, "R restores it");
    free(first);
    free(second);
}

/* ---- links and files ----------------------------------------------------------------- */

static void a_link_opens_a_scene(void **state)
{
    struct tabs *t = *state;
    struct text link = {0};
    open_page(t, "#lang=en", desktop);
    json_decref(browser_js(
        &t->b, "qkv.act((p, s) => { p.give('sentence \"fish eats apple\" ; view terms'); p.web_line(s); })"));
    json_decref(browser_js(&t->b, "navigator.clipboard.writeText = async s => { window.copied = s; }, ''"));
    browser_press(&t->b, "Y", "Y");
    browser_until(&t->b, "window.copied");
    browser_text(&t->b, &link, "copied");
    free(browser_open(&t->b, text_str(&link), desktop));
    sees(t, "qkv  fish eats apple");
    sees(t, "terms");
    open_page(t, "#lesson=08/alias&lang=zh", desktop);
    sees(t, "08-rotation/alias");
    assert_true(browser_holds(&t->b, "document.documentElement.lang === 'zh'"));
    json_decref(browser_js(&t->b, "location.hash = '#lang=en&lesson=01/scores', ''"));
    browser_until(&t->b, SCREEN ".includes('01-by-hand/scores')");
    assert_true(browser_holds(&t->b, "document.documentElement.lang === 'en'"));
    text_finish(&link);
}

static void a_strangers_link_does_nothing_else(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    browser_until(
        &t->b,
        "(window.out = [], window.busy = window.busy || (async () => {"
        "const evil = '# scene format 1\\nset d 4\\nexport json /files/out.json\\n';"
        "const z = await through(new TextEncoder().encode(evil), new CompressionStream('deflate-raw'));"
        "location.hash = '#s=' + toBase64(z); return true; })(), true)");
    browser_until(&t->b, SCREEN ".includes('error') || " SCREEN ".includes('only describe')");
    assert_true(browser_holds(&t->b, "qkv.program.system.files.read('/files/out.json') === undefined"));
    sees(t, "cat chases dog");
    open_page(t, "#s=notpacked", desktop);
    sees(t, "cat chases dog");
}

#define STATE_HAS(what) "qkv.program.text(qkv.program.web_script(qkv.program.session)).includes('" what "')"

static void a_dropped_file_is_read(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    drop(t, "new File(['# scene format 1\\nsentence \"cat chases dog\"\\nview flow\\n'], 'plain.scene')");
    browser_until(&t->b, SCREEN ".includes('cat chases dog  d 8')");
    drop(t, "new File(['cat 7 0 0 0 0 0 0 0\\n'], 'my words.vec')");
    browser_until(&t->b, STATE_HAS("cat = 7"));
    drop(t, "new File(['5,0,0,0,0,0,0,0\\n0,0,0,0,0,0,0,0\\n0,0,0,0,0,0,0,0\\n'], 'X.csv')");
    browser_until(&t->b, STATE_HAS("cat = 5"));
    drop(t, "new File([Uint8Array.of(0x93, 78, 85, 77, 80, 89, 1, 0, 118, 0), "
            "\"{'descr': '<f8', 'fortran_order': False, 'shape': (3, 8), }\".padEnd(117) + '\\n', "
            "Float64Array.from({length: 24}, (_, i) => i ? 0 : 9)], 'X.npy')");
    browser_until(&t->b, STATE_HAS("cat = 9"));
    drop(t, "new File(['# scene format 1\\nsentence \"fish eats apple\"\\n'], 'my.scene')");
    browser_until(&t->b, SCREEN ".includes('qkv  fish eats apple')");
    drop(t, "new File(['# My own lesson\\n'], '99-mine.md')");
    browser_until(&t->b, SCREEN ".includes('99-mine')");
}

/* The program for a server reads a model's files as the program in a terminal does. */
static void a_dropped_model_is_opened(void **state)
{
    struct tabs *t = *state;
    struct text told = {0};
    struct web *w = web_new();
    assert_true(web_start(w, WEB_STILL));
    strcpy(web_room(w, 40), "model tests/data/models/gpt2");
    assert_true(web_line(w));
    open_tests(t, "'LANG=C.UTF-8', 'HOME=/home'");
    give_bytes(t, "config", "tests/data/models/gpt2/config.json");
    give_bytes(t, "tokens", "tests/data/models/gpt2/tokenizer.json");
    give_bytes(t, "weights", "tests/data/models/gpt2/model.safetensors");
    json_decref(
        browser_js(&t->b, "tests.web_start(tests.session, 4), qkv.program = qkv.screen.program = tests, ''"));
    drop(t, "new File([config], 'config.json'), new File([tokens], 'tokenizer.json'), new File([weights], "
            "'model.safetensors')");
    browser_until(&t->b, "tests.text(tests.web_told(tests.session, 1)).includes('␣chases')");
    browser_text(&t->b, &told, "tests.text(tests.web_told(tests.session, 1))");
    assert_non_null(strchr(text_str(&told), '.'));
    same_text("model", strchr(text_str(&told), '\n'), strchr(web_told(w, true), '\n'));
    browser_until(&t->b, "!tests.files.paths().some(p => p.endsWith('.safetensors'))");
    browser_press(&t->b, "Y", "Y");
    browser_until(&t->b, SCREEN ".includes('cannot hold a model')");
    web_free(w);
    text_finish(&told);
}

static void one_file_names_the_families_and_says_that_it_reads_no_models(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    browser_press(&t->b, ":", ":");
    browser_type(&t->b, "help model");
    browser_press(&t->b, "Enter", "\r");
    browser_until(&t->b, SCREEN ".includes('gpt2 (GPT-2)')");
    browser_press(&t->b, "Escape", "");
    drop(t, "new File(['{}'], 'config.json')");
    browser_until(&t->b, SCREEN ".includes('one file cannot open models')");
    json_decref(browser_js(&t->b, "Object.defineProperty(File.prototype, 'size', {get: () => 2 ** 31}), ''"));
    drop(t, "new File(['{}'], 'config.json')");
    browser_until(&t->b, "document.getElementById('notice').textContent.includes('at most 1 GB')");
}

/* ---- people -------------------------------------------------------------------------- */

static void a_screen_reader_hears_the_sentences(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    browser_press(&t->b, "x", "x");
    browser_until(&t->b, "document.getElementById('told').textContent.includes('dog')");
    assert_true(
        browser_holds(&t->b, "document.getElementById('screen').getAttribute('aria-hidden') === 'true'"));
}

/* ---- strangers ------------------------------------------------------------------------- */

/* Reads the ASCII of the page's file, which is in UTF-16. */
static void read_page(struct text *out)
{
    struct text file = {0};
    read_whole("build/web/qkv.html", &file);
    text_clear(out);
    for (size_t i = 0; i + 1 < file.len; i += 2)
        text_add_char(out, file.s[i + 1] ? ' ' : file.s[i]);
    text_finish(&file);
}

static void it_asks_nobody(void **state)
{
    struct tabs *t = *state;
    struct text page = {0};
    size_t i;
    json_t *url;
    open_page(t, "#lang=en&lesson=01", desktop);
    browser_press(&t->b, "Enter", "\r");
    json_array_foreach(t->b.requested, i, url) assert_true(
        strncmp(json_string_value(url), t->page, strlen(t->page)) == 0 ||
        strncmp(json_string_value(url), "blob:", 5) == 0 || strncmp(json_string_value(url), "data:", 5) == 0);
    assert_int_equal(json_array_size(t->b.errors), 0);
    read_page(&page);
    assert_non_null(strstr(page.s, "default-src 'none'; script-src 'sha256-"));
    assert_null(strstr(page.s, "unsafe-inline"));
    assert_null(strstr(page.s, "'unsafe-eval'"));
    assert_null(strstr(page.s, " style=\""));
    text_finish(&page);
}

/* What is sent by mail or copied to thirty machines stays small. */
static void one_file_is_small(void **state)
{
    (void)state;
    struct stat file;
    assert_int_equal(stat("build/web/qkv.html", &file), 0);
    if (file.st_size > PAGE_BYTES)
        fail_msg("the page has %lld bytes, at most %d are allowed", (long long)file.st_size, PAGE_BYTES);
}

/* The policy is in force: nothing else may run or be asked. */
static void nothing_else_may_run(void **state)
{
    struct tabs *t = *state;
    open_page(t, "#lang=en", desktop);
    assert_true(browser_holds(
        &t->b, "(() => { const s = document.createElement('script'); s.textContent = 'window.evil = 1';"
               "document.body.append(s); return window.evil === undefined; })()"));
    assert_true(browser_holds(&t->b, "fetch('data:text/plain,x').then(() => false, () => true)"));
}

/* ------------------------------------------------------------------------------------------ */

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_picture_is_the_programs),
        TEST(ribbons_are_curves),
        TEST(every_cell_lies_in_its_place),
        TEST(golden_sessions_give_the_same_planes),
        TEST(the_checker_says_the_same),
        TEST(json_has_the_same_bytes),
        TEST(keys_and_input_methods_lose_nothing),
        TEST(a_killed_session_comes_back),
        TEST(a_trap_is_said_and_loses_nothing),
        TEST(two_tabs_leave_each_other_alone),
        TEST(a_link_opens_a_scene),
        TEST(a_strangers_link_does_nothing_else),
        TEST(a_dropped_file_is_read),
        TEST(a_dropped_model_is_opened),
        TEST(one_file_names_the_families_and_says_that_it_reads_no_models),
        TEST(a_screen_reader_hears_the_sentences),
        TEST(it_asks_nobody),
        TEST(nothing_else_may_run),
        cmocka_unit_test(one_file_is_small),
    };
    if (!browser_program())
        return 1;
    cmocka_set_test_filter(getenv("PAGE_TEST"));
    return cmocka_run_group_tests_name("page", tests, NULL, NULL) + reader_tests() + hand_tests() +
           edge_tests() + address_tests();
}
