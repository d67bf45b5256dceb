// The files below lua/ embedded in the executable: prelude modules, built-in scenarios and their bundles.

#ifndef LUA_FILES_H
#define LUA_FILES_H

#include <stddef.h>

/// One file. `path` is relative to lua/, with "/" between the parts.
typedef struct hs_bundled_file {
  const char *path;
  const unsigned char *bytes;
  size_t size;
} hs_bundled_file;

/// All files, ascending by path.
const hs_bundled_file *hs_bundled_files(size_t *count);

#endif
