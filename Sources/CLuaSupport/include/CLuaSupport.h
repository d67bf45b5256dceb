// CLuaSupport: the only code of the project that may raise a Lua error.
//
// A Lua error is a longjmp. Over a Swift frame it would leak and corrupt, so every function of Lua's API that can raise
// is called from here, in C frames that own nothing, and Swift gets results instead of jumps. The Safety article of
// LuaEngine has the rules; this header has all functions.

#ifndef CLUASUPPORT_H
#define CLUASUPPORT_H

#include <CProcess.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#ifdef __cplusplus
extern "C" {
#endif

// MARK: The host of a state

/// Why a script was stopped. A stop is sticky: it is raised again until the host clears it.
typedef enum hs_stop_reason {
  HS_STOP_NONE = 0,
  /// The instruction budget is used up.
  HS_STOP_BUDGET = 1,
  /// Ctrl-C.
  HS_STOP_INTERRUPT = 2,
  /// The watchdog's deadline passed, but the script still responded.
  HS_STOP_DEADLINE = 3,
} hs_stop_reason;

/// The content of every full userdata of a state: scripts never get one that another library made.
typedef struct hs_object {
  void *instance;
  const void *type;
  /// The place where the state records that it owns the instance.
  size_t place;
  /// The number of its anchor, or 0.
  int anchor;
} hs_object;

/// A Swift function that Lua calls for `subject`. `receiver` is the first value of the stack if that is an object, else
/// NULL. Returns the number of results on top of the stack, or -1 after hs_fail.
typedef int (*hs_body)(lua_State *L, void *subject, const hs_object *receiver);

/// Swift's callbacks for a state. None of them may raise. Those with a parameter `L` run while the ceiling is lifted,
/// with at least 20 free stack slots, and may call the functions of this header and Lua's functions marked `-` and `m`.
typedef struct hs_callbacks {
  /// Passed to `print`, `clock` and `note`; `hs_context` returns it.
  void *context;
  /// Runs a Swift function: `subject` is the object passed to hs_push_function; the arguments are the whole stack.
  hs_body invoke;
  /// Reads a member of an object of the type `subject` (stack: object, key) that is not in its table of members yet.
  /// For a type without properties, the first value is not an object.
  hs_body index;
  /// Assigns a member of an object of the type `subject` (stack: object, key, value) that has no setter in its table
  /// yet.
  hs_body newindex;
  /// Fails for a function or an object of the type `subject` that is used after its instance was released; returns -1.
  hs_body refuse_freed;
  /// Releases an object that Lua's collector no longer reaches. Runs at any allocation, so it must not use Lua.
  void (*release)(void *instance);
  /// Prints a line of the script (without the line end).
  void (*print)(void *context, const char *text, size_t length);
  /// Writes text of the script, with its own line ends.
  void (*write)(void *context, const char *text, size_t length);
  /// Returns the time of the virtual clock, in milliseconds since 1970.
  int64_t (*clock)(void *context);
  /// Reports that the script depends on something that is not deterministic.
  void (*note)(void *context, const char *text);
} hs_callbacks;

/// Creates a state with the deterministic library and without a ceiling; NULL if there is no memory.
lua_State *hs_new(const hs_callbacks *callbacks, uint64_t seed);
/// Closes the state: every object and function that Swift gave to it is released.
void hs_close(lua_State *L);
/// Returns the `context` of the callbacks.
void *hs_context(lua_State *L);
void hs_set_context(lua_State *L, void *context);
/// Makes os.clock count from the current time of the virtual clock.
void hs_start_clock(lua_State *L);
/// Returns the running thread: the state or one of its coroutines. Host code uses the stack of this thread.
lua_State *hs_running(lua_State *L);
/// LUA_REGISTRYINDEX, which Swift cannot use as a macro.
static const int hs_registry_index = LUA_REGISTRYINDEX;

// MARK: Limits

/// Sets the memory ceiling in bytes for the allocations of scripts from now on. The whole process may grow by this and
/// by `headroom`.
void hs_set_ceiling(lua_State *L, size_t bytes, size_t headroom);
/// Returns the bytes in use.
size_t hs_memory_in_use(lua_State *L);
/// Returns the bytes that the process has allocated; 0 if the system does not provide it.
size_t hs_process_memory(void);
/// Gives the next entry into Lua a budget and clears a stop; clears an earlier Ctrl-C only if asked to.
void hs_arm(lua_State *L, int64_t budget, bool takes_back_interrupt);
/// hs_arm for a new state: neither an earlier Ctrl-C nor a deadline is cleared.
void hs_arm_first(lua_State *L, int64_t budget);
/// Returns the rest of the budget; negative if it is used up.
int64_t hs_budget_left(lua_State *L);
/// Sets the rest of the budget; unlike hs_arm it clears nothing.
void hs_set_budget(lua_State *L, int64_t budget);

/// The state of math.random.
typedef struct hs_random {
  uint64_t words[4];
} hs_random;
/// Returns false, and writes nothing, if there is no such state.
bool hs_get_random(lua_State *L, hs_random *random);
void hs_set_random(lua_State *L, const hs_random *random);
/// Returns why the script was stopped, and where ("file:line", empty if unknown).
hs_stop_reason hs_stop(lua_State *L);
const char *hs_stop_place(lua_State *L);
/// Charges the script for Swift's work; returns true if the script is stopped.
bool hs_pay(lua_State *L, int64_t units);

/// The part of the budget for one piece of code, between hs_begin_allowance and hs_end_allowance.
typedef struct hs_allowance {
  lua_State *thread;
  int64_t before, granted;
  bool was_stopped, was_poisoned;
} hs_allowance;

/// Limits the following code to `units` of the budget. Code that needs more is stopped, as at the end of the budget.
/// Until hs_end_allowance, Lua frames may be left or entered only by protected calls.
hs_allowance hs_begin_allowance(lua_State *L, int64_t units);
/// Ends the allowance and charges the units used. Returns true if the allowance was used up and the budget was not: the
/// stop is cleared, and the caller continues.
bool hs_end_allowance(lua_State *L, const hs_allowance *allowance);

/// Reports `bytes` that Swift keeps for objects of the state, which the collector cannot see; it collects after many of
/// them.
void hs_weigh(lua_State *L, size_t bytes);
/// Collects, between two pieces of work, if there is much garbage. After the first call, the collector runs within a
/// piece of work only if memory is short or a script requests it: the moment would depend on addresses, and
/// hs_fingerprint sees garbage that still keeps values of an anchor.
void hs_collect_between(lua_State *L);

// MARK: Lack of memory, for tests

/// Counts the allocations of scripts from now on, and refuses the one with this number (1 is the next one, 0 none) and
/// its retry after Lua's collection; with `for_good`, all later ones, too.
void hs_refuse_allocation(lua_State *L, int64_t number, bool for_good);
/// Ends the counting and refusing.
void hs_refuse_nothing(lua_State *L);
/// Returns the number of allocations counted.
int64_t hs_counted_allocations(lua_State *L);

// MARK: Entering Lua (protected)

/// Calls the function below `argumentCount` arguments, which are popped. Returns a Lua status; on failure the error
/// value is on the stack, and hs_traceback returns where. `resultCount` may be LUA_MULTRET.
int hs_call(lua_State *L, int argumentCount, int resultCount);
/// Compiles text (never a binary chunk) and pushes the function, or the message. Returns a Lua status. The budget and
/// the ceiling apply, as for a script that calls `load`. The line numbers start after `lines_before` line breaks.
int hs_compile(lua_State *L, const char *text, size_t length, size_t lines_before, const char *chunkName);
/// Compiles the host's own text, or the result of hs_dump in this process; nothing else may be passed. Costs the script
/// nothing.
int hs_compile_own(lua_State *L, const char *bytes, size_t length, const char *chunkName);
/// Writes the function on top of the stack as a binary chunk; the writer returns 0 to continue.
int hs_dump(lua_State *L, lua_Writer writer, void *data);
/// `container[key]` with metamethods: pops the key, pushes value or error. Returns a Lua status.
int hs_get(lua_State *L, int container);
/// Pushes the result of tostring, with metamethods, or the error. Returns a Lua status.
int hs_describe(lua_State *L, int index);
/// Returns the Lua stack of the last failure of hs_call, one `file:line: in …` per line; empty if there is none.
const char *hs_traceback(lua_State *L);

// MARK: String libraries

// The code of each plugin has its own strings: another `s:upper()` than the script's. See string_metatables.c.

/// Creates a string library with the methods of the table on top of the stack (popped). Returns its number, from 1 on;
/// 0, the script's, if there are too many.
int hs_new_string_library(lua_State *L);
/// Pushes a separate `warn`: its "@off" does not affect the others.
void hs_push_warn(lua_State *L);
/// Makes the newly compiled chunk on top of the stack, with all functions in it, code of a string library. Returns a
/// Lua status; on failure the message is on top.
int hs_mark_chunk(lua_State *L, int string_library);

// MARK: Helpers that never raise

/// Makes errors keep the local variables of the scripts that raise them.
void hs_watch_locals(lua_State *L);
/// Clears the kept variables.
void hs_forget_locals(lua_State *L);
/// Pushes a table of the values by name, or nil if they are not watched.
void hs_push_locals(lua_State *L);

/// Removes `count` values (lua_pop may close variables, which host frames never have).
void hs_pop(lua_State *L, int count);
/// Returns the value at `index` as text without conversion: NULL unless it is a string.
const char *hs_string(lua_State *L, int index, size_t *length);
/// Raw traversal of a table: like lua_next, but returns 0 instead of raising for an unknown key.
int hs_next_raw(lua_State *L, int table);
/// Writes "file:line" of the Lua function at `level` into `buffer`; returns false if there is none.
bool hs_where(lua_State *L, int level, char *buffer, size_t size);
/// Writes "file:line" of the first line of a Lua function; returns false for a C function and any other value.
bool hs_function_place(lua_State *L, int index, char *buffer, size_t size);
/// Returns the name of the first parameter of a Lua function; NULL if it has none, and for any other value.
const char *hs_first_parameter(lua_State *L, int index);
/// Pushes the table at `key` in the registry, created on first use, with `mode` as its __mode unless NULL.
void hs_registry_table(lua_State *L, const void *key, const char *mode);

/// Gives the globals the metatable below the top of the stack, hidden from scripts until they set another one. Before
/// that, the function on top is called, which sets the globals that the metatable provided. Pops both.
void hs_guard_globals(lua_State *L);
/// Pushes two functions for the host: one returns the metatable of a table if a script has set one; the other restores
/// the result of the first. Neither respects `__metatable`.
void hs_push_metatable_access(lua_State *L);

// MARK: Libraries opened on first use

/// Stack before: a function that takes a path and returns the text of a file, or nil and the reason; and a searcher for
/// the host's modules. After: `package`, `require`, `loadfile`, `dofile`, with dofile on top.
void hs_open_package(lua_State *L);
/// Pushes the table `debug`: names and lines only.
void hs_open_debug(lua_State *L);
/// Pushes the table of the results of os.getenv.
void hs_push_environment(lua_State *L);
/// Takes the function that reads files, as hs_open_package does, and pushes the table `io`.
void hs_open_io(lua_State *L);

// MARK: Functions and objects that Swift owns

/// Pushes a function that runs `invoke` with `instance`; takes over one retain count.
void hs_push_function(lua_State *L, void *instance);
/// Pushes the existing object for `instance` in this state; returns false if there is none.
bool hs_push_known_object(lua_State *L, void *instance);
/// Pushes a new object of `type` for `instance` and takes over one retain count. `anchor` lives at least as long as the
/// object; 0 is none, HS_NEW_ANCHOR makes one. `weight` is for hs_weigh. Returns the anchor's number.
int hs_push_object(lua_State *L, void *instance, void *type, int anchor, size_t weight);
#define HS_NEW_ANCHOR (-1)

/// Closes a handle of `io`. It is also the type of open handles, which hold no Swift instance; closed ones have none.
int hs_close_file(lua_State *L);
static inline bool hs_is_type_of_file(const void *type) {
  return type == NULL || type == (const void *)hs_close_file;
}
/// Returns the instance of the object at `index`, or NULL if it is not an object of `type`; NULL accepts any type.
static inline void *hs_instance(lua_State *L, int index, const void *type) {
  const hs_object *object = (const hs_object *)lua_touserdata(L, index);
  return object != NULL && (type == NULL ? !hs_is_type_of_file(object->type) : object->type == type) ? object->instance : NULL;
}
/// Returns the type of the object at `index`, or NULL if it is not an object.
static inline const void *hs_type(lua_State *L, int index) {
  const hs_object *object = (const hs_object *)lua_touserdata(L, index);
  return object != NULL ? object->type : NULL;
}
/// Whether the instance of the object or failure at `index` was released. A script can still get it: a key of a weak
/// table stays until the next collection.
static inline bool hs_is_freed(lua_State *L, int index) {
  const hs_object *object = (const hs_object *)lua_touserdata(L, index);
  return object != NULL && object->instance == NULL;
}
/// Whether the userdata at `index` is a handle of `io`.
static inline bool hs_is_file(lua_State *L, int index) {
  const hs_object *object = (const hs_object *)lua_touserdata(L, index);
  return object != NULL && hs_is_type_of_file(object->type);
}
/// The pseudo type of functions.
extern const char hs_function_type;
static inline void *hs_function_tag(void) { return (void *)&hs_function_type; }
/// Adds the function on top of the stack (popped) to the members of `type`.
void hs_cache_method(lua_State *L, const void *type, const char *name, size_t length);
/// Adds a property: reading it runs `getter` (one retain count is taken over).
void hs_cache_getter(lua_State *L, const void *type, const char *name, size_t length, void *getter);
/// Adds a setter: assigning runs it with object, key, value.
void hs_cache_setter(lua_State *L, const void *type, const char *name, size_t length, void *setter);
/// Creates the metatable of `type` on first use. `name` is its name in messages. A type with `has_methods_only` is
/// fastest: Lua finds known methods without a call.
void hs_declare_type(lua_State *L, void *type, const char *name, bool has_methods_only);
/// Whether hs_declare_type was called for the type.
bool hs_is_declared(lua_State *L, const void *type);
/// Pushes the metatable of `type`, for events other than reading and assigning.
void hs_push_metatable(lua_State *L, const void *type);

// MARK: Failures

/// Pushes a carrier with `error` (one retain count is taken over) and returns -1. The carrier was created before Swift
/// ran, so that a lack of memory cannot lose the failure. Call it once per call from Lua.
int hs_fail(lua_State *L, void *error);
/// Re-raises the value on top of the stack from a Swift function.
int hs_rethrow(lua_State *L);
/// Returns the error in the carrier at `index`, or NULL if the value is not a carrier.
void *hs_failure(lua_State *L, int index);
/// The pseudo type of carriers: reading a member of one calls `index` with it.
extern const char hs_failure_type;
static inline void *hs_failure_tag(void) { return (void *)&hs_failure_type; }

// MARK: Anchors

// An anchor is a table in which Swift keeps the Lua values of a group of objects. It lives as long as one of these
// objects, so that Lua's collector sees cycles through Swift.

/// Stores the value on top of the stack (popped); returns its slot, or 0 if the anchor no longer exists.
int hs_anchor_store(lua_State *L, int anchor);
/// Pushes the value in a slot; returns false (and pushes nothing) if it no longer exists.
bool hs_anchor_push(lua_State *L, int anchor, int slot);
/// Frees a slot.
void hs_anchor_free(lua_State *L, int anchor, int slot);
/// Pushes the table of an anchor; returns false (and pushes nothing) if it no longer exists.
bool hs_anchor_push_all(lua_State *L, int anchor);

// MARK: Fingerprints

/// Returns the hash of an object's content; 0 if it is unknown.
typedef uint64_t (*hs_identify)(void *context, const hs_object *object);
/// Returns a hash of the value on top of the stack, which stays there, of all values of an anchor, and of everything
/// reachable from them. Sets whether all of it was visited; otherwise the hash is meaningless.
uint64_t hs_fingerprint(lua_State *L, int anchor, hs_identify identify, void *context, bool *is_whole);

// MARK: Process-wide: Ctrl-C and the watchdog

/// Makes Ctrl-C stop the running script; the third one in a row ends the process with 130, except in a worker.
void hs_install_interrupt_handler(void);
/// Makes Ctrl-C also count: the caller checks the count after every call that it interrupts. The third one without a
/// check ends the process with 130.
void hs_count_interrupts(void);
/// Returns the count of Ctrl-C, which counts as a check.
int hs_counted_interrupts(void);
/// Whether SIGTERM came since hs_count_interrupts: little time is left.
bool hs_was_terminated(void);
/// Whether Ctrl-C was pressed since the last hs_arm.
bool hs_was_interrupted(void);
/// Acts as if Ctrl-C was pressed.
void hs_interrupt(void);
/// Stops the running script after `seconds` of processor time, or the corresponding real time, without another call. If
/// it still runs after `grace` on either clock, the process reports the last event and ends with 124. 0 seconds switch
/// the watchdog off.
void hs_watchdog(double seconds, double grace);
/// Pauses the watchdog until hs_watchdog_resume: the script is not charged for the wait.
void hs_watchdog_pause(cp_clocks_rest *rest);
void hs_watchdog_resume(const cp_clocks_rest *rest);
/// Keeps one of the last events for the watchdog's message (cut if it is too long).
void hs_watchdog_note(const char *text);

// MARK: Process-wide: the stack and faults

/// Makes a fault of the process, and a failed allocation in Swift, end the process with 3 and a message.
void hs_install_fault_handler(void);
/// Runs `body` on a stack that is large enough for any script, whatever the limit of the process's stack. Call it once.
void hs_run_on_known_stack(void (*body)(void *context), void *context);

// MARK: Process-wide: workers

/// A copy of this process that runs scripts, and the pipe of its events.
typedef struct hs_worker {
  /// 0 in the worker itself.
  int process;
  /// The descriptor, for reading in the supervisor, for writing without blocking in the worker.
  int events;
  /// Its last words; private to worker.c.
  void *last_words;
} hs_worker;

/// Starts a worker. Returns 0, in both processes, or -1 with errno.
int hs_worker_start(hs_worker *worker);
/// Ends a worker immediately, without the work of exit.
_Noreturn void hs_worker_leave(int status);
typedef enum hs_worker_request {
  /// The request of Ctrl-C.
  HS_WORKER_STOP,
  HS_WORKER_END,
} hs_worker_request;
void hs_worker_signal(const hs_worker *worker, hs_worker_request request);
/// How a worker ended: its exit code, or the signal that killed it.
typedef struct hs_worker_end {
  bool is_crash;
  int code;
} hs_worker_end;
/// Waits for the end of a worker.
hs_worker_end hs_worker_wait(const hs_worker *worker);
/// Returns the worker's last hs_watchdog_note, and where the watchdog found its script; empty if unknown.
const char *hs_worker_last_note(const hs_worker *worker);
const char *hs_worker_last_place(const hs_worker *worker);
/// Returns which clock of the worker's watchdog ran out last; 0 for none.
int hs_worker_last_clock(const hs_worker *worker);
/// Returns a number that changes whenever the worker's watchdog restarts.
uint32_t hs_worker_heartbeats(const hs_worker *worker);
/// Closes the worker's pipe and frees its last words. Call it once, in the supervisor.
void hs_worker_forget(hs_worker *worker);

/// A counter shared by this process and its workers, which hands out each number 0, 1, 2 … once.
typedef struct hs_counter hs_counter;
/// Returns NULL if there is no memory.
hs_counter *hs_counter_make(void);
int64_t hs_counter_next(hs_counter *counter);
/// Makes the counter return only very large numbers, which end the work of all workers.
void hs_counter_end(hs_counter *counter);
void hs_counter_free(hs_counter *counter);

#ifdef __cplusplus
}
#endif

#endif
