---Assertions: `assert(value, message)` is Lua's own; the words of a chain, as in `assert.is_not.equal`, may be left out.
---@class homescreen.Assert
---@field is homescreen.Assert
---@field are homescreen.Assert
---@field was homescreen.Assert
---@field has homescreen.Assert
---@field does homescreen.Assert
---@field a homescreen.Assert
---@field an homescreen.Assert
---@field the homescreen.Assert
---@field have homescreen.Assert
---@field be homescreen.Assert
---@field been homescreen.Assert
---@field were homescreen.Assert
---@field soft homescreen.Assert A failure does not end the scenario; it fails at its end.
---@field Not homescreen.Assert
---@field no homescreen.Assert
---@field is_not homescreen.Assert
---@field are_not homescreen.Assert
---@field was_not homescreen.Assert
---@field does_not homescreen.Assert
---@field has_no homescreen.Assert
---@field message fun(text: string): homescreen.Assert The first line of a failure.
---@field array fun(list: table): homescreen.Assert The list that `has.no.holes` checks.
---@field add fun(self: homescreen.Assert, name: string, check: function) Adds an assertion.
---@field register fun(self: homescreen.Assert, kind: string, name: string, callback: function, ...: any)
---@field snapshot fun(self: homescreen.Assert): any
---@overload fun(value: any, message?: any, ...: any): any

---A function that remembers its calls.
---@class homescreen.Spy
---@field calls { vals: table, refs: table }[] The arguments of each call: copies made at that time, and the values.
---@field returnvals { vals: table, refs: table }[] What each call returned.
---@field callback function The function that it calls.
---@overload fun(...: any): any
local _Spy = {}

---Whether it was called; with a number, exactly that many times. Also returns the number of calls.
---@param times? integer how many calls
---@return boolean, integer
function _Spy:called(times) end

---Whether a call had these arguments, a list with the field `n`.
---@param expected table the arguments
---@return boolean
function _Spy:called_with(expected) end

---Whether a call returned these values, a list with the field `n`.
---@param expected table the values
---@return boolean
function _Spy:returned_with(expected) end

---Forgets the calls.
---@return homescreen.Spy
function _Spy:clear() end

---Puts the original back where `spy.on` or `stub` took it from, and returns it.
---@return any
function _Spy:revert() end

---A spy that does not call what it replaces.
---@class homescreen.Stub: homescreen.Spy
---@field returns fun(...: any): homescreen.Stub It returns these values from now on.
---@field invokes fun(action: function): homescreen.Stub It calls this function from now on.
---@field by_default homescreen.StubAnswer The answer for other arguments.
---@field on_call_with fun(...: any): homescreen.StubAnswer The answer for these arguments.
---@overload fun(...: any): any

---The answer of a stub.
---@class homescreen.StubAnswer
---@field returns fun(...: any): homescreen.Stub
---@field invokes fun(action: function): homescreen.Stub

---A value of `called_with` and `returned_with` that means several values.
---@class homescreen.Matcher
---@overload fun(value: any): boolean

---A combination of a `matrix`: its fields, and a name.
---@class homescreen.Cell
---@field name string The fields as text, such as “iPad, iPadOS 17.5”.
---@field os string
---@field model string
---@field lifecycle? "appDelegate"|"scene"|"swiftUI"
---@field locale? string
---@field at_least fun(self: homescreen.Cell, version: string): boolean Whether its iOS is this version or newer.
---@field [string] any

---Spies: `spy.on(table, "key")`, `spy.new(callback)`; `assert.spy(s).was.called()`.
---@class homescreen.SpyModule
---@field new fun(callback?: function): homescreen.Spy A spy on a function, or on nothing.
---@field on fun(target: table, key: any): homescreen.Spy Replaces a field by a spy on what is there.
---@field is_spy fun(value: any): boolean
---@overload fun(callback?: function): homescreen.Spy
spy = nil

---Stubs: `stub(table, "key", …)` replaces a field by a spy that returns the values.
---@class homescreen.StubModule
---@field new fun(target?: table, key?: any, ...: any): homescreen.Stub
---@overload fun(target?: table, key?: any, ...: any): homescreen.Stub
stub = nil

---Mocks: `mock(table)` watches each function of a table; with `true`, none of them runs.
---@class homescreen.MockModule
---@field new fun(object: any, stubbed?: boolean, value?: any): any
---@field clear fun(object: any): any Forgets the calls of each spy in a mock.
---@field revert fun(object: any): any Puts each original back.
---@overload fun(object: any, stubbed?: boolean, value?: any): any
mock = nil

---Matchers: `match._` fits any value, `match.is_string()` strings, `match.is_not_nil()` anything but nil.
---@class homescreen.MatchModule
---@field _ homescreen.Matcher
---@field is homescreen.MatchModule
---@field is_not homescreen.MatchModule
---@field Not homescreen.MatchModule
---@field is_matcher fun(value: any): boolean
---@field is_ref_matcher fun(value: any): boolean
---@field [string] fun(...: any): homescreen.Matcher
match = nil

---The picture of a quick action.
---@class homescreen.UIApplicationShortcutIcon

---The null of Foundation.
---@class homescreen.NSNull
