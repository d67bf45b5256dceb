/// What the classes of the system are called in Swift, so that what is done with them reads the same in both languages.
///
/// Only what matters for launches, quick actions and icons; everything else keeps its name.
enum SwiftSpelling {
  /// Whether a name is that of a class.
  static func isType(_ name: String) -> Bool { name.utf8.first.map { $0 &- 0x41 < 26 } ?? false }

  /// A class.
  static func type(_ name: String) -> String { types[name] ?? name }

  /// A property of a class itself; nil where the name is the same.
  static func property(_ name: String) -> String? { shared[name] }

  /// A property of an object.
  static func instanceProperty(_ name: String) -> String { renamed[name] ?? name }

  /// Whether a message without arguments only asks for a property.
  static func isProperty(_ name: String) -> Bool { properties.contains(name) || renamed[name] != nil }

  /// Whether a property is an object that may be missing.
  static func isOptional(_ name: String) -> Bool { optional.contains(name) }

  /// A message with arguments; nil where the name is the same. The labels are those of Swift, `_` for none.
  static func message(_ selector: String) -> (name: String, labels: [String])? { messages[selector] }

  /// The property that a message sets: `shortcutItems` of `setShortcutItems:`; nil for others.
  static func setProperty(_ selector: String) -> String? { setters[selector] }

  /// A constant, with the class to which it belongs in Swift; nil where the name is the same.
  static func constant(_ name: String) -> (owner: String?, name: String)? {
    guard name.hasPrefix("UI") else { return nil }
    for (prefix, suffix, owner) in constants where name.hasPrefix(prefix) && name.hasSuffix(suffix) {
      let core = name.dropFirst(prefix.count).dropLast(owner == nil ? suffix.count : 0)
      guard !core.isEmpty else { return nil }
      return (owner, lowercased(String(core)))
    }
    return nil
  }

  /// A name with its first word in small letters: `URL` is `url`, `ShortcutItem` is `shortcutItem`.
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
