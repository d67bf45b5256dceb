// Process functions that Swift's runtime does not provide, and code for signal handlers.

#ifndef CPROCESS_H
#define CPROCESS_H

#include <stdbool.h>
#include <stddef.h>

/// Returns the number of arguments of the process, including its name.
int cp_argument_count(void);

/// Returns the argument at an index below the count; it lives as long as the process.
const char *cp_argument(int index);

/// The clocks that limit a task.
typedef enum {
  /// The processor time of this process, on all its threads.
  cp_clock_processor = 1,
  /// Real time, without the time in which the process was stopped or the machine slept.
  cp_clock_real,
} cp_clock;

/// Returns the real time that belongs to a limit in processor time: ten times as much.
double cp_real_time(double seconds);

/// Restarts both clocks; 0 seconds stop them. There is one pair of clocks per process, which uses SIGALRM and SIGPROF.
/// Each may be late by an eighth of `seconds`, but not by more than a second or two.
///
/// @param seconds The processor time; the limit of real time is cp_real_time of it.
/// @param grace The further time, on either clock, after which `over` is called again.
/// @param over Called in a signal handler, with the clock that has run out.
void cp_clocks_start(double seconds, double grace, void (*over)(cp_clock clock));
/// Stops both clocks. A process made by fork does so first: it has the counts of its parent, but not the timers.
void cp_clocks_stop(void);

/// The remaining time of the paused clocks, in seconds and ticks.
typedef struct {
  void (*over)(cp_clock clock);
  double tick, processor_left, real_left;
  int processor_passed, processor_last, real_passed, real_last, grace_ticks;
} cp_clocks_rest;

/// Pauses the clocks until cp_clocks_resume.
void cp_clocks_pause(cp_clocks_rest *rest);
/// Resumes the clocks; does nothing if they were not running.
void cp_clocks_resume(const cp_clocks_rest *rest);

/// Ends the process with an exit code and a line on standard error when one of the clocks has run out. Only one limit
/// at a time; 0 seconds remove it.
///
/// @param processor_line The line if the processor time is used up. It ends with a line feed; a longer one is cut.
/// @param real_line The line for real time.
void cp_limit_time(double seconds, int exit_code, const char *processor_line, const char *real_line);

/// Flushes stdout and stderr, so that later direct writes keep the order. Returns 0, or the errno of output that was
/// lost.
int cp_flush_standard_streams(void);

/// Returns the width of the terminal in columns, or 0 if it is unknown.
int cp_terminal_columns(int descriptor);
/// Returns the height of a terminal in rows; 0 if it is unknown.
int cp_terminal_rows(int descriptor);

/// Writes the path of the running executable, with links not followed; returns false if it is unknown or longer than
/// the capacity.
bool cp_executable_path(char *path, size_t capacity);

/// Opens an absolute path without symbolic links in any of its parts.
///
/// @param flags The flags of open, without O_CREAT.
/// @return A descriptor, or -1 and errno: ELOOP or ENOTDIR if a part is a link.
int cp_open_plain(const char *path, int flags);

/// cp_open_plain, for systems that cannot do it in one call.
int cp_open_plain_by_parts(const char *path, int flags);

/// Returns the creation time of a path, in nanoseconds since 1970; 0 if the file system does not record it. Links are
/// not followed.
long long cp_birth_time(const char *path);

/// Permanently denies new sockets to this thread and the programs that it starts: seccomp on Linux.
///
/// @return 0 or the error; ENOSYS if it is not supported.
int cp_refuse_sockets(void);

/// Returns the kernel's Landlock version; 0 if it has none, or does not let this process use it.
int cp_landlock_version(void);

/// Permanently limits this thread, and all threads and programs that it starts: writing only below some folders, no
/// links and devices, and, depending on the version, no network, no abstract sockets and no signals to other processes.
///
/// @param version The result of cp_landlock_version, or less.
/// @param writable Folders and files; a missing one is left out.
/// @return 0, or errno; then nothing is limited.
int cp_confine(int version, const char *const writable[], size_t count);

/// How another program ended.
typedef enum {
  cp_program_ended,
  cp_program_did_not_start,
  /// It used up its real time and was ended.
  cp_program_took_too_long,
  /// It used up its processor time and was ended.
  cp_program_worked_too_long,
  /// It wrote too much and was ended.
  cp_program_said_too_much,
} cp_program_end;

/// The result of another program, and its output.
typedef struct {
  cp_program_end end;
  /// The errno if it did not start.
  int error;
  /// The exit code; -1 if a signal ended it.
  int exit_code;
  /// The signal that ended it, or 0.
  int signal;
  char *output;
  size_t output_length;
  /// Its standard error.
  char *complaint;
  size_t complaint_length;
} cp_program_result;

/// Runs a program to its end, in the environment of this process. It may be called on several threads.
///
/// @param landlock_version Confines the program as cp_confine does, if it is more than 0 and the kernel supports it.
/// @param writable The places that it may write then, NULL last.
/// @param arguments Its name first, NULL last.
/// @param seconds The real time after which it is ended.
/// @param processor_seconds The processor time after which it is ended; only Linux counts it.
/// @param maximum_output The maximum bytes on either stream; it is ended if it writes more.
/// @return The result, to be passed to cp_free_program_result.
cp_program_result cp_run_program(
    const char *path, const char *const arguments[], const char *input, size_t input_length, double seconds,
    double processor_seconds, size_t maximum_output, int landlock_version, const char *const writable[]);

/// Frees a result.
void cp_free_program_result(cp_program_result *result);

#endif
