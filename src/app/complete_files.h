/* Tab completion of file names. */
#ifndef APP_COMPLETE_FILES_H
#define APP_COMPLETE_FILES_H

/* Calls offer(to, path) for every file that the typed prefix may become, sorted by name; folders end
 * with '/'. Skips names that would have to be quoted, and hidden files unless the dot was typed. */
void complete_files(const char *typed, void (*offer)(void *to, const char *path), void *to);

#endif
