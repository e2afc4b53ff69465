/* What jansson's own build would find out. */
#define HAVE_STDINT_H 1
#define HAVE_UNISTD_H 1
#define INITIAL_HASHTABLE_ORDER 3
