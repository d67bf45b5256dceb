// debug: names and lines, and the variables of a script's own functions. What looks into the host's code, into code that
// runs, or hooks into it, raises and says why.
//
// Levels are a script's: frames of the host's own Lua modules, and of C functions that only pass calls on, are not
// there. In a deep stack only the ends are looked at.

#include <limits.h>
#include <string.h>

#include "library.h"

// MARK: Frames

/// Units for a look at a frame, beside one for each that Lua walks over to find it.
static constexpr int64_t FRAME = 4, FRAMES_PER_UNIT = 4;

/// What the chunks of the host's own modules are called.
static const char own_chunks[] = "=[homescreen]/";

/// Room on the stack of a thread that may not be the one that runs: nothing may be raised there, and nothing allocated,
/// because the error would not arrive at whoever called this.
static void check_room(lua_State *L, lua_State *from, int count) {
  if (!lua_checkstack(from, count)) luaL_error(L, "stack overflow");
}

static bool is_hidden(lua_State *L, lua_State *from, lua_Debug *frame) {
  lua_getinfo(from, "S", frame);
  if (*frame->what != 'C') return strncmp(frame->source, own_chunks, sizeof own_chunks - 1) == 0;
  check_room(L, from, 1);
  lua_getinfo(from, "f", frame);
  const lua_CFunction function = lua_tocfunction(from, -1);
  lua_pop(from, 1);
  return function == hs_run_handler || hs_is_passage(function);
}

/// The frame of an index, hidden ones counted.
static bool get_frame(lua_State *L, lua_State *from, int index, lua_Debug *frame) {
  // Lua walks over the frames, of which there are no more than values on a stack.
  static const int most_frames = 1000000;
  hs_spend(L, FRAME + (index < most_frames ? index : most_frames) / FRAMES_PER_UNIT);
  return lua_getstack(from, index, frame);
}

/// The index of the frame that a script calls `level`; -1 when there is none.
static int index_of_level(lua_State *L, lua_State *from, lua_Integer level, lua_Debug *frame) {
  // Hidden ones come on top of it.
  if (level < 0 || level > INT_MAX || !get_frame(L, from, (int)level, frame)) return -1;
  for (int index = 0; get_frame(L, from, index, frame); index++)
    if (!is_hidden(L, from, frame) && level-- == 0) return index;
  return -1;
}

/// The index of the outermost frame; -1 when there is none.
static int last_index(lua_State *L, lua_State *from) {
  lua_Debug frame;
  int there = -1, beyond = 1;
  while (get_frame(L, from, beyond - 1, &frame)) {
    there = beyond - 1;
    beyond *= 2;
  }
  beyond -= 1;
  while (beyond - there > 1) {
    const int middle = there + (beyond - there) / 2;
    if (get_frame(L, from, middle, &frame))
      there = middle;
    else
      beyond = middle;
  }
  return there;
}

static lua_State *get_thread(lua_State *L, int *first) {
  lua_State *thread = lua_tothread(L, 1);
  *first = thread ? 2 : 1;
  return thread ? thread : L;
}

// MARK: Names of library functions

/// Units for a look at a field of a module.
static constexpr int64_t FIELD = 3;

/// A global is called by its own name, whatever modules have it, too; else the first in the alphabet, because the order of
/// tables is not the same on every run.
static bool is_better_name(const char *name, const char *than) {
  const bool is_global = strchr(name, '.') == NULL, was_global = strchr(than, '.') == NULL;
  return is_global != was_global ? is_global : strcmp(name, than) < 0;
}

/// Pushes the name under which a loaded module has the value on top, which is popped: `string.format`, `print`. Else
/// pushes nothing.
static bool push_name_in_modules(lua_State *L) {
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

/// Frames that are shown of a deep stack, at its top and at its bottom.
static constexpr int TOP = 10, BOTTOM = 11;

/// Pushes the lines that say where a frame is.
static void push_lines(lua_State *L, lua_State *from, lua_Debug *frame) {
  luaL_checkstack(L, 4, "debug");
  check_room(L, from, 1);
  lua_getinfo(from, "Slntf", frame);
  lua_xmove(from, L, 1);
  const char *what;
  if (push_name_in_modules(L))
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

/// Adds the string on top to the text at stack index `at`, and drops what lies between.
static void append(lua_State *L, int at) {
  lua_pushvalue(L, at);
  lua_insert(L, -2);
  hs_spend_bytes(L, lua_rawlen(L, -1) + lua_rawlen(L, -2));
  lua_concat(L, 2);
  lua_replace(L, at);
  lua_settop(L, at);
}

static int debug_traceback(lua_State *L) {
  int first;
  lua_State *from = get_thread(L, &first);
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
  const int begin = level < 0 ? -1 : index_of_level(L, from, level, &frame);
  if (begin < 0) return 1;
  const int last = last_index(L, from);
  int index = begin;
  if (last - begin > TOP + BOTTOM) {
    for (int shown = 0; shown < TOP && get_frame(L, from, index, &frame); index++) {
      if (is_hidden(L, from, &frame)) continue;
      push_lines(L, from, &frame);
      append(L, text);
      shown++;
    }
    int rest = last + 1;
    for (int shown = 0; shown < BOTTOM && rest > index; ) {
      get_frame(L, from, --rest, &frame);
      if (!is_hidden(L, from, &frame)) shown++;
    }
    if (rest > index) {
      lua_pushfstring(L, "\n\t...\t(skipping %d levels)", rest - index);
      append(L, text);
      index = rest;
    }
  }
  for (; get_frame(L, from, index, &frame); index++) {
    if (is_hidden(L, from, &frame)) continue;
    push_lines(L, from, &frame);
    append(L, text);
  }
  return 1;
}

// MARK: getinfo

static void set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

static void set_number(lua_State *L, const char *key, int number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, key);
}

static void set_flag(lua_State *L, const char *key, bool flag) {
  lua_pushboolean(L, flag);
  lua_setfield(L, -2, key);
}

/// Whether a script may have the function on top: code of its own, or what a library shows to everybody.
static bool may_be_given(lua_State *L) {
  if (!lua_iscfunction(L, -1)) return hs_realm_of_function(L) == hs_current_realm(L);
  lua_pushvalue(L, -1);
  if (!push_name_in_modules(L)) return false;
  lua_pop(L, 1);
  return true;
}

static int debug_getinfo(lua_State *L) {
  int first;
  lua_State *from = get_thread(L, &first);
  const char *options = luaL_optstring(L, first + 1, "flnSrtu");
  luaL_checkstack(L, 8, "debug");
  luaL_argcheck(L, *options != '>', first + 1, "invalid option '>'");
  luaL_argcheck(L, strspn(options, "SlnrutLf") == strlen(options), first + 1, "invalid option");
  lua_Debug frame;
  const bool is_function = lua_isfunction(L, first);
  if (!is_function && index_of_level(L, from, luaL_checkinteger(L, first), &frame) < 0) {
    luaL_pushfail(L);
    return 1;
  }
  hs_spend(L, HS_CAUGHT_ERROR);
  if (is_function) {
    lua_pushvalue(L, first);
    lua_pushvalue(L, first);
    lua_getinfo(L, ">Slnrut", &frame);
  } else {
    check_room(L, from, 1);
    lua_getinfo(from, "Slnrutf", &frame);
    lua_xmove(from, L, 1);
  }
  const int function = lua_gettop(L);
  lua_createtable(L, 0, 16);
  if (strchr(options, 'S')) {
    set_text(L, "source", frame.source);
    set_text(L, "short_src", frame.short_src);
    set_number(L, "linedefined", frame.linedefined);
    set_number(L, "lastlinedefined", frame.lastlinedefined);
    set_text(L, "what", frame.what);
  }
  if (strchr(options, 'l')) set_number(L, "currentline", frame.currentline);
  if (strchr(options, 'u')) {
    set_number(L, "nups", frame.nups);
    set_number(L, "nparams", frame.nparams);
    set_flag(L, "isvararg", frame.isvararg);
  }
  if (strchr(options, 'n')) {
    set_text(L, "name", frame.name);
    set_text(L, "namewhat", frame.namewhat);
  }
  if (strchr(options, 'r')) {
    set_number(L, "ftransfer", frame.ftransfer);
    set_number(L, "ntransfer", frame.ntransfer);
  }
  if (strchr(options, 't')) set_flag(L, "istailcall", frame.istailcall);
  if (strchr(options, 'L')) {
    lua_Debug lines;
    lua_pushvalue(L, function);
    lua_getinfo(L, ">L", &lines);
    lua_setfield(L, -2, "activelines");
  }
  if (strchr(options, 'f')) {
    lua_pushvalue(L, function);
    if (is_function || may_be_given(L))
      lua_setfield(L, -2, "func");
    else
      lua_pop(L, 1);
  }
  return 1;
}

// MARK: What else is harmless

// MARK: Variables of functions

/// Whether the function at an index is Lua code of whoever asks: what a script does to its own variables is its own
/// business, and what setfenv is made of in Lua 5.4.
static bool is_own(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TFUNCTION);
  if (lua_iscfunction(L, index)) return false;
  lua_pushvalue(L, index);
  const bool is_own = hs_realm_of_function(L) == hs_current_realm(L);
  lua_Debug about;
  lua_getinfo(L, ">S", &about);
  return is_own && strncmp(about.source, own_chunks, sizeof own_chunks - 1) != 0;
}

static void check_own(lua_State *L, int index, const char *name) {
  if (!is_own(L, index))
    luaL_error(L, "debug.%s is available for functions of the script only: this one belongs to the host", name);
}

static int debug_getupvalue(lua_State *L) {
  const int number = (int)luaL_checkinteger(L, 2);
  if (!is_own(L, 1)) return 0;
  const char *name = lua_getupvalue(L, 1, number);
  if (name == NULL) return 0;
  lua_pushstring(L, name);
  lua_insert(L, -2);
  return 2;
}

static int debug_setupvalue(lua_State *L) {
  luaL_checkany(L, 3);
  const int number = (int)luaL_checkinteger(L, 2);
  check_own(L, 1, "setupvalue");
  lua_settop(L, 3);
  const char *name = lua_setupvalue(L, 1, number);
  if (name == NULL) return 0;
  lua_pushstring(L, name);
  return 1;
}

static const char variable_numbers_key;

/// A number that stands for the address of a variable; equal for functions that share it.
static int debug_upvalueid(lua_State *L) {
  const int number = (int)luaL_checkinteger(L, 2);
  void *address = is_own(L, 1) ? lua_upvalueid(L, 1, number) : NULL;
  if (address == NULL) {
    luaL_pushfail(L);
    return 1;
  }
  hs_spend(L, HS_CAUGHT_ERROR);
  hs_registry_table(L, &variable_numbers_key, NULL);
  if (lua_rawgetp(L, -1, address) == LUA_TNIL) {
    lua_pushinteger(L, (lua_Integer)lua_rawlen(L, -2) + 1);
    lua_pushvalue(L, -1);
    lua_rawsetp(L, -4, address);
    lua_pushboolean(L, 1);
    lua_rawseti(L, -4, lua_tointeger(L, -2));
  }
  return 1;
}

/// The number of a variable that is there.
static int check_variable(lua_State *L, int function, int argument) {
  const int number = (int)luaL_checkinteger(L, argument);
  check_own(L, function, "upvaluejoin");
  luaL_argcheck(L, lua_upvalueid(L, function, number) != NULL, argument, "invalid upvalue index");
  return number;
}

static int debug_upvaluejoin(lua_State *L) {
  const int to = check_variable(L, 1, 2), from = check_variable(L, 3, 4);
  lua_upvaluejoin(L, 1, to, 3, from);
  return 0;
}

/// The names of a function's parameters; the variables of code that runs are its own.
static int debug_getlocal(lua_State *L) {
  int first;
  get_thread(L, &first);
  if (!lua_isfunction(L, first))
    return luaL_error(
        L, "debug.getlocal is not available for code that runs: a script sees its own variables only; the parameters of a "
           "function have names, debug.getlocal(f, n)");
  const int number = (int)luaL_checkinteger(L, first + 1);
  lua_pushvalue(L, first);
  const char *name = lua_iscfunction(L, -1) ? NULL : lua_getlocal(L, NULL, number);
  lua_pushstring(L, name);
  return 1;
}

static const char host_key = 0;

void hs_mark_of_host(lua_State *L) {
  lua_pushboolean(L, true);
  lua_rawsetp(L, -2, &host_key);
}

/// Whether the metatable on top is one of the host's, and not of a script.
static bool is_of_host(lua_State *L) {
  const bool is_marked = lua_rawgetp(L, -1, &host_key) != LUA_TNIL;
  lua_pop(L, 1);
  if (is_marked) return true;
  lua_pushliteral(L, "__index");
  lua_rawget(L, -2);
  const bool is_host = lua_iscfunction(L, -1);
  lua_pop(L, 1);
  return is_host;
}

/// Like getmetatable, but the `__metatable` of a script's table does not count, unless there is other code that relies on
/// it.
static int debug_getmetatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (!hs_has_realms(L) && lua_istable(L, 1) && lua_getmetatable(L, 1)) {
    if (!hs_is_hub(L) && !is_of_host(L)) return 1;
    lua_pop(L, 1);
  }
  lua_settop(L, 1);
  return hs_getmetatable(L);
}

static int debug_setmetatable(lua_State *L) {
  luaL_argexpected(L, lua_isnil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  if (!lua_istable(L, 1))
    return luaL_error(
        L, "debug.setmetatable is available for tables only: the metatable of a %s belongs to the host or to all values of "
           "its type", luaL_typename(L, 1));
  if (lua_getmetatable(L, 1)) {
    if (!hs_is_hub(L) && (is_of_host(L) || (hs_has_realms(L) && luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL)))
      return luaL_error(L, "cannot change a protected metatable");
    lua_pop(L, 1);
  }
  return hs_setmetatable_raw(L);
}

static int debug_gethook(lua_State *L) {
  luaL_pushfail(L);
  return 1;
}

/// Functions that could look into other code, or undo the limits; the upvalue is the name.
static int refuse(lua_State *L) {
  return luaL_error(
      L, "debug.%s is not available: it could look into other code, or undo the limits of the script",
      lua_tostring(L, lua_upvalueindex(1)));
}

void hs_open_debug(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"traceback", debug_traceback},       {"getinfo", debug_getinfo},           {"getlocal", debug_getlocal},
      {"getmetatable", debug_getmetatable}, {"setmetatable", debug_setmetatable}, {"gethook", debug_gethook},
      {"getupvalue", debug_getupvalue},     {"setupvalue", debug_setupvalue},     {"upvalueid", debug_upvalueid},
      {"upvaluejoin", debug_upvaluejoin},
      {NULL, NULL},
  };
  static const char *const refused[] = {
      "debug", "getregistry", "getuservalue", "setcstacklimit", "sethook", "setlocal", "setuservalue",
  };
  luaL_newlib(L, functions);
  for (size_t index = 0; index < sizeof refused / sizeof *refused; index++) {
    lua_pushstring(L, refused[index]);
    lua_pushcclosure(L, refuse, 1);
    lua_setfield(L, -2, refused[index]);
  }
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, LUA_DBLIBNAME);
  lua_pop(L, 1);
}
