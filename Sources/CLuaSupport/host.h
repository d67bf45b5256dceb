// The state behind a state: limits, identity numbers, and what Swift lent. Private to CLuaSupport.

#ifndef HS_HOST_H
#define HS_HOST_H

#include <CWork.h>

#include "CLuaSupport.h"

/// Which allocation a test wants to be refused (refusal.c).
typedef struct hs_refusal {
  bool is_armed;
  bool for_good;
  /// The next allocation is the second attempt at the one that was refused.
  bool is_retry;
  /// From 1 on; 0: they are only counted.
  int64_t number;
  int64_t seen;
} hs_refusal;

/// Counts an allocation; true when it is the one.
bool hs_is_refused(hs_refusal *refusal);

/// What Swift gave to the state and Lua has not released yet (owned.c).
typedef struct hs_owned {
  uintptr_t *places;
  size_t capacity;
  size_t first_free;
} hs_owned;

/// Notes an instance; answers its place, for hs_disown.
size_t hs_own(hs_owned *owned, void *instance);
void hs_disown(hs_owned *owned, size_t place);

/// A coroutine that runs: whose resume it is in, and around it.
typedef struct hs_resumption {
  lua_State *from;
  const struct hs_resumption *outer;
} hs_resumption;

/// One per lua_State; every thread of the state finds it in its extra space.
typedef struct hs_host {
  hs_callbacks callbacks;

  // Memory, in bytes. While `lifted` is not 0 the host itself allocates and the ceiling does not count.
  size_t used;
  size_t ceiling;
  int lifted;
  // Memory of the whole process, in bytes: what Swift keeps for a script counts here only (host_memory.c).
  size_t process_ceiling;
  /// How much Swift may have taken since somebody looked, as a guess.
  size_t unseen;
  /// What Swift has taken for objects of this state since garbage was collected for it, as a guess.
  size_t weight;
  /// Garbage waits for hs_collect_between; and what was in use after it has collected.
  bool collects_between;
  size_t used_at_collection;
  /// How many of the next allocations of scripts are refused.
  int refusals;
  hs_refusal refusal;
  hs_owned owned;

  // Budget, in units: one VM instruction, or one step of a library function.
  int64_t budget;
  hs_stop_reason stop;
  char stop_place[200];
  char traceback[4096];

  /// Whether the carrier of the next failure lies ready in the registry.
  bool carrier_ready;
  int next_anchor;

  /// The thread that runs now (coroutine.resume keeps it), so that a stop can reach it.
  lua_State *running;
  lua_State *main;

  /// Who has resumed the coroutine that runs; NULL in the main thread.
  const struct hs_resumption *resumption;

  /// How many coroutines are being closed inside one another. Lua 5.4.4 does not count this C recursion itself.
  int closing;

  /// The next number that tostring gives to an object instead of an address.
  uint64_t next_identity;
  /// Seed of math.random.
  uint64_t seed;
  /// The addresses of the table of globals and of the metatable that the host has given to it, once hs_guard_globals was
  /// called; before that an address that no table has.
  const void *globals, *hub;
  /// Whether a script has walked over the globals, so that all names of the host are set.
  bool has_bound_globals;
  /// Where the virtual clock stood when the state met its world, in milliseconds: os.clock counts from there.
  int64_t clock_start;
  /// What hooks look at: instructions, and lines when somebody asks (lines.c).
  int hook_mask;
  /// Whether errors keep the variables of the scripts that they are raised in.
  bool watches_locals;
  struct hs_line_set *lines;
} hs_host;

/// Notes a line that runs; for the hook.
void hs_note_line(lua_State *L, lua_Debug *activation);
/// For a state that is closed.
void hs_free_lines(hs_host *host);

// Variables (failed_locals.c)

/// Where an error is raised, with a place for one value on the stack: keeps the variables there, if they are watched.
void hs_keep_locals(lua_State *L);

/// Releases what no finalizer has released; for a state that is closed.
void hs_release_owned(hs_host *host);

/// Makes `object` the owner of `instance`, of which it takes over one retain count.
static inline void hs_take_over(hs_host *host, hs_object *object, void *instance) {
  object->instance = instance;
  object->place = hs_own(&host->owned, instance);
}

/// The lowest bit of a coroutine's extra space: it was stopped and must never run again (see hs_poison_thread).
static constexpr uintptr_t HS_POISONED = 1;
/// The next bit: the handler of an xpcall is in force there (see hs_set_handled).
static constexpr uintptr_t HS_HANDLED = 2;

/// The host of the state that L belongs to.
static inline hs_host *hs_host_of(lua_State *L) {
  return (hs_host *)(*(uintptr_t *)lua_getextraspace(L) & ~(HS_POISONED | HS_HANDLED));
}

/// Charges what Swift has counted since the last time (CWork). Wherever the budget in force changes hands this comes
/// first, so that each piece of code pays for its own.
static inline void hs_settle(hs_host *host) {
  host->budget -= hs_work_take();
}

/// Set by the signal handler, seen by the hook and by hs_spend.
extern volatile int hs_interrupt_requested;
extern volatile int hs_deadline_passed;

/// Raises the sticky error of the host's stop (records reason and place on the first call). Never returns.
_Noreturn void hs_raise_stop(lua_State *L, hs_stop_reason reason);

/// Keeps the host for the watchdog: where its script is, is told when the process has to end.
void hs_watch(hs_host *host);
/// The host is about to be freed.
void hs_forget_watched(hs_host *host);

/// Pushes the message of the stop that is in force.
void hs_push_stop_message(lua_State *L);

/// Pays for `units` steps of a library function; raises when the budget is used up, after Ctrl-C, and while a stop
/// is in force. Call it at least once in every loop of a library function whose length the script decides.
static inline void hs_spend(lua_State *L, int64_t units) {
  hs_host *host = hs_host_of(L);
  host->budget -= units;
  if (host->budget < 0 || host->stop != HS_STOP_NONE || hs_interrupt_requested || hs_deadline_passed)
    hs_raise_stop(L, HS_STOP_BUDGET);
}

/// Like luaL_tolstring, without addresses: a table is `table: 0x00000001`, numbered by first sight. Pushes the text.
const char *hs_tolstring(lua_State *L, int index, size_t *length);

/// The number that stands for an object where Lua would show its address; the same for as long as the object lives.
uint64_t hs_identity(lua_State *L, int index);

/// What an error costs that somebody catches, in units, beside the instructions: its message, and the way down.
static constexpr int64_t HS_CAUGHT_ERROR = 50;

/// How many VM instructions pass between two looks of the hook.
#define HS_HOOK_INTERVAL 1000

/// How much may have been taken unseen before somebody looks.
static constexpr size_t HS_UNSEEN_LIMIT = (size_t)16 << 20;

/// Looks at the memory of the process: collects garbage when there is too much, and raises `not enough memory` when that
/// was not enough.
void hs_look_at_memory(lua_State *L);

/// Runs the function below `argumentCount` arguments as a script: protected, with the ceiling in force. Returns a Lua
/// status; `traced` keeps the Lua stack of a failure for hs_traceback.
int hs_enter(lua_State *L, int argumentCount, int resultCount, bool traced);

/// The hook that keeps the budget; installed on every thread.
void hs_hook(lua_State *L, lua_Debug *activation);

/// Makes the carrier of the next failure. May raise: called in C frames only, before Swift runs.
void hs_prepare_carrier(lua_State *L);

/// Writes the Lua stack of L, from `level` on, as text into the buffer.
void hs_write_traceback(lua_State *L, int level, char *buffer, size_t size);

/// Sets up metatables and registry tables of functions, objects and failures.
void hs_open_objects(lua_State *L);

/// Opens the deterministic and bounded standard library: base, coroutine, table, string, utf8, math, os.
void hs_open_libraries(lua_State *L);

/// The message handler of xpcall; its upvalue is the script's.
int hs_run_handler(lua_State *L);

/// Whether it is one of the C functions through which Swift enters Lua.
bool hs_is_passage(lua_CFunction function);

/// Whether the table on top of the stack is the metatable that the host has given to the globals.
bool hs_is_hub(lua_State *L);

/// Sets the names of the host that no script has named yet where the first argument is the table of globals: who walks over
/// it sees from the start what there is.
void hs_bind_walked_globals(lua_State *L);

/// Called by the hook before it raises in a coroutine: that coroutine must not run again, not even its __close.
void hs_poison_thread(lua_State *L);

/// Whether it was poisoned.
bool hs_is_poisoned(lua_State *L);

/// Takes it back, for a coroutine that caught the stop in a protected call of the host's and lives on.
void hs_cure_thread(lua_State *L);

/// Says whether the handler of an xpcall is in force in a coroutine: whether its innermost protected call has one. Returns
/// what was said before.
bool hs_set_handled(lua_State *L, bool is_handled);

#endif
