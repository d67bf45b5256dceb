import AppPackages
package import Platform
import PropertyLists

/// Which code of a project may run without being named on the command line: settings that are more than data, and
/// the plugins and helpers that settings name.
///
/// Trust is for a checkout (``Checkout``). It covers each file whose real path lies in it. What settings name elsewhere,
/// through a link or a path, needs trust in the checkout where it lies.
package struct ProjectTrust: Sendable, Hashable {
  private enum Kind: Sendable, Hashable {
    case nothing
    case kept(TrustStore)
    /// Also the checkout of the settings.
    case once(TrustStore?)
  }

  private let kind: Kind
  /// Whether code of settings and what they name is used at all. What the command line names always is.
  package var usesPlugins = true

  private init(_ kind: Kind) { self.kind = kind }

  /// No code of a project runs.
  package static let nothing = ProjectTrust(.nothing)

  /// What the user asked for with `--trust`: for one run, the checkout of the settings is trusted, too.
  /// - Parameter configuration: the folder of the user's configuration; nil if it is unknown.
  package static func once(configuration: String?) -> ProjectTrust {
    ProjectTrust(.once(configuration.map { TrustStore(configuration: $0) }))
  }

  /// What the user has trusted before.
  /// - Parameter configuration: the folder of the user's configuration; nil if it is unknown.
  package static func kept(configuration: String?) -> ProjectTrust {
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

/// The checkouts that the user trusts: a folder of theirs, outside of every project, with a file for each.
///
/// A file names the real path of the checkout and what the folder there is (``FolderIdentity``), so that another clone
/// made at the same path is not trusted. It counts only while the user and root alone can change it.
package struct TrustStore: Sendable, Hashable {
  /// Where the files lie: `~/.config/homescreen/trusted`.
  package let folder: String

  private static let maximumBytes = 64 << 10
  private static let maximumEntries = 10_000

  /// - Parameter configuration: the folder of the user's configuration.
  package init(configuration: String) {
    folder = FileTreePath.join(configuration, "homescreen/trusted")
  }

  /// A checkout that was trusted.
  package struct Entry: Sendable {
    package let path: String
    let identity: FolderIdentity
    /// Whether the folder at the path is still the one that was trusted.
    package var isCurrent: Bool { FolderIdentity(of: path) == identity }
  }

  /// Whether a file or a folder lies in a checkout that is trusted, and not in a checkout inside it.
  /// - Parameter file: its real path.
  func covers(_ file: String) -> Bool {
    CurrentMachine.aside {
      guard CurrentMachine.value.exists(folder) else { return false }
      var place = file
      let last = VersionControl.root(of: place)
      while !place.isEmpty {
        if entry(of: place) != nil { return true }
        if let last, ExactText.isSame(place, last) { return false }
        place = FileTreePath.directory(of: place)
      }
      return false
    }
  }

  /// All that is trusted, in the order of the paths.
  package var all: [Entry] {
    CurrentMachine.aside {
      names.compactMap { read(FileTreePath.join(folder, $0)) }.sorted { ExactText.precedes($0.path, $1.path) }
    }
  }

  /// Whether trust in the content of single files is kept here, which which no longer counts.
  package var hasOldEntries: Bool {
    CurrentMachine.aside { names.contains { $0.utf8.count == 37 && !$0.contains("-") } }
  }

  private var names: [String] {
    let entries = RealPath.of(folder).flatMap {
      try? CurrentMachine.value.entries(in: $0, maximum: Self.maximumEntries)
    }
    return (entries ?? []).map(\.name)
  }

  private func entry(of place: String) -> Entry? {
    guard let identity = FolderIdentity(of: place),
      let entry = read(FileTreePath.join(folder, identity.fileName)), entry.identity == identity,
      ExactText.isSame(entry.path, place)
    else { return nil }
    return entry
  }

  private func read(_ path: String) -> Entry? {
    guard FileOwner.problem(folder) == nil, FileOwner.problem(path) == nil,
      let content = try? CurrentMachine.value.readFollowingLinks(path, .all(maximum: Self.maximumBytes)),
      let root = try? LenientJSON.parse(content.bytes, file: path).root,
      let checkout = root["checkout"]?.string, let words = root["folder"]?.string
    else { return nil }
    return Entry(path: checkout, identity: FolderIdentity(words: words))
  }

  /// Trusts a checkout from now on.
  /// - Parameter root: a real path.
  /// - Throws: `FileTreeError` when it cannot be written down.
  package func add(_ root: String) throws(FileTreeError) {
    guard let identity = FolderIdentity(of: root) else {
      throw FileTreeError(kind: .notADirectory, tree: root, path: "", message: "this is not a folder")
    }
    let entry: JSONTree = ["checkout": .text(root), "folder": .text(identity.words)]
    let name = identity.fileName
    try CurrentMachine.aside { () throws(FileTreeError) in
      try PrivateFolder.make(folder)
      let place = try OutputFolder(folder)
      try place.write(Array((entry.line + "\n").utf8), to: name)
    }
    if let problem = FileOwner.problem(folder) ?? FileOwner.problem(FileTreePath.join(folder, name)) {
      throw FileTreeError(kind: .unwritable, tree: folder, path: name, message: "what is here is ignored: \(problem)")
    }
  }

  /// Stops trusting the checkout at a path, also where another folder is now.
  /// - Parameter root: as it was trusted.
  /// - Returns: whether it was trusted.
  /// - Throws: `FileTreeError` when that cannot be written down.
  package func remove(_ root: String) throws(FileTreeError) -> Bool {
    let entries = all.filter { ExactText.isSame($0.path, root) }
    for entry in entries {
      try CurrentMachine.aside { () throws(FileTreeError) in
        try OutputFolder(folder).remove(entry.identity.fileName)
      }
    }
    return !entries.isEmpty
  }
}

/// The part of the disk that belongs together: a checkout of version control, or where there is none, one folder.
///
/// A checkout inside another one (a submodule, a vendored clone) and a linked worktree are checkouts of their own.
package struct Checkout: Sendable {
  /// Its real path.
  package let root: String

  /// - Parameter root: a real path.
  init(root: String) { self.root = root }

  /// The one that a file lies in; of a link, the one that the link lies in.
  /// - Parameter file: an absolute path; it need not exist.
  package static func of(_ file: String) -> Checkout { containing(FileTreePath.directory(of: file)) }

  /// The one that a folder lies in, or that it is.
  package static func containing(_ folder: String) -> Checkout {
    let folder = folder.isEmpty ? "/" : folder
    return Checkout(root: VersionControl.root(of: folder) ?? RealPath.of(folder) ?? folder)
  }

  /// Whether a path lies in it, or in a checkout inside it.
  /// - Parameter path: a real path.
  func holds(_ path: String) -> Bool { RealPath.lies(path, in: root) }

  /// Whether a file belongs to it, and not to a checkout inside it.
  /// - Parameter file: a real path.
  package func covers(_ file: String) -> Bool {
    guard holds(file) else { return false }
    guard let nearest = VersionControl.root(of: FileTreePath.directory(of: file)) else { return true }
    return RealPath.lies(root, in: nearest)
  }
}
