// The math functions: stock, with random numbers from the seed of the host.
//
// Stock seeds math.random from the clock and from addresses, when it is opened and by math.randomseed(). Here both
// start the sequence of the host's seed; explicit seeds work as usual.

#include <string.h>

#include "library.h"

/// Stock randomseed has the state of math.random as its upvalue, so it is called instead of run in this frame; the
/// arguments are checked first, so that errors name this function.
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

/// The registry key of the state of math.random.
static const char random_key = 0;

/// Stock has the state as the only upvalue of math.random.
static void keep_random_state(lua_State *L) {
  lua_getfield(L, -1, "random");
  if (lua_getupvalue(L, -1, 1) != NULL) lua_rawsetp(L, LUA_REGISTRYINDEX, &random_key);
  lua_pop(L, 1);
}

/// Returns NULL if there is no state of this size.
static void *random_state(lua_State *L) {
  if (!lua_checkstack(L, 1)) return NULL;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &random_key);
  void *const state = lua_rawlen(L, -1) == sizeof(hs_random) ? lua_touserdata(L, -1) : NULL;
  lua_pop(L, 1);
  return state;
}

bool hs_get_random(lua_State *L, hs_random *random) {
  const void *const state = random_state(L);
  if (state != NULL) memcpy(random, state, sizeof *random);
  return state != NULL;
}

void hs_set_random(lua_State *L, const hs_random *random) {
  void *const state = random_state(L);
  if (state != NULL) memcpy(state, random, sizeof *random);
}

void hs_open_math(lua_State *L) {
  luaL_requiref(L, LUA_MATHLIBNAME, luaopen_math, 1);
  keep_random_state(L);
  hs_charge(L, "randomseed", math_randomseed);
  hs_charge(L, "max", hs_charged_by_arguments);
  hs_charge(L, "min", hs_charged_by_arguments);
  lua_getfield(L, -1, "randomseed");
  lua_call(L, 0, 0);
  lua_pop(L, 1);
}
