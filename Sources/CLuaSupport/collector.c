// collectgarbage: only a full collection has an effect.
//
// The host controls the collector: what a script sets has no effect, and the results are those of a collector with
// Lua's defaults. Real figures would differ between machines and between versions of the host, so "count" is always 0.

#include "library.h"

int hs_collectgarbage(lua_State *L) {
  static const char *const names[] = {"collect",  "step",        "count",     "stop",         "restart",     "setpause",
                                      "setstepmul", "isrunning", "generational", "incremental", NULL};
  enum { COLLECT, STEP, COUNT, STOP, RESTART, SET_PAUSE, SET_STEP_MULTIPLIER, IS_RUNNING };
  const int option = luaL_checkoption(L, 1, "collect", names);
  if (option == COLLECT || option == STEP) {
    lua_gc(L, LUA_GCCOLLECT);
    // The cost is proportional to the memory in use.
    hs_spend_bytes(L, (size_t)lua_gc(L, LUA_GCCOUNT) * 1024);
  }
  switch (option) {
    case STEP:
    case IS_RUNNING: lua_pushboolean(L, true); break;
    case COUNT: lua_pushnumber(L, 0); break;
    case COLLECT:
    case STOP:
    case RESTART: lua_pushinteger(L, 0); break;
    case SET_PAUSE: lua_pushinteger(L, 200); break;
    case SET_STEP_MULTIPLIER: lua_pushinteger(L, 100); break;
    default: lua_pushliteral(L, "incremental");
  }
  return 1;
}
