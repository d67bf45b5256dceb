import AppSources
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A script instead of `homescreen-sources`, and an app for it to read.
struct FakeReader {
  let folder = TemporaryFolder()

  /// - Parameters:
  ///   - version: The output of `--version`.
  ///   - body: Lines of a shell script; the request is in `$request`.
  init(version: String = "homescreen-sources 1.0 document \(SourceDocument.currentVersion)", _ body: String) {
    folder.write(
      "reader",
      """
      #!/bin/sh
      if [ "$1" = --version ]; then echo '\(version)'; exit 0; fi
      request=$(cat)
      echo run >>'\(folder.path)/runs'
      \(body)

      """)
    chmod("\(folder.path)/reader", 0o755)
  }

  var path: String { "\(folder.path)/reader" }

  /// The number of requests for a document.
  var runs: Int {
    guard let file = fopen("\(folder.path)/runs", "r") else { return 0 }
    defer { fclose(file) }
    var count = 0
    while fgetc(file) != EOF { count += 1 }
    return count / "run\n".utf8.count
  }

  /// Writes an app without a project, with these source files.
  func app(_ names: [String]) -> String {
    folder.write(
      "App/Info.plist",
      """
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>com.example.app</string>
      <key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict>
      <key>night</key><dict/></dict></dict>
      <key>UIApplicationShortcutItems</key><array><dict>
      <key>UIApplicationShortcutItemType</key><string>com.example.app.new</string></dict></array>
      </dict></plist>
      """)
    for name in names { folder.write("App/\(name)", "") }
    return "\(folder.path)/App"
  }
}
