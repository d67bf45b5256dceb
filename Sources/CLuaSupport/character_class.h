// Character classes and sets of Lua patterns, for string_pattern.c. Private to CLuaSupport.

#ifndef HS_CHARACTER_CLASS_H
#define HS_CHARACTER_CLASS_H

typedef const unsigned char *place;

// The classes of the "C" locale, regardless of the locale of the process.

static inline bool is_lower(int c) { return c >= 'a' && c <= 'z'; }
static inline bool is_upper(int c) { return c >= 'A' && c <= 'Z'; }
static inline bool is_digit(int c) { return c >= '0' && c <= '9'; }
static inline bool is_letter(int c) { return is_lower(c | 0x20) && c < 0x80; }
static inline bool is_visible(int c) { return c > 0x20 && c < 0x7f; }

/// Whether `c` is in the class of the letter after `%`; any other character matches itself.
static inline bool in_class(int c, int letter) {
  bool found;
  switch (letter | 0x20) {
    case 'a': found = is_letter(c); break;
    case 'c': found = c < 0x20 || c == 0x7f; break;
    case 'd': found = is_digit(c); break;
    case 'g': found = is_visible(c); break;
    case 'l': found = is_lower(c); break;
    case 'p': found = is_visible(c) && !is_letter(c) && !is_digit(c); break;
    case 's': found = c == ' ' || (c >= '\t' && c <= '\r'); break;
    case 'u': found = is_upper(c); break;
    case 'w': found = is_letter(c) || is_digit(c); break;
    case 'x': found = is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); break;
    case 'z': found = c == 0; break;
    default: return c == letter;
  }
  if (!is_letter(letter)) return c == letter;
  return is_upper(letter) ? !found : found;
}

/// Whether `c` is in the set from `[` at `p` to `]` at `last`.
static inline bool in_set(int c, place p, place last) {
  bool wanted = true;
  p++;
  if (*p == '^') {
    wanted = false;
    p++;
  }
  while (p < last) {
    if (*p == '%') {
      if (in_class(c, p[1])) return wanted;
      p += 2;
    } else if (p[1] == '-' && p + 2 < last) {
      if (*p <= c && c <= p[2]) return wanted;
      p += 3;
    } else {
      if (*p == c) return wanted;
      p++;
    }
  }
  return !wanted;
}

#endif
