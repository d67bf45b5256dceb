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
