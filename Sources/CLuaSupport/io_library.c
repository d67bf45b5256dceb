// io: what a script writes goes to its console, what it reads are texts that the host gives.
//
// A file is read as a whole when it is opened; the handle is a place in that text. There is nothing to write to but the
// console, nothing on standard input, and no other process. Results and messages are those of Lua 5.4.

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "library.h"

const char hs_file_type;
static const char metatable_key, input_key, output_key;

typedef enum kind { READING, INPUT, OUTPUT } kind;

/// A handle; the text that it reads is its user value.
typedef struct handle {
  /// Scripts get no userdata without one.
  hs_object object;
  kind kind;
  bool is_closed;
  size_t position;
} handle;

/// What a line costs beside its bytes, as for print.
static constexpr int64_t LINE = 200;

// MARK: Handles

static handle *push_handle(lua_State *L, kind kind) {
  handle *file = lua_newuserdatauv(L, sizeof *file, 1);
  *file = (handle){.object = {.instance = (void *)&hs_file_type, .type = &hs_file_type}, .kind = kind};
  lua_rawgetp(L, LUA_REGISTRYINDEX, &metatable_key);
  lua_setmetatable(L, -2);
  return file;
}

/// The handle at an index, open or closed; NULL when it is something else.
static handle *test_handle(lua_State *L, int index) {
  handle *file = lua_touserdata(L, index);
  return file != NULL && file->object.type == &hs_file_type ? file : NULL;
}

bool hs_is_file(lua_State *L, int index) {
  return test_handle(L, index) != NULL;
}

static handle *check_handle(lua_State *L) {
  handle *file = test_handle(L, 1);
  if (file == NULL) luaL_typeerror(L, 1, LUA_FILEHANDLE);
  if (file->is_closed) luaL_error(L, "attempt to use a closed file");
  return file;
}

static int fail(lua_State *L, const char *path, int code) {
  luaL_pushfail(L);
  if (path)
    lua_pushfstring(L, "%s: %s", path, strerror(code));
  else
    lua_pushstring(L, strerror(code));
  lua_pushinteger(L, code);
  return 3;
}

/// Pushes the default input or output.
static handle *push_default(lua_State *L, const char *key, const char *name) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, key);
  handle *file = lua_touserdata(L, -1);
  if (file->is_closed) luaL_error(L, "default %s file is closed", name);
  return file;
}

// MARK: Writing

/// Writes the arguments from `first` on and answers the handle, which is the value on top.
static int write_values(lua_State *L, handle *file, int first) {
  const int last = lua_gettop(L) - 1;
  if (file->kind != OUTPUT) return fail(L, NULL, EBADF);
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

static int file_write(lua_State *L) {
  handle *file = check_handle(L);
  lua_pushvalue(L, 1);
  return write_values(L, file, 2);
}

static int io_write(lua_State *L) {
  handle *file = push_default(L, &output_key, "output");
  return write_values(L, file, 1);
}

static int file_flush(lua_State *L) {
  check_handle(L);
  lua_pushboolean(L, 1);
  return 1;
}

static int io_flush(lua_State *L) {
  push_default(L, &output_key, "output");
  lua_pushboolean(L, 1);
  return 1;
}

static int file_setvbuf(lua_State *L) {
  static const char *const modes[] = {"no", "full", "line", NULL};
  check_handle(L);
  luaL_checkoption(L, 2, NULL, modes);
  luaL_optinteger(L, 3, 0);
  lua_pushboolean(L, 1);
  return 1;
}

// MARK: Reading

/// The text of a handle at stack index `index`, and where it is read from.
typedef struct text {
  const char *bytes;
  size_t length;
  handle *file;
} text;

static text text_of(lua_State *L, int index) {
  text of = {.bytes = "", .file = lua_touserdata(L, index)};
  if (lua_getiuservalue(L, index, 1) == LUA_TSTRING) of.bytes = lua_tolstring(L, -1, &of.length);
  lua_pop(L, 1);  // the handle keeps it
  return of;
}

static bool is_at_end(const text *from) {
  return from->file->position >= from->length;
}

static int next_byte(const text *from) {
  return is_at_end(from) ? -1 : (unsigned char)from->bytes[from->file->position];
}

/// Pushes a piece of the text and goes behind it.
static void take(lua_State *L, const text *from, size_t count, size_t skipped) {
  hs_spend_bytes(L, count);
  lua_pushlstring(L, from->bytes + from->file->position, count);
  from->file->position += count + skipped;
}

static bool read_line(lua_State *L, const text *from, bool keeps_end) {
  if (is_at_end(from)) return false;
  const char *const start = from->bytes + from->file->position;
  const size_t left = from->length - from->file->position;
  const char *const end = memchr(start, '\n', left);
  if (end == NULL)
    take(L, from, left, 0);
  else
    take(L, from, (size_t)(end - start) + keeps_end, !keeps_end);
  return true;
}

static bool read_bytes(lua_State *L, const text *from, lua_Integer count) {
  if (is_at_end(from) && count != 0) return false;
  if (is_at_end(from)) {
    lua_pushliteral(L, "");
    return false;
  }
  const size_t left = from->length - from->file->position;
  take(L, from, count < 0 ? left : (size_t)count < left ? (size_t)count : left, 0);
  return true;
}

/// A numeral as it is read, byte by byte, no longer than Lua takes it.
typedef struct numeral {
  const text *from;
  char bytes[200 + 1];
  size_t length;
} numeral;

static bool add_byte(numeral *number) {
  if (number->length >= sizeof number->bytes - 1) {
    number->length = 0;  // a numeral that is too long is none
    number->bytes[0] = '\0';
    return false;
  }
  number->bytes[number->length++] = (char)next_byte(number->from);
  number->from->file->position++;
  return true;
}

static bool add_one_of(numeral *number, const char *set) {
  const int next = next_byte(number->from);
  return next > 0 && strchr(set, next) != NULL && add_byte(number);
}

static int add_digits(numeral *number, bool is_hexadecimal) {
  int count = 0;
  for (int next; (next = next_byte(number->from)) >= 0 && (is_hexadecimal ? isxdigit(next) : isdigit(next)); count++)
    if (!add_byte(number)) return count;
  return count;
}

static bool read_number(lua_State *L, const text *from) {
  numeral number = {.from = from};
  while (next_byte(from) >= 0 && isspace(next_byte(from))) from->file->position++;
  add_one_of(&number, "+-");
  int count = 0;
  bool is_hexadecimal = false;
  if (add_one_of(&number, "0")) {
    if (add_one_of(&number, "xX"))
      is_hexadecimal = true;
    else
      count = 1;
  }
  count += add_digits(&number, is_hexadecimal);
  if (add_one_of(&number, ".")) count += add_digits(&number, is_hexadecimal);
  if (count > 0 && add_one_of(&number, is_hexadecimal ? "pP" : "eE")) {
    add_one_of(&number, "+-");
    add_digits(&number, false);
  }
  number.bytes[number.length] = '\0';
  hs_spend(L, 10 + (int64_t)number.length);
  if (lua_stringtonumber(L, number.bytes) != 0) return true;
  lua_pushnil(L);
  return false;
}

/// Reads what the `count` values from `first` on ask for; the handle lies at stack index `index`.
static int read_values(lua_State *L, int index, int first, int count) {
  handle *file = lua_touserdata(L, index);
  if (file->kind == OUTPUT) return fail(L, NULL, EBADF);
  const text from = text_of(L, index);
  if (count == 0) {
    if (!read_line(L, &from, false)) luaL_pushfail(L);
    return 1;
  }
  luaL_checkstack(L, count + LUA_MINSTACK, "too many arguments");
  bool is_read = true;
  int results = 0;
  for (int format = first; format < first + count && is_read; format++, results++) {
    const int base = lua_gettop(L);
    if (lua_type(L, format) == LUA_TNUMBER) {
      is_read = read_bytes(L, &from, luaL_checkinteger(L, format));
    } else {
      const char *what = luaL_checkstring(L, format);
      if (*what == '*') what++;
      switch (*what) {
        case 'n': is_read = read_number(L, &from); break;
        case 'l': is_read = read_line(L, &from, false); break;
        case 'L': is_read = read_line(L, &from, true); break;
        case 'a': {
          const size_t left = is_at_end(&from) ? 0 : from.length - from.file->position;
          take(L, &from, left, 0);
          break;
        }
        default: return luaL_argerror(L, format, "invalid format");
      }
    }
    if (!is_read) {
      lua_settop(L, base);
      luaL_pushfail(L);
    }
  }
  return results;
}

static int file_read(lua_State *L) {
  check_handle(L);
  return read_values(L, 1, 2, lua_gettop(L) - 1);
}

static int io_read(lua_State *L) {
  const int count = lua_gettop(L);
  push_default(L, &input_key, "input");
  lua_insert(L, 1);
  return read_values(L, 1, 2, count);
}

static int file_seek(lua_State *L) {
  static const char *const origins[] = {"set", "cur", "end", NULL};
  handle *file = check_handle(L);
  const int origin = luaL_checkoption(L, 2, "cur", origins);
  const lua_Integer offset = luaL_optinteger(L, 3, 0);
  if (file->kind != READING) return fail(L, NULL, ESPIPE);
  const text from = text_of(L, 1);
  const lua_Integer bases[] = {0, (lua_Integer)file->position, (lua_Integer)from.length};
  lua_Integer place;
  if (__builtin_add_overflow(bases[origin], offset, &place) || place < 0) return fail(L, NULL, EINVAL);
  file->position = (size_t)place;
  lua_pushinteger(L, place);
  return 1;
}

// MARK: Lines

/// Arguments of lines, at most, as in Lua.
static constexpr int MOST_FORMATS = 250;

/// Upvalues: the handle, whether it is closed at the end, how many formats, the formats.
static int next_line(lua_State *L) {
  handle *file = lua_touserdata(L, lua_upvalueindex(1));
  const int count = (int)lua_tointeger(L, lua_upvalueindex(3));
  if (file->is_closed) return luaL_error(L, "file is already closed");
  luaL_checkstack(L, count + LUA_MINSTACK, "too many arguments");
  lua_settop(L, 0);
  lua_pushvalue(L, lua_upvalueindex(1));
  for (int index = 1; index <= count; index++) lua_pushvalue(L, lua_upvalueindex(3 + index));
  const int results = read_values(L, 1, 2, count);
  if (lua_toboolean(L, -results)) return results;
  if (results > 1) return luaL_error(L, "%s", lua_tostring(L, -results + 1));
  if (lua_toboolean(L, lua_upvalueindex(2))) file->is_closed = true;
  return 0;
}

/// Pushes the iterator over the handle at 1, with the arguments behind it as formats.
static void push_lines(lua_State *L, bool closes) {
  const int count = lua_gettop(L) - 1;
  luaL_argcheck(L, count <= MOST_FORMATS, MOST_FORMATS + 2, "too many arguments");
  lua_pushvalue(L, 1);
  lua_pushboolean(L, closes);
  lua_pushinteger(L, count);
  lua_rotate(L, 2, 3);
  lua_pushcclosure(L, next_line, 3 + count);
}

static int file_lines(lua_State *L) {
  check_handle(L);
  push_lines(L, false);
  return 1;
}

// MARK: Opening and closing

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
  push_handle(L, READING);
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
    push_default(L, &input_key, "input");
    lua_replace(L, 1);
    push_lines(L, false);
    return 1;
  }
  const char *path = luaL_checkstring(L, 1);
  if (!open_to_read(L, path)) return refuse_to_open(L, path);
  lua_replace(L, 1);
  push_lines(L, true);
  // For a loop, which closes the file also when it is left.
  lua_pushnil(L);
  lua_pushnil(L);
  lua_pushvalue(L, 1);
  return 4;
}

static int close_handle(lua_State *L, handle *file) {
  if (file->kind != READING) {
    luaL_pushfail(L);
    lua_pushliteral(L, "cannot close standard file");
    return 2;
  }
  file->is_closed = true;
  lua_pushboolean(L, 1);
  return 1;
}

static int file_close(lua_State *L) {
  return close_handle(L, check_handle(L));
}

static int io_close(lua_State *L) {
  if (!lua_isnone(L, 1)) return file_close(L);
  return close_handle(L, push_default(L, &output_key, "output"));
}

/// A variable with <close> that holds a handle ends.
static int file_end(lua_State *L) {
  handle *file = test_handle(L, 1);
  if (file != NULL && file->kind == READING) file->is_closed = true;
  return 0;
}

static int io_type(lua_State *L) {
  luaL_checkany(L, 1);
  const handle *file = test_handle(L, 1);
  if (file == NULL)
    luaL_pushfail(L);
  else
    lua_pushstring(L, file->is_closed ? "closed file" : "file");
  return 1;
}

static int file_tostring(lua_State *L) {
  const handle *file = test_handle(L, 1);
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

/// io.input and io.output: the default handle, or another one from now on.
static int change_default(lua_State *L, const char *key, const char *mode) {
  if (!lua_isnoneornil(L, 1)) {
    const char *path = lua_tostring(L, 1);
    if (path == NULL) {
      check_handle(L);
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
  return change_default(L, &input_key, "r");
}

static int io_output(lua_State *L) {
  return change_default(L, &output_key, "w");
}

static int io_popen(lua_State *L) {
  return luaL_error(L, "io.popen is not available: scripts cannot start other programs");
}

static void open_handles(lua_State *L) {
  static const luaL_Reg methods[] = {
      {"close", file_close}, {"flush", file_flush},     {"lines", file_lines}, {"read", file_read},
      {"seek", file_seek},   {"setvbuf", file_setvbuf}, {"write", file_write}, {NULL, NULL},
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

void hs_open_io(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"close", io_close}, {"flush", io_flush}, {"input", io_input}, {"lines", io_lines},     {"open", io_open},
      {"output", io_output}, {"popen", io_popen}, {"read", io_read},   {"tmpfile", io_tmpfile}, {"type", io_type},
      {"write", io_write}, {NULL, NULL},
  };
  open_handles(L);
  luaL_newlibtable(L, functions);
  lua_insert(L, -2);
  luaL_setfuncs(L, functions, 1);
  push_handle(L, INPUT);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &input_key);
  lua_setfield(L, -2, "stdin");
  push_handle(L, OUTPUT);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &output_key);
  lua_setfield(L, -2, "stdout");
  push_handle(L, OUTPUT);
  lua_setfield(L, -2, "stderr");
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, LUA_IOLIBNAME);
  lua_pop(L, 1);
}
