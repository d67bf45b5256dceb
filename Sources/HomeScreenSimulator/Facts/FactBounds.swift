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
