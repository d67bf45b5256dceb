// The rights that a process gives up before it handles untrusted input: Landlock, if the kernel supports it.
//
// The kernel's numbers are defined here, because the system's headers may be older than its kernel.

#define _GNU_SOURCE  // O_PATH, syscall

#include "CProcess.h"

#include <errno.h>

#ifdef __linux__

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { create_ruleset = 444, add_rule = 445, restrict_self = 446, version_only = 1, path_beneath = 1 };

enum : uint64_t {
  write_file = 1 << 1,
  remove_dir = 1 << 4,
  remove_file = 1 << 5,
  make_char = 1 << 6,
  make_dir = 1 << 7,
  make_reg = 1 << 8,
  make_sock = 1 << 9,
  make_fifo = 1 << 10,
  make_block = 1 << 11,
  make_sym = 1 << 12,
  refer = 1 << 13,      // from version 2
  truncate_file = 1 << 14,  // 3
  ioctl_dev = 1 << 15,  // 5
  bind_tcp = 1 << 0,    // 4
  connect_tcp = 1 << 1,
  abstract_sockets = 1 << 0,  // 6
  signals = 1 << 1,
};

int cp_landlock_version(void) {
  const long version = syscall(create_ruleset, NULL, 0, version_only);
  return version > 0 ? (int)version : 0;
}

/// Returns the rights below an output folder, or for a file: no links, no devices.
static uint64_t rights_below(bool is_folder, uint64_t handled) {
  const uint64_t file = write_file | truncate_file | ioctl_dev;
  const uint64_t folder = file | remove_dir | remove_file | make_dir | make_reg | refer;
  return (is_folder ? folder & ~(uint64_t)ioctl_dev : file) & handled;
}

static int allow(int rules, const char *path, uint64_t handled) {
  const int place = open(path, O_PATH | O_CLOEXEC);
  // A missing one cannot be written.
  if (place < 0) return 0;
  struct stat status;
  int error = fstat(place, &status) == 0 ? 0 : errno;
  if (error == 0) {
    struct {
      uint64_t allowed;
      int32_t parent;
    } __attribute__((packed)) rule = {rights_below(S_ISDIR(status.st_mode), handled), place};
    // EBADFD: for example a pipe, which Landlock does not handle.
    if (syscall(add_rule, rules, path_beneath, &rule, 0) != 0 && errno != EBADFD) error = errno;
  }
  close(place);
  return error;
}

#if defined(__x86_64__)
enum : uint32_t { architecture = 0xC000003E, other_abi = 0x40000000 };
#elif defined(__aarch64__)
enum : uint32_t { architecture = 0xC00000B7, other_abi = 0xFFFFFFFF };
#endif

int cp_refuse_sockets(void) {
#if defined(__x86_64__) || defined(__aarch64__)
  // io_uring can also create sockets. A refused call returns EPERM.
  enum { io_uring_setup = 425, number = 0, machine = 4 };
  struct sock_filter program[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, machine),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, architecture, 0, 5),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, number),
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, other_abi, 3, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socket, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_socketpair, 1, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, io_uring_setup, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  const struct sock_fprog filter = {sizeof program / sizeof program[0], program};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return errno;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0 ? 0 : errno;
#else
  return ENOSYS;
#endif
}

int cp_confine(int version, const char *const writable[], size_t count) {
  if (version <= 0) return ENOSYS;
  struct {
    uint64_t files, network, scopes;
  } handled = {
    .files = write_file | remove_dir | remove_file | make_char | make_dir | make_reg | make_sock | make_fifo | make_block
      | make_sym | (version >= 2 ? refer : 0) | (version >= 3 ? truncate_file : 0) | (version >= 5 ? ioctl_dev : 0),
    .network = version >= 4 ? bind_tcp | connect_tcp : 0,
    .scopes = version >= 6 ? abstract_sockets | signals : 0,
  };
  const size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
  const int rules = (int)syscall(create_ruleset, &handled, size, 0);
  if (rules < 0) return errno;
  int error = 0;
  for (size_t i = 0; i < count && error == 0; i++) error = allow(rules, writable[i], handled.files);
  if (error == 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) error = errno;
  if (error == 0 && syscall(restrict_self, rules, 0) != 0) error = errno;
  close(rules);
  return error;
}

#else

int cp_landlock_version(void) { return 0; }

int cp_refuse_sockets(void) { return ENOSYS; }

int cp_confine(int, const char *const[], size_t) { return ENOSYS; }

#endif
