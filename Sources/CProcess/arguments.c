// The arguments as the system handed them over. Swift reads them from /proc/self/cmdline instead, and finds none when
// that file cannot be opened.

#include "CProcess.h"

static int count;
static char **arguments;

/// The loader calls it before main with what main gets.
__attribute__((constructor)) static void take_arguments(int argc, char **argv) {
  count = argc;
  arguments = argv;
}

int cp_argument_count(void) {
  return count;
}

const char *cp_argument(int index) {
  return arguments[index];
}
