// Paths without symbolic links: a link created in the meantime is refused, not followed.

#define _GNU_SOURCE  // O_PATH

#include "CProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/syscall.h>
#endif

#ifdef O_PATH
// The folders of the path need not be readable.
enum { on_the_way = O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };
#else
enum { on_the_way = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };
#endif

/// Opens a path part by part, each relative to the previous one.
static int open_by_parts(const char *path, int flags) {
  int folder = open("/", on_the_way);
  while (folder >= 0) {
    while (*path == '/') path++;
    const size_t length = strcspn(path, "/");
    const char *next = path + length;
    while (*next == '/') next++;
    char part[256];
    if (length >= sizeof part) {
      close(folder);
      errno = ENAMETOOLONG;
      return -1;
    }
    memcpy(part, length == 0 ? "." : path, length == 0 ? 1 : length);
    part[length == 0 ? 1 : length] = 0;
    const bool is_last = *next == 0;
    const int opened = openat(folder, part, is_last ? flags | O_NOFOLLOW : on_the_way);
    const int error = errno;
    close(folder);
    errno = error;
    if (is_last) return opened;
    folder = opened;
    path = next;
  }
  return -1;
}

int cp_open_plain(const char *path, int flags) {
  if (*path != '/') {
    errno = EINVAL;
    return -1;
  }
#ifdef __linux__
  // openat2 with RESOLVE_NO_SYMLINKS, by number: the system's headers may be older than its kernel.
  enum { number_of_openat2 = 437, resolve_no_symlinks = 4 };
  struct {
    uint64_t flags, mode, resolve;
  } how = {.flags = (uint64_t)flags, .resolve = resolve_no_symlinks};
  const int opened = (int)syscall(number_of_openat2, AT_FDCWD, path, &how, sizeof how);
  // Kernels before 5.6 do not have it, and some containers forbid it.
  if (opened >= 0 || (errno != ENOSYS && errno != EPERM)) return opened;
#endif
#ifdef O_NOFOLLOW_ANY
  return open(path, flags | O_NOFOLLOW_ANY);
#else
  return open_by_parts(path, flags);
#endif
}

int cp_open_plain_by_parts(const char *path, int flags) { return open_by_parts(path, flags); }
