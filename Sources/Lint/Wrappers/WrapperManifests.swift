import AppPackages
import Platform
import PropertyLists

/// The files in which projects of other languages name their plugins.
struct WrapperManifests {
  /// A plugin that a file names.
  struct Entry {
    let plugin: WrapperPlugin
    /// As the file has it: `^1.0.7`; nil where it has none.
    let version: String?
    /// The one that is installed; nil where no lock file has it.
    let locked: String?
    let location: SourceLocation
  }

  private let tree: any FileTree

  init(_ tree: any FileTree) { self.tree = tree }

  /// Looks in a folder and in those around it, as far as may be read: the project for Xcode lies in a folder of its own.
  func entries(around folder: String) -> [Entry] {
    var folder = folder
    while true {
      let found = entries(in: folder)
      if !found.isEmpty || folder.isEmpty { return found }
      folder = FileTreePath.directory(of: folder)
    }
  }

  private func entries(in folder: String) -> [Entry] {
    Self.kinds.flatMap { kind -> [Entry] in
      let path = FileTreePath.join(folder, kind.name)
      guard tree.kind(of: path) == .file, let bytes = try? tree.readPrefix(path, count: WrapperText.maximumBytes) else {
        return []
      }
      let named = kind.read(bytes, FileTreePath.join(tree.name, path))
      return WrapperPlugin.all.filter { kind.frameworks.contains($0.framework) }.compactMap { plugin in
        named.first { $0.name == plugin.name }.map {
          Entry(
            plugin: plugin, version: $0.version, locked: WrapperLocks(tree).version(of: plugin, in: folder),
            location: $0.location)
        }
      }
    }
  }

  // MARK: Kinds of files

  /// A file, the frameworks whose plugins it names, and what reads it.
  private struct Kind {
    let name: String
    let frameworks: Set<WrapperPlugin.Framework>
    let read: @Sendable ([UInt8], String) -> [(name: String, version: String?, location: SourceLocation)]
  }

  private static let kinds = [
    Kind(name: "package.json", frameworks: [.reactNative, .expo, .capacitor, .cordova]) { bytes, file in
      let root = try? LenientJSON.parse(bytes, file: file).root
      return (root?["dependencies"]?.object?.entries ?? []).map { entry in
        (entry.key, entry.node.string, entry.node.location ?? SourceLocation(file: file))
      }
    },
    Kind(name: "config.xml", frameworks: [.cordova]) { bytes, file in
      WrapperText.lines(bytes).compactMap { number, line in
        guard line.contains("<plugin "), let name = attribute("name", of: line) else { return nil }
        return (name, attribute("spec", of: line), SourceLocation(file: file, line: number))
      }
    },
    Kind(name: "pubspec.yaml", frameworks: [.flutter]) { bytes, file in
      // A block of names with their versions, each with two blanks before it.
      var isInside = false
      return WrapperText.lines(bytes).compactMap { number, line in
        if line.first?.isWhitespace == false { isInside = line.hasPrefix("dependencies:") }
        guard isInside, line.hasPrefix("  "), let colon = line.firstIndex(of: ":") else { return nil }
        let version = line[line.index(after: colon)...].split(whereSeparator: \.isWhitespace).first.map(String.init)
        return (
          String(line[..<colon].drop(while: \.isWhitespace)), version,
          SourceLocation(file: file, line: number, column: 3)
        )
      }
    },
  ]

  private static func attribute(_ name: String, of line: Substring) -> String? {
    guard let start = line.firstRange(of: " \(name)=\"")?.upperBound else { return nil }
    return line[start...].firstIndex(of: "\"").map { String(line[start..<$0]) }
  }
}
