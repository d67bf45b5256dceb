import HomeScreenSimulator
import LuaAPI
import LuaEngine
import Testing

/// All kinds of situations in scripts, taken from the list of kinds, so that new ones are included.
extension SituationTests {
  private static let kinds = LaunchSituation.Kind.allCases.filter { ![.tap, .quickAction].contains($0) }

  /// `{ spotlight = 'toolbox:x' }`, as in a script.
  private static func source(_ kind: LaunchSituation.Kind) throws -> String {
    let name = kind.rawValue
    let launch = try #require(APICatalog.homescreen.entries.first { $0.qualifiedName == "device:launch" })
    let field = try #require(
      launch.parameters.flatMap(\.fields).first { $0.name == name }, "device:launch has no field “\(name)”")
    let text = kind == .universalLink ? "'https://example.com'" : "'toolbox:x'"
    let value = field.type.hasSuffix("[]") ? "{ \(text) }" : field.type.contains("string") ? text : "true"
    return "{ \(name) = \(value) }"
  }

  /// Events that no method of a delegate gets (LAUNCH-202, LAUNCH-203).
  private static let withoutMethods: [LaunchSituation.Kind] = [.location, .bluetooth]

  private func session(of lifecycle: String) throws -> TestSession {
    try session(lifecycle: lifecycle, os: lifecycle == "scene" ? "\(OSVersion.newest)" : "17.5")
  }

  /// An ignored kind would be a plain tap.
  @Test(arguments: kinds, ["scene", "appDelegate"])
  func situationsAreDeliveredByName(kind: LaunchSituation.Kind, lifecycle: String) throws {
    let situation = try Self.source(kind)
    let events = try session(of: lifecycle).run(
      """
      local trace = device:record(function() device:launch(app, \(situation)) end)
      for _, event in ipairs(trace) do
        if event.kind == "delivery" then seen[#seen + 1] = event.name end
      end
      return table.concat(seen, " ")
      """)[0].string
    let expected = Self.withoutMethods.contains(kind) ? "sent" : "sent delivered"
    #expect(events?.hasPrefix(expected) == true, "\(situation): no delivery, but “\(events ?? "")”")
  }

  /// Cold and warm, on all paths: no argument is nil except `launchOptions` (LAUNCH-012).
  @Test(arguments: kinds, ["scene", "appDelegate"])
  func methodsGetAllArguments(kind: LaunchSituation.Kind, lifecycle: String) throws {
    let situation = try Self.source(kind)
    let methods = AppCallback.allCases.filter { $0 != .configurationForConnecting }.map { callback in
      let receiver = callback.receiver == .appDelegate ? "delegate" : "sceneDelegate"
      let names = callback.arguments.map { $0 == .launchOptions ? "" : $0.name }.joined(separator: " ")
      return "watch(app.\(receiver), '\(callback.slot)', '\(names)')"
    }
    let values = try session(of: lifecycle).run(
      """
      local calls = 0
      local function watch(class, method, names)
        class[method] = function(self, ...)
          calls = calls + 1
          local place = 0
          for name in names:gmatch "[^ ]*" do
            place = place + 1
            if name ~= "" and select(place, ...) == nil then seen[#seen + 1] = method .. ": " .. name end
          end
        end
      end
      \(methods.joined(separator: "\n"))
      device:launch(app, \(situation))
      device:pressHome()
      device:launch(app, \(situation))
      return table.concat(seen, ", "), calls
      """)
    #expect(values[0].string == "", "\(situation): fill these in Device+Delivering.swift")
    #expect(try #require(values[1].integer) > (Self.withoutMethods.contains(kind) ? 1 : 2))
  }
}
