// The end of a process that reads and reads: nothing inside a reader is asked whether it should stop, so that reading
// stays as fast as it is.

#define _DEFAULT_SOURCE  // sigaction and setitimer under a strict C standard

#include "CProcess.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

static char prepared[2048];
static size_t prepared_length;
static int code;

static void on_alarm(int signal_number) {
  (void)signal_number;
  (void)!write(STDERR_FILENO, prepared, prepared_length);
  _exit(code);
}

void cp_limit_time(double seconds, int exit_code, const char *line) {
  struct itimerval timer = {0};
  setitimer(ITIMER_REAL, &timer, NULL);
  if (seconds <= 0) return;

  prepared_length = strlen(line);
  if (prepared_length > sizeof prepared) prepared_length = sizeof prepared;
  memcpy(prepared, line, prepared_length);
  code = exit_code;
  struct sigaction action = {.sa_handler = on_alarm};
  sigemptyset(&action.sa_mask);
  sigaction(SIGALRM, &action, NULL);

  if (seconds < 0.001) seconds = 0.001;  // 0 would switch the timer off
  timer.it_value.tv_sec = (time_t)seconds;
  timer.it_value.tv_usec = (suseconds_t)((seconds - (double)timer.it_value.tv_sec) * 1e6);
  setitimer(ITIMER_REAL, &timer, NULL);
}
