// string.find, string.match and string.gmatch, with the matcher of string_pattern.c. Results and errors are Lua 5.4's.

#define _GNU_SOURCE  // memmem
#include <string.h>

#include "string_pattern.h"

typedef const unsigned char *place;

/// Whether the text matches only itself as a pattern.
static bool is_plain(const char *pattern, size_t length) {
  for (size_t index = 0; index < length; index++)
    if (pattern[index] != 0 && strchr("^$*+?.([%-", pattern[index])) return false;
  return true;
}

/// find and match differ in their results: positions before the captures, or only the captures.
static int search(lua_State *L, bool wants_positions) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  const size_t start = hs_start_position(luaL_optinteger(L, 3, 1), length) - 1;
  if (start > length) {
    luaL_pushfail(L);
    return 1;
  }
  hs_spend(L, (int64_t)(pattern_length / 8));
  if (wants_positions && (lua_toboolean(L, 4) || is_plain(pattern, pattern_length))) {
    hs_spend_bytes(L, length - start + pattern_length);
    const char *found = memmem(subject + start, length - start, pattern, pattern_length);
    if (!found) {
      luaL_pushfail(L);
      return 1;
    }
    lua_pushinteger(L, found - subject + 1);
    lua_pushinteger(L, found - subject + (lua_Integer)pattern_length);
    return 2;
  }

  hs_matcher m;
  hs_matcher_begin(&m, L, subject, length, pattern, pattern_length);
  place p = (place)pattern;
  const bool anchored = pattern_length > 0 && *p == '^';
  if (anchored) p++;
  place s = m.subject + start;
  do {
    const place end = hs_match_at(&m, s, p);
    if (end) {
      hs_matcher_settle(&m);
      if (!wants_positions) return hs_push_captures(&m, s, end);
      lua_pushinteger(L, s - m.subject + 1);
      lua_pushinteger(L, end - m.subject);
      return hs_push_captures(&m, NULL, NULL) + 2;
    }
  } while (s++ < m.subject_end && !anchored);
  hs_matcher_settle(&m);
  luaL_pushfail(L);
  return 1;
}

int hs_find(lua_State *L) {
  return search(L, true);
}

int hs_match(lua_State *L) {
  return search(L, false);
}

// MARK: gmatch

/// The state of an iteration; positions count from the start of the subject.
typedef struct iteration {
  size_t next;
  /// The end of the last match; an empty match there does not count.
  size_t last_end;
} iteration;

static constexpr size_t NO_MATCH_YET = SIZE_MAX;

/// The iterator. Upvalues: subject, pattern, iteration.
static int next_match(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = lua_tolstring(L, lua_upvalueindex(1), &length);
  const char *pattern = lua_tolstring(L, lua_upvalueindex(2), &pattern_length);
  iteration *walk = lua_touserdata(L, lua_upvalueindex(3));
  hs_matcher m;
  hs_matcher_begin(&m, L, subject, length, pattern, pattern_length);
  for (size_t start = walk->next; start <= length; start++) {
    const place s = m.subject + start;
    const place end = hs_match_at(&m, s, (place)pattern);
    if (!end || (size_t)(end - m.subject) == walk->last_end) continue;
    walk->next = walk->last_end = (size_t)(end - m.subject);
    hs_matcher_settle(&m);
    return hs_push_captures(&m, s, end);
  }
  // As in Lua, a finished iteration may be called again, and searches the rest again.
  hs_matcher_settle(&m);
  return 0;
}

int hs_gmatch(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  luaL_checkstring(L, 2);
  const size_t start = hs_start_position(luaL_optinteger(L, 3, 1), length) - 1;
  lua_settop(L, 2);
  iteration *walk = lua_newuserdatauv(L, sizeof *walk, 0);
  walk->next = start > length ? length + 1 : start;
  walk->last_end = NO_MATCH_YET;
  lua_pushcclosure(L, next_match, 3);
  return 1;
}
