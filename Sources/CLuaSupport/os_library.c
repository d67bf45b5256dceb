// The os functions that a deterministic host can offer: clock, date, difftime and time, from the virtual clock, in UTC.
//
// The calendar is computed here, so neither the zone of the machine nor its tables matter; isdst is always false.
// What would change the machine, or end the process, raises and says why. setlocale knows one locale. getenv gives what
// the host has put into a table for it.

#define _GNU_SOURCE  // tm_zone
#include <limits.h>
#include <string.h>
#include <time.h>

#include "library.h"

static int64_t now(lua_State *L) {
  const hs_callbacks *callbacks = &hs_host_of(L)->callbacks;
  return callbacks->clock ? callbacks->clock(callbacks->context) : 0;
}

static int64_t divide_down(int64_t value, int64_t by) {
  return value / by - (value % by < 0);
}

void hs_start_clock(lua_State *L) {
  hs_host_of(L)->clock_start = now(L);
}

// MARK: The calendar

/// Days from 1970-01-01 to the first of a month. Years are counted from March, so that a leap day ends its year.
static int64_t days_to_month(int64_t year, int month) {
  if (month <= 2) year--;
  const int64_t era = divide_down(year, 400);
  const int64_t year_of_era = year - era * 400;
  const int month_from_march = (month + 9) % 12;
  const int64_t day_of_year = (153 * month_from_march + 2) / 5;
  return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

/// Fills a broken-down time; answers false where the year does not fit.
static int break_down(int64_t seconds, struct tm *date) {
  const int64_t days = divide_down(seconds, 86400);
  const int second_of_day = (int)(seconds - days * 86400);
  // The year is at most one off when the mean length of years is used.
  int64_t year = 1970 + divide_down(days * 400, 146097);
  while (days_to_month(year + 1, 1) <= days) year++;
  while (days_to_month(year, 1) > days) year--;
  if (year - 1900 > INT_MAX || year - 1900 < INT_MIN) return 0;
  int month = 12;
  while (days_to_month(year, month) > days) month--;
  *date = (struct tm){
      .tm_sec = second_of_day % 60,
      .tm_min = second_of_day / 60 % 60,
      .tm_hour = second_of_day / 3600,
      .tm_mday = (int)(days - days_to_month(year, month)) + 1,
      .tm_mon = month - 1,
      .tm_year = (int)(year - 1900),
      .tm_wday = (int)(days + 4 - divide_down(days + 4, 7) * 7),
      .tm_yday = (int)(days - days_to_month(year, 1)),
      .tm_zone = "UTC",
  };
  return 1;
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

/// A field of the date table at 1. Like stock, it takes what fits a C int after `offset` is taken away.
static int64_t get_field(lua_State *L, const char *name, int fallback, int64_t offset) {
  const int kind = lua_getfield(L, 1, name);
  int is_integer;
  const lua_Integer value = lua_tointegerx(L, -1, &is_integer);
  lua_pop(L, 1);
  if (is_integer) {
    const int fits = value >= 0 ? value - offset <= INT_MAX : value >= INT_MIN + offset;
    if (!fits) return luaL_error(L, "field '%s' is out-of-bound", name);
    return value;
  }
  if (kind != LUA_TNIL) return luaL_error(L, "field '%s' is not an integer", name);
  if (fallback < 0) return luaL_error(L, "field '%s' missing in date table", name);
  return fallback;
}

// MARK: Functions

/// Units for the fields of a date.
static constexpr int64_t DATE = 25;

static int os_time(lua_State *L) {
  hs_spend(L, lua_isnoneornil(L, 1) ? 1 : DATE);
  if (lua_isnoneornil(L, 1)) {
    lua_pushinteger(L, divide_down(now(L), 1000));
    return 1;
  }
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  const int64_t year = get_field(L, "year", -1, 1900);
  const int64_t month = get_field(L, "month", -1, 1) - 1;
  const int64_t day = get_field(L, "day", -1, 0);
  const int64_t hour = get_field(L, "hour", 12, 0);
  const int64_t minute = get_field(L, "min", 0, 0);
  const int64_t second = get_field(L, "sec", 0, 0);
  // Everything fits an int, so no sum of these comes near the limits of 64 bits.
  const int64_t carried = divide_down(month, 12);
  const int64_t days = days_to_month(year + carried, (int)(month - carried * 12) + 1) + day - 1;
  const int64_t seconds = days * 86400 + hour * 3600 + minute * 60 + second;
  struct tm date;
  if (!break_down(seconds, &date))
    return luaL_error(L, "time result cannot be represented in this installation");
  set_fields(L, &date);
  lua_pushinteger(L, seconds);
  return 1;
}

/// Seconds since the library was opened; that moment is the upvalue, in milliseconds.
static int os_clock(lua_State *L) {
  lua_pushnumber(L, (lua_Number)(now(L) - hs_host_of(L)->clock_start) / 1000.0);
  return 1;
}

static int os_difftime(lua_State *L) {
  const lua_Integer later = luaL_checkinteger(L, 1), earlier = luaL_checkinteger(L, 2);
  lua_pushnumber(L, (lua_Number)later - (lua_Number)earlier);
  return 1;
}

/// The length of the conversion after a `%`: one of C99, with E or O before some. Refuses all others.
static size_t check_conversion(lua_State *L, const char *conversion, size_t left) {
  static const char plain[] = "aAbBcCdDeFgGhHIjmMnprRStTuUVwWxXyYzZ%";
  static const char with_e[] = "cCxXyY", with_o[] = "deHImMSuUVwWy";
  if (left >= 1 && *conversion != 0 && strchr(plain, *conversion)) return 1;
  if (left >= 2 && conversion[1] != 0) {
    if (*conversion == 'E' && strchr(with_e, conversion[1])) return 2;
    if (*conversion == 'O' && strchr(with_o, conversion[1])) return 2;
  }
  luaL_argerror(L, 1, lua_pushfstring(L, "invalid conversion specifier '%%%s'", conversion));
  return 0;
}

static int os_date(lua_State *L) {
  size_t length;
  const char *format = luaL_optlstring(L, 1, "%c", &length);
  const int64_t seconds = lua_isnoneornil(L, 2) ? divide_down(now(L), 1000) : luaL_checkinteger(L, 2);
  const char *const end = format + length;
  hs_spend(L, (int64_t)length * 4 + DATE);
  const bool is_utc = *format == '!';
  if (is_utc) format++;
  struct tm date;
  // 2^60 seconds is beyond any year that fits, and far enough from the limits of the calendar's sums.
  if (seconds > (int64_t)1 << 60 || seconds < -((int64_t)1 << 60) || !break_down(seconds, &date))
    return luaL_error(L, "date result cannot be represented in this installation");
  // As the C library calls it.
  if (is_utc) date.tm_zone = "GMT";
  if (strcmp(format, "*t") == 0) {
    lua_createtable(L, 0, 9);
    set_fields(L, &date);
    return 1;
  }
  luaL_Buffer result;
  luaL_buffinit(L, &result);
  while (format < end) {
    if (*format != '%') {
      luaL_addchar(&result, *format);
      format++;
      continue;
    }
    const size_t size = check_conversion(L, format + 1, (size_t)(end - format) - 1);
    char one[4] = "%", text[256];
    memcpy(one + 1, format + 1, size);
    luaL_addlstring(&result, text, strftime(text, sizeof text, one, &date));
    format += size + 1;
  }
  luaL_pushresult(&result);
  return 1;
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
      L, "os.%s is not available: scripts change no files; plist:save writes property lists",
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

static int open_os(lua_State *L) {
  static const luaL_Reg functions[] = {
      {"clock", os_clock},     {"date", os_date}, {"difftime", os_difftime}, {"execute", os_execute}, {"exit", os_exit},
      {"getenv", os_getenv},   {"time", os_time}, {"setlocale", os_setlocale}, {NULL, NULL},
  };
  static const char *const refused[] = {"remove", "rename", "tmpname"};
  luaL_newlib(L, functions);
  for (size_t index = 0; index < sizeof refused / sizeof *refused; index++) {
    lua_pushstring(L, refused[index]);
    lua_pushcclosure(L, refuse_files, 1);
    lua_setfield(L, -2, refused[index]);
  }
  return 1;
}

void hs_open_os(lua_State *L) {
  luaL_requiref(L, LUA_OSLIBNAME, open_os, 1);
  lua_pop(L, 1);
}
