// The files embedded in the executable: those below lua/ (prelude modules, built-in scenarios and their bundles), and the
// articles of the documentation.

#ifndef LUA_FILES_H
#define LUA_FILES_H

#include <stddef.h>

/// One file. `path` is relative to lua/, with "/" between the parts; for an article, it is its name.
typedef struct hs_bundled_file {
  const char *path;
  const unsigned char *bytes;
  size_t size;
} hs_bundled_file;

/// The files below lua/, ascending by path.
const hs_bundled_file *hs_bundled_files(size_t *count);

/// The articles, ascending by name.
const hs_bundled_file *hs_articles(size_t *count);

#endif
