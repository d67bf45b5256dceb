import LuaAPI
import LuaEngine
import Testing

/// View controllers and alerts of app code.
@Suite struct ViewTests {
  private func session(os: String = "17.5", launched: Bool = true) throws -> TestSession {
    let test = try TestSession()
    try test.run(
      """
      device = Device { os = "\(os)" }
      app = device:install("fixtures/ToolBox.app")
      seen = {}
      function root() return UIApplication.shared.keyWindow.rootViewController end
      """)
    if launched { try test.run("device:launch(app)") }
    return test
  }

  @Test func controllersHaveClassFieldsAndIdentity() throws {
    let test = try session()
    let values = try test.run(
      """
      local Detail = UIViewController.subclass "DetailViewController"
      function Detail:show(x) self.shown = (self.shown or 0) + x return self.shown end
      return app:run(function()
        local a, b = Detail(), Detail()
        a:show(1) a:show(2) b:show(5)
        a.title = "A"
        local keyed = { [a] = "a" }
        root():present(a, true)
        return a.shown, b.shown, a.title, root().presentedViewController == a, keyed[root().presentedViewController],
          a.presentingViewController == root(), a == b, tostring(a), b.unknown
      end)
      """)
    #expect(values[0].integer == 3)
    #expect(values[1].integer == 5)
    #expect(values[2].string == "A")
    #expect(values[3].boolean == true)
    #expect(values[4].string == "a")
    #expect(values[5].boolean == true)
    #expect(values[6].boolean == false)
    #expect(values[7].string?.hasPrefix("<DetailViewController: 0x") == true)
    #expect(values[8].isNil)
  }

  /// LAUNCH-081.
  @Test func rootLoadsAndAppears() throws {
    let test = try session(launched: false)
    let values = try test.run(
      """
      local Root = UIViewController.subclass "Root"
      app.rootViewController = Root
      function Root:viewDidLoad() self.loads = (self.loads or 0) + 1 end
      function Root:viewDidAppear(animated) seen[#seen + 1] = self.loads .. tostring(animated) end
      device:launch(app)
      app:terminate()
      device:launch(app)
      return table.concat(seen, " ")
      """)
    #expect(values[0].string == "1true 1true")
  }

  @Test func fieldsLiveAsLongAsTheController() throws {
    let test = try session()
    let values = try test.run(
      """
      app:run(function() root().note = { "kept" } end)
      collectgarbage() collectgarbage()
      return app:run(function() return root().note[1] end)
      """)
    #expect(values[0].string == "kept")
  }

  /// LAUNCH-038.
  @Test func presentingTooEarlyIsRefused() throws {
    let test = try session(launched: false)
    try test.run(
      """
      app.rootViewController = UIViewController.subclass "Root"
      function app.rootViewController:viewDidLoad()
        self:present(UIAlertController { message = "early" }, true, function() seen[1] = "completion" end)
      end
      device:launch(app)
      assert.is_nil(device.alert)
      assert.is_nil(seen[1])
      assert.logged("whose view is not in the window hierarchy", app)
      """)
  }

  @Test func alertsHaveButtonsWithHandlers() throws {
    let test = try session()
    let values = try test.run(
      """
      app:run(function()
        local alert = UIAlertController { title = "T", message = "M", preferredStyle = "actionSheet" }
        alert:addAction(UIAlertAction { title = "Cancel", style = "cancel" })
        alert:addAction(UIAlertAction { title = "OK", handler = function(action)
          seen[#seen + 1] = action.title .. action.style
        end })
        seen[#seen + 1] = #alert.actions .. alert.message .. alert.title
        root():present(alert, false, function() seen[#seen + 1] = "shown" end)
      end)
      local label = device.alert.label
      device.alert:tap "OK"
      return table.concat(seen, " "), label, device.alert
      """)
    #expect(values[0].string == "2MT shown OKdefault")
    #expect(values[1].string == "T")
    #expect(values[2].isNil)
  }

  @Test func dismissRemovesTheController() throws {
    let test = try session()
    let values = try test.run(
      """
      app:run(function() root():present(UIAlertController { message = "x" }) end)
      local before = device.alert ~= nil
      app:run(function() root():dismiss(true, function() seen[1] = true end) end)
      return before, device.alert, seen[1]
      """)
    #expect(values[0].boolean == true)
    #expect(values[1].isNil)
    #expect(values[2].boolean == true)
  }

  /// ICON-067, ICON-068.
  @Test func presentCanBeReplaced() throws {
    let test = try session(launched: false)
    let values = try test.run(
      """
      function app.main()
        local original = UIViewController.present
        UIViewController.present = function(presenter, controller, animated, completion)
          seen[#seen + 1] = tostring(controller.title) .. "/" .. tostring(controller.message)
          if controller.message ~= "swallow" then original(presenter, controller, animated, completion) end
        end
      end
      device:launch(app)
      local done, called
      app:run(function()
        root():present(UIAlertController { message = "swallow" })
        root():present(UIAlertController { message = "through" }, true, function() done = true end)
      end)
      local label = device.alert.label
      app:run(function() root():dismiss() end)
      app:run(function() UIApplication.shared:setAlternateIconName("red", function() called = true end) end)
      local icon = device.alert.label
      device.alert:tap "OK"
      return table.concat(seen, ", "), done, label, icon, called
      """)
    #expect(values[0].string == "nil/swallow, nil/through, nil/nil")
    #expect(values[1].boolean == true)
    #expect(values[2].string == "through")
    #expect(values[3].string?.hasPrefix("You have changed the icon for") == true)
    #expect(values[4].boolean == true)
  }

  /// ICON-068.
  @Test func swallowedIconAlertHasNoCompletion() throws {
    let test = try session()
    let values = try test.run(
      """
      app:run(function()
        UIViewController.present = function() end
        UIApplication.shared:setAlternateIconName("red", function() seen[1] = true end)
      end)
      local alert, called = device.alert, seen[1]
      app:terminate()                                      -- the replacement goes with the process
      device:launch(app)
      app:run(function() root():present(UIAlertController { message = "back" }) end)
      return alert, called, device.alert.label
      """)
    #expect(values[0].isNil)
    #expect(values[1].isNil)
    #expect(values[2].string == "back")
  }

  @Test func nilRestoresTheOriginal() throws {
    let test = try session()
    let values = try test.run(
      """
      app:run(function()
        local original = UIViewController.present
        UIViewController.present = function() end
        UIViewController.present = nil
        root():present(UIAlertController { message = "one" })
        root():dismiss(false)
        UIViewController.present = function() end
        original(root(), UIAlertController { message = "two" })
      end)
      return device.alert.label
      """)
    #expect(values[0].string == "two")
  }

  @Test(arguments: [
    ("root():present()", "expected a view controller, got nothing"),
    ("root():present(5)", "expected a view controller, got 5"),
    ("root():present(root())", "on itself"),
    ("root():present(UIAlertController {}, 'yes')", "expected true or false"),
    ("UIAlertController { preferredStyle = 'sheet' }", "preferredStyle cannot be \"sheet\""),
    ("UIAlertAction {}", "title is required"), ("UIAlertController {}:addAction(5)", ", got 5"),
    ("root()[1] = 2", "the name of a field must be a string"), ("root().present = print", "cannot be replaced"),
    ("UIViewController.subclass()", "expected a name"), ("UIViewController.subclass ''", "expected a name"),
    ("UIApplication.shared.keyWindow.rootViewController = 5", "expected a view controller"),
  ])
  func mistakesAreReported(source: String, words: String) throws {
    let test = try session()
    let error = try #require(test.error("app:run(function() \(source) end)"), "\(source)")
    #expect(error.message.contains(words), "\(source): \(error.message)")
    #expect(error.place == LuaError.Place(file: "test.lua", line: 1))
  }
}
