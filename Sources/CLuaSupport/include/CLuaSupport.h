// CLuaSupport: the only code of the project that may raise a Lua error.
//
// A Lua error is a longjmp. Over a Swift frame it would leak and corrupt, so every function of Lua's API that can
// raise is called from here, in C frames that hold nothing to lose, and Swift sees results instead of jumps.
// The rules are written down in the Safety article of LuaEngine; this header has all of its functions.

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

/// What every full userdata of a state holds: scripts never get one that another library made.
typedef struct hs_object {
  void *instance;
  const void *type;
  /// Where the state notes that it owns the instance.
  size_t place;
  /// The number of its anchor, or 0.
  int anchor;
} hs_object;

/// A function of Swift's that Lua calls for `subject`. `receiver` is the first value of the stack when that is an object,
/// else NULL. Returns how many results lie on top of the stack, or -1 after hs_fail.
typedef int (*hs_body)(lua_State *L, void *subject, const hs_object *receiver);

/// What Swift lends to a state. None of these may raise. Those that get `L` run while the ceiling is lifted, with at
/// least 20 free stack slots, and may call what this header offers and Lua's functions marked `-` and `m`.
typedef struct hs_callbacks {
  /// Given back to `print`, `clock` and `note`; `hs_context` returns it.
  void *context;
  /// Runs a Swift function: `subject` is the object that hs_push_function was given; the arguments are the whole stack.
  hs_body invoke;
  /// A member of an object of the type `subject` was read (stack: object, key) that is not in its table of members yet.
  /// Of a type without properties the first value is no object.
  hs_body index;
  /// A member of an object of the type `subject` is assigned (stack: object, key, value) that has no setter in its table
  /// yet.
  hs_body newindex;
  /// A function or an object of the type `subject` is used whose instance was released already: says so and returns -1.
  hs_body refuse_freed;
  /// Releases an object that Lua's collector no longer reaches. Runs at any allocation: it must not touch Lua.
  void (*release)(void *instance);
  /// Text that the script prints (without a line end).
  void (*print)(void *context, const char *text, size_t length);
  /// Text that the script writes, with the line ends that it has.
  void (*write)(void *context, const char *text, size_t length);
  /// The virtual clock, in milliseconds since 1970.
  int64_t (*clock)(void *context);
  /// Something in the script depends on what is not deterministic, in words.
  void (*note)(void *context, const char *text);
} hs_callbacks;

/// A new state with the deterministic library, its ceiling not yet armed; NULL when there is no memory.
lua_State *hs_new(const hs_callbacks *callbacks, uint64_t seed);
/// Closes the state: every object and function that Swift gave to it is released.
void hs_close(lua_State *L);
/// The `context` of the callbacks.
void *hs_context(lua_State *L);
void hs_set_context(lua_State *L, void *context);
/// From now on os.clock counts from where the virtual clock stands.
void hs_start_clock(lua_State *L);
/// The thread that runs now: the state itself or one of its coroutines. Host code uses this one's stack.
lua_State *hs_running(lua_State *L);
/// LUA_REGISTRYINDEX, which Swift cannot see as a macro.
static const int hs_registry_index = LUA_REGISTRYINDEX;

// MARK: Limits

/// Sets the memory ceiling in bytes, counted from now on for what scripts allocate. The whole process may grow by this
/// and by `headroom`.
void hs_set_ceiling(lua_State *L, size_t bytes, size_t headroom);
/// Bytes in use.
size_t hs_memory_in_use(lua_State *L);
/// What the process has allocated, in bytes; 0 where the system does not tell.
size_t hs_process_memory(void);
/// Gives the next entry into Lua a budget and takes a stop back, a Ctrl-C that came before only when asked to.
void hs_arm(lua_State *L, int64_t budget, bool takes_back_interrupt);
/// hs_arm for a new state: neither a Ctrl-C that came before nor a deadline is forgotten.
void hs_arm_first(lua_State *L, int64_t budget);
/// What is left of the budget; below 0 when it is used up.
int64_t hs_budget_left(lua_State *L);
/// Sets what is left; unlike hs_arm it takes no stop back and forgets nothing.
void hs_set_budget(lua_State *L, int64_t budget);

/// Where math.random stands.
typedef struct hs_random {
  uint64_t words[4];
} hs_random;
/// false, and nothing is written, where there is no such state.
bool hs_get_random(lua_State *L, hs_random *random);
void hs_set_random(lua_State *L, const hs_random *random);
/// Why the script was stopped, and where it was then ("file:line", empty when unknown).
hs_stop_reason hs_stop(lua_State *L);
const char *hs_stop_place(lua_State *L);
/// Lets Swift pay for work of its own that a script ordered; true when the script is stopped.
bool hs_pay(lua_State *L, int64_t units);

/// A part of the budget that one piece of code may use; between hs_begin_allowance and hs_end_allowance.
typedef struct hs_allowance {
  lua_State *thread;
  int64_t before, granted;
  bool was_stopped, was_poisoned;
} hs_allowance;

/// From now on at most `units` of the budget may be used. Code that wants more is stopped, as at the end of the budget.
/// No Lua frame may be left or entered between this and hs_end_allowance but by protected calls.
hs_allowance hs_begin_allowance(lua_State *L, int64_t units);
/// Ends it; what was used is taken from the budget. True when the allowance was used up and the budget was not: then
/// the stop is taken back, and what called the code goes on.
bool hs_end_allowance(lua_State *L, const hs_allowance *allowance);

/// Tells the collector of `bytes` that Swift keeps for objects of the state, which it cannot see: it collects when they
/// have become many.
void hs_weigh(lua_State *L, size_t bytes);
/// Between two pieces of work: collects when much garbage has come together. From the first call on the collector runs
/// in the middle of work only where memory is short or a script asks for it. When it would run depends on addresses, and
/// garbage that still keeps values of an anchor is seen by hs_fingerprint.
void hs_collect_between(lua_State *L);

// MARK: Want of memory, for tests

/// Counts what scripts allocate from now on, and refuses the allocation of this number (1 is the next one, 0 none) and
/// the second attempt after Lua's collection; with `for_good` all that follow too.
void hs_refuse_allocation(lua_State *L, int64_t number, bool for_good);
/// Ends the counting and refusing.
void hs_refuse_nothing(lua_State *L);
/// How many were counted.
int64_t hs_counted_allocations(lua_State *L);

// MARK: Entering Lua (protected)

/// Calls the function below `argumentCount` arguments, which are popped. Returns a Lua status; on failure the error
/// value lies on the stack and hs_traceback tells where. `resultCount` may be LUA_MULTRET.
int hs_call(lua_State *L, int argumentCount, int resultCount);
/// Compiles text (never a binary chunk) and pushes the function, or the message. Returns a Lua status. The budget and
/// the ceiling hold, as for a script that calls `load`. `lines_before` so many line breaks come before the text.
int hs_compile(lua_State *L, const char *text, size_t length, size_t lines_before, const char *chunkName);
/// Compiles the host's own text, or what hs_dump wrote in this very process; nothing else may be given to it. Costs the
/// script nothing.
int hs_compile_own(lua_State *L, const char *bytes, size_t length, const char *chunkName);
/// Writes the function on top of the stack as a binary chunk; the writer returns 0 to go on.
int hs_dump(lua_State *L, lua_Writer writer, void *data);
/// `container[key]` with metamethods: pops the key, pushes value or error. Returns a Lua status.
int hs_get(lua_State *L, int container);
/// Pushes what tostring gives, with metamethods; on failure the error. Returns a Lua status.
int hs_describe(lua_State *L, int index);
/// The Lua stack of the last failure of hs_call, one `file:line: in …` a line; empty when none.
const char *hs_traceback(lua_State *L);

// MARK: String libraries

// Code of a plugin sees strings of its own: another `s:upper()` than the script's. See string_metatables.c.

/// A new string library, whose strings have the methods of the table on top of the stack (popped). Returns its number,
/// from 1 on;
/// 0, which is the script's, when there are too many.
int hs_new_string_library(lua_State *L);
/// Pushes a `warn` of its own: "@off" in one does not switch the others off.
void hs_push_warn(lua_State *L);
/// Makes the chunk on top of the stack, which was just compiled, code of a string library, with all functions in it.
/// Returns a Lua
/// status; on failure the message lies on top.
int hs_mark_chunk(lua_State *L, int string_library);

// MARK: Helpers that never raise

/// From now on an error keeps the local variables of the scripts in which it is raised.
void hs_watch_locals(lua_State *L);
/// Forgets those that were kept.
void hs_forget_locals(lua_State *L);
/// Pushes a table of the values by their names, or nil when nobody watches.
void hs_push_locals(lua_State *L);

/// From now on it is noted which lines of watched chunks run.
void hs_watch_lines(lua_State *L);

/// A chunk of this name has lines up to this one; what was noted of it stays.
void hs_watch_chunk(lua_State *L, const char *source, int last_line);

/// Whether a line of a watched chunk has run.
bool hs_line_ran(lua_State *L, const char *source, int line);

/// Removes `count` values (lua_pop may close variables, which host frames never have).
void hs_pop(lua_State *L, int count);
/// The value at `index` as text without any conversion: NULL unless it is a string.
const char *hs_string(lua_State *L, int index, size_t *length);
/// Raw traversal of a table: like lua_next, but returns 0 instead of raising for a key that is not there.
int hs_next_raw(lua_State *L, int table);
/// "file:line" of the Lua function at `level` into `buffer`; false when there is none.
bool hs_where(lua_State *L, int level, char *buffer, size_t size);
/// Writes "file:line" of the line that a function of Lua begins on; false for a C function and for every other value.
bool hs_function_place(lua_State *L, int index, char *buffer, size_t size);
/// Pushes the table that has `key` in the registry, made on first use, with `mode` as its __mode unless NULL.
void hs_registry_table(lua_State *L, const void *key, const char *mode);

/// Gives the globals the metatable below the top of the stack, which scripts do not see, until they set one of their
/// own. Before that happens the function on top is called, which sets the globals that the metatable stood for. Pops both.
void hs_guard_globals(lua_State *L);
/// Pushes two functions for the host: one gives the metatable of a table, where a script has set one; the other puts back
/// what the first gave. Neither asks for `__metatable`.
void hs_push_metatable_access(lua_State *L);

// MARK: Libraries that are opened when a script first names them

/// Stack before: a function that gets a path and gives the text of a file, or nil and why not; and a searcher for the
/// modules that the host brings. After: `package`, `require`, `loadfile`, `dofile`, with dofile on top.
void hs_open_package(lua_State *L);
/// Pushes the table `debug`: names and lines only.
void hs_open_debug(lua_State *L);
/// Pushes the table of what os.getenv gives.
void hs_push_environment(lua_State *L);
/// Takes the function that reads files, as hs_open_package does, and pushes the table `io`.
void hs_open_io(lua_State *L);

// MARK: Functions and objects that Swift owns

/// Pushes a function that runs `invoke` with `instance`, of which it takes over one retain count.
void hs_push_function(lua_State *L, void *instance);
/// Pushes the object that `instance` already is in this state; false when it is new to it.
bool hs_push_known_object(lua_State *L, void *instance);
/// Pushes a new object of `type` for `instance` and takes over one retain count. `anchor` lives at least as long as
/// the object; 0 is none, HS_NEW_ANCHOR makes one. `weight` is for hs_weigh. Returns the anchor's number.
int hs_push_object(lua_State *L, void *instance, void *type, int anchor, size_t weight);
#define HS_NEW_ANCHOR (-1)

/// Closes a handle of `io`. It is the type of those that are open, which hold no instance of Swift's; closed ones have none.
int hs_close_file(lua_State *L);
static inline bool hs_is_type_of_file(const void *type) {
  return type == NULL || type == (const void *)hs_close_file;
}
/// The instance of the object at `index`, or NULL when it is no object of `type`; any type when `type` is NULL.
static inline void *hs_instance(lua_State *L, int index, const void *type) {
  const hs_object *object = (const hs_object *)lua_touserdata(L, index);
  return object != NULL && (type == NULL ? !hs_is_type_of_file(object->type) : object->type == type) ? object->instance : NULL;
}
/// The type of the object at `index`, or NULL when it is no object.
static inline const void *hs_type(lua_State *L, int index) {
  const hs_object *object = (const hs_object *)lua_touserdata(L, index);
  return object != NULL ? object->type : NULL;
}
/// Whether the value at `index` is an object or failure whose instance was released. A script can hold one: what a weak
/// table has as a key is found there until the collection after the one that released it.
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
/// Adds the function on top of the stack (which is popped) to the members of `type`.
void hs_cache_method(lua_State *L, const void *type, const char *name, size_t length);
/// Adds a property: reading it runs `getter` (one retain count is taken over).
void hs_cache_getter(lua_State *L, const void *type, const char *name, size_t length, void *getter);
/// Adds a setter: assigning runs it with object, key, value.
void hs_cache_setter(lua_State *L, const void *type, const char *name, size_t length, void *setter);
/// Makes the metatable of `type` on first use. `name` is what messages call it. A type that `has_methods_only`, and no
/// other member, costs least: Lua itself finds what was used before.
void hs_declare_type(lua_State *L, void *type, const char *name, bool has_methods_only);
/// Whether hs_declare_type has been called for it.
bool hs_is_declared(lua_State *L, const void *type);
/// Pushes the metatable of `type`, for events other than reading and assigning.
void hs_push_metatable(lua_State *L, const void *type);

// MARK: Failures

/// Pushes the carrier of a failure around `error` (one retain count is taken over) and returns -1. The carrier was
/// made before Swift ran, so that a lack of memory cannot lose the failure. Once per call from Lua.
int hs_fail(lua_State *L, void *error);
/// Re-raises the value on top of the stack from a Swift function.
int hs_rethrow(lua_State *L);
/// The error inside the carrier at `index`, or NULL when the value is something else.
void *hs_failure(lua_State *L, int index);
/// The pseudo type of carriers: reading a member of one calls `index` with it.
extern const char hs_failure_type;
static inline void *hs_failure_tag(void) { return (void *)&hs_failure_type; }

// MARK: Anchors

// An anchor is a table in which Swift keeps Lua values that belong to a group of objects. It lives as long as one of
// those objects, so that Lua's collector sees cycles that lead through Swift.

/// Stores the value on top of the stack (popped); returns its slot, or 0 when the anchor is gone.
int hs_anchor_store(lua_State *L, int anchor);
/// Pushes the value in a slot; false (and nothing pushed) when it is gone.
bool hs_anchor_push(lua_State *L, int anchor, int slot);
/// Frees a slot.
void hs_anchor_free(lua_State *L, int anchor, int slot);
/// Pushes the table of an anchor; false (and nothing pushed) when it is gone.
bool hs_anchor_push_all(lua_State *L, int anchor);

// MARK: Fingerprints

/// The hash of what an object holds; 0 when that cannot be said.
typedef uint64_t (*hs_identify)(void *context, const hs_object *object);
/// A hash of the value on top of the stack, which stays, and of all that an anchor keeps, with what can be reached from
/// there. Tells whether that was looked at as a whole; else the hash means nothing.
uint64_t hs_fingerprint(lua_State *L, int anchor, hs_identify identify, void *context, bool *is_whole);

// MARK: Process-wide: Ctrl-C and the watchdog

/// Ctrl-C stops the script that runs; the third one in a row ends the process with 130, except in a worker.
void hs_install_interrupt_handler(void);
/// From now on Ctrl-C is counted as well as stopping what runs here: the caller looks after every call that it
/// interrupts. The third one that it has not looked at ends the process with 130.
void hs_count_interrupts(void);
/// How often Ctrl-C was counted; by this the caller has looked.
int hs_counted_interrupts(void);
/// Whether SIGTERM came since hs_count_interrupts: there is little time left.
bool hs_was_terminated(void);
/// Whether Ctrl-C was pressed since the last hs_arm.
bool hs_was_interrupted(void);
/// Pretends that Ctrl-C was pressed.
void hs_interrupt(void);
/// After `seconds` of processor time, or the real time that belongs to them, without another call the running script is
/// stopped; after as much as `grace` on either clock, if even that did not help, the process says what happened last and
/// ends with 124. 0 seconds switch it off.
void hs_watchdog(double seconds, double grace);
/// The time until hs_watchdog_resume does not count: what is waited for is not the script's.
void hs_watchdog_pause(cp_clocks_rest *rest);
void hs_watchdog_resume(const cp_clocks_rest *rest);
/// Keeps one of the last events for the watchdog's message (cut to what fits).
void hs_watchdog_note(const char *text);

// MARK: Process-wide: the stack and faults

/// From now on a fault of the process, and memory that Swift does not get, ends it with 3 and a sentence.
void hs_install_fault_handler(void);
/// Runs `body` on a stack that is large enough for everything that a script may do, whatever the limit of the process's
/// own stack is. Once.
void hs_run_on_known_stack(void (*body)(void *context), void *context);

// MARK: Process-wide: workers

/// A copy of this process that runs scripts, and the pipe of what it tells.
typedef struct hs_worker {
  /// 0 in the worker itself.
  int process;
  /// To read from in the supervisor, to write to, without blocking, in the worker.
  int events;
  /// What it leaves behind; of this file's own.
  void *last_words;
} hs_worker;

/// Splits a worker off. Returns 0, in both processes, or -1 with errno.
int hs_worker_start(hs_worker *worker);
/// Ends a worker, at once and without what exit does.
_Noreturn void hs_worker_leave(int status);
typedef enum hs_worker_request {
  /// What Ctrl-C asks for.
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
/// Its last hs_watchdog_note, and where the watchdog found its script; empty when unknown.
const char *hs_worker_last_note(const hs_worker *worker);
const char *hs_worker_last_place(const hs_worker *worker);
/// Which clock of its watchdog ran out last; 0 for none.
int hs_worker_last_clock(const hs_worker *worker);
/// Another number whenever its watchdog has begun anew.
uint32_t hs_worker_signs_of_life(const hs_worker *worker);
/// Closes its pipe and forgets what it left; once, in the supervisor.
void hs_worker_forget(hs_worker *worker);

/// Numbers 0, 1, 2 … of which this process and its workers take each once.
typedef struct hs_counter hs_counter;
/// NULL without memory.
hs_counter *hs_counter_make(void);
int64_t hs_counter_next(hs_counter *counter);
/// From now on only numbers that are larger than any use.
void hs_counter_end(hs_counter *counter);
void hs_counter_free(hs_counter *counter);

#ifdef __cplusplus
}
#endif

#endif
