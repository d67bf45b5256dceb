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
    // An app that shows parts of the app, or an example, says nothing about the app itself.
    let lists = words.filter { list in
      let target = FileTreePath.lastComponent(FileTreePath.directory(of: String(list)))
      return list.hasSuffix(".plist") && !target.hasSuffix("Preview") && !ProjectRanking.isExampleTarget(target[...])
    }.prefix(Self.maximumLists).map {
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

/// A file from which a tool generates an Xcode project, or an app without one.
struct ProjectGenerator: Sendable {
  /// The title, for “this is …” and “it holds …”.
  let title: String
  /// The possible names of the file.
  let names: Set<String>
  /// The command to run in the file's folder.
  private(set) var command: String
  let result: String
  /// Whether the file also counts in subfolders; some tools use the name for other purposes.
  let countsBelow: Bool
  /// Whether the project is generated next to the file; then the folder contains the app's files, and an Info.plist is
  /// not an app.
  let makesProjectBeside: Bool

  private init(
    _ title: String, _ names: Set<String>, _ command: String, _ result: String, below countsBelow: Bool,
    beside makesProjectBeside: Bool = false
  ) {
    (self.title, self.names, self.command, self.result) = (title, names, command, result)
    (self.countsBelow, self.makesProjectBeside) = (countsBelow, makesProjectBeside)
  }

  private static let xcodeGen = ProjectGenerator(
    "an XcodeGen specification", ["project.yml", "project.yaml"], "xcodegen generate",
    "the .xcodeproj that it writes", below: true, beside: true)

  /// All generators. The first match in a folder wins, so files that also have other uses come last.
  static let all: [ProjectGenerator] = [
    xcodeGen,
    ProjectGenerator(
      "a Tuist project", ["Project.swift", "Tuist.swift", "Workspace.swift"],
      "tuist install && tuist generate --no-open",
      "the .xcodeproj that it writes", below: true, beside: true),
    ProjectGenerator(
      "a Flutter project", ["pubspec.yaml"], "flutter create --platforms=ios .", "ios/Runner.xcodeproj", below: true),
    ProjectGenerator(
      "an Expo or React Native configuration", ["app.json", "app.config.js", "app.config.ts"],
      "npx expo prebuild --platform ios", "the .xcodeproj in ios", below: true),
    ProjectGenerator(
      "a Capacitor project",
      ["capacitor.config.json", "capacitor.config.ts", "capacitor.config.js"], "npx cap add ios",
      "ios/App/App.xcodeproj", below: true),
    ProjectGenerator(
      "a Cordova project", ["config.xml"], "cordova platform add ios",
      "the .xcodeproj in platforms/ios", below: false),
    ProjectGenerator(
      "a NativeScript project", ["nativescript.config.ts"], "ns prepare ios", "the .xcodeproj in platforms/ios",
      below: true),
    ProjectGenerator(
      "a Tauri configuration", ["tauri.conf.json"], "cargo tauri ios init", "the .xcodeproj in gen/apple", below: true),
    ProjectGenerator(
      "a Unity project", ["ProjectVersion.txt"], "",
      "the Xcode project that Unity writes when it builds this project for iOS", below: true),
    ProjectGenerator(
      "a Bazel project", ["MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", "BUILD", "BUILD.bazel"],
      "bazel build //PATH/TO:APP", "the .app in the .ipa that it names", below: false),
    ProjectGenerator(
      "a CMake project", ["CMakeLists.txt"], "cmake -G Xcode -B build -DCMAKE_SYSTEM_NAME=iOS",
      "the .xcodeproj in build", below: false),
    ProjectGenerator(
      "a Swift package", ["Package.swift"], "", "the Xcode project that uses it; a package has no app", below: false),
  ]

  /// A `.swiftpm` folder: an app without an Xcode project.
  static let playground = ProjectGenerator(
    "a Swift Playgrounds app", [], "", "the .app that Xcode builds from it", below: true)

  /// Whether the file may be of something other than an app: of a Swift package.
  var mayBeOther: Bool { command.isEmpty && !names.contains("ProjectVersion.txt") }

  /// Returns the tool for a file name.
  static func generator(for name: String) -> ProjectGenerator? { all.first { $0.names.contains(name) } }

  /// A generator's file in a tree, with the generator.
  struct Find {
    let path: String
    let generator: ProjectGenerator
    /// Whether the file is for a library: an XcodeGen specification without an app.
    let isOfLibrary: Bool

    /// Whether the file is a specification of XcodeGen with an app.
    var isOfApp: Bool { generator.title == xcodeGen.title && !isOfLibrary }

    /// The rank; the lowest is likeliest: files with a command, files of apps, the topmost, the first in the table.
    var rank: (Int, Int, Int, Int) {
      (
        generator.mayBeOther ? 1 : 0, isOfLibrary ? 1 : 0, FileTreePath.parts(of: path).count,
        all.firstIndex { $0.title == generator.title } ?? 0
      )
    }
  }

  /// Returns the tool for a file in a tree; nil for a file that has the name for another purpose.
  static func find(_ path: String, in tree: any FileTree) -> Find? {
    let (name, folder) = (FileTreePath.lastComponent(path), FileTreePath.directory(of: path))
    let known = generator(for: name)
    func text(of other: String? = nil) -> String {
      let path = other.map { FileTreePath.join(folder, $0) } ?? path
      return (try? tree.readPrefix(path, count: 64 * 1024)).map { String(decoding: $0, as: UTF8.self) } ?? ""
    }
    guard var generator = known else {
      // XcodeGen takes a file with any name.
      guard ["yml", "yaml"].contains(FileTreePath.lowercasedExtension(of: name)) else { return nil }
      let text = text()
      guard text.contains(/(?m)^name:/), text.contains(/(?m)^targets:/), makesApp(text, in: folder, of: tree) else {
        return nil
      }
      var generator = xcodeGen
      generator.command += " --spec \(name)"
      return Find(path: path, generator: generator, isOfLibrary: false)
    }
    if generator.title == xcodeGen.title {
      return Find(path: path, generator: generator, isOfLibrary: !makesApp(text(), in: folder, of: tree))
    }
    // Many tools use this name, but Expo's file mentions Expo.
    if name == "app.json", !text().contains("\"expo\"") { return nil }
    if name == "CMakeLists.txt", !text().contains(/(?i)\bios\b|iphone|TARGETED_DEVICE_FAMILY/) { return nil }
    // A plugin of Flutter has no app, except in its folder “example”.
    if name == "pubspec.yaml", text().contains(/(?m)^flutter:[ \r]*\n(?:[ \r#].*\n|\n)*?  plugin:/) { return nil }
    let package = generator.title == "a Capacitor project" ? text(of: "package.json") : ""
    if !package.isEmpty, !package.contains("\"@capacitor/ios\"") {
      let tools = [
        ("yarn.lock", "yarn add"), ("pnpm-lock.yaml", "pnpm add"), ("bun.lock", "bun add"), ("bun.lockb", "bun add"),
      ]
      let tool = tools.first { (tree.kind(of: FileTreePath.join(folder, $0.0)) ?? tree.kind(of: $0.0)) == .file }
      // The packages of Capacitor need the same major version.
      let major = package.firstMatch(of: /"@capacitor\/core": *"[^"0-9]*(\d+)/).map { "@\($0.1)" } ?? ""
      generator.command = "\(tool?.1 ?? "npm install") @capacitor/ios\(major) && \(generator.command)"
    }
    if name == "ProjectVersion.txt", FileTreePath.lastComponent(folder) != "ProjectSettings" { return nil }
    if generator.makesProjectBeside { generator.command = tuistCommand(in: folder, of: tree, text()) }
    // Cordova takes a folder for a project only if it has this folder, which other tools write.
    if name == "config.xml", tree.kind(of: FileTreePath.join(folder, "www")) != .directory {
      generator.command = "mkdir -p www && \(generator.command)"
    }
    return Find(path: path, generator: generator, isOfLibrary: false)
  }

  /// Returns the command of the Tuist version that the files next to its project name.
  private static func tuistCommand(in folder: String, of tree: any FileTree, _ text: String) -> String {
    func has(_ name: String) -> Bool { tree.kind(of: FileTreePath.join(folder, name)) == .file }
    let version = [".tuist-version", ".mise.toml", "mise.toml", ".tool-versions"].lazy.compactMap { name in
      (try? tree.readPrefix(FileTreePath.join(folder, name), count: 64 * 1024)).flatMap {
        String(decoding: $0, as: UTF8.self).firstMatch(of: /(?m)^(?:"?tuist"?[ =]+)?["']?(\d+)/).flatMap { Int($0.1) }
      }
    }.first
    // Tuist 3 renamed `dependencies fetch`. Tuist 4 removed `fetch`, reads Package.swift instead of this file, and
    // ignores one that is left over.
    let fetches = has("Tuist/Dependencies.swift") && !has("Tuist/Package.swift") && !has("Package.swift")
    // Tuist 1 and 2 do not open the project, and have no option for it.
    let isOld = version.map { $0 < 3 } ?? text.contains("CustomConfiguration.")
    let installs = version.map { $0 >= 4 } ?? !isOld
    let fetch = version ?? 3 < 3 ? "tuist dependencies fetch && " : "tuist fetch && "
    return (fetches && version ?? 3 < 4 ? fetch : installs ? "tuist install && " : "")
      + (isOld ? "tuist generate" : "tuist generate --no-open")
  }

  /// Returns whether a specification of XcodeGen, or a file that it includes, has a target that is an app. Next to a
  /// framework, an app that is an example or runs tests does not count.
  private static func makesApp(_ text: String, in folder: String, of tree: any FileTree) -> Bool {
    let included = text.split(separator: /(?m)^include:/, maxSplits: 1).dropFirst().flatMap { rest in
      rest.prefix(upTo: rest.firstMatch(of: /\n[^\s#-]/)?.range.lowerBound ?? rest.endIndex)
        .split { $0.isWhitespace || "[],\"'".contains($0) }.filter { $0.hasSuffix(".yml") || $0.hasSuffix(".yaml") }
    }
    let texts =
      [text]
      + included.prefix(20).compactMap { file in
        ProjectPath.resolve(String(file), from: folder).path.flatMap(tree.spelling).flatMap {
          try? tree.readPrefix($0, count: 64 * 1024)
        }
      }.map { String(decoding: $0, as: UTF8.self) }
    let apps = texts.flatMap(apps)
    let isFramework = texts.contains { $0.contains(/(?m)^\s+type:\s*["']?(framework|library)\b/) }
    return apps.contains { !isFramework || !ProjectRanking.isExampleTarget($0) }
  }

  /// Returns the names of a specification's targets that are apps: the parents of the lines `type: application`.
  private static func apps(in text: String) -> [Substring] {
    var parents: [(indentation: Int, name: Substring)] = []
    return text.split(separator: "\n").compactMap { line in
      let content = line.drop { $0 == " " }
      guard let first = content.first, !first.isWhitespace, first != "#" else { return nil }
      let indentation = line.utf8.count - content.utf8.count
      while let last = parents.last, last.indentation >= indentation { parents.removeLast() }
      defer { parents.append((indentation, content.prefix { $0 != ":" })) }
      return content.contains(/^type:\s*["']?application\b/) ? parents.last?.name : nil
    }
  }

  /// - Parameters:
  ///   - folder: the file's folder relative to the working directory; empty for that directory.
  ///   - others: the files of other apps in the same folder, or the folders of other apps.
  func hint(in folder: String = "", others: [String] = [], areFolders: Bool = false) -> String {
    if command.isEmpty { return "open \(result)" }
    let also = others.isEmpty ? "" : " (or \(areFolders ? "in" : "with") \(Names.list(others, atMost: 4, "or")))"
    return "run `\(command)`\(folder.isEmpty ? "" : " in \(folder)")\(also), then open \(result)"
  }
}
