#include "support/model_files.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/kept.h"
#include "support/test.h"

void copy_file(const char *from, const char *to)
{
    char bytes[1 << 14];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    assert_true(in && out);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, in)) > 0;)
        fwrite(bytes, 1, n, out);
    fclose(in);
    fclose(out);
}

static const char *const files[] = {"config.json", "tokenizer.json", "model.safetensors"};

void forget_model(void)
{
    char path[300];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "%s/%s", kept_path("model"), files[i]);
        unlink(path);
    }
    rmdir(kept_path("model"));
}

const char *copy_model(const char *name)
{
    static char to[300];
    char from[300];
    mkdir(kept_path("model"), 0700);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(from, sizeof from, "tests/data/models/%s/%s", name, files[i]);
        snprintf(to, sizeof to, "%s/%s", kept_path("model"), files[i]);
        copy_file(from, to);
    }
    return to;
}
