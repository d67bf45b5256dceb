// Finalizers of scripts: the `__gc` of a metatable that a script has set.
//
// Lua's collector would call them at any allocation: at another moment in each version of this program, beyond the budget,
// and while Swift code is on the stack. So Lua never sees such a `__gc`. An object that has one lives until a full
// collection that the script asks for; that one finds out to which objects nothing leads any more, and calls their
// finalizers in Lua's order, as code of the script. What nobody asks for would fill the memory, so many objects make
// setmetatable collect, too: as many on every run.
//
// Finding out is Lua's work. A table leads from each object to a witness, a userdata that leads back, and for the time of
// one collection its keys are weak: Lua then finalizes the witness of an object that nothing else leads to, and for its
// sake leaves the object as it is.

#include "library.h"

/// In the registry: the table of witnesses by their objects; the metatable that makes it weak; the list of objects whose
/// finalizer is to be called; the metatable of witnesses; a thread in which Lua calls the witnesses' finalizers.
static const char witnesses_key, weak_keys_key, list_key, witness_metatable_key, thread_key;

/// What it costs, in units, to mark an object, and to call its finalizer.
static constexpr int64_t MARKING = 40, CALL = 20;
/// How many objects there may be, at least, before unreachable ones are looked for without being asked.
static constexpr int64_t LEAST = 1000;

// MARK: Marking

/// Lua finalizes a witness: nothing leads to its object.
static int note_unreachable(lua_State *L) {
  hs_finalizers *finalizers = &hs_host_of(L)->finalizers;
  if (!finalizers->is_searching) return 0;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &list_key);
  lua_getiuservalue(L, 1, 1);
  lua_rawseti(L, -2, ++finalizers->last);
  return 0;
}

/// Pushes the table of witnesses; makes it, and what belongs to it, at first use.
static void push_witnesses(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &witnesses_key) == LUA_TTABLE) return;
  lua_pop(L, 1);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &weak_keys_key);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, note_unreachable);
  lua_setfield(L, -2, "__gc");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &witness_metatable_key);
  lua_newthread(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &thread_key);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &witnesses_key);
}

void hs_mark_finalizable(lua_State *L) {
  hs_finalizers *finalizers = &hs_host_of(L)->finalizers;
  luaL_checkstack(L, 8, "finalizers");
  push_witnesses(L);
  lua_pushvalue(L, 1);
  const bool is_marked = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 1);
  if (!is_marked) {
    if (finalizers->count >= LEAST && finalizers->count >= finalizers->most && !finalizers->is_running) hs_collect(L);
    hs_spend(L, MARKING);
    lua_pushvalue(L, 1);
    lua_newuserdatauv(L, 0, 1);
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &witness_metatable_key);
    lua_setmetatable(L, -2);
    lua_rawset(L, -3);
    finalizers->count++;
  }
  lua_pop(L, 1);
}

// MARK: Searching

/// Lists the objects to which nothing leads but the table of witnesses. Raises nothing: the ceiling is lifted, and Lua
/// calls finalizers on a stack where there is room, however deep the script's is.
static void search(lua_State *L) {
  hs_host *host = hs_host_of(L);
  hs_finalizers *finalizers = &host->finalizers;
  host->lifted++;
  if (finalizers->next > finalizers->last) {
    lua_newtable(L);
    lua_rawsetp(L, LUA_REGISTRYINDEX, &list_key);
    finalizers->next = 1;
    finalizers->last = 0;
  }
  push_witnesses(L);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &weak_keys_key);
  lua_setmetatable(L, -2);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &thread_key);
  finalizers->is_searching = true;
  lua_gc(lua_tothread(L, -1), LUA_GCCOLLECT);
  finalizers->is_searching = false;
  lua_pop(L, 1);
  lua_pushnil(L);
  lua_setmetatable(L, -2);
  lua_pop(L, 1);
  host->lifted--;
  const int64_t left = finalizers->count - (finalizers->last - finalizers->next + 1);
  finalizers->most = 2 * left;
}

/// Frees what Swift has released, until nothing is left that only it led to.
static void free_released(lua_State *L) {
  hs_host *host = hs_host_of(L);
  for (;;) {
    host->lifted++;
    const bool was_any = host->callbacks.free_released && host->callbacks.free_released(host->callbacks.context);
    host->lifted--;
    if (!was_any) return;
    lua_gc(L, LUA_GCCOLLECT);
    hs_pay_for_collection(L);
  }
}

// MARK: Calling

/// Pushes the next object of the list, of which it is no longer part; from now on it can be marked again.
static void push_next(lua_State *L) {
  hs_finalizers *finalizers = &hs_host_of(L)->finalizers;
  lua_rawgetp(L, LUA_REGISTRYINDEX, &list_key);
  lua_rawgeti(L, -1, finalizers->next);
  lua_rotate(L, -2, 1);
  lua_pushnil(L);
  lua_rawseti(L, -2, finalizers->next++);
  lua_pop(L, 1);
  push_witnesses(L);
  lua_pushvalue(L, -2);
  lua_pushnil(L);
  lua_rawset(L, -3);
  lua_pop(L, 1);
  finalizers->count--;
}

static int text_of_failure(lua_State *L) {
  hs_tolstring(L, 1, NULL);
  return 1;
}

/// Warns of the error on top of the stack, which is popped. As in Lua nothing stops, and only a text is shown; an error of
/// the host's has one, too.
static void warn_of(lua_State *L) {
  if (hs_failure(L, -1) != NULL) {
    lua_pushcfunction(L, text_of_failure);
    lua_insert(L, -2);
    lua_pcall(L, 1, 1, 0);
  }
  const char *message = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "error object is not a string";
  lua_pushfstring(L, "error in __gc (%s)", message);
  hs_warn(L);
  lua_pop(L, 1);
}

static bool can_be_called(lua_State *L, int index) {
  if (lua_isfunction(L, index)) return true;
  if (luaL_getmetafield(L, index, "__call") == LUA_TNIL) return false;
  lua_pop(L, 1);
  return true;
}

/// Calls the finalizer that the object on top of the stack, which is popped, has now.
static void finalize(lua_State *L) {
  hs_finalizers *finalizers = &hs_host_of(L)->finalizers;
  if (luaL_getmetafield(L, -1, "__gc") == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  lua_insert(L, -2);
  if (!can_be_called(L, -2)) {
    lua_pushfstring(L, "attempt to call a %s value (metamethod '__gc')", luaL_typename(L, -2));
    lua_rotate(L, -3, 1);
    lua_pop(L, 2);
    warn_of(L);
    return;
  }
  finalizers->is_running = true;
  const int status = lua_pcall(L, 1, 0, 0);
  finalizers->is_running = false;
  if (status == LUA_OK) return;
  hs_spend(L, HS_CAUGHT_ERROR);  // raises where the script is stopped
  warn_of(L);
}

void hs_finalize(lua_State *L) {
  const hs_finalizers *finalizers = &hs_host_of(L)->finalizers;
  luaL_checkstack(L, 8, "finalizers");
  free_released(L);
  search(L);
  hs_pay_for_collection(L);
  while (finalizers->next <= finalizers->last) {
    hs_spend(L, CALL);
    push_next(L);
    finalize(L);
  }
}
