// What a script writes: it goes to the script's console.

#include <errno.h>
#include <string.h>

#include "io.h"

/// What a line costs beside its bytes, as for print.
static constexpr int64_t LINE = 200;

/// Writes the arguments from `first` on and answers the handle, which is the value on top.
static int write_values(lua_State *L, hs_handle *file, int first) {
  const int last = lua_gettop(L) - 1;
  if (file->kind != HS_OUTPUT) return hs_io_fail(L, NULL, EBADF);
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (int index = first; index <= last; index++) {
    size_t length;
    if (lua_type(L, index) == LUA_TNUMBER && !lua_isinteger(L, index)) {
      char number[64];
      const int written = lua_number2str(number, sizeof number, lua_tonumber(L, index));
      luaL_addlstring(&text, number, (size_t)written);
      continue;
    }
    const char *piece = luaL_checklstring(L, index, &length);
    hs_spend_bytes(L, length);
    luaL_addlstring(&text, piece, length);
  }
  luaL_pushresult(&text);
  size_t length;
  const char *all = lua_tolstring(L, -1, &length);
  hs_spend(L, memchr(all, '\n', length) ? LINE : 1);
  const hs_callbacks *callbacks = &hs_host_of(L)->callbacks;
  if (callbacks->write && length > 0) callbacks->write(callbacks->context, all, length);
  lua_pop(L, 1);
  return 1;
}

int hs_file_write(lua_State *L) {
  hs_handle *file = hs_check_handle(L);
  lua_pushvalue(L, 1);
  return write_values(L, file, 2);
}

int hs_io_write(lua_State *L) {
  hs_handle *file = hs_push_default(L, &hs_output_key, "output");
  return write_values(L, file, 1);
}

int hs_file_flush(lua_State *L) {
  hs_check_handle(L);
  lua_pushboolean(L, 1);
  return 1;
}

int hs_io_flush(lua_State *L) {
  hs_push_default(L, &hs_output_key, "output");
  lua_pushboolean(L, 1);
  return 1;
}

int hs_file_setvbuf(lua_State *L) {
  static const char *const modes[] = {"no", "full", "line", NULL};
  hs_check_handle(L);
  luaL_checkoption(L, 2, NULL, modes);
  luaL_optinteger(L, 3, 0);
  lua_pushboolean(L, 1);
  return 1;
}
