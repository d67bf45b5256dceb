// next: next(t) is the smallest key, found by one look at each; next(t, key) goes on along a walk that is kept between
// calls, one per table, so that nested traversals do not disturb each other.

#include "order.h"

static const char walks_key = 0;
static const char first_keys_key = 0, first_weak_keys_key = 0;

// MARK: The first key

/// Whether key `a` comes before key `b`, objects after all else and in no order.
static bool is_less(lua_State *L, int a, int b) {
  hs_ascent last = {.class = HS_INTEGER, .integer = LUA_MININTEGER};
  if (lua_type(L, a) == LUA_TNUMBER && lua_type(L, b) == LUA_TNUMBER) return lua_compare(L, a, b, LUA_OPLT);
  if (lua_type(L, b) == LUA_TNUMBER) return false;
  if (lua_type(L, a) == LUA_TNUMBER) return true;
  hs_key_ascends(L, &last, a);
  return hs_key_ascends(L, &last, b) && last.objects < 2;
}

/// next(t): the smallest key, by one look at each.
static int first_pair(lua_State *L) {
  int64_t steps = 0;
  int objects = 0;
  const bool is_weak = hs_has_weak_mode(L, 1);
  if (is_weak) hs_note_weak(L);
  lua_settop(L, 1);
  lua_pushnil(L);  // the smallest key so far, at 2
  lua_pushnil(L);  // the key of the walk, at 3
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    if ((++steps & 0x3ff) == 0) hs_spend(L, 0x400 * 2 * HS_LOOK);
    const int kind = lua_type(L, 3);
    if (kind != LUA_TNUMBER && kind != LUA_TSTRING && kind != LUA_TBOOLEAN) objects++;
    if (steps == 1 || is_less(L, 3, 2)) lua_copy(L, 3, 2);
  }
  hs_spend(L, (steps & 0x3ff) * 2 * HS_LOOK);
  hs_spend_room(L, 1, (size_t)steps);
  if (steps == 0) return 1;
  if (objects > 1 && objects == steps) hs_note_objects(L);
  // The key may be removed before it is asked for what follows it: it must be known then. That keeps it alive, but not for
  // a weak table.
  if (is_weak)
    hs_registry_table(L, &first_weak_keys_key, "kv");
  else
    hs_push_weak_table(L, &first_keys_key);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_rawset(L, -3);
  lua_settop(L, 2);
  lua_pushvalue(L, 2);
  lua_rawget(L, 1);
  return 2;
}

/// Looks for a walk that next has begun over the table at 1. Pushes its keys and itself, or nothing.
static hs_walk *push_known_walk(lua_State *L) {
  hs_push_weak_table(L, &walks_key);
  lua_pushvalue(L, 1);
  lua_rawget(L, -2);
  hs_walk *sorted = lua_touserdata(L, -1);
  if (!sorted) {
    lua_pop(L, 2);
    return NULL;
  }
  lua_replace(L, -2);
  lua_getiuservalue(L, -1, 1);
  lua_insert(L, -2);
  return sorted;
}

/// Remembers the value on top (a walk, or nil for none) as the walk of the table at 1; pops it.
static void remember_walk(lua_State *L) {
  hs_push_weak_table(L, &walks_key);
  lua_pushvalue(L, 1);
  lua_rotate(L, -3, -1);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

/// Forgets the walk of the table at 1, if there is one.
static void forget_walk(lua_State *L) {
  if (!push_known_walk(L)) return;
  lua_pop(L, 2);
  lua_pushnil(L);
  remember_walk(L);
}

/// Whether the key at 2 is what next(t) answered last for the table at 1.
static bool is_first_key(lua_State *L) {
  if (hs_has_weak_mode(L, 1))
    hs_registry_table(L, &first_weak_keys_key, "kv");
  else
    hs_push_weak_table(L, &first_keys_key);
  lua_pushvalue(L, 1);
  const bool is_first = lua_rawget(L, -2) != LUA_TNIL && lua_rawequal(L, -1, 2);
  lua_pop(L, 2);
  return is_first;
}

/// next(t, key): the walk over the table is kept between calls, and made again where it does not know the key.
int hs_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  hs_spend(L, 1);
  if (lua_isnil(L, 2)) {
    hs_bind_walked_globals(L);
    // A new traversal: the table may have new keys since the last one.
    forget_walk(L);
    return first_pair(L);
  }
  hs_walk *sorted = push_known_walk(L);
  bool knows = false;
  if (sorted) {
    lua_pushvalue(L, 2);
    knows = hs_walk_is_at(L, 3, sorted) || hs_walk_find(L, 3, 4, sorted);
    lua_pop(L, 1);
  }
  if (!knows) {
    lua_settop(L, 2);
    sorted = hs_push_walk(L, 1);
    lua_pushvalue(L, -1);
    remember_walk(L);
    lua_pushvalue(L, 2);
    if (!hs_walk_find(L, 3, 4, sorted) && !is_first_key(L)) return luaL_error(L, "invalid key to 'next'");
    lua_pop(L, 1);
  }
  if (hs_walk_advance(L, 1, 3, sorted)) return 2;
  forget_walk(L);
  lua_pushnil(L);
  return 1;
}
