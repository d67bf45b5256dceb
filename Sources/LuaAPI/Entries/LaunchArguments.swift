import AppPackages
import LuaEngine
import PropertyLists
import Simulator

/// The situation of `device:launch`: one field says why.
enum LaunchArguments {
  private static let url = Parameter<String>.string("url", "what another app opens")
  private static let source = Parameter<String>.string("sourceApplication", "the bundle identifier of that app")
  private static let link = Parameter<String>.string("universalLink", "a link that belongs to the app")
  private static let notification = either(
    "notification", [.string, .table],
    "the title of one that is tapped, or `{ title, body, userInfo, action, silent }`")
  private static let activity = either(
    "userActivity", [.string, .table], "the type of an activity of Handoff, or `{ activityType, webpageURL, userInfo }`"
  )
  private static let spotlight = Parameter<String>.string("spotlight", "the identifier of a result in Spotlight")
  private static let widget = either("widget", [.string, .table], "the URL of a widget, or `{ url, kind }`")
  private static let intent = either(
    "intent", [.string, .table], "the name of an intent of Siri or Shortcuts, or `{ name, userInfo }`")
  private static let fetch = Parameter<Bool>.boolean("backgroundFetch", "true: the app fetches in the background")

  private static func either(_ name: String, _ kinds: Set<LuaType.Kind>, _ words: String) -> Parameter<Void> {
    .raw(name, type: "string|table", kinds: kinds, words)
  }

  static let fields: [APIParameter] = [
    url.description, source.description, link.description, notification.description, activity.description,
    spotlight.description, widget.description, intent.description, fetch.description,
  ]

  static func situation(_ call: LuaCall, _ index: Int) throws -> LaunchSituation {
    guard call.stack.kind(at: index) == .table else { return .tap }
    let record = try RecordReader(call, index, owner: "device:launch", fields: fields)
    let source = try record.read(source)
    var found: [LaunchSituation] = []
    if let url = try record.read(url) { found.append(.url(url, sourceApplication: source)) }
    if let link = try record.read(link) { found.append(.universalLink(link)) }
    if try record.read(notification) != nil { found.append(try notification(record)) }
    if try record.read(activity) != nil { found.append(try activity(record)) }
    if let identifier = try record.read(spotlight) { found.append(.spotlight(identifier)) }
    if try record.read(widget) != nil { found.append(try widget(record)) }
    if try record.read(intent) != nil { found.append(try intent(record)) }
    if try record.read(fetch) == true { found.append(.backgroundFetch) }
    guard found.count <= 1, source == nil || (found.first.map { $0.name == "url" } ?? false) else {
      throw LuaFailure(
        "device:launch: an app is launched for one reason", code: "argument",
        hint: "Give one of \(fields.map(\.name).filter { $0 != "sourceApplication" }.joined(separator: ", "));"
          + " sourceApplication goes with url.")
    }
    return found.first ?? .tap
  }

  // MARK: A string, or a table of details

  /// How a field was written.
  private enum Written {
    case text(String)
    case table(RecordReader)
  }

  private static func notification(_ record: RecordReader) throws -> LaunchSituation {
    let title = Parameter<String>.string("title", "what the banner says first")
    let body = Parameter<String>.string("body", "what it says below")
    let action = Parameter<String>.string("action", "the identifier of the action that was chosen")
    let silent = Parameter<Bool>.boolean("silent", "true: content-available, nothing is shown")
    let details = [title.description, body.description, userInfo.description, action.description, silent.description]
    return try inside(record, notification.name, details) { written in
      switch written {
      case .text(let title): return .notification(UserNotification(title: title))
      case .table(let inner):
        return .notification(
          UserNotification(
            title: try inner.read(title), body: try inner.read(body), userInfo: try info(inner) ?? [:],
            actionIdentifier: try inner.read(action) ?? UserNotification.defaultAction,
            isSilent: try inner.read(silent) ?? false))
      }
    }
  }

  private static func activity(_ record: RecordReader) throws -> LaunchSituation {
    let type = Parameter<String>.string("activityType", "such as `com.example.reading`")
    let page = Parameter<String>.string("webpageURL", "a link")
    return try inside(
      record, activity.name, [type.description, page.description, userInfo.description]
    ) { written in
      switch written {
      case .text(let type): return .userActivity(UserActivity(activityType: type))
      case .table(let inner):
        return .userActivity(
          UserActivity(
            activityType: try needed(inner, type), webpageURL: try inner.read(page), userInfo: try info(inner)))
      }
    }
  }

  private static func widget(_ record: RecordReader) throws -> LaunchSituation {
    let url = Parameter<String>.string("url", "what the widget links to")
    let kind = Parameter<String>.string("kind", "the kind of the widget")
    return try inside(record, widget.name, [url.description, kind.description]) { written in
      switch written {
      case .text(let url): return .widget(url: url, kind: "")
      case .table(let inner):
        let address = try inner.read(url)
        return .widget(url: address, kind: address == nil ? try needed(inner, kind) : try inner.read(kind) ?? "")
      }
    }
  }

  private static func intent(_ record: RecordReader) throws -> LaunchSituation {
    let name = Parameter<String>.string("name", "such as `OpenNoteIntent`")
    return try inside(record, intent.name, [name.description, userInfo.description]) { written in
      switch written {
      case .text(let name): return .intent(name)
      case .table(let inner): return .intent(try needed(inner, name), userInfo: try info(inner))
      }
    }
  }

  private static let userInfo = Parameter<LuaValue>.value(
    "userInfo", type: "table", "what a property list can hold, by name")

  private static func info(_ record: RecordReader) throws -> PropertyListDictionary? {
    try record.read(userInfo).flatMap { try ItemFields.dictionary($0) }
  }

  private static func needed(_ record: RecordReader, _ parameter: Parameter<String>) throws -> String {
    if let value = try record.read(parameter) { return value }
    throw LuaFailure("\(record.owner): \(parameter.name) is needed", code: "argument")
  }

  /// Reads the field `name`, a string or a table with fields of its own; the table is there while `body` runs.
  private static func inside(
    _ record: RecordReader, _ name: String, _ details: [APIParameter], body: (Written) throws -> LaunchSituation
  ) throws -> LaunchSituation {
    let stack = record.call.stack
    let kind = stack.pushRaw(name, of: record.index)
    defer { stack.removeLast() }
    guard kind == .table else {
      return try body(.text(Parameter<String>.string(name, "").read(record.call, stack.count)))
    }
    return try body(
      .table(RecordReader(record.call, stack.count, owner: "device:launch: \(name)", fields: details)))
  }
}
