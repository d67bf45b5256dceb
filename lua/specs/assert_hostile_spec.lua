-- Odd and hostile arguments: every assertion ends, and ends as an assertion. Runs under busted and here alike.

local support = require "support"
local fails, check = support.fails, support.check

local function ring()
  local t = { 1 }
  t.self = t
  t[t] = t
  return t
end

local broken = setmetatable({}, {
  __tostring = function() error("broken __tostring") end,
  __index = function() error("broken __index") end,
  __newindex = function() error("broken __newindex") end,
  __len = function() error("broken __len") end,
  __call = function() error("broken __call") end,
  __eq = function() error("broken __eq") end,
  __lt = function() error("broken __lt") end,
  __concat = function() error("broken __concat") end,
  __pairs = function() error("broken __pairs") end,
})

local huge = {}
for index = 1, 2000 do huge[index] = "entry " .. index end

local odd = {
  { "nothing" },
  { "nil", nil },
  { "nan", 0 / 0 },
  { "infinity", 1 / 0 },
  { "the smallest integer", math.mininteger },
  { "an empty string", "" },
  { "a string of zeros", "\0\0\0" },
  { "a string that is not text", "\xff\xfe\x80" },
  { "a long string", ("x"):rep(100000) },
  { "a string of specials", "%s %d %1 [ ( ^$" },
  { "a ring", ring() },
  { "a huge table", huge },
  { "an unfinished chain", assert.is },
  { "a coroutine", coroutine.create(print) },
  { "a function", string.rep },
  { "a locked table", setmetatable({}, { __metatable = false }) },
}

-- luassert needs minutes to format these values.
if type(assert.add) == "function" then
  odd[#odd + 1] = { "the globals", _G }
  odd[#odd + 1] = { "the assertions", assert }
  for index = 1, 20000 do huge[index] = { index } end
end

describe("with an odd value", function()
  local names = {
    "equal", "same", "is_true", "is_false", "is_nil", "truthy", "falsy", "is_string", "is_table", "near", "matches",
    "unique", "has_error", "error_matches", "returned_arguments", "is_not_equal", "not_same", "is_not_nil",
    "has_no_error", "no_error_matches", "not_matches", "not_near", "not_unique",
  }
  for _, case in ipairs(odd) do
    local value = case[2]
    local function try(name)
      -- The result does not matter here; but there must be one, and the assertion must not crash.
      local _, raised
      for arity = 0, 4 do
        if case[1] == "nothing" then
          _, raised = pcall(function() return assert[name]() end)
        elseif arity == 0 then
          _, raised = pcall(function() return assert[name](value) end)
        elseif arity == 1 then
          _, raised = pcall(function() return assert[name](value, 1) end)
        elseif arity == 2 then
          _, raised = pcall(function() return assert[name](1, value) end)
        elseif arity == 3 then
          _, raised = pcall(function() return assert[name](1, 2, value) end)
        else
          _, raised = pcall(function() return assert[name]("a", "b", 1, value) end)
        end
        if type(raised) == "string" then check(not raised:find("stack overflow", 1, true), raised) end
      end
    end
    it(case[1], function()
      budget(500000000)
      for _, name in ipairs(names) do try(name) end
    end)
  end
end)

describe("an object whose every metamethod fails", function()
  it("is not asked for anything it need not do", function()
    assert.is_table(broken)
    assert.is_not_nil(broken)
    assert.truthy(broken)
    assert.equal(broken, broken)
    assert.not_equal(broken, 1)
    assert.same(broken, broken)
    assert.Not.same(broken, 1)
    fails(function() assert.has_error(function() error("x") end, broken) end)
  end)
  it("can be given to a spy", function()
    local s = spy.new(function() end)
    s(broken)
    check(#s.calls == 1)
  end)
end)

describe("many", function()
  it("arguments", function()
    local list = {}
    for index = 1, 200 do list[index] = index end
    check(select("#", assert.is_true(true, table.unpack(list))) == 201)
    fails(function() assert.equal(1, 2, table.unpack(list)) end)
    local s = spy.new(function(...) return ... end)
    check(select("#", s(table.unpack(list))) == 200)
    assert.spy(s).was.called_with(table.unpack(list))
  end)
  it("calls of a spy", function()
    local s = spy.new(function() end)
    for index = 1, 2000 do s(index) end
    assert.spy(s).was.called(2000)
    assert.spy(s).was.called_with(1)
    fails(function() assert.spy(s).was.called_with(0) end)
  end)
end)

describe("a function under test", function()
  it("may assert, and fail, and be caught, over and over", function()
    local function nest(depth)
      if depth == 0 then error("bottom", 0) end
      assert.has_error(function() nest(depth - 1) end, "not the bottom")
    end
    fails(function() nest(20) end)
  end)
  it("may run out of stack", function()
    local function endless() return 1 + endless() end
    assert.has_error(endless)
    assert.error_matches(endless, "stack overflow")
  end)
  it("may be a spy of itself", function()
    local object = {}
    function object.f(depth)
      if depth > 0 then return object.f(depth - 1) end
      return "bottom"
    end
    local s = spy.on(object, "f")
    check(object.f(50) == "bottom")
    assert.spy(s).was.called(51)
    s:revert()
  end)
  it("may assert in a coroutine", function()
    local routine = coroutine.create(function()
      assert.equal(1, 1)
      coroutine.yield()
      assert.equal(1, 2)
    end)
    check(coroutine.resume(routine))
    check(not coroutine.resume(routine))
  end)
end)
