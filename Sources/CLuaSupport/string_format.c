// string.format: stock, after arguments that would show an address were replaced by their text.
//
// `%s` of an object becomes hs_tolstring's text; `%p` becomes `%s` of the identity number, or `(null)` for values that
// are not objects (plain Lua shows addresses of strings here). All other items, and all errors, are stock's.

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "library.h"

static int is_object(lua_State *L, int index) {
  switch (lua_type(L, index)) {
    case LUA_TTABLE:
    case LUA_TFUNCTION:
    case LUA_TUSERDATA:
    case LUA_TTHREAD:
    case LUA_TLIGHTUSERDATA:
      return 1;
    default:
      return 0;
  }
}

/// Replaces the argument of a `%p` by its text.
static void name_pointer(lua_State *L, int index) {
  char text[32] = "(null)";
  if (is_object(L, index)) snprintf(text, sizeof text, "0x%08" PRIx64, hs_identity(L, index));
  lua_pushstring(L, text);
  lua_replace(L, index);
}

/// Walks through the items of the format as stock does, and replaces arguments. A format with `%p` is rewritten; items
/// that stock refuses (a missing argument, a precision in `%p`) stay unchanged.
static void replace_arguments(lua_State *L) {
  size_t length;
  const char *format = lua_tolstring(L, 1, &length);
  const char *end = format + length;
  const int count = lua_gettop(L);
  char *rewritten = NULL;
  int argument = 1;
  for (const char *at = format; at < end; at++) {
    if (*at != '%') continue;
    at++;
    if (at < end && *at == '%') continue;
    const size_t modifiers = strspn(at, "-+ #0123456789.");
    const int precise = memchr(at, '.', modifiers) != NULL;
    at += modifiers;
    if (at >= end || ++argument > count) break;
    if (*at == 's' && is_object(L, argument)) {
      hs_tolstring(L, argument, NULL);
      lua_replace(L, argument);
    } else if (*at == 'p' && !precise) {
      if (!rewritten) {
        // Kept alive on the stack, above the arguments, until it becomes the format.
        rewritten = lua_newuserdatauv(L, length + 1, 0);
        memcpy(rewritten, format, length + 1);
      }
      name_pointer(L, argument);
      rewritten[at - format] = 's';
    }
  }
  if (rewritten) {
    lua_pushlstring(L, rewritten, length);
    lua_replace(L, 1);
    lua_settop(L, count);
  }
}

/// The maximum bytes that one item makes of a number: `%99.99f` of the largest one.
static constexpr size_t LONGEST_NUMBER = 420;

/// Returns the units for the digits of the result on top: each is computed, unlike the bytes of a text, which are
/// copied.
static int64_t cost_of_digits(lua_State *L, size_t items) {
  const size_t length = lua_rawlen(L, -1), most = items * LONGEST_NUMBER;
  return (int64_t)((length < most ? length : most) / 2);
}

int hs_format(lua_State *L) {
  size_t length;
  const char *format = luaL_checklstring(L, 1, &length);
  const int count = lua_gettop(L);
  hs_spend(L, count + (int64_t)(length / 4));
  // Before the format may be replaced.
  size_t items = 0;
  for (const char *at = format; (at = memchr(at, '%', length - (size_t)(at - format))) != NULL; at++) items++;
  int shows_address = memchr(format, 'p', length) != NULL;
  for (int index = 2; index <= count && !shows_address; index++) shows_address = is_object(L, index);
  if (shows_address) replace_arguments(L);
  hs_charged_by_results(L);
  hs_spend(L, cost_of_digits(L, items));
  return 1;
}
