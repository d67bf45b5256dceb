// Charges: stock functions that are right as they are, but whose cost grows with their arguments or results.
//
// The stock function is called as plain C in the frame of the charge, so that arguments, results and error messages
// are its own. That works for functions without upvalues only, which all of the charged ones are.

#include "library.h"

/// Bytes that a byte-by-byte stock function handles for one unit.
static constexpr size_t BYTES_ONE_BY_ONE = 4;

int hs_charged_by_arguments(lua_State *L) {
  const int count = lua_gettop(L);
  size_t bytes = 0;
  for (int index = 1; index <= count; index++)
    if (lua_type(L, index) == LUA_TSTRING) bytes += lua_rawlen(L, index);
  hs_spend(L, count + (int64_t)(bytes / BYTES_ONE_BY_ONE));
  return hs_call_stock(L);
}

int hs_charged_by_results(lua_State *L) {
  const int count = hs_call_stock(L);
  size_t bytes = 0;
  for (int index = -count; index < 0; index++)
    if (lua_type(L, index) == LUA_TSTRING) bytes += lua_rawlen(L, index);
  hs_spend(L, count + (int64_t)(bytes / HS_BYTES_PER_UNIT));
  return count;
}

int hs_charged_by_both(lua_State *L) {
  hs_spend(L, (int64_t)lua_gettop(L) * 2);
  return hs_charged_by_results(L);
}

int hs_charged_by_count(lua_State *L) {
  const int count = hs_call_stock(L);
  hs_spend(L, count);
  return count;
}

void hs_charge(lua_State *L, const char *name, lua_CFunction charge) {
  lua_getfield(L, -1, name);
  lua_pushcclosure(L, charge, 1);
  lua_setfield(L, -2, name);
}
