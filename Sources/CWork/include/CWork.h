// CWork: counts the work done, in the code that does it, for a host that runs untrusted scripts.
//
// The layers below Lua do not know budgets. They count here what they do in proportion to data (comparing names,
// writing events, reading files), and the code that runs a script charges the count. It is a number of steps, never a
// time, so that the same script always pays the same. Each thread has a count.

#ifndef CWORK_H
#define CWORK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

extern _Thread_local int64_t hs_work_counted;

/// Counts steps. One step takes tens of nanoseconds, like an instruction of a script.
static inline void hs_work_count(int64_t steps) {
  hs_work_counted += steps;
}

/// Returns the steps since the last call.
static inline int64_t hs_work_take(void) {
  const int64_t steps = hs_work_counted;
  hs_work_counted = 0;
  return steps;
}

#ifdef __cplusplus
}
#endif

#endif
