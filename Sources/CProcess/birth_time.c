// The creation time of a file.

#define _GNU_SOURCE  // statx

#include "CProcess.h"

#include <fcntl.h>
#include <sys/stat.h>

long long cp_birth_time(const char *path) {
  const long long second = 1000000000;
#if defined(__APPLE__)
  struct stat status;
  if (lstat(path, &status) != 0) return 0;
  return (long long)status.st_birthtimespec.tv_sec * second + status.st_birthtimespec.tv_nsec;
#elif defined(STATX_BTIME)
  struct statx status;
  if (statx(AT_FDCWD, path, AT_SYMLINK_NOFOLLOW, STATX_BTIME, &status) != 0 || !(status.stx_mask & STATX_BTIME)) return 0;
  return (long long)status.stx_btime.tv_sec * second + status.stx_btime.tv_nsec;
#else
  (void)path;
  (void)second;
  return 0;
#endif
}
