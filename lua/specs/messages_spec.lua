-- What failures say. The words are this project's, so under busted these are pending.

local ours = type(assert.add) == "function"

if not ours then
  pending("the words of failures are those of homescreen")
  return
end

local function words(f)
  local fine, raised = pcall(f)
  if fine then error("should fail", 3) end
  return tostring(raised)
end

local function says(expected, f)
  local got = words(f)
  if not got:find(expected, 1, true) then error("expected in the message: " .. expected .. "\ngot: " .. got, 2) end
end

local function does_not_say(unexpected, f)
  local got = words(f)
  if got:find(unexpected, 1, true) then error("not expected in the message: " .. got, 2) end
end

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
    says("nan is equal to nothing", function() assert.equal(0 / 0, 0 / 0) end)
  end)
  it("that two tables are two", function()
    says("two tables with the same content: { 1 }", function() assert.equal({ 1 }, { 1 }) end)
    says("assert.same compares what is in them", function() assert.equal({ 1 }, { 2 }) end)
  end)
  it("what a near miss needs", function()
    says("assert.truthy", function() assert.is_true("yes") end)
    says("assert.falsy takes both", function() assert.is_nil(false) end)
    says("assert.falsy takes both", function() assert.is_false(nil) end)
  end)
  it("that values are missing", function()
    says("needs two values (expected, got), got only 1", function() assert.equal(1) end)
    says("a function that returns nothing gives no value", function() assert.same() end)
    says("needs three values (expected, got, tolerance), got only 2", function() assert.near(1, 2) end)
  end)
end)

describe("strings say", function()
  it("where long ones part", function()
    local text = ("The quick brown fox jumps over the lazy dog. "):rep(3)
    local got = words(function() assert.equal(text, (text:gsub("dog%. $", "cat. "))) end)
    says("the strings part at character 131", function() error(got, 0) end)
    local expected, actual, caret = got:match("\n  expected (.-)\n       got (.-)\n(.*)$")
    local place = #caret - #"  expected "
    -- The ellipsis in front is three bytes in one column.
    if expected:sub(place + 2, place + 4) ~= "dog" or actual:sub(place + 2, place + 4) ~= "cat" then
      error("the caret is elsewhere:\n" .. got)
    end
  end)
  it("line and character of texts", function()
    says("line 2, character 6", function() assert.equal("one\nline two\nthree", "one\nline 2\nthree") end)
    says("got ends there, expected goes on", function() assert.equal("one\ntwo", "one\n") end)
    says("expected ends there, got goes on", function() assert.equal("one\ntwo", "one\ntwo\n") end)
    says("they differ only in their line ends", function() assert.equal("one\ntwo", "one\r\ntwo") end)
  end)
  it("Chinese as it is, and count it in characters", function()
    local text = ("工具箱"):rep(20)
    says("the strings part at character 31", function()
      assert.equal(text, ("工具箱"):rep(10) .. "盒" .. ("工具箱"):rep(9))
    end)
    says('expected "工具箱", got "工具"', function() assert.equal("工具箱", "工具") end)
  end)
  it("with the caret under wide characters", function()
    local text = ("工"):rep(30)
    local got = words(function() assert.equal(text, ("工"):rep(10) .. "箱" .. ("工"):rep(19)) end)
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
    says('the tables differ at [2] (what follows is only shifted): not expected, got "x"', function()
      assert.same({ "a", "b", "c" }, { "a", "x", "b", "c" })
    end)
    says('the tables differ at [1] (what follows is only shifted): expected "a", got nothing', function()
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
    return assert:format({ value, n = 1 })[1]
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

describe("errors say", function()
  it("what was raised, and where", function()
    says('expected the error "y", got "x" (raised at ', function()
      assert.has_error(function() error("x") end, "y")
    end)
    says('expected no error, got "x" (raised at ', function() assert.has_no_error(function() error("x") end) end)
    says("expected an error, but the function returned without one", function() assert.has_error(function() end) end)
    says("give the function itself", function() assert.has_error("x") end)
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
    says("the strings part at character 90", function()
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
    says("expected a call, got none", function() assert.spy(s).was.called() end)
    s(1, "x")
    says('expected a call that was given (2), got\n  1: (1, "x")', function() assert.spy(s).was.called_with(2) end)
    says("match.string()", function() assert.spy(s).was.called_with(match.is_string()) end)
    says("expected 2 calls, got 1 call", function() assert.spy(s).was.called(2) end)
    says("expected at least 2 calls, got 1 call", function() assert.spy(s).was.called_at_least(2) end)
    says("expected not at least 1 call, got 1 call", function() assert.spy(s).was_not.called_at_least(1) end)
    says("expected a function, got spy (1 call)\nhint: it can be called", function() assert.is_function(s) end)
    does_not_say("hint", function() assert.is_function(5) end)
    for index = 1, 20 do s(index) end
    says("… 16 earlier calls", function() assert.spy(s).was.called_with(0) end)
    says("a function that nobody watches", function() assert.spy(print).was.called() end)
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
    says("luassert's word is assert.has_error", function() assert.throws(print) end)
    says("the usual ones are", function() assert.xyzzy(1) end)
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
  it("refuses names that are taken, and what is no name or no function", function()
    says("exists already", function() assert:add("spec_divides", print) end)
    says("exists already", function() assert:add("equal", print) end)
    says("exists already", function() assert:add("is", print) end)
    says("exists already", function() assert:add("snapshot", print) end)
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
