// The instances that Swift gave to a state and Lua has not released yet.
//
// Lua's collector releases an object by calling its finalizer. If a finalizer finds no memory, or no room on a stack
// that a script has filled, it does not run, and Lua never calls it again. Its object is released when the state is
// closed.

#include "host.h"

#include <stdlib.h>

// An entry of the list is an instance, which is even, or the index of the next free entry as an odd number.

static uintptr_t free_place(size_t next) {
  return (uintptr_t)next << 1 | 1;
}

/// The place of an instance without an entry, for which there was no memory; only its finalizer releases it.
static constexpr size_t NOWHERE = 0;

size_t hs_own(hs_owned *owned, void *instance) {
  if (owned->first_free == NOWHERE) {
    const size_t capacity = owned->capacity == 0 ? 64 : 2 * owned->capacity;
    uintptr_t *places = realloc(owned->places, capacity * sizeof *places);
    if (places == NULL) return NOWHERE;
    // Entry 0 is never used.
    const size_t first = owned->capacity == 0 ? 1 : owned->capacity;
    for (size_t place = first; place < capacity; place++)
      places[place] = free_place(place + 1 < capacity ? place + 1 : NOWHERE);
    owned->places = places;
    owned->capacity = capacity;
    owned->first_free = first;
  }
  const size_t place = owned->first_free;
  owned->first_free = owned->places[place] >> 1;
  owned->places[place] = (uintptr_t)instance;
  return place;
}

void hs_disown(hs_owned *owned, size_t place) {
  if (place == NOWHERE) return;
  owned->places[place] = free_place(owned->first_free);
  owned->first_free = place;
}

void hs_release_owned(hs_host *host) {
  for (size_t place = 1; place < host->owned.capacity; place++) {
    const uintptr_t entry = host->owned.places[place];
    if ((entry & 1) == 0) host->callbacks.release((void *)entry);
  }
  free(host->owned.places);
}
