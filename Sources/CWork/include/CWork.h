// CWork: how much has been done, counted by the code that does it, for a host that lets strangers decide how much.
//
// The layers below Lua know nothing of budgets. What they do in proportion to data (comparing names, writing events,
// looking at files) they count here, and what runs a script takes the count and charges it. It is a number of steps,
// never a time, so that the same script always pays the same. One count for each thread.

#ifndef CWORK_H
#define CWORK_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

extern _Thread_local int64_t hs_work_counted;

/// Counts steps. One step is the work of some tens of nanoseconds, about that of an instruction of a script.
static inline void hs_work_count(int64_t steps) {
  hs_work_counted += steps;
}

/// The steps since the last call.
static inline int64_t hs_work_take(void) {
  const int64_t steps = hs_work_counted;
  hs_work_counted = 0;
  return steps;
}

#ifdef __cplusplus
}
#endif

#endif
