// The matcher of Lua patterns, for the functions of string_search.c and string_replace.c. Private to CLuaSupport.

#ifndef HS_STRING_PATTERN_H
#define HS_STRING_PATTERN_H

#include <stdbool.h>

#include "library.h"

/// The maximum number of captures, as in Lua.
static constexpr int HS_MAXIMUM_CAPTURES = 32;
/// The maximum depth of recursion, as in Lua, so that the same patterns are "too complex".
static constexpr int HS_MATCH_DEPTH = 200;

/// A match in progress. It is on the C stack and owns nothing.
typedef struct hs_matcher {
  lua_State *L;
  const unsigned char *subject;
  const unsigned char *subject_end;
  const unsigned char *pattern_end;
  /// The number of steps left before the next payment.
  int fuel;
  int depth;
  int capture_count;
  struct {
    const unsigned char *start;
    ptrdiff_t length;
  } captures[HS_MAXIMUM_CAPTURES];
} hs_matcher;

void hs_matcher_begin(
    hs_matcher *m, lua_State *L, const char *subject, size_t subject_length, const char *pattern, size_t pattern_length);

/// Pays for the steps since the last payment. Call it after a match.
void hs_matcher_settle(hs_matcher *m);

/// Matches the pattern from `p` at `s`, with new captures. Returns the end of the match, or NULL.
const unsigned char *hs_match_at(hs_matcher *m, const unsigned char *s, const unsigned char *p);

/// Pushes capture `index` (from 0) of a match from `s` to `e`; capture 0 of a pattern without captures is the match.
void hs_push_capture(hs_matcher *m, int index, const unsigned char *s, const unsigned char *e);

/// Pushes all captures, or the whole match if the pattern has none and `s` is not NULL. Returns their number.
int hs_push_captures(hs_matcher *m, const unsigned char *s, const unsigned char *e);

/// Converts a start position as Lua counts it, from 1 or negative from the end; returns at least 1.
size_t hs_start_position(lua_Integer position, size_t length);

#endif
