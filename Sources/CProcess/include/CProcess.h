// What the C runtime knows of a process and Swift's does not tell, and what only a signal handler can do.

#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>
#include <stddef.h>

/// How many arguments the process was started with, its own name included.
int cp_argument_count(void);

/// The argument at an index below the count; it lives as long as the process.
const char *cp_argument(int index);

/// The clocks that run while something must not take too long.
typedef enum {
  /// The time that processors worked for this process, on all its threads.
  cp_clock_processor = 1,
  /// Real time, without the time in which the process was stopped or the machine slept.
  cp_clock_real,
} cp_clock;

/// How much real time may pass where so many seconds of processor time may be used: ten times as much.
double cp_real_time(double seconds);

/// Starts both clocks anew; 0 seconds stop them. One pair of clocks for the process, which uses SIGALRM and SIGPROF. Each
/// may be an eighth of `seconds` late, and never more than a second or two.
///
/// @param seconds Processor time; real time is over after cp_real_time of them.
/// @param grace What may pass after that, on either clock; then `over` is called again.
/// @param over Called in a signal handler, with the clock that has run out.
void cp_clocks_start(double seconds, double grace, void (*over)(cp_clock clock));
/// Stops both clocks. A process made by fork does so first: it has the counts of its parent, and not the timers.
void cp_clocks_stop(void);

/// What was left when the clocks paused, in seconds and ticks.
typedef struct {
  void (*over)(cp_clock clock);
  double tick, processor_left, real_left;
  int processor_passed, processor_last, real_passed, real_last, grace_ticks;
} cp_clocks_rest;

/// What passes until cp_clocks_resume does not count.
void cp_clocks_pause(cp_clocks_rest *rest);
/// Goes on; does nothing where no clock ran.
void cp_clocks_resume(const cp_clocks_rest *rest);

/// Lets the process end with an exit code, and a line on standard error, when one of both clocks has run out. One limit
/// at a time; 0 seconds take it back.
///
/// @param processor_line What is written when the processor time is used up. It ends with a line feed; a longer one is cut.
/// @param real_line The same for real time.
void cp_limit_time(double seconds, int exit_code, const char *processor_line, const char *real_line);

/// Writes out what stdio still holds for stdout and stderr, so that later direct writes keep the order.
/// Returns 0, or the errno of what stdout lost.
int cp_flush_standard_streams(void);

/// The width of the terminal in columns, or 0 where it cannot be known.
int cp_terminal_columns(int descriptor);

/// The path of the executable that runs, links not followed; false where it cannot be told or is longer than the
/// capacity.
bool cp_executable_path(char *path, size_t capacity);

/// Opens what lies at an absolute path none of whose parts is a symbolic link.
///
/// @param flags Those of open, without O_CREAT.
/// @return A descriptor, or -1 and errno: ELOOP or ENOTDIR where a part is a link.
int cp_open_plain(const char *path, int flags);

/// The same, as systems do it that cannot do it in one call.
int cp_open_plain_by_parts(const char *path, int flags);

/// When what lies at a path was made, in nanoseconds since 1970; 0 where the file system does not say. Links are not followed.
long long cp_birth_time(const char *path);

/// Takes new sockets from this thread and the programs that it starts, for good: seccomp on Linux.
///
/// @return 0 or the error; ENOSYS where it cannot be done.
int cp_refuse_sockets(void);

/// The version of Landlock that the kernel has; 0 where it has none, or does not let this process use it.
int cp_landlock_version(void);

/// Takes rights from this thread, and from all threads and programs that it starts, for good: nothing is written but
/// below some folders, no links and devices are made, and, as far as the version has it, there is no network, no abstract
/// socket and no signal to other processes.
///
/// @param version What cp_landlock_version gives, or less.
/// @param writable Folders and files; a missing one is left out.
/// @return 0, or errno; then nothing was taken.
int cp_confine(int version, const char *const writable[], size_t count);

/// How another program ended.
typedef enum {
  cp_program_ended,
  cp_program_did_not_start,
  /// It was ended.
  cp_program_took_too_long,
  /// The same.
  cp_program_said_too_much,
} cp_program_end;

/// What became of another program, and what it said.
typedef struct {
  cp_program_end end;
  /// errno of one that did not start.
  int error;
  /// -1 for one that a signal ended.
  int exit_code;
  /// The signal that ended it, or 0.
  int signal;
  char *output;
  size_t output_length;
  /// What it said on standard error.
  char *complaint;
  size_t complaint_length;
} cp_program_result;

/// Runs a program to its end, in the environment of this process. It may be called on several threads.
///
/// @param landlock_version The program is confined as by cp_confine, where this is more than 0 and the kernel does it.
/// @param writable What it may write then, NULL last.
/// @param arguments Its name first, NULL last.
/// @param seconds After these it is ended.
/// @param maximum_output The bytes that it may write to either stream; it is ended at more.
/// @return To be given to cp_free_program_result.
cp_program_result cp_run_program(
    const char *path, const char *const arguments[], const char *input, size_t input_length, double seconds,
    size_t maximum_output, int landlock_version, const char *const writable[]);

/// Gives up the memory of a result.
void cp_free_program_result(cp_program_result *result);

#endif
