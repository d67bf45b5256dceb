// Ends a process that reads for too long: readers do not check for a stop, which keeps them fast.

#include "CProcess.h"

#include <string.h>
#include <unistd.h>

/// The message for each clock.
static char prepared[2][2048];
static size_t prepared_length[2];
static int code;

static void end(cp_clock clock) {
  const int index = clock == cp_clock_processor ? 0 : 1;
  (void)!write(STDERR_FILENO, prepared[index], prepared_length[index]);
  _exit(code);
}

static void prepare(int index, const char *line) {
  size_t length = strlen(line);
  if (length > sizeof prepared[index]) length = sizeof prepared[index];
  memcpy(prepared[index], line, length);
  prepared_length[index] = length;
}

void cp_limit_time(double seconds, int exit_code, const char *processor_line, const char *real_line) {
  cp_clocks_stop();
  if (seconds <= 0) return;
  prepare(0, processor_line);
  prepare(1, real_line);
  code = exit_code;
  cp_clocks_start(seconds, seconds, end);
}
