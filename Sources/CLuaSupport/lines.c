// The lines of scripts that run, for coverage. A state that does not watch them has no line hook and no overhead.
//
// Lines are kept only for the chunks that the host names, so that a script that compiles texts fills no memory.

#include <stdlib.h>
#include <string.h>

#include "host.h"

typedef struct hs_line_set {
  struct hs_line_set *next;
  int count;
  /// A byte per line, followed by the name of the chunk.
  unsigned char *ran;
  char source[];
} hs_line_set;

static hs_line_set *find(hs_host *host, const char *source) {
  for (hs_line_set **link = &host->lines; *link != NULL; link = &(*link)->next) {
    hs_line_set *set = *link;
    if (strcmp(set->source, source) != 0) continue;
    // The next line is usually in the same chunk.
    *link = set->next;
    set->next = host->lines;
    host->lines = set;
    return set;
  }
  return NULL;
}

void hs_watch_lines(lua_State *L) {
  hs_host *host = hs_host_of(L);
  host->hook_mask = LUA_MASKCOUNT | LUA_MASKLINE;
  lua_sethook(host->main, hs_hook, host->hook_mask, HS_HOOK_INTERVAL);
}

void hs_watch_chunk(lua_State *L, const char *source, int last_line) {
  hs_host *host = hs_host_of(L);
  hs_line_set *set = find(host, source);
  if (set == NULL) {
    const size_t length = strlen(source) + 1;
    set = malloc(sizeof *set + length);
    if (set == NULL) return;
    memcpy(set->source, source, length);
    *set = (hs_line_set){.next = host->lines};
    host->lines = set;
  }
  if (last_line < set->count) return;
  unsigned char *ran = realloc(set->ran, (size_t)last_line + 1);
  if (ran == NULL) return;
  memset(ran + set->count, 0, (size_t)(last_line + 1 - set->count));
  set->ran = ran;
  set->count = last_line + 1;
}

bool hs_line_ran(lua_State *L, const char *source, int line) {
  const hs_line_set *set = find(hs_host_of(L), source);
  return set != NULL && line >= 0 && line < set->count && set->ran[line] != 0;
}

void hs_note_line(lua_State *L, lua_Debug *activation) {
  hs_host *host = hs_host_of(L);
  lua_getinfo(L, "S", activation);
  const int line = activation->currentline;
  hs_line_set *set = host->lines;
  if (set == NULL || strcmp(set->source, activation->source) != 0) set = find(host, activation->source);
  if (set != NULL && line >= 0 && line < set->count) set->ran[line] = 1;
}

void hs_free_lines(hs_host *host) {
  while (host->lines != NULL) {
    hs_line_set *set = host->lines;
    host->lines = set->next;
    free(set->ran);
    free(set);
  }
}
