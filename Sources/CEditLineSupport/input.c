// The source of libedit's characters: the bytes of the terminal, and the signals of signals.c converted to keys.

#include "CProcess.h"
#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

cel_editor *cel_editor_of(EditLine *line_editor) {
  void *editor = NULL;
  el_wget(line_editor, EL_CLIENTDATA, &editor);
  return editor;
}

bool cel_input_is_waiting(cel_editor *editor) {
  struct pollfd source = {.fd = editor->input, .events = POLLIN};
  return editor->pending_at < editor->pending_end || poll(&source, 1, 0) > 0;
}

/// Whether libedit edits; on some terminals (TERM=emacs) it does not, and then there are no key bindings either.
static bool edits(cel_editor *editor) {
  int mode = 0;
  return el_wget(editor->line_editor, EL_EDITMODE, &mode) == 0 && mode != 0;
}

void cel_push_back(cel_editor *editor, const unsigned char *bytes, size_t count) {
  if (count == 0) return;
  const size_t waiting = editor->pending_end - editor->pending_at;
  if (waiting + count > editor->pending_capacity) {
    unsigned char *grown = realloc(editor->pending, 2 * (waiting + count));
    if (!grown) return;
    editor->pending = grown;
    editor->pending_capacity = 2 * (waiting + count);
  }
  memmove(editor->pending + count, editor->pending + editor->pending_at, waiting);
  memcpy(editor->pending, bytes, count);
  editor->pending_at = 0;
  editor->pending_end = waiting + count;
}

static void redraw_on_a_fresh_line(cel_editor *editor) {
  el_wset(editor->line_editor, EL_PREP_TERM, 0);
  el_wset(editor->line_editor, EL_PREP_TERM, 1);
  cel_paste_switch(editor, true);
  el_resize(editor->line_editor);
  el_wset(editor->line_editor, EL_REFRESH);
}

/// Stops or ends the process with the terminal as the shell provided it.
static void deliver(cel_editor *editor, int number) {
  el_wset(editor->line_editor, EL_PREP_TERM, 0);
  cel_paste_switch(editor, false);
  cel_signal_deliver(number);
  if (number == SIGTSTP) cel_signal_take(SIGCONT);
  redraw_on_a_fresh_line(editor);
}

/// Returns a key to send, 0 for none, −1 to end reading.
static int key_for_signals(cel_editor *editor) {
  static const int ending[] = {SIGTERM, SIGHUP, SIGQUIT};
  for (size_t i = 0; i < sizeof ending / sizeof ending[0]; i++)
    if (cel_signal_take(ending[i])) deliver(editor, ending[i]);
  if (cel_signal_take(SIGTSTP)) deliver(editor, SIGTSTP);
  if (cel_signal_take(SIGCONT)) redraw_on_a_fresh_line(editor);
  if (cel_signal_take(SIGINT)) {
    if (edits(editor)) return CEL_KEY_INTERRUPT;
    editor->leaving = true;
    return -1;
  }
  if (cel_signal_take(SIGWINCH) && edits(editor)) {
    el_resize(editor->line_editor);
    return CEL_KEY_REDISPLAY;
  }
  return 0;
}

int cel_read_byte(cel_editor *editor, unsigned char *byte) {
  if (editor->pending_at < editor->pending_end) {
    *byte = editor->pending[editor->pending_at++];
    return 1;
  }
  for (;;) {
    if (!cel_signals_wait(editor->input)) return -1;
    int key = key_for_signals(editor);
    if (key < 0) return -1;
    if (key > 0) {
      *byte = (unsigned char)key;
      return 2;
    }
    // The wait may have ended only because of a signal: never block here.
    if (!cel_input_is_waiting(editor)) continue;
    ssize_t count = read(editor->input, byte, 1);
    if (count >= 0) return (int)count;
    if (errno != EINTR && errno != EAGAIN) return -1;
  }
}

static bool is_too_long(cel_editor *editor) {
  const LineInfoW *line = el_wline(editor->line_editor);
  return line->lastchar - line->buffer >= CEL_MAXIMUM_LINE;
}

/// libedit loses its position on the screen when a line with two-column characters is changed in the middle and takes
/// more than one row; redrawing fixes it. Never inside a search or an entry of several lines.
static bool must_redraw(cel_editor *editor, const LineInfoW *line) {
  if (line->cursor == line->lastchar) return false;
  ptrdiff_t columns = (ptrdiff_t)wcslen(editor->prompt);
  bool has_wide = false;
  for (const wchar_t *at = line->buffer; at < line->lastchar; at++) {
    if (*at == L'\n') return false;
    int width = wcwidth(*at);
    has_wide |= width > 1;
    columns += width > 0 ? width : 2;
  }
  return has_wide && columns >= cp_terminal_columns(editor->input);
}

/// Returns a key that draws more than libedit does; 0 for none. Only right after a change, never inside a key sequence,
/// and not while more keys are waiting.
static wchar_t key_for_drawing(cel_editor *editor) {
  const LineInfoW *line = el_wline(editor->line_editor);
  const ptrdiff_t length = line->lastchar - line->buffer, before = editor->drawn_length;
  if (length == before) return 0;
  editor->drawn_length = length;
  if (!edits(editor) || cel_input_is_waiting(editor)) return 0;
  editor->removes_suggestion = false;
  if (cel_suggestion_is_due(editor, line, before)) return CEL_KEY_SUGGEST;
  return must_redraw(editor, line) ? CEL_KEY_REDISPLAY : 0;
}

static int read_character(cel_editor *editor, wchar_t *character) {
  unsigned char bytes[4];
  int status = cel_read_byte(editor, bytes);
  if (status <= 0) return status;
  if (editor->shows_suggestion && (status == 2 || bytes[0] < 0x20 || bytes[0] == 0x7f)) {
    if (status == 1) {
      cel_push_back(editor, bytes, 1);
      editor->removes_suggestion = true;
      *character = CEL_KEY_SUGGEST;
      return 1;
    }
    editor->shows_suggestion = false;
  }
  if (status == 2) {
    *character = bytes[0];
    return 1;
  }
  if (bytes[0] == 0x1b && editor->takes_pastes && cel_paste_begins(editor)) {
    status = cel_paste_read(editor);
    *character = status == 2 ? CEL_KEY_INTERRUPT : CEL_KEY_PASTE;
    return status > 0 ? 1 : status;
  }

  int length = cel_sequence_length(bytes[0]);
  for (int i = 1; i < length; i++) {
    status = cel_read_byte(editor, bytes + i);
    if (status == 2) {
      // A signal between two bytes of one character: the character is lost, the signal is not.
      *character = bytes[i];
      return 1;
    }
    if (status <= 0) return status;
    if ((bytes[i] & 0xC0) != 0x80) {
      cel_push_back(editor, bytes + i, 1);
      length = 0;
    }
  }
  *character = length > 0 ? cel_decode(bytes, length) : (wchar_t)0xFFFD;
  return 1;
}

int cel_read_character(EditLine *line_editor, wchar_t *character) {
  cel_editor *editor = cel_editor_of(line_editor);
  *character = L'\0';
  if (editor->leaving) return -1;
  if (is_too_long(editor)) {
    // The rest of the paste would arrive as separate lines.
    tcflush(editor->input, TCIFLUSH);
    editor->too_long = true;
    return -1;
  }

  *character = key_for_drawing(editor);
  if (*character) return 1;
  const int status = read_character(editor, character);
  editor->last_key = *character;
  return status;
}
