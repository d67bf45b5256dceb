// The local variables of scripts where an error was raised, for a person who looks at what failed. A state that nobody
// asks pays nothing.

#include <string.h>

#include "host.h"

/// Of the registry: a table with the values by name.
static const char kept;

/// Calls of functions that are looked at, from the innermost on.
static constexpr int MOST_CALLS = 64;

void hs_watch_locals(lua_State *L) {
  hs_host_of(L)->watches_locals = true;
  hs_forget_locals(L);
}

void hs_forget_locals(lua_State *L) {
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &kept);
}

void hs_push_locals(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &kept);
}

/// Keeps the value on top, which is popped, in the table at `table`; temporary values of Lua's have names in brackets.
static void keep(lua_State *L, int table, const char *name) {
  if (*name == '(' || strcmp(name, "_ENV") == 0) {
    lua_pop(L, 1);
    return;
  }
  lua_pushstring(L, name);
  lua_insert(L, -2);
  lua_rawset(L, table);
}

void hs_keep_locals(lua_State *L) {
  if (!hs_host_of(L)->watches_locals || !lua_checkstack(L, 8)) return;
  hs_push_locals(L);
  const int table = lua_gettop(L);
  lua_Debug call;
  int level = 0;
  while (level < MOST_CALLS && lua_getstack(L, level, &call)) level++;
  // Inwards, so that of two variables of one name the inner one stays.
  while (lua_istable(L, table) && level-- > 0) {
    if (!lua_getstack(L, level, &call)) continue;
    lua_getinfo(L, "Sf", &call);
    const int function = lua_gettop(L);
    // Files of scripts; not what the host brings.
    if (call.source[0] == '@' && strncmp(call.source, "@[homescreen]", 13) != 0) {
      const char *name;
      for (int i = 1; (name = lua_getupvalue(L, function, i)) != NULL; i++) keep(L, table, name);
      for (int i = 1; (name = lua_getlocal(L, &call, i)) != NULL; i++) keep(L, table, name);
    }
    lua_settop(L, table);
  }
  lua_settop(L, table - 1);
}
