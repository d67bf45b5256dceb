// Ctrl-C and the watchdog: the two things that reach a script from outside. Signal handlers only set flags that the
// hook and hs_spend read; the process ends by itself only when even that no longer helps.

#define _DEFAULT_SOURCE  // sigaction and setitimer under a strict C standard

#include "host.h"

#include <signal.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

volatile int hs_interrupt_requested = 0;
volatile int hs_deadline_passed = 0;

#define NOTE_COUNT 8
#define NOTE_LENGTH 160

static char notes[NOTE_COUNT][NOTE_LENGTH];
static volatile sig_atomic_t next_note = 0;

/// How often Ctrl-C may be pressed without an answer before the process ends.
static const int patience = 3;

static void say(const char *text) {
  (void)!write(STDERR_FILENO, text, strlen(text));
}

static void on_interrupt(int signal_number) {
  (void)signal_number;
  if (++hs_interrupt_requested < patience) return;
  say("\nhomescreen: interrupted while a system call or library did not answer\n");
  _exit(130);
}

static void on_alarm(int signal_number) {
  (void)signal_number;
  if (!hs_deadline_passed) {
    hs_deadline_passed = 1;
    return;
  }
  say("homescreen: the watchdog ended the process: a script ran too long and did not answer.\n");
  say("What ran last:\n");
  for (int i = 0; i < NOTE_COUNT; i++) {
    const char *note = notes[(next_note + i) % NOTE_COUNT];
    if (note[0] == '\0') continue;
    say("  ");
    say(note);
    say("\n");
  }
  say("Raise the limit with --watchdog SECONDS, or look for a call that never returns.\n");
  _exit(124);
}

void hs_install_interrupt_handler(void) {
  // Without SA_RESTART: a piped REPL that waits for a line must notice.
  struct sigaction action = {.sa_handler = on_interrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
}

bool hs_was_interrupted(void) {
  return hs_interrupt_requested != 0;
}

void hs_interrupt(void) {
  hs_interrupt_requested = 1;
}

static struct timeval time_of(double seconds) {
  if (seconds < 0.001) seconds = 0.001;  // 0 would switch the timer off
  const time_t whole = (time_t)seconds;
  return (struct timeval){.tv_sec = whole, .tv_usec = (suseconds_t)((seconds - (double)whole) * 1e6)};
}

void hs_watchdog(double seconds, double grace) {
  hs_deadline_passed = 0;
  struct itimerval timer = {0};
  if (seconds > 0) {
    struct sigaction action = {.sa_handler = on_alarm, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGALRM, &action, NULL);
    timer.it_value = time_of(seconds);
    timer.it_interval = time_of(grace > 0 ? grace : 1);
  }
  setitimer(ITIMER_REAL, &timer, NULL);
}

void hs_watchdog_note(const char *text) {
  char *note = notes[next_note];
  size_t length = strlen(text);
  if (length >= NOTE_LENGTH) length = NOTE_LENGTH - 1;
  // The handler may read at any moment: what it finds must end.
  note[0] = '\0';
  note[length] = '\0';
  memcpy(note + (length > 0), text + (length > 0), length - (length > 0));
  note[0] = length > 0 ? text[0] : '\0';
  next_note = (next_note + 1) % NOTE_COUNT;
}
