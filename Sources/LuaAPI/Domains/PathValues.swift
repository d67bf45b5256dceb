import AppPackages
import Platform
import PropertyLists

/// The names in the folder that a path has reached, as a script writes them.
struct PathValues {
  private let location: ScriptLocation
  /// Nobody reads more.
  private static let maximumNames = 2_000

  init(_ location: ScriptLocation) {
    self.location = location
  }

  /// What can follow a path that is begun.
  /// - Parameter onlyApps: apps and what may hold one, and folders on the way.
  func values(typed: String, onlyApps: Bool) -> [DomainValue] {
    // No more than what was typed up to the last slash is looked at.
    let bytes = typed.utf8
    let slash = bytes.lastIndex(of: UInt8(ascii: "/")).map { bytes.distance(from: bytes.startIndex, to: $0) + 1 } ?? 0
    let folder = String(decoding: bytes.prefix(slash), as: UTF8.self)
    let hidden = bytes.dropFirst(slash).first == UInt8(ascii: ".")
    return entries(in: folder, beginning: String(decoding: bytes.dropFirst(slash), as: UTF8.self)).compactMap { entry in
      guard hidden || !entry.name.hasPrefix(".") else { return nil }
      let path = folder + entry.name
      switch entry.kind {
      case .directory:
        if Self.isBundle(entry.name) { return onlyApps ? DomainValue(path) : DomainValue("\(path)/", isOpen: true) }
        return DomainValue("\(path)/", isOpen: true)
      case .file: return !onlyApps || Self.holdsApp(entry.name) ? DomainValue(path) : nil
      case .other: return nil
      }
    }
  }

  /// The modules of a folder: `a.b` for `a/b.lua`.
  func modules(typed: String) -> [DomainValue] {
    let beginning = typed.lastIndex(of: ".").map { String(typed[...$0]) } ?? ""
    let folder = String(beginning.map { $0 == "." ? "/" : $0 })
    let name = String(typed.dropFirst(beginning.count))
    let own = entries(in: folder, beginning: name).compactMap { entry -> DomainValue? in
      switch entry.kind {
      case .file where entry.name.hasSuffix(".lua"): DomainValue(beginning + entry.name.dropLast(4))
      case .directory where entry.name.isLuaName(): DomainValue("\(beginning)\(entry.name).", isOpen: true)
      case .file, .directory, .other: nil
      }
    }
    return own + (beginning.isEmpty ? ["busted", "luassert"].map { DomainValue($0) } : [])
  }

  /// - Parameter beginning: of the names that are wanted.
  private func entries(in folder: String, beginning: String) -> [FileTreeEntry] {
    guard folder.utf8.count <= FileTreePath.maximumLength else { return [] }
    do throws(FileTreeError) {
      switch location {
      case .folder:
        let path = location.resolve(folder)
        let entries = try FolderTree(path.isEmpty ? "." : path).entries(in: "")
        return Array(
          entries.lazy.filter { $0.name.lowercased().hasPrefix(beginning.lowercased()) }.prefix(Self.maximumNames))
      case .bundled: return try BundledFiles.tree.entries(in: location.resolve(folder))
      }
    } catch {
      // A folder that is not there has nothing to offer.
      return []
    }
  }

  /// A folder that counts as one thing.
  private static func isBundle(_ name: String) -> Bool {
    [".app", ".xcodeproj", ".xcarchive"].contains { name.hasSuffix($0) }
  }

  private static func holdsApp(_ name: String) -> Bool {
    [".ipa", ".zip", ".plist"].contains { name.hasSuffix($0) }
  }
}
