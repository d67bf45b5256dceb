// Bracketed paste: on request, a terminal sends ESC[200~ before a pasted text and ESC[201~ after it. The text is
// inserted into the line unchanged, with its line breaks; nothing in it is a key.

#include "internal.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wctype.h>

static const char opening[] = "[200~";
static const char closing[] = "\x1b[201~";

enum {
  /// The milliseconds after which an escape is a single key.
  PATIENCE = 50,
  /// The number of bytes read at a time.
  BLOCK = 4096,
};

void cel_paste_switch(cel_editor *editor, bool on) {
  if (!editor->takes_pastes) return;
  fputs(on ? "\x1b[?2004h" : "\x1b[?2004l", editor->output_stream);
  fflush(editor->output_stream);
}

static bool more_comes_soon(cel_editor *editor) {
  struct pollfd source = {.fd = editor->input, .events = POLLIN};
  return cel_input_is_waiting(editor) || poll(&source, 1, PATIENCE) > 0;
}

bool cel_paste_begins(cel_editor *editor) {
  unsigned char bytes[sizeof opening];
  size_t count = 0;
  while (count < sizeof opening - 1 && more_comes_soon(editor)) {
    if (cel_read_byte(editor, bytes + count) <= 0) break;
    const bool fits = bytes[count] == (unsigned char)opening[count];
    count++;
    if (fits) continue;
    cel_push_back(editor, bytes, count);
    return false;
  }
  if (count == sizeof opening - 1) return true;
  cel_push_back(editor, bytes, count);
  return false;
}

/// The growing text of a paste, with the place from which the closing mark may still come.
typedef struct text {
  char *bytes;
  size_t length, capacity, searched;
  /// Whether the text is too long; then only the last bytes are kept, to find the end.
  bool is_too_long;
} text;

static bool append(text *all, const char *bytes, size_t count) {
  if (all->is_too_long || all->length + count > 4 * (size_t)CEL_MAXIMUM_LINE) {
    all->is_too_long = true;
    const size_t kept = all->length < sizeof closing ? all->length : sizeof closing;
    memmove(all->bytes, all->bytes + all->length - kept, kept);
    all->length = kept;
    all->searched = 0;
  }
  if (all->length + count > all->capacity) {
    const size_t capacity = 2 * (all->length + count) + BLOCK;
    char *grown = realloc(all->bytes, capacity);
    if (!grown) return false;
    all->bytes = grown;
    all->capacity = capacity;
  }
  memcpy(all->bytes + all->length, bytes, count);
  all->length += count;
  return true;
}

/// Returns the closing mark, or NULL.
static char *find_end(text *all) {
  const size_t mark = sizeof closing - 1;
  for (size_t at = all->searched; at + mark <= all->length; at++)
    if (memcmp(all->bytes + at, closing, mark) == 0) return all->bytes + at;
  all->searched = all->length < mark ? 0 : all->length - mark + 1;
  return NULL;
}

/// Converts line breaks, which terminals send as returns, and removes those at the end, so that one Enter runs the
/// text.
static size_t tidy(char *bytes, size_t length) {
  size_t used = 0;
  for (size_t at = 0; at < length; at++) {
    const char byte = bytes[at];
    if (byte == '\r' && at + 1 < length && bytes[at + 1] == '\n') continue;
    bytes[used++] = byte == '\r' ? '\n' : byte == '\0' ? '?' : byte;
  }
  while (used > 0 && bytes[used - 1] == '\n') used--;
  return used;
}

/// Reads to the closing mark: returns 1, or the result of cel_read_byte for an end or a failure; 2 for Ctrl-C.
static int read_text(cel_editor *editor, text *all) {
  for (;;) {
    unsigned char first;
    const int status = cel_read_byte(editor, &first);
    if (status <= 0) return status;
    // Other signals only request a redraw, which a paste causes anyway.
    if (status == 2 && first == CEL_KEY_INTERRUPT) return 2;
    if (status == 2) continue;
    if (!append(all, (const char *)&first, 1)) return -1;
    // All available bytes at once.
    char block[BLOCK];
    while (editor->pending_at == editor->pending_end && cel_input_is_waiting(editor) && !find_end(all)) {
      const ssize_t count = read(editor->input, block, sizeof block);
      if (count < 0 && (errno == EINTR || errno == EAGAIN)) break;
      if (count <= 0) return (int)count;
      if (!append(all, block, (size_t)count)) return -1;
    }
    if (find_end(all)) return 1;
  }
}

int cel_paste_read(cel_editor *editor) {
  text all = {0};
  const int status = read_text(editor, &all);
  if (status == 1) {
    char *end = find_end(&all);
    const char *rest = end + sizeof closing - 1;
    cel_push_back(editor, (const unsigned char *)rest, (size_t)(all.bytes + all.length - rest));
    free(editor->pasted);
    editor->pasted = cel_widen(all.bytes, tidy(all.bytes, (size_t)(end - all.bytes)), NULL);
    const LineInfoW *line = el_wline(editor->line_editor);
    editor->too_long = all.is_too_long || !editor->pasted
        || (size_t)(line->lastchar - line->buffer) + wcslen(editor->pasted) >= CEL_MAXIMUM_LINE;
  }
  free(all.bytes);
  return editor->too_long ? -1 : status;
}

unsigned char cel_paste_insert(EditLine *line_editor, int key) {
  (void)key;
  cel_editor *editor = cel_editor_of(line_editor);
  // A block with its own indentation replaces that of the line.
  const LineInfoW *line = el_wline(line_editor);
  const ptrdiff_t before = line->cursor - line->buffer;
  const bool is_indented = editor->pasted && iswspace((wint_t)*editor->pasted);
  ptrdiff_t blanks = 0;
  while (blanks < before && line->buffer[blanks] == L' ') blanks++;
  if (is_indented && before > 0 && blanks == before) el_wdeletestr(line_editor, (int)before);
  // libedit reports the insertion of an empty text as a failure.
  const bool inserted = editor->pasted && (!*editor->pasted || el_winsertstr(line_editor, editor->pasted) == 0);
  free(editor->pasted);
  editor->pasted = NULL;
  return inserted ? CC_REFRESH : CC_ERROR;
}
