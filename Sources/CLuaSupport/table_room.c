// How much room a table has, filled or not. Lua walks over all of it to find the first key, and in a table that was
// large and has been emptied that is a million places for one step of a script.
//
// Lua's API does not tell. The head of a table in memory does: it has been the same in every Lua 5.4. Whether it is in
// this one is tried out when a state is opened, on tables whose room is known; where it is not, nothing is paid.

#include "library.h"

/// What a table begins with.
typedef struct table_head {
  void *next;
  unsigned char type, marked, flags, logarithm_of_nodes;
  unsigned int array_limit;
} table_head;

/// Set in the flags where the limit of the array is not its size, which then is the next power of two.
static constexpr unsigned char LIMIT_IS_NOT_SIZE = 0x80;

static size_t room_of(lua_State *L, int table) {
  const table_head *head = lua_topointer(L, table);
  size_t array = head->array_limit;
  if (head->flags & LIMIT_IS_NOT_SIZE)
    for (size_t size = 1;; size *= 2)
      if (size >= array) {
        array = size;
        break;
      }
  return array + ((size_t)1 << (head->logarithm_of_nodes & 0x1f));
}

/// Whether a new table with this many places has the head that is expected.
static bool is_as_expected(lua_State *L, int array, int fields, int logarithm_of_nodes) {
  lua_createtable(L, array, fields);
  const table_head *head = lua_topointer(L, -1);
  const bool fits = head->array_limit == (unsigned int)array && head->logarithm_of_nodes == logarithm_of_nodes &&
                    (head->flags & LIMIT_IS_NOT_SIZE) == 0;
  lua_pop(L, 1);
  return fits;
}

void hs_open_table_room(lua_State *L) {
  hs_host_of(L)->knows_room = is_as_expected(L, 0, 0, 0) && is_as_expected(L, 64, 16, 4) &&
                              is_as_expected(L, 3, 1000, 10) && is_as_expected(L, 100, 0, 0);
}

int64_t hs_cost_of_room(lua_State *L, int table, size_t count) {
  // A table that was filled and not emptied has room for twice its keys at most.
  static const size_t usual = 4, places_per_unit = 16;
  if (!hs_host_of(L)->knows_room) return 0;
  const size_t room = room_of(L, table);
  return room > count * usual ? (int64_t)((room - count * usual) / places_per_unit) : 0;
}

void hs_spend_room(lua_State *L, int table, size_t count) {
  const int64_t units = hs_cost_of_room(L, table, count);
  if (units > 0) hs_spend(L, units);
}
