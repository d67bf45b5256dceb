// Sorting of keys and plain values without calls into Lua, for pairs, next and table.sort. Private to CLuaSupport.

#ifndef HS_SORTING_H
#define HS_SORTING_H

#include <stdbool.h>

#include "library.h"

/// The classes of values in the order in which pairs visits them. Integers and floats are one class to a script.
typedef enum hs_class { HS_INTEGER, HS_FLOAT, HS_STRING, HS_FALSE, HS_TRUE, HS_OBJECT, HS_CLASSES } hs_class;

/// A value to be sorted: what it is worth as a number, and where it came from.
typedef struct hs_item {
  uint64_t rank;
  uint32_t slot;
  uint32_t class;
} hs_item;

/// The bytes of a string; they are Lua's, and stay where they are for as long as Lua knows the string.
typedef struct hs_text {
  const unsigned char *bytes;
  size_t length;
} hs_text;

/// Items that a list holds without memory of its own.
static constexpr size_t HS_SHORT_LIST = 32;

/// A list of items. Its arrays are in itself while it is short, then in a userdata on Lua's stack, so an error loses
/// nothing. It must not be moved.
typedef struct hs_list {
  lua_State *L;
  /// The stack index that is kept for the userdata.
  int anchor;
  size_t count;
  size_t capacity;
  hs_item *items;
  hs_item *scratch;
  hs_text *texts;
  uint32_t counts[HS_CLASSES];
  hs_item short_items[HS_SHORT_LIST];
  hs_item short_scratch[HS_SHORT_LIST];
  hs_text short_texts[HS_SHORT_LIST];
} hs_list;

/// Starts an empty list. Pushes one value: the place of its userdata.
void hs_list_begin(hs_list *list, lua_State *L);
/// Adds the value at `index`; its slot is the count of values before it.
void hs_list_add(hs_list *list, int index);
/// Sorts by class, then numbers by value and strings by bytes. Objects and equal values keep their order.
void hs_list_sort(hs_list *list);

#endif
