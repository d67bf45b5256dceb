public import AppPackages
import PropertyLists

/// Installing, updating and removing apps.
extension Device {
  /// Installs an app, or updates the app with the same bundle identifier.
  ///
  /// An update ends a running process (LAUNCH-078) and keeps the chosen icon (ICON-153), unless the new Info.plist no
  /// longer declares it (ICON-154). An offloaded app starts with the primary icon again (ICON-156).
  /// - Returns: the app; after an update, the same object as before.
  /// - Throws: ``SimulatorError`` `no-bundle-identifier`, `wrong-device-family`, `life-cycle-unavailable` or
  ///   `too-many-apps`; the device is then unchanged.
  @discardableResult
  public func install(_ package: AppPackage, options: InstallOptions = InstallOptions()) throws -> InstalledApp {
    try install(PreparedPackage(package), options: options)
  }

  /// Installs a prepared package like ``install(_:options:)-(AppPackage,_)``, for repeated installation.
  @discardableResult
  public func install(_ package: PreparedPackage, options: InstallOptions = InstallOptions()) throws -> InstalledApp {
    try perform("install") {
      try check(package, options)
      guard let identifier = package.bundleIdentifier, !identifier.isEmpty else {
        let near = Spelling.nearest(to: "CFBundleIdentifier", in: package.package.infoPlist.keys.map(\.self)).first
        let other = near.map { $0 == "CFBundleIdentifier" ? "" : " (but “\($0)”)" } ?? ""
        throw SimulatorError(
          .noBundleIdentifier, "“\(package.package.name)” has no CFBundleIdentifier\(other), so it cannot be installed",
          hint: "Add the key to the app's Info.plist.")
      }
      if let record = registry[identifier] {
        update(record, to: package, options)
        return handle(for: record)
      }
      guard registry.count < Device.maximumApps else {
        throw SimulatorError(
          .tooManyApps, "This device has \(Device.maximumApps) apps, the maximum", hint: "Use a fresh device.")
      }
      let record = AppRecord(identifier, package, options: options, firstEvent: trace.count)
      if options.isDownloading { record.download = .running }
      registry.add(record)
      note(.process(.install), app: record.bundleIdentifier)
      return handle(for: record)
    }
  }

  /// Removes an app with its process and its chosen icon (ICON-155).
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed` or `app-on-other-device`.
  public func uninstall(_ app: InstalledApp) throws {
    let record = try installedRecord(of: app)
    try perform("uninstall") {
      remove(record)
    }
  }

  /// Removes the app's code and keeps its icon and documents, like *Offload App* (ICON-209). Installing it again
  /// restores it with its primary icon (ICON-156); until then it cannot be launched.
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed`, `app-on-other-device` or, before iOS 11, `offload-unavailable`.
  public func offload(_ app: InstalledApp) throws {
    let record = try installedRecord(of: app)
    guard os >= .v11 else {
      throw SimulatorError(
        .offloadUnavailable, "iOS \(os) cannot offload an app", hint: "Use iOS \(OSVersion.v11) or later.",
        fact: "ICON-209")
    }
    try perform("offload") {
      if let process = record.process { end(process, because: .offload) }
      closeMenu(of: record, because: .offload)
      record.isOffloaded = true
      note(.process(.offload), app: record.bundleIdentifier, fact: "ICON-156")
    }
  }

  /// - Throws: ``SimulatorError`` `app-offloaded`.
  func requireOnDevice(_ record: AppRecord) throws(SimulatorError) {
    guard record.isOffloaded else { return }
    throw SimulatorError(
      .appOffloaded, "\(record.bundleIdentifier) is offloaded, so there is nothing to launch",
      hint: "Install the app again, as a tap on its icon does.", fact: "ICON-156")
  }

  /// Removes the app with all data that the system keeps for it, including dynamic quick actions (QUICK-060).
  func remove(_ record: AppRecord) {
    if let process = record.process { end(process, because: .uninstall) }
    closeMenu(of: record, because: .uninstall)
    renewCaches(of: record, because: .removal)
    registry.remove(record)
    removeEmptyFolders()
    note(.process(.uninstall), app: record.bundleIdentifier, fact: "ICON-155")
  }

  /// Returns the record of a handle.
  func installedRecord(of app: InstalledApp) throws(SimulatorError) -> AppRecord {
    guard app.device === self else {
      throw SimulatorError(
        .appOnOtherDevice, "\(app.bundleIdentifier) was installed on another device",
        hint: "Use the app that device:install returned for this device.")
    }
    return try app.installedRecord()
  }

  private func check(_ package: PreparedPackage, _ options: InstallOptions) throws(SimulatorError) {
    if deviceClass == .iPhone, package.deviceFamilies == [.iPad] {
      throw SimulatorError(
        .wrongDeviceFamily, "\(package.package.name) is built for iPad and cannot be installed on an \(model.name)",
        hint: "Use an iPad, or add family 1 to UIDeviceFamily.", fact: "LAUNCH-079")
    }
    if let lifeCycle = options.lifeCycle, os < lifeCycle.firstOS {
      throw SimulatorError(
        .lifeCycleUnavailable,
        "The life cycle “\(lifeCycle.rawValue)” needs iOS \(lifeCycle.firstOS), but the device has iOS \(os)",
        hint: "Use a newer version, or the life cycle “appDelegate”.", fact: "LAUNCH-080")
    }
  }

  private func update(_ record: AppRecord, to package: PreparedPackage, _ options: InstallOptions) {
    if let process = record.process { end(process, because: .update) }
    closeMenu(of: record, because: .update)
    renewCaches(of: record, because: .update)
    record.update(to: package, options: options)
    record.download = options.isDownloading ? .running : nil
    let wasOffloaded = record.isOffloaded
    record.isOffloaded = false
    note(
      .process(wasOffloaded ? .reinstall : .update), app: record.bundleIdentifier,
      fact: wasOffloaded ? "ICON-156" : "LAUNCH-078")
    installIcon(of: record, wasOffloaded: wasOffloaded)
  }
}

/// Apps that are downloading (QUICK-094).
extension Device {
  /// - Throws: ``SimulatorError`` `not-downloaded`.
  func requireDownloaded(_ record: AppRecord) throws(SimulatorError) {
    guard record.download != nil else { return }
    throw SimulatorError(
      .notDownloaded, "\(record.bundleIdentifier) is still being downloaded, so it cannot run",
      hint: "Finish the download first: app:finishDownload().", fact: "QUICK-094")
  }

  func toggleDownload(of record: AppRecord) {
    let isPaused = record.download == .running
    record.download = isPaused ? .paused : .running
    note(.process(isPaused ? .downloadPaused : .downloadResumed), app: record.bundleIdentifier, fact: "QUICK-094")
  }
}

/// The download of an app from the store (QUICK-094).
extension InstalledApp {
  /// Whether the app is downloading.
  public var isDownloading: Bool { get throws { try installedRecord().download != nil } }

  /// Finishes the download, so that the app can be launched. Does nothing if it was complete.
  public func finishDownload() throws {
    let record = try installedRecord()
    try device.perform("finishDownload") {
      guard record.download != nil else { return }
      record.download = nil
      device.note(.process(.downloaded), app: record.bundleIdentifier, fact: "QUICK-094")
    }
  }
}

/// Options of a build that are not in its package.
public struct InstallOptions: Sendable {
  /// The life cycle, if it differs from the package's (LAUNCH-058).
  public var lifeCycle: LifeCycle?
  /// The way in which the build was installed.
  public var distribution: Distribution
  /// Whether the app is on the App Store.
  public var isPublished: Bool
  /// The SDK of the build; nil for the package's own, if it names one.
  public var sdk: BuildSDK?
  /// The bundle identifier of the signature, if the app was re-signed (ICON-054); nil for its own.
  public var signedAs: String?
  /// Whether the app is still downloading from the store (QUICK-094).
  public var isDownloading: Bool

  /// Creates options; by default for an unpublished build run from Xcode, with the rest from its package.
  public init(
    lifeCycle: LifeCycle? = nil, distribution: Distribution = .development, isPublished: Bool = false,
    sdk: BuildSDK? = nil, signedAs: String? = nil, isDownloading: Bool = false
  ) {
    (self.lifeCycle, self.distribution, self.isPublished) = (lifeCycle, distribution, isPublished)
    (self.sdk, self.signedAs, self.isDownloading) = (sdk, signedAs, isDownloading)
  }
}

/// The way in which a build was installed.
public enum Distribution: String, Sendable, CaseIterable {
  /// Run from Xcode.
  case development
  case adHoc
  case enterprise
  case testFlight
  case appStore
}

/// The installed apps of a device, in the order of installation, which is their order on the Home Screen.
///
/// Each bundle identifier is unique. Iterating over all apps counts as work (``Work``).
struct AppRegistry {
  private var list: [AppRecord] = []
  private var byIdentifier: [String: AppRecord] = [:]

  var count: Int { list.count }
  var isEmpty: Bool { list.isEmpty }

  subscript(bundleIdentifier: String) -> AppRecord? { byIdentifier[bundleIdentifier] }

  /// Returns all apps.
  /// - Parameter cost: the cost of examining one, in units of ``Work``.
  func all(cost: Int = 1) -> [AppRecord] {
    Work.count(list.count * cost)
    return list
  }

  /// Returns the apps with icons on the Home Screen.
  func onHomeScreen(cost: Int = 1) -> [AppRecord] { all(cost: cost).filter(\.presence.isOnHomeScreen) }

  mutating func add(_ record: AppRecord) {
    list.append(record)
    byIdentifier[record.bundleIdentifier] = record
  }

  /// Removes an app and invalidates its handles.
  mutating func remove(_ record: AppRecord) {
    Work.count(list.count)
    list.removeAll { $0 === record }
    byIdentifier[record.bundleIdentifier] = nil
    record.isInstalled = false
  }

  /// Returns the running processes, in the order of installation.
  func processes() -> [AppProcess] { all().compactMap(\.process) }
}
