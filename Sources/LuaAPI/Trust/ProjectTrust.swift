import AppPackages
import PropertyLists

/// Which code of a project may run although nobody named it on the command line: that of its settings, and of the
/// plugins and helpers that these name.
public struct ProjectTrust: Sendable {
  private enum Kind {
    case nothing
    case kept(TrustStore)
    case everything(checksOwners: Bool)
  }

  private let kind: Kind
  /// Whether plugins that settings name are loaded at all. Those of the command line always are.
  public var usesPlugins = true

  private init(_ kind: Kind) { self.kind = kind }

  /// No code of a project runs.
  public static let nothing = ProjectTrust(.nothing)

  /// What the user asked for with `--trust`: the code of every project runs, if only the user and root can change it.
  public static let everything = ProjectTrust(.everything(checksOwners: true))

  /// What a record holds was trusted when it was made, and lies in no files of this machine.
  public static let recorded = ProjectTrust(.everything(checksOwners: false))

  /// Whether it holds for one run, whatever was trusted before.
  package var isForOnce: Bool { if case .everything = kind { true } else { false } }

  /// What the user has trusted before.
  /// - Parameter configuration: the folder of the user's configuration; nil if it is unknown.
  public static func kept(configuration: String?) -> ProjectTrust {
    ProjectTrust(configuration.map { .kept(TrustStore(configuration: $0)) } ?? .nothing)
  }

  /// Why code does not run.
  package struct Refusal: Error {
    /// A sentence without a full stop.
    package let reason: String
    /// What to do, in full sentences.
    package let hint: String
  }

  /// Why settings that are code do not run; nil where they may.
  /// - Parameter text: what they say.
  package func refusal(ofSettings path: String, _ text: [UInt8]) -> Refusal? {
    guard let path = RealPath.of(path) else { return Self.untrusted }
    switch kind {
    case .nothing: return Self.untrusted
    case .everything(checksOwners: false): return nil
    case .everything(checksOwners: true): break
    case .kept(let store):
      guard let known = store.code(path) else { return Self.untrusted }
      if known.files[path] != ContentDigest.of(text) { return Self.changed(path) }
    }
    return Self.ownerProblem([path]).map(Self.unsafe)
  }

  /// Whether code may run.
  ///
  /// - Parameter collect: gives the code; not called where nothing depends on it.
  /// - Returns: the code, if it was looked at.
  @discardableResult
  package func check(_ collect: () -> ProjectCode?) throws(Refusal) -> ProjectCode? {
    switch kind {
    case .nothing: throw Self.untrusted
    case .everything(checksOwners: false): return nil
    case .everything(checksOwners: true): break
    case .kept(let store) where store.isEmpty: throw Self.untrusted
    case .kept: break
    }
    guard let code = collect() else { throw Self.untrusted }
    if case .kept(let store) = kind {
      guard let known = store.code(code.settings) else { throw Self.untrusted }
      if let file = code.difference(from: known) { throw Self.changed(file) }
    }
    try Self.checkFiles(of: code)
    return code
  }

  /// Whether all of a project's code is known, and only the user and root can change its files and put others in their
  /// place.
  package static func checkFiles(of code: ProjectCode) throws(Refusal) {
    if let problem = code.problem {
      throw Refusal(reason: problem, hint: "Trust needs to know all files. Without the plugins: --no-plugins.")
    }
    if let problem = ownerProblem(code.paths) { throw unsafe(problem) }
  }

  /// What is wrong with the owners and modes of files, and of the folders in which they lie.
  private static func ownerProblem(_ paths: [String]) -> String? {
    let folders = Set(paths.map { FileTreePath.directory(of: $0) }).sorted(by: ExactText.precedes)
    return (folders + paths).lazy.compactMap { FileOwner.problem($0.isEmpty ? "/" : $0) }.first
  }

  private static func changed(_ file: String) -> Refusal {
    Refusal(reason: "\(file) is not what was trusted", hint: "Look at it, then trust it again: \(how)")
  }

  private static func unsafe(_ problem: String) -> Refusal {
    Refusal(
      reason: "others can change it: \(problem)",
      hint: "Trust needs files that only you can change. Settings that are data need no trust.")
  }

  private static let how = "homescreen trust. Once only: --trust. Without it: --no-plugins."
  private static let untrusted = Refusal(
    reason: "nobody has trusted this project", hint: "Look at the code, then trust it: \(how)")
}
