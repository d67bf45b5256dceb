// UTF-8 and wide characters, independent of the locale: the terminal uses UTF-8, whatever the environment says.

#include "internal.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { REPLACEMENT = 0xFFFD };

int cel_sequence_length(unsigned char first) {
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return 2;
  if (first >= 0xE0 && first <= 0xEF) return 3;
  if (first >= 0xF0 && first <= 0xF4) return 4;
  return 0;
}

wchar_t cel_decode(const unsigned char *bytes, int length) {
  static const unsigned char first_mask[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  uint32_t scalar = bytes[0] & first_mask[length];
  for (int i = 1; i < length; i++) scalar = scalar << 6 | (bytes[i] & 0x3F);
  if (scalar < smallest[length] || scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) return REPLACEMENT;
  return (wchar_t)scalar;
}

wchar_t *cel_widen(const char *text, size_t length, size_t *count) {
  if (length >= SIZE_MAX / sizeof(wchar_t)) return NULL;
  wchar_t *wide = malloc((length + 1) * sizeof(wchar_t));
  if (!wide) return NULL;
  const unsigned char *bytes = (const unsigned char *)text;
  size_t used = 0;
  for (size_t at = 0; at < length;) {
    int size = cel_sequence_length(bytes[at]);
    bool whole = size > 0 && (size_t)size <= length - at;
    for (int i = 1; whole && i < size; i++) whole = (bytes[at + (size_t)i] & 0xC0) == 0x80;
    wide[used++] = whole ? cel_decode(bytes + at, size) : REPLACEMENT;
    at += whole ? (size_t)size : 1;
  }
  wide[used] = L'\0';
  if (count) *count = used;
  return wide;
}

char *cel_narrow(const wchar_t *text, size_t count, size_t *length) {
  if (count >= SIZE_MAX / 4) return NULL;
  char *narrow = malloc(count * 4 + 1);
  if (!narrow) return NULL;
  char *out = narrow;
  for (size_t i = 0; i < count; i++) {
    uint32_t scalar = (uint32_t)text[i];
    if (scalar > 0x10FFFF || (scalar >= 0xD800 && scalar <= 0xDFFF)) scalar = REPLACEMENT;
    if (scalar < 0x80) {
      *out++ = (char)scalar;
    } else if (scalar < 0x800) {
      *out++ = (char)(0xC0 | scalar >> 6);
      *out++ = (char)(0x80 | (scalar & 0x3F));
    } else if (scalar < 0x10000) {
      *out++ = (char)(0xE0 | scalar >> 12);
      *out++ = (char)(0x80 | (scalar >> 6 & 0x3F));
      *out++ = (char)(0x80 | (scalar & 0x3F));
    } else {
      *out++ = (char)(0xF0 | scalar >> 18);
      *out++ = (char)(0x80 | (scalar >> 12 & 0x3F));
      *out++ = (char)(0x80 | (scalar >> 6 & 0x3F));
      *out++ = (char)(0x80 | (scalar & 0x3F));
    }
  }
  *length = (size_t)(out - narrow);
  return narrow;
}
