// debug: names and lines, and the variables of a script's own functions. What looks into the host's code, into code that
// runs, or hooks into it, raises and says why.

#include "debug.h"

// MARK: Metatables

static const char host_key = 0;

void hs_mark_of_host(lua_State *L) {
  lua_pushboolean(L, true);
  lua_rawsetp(L, -2, &host_key);
}

/// Whether the metatable on top is one of the host's, and not of a script.
static bool is_of_host(lua_State *L) {
  const bool is_marked = lua_rawgetp(L, -1, &host_key) != LUA_TNIL;
  lua_pop(L, 1);
  if (is_marked) return true;
  lua_pushliteral(L, "__index");
  lua_rawget(L, -2);
  const bool is_host = lua_iscfunction(L, -1);
  lua_pop(L, 1);
  return is_host;
}

/// Like getmetatable, but the `__metatable` of a script's table does not count, unless there is other code that relies on
/// it.
static int debug_getmetatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (!hs_has_realms(L) && lua_istable(L, 1) && lua_getmetatable(L, 1)) {
    if (!hs_is_hub(L) && !is_of_host(L)) return 1;
    lua_pop(L, 1);
  }
  lua_settop(L, 1);
  return hs_getmetatable(L);
}

static int debug_setmetatable(lua_State *L) {
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  if (!lua_istable(L, 1))
    return luaL_error(
        L, "debug.setmetatable is available for tables only: the metatable of a %s belongs to the host or to all values of "
           "its type", luaL_typename(L, 1));
  if (lua_getmetatable(L, 1)) {
    if (!hs_is_hub(L) && (is_of_host(L) || (hs_has_realms(L) && luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)))
      return luaL_error(L, "cannot change a protected metatable");
    lua_pop(L, 1);
  }
  return hs_setmetatable_raw(L);
}

// MARK: The table

static int debug_gethook(lua_State *L) {
  luaL_pushfail(L);
  return 1;
}

/// Functions that could look into other code, or undo the limits; the upvalue is the name.
static int refuse(lua_State *L) {
  return luaL_error(
      L, "debug.%s is not available: it could look into other code, or undo the limits of the script",
      lua_tostring(L, lua_upvalueindex(1)));
}

void hs_open_debug(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"traceback", hs_debug_traceback},       {"getinfo", hs_debug_getinfo},           {"getlocal", hs_debug_getlocal},
      {"getmetatable", debug_getmetatable}, {"setmetatable", debug_setmetatable}, {"gethook", debug_gethook},
      {"getupvalue", hs_debug_getupvalue},     {"setupvalue", hs_debug_setupvalue},     {"upvalueid", hs_debug_upvalueid},
      {"upvaluejoin", hs_debug_upvaluejoin},
      {NULL, NULL},
  };
  static const char *const refused[] = {
      "debug", "getregistry", "getuservalue", "setcstacklimit", "sethook", "setlocal", "setuservalue",
  };
  luaL_newlib(L, functions);
  for (size_t index = 0; index < sizeof refused / sizeof *refused; index++) {
    lua_pushstring(L, refused[index]);
    lua_pushcclosure(L, refuse, 1);
    lua_setfield(L, -2, refused[index]);
  }
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, LUA_DBLIBNAME);
  lua_pop(L, 1);
}
