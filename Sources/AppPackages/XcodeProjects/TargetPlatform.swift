import Platform

/// A system that a target may be built for.
enum TargetPlatform: String, Sendable, CaseIterable {
  case iOS
  case macOS
  case watchOS
  case tvOS
  case visionOS

  /// How settings call its SDKs, for devices and for the simulator.
  private var sdks: [String] {
    switch self {
    case .iOS: ["iphoneos", "iphonesimulator"]
    case .macOS: ["macosx"]
    case .watchOS: ["watchos", "watchsimulator"]
    case .tvOS: ["appletvos", "appletvsimulator"]
    case .visionOS: ["xros", "xrsimulator"]
    }
  }

  /// The setting for the oldest version that a build runs on.
  private var deploymentTarget: String {
    switch self {
    case .iOS: "IPHONEOS_DEPLOYMENT_TARGET"
    case .macOS: "MACOSX_DEPLOYMENT_TARGET"
    case .watchOS: "WATCHOS_DEPLOYMENT_TARGET"
    case .tvOS: "TVOS_DEPLOYMENT_TARGET"
    case .visionOS: "XROS_DEPLOYMENT_TARGET"
    }
  }

  /// The system of an SDK: `iphoneos`, `iphoneos17.0`, or a path to one. Nil for one that is not known.
  private init?(sdk: String) {
    let file = FileTreePath.lastComponent(sdk).lowercased()
    guard let found = Self.allCases.first(where: { $0.sdks.contains { file.hasPrefix($0) } }) else { return nil }
    self = found
  }

  /// The systems that a target's settings build it for, in the order of ``allCases`` (ICON-213).
  ///
  /// `SUPPORTED_PLATFORMS` says it, unless only the project does and the target names an SDK; the SDK's own platforms
  /// are its default. Settings from which nothing is to be
  /// learnt mean iOS, for a project of which half is missing is still looked at for its iPhone app.
  static func platforms(of settings: BuildSettings) -> [TargetPlatform] {
    let sdk = settings.isGiven("SDKROOT") ? TargetPlatform(sdk: settings["SDKROOT"]) : nil
    if let sdk, settings.isOfTarget("SDKROOT"), !settings.isOfTarget("SUPPORTED_PLATFORMS") { return [sdk] }
    let supported = Set(settings.list("SUPPORTED_PLATFORMS").compactMap { TargetPlatform(sdk: $0) })
    if !supported.isEmpty { return allCases.filter(supported.contains) }
    if let sdk { return [sdk] }
    // Without an SDK of its own a target is for the one system that it has a deployment target for.
    return [allCases.first { settings.isGiven($0.deploymentTarget) } ?? .iOS]
  }
}
