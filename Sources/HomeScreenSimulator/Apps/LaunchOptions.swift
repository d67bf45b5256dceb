public import PropertyLists

/// `launchOptions` of the launch methods. They are nil, not empty, when the app was just tapped, and always in an app
/// with scenes (LAUNCH-012).
///
/// Those that the simulator gives all exist since iOS 9 or before (LAUNCH-053).
public struct LaunchOptions: Sendable {
  /// `UIApplicationLaunchOptionsShortcutItemKey` (LAUNCH-052).
  public var shortcutItem: ShortcutItem?
  /// `UIApplicationLaunchOptionsURLKey`
  public var url: String?
  /// `UIApplicationLaunchOptionsSourceApplicationKey`
  public var sourceApplication: String?
  /// `UIApplicationLaunchOptionsRemoteNotificationKey`: the payload.
  public var remoteNotification: PropertyListDictionary?
  /// The activity inside `UIApplicationLaunchOptionsUserActivityDictionaryKey`; its type is there under
  /// `UIApplicationLaunchOptionsUserActivityTypeKey`.
  public var userActivity: UserActivity?

  /// Options without any entry, to be filled in.
  public init() {}

  /// The options of a situation; nil for one that carries nothing: a tap, a background fetch (LAUNCH-094).
  init?(_ row: LaunchSituation.Row) {
    guard row.item != nil || row.url != nil || row.notification != nil || row.activity != nil else { return nil }
    shortcutItem = row.item
    url = row.url?.url
    sourceApplication = row.url?.source
    remoteNotification = row.notification?.userInfo
    userActivity = row.activity
  }

  /// What each option is called, with its value as text, in a fixed order.
  public var entries: [(key: String, value: String)] {
    [
      ("UIApplicationLaunchOptionsShortcutItemKey", shortcutItem?.consoleDescription),
      ("UIApplicationLaunchOptionsURLKey", url),
      ("UIApplicationLaunchOptionsSourceApplicationKey", sourceApplication),
      (
        "UIApplicationLaunchOptionsRemoteNotificationKey",
        remoteNotification.map { "{\($0.entries.count) keys}" }
      ),
      ("UIApplicationLaunchOptionsUserActivityDictionaryKey", userActivity.map { $0.webpageURL ?? $0.activityType }),
      ("UIApplicationLaunchOptionsUserActivityTypeKey", userActivity?.activityType),
    ].compactMap { key, value in value.map { (key, $0) } }
  }
}

extension LaunchOptions {
  /// What `NSLog` prints for `%@`: a dictionary as Foundation describes it, a line for each key in the order of the
  /// keys' names, and non-ASCII characters escaped (QUICK-106). Without options the app has nil, which prints `(null)`.
  public var consoleDescription: String {
    let lines = entries.sorted { $0.key < $1.key }.map { key, value in
      "    \(key) = \"\(Self.escaped(value))\";\n"
    }
    return "{\n\(lines.joined())}"
  }

  /// `工具` is `\U5de5\U5177`: each UTF-16 unit by its four hexadecimal digits.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for unit in text.utf16 {
      switch unit {
      case UInt16(UInt8(ascii: "\"")), UInt16(UInt8(ascii: "\\")):
        result += "\\"
        result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      case UInt16(UInt8(ascii: "\n")): result += "\\n"
      case 0x20..<0x7F: result.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
      default:
        let digits = String(unit, radix: 16)
        result += "\\U" + String(repeating: "0", count: 4 - digits.count) + digits
      }
    }
    return result
  }
}
