import AppPackages
import Platform
import PropertyLists

/// Which code of a project may run without being named on the command line: settings that are more than data, and
/// the plugins and helpers that settings name.
///
/// Trust is for a checkout (``Checkout``). It covers each file whose real path lies in it. What settings name elsewhere,
/// through a link or a path, needs trust in the checkout where it lies.
public struct ProjectTrust: Sendable, Hashable {
  private enum Kind: Sendable, Hashable {
    case nothing
    case kept(TrustStore)
    /// Also the checkout of the settings.
    case once(TrustStore?)
  }

  private let kind: Kind
  /// Whether code of settings and what they name is used at all. What the command line names always is.
  public var usesPlugins = true

  private init(_ kind: Kind) { self.kind = kind }

  /// No code of a project runs.
  public static let nothing = ProjectTrust(.nothing)

  /// What the user asked for with `--trust`: for one run, the checkout of the settings is trusted, too.
  /// - Parameter configuration: the folder of the user's configuration; nil if it is unknown.
  public static func once(configuration: String?) -> ProjectTrust {
    ProjectTrust(.once(configuration.map { TrustStore(configuration: $0) }))
  }

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

  /// Why code does not run that a task of `.busted` needs and `--no-plugins` leaves out.
  package static let leftOut = Refusal(
    reason: "--no-plugins leaves it out", hint: "The task needs .busted: leave out --task, or --no-plugins.")

  /// Why a file of code does not run; nil where it may, and where it is missing.
  ///
  /// - Parameters:
  ///   - path: of the code.
  ///   - settings: the path of the file that names it, or that it is.
  package func refusal(of path: String, namedBy settings: String) -> Refusal? {
    guard let code = RealPath.of(path) else { return nil }
    guard isTrusted(code, settings) else {
      guard Checkout.of(settings).covers(code) else { return outside(code, settings) }
      return untrusted(settings)
    }
    let folder = FileTreePath.directory(of: code)
    let paths = [Checkout.of(code).root, RealPath.of(settings) ?? settings, folder.isEmpty ? "/" : folder, code]
    return paths.lazy.compactMap { FileOwner.problem($0) }.first.map(Self.unsafe)
  }

  /// Why data at a path is not read because settings name it; nil where it may be. What lies in the checkout of the settings
  /// is read without trust; what lies elsewhere needs trust in both places.
  package func refusal(ofData path: String, namedBy settings: String) -> Refusal? {
    let (place, checkout) = (RealPath.leading(path), Checkout.of(settings))
    if checkout.holds(place) {
      guard VersionControl.part(of: place, below: checkout.root) != nil else { return nil }
      return Refusal(reason: "\(path) belongs to version control", hint: "Put a copy of the file elsewhere.")
    }
    if let real = RealPath.of(settings), isTrusted(real, settings), isTrusted(place, settings) { return nil }
    return outside(path, settings)
  }

  /// - Parameter code: a real path.
  private func isTrusted(_ code: String, _ settings: String) -> Bool {
    switch kind {
    case .nothing: false
    case .kept(let store): store.covers(code)
    case .once(let store): Checkout.of(settings).covers(code) || store?.covers(code) == true
    }
  }

  private func outside(_ path: String, _ settings: String) -> Refusal {
    Refusal(
      reason: "\(path) is outside of the checkout \(Checkout.of(settings).root)",
      hint: "Move it into the checkout, name it on the command line, or trust its checkout: homescreen trust PATH.")
  }

  private static func unsafe(_ problem: String) -> Refusal {
    Refusal(
      reason: "others can change it: \(problem)",
      hint: "Trust needs files that only you can change. Settings that are data need no trust.")
  }

  private func untrusted(_ settings: String) -> Refusal {
    var hint =
      "Look at the code, then trust the checkout with homescreen trust, or once with --trust; --no-plugins skips the code."
    if case .kept(let store) = kind, store.hasOldEntries {
      hint += " An earlier version trusted single files, which no longer counts."
    }
    return Refusal(reason: "the checkout \(Checkout.of(settings).root) is not trusted", hint: hint)
  }
}
