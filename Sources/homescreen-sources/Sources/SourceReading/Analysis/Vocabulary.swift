/// Names of the system's functions whose meaning the analysis knows.
enum Vocabulary {
  /// Writes a message, and does nothing else.
  static func isLog(_ callee: Expression) -> Bool {
    guard let name = callee.lastName else { return false }
    if logs.contains(name) { return true }
    guard case .member(let base?, _) = callee.form, let receiver = base.lastName?.lowercased() else { return false }
    return receiver.hasSuffix("log") || receiver.hasSuffix("logger") || receiver.hasSuffix("logging")
  }

  private static let logs: Set = [
    "print", "debugPrint", "NSLog", "os_log", "dump", "assert", "assertionFailure", "precondition", "DDLogInfo",
    "DDLogDebug", "DDLogError", "DDLogVerbose", "DDLogWarn", "DLog", "printf", "os_signpost",
  ]

  /// Ends the process, so that nothing after it is reached.
  static let endings: Set = ["fatalError", "preconditionFailure", "abort", "exit"]

  /// Whether it asks for a run of tests, or of a preview, which no user sees.
  static func isAboutTests(_ expression: Expression) -> Bool {
    expression.contains { inner in
      switch inner.form {
      case .name(let word), .member(_, let word), .text(let word):
        // Asked of every condition: most words are told without a copy in small letters.
        guard mayNameTests(word) else { return false }
        let word = word.lowercased()
        return testWords.contains { word.contains($0) } && !word.contains("abtest")
      default: return false
      }
    }
  }

  /// Whether “test” or “view” stands in it, in whatever letters.
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

  /// Functions of sequences and the like that call their closure at once.
  static let immediate: Set = [
    "forEach", "map", "compactMap", "flatMap", "filter", "first", "contains", "allSatisfy", "reduce", "sorted", "sort",
    "removeAll", "enumerateObjectsUsingBlock", "withAnimation", "performWithoutAnimation", "drop", "prefix", "min",
    "max",
    "assumeIsolated", "withLock", "sync", "index", "firstIndex", "lastIndex", "last", "zip", "autoreleasepool",
  ]

  /// Functions that call their closure once, later: what it is called on, and its name.
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

  /// Binary operators that compare.
  static let comparisons: Set = ["==", "!=", "~=", "===", "!=="]

  /// Methods of texts that compare: name and label of the first argument.
  static let textTests: Set = [
    "hasPrefix", "hasSuffix", "contains", "isEqual", "isEqualToString", "elementsEqual", "starts",
    "caseInsensitiveCompare",
    "containsString", "compare",
  ]
}
