// io: Lua's own functions over virtual streams: a script writes to its console and reads texts from the host.
//
// A file is read completely when it is opened. The console is the only output, standard input is empty, and there are
// no other processes. Lua's functions that open a file by name are never called.

#define _GNU_SOURCE  // fopencookie
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "library.h"

// MARK: Handles

/// A handle for Lua and for the host, which treats it like other userdata: a stream is its instance, hs_close_file its
/// type. The text to read is its user value.
typedef union handle {
  luaL_Stream stream;
  hs_object object;
} handle;

static_assert(offsetof(luaL_Stream, closef) == offsetof(hs_object, type));

/// The estimated memory of an open handle outside Lua.
static constexpr size_t STREAM_BYTES = 8192;

/// Pushes a closed handle for the next stream.
static luaL_Stream *push_handle(lua_State *L) {
  handle *file = lua_newuserdatauv(L, sizeof *file, 1);
  memset(file, 0, sizeof *file);
  luaL_setmetatable(L, LUA_FILEHANDLE);
  hs_weigh(L, STREAM_BYTES);
  return &file->stream;
}

static void set_stream(lua_State *L, luaL_Stream *file, FILE *stream) {
  if (stream == NULL) luaL_error(L, "not enough memory");
  file->f = stream;
  file->closef = hs_close_file;
}

/// Lua has cleared this function and calls it: the handle is closed, except those of the console.
int hs_close_file(lua_State *L) {
  luaL_Stream *file = lua_touserdata(L, 1);
  if (lua_getiuservalue(L, 1, 1) == LUA_TSTRING) return luaL_fileresult(L, fclose(file->f) == 0, NULL);
  file->closef = hs_close_file;
  luaL_pushfail(L);
  lua_pushliteral(L, "cannot close standard file");
  return 2;
}

static int collect_file(lua_State *L) {
  luaL_Stream *file = lua_touserdata(L, 1);
  if (file->closef == hs_close_file) fclose(file->f);
  file->closef = NULL;
  return 0;
}

static int file_tostring(lua_State *L) {
  const luaL_Stream *file = luaL_checkudata(L, 1, LUA_FILEHANDLE);
  char number[32] = "closed";
  if (file->closef != NULL) snprintf(number, sizeof number, "0x%08" PRIx64, hs_identity(L, 1));
  lua_pushfstring(L, "file (%s)", number);
  return 1;
}

// MARK: The console

#ifdef __APPLE__
typedef int size, result;
#else
typedef size_t size;
typedef ssize_t result;
#endif

static result read_nothing(void *, char *, size) {
  return 0;
}

static result write_to_console(void *host, const char *bytes, size length) {
  const hs_callbacks *callbacks = &((hs_host *)host)->callbacks;
  if (callbacks->write && length > 0) callbacks->write(callbacks->context, bytes, (size_t)length);
  return (result)length;
}

#ifdef __APPLE__
static FILE *open_console(hs_host *host, const char *mode) {
  const bool reads = *mode == 'r';
  return funopen(host, reads ? read_nothing : NULL, reads ? NULL : write_to_console, NULL, NULL);
}
#else
static int refuse_seek(void *, off64_t *, int) {
  errno = ESPIPE;
  return -1;
}

static FILE *open_console(hs_host *host, const char *mode) {
  return fopencookie(
      host, mode, (cookie_io_functions_t){.read = read_nothing, .write = write_to_console, .seek = refuse_seek});
}
#endif

static void push_console(lua_State *L, const char *mode) {
  luaL_Stream *file = push_handle(L);
  FILE *stream = open_console(hs_host_of(L), mode);
  // Called by Swift, so no error may cross it. There is no stream only if the process has no memory.
  if (stream == NULL) abort();
  set_stream(L, file, stream);
  setvbuf(file->f, NULL, _IONBF, 0);
}

/// The console is never buffered.
static int file_setvbuf(lua_State *L) {
  lua_pushboolean(L, true);
  return 1;
}

/// The cost of a line in addition to its bytes, as for print.
static constexpr int64_t LINE = 200;

/// Stock write, with a charge for the bytes written.
static int charged_write(lua_State *L) {
  int64_t units = lua_gettop(L);
  bool is_line = false;
  for (int index = 1; index <= lua_gettop(L); index++) {
    if (lua_type(L, index) != LUA_TSTRING) continue;
    size_t length;
    const char *text = lua_tolstring(L, index, &length);
    units += (int64_t)(length / HS_BYTES_PER_UNIT);
    is_line = is_line || memchr(text, '\n', length) != NULL;
  }
  hs_spend(L, units + (is_line ? LINE : 0));
  return hs_call_stock(L);
}

// MARK: Files

/// The upvalues: the stock function of this name, and the host's reader of files.
enum { STOCK = 1, READER = 2 };

static const char no_writing[] = "scripts cannot write files with io";

/// Opens a file for reading: pushes the handle, or fail, message and code.
static bool open_to_read(lua_State *L, const char *path) {
  lua_pushvalue(L, lua_upvalueindex(READER));
  lua_pushstring(L, path);
  lua_call(L, 1, 3);
  if (!lua_isstring(L, -3)) {
    // Stack: nil, the reason, the system's error number.
    lua_pushfstring(L, "%s: %s", path, lua_isstring(L, -2) ? lua_tostring(L, -2) : strerror(ENOENT));
    lua_replace(L, -3);
    return false;
  }
  lua_pop(L, 2);
  luaL_Stream *file = push_handle(L);
  lua_insert(L, -2);
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  lua_setiuservalue(L, -2, 1);
  set_stream(L, file, fmemopen((void *)text, length, "r"));
  return true;
}

/// Opens the file named by the first argument and replaces the argument by the handle; raises on failure.
static void open_argument(lua_State *L) {
  const char *path = luaL_checkstring(L, 1);
  if (!open_to_read(L, path))
    luaL_error(L, "cannot open file '%s' (%s)", path, lua_tostring(L, -2) + strlen(path) + 2);
  lua_replace(L, 1);
}

static int io_open(lua_State *L) {
  const char *path = luaL_checkstring(L, 1), *mode = luaL_optstring(L, 2, "r");
  const bool updates = mode[0] != '\0' && mode[1] == '+';
  const bool is_mode = *mode != '\0' && strchr("rwa", *mode) && strspn(mode + 1 + updates, "b") == strlen(mode + 1 + updates);
  luaL_argcheck(L, is_mode, 2, "invalid mode");
  if (*mode == 'r' && !updates) return open_to_read(L, path) ? 1 : 3;
  luaL_pushfail(L);
  lua_pushfstring(L, "%s: %s; plist:save writes property lists", path, no_writing);
  lua_pushinteger(L, EACCES);
  return 3;
}

static int io_tmpfile(lua_State *L) {
  luaL_pushfail(L);
  lua_pushstring(L, no_writing);
  lua_pushinteger(L, EACCES);
  return 3;
}

static int io_lines(lua_State *L) {
  if (lua_isnoneornil(L, 1)) return hs_call_stock(L);
  open_argument(L);
  const int arguments = lua_gettop(L);
  lua_getfield(L, 1, "lines");
  lua_pushvalue(L, 1);
  lua_rotate(L, 2, 2);
  lua_call(L, arguments, 1);
  // For a loop, which also closes the file when it is left early.
  lua_pushnil(L);
  lua_pushnil(L);
  lua_pushvalue(L, 1);
  return 4;
}

static int io_input(lua_State *L) {
  if (lua_isstring(L, 1)) open_argument(L);
  return hs_call_stock(L);
}

static int io_output(lua_State *L) {
  if (lua_isstring(L, 1)) return luaL_error(L, "cannot open file '%s' (%s)", lua_tostring(L, 1), no_writing);
  return hs_call_stock(L);
}

static int io_popen(lua_State *L) {
  return luaL_error(L, "io.popen is not available: scripts cannot start other programs");
}

// MARK: Opening the library

/// Adds charges to read and write of the table on top.
static void charge_table(lua_State *L) {
  hs_charge(L, "read", hs_charged_by_results);
  hs_charge(L, "write", charged_write);
}

/// Pops the new handle on top into the field `name` of the table below, and makes it the default handle of
/// io.`chooser`.
static void set_console(lua_State *L, const char *name, const char *chooser) {
  if (chooser != NULL) {
    lua_getfield(L, -2, chooser);
    lua_pushvalue(L, -2);
    lua_call(L, 1, 0);
  }
  lua_setfield(L, -2, name);
}

void hs_open_io(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"input", io_input}, {"lines", io_lines}, {"open", io_open},       {"output", io_output},
      {"popen", io_popen}, {"tmpfile", io_tmpfile}, {NULL, NULL},
  };
  lua_pushcfunction(L, luaopen_io);
  lua_call(L, 0, 1);
  charge_table(L);
  for (const luaL_Reg *function = functions; function->name; function++) {
    lua_getfield(L, -1, function->name);
    lua_pushvalue(L, -3);
    lua_pushcclosure(L, function->func, 2);
    lua_setfield(L, -2, function->name);
  }
  lua_replace(L, -2);
  luaL_getmetatable(L, LUA_FILEHANDLE);
  static const luaL_Reg events[] = {{"__gc", collect_file}, {"__tostring", file_tostring}, {NULL, NULL}};
  luaL_setfuncs(L, events, 0);
  // Inaccessible: a finalizer in it would run without limits.
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  lua_getfield(L, -1, "__index");
  charge_table(L);
  lua_pushcfunction(L, file_setvbuf);
  lua_setfield(L, -2, "setvbuf");
  lua_pop(L, 2);
  push_console(L, "r");
  set_console(L, "stdin", "input");
  push_console(L, "w");
  set_console(L, "stdout", "output");
  push_console(L, "w");
  set_console(L, "stderr", NULL);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, LUA_IOLIBNAME);
  lua_pop(L, 1);
}
