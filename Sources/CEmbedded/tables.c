#include "tables.h"

static const char callbacks[] = {
#embed "tables/callbacks.txt"
    , 0};
static const char default_settings[] = {
#embed "tables/default-settings.txt"
    , 0};
static const char device_models[] = {
#embed "tables/models.txt"
    , 0};
static const char editor_names[] = {
#embed "tables/editor-names.txt"
    , 0};
static const char error_codes[] = {
#embed "tables/error-codes.txt"
    , 0};
static const char error_examples[] = {
#embed "tables/error-examples.txt"
    , 0};
static const char first_scenario[] = {
#embed "tables/first-scenario.txt"
    , 0};
static const char known_lines[] = {
#embed "tables/known-lines.txt"
    , 0};
static const char language_names[] = {
#embed "tables/language-names.txt"
    , 0};
static const char lua_library[] = {
#embed "tables/lua-library.txt"
    , 0};
static const char lua_messages[] = {
#embed "tables/lua-messages.txt"
    , 0};
static const char option_words[] = {
#embed "tables/option-words.txt"
    , 0};
static const char other_words[] = {
#embed "tables/other-words.txt"
    , 0};
static const char rule_texts[] = {
#embed "tables/rules.txt"
    , 0};
static const char simulator_errors[] = {
#embed "tables/simulator-errors.txt"
    , 0};
static const char symbol_words[] = {
#embed "tables/symbol-words.txt"
    , 0};
static const char uikit_methods[] = {
#embed "tables/uikit-methods.txt"
    , 0};

const char *hs_callbacks(void) { return callbacks; }
const char *hs_default_settings(void) { return default_settings; }
const char *hs_device_models(void) { return device_models; }
const char *hs_editor_names(void) { return editor_names; }
const char *hs_error_codes(void) { return error_codes; }
const char *hs_error_examples(void) { return error_examples; }
const char *hs_first_scenario(void) { return first_scenario; }
const char *hs_known_lines(void) { return known_lines; }
const char *hs_language_names(void) { return language_names; }
const char *hs_lua_library(void) { return lua_library; }
const char *hs_lua_messages(void) { return lua_messages; }
const char *hs_option_words(void) { return option_words; }
const char *hs_other_words(void) { return other_words; }
const char *hs_rule_texts(void) { return rule_texts; }
const char *hs_simulator_errors(void) { return simulator_errors; }
const char *hs_symbol_words(void) { return symbol_words; }
const char *hs_uikit_methods(void) { return uikit_methods; }
