// table.sort: a stable merge sort, the same on every run. (Stock takes pivots from the clock, and is not stable.)
//
// The values are read once, sorted beside the table, and written at the end where they changed: an error in the
// comparison leaves the table as it was, and a comparison that contradicts itself gives some order but cannot crash
// or loop. Numbers alone or strings alone, without a comparison function, are sorted without a call into Lua.

#include <limits.h>

#include "sorting.h"

/// Stack indices in table.sort.
enum { TABLE = 1, COMPARISON = 2, VALUES = 3, ORDER = 4 };

/// Whether the value in slot `a` comes before the one in slot `b`.
static bool is_less(lua_State *L, uint32_t a, uint32_t b) {
  hs_spend(L, 4);
  if (lua_isnil(L, COMPARISON)) {
    lua_rawgeti(L, VALUES, a);
    lua_rawgeti(L, VALUES, b);
    const bool less = lua_compare(L, -2, -1, LUA_OPLT);
    lua_pop(L, 2);
    return less;
  }
  lua_pushvalue(L, COMPARISON);
  lua_rawgeti(L, VALUES, a);
  lua_rawgeti(L, VALUES, b);
  lua_call(L, 2, 1);
  const bool less = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return less;
}

/// Sorts the slots in `order` by merging runs of doubling length; answers the array that holds the result.
static uint32_t *merge_sort(lua_State *L, uint32_t *order, uint32_t *scratch, size_t count) {
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t start = 0; start < count; start += 2 * width) {
      const size_t middle = start + width < count ? start + width : count;
      const size_t end = start + 2 * width < count ? start + 2 * width : count;
      size_t left = start, right = middle;
      // Runs that are in order already cost one comparison.
      const bool is_sorted = right == end || !is_less(L, order[right], order[right - 1]);
      for (size_t at = start; at < end; at++) {
        const bool takes_right =
            !is_sorted && right < end && (left >= middle || is_less(L, order[right], order[left]));
        scratch[at] = is_sorted ? order[at] : order[takes_right ? right++ : left++];
      }
    }
    uint32_t *const swapped = order;
    order = scratch;
    scratch = swapped;
  }
  return order;
}

/// Sorts all numbers or all strings natively. Answers false where the values need Lua's own comparison.
static bool sort_natively(lua_State *L, uint32_t *order, size_t count) {
  lua_rawgeti(L, VALUES, 1);
  const int kind = lua_type(L, -1);
  lua_pop(L, 1);
  if (kind != LUA_TNUMBER && kind != LUA_TSTRING) return false;
  hs_list list;
  hs_list_begin(&list, L);
  for (size_t slot = 1; slot <= count; slot++) {
    lua_rawgeti(L, VALUES, (lua_Integer)slot);
    const bool fits = lua_type(L, -1) == kind && lua_rawequal(L, -1, -1);  // not a number is not equal to itself
    if (!fits) {
      lua_settop(L, list.anchor - 1);
      return false;
    }
    hs_list_add(&list, -1);
    lua_pop(L, 1);
    if ((slot & 0x3ff) == 0) hs_spend(L, 0x400);
  }
  hs_list_sort(&list);
  for (size_t index = 0; index < count; index++) order[index] = list.items[index].slot + 1;
  lua_settop(L, list.anchor - 1);
  return true;
}

int hs_table_sort(lua_State *L) {
  hs_check_table(L, TABLE, HS_READS | HS_WRITES | HS_MEASURES);
  const lua_Integer length = luaL_len(L, TABLE);
  if (length < 2) return 0;
  luaL_argcheck(L, length < INT_MAX, 1, "array too big");
  if (!lua_isnoneornil(L, COMPARISON)) luaL_checktype(L, COMPARISON, LUA_TFUNCTION);
  lua_settop(L, COMPARISON);
  const size_t count = (size_t)length;
  lua_newtable(L);
  for (size_t slot = 1; slot <= count; slot++) {
    hs_spend(L, 4);
    lua_geti(L, TABLE, (lua_Integer)slot);
    lua_rawseti(L, VALUES, (lua_Integer)slot);
  }
  uint32_t *order = lua_newuserdatauv(L, 2 * count * sizeof *order, 0);
  if (!lua_isnil(L, COMPARISON) || !sort_natively(L, order, count)) {
    for (size_t index = 0; index < count; index++) order[index] = (uint32_t)index + 1;
    order = merge_sort(L, order, order + count, count);
  }
  for (size_t index = 0; index < count; index++) {
    if (order[index] == index + 1) continue;
    hs_spend(L, 1);
    lua_rawgeti(L, VALUES, order[index]);
    lua_seti(L, TABLE, (lua_Integer)index + 1);
  }
  return 0;
}
