// Another program: started without a shell, given input, read, and ended if it takes too long or writes too much.

#define _GNU_SOURCE  // pipe2

#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/// The output of a program on one of its streams.
typedef struct {
  int descriptor;
  char *bytes;
  size_t length, capacity, maximum;
} listener;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/// Creates two descriptors that no other child inherits: data goes from the second to the first.
static bool make_pipe(int ends[2]) {
#ifdef __linux__
  return pipe2(ends, O_CLOEXEC) == 0;
#else
  if (pipe(ends) != 0) return false;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  return true;
#endif
}

/// Creates the descriptors for the program's input: a socket, because a write to a closed socket need not raise SIGPIPE.
static bool make_input(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return false;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
#ifdef SO_NOSIGPIPE
  setsockopt(ends[1], SOL_SOCKET, SO_NOSIGPIPE, &(int){1}, sizeof(int));
#endif
  return true;
}

#ifdef MSG_NOSIGNAL
enum { quietly = MSG_NOSIGNAL };
#else
enum { quietly = 0 };
#endif

static void close_all(const int *descriptors, int count) {
  for (int i = 0; i < count; i++) {
    if (descriptors[i] >= 0) close(descriptors[i]);
  }
}

static int start(const char *path, char *const arguments[], const int ends[3], pid_t *process) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  for (int i = 0; i < 3; i++) posix_spawn_file_actions_adddup2(&actions, ends[i], i);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  const int error = posix_spawn(process, path, &actions, &attributes, arguments, environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

typedef struct {
  const char *path;
  char *const *arguments;
  const int *ends;
  pid_t *process;
  int version;
  const char *const *writable;
  int error;
} confined_start;

/// Starts the program on a thread that alone is confined; the program inherits this, and the process is not affected.
static void *start_on_thread(void *given) {
  confined_start *what = given;
  size_t count = 0;
  while (what->writable[count] != NULL) count++;
  // If the kernel refuses, the program runs anyway.
  cp_refuse_sockets();
  if (what->version > 0) cp_confine(what->version, what->writable, count);
  what->error = start(what->path, what->arguments, what->ends, what->process);
  return NULL;
}

static int start_confined(
    const char *path, char *const arguments[], const int ends[3], pid_t *process, int version,
    const char *const writable[]) {
  confined_start what = {path, arguments, ends, process, version, writable, 0};
  pthread_t thread;
  const int error = pthread_create(&thread, NULL, start_on_thread, &what);
  if (error != 0) return error;
  pthread_join(thread, NULL);
  return what.error;
}

/// Reads all available bytes. Returns false if there are too many; at its end, the stream is closed.
static bool listen_to(listener *stream) {
  if (stream->length == stream->capacity) {
    const size_t capacity = stream->capacity == 0 ? 64 * 1024 : stream->capacity * 2;
    char *bytes = realloc(stream->bytes, capacity);
    if (bytes == NULL) return false;
    stream->bytes = bytes;
    stream->capacity = capacity;
  }
  const ssize_t count = read(stream->descriptor, stream->bytes + stream->length, stream->capacity - stream->length);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return true;
  if (count <= 0) {
    close(stream->descriptor);
    stream->descriptor = -1;
    return true;
  }
  stream->length += (size_t)count;
  return stream->length <= stream->maximum;
}

/// Writes as much as the program accepts; closed at the end, or if the program does not read.
static void feed(int *descriptor, const char **input, size_t *length) {
  const ssize_t count = *length == 0 ? 0 : send(*descriptor, *input, *length, quietly | MSG_DONTWAIT);
  if (count < 0 && (errno == EINTR || errno == EAGAIN)) return;
  if (count > 0) {
    *input += count;
    *length -= (size_t)count;
  }
  if (count < 0 || *length == 0) {
    close(*descriptor);
    *descriptor = -1;
  }
}

/// A running program, and the limits of its time.
typedef struct {
  pid_t process;
  double deadline, processor_seconds;
} limited_program;

/// Returns why the program must end; cp_program_ended while it may run.
static cp_program_end end_of_time(const limited_program *program) {
  if (now() >= program->deadline) return cp_program_took_too_long;
#ifdef __linux__
  clockid_t clock;
  struct timespec used;
  if (clock_getcpuclockid(program->process, &clock) == 0 && clock_gettime(clock, &used) == 0 &&
      (double)used.tv_sec + (double)used.tv_nsec / 1e9 >= program->processor_seconds) {
    return cp_program_worked_too_long;
  }
#endif
  return cp_program_ended;
}

static cp_program_end talk(
    int input_end, const char *input, size_t length, listener streams[2], const limited_program *program) {
  while (streams[0].descriptor >= 0 || streams[1].descriptor >= 0) {
    const cp_program_end end = end_of_time(program);
    if (end != cp_program_ended) {
      if (input_end >= 0) close(input_end);
      return end;
    }
    // poll ignores descriptors below zero.
    struct pollfd polled[3] = {
      {.fd = input_end, .events = POLLOUT},
      {.fd = streams[0].descriptor, .events = POLLIN},
      {.fd = streams[1].descriptor, .events = POLLIN},
    };
    if (poll(polled, 3, 50) < 0 && errno != EINTR) break;
    if (input_end >= 0 && polled[0].revents != 0) feed(&input_end, &input, &length);
    for (int i = 0; i < 2; i++) {
      if (streams[i].descriptor >= 0 && polled[i + 1].revents != 0 && !listen_to(&streams[i])) {
        if (input_end >= 0) close(input_end);
        return cp_program_said_too_much;
      }
    }
  }
  if (input_end >= 0) close(input_end);
  return cp_program_ended;
}

/// Waits for the program's end, and ends it when time is up: with closed streams it may still run.
static void await(const limited_program *program, cp_program_result *result) {
  const pid_t process = program->process;
  int status = 0;
  for (;;) {
    if (result->end == cp_program_ended) result->end = end_of_time(program);
    if (result->end != cp_program_ended) kill(process, SIGKILL);
    const pid_t ended = waitpid(process, &status, result->end == cp_program_ended ? WNOHANG : 0);
    if (ended == process) break;
    if (ended < 0 && errno != EINTR) return;
    if (ended == 0) nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
  }
  if (WIFEXITED(status)) result->exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result->signal = WTERMSIG(status);
}

cp_program_result cp_run_program(
    const char *path, const char *const arguments[], const char *input, size_t input_length, double seconds,
    double processor_seconds, size_t maximum_output, int landlock_version, const char *const writable[]) {
  cp_program_result result = {.end = cp_program_did_not_start, .exit_code = -1};
  limited_program program = {.deadline = now() + seconds, .processor_seconds = processor_seconds};
  // A shell may have left SIGCHLD ignored: then the system does not keep how a program ended.
  signal(SIGCHLD, SIG_DFL);
  int pipes[6] = {-1, -1, -1, -1, -1, -1};
  if (!make_input(pipes) || !make_pipe(pipes + 2) || !make_pipe(pipes + 4)) {
    result.error = errno;
  } else {
    result.error = start_confined(
        path, (char *const *)arguments, (int[]){pipes[0], pipes[3], pipes[5]}, &program.process, landlock_version, writable);
  }
  if (result.error != 0) {
    close_all(pipes, 6);
    return result;
  }
  close_all((int[]){pipes[0], pipes[3], pipes[5]}, 3);
  // Standard error is shown to a person: a few lines are enough, and more does not end the program.
  listener streams[2] = {
    {.descriptor = pipes[2], .maximum = maximum_output}, {.descriptor = pipes[4], .maximum = maximum_output},
  };
  result.end = talk(pipes[1], input, input_length, streams, &program);
  if (result.end != cp_program_ended) close_all((int[]){streams[0].descriptor, streams[1].descriptor}, 2);
  await(&program, &result);
  result.output = streams[0].bytes;
  result.output_length = streams[0].length;
  result.complaint = streams[1].bytes;
  result.complaint_length = streams[1].length;
  return result;
}

void cp_free_program_result(cp_program_result *result) {
  free(result->output);
  free(result->complaint);
  result->output = NULL;
  result->complaint = NULL;
}
