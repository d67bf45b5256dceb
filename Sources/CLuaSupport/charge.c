// Charges for correct stock functions, the cost of which grows with their arguments or results.
//
// The stock function is called as plain C in the frame of the charge, which keeps its arguments, results and error
// messages. This works only for functions without upvalues; no charged function has any.

#include "library.h"

/// The bytes that a stock function processes one by one for one unit.
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
