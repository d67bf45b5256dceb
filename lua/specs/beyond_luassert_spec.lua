-- Failure messages for errors and spies, custom assertions, and features that luassert does not have. Under busted
-- these are pending.

local ours = type(assert.add) == "function"

if not ours then
  pending("the words of failures are those of homescreen")
  return
end

local support = require "support"
local says, does_not_say = support.says, support.does_not_say

describe("errors say", function()
  it("what was raised, and where", function()
    -- With a long path both are in separate lines.
    for _, part in ipairs { 'expected the error "y"', 'got "x" (raised at ' } do
      says(part, function() assert.has_error(function() error("x") end, "y") end)
    end
    for _, part in ipairs { "expected no error", 'got "x" (raised at ' } do
      says(part, function() assert.has_no_error(function() error("x") end) end)
    end
    says("expected an error, but the function returned without one", function() assert.has_error(function() end) end)
    says("pass the function itself", function() assert.has_error("x") end)
    says("must be a function, got no value at all", function() assert.has_error() end)
    says("expected an error that is the table { 1 }, got", function()
      assert.has_error(function() error("x", 0) end, { 1 })
    end)
    says("a different error: the tables differ at code: expected 4, got 5", function()
      assert.has_error(function() error({ code = 5 }) end, { code = 4 })
    end)
    says("the error is a table without __tostring", function()
      assert.has_error(function() error({ code = 5 }) end, "x")
    end)
    says('an error with the pattern "a.c", got "b"', function()
      assert.error_matches(function() error("b", 0) end, "a.c")
    end)
    says('an error with the text "a.c", got "b"', function()
      assert.error_matches(function() error("b", 0) end, "a.c", 1, true)
    end)
    says("the strings differ at character 90", function()
      local text = ("x"):rep(100)
      assert.has_error(function() error(text, 0) end, text:sub(1, 89) .. "y" .. text:sub(91))
    end)
    says('a match of the text "b"', function() assert.matches("b", "a", 1, true) end)
    says("in a pattern % must come before", function() assert.matches("a+b", "a+b") end)
    does_not_say("hint", function() assert.matches("b", "a") end)
    says("(0.5 apart)", function() assert.near(1, 1.5, 0.25) end)
    says("1 is at [1] and at [3]", function() assert.unique({ 1, 2, 1 }) end)
    says("cannot use the pattern", function() assert.matches("[", "x") end)
  end)
end)

describe("spies say", function()
  it("which calls there were", function()
    local s = spy.new(function() end)
    says("Expected a call, got none", function() assert.spy(s).was.called() end)
    s(1, "x")
    says("(values list) ((number) 1, (string) 'x')\nExpected:\n(values list) ((number) 2)", function()
      assert.spy(s).was.called_with(2)
    end)
    says("(matcher) is.string()", function() assert.spy(s).was.called_with(match.is_string()) end)
    says("Expected 2 calls, got 1 call", function() assert.spy(s).was.called(2) end)
    says("Expected at least 2 calls, got 1 call", function() assert.spy(s).was.called_at_least(2) end)
    says("Expected not at least 1 call, got 1 call", function() assert.spy(s).was_not.called_at_least(1) end)
    says("expected a function, got spy (1 call)\nhint: it can be called", function() assert.is_function(s) end)
    does_not_say("hint", function() assert.is_function(5) end)
    for index = 1, 20 do s(index) end
    says("… 16 earlier calls", function() assert.spy(s).was.called_with(0) end)
    says("a function that is not a spy", function() assert.spy(print).was.called() end)
    says("follows assert.spy(…)", function() assert.was.called() end)
  end)
  it("where the last call differs", function()
    local s = spy.new(function() end)
    s({ a = { b = 1 } })
    says("value 1 of the last call: the tables differ at a.b: expected 2, got 1", function()
      assert.spy(s).was.called_with({ a = { b = 2 } })
    end)
  end)
end)

describe("a spy on an inherited function", function()
  it("leaves no trace when it is reverted", function()
    local object = setmetatable({}, { __index = { f = print } })
    spy.on(object, "f"):revert()
    if rawget(object, "f") ~= nil or object.f ~= print then error("a trace is left") end
    object = { f = print }
    spy.on(object, "f"):revert()
    if rawget(object, "f") ~= print then error("lost") end
  end)
end)

describe("misspelt names get", function()
  it("the name that was meant", function()
    says("did you mean assert.is_true?", function() assert.is_ture(true) end)
    says("did you mean assert.is_true?", function() assert.isTrue(true) end)
    says("did you mean assert.is_not_true?", function() assert.is_not_treu(true) end)
    says("did you mean assert.has_error?", function() assert.has_eror(print) end)
    says("did you mean assert.spy(…).was.called_with?", function() assert.spy(print).called_whit(1) end)
    says("luassert has assert.has_error", function() assert.throws(print) end)
    says("common ones are", function() assert.xyzzy(1) end)
  end)
end)

describe("assert:add", function()
  assert:add("spec_divides", function(negated, divisor, number)
    local holds = number % divisor == 0
    return holds, divisor .. (negated and " divides " or " does not divide ") .. number, number // divisor
  end)
  it("adds an assertion with its own words and results", function()
    if assert.spec_divides(3, 9) ~= 3 then error("lost") end
    assert.Not.spec_divides(3, 10)
    says("3 does not divide 10", function() assert.spec_divides(3, 10) end)
    says("3 divides 9", function() assert.is_not_spec_divides(3, 9) end)
    says("mine\n3 does not divide 10", function() assert.message("mine").spec_divides(3, 10) end)
  end)
  it("refuses names that are taken, and values that are not names or functions", function()
    says("already exists", function() assert:add("spec_divides", print) end)
    says("already exists", function() assert:add("equal", print) end)
    says("already exists", function() assert:add("is", print) end)
    says("already exists", function() assert:add("snapshot", print) end)
    says("needs a name", function() assert:add("a b", print) end)
    says("needs a function", function() assert:add("spec_other", 5) end)
  end)
end)

describe("registered assertions", function()
  it("fill in their own words", function()
    assert:register("assertion", "spec_odd", function(_, arguments) return arguments[1] % 2 == 1 end,
      "expected %s to be odd", "expected %s to be even")
    says("expected 2 to be odd", function() assert.spec_odd(2) end)
    says("expected 1 to be even", function() assert.is_not_spec_odd(1) end)
    assert:unregister("assertion", "spec_odd")
  end)
  it("may take the place of a built-in one", function()
    local truthy = assert.truthy
    assert.is.truthy(1)
    assert:register("assertion", "truthy", function(_, arguments) return arguments[1] == "really" end)
    assert.truthy("really")
    assert.is.truthy("really")
    says("assert.truthy does not hold for (1)", function() assert.truthy(1) end)
    says("assert.truthy does not hold for (1)", function() assert.is_truthy(1) end)
    says("assert.truthy does not hold for (1)", function() assert.is.truthy(1) end)
    assert:register("assertion", "truthy", function(_, arguments) return truthy(arguments[1]) end)
    assert.truthy(1)
  end)
end)

describe("webs and rings", function()
  it("end, where luassert does not", function()
    local function web()
      local nodes = {}
      for index = 1, 60 do nodes[index] = {} end
      for index = 1, 60 do
        nodes[index][1], nodes[index][2] = nodes[index % 60 + 1], nodes[index * 7 % 60 + 1]
      end
      return nodes[1], nodes[30]
    end
    local one, other = web()
    local again, far = web()
    assert.same(one, again)
    far.mark = 1
    says(".mark:\n    not expected, got 1", function() assert.same(one, again) end)
    local t = { f = print, g = { h = print } }
    t.self, t.g.up = t, t
    mock.revert(mock(t))
    if t.f ~= print or t.g.h ~= print then error("not reverted") end
    local s = spy.new(function() end)
    s(other)
    assert.spy(s).was.called_with(other)
  end)
  it("go as deep as memory does", function()
    budget(500000000)
    local function deep(depth)
      local value = {}
      for _ = 1, depth do value = { value } end
      return value
    end
    local one = deep(100000)
    assert.same(one, deep(100000))
    says("the tables differ at", function() assert.same(one, deep(100001)) end)
    local s = spy.new(function() end)
    s(one)
    assert.spy(s).was.called_with(one)
  end)
end)
