// Walks over sorted keys, for pairs and next: the keys of a table are listed and sorted once, then visited one by one.

#include "library.h"
#include "order.h"

#include <string.h>

// MARK: What cannot be ordered

void hs_note(lua_State *L, const char *text) {
  const hs_callbacks *callbacks = &hs_host_of(L)->callbacks;
  if (callbacks->note) callbacks->note(callbacks->context, text);
}

void hs_note_objects(lua_State *L) {
  hs_note(L, "A table has two or more objects as keys: the order in which they are visited can differ between runs.");
}

bool hs_has_weak_mode(lua_State *L, int table) {
  if (!luaL_getmetafield(L, table, "__mode")) return false;
  const bool is_weak = lua_type(L, -1) == LUA_TSTRING && strpbrk(lua_tostring(L, -1), "kv");
  lua_pop(L, 1);
  return is_weak;
}

void hs_note_weak(lua_State *L) {
  hs_note(L, "A table with weak references is traversed: what is in it depends on the garbage collector.");
}

// MARK: Comparing as they come

/// Whether the key at `index`, no integer, comes after the last one; remembers it.
bool hs_key_ascends(lua_State *L, hs_ascent *last, int index) {
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

// MARK: Sorted keys

/// Makes the table on top of the stack weak.
static void set_mode(lua_State *L, const char *mode) {
  lua_createtable(L, 0, 1);
  lua_pushstring(L, mode);
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
}

/// Pushes the table of a new traversal's keys, and its walk. The walk keeps the keys as its first user value.
hs_walk *hs_push_walk(lua_State *L, int table) {
  lua_newtable(L);
  const int keys = lua_gettop(L);
  // A list of what a weak table holds must not keep it alive.
  if (hs_has_weak_mode(L, table)) set_mode(L, "v");
  hs_list list;
  hs_list_begin(&list, L);
  lua_pushnil(L);
  while (lua_next(L, table)) {
    lua_pop(L, 1);
    hs_list_add(&list, -1);
    lua_pushvalue(L, -1);
    lua_rawseti(L, keys, (lua_Integer)list.count);
    if ((list.count & 0x3ff) == 0) hs_spend(L, 0x400 * HS_PLACE);
  }
  hs_list_sort(&list);
  hs_spend_room(L, table, list.count);
  if (list.counts[HS_OBJECT] > 1) hs_note_objects(L);
  hs_walk *sorted = lua_newuserdatauv(L, sizeof *sorted + list.count * sizeof(uint32_t), 2);
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
bool hs_walk_find(lua_State *L, int keys, int walk_index, hs_walk *sorted) {
  if (lua_getiuservalue(L, walk_index, 2) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_createtable(L, 0, (int)(sorted->count < INT32_MAX ? sorted->count : 0));
    if (hs_has_weak_mode(L, keys)) set_mode(L, "k");
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
bool hs_walk_is_at(lua_State *L, int keys, const hs_walk *sorted) {
  if (sorted->position == 0) return false;
  if (sorted->last) return lua_topointer(L, -1) == sorted->last;
  lua_rawgeti(L, keys, sorted->order[sorted->position - 1]);
  const bool is_last = lua_rawequal(L, -1, -2);
  lua_pop(L, 1);
  return is_last;
}

/// Pushes the next key that still has a value, and the value.
bool hs_walk_advance(lua_State *L, int table, int keys, hs_walk *sorted) {
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
