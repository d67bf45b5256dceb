-- near, matches, unique, returned_arguments, holes. Runs under busted and here with the same results.

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

local function named(name)
  return setmetatable({}, { __tostring = function() return name end })
end

describe("near", function()
  it("passes", function()
    passes(function() assert.near(1, 1.5, 0.5) end)
    passes(function() assert.is_near(1, 2, 1) end)
    passes(function() assert.near(1, 1, 0) end)
    passes(function() assert.near(-1, -1.25, 0.25) end)
    passes(function() assert.near("1", "1.5", "0.5") end)
    passes(function() assert.near("0x10", 16, 0) end)
    passes(function() assert.near(math.huge, math.huge, 1) end)
    passes(function() assert.near(1, 2, math.huge) end)
    passes(function() assert.not_near(1, 2, 0.5) end)
    passes(function() assert.is_not_near(1, 2, 0.5) end)
  end)
  it("fails", function()
    fails(function() assert.near(1, 1.6, 0.5) end)
    fails(function() assert.near(1, 0.4, 0.5) end)
    fails(function() assert.near(1, 1, -1) end)
    fails(function() assert.near(0 / 0, 0 / 0, 1) end)
    fails(function() assert.near(math.maxinteger, math.mininteger, 10) end)
    fails(function() assert.not_near(1, 1, 0) end)
  end)
  it("needs three numbers", function()
    fails(function() assert.near() end)
    fails(function() assert.near(1) end)
    fails(function() assert.near(1, 1) end)
    fails(function() assert.near(1, nil, 1) end)
    fails(function() assert.near(1, 1, nil) end)
    fails(function() assert.near("x", 1, 1) end)
    fails(function() assert.near(1, "x", 1) end)
    fails(function() assert.near({}, {}, 1) end)
    fails(function() assert.not_near("x", 1, 1) end)
  end)
end)

describe("matches", function()
  it("passes", function()
    passes(function() assert.matches("a", "abc") end)
    passes(function() assert.matches("^%d+$", "123") end)
    passes(function() assert.matches("", "") end)
    passes(function() assert.matches("b", "abc", 2) end)
    passes(function() assert.matches("b", "abc", 2.0) end)
    passes(function() assert.matches("b", "abc", "2") end)
    passes(function() assert.matches("c", "abc", -1) end)
    passes(function() assert.matches("b.", "ab.", 1, true) end)
    passes(function() assert.matches("b", "abc", nil, true) end)
    passes(function() assert.matches("4", 42) end)
    passes(function() assert.matches("x", named("xyz")) end)
    passes(function() assert.match("a", "abc") end)
    passes(function() assert.has_match("a", "abc") end)
    passes(function() assert.not_matches("a", "b") end)
    passes(function() assert.does_not_match("a", "b") end)
    passes(function() assert.is_not.match("a", "b") end)
  end)
  it("fails", function()
    fails(function() assert.matches("z", "abc") end)
    fails(function() assert.matches("a", "abc", 2) end)
    fails(function() assert.matches("b", "abc", "3") end)
    fails(function() assert.matches("b", "abc", -1) end)
    fails(function() assert.matches("c", "abc", 10) end)
    fails(function() assert.matches("b.", "abc", 1, true) end)
    fails(function() assert.does_not_match("a", "a") end)
  end)
  it("needs a pattern and a text", function()
    fails(function() assert.matches() end)
    fails(function() assert.matches("x") end)
    fails(function() assert.matches("a", nil) end)
    fails(function() assert.matches("a", {}) end)
    fails(function() assert.matches("true", true) end)
    fails(function() assert.matches(nil, "x") end)
    fails(function() assert.matches(4, "4") end)
    fails(function() assert.matches({}, "4") end)
    fails(function() assert.matches("[", "x") end)
    fails(function() assert.matches("a", "abc", true) end)
    fails(function() assert.matches("b", "abc", 2.5) end)
    fails(function() assert.not_matches("a", nil) end)
    fails(function() assert.not_matches("a", {}) end)
  end)
  it("returns what it found", function()
    local one, two = assert.matches("(a)(b)", "abc")
    if one ~= "a" or two ~= "b" then error("lost") end
    if assert.matches("b", "abc") ~= "b" or assert.matches("()b", "abc") ~= 2 then error("lost") end
    if select("#", assert.not_matches("z", "abc")) ~= 0 then error("too much") end
  end)
  it("carries a message", function()
    for _, text in ipairs {
      fails(function() assert.matches("z", "abc", "my words") end),
      fails(function() assert.matches("z", "abc", 1, "my words") end),
      fails(function() assert.matches("z", "abc", nil, "my words") end),
      fails(function() assert.matches("z", "abc", 1, false, "my words") end),
      fails(function() assert.matches("z", "abc", nil, nil, "my words") end),
      fails(function() assert.not_matches("a", "abc", 1, true, "my words") end),
    } do
      if not text:find("my words", 1, true) then error("no message: " .. text) end
    end
  end)
end)

describe("unique", function()
  local yes = { __eq = function() return true end }
  it("passes", function()
    passes(function() assert.unique({}) end)
    passes(function() assert.unique({ 1, 2, 3 }) end)
    passes(function() assert.unique({ 1, "1", true, {} }) end)
    passes(function() assert.unique({ {}, {} }) end)
    passes(function() assert.unique({ {}, {} }, false) end)
    passes(function() assert.unique({ { 1 }, { 2 } }, true) end)
    passes(function() assert.unique({ a = 1, b = 2 }) end)
    passes(function() assert.unique({ 0 / 0, 0 / 0 }) end)
    passes(function() assert.is_unique({ 1 }) end)
    passes(function() assert.not_unique({ 1, 1 }) end)
  end)
  it("fails", function()
    local part = {}
    fails(function() assert.unique({ 1, 2, 1 }) end)
    fails(function() assert.unique({ 1, 1.0 }) end)
    fails(function() assert.unique({ part, part }) end)
    fails(function() assert.unique({ a = 1, b = 1 }) end)
    fails(function() assert.unique({ {}, {} }, true) end)
    fails(function() assert.unique({ { 1 }, { 1 } }, true) end)
    fails(function() assert.unique({ setmetatable({ 1 }, yes), setmetatable({ 2 }, yes) }) end)
    fails(function() assert.unique({ setmetatable({ 1 }, yes), setmetatable({ 2 }, yes) }, true) end)
    fails(function() assert.not_unique({ 1, 2 }) end)
    fails(function() assert.unique("x") end)
    fails(function() assert.unique(1) end)
    fails(function() assert.unique() end)
  end)
  it("carries a message", function()
    for _, text in ipairs {
      fails(function() assert.unique({ 1, 1 }, "my words") end),
      fails(function() assert.unique({ 1, 1 }, true, "my words") end),
      fails(function() assert.unique({ 1, 1 }, nil, "my words") end),
    } do
      if not text:find("my words", 1, true) then error("no message: " .. text) end
    end
  end)
end)

describe("returned_arguments", function()
  it("counts", function()
    passes(function() assert.returned_arguments(0) end)
    passes(function() assert.returned_arguments(2, 1, 2) end)
    passes(function() assert.returned_arguments(2, 1, nil) end)
    passes(function() assert.returned_arguments("2", 1, 2) end)
    passes(function() assert.not_returned_arguments(2, 1) end)
    fails(function() assert.returned_arguments(2, 1) end)
    fails(function() assert.returned_arguments(2.0, 1, 2) end)
    fails(function() assert.returned_arguments(-1) end)
    fails(function() assert.returned_arguments("x") end)
    fails(function() assert.returned_arguments() end)
    fails(function() assert.not_returned_arguments(2, 1, 2) end)
  end)
  it("returns its arguments", function()
    local _, one, two = assert.returned_arguments(2, 7, 8)
    if one ~= 7 or two ~= 8 then error("lost") end
  end)
  it("carries a message by its modifier", function()
    local text = fails(function() assert.message("my words").returned_arguments(2, 7) end)
    if not text:find("my words", 1, true) then error("no message: " .. text) end
  end)
end)

describe("array and holes", function()
  it("finds them", function()
    passes(function() assert.array({ 1, 2, 3 }).has.no.holes() end)
    passes(function() assert.array({ 1, nil, 3 }).has.holes() end)
    passes(function() assert.array({ 1, 2, 3 }).has.holes(4) end)
    passes(function() assert.array({ [0] = 1 }).has.no.holes() end)
    passes(function() assert.array({ n = 3, 1, 2 }).has.no.holes() end)
    fails(function() assert.array({ 1, nil, 3 }).has.no.holes() end)
    fails(function() assert.array({ 1, 2, 3 }).has.no.holes(4) end)
    fails(function() assert.array({ 1, 2, [5] = 1 }).has.no.holes() end)
    fails(function() assert.array({ 1, 2, 3 }).has.holes() end)
  end)
  it("needs an array", function()
    fails(function() assert.has.no.holes({ 1 }) end)
    fails(function() assert.array(1).has.no.holes() end)
  end)
end)
