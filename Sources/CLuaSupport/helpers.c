// Parts of Lua's API that Swift needs but may not call directly, and the position of a script.

#include "library.h"

#include <stdio.h>

void hs_pop(lua_State *L, int count) {
  lua_pop(L, count);
}

const char *hs_string(lua_State *L, int index, size_t *length) {
  // Without conversion lua_tolstring allocates nothing and cannot raise.
  if (lua_type(L, index) != LUA_TSTRING) return NULL;
  // Swift copies the text.
  hs_host *host = hs_host_of(L);
  const size_t bytes = lua_rawlen(L, index);
  host->unseen += bytes;
  host->budget -= (int64_t)(bytes / HS_BYTES_PER_UNIT);
  return lua_tolstring(L, index, length);
}

static int next_protected(lua_State *L) {
  if (lua_next(L, 1) == 0) return 0;
  return 2;
}

int hs_next_raw(lua_State *L, int table) {
  table = lua_absindex(L, table);
  // lua_next cannot raise for a key with a value, or for nil.
  lua_pushvalue(L, -1);
  const bool is_known = lua_isnil(L, -1) || lua_rawget(L, table) != LUA_TNIL;
  lua_pop(L, 1);
  if (is_known) return lua_next(L, table);
  lua_pushcfunction(L, next_protected);
  lua_pushvalue(L, table);
  lua_rotate(L, -3, -1);
  const int top = lua_gettop(L) - 3;
  if (lua_pcall(L, 2, LUA_MULTRET, 0) != LUA_OK) {
    lua_settop(L, top);
    return 0;
  }
  return lua_gettop(L) > top;
}

bool hs_where(lua_State *L, int level, char *buffer, size_t size) {
  lua_Debug activation;
  if (size == 0 || !lua_getstack(L, level, &activation)) return false;
  lua_getinfo(L, "Sl", &activation);
  if (activation.currentline <= 0) return false;
  snprintf(buffer, size, "%s:%d", activation.short_src, activation.currentline);
  return true;
}

bool hs_function_place(lua_State *L, int index, char *buffer, size_t size) {
  lua_Debug function;
  if (size == 0 || lua_type(L, index) != LUA_TFUNCTION || !lua_checkstack(L, 1)) return false;
  lua_pushvalue(L, index);
  lua_getinfo(L, ">S", &function);
  if (function.what[0] == 'C') return false;
  snprintf(buffer, size, "%s:%d", function.short_src, function.linedefined);
  return true;
}

const char *hs_first_parameter(lua_State *L, int index) {
  if (lua_type(L, index) != LUA_TFUNCTION || lua_iscfunction(L, index) || !lua_checkstack(L, 1)) return NULL;
  lua_pushvalue(L, index);
  const char *name = lua_getlocal(L, NULL, 1);
  // The name belongs to the function, which is still at `index`.
  lua_pop(L, 1);
  return name;
}

void hs_write_traceback(lua_State *L, int level, char *buffer, size_t size) {
  static const int shown_frames = 24;
  size_t used = 0;
  lua_Debug activation;
  buffer[0] = '\0';
  for (int shown = 0; lua_getstack(L, level, &activation); level++) {
    lua_getinfo(L, "Slnt", &activation);
    const bool is_c = activation.what[0] == 'C';
    if (is_c && activation.name == NULL) continue;  // the host's own frames
    if (++shown > shown_frames) {
      snprintf(buffer + used, size - used, "...\n");
      return;
    }
    char place[LUA_IDSIZE + 16];
    if (is_c) snprintf(place, sizeof place, "[built in]");
    else snprintf(place, sizeof place, "%s:%d", activation.short_src, activation.currentline);
    char what[80];
    if (activation.what[0] == 'm') snprintf(what, sizeof what, "main chunk");
    else if (activation.name != NULL) snprintf(what, sizeof what, "%s '%s'", activation.namewhat[0] ? activation.namewhat : "function", activation.name);
    else snprintf(what, sizeof what, "function <%s:%d>", activation.short_src, activation.linedefined);
    const int written = snprintf(buffer + used, size - used, "%s: in %s%s\n", place, what,
                                 activation.istailcall ? " (tail call)" : "");
    if (written < 0 || (size_t)written >= size - used) {
      buffer[used] = '\0';
      return;
    }
    used += (size_t)written;
  }
}

void hs_registry_table(lua_State *L, const void *key, const char *mode) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_newtable(L);
  if (mode != NULL) {
    lua_createtable(L, 0, 1);
    lua_pushstring(L, mode);
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
  }
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}
