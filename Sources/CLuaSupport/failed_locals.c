// The local variables of scripts at the place where an error was raised, for failure reports. A state that does not
// watch them has no overhead.

#include <string.h>

#include "host.h"

/// The registry key of a table with the values by name.
static const char kept;

/// The maximum number of calls examined, from the innermost on.
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

/// Pops the value on top into the table at `table`; Lua's temporary values have names in parentheses and are skipped.
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
  // From outside in, so that the inner of two variables with one name remains.
  while (lua_istable(L, table) && level-- > 0) {
    if (!lua_getstack(L, level, &call)) continue;
    lua_getinfo(L, "Sf", &call);
    const int function = lua_gettop(L);
    // Only files of scripts, not the host's.
    if (call.source[0] == '@' && strncmp(call.source, "@[homescreen]", 13) != 0) {
      const char *name;
      for (int i = 1; (name = lua_getupvalue(L, function, i)) != NULL; i++) keep(L, table, name);
      for (int i = 1; (name = lua_getlocal(L, &call, i)) != NULL; i++) keep(L, table, name);
    }
    lua_settop(L, table);
  }
  lua_settop(L, table - 1);
}
