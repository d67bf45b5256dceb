// Declarations shared by the files of `debug`: frames as a script counts them. Private to CLuaSupport.

#ifndef HS_DEBUG_H
#define HS_DEBUG_H

#include "library.h"

/// The prefix of the chunk names of the host's own modules.
static const char hs_own_chunks[] = "=[homescreen]/";

// MARK: debug_frames.c

/// Makes room on the stack of a thread that may not be the running one. Nothing may be raised or allocated there,
/// because the error would not reach the caller.
void hs_check_stack_space(lua_State *L, lua_State *from, int count);
/// Whether a frame is hidden from scripts.
bool hs_is_hidden_frame(lua_State *L, lua_State *from, lua_Debug *frame);
/// Gets the frame at an index, counting hidden ones.
bool hs_get_frame(lua_State *L, lua_State *from, int index, lua_Debug *frame);
/// Returns the index of the frame at a script's `level`; -1 if there is none.
int hs_index_of_level(lua_State *L, lua_State *from, lua_Integer level, lua_Debug *frame);
/// Returns the index of the outermost frame; -1 if there is none.
int hs_last_index(lua_State *L, lua_State *from);
/// Returns the thread in the first argument, or else the running one; `first` is the first of the other arguments.
lua_State *hs_get_thread(lua_State *L, int *first);

// MARK: debug_traceback.c

/// Pops the value on top and pushes its name in the loaded modules, such as `string.format` or `print`. Pushes nothing
/// if it has none.
bool hs_push_name_in_modules(lua_State *L);
int hs_debug_traceback(lua_State *L);

#endif
