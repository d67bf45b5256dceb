/// A file from which a tool makes an Xcode project, or an app without one.
struct ProjectGenerator: Sendable {
  /// For “this is …” and “it holds …”.
  let title: String
  /// The names that the file may have.
  let names: Set<String>
  /// What to do in the file's folder, and what to open then.
  let command: String
  let result: String
  /// Whether the file counts in folders below the one that was named, too: some tools use the name for much else.
  let countsBelow: Bool
  /// Whether the project is made next to the file: then the app's files are here, and no Info.plist is an app.
  let makesProjectBeside: Bool

  private init(
    _ title: String, _ names: Set<String>, _ command: String, _ result: String, below countsBelow: Bool,
    beside makesProjectBeside: Bool = false
  ) {
    self.title = title
    self.names = names
    self.command = command
    self.result = result
    self.countsBelow = countsBelow
    self.makesProjectBeside = makesProjectBeside
  }

  /// Of several in one folder the first: what makes the project comes before what is made of other things, too.
  static let all: [ProjectGenerator] = [
    ProjectGenerator(
      "an XcodeGen specification", ["project.yml", "project.yaml"], "xcodegen generate",
      "the .xcodeproj that it writes", below: true, beside: true),
    ProjectGenerator(
      "a Tuist project", ["Project.swift", "Tuist.swift"], "tuist install && tuist generate --no-open",
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
      "a Cordova project", ["config.xml"], "cordova platform add ios", "the .xcodeproj in platforms/ios", below: false),
    ProjectGenerator(
      "a NativeScript project", ["nativescript.config.ts"], "ns prepare ios", "the .xcodeproj in platforms/ios",
      below: true),
    ProjectGenerator(
      "a Tauri configuration", ["tauri.conf.json"], "cargo tauri ios init", "the .xcodeproj in gen/apple", below: true),
    ProjectGenerator(
      "a Bazel project", ["MODULE.bazel", "WORKSPACE", "WORKSPACE.bazel", "BUILD", "BUILD.bazel"],
      "bazel build //PATH/TO:APP", "the .app in the .ipa that it names", below: false),
    ProjectGenerator(
      "a CMake project", ["CMakeLists.txt"], "cmake -G Xcode -B build -DCMAKE_SYSTEM_NAME=iOS",
      "the .xcodeproj in build", below: false),
    ProjectGenerator(
      "a Swift package", ["Package.swift"], "", "the Xcode project that uses it; a package has no app", below: false),
  ]

  /// A `.swiftpm` folder, which is an app without an Xcode project.
  static let playground = ProjectGenerator(
    "an app of Swift Playgrounds", [], "", "the .app that Xcode builds of it", below: true)

  /// The tool that a file is for.
  static func generator(for name: String) -> ProjectGenerator? { all.first { $0.names.contains(name) } }

  /// - Parameter folder: of the file, as seen from where the person stands; empty for there.
  func hint(in folder: String = "") -> String {
    if command.isEmpty { return "open \(result)" }
    return "run `\(command)`\(folder.isEmpty ? "" : " in \(folder)"), then open \(result)"
  }
}
