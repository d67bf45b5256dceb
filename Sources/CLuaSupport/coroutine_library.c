// The coroutine functions. Stock: isyieldable, running, status. Ours: close, create, resume, wrap, yield.
//
// They differ from stock in two ways. The host always knows the running coroutine, so that a stop can reach it. And a
// stopped coroutine never runs again: its hooks may be off forever (Lua 5.4.4 turns them off while a hook runs, and an
// uncaught error of a hook leaves them off), so its __close handlers would run without limits.

#include <stdbool.h>

#include "library.h"

/// The cost of a new coroutine: its stack, and the instructions it may run before its own count hook first runs.
static constexpr int64_t CREATION_COST = 100;
/// The maximum nesting of coroutine.close in __close handlers. Lua 5.4.4 starts counting C calls again in each (up to
/// 200), so this limits the C stack.
static constexpr int MAXIMUM_CLOSING_DEPTH = 8;

void hs_poison_thread(lua_State *L) {
  // A bit of the extra space: marking allocates nothing, so it cannot fail. The main thread is never marked.
  if (L != hs_host_of(L)->main) *(uintptr_t *)lua_getextraspace(L) |= HS_POISONED;
}

bool hs_is_poisoned(lua_State *L) {
  return (*(uintptr_t *)lua_getextraspace(L) & HS_POISONED) != 0;
}

void hs_cure_thread(lua_State *L) {
  *(uintptr_t *)lua_getextraspace(L) &= ~HS_POISONED;
}

bool hs_set_handled(lua_State *L, bool is_handled) {
  uintptr_t *space = lua_getextraspace(L);
  const bool before = (*space & HS_HANDLED) != 0;
  // New coroutines inherit the bits of the main thread, which no script closes.
  if (L != hs_host_of(L)->main) *space = is_handled ? *space | HS_HANDLED : *space & ~HS_HANDLED;
  return before;
}

static bool is_handled(lua_State *L) {
  return (*(uintptr_t *)lua_getextraspace(L) & HS_HANDLED) != 0;
}

static lua_State *check_coroutine(lua_State *L) {
  lua_State *thread = lua_tothread(L, 1);
  luaL_argexpected(L, thread, 1, "thread");
  return thread;
}

/// Gives a coroutine the hook of the main thread if it has another, because setting a hook restarts its count.
static void inherit_hook(lua_State *thread, lua_State *main) {
  const lua_Hook hook = lua_gethook(main);
  const int mask = lua_gethookmask(main), count = lua_gethookcount(main);
  if (lua_gethook(thread) != hook || lua_gethookmask(thread) != mask || lua_gethookcount(thread) != count)
    lua_sethook(thread, hook, mask, count);
}

// MARK: Running

/// Resumes a coroutine with the topmost `arguments` values. Leaves its results on the stack and returns their number,
/// or leaves the error value and returns -1.
static int resume(lua_State *L, lua_State *thread, int arguments) {
  hs_host *host = hs_host_of(L);
  hs_spend(L, arguments + 1);
  if (hs_is_poisoned(thread)) {
    lua_pushliteral(L, "cannot resume dead coroutine");
    return -1;
  }
  if (!lua_checkstack(thread, arguments)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  inherit_hook(thread, host->main);
  lua_xmove(L, thread, arguments);
  lua_State *const before = host->running;
  const hs_resumption link = {.from = L, .outer = host->resumption};
  host->running = thread;
  host->resumption = &link;
  int results;
  const int status = lua_resume(thread, L, arguments, &results);
  host->running = before;
  host->resumption = link.outer;
  if (status != LUA_OK && status != LUA_YIELD) {
    host->budget -= HS_CAUGHT_ERROR;
    if (host->stop != HS_STOP_NONE && lua_status(thread) > LUA_YIELD) hs_poison_thread(thread);
    lua_xmove(thread, L, 1);
    return -1;
  }
  if (!lua_checkstack(L, results + 1)) {
    lua_pop(thread, results);
    lua_pushliteral(L, "too many results to resume");
    return -1;
  }
  lua_xmove(thread, L, results);
  return results;
}

static int coroutine_resume(lua_State *L) {
  lua_State *thread = check_coroutine(L);
  const int results = resume(L, thread, lua_gettop(L) - 1);
  lua_pushboolean(L, results >= 0);
  if (results < 0) {
    lua_insert(L, -2);
    return 2;
  }
  lua_insert(L, -(results + 1));
  return results + 1;
}

static int coroutine_yield(lua_State *L) {
  hs_spend(L, 1);
  return lua_yield(L, lua_gettop(L));
}

// MARK: Closing

/// Runs the __close handlers of a coroutine and leaves it dead. Returns its status; an error value stays on its stack.
static int close_coroutine(lua_State *L, lua_State *thread) {
  hs_host *host = hs_host_of(L);
  if (host->closing >= MAXIMUM_CLOSING_DEPTH) return luaL_error(L, "C stack overflow");
  inherit_hook(thread, host->main);
  lua_State *const before = host->running;
  const hs_resumption link = {.from = L, .outer = host->resumption};
  host->running = thread;
  host->resumption = &link;
  host->closing++;
  const int status = lua_resetthread(thread);
  host->closing--;
  host->running = before;
  host->resumption = link.outer;
  if (status != LUA_OK && host->stop != HS_STOP_NONE) hs_poison_thread(thread);
  return status;
}

/// Returns what the coroutine is doing if it cannot be closed now; NULL if it can.
static const char *activity(lua_State *L, lua_State *thread) {
  lua_Debug frame;
  if (thread == L) return "running";
  if (lua_status(thread) == LUA_OK && lua_getstack(thread, 0, &frame)) return "normal";
  return NULL;
}

static int coroutine_close(lua_State *L) {
  lua_State *thread = check_coroutine(L);
  hs_spend(L, 1);
  const char *busy = activity(L, thread);
  if (busy) return luaL_error(L, "cannot close a %s coroutine", busy);
  if (hs_is_poisoned(thread)) {
    lua_pushboolean(L, 0);
    lua_pushliteral(L, "the coroutine was stopped: its __close handlers will not run");
    return 2;
  }
  // Lua 5.4.4 keeps the handler's stack position but not the handler: an error in a __close would call any value there.
  if (is_handled(thread))
    return luaL_error(L, "cannot close a coroutine that waits inside xpcall: let it end, or use pcall in it");
  if (close_coroutine(L, thread) == LUA_OK) {
    lua_pushboolean(L, 1);
    return 1;
  }
  lua_pushboolean(L, 0);
  lua_xmove(thread, L, 1);
  return 2;
}

// MARK: Creating

/// Pushes a coroutine for the function in the first argument.
static int coroutine_create(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  hs_spend(L, CREATION_COST);
  lua_State *thread = lua_newthread(L);
  inherit_hook(thread, hs_host_of(L)->main);
  lua_pushvalue(L, 1);
  lua_xmove(L, thread, 1);
  return 1;
}

/// The function that wrap returns; its upvalue is the coroutine. Errors are raised again after the coroutine is closed.
static int call_wrapped(lua_State *L) {
  lua_State *thread = lua_tothread(L, lua_upvalueindex(1));
  const int results = resume(L, thread, lua_gettop(L));
  if (results >= 0) return results;
  // A stop is raised again unchanged, and no code of the coroutine runs.
  if (hs_host_of(L)->stop != HS_STOP_NONE) return lua_error(L);
  int status = lua_status(thread);
  if (status > LUA_YIELD && !hs_is_poisoned(thread) && !is_handled(thread)) {
    status = close_coroutine(L, thread);
    lua_xmove(thread, L, 1);
  }
  if (status != LUA_ERRMEM && lua_type(L, -1) == LUA_TSTRING) {
    luaL_where(L, 1);
    lua_insert(L, -2);
    lua_concat(L, 2);
  }
  return lua_error(L);
}

static int coroutine_wrap(lua_State *L) {
  coroutine_create(L);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

void hs_open_coroutine(lua_State *L) {
  static const luaL_Reg own[] = {
      {"close", coroutine_close}, {"create", coroutine_create}, {"resume", coroutine_resume},
      {"wrap", coroutine_wrap},   {"yield", coroutine_yield},   {NULL, NULL},
  };
  luaL_requiref(L, LUA_COLIBNAME, luaopen_coroutine, 1);
  luaL_setfuncs(L, own, 0);
  lua_pop(L, 1);
}
