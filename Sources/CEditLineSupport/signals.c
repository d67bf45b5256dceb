// Signals while a line is read. A handler only sets a flag and writes a byte into a pipe; the reader waits for the
// terminal and the pipe together, so no signal is lost between checking the flags and waiting, whichever thread
// receives it.

#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

/// SIGINT first: it is taken over even if it was ignored, because Ctrl-C must clear the line.
static const int taken[] = {SIGINT, SIGWINCH, SIGTSTP, SIGCONT, SIGTERM, SIGHUP, SIGQUIT};
enum { TAKEN = sizeof taken / sizeof taken[0] };

static struct sigaction previous[TAKEN];
static atomic_int came[TAKEN];
static atomic_int wake = -1;
static int wake_reader = -1;
static atomic_flag busy = ATOMIC_FLAG_INIT;

static void note_signal(int number) {
  int saved = errno;
  for (int i = 0; i < TAKEN; i++)
    if (taken[i] == number) atomic_store(&came[i], 1);
  int descriptor = atomic_load(&wake);
  // A full pipe also wakes the reader, so a failed write loses nothing.
  if (descriptor >= 0 && write(descriptor, "", 1) < 0) errno = saved;
  errno = saved;
}

static void install(int i) {
  struct sigaction action = {.sa_handler = note_signal};
  sigemptyset(&action.sa_mask);
  sigaction(taken[i], &action, &previous[i]);
  if (taken[i] != SIGINT && !(previous[i].sa_flags & SA_SIGINFO) && previous[i].sa_handler == SIG_IGN)
    sigaction(taken[i], &previous[i], NULL);
}

static bool open_pipe(void) {
  int ends[2];
  if (wake_reader >= 0) return true;
  if (pipe(ends) != 0) return false;
  for (int i = 0; i < 2; i++) {
    fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(ends[i], F_SETFL, O_NONBLOCK);
  }
  wake_reader = ends[0];
  atomic_store(&wake, ends[1]);
  return true;
}

bool cel_signals_begin(void) {
  if (atomic_flag_test_and_set(&busy)) return false;
  if (!open_pipe()) {
    atomic_flag_clear(&busy);
    return false;
  }
  for (int i = 0; i < TAKEN; i++) atomic_store(&came[i], 0);
  cel_signals_resume();
  return true;
}

void cel_signals_end(void) {
  cel_signals_pause();
  atomic_flag_clear(&busy);
}

void cel_signals_pause(void) {
  for (int i = 0; i < TAKEN; i++) sigaction(taken[i], &previous[i], NULL);
}

void cel_signals_resume(void) {
  for (int i = 0; i < TAKEN; i++) install(i);
}

bool cel_signal_take(int number) {
  for (int i = 0; i < TAKEN; i++)
    if (taken[i] == number) return atomic_exchange(&came[i], 0) != 0;
  return false;
}

bool cel_signals_wait(int descriptor) {
  struct pollfd sources[] = {{.fd = descriptor, .events = POLLIN}, {.fd = wake_reader, .events = POLLIN}};
  while (poll(sources, 2, -1) < 0)
    if (errno != EINTR && errno != EAGAIN) return false;
  char bytes[64];
  if (sources[1].revents)
    while (read(wake_reader, bytes, sizeof bytes) > 0) continue;
  return true;
}

void cel_signal_deliver(int number) {
  cel_signals_pause();
  // A pool thread blocks all signals; raised there, this one would wait forever.
  sigset_t one, callers_mask;
  sigemptyset(&one);
  sigaddset(&one, number);
  pthread_sigmask(SIG_UNBLOCK, &one, &callers_mask);
  raise(number);
  pthread_sigmask(SIG_SETMASK, &callers_mask, NULL);
  cel_signals_resume();
}
