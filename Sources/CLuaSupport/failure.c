// Errors of Swift code on their way into Lua: a userdata carries the Swift error. It is created before Swift runs, so
// that raising it needs no memory.

#include "host.h"

const char hs_failure_type = 0;
static const char carrier_key;

void hs_prepare_carrier(lua_State *L) {
  hs_object *carrier = lua_newuserdatauv(L, sizeof *carrier, 0);
  carrier->instance = NULL;
  carrier->anchor = 0;
  carrier->type = &hs_failure_type;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &hs_failure_type);
  lua_setmetatable(L, -2);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &carrier_key);
  hs_host_of(L)->carrier_ready = true;
}

int hs_fail(lua_State *L, void *error) {
  hs_host *host = hs_host_of(L);
  // A failure inside Swift -> Lua -> Swift used the carrier: Swift is running, so the ceiling is lifted.
  if (!host->carrier_ready) hs_prepare_carrier(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &carrier_key);
  hs_object *carrier = lua_touserdata(L, -1);
  hs_take_over(host, carrier, error);
  host->carrier_ready = false;
  return -1;
}

int hs_rethrow(lua_State *L) {
  (void)L;
  return -1;
}

void *hs_failure(lua_State *L, int index) {
  return hs_instance(L, index, &hs_failure_type);
}
