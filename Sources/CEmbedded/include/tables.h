// Tables of text in tables/, embedded in the executable: UTF-8, a row per line, ended by a zero byte.

#ifndef TABLES_H
#define TABLES_H

/// homescreen's own error codes: `CODE: MEANING`.
const char *hs_error_codes(void);

/// What lint, the tools and iOS print: `NAME: LINE`. NAME is a fact, a rule or an error; `…` in the line is any text.
const char *hs_known_lines(void);

/// Lua's own functions: `SIGNATURE  MEANING`.
const char *hs_lua_library(void);

/// The words in names of SF Symbols, separated by white space.
const char *hs_symbol_words(void);

#endif
