// Lets tests simulate a lack of memory: the n-th allocation of scripts is refused.
//
// Lua retries after a collection; both attempts are refused, or the refusal would have no effect. Allocations of host
// code are not counted and never refused.

#include "host.h"

void hs_refuse_allocation(lua_State *L, int64_t number, bool for_good) {
  hs_host_of(L)->refusal = (hs_refusal){.is_armed = true, .number = number, .for_good = for_good};
}

void hs_refuse_nothing(lua_State *L) {
  hs_host_of(L)->refusal.is_armed = false;
}

int64_t hs_counted_allocations(lua_State *L) {
  return hs_host_of(L)->refusal.seen;
}

bool hs_is_refused(hs_refusal *refusal) {
  if (refusal->is_retry) {
    refusal->is_retry = false;
    return true;
  }
  refusal->seen++;
  if (refusal->number == 0 || refusal->seen < refusal->number) return false;
  if (refusal->for_good) return true;
  refusal->is_retry = refusal->seen == refusal->number;
  return refusal->is_retry;
}
