// Starting anew: the way out for a program with a person before it, when one instruction of a script never ends. No
// hook fires there, and nothing can be unwound from a signal handler; what the program was told to keep lies in a file
// that outlives it.

#define _GNU_SOURCE  // memfd_create, mkostemp

#include "process.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

extern char **environ;

static char *program = NULL;
static char *const *restart_arguments = NULL;
static char **restart_environment = NULL;
static volatile sig_atomic_t is_armed = 0;

int hs_restart_file(void) {
#ifdef __linux__
  return memfd_create("homescreen", 0);
#else
  char path[] = "/tmp/homescreen-XXXXXX";
  const int file = mkstemp(path);
  if (file >= 0) unlink(path);
  return file;
#endif
}

bool hs_restart_prepare(char *const *arguments, const char *variable, const char *value) {
#ifdef __APPLE__
  static char path[4096];
  uint32_t size = sizeof path;
  if (_NSGetExecutablePath(path, &size) != 0) return false;
  program = path;
#else
  program = "/proc/self/exe";
#endif
  size_t count = 0;
  while (environ[count] != NULL) count++;
  char **copy = calloc(count + 2, sizeof *copy);
  const size_t length = strlen(variable);
  char *entry = malloc(length + strlen(value) + 2);
  if (copy == NULL || entry == NULL) return false;
  stpcpy(stpcpy(stpcpy(entry, variable), "="), value);
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (strncmp(environ[i], entry, length + 1) != 0) copy[kept++] = environ[i];
  copy[kept] = entry;
  restart_environment = copy;
  restart_arguments = arguments;
  return true;
}

void hs_restart_arm(bool armed) {
  is_armed = armed && restart_arguments != NULL;
}

void hs_restart_if_armed(void) {
  if (!is_armed) return;
  is_armed = 0;
  cp_clocks_stop();
  sigset_t nothing;
  sigemptyset(&nothing);
  sigprocmask(SIG_SETMASK, &nothing, NULL);
  // One more Ctrl-C must not end the new program before it has its handler.
  signal(SIGINT, SIG_IGN);
  execve(program, restart_arguments, restart_environment);
  hs_install_interrupt_handler();
}
