// table.sort: Lua's own quicksort, with the same element moves, and with pivots that do not depend on a clock.
//
// The arguments of a comparison function, the accesses of a proxy, the detection of a contradictory order ("invalid
// order function for sorting"), and the state after an error are as in Lua 5.4.

#include <limits.h>

#include "library.h"

/// The stack indices in table.sort.
enum { TABLE = 1, COMPARISON = 2 };

typedef lua_Unsigned position;

/// Parts larger than this use another pivot after a very unequal split.
static constexpr position LARGE = 100;
/// How many times larger one part must be than the other for a very unequal split.
static constexpr position UNEQUAL = 128;

/// The units for a comparison, and for reading or writing an element.
static constexpr int64_t COMPARING = 4, MOVING = 1;

/// Whether the value at stack index `a` is less than the one at `b`; both indices are negative.
static bool is_less(lua_State *L, int a, int b) {
  hs_spend(L, COMPARING + (lua_type(L, a) == LUA_TSTRING ? (int64_t)(lua_rawlen(L, a) / HS_BYTES_PER_UNIT) : 0));
  if (lua_isnil(L, COMPARISON)) return lua_compare(L, a, b, LUA_OPLT);
  lua_pushvalue(L, COMPARISON);
  lua_pushvalue(L, a - 1);
  lua_pushvalue(L, b - 2);
  lua_call(L, 2, 1);
  const bool less = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return less;
}

static void push_element(lua_State *L, position at) {
  hs_spend(L, MOVING);
  lua_geti(L, TABLE, (lua_Integer)at);
}

/// Pops two values: the top one becomes element `first`, the one below element `second`.
static void store_two(lua_State *L, position first, position second) {
  hs_spend(L, 2 * MOVING);
  lua_seti(L, TABLE, (lua_Integer)first);
  lua_seti(L, TABLE, (lua_Integer)second);
}

[[gnu::noinline]] static void refuse_order(lua_State *L) {
  luaL_error(L, "invalid order function for sorting");
}

/// Moves elements less than the pivot, which is on the stack and at `high` - 1, before greater ones. Pops the pivot and
/// returns its new position.
static position split(lua_State *L, position low, position high) {
  position left = low, right = high - 1;
  while (true) {
    for (push_element(L, ++left); is_less(L, -1, -2); push_element(L, ++left)) {
      if (left == high - 1) refuse_order(L);
      lua_pop(L, 1);
    }
    for (push_element(L, --right); is_less(L, -3, -1); push_element(L, --right)) {
      if (right < left) refuse_order(L);
      lua_pop(L, 1);
    }
    if (right < left) break;
    store_two(L, left, right);
  }
  lua_pop(L, 1);
  store_two(L, high - 1, left);
  return left;
}

/// Returns the middle, or, for a large part, a position in the two quarters around it.
static position pivot_place(position low, position high, position choice) {
  if (choice == 0 || high - low <= LARGE) return (low + high) / 2;
  const position quarter = (high - low) / 4;
  return choice % (quarter * 2) + low + quarter;
}

static void sort_part(lua_State *L, position low, position high, position choice) {
  while (low < high) {
    luaL_checkstack(L, 8, "sorting");
    push_element(L, low);
    push_element(L, high);
    if (is_less(L, -1, -2))
      store_two(L, low, high);
    else
      lua_pop(L, 2);
    if (high - low == 1) return;
    const position middle = pivot_place(low, high, choice);
    // The median of three: as in Lua, the middle one is read before the lowest.
    push_element(L, middle);
    push_element(L, low);
    if (is_less(L, -2, -1)) {
      store_two(L, middle, low);
    } else {
      lua_pop(L, 1);
      push_element(L, high);
      if (is_less(L, -1, -2))
        store_two(L, middle, high);
      else
        lua_pop(L, 2);
    }
    if (high - low == 2) return;
    push_element(L, middle);
    lua_pushvalue(L, -1);
    push_element(L, high - 1);
    store_two(L, middle, high - 1);
    const position pivot = split(L, low, high);
    position smaller;
    if (pivot - low < high - pivot) {
      sort_part(L, low, pivot - 1, choice);
      smaller = pivot - low;
      low = pivot + 1;
    } else {
      sort_part(L, pivot + 1, high, choice);
      smaller = high - pivot;
      high = pivot - 1;
    }
    // Lua uses the clock here; any number works if it is the same on every run.
    if ((high - low) / UNEQUAL > smaller) choice = (choice + 1) * 0x9E3779B97F4A7C15u >> 16;
  }
}

int hs_table_sort(lua_State *L) {
  hs_check_table(L, TABLE, HS_READS | HS_WRITES | HS_MEASURES);
  const lua_Integer length = luaL_len(L, TABLE);
  if (length < 2) return 0;
  luaL_argcheck(L, length < INT_MAX, 1, "array too big");
  if (!lua_isnoneornil(L, COMPARISON)) luaL_checktype(L, COMPARISON, LUA_TFUNCTION);
  lua_settop(L, COMPARISON);
  sort_part(L, 1, (position)length, 0);
  return 0;
}
