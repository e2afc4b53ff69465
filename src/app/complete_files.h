/* Tab behind a command that takes a file. */
#ifndef APP_COMPLETE_FILES_H
#define APP_COMPLETE_FILES_H

/* Calls offer(to, path) for every file that a half typed path may become, in the order of
 * their names; folders end with '/'. Names with blanks or quotes, which would have to be
 * quoted, and hidden ones whose dot was not typed are left out. */
void complete_files(const char *typed, void (*offer)(void *to, const char *path), void *to);

#endif
