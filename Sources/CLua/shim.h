// The headers of Lua 5.4, as one module.
#include <lua.h>
#include <lauxlib.h>
#include <lualib.h>
