/* Exports a scene as a model that `model FOLDER` opens: model.safetensors, config.json
 * with the rest of the computation, and tokenizer.json with the words. */
#ifndef EXPORT_MODEL_FOLDER_H
#define EXPORT_MODEL_FOLDER_H

#include "base/reply.h"
#include "base/text.h"
#include "core/config.h"
#include "state/scene.h"

struct model_files {
    struct text numbers, config, tokenizer;
};

/* Writes the three files as bytes. Opened, they give the tokens, weights and logits of the scene to the bit.
 * The classes are the first tokens, then come the words of the task and of the sentence, and [UNK]. Returns
 * false and explains in r what such a model cannot say, or that memory is exhausted. */
bool model_files_make(const struct scene *s, struct model_files *out, struct reply *r);
void model_files_finish(struct model_files *f);

/* Writes them to a folder, which is created; if that fails, no model is there. Refuses to replace files of a
 * model that is not an export. */
bool model_files_write(const struct model_files *f, const char *path, struct reply *r);

/* The numbers of a model as bytes of a file: the safetensors format, float64. */

#endif
