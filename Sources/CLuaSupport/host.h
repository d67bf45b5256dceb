// The host's data for a state: limits, identity numbers, and Swift's callbacks. Private to CLuaSupport.

#ifndef HS_HOST_H
#define HS_HOST_H

#include <CWork.h>

#include "CLuaSupport.h"

/// The allocation that a test makes fail (refusal.c).
typedef struct hs_refusal {
  bool is_armed;
  bool for_good;
  /// Whether the next allocation is the retry of the refused one.
  bool is_retry;
  /// The number of the allocation, from 1; 0 only counts them.
  int64_t number;
  int64_t seen;
} hs_refusal;

/// Counts an allocation; true if it must be refused.
bool hs_is_refused(hs_refusal *refusal);

/// The instances that Swift gave to the state and Lua has not released yet (owned.c).
typedef struct hs_owned {
  uintptr_t *places;
  size_t capacity;
  size_t first_free;
} hs_owned;

/// Records an instance; returns its place, for hs_disown.
size_t hs_own(hs_owned *owned, void *instance);
void hs_disown(hs_owned *owned, size_t place);

/// A running coroutine: the resume that runs it, and the one around that.
typedef struct hs_resumption {
  lua_State *from;
  const struct hs_resumption *outer;
} hs_resumption;

/// One per lua_State; every thread of the state has it in its extra space.
typedef struct hs_host {
  hs_callbacks callbacks;

  // Memory, in bytes. While `lifted` is not 0, the host allocates and the ceiling is ignored.
  size_t used;
  size_t ceiling;
  int lifted;
  // Memory of the whole process, in bytes: what Swift keeps for a script counts only here (host_memory.c).
  size_t process_ceiling;
  /// The estimated bytes that Swift has allocated since the last check.
  size_t unseen;
  /// The estimated bytes that Swift has allocated for objects of this state since the last collection.
  size_t weight;
  /// Whether garbage waits for hs_collect_between; `used_at_collection` is the memory in use after the last one.
  bool collects_between;
  size_t used_at_collection;
  /// The number of further allocations of scripts to refuse.
  int refusals;
  hs_refusal refusal;
  hs_owned owned;

  // Budget, in units: one VM instruction, or one step of a library function.
  int64_t budget;
  hs_stop_reason stop;
  char stop_place[200];
  char traceback[4096];

  /// Whether the carrier of the next failure is ready in the registry.
  bool carrier_ready;
  int next_anchor;

  /// The running thread (maintained by coroutine.resume), so that a stop can reach it.
  lua_State *running;
  lua_State *main;

  /// The resume of the running coroutine; NULL in the main thread.
  const struct hs_resumption *resumption;

  /// The nesting of coroutine.close. Lua 5.4.4 does not count this C recursion.
  int closing;

  /// The next number that tostring gives to an object instead of an address.
  uint64_t next_identity;
  /// The seed of math.random.
  uint64_t seed;
  /// The addresses of the table of globals and of the metatable that the host gave it, after hs_guard_globals; before
  /// that, an address that no table has.
  const void *globals, *hub;
  /// Whether a script has traversed the globals, so that all names of the host are set.
  bool has_bound_globals;
  /// The time of the virtual clock when the state got its world, in milliseconds: os.clock counts from there.
  int64_t clock_start;
  /// Whether errors keep the variables of the scripts that raise them.
  bool watches_locals;
} hs_host;

// Variables (failed_locals.c)

/// At the place of an error, with one free stack slot: keeps the variables there, if they are watched.
void hs_keep_locals(lua_State *L);

/// Releases what no finalizer has released; for a closed state.
void hs_release_owned(hs_host *host);

/// Makes `object` the owner of `instance`; takes over one retain count.
static inline void hs_take_over(hs_host *host, hs_object *object, void *instance) {
  object->instance = instance;
  object->place = hs_own(&host->owned, instance);
}

/// The lowest bit of a coroutine's extra space: it was stopped and must never run again (see hs_poison_thread).
static constexpr uintptr_t HS_POISONED = 1;
/// The next bit: the handler of an xpcall is in force there (see hs_set_handled).
static constexpr uintptr_t HS_HANDLED = 2;

/// Returns the host of the state that L belongs to.
static inline hs_host *hs_host_of(lua_State *L) {
  return (hs_host *)(*(uintptr_t *)lua_getextraspace(L) & ~(HS_POISONED | HS_HANDLED));
}

/// Charges the steps that Swift has counted since the last call (CWork). It is called before another budget comes into
/// force, so that each piece of code pays for its own work.
static inline void hs_settle(hs_host *host) {
  host->budget -= hs_work_take();
}

/// Set by the signal handler, checked by the hook and by hs_spend.
extern volatile int hs_interrupt_requested;
extern volatile int hs_deadline_passed;

/// Raises the sticky error of the host's stop (records reason and place on the first call). Never returns.
_Noreturn void hs_raise_stop(lua_State *L, hs_stop_reason reason);

/// Keeps the host for the watchdog, which reports the position of its script when the process must end.
void hs_watch(hs_host *host);
/// Forgets a host that is about to be freed.
void hs_forget_watched(hs_host *host);

/// Pushes the message of the current stop.
void hs_push_stop_message(lua_State *L);

/// Pays for `units` steps of a library function. Raises when the budget is used up, after Ctrl-C, and while a stop is
/// in force. Call it at least once per iteration of any loop with a length that the script controls.
static inline void hs_spend(lua_State *L, int64_t units) {
  hs_host *host = hs_host_of(L);
  host->budget -= units;
  if (host->budget < 0 || host->stop != HS_STOP_NONE || hs_interrupt_requested || hs_deadline_passed)
    hs_raise_stop(L, HS_STOP_BUDGET);
}

/// Like luaL_tolstring, without addresses: a table is `table: 0x00000001`, numbered in the order they are first seen.
/// Pushes the text.
const char *hs_tolstring(lua_State *L, int index, size_t *length);

/// Returns the number that replaces an object's address; it stays the same while the object lives.
uint64_t hs_identity(lua_State *L, int index);

/// The cost of a caught error in units, in addition to the instructions: its message, and the unwinding.
static constexpr int64_t HS_CAUGHT_ERROR = 50;

/// The number of VM instructions between two calls of the hook.
#define HS_HOOK_INTERVAL 1000

/// The maximum bytes that may be allocated between two checks.
static constexpr size_t HS_UNSEEN_LIMIT = (size_t)16 << 20;

/// Checks the memory of the process: collects garbage if there is too much, and raises `not enough memory` if that was
/// not enough.
void hs_look_at_memory(lua_State *L);

/// Runs the function below `argumentCount` arguments as a script: protected, with the ceiling in force. Returns a Lua
/// status; `traced` keeps the Lua stack of a failure for hs_traceback.
int hs_enter(lua_State *L, int argumentCount, int resultCount, bool traced);

/// The hook that enforces the budget; installed on every thread.
void hs_hook(lua_State *L, lua_Debug *activation);

/// Creates the carrier of the next failure. May raise: called only in C frames, before Swift runs.
void hs_prepare_carrier(lua_State *L);

/// Writes the Lua stack of L, from `level` on, as text into the buffer.
void hs_write_traceback(lua_State *L, int level, char *buffer, size_t size);

/// Sets up metatables and registry tables of functions, objects and failures.
void hs_open_objects(lua_State *L);

/// Opens the deterministic and bounded standard library: base, coroutine, table, string, utf8, math, os.
void hs_open_libraries(lua_State *L);

/// The message handler of xpcall; its upvalue is the script's.
int hs_run_handler(lua_State *L);

/// Whether the function is one of the C functions through which Swift enters Lua.
bool hs_is_passage(lua_CFunction function);

/// Whether the table on top of the stack is the metatable that the host gave to the globals.
bool hs_is_hub(lua_State *L);

/// If the first argument is the table of globals, sets the host's names that no script has used yet, so that a
/// traversal sees all of them from the start.
void hs_bind_walked_globals(lua_State *L);

/// Called by the hook before it raises in a coroutine: the coroutine must not run again, not even its __close handlers.
void hs_poison_thread(lua_State *L);

/// Whether the coroutine was poisoned.
bool hs_is_poisoned(lua_State *L);

/// Cures a coroutine that caught the stop in a protected call of the host and continues.
void hs_cure_thread(lua_State *L);

/// Sets whether the handler of an xpcall is in force in a coroutine: whether its innermost protected call has one.
/// Returns the previous value.
bool hs_set_handled(lua_State *L, bool is_handled);

#endif
