#include "CBundledLua.h"

// bundle.inc is written by scripts/generate: a byte array for each file, then the table `files`.
#include "bundle.inc"

const hs_bundled_file *hs_bundled_files(size_t *count) {
  *count = sizeof files / sizeof files[0];
  return files;
}
