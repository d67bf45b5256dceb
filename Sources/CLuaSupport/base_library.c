// The base functions. Stock: assert, error, ipairs, rawequal, rawget, rawlen, rawset, type, _G, _VERSION; with a
// charge: select, tonumber. Ours: pcall, print, tostring, warn, xpcall, and collector.c's collectgarbage, load.c's
// load, metatables.c's getmetatable and setmetatable, order.c's pairs and next. dofile and loadfile are missing: they
// would read files without the host.

#include <string.h>

#include "library.h"

// MARK: print and warn

/// The cost of a line, in addition to its bytes: writing one takes as long as hundreds of instructions, and an endless
/// loop that prints should end before it fills a disk.
static constexpr int64_t LINE = 200;

/// The cost of converting a value to text, in addition to the bytes.
static constexpr int64_t TEXT = 6;

/// Passes the arguments to the host as one line, joined by tabs.
static int base_print(lua_State *L) {
  const int count = lua_gettop(L);
  hs_spend(L, LINE + count * TEXT);
  luaL_Buffer line;
  luaL_buffinit(L, &line);
  for (int index = 1; index <= count; index++) {
    size_t length;
    if (index > 1) luaL_addchar(&line, '\t');
    hs_tolstring(L, index, &length);
    hs_spend_bytes(L, length);
    luaL_addvalue(&line);
  }
  luaL_pushresult(&line);
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  const hs_callbacks *callbacks = &hs_host_of(L)->callbacks;
  if (callbacks->print) callbacks->print(callbacks->context, text, length);
  return 0;
}

/// Prints a warning. Unlike in plain lua5.4, warnings are on from the start; "@on" and "@off" switch them.
static int base_warn(lua_State *L) {
  const int count = lua_gettop(L);
  luaL_checkstring(L, 1);
  hs_spend(L, count * TEXT);
  for (int index = 2; index <= count; index++) luaL_checkstring(L, index);
  if (count == 1 && *lua_tostring(L, 1) == '@') {
    const char *control = lua_tostring(L, 1);
    if (strcmp(control, "@on") == 0 || strcmp(control, "@off") == 0) {
      lua_pushboolean(L, strcmp(control, "@on") == 0);
      lua_replace(L, lua_upvalueindex(1));
    }
    return 0;
  }
  if (!lua_toboolean(L, lua_upvalueindex(1))) return 0;
  hs_spend(L, LINE);
  lua_pushliteral(L, "Lua warning: ");
  lua_insert(L, 1);
  lua_concat(L, count + 1);
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  hs_spend_bytes(L, length);
  const hs_callbacks *callbacks = &hs_host_of(L)->callbacks;
  if (callbacks->print) callbacks->print(callbacks->context, text, length);
  return 0;
}

void hs_push_warn(lua_State *L) {
  lua_pushboolean(L, 1);
  lua_pushcclosure(L, base_warn, 1);
}

static int base_tostring(lua_State *L) {
  luaL_checkany(L, 1);
  size_t length;
  if (lua_type(L, 1) == LUA_TNUMBER) hs_spend(L, TEXT);
  hs_tolstring(L, 1, &length);
  hs_spend_bytes(L, length);
  return 1;
}

// MARK: pcall

/// lua_pcallk with all results and a continuation. If an error is caught, this thread is the running one again.
static int call_protected(lua_State *L, int arguments, int handler, lua_KFunction finish) {
  hs_host *host = hs_host_of(L);
  const hs_resumption *const resumption = host->resumption;
  const lua_KContext was_handled = hs_set_handled(L, handler != 0);
  const int status = lua_pcallk(L, arguments, LUA_MULTRET, handler, was_handled, finish);
  host->running = L;
  host->resumption = resumption;
  return finish(L, status, was_handled);
}

/// Stack: true, then the results; or the previous values, then one error value.
static int finish_pcall(lua_State *L, int status, lua_KContext was_handled) {
  hs_set_handled(L, was_handled != 0);
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L);
  hs_spend(L, HS_CAUGHT_ERROR);
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

/// Like stock, but charges for moving the arguments and for a caught error.
static int base_pcall(lua_State *L) {
  luaL_checkany(L, 1);
  const int arguments = lua_gettop(L) - 1;
  hs_spend(L, arguments / HS_MOVED_PER_UNIT);
  lua_pushboolean(L, 1);
  lua_insert(L, 1);
  return call_protected(L, arguments, 0, finish_pcall);
}

// MARK: xpcall

// As in Lua, the handler runs where the error is raised, before the stack is unwound, so it sees the stack and runs
// under the hook and the budget. Only a stop skips it: the hook that raises a stop runs with hooks off, and the handler
// would run without limits.

int hs_run_handler(lua_State *L) {
  if (hs_host_of(L)->stop != HS_STOP_NONE) return 1;
  hs_spend(L, HS_CAUGHT_ERROR);
  lua_settop(L, 1);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, 1, 1);
  return 1;
}

/// Stack indices in xpcall.
enum { CALLED = 1, HANDLER = 2 };

/// Stack: the function, the handler, true, then the results; or the previous values, then one error value.
static int finish_call(lua_State *L, int status, lua_KContext was_handled) {
  hs_set_handled(L, was_handled != 0);
  if (status == LUA_OK || status == LUA_YIELD) return lua_gettop(L) - HANDLER;
  hs_spend(L, HS_CAUGHT_ERROR);
  lua_pushboolean(L, 0);
  lua_insert(L, -2);
  return 2;
}

static int base_xpcall(lua_State *L) {
  luaL_checktype(L, HANDLER, LUA_TFUNCTION);
  const int arguments = lua_gettop(L) - HANDLER;
  hs_spend(L, arguments / HS_MOVED_PER_UNIT);
  lua_pushvalue(L, HANDLER);
  lua_pushcclosure(L, hs_run_handler, 1);
  lua_replace(L, HANDLER);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, CALLED);
  lua_rotate(L, HANDLER + 1, 2);
  return call_protected(L, arguments, HANDLER, finish_call);
}

// MARK: Opening

void hs_open_base(lua_State *L) {
  static const luaL_Reg own[] = {
      {"collectgarbage", hs_collectgarbage},
      {"next", hs_next},
      {"pairs", hs_pairs},
      {"getmetatable", hs_getmetatable},
      {"setmetatable", hs_setmetatable},
      {"load", hs_load},
      {"pcall", base_pcall},
      {"print", base_print},
      {"tostring", base_tostring},
      {"xpcall", base_xpcall},
      {"dofile", NULL},
      {"loadfile", NULL},
      {NULL, NULL},
  };
  luaL_requiref(L, LUA_GNAME, luaopen_base, 1);
  for (const luaL_Reg *entry = own; entry->name; entry++) {
    if (entry->func)
      lua_pushcfunction(L, entry->func);
    else
      lua_pushnil(L);
    lua_setfield(L, -2, entry->name);
  }
  hs_push_warn(L);
  lua_setfield(L, -2, "warn");
  hs_charge(L, "tonumber", hs_charged_by_arguments);
  hs_charge(L, "select", hs_charged_by_count);
  lua_pop(L, 1);
}
