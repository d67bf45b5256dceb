// debug: names and lines, and the variables of a script's own functions. Functions that inspect the host's code or
// running code, or set hooks, raise an error with the reason.

#include <string.h>

#include "debug.h"

/// The upvalues of checked stock functions: the function, and its name.
enum { NAME = 2 };

/// Pops the function on top. Returns whether it is Lua code of the caller, which may access its own variables: setfenv
/// is implemented that way in Lua 5.4.
static bool is_own(lua_State *L) {
  const bool is_own = !lua_iscfunction(L, -1) && hs_string_library_of_function(L) == hs_current_string_library(L);
  lua_Debug about;
  lua_getinfo(L, ">S", &about);
  return is_own && strncmp(about.source, hs_own_chunks, sizeof hs_own_chunks - 1) != 0;
}

// MARK: Frames

/// Whether a script may get the function on top: its own code, or a library function.
static bool may_be_given(lua_State *L) {
  if (!lua_iscfunction(L, -1)) return hs_string_library_of_function(L) == hs_current_string_library(L);
  lua_pushvalue(L, -1);
  if (!hs_push_name_in_modules(L)) return false;
  lua_pop(L, 1);
  return true;
}

/// Like stock, with levels as a script counts them, and without functions that a script may not have.
static int debug_getinfo(lua_State *L) {
  int first;
  lua_State *from = hs_get_thread(L, &first);
  const char *options = luaL_optstring(L, first + 1, "");
  // Lua would find an invalid option too late, with its values left on the stack of `from`.
  luaL_argcheck(L, *options == '>' || strspn(options, "SlnrutLf") == strlen(options), first + 1, "invalid option");
  const bool is_function = lua_isfunction(L, first);
  if (is_function && from != L) {
    // The thread makes no difference.
    lua_remove(L, 1);
    from = L;
    first = 1;
  }
  // Lua creates the table of lines in the given thread. If memory ran out there, the error would leave through that
  // thread, past every pcall and the frames of the host; so the lines are collected here.
  const bool gives_lines = from != L && strchr(options, 'L') != NULL;
  if (gives_lines) {
    hs_spend_bytes(L, strlen(options));
    luaL_gsub(L, options, "L", "");
    lua_replace(L, first + 1);
  }
  int index = 0;
  if (!is_function) {
    lua_Debug frame;
    index = hs_index_of_level(L, from, luaL_checkinteger(L, first), &frame);
    if (index < 0) {
      luaL_pushfail(L);
      return 1;
    }
    lua_pushinteger(L, index);
    lua_replace(L, first);
  }
  hs_spend(L, HS_CAUGHT_ERROR);
  hs_call_stock(L);
  if (gives_lines) {
    lua_Debug frame;
    hs_check_stack_space(L, from, 1);
    lua_getstack(from, index, &frame);
    lua_getinfo(from, "f", &frame);
    lua_xmove(from, L, 1);
    lua_getinfo(L, ">L", &frame);
    lua_setfield(L, -2, "activelines");
  }
  if (is_function || lua_getfield(L, -1, "func") == LUA_TNIL || may_be_given(L)) {
    if (!is_function) lua_pop(L, 1);
    return 1;
  }
  lua_pushnil(L);
  lua_setfield(L, -3, "func");
  lua_pop(L, 1);
  return 1;
}

// MARK: Variables

/// Stock getlocal for the parameter names of a function; the variables of running code are not accessible.
static int debug_getlocal(lua_State *L) {
  int first;
  hs_get_thread(L, &first);
  if (!lua_isfunction(L, first))
    return luaL_error(
        L, "debug.getlocal is not available for running code: a script only sees its own variables; the parameters of a "
           "function have names, debug.getlocal(f, n)");
  return hs_call_stock(L);
}

/// Stock getupvalue, setupvalue and upvaluejoin, for functions of the script.
static int own_upvalues(lua_State *L) {
  const char *name = lua_tostring(L, lua_upvalueindex(NAME));
  const int last = strcmp(name, "upvaluejoin") == 0 ? 3 : 1;
  for (int index = 1; index <= last; index += 2) {
    luaL_checktype(L, index, LUA_TFUNCTION);
    lua_pushvalue(L, index);
    if (is_own(L)) continue;
    if (strcmp(name, "getupvalue") == 0) return 0;
    return luaL_error(L, "debug.%s is only available for functions of the script: this one belongs to the host", name);
  }
  return hs_call_stock(L);
}

// MARK: The table

/// Like the global setmetatable, which raises an error if the value is not a table.
static int debug_setmetatable(lua_State *L) {
  if (!lua_isnone(L, 1) && !lua_istable(L, 1))
    return luaL_error(
        L, "debug.setmetatable is only available for tables: the metatable of a %s belongs to the host or to all values of "
           "its type", luaL_typename(L, 1));
  return hs_setmetatable(L);
}

static int debug_gethook(lua_State *L) {
  luaL_pushfail(L);
  return 1;
}

/// Refuses functions that could inspect other code, or remove the limits.
static int refuse(lua_State *L) {
  return luaL_error(
      L, "debug.%s is not available: it could look into other code, or undo the limits of the script",
      lua_tostring(L, lua_upvalueindex(NAME)));
}

void hs_open_debug(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"traceback", hs_debug_traceback}, {"getinfo", debug_getinfo},       {"getlocal", debug_getlocal},
      {"getmetatable", hs_getmetatable}, {"setmetatable", debug_setmetatable}, {"gethook", debug_gethook},
      {"getupvalue", own_upvalues},
      {"setupvalue", own_upvalues},      {"upvaluejoin", own_upvalues},    {"debug", refuse},
      {"getregistry", refuse},           {"getuservalue", refuse},         {"setcstacklimit", refuse},
      {"sethook", refuse},               {"setlocal", refuse},             {"setuservalue", refuse},
      {"upvalueid", refuse},             {NULL, NULL},
  };
  lua_pushcfunction(L, luaopen_debug);
  lua_call(L, 0, 1);
  lua_createtable(L, 0, sizeof functions / sizeof *functions);
  for (const luaL_Reg *entry = functions; entry->name; entry++) {
    lua_getfield(L, -2, entry->name);
    lua_pushstring(L, entry->name);
    lua_pushcclosure(L, entry->func, 2);
    lua_setfield(L, -2, entry->name);
  }
  lua_replace(L, -2);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, LUA_DBLIBNAME);
  lua_pop(L, 1);
}
