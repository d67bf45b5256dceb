public import AppPackages

/// The bounds of a fact, from the ledger's column “Holds”: `13.0+, iPad; else other`.
///
/// The text has a range of iOS versions, then any other conditions: a device, a life cycle, the SDK, the Xcode of the
/// build. Omitted conditions do not matter. The part after `; else` is about everything outside.
public struct FactBounds: Sendable, Equatable {
  /// The ledger's knowledge about devices and builds outside the bounds.
  public enum Outside: String, Sendable, CaseIterable {
    /// The described behaviour does not exist there.
    case absent
    /// The behaviour differs there, as this or another fact describes.
    case other
    /// The behaviour is unknown: nothing is asserted.
    case unknown
  }

  /// The text in the ledger.
  public let text: String
  /// The versions of iOS.
  public let versions: VersionSpan
  /// The class of device; nil if it holds on both.
  public private(set) var device: DeviceClass?
  /// The versions in which the fact holds on an iPad, if they are fewer: iPads have no menu before 13 (QUICK-112).
  public private(set) var versionsOfIPad: VersionSpan?
  /// The life cycles; nil if it holds for all, or does not depend on them.
  public private(set) var lifeCycles: [LifeCycle]?
  /// The SDKs of the build; nil if they do not matter.
  public private(set) var sdk: VersionSpan?
  /// The versions of Xcode for the build; nil if they do not matter.
  public private(set) var xcode: VersionSpan?
  /// The ledger's knowledge about everything outside of these conditions.
  public let outside: Outside

  /// The reason why a cell of a ledger is not valid.
  struct Problem: Error {
    /// The message, which continues after the ID of the fact.
    let message: String
    var choices: [String] = []
  }

  /// Parses a cell of a ledger.
  init(_ text: String) throws(Problem) {
    self.text = text
    let halves = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    guard halves.count <= 2 else { throw Problem(message: "has two “;” in the bounds “\(text)”") }
    outside = try halves.count == 2 ? Self.outside(halves[1]) : .unknown
    var parts = halves[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)[...]
    let first = parts.removeFirst()
    guard let versions = VersionSpan(first) else {
      throw Problem(message: "has invalid versions, “\(first)”", choices: VersionSpan.forms + [VersionSpan.anyWord])
    }
    self.versions = versions
    for part in parts {
      guard part.first == " " else { throw Problem(message: "has no space before “\(part)” in “\(text)”") }
      try add(String(part.dropFirst()))
    }
  }

  private static let elseWord = " else "

  private static func outside(_ text: String) throws(Problem) -> Outside {
    guard text.hasPrefix(elseWord), let outside = Outside(rawValue: String(text.dropFirst(elseWord.count))) else {
      throw Problem(
        message: "has an unknown ending, “;\(text)”", choices: Outside.allCases.map { "; else \($0.rawValue)" })
    }
    return outside
  }

  private static let lifeCycleWords: [(word: String, lifeCycles: [LifeCycle])] = [
    ("scenes", [.scene, .swiftUI]), ("app delegate", [.appDelegate]), ("UIKit scenes", [.scene]),
    ("SwiftUI", [.swiftUI]),
  ]
  private static let iPadWord = "\(DeviceClass.iPad.rawValue) "
  private static let sdkWord = "SDK "
  private static let xcodeWord = "Xcode "

  /// Parses a condition after the versions of iOS.
  private mutating func add(_ part: String) throws(Problem) {
    func twice(_ what: String) -> Problem { Problem(message: "names \(what) twice in the bounds “\(text)”") }
    if let device = DeviceClass.allCases.first(where: { $0.rawValue == part }) {
      guard self.device == nil, versionsOfIPad == nil else { throw twice("the device") }
      self.device = device
    } else if let row = Self.lifeCycleWords.first(where: { $0.word == part }) {
      guard lifeCycles == nil else { throw twice("the life cycle") }
      lifeCycles = row.lifeCycles
    } else if part.hasPrefix(Self.iPadWord) {
      guard versionsOfIPad == nil, device == nil else { throw twice("the device") }
      versionsOfIPad = try Self.span(part, after: Self.iPadWord)
    } else if part.hasPrefix(Self.sdkWord) {
      guard sdk == nil else { throw twice("the SDK") }
      sdk = try Self.span(part, after: Self.sdkWord)
    } else if part.hasPrefix(Self.xcodeWord) {
      guard xcode == nil else { throw twice("Xcode") }
      xcode = try Self.span(part, after: Self.xcodeWord)
    } else {
      throw Problem(
        message: "has an unknown bound, “\(part)”",
        choices: DeviceClass.allCases.map(\.rawValue) + Self.lifeCycleWords.map(\.word)
          + ["iPad 13.0+", "SDK 27+", "Xcode 26.0–26.3"])
    }
  }

  private static func span(_ part: String, after word: String) throws(Problem) -> VersionSpan {
    let text = String(part.dropFirst(word.count))
    guard let span = VersionSpan(text), span != .any else {
      throw Problem(message: "has invalid versions, “\(part)”", choices: VersionSpan.forms.map { word + $0 })
    }
    return span
  }
}

/// A range of versions, in the form of the ledgers: `10.3+`, `10.3–26.0`, `≤26.0`, `13`, `any`.
///
/// A version includes all releases that begin with it: `9–12` ends with the last 12.x, and `13` is every 13.x.
public struct VersionSpan: Sendable, Equatable {
  /// The first version; nil if the range has no start.
  public let from: VersionNumber?
  /// The first version after the range; nil if it has no end.
  public let end: VersionNumber?

  static let any = VersionSpan(from: nil, end: nil)
  static let anyWord = "any"

  private init(from: VersionNumber?, end: VersionNumber?) { (self.from, self.end) = (from, end) }

  /// Parses a cell of a ledger; nil if it is not a range, or if it ends before it begins.
  init?(_ text: String) {
    if text == Self.anyWord {
      self = .any
    } else if text.last == "+" {
      guard let from = VersionNumber(String(text.dropLast())) else { return nil }
      self.init(from: from, end: nil)
    } else if text.first == "≤" {
      guard let end = Self.end(of: String(text.dropFirst())) else { return nil }
      self.init(from: nil, end: end)
    } else {
      let ends = text.split(separator: "–", omittingEmptySubsequences: false).map(String.init)
      guard ends.count <= 2, let from = VersionNumber(ends[0]), let end = Self.end(of: ends[ends.count - 1]), from < end
      else { return nil }
      self.init(from: from, end: end)
    }
  }

  /// The forms of a range.
  static let forms = ["10.3+", "10.3–26.0", "≤26.0", "13"]

  /// Returns the first version after all that begin with this one: 13.0 for `12`, 12.5 for `12.4`.
  private static func end(of text: String) -> VersionNumber? {
    guard let version = VersionNumber(text) else { return nil }
    switch text.split(separator: ".").count {
    case 1: return VersionNumber(version.major + 1)
    case 2: return VersionNumber(version.major, version.minor + 1)
    default: return VersionNumber(version.major, version.minor, version.patch + 1)
    }
  }

  /// Returns whether the range contains a version.
  public func contains(_ version: VersionNumber) -> Bool {
    if let from, version < from { return false }
    return end.map { version < $0 } ?? true
  }

  /// Returns the releases around the ends of the range, in ascending order: the last one before the range, the first
  /// and the last one inside, the first one after the range, and the newest.
  func steps(in releases: [VersionNumber]) -> [VersionNumber] {
    guard let newest = releases.last else { return [] }
    var steps = [newest]
    if let from, from <= newest {
      steps.append(from)
      steps += releases.last { $0 < from }.map { [$0] } ?? []
    }
    if let end {
      steps += releases.last { $0 < end }.map { [$0] } ?? []
      steps += releases.first { $0 >= end }.map { [$0] } ?? []
    }
    return Set(steps).sorted()
  }
}

extension VersionSpan {
  /// The releases of iOS, and of its SDKs, on which facts are tested.
  package static let systems = releases(
    lastMinors: [
      (9, 3), (10, 3), (11, 4), (12, 5), (13, 7), (14, 8), (15, 8), (16, 7), (17, 7), (18, 7), (26, 4),
      (OSVersion.newest.major, OSVersion.newest.minor),
    ])

  /// The releases of Xcode on which facts are tested.
  package static let xcodes = releases(
    lastMinors: [(7, 3), (8, 3), (9, 4), (10, 3), (11, 7), (12, 5), (13, 4), (14, 3), (15, 4), (16, 4), (26, 4)])

  private static func releases(lastMinors: [(major: Int, minor: Int)]) -> [VersionNumber] {
    lastMinors.flatMap { year in (0...year.minor).map { VersionNumber(year.major, $0) } }
  }
}

/// A device and a build on which a fact is tested.
public struct FactCell: Sendable, Equatable {
  /// The version of iOS.
  public let os: OSVersion
  /// The class of device.
  public let device: DeviceClass
  /// The life cycle; nil if the fact does not depend on it.
  public let lifeCycle: LifeCycle?
  /// The SDK; nil if the fact does not depend on it.
  public let sdk: OSVersion?
  /// The Xcode; nil if the fact does not depend on it.
  public let xcode: XcodeVersion?
  /// Whether the fact holds for the cell.
  public let holds: Bool

  /// The generic model of the device.
  public var model: DeviceModel { device == .iPad ? .iPad : .iPhone }
}

/// The cells on which a fact is tested: around each of its bounds, on iPhone and iPad.
public struct FactCells: Sendable {
  /// The cells to run, including those outside with known behaviour; the version changes slowest.
  public let cells: [FactCell]
  /// The number of cells outside the bounds that are omitted because the behaviour there is unknown.
  public let unknown: Int

  /// The number of cells inside the bounds.
  public var inside: Int { cells.count(where: \.holds) }
  /// The number of cells outside the bounds that are run.
  public var outside: Int { cells.count - inside }

  /// Creates the cells of a fact. A cell outside violates only one condition, and impossible life cycles are omitted
  /// (LAUNCH-080, LAUNCH-061).
  /// - Parameters:
  ///   - spreadsLifeCycles: whether to use every life cycle even if the bounds do not mention them.
  ///   - compared: the versions with which the scenario compares; there are cells on both sides of each one.
  public init(_ bounds: FactBounds, spreadsLifeCycles: Bool = false, comparedWith compared: [OSVersion] = []) {
    let inner = compared.flatMap { version in
      [version.number] + (VersionSpan.systems.last { $0 < version.number }.map { [$0] } ?? [])
    }
    let lifeCycles: [LifeCycle?] = bounds.lifeCycles != nil || spreadsLifeCycles ? LifeCycle.allCases : [nil]
    let sdks: [VersionNumber?] = bounds.sdk?.steps(in: VersionSpan.systems) ?? [nil]
    let xcodes: [VersionNumber?] = bounds.xcode?.steps(in: VersionSpan.xcodes) ?? [nil]
    var cells: [FactCell] = []
    var unknown = 0
    for version in Set(bounds.steps + inner).sorted() {
      let os = OSVersion(version)
      let isOfBoth = bounds.ownSteps.contains(version) || inner.contains(version)
      for device in DeviceClass.allCases where device == .iPad || isOfBoth {
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
    (self.cells, self.unknown) = (cells, unknown)
  }
}

extension FactBounds {
  /// Returns whether a range of versions begins or ends with a version: then cells are on both sides of it.
  package func isEnd(_ version: OSVersion) -> Bool {
    [versions, versionsOfIPad].contains { $0?.from == version.number || $0?.end == version.number }
  }

  /// The versions of iOS around the ends of the main range; also the oldest version, if it is in the range, and if no
  /// version from 14 to 25 is among these, one that most devices run.
  fileprivate var ownSteps: [VersionNumber] {
    var steps = versions.steps(in: VersionSpan.systems).filter(isKnown)
    if let oldest = VersionSpan.systems.first, versions.contains(oldest) { steps.append(oldest) }
    if !steps.contains(where: { (14...25).contains($0.major) }), versions.contains(.usual) { steps.append(.usual) }
    return Set(steps).sorted()
  }

  /// The versions of ``ownSteps``, and those around the ends of the range for iPad.
  fileprivate var steps: [VersionNumber] {
    Set(ownSteps + (versionsOfIPad?.steps(in: VersionSpan.systems) ?? [])).sorted()
  }

  private func isKnown(_ version: VersionNumber) -> Bool { version >= VersionSpan.systems.first ?? version }

  /// Returns the number of conditions that a cell violates.
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

extension VersionNumber {
  /// A version that most devices run, between the ones around the usual bounds.
  fileprivate static let usual = VersionNumber(18, 7)
}

extension OSVersion {
  /// The version as a ``VersionNumber``, to compare it with the bounds of a fact.
  var number: VersionNumber { VersionNumber(major, minor, patch) }

  fileprivate init(_ number: VersionNumber) { self.init(number.major, number.minor, number.patch) }
}

extension LifeCycle {
  /// Returns why no app can have this life cycle on a version, in a few words, or nil if it can.
  ///
  /// - Parameter sdk: the SDK of the build, if it is known. With the SDK of iOS 27, an app needs scenes (LAUNCH-061).
  public func obstacle(on os: OSVersion, sdk: BuildSDK?) -> String? {
    if os < firstOS { return "\(rawValue) before iOS \(firstOS)" }
    if !usesScenes, os >= .scenesRequired, let sdk, sdk.requiresScenes { return "\(rawValue) with the 27 SDK" }
    return nil
  }
}
