// Identity: the number that replaces an object's address in texts.
//
// Objects are numbered per state in the order they are first seen, and keep their number while they live; numbers are
// never reused. The table of numbers has weak keys, so a number keeps nothing alive.

#include <inttypes.h>
#include <stdio.h>

#include "library.h"

static const char identities_key = 0;

/// The cost of looking up an object, and of numbering one: the collector visits each number in every cycle.
static constexpr int64_t LOOKUP = 5, NUMBERING = 20;

uint64_t hs_identity(lua_State *L, int index) {
  index = lua_absindex(L, index);
  luaL_checkstack(L, 5, "identity of an object");
  hs_spend(L, LOOKUP);
  hs_registry_table(L, &identities_key, "k");
  lua_pushvalue(L, index);
  uint64_t identity;
  if (lua_rawget(L, -2) == LUA_TNUMBER) {
    identity = (uint64_t)lua_tointeger(L, -1);
  } else {
    hs_spend(L, NUMBERING);
    hs_host *host = hs_host_of(L);
    if (host->next_identity == 0) host->next_identity = 1;
    identity = host->next_identity++;
    lua_pushvalue(L, index);
    lua_pushinteger(L, (lua_Integer)identity);
    lua_rawset(L, -4);
  }
  lua_pop(L, 2);
  return identity;
}

const char *hs_tolstring(lua_State *L, int index, size_t *length) {
  index = lua_absindex(L, index);
  luaL_checkstack(L, 5, "text of a value");
  switch (lua_type(L, index)) {
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TUSERDATA:
    case LUA_TTHREAD:
    case LUA_TLIGHTUSERDATA:
      break;
    default:
      return luaL_tolstring(L, index, length);
  }
  if (luaL_getmetafield(L, index, "__tostring") != LUA_TNIL) {
    lua_pop(L, 1);
    return luaL_tolstring(L, index, length);
  }
  const uint64_t identity = hs_identity(L, index);
  char number[32];
  snprintf(number, sizeof number, "0x%08" PRIx64, identity);
  const int kind = luaL_getmetafield(L, index, "__name");
  lua_pushfstring(L, "%s: %s", kind == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, index), number);
  if (kind != LUA_TNIL) lua_remove(L, -2);
  return lua_tolstring(L, -1, length);
}
