// The arguments as the system passed them. Swift reads them from /proc/self/cmdline instead, and gets none if that file
// cannot be opened.

#define _DEFAULT_SOURCE  // readlink under a strict C standard

#include "CProcess.h"

#ifdef __APPLE__
#include <mach-o/dyld.h>
#include <stdint.h>
#else
#include <unistd.h>
#endif

static int count;
static char **arguments;

/// Called by the loader before main, with the arguments of main.
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

bool cp_executable_path(char *path, size_t capacity) {
#ifdef __APPLE__
  uint32_t size = capacity > UINT32_MAX ? UINT32_MAX : (uint32_t)capacity;
  return _NSGetExecutablePath(path, &size) == 0;
#else
  const ssize_t length = readlink("/proc/self/exe", path, capacity);
  if (length < 0 || (size_t)length >= capacity) return false;
  path[length] = 0;
  return true;
#endif
}
