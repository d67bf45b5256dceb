/// The Swift names of system APIs, so that uses of them read the same in both languages.
///
/// Includes only those relevant to launches, quick actions and icons; other names stay the same.
enum SwiftSpelling {
  /// Whether a name is the name of a class.
  static func isType(_ name: String) -> Bool { name.utf8.first.map { $0 &- 0x41 < 26 } ?? false }

  /// Returns the Swift name of a class.
  static func type(_ name: String) -> String { types[name] ?? name }

  /// Returns the Swift name of a class property; nil if it is the same.
  static func property(_ name: String) -> String? { shared[name] }

  /// Returns the Swift name of an instance property.
  static func instanceProperty(_ name: String) -> String { renamed[name] ?? name }

  /// Whether a message without arguments reads a property.
  static func isProperty(_ name: String) -> Bool { properties.contains(name) || renamed[name] != nil }

  /// Whether a property holds an optional object.
  static func isOptional(_ name: String) -> Bool { optional.contains(name) }

  /// Returns the Swift name and labels of a message with arguments, `_` for no label; nil if the name is the same.
  static func message(_ selector: String) -> (name: String, labels: [String])? { messages[selector] }

  /// Returns the property that a message sets: `shortcutItems` for `setShortcutItems:`; nil for other messages.
  static func setProperty(_ selector: String) -> String? { setters[selector] }

  /// Returns the Swift name of a constant, with its class; nil if the name is the same.
  static func constant(_ name: String) -> (owner: String?, name: String)? {
    guard name.hasPrefix("UI") else { return nil }
    for (prefix, suffix, owner) in constants where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let core = name.dropFirst(prefix.count).dropLast(owner == nil ? suffix.count : 0)
      guard !core.isEmpty else { return nil }
      return (owner, lowercased(String(core)))
    }
    return nil
  }

  /// Returns a name with its first word in lower case: `url` for `URL`, `shortcutItem` for `ShortcutItem`.
  static func lowercased(_ name: String) -> String {
    let letters = Array(name.utf8)
    var capitals = letters.prefix { $0 &- 0x41 < 26 }.count
    if capitals > 1, capitals < letters.count { capitals -= 1 }
    return String(decoding: letters[..<capitals].map { $0 | 0x20 } + letters[capitals...], as: UTF8.self)
  }

  private static let constants: [(prefix: String, suffix: String, owner: String?)] = [
    ("UIApplicationLaunchOptions", "Key", nil),
    ("UIApplication", "Notification", "UIApplication"), ("UIScene", "Notification", "UIScene"),
  ]

  private static let types = [
    "NSBundle": "Bundle", "NSUserDefaults": "UserDefaults", "NSNotificationCenter": "NotificationCenter",
    "NSOperationQueue": "OperationQueue", "NSURLSession": "URLSession", "NSProcessInfo": "ProcessInfo",
    "NSURL": "URL", "NSTimer": "Timer", "NSThread": "Thread", "NSNotification": "Notification",
  ]

  private static let shared = [
    "sharedApplication": "shared", "mainBundle": "main", "standardUserDefaults": "standard",
    "defaultCenter": "default", "currentDevice": "current", "mainQueue": "main", "sharedSession": "shared",
    "mainScreen": "main",
  ]

  private static let renamed = ["URLContexts": "urlContexts", "URL": "url"]

  private static let properties: Set<String> = [
    "type", "userInfo", "localizedTitle", "localizedSubtitle", "targetContentIdentifier", "shortcutItem",
    "shortcutItems", "alternateIconName", "supportsAlternateIcons", "bundleIdentifier", "systemVersion",
    "userActivities", "notificationResponse", "launchOptions", "delegate", "window", "rootViewController",
    "activityType", "webpageURL", "configuration",
  ]

  private static let optional: Set<String> = ["shortcutItem", "notificationResponse"]

  private static let setters = [
    "setShortcutItems:": "shortcutItems", "setDelegateClass:": "delegateClass", "setDelegate:": "delegate",
    "setUserInfo:": "userInfo", "setType:": "type", "setLocalizedTitle:": "localizedTitle",
  ]

  private static let messages: [String: (name: String, labels: [String])] = {
    var messages: [String: (name: String, labels: [String])] = [:]
    for (selector, written) in table {
      let parts = written.split(separator: "(")
      messages[selector] = (String(parts[0]), parts[1].dropLast().split(separator: ":").map(String.init))
    }
    return messages
  }()

  private static let table = [
    "objectForKey:": "object(forKey:)", "stringForKey:": "string(forKey:)", "boolForKey:": "bool(forKey:)",
    "valueForKey:": "value(forKey:)", "dictionaryForKey:": "dictionary(forKey:)",
    "setObject:forKey:": "set(_:forKey:)", "setBool:forKey:": "set(_:forKey:)",
    "setInteger:forKey:": "set(_:forKey:)", "removeObjectForKey:": "removeObject(forKey:)",
    "presentViewController:animated:completion:": "present(_:animated:completion:)",
    "dismissViewControllerAnimated:completion:": "dismiss(animated:completion:)",
    "performSelector:": "perform(_:)", "performSelector:withObject:": "perform(_:with:)",
    "performSelector:withObject:withObject:": "perform(_:with:with:)",
    "performSelector:withObject:afterDelay:": "perform(_:with:afterDelay:)",
    "performSelectorOnMainThread:withObject:waitUntilDone:": "performSelector(onMainThread:with:waitUntilDone:)",
    "performSelectorInBackground:withObject:": "performSelector(inBackground:with:)",
    "respondsToSelector:": "responds(to:)", "methodForSelector:": "method(for:)",
    "addOperationWithBlock:": "addOperation(_:)", "addObject:": "append(_:)", "containsString:": "contains(_:)",
    "postNotificationName:object:": "post(name:object:)",
    "postNotificationName:object:userInfo:": "post(name:object:userInfo:)",
    "addObserverForName:object:queue:usingBlock:": "addObserver(forName:object:queue:using:)",
    "openURL:options:completionHandler:": "open(_:options:completionHandler:)",
    "dataTaskWithURL:completionHandler:": "dataTask(with:completionHandler:)",
    "dataTaskWithRequest:completionHandler:": "dataTask(with:completionHandler:)",
    "enumerateObjectsUsingBlock:": "forEach(_:)",
  ]
}
