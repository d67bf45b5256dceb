-- Deep comparison: contents, cycles, metatables. Runs under busted and here with the same results.

local function verdict(expected, one, other)
  local fine, raised = pcall(function() assert.same(one, other) end)
  if fine ~= expected then error("same says " .. tostring(fine) .. ": " .. tostring(raised), 2) end
  fine = pcall(function() assert.Not.same(one, other) end)
  if fine == expected then error("same and its negation agree", 2) end
end

local function same(one, other) verdict(true, one, other) end
local function differ(one, other) verdict(false, one, other) end

local function deep(depth)
  local value = {}
  for _ = 1, depth do value = { value } end
  return value
end

describe("same", function()
  it("compares plain values as equal does", function()
    same(1, 1.0)
    same("a", "a")
    same(nil, nil)
    same("a\0b", "a\0b")
    differ(1, "1")
    differ(nil, false)
    differ(nil, {})
    differ({}, "")
    differ(0 / 0, 0 / 0)
    differ("a\0b", "a\0c")
  end)
  it("compares contents", function()
    same({}, {})
    same({ 1, 2, x = "a" }, { 1, 2, x = "a" })
    same({ a = { b = { c = {} } } }, { a = { b = { c = {} } } })
    same({ 1 }, { 1.0 })
    same({ nil, 1 }, { [2] = 1 })
    same({ [1.5] = 1, [true] = 2 }, { [true] = 2, [1.5] = 1 })
    differ({ 1, 2 }, { 1, 2, 3 })
    differ({ 1, 2, 3 }, { 1, 2 })
    differ({ a = { b = 1 } }, { a = { b = 2 } })
    differ({ a = 1 }, { b = 1 })
    differ({ false }, {})
    differ({}, { false })
    differ({ {} }, { 1 })
    differ({ 0 / 0 }, { 0 / 0 })
    differ({ "1" }, { 1 })
  end)
  it("compares functions and keys that are tables by identity", function()
    local key = {}
    same({ print }, { print })
    same({ [key] = 1 }, { [key] = 1 })
    differ({ [{}] = 1 }, { [{}] = 1 })
    differ({ function() return 1 end }, { function() return 2 end })
  end)
  it("takes a table to be the same as itself, whatever is in it", function()
    local list = { 0 / 0 }
    same(list, list)
    same({ list }, { list })
  end)
  it("may meet a table twice", function()
    local part = { 1 }
    same({ part, part }, { { 1 }, { 1 } })
    differ({ part, part }, { { 1 }, { 2 } })
  end)
  it("needs its two values", function()
    if pcall(function() assert.same() end) then error("none will do") end
    if pcall(function() assert.same(nil) end) then error("one will do") end
    if pcall(function() assert.same({}) end) then error("one will do") end
  end)
end)

describe("same with cycles", function()
  local function ring(length, value)
    local first = { value = value }
    local last = first
    for _ = 2, length do
      last.next = { value = value }
      last = last.next
    end
    last.next = first
    return first, last
  end
  it("sees through them", function()
    same(ring(1, 0), ring(1, 0))
    same(ring(1, 0), ring(2, 0))
    same(ring(7, 0), ring(3, 0))
    same(ring(60, 0), ring(35, 0))
    differ(ring(1, 0), ring(1, 1))
    local one, last = ring(60, 0)
    last.extra = true
    differ(one, (ring(60, 0)))
    differ(one, (ring(1, 0)))
  end)
  it("compares what hangs on them", function()
    local one, other = { b = { 1 } }, { b = { 2 } }
    one.a, other.a = one, other
    differ(one, other)
    other.b[1] = 1
    same(one, other)
  end)
  it("compares tables that hold each other", function()
    local one, other = {}, {}
    one.peer, other.peer = other, one
    same(one, other)
  end)
end)

describe("same with metatables", function()
  local yes = { __eq = function() return true end }
  local no = { __eq = function() return false end }
  it("looks past them", function()
    same(setmetatable({ 1 }, { a = 1 }), { 1 })
    same({ setmetatable({ 1 }, { a = 1 }) }, { setmetatable({ 1 }, { a = 2 }) })
    same(setmetatable({ 1 }, { __metatable = "locked" }), { 1 })
  end)
  it("does not ask __eq of the outermost tables", function()
    differ(setmetatable({ 1 }, yes), setmetatable({ 2 }, yes))
    same(setmetatable({ 1 }, no), setmetatable({ 1 }, no))
    same({ 1 }, setmetatable({ 1 }, no))
  end)
  it("asks a shared __eq further in", function()
    same({ x = setmetatable({ 1 }, yes) }, { x = setmetatable({ 2 }, yes) })
    differ({ x = setmetatable({ 1 }, no) }, { x = setmetatable({ 1 }, no) })
    differ({ x = setmetatable({ 1 }, yes) }, { x = { 2 } })
    local equal = function() return true end
    differ({ x = setmetatable({ 1 }, { __eq = equal }) }, { x = setmetatable({ 2 }, { __eq = equal }) })
  end)
  it("reads values through __index", function()
    local base = { __index = { x = 1 } }
    same(setmetatable({}, base), { x = 1 })
    same({ x = 1 }, setmetatable({}, base))
    same(setmetatable({}, base), {})
    differ({ x = 2 }, setmetatable({}, base))
  end)
  it("lists keys without __pairs", function()
    local hidden = { __pairs = function() return function() end end }
    differ(setmetatable({ 1 }, hidden), setmetatable({ 2 }, hidden))
    same(setmetatable({ 1 }, hidden), { 1 })
  end)
  it("lets an error of a nested __eq through", function()
    local broken = { __eq = function() error("broken __eq") end }
    local one, other = { setmetatable({}, broken) }, { setmetatable({}, broken) }
    if pcall(function() assert.same(one, other) end) then error("should fail") end
  end)
end)

describe("same with large tables", function()
  it("goes deep", function()
    same(deep(1000), deep(1000))
    differ(deep(180), deep(181))
  end)
  it("goes wide", function()
    local one, other = {}, {}
    for index = 1, 5000 do
      one[index], other[index] = { index }, { index }
    end
    same(one, other)
    other[4999][1] = 0
    differ(one, other)
  end)
end)
