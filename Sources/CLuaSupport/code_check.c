// A check of what Lua has compiled. Lua 5.4.4 may put the number of `123456 | (a or b)` into a register in code that a jump
// skips, where a function has more than 255 constants. The operand is then what an earlier call left there, which may be
// the host's. A function with such code is refused. The names of instructions are those of Lua's lopcodes.h.

#include <stdint.h>
#include <string.h>

#include "library.h"

/// Constants that operands of instructions can name.
static constexpr size_t NAMED_CONSTANTS = 255;

enum { LOADI = 1, LOADK = 3, LOADKX = 4, BAND = 41, BXOR = 43, JMP = 56 };

/// Instructions that lie between the number and its use at most: those that give the other operand its value.
static constexpr size_t NEAR = 16;

static unsigned operation(uint32_t code) { return code & 0x7f; }
static unsigned register_a(uint32_t code) { return code >> 7 & 0xff; }
static unsigned register_b(uint32_t code) { return code >> 16 & 0xff; }

/// A dump that is read.
typedef struct dump {
  const char *at, *end;
  bool is_damaged;
  /// Where the wrong function begins in its file; 0 while none was found.
  size_t wrong_line;
} dump;

static void skip(dump *from, size_t count) {
  if ((size_t)(from->end - from->at) >= count) {
    from->at += count;
  } else {
    from->at = from->end;
    from->is_damaged = true;
  }
}

static size_t read_number(dump *from) {
  size_t number;
  const char *next = hs_read_length(from->at, from->end, &number);
  if (next == NULL) skip(from, SIZE_MAX);
  else from->at = next;
  return from->is_damaged ? 0 : number;
}

static void skip_string(dump *from) {
  const size_t size = read_number(from);
  if (size > 0) skip(from, size - 1);
}

static void skip_constant(dump *from) {
  const char *type = from->at;
  skip(from, 1);
  if (from->is_damaged) return;
  switch (*type) {
    case 0x03:
    case 0x13:
      return skip(from, 8);
    case 0x04:
    case 0x14:
      return skip_string(from);
    default:
      return;
  }
}

static uint32_t instruction(const char *code, size_t index) {
  uint32_t result;
  memcpy(&result, code + index * sizeof result, sizeof result);
  return result;
}

/// Where the number of an operation is loaded, which is its first operand; `use` where it is not loaded near.
static size_t place_of_number(const char *code, size_t use) {
  const uint32_t word = instruction(code, use);
  if (operation(word) < BAND || operation(word) > BXOR) return use;
  for (size_t number = use; number-- > 0 && use - number <= NEAR;) {
    const uint32_t load = instruction(code, number);
    const unsigned name = operation(load);
    if ((name == LOADI || name == LOADK || name == LOADKX) && register_a(load) == register_b(word)) return number;
  }
  return use;
}

/// Whether a jump over the number of an operation leaves its register without a value: neither the instruction before the
/// jump nor the one to which it leads gives it one.
static bool is_wrong(const char *code, size_t count) {
  for (size_t jump = 1; jump < count; jump++) {
    const uint32_t word = instruction(code, jump);
    const int64_t target = (int64_t)jump + 1 + (int64_t)(word >> 7) - 0xffffff;
    if (operation(word) != JMP || target <= (int64_t)jump + 1) continue;
    for (size_t use = (size_t)target; use < count && use <= (size_t)target + NEAR; use++) {
      const size_t number = place_of_number(code, use);
      if (number <= jump || number >= (size_t)target) continue;
      const unsigned place = register_b(instruction(code, use));
      if (register_a(instruction(code, jump - 1)) == place) continue;
      if ((size_t)target < use && register_a(instruction(code, (size_t)target)) == place) continue;
      return true;
    }
  }
  return false;
}

/// Reads a function and those in it; the compiler bounds how deep they are nested.
static void check_function(dump *from) {
  skip_string(from);
  const size_t line = read_number(from);
  read_number(from);
  skip(from, 3);
  const size_t length = read_number(from);
  const char *code = from->at;
  skip(from, length * sizeof(uint32_t));
  const size_t constants = read_number(from);
  for (size_t left = constants; left > 0 && !from->is_damaged; left--) skip_constant(from);
  if (from->is_damaged) return;
  if (constants > NAMED_CONSTANTS && from->wrong_line == 0 && is_wrong(code, length)) from->wrong_line = line > 0 ? line : 1;
  skip(from, 3 * read_number(from));
  for (size_t left = read_number(from); left > 0 && !from->is_damaged; left--) check_function(from);
  skip(from, read_number(from));
  for (size_t left = read_number(from); left > 0 && !from->is_damaged; left--) {
    read_number(from);
    read_number(from);
  }
  for (size_t left = read_number(from); left > 0 && !from->is_damaged; left--) {
    skip_string(from);
    read_number(from);
    read_number(from);
  }
  for (size_t left = read_number(from); left > 0 && !from->is_damaged; left--) skip_string(from);
}

int hs_check_code(lua_State *L) {
  const int function = lua_gettop(L);
  size_t size;
  const char *bytes = hs_push_dump(L, true, &size);
  hs_spend_bytes(L, size);
  dump all = {.at = bytes, .end = bytes + size};
  skip(&all, HS_BEFORE_CHUNK);
  check_function(&all);
  const bool is_unknown = all.is_damaged || all.at != all.end;
  lua_settop(L, function);
  if (!is_unknown && all.wrong_line == 0) return LUA_OK;
  lua_Debug about;
  lua_getinfo(L, ">S", &about);
  if (is_unknown)
    lua_pushliteral(L, "this Lua writes chunks in another form");
  else
    lua_pushfstring(
        L, "%s:%d: a function has more than 255 constants, and Lua would compile a bitwise operation of it wrongly: put "
           "its number into a local variable first", about.short_src, (int)all.wrong_line);
  return LUA_ERRSYNTAX;
}
