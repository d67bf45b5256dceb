import LuaAPI
import LuaEngine
import Testing

/// `UIViewController.exchange`: Objective-C's exchange of implementations (ICON-174, ICON-175).
@Suite struct ExchangeTests {
  private func session() throws -> TestSession {
    let test = try TestSession()
    try test.run(
      """
      device = Device { os = "17.5" }
      app = device:install "fixtures/ToolBox.app"
      Main = UIViewController.subclass "Main"
      seen = {}
      function Main:quiet(controller, animated, completion)
        seen[#seen + 1] = tostring(controller.title)
        if controller.title ~= "hidden" then self:quiet(controller, animated, completion) end
      end
      app.rootViewController = Main
      device:launch(app)
      function root() return UIApplication.shared.keyWindow.rootViewController end
      function exchange() UIViewController.exchange(Main, "present", "quiet") end
      """)
    return test
  }

  /// ICON-174.
  @Test func exchangedMethodRunsAndReachesUIKit() throws {
    let test = try session()
    let values = try test.run(
      """
      local done
      app:run(function()
        exchange()
        root():present(UIAlertController { title = "hidden" })
        root():present(UIAlertController { title = "shown" }, true, function() done = true end)
      end)
      return device.alert.title, done, table.concat(seen, " ")
      """)
    #expect(values[0].string == "shown")
    #expect(values[1].boolean == true)
    #expect(values[2].string == "hidden shown")
  }

  /// ICON-174.
  @Test func exchangesInOtherClassesBreak() throws {
    let test = try session()
    let values = try test.run(
      """
      local crash = assert.crashes(app, function()
        app:run(function()
          exchange()
          root():quiet(UIViewController())
          root().presentedViewController:present(UIAlertController { title = "from a plain controller" })
        end)
      end)
      return crash.reason
      """)
    #expect(
      values[0].string?.contains(
        "-[UIViewController quiet:animated:completion:]: unrecognized selector sent to instance 0x") == true)
  }

  /// ICON-175.
  @Test func everySecondExchangeRestores() throws {
    let test = try session()
    let values = try test.run(
      """
      local counts = {}
      app:run(function()
        for turn = 1, 4 do
          exchange()
          root():present(UIAlertController { title = "hidden" })
          counts[turn] = root().presentedViewController and "shown" or "hidden"
          root():dismiss(false)
        end
      end)
      return table.concat(counts, " "), #seen
      """)
    #expect(values[0].string == "hidden shown hidden shown")
    #expect(values[1].integer == 2)
  }

  /// ICON-069.
  @Test func filterForNilTitlesHidesOtherAlerts() throws {
    let test = try session()
    let values = try test.run(
      """
      local called
      app:run(function()
        UIViewController.present = function(presenter, controller, ...)
          if controller:isKind(UIAlertController) and not (controller.title or controller.message) then
            seen[#seen + 1] = "swallowed"
          end
        end
        UIApplication.shared:setAlternateIconName("red", function() called = true end)
        root():present(UIAlertController { preferredStyle = "actionSheet" })
      end)
      return device.alert, #seen, called, app.iconName
      """)
    #expect(values[0].isNil)
    #expect(values[1].integer == 2)
    #expect(values[2].isNil)
    #expect(values[3].string == "red")
  }

  @Test func exchangesOfTwoClassesChain() throws {
    let test = try session()
    let values = try test.run(
      """
      function Main:louder(controller, animated, completion)
        seen[#seen + 1] = "louder"
        self:louder(controller, animated, completion)
      end
      app:run(function()
        exchange()
        UIViewController.exchange(Main, "present", "louder")
        root():present(UIAlertController { title = "shown" })
      end)
      return device.alert.title, table.concat(seen, " ")
      """)
    #expect(values[0].string == "shown")
    #expect(values[1].string == "louder shown")
  }

  @Test func exchangesEndWithTheProcess() throws {
    let test = try session()
    let values = try test.run(
      """
      app:run(exchange)
      app:terminate()
      device:launch(app)
      app:run(function() root():present(UIAlertController { title = "hidden" }) end)
      return device.alert.title
      """)
    #expect(values[0].string == "hidden")
  }

  @Test func classesAreKnown() throws {
    let test = try session()
    let values = try test.run(
      """
      return app:run(function()
        local alert, other = UIAlertController {}, UIViewController()
        return alert:isKind(UIAlertController), other:isKind(UIAlertController), root():isKind(Main),
          other:isKind(Main), alert:isKind(UIViewController), root():isKind(print), root():isKind {}
      end)
      """)
    #expect(values.map(\.boolean) == [true, false, true, false, true, false, false])
  }

  @Test(arguments: [
    ("UIViewController.exchange()", "expected a class of the script as the first argument, got nil"),
    ("UIViewController.exchange(5, 'present', 'quiet')", "expected a class of the script as the first argument, got 5"),
    (
      "UIViewController.exchange(UIViewController, 'present', 'quiet')",
      "expected a class of the script as the first argument"
    ),
    ("UIViewController.exchange(Main, 'dismiss', 'quiet')", "only \"present\" can be exchanged"),
    ("UIViewController.exchange(Main, 'present')", "no method without a name"),
    ("UIViewController.exchange(Main, 'present', 'quite')", "no method 'quite'"),
    ("UIViewController.exchange({}, 'present', 'quiet')", "no method 'quiet'"),
    ("root():isKind()", "expected a view controller class"),
  ])
  func mistakesAreReported(source: String, words: String) throws {
    let test = try session()
    let error = try #require(test.error("app:run(function() \(source) end)"), "\(source)")
    #expect(error.message.contains(words), "\(source): \(error.message)")
  }

  @Test func onlyAppCodeCanExchange() throws {
    let error = try #require(try session().error("exchange()"))
    #expect(error.failure?.code == "outside-the-app")
  }
}
