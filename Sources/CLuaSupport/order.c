// pairs and next visit keys in the same order on every run and machine: numbers ascending, strings by bytes, false,
// true, objects. The keys are sorted once, when a traversal starts.
//
// Stock's order depends on a seed of time and addresses. Objects as keys have no stable order: they stay in Lua's
// order, and two or more of them are reported, as is a table with weak references. Changes during a traversal are as in
// Lua: values may change or become nil.

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

void hs_note(lua_State *L, const char *text) {
  const hs_callbacks *callbacks = &hs_host_of(L)->callbacks;
  if (callbacks->note) callbacks->note(callbacks->context, text);
}

// MARK: Comparing keys

typedef struct sort_key {
  enum : unsigned char { NUMBER, STRING, FALSE, TRUE, OBJECT } class;
  /// Whether the number is a float.
  bool is_float;
  /// The number of keys before it in Lua's order.
  uint32_t slot;
  /// The place in the sorted order of the key in slot 0, 1, 2 …; from 1.
  uint32_t place;
  union {
    /// Integers and floats are one class to a script. `real` is an integer's nearest float.
    struct {
      lua_Number real;
      lua_Integer integer;
    } number;
    /// The bytes belong to Lua, and stay in place while Lua keeps the string.
    struct {
      const char *bytes;
      size_t length;
    } text;
  };
} sort_key;

static sort_key key_at(lua_State *L, int index, size_t slot) {
  sort_key key = {.class = OBJECT, .slot = (uint32_t)slot};
  switch (lua_type(L, index)) {
    case LUA_TNUMBER:
      key.class = NUMBER;
      key.number.real = lua_tonumber(L, index);
      key.is_float = !lua_isinteger(L, index);
      if (!key.is_float) key.number.integer = lua_tointeger(L, index);
      break;
    case LUA_TSTRING:
      key.class = STRING;
      key.text.bytes = lua_tolstring(L, index, &key.text.length);
      break;
    case LUA_TBOOLEAN: key.class = lua_toboolean(L, index) ? TRUE : FALSE;
  }
  return key;
}

/// A float key is never an integer: only 2^63 can be the nearest float of an integer, and it is greater than all.
static int compare_numbers(const sort_key *a, const sort_key *b) {
  if (a->number.real != b->number.real) return a->number.real > b->number.real ? 1 : -1;
  if (a->is_float != b->is_float) return a->is_float ? 1 : -1;
  return (a->number.integer > b->number.integer) - (a->number.integer < b->number.integer);
}

/// Compares for qsort. Objects keep their order.
static int compare(const void *left, const void *right) {
  const sort_key *a = left, *b = right;
  int order = (a->class > b->class) - (a->class < b->class);
  if (order == 0 && a->class == NUMBER) order = compare_numbers(a, b);
  if (order == 0 && a->class == STRING) {
    const size_t shorter = a->text.length < b->text.length ? a->text.length : b->text.length;
    order = memcmp(a->text.bytes, b->text.bytes, shorter);
    if (order == 0) order = (a->text.length > b->text.length) - (a->text.length < b->text.length);
  }
  return order != 0 ? order : (a->slot > b->slot) - (a->slot < b->slot);
}

// MARK: Traversals

// The cost of a key in units: examining and sorting it.
static constexpr int64_t LOOK = 4, PLACE = 8;
/// The number of keys sorted without Lua's memory; most tables are small.
static constexpr size_t FEW = 32;

/// The result of examining the keys of a table.
typedef struct survey {
  size_t count;
  /// Whether Lua's own order is ascending, as for sequences.
  bool ascends;
  bool is_weak;
  /// The units for comparing each key once.
  int64_t comparing;
} survey;

/// Examines the keys of the table at 1, and pushes the smallest one, or nil.
static survey look(lua_State *L) {
  survey found = {.ascends = true};
  sort_key last = {.class = NUMBER, .number.real = -HUGE_VAL}, least = {.class = OBJECT, .slot = UINT32_MAX};
  int objects = 0;
  if (luaL_getmetafield(L, 1, "__mode") != LUA_TNIL) {
    found.is_weak = lua_type(L, -1) == LUA_TSTRING && strpbrk(lua_tostring(L, -1), "kv");
    lua_pop(L, 1);
  }
  if (found.is_weak)
    hs_note(L, "A table with weak references is traversed: what is in it depends on the garbage collector.");
  lua_pushnil(L);
  const int smallest = lua_gettop(L);
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    const sort_key key = key_at(L, -1, found.count++);
    if (compare(&least, &key) > 0) {
      least = key;
      lua_copy(L, -1, smallest);
    }
    const int64_t units = LOOK + (key.class == STRING ? (int64_t)(key.text.length / HS_BYTES_PER_UNIT) : 0);
    hs_spend(L, units);
    found.comparing += units;
    objects += key.class == OBJECT;
    if (compare(&last, &key) > 0) found.ascends = false;
    last = key;
  }
  if (objects > 1)
    hs_note(L, "A table has two or more objects as keys: the order in which they are visited can differ between runs.");
  return found;
}

/// The iterator over sorted keys. Upvalues: the keys, their number, the number visited. For an unknown key, it returns
/// nothing if there is a third argument, else it raises.
static int visit_next(lua_State *L) {
  static const int keys = lua_upvalueindex(1);
  const bool is_asked_by_next = !lua_isnone(L, 3);
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  const lua_Integer count = lua_tointeger(L, lua_upvalueindex(2));
  lua_Integer visited = lua_isnil(L, 2) ? 0 : lua_tointeger(L, lua_upvalueindex(3));
  if (!lua_isnil(L, 2)) {
    // Usually the key is the one visited last; otherwise it is searched.
    const int64_t units = LOOK + (lua_type(L, 2) == LUA_TSTRING ? (int64_t)(lua_rawlen(L, 2) / HS_BYTES_PER_UNIT) : 0);
    for (lua_Integer place = 0; lua_rawgeti(L, keys, visited), !lua_rawequal(L, 2, -1); visited = ++place) {
      lua_pop(L, 1);
      if (place == count) return is_asked_by_next ? 0 : luaL_error(L, "invalid key to 'next'");
      hs_spend(L, units);
    }
    lua_pop(L, 1);
  }
  while (++visited <= count) {
    // A key may be missing because the collector removed it from a weak table.
    if (lua_rawgeti(L, keys, visited) != LUA_TNIL) {
      lua_pushvalue(L, -1);
      if (lua_rawget(L, 1) != LUA_TNIL) {
        lua_pushinteger(L, visited);
        lua_replace(L, lua_upvalueindex(3));
        return 2;
      }
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
    hs_spend(L, 1);
  }
  lua_pushnil(L);
  return 1;
}

/// Makes the list on top weak, so that it does not keep the keys of a weak table alive.
static void set_weak(lua_State *L) {
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
}

/// Pushes the iterator over the sorted keys of the table at 1.
static void push_visitor(lua_State *L, const survey *found) {
  if (found->count > INT_MAX) luaL_error(L, "too many keys to sort");
  int doublings = 1;
  while (found->count >> doublings > 0) doublings++;
  hs_spend(L, (int64_t)found->count * PLACE + found->comparing * doublings / 4);
  sort_key few[FEW];
  sort_key *keys = lua_newuserdatauv(L, found->count > FEW ? found->count * sizeof *keys : 0, 0);
  if (found->count <= FEW) keys = few;
  const int anchor = lua_gettop(L);
  lua_createtable(L, (int)found->count, 0);
  if (found->is_weak) set_weak(L);
  // Nothing is allocated from here on, so the collector removes nothing between the two passes over a weak table.
  size_t count = 0;
  lua_pushnil(L);
  while (lua_next(L, 1)) {
    lua_pop(L, 1);
    keys[count] = key_at(L, -1, count);
    count++;
  }
  qsort(keys, count, sizeof *keys, compare);
  for (size_t index = 0; index < count; index++) keys[keys[index].slot].place = (uint32_t)index + 1;
  lua_pushnil(L);
  for (size_t slot = 0; lua_next(L, 1); slot++) {
    lua_pop(L, 1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, anchor + 1, keys[slot].place);
  }
  lua_pushinteger(L, (lua_Integer)count);
  lua_pushinteger(L, 0);
  lua_pushcclosure(L, visit_next, 3);
  lua_replace(L, anchor);
}

// MARK: pairs

/// next in Lua's own order, for tables with ascending keys.
static int plain_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  if (lua_next(L, 1)) return 2;
  lua_pushnil(L);
  return 1;
}

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
  const survey found = lua_istable(L, 1) ? look(L) : (survey){.ascends = true};
  lua_settop(L, 1);
  if (found.ascends)
    lua_pushcfunction(L, plain_next);
  else
    push_visitor(L, &found);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

// MARK: next

static const char visitors_key = 0;

/// Calls the stored iterator for the table at 1, if next was called with the key at 2. Returns false if there is none,
/// or if the key is unknown. An iterator without keys has only seen the first one.
static bool ask_visitor(lua_State *L, bool *has_seen_first_only) {
  lua_settop(L, 3);
  lua_pushvalue(L, 1);
  *has_seen_first_only = false;
  if (lua_rawget(L, 3) == LUA_TNIL) return false;
  lua_getupvalue(L, 4, 2);
  *has_seen_first_only = lua_tointeger(L, -1) == 0;
  lua_pop(L, 1);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 2);
  lua_pushboolean(L, true);
  lua_call(L, 3, LUA_MULTRET);
  return lua_gettop(L) > 3;
}

/// Pops the value on top and stores it as the iterator of the table at 1.
static void keep_visitor(lua_State *L) {
  lua_pushvalue(L, 1);
  lua_insert(L, -2);
  lua_rawset(L, 3);
}

/// next(t): finds the smallest key by examining each once. Testing for an empty table does not pay for a list.
static int first_pair(lua_State *L) {
  const survey found = look(L);
  if (found.count == 0) {
    lua_pushnil(L);
    return 1;
  }
  lua_createtable(L, 1, 0);
  if (found.is_weak) set_weak(L);
  lua_pushvalue(L, 4);
  lua_rawseti(L, -2, 1);
  lua_pushinteger(L, 0);
  lua_pushinteger(L, 1);
  lua_pushcclosure(L, visit_next, 3);
  keep_visitor(L);
  lua_pushvalue(L, 4);
  lua_rawget(L, 1);
  return 2;
}

/// Iterators are stored between calls, one per table, so that nested traversals do not disturb each other. A new one is
/// created for an unknown key, and for nil, because the table may have new keys.
int hs_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  hs_spend(L, 1);
  if (lua_isnil(L, 2)) hs_bind_walked_globals(L);
  hs_registry_table(L, &visitors_key, "k");
  if (lua_isnil(L, 2)) return first_pair(L);
  bool is_first, ignored;
  if (!ask_visitor(L, &is_first) || is_first) {
    is_first = is_first && lua_gettop(L) > 3;
    lua_settop(L, 3);
    const survey found = look(L);
    lua_settop(L, 3);
    push_visitor(L, &found);
    keep_visitor(L);
    if (!ask_visitor(L, &ignored)) {
      // The first key may have been removed in the meantime.
      if (!is_first) return luaL_error(L, "invalid key to 'next'");
      lua_pushnil(L);
      lua_replace(L, 2);
      ask_visitor(L, &ignored);
    }
  }
  const int results = lua_gettop(L) - 3;
  if (results == 1) {
    lua_pushnil(L);
    keep_visitor(L);
  }
  return results;
}
