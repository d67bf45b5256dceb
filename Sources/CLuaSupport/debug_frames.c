// The frames of a stack as a script counts them, without those of the host's own Lua modules and of C functions that
// only pass on calls.

#include <limits.h>
#include <string.h>

#include "debug.h"

/// The cost of examining a frame, in addition to that of the frames that Lua skips to find it.
static constexpr int64_t FRAME = 4, FRAMES_PER_UNIT = 4;

void hs_check_stack_space(lua_State *L, lua_State *from, int count) {
  if (!lua_checkstack(from, count)) luaL_error(L, "stack overflow");
}

bool hs_is_hidden_frame(lua_State *L, lua_State *from, lua_Debug *frame) {
  lua_getinfo(from, "S", frame);
  if (*frame->what != 'C') return strncmp(frame->source, hs_own_chunks, sizeof hs_own_chunks - 1) == 0;
  hs_check_stack_space(L, from, 1);
  lua_getinfo(from, "f", frame);
  const lua_CFunction function = lua_tocfunction(from, -1);
  lua_pop(from, 1);
  return function == hs_run_handler || hs_is_passage(function);
}

bool hs_get_frame(lua_State *L, lua_State *from, int index, lua_Debug *frame) {
  // Lua walks over the frames, at most as many as there are values on a stack.
  static const int most_frames = 1000000;
  hs_spend(L, FRAME + (index < most_frames ? index : most_frames) / FRAMES_PER_UNIT);
  return lua_getstack(from, index, frame);
}

int hs_index_of_level(lua_State *L, lua_State *from, lua_Integer level, lua_Debug *frame) {
  // The index is at least the level, because hidden frames add to it.
  if (level < 0 || level > INT_MAX || !hs_get_frame(L, from, (int)level, frame)) return -1;
  for (int index = 0; hs_get_frame(L, from, index, frame); index++)
    if (!hs_is_hidden_frame(L, from, frame) && level-- == 0) return index;
  return -1;
}

int hs_last_index(lua_State *L, lua_State *from) {
  lua_Debug frame;
  int there = -1, beyond = 1;
  while (hs_get_frame(L, from, beyond - 1, &frame)) {
    there = beyond - 1;
    beyond *= 2;
  }
  beyond -= 1;
  while (beyond - there > 1) {
    const int middle = there + (beyond - there) / 2;
    if (hs_get_frame(L, from, middle, &frame))
      there = middle;
    else
      beyond = middle;
  }
  return there;
}

lua_State *hs_get_thread(lua_State *L, int *first) {
  lua_State *thread = lua_tothread(L, 1);
  *first = thread ? 2 : 1;
  return thread ? thread : L;
}
