// Workers: copies of this process that run scripts for it. If a script never ends, or crashes its process, only the
// worker is lost, and the supervising process completes the report.
//
// A copy made by fork starts in a tenth of the time of a new program, and has the caller's values without passing them.
// This is safe because the process has only one thread.

#define _GNU_SOURCE  // prctl

#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#else
#include <poll.h>
#include <pthread.h>
#endif

/// Returns memory shared by this process and its workers.
static void *share(size_t size) {
  void *page = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return page == MAP_FAILED ? NULL : page;
}

// Without its supervisor, the output of a worker would be lost, and nothing would end it.
#ifdef __linux__

static void end_with(pid_t supervisor, int) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // The supervisor may have ended before the request.
  if (getppid() != supervisor) _exit(0);
}

#else

/// Ends a worker when its supervisor ends, because then the pipe closes. Later workers hold its end, too, and exit likewise.
static void *wait_for_end(void *events) {
  struct pollfd pipe = {.fd = (int)(intptr_t)events};
  while (poll(&pipe, 1, -1) <= 0 || (pipe.revents & (POLLERR | POLLHUP | POLLNVAL)) == 0) {}
  _exit(0);
}

static void end_with(pid_t, int events) {
  // Signals go to the thread that runs scripts.
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, &before);
  pthread_t watcher;
  if (pthread_create(&watcher, NULL, wait_for_end, (void *)(intptr_t)events) == 0) pthread_detach(watcher);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
}

#endif

static void become_worker(hs_last_words *last_words) {
  hs_is_worker = true;
  hs_last = last_words;
  hs_interrupt_requested = 0;
  cp_clocks_stop();
  // Ctrl-C reaches every process in a terminal's foreground, and a CI service may end the whole group: the supervisor
  // handles it and forwards it, once.
  signal(SIGINT, SIG_IGN);
  signal(SIGTERM, SIG_IGN);
  struct sigaction action = {.sa_handler = hs_on_interrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGUSR1, &action, NULL);
  signal(SIGPIPE, SIG_DFL);
}

int hs_worker_start(hs_worker *worker) {
  hs_last_words *last_words = share(sizeof *last_words);
  if (last_words == NULL) return -1;
  int ends[2];
  if (pipe(ends) != 0) {
    munmap(last_words, sizeof *last_words);
    return -1;
  }
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  // A shell may have left SIGCHLD ignored: then the system does not keep how a worker ended.
  signal(SIGCHLD, SIG_DFL);
  // A request that comes before the worker's handlers are installed waits for them.
  sigset_t requests, before;
  sigemptyset(&requests);
  sigaddset(&requests, SIGINT);
  sigaddset(&requests, SIGTERM);
  sigaddset(&requests, SIGUSR1);
  sigprocmask(SIG_BLOCK, &requests, &before);
  const pid_t supervisor = getpid();
  const pid_t process = fork();
  if (process == 0) become_worker(last_words);
  const int reason = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (process < 0) {
    close(ends[0]);
    close(ends[1]);
    munmap(last_words, sizeof *last_words);
    errno = reason;
    return -1;
  }
  if (process == 0) {
    close(ends[0]);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    end_with(supervisor, ends[1]);
    *worker = (hs_worker){.process = 0, .events = ends[1], .last_words = last_words};
    return 0;
  }
  close(ends[1]);
  *worker = (hs_worker){.process = process, .events = ends[0], .last_words = last_words};
  return 0;
}

_Noreturn void hs_worker_leave(int status) {
  _exit(status);
}

void hs_worker_signal(const hs_worker *worker, hs_worker_request request) {
  kill(worker->process, request == HS_WORKER_STOP ? SIGUSR1 : SIGKILL);
}

hs_worker_end hs_worker_wait(const hs_worker *worker) {
  int status = 0;
  while (waitpid(worker->process, &status, 0) < 0)
    if (errno != EINTR) return (hs_worker_end){.is_crash = true};
  if (WIFSIGNALED(status)) return (hs_worker_end){.is_crash = true, .code = WTERMSIG(status)};
  return (hs_worker_end){.code = WEXITSTATUS(status)};
}

const char *hs_worker_last_note(const hs_worker *worker) {
  const hs_last_words *last = worker->last_words;
  return last->notes[(last->next_note + HS_NOTE_COUNT - 1) % HS_NOTE_COUNT];
}

const char *hs_worker_last_place(const hs_worker *worker) {
  const hs_last_words *last = worker->last_words;
  return last->place;
}

int hs_worker_last_clock(const hs_worker *worker) {
  const hs_last_words *last = worker->last_words;
  return last->clock;
}

uint32_t hs_worker_heartbeats(const hs_worker *worker) {
  hs_last_words *last = worker->last_words;
  return atomic_load_explicit(&last->heartbeats, memory_order_relaxed);
}

void hs_worker_forget(hs_worker *worker) {
  close(worker->events);
  munmap(worker->last_words, sizeof(hs_last_words));
  worker->events = -1;
  worker->last_words = NULL;
}

struct hs_counter {
  _Atomic int64_t next;
};

hs_counter *hs_counter_make(void) {
  return share(sizeof(hs_counter));
}

int64_t hs_counter_next(hs_counter *counter) {
  return atomic_fetch_add(&counter->next, 1);
}

void hs_counter_end(hs_counter *counter) {
  atomic_store(&counter->next, INT64_MAX / 2);
}

void hs_counter_free(hs_counter *counter) {
  munmap(counter, sizeof *counter);
}
