import AppSources

/// The names of system functions that the analysis knows.
enum Vocabulary {
  /// Whether a function only logs.
  static func isLog(_ callee: Expression) -> Bool {
    guard let name = callee.lastName else { return false }
    if logs.contains(name) || name.hasPrefix("os_log") { return true }
    if ["track", "log", "record"].contains(where: name.hasPrefix), let base = callee.base?.written.lowercased(),
      ["analytics", "mixpanel", "amplitude", "crashlytics", "sentry"].contains(where: base.contains)
    {
      return true
    }
    guard case .member(var base?, _) = callee.form else { return false }
    if let owner = base.base, ["shared", "default", "standard"].contains(base.lastName) { base = owner }
    guard let receiver = base.lastName?.lowercased() else { return false }
    if receiver.hasPrefix("log"), levels.contains(name) { return true }
    return receiver.hasSuffix("log") || receiver.hasSuffix("logger") || receiver.hasSuffix("logging")
      || receiver == "diag" && levels.contains(name)
  }

  private static let logs: Set = [
    "print", "debugPrint", "NSLog", "os_log", "dump", "assert", "assertionFailure", "precondition", "DDLogInfo",
    "DDLogDebug", "DDLogError", "DDLogVerbose", "DDLogWarn", "DLog", "printf", "os_signpost",
  ]

  /// Methods that log if their receiver may be a log.
  private static let levels: Set = ["trace", "verbose", "debug", "info", "notice", "warning", "error"]

  /// Functions that end the process.
  static let endings: Set = ["fatalError", "preconditionFailure", "abort", "exit"]

  /// Whether an expression tests for a run of tests or a preview, which users never see.
  static func isAboutTests(_ expression: Expression) -> Bool {
    expression.contains { inner in
      switch inner.form {
      case .name(let word), .member(_, let word), .text(let word):
        // Called for every condition, so most words are rejected without a lowercase copy.
        guard mayNameTests(word) else { return false }
        let word = word.lowercased()
        return testWords.contains { word.contains($0) } && !word.contains("abtest")
      default: return false
      }
    }
  }

  /// Whether the word contains “test” or “view”, ignoring case.
  private static func mayNameTests(_ word: String) -> Bool {
    var word = word
    return word.withUTF8 { bytes in
      guard bytes.count >= 4 else { return false }
      return (0...bytes.count - 4).contains { start in
        zip(bytes[start..<start + 4], "test".utf8).allSatisfy { $0 | 0x20 == $1 }
          || zip(bytes[start..<start + 4], "view".utf8).allSatisfy { $0 | 0x20 == $1 }
      }
    }
  }

  private static let testWords = [
    "xctest", "unittest", "uitest", "istesting", "is_testing", "runningtest", "for_previews", "ispreview",
  ]

  static let presentations: Set = ["present", "presentViewController", "showDetailViewController"]

  /// Functions, such as those of sequences, that call their closure at once.
  static let immediate: Set = [
    "forEach", "map", "compactMap", "flatMap", "filter", "first", "contains", "allSatisfy", "reduce", "sorted", "sort",
    "removeAll", "enumerateObjectsUsingBlock", "withAnimation", "performWithoutAnimation", "drop", "prefix", "min",
    "max",
    "assumeIsolated", "withLock", "sync", "index", "firstIndex", "lastIndex", "last", "zip", "autoreleasepool",
  ]

  /// Whether a function, judged by its receiver and name, calls its closure later, and only once.
  static func callsLater(_ callee: Expression) -> Bool {
    switch callee.form {
    case .name(let name): laterNames.contains(name)
    case .member(let base, let name):
      laterMembers.contains(name) || base?.lastName == "MainActor" && name == "run"
        || base?.lastName == "Task" && name == "detached"
    default: false
    }
  }

  private static let laterNames: Set = [
    "Task", "dispatch_async", "dispatch_after", "dispatch_sync", "delay", "mainThread", "onMain", "asyncMain",
  ]
  private static let laterMembers: Set = [
    "async", "asyncAfter", "addOperation", "perform", "performBlock", "scheduledTimer", "Task", "runOnMainThread",
    "addBarrierBlock", "dismiss", "dismissViewControllerAnimated", "present", "presentViewController",
  ]

  /// Returns the events that a function may take out of the options of a launch.
  ///
  /// Facebook’s SDK reads only the URL of a launch: `ApplicationDelegate.swift` of facebook/facebook-ios-sdk.
  static func readers(_ callee: Expression) -> [HandlerStep.Subject] {
    let receiver = callee.base?.written ?? ""
    return ["ApplicationDelegate.shared", "FBSDKApplicationDelegate."].contains(where: receiver.hasPrefix)
      ? [.url] : HandlerStep.Subject.events
  }

  /// Comparison operators.
  static let comparisons: Set = ["==", "!=", "~=", "===", "!=="]

  /// Methods that search a list, and leave what they find to the caller.
  static let searches: Set = ["first", "firstIndex", "last", "lastIndex", "contains", "filter", "allSatisfy"]

  /// Methods that compare texts: name and label of the first argument.
  static let textTests: Set = [
    "hasPrefix", "hasSuffix", "contains", "isEqual", "isEqualToString", "elementsEqual", "starts",
    "caseInsensitiveCompare",
    "containsString", "compare",
  ]

  /// The starts of the names of methods that return the object that a class shares.
  static let accessors = ["shared", "default", "current", "instance", "getInstance", "standard", "main"]

  /// Methods that only ask for a class.
  static let typeTests: Set = ["isKindOfClass", "isMemberOfClass", "isKind", "isMember", "class"]

  /// Whether a function of this name only answers whether it could handle something: `canOpenURL`, `isKnown`.
  static func isQuestion(_ name: String) -> Bool {
    ["can", "is", "has", "should", "supports", "accepts", "matches"].contains { word in
      guard name.hasPrefix(word) else { return false }
      return name.dropFirst(word.count).first?.isUppercase ?? true
    }
  }
}
