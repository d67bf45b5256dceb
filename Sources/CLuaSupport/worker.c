// Workers: copies of this process that run scripts for it. What a script does to its process, never to end or to crash
// it, then costs one worker, and the process that supervises it finishes the report.
//
// A copy made by fork starts in a tenth of the time of a new program, and the caller's values are there without being
// passed. It is safe because the process has one thread only.

#define _GNU_SOURCE  // pipe2, prctl

#include "process.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

/// What the worker that runs now, or ran last, left.
static hs_last_words *shared_last_words = NULL;

static void become_worker(pid_t supervisor) {
  hs_is_worker = true;
  hs_last = shared_last_words;
  hs_interrupt_requested = 0;
  // Ctrl-C reaches every process of a terminal's foreground: the supervisor hears it and passes it on, once.
  signal(SIGINT, SIG_IGN);
  struct sigaction action = {.sa_handler = hs_on_interrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGUSR1, &action, NULL);
  signal(SIGPIPE, SIG_DFL);
#ifdef __linux__
  // Without its supervisor nobody reads what a worker says. It may have gone before this was asked for.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(0);
#else
  (void)supervisor;
#endif
}

int hs_worker_start(hs_worker *worker) {
  if (shared_last_words == NULL) {
    void *page = mmap(NULL, sizeof *shared_last_words, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (page == MAP_FAILED) return -1;
    shared_last_words = page;
  }
  memset(shared_last_words, 0, sizeof *shared_last_words);
  int ends[2];
  if (pipe(ends) != 0) return -1;
  for (int i = 0; i < 2; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
  // A shell may have left SIGCHLD ignored: then the system forgets how a worker ended.
  signal(SIGCHLD, SIG_DFL);
  // A request that comes before the worker's handlers are there waits for them.
  sigset_t requests, before;
  sigemptyset(&requests);
  sigaddset(&requests, SIGINT);
  sigaddset(&requests, SIGUSR1);
  sigprocmask(SIG_BLOCK, &requests, &before);
  const pid_t supervisor = getpid();
  const pid_t process = fork();
  if (process == 0) become_worker(supervisor);
  const int reason = errno;
  sigprocmask(SIG_SETMASK, &before, NULL);
  if (process < 0) {
    close(ends[0]);
    close(ends[1]);
    errno = reason;
    return -1;
  }
  if (process == 0) {
    close(ends[0]);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    *worker = (hs_worker){.process = 0, .events = ends[1]};
    return 0;
  }
  close(ends[1]);
  *worker = (hs_worker){.process = process, .events = ends[0]};
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

const char *hs_worker_last_note(void) {
  if (shared_last_words == NULL) return "";
  return shared_last_words->notes[(shared_last_words->next_note + HS_NOTE_COUNT - 1) % HS_NOTE_COUNT];
}

const char *hs_worker_last_place(void) {
  return shared_last_words == NULL ? "" : shared_last_words->place;
}
