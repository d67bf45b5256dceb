/// Why a static item has the icon that it has, by the keys of its entry in the Info.plist.
public enum ShortcutIconChoice: Sendable, Equatable, CaseIterable {
  /// No key for an icon.
  case none
  /// One key decides.
  case onlyOne
  /// A symbol beside other keys: it comes first (QUICK-020).
  case symbolFirst
  /// A file beside a type: it comes first (QUICK-021).
  case fileFirst
  /// A symbol that this version does not know yet, so the next key decides (QUICK-008).
  case symbolTooNew
  /// No icon of UIKit's has this name (QUICK-019).
  case unknownType
  /// UIKit's icon of this name comes with a later version (QUICK-047).
  case typeTooNew

  /// In words, with the fact.
  public var why: String {
    switch self {
    case .none: "The Info.plist names no icon (QUICK-006)."
    case .onlyOne: "It is the only icon that the Info.plist names (QUICK-022)."
    case .symbolFirst: "A symbol comes before file and type, whether it exists or not (QUICK-020, QUICK-022)."
    case .fileFirst: "A file comes before a type, which is ignored (QUICK-021)."
    case .symbolTooNew: "This version of iOS ignores the key for symbols (QUICK-008)."
    case .unknownType: "UIKit has no icon type of this name; letter case counts (QUICK-019)."
    case .typeTooNew: "This icon type comes with iOS 9.1 (QUICK-047)."
    }
  }
}
