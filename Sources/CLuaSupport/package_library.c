// require and package, as in Lua 5.4, over files that the host reads.
//
// The truth lies in Lua's own tables: package.loaded, package.preload, package.path and package.searchers work as in
// stock Lua when a script reads and sets them. What is missing is what leads out: libraries in C. A module that requires
// itself is told so, instead of filling the stack.

#include <errno.h>
#include <string.h>

#include "library.h"

/// Upvalues of require and of the searchers.
enum { PACKAGE = 1, READER = 2 };

/// A name of a module, in bytes, at most.
static constexpr size_t LONGEST_NAME = 1024;
/// Units for a look at a place, beside what the host counts.
static constexpr int64_t LOOK = 40;

// MARK: Files

/// Asks the host for a file: pushes its text, and what messages call it, and answers true, or pushes why not and answers
/// false.
static bool read_file(lua_State *L, int reader, const char *path) {
  hs_spend(L, LOOK);
  lua_pushvalue(L, reader);
  lua_pushstring(L, path);
  lua_call(L, 1, 2);
  if (lua_isstring(L, -2) && lua_isstring(L, -1)) return true;
  lua_remove(L, -2);
  return false;
}

/// Adds a place, and why it could not be read, to the text at `list`; both are on top, and are popped.
static void add_place(lua_State *L, int list, const char *joint) {
  const int place = lua_gettop(L) - 1, reason = place + 1;
  const bool has_reason = lua_type(L, reason) == LUA_TSTRING;
  lua_pushfstring(
      L, has_reason ? "%s%s'%s' (%s)" : "%s%s'%s'", lua_tostring(L, list), joint, lua_tostring(L, place),
      has_reason ? lua_tostring(L, reason) : "");
  lua_replace(L, list);
  lua_settop(L, place - 1);
}

/// Whether a template is the folder, `lib/?/init.lua`, of the one before it, `lib/?.lua`.
static bool is_folder_of(const char *template, size_t length, const char *file, size_t file_length) {
  static const char folder_end[] = "/init.lua", file_end[] = ".lua";
  const size_t shared = length - strlen(folder_end);
  return length > strlen(folder_end) && file_length == shared + strlen(file_end) && memcmp(template, file, shared) == 0 &&
         memcmp(template + shared, folder_end, strlen(folder_end)) == 0 &&
         memcmp(file + shared, file_end, strlen(file_end)) == 0;
}

/// Looks for `name` in the places of a path; pushes the text of the first file that is there, what messages call it, and
/// its place. Else pushes where it looked: each place on a line of its own, as in Lua, or in brief those without a reason
/// in one line, and of a folder only the first.
static bool search_path(
    lua_State *L, int reader, const char *name, const char *path, const char *separator, const char *replacement,
    bool is_brief) {
  if (*separator != '\0' && strstr(name, separator) != NULL) name = luaL_gsub(L, name, separator, replacement);
  bool has_folders = false;
  const char *last = path;
  size_t last_length = 0;
  lua_pushliteral(L, "");
  const int brief = lua_gettop(L), list = brief + 1;
  lua_pushliteral(L, "");
  while (*path != '\0') {
    const char *const end = strchr(path, ';');
    const size_t length = end ? (size_t)(end - path) : strlen(path);
    hs_spend_bytes(L, length + strlen(name));
    if (length > 0) {
      lua_pushlstring(L, path, length);
      const char *const place = luaL_gsub(L, lua_tostring(L, -1), "?", name);
      lua_remove(L, -2);
      if (read_file(L, reader, place)) {
        lua_rotate(L, -3, -1);
        return true;
      }
      // Stack: brief, list, this place, why not.
      const bool is_plain = is_brief && !lua_isstring(L, -1);
      if (is_plain && is_folder_of(path, length, last, last_length)) {
        has_folders = true;
        lua_settop(L, list);
      } else if (is_plain) {
        add_place(L, brief, lua_rawlen(L, brief) > 0 ? ", " : "no file ");
      } else {
        add_place(L, list, lua_rawlen(L, list) > 0 ? "\n\tno file " : "no file ");
      }
    }
    last = path;
    last_length = length;
    path += length + (end ? 1 : 0);
  }
  if (has_folders) {
    lua_pushfstring(L, "%s, nor '%s/init.lua'", lua_tostring(L, brief), name);
    lua_replace(L, brief);
  }
  if (lua_rawlen(L, brief) > 0 && lua_rawlen(L, list) > 0) {
    lua_pushfstring(L, "%s\n\t%s", lua_tostring(L, brief), lua_tostring(L, list));
  } else {
    lua_pushvalue(L, lua_rawlen(L, brief) > 0 ? brief : list);
  }
  return false;
}

static int package_searchpath(lua_State *L) {
  const char *name = luaL_checkstring(L, 1), *path = luaL_checkstring(L, 2);
  const char *separator = luaL_optstring(L, 3, "."), *replacement = luaL_optstring(L, 4, "/");
  if (search_path(L, lua_upvalueindex(READER), name, path, separator, replacement, false)) return 1;
  luaL_pushfail(L);
  lua_insert(L, -2);
  return 2;
}

// MARK: Searchers

static int search_preload(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  if (lua_getfield(L, -1, name) == LUA_TNIL) {
    lua_pushfstring(L, "no field package.preload['%s']", name);
    return 1;
  }
  lua_pushliteral(L, ":preload:");
  return 2;
}

static int search_files(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  if (lua_getfield(L, lua_upvalueindex(PACKAGE), "path") != LUA_TSTRING)
    return luaL_error(L, "'package.path' must be a string");
  const char *path = lua_tostring(L, -1);
  if (!search_path(L, lua_upvalueindex(READER), name, path, ".", "/", true)) return 1;
  // Stack: text, name, place.
  const char *file = lua_tostring(L, -1);
  size_t length;
  const char *text = lua_tolstring(L, -3, &length);
  if (hs_load_file(L, text, length, lua_tostring(L, -2)) != LUA_OK) {
    if (hs_host_of(L)->stop != HS_STOP_NONE) return lua_error(L);
    return luaL_error(L, "error loading module '%s' from file '%s':\n\t%s", name, file, lua_tostring(L, -1));
  }
  lua_insert(L, -2);
  return 2;
}

// MARK: require

static int package_require(lua_State *L);

/// Raises when the module is being loaded by a call that this one is part of: the search would never end.
static void refuse_circle(lua_State *L, const char *name) {
  lua_Debug call;
  lua_pushliteral(L, "");
  for (int level = 1; lua_getstack(L, level, &call); level++) {
    hs_spend(L, 1 + level / 16);
    lua_getinfo(L, "f", &call);
    const bool is_require = lua_tocfunction(L, -1) == package_require;
    lua_pop(L, 1);
    if (!is_require || lua_getlocal(L, &call, 1) == NULL) continue;
    const char *outer = lua_tostring(L, -1);
    if (outer == NULL) {
      lua_pop(L, 1);
      continue;
    }
    const bool is_circle = strcmp(outer, name) == 0;
    lua_pushfstring(L, "%s → %s", outer, lua_tostring(L, -2));
    lua_replace(L, -3);
    lua_pop(L, 1);
    if (is_circle) luaL_error(L, "module '%s' requires itself: %s%s", name, lua_tostring(L, -1), name);
  }
  lua_pop(L, 1);
}

/// Pushes the loader of a module, and what the loader gets.
static void find_loader(lua_State *L, const char *name) {
  if (lua_getfield(L, lua_upvalueindex(PACKAGE), "searchers") != LUA_TTABLE)
    luaL_error(L, "'package.searchers' must be a table");
  const int searchers = lua_gettop(L);
  lua_pushliteral(L, "");
  for (lua_Integer index = 1;; index++) {
    if (lua_rawgeti(L, searchers, index) == LUA_TNIL)
      luaL_error(L, "module '%s' not found:%s", name, lua_tostring(L, searchers + 1));
    hs_spend(L, LOOK);
    lua_pushstring(L, name);
    lua_call(L, 1, 2);
    if (lua_isfunction(L, -2)) {
      lua_rotate(L, searchers, 2);
      lua_settop(L, searchers + 1);
      return;
    }
    if (lua_isstring(L, -2)) {
      hs_spend_bytes(L, lua_rawlen(L, searchers + 1));
      lua_pushfstring(L, "%s\n\t%s", lua_tostring(L, searchers + 1), lua_tostring(L, -2));
      lua_replace(L, searchers + 1);
    }
    lua_settop(L, searchers + 1);
  }
}

static int package_require(lua_State *L) {
  size_t length;
  const char *name = luaL_checklstring(L, 1, &length);
  hs_spend_bytes(L, length);
  lua_settop(L, 1);
  lua_getfield(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_getfield(L, 2, name);
  if (lua_toboolean(L, -1)) return 1;
  lua_pop(L, 1);
  luaL_argcheck(L, length <= LONGEST_NAME, 1, "too long for the name of a module");
  refuse_circle(L, name);
  find_loader(L, name);
  // Stack: name, loaded, loader, data.
  lua_pushvalue(L, 3);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 4);
  lua_call(L, 2, 1);
  if (lua_isnil(L, -1))
    lua_pop(L, 1);
  else
    lua_setfield(L, 2, name);
  if (lua_getfield(L, 2, name) == LUA_TNIL) {
    lua_pushboolean(L, 1);
    lua_copy(L, -1, -2);
    lua_setfield(L, 2, name);
  }
  lua_pushvalue(L, 4);
  return 2;
}

// MARK: loadfile and dofile

/// Compiles the file that the first argument names; pushes the function, or nil and why not.
static bool load_named_file(lua_State *L) {
  const char *path = lua_isnoneornil(L, 1) ? NULL : luaL_checkstring(L, 1);
  if (path == NULL) luaL_error(L, "there is no standard input to load from: name a file");
  if (!read_file(L, lua_upvalueindex(READER), path)) {
    const char *reason = lua_isstring(L, -1) ? lua_tostring(L, -1) : strerror(ENOENT);
    lua_pushfstring(L, "cannot open %s: %s", path, reason);
    return false;
  }
  size_t length;
  const char *text = lua_tolstring(L, -2, &length);
  if (hs_load_file(L, text, length, lua_tostring(L, -1)) == LUA_OK) return true;
  if (hs_host_of(L)->stop != HS_STOP_NONE) lua_error(L);
  return false;
}

static int base_loadfile(lua_State *L) {
  const char *mode = luaL_optstring(L, 2, "bt");
  const bool has_environment = !lua_isnone(L, 3);
  lua_settop(L, 3);
  if (strchr(mode, 't') == NULL) {
    luaL_pushfail(L);
    lua_pushfstring(L, "attempt to load a text chunk (mode is '%s')", mode);
    return 2;
  }
  if (!load_named_file(L)) {
    luaL_pushfail(L);
    lua_insert(L, -2);
    return 2;
  }
  if (has_environment) {
    lua_pushvalue(L, 3);
    if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
  }
  return 1;
}

static int finish_dofile(lua_State *L, int, lua_KContext) {
  return lua_gettop(L) - 1;
}

static int base_dofile(lua_State *L) {
  lua_settop(L, 1);
  if (!load_named_file(L)) return lua_error(L);
  lua_replace(L, 1);
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  lua_callk(L, 0, LUA_MULTRET, 0, finish_dofile);
  return finish_dofile(L, LUA_OK, 0);
}

// MARK: Opening

static int refuse_loadlib(lua_State *L) {
  luaL_pushfail(L);
  lua_pushliteral(L, "libraries in C are not available to scripts");
  lua_pushliteral(L, "absent");
  return 3;
}

/// Pushes a function with the package table and the host's reader as upvalues; both lie at these indices.
static void push_with_upvalues(lua_State *L, lua_CFunction function, int package, int reader) {
  lua_pushvalue(L, package);
  lua_pushvalue(L, reader);
  lua_pushcclosure(L, function, 2);
}

void hs_open_package(lua_State *L) {
  const int reader = lua_gettop(L) - 1, own_searcher = reader + 1;
  lua_createtable(L, 0, 8);
  const int package = lua_gettop(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, package);
  lua_setfield(L, -2, LUA_LOADLIBNAME);
  lua_setfield(L, package, "loaded");
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_setfield(L, package, "preload");
  lua_pushliteral(L, "");
  lua_setfield(L, package, "cpath");
  lua_pushliteral(L, "");
  lua_setfield(L, package, "path");
  lua_pushliteral(L, "/\n;\n?\n!\n-\n");
  lua_setfield(L, package, "config");
  lua_pushcfunction(L, refuse_loadlib);
  lua_setfield(L, package, "loadlib");
  push_with_upvalues(L, package_searchpath, package, reader);
  lua_setfield(L, package, "searchpath");
  lua_createtable(L, 3, 0);
  push_with_upvalues(L, search_preload, package, reader);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, own_searcher);
  lua_rawseti(L, -2, 2);
  push_with_upvalues(L, search_files, package, reader);
  lua_rawseti(L, -2, 3);
  lua_setfield(L, package, "searchers");
  push_with_upvalues(L, package_require, package, reader);
  push_with_upvalues(L, base_loadfile, package, reader);
  push_with_upvalues(L, base_dofile, package, reader);
  // Stack: reader, searcher, package, require, loadfile, dofile.
  lua_rotate(L, reader, 4);
  lua_settop(L, reader + 3);
}
