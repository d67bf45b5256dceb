// Declarations shared by the files of the standard library. Private to CLuaSupport.
//
// Every function of the library is either stock (if it is already bounded and deterministic), stock with a charge
// (charge.c), or ours. Each opener takes no arguments and leaves the stack unchanged.

#ifndef HS_LIBRARY_H
#define HS_LIBRARY_H

#include "host.h"

/// The bytes that a plain copy or comparison handles for one unit of the budget.
static constexpr size_t HS_BYTES_PER_UNIT = 16;

/// The values that a function moves on the stack for one unit.
static constexpr int HS_MOVED_PER_UNIT = 8;

/// Pays for `bytes` that are copied, compared or scanned.
static inline void hs_spend_bytes(lua_State *L, size_t bytes) {
  hs_spend(L, (int64_t)(bytes / HS_BYTES_PER_UNIT) + 1);
}

// MARK: charge.c

/// A stock function with a charge for the length of its string arguments.
int hs_charged_by_arguments(lua_State *L);
/// A stock function with a charge for the number and length of its results.
int hs_charged_by_results(lua_State *L);
/// A stock function with a charge for the number of its arguments, and for the number and length of its results.
int hs_charged_by_both(lua_State *L);
/// A stock function with a charge for the number of its results.
int hs_charged_by_count(lua_State *L);
/// Replaces the function `name` of the table on top by `charge`, which keeps it as its first upvalue.
void hs_charge(lua_State *L, const char *name, lua_CFunction charge);
/// Calls the stock function of a charge in the frame of the charge: same arguments, same error messages.
static inline int hs_call_stock(lua_State *L) {
  return lua_tocfunction(L, lua_upvalueindex(1))(L);
}

// MARK: order.c

/// pairs and next, for base_library.c.
int hs_pairs(lua_State *L);
int hs_next(lua_State *L);
/// Reports something that is not deterministic, or not as in Lua; each text once.
void hs_note(lua_State *L, const char *text);

// MARK: string_metatables.c

/// The size of the mark after a chunk's name: a zero, and the number of the string library in two digits.
static constexpr size_t HS_STRING_LIBRARY_MARK = 3;
void hs_write_string_library_mark(char *to, int string_library);
/// Returns the string library of the running code, 0 for the script's.
int hs_current_string_library(lua_State *L);
/// Returns the string library of the Lua function on top of the stack.
int hs_string_library_of_function(lua_State *L);
/// Pushes the metatable of strings for the running code; returns false, and pushes nothing, if there is only one.
bool hs_push_string_metatable(lua_State *L);

// MARK: metatables.c

int hs_getmetatable(lua_State *L);
int hs_setmetatable(lua_State *L);

// MARK: collector.c

int hs_collectgarbage(lua_State *L);

// MARK: Openers

void hs_open_base(lua_State *L);
void hs_open_coroutine(lua_State *L);
void hs_open_string(lua_State *L);
void hs_open_table(lua_State *L);
void hs_open_math(lua_State *L);
void hs_open_os(lua_State *L);
void hs_open_utf8(lua_State *L);

/// The bytes of a dump before the first function: the header, and the number of upvalues.
static constexpr size_t HS_BEFORE_CHUNK = 32;

/// Pushes a userdata with the dump of the function on top of the stack, and returns its bytes (chunk_strings.c).
char *hs_push_dump(lua_State *L, bool is_stripped, size_t *size);

/// Reads a length in the format of dumps. Returns the position after it, or NULL if there is none.
const char *hs_read_length(const char *from, const char *end, size_t *length);

/// Refuses the function on top of the stack if Lua has miscompiled it (code_check.c). Returns a status; an error
/// replaces the function.
int hs_check_code(lua_State *L);

/// load, for base_library.c.
int hs_load(lua_State *L);
/// Compiles the text of a file and pushes the function, or the message. Returns a Lua status.
int hs_load_file(lua_State *L, const char *text, size_t length, const char *name);
/// string.format, for string_library.c; its upvalue is the stock function.
int hs_format(lua_State *L);
/// table.sort, for table_library.c.
int hs_table_sort(lua_State *L);
/// The pattern functions, for string_library.c.
int hs_find(lua_State *L);
int hs_match(lua_State *L);
int hs_gmatch(lua_State *L);
int hs_gsub(lua_State *L);

/// Raises Lua's error unless the argument is a table, or has a metatable with the required events.
enum { HS_READS = 1, HS_WRITES = 2, HS_MEASURES = 4 };
void hs_check_table(lua_State *L, int index, int uses);

#endif
