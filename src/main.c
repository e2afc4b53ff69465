/* Reads the command line and runs the requested mode. The only place that ends the program. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "keep/file.h"
#include "base/utf8.h"
#include "cli/cli.h"
#include "cli/options.h"
#include "term/loop.h"
#include "term/signals.h"

static int run(const struct options *o)
{
    signals_guard(o->lang);
    if (o->tool)
        return o->tool(o);
    if (o->notes)
        return notes_run(o);
    if (o->batch)
        return batch_run(o);
    return o->plain ? line_editor_session(o) : loop_run(o);
}

/* If descriptor 0, 1 or 2 is closed, the next opened file would get its number and receive terminal output.
 * Opens /dev/null on closed ones, in the direction that makes reading or writing fail. */
static void take_standard_files(void)
{
    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}

int main(int argc, char **argv)
{
    struct options o = {0};
    take_standard_files();
    utf8_locale();
    signal(SIGXFSZ, SIG_IGN); /* report a file at its size limit as an error */
    signal(SIGPIPE, SIG_IGN); /* likewise a pipe that nobody reads */
    int status = options_read(&o, option_rows, argc, argv);
    if (status < 0)
        status = run(&o);
    options_finish(&o);
    if (status == 0 && (fflush(stdout) != 0 || ferror(stdout))) {
        file_print_failed();
        status = 1;
    }
    return status;
}
