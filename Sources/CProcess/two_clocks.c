// Two clocks for what must not take too long: the processor time of this process, and ten times as much real time for
// what waits. Real time is counted in ticks, so that the time in which the process was stopped (Ctrl-Z) or the machine
// slept is one tick at most, however long it was.

#define _DEFAULT_SOURCE  // sigaction and setitimer under a strict C standard

#include "CProcess.h"

#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

/// Real time that may pass for each second of processor time.
static const double patience = 10;
/// The longest tick, in seconds: so exact is real time.
static const double longest_tick = 1;

static void (*when_over)(cp_clock clock) = NULL;
/// Ticks that have passed since the clocks began, and those after which real time is over.
static volatile sig_atomic_t ticks = 0, last_tick = 0;
/// The ticks that are added to those when one of the clocks is over.
static volatile sig_atomic_t grace_ticks = 0;

static void on_processor_time(int signal_number) {
  (void)signal_number;
  last_tick += grace_ticks;
  if (when_over != NULL) when_over(cp_clock_processor);
}

static void on_tick(int signal_number) {
  (void)signal_number;
  if (++ticks < last_tick) return;
  last_tick += grace_ticks;
  if (when_over != NULL) when_over(cp_clock_real);
}

static struct timeval time_of(double seconds) {
  if (seconds < 0.001) seconds = 0.001;  // 0 would switch a timer off
  const time_t whole = (time_t)seconds;
  return (struct timeval){.tv_sec = whole, .tv_usec = (suseconds_t)((seconds - (double)whole) * 1e6)};
}

static double seconds_of(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static sig_atomic_t ticks_of(double seconds, double tick) {
  return (sig_atomic_t)(seconds / tick + 0.999);
}

double cp_real_time(double seconds) {
  return seconds * patience;
}

void cp_clocks_stop(void) {
  const struct itimerval none = {0};
  setitimer(ITIMER_REAL, &none, NULL);
  setitimer(ITIMER_PROF, &none, NULL);
}

void cp_clocks_start(double seconds, double grace, void (*over)(cp_clock clock)) {
  cp_clocks_stop();
  if (seconds <= 0) return;
  if (grace < 0.001) grace = 0.001;
  const double half = seconds / 2, tick = half > longest_tick ? longest_tick : half < 0.001 ? 0.001 : half;
  when_over = over;
  ticks = 0;
  last_tick = ticks_of(cp_real_time(seconds), tick);
  grace_ticks = ticks_of(grace, tick);

  struct sigaction action = {.sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGALRM);
  sigaddset(&action.sa_mask, SIGPROF);
  action.sa_handler = on_tick;
  sigaction(SIGALRM, &action, NULL);
  action.sa_handler = on_processor_time;
  sigaction(SIGPROF, &action, NULL);

  const struct itimerval real = {.it_value = time_of(tick), .it_interval = time_of(tick)};
  const struct itimerval processor = {.it_value = time_of(seconds), .it_interval = time_of(grace)};
  setitimer(ITIMER_REAL, &real, NULL);
  setitimer(ITIMER_PROF, &processor, NULL);
}

void cp_clocks_pause(cp_clocks_rest *rest) {
  const struct itimerval none = {0};
  struct itimerval real, processor;
  setitimer(ITIMER_REAL, &none, &real);
  setitimer(ITIMER_PROF, &none, &processor);
  *rest = (cp_clocks_rest){
      .over = when_over,
      .processor = seconds_of(processor.it_value),
      .grace = seconds_of(processor.it_interval),
      .tick_left = seconds_of(real.it_value),
      .tick = seconds_of(real.it_interval),
      .ticks = ticks,
      .last_tick = last_tick,
      .grace_ticks = grace_ticks,
  };
}

void cp_clocks_resume(const cp_clocks_rest *rest) {
  if (rest->tick <= 0) return;
  when_over = rest->over;
  ticks = rest->ticks;
  last_tick = rest->last_tick;
  grace_ticks = rest->grace_ticks;
  const struct itimerval real = {.it_value = time_of(rest->tick_left), .it_interval = time_of(rest->tick)};
  const struct itimerval processor = {.it_value = time_of(rest->processor), .it_interval = time_of(rest->grace)};
  setitimer(ITIMER_REAL, &real, NULL);
  setitimer(ITIMER_PROF, &processor, NULL);
}
