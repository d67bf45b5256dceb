import AppPackages
package import Platform
import PropertyLists

/// Decides which code of a project may run without being named on the command line: settings with code, and the plugins
/// and helpers that settings name.
///
/// Trust applies to a checkout (``Checkout``), and to all files with a real path in it. Files elsewhere that settings
/// name, by a link or a path, need trust in their own checkout.
package struct ProjectTrust: Sendable, Hashable {
  private enum Kind: Sendable, Hashable {
    case nothing
    case kept(TrustStore)
    /// Trusts the checkout of the settings for this run, in addition to the stored ones.
    case once(TrustStore?)
  }

  private let kind: Kind
  /// Whether to use code of settings and files that they name. Code on the command line is always used.
  package var usesPlugins = true

  private init(_ kind: Kind) { self.kind = kind }

  package static let nothing = ProjectTrust(.nothing)

  /// Trusts the checkout of the settings for one run, as with `--trust`, and the checkouts that the user has trusted before.
  /// - Parameter configuration: the folder of the user's configuration; nil if it is unknown.
  package static func once(configuration: String?) -> ProjectTrust {
    ProjectTrust(.once(configuration.map { TrustStore(configuration: $0) }))
  }

  /// Trusts the checkouts that the user has trusted before.
  /// - Parameter configuration: the folder of the user's configuration; nil if it is unknown.
  package static func kept(configuration: String?) -> ProjectTrust {
    ProjectTrust(configuration.map { .kept(TrustStore(configuration: $0)) } ?? .nothing)
  }

  /// The refusal of code for a `.busted` task that `--no-plugins` leaves out.
  package static let leftOut = UserError(
    "--no-plugins does not run code", hint: "The task needs .busted: leave out --task, or --no-plugins.")

  /// Returns why a code file does not run; nil if it may run or is missing.
  ///
  /// - Parameters:
  ///   - path: the path of the code.
  ///   - settings: the path of the settings file that names the code, or is the code.
  package func refusal(of path: String, namedBy settings: String) -> UserError? {
    guard let code = RealPath.of(path) else { return nil }
    guard isTrusted(code, settings) else {
      guard Checkout.of(settings).covers(code) else { return outside(code, settings) }
      return untrusted(settings)
    }
    let folder = FileTreePath.directory(of: code)
    let paths = [Checkout.of(code).root, RealPath.of(settings) ?? settings, folder.isEmpty ? "/" : folder, code]
    return paths.lazy.compactMap { FileOwner.problem($0) }.first.map(Self.unsafe)
  }

  /// Returns why data that settings name is not read; nil if it may be read. Data in the checkout of the
  /// settings does not need trust. Data elsewhere needs trust in both places.
  package func refusal(ofData path: String, namedBy settings: String) -> UserError? {
    let (place, checkout) = (RealPath.leading(path), Checkout.of(settings))
    if checkout.holds(place) {
      guard VersionControl.part(of: place, below: checkout.root) != nil else { return nil }
      return UserError("\(path) is version control data, such as .git", hint: "Put a copy of the file elsewhere.")
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

  private func outside(_ path: String, _ settings: String) -> UserError {
    UserError(
      "\(path) is outside of the checkout \(Checkout.of(settings).root)",
      hint:
        "Move the file into the checkout, name it on the command line, or trust its checkout: homescreen trust PATH.")
  }

  private static func unsafe(_ problem: String) -> UserError {
    UserError(
      "others can change it: \(problem)",
      hint: "Allow only yourself to change the file or folder. Settings that are plain data need no trust.")
  }

  private func untrusted(_ settings: String) -> UserError {
    var hint =
      "Look at the code, then trust the checkout with homescreen trust, or once with --trust; --no-plugins skips the code."
    if case .kept(let store) = kind, store.hasOldEntries {
      hint += " An earlier version trusted single files, which is no longer supported."
    }
    return UserError("the checkout \(Checkout.of(settings).root) is not trusted", hint: hint)
  }
}

/// The checkouts that the user trusts: a folder of the user, outside all projects, with a file for each checkout.
///
/// A file contains the real path of the checkout and the identity of its folder (``FolderIdentity``), so that another
/// clone at the same path is not trusted. It is valid only if other users cannot change it.
package struct TrustStore: Sendable, Hashable {
  /// The folder of the files: `~/.config/homescreen/trusted`.
  package let folder: String

  private static let maximumBytes = 64 << 10
  private static let maximumEntries = 10_000

  /// - Parameter configuration: the folder of the user's configuration.
  package init(configuration: String) { folder = FileTreePath.join(configuration, "homescreen/trusted") }

  /// A trusted checkout.
  package struct Entry: Sendable {
    package let path: String
    let identity: FolderIdentity
    /// Whether the folder at the path is still the one that was trusted.
    package var isCurrent: Bool { FolderIdentity(of: path) == identity }
  }

  /// Whether a file or folder is in a trusted checkout, and not in an untrusted one inside it.
  /// - Parameter file: the real path of the file.
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

  /// All trusted checkouts, sorted by path.
  package var all: [Entry] {
    CurrentMachine.aside {
      names.compactMap { read(FileTreePath.join(folder, $0)) }.sorted { ExactText.precedes($0.path, $1.path) }
    }
  }

  /// Whether the store has entries from earlier versions that trust single files. They are ignored.
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

  /// Adds a checkout to the trusted ones.
  /// - Parameter root: a real path.
  /// - Throws: `FileTreeError` if the entry cannot be written.
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
      throw FileTreeError(
        kind: .unwritable, tree: folder, path: name, message: "the saved trust is ignored: \(problem)")
    }
  }

  /// Removes trust in the checkout at a path, even if another folder is there now.
  /// - Parameter root: the path as it was trusted.
  /// - Returns: whether it was trusted.
  /// - Throws: `FileTreeError` if the entry cannot be removed.
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

/// The unit of trust: a checkout of version control, or without one, a single folder.
///
/// A checkout inside another one (a submodule, a vendored clone) and a linked worktree are separate checkouts.
package struct Checkout: Sendable {
  /// The real path of the root.
  package let root: String

  /// - Parameter root: a real path.
  init(root: String) { self.root = root }

  /// Returns the checkout that contains a file; for a link, the one that contains the link.
  /// - Parameter file: an absolute path; the file need not exist.
  package static func of(_ file: String) -> Checkout { containing(FileTreePath.directory(of: file)) }

  /// Returns the checkout that contains a folder, or is the folder.
  package static func containing(_ folder: String) -> Checkout {
    let folder = folder.isEmpty ? "/" : folder
    return Checkout(root: VersionControl.root(of: folder) ?? RealPath.of(folder) ?? folder)
  }

  /// Whether a path is in the checkout, or in one inside it.
  /// - Parameter path: a real path.
  func holds(_ path: String) -> Bool { RealPath.lies(path, in: root) }

  /// Whether a file is in the checkout, and not in one inside it.
  /// - Parameter file: a real path.
  package func covers(_ file: String) -> Bool {
    guard holds(file) else { return false }
    guard let nearest = VersionControl.root(of: FileTreePath.directory(of: file)) else { return true }
    return RealPath.lies(root, in: nearest)
  }
}
