/// The texts that the system knows for the errors of its own domains.
enum SystemErrorTexts {
  private static let cocoa: [Int: String] = [
    4: "The file doesn’t exist.",  // ICON-039
    3072: "The operation was cancelled.",  // ICON-041
    3328: "The requested operation couldn’t be completed because the feature is not supported.",  // ICON-044
  ]

  private static let posix: [Int: String] = [
    5: "Input/output error",  // ICON-205
    35: "Resource temporarily unavailable",  // ICON-046
  ]

  /// The localised description; nil when the system knows none.
  static func description(domain: String, code: Int) -> String? {
    switch domain {
    case NSErrorValue.cocoaDomain: cocoa[code]
    case NSErrorValue.posixDomain: posix[code].map { "The operation couldn’t be completed. \($0)" }
    case NSErrorValue.osStatusDomain: "The operation couldn’t be completed. (OSStatus error \(code).)"  // ICON-054
    default: nil
    }
  }

  /// What stands between the quotes of the printed form; nil prints `(null)`.
  static func printedReason(domain: String, code: Int) -> String? {
    switch domain {
    case NSErrorValue.cocoaDomain: cocoa[code]
    case NSErrorValue.posixDomain: posix[code]
    default: nil
    }
  }
}
