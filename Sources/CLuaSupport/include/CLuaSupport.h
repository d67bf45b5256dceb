// CLuaSupport: the only code of the project that may raise a Lua error.
//
// A Lua error is a longjmp. Over a Swift frame it would leak and corrupt, so every function of Lua's API that can
// raise is called from here, in C frames that hold nothing to lose, and Swift sees results instead of jumps.
// The rules are written down in the Safety article of LuaEngine; this header is the whole door.

#ifndef CLUASUPPORT_H
#define CLUASUPPORT_H

#include <stddef.h>
#include <stdint.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: The host of a state

/// Why a script was stopped. A stop is sticky: it is raised again until the host takes it back.
typedef enum hs_stop_reason {
  HS_STOP_NONE = 0,
  /// The instruction budget is used up.
  HS_STOP_BUDGET = 1,
  /// Ctrl-C.
  HS_STOP_INTERRUPT = 2,
  /// The wall-clock deadline of the watchdog passed while the script still answered.
  HS_STOP_DEADLINE = 3,
} hs_stop_reason;

/// What Swift lends to a state. Every function gets `context` back. None of them may raise or call into Lua,
/// but for `invoke`, `index` and `resolve`, which may call the hs_ functions that are marked as safe for Swift.
typedef struct hs_callbacks {
  void *context;
  /// Runs a Swift function: `instance` is the object that hs_push_function was given. Results lie on top of the
  /// stack; their count is returned, or -1 after hs_fail.
  int (*invoke)(lua_State *L, void *instance);
  /// Releases an object that Lua's collector no longer reaches. Runs at any allocation: it must not touch Lua.
  void (*release)(void *instance);
  /// Text that the script prints (without a line end).
  void (*print)(void *context, const char *text, size_t length);
  /// The virtual clock, in milliseconds since 1970.
  int64_t (*clock)(void *context);
  /// Something in the script depends on what is not deterministic, in words.
  void (*note)(void *context, const char *text);
} hs_callbacks;

#ifdef __cplusplus
}
#endif

#endif
