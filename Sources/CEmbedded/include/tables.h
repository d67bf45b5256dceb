// Tables of text in tables/, embedded in the executable: UTF-8, a row per line, ended by a zero byte.

#ifndef TABLES_H
#define TABLES_H

/// The methods of an app and their arguments: `SLOT|ARGUMENTS|DEPRECATED IN|SUMMARY` and `ARGUMENT|SUMMARY`.
const char *hs_callbacks(void);

/// The build settings that every app for iPhone and iPad starts with: `NAME = VALUE`.
const char *hs_default_settings(void);

/// Models of devices: `NAME|CLASS|SCALE|FIRST VERSION|LAST MAJOR VERSION|WIDTHxHEIGHT`, in points.
const char *hs_device_models(void);

/// The keys of property lists and their names in Xcode's editor: `KEY|NAME|OTHER NAME…`.
const char *hs_editor_names(void);

/// homescreen's own error codes: `CODE: MEANING`.
const char *hs_error_codes(void);

/// Statements of Lua that cause errors: `# CODE` and lines.
const char *hs_error_examples(void);

/// The scenario of a new project, with `{{NAME}}` for its parts.
const char *hs_first_scenario(void);

/// What lint, the tools and iOS print: `NAME: LINE`. NAME is a fact, a rule or an error; `…` in the line is any text.
const char *hs_known_lines(void);

/// Lua's own functions: `SIGNATURE  MEANING`.
const char *hs_lua_library(void);

/// The codes of languages, of regions, and names of languages with their codes, in three parts.
const char *hs_language_names(void);

/// Hints for messages of Lua: a part of the message, a tab, the hint.
const char *hs_lua_messages(void);

/// Options of other tools, and ours: `OPTION…: ADVICE`, in three parts, for runs, the REPL and checks.
const char *hs_option_words(void);

/// Words that scripts may try, in lower case and without `_`, and their equivalents: `WORD…: ADVICE`. A prefix says
/// where the word stands: `device.alert.ok`, `method.tap` for a method of any value, `swift.try` for a line of Swift,
/// `global.ap` for a global, `help.delegate` for help, `list.count` for a part of any value, `of.app.delegate` for any
/// part of a value.
const char *hs_other_words(void);

/// The explanations of lint's rules, with parts of files before and after: `# CODE`, `--- before`, `--- after`.
const char *hs_rule_texts(void);

/// The simulator's error codes: `CODE: MEANING`.
const char *hs_simulator_errors(void);

/// The words in names of SF Symbols, separated by white space.
const char *hs_symbol_words(void);

/// Methods that UIKit calls and the simulator does not: `OWNER SELECTOR`.
const char *hs_uikit_methods(void);

#endif
