// pairs and next in one order on every run and machine: numbers ascending, strings by bytes, false, true, objects.
//
// Stock's order depends on a seed made of time and addresses. Here pairs walks the table once: keys that come in
// ascending order anyway (sequences do) are left to a plain next; otherwise they are sorted once, at the call.
// Objects as keys have no order that could be kept: they stay as they come, and two or more of them are noted, and so
// is a table with weak references. Changes during a traversal are as in Lua: values may change or become nil.

#include <string.h>

#include "sorting.h"

static const char walks_key = 0;
static const char first_keys_key = 0;

// What a key costs, in units: a look at it, and its place in a sorted list.
enum { LOOK = 4, PLACE = 16 };

/// A traversal over sorted keys. The keys themselves are in a Lua table, by slot; `order` says which comes when.
typedef struct walk {
  size_t count;
  /// How many keys were visited.
  size_t position;
  /// The address of the last key visited, NULL for keys that have none.
  const void *last;
  uint32_t order[];
} walk;

// MARK: What cannot be ordered

static void note(lua_State *L, const char *text) {
  const hs_callbacks *callbacks = &hs_host_of(L)->callbacks;
  if (callbacks->note) callbacks->note(callbacks->context, text);
}

static void note_objects(lua_State *L) {
  note(L, "A table has two or more objects as keys: the order in which they are visited can differ between runs.");
}

static bool has_weak_mode(lua_State *L, int table) {
  if (!luaL_getmetafield(L, table, "__mode")) return false;
  const bool is_weak = lua_type(L, -1) == LUA_TSTRING && strpbrk(lua_tostring(L, -1), "kv");
  lua_pop(L, 1);
  return is_weak;
}

static void note_weak(lua_State *L) {
  note(L, "A table with weak references is traversed: what is in it depends on the garbage collector.");
}

// MARK: Keys that ascend anyway

/// What of the last key a walk has to remember to see whether the next one is greater.
typedef struct ascent {
  hs_class class;
  int64_t integer;
  double real;
  hs_text text;
  int objects;
} ascent;

/// Whether the key at `index`, no integer, comes after the last one; remembers it.
static bool ascends(lua_State *L, ascent *last, int index) {
  const hs_class before = last->class;
  switch (lua_type(L, index)) {
    case LUA_TNUMBER: {
      // An integer after something else does not ascend, or is for the sort to compare exactly with a float.
      if (lua_isinteger(L, index)) return false;
      const double real = lua_tonumber(L, index), real_before = last->real;
      last->class = HS_FLOAT;
      last->real = real;
      return before == HS_FLOAT && real > real_before;
    }
    case LUA_TSTRING: {
      hs_text text, text_before = last->text;
      text.bytes = (const unsigned char *)lua_tolstring(L, index, &text.length);
      last->class = HS_STRING;
      last->text = text;
      if (before != HS_STRING) return before < HS_STRING;
      const size_t shorter = text.length < text_before.length ? text.length : text_before.length;
      const int order = memcmp(text_before.bytes, text.bytes, shorter);
      return order != 0 ? order < 0 : text_before.length < text.length;
    }
    case LUA_TBOOLEAN: {
      last->class = lua_toboolean(L, index) ? HS_TRUE : HS_FALSE;
      return before < last->class;
    }
    default:
      last->class = HS_OBJECT;
      last->objects++;
      return true;
  }
}

/// Whether the keys of the table come in ascending order from Lua itself.
static bool keys_ascend(lua_State *L, int table) {
  ascent last = {.class = HS_INTEGER, .integer = LUA_MININTEGER};
  int64_t steps = 0;
  lua_pushnil(L);
  if (!lua_next(L, table)) return true;
  // The first key is greater than nothing, whatever it is.
  if (lua_isinteger(L, -2))
    last.integer = lua_tointeger(L, -2);
  else if (lua_type(L, -2) == LUA_TNUMBER)
    last.class = HS_FLOAT, last.real = lua_tonumber(L, -2);
  else
    ascends(L, &last, -2);
  lua_pop(L, 1);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    if ((++steps & 0x3ff) == 0) hs_spend(L, 0x400 * LOOK);
    if (last.class == HS_INTEGER && lua_isinteger(L, -1)) {
      const int64_t integer = lua_tointeger(L, -1);
      if (integer > last.integer) {
        last.integer = integer;
        continue;
      }
    } else if (ascends(L, &last, -1)) {
      continue;
    }
    lua_pop(L, 1);
    return false;
  }
  hs_spend(L, (steps & 0x3ff) * LOOK);
  if (last.objects > 1) note_objects(L);
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

/// Pushes the table of a new traversal's keys, and its walk. The walk keeps the keys as its first user value.
static walk *push_walk(lua_State *L, int table) {
  lua_newtable(L);
  const int keys = lua_gettop(L);
  if (has_weak_mode(L, table)) {
    // A list of what a weak table holds must not keep it alive.
    lua_createtable(L, 0, 1);
    lua_pushliteral(L, "v");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, keys);
  }
  hs_list list;
  hs_list_begin(&list, L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    hs_list_add(&list, -1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, (lua_Integer)list.count);
    if ((list.count & 0x3ff) == 0) hs_spend(L, 0x400 * PLACE);
  }
  hs_list_sort(&list);
  if (list.counts[HS_OBJECT] > 1) note_objects(L);
  walk *sorted = lua_newuserdatauv(L, sizeof *sorted + list.count * sizeof(uint32_t), 2);
  sorted->count = list.count;
  sorted->position = 0;
  sorted->last = NULL;
  for (size_t index = 0; index < list.count; index++) sorted->order[index] = list.items[index].slot + 1;
  lua_replace(L, list.anchor);
  lua_pushvalue(L, keys);
  lua_setiuservalue(L, -2, 1);
  return sorted;
}

/// Puts the walk behind the key on top of the stack. Answers false where the key is not of this walk. The positions of
/// all keys are looked up in a table that is made when a walk is first left; it is the walk's second user value.
static bool find_position(lua_State *L, int keys, int walk_index, walk *sorted) {
  if (lua_getiuservalue(L, walk_index, 2) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, (int)(sorted->count < INT32_MAX ? sorted->count : 0));
    for (size_t index = 0; index < sorted->count; index++) {
      hs_spend(L, 1);
      if (lua_rawgeti(L, keys, sorted->order[index]) == LUA_TNIL) {
        lua_pop(L, 1);
        continue;
      }
      lua_pushinteger(L, (lua_Integer)index + 1);
      lua_rawset(L, -3);
    }
    lua_pushvalue(L, -1);
    lua_setiuservalue(L, walk_index, 2);
  }
  lua_pushvalue(L, -2);
  const bool found = lua_rawget(L, -2) == LUA_TNUMBER;
  if (found) sorted->position = (size_t)lua_tointeger(L, -1);
  lua_pop(L, 2);
  return found;
}

/// Whether the key on top of the stack is the one that the walk visited last.
static bool is_last_visited(lua_State *L, int keys, const walk *sorted) {
  if (sorted->position == 0) return false;
  if (sorted->last) return lua_topointer(L, -1) == sorted->last;
  lua_rawgeti(L, keys, sorted->order[sorted->position - 1]);
  const bool is_last = lua_rawequal(L, -1, -2);
  lua_pop(L, 1);
  return is_last;
}

/// Pushes the next key that still has a value, and the value.
static bool advance(lua_State *L, int table, int keys, walk *sorted) {
  while (sorted->position < sorted->count) {
    const int kind = lua_rawgeti(L, keys, sorted->order[sorted->position++]);
    if (kind != LUA_TNIL) {
      lua_pushvalue(L, -1);
      if (lua_rawget(L, table) != LUA_TNIL) {
        sorted->last = kind == LUA_TNUMBER || kind == LUA_TBOOLEAN ? NULL : lua_topointer(L, -2);
        return true;
      }
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
    hs_spend(L, 1);
  }
  return false;
}

/// The iterator of pairs over sorted keys. Upvalues: the keys, the walk.
static int sorted_next(lua_State *L) {
  walk *sorted = lua_touserdata(L, lua_upvalueindex(2));
  if (lua_gettop(L) != 2 || !lua_istable(L, 1)) {
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_settop(L, 2);
  }
  const int keys = lua_upvalueindex(1);
  if (lua_isnil(L, 2))
    sorted->position = 0;
  else if (!is_last_visited(L, keys, sorted) && !find_position(L, keys, lua_upvalueindex(2), sorted))
    return luaL_error(L, "invalid key to 'next'");
  if (advance(L, 1, keys, sorted)) return 2;
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
  hs_spend(L, (int64_t)list.count * PLACE);
  if (list.counts[HS_OBJECT] > 1) note_objects(L);
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

static int base_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_callk(L, 1, 3, 0, finish_pairs);
    return 3;
  }
  lua_settop(L, 1);
  if (!lua_istable(L, 1)) {
    lua_pushcfunction(L, plain_next);
  } else {
    const bool is_weak = has_weak_mode(L, 1);
    if (is_weak) note_weak(L);
    if (keys_ascend(L, 1)) {
      lua_pushcfunction(L, plain_next);
    } else if (is_weak || !push_few_next(L, 1)) {
      push_walk(L, 1);
      lua_pushcclosure(L, sorted_next, 2);
    }
  }
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// MARK: next

/// Whether key `a` comes before key `b`, objects after all else and in no order.
static bool is_less(lua_State *L, int a, int b) {
  ascent last = {.class = HS_INTEGER, .integer = LUA_MININTEGER};
  if (lua_type(L, a) == LUA_TNUMBER && lua_type(L, b) == LUA_TNUMBER) return lua_compare(L, a, b, LUA_OPLT);
  if (lua_type(L, b) == LUA_TNUMBER) return false;
  if (lua_type(L, a) == LUA_TNUMBER) return true;
  ascends(L, &last, a);
  return ascends(L, &last, b) && last.objects < 2;
}

/// next(t): the smallest key, by one look at each.
static int first_pair(lua_State *L) {
  int64_t steps = 0;
  int objects = 0;
  if (has_weak_mode(L, 1)) note_weak(L);
  lua_settop(L, 1);
  lua_pushnil(L);  // the smallest key so far, at 2
  lua_pushnil(L);  // the key of the walk, at 3
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    if ((++steps & 0x3ff) == 0) hs_spend(L, 0x400 * 2 * LOOK);
    const int kind = lua_type(L, 3);
    if (kind != LUA_TNUMBER && kind != LUA_TSTRING && kind != LUA_TBOOLEAN) objects++;
    if (steps == 1 || is_less(L, 3, 2)) lua_copy(L, 3, 2);
  }
  hs_spend(L, (steps & 0x3ff) * 2 * LOOK);
  if (steps == 0) return 1;
  if (objects > 1 && objects == steps) note_objects(L);
  // The key may be removed before it is asked for what follows it: it must be known then.
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
static walk *push_known_walk(lua_State *L) {
  hs_push_weak_table(L, &walks_key);
  lua_pushvalue(L, 1);
  lua_rawget(L, -2);
  walk *sorted = lua_touserdata(L, -1);
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
  hs_push_weak_table(L, &first_keys_key);
  lua_pushvalue(L, 1);
  const bool is_first = lua_rawget(L, -2) != LUA_TNIL && lua_rawequal(L, -1, 2);
  lua_pop(L, 2);
  return is_first;
}

/// next(t, key): the walk over the table is kept between calls, and made again where it does not know the key.
static int base_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  hs_spend(L, 1);
  if (lua_isnil(L, 2)) {
    // A new traversal: the table may have new keys since the last one.
    forget_walk(L);
    return first_pair(L);
  }
  walk *sorted = push_known_walk(L);
  bool knows = false;
  if (sorted) {
    lua_pushvalue(L, 2);
    knows = is_last_visited(L, 3, sorted) || find_position(L, 3, 4, sorted);
    lua_pop(L, 1);
  }
  if (!knows) {
    lua_settop(L, 2);
    sorted = push_walk(L, 1);
    lua_pushvalue(L, -1);
    remember_walk(L);
    lua_pushvalue(L, 2);
    if (!find_position(L, 3, 4, sorted) && !is_first_key(L)) return luaL_error(L, "invalid key to 'next'");
    lua_pop(L, 1);
  }
  if (advance(L, 1, 3, sorted)) return 2;
  forget_walk(L);
  lua_pushnil(L);
  return 1;
}

void hs_open_order(lua_State *L) {
  static const luaL_Reg own[] = {{"next", base_next}, {"pairs", base_pairs}, {NULL, NULL}};
  lua_pushglobaltable(L);
  luaL_setfuncs(L, own, 0);
  lua_pop(L, 1);
}
