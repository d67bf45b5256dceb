// What the C runtime knows of a process and Swift's does not tell.

#ifndef CPROCESS_H
#define CPROCESS_H

/// How many arguments the process was started with, its own name included.
int cp_argument_count(void);

/// The argument at an index below the count; it lives as long as the process.
const char *cp_argument(int index);

#endif
