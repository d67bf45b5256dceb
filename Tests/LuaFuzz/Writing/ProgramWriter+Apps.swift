import HomeScreenSimulator

/// The devices of every program, and the code of their apps.
extension ProgramWriter {
  private static let versions =
    ["9.3", "10.3", "12.4", "13.0", "15.0", "17.5", "18.0", "26.0", "26.1"]
    + (27...OSVersion.newest.major).map { "\($0).0" }

  /// One or two devices with apps, most of them launched.
  mutating func setting() -> String {
    var lines: [String] = []
    for _ in 0...choices.below(2) {
      let model = choices.pick(["iPhone", "iPad"])
      lines.append("keep(Device { model = \"\(model)\", os = \"\(choices.pick(Self.versions))\" })")
      for _ in 0...choices.below(2) { lines.append("try(function() \(installation()) end)") }
    }
    for _ in 0..<choices.below(4) { lines.append("try(function() \(method()) end)") }
    if choices.chance(85) { lines.append("try(function() any(\"device\", 0):launch(any(\"app\", 0)) end)") }
    return lines.joined(separator: "\n")
  }

  private mutating func installation() -> String {
    let device = "any(\"device\", pool.device.count - 1)"
    let lifecycle = choices.pick(["appDelegate", "scene", "swiftUI"])
    let options = choices.chance(60) ? ", { lifecycle = \"\(lifecycle)\" }" : ""
    if choices.chance(70) { return "keep(\(device):install(\(quoted(choices.pick(vocabulary.fixtures)))\(options)))" }
    return """
      local package = keep(AppPackage { plist = { CFBundleIdentifier = "com.example.n\(choices.below(3))", \
      CFBundleName = "N", UIDeviceFamily = { 1, 2 }, UIApplicationSceneManifest = {}, UIApplicationShortcutItems = { \
      { UIApplicationShortcutItemType = "a", UIApplicationShortcutItemTitle = "A" } }, CFBundleIcons = { \
      CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } } }, \
      files = { ["night@2x.png"] = { 120, 120 }, ["night@3x.png"] = { 180, 180 } } }) \
      keep(package.plist) keep(\(device):install(package\(options)))
      """
  }

  /// A callback of an app class, or its `main`.
  mutating func method() -> String {
    let app = kept("app")
    if choices.chance(8) { return "\(app).main = \(function(""))" }
    let appClass = choices.pick(vocabulary.appClasses)
    let place = "app\(appClass.place.dropFirst("app".count))"
    guard let slot = appClass.slots.isEmpty ? nil : choices.pick(appClass.slots) else { return "keep(\(place))" }
    if choices.chance(10) { return "local app = \(app) \(place) = \(anything())" }
    let name = choices.chance(5) ? "\(slot.name)x" : slot.name
    let handler = slot.arguments.last?.hasSuffix("Handler") == true && choices.chance(60) ? slot.arguments.last : nil
    let arguments = slot.arguments.joined(separator: ", ")
    let kept = arguments.isEmpty ? "" : "keep(\(arguments)) "
    let answer = handler.map { "\($0)(\(choices.pick(["true", "\"newData\"", "nil"]))) " } ?? ""
    return """
      local app = \(app) function \(place):\(name)(\(arguments)) keep(self) \(kept)\(body())\(answer)\
      \(choices.chance(30) ? "return \(simple()) " : "")end
      """
  }
}
