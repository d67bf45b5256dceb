// Compiling, for the host and as `load`, program text only: Lua does not verify bytecode, which can crash it.
//
// The compiler runs without hooks, so its input is passed in small pieces, and each piece is paid for. The budget,
// Ctrl-C and the deadline take effect after each piece, even for a reader function that never ends.

#include <stdbool.h>
#include <string.h>

#include "library.h"

/// The bytes passed to the compiler at a time.
static constexpr size_t PIECE = 512;
/// The units for compiling one byte.
static constexpr int64_t UNITS_PER_BYTE = 4;
/// The stack index that keeps the reader's last result alive.
static constexpr int ANSWER = 5;

typedef struct source {
  const char *text;
  size_t left;
  /// The number of line breaks before the text.
  size_t lines_before;
  bool from_function;
  bool started;
  /// Whether Lua itself refuses binary chunks, because the mode does not allow them.
  bool wants_text;
  /// Whether the text may contain a bitwise operation.
  bool has_bits;
  char last;
} source;

/// Calls the reader function; an empty result ends the text.
static void ask_reader(lua_State *L, source *from) {
  luaL_checkstack(L, 2, "too many nested functions");
  lua_pushvalue(L, 1);
  lua_call(L, 0, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    return;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "reader function must return a string");
  lua_replace(L, ANSWER);
  from->text = lua_tolstring(L, ANSWER, &from->left);
}

static const char *next_piece(lua_State *L, void *data, size_t *size) {
  source *from = data;
  if (from->lines_before > 0) {
    static const char breaks[] =
        "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n"
        "\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n\n";
    *size = from->lines_before < sizeof breaks - 1 ? from->lines_before : sizeof breaks - 1;
    from->lines_before -= *size;
    hs_spend(L, (int64_t)*size);
    return breaks;
  }
  if (from->left == 0 && from->from_function) ask_reader(L, from);
  const char *piece = from->text;
  *size = from->left < PIECE ? from->left : PIECE;
  if (!from->started && !from->wants_text && *size > 0 && *piece == LUA_SIGNATURE[0]) {
    lua_pushliteral(L, "binary chunks are refused: load only takes program text");
    lua_error(L);
  }
  from->started = true;
  from->text += *size;
  from->left -= *size;
  hs_spend(L, (int64_t)*size * UNITS_PER_BYTE + 1);
  for (size_t index = 0; index < *size && !from->has_bits; index++) {
    from->has_bits = piece[index] == '&' || piece[index] == '|' || (from->last == '~' && piece[index] != '=');
    from->last = piece[index];
  }
  return *size > 0 ? piece : NULL;
}

/// lua_load of text, and a check of the compiled code.
static int load_text(lua_State *L, source *from, const char *name, const char *mode) {
  const int status = lua_load(L, next_piece, from, name, mode);
  return status == LUA_OK && from->has_bits ? hs_check_code(L) : status;
}

// MARK: For the host

/// A text that the host compiles, and the result.
typedef struct compilation {
  source from;
  const char *name;
  int status;
} compilation;

static int compile_protected(lua_State *L) {
  compilation *wanted = lua_touserdata(L, 1);
  wanted->status = load_text(L, &wanted->from, wanted->name, "t");
  return wanted->status == LUA_OK ? 1 : lua_error(L);
}

int hs_compile(lua_State *L, const char *text, size_t length, size_t lines_before, const char *chunkName) {
  compilation wanted = {.from = {.text = text, .left = length, .lines_before = lines_before}, .name = chunkName, .status = LUA_OK};
  lua_pushcfunction(L, compile_protected);
  lua_pushlightuserdata(L, &wanted);
  const int status = hs_enter(L, 1, 1, false);
  // The error was raised again on its way here; the original status is more specific.
  return status != LUA_OK && wanted.status != LUA_OK ? wanted.status : status;
}

// MARK: Files

int hs_load_file(lua_State *L, const char *text, size_t length, const char *name) {
  source from = {.text = text, .left = length};
  static const char mark[] = "\xEF\xBB\xBF";
  if (from.left >= 3 && memcmp(from.text, mark, 3) == 0) {
    from.text += 3;
    from.left -= 3;
  }
  if (from.left > 0 && *from.text == '#') {
    // The line feed stays, so that line numbers do not change.
    const char *line_end = memchr(from.text, '\n', from.left);
    const size_t skipped = line_end ? (size_t)(line_end - from.text) : from.left;
    from.text += skipped;
    from.left -= skipped;
  }
  const char *chunk_name = lua_pushfstring(L, "@%s", name);
  const int status = load_text(L, &from, chunk_name, "bt");
  lua_remove(L, -2);
  if (status != LUA_OK) return status;
  const int string_library = hs_current_string_library(L);
  return string_library == 0 ? LUA_OK : hs_mark_chunk(L, string_library);
}

// MARK: For scripts

int hs_load(lua_State *L) {
  source from = {0};
  const char *text = lua_tolstring(L, 1, &from.left);
  const char *mode = luaL_optstring(L, 3, "bt");
  const bool has_environment = !lua_isnone(L, 4);
  const char *name;
  if (text) {
    name = luaL_optstring(L, 2, text);
    from.text = text;
  } else {
    name = luaL_optstring(L, 2, "=(load)");
    luaL_checktype(L, 1, LUA_TFUNCTION);
    from.from_function = true;
    from.text = "";
  }
  // Lua refuses what the mode does not allow; text that it would treat as binary never reaches it.
  from.wants_text = !strchr(mode, 'b');
  lua_settop(L, ANSWER);
  const int status = load_text(L, &from, name, mode);
  if (status == LUA_OK) {
    if (hs_mark_chunk(L, hs_current_string_library(L)) != LUA_OK) return lua_error(L);
    if (has_environment) {
      lua_pushvalue(L, 4);
      if (!lua_setupvalue(L, -2, 1)) lua_pop(L, 1);
    }
    return 1;
  }
  // lua_load catches errors, but a stop must not end here.
  if (hs_host_of(L)->stop != HS_STOP_NONE) return lua_error(L);
  luaL_pushfail(L);
  lua_insert(L, -2);
  return 2;
}
