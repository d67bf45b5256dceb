// Reading from a handle: a place in the text that it was opened with.

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "io.h"

/// The text of a handle at stack index `index`, and where it is read from.
typedef struct text {
  const char *bytes;
  size_t length;
  hs_handle *file;
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
  hs_handle *file = lua_touserdata(L, index);
  if (file->kind == HS_OUTPUT) return hs_io_fail(L, NULL, EBADF);
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

int hs_file_read(lua_State *L) {
  hs_check_handle(L);
  return read_values(L, 1, 2, lua_gettop(L) - 1);
}

int hs_io_read(lua_State *L) {
  const int count = lua_gettop(L);
  hs_push_default(L, &hs_input_key, "input");
  return read_values(L, count + 1, 1, count);
}

int hs_file_seek(lua_State *L) {
  static const char *const origins[] = {"set", "cur", "end", NULL};
  hs_handle *file = hs_check_handle(L);
  const int origin = luaL_checkoption(L, 2, "cur", origins);
  const lua_Integer offset = luaL_optinteger(L, 3, 0);
  if (file->kind != HS_READING) return hs_io_fail(L, NULL, ESPIPE);
  const text from = text_of(L, 1);
  const lua_Integer bases[] = {0, (lua_Integer)file->position, (lua_Integer)from.length};
  lua_Integer place;
  if (__builtin_add_overflow(bases[origin], offset, &place) || place < 0) return hs_io_fail(L, NULL, EINVAL);
  file->position = (size_t)place;
  lua_pushinteger(L, place);
  return 1;
}

// MARK: Lines

/// Arguments of lines, at most, as in Lua.
static constexpr int MOST_FORMATS = 250;

/// Upvalues: the handle, whether it is closed at the end, how many formats, the formats.
static int next_line(lua_State *L) {
  hs_handle *file = lua_touserdata(L, lua_upvalueindex(1));
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

void hs_push_lines(lua_State *L, bool closes) {
  const int count = lua_gettop(L) - 1;
  luaL_argcheck(L, count <= MOST_FORMATS, MOST_FORMATS + 2, "too many arguments");
  lua_pushvalue(L, 1);
  lua_pushboolean(L, closes);
  lua_pushinteger(L, count);
  lua_rotate(L, 2, 3);
  lua_pushcclosure(L, next_line, 3 + count);
}

int hs_file_lines(lua_State *L) {
  hs_check_handle(L);
  hs_push_lines(L, false);
  return 1;
}
