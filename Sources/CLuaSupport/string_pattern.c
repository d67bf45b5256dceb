// The matcher of Lua patterns: the language of Lua 5.4's string library, with a charge for each step.
//
// Lua's own matcher cannot be interrupted, and a pattern such as (".-"):rep(30) .. "b" keeps it busy for years. This
// one counts each step and pays in parts, so that the budget, Ctrl-C and the deadline take effect. Limits: 32 captures,
// 200 levels of recursion ("pattern too complex"), both as in Lua.

#include "string_pattern.h"

#include <stddef.h>
#include <string.h>

#include "character_class.h"

/// The number of steps per payment.
static constexpr int PART = 1000;

/// The lengths of captures that are not a text.
enum { OPEN_CAPTURE = -1, POSITION_CAPTURE = -2 };

static place match(hs_matcher *m, place s, place p);

// MARK: Payment

void hs_matcher_begin(
    hs_matcher *m, lua_State *L, const char *subject, size_t subject_length, const char *pattern,
    size_t pattern_length) {
  m->L = L;
  m->subject = (place)subject;
  m->subject_end = m->subject + subject_length;
  m->pattern_end = (place)pattern + pattern_length;
  m->fuel = PART;
  m->depth = 0;
  m->capture_count = 0;
}

void hs_matcher_settle(hs_matcher *m) {
  const int steps = PART - m->fuel;
  m->fuel = PART;
  hs_spend(m->L, steps + 1);
}

static inline void step(hs_matcher *m) {
  if (--m->fuel <= 0) hs_matcher_settle(m);
}

/// Raises an error about the pattern.
[[noreturn]] static void refuse(hs_matcher *m, const char *format, int argument) {
  hs_matcher_settle(m);
  luaL_error(m->L, format, argument);
  unreachable();
}

// MARK: Single characters

/// Returns the end of the single-character item at `p`.
static place item_end(hs_matcher *m, place p) {
  const place end = m->pattern_end;
  if (*p == '%') {
    if (p + 1 == end) refuse(m, "malformed pattern (ends with '%%')", 0);
    return p + 2;
  }
  if (*p != '[') return p + 1;
  const place start = p++;
  if (p < end && *p == '^') p++;
  // The first character belongs to the set even if it is `]`.
  for (bool first = true;; first = false) {
    const bool is_over = p == end || (*p == ']' && !first);
    if (is_over) m->fuel -= (int)((p - start) / 8);
    if (p == end) refuse(m, "malformed pattern (missing ']')", 0);
    if (is_over) return p + 1;
    if (*p == '%' && p + 1 < end) p++;
    p++;
  }
}

/// Whether the character at `s` matches the item from `p` to `end`.
static inline bool fits(hs_matcher *m, place s, place p, place end) {
  if (s >= m->subject_end) return false;
  switch (*p) {
    case '.': return true;
    case '%': return in_class(*s, p[1]);
    case '[':
      m->fuel -= (int)((end - p) / 8);  // a set costs more steps the longer it is
      return in_set(*s, p, end - 1);
    default: return *p == *s;
  }
}

// MARK: Captures

static place open_capture(hs_matcher *m, place s, place p, ptrdiff_t length) {
  if (m->capture_count >= HS_MAXIMUM_CAPTURES) refuse(m, "too many captures", 0);
  m->captures[m->capture_count].start = s;
  m->captures[m->capture_count].length = length;
  m->capture_count++;
  const place end = match(m, s, p);
  if (!end) m->capture_count--;
  return end;
}

static place close_capture(hs_matcher *m, place s, place p) {
  int index = m->capture_count - 1;
  while (index >= 0 && m->captures[index].length != OPEN_CAPTURE) index--;
  if (index < 0) refuse(m, "invalid pattern capture", 0);
  m->captures[index].length = s - m->captures[index].start;
  const place end = match(m, s, p);
  if (!end) m->captures[index].length = OPEN_CAPTURE;
  return end;
}

/// Matches the text of an earlier capture again.
static place match_capture(hs_matcher *m, place s, int digit) {
  const int index = digit - '1';
  if (index < 0 || index >= m->capture_count || m->captures[index].length == OPEN_CAPTURE)
    refuse(m, "invalid capture index %%%d", index + 1);
  const ptrdiff_t length = m->captures[index].length;
  if (length < 0 || m->subject_end - s < length) return NULL;
  hs_spend_bytes(m->L, (size_t)length);
  return memcmp(m->captures[index].start, s, (size_t)length) == 0 ? s + length : NULL;
}

void hs_push_capture(hs_matcher *m, int index, place s, place e) {
  if (index >= m->capture_count) {
    if (index != 0) refuse(m, "invalid capture index %%%d", index + 1);
    lua_pushlstring(m->L, (const char *)s, (size_t)(e - s));
    return;
  }
  const ptrdiff_t length = m->captures[index].length;
  if (length == OPEN_CAPTURE) refuse(m, "unfinished capture", 0);
  if (length == POSITION_CAPTURE) {
    lua_pushinteger(m->L, m->captures[index].start - m->subject + 1);
  } else {
    hs_spend_bytes(m->L, (size_t)length);
    lua_pushlstring(m->L, (const char *)m->captures[index].start, (size_t)length);
  }
}

int hs_push_captures(hs_matcher *m, place s, place e) {
  const int count = m->capture_count == 0 && s ? 1 : m->capture_count;
  luaL_checkstack(m->L, count, "too many captures");
  for (int index = 0; index < count; index++) hs_push_capture(m, index, s, e);
  return count;
}

// MARK: Items that are more than a character

/// `%bxy`, with `p` at the x: from an x to the matching y.
static place match_balance(hs_matcher *m, place s, place p) {
  if (m->pattern_end - p < 2) refuse(m, "malformed pattern (missing arguments to '%%b')", 0);
  if (s >= m->subject_end || *s != p[0]) return NULL;
  int64_t open = 1;
  for (s++; s < m->subject_end; s++) {
    step(m);
    if (*s == p[1]) {
      if (--open == 0) return s + 1;
    } else if (*s == p[0]) {
      open++;
    }
  }
  return NULL;
}

/// `%f[set]`, with `p` at the `[`: whether the set starts at `s`. The text has a zero before and after it.
static bool is_frontier(hs_matcher *m, place s, place p, place end) {
  const int before = s == m->subject ? 0 : s[-1];
  const int here = s < m->subject_end ? *s : 0;
  m->fuel -= (int)((end - p) / 4);
  return !in_set(before, p, end - 1) && in_set(here, p, end - 1);
}

/// `*` and `+`: as many as match, then fewer until the rest of the pattern matches.
static place match_most(hs_matcher *m, place s, place p, place end) {
  place t = s;
  while (fits(m, t, p, end)) {
    step(m);
    t++;
  }
  for (;; t--) {
    const place matched = match(m, t, end + 1);
    if (matched || t == s) return matched;
  }
}

/// `-`: none, then more until the rest of the pattern matches.
static place match_fewest(hs_matcher *m, place s, place p, place end) {
  for (;; s++) {
    const place matched = match(m, s, end + 1);
    if (matched) return matched;
    if (!fits(m, s, p, end)) return NULL;
  }
}

// MARK: The matcher

/// Matches the pattern from `p` at `s`. It recurses where the pattern branches, and loops otherwise.
static place match_rest(hs_matcher *m, place s, place p) {
  while (p != m->pattern_end) {
    step(m);
    switch (*p) {
      case '(':
        if (p + 1 != m->pattern_end && p[1] == ')') return open_capture(m, s, p + 2, POSITION_CAPTURE);
        return open_capture(m, s, p + 1, OPEN_CAPTURE);
      case ')': return close_capture(m, s, p + 1);
      case '$':
        if (p + 1 == m->pattern_end) return s == m->subject_end ? s : NULL;
        break;
      case '%':
        if (p + 1 == m->pattern_end) break;
        if (p[1] == 'b') {
          s = match_balance(m, s, p + 2);
          if (!s) return NULL;
          p += 4;
          continue;
        }
        if (p[1] == 'f') {
          p += 2;
          if (p == m->pattern_end || *p != '[') refuse(m, "missing '[' after '%%f' in pattern", 0);
          const place end = item_end(m, p);
          if (!is_frontier(m, s, p, end)) return NULL;
          p = end;
          continue;
        }
        if (is_digit(p[1])) {
          s = match_capture(m, s, p[1]);
          if (!s) return NULL;
          p += 2;
          continue;
        }
        break;
      default: break;
    }

    const place end = item_end(m, p);
    const int repeat = end < m->pattern_end ? *end : 0;
    if (!fits(m, s, p, end)) {
      if (repeat != '*' && repeat != '?' && repeat != '-') return NULL;
      p = end + 1;
      continue;
    }
    switch (repeat) {
      case '?': {
        const place matched = match(m, s + 1, end + 1);
        if (matched) return matched;
        p = end + 1;
        break;
      }
      case '+': return match_most(m, s + 1, p, end);
      case '*': return match_most(m, s, p, end);
      case '-': return match_fewest(m, s, p, end);
      default:
        s++;
        p = end;
    }
  }
  return s;
}

static place match(hs_matcher *m, place s, place p) {
  if (m->depth == HS_MATCH_DEPTH) refuse(m, "pattern too complex", 0);
  m->depth++;
  const place end = match_rest(m, s, p);
  m->depth--;
  return end;
}

place hs_match_at(hs_matcher *m, place s, place p) {
  m->depth = 0;
  m->capture_count = 0;
  return match(m, s, p);
}

size_t hs_start_position(lua_Integer position, size_t length) {
  if (position > 0) return (size_t)position;
  if (position == 0 || position < -(lua_Integer)length) return 1;
  return length + (size_t)position + 1;
}
