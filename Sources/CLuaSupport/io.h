// What the files of `io` share: its handles. Private to CLuaSupport.

#ifndef HS_IO_H
#define HS_IO_H

#include "library.h"

typedef enum hs_handle_kind { HS_READING, HS_INPUT, HS_OUTPUT } hs_handle_kind;

/// A handle; the text that it reads is its user value.
typedef struct hs_handle {
  /// Scripts get no userdata without one.
  hs_object object;
  hs_handle_kind kind;
  bool is_closed;
  size_t position;
} hs_handle;

// MARK: io_handles.c

/// Where the registry holds the default input and output.
extern const char hs_input_key, hs_output_key;

/// Makes the metatable of handles.
void hs_declare_handles(lua_State *L);
hs_handle *hs_push_handle(lua_State *L, hs_handle_kind kind);
/// The handle at an index, open or closed; NULL when it is something else.
hs_handle *hs_test_handle(lua_State *L, int index);
/// The open handle that is the first argument; raises when there is none.
hs_handle *hs_check_handle(lua_State *L);
/// Pushes the default input or output.
hs_handle *hs_push_default(lua_State *L, const char *key, const char *name);
/// Pushes what functions of `io` answer where they fail, and answers how many values that are.
int hs_io_fail(lua_State *L, const char *path, int code);
int hs_io_close(lua_State *L);
int hs_io_type(lua_State *L);

// MARK: io_writing.c

int hs_file_write(lua_State *L);
int hs_io_write(lua_State *L);
int hs_file_flush(lua_State *L);
int hs_io_flush(lua_State *L);
int hs_file_setvbuf(lua_State *L);

// MARK: io_reading.c

int hs_file_read(lua_State *L);
int hs_io_read(lua_State *L);
int hs_file_seek(lua_State *L);
/// Pushes the iterator over the handle at 1, with the arguments behind it as formats.
void hs_push_lines(lua_State *L, bool closes);
int hs_file_lines(lua_State *L);

#endif
