// The memory that Swift keeps for scripts: texts, packages, devices. Lua's allocator does not count it, and for Lua's
// collector the userdata that owns a property list of a hundred megabytes has only a few bytes. So the memory of the
// process is checked from time to time, before Swift is called.

#include "host.h"

#if defined(__has_feature) && __has_feature(address_sanitizer)
// AddressSanitizer has its own allocator, which mallinfo2 does not know.
size_t __sanitizer_get_current_allocated_bytes(void);

size_t hs_process_memory(void) {
  return __sanitizer_get_current_allocated_bytes();
}
#elifdef __GLIBC__
#include <malloc.h>

size_t hs_process_memory(void) {
  const struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}
#else
size_t hs_process_memory(void) {
  return 0;
}
#endif

/// The cost in units of a check when memory is short: each is a full collection.
static const int64_t short_look_units = 100000;

void hs_look_at_memory(lua_State *L) {
  hs_host *host = hs_host_of(L);
  // Not reset while memory is short, so every call checks.
  if (hs_process_memory() > host->process_ceiling) {
    hs_spend(L, short_look_units);
    lua_gc(L, LUA_GCCOLLECT);
    if (hs_process_memory() > host->process_ceiling) {
      // Refuse this allocation and the one after Lua's collection: Lua raises as at the scripts' ceiling.
      host->refusals = 2;
      lua_newuserdatauv(L, 1, 0);
    }
  }
  host->unseen = 0;
}

/// The bytes that Swift may keep for garbage before a collection; more if scripts keep much, because a collection
/// visits everything.
static constexpr size_t LEAST_WEIGHT = (size_t)8 << 20;
/// The bytes of a script's memory visited per unit.
static constexpr int64_t BYTES_PER_UNIT = 64;

/// The bytes that one piece of work may leave before the collector runs in the middle of it.
static constexpr size_t MOST_WEIGHT = 16 * LEAST_WEIGHT;

void hs_weigh(lua_State *L, size_t bytes) {
  hs_host *host = hs_host_of(L);
  host->weight += bytes;
  if (host->weight < (host->collects_between ? MOST_WEIGHT : LEAST_WEIGHT) || host->weight < host->used / 2) return;
  host->weight = 0;
  // Pay without raising, because host code is running; the hook checks soon enough.
  host->budget -= (int64_t)host->used / BYTES_PER_UNIT;
  lua_gc(L, LUA_GCCOLLECT);
}

/// The garbage that a script may leave before a collection between two pieces of work, in addition to the memory in
/// use.
static constexpr size_t LEAST_GARBAGE = (size_t)1 << 20;
/// The bytes that Swift may keep for garbage before a collection between two pieces of work: fewer than within one,
/// because memory that is reused soon is still in the processor's caches.
static constexpr size_t WEIGHT_BETWEEN = (size_t)2 << 20;

void hs_collect_between(lua_State *L) {
  hs_host *host = hs_host_of(L);
  if (!host->collects_between) lua_gc(L, LUA_GCSTOP);
  host->collects_between = true;
  if (host->weight < WEIGHT_BETWEEN && host->used < 2 * host->used_at_collection + LEAST_GARBAGE) return;
  host->weight = 0;
  lua_gc(L, LUA_GCCOLLECT);
  host->used_at_collection = host->used;
}
