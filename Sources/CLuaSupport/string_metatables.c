// String libraries: the string methods that a piece of code sees.
//
// All strings of a Lua state share one metatable, so `string.upper = f` in a script would change a plugin's
// `s:upper()`, too. Without plugins, nothing changes. The first plugin replaces the metatable of strings by one of
// ours; its events find the calling code, the innermost Lua function, and use the metatable of that code's string
// library: string library 0, the script's, keeps the original one; each plugin has another.
//
// A function belongs to a string library by the name of its chunk: the name is followed by a zero and the string
// library's number. Lua shows names up to the zero, and no script can create such a name, because load takes names as C
// strings. Code that a plugin compiles with load belongs to the plugin's string library, too.

#include <string.h>

#include "library.h"

/// The registry key of the list of the string libraries' metatables; string library 0 is at index 1. The list exists
/// only with string libraries.
static const char string_libraries_key;
/// Whether the events that strings do not have by default are looked up, too.
static const char all_events_key;

/// The number of values of a digit of a mark: none of its bytes is a zero.
enum { DIGIT = 255 };

/// The units for finding the calling code, in addition to the instruction.
static constexpr int64_t LOOKUP = 3;

// MARK: Who asks

void hs_write_string_library_mark(char *to, int string_library) {
  to[0] = 0;
  to[1] = (char)(string_library / DIGIT + 1);
  to[2] = (char)(string_library % DIGIT + 1);
}

/// Returns the string library of a function with this source.
static int string_library_of_source(const char *source, size_t length) {
  if (length < HS_STRING_LIBRARY_MARK || source[length - HS_STRING_LIBRARY_MARK] != 0) return 0;
  return ((unsigned char)source[length - 2] - 1) * DIGIT + (unsigned char)source[length - 1] - 1;
}

int hs_string_library_of_function(lua_State *L) {
  lua_Debug about;
  lua_pushvalue(L, -1);
  lua_getinfo(L, ">S", &about);
  return string_library_of_source(about.source, about.srclen);
}

/// Returns the string library of the innermost Lua function of a thread; -1 if it runs none.
static int string_library_of_thread(lua_State *L) {
  lua_Debug activation;
  for (int level = 0; lua_getstack(L, level, &activation); level++) {
    lua_getinfo(L, "S", &activation);
    if (activation.what[0] != 'C') return string_library_of_source(activation.source, activation.srclen);
  }
  return -1;
}

int hs_current_string_library(lua_State *L) {
  int string_library = string_library_of_thread(L);
  // A coroutine with a C function uses that of the code that resumed it.
  for (const hs_resumption *outer = hs_host_of(L)->resumption; string_library < 0 && outer != NULL; outer = outer->outer)
    string_library = string_library_of_thread(outer->from);
  return string_library < 0 ? 0 : string_library;
}

/// Pushes the metatable of strings for the running code.
static void push_own_metatable(lua_State *L) {
  hs_host_of(L)->budget -= LOOKUP;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &string_libraries_key);
  lua_rawgeti(L, -1, hs_current_string_library(L) + 1);
  lua_remove(L, -2);
}

// MARK: Events

/// Returns the results of a handler, which are above `base`.
static int finish_handler(lua_State *L, int, lua_KContext base) {
  return lua_gettop(L) - (int)base;
}

/// Calls the handler on top with the first `count` arguments, and returns all its results.
static int call_handler(lua_State *L, int count) {
  const int base = lua_gettop(L) - 1;
  luaL_checkstack(L, count, "arguments of a metamethod");
  for (int index = 1; index <= count; index++) lua_pushvalue(L, index);
  lua_callk(L, count, LUA_MULTRET, base, finish_handler);
  return finish_handler(L, LUA_OK, base);
}

/// `s.name`: Lua calls it with the string and the key.
static int index_string(lua_State *L) {
  push_own_metatable(L);
  lua_pushliteral(L, "__index");
  switch (lua_rawget(L, -2)) {
    case LUA_TNIL: return luaL_error(L, "attempt to index a string value");
    case LUA_TFUNCTION: return call_handler(L, 2);
    default:
      lua_pushvalue(L, 2);
      lua_gettable(L, -2);
      return 1;
  }
}

/// Raises Lua's error, or returns Lua's result, if neither the string library nor the other operand has the event.
static int answer_as_lua(lua_State *L, const char *event) {
  static const char *const bitwise[] = {"__band", "__bor", "__bxor", "__shl", "__shr", "__bnot"};
  if (strcmp(event, "__tostring") == 0) {
    lua_settop(L, 1);
    return 1;
  }
  if (strcmp(event, "__pairs") == 0) {
    lua_pushcfunction(L, hs_next);
    lua_pushvalue(L, 1);
    lua_pushnil(L);
    return 3;
  }
  if (strcmp(event, "__call") == 0) return luaL_error(L, "attempt to call a string value");
  if (strcmp(event, "__newindex") == 0) return luaL_error(L, "attempt to index a string value");
  const char *const left = luaL_typename(L, 1), *const right = luaL_typename(L, 2);
  if (strcmp(event, "__lt") == 0 || strcmp(event, "__le") == 0) return luaL_error(
      L, strcmp(left, right) == 0 ? "attempt to compare two %s values" : "attempt to compare %s with %s", left, right);
  const bool is_left_text = lua_isstring(L, 1);
  if (strcmp(event, "__concat") == 0)
    return luaL_error(L, "attempt to concatenate a %s value", is_left_text ? right : left);
  for (size_t index = 0; index < sizeof bitwise / sizeof *bitwise; index++)
    if (strcmp(event, bitwise[index]) == 0)
      return luaL_error(
          L, "attempt to perform bitwise operation on a %s value", lua_type(L, 1) == LUA_TNUMBER ? right : left);
  return luaL_error(L, "attempt to perform arithmetic on a %s value", lua_type(L, 1) == LUA_TNUMBER ? right : left);
}

/// Handles any other event of strings; its name is the upvalue.
static int handle_event(lua_State *L) {
  const int count = lua_gettop(L);
  const char *event = lua_tostring(L, lua_upvalueindex(1));
  push_own_metatable(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  const int kind = lua_rawget(L, -2);
  if (kind == LUA_TFUNCTION || (kind != LUA_TNIL && strcmp(event, "__newindex") != 0)) return call_handler(L, count);
  if (kind != LUA_TNIL) {
    lua_pushvalue(L, 2);
    lua_pushvalue(L, 3);
    lua_settable(L, -3);
    return 0;
  }
  lua_settop(L, count);
  // Lua tries the second operand if the first one has no handler.
  if (count == 2 && lua_type(L, 2) != LUA_TSTRING && luaL_getmetafield(L, 2, event) != LUA_TNIL)
    return call_handler(L, 2);
  return answer_as_lua(L, event);
}

// MARK: String libraries

static const char *const own_events[] = {"__add", "__sub", "__mul", "__mod", "__pow", "__div", "__idiv", "__unm"};
static const char *const further_events[] = {"__call", "__concat", "__newindex", "__lt",  "__le",  "__tostring", "__pairs",
                                             "__band", "__bor",    "__bxor",     "__shl", "__shr", "__bnot"};

/// Makes the metatable on top handle the events through the string libraries.
static void set_events(lua_State *L, const char *const *events, size_t count) {
  for (size_t index = 0; index < count; index++) {
    lua_pushstring(L, events[index]);
    lua_pushcclosure(L, handle_event, 1);
    lua_setfield(L, -2, events[index]);
  }
}

/// Copies the events that strings have by default.
static void copy_events(lua_State *L, int from, int to) {
  from = lua_absindex(L, from);
  to = lua_absindex(L, to);
  for (size_t index = 0; index < sizeof own_events / sizeof *own_events; index++) {
    lua_getfield(L, from, own_events[index]);
    lua_setfield(L, to, own_events[index]);
  }
}

/// Installs the metatable that looks up the calling code; the previous one becomes that of string library 0.
static void open_string_libraries(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &string_libraries_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_pushliteral(L, "");
  lua_createtable(L, 2, 1);
  lua_getmetatable(L, -2);
  lua_createtable(L, 0, 8);
  copy_events(L, -2, -1);
  lua_rawseti(L, -3, 0);  // as strings begin in every string library
  lua_rawseti(L, -2, 1);
  lua_createtable(L, 0, 24);
  lua_pushcfunction(L, index_string);
  lua_setfield(L, -2, "__index");
  set_events(L, own_events, sizeof own_events / sizeof *own_events);
  lua_setmetatable(L, -3);
  lua_remove(L, -2);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &string_libraries_key);
}

int hs_new_string_library(lua_State *L) {
  open_string_libraries(L);  // strings, string libraries
  const lua_Integer string_library = (lua_Integer)lua_rawlen(L, -1);
  if (string_library >= DIGIT * DIGIT) {
    lua_pop(L, 2);
    return 0;
  }
  lua_createtable(L, 0, 10);
  lua_rotate(L, -3, -1);  // string libraries, metatable, strings
  lua_setfield(L, -2, "__index");
  lua_rawgeti(L, -2, 0);
  copy_events(L, -1, -2);
  lua_pop(L, 1);
  lua_rawseti(L, -2, string_library + 1);
  lua_pop(L, 1);
  return (int)string_library;
}

bool hs_push_string_metatable(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &string_libraries_key) != LUA_TTABLE) {
    lua_pop(L, 1);
    return false;
  }
  // Code with the metatable may add events. Lua looks only into ours, so ours must have them from now on; until then
  // Lua's errors were better, because they include the names of variables.
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &all_events_key) == LUA_TNIL) {
    lua_pushliteral(L, "");
    lua_getmetatable(L, -1);
    set_events(L, further_events, sizeof further_events / sizeof *further_events);
    lua_pop(L, 2);
    lua_pushboolean(L, 1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &all_events_key);
  }
  lua_pop(L, 2);
  push_own_metatable(L);
  return true;
}
