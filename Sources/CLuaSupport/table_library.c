// The table functions. Stock with a charge: pack. Ours: concat, insert, move, remove, unpack; table_sort.c: sort.
//
// They use metamethods as stock does, so a __len may return any length: every loop pays for each step, and no sum of
// positions overflows.

#include <limits.h>

#include "library.h"

// MARK: Arguments

/// Whether the metatable on top has the field.
static int has_event(lua_State *L, const char *event) {
  lua_pushstring(L, event);
  const int has = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 1);
  return has;
}

void hs_check_table(lua_State *L, int index, int uses) {
  if (lua_istable(L, index)) return;
  if (lua_getmetatable(L, index)) {
    const int stands_in = (!(uses & HS_READS) || has_event(L, "__index")) &&
                          (!(uses & HS_WRITES) || has_event(L, "__newindex")) &&
                          (!(uses & HS_MEASURES) || has_event(L, "__len"));
    lua_pop(L, 1);
    if (stands_in) return;
  }
  luaL_checktype(L, index, LUA_TTABLE);
}

/// Returns the length of the table at 1, after checking that it is one.
static lua_Integer check_length(lua_State *L, int uses) {
  hs_check_table(L, 1, uses | HS_MEASURES);
  return luaL_len(L, 1);
}

/// Returns the sum, with the wraparound of Lua integers.
static lua_Integer plus(lua_Integer a, lua_Integer b) {
  return (lua_Integer)((lua_Unsigned)a + (lua_Unsigned)b);
}

/// The units for reading and writing a field.
static constexpr int64_t FIELD = 4;

/// Copies a field of the table at `from` to one of the table at `to`, and pays for it.
static void copy_field(lua_State *L, int from, lua_Integer source, int to, lua_Integer target) {
  hs_spend(L, FIELD);
  lua_geti(L, from, source);
  lua_seti(L, to, target);
}

// MARK: insert and remove

static int table_insert(lua_State *L) {
  const lua_Integer end = plus(check_length(L, HS_READS | HS_WRITES), 1);
  lua_Integer position = end;
  switch (lua_gettop(L)) {
    case 2:
      break;
    case 3:
      position = luaL_checkinteger(L, 2);
      luaL_argcheck(
          L, (lua_Unsigned)position - 1u < (lua_Unsigned)end, 2, "position out of bounds");
      for (lua_Integer index = end; index > position; index--) copy_field(L, 1, index - 1, 1, index);
      break;
    default:
      return luaL_error(L, "wrong number of arguments to 'insert'");
  }
  hs_spend(L, 1);
  lua_seti(L, 1, position);
  return 0;
}

static int table_remove(lua_State *L) {
  const lua_Integer size = check_length(L, HS_READS | HS_WRITES);
  lua_Integer position = luaL_optinteger(L, 2, size);
  if (position != size)
    luaL_argcheck(L, (lua_Unsigned)position - 1u <= (lua_Unsigned)size, 1, "position out of bounds");
  lua_geti(L, 1, position);
  for (; position < size; position++) copy_field(L, 1, position + 1, 1, position);
  hs_spend(L, 1);
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

// MARK: move

static int table_move(lua_State *L) {
  const lua_Integer first = luaL_checkinteger(L, 2);
  const lua_Integer last = luaL_checkinteger(L, 3);
  const lua_Integer target = luaL_checkinteger(L, 4);
  const int to = lua_isnoneornil(L, 5) ? 1 : 5;
  hs_check_table(L, 1, HS_READS);
  hs_check_table(L, to, HS_WRITES);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    const lua_Integer count = last - first + 1;
    luaL_argcheck(L, target <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    const int is_apart = target > last || target <= first || (to != 1 && !lua_compare(L, 1, to, LUA_OPEQ));
    if (is_apart) {
      for (lua_Integer index = 0; index < count; index++) copy_field(L, 1, first + index, to, target + index);
    } else {
      for (lua_Integer index = count - 1; index >= 0; index--) copy_field(L, 1, first + index, to, target + index);
    }
  }
  lua_pushvalue(L, to);
  return 1;
}

// MARK: concat

static void add_field(lua_State *L, luaL_Buffer *result, lua_Integer index) {
  lua_geti(L, 1, index);
  if (!lua_isstring(L, -1))
    luaL_error(
        L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), (LUAI_UACINT)index);
  hs_spend_bytes(L, lua_rawlen(L, -1) + (lua_type(L, -1) == LUA_TNUMBER ? 2 : 1) * FIELD * HS_BYTES_PER_UNIT);
  luaL_addvalue(result);
}

static int table_concat(lua_State *L) {
  lua_Integer last = check_length(L, HS_READS);
  size_t separator_length;
  const char *separator = luaL_optlstring(L, 2, "", &separator_length);
  lua_Integer index = luaL_optinteger(L, 3, 1);
  last = luaL_optinteger(L, 4, last);
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  for (; index < last; index++) {
    add_field(L, &result, index);
    hs_spend_bytes(L, separator_length);
    luaL_addlstring(&result, separator, separator_length);
  }
  if (index == last) add_field(L, &result, index);
  luaL_pushresult(&result);
  return 1;
}

// MARK: unpack

/// Like stock, but pays before it reads: a field may be computed by a long chain of __index.
static int table_unpack(lua_State *L) {
  const lua_Integer first = luaL_optinteger(L, 2, 1);
  const lua_Integer last = lua_isnoneornil(L, 3) ? luaL_len(L, 1) : luaL_checkinteger(L, 3);
  if (first > last) return 0;
  const lua_Unsigned further = (lua_Unsigned)last - (lua_Unsigned)first;
  if (further >= INT_MAX || !lua_checkstack(L, (int)further + 1))
    return luaL_error(L, "too many results to unpack");
  for (lua_Unsigned step = 0; step <= further; step++) {
    if ((step & 0xff) == 0) hs_spend(L, further - step < 0xff ? (int64_t)(further - step) + 1 : 0x100);
    lua_geti(L, 1, plus(first, (lua_Integer)step));
  }
  return (int)further + 1;
}

void hs_open_table(lua_State *L) {
  static const luaL_Reg own[] = {
      {"concat", table_concat}, {"insert", table_insert}, {"move", table_move}, {"remove", table_remove},
      {"sort", hs_table_sort},  {"unpack", table_unpack}, {NULL, NULL},
  };
  luaL_requiref(L, LUA_TABLIBNAME, luaopen_table, 1);
  luaL_setfuncs(L, own, 0);
  hs_charge(L, "pack", hs_charged_by_arguments);
  lua_pop(L, 1);
}
