// The handles of `io`: what they are, how they end, and which are the default ones.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "io.h"

const char hs_file_type;
const char hs_input_key, hs_output_key;
static const char metatable_key;

hs_handle *hs_push_handle(lua_State *L, hs_handle_kind kind) {
  hs_handle *file = lua_newuserdatauv(L, sizeof *file, 1);
  *file = (hs_handle){.object = {.instance = (void *)&hs_file_type, .type = &hs_file_type}, .kind = kind};
  lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
  lua_setmetatable(L, -2);
  return file;
}

hs_handle *hs_test_handle(lua_State *L, int index) {
  hs_handle *file = lua_touserdata(L, index);
  return file != NULL && file->object.type == &hs_file_type ? file : NULL;
}

bool hs_is_file(lua_State *L, int index) {
  return hs_test_handle(L, index) != NULL;
}

hs_handle *hs_check_handle(lua_State *L) {
  hs_handle *file = hs_test_handle(L, 1);
  if (file == NULL) luaL_typeerror(L, 1, LUA_FILEHANDLE);
  if (file->is_closed) luaL_error(L, "attempt to use a closed file");
  return file;
}

int hs_io_fail(lua_State *L, const char *path, int code) {
  luaL_pushfail(L);
  if (path)
    lua_pushfstring(L, "%s: %s", path, strerror(code));
  else
    lua_pushstring(L, strerror(code));
  lua_pushinteger(L, code);
  return 3;
}

hs_handle *hs_push_default(lua_State *L, const char *key, const char *name) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, key);
  hs_handle *file = lua_touserdata(L, -1);
  if (file->is_closed) luaL_error(L, "default %s file is closed", name);
  return file;
}

// MARK: Closing

static int close_handle(lua_State *L, hs_handle *file) {
  if (file->kind != HS_READING) {
    luaL_pushfail(L);
    lua_pushliteral(L, "cannot close standard file");
    return 2;
  }
  file->is_closed = true;
  lua_pushboolean(L, 1);
  return 1;
}

static int file_close(lua_State *L) {
  return close_handle(L, hs_check_handle(L));
}

int hs_io_close(lua_State *L) {
  if (!lua_isnone(L, 1)) return file_close(L);
  return close_handle(L, hs_push_default(L, &hs_output_key, "output"));
}

/// A variable with <close> that holds a handle ends.
static int file_end(lua_State *L) {
  hs_handle *file = hs_test_handle(L, 1);
  if (file != NULL && file->kind == HS_READING) file->is_closed = true;
  return 0;
}

// MARK: What a handle is

int hs_io_type(lua_State *L) {
  luaL_checkany(L, 1);
  const hs_handle *file = hs_test_handle(L, 1);
  if (file == NULL)
    luaL_pushfail(L);
  else
    lua_pushstring(L, file->is_closed ? "closed file" : "file");
  return 1;
}

static int file_tostring(lua_State *L) {
  const hs_handle *file = hs_test_handle(L, 1);
  if (file == NULL) return luaL_typeerror(L, 1, LUA_FILEHANDLE);
  if (file->is_closed)
    lua_pushliteral(L, "file (closed)");
  else {
    char number[32];
    snprintf(number, sizeof number, "0x%08" PRIx64, hs_identity(L, 1));
    lua_pushfstring(L, "file (%s)", number);
  }
  return 1;
}

void hs_declare_handles(lua_State *L) {
  static const luaL_Reg methods[] = {
      {"close", file_close}, {"flush", hs_file_flush},     {"lines", hs_file_lines}, {"read", hs_file_read},
      {"seek", hs_file_seek},   {"setvbuf", hs_file_setvbuf}, {"write", hs_file_write}, {NULL, NULL},
  };
  static const luaL_Reg events[] = {{"__close", file_end}, {"__tostring", file_tostring}, {NULL, NULL}};
  lua_createtable(L, 0, 5);
  luaL_setfuncs(L, events, 0);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushliteral(L, LUA_FILEHANDLE);
  lua_setfield(L, -2, "__name");
  // Out of reach: a finalizer in it would run beyond all limits.
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &metatable_key);
}
