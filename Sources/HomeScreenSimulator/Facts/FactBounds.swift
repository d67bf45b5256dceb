public import AppPackages

/// Where a fact holds, as the ledger's column “Holds” says it to machines: `13.0+, iPad; else other`.
///
/// A span of versions of iOS, then what else is stated: a device, a life cycle, the SDK, the Xcode that builds the app.
/// What is not stated does not matter. Behind `; else` stands what is known of everything outside.
public struct FactBounds: Sendable, Equatable {
  /// What is known of the cells outside.
  public enum Outside: String, Sendable, CaseIterable {
    /// What the fact describes does not exist there.
    case absent
    /// Something else happens there, which the fact or another one describes.
    case other
    /// Nobody knows: nothing is asserted.
    case unknown
  }

  /// As the ledger has it.
  public let text: String
  /// The versions of iOS.
  public let versions: VersionSpan
  /// iPhone or iPad; nil where it holds on both.
  public private(set) var device: DeviceClass?
  /// The versions in which it holds on an iPad, where they are fewer: iPads have no menu before 13 (QUICK-112).
  public private(set) var versionsOfIPad: VersionSpan?
  /// The life cycles; nil where it holds for all, or has nothing to do with them.
  public private(set) var lifeCycles: [LifeCycle]?
  /// The SDKs that the app is built with; nil where that does not matter.
  public private(set) var sdk: VersionSpan?
  /// The versions of Xcode that build the app; nil where that does not matter.
  public private(set) var xcode: VersionSpan?
  /// What is known outside of any of these.
  public let outside: Outside

  /// Why a cell of a ledger is no bounds.
  struct Problem: Error {
    /// Goes on after the ID of the fact.
    let message: String
    var choices: [String] = []
  }

  /// Reads a cell of a ledger.
  init(_ text: String) throws(Problem) {
    self.text = text
    let halves = text.split(separator: ";", omittingEmptySubsequences: false).map(String.init)
    guard halves.count <= 2 else { throw Problem(message: "has two “;” in the bounds “\(text)”") }
    outside = try halves.count == 2 ? Self.outside(halves[1]) : .unknown
    var parts = halves[0].split(separator: ",", omittingEmptySubsequences: false).map(String.init)[...]
    let first = parts.removeFirst()
    guard let versions = VersionSpan(first) else {
      throw Problem(message: "holds for the versions “\(first)”", choices: VersionSpan.forms + [VersionSpan.anyWord])
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
        message: "has “;\(text)” after its bounds", choices: Outside.allCases.map { "; else \($0.rawValue)" })
    }
    return outside
  }

  /// The life cycles by their words.
  private static let lifeCycleWords: [(word: String, lifeCycles: [LifeCycle])] = [
    ("scenes", [.scene, .swiftUI]), ("app delegate", [.appDelegate]), ("UIKit scenes", [.scene]),
    ("SwiftUI", [.swiftUI]),
  ]
  private static let iPadWord = "\(DeviceClass.iPad.rawValue) "
  private static let sdkWord = "SDK "
  private static let xcodeWord = "Xcode "

  /// Reads what stands behind the versions of iOS.
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
        message: "has “\(part)” among its bounds",
        choices: DeviceClass.allCases.map(\.rawValue) + Self.lifeCycleWords.map(\.word)
          + ["iPad 13.0+", "SDK 27+", "Xcode 26.0–26.3"])
    }
  }

  private static func span(_ part: String, after word: String) throws(Problem) -> VersionSpan {
    let text = String(part.dropFirst(word.count))
    guard let span = VersionSpan(text), span != .any else {
      throw Problem(message: "holds for the versions “\(part)”", choices: VersionSpan.forms.map { word + $0 })
    }
    return span
  }
}

/// Versions from one to another, as the ledgers write them: `10.3+`, `10.3–26.0`, `≤26.0`, `13`, `any`.
///
/// A version names all releases that begin with it: `9–12` ends with the last 12.x, and `13` is every 13.x.
public struct VersionSpan: Sendable, Equatable {
  /// The first version; nil where the span has no beginning.
  public let from: VersionNumber?
  /// The first version after the span; nil where it has no end.
  public let end: VersionNumber?

  /// All versions.
  static let any = VersionSpan(from: nil, end: nil)
  static let anyWord = "any"

  private init(from: VersionNumber?, end: VersionNumber?) {
    self.from = from
    self.end = end
  }

  /// Reads a cell of a ledger; nil for what is no span, also for one that ends before it begins.
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

  /// How a span can be written.
  static let forms = ["10.3+", "10.3–26.0", "≤26.0", "13"]

  /// The first version after all that begin with this one: 13.0 for `12`, 12.5 for `12.4`.
  private static func end(of text: String) -> VersionNumber? {
    guard let version = VersionNumber(text) else { return nil }
    switch text.split(separator: ".").count {
    case 1: return VersionNumber(version.major + 1)
    case 2: return VersionNumber(version.major, version.minor + 1)
    default: return VersionNumber(version.major, version.minor, version.patch + 1)
    }
  }

  /// Whether a version lies in it.
  public func contains(_ version: VersionNumber) -> Bool {
    if let from, version < from { return false }
    return end.map { version < $0 } ?? true
  }

  /// The releases around its ends, ascending: the last one before it, the first and the last one inside, the first one
  /// after it, and the newest.
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
  /// The releases of iOS that facts are tried on, and so those of its SDKs.
  package static let systems = releases(
    lastMinors: [
      (9, 3), (10, 3), (11, 4), (12, 5), (13, 7), (14, 8), (15, 8), (16, 7), (17, 7), (18, 7), (26, 4),
      (OSVersion.newest.major, OSVersion.newest.minor),
    ])

  /// The releases of Xcode that facts are tried on.
  package static let xcodes = releases(
    lastMinors: [(7, 3), (8, 3), (9, 4), (10, 3), (11, 7), (12, 5), (13, 4), (14, 3), (15, 4), (16, 4), (26, 4)])

  private static func releases(lastMinors: [(major: Int, minor: Int)]) -> [VersionNumber] {
    lastMinors.flatMap { year in (0...year.minor).map { VersionNumber(year.major, $0) } }
  }
}

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
