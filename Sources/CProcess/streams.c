// The standard streams, for information that Swift cannot get from stdio and the kernel.

#define _DEFAULT_SOURCE  // winsize under a strict C standard

#include "CProcess.h"

#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>

int cp_flush_standard_streams(void) {
  fflush(stderr);
  return fflush(stdout) == 0 ? 0 : errno;
}

int cp_terminal_rows(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_row : 0;
}

int cp_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
