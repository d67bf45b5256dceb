// The life of a state: its memory and its budget. Entries are in entry.c.
//
// Memory: one allocator with a limit that counts only while a script runs; host code can always finish its work.
// Budget: a count hook, and hs_spend in library functions. When it is used up, a stop is in force: it is raised again
// and again, whatever pcall catches it, until the host arms the state again.

#include "host.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// The size from which an allocation also costs budget, so that a loop that copies megabytes is stopped in time.
static const size_t charged_allocation = 4096;
static const size_t bytes_per_unit = 64;

static const char stop_message_keys[4];
/// The registry key of the message for a stop by real time, instead of HS_STOP_DEADLINE.
static const char real_time_message_key;

// MARK: Memory

/// Keeps the position of the script when memory runs out, because Lua runs no message handler for that. While
/// unwinding, Lua shrinks its stack and allocates again: a stack that is the end of the stored one does not replace it.
static void keep_place(hs_host *host) {
  char now[sizeof host->traceback];
  hs_write_traceback(host->running, 0, now, sizeof now);
  const size_t kept = strlen(host->traceback), left = strlen(now);
  if (left < kept && strcmp(host->traceback + kept - left, now) == 0) return;
  memcpy(host->traceback, now, left + 1);
}

static void *allocate(void *data, void *block, size_t old_size, size_t new_size) {
  hs_host *host = data;
  if (block == NULL) old_size = 0;  // Lua passes the kind of object there
  if (new_size == 0) {
    free(block);
    host->used -= old_size;
    return NULL;
  }
  if (new_size > old_size && host->lifted == 0) {
    // A file's `read(-1)` asks for nearly the whole range of sizes, so a sum could overflow.
    if (host->refusals > 0 || host->used > host->ceiling || new_size - old_size > host->ceiling - host->used ||
        (host->refusal.is_armed && hs_is_refused(&host->refusal))) {
      if (host->refusals > 0) host->refusals--;
      // Each refusal causes a full collection: without a charge, a loop that catches the error would run for hours.
      host->budget -= (int64_t)(host->used / bytes_per_unit);
      if (host->running != NULL) keep_place(host);
      return NULL;
    }
    if (new_size >= charged_allocation) {
      host->budget -= (int64_t)(new_size / bytes_per_unit);
      if (host->budget < 0 && host->running != NULL)
        lua_sethook(host->running, hs_hook, LUA_MASKCOUNT, 1);
    }
  }
  void *result = realloc(block, new_size);
  if (result == NULL) {
    if (host->lifted == 0 || new_size < old_size) return new_size < old_size ? block : NULL;
    // Host code is running: raising here would jump over Swift frames. The machine is out of memory, so exit with a
    // message.
    static const char message[] = "homescreen: out of memory. Try again with less work at once.\n";
    (void)!write(STDERR_FILENO, message, sizeof message - 1);
    _exit(3);
  }
  host->used += new_size - old_size;
  return result;
}

static int panic(lua_State *L) {
  const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "no message";
  fprintf(stderr, "homescreen: internal error: a Lua error left every protected call: %s\n", message);
  _exit(3);
}

// MARK: Opening and closing

static int open_protected(lua_State *L) {
  hs_open_objects(L);
  hs_open_libraries(L);
  lua_pushliteral(L, "stopped by Ctrl-C");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &stop_message_keys[HS_STOP_INTERRUPT]);
  lua_pushliteral(L, "stopped by the watchdog: the script ran too long (processor time)");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &stop_message_keys[HS_STOP_DEADLINE]);
  lua_pushliteral(L, "stopped by the watchdog: the script ran too long (real time)");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &real_time_message_key);
  lua_pushliteral(L, "the script used up its budget of instructions");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &stop_message_keys[HS_STOP_BUDGET]);
  // lua_resume and lua_resetthread create these texts unprotected. They are kept, so that this takes no memory.
  static const char *const refusals[] = {
      "cannot resume non-suspended coroutine", "cannot resume dead coroutine", "C stack overflow",
      "error in error handling"};
  for (size_t index = 0; index < sizeof refusals / sizeof *refusals; index++) {
    lua_pushstring(L, refusals[index]);
    luaL_ref(L, LUA_REGISTRYINDEX);
  }
  return 0;
}

lua_State *hs_new(const hs_callbacks *callbacks, uint64_t seed) {
  hs_host *host = calloc(1, sizeof *host);
  if (host == NULL) return NULL;
  host->callbacks = *callbacks;
  host->ceiling = SIZE_MAX;
  host->process_ceiling = SIZE_MAX;
  host->budget = INT64_MAX;
  host->lifted = 1;
  host->next_identity = 1;
  host->globals = host->hub = host;
  host->seed = seed;
  lua_State *L = lua_newstate(allocate, host);
  if (L == NULL) {
    free(host);
    return NULL;
  }
  *(uintptr_t *)lua_getextraspace(L) = (uintptr_t)host;
  host->main = host->running = L;
  lua_atpanic(L, panic);
  lua_gc(L, LUA_GCSTOP);
  lua_pushcfunction(L, open_protected);
  if (lua_pcall(L, 0, 0, 0) != LUA_OK) panic(L);
  lua_gc(L, LUA_GCRESTART);
  lua_sethook(L, hs_hook, LUA_MASKCOUNT, HS_HOOK_INTERVAL);
  return L;
}

void hs_close(lua_State *L) {
  hs_host *host = hs_host_of(L);
  hs_forget_watched(host);
  host->lifted = 1;
  host->running = NULL;
  lua_close(L);
  hs_release_owned(host);
  free(host);
}

void *hs_context(lua_State *L) {
  return hs_host_of(L)->callbacks.context;
}

void hs_set_context(lua_State *L, void *context) {
  hs_host_of(L)->callbacks.context = context;
}

lua_State *hs_running(lua_State *L) {
  return hs_host_of(L)->running;
}

// MARK: Limits

void hs_set_ceiling(lua_State *L, size_t bytes, size_t headroom) {
  hs_host *host = hs_host_of(L);
  host->ceiling = bytes > SIZE_MAX - host->used ? SIZE_MAX : host->used + bytes;
  const size_t base = hs_process_memory() + headroom;
  host->process_ceiling = bytes > SIZE_MAX - base ? SIZE_MAX : base + bytes;
}

size_t hs_memory_in_use(lua_State *L) {
  return hs_host_of(L)->used;
}

void hs_arm(lua_State *L, int64_t budget, bool takes_back_interrupt) {
  if (takes_back_interrupt) hs_interrupt_requested = 0;
  hs_deadline_passed = 0;
  hs_arm_first(L, budget);
}

void hs_arm_first(lua_State *L, int64_t budget) {
  hs_host *host = hs_host_of(L);
  hs_work_take();  // nobody's
  host->budget = budget;
  host->stop = HS_STOP_NONE;
  host->stop_place[0] = '\0';
  hs_watch(host);
  host->running = host->main;
  lua_sethook(host->main, hs_hook, LUA_MASKCOUNT, HS_HOOK_INTERVAL);
}

int64_t hs_budget_left(lua_State *L) {
  hs_host *host = hs_host_of(L);
  hs_settle(host);
  return host->budget;
}

void hs_set_budget(lua_State *L, int64_t budget) {
  hs_host *host = hs_host_of(L);
  hs_settle(host);
  host->budget = budget;
}

hs_stop_reason hs_stop(lua_State *L) {
  return hs_host_of(L)->stop;
}

const char *hs_stop_place(lua_State *L) {
  return hs_host_of(L)->stop_place;
}

/// Puts a stop in force and keeps the position of the script.
static void stop(lua_State *L, hs_stop_reason reason) {
  hs_host *host = hs_host_of(L);
  if (host->stop != HS_STOP_NONE) return;
  if (hs_interrupt_requested) reason = HS_STOP_INTERRUPT;
  else if (hs_deadline_passed) reason = HS_STOP_DEADLINE;
  host->stop = reason;
  for (int level = 0; level < 16; level++)
    if (hs_where(L, level, host->stop_place, sizeof host->stop_place)) return;
}

bool hs_pay(lua_State *L, int64_t units) {
  hs_host *host = hs_host_of(L);
  hs_settle(host);
  host->budget -= units;
  // Paid work processes data, which is often kept.
  if (units > 0) host->unseen += (size_t)units * 16;
  if (host->budget >= 0 && host->stop == HS_STOP_NONE && !hs_interrupt_requested && !hs_deadline_passed) return false;
  stop(L, HS_STOP_BUDGET);
  return true;
}

hs_allowance hs_begin_allowance(lua_State *L, int64_t units) {
  hs_host *host = hs_host_of(L);
  hs_settle(host);
  const hs_allowance allowance = {
      .thread = host->running,
      .before = host->budget,
      .granted = units < host->budget ? units : host->budget,
      .was_stopped = host->stop != HS_STOP_NONE,
      .was_poisoned = hs_is_poisoned(host->running),
  };
  host->budget = allowance.granted;
  return allowance;
}

bool hs_end_allowance(lua_State *L, const hs_allowance *allowance) {
  hs_host *host = hs_host_of(L);
  hs_settle(host);
  host->budget = allowance->before - (allowance->granted - host->budget);
  if (host->stop != HS_STOP_BUDGET || allowance->was_stopped || allowance->granted == allowance->before) return false;
  host->stop = HS_STOP_NONE;
  host->stop_place[0] = '\0';
  // The thread that entered the code caught the stop in hs_call, which restored its hooks. Coroutines that started
  // inside and were stopped stay dead.
  if (!allowance->was_poisoned) hs_cure_thread(allowance->thread);
  lua_sethook(allowance->thread, hs_hook, LUA_MASKCOUNT, HS_HOOK_INTERVAL);
  return true;
}

void hs_push_stop_message(lua_State *L) {
  const hs_stop_reason stop = hs_host_of(L)->stop;
  const bool is_real_time = stop == HS_STOP_DEADLINE && hs_deadline_passed == cp_clock_real;
  lua_rawgetp(L, LUA_REGISTRYINDEX, is_real_time ? &real_time_message_key : &stop_message_keys[stop]);
}

_Noreturn void hs_raise_stop(lua_State *L, hs_stop_reason reason) {
  hs_host *host = hs_host_of(L);
  stop(L, reason);
  // From now on, every instruction of this thread checks for the stop, even after a pcall that caught it.
  lua_sethook(L, hs_hook, LUA_MASKCOUNT, 1);
  hs_push_stop_message(L);
  lua_error(L);
  __builtin_unreachable();
}

/// Returns the cost, in units, of `...` in a function with this many extra arguments, if every fourth instruction
/// copies them. Lua moves all of them in one instruction; a few cost nothing.
static int64_t cost_of_extra_arguments(lua_State *L, const lua_Debug *activation, int instructions) {
  static const int few = 64, moved_per_unit = 32;
  int count = 0;
  while (count < INT_MAX / 2 && lua_getlocal(L, activation, -(count > 0 ? 2 * count : few)) != NULL) {
    lua_pop(L, 1);
    count = count > 0 ? 2 * count : few;
  }
  return (int64_t)count * instructions / 4 / moved_per_unit;
}

void hs_hook(lua_State *L, lua_Debug *activation) {
  hs_host *host = hs_host_of(L);
  const int instructions = lua_gethookcount(L);
  host->budget -= instructions + cost_of_extra_arguments(L, activation, instructions);
  if (host->budget >= 0 && host->stop == HS_STOP_NONE && !hs_interrupt_requested && !hs_deadline_passed) return;
  // A coroutine that dies from an error raised here keeps its hooks off forever: it must never run again.
  if (L != host->main) hs_poison_thread(L);
  hs_raise_stop(L, HS_STOP_BUDGET);
}
