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

/// The maximum length of a suggestion, in scalars and columns.
enum { CEL_MAXIMUM_SUGGESTION = 400 };

struct cel_editor {
  EditLine *line_editor;
  HistoryW *history;
  FILE *input_stream;
  FILE *output_stream;
  int input;
  int history_size;

  cel_completer completer;
  void *context;

  /// The locale for libedit, and the one to restore.
  locale_t locale;
  locale_t callers_locale;

  wchar_t *prompt;
  char *line;

  /// The bytes read ahead, from `pending_at` to `pending_end`.
  unsigned char *pending;
  size_t pending_at, pending_end, pending_capacity;
  /// Whether the terminal is asked to mark pastes.
  bool takes_pastes;
  /// Pasted text that is not in the line yet.
  wchar_t *pasted;
  /// Ctrl-C was handled and the cursor is at the end of the line: the next read ends the line.
  bool leaving;
  bool too_long;
  /// The length of the line at the last check for redrawing, in scalars.
  ptrdiff_t drawn_length;

  /// Whether entries of the history are suggested.
  bool suggests;
  /// The last suggestion; NULL: none.
  wchar_t *suggestion;
  /// Whether it is on the screen, and whether the next drawing removes it.
  bool shows_suggestion, removes_suggestion;
  /// The right prompt that shows it.
  wchar_t drawn_suggestion[CEL_MAXIMUM_SUGGESTION + 32];
  bool is_odd_drawing;
  /// The last character that was read.
  wchar_t last_key;
};

// Text (text.c)

/// Converts UTF-8 to a new terminated wide string; damaged bytes become U+FFFD. NULL: no memory. `*count` may be NULL.
wchar_t *cel_widen(const char *text, size_t length, size_t *count);

/// Converts wide characters to new UTF-8, not terminated. NULL: no memory.
char *cel_narrow(const wchar_t *text, size_t count, size_t *length);

/// Returns the length of a UTF-8 sequence (1 to 4), from its first byte; 0 if the byte cannot be the first.
int cel_sequence_length(unsigned char first);

/// Decodes one whole sequence; U+FFFD if it is overlong, a surrogate or out of range.
wchar_t cel_decode(const unsigned char *bytes, int length);

// Signals (signals.c)

/// Takes over the signals of a terminal program. Returns false if another editor of this process has them.
bool cel_signals_begin(void);
/// Restores the caller's signals.
void cel_signals_end(void);
/// Restores the caller's signals for a while, and takes them over again.
void cel_signals_pause(void);
void cel_signals_resume(void);
/// Returns and clears the flag of a signal.
bool cel_signal_take(int number);
/// Waits until a byte can be read or a signal came. Returns false with errno set if the descriptor is no longer usable.
bool cel_signals_wait(int descriptor);
/// Stops or ends the process with this signal as if it was not taken over; returns if the process continues.
void cel_signal_deliver(int number);

// Input (input.c)

/// Whether a read would not block: a byte or the end is available.
bool cel_input_is_waiting(cel_editor *editor);

/// Reads one byte of the terminal into `*byte`: 1, 0 at the end, −1 on failure, 2 if `*byte` is the key of a signal.
int cel_read_byte(cel_editor *editor, unsigned char *byte);

/// Puts bytes back to be read next; without memory they are lost.
void cel_push_back(cel_editor *editor, const unsigned char *bytes, size_t count);

/// libedit's source of characters.
int cel_read_character(EditLine *line_editor, wchar_t *character);

/// Returns the editor of libedit's handle.
cel_editor *cel_editor_of(EditLine *line_editor);

// Pastes (paste.c)

/// Switches the marking of pastes on or off.
void cel_paste_switch(cel_editor *editor, bool on);
/// After an escape: whether a paste starts. If not, nothing was read.
bool cel_paste_begins(cel_editor *editor);
/// Reads the rest of a paste for cel_paste_insert: returns 1, or the result of cel_read_byte; 2 for Ctrl-C. A paste
/// that is too long is recorded and returns −1.
int cel_paste_read(cel_editor *editor);
/// Inserts the paste into the line; a command of libedit.
unsigned char cel_paste_insert(EditLine *line_editor, int key);

// Suggestions (suggestion.c)

/// libedit's right prompt.
wchar_t *cel_suggestion_drawn(EditLine *line_editor);
/// Whether a suggestion may appear: a printable key has just made the line longer, at its end.
bool cel_suggestion_is_due(cel_editor *editor, const LineInfoW *line, ptrdiff_t length_before);
/// Finds a suggestion for the line and shows it, or removes it from the screen; a command of libedit.
unsigned char cel_suggestion_refresh(EditLine *line_editor, int key);
/// Moves the cursor to the right; at the end of the line, takes the suggestion. A command of libedit.
unsigned char cel_suggestion_take(EditLine *line_editor, int key);
void cel_suggestion_forget(cel_editor *editor);

// The codes that cel_read_character sends for events other than keys.
enum {
  CEL_KEY_INTERRUPT = 0x03,
  CEL_KEY_SUGGEST = 0x1d,
  CEL_KEY_PASTE = 0x1e,
  CEL_KEY_REDISPLAY = 0x1f,
};

#endif
