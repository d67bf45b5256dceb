// An editor: opening, reading a line, history, and functions for completion.

#include "CEditLineSupport.h"
#include "CProcess.h"
#include "internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wctype.h>

// Locale. C.UTF-8 first: it has wide characters and no national conventions.

/// Whether a locale writes UTF-8 and knows Chinese letters. Tested directly, because in a statically linked program
/// nl_langinfo_l returns the wrong codeset.
static bool speaks_utf8(locale_t locale) {
  locale_t callers_locale = uselocale(locale);
  char bytes[MB_LEN_MAX];
  mbstate_t state = {0};
  bool encodes = wcrtomb(bytes, 0x4E2D, &state) == 3 && memcmp(bytes, "\xE4\xB8\xAD", 3) == 0;
  bool shows = iswprint(0x4E2D) != 0;
  uselocale(callers_locale);
  return encodes && shows;
}

static locale_t open_locale(void) {
  static const char *const names[] = {"C.UTF-8", "C.utf8", "en_US.UTF-8", "UTF-8", ""};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
    locale_t locale = newlocale(LC_CTYPE_MASK, names[i], (locale_t)0);
    if (!locale) continue;
    if (speaks_utf8(locale)) return locale;
    freelocale(locale);
  }
  // Without such a locale, libedit still edits; letters outside ASCII are shown as escapes.
  return newlocale(LC_CTYPE_MASK, "C", (locale_t)0);
}

static void enter_locale(cel_editor *editor) {
  editor->callers_locale = editor->locale ? uselocale(editor->locale) : (locale_t)0;
}

static void leave_locale(cel_editor *editor) {
  if (editor->callers_locale) uselocale(editor->callers_locale);
}

// Callbacks of libedit.

static wchar_t *prompt_of(EditLine *line_editor) {
  static wchar_t none[] = L"";
  cel_editor *editor = cel_editor_of(line_editor);
  return editor->prompt ? editor->prompt : none;
}

/// Ctrl-C: moves the cursor to the end of the line, so that nothing is overwritten, and then ends reading.
static unsigned char interrupt(EditLine *line_editor, int key) {
  (void)key;
  const LineInfoW *line = el_wline(line_editor);
  cel_editor_of(line_editor)->leaving = true;
  el_cursor(line_editor, (int)(line->lastchar - line->cursor));
  return CC_REFRESH;
}

static unsigned char complete(EditLine *line_editor, int key) {
  (void)key;
  cel_editor *editor = cel_editor_of(line_editor);
  // If the terminal does not mark pastes, a Tab immediately followed by more bytes was pasted, not pressed.
  if (!editor->completer || (!editor->takes_pastes && cel_input_is_waiting(editor)))
    return el_winsertstr(line_editor, L"\t") == 0 ? CC_REFRESH : CC_ERROR;

  const LineInfoW *line = el_wline(line_editor);
  size_t before = 0;
  size_t length = 0;
  char *start = cel_narrow(line->buffer, (size_t)(line->cursor - line->buffer), &before);
  char *text = cel_narrow(line->buffer, (size_t)(line->lastchar - line->buffer), &length);
  cel_completion result = CEL_NO_COMPLETION;
  if (start && text) {
    leave_locale(editor);
    cel_signals_pause();
    result = editor->completer(editor->context, editor, text, length, before);
    cel_signals_resume();
    enter_locale(editor);
  }
  free(start);
  free(text);
  switch (result) {
    case CEL_COMPLETED: return CC_REFRESH;
    case CEL_SHOWN: return CC_REDISPLAY;
    case CEL_NO_COMPLETION: return CC_ERROR;
  }
  return CC_ERROR;
}

// Opening and closing.

static FILE *open_stream(int descriptor, const char *mode) {
  int copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3);
  if (copy < 0) return NULL;
  FILE *stream = fdopen(copy, mode);
  if (!stream) close(copy);
  return stream;
}

static void bind(EditLine *line_editor, const wchar_t *key, const wchar_t *command) {
  el_wset(line_editor, EL_BIND, key, command, NULL);
  // -a: the second map, which is vi's command mode if the user's .editrc chose vi.
  el_wset(line_editor, EL_BIND, L"-a", key, command, NULL);
}

/// Binds the sequences of common keyboards for keys outside the main block. libedit inserts the end of an unknown
/// sequence, such as the `~` of Insert.
static void bind_other_keys(EditLine *line_editor) {
  wchar_t key[16];
  for (int number = 1; number <= 34; number++) {
    const wchar_t *command = number == 1 || number == 7 ? L"ed-move-to-beg"
        : number == 4 || number == 8 ? L"ed-move-to-end"
        : number == 3 ? L"ed-delete-next-char" : L"ed-ignore";
    swprintf(key, sizeof key / sizeof *key, L"\\e[%d~", number);
    bind(line_editor, key, command);
    // Shift is 2, and Shift, Alt and Ctrl together are 8.
    for (int held = 2; held <= 8; held++) {
      swprintf(key, sizeof key / sizeof *key, L"\\e[%d;%d~", number, held);
      bind(line_editor, key, L"ed-ignore");
    }
  }
  // Arrows, End and Home, and the first function keys.
  for (const char *letter = "ABCDFHPQRS"; *letter; letter++)
    for (int held = 2; held <= 8; held++) {
      swprintf(key, sizeof key / sizeof *key, L"\\e[1;%d%c", held, *letter);
      bind(line_editor, key, L"ed-ignore");
    }
  for (const char *letter = "PQRS"; *letter; letter++) {
    swprintf(key, sizeof key / sizeof *key, L"\\eO%c", *letter);
    bind(line_editor, key, L"ed-ignore");
  }
}

static bool set_up(cel_editor *editor, const char *program) {
  editor->line_editor =
      el_init_fd(program, editor->input_stream, editor->output_stream, stderr, editor->input,
                 fileno(editor->output_stream), STDERR_FILENO);
  editor->history = history_winit();
  if (!editor->line_editor || !editor->history) return false;

  EditLine *line_editor = editor->line_editor;
  HistEventW event;
  history_w(editor->history, &event, H_SETSIZE, editor->history_size);
  history_w(editor->history, &event, H_SETUNIQUE, 1);
  el_wset(line_editor, EL_CLIENTDATA, editor);
  el_wset(line_editor, EL_SIGNAL, 0);
  el_wset(line_editor, EL_EDITOR, L"emacs");
  el_wset(line_editor, EL_PROMPT_ESC, prompt_of, L'\1');
  el_wset(line_editor, EL_RPROMPT_ESC, cel_suggestion_drawn, L'\1');
  el_wset(line_editor, EL_HIST, history_w, editor->history);
  el_wset(line_editor, EL_GETCFN, cel_read_character);
  el_wset(line_editor, EL_ADDFN, L"homescreen-interrupt", L"Throw the line away", interrupt);
  el_wset(line_editor, EL_ADDFN, L"homescreen-complete", L"Complete the word before the cursor", complete);
  el_wset(line_editor, EL_ADDFN, L"homescreen-paste", L"Put what was pasted into the line", cel_paste_insert);
  el_wset(line_editor, EL_ADDFN, L"homescreen-suggest", L"Draw the suggestion", cel_suggestion_refresh);
  el_wset(line_editor, EL_ADDFN, L"homescreen-take", L"Move right, or take the suggestion", cel_suggestion_take);
  bind_other_keys(line_editor);
  el_source(line_editor, NULL);
  // After the user's own bindings, so that Ctrl-C always works.
  bind(line_editor, L"^C", L"homescreen-interrupt");
  bind(line_editor, L"^_", L"ed-redisplay");
  bind(line_editor, L"^^", L"homescreen-paste");
  bind(line_editor, L"^]", L"homescreen-suggest");
  el_wset(line_editor, EL_BIND, L"^I", L"homescreen-complete", NULL);
  return true;
}

cel_editor *cel_open(
    const char *program, int input, int output, int history_size, cel_completer completer, void *context) {
  if (!isatty(input)) return NULL;
  cel_editor *editor = calloc(1, sizeof *editor);
  if (!editor) return NULL;
  editor->input = input;
  editor->history_size = history_size;
  editor->completer = completer;
  editor->context = context;
  editor->locale = open_locale();
  editor->input_stream = open_stream(input, "r");
  editor->output_stream = open_stream(output, "w");
  enter_locale(editor);
  bool ready = editor->input_stream && editor->output_stream && set_up(editor, program);
  leave_locale(editor);
  if (ready) return editor;
  int saved = errno;
  cel_close(editor);
  errno = saved;
  return NULL;
}

void cel_close(cel_editor *editor) {
  if (!editor) return;
  enter_locale(editor);
  if (editor->line_editor) el_end(editor->line_editor);
  if (editor->history) history_wend(editor->history);
  leave_locale(editor);
  if (editor->input_stream) fclose(editor->input_stream);
  if (editor->output_stream) fclose(editor->output_stream);
  if (editor->locale) freelocale(editor->locale);
  free(editor->prompt);
  free(editor->line);
  free(editor->pending);
  free(editor->pasted);
  free(editor->suggestion);
  free(editor);
}

void cel_take_pastes(cel_editor *editor) {
  // If libedit does not edit, the text would never be put into a line.
  int edits = 0;
  enter_locale(editor);
  el_wget(editor->line_editor, EL_EDITMODE, &edits);
  leave_locale(editor);
  editor->takes_pastes = edits != 0;
}

void cel_suggest(cel_editor *editor) {
  int edits = 0;
  enter_locale(editor);
  el_wget(editor->line_editor, EL_EDITMODE, &edits);
  // Without this arrow, the locale does not know the letters of the history either.
  editor->suggests = edits != 0 && wcwidth(L'→') == 1;
  if (editor->suggests) {
    const wchar_t *mode = NULL;
    el_wget(editor->line_editor, EL_EDITOR, &mode);
    // In vi's insert mode an escape is a key, and the right arrow moves only after it.
    if (mode && wcscmp(mode, L"vi") == 0) {
      el_wset(editor->line_editor, EL_BIND, L"^F", L"homescreen-take", NULL);
    } else {
      el_wset(editor->line_editor, EL_BIND, L"\\e[C", L"homescreen-take", NULL);
      el_wset(editor->line_editor, EL_BIND, L"\\eOC", L"homescreen-take", NULL);
    }
  }
  leave_locale(editor);
}

// Reading.

static cel_outcome read_line(cel_editor *editor, const char **line, size_t *length) {
  int count = 0;
  const wchar_t *text = el_wgets(editor->line_editor, &count);
  if (editor->leaving) {
    int edits = 0;
    el_wget(editor->line_editor, EL_EDITMODE, &edits);
    // If libedit does not edit, the terminal has echoed the ^C.
    fputs(edits ? "^C\n" : "\n", editor->output_stream);
    return CEL_INTERRUPTED;
  }
  if (editor->too_long) {
    fputc('\n', editor->output_stream);
    return CEL_TOO_LONG;
  }
  if (!text || count <= 0) {
    fputc('\n', editor->output_stream);
    return CEL_END_OF_FILE;
  }
  if (text[count - 1] == L'\n' || text[count - 1] == L'\r') count--;
  editor->line = cel_narrow(text, (size_t)count, length);
  *line = editor->line;
  return editor->line ? CEL_LINE : CEL_NO_MEMORY;
}

cel_outcome cel_read_line(
    cel_editor *editor, const char *prompt, size_t prompt_length, const char *beginning, const char **line,
    size_t *length) {
  *line = NULL;
  *length = 0;
  free(editor->line);
  editor->line = NULL;
  free(editor->prompt);
  editor->prompt = cel_widen(prompt, prompt_length, NULL);
  if (!editor->prompt) return CEL_NO_MEMORY;
  editor->leaving = false;
  editor->too_long = false;
  editor->drawn_length = 0;
  editor->last_key = 0;
  cel_suggestion_forget(editor);

  cp_flush_standard_streams();
  if (!cel_signals_begin()) return CEL_BUSY;
  enter_locale(editor);
  // libedit prints the prompt before it enters raw mode, and until then the terminal takes ^R and ^W itself.
  el_wset(editor->line_editor, EL_PREP_TERM, 1);
  cel_paste_switch(editor, true);
  wchar_t *typed = editor->takes_pastes && *beginning ? cel_widen(beginning, strlen(beginning), NULL) : NULL;
  if (typed) el_wpush(editor->line_editor, typed);
  free(typed);
  cel_outcome outcome = read_line(editor, line, length);
  cel_paste_switch(editor, false);
  // After Ctrl-C or a lost terminal, libedit leaves raw mode only if it edits.
  el_wset(editor->line_editor, EL_PREP_TERM, 0);
  fflush(editor->output_stream);
  leave_locale(editor);
  cel_signals_end();
  return outcome;
}

void cel_remember(cel_editor *editor, const char *entry, size_t length) {
  wchar_t *wide = cel_widen(entry, length, NULL);
  if (!wide) return;
  HistEventW event;
  enter_locale(editor);
  history_w(editor->history, &event, H_ENTER, wide);
  leave_locale(editor);
  free(wide);
}

bool cel_replace(cel_editor *editor, size_t count, const char *text, size_t length) {
  wchar_t *wide = cel_widen(text, length, NULL);
  if (!wide) return false;
  const LineInfoW *line = el_wline(editor->line_editor);
  size_t before = (size_t)(line->cursor - line->buffer);
  enter_locale(editor);
  if (count > before) count = before;
  if (count > 0) el_wdeletestr(editor->line_editor, (int)count);
  // libedit reports the insertion of an empty text as a failure.
  bool inserted = !*wide || el_winsertstr(editor->line_editor, wide) == 0;
  leave_locale(editor);
  free(wide);
  return inserted;
}

void cel_show(cel_editor *editor, const char *text, size_t length) {
  fputc('\n', editor->output_stream);
  fwrite(text, 1, length, editor->output_stream);
}

// Streams and size.
