#include "lua_files.h"

#define INDEX "bundle.inc"
#define TABLE hs_bundled_files
#include "table.inc"
