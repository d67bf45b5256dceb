// What the C runtime knows of a process and Swift's does not tell, and what only a signal handler can do.

#ifndef CPROCESS_H
#define CPROCESS_H

/// How many arguments the process was started with, its own name included.
int cp_argument_count(void);

/// The argument at an index below the count; it lives as long as the process.
const char *cp_argument(int index);

/// Lets the process end with an exit code, and a line on standard error, after so many seconds. One limit at a time, and
/// none beside another user of SIGALRM; 0 seconds take it back.
///
/// @param line Ends with a line feed; a longer one is cut.
void cp_limit_time(double seconds, int exit_code, const char *line);

/// Writes out what stdio still holds for stdout and stderr, so that later direct writes keep the order.
/// Returns 0, or the errno of what stdout lost.
int cp_flush_standard_streams(void);

/// The width of the terminal in columns, or 0 where it cannot be known.
int cp_terminal_columns(int descriptor);

#endif
