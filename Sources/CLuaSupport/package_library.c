// require and package: Lua's own, with searchers for files that the host reads.
//
// package.loaded, package.preload, package.path and package.searchers work as in stock Lua when a script reads and sets
// them. Libraries in C are left out. A module that requires itself gets an error, instead of filling the stack.

#include <errno.h>
#include <string.h>

#include "library.h"

/// The upvalues of our functions; for some, the first is a stock function of the same name.
enum { PACKAGE = 1, READER = 2, REQUIRE = 3 };

/// The maximum length of a module name, in bytes.
static constexpr size_t LONGEST_NAME = 1024;
/// The units for checking a place, in addition to those that the host counts.
static constexpr int64_t LOOK = 40;

// MARK: Files

/// Requests a file from the host: pushes its text and its name in messages, and returns true, or pushes the reason and
/// returns false.
static bool read_file(lua_State *L, int reader, const char *path) {
  hs_spend(L, LOOK);
  lua_pushvalue(L, reader);
  lua_pushstring(L, path);
  lua_call(L, 1, 2);
  if (lua_isstring(L, -2) && lua_isstring(L, -1)) return true;
  lua_remove(L, -2);
  return false;
}

/// Pops a place and the reason it could not be read, and appends them to the text at `list`.
static void add_place(lua_State *L, int list, const char *joint) {
  const int place = lua_gettop(L) - 1, reason = place + 1;
  const bool has_reason = lua_type(L, reason) == LUA_TSTRING;
  lua_pushfstring(
      L, has_reason ? "%s%s'%s' (%s)" : "%s%s'%s'", lua_tostring(L, list), joint, lua_tostring(L, place),
      has_reason ? lua_tostring(L, reason) : "");
  lua_replace(L, list);
  lua_settop(L, place - 1);
}

/// Whether a template is the folder variant, `lib/?/init.lua`, of the previous one, `lib/?.lua`.
static bool is_folder_of(const char *template, size_t length, const char *file, size_t file_length) {
  static const char folder_end[] = "/init.lua", file_end[] = ".lua";
  const size_t shared = length - strlen(folder_end);
  return length > strlen(folder_end) && file_length == shared + strlen(file_end) && memcmp(template, file, shared) == 0 &&
         memcmp(template + shared, folder_end, strlen(folder_end)) == 0 &&
         memcmp(file + shared, file_end, strlen(file_end)) == 0;
}

/// Searches for `name` in the places of a path; pushes the text of the first existing file, its name in messages, and
/// its place. Otherwise pushes the searched places: one per line, as in Lua, or in brief all without a reason on one
/// line, and only the first of each folder.
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
      // Stack: brief, list, this place, the reason.
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

/// Raises if the module is being loaded by an outer require of the running one: the search would never end.
static void refuse_circle(lua_State *L, const char *name) {
  const lua_CFunction require = lua_tocfunction(L, lua_upvalueindex(REQUIRE));
  lua_Debug call;
  lua_pushliteral(L, "");
  for (int level = 2; lua_getstack(L, level, &call); level++) {
    hs_spend(L, 1 + level / 16);
    lua_getinfo(L, "f", &call);
    const bool is_require = lua_tocfunction(L, -1) == require;
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
    if (!is_circle) continue;
    luaL_where(L, 2);
    lua_pushfstring(L, "module '%s' requires itself: %s%s", name, lua_tostring(L, -2), name);
    lua_concat(L, 2);
    lua_error(L);
  }
  lua_pop(L, 1);
}

/// The first searcher: stock's, for package.preload.
static int search_preload(lua_State *L) {
  size_t length;
  const char *name = luaL_checklstring(L, 1, &length);
  hs_spend_bytes(L, length);
  if (length > LONGEST_NAME) {
    luaL_where(L, 2);
    lua_pushliteral(L, "bad argument #1 to 'require' (too long for a module name)");
    lua_concat(L, 2);
    return lua_error(L);
  }
  refuse_circle(L, name);
  return hs_call_stock(L);
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

// MARK: loadfile and dofile

/// Compiles the file named by the first argument; pushes the function, or nil and the reason.
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

/// Sets the field `name` of the table on top to a function with the value at stack index `first` and the reader as
/// upvalues.
static void set_function(lua_State *L, const char *name, lua_CFunction function, int first, int reader) {
  lua_pushvalue(L, first);
  lua_pushvalue(L, reader);
  lua_pushcclosure(L, function, 2);
  lua_setfield(L, -2, name);
}

void hs_open_package(lua_State *L) {
  const int reader = lua_gettop(L) - 1, own_searcher = reader + 1, package = reader + 2, globals = reader + 3;
  // Stock's opener sets a global, which a script's metatable would see.
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_newtable(L);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_insert(L, -2);
  lua_pushcfunction(L, luaopen_package);
  lua_call(L, 0, 1);
  lua_insert(L, package);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  // Stack: reader, searcher, package, the table with require.
  set_function(L, "loadfile", base_loadfile, package, reader);
  set_function(L, "dofile", base_dofile, package, reader);
  lua_pushvalue(L, package);
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "cpath");
  lua_pushliteral(L, "");
  lua_setfield(L, -2, "path");
  lua_pushcfunction(L, refuse_loadlib);
  lua_setfield(L, -2, "loadlib");
  set_function(L, "searchpath", package_searchpath, package, reader);
  lua_getfield(L, -1, "searchers");
  lua_rawgeti(L, -1, 1);
  lua_pushvalue(L, reader);
  lua_getfield(L, globals, "require");
  lua_pushcclosure(L, search_preload, 3);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, own_searcher);
  lua_rawseti(L, -2, 2);
  lua_pushvalue(L, package);
  lua_pushvalue(L, reader);
  lua_pushcclosure(L, search_files, 2);
  lua_rawseti(L, -2, 3);
  lua_pushnil(L);
  lua_rawseti(L, -2, 4);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, package);
  lua_setfield(L, -2, LUA_LOADLIBNAME);
  lua_settop(L, globals);
  lua_getfield(L, globals, "require");
  lua_getfield(L, globals, "loadfile");
  lua_getfield(L, globals, "dofile");
  // Stack: reader, searcher, package, the table, require, loadfile, dofile.
  lua_remove(L, globals);
  lua_rotate(L, reader, 4);
  lua_settop(L, reader + 3);
}
