// The math functions: stock, with chance from the seed of the host.
//
// Stock seeds math.random from the clock and from addresses, when it is opened and by math.randomseed(). Here both
// start the sequence of the host's seed; explicit seeds work as ever.

#include "library.h"

/// Stock's randomseed keeps the state of math.random as its upvalue, so it is called, not run in this frame; the
/// arguments are checked here first to name this function in errors.
static int math_randomseed(lua_State *L) {
  if (lua_isnone(L, 1)) {
    lua_pushinteger(L, (lua_Integer)hs_host_of(L)->seed);
  } else {
    luaL_checkinteger(L, 1);
    luaL_optinteger(L, 2, 0);
  }
  const int count = lua_gettop(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, count, LUA_MULTRET);
  return lua_gettop(L);
}

void hs_open_math(lua_State *L) {
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
  hs_charge(L, "randomseed", math_randomseed);
  hs_charge(L, "max", hs_charged_by_arguments);
  hs_charge(L, "min", hs_charged_by_arguments);
  lua_getfield(L, -1, "randomseed");
  lua_call(L, 0, 0);
  lua_pop(L, 1);
}
