// The parts of an editor. Private to CEditLineSupport.

#ifndef CEL_INTERNAL_H
#define CEL_INTERNAL_H

#if defined(__linux__) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE 1
#endif

#include <histedit.h>
#include <locale.h>
#include <stdio.h>
#include <wchar.h>
#ifdef __APPLE__
#include <xlocale.h>
#endif

#include "CEditLineSupport.h"

struct cel_editor {
  EditLine *line_editor;
  HistoryW *history;
  FILE *input_stream;
  FILE *output_stream;
  int input;
  int history_size;

  cel_completer completer;
  void *context;

  /// The locale that libedit works in, and the one to go back to.
  locale_t locale;
  locale_t callers_locale;

  wchar_t *prompt;
  char *line;

  /// Bytes that were read already and come next, from `pending_at` to `pending_end`.
  unsigned char *pending;
  size_t pending_at, pending_end, pending_capacity;
  /// Whether the terminal is asked to mark what is pasted.
  bool takes_pastes;
  /// What was pasted and is not yet in the line.
  wchar_t *pasted;
  /// Ctrl-C was seen and the cursor stands at the end of the line: the next read ends the line.
  bool leaving;
  bool too_long;
  /// The length of the line when it was last looked at for redrawing, in scalars.
  ptrdiff_t drawn_length;
};

// Text (text.c)

/// UTF-8 to a fresh terminated wide string; damaged bytes become U+FFFD. NULL: no memory. `*count` may be NULL.
wchar_t *cel_widen(const char *text, size_t length, size_t *count);

/// Wide characters to fresh UTF-8, not terminated. NULL: no memory.
char *cel_narrow(const wchar_t *text, size_t count, size_t *length);

/// The length of a UTF-8 sequence by its first byte (1 to 4), or 0 when no sequence begins so.
int cel_sequence_length(unsigned char first);

/// Decodes one whole sequence; U+FFFD when it is overlong, a surrogate or out of range.
wchar_t cel_decode(const unsigned char *bytes, int length);

// Signals (signals.c)

/// Takes over the signals of a terminal program. False when another editor of this process has them.
bool cel_signals_begin(void);
/// Gives them back.
void cel_signals_end(void);
/// Gives them back for a while, and takes them again.
void cel_signals_pause(void);
void cel_signals_resume(void);
/// Takes the flag of a signal that came.
bool cel_signal_take(int number);
/// Waits until a byte can be read or a signal came. False with errno set when the descriptor is of no use any more.
bool cel_signals_wait(int descriptor);
/// Stops or ends the process by this signal as if it had not been taken over; returns if the process goes on.
void cel_signal_deliver(int number);

// Input (input.c)

/// Whether a read would not block: a byte is there, or the end.
bool cel_input_is_waiting(cel_editor *editor);

/// One byte of the terminal into `*byte`: 1, 0 at its end, −1 on failure, 2 when a signal's key stands in `*byte`.
int cel_read_byte(cel_editor *editor, unsigned char *byte);

/// These bytes come next; without memory they are lost.
void cel_push_back(cel_editor *editor, const unsigned char *bytes, size_t count);

/// libedit's source of characters.
int cel_read_character(EditLine *line_editor, wchar_t *character);

/// The editor behind libedit's handle.
cel_editor *cel_editor_of(EditLine *line_editor);

// Pastes (paste.c)

/// Asks the terminal to mark what is pasted, or no longer to.
void cel_paste_switch(cel_editor *editor, bool on);
/// After an escape: whether a paste begins. If not, nothing was read.
bool cel_paste_begins(cel_editor *editor);
/// Reads the rest of a paste for cel_paste_insert: 1, or what cel_read_byte gives; 2 for Ctrl-C. A paste that is too long
/// is noted and gives −1.
int cel_paste_read(cel_editor *editor);
/// Puts it into the line; a command of libedit's.
unsigned char cel_paste_insert(EditLine *line_editor, int key);

// The keys that cel_read_character sends for what is no key.
enum {
  CEL_KEY_INTERRUPT = 0x03,
  CEL_KEY_PASTE = 0x1e,
  CEL_KEY_REDISPLAY = 0x1f,
};

#endif
