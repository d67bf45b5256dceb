// The life of a state: its memory, its budget, its entries.
//
// Memory: one allocator with a limit that counts only while a script runs; host code may always finish its work.
// Budget: a count hook, plus hs_spend in library functions. When it is used up a stop is in force: it is raised
// again and again, whatever pcall hides it, until the host arms the state anew.

#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/// From this size on an allocation also costs budget, so that a loop that copies megabytes is stopped in time.
static const size_t charged_allocation = 4096;
static const size_t bytes_per_unit = 64;

static const char stop_message_keys[4];

// MARK: Memory

static void *allocate(void *data, void *block, size_t old_size, size_t new_size) {
  hs_host *host = data;
  if (block == NULL) old_size = 0;  // Lua passes the kind of object there
  if (new_size == 0) {
    free(block);
    host->used -= old_size;
    return NULL;
  }
  if (new_size > old_size && host->lifted == 0) {
    if (host->used + (new_size - old_size) > host->ceiling) {
      // Each refusal makes Lua collect everything: without a price, a loop that catches the error would buy hours.
      host->budget -= (int64_t)(host->used / bytes_per_unit);
      // Lua runs no message handler for want of memory, so this is the moment to see where the script is.
      if (host->running != NULL) hs_write_traceback(host->running, 0, host->traceback, sizeof host->traceback);
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
    // Host code runs: raising here would jump over Swift frames. The machine is out of memory; say so and end.
    static const char message[] = "homescreen: the machine is out of memory\n";
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
  lua_pushliteral(L, "stopped by the watchdog: the script ran too long (real time)");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &stop_message_keys[HS_STOP_DEADLINE]);
  lua_pushliteral(L, "the script used up its budget of instructions");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &stop_message_keys[HS_STOP_BUDGET]);
  return 0;
}

lua_State *hs_new(const hs_callbacks *callbacks, uint64_t seed) {
  hs_host *host = calloc(1, sizeof *host);
  if (host == NULL) return NULL;
  host->callbacks = *callbacks;
  host->ceiling = SIZE_MAX;
  host->budget = INT64_MAX;
  host->lifted = 1;
  host->next_identity = 1;
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
  host->lifted = 1;
  host->running = NULL;
  lua_close(L);
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

void hs_set_ceiling(lua_State *L, size_t bytes) {
  hs_host *host = hs_host_of(L);
  host->ceiling = bytes > SIZE_MAX - host->used ? SIZE_MAX : host->used + bytes;
}

size_t hs_memory_in_use(lua_State *L) {
  return hs_host_of(L)->used;
}

void hs_arm(lua_State *L, int64_t budget) {
  hs_host *host = hs_host_of(L);
  host->budget = budget;
  host->stop = HS_STOP_NONE;
  host->stop_place[0] = '\0';
  hs_interrupt_requested = 0;
  hs_deadline_passed = 0;
  host->running = host->main;
  lua_sethook(host->main, hs_hook, LUA_MASKCOUNT, HS_HOOK_INTERVAL);
}

int64_t hs_budget_left(lua_State *L) {
  return hs_host_of(L)->budget;
}

hs_stop_reason hs_stop(lua_State *L) {
  return hs_host_of(L)->stop;
}

const char *hs_stop_place(lua_State *L) {
  return hs_host_of(L)->stop_place;
}

/// Puts a stop in force and keeps where the script is.
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
  host->budget -= units;
  if (host->budget >= 0 && host->stop == HS_STOP_NONE && !hs_interrupt_requested && !hs_deadline_passed) return false;
  stop(L, HS_STOP_BUDGET);
  return true;
}

hs_allowance hs_begin_allowance(lua_State *L, int64_t units) {
  hs_host *host = hs_host_of(L);
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
  host->budget = allowance->before - (allowance->granted - host->budget);
  if (host->stop != HS_STOP_BUDGET || allowance->was_stopped || allowance->granted == allowance->before) return false;
  host->stop = HS_STOP_NONE;
  host->stop_place[0] = '\0';
  // The thread that entered the code caught the stop in hs_call, which has put its hooks right. Coroutines that began
  // inside and were stopped stay dead.
  if (!allowance->was_poisoned) hs_cure_thread(allowance->thread);
  lua_sethook(allowance->thread, hs_hook, LUA_MASKCOUNT, HS_HOOK_INTERVAL);
  return true;
}

_Noreturn void hs_raise_stop(lua_State *L, hs_stop_reason reason) {
  hs_host *host = hs_host_of(L);
  stop(L, reason);
  // From now on every instruction of this thread looks at the stop, also after a pcall that caught it.
  lua_sethook(L, hs_hook, LUA_MASKCOUNT, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &stop_message_keys[host->stop]);
  lua_error(L);
  __builtin_unreachable();
}

void hs_hook(lua_State *L, lua_Debug *activation) {
  (void)activation;
  hs_host *host = hs_host_of(L);
  host->budget -= lua_gethookcount(L);
  if (host->budget >= 0 && host->stop == HS_STOP_NONE && !hs_interrupt_requested && !hs_deadline_passed) return;
  // A coroutine that dies from an error raised here keeps its hooks off for ever: it must never run again.
  if (L != host->main) hs_poison_thread(L);
  hs_raise_stop(L, HS_STOP_BUDGET);
}

// MARK: Entering Lua

static int keep_traceback(lua_State *L) {
  hs_host *host = hs_host_of(L);
  hs_write_traceback(L, 1, host->traceback, sizeof host->traceback);
  return 1;
}

/// Runs the function below `argumentCount` arguments as a script: with the ceiling in force.
static int enter(lua_State *L, int argumentCount, int resultCount, bool traced) {
  hs_host *host = hs_host_of(L);
  const int lifted = host->lifted;
  lua_State *running = host->running;
  int handler = 0;
  if (traced) {
    handler = lua_gettop(L) - argumentCount;
    lua_pushcfunction(L, keep_traceback);
    lua_insert(L, handler);
    host->traceback[0] = '\0';
  }
  host->running = L;
  host->lifted = 0;
  const int bottom = lua_gettop(L) - argumentCount;
  int status = lua_pcall(L, argumentCount, resultCount, handler);
  if (status == LUA_OK && host->stop != HS_STOP_NONE) {
    // A stop that a coroutine or pcall swallowed just before the end still counts.
    lua_settop(L, bottom - 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &stop_message_keys[host->stop]);
    status = LUA_ERRRUN;
  }
  host->lifted = lifted;
  host->running = running;
  if (traced) lua_remove(L, handler);
  return status;
}

int hs_call(lua_State *L, int argumentCount, int resultCount) {
  return enter(L, argumentCount, resultCount, true);
}

const char *hs_traceback(lua_State *L) {
  return hs_host_of(L)->traceback;
}

int hs_compile(lua_State *L, const char *text, size_t length, const char *chunkName) {
  return luaL_loadbufferx(L, text, length, chunkName, "t");
}

int hs_compile_dump(lua_State *L, const char *bytes, size_t length, const char *chunkName) {
  return luaL_loadbufferx(L, bytes, length, chunkName, "b");
}

int hs_dump(lua_State *L, lua_Writer writer, void *data) {
  return lua_dump(L, writer, data, 0);
}

static int get_protected(lua_State *L) {
  lua_gettable(L, 1);
  return 1;
}

int hs_get(lua_State *L, int container) {
  container = lua_absindex(L, container);
  lua_pushcfunction(L, get_protected);
  lua_pushvalue(L, container);
  lua_rotate(L, -3, -1);  // key, function, container -> function, container, key
  return enter(L, 2, 1, false);
}

static int set_protected(lua_State *L) {
  lua_settable(L, 1);
  return 0;
}

int hs_set(lua_State *L, int container) {
  container = lua_absindex(L, container);
  lua_pushcfunction(L, set_protected);
  lua_pushvalue(L, container);
  lua_rotate(L, -4, 2);  // key, value, function, container -> function, container, key, value
  return enter(L, 3, 0, false);
}

static int describe_protected(lua_State *L) {
  hs_tolstring(L, 1, NULL);
  return 1;
}

int hs_describe(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_pushcfunction(L, describe_protected);
  lua_pushvalue(L, index);
  return enter(L, 1, 1, false);
}

// MARK: Helpers

void hs_pop(lua_State *L, int count) {
  lua_pop(L, count);
}

const char *hs_string(lua_State *L, int index, size_t *length) {
  // Without conversion lua_tolstring allocates nothing and cannot raise.
  return lua_type(L, index) == LUA_TSTRING ? lua_tolstring(L, index, length) : NULL;
}

static int next_protected(lua_State *L) {
  if (lua_next(L, 1) == 0) return 0;
  return 2;
}

int hs_next_raw(lua_State *L, int table) {
  table = lua_absindex(L, table);
  lua_pushcfunction(L, next_protected);
  lua_pushvalue(L, table);
  lua_rotate(L, -3, -1);
  const int top = lua_gettop(L) - 3;
  if (lua_pcall(L, 2, LUA_MULTRET, 0) != LUA_OK) {
    lua_settop(L, top);
    return 0;
  }
  return lua_gettop(L) > top;
}

bool hs_where(lua_State *L, int level, char *buffer, size_t size) {
  lua_Debug activation;
  if (size == 0 || !lua_getstack(L, level, &activation)) return false;
  lua_getinfo(L, "Sl", &activation);
  if (activation.currentline <= 0) return false;
  snprintf(buffer, size, "%s:%d", activation.short_src, activation.currentline);
  return true;
}

void hs_write_traceback(lua_State *L, int level, char *buffer, size_t size) {
  static const int shown_frames = 24;
  size_t used = 0;
  lua_Debug activation;
  buffer[0] = '\0';
  for (int shown = 0; lua_getstack(L, level, &activation); level++) {
    lua_getinfo(L, "Slnt", &activation);
    const bool is_c = activation.what[0] == 'C';
    if (is_c && activation.name == NULL) continue;  // the host's own frames
    if (++shown > shown_frames) {
      snprintf(buffer + used, size - used, "...\n");
      return;
    }
    char place[LUA_IDSIZE + 16];
    if (is_c) snprintf(place, sizeof place, "[built in]");
    else snprintf(place, sizeof place, "%s:%d", activation.short_src, activation.currentline);
    char what[80];
    if (activation.what[0] == 'm') snprintf(what, sizeof what, "main chunk");
    else if (activation.name != NULL) snprintf(what, sizeof what, "%s '%s'", activation.namewhat[0] ? activation.namewhat : "function", activation.name);
    else snprintf(what, sizeof what, "function <%s:%d>", activation.short_src, activation.linedefined);
    const int written = snprintf(buffer + used, size - used, "%s: in %s%s\n", place, what,
                                 activation.istailcall ? " (tail call)" : "");
    if (written < 0 || (size_t)written >= size - used) {
      buffer[used] = '\0';
      return;
    }
    used += (size_t)written;
  }
}

void hs_set_c_global(lua_State *L, const char *name, lua_CFunction function) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_pushstring(L, name);
  lua_pushcfunction(L, function);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

int hs_benchmark_function(lua_State *L) {
  luaL_checkany(L, 1);
  return 0;
}

void hs_registry_table(lua_State *L, const void *key, const char *mode) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  if (mode != NULL) {
    lua_createtable(L, 0, 1);
    lua_pushstring(L, mode);
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
  }
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}
