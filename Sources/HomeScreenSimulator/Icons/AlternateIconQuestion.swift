internal import AppPackages
import PropertyLists

/// Everything that the decision about a request for another icon depends on.
struct AlternateIconQuestion {
  let os: OSVersion
  let deviceClass: DeviceClass
  /// The kinds of device that the app is built for.
  let deviceFamilies: [DeviceClass]
  let sdk: BuildSDK?
  let applicationState: ApplicationState
  let educationMode: Bool
  let bundleIdentifier: String
  let signedAs: String?
  let currentName: String?
  let requestedName: String?
  let alertService: IconService.State
  let icons: IconDeclarations

  /// The literal that acts like nil (ICON-031).
  static let primaryLiteral = "CFBundlePrimaryIcon"

  /// The requested alternate; nil when the primary icon is meant.
  var targetName: String? {
    requestedName == AlternateIconQuestion.primaryLiteral ? nil : requestedName
  }

  /// Whether the request names the icon that is set (ICON-073, ICON-074); names are compared byte for byte (ICON-026).
  var namesCurrentIcon: Bool {
    switch (targetName, currentName) {
    case (nil, nil): true
    case (let target?, let current?): ExactText.isSame(target, current)
    case (nil, _?), (_?, nil): false
    }
  }

  /// Whether the app can change its icon at all.
  var support: AlternateIconSupport {
    switch sdk?.platform {
    case .visionOS: return .visionOSBuild
    case .macCatalyst: return .macCatalystBuild
    case .iOS, nil: break
    }
    let isForIPhoneOnly = deviceFamilies == [.iPhone]
    return deviceClass == .iPad && isForIPhoneOnly && os >= .iPhoneAppsOnIPadRefused ? .iPhoneAppOnIPad : .supported
  }
}
