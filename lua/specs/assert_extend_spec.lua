-- Custom assertions, parameters, formatters, snapshots. Runs under busted and here with the same results.

local support = require "support"
local passes, fails = support.passes, support.fails

describe("register", function()
  it("adds an assertion in all spellings", function()
    assert:register("assertion", "spec_even", function(_, arguments) return arguments[1] % 2 == 0 end)
    passes(function() assert.spec_even(2) end)
    passes(function() assert.is_spec_even(2) end)
    passes(function() assert.is.Spec_Even(2) end)
    passes(function() assert.is.spec.even(2) end)
    passes(function() assert.is_not_spec_even(3) end)
    fails(function() assert.spec_even(3) end)
    fails(function() assert.is_not_spec_even(2) end)
    assert:unregister("assertion", "spec_even")
    fails(function() assert.spec_even(2) end)
  end)
  it("gives the callback its state", function()
    local seen
    assert:register("assertion", "spec_state", function(state, arguments)
      seen = { mod = state.mod, count = arguments.n, last = arguments[3] }
      return state.mod
    end)
    assert.spec_state(1, nil, 3)
    if seen.mod ~= true or seen.count ~= 3 or seen.last ~= 3 then error("other state") end
    assert.Not.spec_state()
    if seen.mod ~= false or seen.count ~= 0 then error("other state") end
    assert:unregister("assertion", "spec_state")
  end)
  it("lets the callback word the failure", function()
    assert:register("assertion", "spec_worded", function(state)
      state.failure_message = "the callback's own words"
      return false
    end)
    local text = fails(function() assert.spec_worded(1) end)
    if not text:find("the callback's own words", 1, true) then error("other words: " .. text) end
    assert:unregister("assertion", "spec_worded")
  end)
  it("returns what the callback returns second", function()
    assert:register("assertion", "spec_results", function() return true, { 7, 8, n = 2 } end)
    local one, two = assert.spec_results()
    if one ~= 7 or two ~= 8 then error("lost") end
    assert:unregister("assertion", "spec_results")
  end)
  it("adds a modifier", function()
    assert:register("modifier", "spec_about", function(state, arguments)
      if arguments then state.payload = arguments[1] end
      return state
    end)
    assert:register("assertion", "spec_nine", function(state) return state.payload == 9 end)
    passes(function() assert.spec_about(9).is.spec_nine() end)
    fails(function() assert.spec_about(8).is.spec_nine() end)
    passes(function() assert.spec_about(8).is.Not.spec_nine() end)
    assert:unregister("assertion", "spec_nine")
    assert:unregister("modifier", "spec_about")
  end)
  it("adds a matcher", function()
    assert:register("matcher", "spec_above", function(_, arguments)
      return function(value) return value > arguments[1] end
    end)
    if not match.is_spec_above(3)(4) or match.spec_above(3)(3) or match.is_not_spec_above(3)(4) then error("wrong") end
    assert:unregister("matcher", "spec_above")
    fails(function() match.is_spec_above(3) end)
  end)
  it("lets errors of a callback through", function()
    assert:register("assertion", "spec_broken", function() error("inner trouble") end)
    local text = fails(function() assert.spec_broken(1) end)
    if not text:find("inner trouble", 1, true) then error("other words: " .. text) end
    assert:unregister("assertion", "spec_broken")
  end)
end)

describe("a snapshot", function()
  it("brings parameters back", function()
    assert:set_parameter("spec parameter", 1)
    local snapshot = assert:snapshot()
    assert:set_parameter("spec parameter", 2)
    if assert:get_parameter("spec parameter") ~= 2 then error("not set") end
    snapshot:revert()
    if assert:get_parameter("spec parameter") ~= 1 then error("not reverted") end
  end)
  it("reverts spies and stubs", function()
    local object = { one = function() return 1 end, two = function() return 2 end }
    local one, two = object.one, object.two
    local snapshot = assert:snapshot()
    spy.on(object, "one")
    stub(object, "two")
    snapshot:revert()
    if object.one ~= one or object.two ~= two then error("not reverted") end
  end)
  it("may be within another", function()
    local object = { f = print }
    local outer = assert:snapshot()
    local inner = assert:snapshot()
    stub(object, "f")
    inner:revert()
    if object.f ~= print then error("not reverted") end
    outer:revert()
  end)
  it("ends with an older one", function()
    local object = { f = print }
    local outer = assert:snapshot()
    local inner = assert:snapshot()
    stub(object, "f")
    outer:revert()
    if object.f ~= print then error("not reverted") end
    fails(function() inner:revert() end)
    fails(function() outer:revert() end)
  end)
  it("can be taken with a dot", function()
    assert.snapshot():revert()
  end)
end)

describe("a formatter", function()
  it("words values until it is removed", function()
    local function formatter(value)
      if value == 77 then return "SEVENTYSEVEN" end
    end
    assert:add_formatter(formatter)
    local text = fails(function() assert.equal(77, 78) end)
    assert:remove_formatter(formatter)
    if not text:find("SEVENTYSEVEN", 1, true) then error("not used: " .. text) end
    text = fails(function() assert.equal(77, 78) end)
    if text:find("SEVENTYSEVEN", 1, true) then error("still used: " .. text) end
  end)
  it("goes with a snapshot", function()
    local snapshot = assert:snapshot()
    assert:add_formatter(function() return "EVERYTHING" end)
    snapshot:revert()
    local text = fails(function() assert.equal(1, 2) end)
    if text:find("EVERYTHING", 1, true) then error("still used: " .. text) end
  end)
end)
