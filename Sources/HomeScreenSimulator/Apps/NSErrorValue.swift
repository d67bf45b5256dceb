internal import AppPackages
import PropertyLists

/// An `NSError` that iOS passes to an app: domain, code and user info.
///
/// Two values are equal if domain, code and user info are equal, in order.
public struct NSErrorValue: Error, Sendable, Equatable, CustomStringConvertible {
  /// A value in the user info.
  public indirect enum UserInfoValue: Sendable, Equatable {
    case string(String)
    case integer(Int64)
    case real(Double)
    case boolean(Bool)
    case error(NSErrorValue)
  }

  /// An entry in the user info.
  public struct UserInfoEntry: Sendable, Equatable {
    /// The key, such as ``NSErrorValue/underlyingErrorKey``.
    public let key: String
    /// The value: a string, a number, a flag or another error.
    public let value: UserInfoValue

    /// Creates an entry for the user info of an error.
    public init(_ key: String, _ value: UserInfoValue) { (self.key, self.value) = (key, value) }
  }

  /// The key of the text for users, which overrides the system's own in ``localizedDescription``.
  public static let localizedDescriptionKey = "NSLocalizedDescription"
  /// The key of a text for developers, which ``localizedDescription`` does not use.
  public static let debugDescriptionKey = "NSDebugDescription"
  /// The key of the error that caused this one; see ``underlyingError``.
  public static let underlyingErrorKey = "NSUnderlyingError"

  /// The domain of the code, such as `NSCocoaErrorDomain`.
  public let domain: String
  /// The number of the error within its domain.
  public let code: Int
  /// The entries in the order of console output.
  public let userInfo: [UserInfoEntry]
  /// The number of nested errors, including this one.
  private let depth: Int
  /// The approximate size of the output in bytes, including nested errors.
  private let size: Int

  /// The maximum depth of nested errors; an error at this depth keeps only its domain and code.
  public static let maximumDepth = 64
  /// The maximum size of the nested errors' output in bytes; errors beyond it keep only their domain and code. An error
  /// can be nested in another one twice, so each level can double the size.
  public static let maximumSize = 256 << 10

  /// Creates an error with its user info; a nested error beyond ``maximumDepth`` or ``maximumSize`` keeps only its
  /// domain and code.
  public init(domain: String, code: Int, userInfo: [UserInfoEntry] = []) {
    (self.domain, self.code) = (domain, code)
    var depth = 1
    var size = NSErrorValue.sizeOfNumber + domain.utf8.count
    var sizeInside = 0
    self.userInfo = userInfo.map { entry in
      size += entry.key.utf8.count
      guard case .error(let error) = entry.value else {
        if case .string(let text) = entry.value { size += text.utf8.count } else { size += NSErrorValue.sizeOfNumber }
        return entry
      }
      // A very long chain would overflow the stack when it is compared, printed or released.
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

  /// Returns whether domain, code and user info are equal; the order of the user info matters.
  public static func == (left: NSErrorValue, right: NSErrorValue) -> Bool {
    Work.count(min(left.size, right.size) / bytesPerStep)
    return left.domain == right.domain && left.code == right.code && left.userInfo == right.userInfo
  }

  /// The number of bytes that are compared or printed in one step (``Work``).
  private static let bytesPerStep = 8

  /// The value of a user-info key, or nil.
  public subscript(key: String) -> UserInfoValue? {
    userInfo.first { $0.key == key }?.value
  }

  /// The error under `NSUnderlyingError`, or nil.
  public var underlyingError: NSErrorValue? {
    if case .error(let error) = self[NSErrorValue.underlyingErrorKey] { error } else { nil }
  }

  /// The text for users: from the user info, otherwise the system's for its domain and code, otherwise the general form
  /// `The operation couldn’t be completed. (DOMAIN error CODE.)`.
  public var localizedDescription: String {
    if case .string(let text) = self[NSErrorValue.localizedDescriptionKey] { return text }
    let reason = systemReason
    if let reason, domain == NSErrorValue.cocoaDomain { return reason }
    // The sentence uses another name for the OSStatus domain (ICON-054).
    let name = domain == NSErrorValue.osStatusDomain ? "OSStatus" : domain
    return SystemText.failed.words(reason ?? SystemText.errorNumber.words(name, String(code)) ?? "") ?? ""
  }

  /// The system's reason for a code in its own domains.
  private var systemReason: String? {
    switch domain {
    case NSErrorValue.cocoaDomain: SystemText.cocoaReason(code).words()
    case NSErrorValue.posixDomain: SystemText.posixReason(code).words()
    default: nil
    }
  }

  /// The error in console output (ICON-040), for example
  /// `Error Domain=NSCocoaErrorDomain Code=4 "The file doesn’t exist." UserInfo={NSUnderlyingError=0x… {…}}`.
  ///
  /// An underlying error has a serial number instead of an address, counted from 1 within the line.
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

  /// The quoted part of the output: of a POSIX or OSStatus error only the reason, without a sentence around it.
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
  /// Errors of the service that manages installed apps; ``iconNameNotFound`` has one as its underlying error (ICON-039).
  public static let applicationWorkspaceDomain = "LSApplicationWorkspaceErrorDomain"

  /// The name is not declared for this device class (ICON-039).
  public static let iconNameNotFound = missingFile(because: "iconName not found in CFBundleAlternateIcons entry")

  /// There is no icons dictionary for this device class (ICON-038).
  public static let iconsDictionaryMissing = missingFile(
    because: "CFBundleIcons dictionary is missing or incorrect type")

  private static func missingFile(because reason: String) -> NSErrorValue {
    NSErrorValue(
      domain: cocoaDomain, code: 4,
      userInfo: [ofWorkspace(-105, [UserInfoEntry(localizedDescriptionKey, .string(reason))])])
  }

  private static func ofWorkspace(_ code: Int, _ userInfo: [UserInfoEntry]) -> UserInfoEntry {
    UserInfoEntry(
      underlyingErrorKey, .error(NSErrorValue(domain: applicationWorkspaceDomain, code: code, userInfo: userInfo)))
  }

  /// The app is not active (ICON-041).
  public static let operationCancelled = NSErrorValue(domain: cocoaDomain, code: 3072)

  /// Alternate icons are not supported (ICON-044).
  public static let featureUnsupported = NSErrorValue(domain: cocoaDomain, code: 3328)

  /// The device's policy forbids a change (ICON-045).
  public static let forbiddenByPolicy = NSErrorValue(
    domain: cocoaDomain, code: 3328,
    userInfo: [ofWorkspace(110, [UserInfoEntry(localizedDescriptionKey, .string("alternateIcons not allowed"))])])

  /// An icon alert of this app is outstanding (ICON-046).
  public static let resourceTemporarilyUnavailable = NSErrorValue(domain: posixDomain, code: 35)

  /// The component that shows the alert could not be loaded; the icon has still changed (ICON-052, ICON-053, ICON-205).
  public static let upcallBundleNotLoaded = NSErrorValue(
    domain: posixDomain, code: 5,
    userInfo: [
      UserInfoEntry(debugDescriptionKey, .string("couldn't load upcall bundle principal class"))
    ])

  /// The app runs with an identity other than the installed one (ICON-054).
  public static let identityMismatch = NSErrorValue(domain: osStatusDomain, code: -54)

  /// All errors of an icon request.
  public static let ofIcons = [
    iconNameNotFound, iconsDictionaryMissing, operationCancelled, featureUnsupported, forbiddenByPolicy,
    resourceTemporarilyUnavailable, identityMismatch,
  ]
}

/// Serial numbers instead of memory addresses, so that equal runs print equal lines.
enum Address {
  /// Formats `1` as `0x0000000000000001`.
  static func text(_ serial: Int) -> String {
    let digits = String(serial, radix: 16)
    return "0x" + String(repeating: "0", count: max(0, 16 - digits.count)) + digits
  }
}
