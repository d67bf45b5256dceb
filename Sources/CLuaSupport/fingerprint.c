// A hash of Lua values and everything reachable from them. It is equal for values that a script cannot distinguish,
// whenever they were created in the life of a state.
//
// Tables, functions and objects count by their content and by the order in which they are met, so that two names for
// one table differ from two equal tables. A function counts by its place in the source and its captured variables. The
// fields of _G are left out, because they are the library. The walk calls nothing, raises nothing, and allocates only
// stack.

#include <stdlib.h>
#include <string.h>

#include "library.h"

/// The maximum number of tables, functions, captured variables and objects, and the maximum depth. Beyond them the hash
/// is incomplete.
static constexpr size_t MAXIMUM_MET = 2000;
static constexpr int MAXIMUM_DEPTH = 60;
static constexpr int MAXIMUM_KEYS = 200;
/// The prefix of the chunk names of the host's own modules.
static const char OWN_MODULES[] = "=[homescreen]/";
/// The capacity: a power of two, larger than needed.
static constexpr size_t PLACES = 4096;

typedef struct walk {
  lua_State *L;
  hs_identify identify;
  void *context;
  const void *globals;
  uint64_t hash;
  bool is_whole;
  size_t count;
  struct {
    const void *address;
    uint32_t number;
  } met[PLACES];
} walk;

static inline uint64_t mixed(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9e3779b97f4a7c15u;
  return hash ^ (hash >> 29);
}

static inline void feed(walk *w, uint64_t value) { w->hash = mixed(w->hash, value); }

static uint64_t hash_of_text(const char *text, size_t length) {
  uint64_t hash = mixed(0x51ed270b9d1c2a53u, length);
  while (length >= sizeof(uint64_t)) {
    uint64_t word;
    memcpy(&word, text, sizeof word);
    hash = mixed(hash, word);
    text += sizeof word;
    length -= sizeof word;
  }
  uint64_t rest = 0;
  if (length > 0) memcpy(&rest, text, length);
  return mixed(hash, rest);
}

/// Whether `address` was met before; feeds its number in either case.
static bool was_met(walk *w, const void *address) {
  size_t place = ((uintptr_t)address >> 4) * 0x9e3779b97f4a7c15u >> 32 & (PLACES - 1);
  while (w->met[place].address != NULL) {
    if (w->met[place].address == address) {
      feed(w, 0x1000 + w->met[place].number);
      return true;
    }
    place = (place + 1) & (PLACES - 1);
  }
  if (w->count == MAXIMUM_MET) {
    w->is_whole = false;
    return true;
  }
  w->count++;
  w->met[place].address = address;
  w->met[place].number = (uint32_t)w->count;
  feed(w, 0x100000 + w->count);
  return false;
}

static void visit(walk *w, int depth);

/// Orders strings before numbers before booleans; other keys have no order.
static int compare_keys(lua_State *L, int a, int b) {
  const int type_a = lua_type(L, a), type_b = lua_type(L, b);
  if (type_a != type_b) return type_a > type_b ? -1 : 1;
  switch (type_a) {
    case LUA_TSTRING: {
      size_t length_a, length_b;
      const char *text_a = lua_tolstring(L, a, &length_a), *text_b = lua_tolstring(L, b, &length_b);
      const size_t shorter = length_a < length_b ? length_a : length_b;
      const int order = memcmp(text_a, text_b, shorter);
      return order != 0 ? order : length_a < length_b ? -1 : length_a > length_b;
    }
    case LUA_TNUMBER: {
      const lua_Number number_a = lua_tonumber(L, a), number_b = lua_tonumber(L, b);
      return number_a < number_b ? -1 : number_a > number_b;
    }
    default:
      return lua_toboolean(L, a) - lua_toboolean(L, b);
  }
}

/// Visits the table on top of the stack.
static void visit_fields(walk *w, int depth) {
  lua_State *L = w->L;
  const int table = lua_gettop(L);
  const lua_Unsigned length = lua_rawlen(L, table);
  feed(w, length);
  for (lua_Unsigned i = 1; i <= length && w->is_whole; i++) {
    lua_rawgeti(L, table, (lua_Integer)i);
    visit(w, depth);
    lua_pop(L, 1);
  }
  // The other keys are sorted, so that the result does not depend on how the table was built.
  int keys = 0;
  lua_pushnil(L);
  while (w->is_whole && hs_next_raw(L, table) != 0) {
    lua_pop(L, 1);
    const int type = lua_type(L, -1);
    if (lua_isinteger(L, -1)) {
      const lua_Integer key = lua_tointeger(L, -1);
      if (key >= 1 && (lua_Unsigned)key <= length) continue;
    } else if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TBOOLEAN) {
      w->is_whole = false;
    }
    if (++keys > MAXIMUM_KEYS || !lua_checkstack(L, 8)) w->is_whole = false;
    // The key stays below its copy, for the next step of the walk.
    lua_pushvalue(L, -1);
  }
  if (w->is_whole) {
    const int first = table + 1;
    for (int i = first + 1; i < first + keys; i++) {
      for (int j = i; j > first && compare_keys(L, j, j - 1) < 0; j--) {
        lua_pushvalue(L, j);
        lua_copy(L, j - 1, j);
        lua_replace(L, j - 1);
      }
    }
    for (int i = first; i < first + keys && w->is_whole; i++) {
      lua_pushvalue(L, i);
      visit(w, depth);
      lua_rawget(L, table);
      visit(w, depth);
      lua_pop(L, 1);
    }
  }
  lua_settop(L, table);
  if (w->is_whole && lua_getmetatable(L, table)) {
    feed(w, 'm');
    visit(w, depth);
    lua_pop(L, 1);
  }
}

/// Visits the function on top of the stack.
static void visit_function(walk *w, int depth) {
  lua_State *L = w->L;
  const int function = lua_gettop(L);
  const bool is_lua = !lua_iscfunction(L, function);
  if (is_lua) {
    lua_Debug about;
    lua_pushvalue(L, function);
    lua_getinfo(L, ">S", &about);
    feed(w, (uintptr_t)about.source);
    feed(w, (uint64_t)about.linedefined << 32 | (uint32_t)about.lastlinedefined);
    // Variables captured by the host's own modules are not part of a script's state.
    if (strncmp(about.source, OWN_MODULES, sizeof OWN_MODULES - 1) == 0) return;
  } else {
    feed(w, (uintptr_t)lua_tocfunction(L, function));
  }
  for (int i = 1; w->is_whole && lua_getupvalue(L, function, i) != NULL; i++) {
    // Two functions that share a variable differ from two with equal ones.
    if (!is_lua || !was_met(w, lua_upvalueid(L, function, i))) visit(w, depth);
    lua_pop(L, 1);
  }
}

/// Visits the value on top of the stack, which stays.
static void visit(walk *w, int depth) {
  lua_State *L = w->L;
  if (!w->is_whole) return;
  const int type = lua_type(L, -1);
  feed(w, (uint64_t)type + 1);
  switch (type) {
    case LUA_TNIL:
      return;
    case LUA_TBOOLEAN:
      return feed(w, (uint64_t)lua_toboolean(L, -1));
    case LUA_TNUMBER:
      if (lua_isinteger(L, -1)) {
        feed(w, (uint64_t)lua_tointeger(L, -1));
      } else {
        const double number = lua_tonumber(L, -1);
        uint64_t bits;
        memcpy(&bits, &number, sizeof bits);
        feed(w, ~bits);
      }
      return;
    case LUA_TSTRING: {
      size_t length;
      const char *text = lua_tolstring(L, -1, &length);
      return feed(w, hash_of_text(text, length));
    }
    case LUA_TLIGHTUSERDATA:
      return feed(w, (uintptr_t)lua_touserdata(L, -1));
    case LUA_TUSERDATA: {
      const hs_object *object = lua_touserdata(L, -1);
      if (was_met(w, object)) return;
      // A host function counts by where it was met: the effects of a completion handler are not part of Lua's state.
      if (object->type == hs_function_tag()) return;
      const uint64_t content =
        object->instance == NULL || hs_is_type_of_file(object->type) ? 0 : w->identify(w->context, object);
      if (content == 0) w->is_whole = false;
      return feed(w, content);
    }
    case LUA_TTABLE:
    case LUA_TFUNCTION:
      break;
    default:
      // A coroutine: its next step cannot be inspected.
      w->is_whole = false;
      return;
  }
  const void *address = lua_topointer(L, -1);
  if (address == w->globals || was_met(w, address)) return;
  if (depth == MAXIMUM_DEPTH || !lua_checkstack(L, 16)) {
    w->is_whole = false;
    return;
  }
  if (type == LUA_TTABLE) {
    visit_fields(w, depth + 1);
  } else {
    visit_function(w, depth + 1);
  }
}

uint64_t hs_fingerprint(lua_State *L, int anchor, hs_identify identify, void *context, bool *is_whole) {
  // Too large for the stack of a thread that is deep in Lua already.
  walk *w = calloc(1, sizeof *w);
  if (w == NULL || !lua_checkstack(L, 16)) {
    free(w);
    *is_whole = false;
    return 0;
  }
  w->L = L;
  w->identify = identify;
  w->context = context;
  w->is_whole = true;
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  w->globals = lua_topointer(L, -1);
  lua_pop(L, 1);
  visit(w, 0);
  if (hs_anchor_push_all(L, anchor)) {
    // Slots by number; an integer marks a free slot.
    const int table = lua_gettop(L);
    const lua_Unsigned slots = lua_rawlen(L, table);
    for (lua_Unsigned i = 1; i <= slots && w->is_whole; i++) {
      if (lua_rawgeti(L, table, (lua_Integer)i) != LUA_TNUMBER) {
        feed(w, i);
        visit(w, 0);
      }
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  *is_whole = w->is_whole;
  const uint64_t hash = w->hash;
  free(w);
  return hash;
}
