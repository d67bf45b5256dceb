// The string functions. Stock behind a charge: char, lower, pack, packsize, reverse, unpack, upper and the
// arithmetic of strings; stock: len. Ours: byte, find, format, gmatch, gsub, match, rep, sub. string.dump is absent.

#include <limits.h>
#include <string.h>

#include "string_pattern.h"

// MARK: rep

/// Fills `to` with `size` bytes by doubling: the first `filled` bytes are one repetition, or several.
static void fill(char *to, size_t filled, size_t size) {
  while (filled < size) {
    const size_t part = filled < size - filled ? filled : size - filled;
    memcpy(to + filled, to, part);
    filled += part;
  }
}

/// Stock's answers at once where the result is empty, and with a clean memory error where it is over the ceiling.
static int string_rep(lua_State *L) {
  size_t length, separator_length;
  const char *text = luaL_checklstring(L, 1, &length);
  const lua_Integer count = luaL_checkinteger(L, 2);
  const char *separator = luaL_optlstring(L, 3, "", &separator_length);
  const size_t period = length + separator_length;
  if (count <= 0 || period == 0) {
    lua_pushliteral(L, "");
    return 1;
  }
  if (period < length || period > (size_t)INT_MAX / (size_t)count)  // the limit of Lua's own
    return luaL_error(L, "resulting string too large");
  const size_t size = (size_t)count * period - separator_length;
  // Paid for even where it will be refused: each refusal is a full collection.
  const size_t ceiling = hs_host_of(L)->ceiling;
  hs_spend_bytes(L, size < ceiling ? size : ceiling);
  luaL_Buffer result;
  char *to = luaL_buffinitsize(L, &result, size);
  memcpy(to, text, length);
  if (count > 1) {
    memcpy(to + length, separator, separator_length);
    fill(to, period, size);
  }
  luaL_pushresultsize(&result, size);
  return 1;
}

// MARK: sub and byte

// Both are short and called for single characters, where a charge around stock would cost as much as they do.

/// The range of bytes that two arguments name, from 1; empty where it ends before it starts.
static void get_range(size_t length, lua_Integer from, lua_Integer to, size_t *first, size_t *last) {
  *first = hs_start_position(from, length);
  if (to > (lua_Integer)length)
    *last = length;
  else if (to >= 0)
    *last = (size_t)to;
  else
    *last = to < -(lua_Integer)length ? 0 : length + (size_t)to + 1;
}

static int string_sub(lua_State *L) {
  size_t length, first, last;
  const char *text = luaL_checklstring(L, 1, &length);
  const lua_Integer from = luaL_checkinteger(L, 2);
  get_range(length, from, luaL_optinteger(L, 3, -1), &first, &last);
  const size_t size = first <= last ? last - first + 1 : 0;
  hs_spend_bytes(L, size);
  lua_pushlstring(L, size > 0 ? text + first - 1 : "", size);
  return 1;
}

static int string_byte(lua_State *L) {
  size_t length, first, last;
  const char *text = luaL_checklstring(L, 1, &length);
  const lua_Integer from = luaL_optinteger(L, 2, 1);
  get_range(length, from, luaL_optinteger(L, 3, from), &first, &last);
  const size_t size = first <= last ? last - first + 1 : 0;
  if (size >= INT_MAX) return luaL_error(L, "string slice too long");
  luaL_checkstack(L, (int)size, "string slice too long");
  hs_spend(L, (int64_t)size);
  for (size_t index = 0; index < size; index++) lua_pushinteger(L, (unsigned char)text[first - 1 + index]);
  return (int)size;
}

// MARK: Packing

/// Units for what a format asks for before there is a result: its own length, and the sizes of its `c` options, which
/// stock pads byte by byte.
static int64_t cost_of_format(lua_State *L, const char *format, size_t length) {
  const size_t most = hs_host_of(L)->ceiling;
  size_t bytes = length;
  for (size_t index = 0; index < length; index++) {
    if (format[index] != 'c') continue;
    size_t size = 0;
    while (index + 1 < length && format[index + 1] >= '0' && format[index + 1] <= '9') {
      if (size < most) size = size * 10 + (size_t)(format[index + 1] - '0');
      index++;
    }
    bytes += size < most ? size : most;
  }
  return (int64_t)(bytes / HS_BYTES_PER_UNIT) + 1;
}

static int string_pack(lua_State *L) {
  size_t length;
  const char *format = luaL_checklstring(L, 1, &length);
  hs_spend(L, cost_of_format(L, format, length));
  return hs_charged_by_results(L);
}

static int string_unpack(lua_State *L) {
  size_t length;
  const char *format = luaL_checklstring(L, 1, &length);
  hs_spend_bytes(L, length);
  // A zero-terminated string is searched for its end, also where there is none.
  if (lua_type(L, 2) == LUA_TSTRING && memchr(format, 'z', length)) hs_spend_bytes(L, lua_rawlen(L, 2) / 4);
  return hs_charged_by_results(L);
}

// MARK: Opening

/// The arithmetic of strings reads them as numbers, at a cost that grows with their length.
static void charge_arithmetic(lua_State *L) {
  static const char *const events[] = {"__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm"};
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  for (size_t index = 0; index < sizeof events / sizeof *events; index++)
    hs_charge(L, events[index], hs_charged_by_arguments);
  lua_pop(L, 2);
}

/// Nobody could load what it gives.
static int string_dump(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  return luaL_error(L, "string.dump is not available: bytecode cannot be loaded again, as Lua does not check it");
}

void hs_open_string(lua_State *L) {
  static const luaL_Reg own[] = {
      {"byte", string_byte}, {"find", hs_find},   {"gmatch", hs_gmatch}, {"gsub", hs_gsub},
      {"match", hs_match},   {"rep", string_rep}, {"sub", string_sub},
      {"dump", string_dump}, {NULL, NULL},
  };
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
  luaL_setfuncs(L, own, 0);
  hs_charge(L, "format", hs_format);
  hs_charge(L, "char", hs_charged_by_both);
  hs_charge(L, "lower", hs_charged_by_arguments);
  hs_charge(L, "upper", hs_charged_by_arguments);
  hs_charge(L, "reverse", hs_charged_by_arguments);
  hs_charge(L, "packsize", hs_charged_by_arguments);
  hs_charge(L, "pack", string_pack);
  hs_charge(L, "unpack", string_unpack);
  lua_pop(L, 1);
  charge_arithmetic(L);
}
