// pairs: it walks the table once at the call. Keys that come in ascending order anyway (sequences do) are left to a
// plain next; otherwise they are sorted once: a few in the iterator itself, more in a list of their own.

#include "order.h"

// MARK: Keys that ascend anyway

/// Whether the keys of the table come in ascending order from Lua itself.
static bool keys_ascend(lua_State *L, int table) {
  hs_ascent last = {.class = HS_INTEGER, .integer = LUA_MININTEGER};
  int64_t steps = 0;
  lua_pushnil(L);
  if (!lua_next(L, table)) {
    hs_spend_room(L, table, 0);
    return true;
  }
  // The first key is greater than nothing, whatever it is.
  if (lua_isinteger(L, -2))
    last.integer = lua_tointeger(L, -2);
  else if (lua_type(L, -2) == LUA_TNUMBER)
    last.class = HS_FLOAT, last.real = lua_tonumber(L, -2);
  else
    hs_key_ascends(L, &last, -2);
  lua_pop(L, 1);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if ((++steps & 0x3ff) == 0) hs_spend(L, 0x400 * HS_LOOK);
    if (last.class == HS_INTEGER && lua_isinteger(L, -1)) {
      const int64_t integer = lua_tointeger(L, -1);
      if (integer > last.integer) {
        last.integer = integer;
        continue;
      }
    } else if (hs_key_ascends(L, &last, -1)) {
      continue;
    }
    lua_pop(L, 1);
    return false;
  }
  hs_spend(L, (steps & 0x3ff) * HS_LOOK);
  hs_spend_room(L, table, (size_t)steps + 1);
  if (last.objects > 1) hs_note_objects(L);
  return true;
}

/// next in Lua's own order, for tables whose keys ascend.
static int plain_next(lua_State *L) {
  if (lua_gettop(L) != 2 || !lua_istable(L, 1)) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
  }
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

// MARK: Sorted keys

/// The iterator of pairs over sorted keys. Upvalues: the keys, the walk.
static int sorted_next(lua_State *L) {
  hs_walk *sorted = lua_touserdata(L, lua_upvalueindex(2));
  if (lua_gettop(L) != 2 || !lua_istable(L, 1)) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
  }
  const int keys = lua_upvalueindex(1);
  if (lua_isnil(L, 2))
    sorted->position = 0;
  else if (!hs_walk_is_at(L, keys, sorted) && !hs_walk_find(L, keys, lua_upvalueindex(2), sorted))
    return luaL_error(L, "invalid key to 'next'");
  if (hs_walk_advance(L, 1, keys, sorted)) return 2;
  lua_pushnil(L);
  return 1;
}

// MARK: Few sorted keys

// Most tables are small. Their sorted keys are the upvalues of the iterator itself, after its position, so a traversal
// makes one object.

/// Upvalues: the number of keys visited, the number of keys, the keys.
static int few_next(lua_State *L) {
  if (lua_gettop(L) != 2 || !lua_istable(L, 1)) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
  }
  const int first = 2, count = (int)lua_tointeger(L, lua_upvalueindex(2));
  int visited = 0;
  if (!lua_isnil(L, 2)) {
    visited = (int)lua_tointeger(L, lua_upvalueindex(1));
    if (visited == 0 || !lua_rawequal(L, 2, lua_upvalueindex(first + visited))) {
      for (visited = 1; visited <= count && !lua_rawequal(L, 2, lua_upvalueindex(first + visited)); visited++) {
      }
      if (visited > count) return luaL_error(L, "invalid key to 'next'");
    }
  }
  while (++visited <= count) {
    lua_pushvalue(L, lua_upvalueindex(first + visited));
    lua_pushvalue(L, -1);
    if (lua_rawget(L, 1) != LUA_TNIL) {
      lua_pushinteger(L, visited);
      lua_replace(L, lua_upvalueindex(1));
      return 2;
    }
    lua_pop(L, 2);
  }
  lua_pushnil(L);
  return 1;
}

/// Pushes the iterator over a table of few keys; nothing where there are too many.
static bool push_few_next(lua_State *L, int table) {
  hs_list list;
  luaL_checkstack(L, 2 * (int)HS_SHORT_LIST + 8, "keys of a table");
  hs_list_begin(&list, L);
  const int base = list.anchor + 1;
  lua_pushnil(L);
  for (;;) {
    lua_pushvalue(L, -1);
    if (!lua_next(L, table)) break;
    lua_pop(L, 1);
    if (list.count == HS_SHORT_LIST) {
      lua_settop(L, list.anchor - 1);
      return false;
    }
    hs_list_add(&list, -1);
  }
  hs_list_sort(&list);
  hs_spend(L, (int64_t)list.count * HS_PLACE);
  hs_spend_room(L, table, list.count);
  if (list.counts[HS_OBJECT] > 1) hs_note_objects(L);
  lua_pushinteger(L, 0);
  lua_pushinteger(L, (lua_Integer)list.count);
  for (size_t index = 0; index < list.count; index++) lua_pushvalue(L, base + 1 + (int)list.items[index].slot);
  lua_pushcclosure(L, few_next, (int)list.count + 2);
  return true;
}

// MARK: pairs

static int finish_pairs(lua_State *, int, lua_KContext) {
  return 3;
}

int hs_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  hs_bind_walked_globals(L);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, finish_pairs);
    return 3;
  }
  lua_settop(L, 1);
  if (!lua_istable(L, 1)) {
    lua_pushcfunction(L, plain_next);
  } else {
    const bool is_weak = hs_has_weak_mode(L, 1);
    if (is_weak) hs_note_weak(L);
    if (keys_ascend(L, 1)) {
      lua_pushcfunction(L, plain_next);
    } else if (is_weak || !push_few_next(L, 1)) {
      hs_push_walk(L, 1);
      lua_pushcclosure(L, sorted_next, 2);
    }
  }
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}
