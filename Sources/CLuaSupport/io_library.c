// io: what a script writes goes to its console, what it reads are texts that the host gives.
//
// A file is read as a whole when it is opened; the handle is a place in that text. There is nothing to write to but the
// console, nothing on standard input, and no other process. Results and messages are those of Lua 5.4.

#include <errno.h>
#include <string.h>

#include "io.h"

static bool is_mode(const char *mode) {
  if (*mode == '\0' || strchr("rwa", *mode) == NULL) return false;
  mode++;
  if (*mode == '+') mode++;
  return strspn(mode, "b") == strlen(mode);
}

/// Opens a file for reading: pushes the handle, or fail, message and code. The host's reader is the first upvalue.
static bool open_to_read(lua_State *L, const char *path) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_pushstring(L, path);
  lua_call(L, 1, 3);
  if (!lua_isstring(L, -3)) {
    // Stack: nil, why not, the system's number.
    const char *reason = lua_isstring(L, -2) ? lua_tostring(L, -2) : strerror(ENOENT);
    lua_pushfstring(L, "%s: %s", path, reason);
    lua_replace(L, -3);
    return false;
  }
  lua_pop(L, 2);
  hs_push_handle(L, HS_READING);
  lua_insert(L, -2);
  lua_setiuservalue(L, -2, 1);
  return true;
}

/// Raises what open_to_read has left.
static int refuse_to_open(lua_State *L, const char *path) {
  return luaL_error(L, "cannot open file '%s' (%s)", path, lua_tostring(L, -2) + strlen(path) + 2);
}

static int io_open(lua_State *L) {
  const char *path = luaL_checkstring(L, 1), *mode = luaL_optstring(L, 2, "r");
  luaL_argcheck(L, is_mode(mode), 2, "invalid mode");
  if (*mode == 'r' && strchr(mode, '+') == NULL) return open_to_read(L, path) ? 1 : 3;
  luaL_pushfail(L);
  lua_pushfstring(L, "%s: scripts cannot write files with io; plist:save writes property lists", path);
  lua_pushinteger(L, EACCES);
  return 3;
}

static int io_tmpfile(lua_State *L) {
  luaL_pushfail(L);
  lua_pushliteral(L, "scripts cannot write files with io");
  lua_pushinteger(L, EACCES);
  return 3;
}

static int io_lines(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    if (lua_isnone(L, 1)) lua_pushnil(L);
    hs_push_default(L, &hs_input_key, "input");
    lua_replace(L, 1);
    hs_push_lines(L, false);
    return 1;
  }
  const char *path = luaL_checkstring(L, 1);
  if (!open_to_read(L, path)) return refuse_to_open(L, path);
  lua_replace(L, 1);
  hs_push_lines(L, true);
  // For a loop, which closes the file also when it is left.
  lua_pushnil(L);
  lua_pushnil(L);
  lua_pushvalue(L, 1);
  return 4;
}

// MARK: The default handles

/// io.input and io.output: the default handle, or another one from now on.
static int change_default(lua_State *L, const char *key, const char *mode) {
  if (!lua_isnoneornil(L, 1)) {
    const char *path = lua_tostring(L, 1);
    if (path == NULL) {
      hs_check_handle(L);
      lua_pushvalue(L, 1);
    } else if (*mode != 'r') {
      return luaL_error(L, "cannot open file '%s' (scripts cannot write files with io)", path);
    } else if (!open_to_read(L, path)) {
      return refuse_to_open(L, path);
    }
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, key);
  return 1;
}

static int io_input(lua_State *L) {
  return change_default(L, &hs_input_key, "r");
}

static int io_output(lua_State *L) {
  return change_default(L, &hs_output_key, "w");
}

static int io_popen(lua_State *L) {
  return luaL_error(L, "io.popen is not available: scripts cannot start other programs");
}

// MARK: Opening the library

void hs_open_io(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"close", hs_io_close}, {"flush", hs_io_flush}, {"input", io_input}, {"lines", io_lines},     {"open", io_open},
      {"output", io_output}, {"popen", io_popen}, {"read", hs_io_read},   {"tmpfile", io_tmpfile}, {"type", hs_io_type},
      {"write", hs_io_write}, {NULL, NULL},
  };
  hs_declare_handles(L);
  luaL_newlibtable(L, functions);
  lua_insert(L, -2);
  luaL_setfuncs(L, functions, 1);
  hs_push_handle(L, HS_INPUT);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &hs_input_key);
  lua_setfield(L, -2, "stdin");
  hs_push_handle(L, HS_OUTPUT);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &hs_output_key);
  lua_setfield(L, -2, "stdout");
  hs_push_handle(L, HS_OUTPUT);
  lua_setfield(L, -2, "stderr");
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, LUA_IOLIBNAME);
  lua_pop(L, 1);
}
