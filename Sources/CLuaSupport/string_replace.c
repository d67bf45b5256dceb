// string.gsub, with the matcher of string_pattern.c. Results and errors are Lua 5.4's.

#include <string.h>

#include "string_pattern.h"

typedef const unsigned char *place;

/// The stack index of the replacement.
static constexpr int REPLACEMENT = 3;

static void add(luaL_Buffer *result, place from, place to) {
  luaL_addlstring(result, (const char *)from, (size_t)(to - from));
}

/// Appends a replacement text with `%0` to `%9` and `%%`.
static void add_text(hs_matcher *m, luaL_Buffer *result, place s, place e) {
  size_t length;
  place text = (place)lua_tolstring(m->L, REPLACEMENT, &length);
  const place end = text + length;
  hs_spend_bytes(m->L, length);
  while (text < end) {
    place escape = memchr(text, '%', (size_t)(end - text));
    if (!escape) escape = end;
    add(result, text, escape);
    if (escape == end) return;
    // A Lua string is followed by a zero, so there is always one more character.
    const int what = escape[1];
    if (what == '%') {
      luaL_addchar(result, '%');
    } else if (what == '0') {
      add(result, s, e);
      hs_spend_bytes(m->L, (size_t)(e - s));
    } else if (what >= '1' && what <= '9') {
      hs_push_capture(m, what - '1', s, e);
      luaL_addvalue(result);
    } else {
      luaL_error(m->L, "invalid use of '%%' in replacement string");
    }
    text = escape + 2;
  }
}

/// Appends the replacement of the match from `s` to `e`. Returns whether it differs from the match.
static bool add_replacement(hs_matcher *m, luaL_Buffer *result, place s, place e, int kind) {
  lua_State *L = m->L;
  switch (kind) {
    case LUA_TFUNCTION: {
      lua_pushvalue(L, REPLACEMENT);
      const int count = hs_push_captures(m, s, e);
      lua_call(L, count, 1);
      break;
    }
    case LUA_TTABLE:
      hs_push_capture(m, 0, s, e);
      lua_gettable(L, REPLACEMENT);
      break;
    default:
      add_text(m, result, s, e);
      return true;
  }
  if (!lua_toboolean(L, -1)) {
    lua_pop(L, 1);
    add(result, s, e);
    return false;
  }
  if (!lua_isstring(L, -1)) luaL_error(L, "invalid replacement value (a %s)", luaL_typename(L, -1));
  hs_spend_bytes(L, lua_rawlen(L, -1));
  luaL_addvalue(result);
  return true;
}

int hs_gsub(lua_State *L) {
  size_t length, pattern_length;
  const char *subject = luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &pattern_length);
  const int kind = lua_type(L, REPLACEMENT);
  const lua_Integer limit = luaL_optinteger(L, 4, (lua_Integer)length + 1);
  luaL_argexpected(
      L, kind == LUA_TNUMBER || kind == LUA_TSTRING || kind == LUA_TFUNCTION || kind == LUA_TTABLE, REPLACEMENT,
      "string/function/table");
  hs_matcher m;
  hs_matcher_begin(&m, L, subject, length, pattern, pattern_length);
  place p = (place)pattern;
  const bool anchored = pattern_length > 0 && *p == '^';
  if (anchored) p++;

  luaL_Buffer result;
  luaL_buffinit(L, &result);
  place s = m.subject;
  place last_end = NULL;
  lua_Integer count = 0;
  bool changed = false;
  while (count < limit) {
    const place end = hs_match_at(&m, s, p);
    if (end && end != last_end) {
      count++;
      if (add_replacement(&m, &result, s, end, kind)) changed = true;
      s = last_end = end;
    } else if (s < m.subject_end) {
      luaL_addchar(&result, *s);
      s++;
    } else {
      break;
    }
    if (anchored) break;
  }
  hs_matcher_settle(&m);
  if (changed) {
    hs_spend_bytes(L, (size_t)(m.subject_end - s));
    add(&result, s, m.subject_end);
    luaL_pushresult(&result);
  } else {
    lua_pushvalue(L, 1);
  }
  lua_pushinteger(L, count);
  return 2;
}
