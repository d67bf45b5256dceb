// The string functions. Stock with a charge: byte, char, format, lower, pack, packsize, rep, reverse, sub, unpack,
// upper and the arithmetic of strings; stock: len. Ours: find, gmatch, gsub, match. string.dump raises an error.

#include <limits.h>
#include <string.h>

#include "string_pattern.h"

// MARK: rep

/// The stock function also appends empty strings one by one. A refused result is charged too, because each refusal is a
/// full collection.
static int string_rep(lua_State *L) {
  size_t length, separator_length;
  luaL_checklstring(L, 1, &length);
  const lua_Integer count = luaL_checkinteger(L, 2);
  luaL_optlstring(L, 3, "", &separator_length);
  const size_t period = length + separator_length, ceiling = hs_host_of(L)->ceiling;
  if (period == 0) {
    lua_settop(L, 1);
    return 1;
  }
  // A result larger than Lua's own limit is refused at once.
  if (count > 0 && period <= (size_t)INT_MAX / (size_t)count)
    hs_spend_bytes(L, (size_t)count * period < ceiling ? (size_t)count * period : ceiling);
  return hs_call_stock(L);
}

// MARK: Packing

/// Returns the units for a format before there is a result: its length, and the sizes of its `c` options, which stock
/// pads byte by byte.
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
  // A zero-terminated string is searched for its end, even if it has none.
  if (lua_type(L, 2) == LUA_TSTRING && memchr(format, 'z', length)) hs_spend_bytes(L, lua_rawlen(L, 2) / 4);
  return hs_charged_by_results(L);
}

// MARK: Opening

/// Charges for the arithmetic of strings, which parses numbers, at a cost that grows with their length.
static void charge_arithmetic(lua_State *L) {
  static const char *const events[] = {"__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm"};
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  for (size_t index = 0; index < sizeof events / sizeof *events; index++)
    hs_charge(L, events[index], hs_charged_by_arguments);
  lua_pop(L, 2);
}

/// Refused, because its result could not be loaded.
static int string_dump(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  return luaL_error(L, "string.dump is not available: bytecode cannot be loaded again, because Lua does not check it");
}

void hs_open_string(lua_State *L) {
  static const luaL_Reg own[] = {
      {"find", hs_find}, {"gmatch", hs_gmatch}, {"gsub", hs_gsub}, {"match", hs_match}, {"dump", string_dump}, {NULL, NULL},
  };
  luaL_requiref(L, LUA_STRLIBNAME, luaopen_string, 1);
  luaL_setfuncs(L, own, 0);
  hs_charge(L, "format", hs_format);
  hs_charge(L, "rep", string_rep);
  hs_charge(L, "byte", hs_charged_by_count);
  hs_charge(L, "sub", hs_charged_by_results);
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
