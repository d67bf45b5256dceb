internal import AppPackages

/// An app of the system that opens URLs of other apps. It is not simulated: all that shows is that the app leaves the
/// screen (LAUNCH-145).
enum SystemApp: String {
  case mail = "com.apple.mobilemail"
  case messages = "com.apple.MobileSMS"
  case phone = "com.apple.mobilephone"
  case faceTime = "com.apple.facetime"
  case settings = "com.apple.Preferences"
  case appStore = "com.apple.AppStore"
  case iTunesStore = "com.apple.MobileStore"

  /// The app that has the URL's scheme, in whatever letter case; nil for a scheme of no app of the system.
  init?(opening url: String) {
    switch URLScheme.of(url)?.lowercased() {
    case "mailto": self = .mail
    case "sms": self = .messages
    case "tel", "telprompt": self = .phone
    case "facetime", "facetime-audio": self = .faceTime
    case "app-settings": self = .settings
    case "itms-apps", "itms-appss": self = .appStore
    case "itms", "itmss": self = .iTunesStore
    default: return nil
    }
  }

  /// Whether `canOpenURL` tells of it without an entry in the Info.plist (LAUNCH-146).
  var needsNoEntry: Bool { self == .settings }
}

extension Device {
  /// The app of the system that opens the URL; it comes before the apps on the device (LAUNCH-145).
  ///
  /// - Throws: ``SimulatorError`` `not-modelled` for a telephone call from an iPad.
  func systemApp(opening url: String) throws(SimulatorError) -> SystemApp? {
    guard let app = SystemApp(opening: url) else { return nil }
    if app == .phone, deviceClass == .iPad {
      throw SimulatorError(
        .notModelled, OutsideOfModel.callsFromIPad.sentence,
        hint: "Try the URL on an iPhone: Device { model = \"iPhone\" }.",
        fact: "LAUNCH-145")
    }
    return app
  }
}
