public import AppPackages

/// A device and a build on which a fact is tried.
public struct FactCell: Sendable, Equatable {
  /// The version of iOS.
  public let os: OSVersion
  /// iPhone or iPad.
  public let device: DeviceClass
  /// nil where the fact says nothing of life cycles.
  public let lifeCycle: LifeCycle?
  /// nil where the fact says nothing of SDKs.
  public let sdk: OSVersion?
  /// nil where the fact says nothing of Xcode.
  public let xcode: XcodeVersion?
  /// Whether the fact holds there.
  public let holds: Bool

  /// The generic model of the device.
  public var model: DeviceModel { device == .iPad ? .iPad : .iPhone }
}

/// Where a fact is tried: the cells around each of its bounds, on iPhone and iPad.
public struct FactCells: Sendable {
  /// What is run, those outside included where it is known what happens there; the version is the slowest to change.
  public let cells: [FactCell]
  /// How many cells outside are left out, because it is unknown what happens there.
  public let unknown: Int

  /// How many cells lie inside of the bounds.
  public var inside: Int { cells.count(where: \.holds) }
  /// How many cells lie outside, and are run.
  public var outside: Int { cells.count - inside }

  /// The cells of a fact. One that lies outside does so in one respect only, and none is such that no app can live so
  /// (LAUNCH-080, LAUNCH-061).
  /// - Parameter spreadsLifeCycles: every life cycle is tried, also where the bounds say nothing of them.
  public init(_ bounds: FactBounds, spreadsLifeCycles: Bool = false) {
    let lifeCycles: [LifeCycle?] = bounds.lifeCycles != nil || spreadsLifeCycles ? LifeCycle.allCases : [nil]
    let sdks: [VersionNumber?] = bounds.sdk?.steps(in: VersionSpan.systems) ?? [nil]
    let xcodes: [VersionNumber?] = bounds.xcode?.steps(in: VersionSpan.xcodes) ?? [nil]
    var cells: [FactCell] = []
    var unknown = 0
    for version in bounds.steps {
      let os = OSVersion(version)
      for device in DeviceClass.allCases where device == .iPad || bounds.ownSteps.contains(version) {
        for lifeCycle in lifeCycles {
          for sdk in sdks.map({ $0.map(OSVersion.init) }) {
            if lifeCycle?.obstacle(on: os, sdk: sdk.map { BuildSDK(.iOS, $0) }) != nil { continue }
            for xcode in xcodes.map({ $0.map(XcodeVersion.init) }) {
              let times = bounds.timesOutside(version, device, lifeCycle, sdk, xcode)
              if times == 1, bounds.outside == .unknown { unknown += 1 }
              guard times == 0 || (times == 1 && bounds.outside != .unknown) else { continue }
              cells.append(
                FactCell(
                  os: os, device: device, lifeCycle: lifeCycle, sdk: sdk, xcode: xcode, holds: times == 0))
            }
          }
        }
      }
    }
    self.cells = cells
    self.unknown = unknown
  }
}

extension FactBounds {
  /// The versions of iOS around the ends of its own span; the oldest, too, where it has no beginning that is known.
  fileprivate var ownSteps: [VersionNumber] {
    let steps = versions.steps(in: VersionSpan.systems)
    guard let oldest = VersionSpan.systems.first, versions.contains(oldest) else { return steps.filter(isKnown) }
    return Set(steps.filter(isKnown) + [oldest]).sorted()
  }

  /// Those, and on an iPad those around the ends of its span.
  fileprivate var steps: [VersionNumber] {
    Set(ownSteps + (versionsOfIPad?.steps(in: VersionSpan.systems) ?? [])).sorted()
  }

  private func isKnown(_ version: VersionNumber) -> Bool { version >= VersionSpan.systems.first ?? version }

  /// In how many respects a cell lies outside.
  fileprivate func timesOutside(
    _ version: VersionNumber, _ device: DeviceClass, _ lifeCycle: LifeCycle?, _ sdk: OSVersion?, _ xcode: XcodeVersion?
  ) -> Int {
    let isInside: [Bool] = [
      versions.contains(version) && (device == .iPhone || versionsOfIPad?.contains(version) ?? true),
      self.device.map { $0 == device } ?? true,
      lifeCycle.flatMap { lifeCycle in lifeCycles?.contains(lifeCycle) } ?? true,
      sdk.flatMap { sdk in self.sdk?.contains(sdk.number) } ?? true,
      xcode.flatMap { xcode in self.xcode?.contains(xcode.number) } ?? true,
    ]
    return isInside.count { !$0 }
  }
}

extension OSVersion {
  /// As the bounds of facts write it.
  fileprivate var number: VersionNumber { VersionNumber(major, minor, patch) }

  fileprivate init(_ number: VersionNumber) { self.init(number.major, number.minor, number.patch) }
}

extension LifeCycle {
  /// Why no app can live like this on a version, in a few words; nil when one can.
  ///
  /// - Parameter sdk: the one that the app was built with, if that is known. With that of the 27 releases an app needs
  ///   scenes (LAUNCH-061).
  public func obstacle(on os: OSVersion, sdk: BuildSDK?) -> String? {
    if os < firstOS { return "\(rawValue) before iOS \(firstOS)" }
    if !usesScenes, os >= .scenesRequired, let sdk, sdk.requiresScenes { return "\(rawValue) with the 27 SDK" }
    return nil
  }
}
