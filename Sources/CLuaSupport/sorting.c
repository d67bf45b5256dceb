// Sorting of keys and plain values: by class, then integers and floats together by value, strings by bytes.
//
// Numbers and the first bytes of strings become 64-bit ranks; a radix sort that skips the bytes in which all ranks
// agree orders them in a few passes, which is what makes pairs over a thousand keys cheap. Strings of equal rank are
// merged by comparison. Nothing here calls into Lua but to pay and to get memory.

#include "sorting.h"

#include <string.h>

// MARK: The list

/// Runs up to this length are sorted by insertion.
static constexpr size_t SHORT_RUN = 24;

/// Makes room for `capacity` items in a new userdata, on top of the stack.
static void allocate(hs_list *list, size_t capacity) {
  const size_t bytes = capacity * (2 * sizeof(hs_item) + sizeof(hs_text));
  char *block = lua_newuserdatauv(list->L, bytes, 0);
  hs_item *items = (hs_item *)block;
  hs_text *texts = (hs_text *)(items + 2 * capacity);
  memcpy(items, list->items, list->count * sizeof *items);
  memcpy(texts, list->texts, list->count * sizeof *texts);
  list->items = items;
  list->scratch = items + capacity;
  list->texts = texts;
  list->capacity = capacity;
}

void hs_list_begin(hs_list *list, lua_State *L) {
  list->L = L;
  list->count = 0;
  list->capacity = HS_SHORT_LIST;
  list->items = list->short_items;
  list->scratch = list->short_scratch;
  list->texts = list->short_texts;
  memset(list->counts, 0, sizeof list->counts);
  lua_pushnil(L);
  list->anchor = lua_gettop(L);
}

/// Orders as the doubles do; not a number is last.
static uint64_t rank_of_float(double value) {
  if (value == 0) value = 0;  // one zero
  uint64_t bits;
  memcpy(&bits, &value, sizeof bits);
  return bits >> 63 ? ~bits : bits | (uint64_t)1 << 63;
}

static uint64_t rank_of_integer(int64_t value) {
  return (uint64_t)value ^ (uint64_t)1 << 63;
}

/// The eight bytes of a text from `offset`, zeros after its end.
static uint64_t rank_of_text(const hs_text *text, size_t offset) {
  uint64_t rank = 0;
  const size_t left = text->length > offset ? text->length - offset : 0;
  const unsigned char *from = text->bytes + offset;
  if (left >= 8) {
    for (int byte = 0; byte < 8; byte++) rank = rank << 8 | from[byte];
    return rank;
  }
  for (size_t byte = 0; byte < left; byte++) rank |= (uint64_t)from[byte] << (56 - 8 * byte);
  return rank;
}

void hs_list_add(hs_list *list, int index) {
  lua_State *L = list->L;
  if (list->count == list->capacity) {
    if (list->count >= UINT32_MAX / 8) luaL_error(L, "too many values to sort");
    index = lua_absindex(L, index);
    allocate(list, list->capacity * 4);
    lua_replace(L, list->anchor);
    hs_spend(L, (int64_t)list->count);
  }
  hs_item item = {.slot = (uint32_t)list->count};
  switch (lua_type(L, index)) {
    case LUA_TSTRING: {
      hs_text *text = &list->texts[list->count];
      text->bytes = (const unsigned char *)lua_tolstring(L, index, &text->length);
      item.class = HS_STRING;
      break;
    }
    case LUA_TNUMBER:
      item.class = lua_isinteger(L, index) ? HS_INTEGER : HS_FLOAT;
      item.rank = item.class == HS_INTEGER ? rank_of_integer(lua_tointeger(L, index))
                                           : rank_of_float(lua_tonumber(L, index));
      break;
    case LUA_TBOOLEAN: item.class = lua_toboolean(L, index) ? HS_TRUE : HS_FALSE; break;
    default: item.class = HS_OBJECT;
  }
  list->items[list->count] = item;
  list->counts[item.class]++;
  list->count++;
}

// MARK: By rank

static void insertion_sort(hs_item *items, size_t count) {
  for (size_t next = 1; next < count; next++) {
    const hs_item item = items[next];
    size_t at = next;
    for (; at > 0 && items[at - 1].rank > item.rank; at--) items[at] = items[at - 1];
    items[at] = item;
  }
}

/// Stable. `scratch` has room for as many items.
static void sort_by_rank(hs_item *items, hs_item *scratch, size_t count) {
  if (count <= SHORT_RUN) {
    insertion_sort(items, count);
    return;
  }
  uint64_t differing = 0;
  for (size_t index = 1; index < count; index++) differing |= items[index].rank ^ items[0].rank;
  hs_item *from = items, *to = scratch;
  for (int shift = 0; shift < 64; shift += 8) {
    if ((differing >> shift & 0xff) == 0) continue;
    uint32_t starts[256] = {0};
    for (size_t index = 0; index < count; index++) starts[from[index].rank >> shift & 0xff]++;
    uint32_t start = 0;
    for (int byte = 0; byte < 256; byte++) {
      const uint32_t length = starts[byte];
      starts[byte] = start;
      start += length;
    }
    for (size_t index = 0; index < count; index++) to[starts[from[index].rank >> shift & 0xff]++] = from[index];
    hs_item *const swapped = from;
    from = to;
    to = swapped;
  }
  if (from != items) memcpy(items, from, count * sizeof *items);
}

// MARK: Strings

/// Whether string `a` comes after string `b`; their first `offset` bytes are known to be equal.
static bool comes_after(hs_list *list, const hs_item *a, const hs_item *b, size_t offset) {
  const hs_text *x = &list->texts[a->slot], *y = &list->texts[b->slot];
  const size_t shorter = x->length < y->length ? x->length : y->length;
  if (shorter > offset) {
    hs_spend_bytes(list->L, shorter - offset);
    const int order = memcmp(x->bytes + offset, y->bytes + offset, shorter - offset);
    if (order != 0) return order > 0;
  }
  return x->length > y->length;
}

/// Sorts a run of equal ranks by comparison: merges runs of doubling length, between `items` and `scratch`.
static void merge_sort_texts(hs_list *list, hs_item *items, hs_item *scratch, size_t count, size_t offset) {
  hs_item *from = items, *to = scratch;
  for (size_t width = 1; width < count; width *= 2) {
    for (size_t start = 0; start < count; start += 2 * width) {
      const size_t middle = start + width < count ? start + width : count;
      const size_t end = start + 2 * width < count ? start + 2 * width : count;
      size_t left = start, right = middle;
      for (size_t at = start; at < end; at++) {
        const bool takes_right =
            right < end && (left >= middle || comes_after(list, &from[left], &from[right], offset));
        to[at] = from[takes_right ? right++ : left++];
      }
    }
    hs_item *const swapped = from;
    from = to;
    to = swapped;
  }
  if (from != items) memcpy(items, from, count * sizeof *items);
}

/// How many first bytes all the strings have in common.
static size_t common_prefix(const hs_list *list, const hs_item *items, size_t count) {
  const hs_text *first = &list->texts[items[0].slot];
  size_t common = first->length;
  for (size_t index = 1; index < count && common > 0; index++) {
    const hs_text *text = &list->texts[items[index].slot];
    if (text->length < common) common = text->length;
    size_t equal = 0;
    while (equal < common && text->bytes[equal] == first->bytes[equal]) equal++;
    common = equal;
  }
  hs_spend_bytes(list->L, common * count);
  return common;
}

static void sort_texts(hs_list *list, hs_item *items, hs_item *scratch, size_t count) {
  if (count < 2) return;
  const size_t common = common_prefix(list, items, count);
  for (size_t index = 0; index < count; index++)
    items[index].rank = rank_of_text(&list->texts[items[index].slot], common);
  sort_by_rank(items, scratch, count);
  for (size_t start = 0; start < count;) {
    size_t end = start + 1;
    while (end < count && items[end].rank == items[start].rank) end++;
    // Zeros that fill a rank look like zeros of the text: such runs are compared from where the rank began.
    if (end - start > 1) merge_sort_texts(list, items + start, scratch, end - start, common);
    start = end;
  }
}

// MARK: Numbers

/// Whether a float is less than an integer, exactly.
static bool is_float_less(double x, int64_t n) {
  if (x >= 0x1p63) return false;
  if (x < -0x1p63) return true;
  const int64_t whole = (int64_t)x;  // towards zero
  return whole != n ? whole < n : x < (double)whole;
}

static bool is_integer_less(int64_t n, double x) {
  if (x >= 0x1p63) return true;
  if (x < -0x1p63) return false;
  const int64_t whole = (int64_t)x;
  return whole != n ? n < whole : (double)whole < x;
}

static int64_t integer_of(const hs_item *item) {
  return (int64_t)(item->rank ^ (uint64_t)1 << 63);
}

static double float_of(const hs_item *item) {
  const uint64_t bits = item->rank >> 63 ? item->rank ^ (uint64_t)1 << 63 : ~item->rank;
  double value;
  memcpy(&value, &bits, sizeof value);
  return value;
}

/// Merges sorted integers with sorted floats that follow them.
static void merge_numbers(hs_item *items, hs_item *scratch, size_t integers, size_t floats) {
  if (integers == 0 || floats == 0) return;
  memcpy(scratch, items, (integers + floats) * sizeof *items);
  const hs_item *integer = scratch, *last_integer = scratch + integers;
  const hs_item *real = last_integer, *last_real = last_integer + floats;
  for (hs_item *to = items; to < items + integers + floats; to++) {
    bool takes_float;
    if (integer == last_integer) {
      takes_float = true;
    } else if (real == last_real) {
      takes_float = false;
    } else {
      const int64_t n = integer_of(integer);
      const double x = float_of(real);
      takes_float = is_float_less(x, n) || (!is_integer_less(n, x) && real->slot < integer->slot);
    }
    *to = takes_float ? *real++ : *integer++;
  }
}

// MARK: All classes

void hs_list_sort(hs_list *list) {
  hs_item *items = list->items, *scratch = list->scratch;
  hs_spend(list->L, (int64_t)list->count * 2);
  // Each class to its place, in the order of the slots.
  uint32_t starts[HS_CLASSES], start = 0;
  bool mixed = false;
  for (int class = 0; class < HS_CLASSES; class++) {
    if (list->counts[class] != 0 && list->counts[class] != list->count) mixed = true;
    starts[class] = start;
    start += list->counts[class];
  }
  if (mixed) {
    memcpy(scratch, items, list->count * sizeof *items);
    uint32_t next[HS_CLASSES];
    memcpy(next, starts, sizeof next);
    for (size_t index = 0; index < list->count; index++) items[next[scratch[index].class]++] = scratch[index];
  }
  sort_by_rank(items + starts[HS_INTEGER], scratch, list->counts[HS_INTEGER]);
  sort_by_rank(items + starts[HS_FLOAT], scratch, list->counts[HS_FLOAT]);
  merge_numbers(items, scratch, list->counts[HS_INTEGER], list->counts[HS_FLOAT]);
  sort_texts(list, items + starts[HS_STRING], scratch, list->counts[HS_STRING]);
}
