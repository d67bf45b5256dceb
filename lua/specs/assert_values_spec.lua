-- Equality, truth and types. Runs under busted and here with the same results.

local support = require "support"
local passes, fails, says = support.passes, support.fails, support.says

local function each(cases, check)
  for index = 1, #cases do
    it("case " .. index, function() check(cases[index]) end)
  end
end

local nan = 0 / 0

describe("assert called", function()
  it("returns all its arguments", function()
    local results = table.pack(assert(1, "m", nil, 4, nil))
    if results.n ~= 5 or results[1] ~= 1 or results[2] ~= "m" or results[4] ~= 4 then error("results lost") end
  end)
  -- busted wraps the raised error, so only the words are the same.
  it("raises its message", function()
    local fine, raised = pcall(function() assert(false, "my words") end)
    if fine then error("should fail") end
    if type(raised) == "table" and raised.message then raised = raised.message end
    if not tostring(raised):find("my words", 1, true) then error("other words: " .. tostring(raised)) end
    if pcall(assert, false, {}) or pcall(assert, nil, 42) then error("should fail") end
  end)
  it("has its own words", function()
    for _, f in ipairs { function() assert(false) end, function() assert(nil) end, function() assert(nil, nil) end } do
      local fine, raised = pcall(f)
      if fine or not tostring(raised):find("assertion failed!", 1, true) then error("no words") end
    end
  end)
  it("fails without any argument", function()
    if pcall(function() assert() end) then error("should fail") end
  end)
end)

describe("equal passes", function()
  local thing = {}
  local friendly = { __eq = function() return true end }
  each({
    function() assert.equal(1, 1) end,
    function() assert.equal(1, 1.0) end,
    function() assert.equal("a", "a") end,
    function() assert.equal(nil, nil) end,
    function() assert.equal(false, false) end,
    function() assert.equal(thing, thing) end,
    function() assert.equal(print, print) end,
    function() assert.equal(setmetatable({ 1 }, friendly), setmetatable({ 2 }, friendly)) end,
    function() assert.equals(1, 1) end,
    function() assert.equal(1, 1, "a message") end,
    function() assert.not_equal(1, 2) end,
    function() assert.not_equal(1, "1") end,
    function() assert.not_equal({}, {}) end,
    function() assert.not_equal(nan, nan) end,
    function() assert.not_equal(nil, false) end,
    function() assert.not_equals("a", "A") end,
  }, passes)
end)

describe("equal fails", function()
  each({
    function() assert.equal(1, 2) end,
    function() assert.equal("1", 1) end,
    function() assert.equal(nil, false) end,
    function() assert.equal({}, {}) end,
    function() assert.equal(nan, nan) end,
    function() assert.equals("a", "b") end,
    function() assert.not_equal(1, 1) end,
    function() assert.not_equal(nil, nil) end,
    function() assert.equal() end,
    function() assert.equal(1) end,
    function() assert.equal(nil) end,
    function() assert.not_equal(1) end,
  }, fails)
  it("lets an error of __eq through", function()
    local broken = { __eq = function() error("broken __eq") end }
    local fine, raised = pcall(function()
      assert.equal(setmetatable({}, broken), setmetatable({}, broken))
    end)
    if fine or not tostring(raised):find("broken __eq", 1, true) then error("another error came") end
  end)
end)

describe("truth passes", function()
  each({
    function() assert.is_true(true) end,
    function() assert.is_false(false) end,
    function() assert.is_nil(nil) end,
    function() assert.is_nil() end,
    function() assert.is_not_nil(false) end,
    function() assert.is_not_true(1) end,
    function() assert.is_not_true(nil) end,
    function() assert.is_not_true() end,
    function() assert.is_not_false(nil) end,
    function() assert.truthy(0) end,
    function() assert.truthy("") end,
    function() assert.is_truthy({}) end,
    function() assert.falsy(nil) end,
    function() assert.falsy(false) end,
    function() assert.is_falsy(nil) end,
    function() assert.is_not_truthy(nil) end,
    function() assert.is_not_falsy(1) end,
  }, passes)
end)

describe("truth fails", function()
  each({
    function() assert.is_true(1) end,
    function() assert.is_true(false) end,
    function() assert.is_true() end,
    function() assert.is_false(nil) end,
    function() assert.is_false(0) end,
    function() assert.is_false(true) end,
    function() assert.is_not_false(false) end,
    function() assert.is_nil(0) end,
    function() assert.is_nil(false) end,
    function() assert.is_not_nil(nil) end,
    function() assert.is_not_nil() end,
    function() assert.is_not_true(true) end,
    function() assert.truthy(nil) end,
    function() assert.truthy(false) end,
    function() assert.truthy() end,
    function() assert.falsy(0) end,
    function() assert.falsy() end,
    function() assert.is_not_truthy(1) end,
    function() assert.is_not_falsy(nil) end,
    function() assert.is_not_falsy() end,
  }, fails)
end)

describe("types", function()
  local samples = {
    string = "", number = 0, table = {}, boolean = false, ["function"] = print,
    thread = coroutine.create(print),
  }
  local order = { "string", "number", "table", "boolean", "function", "thread" }
  for _, name in ipairs(order) do
    for _, other in ipairs(order) do
      it(name .. " and a " .. other, function()
        local positive = function() assert["is_" .. name](samples[other]) end
        local negative = function() assert["is_not_" .. name](samples[other]) end
        if name == other then
          passes(positive)
          fails(negative)
        else
          fails(positive)
          passes(negative)
        end
      end)
    end
    it(name .. " and nothing", function()
      fails(function() assert["is_" .. name](nil) end)
      fails(function() assert["is_" .. name]() end)
    end)
  end
  it("is strict", function()
    fails(function() assert.is_number("1") end)
    fails(function() assert.is_string(1) end)
    fails(function() assert.is_function(setmetatable({}, { __call = print })) end)
    fails(function() assert.is_userdata({}) end)
    passes(function() assert.is_not_userdata({}) end)
  end)
end)

describe("what assertions return", function()
  local function same_list(expected, ...)
    local got = table.pack(...)
    if got.n ~= expected.n then error("got " .. got.n .. " values, not " .. expected.n, 2) end
    for index = 1, got.n do
      if got[index] ~= expected[index] then error("value " .. index .. " differs", 2) end
    end
  end
  it("is what they were given", function()
    same_list({ 1, 1, n = 2 }, assert.equal(1, 1))
    same_list({ 1, 1, "m", nil, 5, n = 5 }, assert.equal(1, 1, "m", nil, 5))
    same_list({ true, "r1", nil, n = 3 }, assert.is_true(true, "r1", nil))
    same_list({ "s", 2, 3, 4, 5, 6, 7, n = 7 }, assert.is_string("s", 2, 3, 4, 5, 6, 7))
    same_list({ nil, n = 1 }, assert.is_nil(nil))
    same_list({ n = 0 }, assert.is_nil())
    same_list({ 7, 8, n = 2 }, assert.is_not_nil(7, 8))
    same_list({ 1, 2, n = 2 }, assert.not_equal(1, 2))
    same_list({ nil, n = 1 }, assert.falsy(nil))
  end)
  it("can be taken from pcall", function()
    local _, one, two = assert.is_true(pcall(function() return 1, 2 end))
    if one ~= 1 or two ~= 2 then error("results lost") end
  end)
end)

describe("a message", function()
  it("is part of the failure", function()
    says("my words", function() assert.equal(1, 2, "my words") end)
    says("my words", function() assert.same({ 1 }, { 2 }, "my words") end)
    says("my words", function() assert.is_true(false, "my words") end)
    says("my words", function() assert.is_nil(1, "my words") end)
    says("my words", function() assert.is_string(1, "my words") end)
    says("my words", function() assert.truthy(false, "my words") end)
    says("my words", function() assert.falsy(1, "my words") end)
    says("my words", function() assert.near(1, 2, 0.5, "my words") end)
    says("my words", function() assert.not_equal(1, 1, "my words") end)
    says("my words", function() assert.message("my words").equal(1, 2) end)
    says("my words", function() assert.message("my words").is_true(false) end)
    says("my words", function() assert.message("my words").is.Not.equal(1, 1) end)
    says("100%d %s", function() assert.equal(1, 2, "100%d %s", 5) end)
    says("42", function() assert.is_true(false, 42) end)
  end)
end)
