#include "lua_files.h"

#define INDEX "articles.inc"
#define TABLE hs_articles
#include "table.inc"
