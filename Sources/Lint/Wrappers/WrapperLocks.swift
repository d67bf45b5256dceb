import AppPackages
import Platform

/// The versions that were installed, where a project has locked them: `pubspec.lock` of Flutter, `Podfile.lock` of CocoaPods.
struct WrapperLocks {
  private let tree: any FileTree

  init(_ tree: any FileTree) { self.tree = tree }

  /// The version of a plugin that a file in a folder names; nil where no lock has it.
  func version(of plugin: WrapperPlugin, in folder: String) -> String? {
    switch plugin.framework {
    case .flutter: version(FileTreePath.join(folder, "pubspec.lock")) { Self.pubspec($0, plugin.name) }
    case .reactNative, .expo, .capacitor, .cordova:
      plugin.pod.flatMap { pod in
        ["", "ios", "ios/App"].lazy.compactMap { place in
          version(FileTreePath.join(FileTreePath.join(folder, place), "Podfile.lock")) { Self.podfile($0, pod) }
        }.first
      }
    }
  }

  private func version(_ path: String, _ find: ([Substring]) -> String?) -> String? {
    guard tree.kind(of: path) == .file, let bytes = try? tree.readPrefix(path, count: WrapperText.maximumBytes)
    else {
      return nil
    }
    return find(WrapperText.lines(bytes).map(\.line))
  }

  /// A block of each package, with two blanks before its name and four before `version: "1.1.0"`.
  private static func pubspec(_ lines: [Substring], _ name: String) -> String? {
    guard let start = lines.firstIndex(of: "  \(name):") else { return nil }
    let block = lines[(start + 1)...].prefix { $0.hasPrefix("    ") }
    return block.lazy.compactMap { line -> String? in
      let words = line.split(separator: " ")
      guard words.count == 2, words[0] == "version:" else { return nil }
      return words[1].filter { $0 != "\"" }
    }.first
  }

  /// `  - RNQuickAction (0.3.13):` in the list of pods.
  private static func podfile(_ lines: [Substring], _ pod: String) -> String? {
    lines.lazy.compactMap { line -> String? in
      let head = "  - \(pod) ("
      guard line.hasPrefix(head) else { return nil }
      let version = line.dropFirst(head.count).prefix { $0 != ")" }
      return version.first?.isNumber == true ? String(version) : nil
    }.first
  }
}

/// The files of a project that name plugins, as text.
enum WrapperText {
  /// Nobody writes longer ones; a lock file of a large project has a megabyte.
  static let maximumBytes = 4 << 20

  static func lines(_ bytes: [UInt8]) -> [(number: Int, line: Substring)] {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated().map { ($0 + 1, $1) }
  }
}
