// collectgarbage: a full collection is the only thing that really happens; the modes answer as they were set.
//
// The host keeps control: what a script sets is remembered and given back, as Lua gives it back, and has no effect. The
// true figures would differ between machines and between versions of the host, so "count" is always 0.

#include <string.h>

#include "library.h"

/// What a script has set.
typedef struct settings {
  bool is_generational;
  bool is_stopped;
  /// A quarter of each, in a byte, as Lua keeps them.
  unsigned char pause, step_multiplier;
} settings;

/// A full collection, which costs in proportion to what lives.
static void collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  hs_spend_bytes(L, (size_t)lua_gc(L, LUA_GCCOUNT) * 1024);
}

/// Pushes the number that was set, and keeps another; nothing is kept when there is none to keep.
static int exchange(lua_State *L, unsigned char *kept, lua_Integer value) {
  lua_pushinteger(L, *kept * 4);
  *kept = (unsigned char)(value / 4);
  return 1;
}

static void keep_unless_zero(unsigned char *kept, lua_Integer value) {
  if (value != 0) *kept = (unsigned char)(value / 4);
}

static int push_mode(lua_State *L, bool is_generational) {
  lua_pushstring(L, is_generational ? "generational" : "incremental");
  return 1;
}

static int collect_garbage(lua_State *L) {
  static const char *const names[] = {"collect",  "step",        "count",     "stop",         "restart",     "setpause",
                                      "setstepmul", "isrunning", "generational", "incremental", NULL};
  enum {
    COLLECT, STEP, COUNT, STOP, RESTART, SET_PAUSE, SET_STEP_MULTIPLIER, IS_RUNNING, GENERATIONAL, INCREMENTAL
  };
  settings *kept = lua_touserdata(L, lua_upvalueindex(1));
  const int option = luaL_checkoption(L, 1, "collect", names);
  switch (option) {
    case COLLECT:
      collect(L);
      lua_pushinteger(L, 0);
      return 1;
    case STEP:
      luaL_optinteger(L, 2, 0);
      collect(L);
      lua_pushboolean(L, 1);
      return 1;
    case COUNT:
      lua_pushnumber(L, 0);
      return 1;
    case STOP:
    case RESTART:
      kept->is_stopped = option == STOP;
      lua_pushinteger(L, 0);
      return 1;
    case SET_PAUSE:
      return exchange(L, &kept->pause, luaL_optinteger(L, 2, 0));
    case SET_STEP_MULTIPLIER:
      return exchange(L, &kept->step_multiplier, luaL_optinteger(L, 2, 0));
    case IS_RUNNING:
      lua_pushboolean(L, !kept->is_stopped);
      return 1;
    default: {
      const bool was_generational = kept->is_generational;
      const lua_Integer first = luaL_optinteger(L, 2, 0), second = luaL_optinteger(L, 3, 0);
      if (option == INCREMENTAL) {
        luaL_optinteger(L, 4, 0);
        keep_unless_zero(&kept->pause, first);
        keep_unless_zero(&kept->step_multiplier, second);
      }
      kept->is_generational = option == GENERATIONAL;
      return push_mode(L, was_generational);
    }
  }
}

void hs_push_collectgarbage(lua_State *L) {
  settings *kept = lua_newuserdatauv(L, sizeof *kept, 0);
  // What Lua 5.4 starts with.
  *kept = (settings){.pause = 200 / 4, .step_multiplier = 100 / 4};
  lua_pushcclosure(L, collect_garbage, 1);
}
