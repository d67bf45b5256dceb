// Checks compiled code. In a function with more than 255 constants, Lua 5.4.4 may load the number of `123456 | (a or
// b)` into a register in code that a jump skips. The operand is then a leftover of an earlier call, perhaps of the
// host. A function with such code is refused. Instructions have their names in Lua's lopcodes.h.

#include <stdint.h>
#include <string.h>

#include "library.h"

/// The number of constants that the operands of instructions can address.
static constexpr size_t NAMED_CONSTANTS = 255;

enum {
  LOADI = 1, LOADK = 3, LOADKX = 4, LFALSESKIP = 6, LOADTRUE = 7, LOADNIL = 8,
  BAND = 41, BXOR = 43, JMP = 56, TEST = 66, TESTSET = 67, EXTRAARG = 82,
};

/// The distance from the load of the number to its use: a move, a jump, `false`, `true`, and extra arguments of both
/// loads.
static constexpr size_t NEAR = 7;

static unsigned operation(uint32_t code) { return code & 0x7f; }
static unsigned register_a(uint32_t code) { return code >> 7 & 0xff; }
static unsigned register_b(uint32_t code) { return code >> 16 & 0xff; }

/// A dump being read.
typedef struct dump {
  const char *at, *end;
  bool is_damaged;
  /// The first line of the miscompiled function in its file; 0 if none was found.
  size_t wrong_line;
  /// The number of local variables examined.
  size_t work;
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

/// The code of a function, and the part of its dump with the names of local variables.
typedef struct body {
  const char *code;
  size_t length;
  dump locals;
  size_t local_count;
  /// The number of local variables examined.
  size_t work;
} body;

/// Whether a register holds a local variable at an instruction: the n-th variable has the n-th register.
static bool is_local(body *of, unsigned place, size_t index) {
  dump from = of->locals;
  for (size_t left = of->local_count; left > 0; left--, of->work++) {
    skip_string(&from);
    const size_t first = read_number(&from);
    const size_t end = read_number(&from);
    if (first <= index && index < end && place-- == 0) return true;
  }
  return false;
}

/// Returns where the number, the first operand of an operation, is loaded; `use` if it is not loaded just before it.
static size_t place_of_number(const body *of, size_t use) {
  const uint32_t word = instruction(of->code, use);
  if (operation(word) < BAND || operation(word) > BXOR) return use;
  for (size_t number = use; number-- > 0 && use - number <= NEAR;) {
    const uint32_t load = instruction(of->code, number);
    const unsigned name = operation(load);
    if (name >= LOADI && name <= LOADKX && register_a(load) == register_b(word)) return number;
    if (name > LOADNIL && name != JMP && name != EXTRAARG) return use;
  }
  return use;
}

/// Whether a jump to `target` leaves a register without a value: neither the jump's test sets it, nor the `true` or
/// `false` it leads to.
static bool leaves_empty(const body *of, size_t jump, size_t target, unsigned place) {
  const uint32_t next = instruction(of->code, target);
  if (operation(next) == LFALSESKIP || operation(next) == LOADTRUE) return register_a(next) != place;
  const uint32_t test = instruction(of->code, jump - 1);
  return (operation(test) != TEST && operation(test) != TESTSET) || register_a(test) != place;
}

/// Whether a jump skips the load of an operation's number and leaves its register without a value. The register of a
/// local variable has one.
static bool is_wrong(body *of) {
  for (size_t jump = 1; jump < of->length; jump++) {
    const uint32_t word = instruction(of->code, jump);
    const int64_t target = (int64_t)jump + 1 + (int64_t)(word >> 7) - 0xffffff;
    if (operation(word) != JMP || target <= (int64_t)jump + 1) continue;
    for (size_t use = (size_t)target; use < of->length && use <= (size_t)target + NEAR; use++) {
      const size_t number = place_of_number(of, use);
      if (number <= jump || number >= (size_t)target) continue;
      const unsigned place = register_b(instruction(of->code, use));
      if (leaves_empty(of, jump, (size_t)target, place) && !is_local(of, place, number)) return true;
    }
  }
  return false;
}

/// Reads a function and its nested functions; the compiler limits their depth.
static void check_function(dump *from) {
  skip_string(from);
  const size_t line = read_number(from);
  read_number(from);
  skip(from, 3);
  body read = {.length = read_number(from)};
  read.code = from->at;
  skip(from, read.length * sizeof(uint32_t));
  const size_t constants = read_number(from);
  for (size_t left = constants; left > 0 && !from->is_damaged; left--) skip_constant(from);
  skip(from, 3 * read_number(from));
  for (size_t left = read_number(from); left > 0 && !from->is_damaged; left--) check_function(from);
  skip(from, read_number(from));
  for (size_t left = read_number(from); left > 0 && !from->is_damaged; left--) {
    read_number(from);
    read_number(from);
  }
  read.local_count = read_number(from);
  read.locals = *from;
  for (size_t left = read.local_count; left > 0 && !from->is_damaged; left--) {
    skip_string(from);
    read_number(from);
    read_number(from);
  }
  for (size_t left = read_number(from); left > 0 && !from->is_damaged; left--) skip_string(from);
  if (from->is_damaged) return;
  if (constants > NAMED_CONSTANTS && from->wrong_line == 0 && is_wrong(&read)) from->wrong_line = line > 0 ? line : 1;
  from->work += read.work;
}

/// Checks the function on top of the stack.
static dump check_dump(lua_State *L, bool is_stripped) {
  size_t size;
  const char *bytes = hs_push_dump(L, is_stripped, &size);
  hs_spend_bytes(L, size);
  dump all = {.at = bytes, .end = bytes + size};
  skip(&all, HS_BEFORE_CHUNK);
  check_function(&all);
  hs_spend_bytes(L, all.work);
  return all;
}

int hs_check_code(lua_State *L) {
  const int function = lua_gettop(L);
  // Most functions pass this check. For others, the names of local variables decide.
  dump all = check_dump(L, true);
  lua_settop(L, function);
  if (!all.is_damaged && all.wrong_line > 0) {
    all = check_dump(L, false);
    lua_settop(L, function);
  }
  const bool is_unknown = all.is_damaged || all.at != all.end;
  if (!is_unknown && all.wrong_line == 0) return LUA_OK;
  lua_Debug about;
  lua_getinfo(L, ">S", &about);
  if (is_unknown)
    lua_pushliteral(L, "this Lua writes chunks in another format");
  else
    lua_pushfstring(
        L, "%s:%d: a function has more than 255 constants, and Lua would compile a bitwise operation in it wrongly: put "
           "the number into a local variable first", about.short_src, (int)all.wrong_line);
  return LUA_ERRSYNTAX;
}
