// The stack of a process, of known size, and its message after a fault.

#define _GNU_SOURCE  // sigaltstack, MAP_ANONYMOUS

#include "process.h"

#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

// MARK: Last words

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HS_HAS_SANITIZER
#endif
#endif

#ifndef HS_HAS_SANITIZER
/// Swift's runtime aborts with SIGABRT if it gets no memory; other signals are faults in its own code.
static void on_fault(int signal_number) {
  if (signal_number != SIGABRT && hs_is_worker) {
    // The supervisor reports the signal.
    signal(signal_number, SIG_DFL);
    raise(signal_number);
    return;
  }
  if (!hs_is_worker)
    hs_say(
        signal_number == SIGABRT
            ? "homescreen: out of memory, or a library failed. Try again with less work at once.\n"
            : "homescreen: internal error. Please report it, and say what you did.\n");
  _exit(3);
}
#endif

void hs_install_fault_handler(void) {
#ifndef HS_HAS_SANITIZER
  static const int faults[] = {SIGABRT, SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGFPE};
  struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) sigaction(faults[i], &action, NULL);
#endif
}

// MARK: The stack

#ifdef HS_HAS_SANITIZER
void hs_run_on_known_stack(void (*body)(void *context), void *context) {
  // AddressSanitizer supports only one stack per thread.
  body(context);
}
#else
/// The stack size: enough for 200 nested entries into Lua, each with the Swift code around it, built for debugging.
static const size_t stack_bytes = (size_t)16 << 20;
/// The size of the separate stack that the handler of a stack overflow needs.
static const size_t alternate_stack_bytes = (size_t)64 << 10;

static struct {
  ucontext_t start, errand;
  void (*body)(void *context);
  void *context;
} given;

static void run_errand(void) {
  given.body(given.context);
}

void hs_run_on_known_stack(void (*body)(void *context), void *context) {
  // A second stack, not a second thread: with a thread, memory would cost locks, and fork would have to consider the
  // locks that the other one holds.
  const size_t guard = (size_t)sysconf(_SC_PAGESIZE);
  const size_t bytes = guard + stack_bytes + alternate_stack_bytes;
  char *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED || getcontext(&given.errand) != 0) {
    body(context);
    return;
  }
  mprotect(memory, guard, PROT_NONE);
  const stack_t alternate = {.ss_sp = memory + guard + stack_bytes, .ss_size = alternate_stack_bytes};
  sigaltstack(&alternate, NULL);
  given.body = body;
  given.context = context;
  given.errand.uc_stack = (stack_t){.ss_sp = memory + guard, .ss_size = stack_bytes};
  given.errand.uc_link = &given.start;
  makecontext(&given.errand, run_errand, 0);
  swapcontext(&given.start, &given.errand);
}
#endif
