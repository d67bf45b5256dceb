// What the files about the process share: signals, the watchdog, workers. Private to CLuaSupport.

#ifndef HS_PROCESS_H
#define HS_PROCESS_H

#include "host.h"

#include <CProcess.h>
#include <signal.h>
#include <stdint.h>

#define HS_NOTE_COUNT 8
#define HS_NOTE_LENGTH 512

/// What a process that had to end leaves behind: what it did last, and where its script was.
typedef struct hs_last_words {
  char notes[HS_NOTE_COUNT][HS_NOTE_LENGTH];
  volatile sig_atomic_t next_note;
  char place[200];
  /// Which clock of the watchdog ran out last, a cp_clock; 0 for none.
  volatile sig_atomic_t clock;
  /// Grows whenever the watchdog begins anew.
  _Atomic uint32_t signs_of_life;
} hs_last_words;

/// This process's own, or in a worker those that its supervisor reads.
extern hs_last_words *hs_last;
/// Whether another process tells how this one ended.
extern bool hs_is_worker;

/// Writes to standard error; for signal handlers too.
void hs_say(const char *text);
/// The handler of Ctrl-C.
void hs_on_interrupt(int signal_number);
/// Ends the process with 124; a signal handler.
void hs_end_late(int signal_number);

#endif
