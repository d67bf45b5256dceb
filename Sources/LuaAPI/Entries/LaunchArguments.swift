import AppPackages
import LuaEngine
import PropertyLists
import Simulator

/// The situation of `device:launch`: one field says why.
enum LaunchArguments {
  // Of a notification.
  private static let title = Parameter<String>.string("title", "what the banner says first")
  private static let body = Parameter<String>.string("body", "what it says below")
  private static let action = Parameter<String>.string("action", "the identifier of the action that was chosen")
  private static let silent = Parameter<Bool>.boolean("silent", "true: content-available, nothing is shown")
  // Of an activity.
  private static let activityType = Parameter<String>.string("activityType", "such as `com.example.reading`")
  private static let page = Parameter<String>.string("webpageURL", "a link")
  // Of a widget.
  private static let widgetURL = Parameter<String>.string("url", "what the widget links to")
  private static let kind = Parameter<String>.string("kind", "the kind of the widget")
  // Of an intent.
  private static let intentName = Parameter<String>.string("name", "such as `OpenNoteIntent`")

  private static let url = Parameter<String>.string("url", "what another app opens")
  private static let source = Parameter<String>.string("sourceApplication", "the bundle identifier of that app")
  private static let link = Parameter<String>.string("universalLink", "a link that belongs to the app")
  private static let notification = either(
    "notification",
    [title.description, body.description, userInfo.description, action.description, silent.description],
    "the title of one that is tapped, or its details")
  private static let activity = either(
    "userActivity", [activityType.description, page.description, userInfo.description],
    "the type of an activity of Handoff, or its details")
  private static let spotlight = Parameter<String>.string("spotlight", "the identifier of a result in Spotlight")
  private static let widget = either(
    "widget", [widgetURL.description, kind.description], "the URL of a widget, or its details")
  private static let intent = either(
    "intent", [intentName.description, userInfo.description],
    "the name of an intent of Siri or Shortcuts, or its details")
  private static let fetch = Parameter<Bool>.boolean("backgroundFetch", "true: the app fetches in the background")

  private static func either(_ name: String, _ details: [APIParameter], _ words: String) -> Parameter<Void> {
    .raw(name, type: "string|table", fields: details, kinds: [.string, .table], words)
  }

  private static let fields: [APIParameter] = [
    url.description, source.description, link.description, notification.description, activity.description,
    spotlight.description, widget.description, intent.description, fetch.description,
  ]

  static let parameter = Parameter<LaunchSituation>.record(
    "situation", of: "device:launch", fields: fields,
    "why, by one field (`sourceApplication` goes with `url`); nothing is a tap on the icon"
  ) { record in
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
    try inside(record, notification.description) { written in
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
    try inside(record, activity.description) { written in
      switch written {
      case .text(let type): return .userActivity(UserActivity(activityType: type))
      case .table(let inner):
        return .userActivity(
          UserActivity(
            activityType: try needed(inner, activityType), webpageURL: try inner.read(page), userInfo: try info(inner)))
      }
    }
  }

  private static func widget(_ record: RecordReader) throws -> LaunchSituation {
    try inside(record, widget.description) { written in
      switch written {
      case .text(let url): return .widget(url: url, kind: "")
      case .table(let inner):
        let address = try inner.read(widgetURL)
        return .widget(url: address, kind: address == nil ? try needed(inner, kind) : try inner.read(kind) ?? "")
      }
    }
  }

  private static func intent(_ record: RecordReader) throws -> LaunchSituation {
    try inside(record, intent.description) { written in
      switch written {
      case .text(let name): return .intent(name)
      case .table(let inner): return .intent(try needed(inner, intentName), userInfo: try info(inner))
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
    _ record: RecordReader, _ field: APIParameter, body: (Written) throws -> LaunchSituation
  ) throws -> LaunchSituation {
    let name = field.name
    let stack = record.call.stack
    let kind = stack.pushRaw(name, of: record.index)
    defer { stack.removeLast() }
    guard kind == .table else {
      return try body(.text(Parameter<String>.string(name, "").read(record.call, stack.count)))
    }
    return try body(
      .table(RecordReader(record.call, stack.count, owner: "device:launch: \(name)", fields: field.fields)))
  }
}
