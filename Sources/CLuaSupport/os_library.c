// The os functions that a deterministic host can provide: clock, date, difftime and time, from the virtual clock, in
// UTC.
//
// isdst is always false. Functions that would change the machine, or end the process, raise an error with the reason.
// setlocale knows one locale. getenv reads a table that the host fills.

#define _DEFAULT_SOURCE  // timegm
#include <limits.h>
#include <string.h>
#include <time.h>

#include "library.h"

static int64_t now(lua_State *L) {
  const hs_callbacks *callbacks = &hs_host_of(L)->callbacks;
  return callbacks->clock ? callbacks->clock(callbacks->context) : 0;
}

static int64_t now_in_seconds(lua_State *L) {
  const int64_t milliseconds = now(L);
  return milliseconds / 1000 - (milliseconds % 1000 < 0);
}

void hs_start_clock(lua_State *L) {
  hs_host_of(L)->clock_start = now(L);
}

// MARK: Tables

static void set_field(lua_State *L, const char *name, int64_t value) {
  lua_pushinteger(L, value);
  lua_setfield(L, -2, name);
}

/// Sets the fields of the table on top.
static void set_fields(lua_State *L, const struct tm *date) {
  set_field(L, "year", (int64_t)date->tm_year + 1900);
  set_field(L, "month", date->tm_mon + 1);
  set_field(L, "day", date->tm_mday);
  set_field(L, "hour", date->tm_hour);
  set_field(L, "min", date->tm_min);
  set_field(L, "sec", date->tm_sec);
  set_field(L, "yday", date->tm_yday + 1);
  set_field(L, "wday", date->tm_wday + 1);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "isdst");
}

/// Returns a field of the date table at 1 minus `offset`. Like stock, the result must fit a C int.
static int get_field(lua_State *L, const char *name, int fallback, int offset) {
  const int kind = lua_getfield(L, 1, name);
  int is_integer;
  const lua_Integer value = lua_tointegerx(L, -1, &is_integer);
  lua_pop(L, 1);
  if (is_integer) {
    const int fits = value >= 0 ? value - offset <= INT_MAX : value >= INT_MIN + offset;
    if (!fits) return luaL_error(L, "field '%s' is out-of-bound", name);
    return (int)(value - offset);
  }
  if (kind != LUA_TNIL) return luaL_error(L, "field '%s' is not an integer", name);
  if (fallback < 0) return luaL_error(L, "field '%s' missing in date table", name);
  return fallback - offset;
}

// MARK: Functions

/// The units for the fields of a date.
static constexpr int64_t DATE = 25;

static int os_time(lua_State *L) {
  hs_spend(L, lua_isnoneornil(L, 1) ? 1 : DATE);
  if (lua_isnoneornil(L, 1)) {
    lua_pushinteger(L, now_in_seconds(L));
    return 1;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  struct tm date = {0};
  date.tm_year = get_field(L, "year", -1, 1900);
  date.tm_mon = get_field(L, "month", -1, 1);
  date.tm_mday = get_field(L, "day", -1, 0);
  date.tm_hour = get_field(L, "hour", 12, 0);
  date.tm_min = get_field(L, "min", 0, 0);
  date.tm_sec = get_field(L, "sec", 0, 0);
  const time_t seconds = timegm(&date);
  if (seconds == -1) return luaL_error(L, "time result cannot be represented in this installation");
  set_fields(L, &date);
  lua_pushinteger(L, seconds);
  return 1;
}

/// Returns the seconds since the library was opened; its upvalue is that time, in milliseconds.
static int os_clock(lua_State *L) {
  lua_pushnumber(L, (lua_Number)(now(L) - hs_host_of(L)->clock_start) / 1000.0);
  return 1;
}

/// Stock, called for UTC and, without a time, for the time of the virtual clock.
static int os_date(lua_State *L) {
  size_t length;
  const char *format = luaL_optlstring(L, 1, "%c", &length);
  hs_spend(L, (int64_t)length * 4 + DATE);
  if (lua_isnoneornil(L, 2)) {
    lua_settop(L, 1);
    lua_pushinteger(L, now_in_seconds(L));
  }
  lua_pushliteral(L, "!");
  lua_pushlstring(L, format, length);
  if (*format == '!')
    lua_remove(L, -2);
  else
    lua_concat(L, 2);
  lua_replace(L, 1);
  return hs_call_stock(L);
}

// MARK: The machine

static const char environment_key;

void hs_push_environment(lua_State *L) {
  hs_registry_table(L, &environment_key, NULL);
}

static int os_getenv(lua_State *L) {
  luaL_checkstring(L, 1);
  hs_push_environment(L);
  lua_pushvalue(L, 1);
  lua_rawget(L, -2);
  return 1;
}

static int os_setlocale(lua_State *L) {
  static const char *const categories[] = {"all", "collate", "ctype", "monetary", "numeric", "time", NULL};
  const char *locale = luaL_optstring(L, 1, NULL);
  luaL_checkoption(L, 2, "all", categories);
  if (locale == NULL || *locale == '\0' || strcmp(locale, "C") == 0 || strcmp(locale, "POSIX") == 0)
    lua_pushliteral(L, "C");
  else
    luaL_pushfail(L);
  return 1;
}

static int refuse_files(lua_State *L) {
  return luaL_error(
      L, "os.%s is not available: scripts cannot change files; plist:save writes property lists",
      lua_tostring(L, lua_upvalueindex(1)));
}

static int os_execute(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    lua_pushboolean(L, 0);
    return 1;
  }
  return luaL_error(L, "os.execute is not available: scripts cannot start other programs");
}

static int os_exit(lua_State *L) {
  return luaL_error(
      L, "os.exit is not available: a script cannot end the process, because other scripts run in it; error(…) ends the "
         "scenario");
}

void hs_open_os(lua_State *L) {
  static const luaL_Reg own[] = {
      {"clock", os_clock}, {"execute", os_execute},     {"exit", os_exit}, {"getenv", os_getenv},
      {"time", os_time},   {"setlocale", os_setlocale}, {NULL, NULL},
  };
  static const char *const refused[] = {"remove", "rename", "tmpname"};
  luaL_requiref(L, LUA_OSLIBNAME, luaopen_os, 1);
  luaL_setfuncs(L, own, 0);
  hs_charge(L, "date", os_date);
  for (size_t index = 0; index < sizeof refused / sizeof *refused; index++) {
    lua_pushstring(L, refused[index]);
    lua_pushcclosure(L, refuse_files, 1);
    lua_setfield(L, -2, refused[index]);
  }
  lua_pop(L, 1);
}
