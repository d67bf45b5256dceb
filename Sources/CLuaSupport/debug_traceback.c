// debug.traceback, and the function names in it. For a deep stack only both ends are examined.

#include <string.h>

#include "debug.h"

// MARK: Names of library functions

/// The cost of examining a field of a module.
static constexpr int64_t FIELD = 3;

/// Whether a name is better than another: a global's name beats a name in a module. Otherwise the alphabet decides,
/// because the order of tables differs between runs.
static bool is_better_name(const char *name, const char *than) {
  const bool is_global = strchr(name, '.') == NULL, was_global = strchr(than, '.') == NULL;
  return is_global != was_global ? is_global : strcmp(name, than) < 0;
}

bool hs_push_name_in_modules(lua_State *L) {
  const int function = lua_gettop(L);
  luaL_checkstack(L, 8, "debug");
  lua_pushnil(L);  // the best name
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushnil(L);
  while (lua_next(L, function + 2) != 0) {
    if (lua_type(L, -2) == LUA_TSTRING && lua_istable(L, -1)) {
      const bool is_global = strcmp(lua_tostring(L, -2), LUA_GNAME) == 0;
      lua_pushnil(L);
      while (lua_next(L, -2) != 0) {
        hs_spend(L, FIELD);
        if (lua_isfunction(L, -1) && lua_type(L, -2) == LUA_TSTRING && lua_rawequal(L, -1, function)) {
          if (is_global)
            lua_pushvalue(L, -2);
          else
            lua_pushfstring(L, "%s.%s", lua_tostring(L, -4), lua_tostring(L, -2));
          if (lua_isnil(L, function + 1) || is_better_name(lua_tostring(L, -1), lua_tostring(L, function + 1)))
            lua_replace(L, function + 1);
          else
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
      }
    }
    lua_pop(L, 1);
  }
  lua_settop(L, function + 1);
  lua_remove(L, function);
  if (!lua_isnil(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

// MARK: traceback

/// The frames shown of a deep stack, at its top and at its bottom.
static constexpr int TOP = 10, BOTTOM = 11;

/// Pushes the lines that describe a frame.
static void push_lines(lua_State *L, lua_State *from, lua_Debug *frame) {
  luaL_checkstack(L, 4, "debug");
  hs_check_stack_space(L, from, 1);
  lua_getinfo(from, "Slntf", frame);
  lua_xmove(from, L, 1);
  const char *what;
  if (hs_push_name_in_modules(L))
    what = lua_pushfstring(L, "function '%s'", lua_tostring(L, -1));
  else if (*frame->namewhat != '\0')
    what = lua_pushfstring(L, "%s '%s'", frame->namewhat, frame->name);
  else if (*frame->what == 'm')
    what = "main chunk";
  else if (*frame->what != 'C')
    what = lua_pushfstring(L, "function <%s:%d>", frame->short_src, frame->linedefined);
  else
    what = "?";
  if (frame->currentline > 0)
    lua_pushfstring(L, "\n\t%s:%d: in %s", frame->short_src, frame->currentline, what);
  else
    lua_pushfstring(L, "\n\t%s: in %s", frame->short_src, what);
  if (frame->istailcall) {
    lua_pushliteral(L, "\n\t(...tail calls...)");
    lua_concat(L, 2);
  }
}

/// Appends the string on top to the text at stack index `at`, and removes the values between them.
static void append(lua_State *L, int at) {
  lua_pushvalue(L, at);
  lua_insert(L, -2);
  hs_spend_bytes(L, lua_rawlen(L, -1) + lua_rawlen(L, -2));
  lua_concat(L, 2);
  lua_replace(L, at);
  lua_settop(L, at);
}

int hs_debug_traceback(lua_State *L) {
  int first;
  lua_State *from = hs_get_thread(L, &first);
  if (!lua_isstring(L, first) && !lua_isnoneornil(L, first)) {
    lua_pushvalue(L, first);
    return 1;
  }
  const lua_Integer level = luaL_optinteger(L, first + 1, from == L ? 1 : 0);
  if (lua_isnoneornil(L, first))
    lua_pushliteral(L, "stack traceback:");
  else
    lua_pushfstring(L, "%s\nstack traceback:", lua_tostring(L, first));
  const int text = lua_gettop(L);
  lua_Debug frame;
  const int begin = level < 0 ? -1 : hs_index_of_level(L, from, level, &frame);
  if (begin < 0) return 1;
  const int last = hs_last_index(L, from);
  int index = begin;
  if (last - begin > TOP + BOTTOM) {
    for (int shown = 0; shown < TOP && hs_get_frame(L, from, index, &frame); index++) {
      if (hs_is_hidden_frame(L, from, &frame)) continue;
      push_lines(L, from, &frame);
      append(L, text);
      shown++;
    }
    int rest = last + 1;
    for (int shown = 0; shown < BOTTOM && rest > index; ) {
      hs_get_frame(L, from, --rest, &frame);
      if (!hs_is_hidden_frame(L, from, &frame)) shown++;
    }
    if (rest > index) {
      lua_pushfstring(L, "\n\t...\t(skipping %d levels)", rest - index);
      append(L, text);
      index = rest;
    }
  }
  for (; hs_get_frame(L, from, index, &frame); index++) {
    if (hs_is_hidden_frame(L, from, &frame)) continue;
    push_lines(L, from, &frame);
    append(L, text);
  }
  return 1;
}
