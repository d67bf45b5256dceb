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

#endif
