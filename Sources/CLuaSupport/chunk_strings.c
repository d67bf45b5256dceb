// The string library of a chunk, see string_metatables.c: its mark follows the chunk's name, after a zero byte.
//
// Lua's compiler takes names as C strings, so a newly compiled chunk is dumped and loaded again with the longer name.
// Nothing else is ever loaded as a binary chunk.

#include <string.h>

#include "library.h"

/// The maximum size of a length in a dump, in bytes.
static constexpr size_t LONGEST_LENGTH = 10;

/// A dump in three pieces; the second is the new name, preceded by its length.
typedef struct pieces {
  const char *bytes[3];
  size_t lengths[3];
  int next;
} pieces;

static const char *next_piece(lua_State *, void *data, size_t *length) {
  pieces *all = data;
  if (all->next == 3) return NULL;
  *length = all->lengths[all->next];
  return all->bytes[all->next++];
}

static int count_bytes(lua_State *, const void *, size_t length, void *count) {
  *(size_t *)count += length;
  return 0;
}

static int copy_bytes(lua_State *, const void *bytes, size_t length, void *end) {
  memcpy(*(char **)end, bytes, length);
  *(char **)end += length;
  return 0;
}

/// Writes a length in the format of dumps, seven bits per byte with a mark on the last. Returns its size in bytes.
static size_t write_length(char *to, size_t length) {
  size_t count = 1;
  for (size_t rest = length; (rest >>= 7) != 0;) count++;
  for (size_t at = count; at-- > 0; length >>= 7) to[at] = (char)(length & 0x7f);
  to[count - 1] |= (char)0x80;
  return count;
}

const char *hs_read_length(const char *from, const char *end, size_t *length) {
  *length = 0;
  while (from < end) {
    const unsigned char digit = (unsigned char)*from++;
    *length = *length << 7 | (digit & 0x7f);
    if (digit & 0x80) return from;
  }
  return NULL;
}

/// Pushes a userdata with the marked name of a function, preceded by its length. Returns the bytes.
static char *push_name(lua_State *L, const lua_Debug *about, int string_library, size_t *size) {
  // A chunk named by its own text gets the name in messages, which is shorter and equivalent.
  const bool is_text = *about->source != '@' && *about->source != '=';
  const char *shown = is_text ? about->short_src : about->source;
  const size_t length = is_text ? strlen(shown) : about->srclen;
  const size_t total = (is_text ? 1 : 0) + length + HS_STRING_LIBRARY_MARK;
  char *bytes = lua_newuserdatauv(L, LONGEST_LENGTH + total, 0);
  char *at = bytes + write_length(bytes, total + 1);
  if (is_text) *at++ = '=';
  memcpy(at, shown, length);
  hs_write_string_library_mark(at + length, string_library);
  *size = (size_t)(at + length + HS_STRING_LIBRARY_MARK - bytes);
  return bytes;
}

char *hs_push_dump(lua_State *L, bool is_stripped, size_t *size) {
  const int function = lua_gettop(L);
  *size = 0;
  lua_dump(L, count_bytes, size, is_stripped);
  char *dump = lua_newuserdatauv(L, *size, 0), *end = dump;
  lua_pushvalue(L, function);
  lua_dump(L, copy_bytes, &end, is_stripped);
  lua_pop(L, 1);
  return dump;
}

int hs_mark_chunk(lua_State *L, int string_library) {
  if (string_library == 0) return LUA_OK;
  const int function = lua_gettop(L);
  lua_Debug about;
  lua_pushvalue(L, function);
  lua_getinfo(L, ">S", &about);
  size_t size, length;
  const char *dump = hs_push_dump(L, false, &size), *end = dump + size;
  const char *name = size > HS_BEFORE_CHUNK ? hs_read_length(dump + HS_BEFORE_CHUNK, end, &length) : NULL;
  // The length in a dump includes the zero at the end of a string.
  if (name == NULL || length != about.srclen + 1 || (size_t)(end - name) < length ||
      memcmp(name, about.source, about.srclen) != 0) {
    lua_pushliteral(L, "this Lua writes chunks in another format");
    return LUA_ERRRUN;
  }
  pieces all = {.bytes = {dump, NULL, name + about.srclen}, .next = 0};
  all.lengths[0] = HS_BEFORE_CHUNK;
  all.bytes[1] = push_name(L, &about, string_library, &all.lengths[1]);
  all.lengths[2] = (size_t)(end - all.bytes[2]);
  const int status = lua_load(L, next_piece, &all, "=(marked)", "b");
  if (status != LUA_OK) return status;
  lua_replace(L, function);
  lua_settop(L, function);
  return LUA_OK;
}
