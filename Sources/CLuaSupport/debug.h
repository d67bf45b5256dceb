// What the files of `debug` share: frames as a script counts them. Private to CLuaSupport.

#ifndef HS_DEBUG_H
#define HS_DEBUG_H

#include "library.h"

/// What the chunks of the host's own modules are called.
static const char hs_own_chunks[] = "=[homescreen]/";

// MARK: debug_frames.c

/// Makes room on the stack of a thread that may not be the one that runs: nothing may be raised there, and nothing
/// allocated, because the error would not reach the caller of this.
void hs_check_stack_space(lua_State *L, lua_State *from, int count);
/// Whether scripts do not see a frame.
bool hs_is_hidden_frame(lua_State *L, lua_State *from, lua_Debug *frame);
/// The frame of an index, hidden ones counted.
bool hs_get_frame(lua_State *L, lua_State *from, int index, lua_Debug *frame);
/// The index of the frame that a script calls `level`; -1 when there is none.
int hs_index_of_level(lua_State *L, lua_State *from, lua_Integer level, lua_Debug *frame);
/// The index of the outermost frame; -1 when there is none.
int hs_last_index(lua_State *L, lua_State *from);
/// The thread that is the first argument, else the one that runs; and where the other arguments begin.
lua_State *hs_get_thread(lua_State *L, int *first);

// MARK: debug_traceback.c

/// Pushes the name under which a loaded module has the value on top, which is popped: `string.format`, `print`. Else
/// pushes nothing.
bool hs_push_name_in_modules(lua_State *L);
int hs_debug_traceback(lua_State *L);

#endif
