import LuaAPI
import LuaEngine
import Testing

/// Host objects with data in assertions, spies and messages.
@Suite struct ContentTests {
  private func session() throws -> TestSession {
    let test = try TestSession(options: LuaOptions(budget: 50_000_000))
    try test.run(
      """
      info = plist.parse [[{ Name = Paint; Icons = { Files = (a, b); Data = <0102>; }; Empty = {}; None = (); }]]
      """)
    return test
  }

  private func message(_ test: TestSession, _ source: String) throws -> String {
    let error = try #require(test.error(source), "\(source) holds")
    #expect(error.code == "assertion", "\(error.code): \(error.message)")
    return error.message
  }

  // MARK: Property lists

  @Test func propertyListsAreComparedByContent() throws {
    try session().run(
      """
      local content = {
        Name = "Paint", Icons = { Files = { "a", "b" }, Data = { data = "\\1\\2" } }, Empty = {}, None = {},
      }
      local other = plist.parse(
        "{ None = (); Name = Paint; Empty = {}; Icons = { Data = <0102>; Files = (a, b); }; }")
      assert.same(content, info)
      assert.same(info, content)
      assert.same(info, other)
      assert.same({ list = info }, { list = other })
      assert.same({ "a", "b" }, info.Icons.Files)
      assert.same(info.Icons.Files, plist.array { "a", "b" })
      assert.Not.same({ "a", "c" }, info.Icons.Files)
      assert.Not.same({ "a" }, info.Icons.Files)
      assert.Not.same(info, "Paint")
      assert.Not.same(info, nil)
      assert.Not.same(info.Icons, info.Empty)
      assert.Not.equal(info, other)
      other.Icons.Files[3] = "c"
      assert.Not.same(info, other)
      assert.unique(info.Icons.Files)
      assert.is_true(match.same(content)(info))
      assert.is_true(match.is_not_same { "c" }(info.Icons.Files))
      """)
  }

  @Test func datesAreTables() throws {
    try session().run(
      """
      local list = plist.parse [[<plist><dict><key>on</key><date>2026-01-02T03:04:05Z</date></dict></plist>]]
      assert.same({ on = { date = "2026-01-02T03:04:05Z" } }, list)
      assert.Not.same({ on = { date = "2026-01-02T03:04:06Z" } }, list)
      """)
  }

  @Test func differencesHaveTheirKeyPath() throws {
    let test = try session()
    #expect(
      try message(test, #"assert.same({ "a", "c" }, info.Icons.Files)"#)
        == #"the tables differ at [2]: expected "c", got "b""#)
    #expect(
      try message(test, #"assert.same({ one = info.Icons }, { one = { Files = { "a" }, Data = { data = "\1\2" } } })"#)
        == #"the tables differ at one.Files[2]: expected "b", got nothing"#)
    #expect(
      try message(test, "assert.same(5, info.Icons.Files)").hasSuffix(
        #"got the plist.Icons.Files: array { "a", "b" }"#))
  }

  @Test func viewsPrintTheirContents() throws {
    let test = try session()
    try test.run("print(info.Icons.Files) print(info.Empty, info.None)")
    #expect(
      test.printed == [#"plist.Icons.Files: array { "a", "b" }"#, "plist.Empty: dictionary {}\tplist.None: array {}"])
    try test.run(
      """
      local wide = plist.array {}
      for index = 1, 60 do wide[index] = "number " .. index end
      print(wide)
      """)
    let wide = try #require(test.printed.last)
    #expect(wide.hasPrefix("plist: array {\n  \"number 1\", \"number 2\""))
    #expect(wide.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func viewsOfRemovedValuesAreReported() throws {
    let test = try session()
    try test.run("gone = info.Icons.Files info.Icons = nil")
    for source in [
      "print(gone)", "assert.same({}, gone)", "plist.table(gone)", "require 'luassert.util'.deepcopy(gone)",
    ] {
      #expect(test.error(source)?.message.contains("plist.Icons.Files no longer exists") == true, "\(source)")
    }
    #expect(try message(test, "assert.is_nil({ gone })").contains("no longer exists"))
  }

  @Test func spiesKeepPropertyListsUnchanged() throws {
    try session().run(
      """
      local s = spy.new(function(list) return list end)
      s(info.Icons)
      s { inside = info.Icons.Files }
      info.Icons.Files[1] = "changed"
      assert.spy(s).was.called_with { Files = { "a", "b" }, Data = { data = "\\1\\2" } }
      assert.spy(s).was_not.called_with(info.Icons)
      assert.spy(s).was.called_with(match.is_ref(info.Icons))
      assert.spy(s).was.called_with { inside = { "a", "b" } }
      assert.spy(s).was.called_with(match.is_userdata())
      assert.spy(s).was.returned_with(match.same { Files = { "a", "b" }, Data = { data = "\\1\\2" } })
      -- The copy is a list of its own.
      s.calls[1].vals[1].Files[1] = "other"
      assert.equal("changed", info.Icons.Files[1])
      """)
  }

  @Test func copiesAreTables() throws {
    try session().run(
      """
      local util = require "luassert.util"
      for _, copy in ipairs { plist.table(info), util.deepcopy(info), util.deepcopy({ info })[1] } do
        assert.is_table(copy)
        assert.is_table(copy.Icons.Files)
        assert.same(info, copy)
        copy.Icons.Files[1] = "changed"
        assert.equal("a", info.Icons.Files[1])
      end
      """)
    #expect(
      try session().error("plist.table {}")?.message
        == "plist.table takes a dictionary or array of a property list, got a table")
  }

  // MARK: Other data

  @Test func eventsRowsAndItemsAreComparedByContent() throws {
    let test = try session()
    try test.run(
      """
      local function start()
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        return device, app, device:record(function() device:launch(app) end)
      end
      local first, app, trace = start()
      local second, other, same = start()
      assert.same(trace[1], trace[1])
      assert.same(trace[1], same[1])
      assert.same(trace, same)
      assert.Not.same(trace[1], trace[2])
      local copy = require "luassert.util".deepcopy(trace)
      assert.equal(#trace, #copy)
      assert.is_table(copy[1])
      assert.equal(trace[1].name, copy[1].name)
      first:pressHome() second:pressHome()
      local menu, again = first.springboard:icon(app):press(), second.springboard:icon(other):press()
      assert.same(menu.rows, again.rows)
      assert.same(menu, again)
      assert.Not.same(menu.rows[1], menu.rows[2])
      row = menu.rows[1]
      picture = first.springboard:icon(app):picture()
      assert.same(picture, second.springboard:icon(other):picture())
      assert.Not.same(first, second)
      """)
    let said = try message(
      test,
      """
      local wanted = require "luassert.util".deepcopy(row)
      wanted.title = "Saw"
      assert.same(wanted, row)
      """)
    #expect(said == #"the tables differ at title: expected "Saw", got "工具箱""#, "\(said)")
  }

  // MARK: Callable values

  @Test func spiesCanBeHandlers() throws {
    try session().run(
      """
      local device = Device { os = "17.5" }
      local app = device:install "fixtures/ChangeIcon.app"
      local trace = device:record(spy.new(function() device:launch(app) end))
      assert.is_true(#trace > 0)
      local done, block, later = spy.new(), spy.new(), spy.new()
      local task = spy.new(function() await(UIApplication.shared):setAlternateIconName("newicon") end)
      app:run(setmetatable({}, { __call = function()
        UIApplication.shared:setAlternateIconName("nobody", done)
        DispatchQueue.main:async(block)
        DispatchQueue.main:asyncAfter(1, later)
        Task(task)
      end }))
      device:advance(2)
      assert.spy(done).was.called(1)
      assert.equal(4, done.calls[1].vals[1].code)
      assert.spy(block).was.called(1)
      assert.spy(later).was.called(1)
      assert.spy(task).was.called(1)
      """)
  }

  @Test func spiesCanBeMethods() throws {
    try session().run(
      """
      local device = Device { os = "17.5" }
      local app = device:install("fixtures/ToolBox.app", { lifecycle = "appDelegate" })
      app.delegate.applicationDidBecomeActive = spy.new()
      stub(app.delegate, "applicationWillResignActive")
      function app.main() UIViewController.present = spy.new(UIViewController.present) end
      device:launch(app)
      device:pressHome()
      assert.spy(app.delegate.applicationDidBecomeActive).was.called(1)
      assert.stub(app.delegate.applicationWillResignActive).was.called(1)
      device.springboard:icon(app):tap()
      local done, handler = spy.new(), spy.new()
      app:run(function()
        local alert = UIAlertController { title = "x", preferredStyle = "alert" }
        alert:addAction(UIAlertAction { title = "OK", handler = handler })
        UIApplication.shared.keyWindow.rootViewController:present(alert, true, done)
        assert.spy(UIViewController.present).was.called(1)
      end)
      device:advance(1)
      assert.spy(done).was.called(1)
      device.alert:tap "OK"
      assert.spy(handler).was.called(1)
      """)
  }

  @Test(arguments: ["{}", "5", #""text""#, "setmetatable({}, { __call = false })"])
  func uncallableValuesAreRefused(value: String) throws {
    let test = try session()
    try test.run("device = Device {}")
    let error = try #require(test.error("device:record(\(value))"), "\(value) is taken")
    #expect(error.message.contains("function") || error.message.contains("call"), "\(error.message)")
  }
}
