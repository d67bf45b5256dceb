// Swift's functions and objects inside Lua: one userdata each, owned by Lua's collector, which releases it exactly
// once.
//
// Reading a member is one C call: a table of members holds the methods (functions) and properties (userdata around a
// getter) used before; missing ones are requested from Swift, once. If a type has only methods, that table is the
// `__index`, and reading a method needs no call.

#include "host.h"

#include <stdlib.h>

const char hs_function_type;
static const char property_type, object_table_key, anchor_table_key, function_metatable_key, freed_metatable_key;

// Slots in a type's metatable.
enum { MEMBERS_SLOT = 1, SETTERS_SLOT = 2 };

static int release_object(lua_State *L) {
  hs_object *object = lua_touserdata(L, 1);
  void *instance = object->instance;
  if (instance == NULL) return 0;
  hs_host *host = hs_host_of(L);
  object->instance = NULL;
  hs_disown(&host->owned, object->place);
  host->callbacks.release(instance);
  // A weak table can still lead here: as a key until the next collection, and with it everything that its value refers
  // to.
  lua_rawgetp(L, LUA_REGISTRYINDEX, &freed_metatable_key);
  lua_setmetatable(L, 1);
  return 0;
}

static hs_object *new_object(lua_State *L, const void *type, int user_values) {
  hs_object *object = lua_newuserdatauv(L, sizeof *object, user_values);
  object->instance = NULL;
  object->type = type;
  object->anchor = 0;
  return object;
}

// MARK: Calling Swift

/// The cost of every call of the host in units, in addition to one for each argument and to its work.
static const int64_t call_units = 10;

/// The cost of a failure in units: its value, its place, and the unwinding.
static const int64_t failure_units = 70;

/// The bytes that a call may leave in Swift, in addition to the texts that it takes: an estimate that determines how
/// often the memory of the process is checked.
static const size_t call_bytes = 1024;

/// Creates the carrier of a failure and checks the memory, if the next call of a Swift function needs it.
[[gnu::noinline]] static void prepare_call(lua_State *L) {
  hs_host *host = hs_host_of(L);
  if (!host->carrier_ready) hs_prepare_carrier(L);
  if (host->unseen > HS_UNSEEN_LIMIT) hs_look_at_memory(L);
}

/// Raises the error that a Swift function left on the stack.
[[gnu::noinline]] static int raise_failure(lua_State *L) {
  hs_host_of(L)->budget -= failure_units;
  return lua_error(L);
}

/// Runs `body` with the current stack. Lua enters Swift functions only here.
[[gnu::always_inline]] static inline int invoke(lua_State *L, hs_host *host, hs_body body, void *subject) {
  host->budget -= call_units + lua_gettop(L);
  host->unseen += call_bytes;
  if (!host->carrier_ready || host->unseen > HS_UNSEEN_LIMIT) prepare_call(L);
  const int lifted = host->lifted;
  host->lifted = 1;
  const hs_object *receiver = lua_touserdata(L, 1);
  const int count = body(L, subject, receiver);
#ifdef DEBUG
  // Swift borrows the receiver, because the stack keeps it.
  if (receiver != NULL && lua_touserdata(L, 1) != receiver) abort();
#endif
  host->lifted = lifted;
  hs_settle(host);
  if (count < 0) return raise_failure(L);
  // The hook checks after a thousand instructions, which may be hundreds of calls like this one.
  if (host->budget < 0) hs_spend(L, 0);
  return count;
}

/// Raises an error because `object` was freed.
[[gnu::noinline]] static int refuse_freed(lua_State *L, const hs_object *object) {
  hs_host *host = hs_host_of(L);
  return invoke(L, host, host->callbacks.refuse_freed, (void *)object->type);
}

static int call_function(lua_State *L) {
  const hs_object *object = lua_touserdata(L, lua_upvalueindex(1));
  if (object->instance == NULL) return refuse_freed(L, object);
  hs_host *host = hs_host_of(L);
  return invoke(L, host, host->callbacks.invoke, object->instance);
}

void hs_push_function(lua_State *L, void *instance) {
  hs_object *object = new_object(L, &hs_function_type, 0);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &function_metatable_key);
  lua_setmetatable(L, -2);
  hs_take_over(hs_host_of(L), object, instance);
  lua_pushcclosure(L, call_function, 1);
}

// MARK: Members

/// Requests a member from Swift that is not in the table of members yet; the type is an upvalue.
[[gnu::noinline]] static int ask_for_member(lua_State *L, int upvalue) {
  hs_host *host = hs_host_of(L);
  return invoke(L, host, host->callbacks.index, lua_touserdata(L, upvalue));
}

static int index_object(lua_State *L) {
  // Lua calls with exactly (object, key); scripts cannot access this function.
  lua_pushvalue(L, 2);
  switch (lua_rawget(L, lua_upvalueindex(1))) {
    case LUA_TFUNCTION:
      return 1;
    case LUA_TUSERDATA: {
      const hs_object *property = lua_touserdata(L, 3);
      hs_host *host = hs_host_of(L);
      return invoke(L, host, host->callbacks.invoke, property->instance);
    }
    default:
      lua_settop(L, 2);
      return ask_for_member(L, lua_upvalueindex(2));
  }
}

/// Called by Lua if there is no method, with (table of members, key).
static int index_methods(lua_State *L) {
  return ask_for_member(L, lua_upvalueindex(1));
}

static int newindex_object(lua_State *L) {
  hs_host *host = hs_host_of(L);
  lua_pushvalue(L, 2);
  if (lua_rawget(L, lua_upvalueindex(1)) == LUA_TUSERDATA) {
    const hs_object *property = lua_touserdata(L, 4);
    lua_settop(L, 3);
    return invoke(L, host, host->callbacks.invoke, property->instance);
  }
  lua_settop(L, 3);
  return invoke(L, host, host->callbacks.newindex, lua_touserdata(L, lua_upvalueindex(2)));
}

/// Refuses any member of an object that was freed.
static int refuse_member(lua_State *L) {
  return refuse_freed(L, lua_touserdata(L, 1));
}

/// Makes the table on top of the stack request missing methods of `type` from Swift.
static void ask_for_methods(lua_State *L, void *type) {
  lua_createtable(L, 0, 1);
  lua_pushlightuserdata(L, type);
  lua_pushcclosure(L, index_methods, 1);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

void hs_declare_type(lua_State *L, void *type, const char *name, bool has_methods_only) {
  lua_createtable(L, 2, 6);
  lua_newtable(L);  // members
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, MEMBERS_SLOT);
  if (has_methods_only) {
    ask_for_methods(L, type);
  } else {
    lua_pushlightuserdata(L, type);
    lua_pushcclosure(L, index_object, 2);
  }
  lua_setfield(L, -2, "__index");
  lua_newtable(L);  // setters
  lua_pushvalue(L, -1);
  lua_rawseti(L, -3, SETTERS_SLOT);
  lua_pushlightuserdata(L, type);
  lua_pushcclosure(L, newindex_object, 2);
  lua_setfield(L, -2, "__newindex");
  lua_pushcfunction(L, release_object);
  lua_setfield(L, -2, "__gc");
  lua_pushstring(L, name);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__name");
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, type);
}

/// Creates the metatable of all objects that were freed.
static void declare_freed(lua_State *L) {
  lua_createtable(L, 0, 4);
  lua_pushcfunction(L, refuse_member);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__index");
  lua_setfield(L, -2, "__newindex");
  lua_pushliteral(L, "freed object");
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__name");
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &freed_metatable_key);
}

bool hs_is_declared(lua_State *L, const void *type) {
  const bool declared = lua_rawgetp(L, LUA_REGISTRYINDEX, type) == LUA_TTABLE;
  lua_pop(L, 1);
  return declared;
}

void hs_push_metatable(lua_State *L, const void *type) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
}

/// Adds the value on top to a table of the metatable of `type`.
static void cache_member(lua_State *L, const void *type, int slot, const char *name, size_t length) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  lua_rawgeti(L, -1, slot);
  lua_pushlstring(L, name, length);
  lua_pushvalue(L, -4);
  lua_rawset(L, -3);
  lua_pop(L, 3);
}

void hs_cache_method(lua_State *L, const void *type, const char *name, size_t length) {
  cache_member(L, type, MEMBERS_SLOT, name, length);
}

static void cache_property(lua_State *L, const void *type, int slot, const char *name, size_t length, void *body) {
  hs_object *object = new_object(L, &property_type, 0);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &function_metatable_key);
  lua_setmetatable(L, -2);
  hs_take_over(hs_host_of(L), object, body);
  cache_member(L, type, slot, name, length);
}

void hs_cache_getter(lua_State *L, const void *type, const char *name, size_t length, void *getter) {
  cache_property(L, type, MEMBERS_SLOT, name, length, getter);
}

void hs_cache_setter(lua_State *L, const void *type, const char *name, size_t length, void *setter) {
  cache_property(L, type, SETTERS_SLOT, name, length, setter);
}

// MARK: Objects and their anchors

bool hs_push_known_object(lua_State *L, void *instance) {
  hs_registry_table(L, &object_table_key, "v");
  if (lua_rawgetp(L, -1, instance) == LUA_TUSERDATA) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

int hs_push_object(lua_State *L, void *instance, void *type, int anchor, size_t weight) {
  if (anchor != 0) {
    hs_registry_table(L, &anchor_table_key, "v");
    if (anchor == HS_NEW_ANCHOR) {
      anchor = ++hs_host_of(L)->next_anchor;
      lua_newtable(L);
      lua_pushvalue(L, -1);
      lua_rawseti(L, -3, anchor);
    } else {
      lua_rawgeti(L, -1, anchor);
    }
    lua_remove(L, -2);
  } else {
    lua_pushnil(L);
  }
  hs_object *object = new_object(L, type, 1);
  object->anchor = anchor;
  lua_rotate(L, -2, 1);
  lua_setiuservalue(L, -2, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, type);
  lua_setmetatable(L, -2);
  hs_take_over(hs_host_of(L), object, instance);
  hs_registry_table(L, &object_table_key, "v");
  lua_pushvalue(L, -2);
  lua_rawsetp(L, -2, instance);
  lua_pop(L, 1);
  hs_weigh(L, weight);
  return anchor;
}

bool hs_anchor_push_all(lua_State *L, int anchor) {
  hs_registry_table(L, &anchor_table_key, "v");
  if (lua_rawgeti(L, -1, anchor) == LUA_TTABLE) {
    lua_remove(L, -2);
    return true;
  }
  lua_pop(L, 2);
  return false;
}

int hs_anchor_store(lua_State *L, int anchor) {
  if (!hs_anchor_push_all(L, anchor)) {
    lua_pop(L, 1);
    return 0;
  }
  lua_rotate(L, -2, 1);
  const int slot = luaL_ref(L, -2);
  lua_pop(L, 1);
  return slot;
}

bool hs_anchor_push(lua_State *L, int anchor, int slot) {
  if (!hs_anchor_push_all(L, anchor)) return false;
  lua_rawgeti(L, -1, slot);
  lua_remove(L, -2);
  return true;
}

void hs_anchor_free(lua_State *L, int anchor, int slot) {
  if (!hs_anchor_push_all(L, anchor)) return;
  luaL_unref(L, -1, slot);
  lua_pop(L, 1);
}

void hs_open_objects(lua_State *L) {
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, release_object);
  lua_setfield(L, -2, "__gc");
  lua_pushliteral(L, "builtin");
  lua_setfield(L, -2, "__metatable");
  lua_rawsetp(L, LUA_REGISTRYINDEX, &function_metatable_key);
  hs_registry_table(L, &object_table_key, "v");
  hs_registry_table(L, &anchor_table_key, "v");
  lua_pop(L, 2);
  declare_freed(L);
  hs_declare_type(L, (void *)&hs_failure_type, "error", false);
  hs_prepare_carrier(L);
}
