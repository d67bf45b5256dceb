#include "lua_files.h"

// bundle.inc has two lines for each file: BUNDLE with its path, and an #embed of its bytes. It is included twice. BYTES
// is the name of a file's array: it ends in the line number of its BUNDLE.
#define JOINED(name, line) name##line
#define NAMED(name, line) JOINED(name, line)
#define BYTES NAMED(bytes_, __LINE__)

// The arrays. Each BUNDLE ends the previous array and starts the next.
#define LIMIT 0x7fffffff
#define BUNDLE(path) }; static const unsigned char BYTES[] = {
[[maybe_unused]] static const unsigned char before_the_first[] = {0
#include "bundle.inc"
};
#undef BUNDLE
#undef LIMIT

// The table. This time nothing is embedded.
#define LIMIT 0
#define BUNDLE(path) {path, BYTES, sizeof BYTES},
static const hs_bundled_file files[] = {
#include "bundle.inc"
};

const hs_bundled_file *hs_bundled_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
