// Opens the standard library of a script: deterministic, limited by the budget, and without access to the outside.
//
// io, debug, package, require, dofile and loadfile are opened on first use, if the host provides files. string.dump
// always fails, on purpose.

#include "library.h"

void hs_open_libraries(lua_State *L) {
  luaL_checkstack(L, LUA_MINSTACK, "opening the standard library");
  hs_open_base(L);
  hs_open_coroutine(L);
  hs_open_table(L);
  hs_open_string(L);
  hs_open_utf8(L);
  hs_open_math(L);
  hs_open_os(L);
}
