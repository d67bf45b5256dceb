// Suggestions: while a line is typed, the newest entry of the history that begins with it appears dimmed to its right.
//
// libedit draws it, as its right prompt: the line, the cursor and the redraw stay libedit's. A suggestion appears after
// a printable key at the end of the line. Any other key first removes it, so that it never stays on the screen and no
// command of libedit meets it. It is text only: nothing runs before Return.

#include "CProcess.h"
#include "internal.h"

#include <stdlib.h>
#include <string.h>
#include <wctype.h>

/// The fewest columns in which a shortened suggestion is useful.
enum { LEAST_COLUMNS = 12 };

/// Returns the columns of a text without the sequences between \1; −1 if it has control characters.
static int columns_of(const wchar_t *text, size_t count) {
  int columns = 0;
  bool is_sequence = false;
  for (size_t at = 0; at < count; at++) {
    if (text[at] == L'\1') is_sequence = !is_sequence;
    if (text[at] == L'\1' || is_sequence) continue;
    const int width = wcwidth(text[at]);
    if (width < 0) return -1;
    columns += width;
  }
  return columns;
}

wchar_t *cel_suggestion_drawn(EditLine *line_editor) {
  cel_editor *editor = cel_editor_of(line_editor);
  wchar_t *drawn = editor->drawn_suggestion;
  *drawn = L'\0';
  if (!editor->shows_suggestion || !editor->suggestion) return drawn;
  const LineInfoW *line = el_wline(line_editor);
  const int typed = columns_of(line->buffer, (size_t)(line->lastchar - line->buffer));
  if (typed < 0) return drawn;
  // One free column before it, one for the end of the dimmed text, and the last one, which terminals treat differently.
  int room = cp_terminal_columns(editor->input) - columns_of(editor->prompt, wcslen(editor->prompt)) - typed - 3;
  if (room > CEL_MAXIMUM_SUGGESTION) room = CEL_MAXIMUM_SUGGESTION;
  const wchar_t *text = editor->suggestion;
  const size_t length = wcslen(text);
  const int arrow = 2;
  bool fits = columns_of(text, length) + arrow <= room;
  if (!fits && room < LEAST_COLUMNS) return drawn;

  // libedit compares sequences by their number, not by their text. The numbers change each time, so that it always
  // sends the end of the dimmed text again.
  wcscpy(drawn, editor->is_odd_drawing ? L"\1\x1b[2m\1→\1\x1b[2m\1 " : L"\1\x1b[2m\1→ ");
  wchar_t *out = drawn + wcslen(drawn);
  int used = arrow;
  for (size_t at = 0; at < length && used + wcwidth(text[at]) <= room - (fits ? 0 : 1); at++) {
    used += wcwidth(text[at]);
    *out++ = text[at];
  }
  if (!fits) {
    *out++ = L'…';
    used++;
  }
  while (used++ < room) *out++ = L' ';
  wcscpy(out, L"\1\x1b[0m\1 ");
  return drawn;
}

/// Finds the newest entry of one row that begins with the line, and is longer.
static bool find(cel_editor *editor, const LineInfoW *line) {
  const size_t typed = (size_t)(line->lastchar - line->buffer);
  HistEventW event;
  for (int found = history_w(editor->history, &event, H_FIRST); found == 0;
       found = history_w(editor->history, &event, H_NEXT)) {
    const size_t length = wcslen(event.str);
    if (length <= typed || length > CEL_MAXIMUM_SUGGESTION || wmemcmp(event.str, line->buffer, typed) != 0) continue;
    if (columns_of(event.str, length) < 0) continue;
    editor->suggestion = wcsdup(event.str);
    return editor->suggestion != NULL;
  }
  return false;
}

void cel_suggestion_forget(cel_editor *editor) {
  free(editor->suggestion);
  editor->suggestion = NULL;
  editor->shows_suggestion = false;
}

bool cel_suggestion_is_due(cel_editor *editor, const LineInfoW *line, ptrdiff_t length_before) {
  const ptrdiff_t length = line->lastchar - line->buffer;
  return editor->suggests && length > length_before && line->cursor == line->lastchar
      && line->lastchar[-1] == editor->last_key && !iswspace((wint_t)line->buffer[0])
      && !wmemchr(line->buffer, L'\n', (size_t)length);
}

unsigned char cel_suggestion_refresh(EditLine *line_editor, int key) {
  (void)key;
  cel_editor *editor = cel_editor_of(line_editor);
  editor->is_odd_drawing = !editor->is_odd_drawing;
  if (editor->shows_suggestion) {
    // The text stays available for cel_suggestion_take.
    editor->shows_suggestion = false;
    if (editor->removes_suggestion) return CC_REFRESH;
  }
  cel_suggestion_forget(editor);
  editor->shows_suggestion = find(editor, el_wline(line_editor));
  return CC_REFRESH;
}

unsigned char cel_suggestion_take(EditLine *line_editor, int key) {
  (void)key;
  cel_editor *editor = cel_editor_of(line_editor);
  const LineInfoW *line = el_wline(line_editor);
  const size_t typed = (size_t)(line->lastchar - line->buffer);
  if (line->cursor < line->lastchar) {
    el_cursor(line_editor, 1);
    return CC_CURSOR;
  }
  const wchar_t *text = editor->suggestion;
  if (!text || typed == 0 || wcslen(text) <= typed || wmemcmp(text, line->buffer, typed) != 0) return CC_ERROR;
  return el_winsertstr(line_editor, text + typed) == 0 ? CC_REFRESH : CC_ERROR;
}
