-- Failure messages. The words are specific to this project, so under busted these tests are pending.

local ours = type(assert.add) == "function"

if not ours then
  pending("the words of failures are those of homescreen")
  return
end

local support = require "support"
local fails, says, does_not_say = support.fails, support.says, support.does_not_say

describe("equality says", function()
  it("what was expected and what came", function()
    says("expected 1, got 2", function() assert.equal(1, 2) end)
    says('expected "a", got "b"', function() assert.equal("a", "b") end)
    says("expected true, got nil", function() assert.is_true(nil) end)
    says("my words\nexpected 1, got 2", function() assert.equal(1, 2, "my words") end)
    says("expected true, got no value at all", function() assert.is_true() end)
  end)
  it("the types where they differ", function()
    says('expected the string "4", got the number 4', function() assert.equal("4", 4) end)
    says('expected the number 4, got the string "4"', function() assert.same(4, "4") end)
    says("expected nil, got the table {}", function() assert.equal(nil, {}) end)
    says('expected a table, got the string "x"', function() assert.is_table("x") end)
  end)
  it("enough digits to see a difference", function()
    says("expected 0.3, got 0.30000000000000004", function() assert.equal(0.3, 0.1 + 0.2) end)
    says("expected 9007199254740993, got 9007199254740992.0", function()
      assert.equal(9007199254740993, 9007199254740992.0)
    end)
    says("nan is not equal to any value", function() assert.equal(0 / 0, 0 / 0) end)
  end)
  it("that two tables are two", function()
    says("two tables with the same content: { 1 }", function() assert.equal({ 1 }, { 1 }) end)
    says("assert.same compares their contents", function() assert.equal({ 1 }, { 2 }) end)
  end)
  it("what a near miss needs", function()
    says("assert.truthy", function() assert.is_true("yes") end)
    says("assert.falsy takes both", function() assert.is_nil(false) end)
    says("assert.falsy takes both", function() assert.is_false(nil) end)
  end)
  it("that values are missing", function()
    says("needs two values (expected, got), got only 1", function() assert.equal(1) end)
    says("a function that returns nothing has no value", function() assert.same() end)
    says("needs three values (expected, got, tolerance), got only 2", function() assert.near(1, 2) end)
  end)
end)

describe("strings say", function()
  it("where long ones part", function()
    local text = ("The quick brown fox jumps over the lazy dog. "):rep(3)
    local got = fails(function() assert.equal(text, (text:gsub("dog%. $", "cat. "))) end)
    says("the strings differ at character 131", function() error(got, 0) end)
    local expected, actual, caret = got:match("\n  expected (.-)\n       got (.-)\n(.*)$")
    local place = #caret - #"  expected "
    -- The ellipsis at the start has three bytes and one column.
    if expected:sub(place + 2, place + 4) ~= "dog" or actual:sub(place + 2, place + 4) ~= "cat" then
      error("the caret is elsewhere:\n" .. got)
    end
  end)
  it("line and character of texts", function()
    says("line 2, character 6", function() assert.equal("one\nline two\nthree", "one\nline 2\nthree") end)
    says("got ends there, expected continues", function() assert.equal("one\ntwo", "one\n") end)
    says("expected ends there, got continues", function() assert.equal("one\ntwo", "one\ntwo\n") end)
    says("they differ only in their line ends", function() assert.equal("one\ntwo", "one\r\ntwo") end)
  end)
  it("Chinese as it is, and count it in characters", function()
    local text = ("工具箱"):rep(20)
    says("the strings differ at character 31", function()
      assert.equal(text, ("工具箱"):rep(10) .. "盒" .. ("工具箱"):rep(9))
    end)
    says('expected "工具箱", got "工具"', function() assert.equal("工具箱", "工具") end)
  end)
  it("with the caret under wide characters", function()
    local text = ("工"):rep(30)
    local got = fails(function() assert.equal(text, ("工"):rep(10) .. "箱" .. ("工"):rep(19)) end)
    local caret = got:match("[^\n]*$")
    if #caret ~= #"  expected " + 1 + 20 + 1 then error("the caret is elsewhere:\n" .. got) end
  end)
  it("what cannot be seen", function()
    says('got "a\\u{A0}b"', function() assert.equal("a b", "a\u{A0}b") end)
    says('got "\\u{FEFF}a"', function() assert.equal("a", "\u{FEFF}a") end)
    says('got "a\\x00\\xFF"', function() assert.equal("a", "a\0\xFF") end)
    says("combining marks", function() assert.equal("é", "e\u{301}") end)
    says("they differ only in upper and lower case", function() assert.equal("Icon", "icon") end)
    says("they differ only in white space", function() assert.equal("an icon", "an  icon") end)
    says("they differ only in quotation marks", function() assert.equal("doesn't exist", "doesn’t exist") end)
  end)
end)

describe("same says", function()
  it("the place of the difference", function()
    says('the tables differ at phones[2].name: expected "iPhone", got "iPad"', function()
      assert.same({ phones = { {}, { name = "iPhone" } } }, { phones = { {}, { name = "iPad" } } })
    end)
    says('["a key"]: expected the number 1, got the string "1"', function()
      assert.same({ ["a key"] = 1 }, { ["a key"] = "1" })
    end)
    says("[1]: expected false, got nothing", function() assert.same({ false }, {}) end)
    says("a: not expected, got 1", function() assert.same({}, { a = 1 }) end)
  end)
  it("only what differs", function()
    local one, other = { kept = 1, a = 1, b = 2 }, { kept = 1, a = 2, b = 3 }
    says("the tables differ in 2 places", function() assert.same(one, other) end)
    does_not_say("kept", function() assert.same(one, other) end)
  end)
  it("how many more there are", function()
    local one, other = {}, {}
    for index = 1, 20 do one[index], other[index] = index, -index end
    says("the tables differ in 20 places, first at [1]:", function() assert.same(one, other) end)
    says("… and 12 more", function() assert.same(one, other) end)
  end)
  it("that an entry was put in, not that all after it changed", function()
    says('the tables differ at [2] (the rest is only shifted): not expected, got "x"', function()
      assert.same({ "a", "b", "c" }, { "a", "x", "b", "c" })
    end)
    says('the tables differ at [1] (the rest is only shifted): expected "a", got nothing', function()
      assert.same({ "a", "b", "c" }, { "b", "c" })
    end)
  end)
  it("that their own __eq decided", function()
    local no = { __eq = function() return false end }
    says("unequal by their own __eq", function() assert.same({ setmetatable({}, no) }, { setmetatable({}, no) }) end)
  end)
end)

describe("values are shown", function()
  local function shown(value)
    assert:register("assertion", "spec_shown", function() return false end)
    local _, raised = pcall(assert.spec_shown, value)
    assert:unregister("assertion", "spec_shown")
    return (tostring(raised):gsub("^.-does not hold for %(", ""):gsub("%)$", ""))
  end
  local function is(expected, value)
    local got = shown(value)
    if got ~= expected then error("expected " .. expected .. "\ngot " .. got, 2) end
  end
  it("as they would be written", function()
    is("nil", nil)
    is("1.0", 1.0)
    is("-inf", -1 / 0)
    is('"a\\"b\\n"', 'a"b\n')
    is('{ 1, 2, x = "a" }', { 1, 2, x = "a" })
    is('{ ["end"] = 1 }', { ["end"] = 1 })
    is('{ ["or"] = 1 }', { ["or"] = 1 })
    is('{ ["until"] = 1 }', { ["until"] = 1 })
    is("0.1234567890123456", 0.1234567890123456)
    is('"\\u{80}é"', "\u{80}é")
    is("{ { 1, 2 }, { a = {} } }", { { 1, 2 }, { a = {} } })
    is("{ [2] = 1 }", { nil, 1 })
    is("{ [true] = 1 }", { [true] = 1 })
    is("{}", {})
    is('{ ["工具"] = "箱" }', { ["工具"] = "箱" })
  end)
  it("with an end", function()
    local ring = {}
    ring.self = ring
    is("{ self = <cycle> }", ring)
    is("{ { { {…} } } }", { { { { {} } } } })
    local list = {}
    for index = 1, 150 do list[index] = index end
    if not shown(list):find("… and 50 more", 1, true) then error(shown(list)) end
    if #shown(("x"):rep(1000000)) > 2000 then error("too long") end
    local wide = {}
    for index = 1, 1000 do wide[index] = { ("x"):rep(1000) } end
    if #shown(wide) > 5000 then error("too long") end
  end)
  it("by __tostring, even if it fails", function()
    is("I am", setmetatable({}, { __tostring = function() return "I am" end }))
    local got = shown(setmetatable({}, { __tostring = function() error("trouble", 0) end }))
    if got ~= "<table, its __tostring fails: trouble>" then error(got) end
  end)
end)
