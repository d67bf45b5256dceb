// The variables of functions: a script's own only.

#include <string.h>

#include "debug.h"

/// Whether the function at an index is Lua code of whoever asks: what a script does to its own variables is its own
/// business, and what setfenv is made of in Lua 5.4.
static bool is_own(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TFUNCTION);
  if (lua_iscfunction(L, index)) return false;
  lua_pushvalue(L, index);
  const bool is_own = hs_realm_of_function(L) == hs_current_realm(L);
  lua_Debug about;
  lua_getinfo(L, ">S", &about);
  return is_own && strncmp(about.source, hs_own_chunks, sizeof hs_own_chunks - 1) != 0;
}

static void check_own(lua_State *L, int index, const char *name) {
  if (!is_own(L, index))
    luaL_error(L, "debug.%s is available for functions of the script only: this one belongs to the host", name);
}

int hs_debug_getupvalue(lua_State *L) {
  const int number = (int)luaL_checkinteger(L, 2);
  if (!is_own(L, 1)) return 0;
  const char *name = lua_getupvalue(L, 1, number);
  if (name == NULL) return 0;
  lua_pushstring(L, name);
  lua_insert(L, -2);
  return 2;
}

int hs_debug_setupvalue(lua_State *L) {
  luaL_checkany(L, 3);
  const int number = (int)luaL_checkinteger(L, 2);
  check_own(L, 1, "setupvalue");
  lua_settop(L, 3);
  const char *name = lua_setupvalue(L, 1, number);
  if (name == NULL) return 0;
  lua_pushstring(L, name);
  return 1;
}

static const char variable_numbers_key;

/// A number that stands for the address of a variable; equal for functions that share it.
int hs_debug_upvalueid(lua_State *L) {
  const int number = (int)luaL_checkinteger(L, 2);
  void *address = is_own(L, 1) ? lua_upvalueid(L, 1, number) : NULL;
  if (address == NULL) {
    luaL_pushfail(L);
    return 1;
  }
  hs_spend(L, HS_CAUGHT_ERROR);
  hs_registry_table(L, &variable_numbers_key, NULL);
  if (lua_rawgetp(L, -1, address) == LUA_TNIL) {
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, -4, address);
    lua_pushboolean(L, 1);
    lua_rawseti(L, -4, lua_tointeger(L, -2));
  }
  return 1;
}

/// The number of a variable that is there.
static int check_variable(lua_State *L, int function, int argument) {
  const int number = (int)luaL_checkinteger(L, argument);
  check_own(L, function, "upvaluejoin");
  luaL_argcheck(L, lua_upvalueid(L, function, number) != NULL, argument, "invalid upvalue index");
  return number;
}

int hs_debug_upvaluejoin(lua_State *L) {
  const int to = check_variable(L, 1, 2), from = check_variable(L, 3, 4);
  lua_upvaluejoin(L, 1, to, 3, from);
  return 0;
}

/// The names of a function's parameters; the variables of code that runs are its own.
int hs_debug_getlocal(lua_State *L) {
  int first;
  hs_get_thread(L, &first);
  if (!lua_isfunction(L, first))
    return luaL_error(
        L, "debug.getlocal is not available for code that runs: a script sees its own variables only; the parameters of a "
           "function have names, debug.getlocal(f, n)");
  const int number = (int)luaL_checkinteger(L, first + 1);
  lua_pushvalue(L, first);
  const char *name = lua_iscfunction(L, -1) ? NULL : lua_getlocal(L, NULL, number);
  lua_pushstring(L, name);
  return 1;
}
