// The utf8 functions: stock, each with a charge for the bytes that it walks over.

#include "library.h"

/// Returns a position argument as Lua counts it, negative from the end; `fallback` if it is missing.
static lua_Integer position(lua_State *L, int index, lua_Integer fallback, lua_Integer length) {
  const lua_Integer given = lua_isnoneornil(L, index) ? fallback : lua_tointeger(L, index);
  if (given >= 0) return given;
  return given < -length ? 0 : length + given + 1;
}

/// Pays for the distance between two positions of a text.
static void spend_distance(lua_State *L, lua_Integer from, lua_Integer to, lua_Integer length) {
  if (from > length) from = length;
  if (to > length) to = length;
  hs_spend_bytes(L, (size_t)(from < to ? to - from : from - to) * 4);
}

static int utf8_len(lua_State *L) {
  const lua_Integer length = lua_type(L, 1) == LUA_TSTRING ? (lua_Integer)lua_rawlen(L, 1) : 0;
  spend_distance(L, position(L, 2, 1, length), position(L, 3, -1, length), length);
  return hs_call_stock(L);
}

static int utf8_offset(lua_State *L) {
  const lua_Integer length = lua_type(L, 1) == LUA_TSTRING ? (lua_Integer)lua_rawlen(L, 1) : 0;
  const lua_Integer from = position(L, 3, lua_tointeger(L, 2) > 0 ? 1 : length + 1, length);
  const int count = hs_call_stock(L);
  if (lua_isinteger(L, -1))
    spend_distance(L, from, lua_tointeger(L, -1), length);
  else
    hs_spend_bytes(L, (size_t)length);
  return count;
}

/// The iterator of utf8.codes. It skips stray continuation bytes, so one step may walk over the whole text.
static int next_code(lua_State *L) {
  const lua_Integer length = lua_type(L, 1) == LUA_TSTRING ? (lua_Integer)lua_rawlen(L, 1) : 0;
  const lua_Integer from = lua_tointeger(L, 2);
  const int count = hs_call_stock(L);
  spend_distance(L, from < 0 ? 0 : from, count == 2 ? lua_tointeger(L, -2) : length, length);
  return count;
}

static int utf8_codes(lua_State *L) {
  const int count = hs_call_stock(L);
  hs_spend(L, 1);
  lua_pushvalue(L, -count);
  lua_pushcclosure(L, next_code, 1);
  lua_replace(L, -count - 1);
  return count;
}

void hs_open_utf8(lua_State *L) {
  luaL_requiref(L, LUA_UTF8LIBNAME, luaopen_utf8, 1);
  hs_charge(L, "char", hs_charged_by_both);
  hs_charge(L, "codepoint", hs_charged_by_count);
  hs_charge(L, "len", utf8_len);
  hs_charge(L, "offset", utf8_offset);
  hs_charge(L, "codes", utf8_codes);
  lua_pop(L, 1);
}
