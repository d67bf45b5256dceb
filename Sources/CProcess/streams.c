// The standard streams, where stdio and the kernel know more than Swift can ask.

#define _DEFAULT_SOURCE  // winsize under a strict C standard

#include "CProcess.h"

#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>

int cp_flush_standard_streams(void) {
  fflush(stderr);
  return fflush(stdout) == 0 ? 0 : errno;
}

int cp_terminal_cell_size(int descriptor, int *width, int *height) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0 || size.ws_row == 0) return 0;
  *width = size.ws_xpixel / size.ws_col;
  *height = size.ws_ypixel / size.ws_row;
  return *width > 0 && *height > 0;
}

int cp_terminal_columns(int descriptor) {
  struct winsize size;
  return ioctl(descriptor, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}
