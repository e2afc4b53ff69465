/* Files of models that a test may change. */
#ifndef SUPPORT_MODEL_FILES_H
#define SUPPORT_MODEL_FILES_H

void copy_file(const char *from, const char *to);

/* Copies a model of tests/data/models to the folder kept_path("model"); returns the path of its
 * model.safetensors there, which stays until the next call. */
const char *copy_model(const char *name);

/* Removes that copy. */
void forget_model(void);

#endif
