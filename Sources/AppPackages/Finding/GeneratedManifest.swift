import Platform

/// The scene declarations in a project generator's file, which is read as text and never run.
struct GeneratedManifest {
  private static let names: Set<String> = [
    "project.yml", "project.yaml", "Project.swift", "app.json", "app.config.js", "app.config.ts",
  ]
  private static let maximumBytes = 256 * 1024
  private static let maximumLists = 20

  /// The declaration that was found, with the file and line: `kDrive/Info.plist:12 names a scene delegate`.
  let text: String

  /// Reads the file of a generator, and then the property lists that it names; nil for other generators, and if these
  /// files do not mention scenes.
  init?(of path: String, in tree: any FileTree) {
    guard Self.names.contains(FileTreePath.lastComponent(path)), let lines = Self.lines(of: path, in: tree) else {
      return nil
    }
    if let found = Self.adoption(in: lines, of: path) {
      text = found
      return
    }
    let folder = FileTreePath.directory(of: path)
    let words = lines.flatMap { $0.text.split { !($0.isLetter || $0.isNumber || "/._-+".contains($0)) } }
    let lists = words.filter { $0.hasSuffix(".plist") }.prefix(Self.maximumLists).map {
      FileTreePath.join(folder, String($0))
    }
    let found = lists.lazy.compactMap { list in
      Self.lines(of: list, in: tree).flatMap { Self.adoption(in: $0, of: list) }
    }
    guard let text = found.first else { return nil }
    self.text = text
  }

  private typealias Line = (number: Int, text: Substring)

  private static func lines(of path: String, in tree: any FileTree) -> [Line]? {
    guard let bytes = try? tree.readPrefix(path, count: maximumBytes) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().map { ($0.offset + 1, $0.element) }.filter { line in
      let start = line.text.drop { $0 == " " || $0 == "\t" }
      return !start.hasPrefix("#") && !start.hasPrefix("//")
    }
  }

  private static func adoption(in lines: [Line], of path: String) -> String? {
    if let line = lines.first(where: { $0.text.contains("UISceneDelegateClassName") }) {
      return "\(path):\(line.number) names a scene delegate"
    }
    // The build setting that generates a manifest is not one that is written here.
    return lines.first {
      $0.text.contains("UIApplicationSceneManifest") && !$0.text.contains("UIApplicationSceneManifest_Generation")
    }.map {
      "\(path):\($0.number) has a scene manifest without a delegate class (enough only for SwiftUI’s App, or if the app delegate gives the class)"
    }
  }
}
