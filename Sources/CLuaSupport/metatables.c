// getmetatable and setmetatable: stock, except for the globals, for strings, which have a metatable per string library,
// and for finalizers, which are hidden from Lua: it would call them at any allocation, at a different moment in each
// version of this program, without the budget, and while Swift code is on the stack.

#include "library.h"

// MARK: Finalizers

static bool has_finalizer(lua_State *L) {
  if (!lua_istable(L, 2)) return false;
  lua_pushliteral(L, "__gc");
  const bool has = lua_rawget(L, 2) != LUA_TNIL;
  lua_pop(L, 1);
  return has;
}

/// The units for notifying the host.
static constexpr int64_t NOTE = 20;

/// Sets a metatable (2) without its finalizer: nothing between removing and restoring it can raise.
static int set_without_finalizer(lua_State *L) {
  hs_spend(L, NOTE);
  hs_note(L, "A metatable has __gc: finalizers of scripts do not run.");
  lua_settop(L, 2);
  lua_pushliteral(L, "__gc");
  lua_pushvalue(L, -1);
  lua_rawget(L, 2);
  lua_pushvalue(L, 3);
  lua_pushnil(L);
  lua_rawset(L, 2);
  lua_pushvalue(L, 2);
  lua_setmetatable(L, 1);
  lua_rawset(L, 2);
  lua_settop(L, 1);
  return 1;
}

// MARK: The metatable of the globals

static const char hub_key, binder_key;

void hs_guard_globals(lua_State *L) {
  lua_rawsetp(L, LUA_REGISTRYINDEX, &binder_key);
  hs_host_of(L)->hub = lua_topointer(L, -1);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &hub_key);
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  hs_host_of(L)->globals = lua_topointer(L, -1);
  lua_rotate(L, -2, 1);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
}

bool hs_is_hub(lua_State *L) {
  return lua_topointer(L, -1) == hs_host_of(L)->hub;
}

void hs_bind_walked_globals(lua_State *L) {
  hs_host *host = hs_host_of(L);
  if (lua_topointer(L, 1) != host->globals || host->has_bound_globals) return;
  host->has_bound_globals = true;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &binder_key);
  lua_call(L, 0, 0);
}

static int own_metatable(lua_State *L) {
  if (!lua_getmetatable(L, 1) || hs_is_hub(L)) lua_pushnil(L);
  return 1;
}

/// Restores a metatable regardless of its `__metatable`, with all later changes to it.
static int put_back_metatable(lua_State *L) {
  lua_settop(L, 2);
  if (lua_isnil(L, 2) && lua_topointer(L, 1) == hs_host_of(L)->globals) lua_rawgetp(L, LUA_REGISTRYINDEX, &hub_key);
  if (has_finalizer(L)) return set_without_finalizer(L);
  lua_setmetatable(L, 1);
  return 0;
}

void hs_push_metatable_access(lua_State *L) {
  lua_pushcfunction(L, own_metatable);
  lua_pushcfunction(L, put_back_metatable);
}

// MARK: getmetatable and setmetatable

int hs_getmetatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING && hs_push_string_metatable(L)) {
    lua_pushliteral(L, "__metatable");
    if (lua_rawget(L, -2) == LUA_TNIL) lua_pop(L, 1);
    return 1;
  }
  if (!lua_getmetatable(L, 1) || hs_is_hub(L)) {
    lua_pushnil(L);
    return 1;
  }
  luaL_getmetafield(L, 1, "__metatable");
  return 1;
}

/// A script's metatable for `_G` is used directly, so that nothing comes between its handlers and its code; the host's
/// names are set before. Without a script's metatable, the host's is restored.
int hs_setmetatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  lua_settop(L, 2);
  if (lua_getmetatable(L, 1) && hs_is_hub(L)) {
    if (lua_isnil(L, 2)) {
      lua_settop(L, 1);
      return 1;
    }
    lua_rawgetp(L, LUA_REGISTRYINDEX, &binder_key);
    lua_call(L, 0, 0);
  } else if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) {
    return luaL_error(L, "cannot change a protected metatable");
  }
  lua_settop(L, 2);
  if (has_finalizer(L)) return set_without_finalizer(L);
  if (lua_isnil(L, 2) && lua_topointer(L, 1) == hs_host_of(L)->globals) lua_rawgetp(L, LUA_REGISTRYINDEX, &hub_key);
  lua_setmetatable(L, 1);
  lua_settop(L, 1);
  return 1;
}
