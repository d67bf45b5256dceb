// Ctrl-C and the watchdog, the two ways to stop a script from outside. Signal handlers only set flags that the hook and
// hs_spend check; the process ends only if that does not help.
//
// For a worker (worker.c), the process that supervises it reports the end: the last event is in shared memory.

#define _DEFAULT_SOURCE  // sigaction under a strict C standard

#include "process.h"

#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

volatile int hs_interrupt_requested = 0;
volatile int hs_deadline_passed = 0;

static hs_last_words own_last_words;
hs_last_words *hs_last = &own_last_words;
bool hs_is_worker = false;

/// The state that was armed last, for the position of its script when the process must end.
static hs_host *watched = NULL;

/// How often Ctrl-C may be pressed without a response before the process ends.
static const int patience = 3;

void hs_watch(hs_host *host) {
  watched = host;
}

void hs_forget_watched(hs_host *host) {
  if (watched == host) watched = NULL;
}

void hs_say(const char *text) {
  (void)!write(STDERR_FILENO, text, strlen(text));
}

/// Writes a line that may contain a name from a script: characters that a terminal would obey, or that start a command
/// of a CI service, become question marks. A cut name may end inside a character.
static void say_name(const char *before, const char *text, bool is_visible) {
  char line[HS_NOTE_LENGTH];
  size_t length = 0;
  bool begins = true, follows_hash = false;
  for (; text[length] != '\0' && length < sizeof line; length++) {
    const unsigned char byte = (unsigned char)text[length];
    const bool is_harmless = byte >= 0x20 && byte != 0x7F && (byte < 0x80 || is_visible) && !(byte == '[' && follows_hash) &&
                             !(byte == ':' && begins);
    line[length] = is_harmless ? (char)byte : '?';
    begins = begins && (byte == ' ' || byte == ':' || byte >= 0x80);
    follows_hash = follows_hash || byte == '#';
  }
  hs_say(before);
  (void)!write(STDERR_FILENO, line, length);
  hs_say("\n");
}

/// Keeps the position of the script. The script is stuck in one instruction, so its stack does not change while it is
/// read; if that fails anyway, the process ends as it would have a moment later.
static void keep_place(void) {
  if (watched == NULL || watched->running == NULL) return;
  struct sigaction end = {.sa_handler = hs_end_late};
  sigaction(SIGSEGV, &end, NULL);
  sigaction(SIGBUS, &end, NULL);
  char *place = hs_last->place;
  for (int level = 0; level < 16; level++)
    if (hs_where(watched->running, level, place, sizeof hs_last->place)) return;
  place[0] = '\0';
}

void hs_on_interrupt(int signal_number) {
  (void)signal_number;
  if (++hs_interrupt_requested == 2 && hs_is_worker) {
    keep_place();
    _exit(130);
  }
  if (hs_interrupt_requested < patience) return;
  hs_say("\nhomescreen: interrupted while a system call or library did not respond\n");
  _exit(130);
}

/// Ends the process and reports the last event; for a worker the supervisor reports it.
void hs_end_late(int) {
  if (hs_is_worker) _exit(124);
  hs_say("homescreen: the watchdog ended the process: a script ");
  hs_say(hs_last->clock == cp_clock_real ? "took too much real time" : "used up its processor time");
  hs_say(" and did not respond.\n");
  hs_say("What ran last:\n");
  for (int i = 0; i < HS_NOTE_COUNT; i++) {
    const char *note = hs_last->notes[(hs_last->next_note + i) % HS_NOTE_COUNT];
    if (note[0] != '\0') say_name("  ", note, true);
  }
  if (hs_last->place[0] != '\0') say_name("  at ", hs_last->place, false);
  hs_say("Raise the limit with --watchdog SECONDS, or look for a call that never returns.\n");
  _exit(124);
}

static void on_deadline(cp_clock clock) {
  hs_last->clock = (int)clock;
  if (!hs_deadline_passed) {
    hs_deadline_passed = (int)clock;
    return;
  }
  keep_place();
  hs_end_late(0);
}

void hs_install_interrupt_handler(void) {
  // Without SA_RESTART: a piped REPL that waits for a line must notice.
  struct sigaction action = {.sa_handler = hs_on_interrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
}

static volatile sig_atomic_t counted_interrupts = 0, seen_interrupts = 0;

static void count_interrupt(int) {
  hs_interrupt_requested = 1;
  if (++counted_interrupts - seen_interrupts < patience) return;
  hs_say("\nhomescreen: interrupted while the report was written\n");
  _exit(130);
}

static volatile sig_atomic_t terminated = 0;

static void note_termination(int) {
  terminated = 1;
  hs_interrupt_requested = 1;
}

void hs_count_interrupts(void) {
  struct sigaction action = {.sa_handler = count_interrupt};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  action.sa_handler = note_termination;
  sigaction(SIGTERM, &action, NULL);
}

bool hs_was_terminated(void) {
  return terminated != 0;
}

int hs_counted_interrupts(void) {
  seen_interrupts = counted_interrupts;
  return counted_interrupts;
}

bool hs_was_interrupted(void) {
  return hs_interrupt_requested != 0;
}

void hs_interrupt(void) {
  hs_interrupt_requested = 1;
}

/// Restarts the wait of this worker's supervisor, because something happens.
static void show_life(void) {
  atomic_fetch_add_explicit(&hs_last->heartbeats, 1, memory_order_relaxed);
}

void hs_watchdog(double seconds, double grace) {
  show_life();
  hs_deadline_passed = 0;
  cp_clocks_start(seconds, grace, on_deadline);
}

void hs_watchdog_pause(cp_clocks_rest *rest) {
  show_life();
  cp_clocks_pause(rest);
}

void hs_watchdog_resume(const cp_clocks_rest *rest) {
  show_life();
  cp_clocks_resume(rest);
}

void hs_watchdog_note(const char *text) {
  char *note = hs_last->notes[hs_last->next_note];
  size_t length = strlen(text);
  if (length >= HS_NOTE_LENGTH) {
    length = HS_NOTE_LENGTH - 1;
    while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80) length--;  // no half character
  }
  // The handler may read at any moment, so the text must always be terminated.
  note[0] = '\0';
  note[length] = '\0';
  memcpy(note + (length > 0), text + (length > 0), length - (length > 0));
  note[0] = length > 0 ? text[0] : '\0';
  hs_last->place[0] = '\0';
  hs_last->next_note = (hs_last->next_note + 1) % HS_NOTE_COUNT;
}
