-- Matchers. Runs under busted and here with the same results.

local support = require "support"
local fails, named = support.fails, support.named

local function fits(matcher, value)
  if matcher(value) ~= true then error("should fit", 2) end
end

local function misfits(matcher, value)
  if matcher(value) ~= false then error("should not fit", 2) end
end

describe("a matcher", function()
  it("for anything", function()
    fits(match._, nil)
    fits(match._, "x")
  end)
  it("for truth", function()
    fits(match.is_true(), true)
    misfits(match.is_true(), 1)
    fits(match.is_false(), false)
    misfits(match.is_false(), nil)
    fits(match.is_nil(), nil)
    misfits(match.is_nil(), false)
    fits(match.truthy(), 0)
    misfits(match.is_truthy(), nil)
    fits(match.falsy(), nil)
    misfits(match.falsy(), 0)
  end)
  it("for types", function()
    local samples = {
      string = "", number = 0, table = {}, boolean = false, ["function"] = print, thread = coroutine.create(print),
    }
    for _, name in ipairs { "string", "number", "table", "boolean", "function", "thread" } do
      for _, other in ipairs { "string", "number", "table", "boolean", "function", "thread" } do
        local check = name == other and fits or misfits
        check(match["is_" .. name](), samples[other])
      end
    end
    misfits(match.is_userdata(), {})
  end)
  it("for values", function()
    local object = {}
    fits(match.is_equal(1), 1)
    misfits(match.equals(1), 2)
    fits(match.is_equal(nil), nil)
    fits(match.is_equal(object), object)
    misfits(match.is_equal({}), {})
    fits(match.is_same({ 1 }), { 1 })
    misfits(match.same({ 1 }), { 2 })
    fits(match.is_ref(object), object)
    misfits(match.is_ref(object), {})
    fits(match.is_ref(print), print)
    fits(match.near(1, 0.5), 1.5)
    misfits(match.is_near(1, 0.5), 1.6)
    misfits(match.near(1, 0.5), "x")
    misfits(match.near(1, 0.5), nil)
    fits(match.near("1", "1"), "2")
    fits(match.is_unique(), { 1, 2 })
    misfits(match.unique(), { 1, 1 })
    fits(match.unique(), { {}, {} })
    misfits(match.unique(true), { {}, {} })
  end)
  it("for texts", function()
    fits(match.matches("a."), "abc")
    misfits(match.has_match("z"), "abc")
    misfits(match.match("a", 2), "abc")
    misfits(match.match("a.", 1, true), "abc")
    fits(match.match("4"), 42)
    misfits(match.match("a"), 4)
    misfits(match.match("a"), {})
    misfits(match.match("a"), nil)
    fits(match.match("a"), named("a"))
  end)
  it("made of matchers", function()
    local number, string, near = match.is_number(), match.is_string(), match.is_near(1, 1)
    fits(match.all_of(number, near), 2)
    misfits(match.all_of(number, near), 3)
    fits(match.any_of(string, number), 2)
    misfits(match.any_of(string, match.is_nil()), 2)
    fits(match.none_of(string, match.is_nil()), 2)
    misfits(match.none_of(string, number), 2)
    fits(match.all_of(match._), nil)
  end)
  it("negated", function()
    fits(match.is_not_string(), 1)
    misfits(match.Not.string(), "x")
    misfits(match.is.Not.string(), "x")
    fits(match.is_not_all_of(match.is_number()), "x")
    misfits(match.is_not_any_of(match.is_number()), 2)
    fits(match.is_not_nil(), false)
  end)
  it("shows what it is", function()
    local matcher = match.is_not_near(1, 2)
    if matcher.name ~= "near" or matcher.mod ~= false or matcher.arguments[2] ~= 2 then error("wrong") end
    if not match.is_matcher(matcher) or not match.is_matcher(match._) then error("wrong") end
    if match.is_matcher(1) or match.is_matcher({}) or match.is_matcher(nil) then error("wrong") end
  end)
  it("misused", function()
    fails(function() match.foo() end)
    fails(function() match.is_foo(1) end)
    fails(function() match.error() end)
    fails(function() match.is_equal() end)
    fails(function() match.is_same() end)
    fails(function() match.near(1) end)
    fails(function() match.near("x", 1) end)
    fails(function() match.near(1, "x") end)
    fails(function() match.matches() end)
    fails(function() match.matches(5) end)
    fails(function() match.matches("a", "x") end)
    fails(function() match.matches("[")("x") end)
    fails(function() match.is_ref() end)
    fails(function() match.is_ref("x") end)
    fails(function() match.all_of() end)
    fails(function() match.all_of(1) end)
    fails(function() match.unique()("x") end)
  end)
end)

describe("a matcher among arguments", function()
  local function called(...)
    local s = spy.new(function() end)
    s(...)
    return assert.spy(s)
  end
  it("matches one argument", function()
    called(1, "x").was.called_with(match._, match._)
    called(1, "x").was.called_with(match.is_number(), "x")
    called({}).was.called_with(match.is_table())
    called(1).was_not.called_with(match.is_string())
    called({ 1 }).was.called_with(match.is_same({ 1 }))
    if pcall(function() called(1, 2).was.called_with(match._) end) then error("should fail") end
    if pcall(function() called().was.called_with(match._) end) then error("should fail") end
    if pcall(function() called(1).was.called_with(match.is_string()) end) then error("should fail") end
    if pcall(function() called(1).was_not.called_with(match.is_number()) end) then error("should fail") end
  end)
  it("is not looked for inside a table", function()
    if pcall(function() called({ x = 1 }).was.called_with({ x = match.is_number() }) end) then error("should fail") end
    if pcall(function() assert.same({ match.is_number() }, { 1 }) end) then error("should fail") end
    if pcall(function() assert.same(match.is_number(), 1) end) then error("should fail") end
    if pcall(function() assert.equal(match.is_number(), 1) end) then error("should fail") end
  end)
  it("sees the copy, and only ref the object", function()
    local object = {}
    called(object).was.called_with(match.is_ref(object))
    called(object).was.called_with(match.is_same(object))
    if pcall(function() called(object).was.called_with(match.is_equal(object)) end) then error("should fail") end
    if pcall(function() called({}).was.called_with(match.is_ref(object)) end) then error("should fail") end
  end)
end)
