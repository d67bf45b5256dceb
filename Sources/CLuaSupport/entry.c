// The protected entries into Lua: an error of a script becomes a status, and the ceiling applies only inside.

#include "host.h"

#include <stdbool.h>

static int keep_traceback(lua_State *L) {
  hs_host *host = hs_host_of(L);
  hs_write_traceback(L, 1, host->traceback, sizeof host->traceback);
  hs_keep_locals(L);
  return 1;
}

int hs_enter(lua_State *L, int argumentCount, int resultCount, bool traced) {
  hs_host *host = hs_host_of(L);
  const int lifted = host->lifted;
  lua_State *running = host->running;
  const hs_resumption *const resumption = host->resumption;
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
  if (status != LUA_OK) host->budget -= 2 * HS_CAUGHT_ERROR;  // Swift makes an error of its own of it
  if (status == LUA_OK && host->stop != HS_STOP_NONE) {
    // A stop that a coroutine or pcall caught just before the end still counts.
    lua_settop(L, bottom - 1);
    hs_push_stop_message(L);
    status = LUA_ERRRUN;
  }
  host->lifted = lifted;
  host->running = running;
  host->resumption = resumption;
  if (traced) lua_remove(L, handler);
  return status;
}

int hs_call(lua_State *L, int argumentCount, int resultCount) {
  return hs_enter(L, argumentCount, resultCount, true);
}

const char *hs_traceback(lua_State *L) {
  return hs_host_of(L)->traceback;
}

int hs_compile_own(lua_State *L, const char *bytes, size_t length, const char *chunkName) {
  return luaL_loadbufferx(L, bytes, length, chunkName, NULL);
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
  return hs_enter(L, 2, 1, false);
}

static int describe_protected(lua_State *L) {
  hs_tolstring(L, 1, NULL);
  return 1;
}

bool hs_is_passage(lua_CFunction function) {
  return function == get_protected || function == describe_protected;
}

int hs_describe(lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_pushcfunction(L, describe_protected);
  lua_pushvalue(L, index);
  return hs_enter(L, 1, 1, false);
}
