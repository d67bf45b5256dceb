// debug.getinfo: names and lines, and the function itself where a script may have it.

#include <string.h>

#include "debug.h"

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

static void set_number(lua_State *L, const char *key, int number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, key);
}

static void set_flag(lua_State *L, const char *key, bool flag) {
  lua_pushboolean(L, flag);
  lua_setfield(L, -2, key);
}

/// Whether a script may have the function on top: code of its own, or what a library shows to everybody.
static bool may_be_given(lua_State *L) {
  if (!lua_iscfunction(L, -1)) return hs_realm_of_function(L) == hs_current_realm(L);
  lua_pushvalue(L, -1);
  if (!hs_push_name_in_modules(L)) return false;
  lua_pop(L, 1);
  return true;
}

int hs_debug_getinfo(lua_State *L) {
  int first;
  lua_State *from = hs_get_thread(L, &first);
  const char *options = luaL_optstring(L, first + 1, "flnSrtu");
  luaL_checkstack(L, 8, "debug");
  luaL_argcheck(L, *options != '>', first + 1, "invalid option '>'");
  luaL_argcheck(L, strspn(options, "SlnrutLf") == strlen(options), first + 1, "invalid option");
  lua_Debug frame;
  const bool is_function = lua_isfunction(L, first);
  if (!is_function && hs_index_of_level(L, from, luaL_checkinteger(L, first), &frame) < 0) {
    luaL_pushfail(L);
    return 1;
  }
  hs_spend(L, HS_CAUGHT_ERROR);
  if (is_function) {
    lua_pushvalue(L, first);
    lua_pushvalue(L, first);
    lua_getinfo(L, ">Slnrut", &frame);
  } else {
    hs_check_room(L, from, 1);
    lua_getinfo(from, "Slnrutf", &frame);
    lua_xmove(from, L, 1);
  }
  const int function = lua_gettop(L);
  lua_createtable(L, 0, 16);
  if (strchr(options, 'S')) {
    set_text(L, "source", frame.source);
    set_text(L, "short_src", frame.short_src);
    set_number(L, "linedefined", frame.linedefined);
    set_number(L, "lastlinedefined", frame.lastlinedefined);
    set_text(L, "what", frame.what);
  }
  if (strchr(options, 'l')) set_number(L, "currentline", frame.currentline);
  if (strchr(options, 'u')) {
    set_number(L, "nups", frame.nups);
    set_number(L, "nparams", frame.nparams);
    set_flag(L, "isvararg", frame.isvararg);
  }
  if (strchr(options, 'n')) {
    set_text(L, "name", frame.name);
    set_text(L, "namewhat", frame.namewhat);
  }
  if (strchr(options, 'r')) {
    set_number(L, "ftransfer", frame.ftransfer);
    set_number(L, "ntransfer", frame.ntransfer);
  }
  if (strchr(options, 't')) set_flag(L, "istailcall", frame.istailcall);
  if (strchr(options, 'L')) {
    lua_Debug lines;
    lua_pushvalue(L, function);
    lua_getinfo(L, ">L", &lines);
    lua_setfield(L, -2, "activelines");
  }
  if (strchr(options, 'f')) {
    lua_pushvalue(L, function);
    if (is_function || may_be_given(L))
      lua_setfield(L, -2, "func");
    else
      lua_pop(L, 1);
  }
  return 1;
}
