// The parts of libedit that Swift cannot call directly: variadic calls, wide characters, stdio handles and signal
// handlers.
//
// An editor belongs to one thread. libedit runs in a separate locale (C.UTF-8 if the system has it) that is set for
// this thread only while libedit works: the process keeps the "C" locale, so Lua's numbers and letters do not change.
// While a line is read, Ctrl-C, Ctrl-Z, a resize and a termination request are handled here; otherwise the caller's
// handlers are in force.

#ifndef CEDITLINESUPPORT_H
#define CEDITLINESUPPORT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct cel_editor cel_editor;

/// The maximum length of a typed or pasted line, in Unicode scalars.
enum { CEL_MAXIMUM_LINE = 1 << 20 };

/// How reading a line ended.
typedef enum {
  /// A line was entered.
  CEL_LINE,
  /// Ctrl-C; the typed text is discarded.
  CEL_INTERRUPTED,
  /// Ctrl-D on an empty line, or the terminal was closed.
  CEL_END_OF_FILE,
  /// More than CEL_MAXIMUM_LINE scalars.
  CEL_TOO_LONG,
  /// Another editor in this process is reading a line.
  CEL_BUSY,
  /// No memory.
  CEL_NO_MEMORY,
} cel_outcome;

/// The result of a completion.
typedef enum {
  /// No match: the terminal beeps.
  CEL_NO_COMPLETION,
  /// The line was changed by cel_replace.
  CEL_COMPLETED,
  /// Text was shown below the line by cel_show.
  CEL_SHOWN,
} cel_completion;

/// Called for Tab with the line and the cursor, both in UTF-8 bytes. It may call cel_replace and cel_show. The caller's
/// signal handlers and locale are in force while it runs.
typedef cel_completion (*cel_completer)(
    void *context, cel_editor *editor, const char *line, size_t length, size_t cursor);

/// Opens an editor on a terminal. `completer` may be NULL. Returns NULL with errno set (ENOTTY: `input` is not a
/// terminal).
cel_editor *cel_open(
    const char *program, int input, int output, int history_size, cel_completer completer, void *context);

/// Asks the terminal, which must support control sequences, to mark pastes from now on: a pasted text becomes part of
/// the line, with its line breaks except those at its end.
void cel_take_pastes(cel_editor *editor);

/// From now on, shows the newest entry of the history that begins with the typed line, dimmed; the right arrow takes it.
/// The terminal must support control sequences and styles.
void cel_suggest(cel_editor *editor);

/// Restores the terminal and frees the editor. NULL is allowed.
void cel_close(cel_editor *editor);

/// Reads one line. The prompt is UTF-8; text between two \1 is sent to the terminal and has no width. `*line` (UTF-8,
/// without the newline, not terminated) is valid until the next call. The line begins with `beginning` (UTF-8), which
/// can be edited, on a terminal that marks pastes.
cel_outcome cel_read_line(
    cel_editor *editor, const char *prompt, size_t prompt_length, const char *beginning, const char **line,
    size_t *length);

/// Appends an entry to the history, unless it equals the newest one.
void cel_remember(cel_editor *editor, const char *entry, size_t length);

/// Inside a completer: replaces `count` scalars before the cursor by `text`. Returns false if there is no room.
bool cel_replace(cel_editor *editor, size_t count, const char *text, size_t length);

/// Inside a completer: shows text below the line being edited. Lines end with \n.
void cel_show(cel_editor *editor, const char *text, size_t length);

#endif
