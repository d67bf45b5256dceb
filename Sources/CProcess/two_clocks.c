// Two clocks that limit a task: the processor time of this process, and ten times as much real time for tasks that
// wait. Both are counted in ticks, so the time in which the process was stopped (Ctrl-Z) or the machine slept is at
// most one tick, and a restart, which each scenario does several times, needs no system call.

#define _DEFAULT_SOURCE  // sigaction and setitimer under a strict C standard

#include "CProcess.h"

#include <signal.h>
#include <stddef.h>
#include <sys/time.h>

/// The real time allowed for each second of processor time.
static const double patience = 10;
/// The longest and the shortest tick in seconds, and the minimum number of ticks: the precision of the clocks.
static const double longest_tick = 1, shortest_tick = 0.001, fewest_ticks = 8;

static void (*when_over)(cp_clock clock) = NULL;
/// The length of a tick in seconds; 0 while the clocks are stopped.
static double tick = 0;

/// The ticks since a clock started, and those of its limit.
typedef struct {
  volatile sig_atomic_t passed, last;
} tick_count;

static tick_count processor_ticks, real_ticks;
/// The ticks added to the limits when one of the clocks runs out.
static volatile sig_atomic_t grace_ticks = 0;

static void count_tick(tick_count *count, cp_clock clock) {
  if (++count->passed < count->last) return;
  processor_ticks.last += grace_ticks;
  real_ticks.last += grace_ticks;
  if (when_over != NULL) when_over(clock);
}

static void on_processor_tick(int) {
  count_tick(&processor_ticks, cp_clock_processor);
}

static void on_real_tick(int) {
  count_tick(&real_ticks, cp_clock_real);
}

static struct timeval time_of(double seconds) {
  if (seconds < shortest_tick) seconds = shortest_tick;  // 0 would switch a timer off
  const time_t whole = (time_t)seconds;
  return (struct timeval){.tv_sec = whole, .tv_usec = (suseconds_t)((seconds - (double)whole) * 1e6)};
}

static double seconds_of(struct timeval time) {
  return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static sig_atomic_t ticks_of(double seconds) {
  return (sig_atomic_t)(seconds / tick + 0.999);
}

/// Starts both timers.
/// @param processor_left The rest of the first tick, in seconds.
static void run_timers(double processor_left, double real_left) {
  const struct itimerval real = {.it_value = time_of(real_left), .it_interval = time_of(tick)};
  const struct itimerval processor = {.it_value = time_of(processor_left), .it_interval = time_of(tick)};
  setitimer(ITIMER_REAL, &real, NULL);
  setitimer(ITIMER_PROF, &processor, NULL);
}

double cp_real_time(double seconds) {
  return seconds * patience;
}

void cp_clocks_stop(void) {
  if (tick == 0) return;
  const struct itimerval none = {0};
  setitimer(ITIMER_REAL, &none, NULL);
  setitimer(ITIMER_PROF, &none, NULL);
  tick = 0;
}

void cp_clocks_start(double seconds, double grace, void (*over)(cp_clock clock)) {
  if (seconds <= 0) {
    cp_clocks_stop();
    return;
  }
  double wanted = seconds / fewest_ticks;
  if (wanted > longest_tick) wanted = longest_tick;
  if (wanted < shortest_tick) wanted = shortest_tick;
  const bool runs = tick == wanted;
  if (!runs) cp_clocks_stop();
  tick = wanted;
  when_over = over;
  grace_ticks = ticks_of(grace);
  if (grace_ticks < 1) grace_ticks = 1;
  // A tick may come at any moment, so no clock may pass its limit in between. The first tick of running timers comes
  // early.
  processor_ticks.passed = real_ticks.passed = 0;
  processor_ticks.last = ticks_of(seconds) + runs;
  real_ticks.last = ticks_of(cp_real_time(seconds)) + runs;
  if (runs) return;

  struct sigaction action = {.sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaddset(&action.sa_mask, SIGALRM);
  sigaddset(&action.sa_mask, SIGPROF);
  action.sa_handler = on_real_tick;
  sigaction(SIGALRM, &action, NULL);
  action.sa_handler = on_processor_tick;
  sigaction(SIGPROF, &action, NULL);
  run_timers(tick, tick);
}

void cp_clocks_pause(cp_clocks_rest *rest) {
  const struct itimerval none = {0};
  struct itimerval real, processor;
  setitimer(ITIMER_REAL, &none, &real);
  setitimer(ITIMER_PROF, &none, &processor);
  *rest = (cp_clocks_rest){
      .over = when_over,
      .tick = tick,
      .processor_left = seconds_of(processor.it_value),
      .real_left = seconds_of(real.it_value),
      .processor_passed = processor_ticks.passed,
      .processor_last = processor_ticks.last,
      .real_passed = real_ticks.passed,
      .real_last = real_ticks.last,
      .grace_ticks = grace_ticks,
  };
  tick = 0;
}

void cp_clocks_resume(const cp_clocks_rest *rest) {
  if (rest->tick <= 0) return;
  when_over = rest->over;
  tick = rest->tick;
  processor_ticks.passed = rest->processor_passed;
  processor_ticks.last = rest->processor_last;
  real_ticks.passed = rest->real_passed;
  real_ticks.last = rest->real_last;
  grace_ticks = rest->grace_ticks;
  run_timers(rest->processor_left, rest->real_left);
}
