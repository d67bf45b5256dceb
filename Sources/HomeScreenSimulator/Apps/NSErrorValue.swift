internal import AppPackages
import PropertyLists

/// What iOS hands to an app as `NSError`: domain, code and user info.
///
/// Two values are equal when domain, code and user info are equal, in order.
public struct NSErrorValue: Error, Sendable, Equatable, CustomStringConvertible {
  /// One value of the user info.
  public indirect enum UserInfoValue: Sendable, Equatable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case error(NSErrorValue)
  }

  /// One entry of the user info.
  public struct UserInfoEntry: Sendable, Equatable {
    /// What the app finds the value by, such as ``NSErrorValue/underlyingErrorKey``.
    public let key: String
    /// What the key stands for: a text, a number, a flag or another error.
    public let value: UserInfoValue

    /// An entry for the user info of an error.
    public init(_ key: String, _ value: UserInfoValue) {
      self.key = key
      self.value = value
    }
  }

  /// The key of the text for a person, which goes before the system's own in ``localizedDescription``.
  public static let localizedDescriptionKey = "NSLocalizedDescription"
  /// The key of a text for developers, which ``localizedDescription`` leaves alone.
  public static let debugDescriptionKey = "NSDebugDescription"
  /// The key of the error that caused this one; see ``underlyingError``.
  public static let underlyingErrorKey = "NSUnderlyingError"

  /// Who numbers the errors, such as `NSCocoaErrorDomain`.
  public let domain: String
  /// The number of the error within its domain.
  public let code: Int
  /// The entries in the order in which the console prints them.
  public let userInfo: [UserInfoEntry]
  /// How many errors lie under each other here, this one included.
  private let depth: Int
  /// How much there is to print, in bytes and about, with all errors inside.
  private let size: Int

  /// Errors may lie this deep under each other; the one at this depth keeps its domain and code only.
  public static let maximumDepth = 64
  /// Errors inside may have so many bytes to print, all together; those that would be more keep their domain and code
  /// only. One error can be inside of another twice, and so each level can double what there is.
  public static let maximumSize = 256 << 10

  /// An error with its user info; an error inside that goes beyond ``maximumDepth`` or ``maximumSize`` keeps its domain
  /// and code only.
  public init(domain: String, code: Int, userInfo: [UserInfoEntry] = []) {
    self.domain = domain
    self.code = code
    var depth = 1
    var size = NSErrorValue.sizeOfNumber + domain.utf8.count
    var sizeInside = 0
    self.userInfo = userInfo.map { entry in
      size += entry.key.utf8.count
      guard case .error(let error) = entry.value else {
        if case .string(let text) = entry.value { size += text.utf8.count } else { size += NSErrorValue.sizeOfNumber }
        return entry
      }
      // A chain without end would overflow the stack when it is compared, printed or released.
      let isKept = error.depth < NSErrorValue.maximumDepth && sizeInside + error.size <= NSErrorValue.maximumSize
      let kept = isKept ? error : NSErrorValue(domain: error.domain, code: error.code)
      depth = max(depth, kept.depth + 1)
      sizeInside += kept.size
      return UserInfoEntry(entry.key, .error(kept))
    }
    self.depth = depth
    self.size = size + sizeInside
  }

  private static let sizeOfNumber = 32

  /// Equal in domain, code and user info, whose order counts.
  public static func == (left: NSErrorValue, right: NSErrorValue) -> Bool {
    Work.count(min(left.size, right.size) / bytesPerStep)
    return left.domain == right.domain && left.code == right.code && left.userInfo == right.userInfo
  }

  /// How many bytes are compared or printed in the time of one step (``Work``).
  private static let bytesPerStep = 8

  /// The value of a user-info key, or nil.
  public subscript(key: String) -> UserInfoValue? {
    userInfo.first { $0.key == key }?.value
  }

  /// The error under `NSUnderlyingError`, or nil.
  public var underlyingError: NSErrorValue? {
    if case .error(let error) = self[NSErrorValue.underlyingErrorKey] { error } else { nil }
  }

  /// The text for a person: the user info's own, else the system's for its domain and code, else the general form
  /// `The operation couldn’t be completed. (DOMAIN error CODE.)`.
  public var localizedDescription: String {
    if case .string(let text) = self[NSErrorValue.localizedDescriptionKey] { return text }
    let reason = systemReason
    if let reason, domain == NSErrorValue.cocoaDomain { return reason }
    // In the sentence the OSStatus domain goes by another name (ICON-054).
    let name = domain == NSErrorValue.osStatusDomain ? "OSStatus" : domain
    return SystemText.failed.words(reason ?? SystemText.errorNumber.words(name, String(code)) ?? "") ?? ""
  }

  /// What the system knows of a code of its own domains.
  private var systemReason: String? {
    switch domain {
    case NSErrorValue.cocoaDomain: SystemText.cocoaReason(code).words()
    case NSErrorValue.posixDomain: SystemText.posixReason(code).words()
    default: nil
    }
  }

  /// The error as the console prints it (ICON-040), for instance
  /// `Error Domain=NSCocoaErrorDomain Code=4 "The file doesn’t exist." UserInfo={NSUnderlyingError=0x… {…}}`.
  ///
  /// In place of an address an underlying error has a serial number, counted from 1 within the line.
  public var consoleDescription: String {
    Work.count(size / NSErrorValue.bytesPerStep)
    var serial = 0
    return text(serial: &serial)
  }

  /// The same as ``consoleDescription``: `Error Domain=NSCocoaErrorDomain Code=3072 "…"`.
  public var description: String { consoleDescription }

  private func text(serial: inout Int) -> String {
    var line = "Error Domain=\(domain) Code=\(code) \"\(printedReason)\""
    guard !userInfo.isEmpty else { return line }
    line += " UserInfo={"
    for (position, entry) in userInfo.enumerated() {
      if position > 0 { line += ", " }
      line += entry.key + "="
      switch entry.value {
      case .string(let text): line += text
      case .integer(let number): line += String(number)
      case .real(let number): line += "\(number)"
      case .boolean(let flag): line += flag ? "1" : "0"
      case .error(let error):
        serial += 1
        line += Address.text(serial) + " {" + error.text(serial: &serial) + "}"
      }
    }
    return line + "}"
  }

  /// The quoted part of the printed form: the console knows no sentence around a POSIX or OSStatus reason.
  private var printedReason: String {
    if case .string(let text) = self[NSErrorValue.localizedDescriptionKey] { return text }
    return systemReason ?? "(null)"
  }
}

/// The errors of `setAlternateIconName`.
extension NSErrorValue {
  /// Errors of Cocoa, such as ``iconNameNotFound``.
  public static let cocoaDomain = "NSCocoaErrorDomain"
  /// Errors of POSIX, whose codes are those of `errno`, such as ``resourceTemporarilyUnavailable``.
  public static let posixDomain = "NSPOSIXErrorDomain"
  /// Errors of older system services, such as ``identityMismatch``.
  public static let osStatusDomain = "NSOSStatusErrorDomain"
  /// Errors of the service that keeps the installed apps; one lies under ``iconNameNotFound`` (ICON-039).
  public static let applicationWorkspaceDomain = "LSApplicationWorkspaceErrorDomain"

  /// The name is not declared for this device class (ICON-039, ICON-038).
  public static let iconNameNotFound = NSErrorValue(
    domain: cocoaDomain, code: 4,
    userInfo: [
      UserInfoEntry(
        underlyingErrorKey,
        .error(
          NSErrorValue(
            domain: applicationWorkspaceDomain, code: -105,
            userInfo: [
              UserInfoEntry(
                localizedDescriptionKey, .string("iconName not found in CFBundleAlternateIcons entry"))
            ])))
    ])

  /// The app is not active (ICON-041).
  public static let operationCancelled = NSErrorValue(domain: cocoaDomain, code: 3072)

  /// Alternate icons are not supported here (ICON-044), or forbidden by the device's policy (ICON-045).
  public static let featureUnsupported = NSErrorValue(domain: cocoaDomain, code: 3328)

  /// An icon alert of this app is outstanding (ICON-046).
  public static let resourceTemporarilyUnavailable = NSErrorValue(domain: posixDomain, code: 35)

  /// The component that shows the alert could not be loaded, and the icon has changed all the same (ICON-052, ICON-053,
  /// ICON-205).
  public static let upcallBundleNotLoaded = NSErrorValue(
    domain: posixDomain, code: 5,
    userInfo: [
      UserInfoEntry(debugDescriptionKey, .string("couldn't load upcall bundle principal class"))
    ])

  /// The app runs under another identity than the installed one (ICON-054).
  public static let identityMismatch = NSErrorValue(domain: osStatusDomain, code: -54)

  /// All errors that a request for another icon can end with.
  public static let ofIcons = [
    iconNameNotFound, operationCancelled, featureUnsupported, resourceTemporarilyUnavailable, identityMismatch,
  ]
}

/// Serial numbers in the place of memory addresses, so that equal runs print equal lines.
enum Address {
  /// `1` → `0x0000000000000001`.
  static func text(_ serial: Int) -> String {
    let digits = String(serial, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }
}
