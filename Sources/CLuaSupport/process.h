// Declarations shared by the files about the process: signals, the watchdog, workers. Private to CLuaSupport.

#ifndef HS_PROCESS_H
#define HS_PROCESS_H

#include "host.h"

#include <CProcess.h>
#include <signal.h>
#include <stdint.h>

#define HS_NOTE_COUNT 8
#define HS_NOTE_LENGTH 512

/// The last words of a process that had to end: its last event, and the position of its script.
typedef struct hs_last_words {
  char notes[HS_NOTE_COUNT][HS_NOTE_LENGTH];
  volatile sig_atomic_t next_note;
  char place[200];
  /// The clock of the watchdog that ran out last, a cp_clock; 0 for none.
  volatile sig_atomic_t clock;
  /// Increases whenever the watchdog restarts.
  _Atomic uint32_t heartbeats;
} hs_last_words;

/// The last words of this process; in a worker, those that its supervisor reads.
extern hs_last_words *hs_last;
/// Whether another process reports the end of this one.
extern bool hs_is_worker;

/// Writes to standard error; also for signal handlers.
void hs_say(const char *text);
/// The handler of Ctrl-C.
void hs_on_interrupt(int signal_number);
/// Ends the process with 124; a signal handler.
void hs_end_late(int signal_number);

#endif
