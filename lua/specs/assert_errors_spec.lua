-- Assertions about errors. Runs under busted and here with the same results.

local function passes(f)
  local fine, raised = pcall(f)
  if not fine then error("should pass: " .. tostring(raised), 2) end
end

local function fails(f)
  local fine, raised = pcall(f)
  if fine then error("should fail", 2) end
  if tostring(raised):find("attempt to", 1, true) then error("not an assertion: " .. tostring(raised), 2) end
  return tostring(raised)
end

local function raising(value, level)
  return function() error(value, level or 0) end
end

local function quiet() end

local function named(name)
  return setmetatable({}, { __tostring = function() return name end })
end

describe("has_error", function()
  it("wants any error", function()
    passes(function() assert.has_error(raising("x")) end)
    passes(function() assert.has_error(raising(nil)) end)
    passes(function() assert.has_error(raising({})) end)
    passes(function() assert.has_error(raising(nil), nil) end)
    passes(function() assert.has_error(raising("x"), nil) end)
    passes(function() assert.has_error(function() local nothing; nothing() end) end)
    passes(function() assert.has_error(setmetatable({}, { __call = raising("x") })) end)
    fails(function() assert.has_error(quiet) end)
    fails(function() assert.has_error(quiet, nil) end)
    fails(function() assert.has_error(quiet, "x") end)
  end)
  it("compares strings without their place", function()
    passes(function() assert.has_error(raising("x"), "x") end)
    passes(function() assert.has_error(raising("x", 1), "x") end)
    passes(function() assert.has_error(raising("x", 2), "x") end)
    passes(function() assert.has_error(raising("file.lua:12: x"), "x") end)
    passes(function() assert.has_error(raising("a b.lua:1: x"), "x") end)
    passes(function() assert.has_error(raising("a\nb:1: x"), "x") end)
    passes(function() assert.has_error(raising("a:1: b:2: x"), "b:2: x") end)
    passes(function() assert.has_error(raising("a:1: x\ny"), "x\ny") end)
    passes(function() assert.has_error(raising(""), "") end)
    passes(function() assert.has_error(function() local nothing; nothing() end,
      "attempt to call a nil value (local 'nothing')") end)
    fails(function() assert.has_error(raising("x"), "y") end)
    fails(function() assert.has_error(raising("x"), "") end)
    fails(function() assert.has_error(raising("a: 1: x"), "x") end)
    fails(function() assert.has_error(raising("a:1:x"), "x") end)
    fails(function() assert.has_error(raising("a:1:  x"), "x") end)
    fails(function() assert.has_error(raising("a.lua:1: x"), "a.lua:1: x") end)
    fails(function() assert.has_error(raising("a:1: b:2: x"), "x") end)
  end)
  it("compares other values in depth", function()
    passes(function() assert.has_error(raising({ a = { 1 } }), { a = { 1 } }) end)
    passes(function() assert.has_error(raising(42), 42) end)
    passes(function() assert.has_error(raising("42"), 42) end)
    passes(function() assert.has_error(raising("0x2a"), 42) end)
    passes(function() assert.has_error(raising(true), true) end)
    passes(function() assert.has_error(raising(false), false) end)
    passes(function() assert.has_error(raising(named("x")), "x") end)
    fails(function() assert.has_error(raising({ a = 1 }), { a = 2 }) end)
    fails(function() assert.has_error(raising({ a = 1 }), "x") end)
    fails(function() assert.has_error(raising("x"), {}) end)
    fails(function() assert.has_error(raising(42), "42") end)
    fails(function() assert.has_error(raising("x42"), 42) end)
    fails(function() assert.has_error(raising(named("42")), 42) end)
    fails(function() assert.has_error(raising(nil), "x") end)
    fails(function() assert.has_error(raising(named("x")), "y") end)
  end)
  it("has other spellings", function()
    passes(function() assert.error(raising("x"), "x") end)
    passes(function() assert.errors(raising("x"), "x") end)
    passes(function() assert.has_errors(raising("x")) end)
    passes(function() assert.has.error(raising("x")) end)
    passes(function() assert.has.errors(raising("x")) end)
    fails(function() assert.errors(quiet) end)
  end)
  it("carries a message", function()
    for _, text in ipairs {
      fails(function() assert.has_error(quiet, "x", "my words") end),
      fails(function() assert.has_error(quiet, nil, "my words") end),
      fails(function() assert.has_error(raising("y"), "x", "my words") end),
    } do
      if not text:find("my words", 1, true) then error("no message: " .. text) end
    end
  end)
  it("needs a function", function()
    fails(function() assert.has_error() end)
    fails(function() assert.has_error(nil) end)
    fails(function() assert.has_error("x") end)
    fails(function() assert.has_error({}) end)
    fails(function() assert.has_no_error() end)
    fails(function() assert.has_no_error({}) end)
  end)
  it("catches a failed assertion", function()
    passes(function() assert.has_error(function() assert.equal(1, 2) end) end)
    passes(function() assert.has_error(function() assert(false, "words") end) end)
    passes(function() assert.has_error(function() assert.has_error(quiet) end) end)
  end)
  it("returns the error", function()
    local raised = assert.has_error(raising("a:1: x"))
    if raised ~= "x" then error("got " .. tostring(raised)) end
    local one, two, three = assert.has_error(raising("a:1: x"), "x", "m")
    if one ~= "x" or two ~= "x" or three ~= "m" then error("other results") end
    if select("#", assert.has_error(raising("x"))) ~= 1 then error("other results") end
  end)
  it("lets a coroutine yield", function()
    local routine = coroutine.wrap(function()
      assert.has_error(function()
        coroutine.yield("on the way")
        error("x", 0)
      end, "x")
      return "done"
    end)
    if routine() ~= "on the way" or routine() ~= "done" then error("lost") end
  end)
end)

describe("has_no_error", function()
  it("wants none", function()
    passes(function() assert.has_no_error(quiet) end)
    passes(function() assert.has_no_errors(quiet) end)
    passes(function() assert.no_error(quiet) end)
    passes(function() assert.no.errors(quiet) end)
    passes(function() assert.does_not_error(quiet) end)
    fails(function() assert.has_no_error(raising("x")) end)
    fails(function() assert.has_no_error(raising(nil)) end)
    fails(function() assert.has.no.errors(raising({})) end)
  end)
  it("allows other errors than the one named", function()
    passes(function() assert.has_no_error(quiet, "x") end)
    passes(function() assert.has_no_error(raising("x"), "y") end)
    fails(function() assert.has_no_error(raising("x"), "x") end)
  end)
  it("returns the first result", function()
    if assert.has_no_error(function() return 7, 8 end) ~= 7 then error("lost") end
    if select("#", assert.has_no_error(function() return 7, 8 end)) ~= 1 then error("too many") end
  end)
end)

describe("error_matches", function()
  it("looks for a pattern, without the place", function()
    passes(function() assert.error_matches(raising("abc"), "b.") end)
    passes(function() assert.error_matches(raising("abc", 1), "^abc$") end)
    passes(function() assert.error_matches(raising("abc"), "") end)
    passes(function() assert.error_matches(raising("abc"), "b", 2) end)
    passes(function() assert.error_matches(raising("a.c"), ".", 1, true) end)
    passes(function() assert.error_matches(raising(42), "4") end)
    passes(function() assert.error_matches(raising(true), "true") end)
    passes(function() assert.error_matches(raising(named("abc")), "b") end)
    fails(function() assert.error_matches(raising("abc"), "z") end)
    fails(function() assert.error_matches(raising("abc"), "a", 2) end)
    fails(function() assert.error_matches(raising("abc"), ".", 1, true) end)
    fails(function() assert.error_matches(raising({}), ".") end)
    fails(function() assert.error_matches(raising(nil), "nil") end)
    fails(function() assert.error_matches(quiet, "x") end)
  end)
  it("has other spellings", function()
    passes(function() assert.error.matches(raising("abc"), "b.") end)
    passes(function() assert.has.error.matches(raising("abc"), "b.") end)
    passes(function() assert.has_error.matches(raising("abc"), "b.") end)
    passes(function() assert.has_error.match(raising("abc"), "b.") end)
    passes(function() assert.has_error_match(raising("abc"), "b.") end)
    passes(function() assert.matches_error(raising("abc"), "b.") end)
    passes(function() assert.match_error(raising("abc"), "b.") end)
    passes(function() assert.matches.error(raising("abc"), "b.") end)
    fails(function() assert.error.matches(raising("abc"), "z") end)
  end)
  it("can be negated", function()
    passes(function() assert.no.error_matches(raising("abc"), "z") end)
    passes(function() assert.no.error_matches(quiet, "z") end)
    fails(function() assert.no.error_matches(raising("abc"), "b") end)
    fails(function() assert.not_error_matches(raising("abc"), "b") end)
  end)
  it("returns captures", function()
    local one, two = assert.error_matches(raising("abc"), "(b)(c)")
    if one ~= "b" or two ~= "c" then error("lost") end
  end)
  it("needs a function and a pattern", function()
    fails(function() assert.error_matches(raising("x")) end)
    fails(function() assert.error_matches(raising("x"), nil) end)
    fails(function() assert.error_matches(raising("x"), 42) end)
    fails(function() assert.error_matches("x", "x") end)
    fails(function() assert.error_matches(raising("x"), "[") end)
  end)
  it("carries a message", function()
    for _, text in ipairs {
      fails(function() assert.error_matches(raising("abc"), "z", "my words") end),
      fails(function() assert.error_matches(raising("abc"), "z", 1, "my words") end),
      fails(function() assert.error_matches(raising("abc"), "z", 1, false, "my words") end),
    } do
      if not text:find("my words", 1, true) then error("no message: " .. text) end
    end
  end)
end)
