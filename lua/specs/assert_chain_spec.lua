-- Spellings: dots, underscores, capitals, modifiers, negation, messages. Runs under busted and here alike.

local support = require "support"
local passes, fails = support.passes, support.fails

describe("a spelling", function()
  local spellings = {
    is_true = { true, false }, ["true"] = { true, false }, True = { true, false }, TRUE = { true, false },
    Is_True = { true, false }, IS_TRUE = { true, false }, is__true = { true, false }, _is_true = { true, false },
    is_true_ = { true, false }, are_true = { true, false }, was_true = { true, false }, has_true = { true, false },
    does_true = { true, false }, is_not_true = { false, true }, not_true = { false, true }, no_true = { false, true },
    is_Not_true = { false, true }, not_not_true = { true, false }, is_not_not_true = { true, false },
    is_no_not_no_true = { false, true }, are_not_True = { false, true },
  }
  local order = {}
  for name in pairs(spellings) do order[#order + 1] = name end
  table.sort(order)
  for _, name in ipairs(order) do
    it(name, function()
      local good, bad = spellings[name][1], spellings[name][2]
      passes(function() assert[name](good) end)
      passes(function() assert[name](good) end)
      fails(function() assert[name](bad) end)
    end)
    it(name .. " with dots", function()
      local node = assert
      for word in name:gmatch("[^_]+") do node = node[word] end
      local good, bad = spellings[name][1], spellings[name][2]
      local fine, raised = pcall(function() return node(good) end)
      if not fine then error("should pass: " .. tostring(raised)) end
      local again = assert
      for word in name:gmatch("[^_]+") do again = again[word] end
      if pcall(function() return again(bad) end) then error("should fail") end
    end)
  end
  it("in dots", function()
    passes(function() assert.is.True(true) end)
    passes(function() assert.is.Not.True(false) end)
    passes(function() assert.are.equal(1, 1) end)
    passes(function() assert.are.same({}, {}) end)
    passes(function() assert.are_not.equal(1, 2) end)
    passes(function() assert.are.Not.equal(1, 2) end)
    passes(function() assert.is_not.Nil(1) end)
    passes(function() assert.Not.same(1, 2) end)
    passes(function() assert.is["not"].equal(1, 2) end)
    passes(function() assert.does_not.match("a", "b") end)
    passes(function() assert.has.no.errors(function() end) end)
    passes(function() assert.has_no.errors(function() end) end)
    passes(function() assert.was.equal(1, 1) end)
    passes(function() assert.is_not.is_not.same(1, 1) end)
    fails(function() assert.is.True(false) end)
    fails(function() assert.is.Not.True(true) end)
    fails(function() assert.are.Not.equal(1, 1) end)
    fails(function() assert.no.same(1, 1) end)
  end)
  it("works each time it is used", function()
    for _ = 1, 3 do
      passes(function() assert.is_not.equal(1, 2) end)
      fails(function() assert.is_not.equal(1, 1) end)
      passes(function() assert.is.equal(1, 1) end)
    end
  end)
end)

describe("a modifier called", function()
  it("returns a chain that continues", function()
    passes(function() assert.is(true).equal(1, 1) end)
    passes(function() assert.is_not(true).equal(1, 2) end)
    fails(function() assert.is_not(true).equal(1, 1) end)
    passes(function() assert.is_not().is_not().equal(1, 1) end)
    passes(function() assert.message("m").are.equal(1, 1) end)
    passes(function() assert.message(nil).are.equal(1, 1) end)
    fails(function() assert.message(nil).are.equal(1, 2) end)
  end)
  it("checks nothing by itself", function()
    passes(function() assert.is(false) end)
    passes(function() assert.Not(true) end)
    passes(function() assert.are() end)
  end)
end)

describe("a misspelt name", function()
  for _, name in ipairs { "is_ture", "isTrue", "istrue", "foo", "is_foo_bar", "equalz", "aresame", "called_times" } do
    it(name, function()
      fails(function() assert[name](true) end)
    end)
  end
  it("fails when it is called, not when it is named", function()
    passes(function()
      if assert.no_such_thing == nil then error("named nothing") end
      return assert.is.no_such_thing
    end)
    fails(function() assert.is.no_such_thing(1) end)
    fails(function() assert.called.at(1) end)
  end)
  it("fails next to a good one", function()
    fails(function() assert.is_true_foo(true) end)
    fails(function() assert.foo_is_true(true) end)
  end)
  it("may be very long", function()
    fails(function() assert[("is_"):rep(100) .. "ture"](true) end)
    fails(function() assert[("x"):rep(10000)](true) end)
  end)
end)
