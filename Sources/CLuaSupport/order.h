// The order in which pairs and next visit keys, the same on every run and machine: numbers ascending, strings by bytes,
// false, true, objects. Shared by key_walk.c, pairs.c and next.c; private to CLuaSupport.
//
// Stock's order depends on a seed made of time and addresses. Objects as keys have no order that could be kept: they
// stay as they come, and two or more of them are noted, and so is a table with weak references. Changes during a
// traversal are as in Lua: values may change or become nil.

#ifndef HS_ORDER_H
#define HS_ORDER_H

#include "sorting.h"

// What a key costs, in units: a look at it, and its place in a sorted list.
enum { HS_LOOK = 4, HS_PLACE = 16 };

/// A traversal over sorted keys. The keys themselves are in a Lua table, by slot; `order` says which comes when.
typedef struct hs_walk {
  size_t count;
  /// How many keys were visited.
  size_t position;
  /// The address of the last key visited, NULL for keys that have none.
  const void *last;
  uint32_t order[];
} hs_walk;

/// What of the last key a walk has to remember to see whether the next one is greater.
typedef struct hs_ascent {
  hs_class class;
  int64_t integer;
  double real;
  hs_text text;
  int objects;
} hs_ascent;

/// Tells the host that the order of keys can differ between runs.
void hs_note_objects(lua_State *L);
/// Tells the host that what is in a table depends on the collector.
void hs_note_weak(lua_State *L);
/// Whether the metatable of the table gives it weak references.
bool hs_has_weak_mode(lua_State *L, int table);

/// Pays for the empty places of a table that were walked over to find its `count` keys.
void hs_spend_room(lua_State *L, int table, size_t count);

/// Whether the key at `index`, no integer, comes after the last one; remembers it.
bool hs_key_ascends(lua_State *L, hs_ascent *last, int index);

/// Pushes the table of a new traversal's keys, and its walk. The walk keeps the keys as its first user value.
hs_walk *hs_push_walk(lua_State *L, int table);
/// Whether the key on top of the stack is the one that the walk visited last.
bool hs_walk_is_at(lua_State *L, int keys, const hs_walk *sorted);
/// Puts the walk behind the key on top of the stack. Answers false where the key is not of this walk.
bool hs_walk_find(lua_State *L, int keys, int walk_index, hs_walk *sorted);
/// Pushes the next key that still has a value, and the value.
bool hs_walk_advance(lua_State *L, int table, int keys, hs_walk *sorted);

/// The functions themselves, for base_library.c.
int hs_pairs(lua_State *L);
int hs_next(lua_State *L);

#endif
