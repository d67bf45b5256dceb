-- The names of assertions and modifiers, and how a chain such as `is.Not.equal` or `has_no_errors` is read.
--
-- A chain is its words in lower case, joined by "_": dots and underscores are the same. At each place the longest known
-- name wins (`error.matches` is `error_matches`). If a chain has several assertions, the last one counts, as in
-- luassert.

local host = ...
local concat, gmatch, lower = table.concat, string.gmatch, string.lower
local type = type

local names = {}

--- Assertion → the module that contains it, or the assertion itself if a script or the host has added it.
names.assertions = {
  equal = "assert/values", equals = "assert/values", same = "assert/values",
  ["true"] = "assert/values", ["false"] = "assert/values", ["nil"] = "assert/values",
  truthy = "assert/values", falsy = "assert/values",
  string = "assert/values", number = "assert/values", table = "assert/values", boolean = "assert/values",
  ["function"] = "assert/values", userdata = "assert/values", thread = "assert/values",
  near = "assert/more", matches = "assert/more", match = "assert/more", unique = "assert/more",
  returned_arguments = "assert/more", holes = "assert/more",
  error = "assert/errors", errors = "assert/errors", error_matches = "assert/errors",
  error_match = "assert/errors", matches_error = "assert/errors", match_error = "assert/errors",
  called = "assert/calls", called_with = "assert/calls", called_at_least = "assert/calls",
  called_at_most = "assert/calls", called_more_than = "assert/calls", called_less_than = "assert/calls",
  returned_with = "assert/calls",
  callbacks = "assert/apps", handled_once = "assert/apps", logged = "assert/apps", crashes = "assert/apps",
  matches_snapshot = "assert/apps",
}

--- Modifier → its effect: "none" (a filler word), "negate", "message", "payload" or "array" (keep the first argument; a
--- spy's second one is the message), "soft" (a failure does not end the scenario), or a function of a script. `have`, `be`, `been`, `were` and `soft` are ours; luassert has
--- the others.
names.modifiers = {
  is = "none", are = "none", was = "none", has = "none", does = "none", a = "none", an = "none", the = "none",
  have = "none", be = "none", been = "none", were = "none",
  ["not"] = "negate", no = "negate", soft = "soft", message = "message", spy = "payload", stub = "payload", array = "array",
}

--- Matcher → the function that creates it; filled by the module `match`.
names.matchers = {}

--- Other methods of `assert` → the module that contains them.
names.methods = {
  register = "assert/extend", unregister = "assert/extend", add = "assert/extend",
  level = "assert/run", get_level = "assert/run",
  format = "assert/methods", snapshot = "assert/methods", add_spy = "assert/methods",
  set_parameter = "assert/methods", get_parameter = "assert/methods",
  add_formatter = "assert/methods", remove_formatter = "assert/methods",
}

--- Assertions that the next word of a chain may extend (`error` → `error.matches`).
names.growing = { error = true, matches = true, match = true, called = true }

local longest = 4 -- words of a name

--- Allows names with as many words as this one.
function names.widen(name)
  local words = 0
  for _ in gmatch(name, "[^_]+") do words = words + 1 end
  if words > longest then longest = words end
end

--- Notes a new name, so that all spellings of its words are found.
function names.add(kind, name, value)
  names[kind][name] = value
  names.widen(name)
  local part
  for word in gmatch(name, "[^_]+") do
    if part and names.assertions[part] then names.growing[part] = true end
    part = part and part .. "_" .. word or word
  end
end

--- Reads a chain with the known names of `kind` ("assertions", or another map of the same shape). Returns the last of
--- these names or nil, the modifiers in order, and the first word that is neither, or nil.
function names.read(path, known)
  known = known or names.assertions
  local words, count = {}, 0
  for word in gmatch(path, "[^_]+") do
    count = count + 1
    words[count] = word
  end
  local found, modifiers, unknown = nil, {}, nil
  local at = 1
  while at <= count do
    local name
    local last = at + longest - 1 < count and at + longest - 1 or count
    while last >= at do
      name = concat(words, "_", at, last)
      if known[name] or names.modifiers[name] then break end
      last = last - 1
    end
    if last < at then
      unknown = concat(words, "_", at)
      break
    end
    if known[name] then found = name else modifiers[#modifiers + 1] = name end
    at = last + 1
  end
  return found, modifiers, unknown
end

--- An assertion by its name: { needs, message, check, tell } (see assert/run).
function names.assertion(name)
  local holder = names.assertions[name]
  if type(holder) == "string" then return host.load(holder)[name] end
  return holder
end

--- A word of a chain as it is compared: letter case does not matter, so `is.True` and `Not` are allowed.
function names.fold(key)
  return lower(key)
end

return names
