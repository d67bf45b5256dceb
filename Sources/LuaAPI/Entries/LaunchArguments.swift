import LuaEngine
import Simulator

/// The situation of `device:launch`.
enum LaunchArguments {
  private static let url = Parameter<String>.string("url", "what another app opens")
  private static let source = Parameter<String>.string("sourceApplication", "the bundle identifier of that app")
  private static let link = Parameter<String>.string("universalLink", "a link that belongs to the app")
  /// Decided names whose behaviour comes with later work.
  private static let toCome = ["notification", "userActivity", "spotlight", "widget", "intent", "backgroundFetch"]

  private static let fields =
    [url.description, source.description, link.description]
    + toCome.map { APIParameter($0, type: "any", documentation: "still to come") }

  static func situation(_ call: LuaCall, _ index: Int) throws -> LaunchSituation {
    guard call.stack.kind(at: index) == .table else { return .tap }
    let record = try RecordReader(call, index, owner: "device:launch", fields: fields)
    for key in call.stack.keys(ofTable: index) {
      if case .string(let name) = key, toCome.contains(name) {
        throw LuaFailure("device:launch with { \(name) = … } is still to come in this version", code: "to-come")
      }
    }
    let url = try record.read(url)
    let link = try record.read(link)
    let source = try record.read(source)
    switch (url, link) {
    case (let url?, nil): return .url(url, sourceApplication: source)
    case (nil, let link?) where source == nil: return .universalLink(link)
    case (nil, nil) where source == nil: return .tap
    default:
      throw LuaFailure(
        "device:launch: an app is launched for one reason", code: "argument",
        hint: "Give url (with sourceApplication, if you like) or universalLink.")
    }
  }
}
