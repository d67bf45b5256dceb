import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `homescreen` without arguments: at a terminal it opens the REPL with the app of the folder, or a sample.
@Suite struct PlayingTests {
  private static let plist =
    "<plist><dict><key>CFBundleIdentifier</key><string>com.example.mine</string><key>CFBundleName</key><string>Mine</string></dict></plist>"

  /// The screen of a session in a folder after a typed line.
  private func screen(in folder: TemporaryFolder, _ line: String, shows: String) throws -> String {
    let script = """
      mkfifo "$2/.keys"
      script -qfc "cd '$2' && exec '$1'" "$2/.screen" <"$2/.keys" >/dev/null &
      exec 3>"$2/.keys"
      shows() { for i in $(seq 400); do grep -qF -- "$1" "$2/.screen" 2>/dev/null && return; sleep 0.05; done; }
      waits() { for i in $(seq 400); do [ "$(tail -c 2 "$2/.screen" 2>/dev/null)" = '> ' ] && return; sleep 0.05; done; }
      waits '' "$2"
      printf '%s\\r' "$3" >&3
      shows "$4" "$2"
      printf 'exit\\r' >&3
      wait
      cat "$2/.screen"
      """
    return try ChildProcess.run(
      "/bin/sh", ["-c", script, "sh", try BuiltExecutable.path(), folder.path, line, shows],
      environment: ["PATH": "/usr/bin:/bin", "TERM": "dumb", "HOME": folder.path], timeLimit: 60
    ).stdout
  }

  private static var hasScript: Bool { access("/usr/bin/script", X_OK) == 0 }

  @Test(.enabled(if: hasScript, "there is no script(1), which gives a program a terminal"))
  func appOfTheFolderIsOpened() throws {
    let folder = TemporaryFolder()
    folder.write("Mine.app/Info.plist", Self.plist)
    let screen = try screen(
      in: folder, "device.springboard:icon(app):press().app.bundleIdentifier", shows: "\"com.example.mine\"")
    #expect(screen.contains("\"com.example.mine\""), "\(screen)")
    // The press is shown.
    #expect(screen.contains("com.example.mine  menu opened") && !screen.contains("is a sample"), "\(screen)")
  }

  @Test(.enabled(if: hasScript, "there is no script(1), which gives a program a terminal"))
  func sampleIsOpenedWithoutAnApp() throws {
    let screen = try screen(in: TemporaryFolder(), "app.bundleIdentifier", shows: "\"com.example.paint\"")
    #expect(screen.contains("\"com.example.paint\"") && screen.contains("This app is a sample"), "\(screen)")
    #expect(!screen.contains("note:"), "\(screen)")
  }

  @Test(.enabled(if: hasScript, "there is no script(1), which gives a program a terminal"))
  func noneOfSeveralAppsIsOpened() throws {
    let folder = TemporaryFolder()
    folder.write("Mine.app/Info.plist", Self.plist)
    folder.write("Other.app/Info.plist", Self.plist)
    let screen = try screen(in: folder, "app.bundleIdentifier", shows: "\"com.example.paint\"")
    #expect(
      screen.contains("note: the app of this folder cannot be opened") && screen.contains("Mine.app"), "\(screen)")
  }

  @Test(.enabled(if: hasScript, "there is no script(1), which gives a program a terminal"))
  func settingsTakePrecedence() throws {
    let folder = TemporaryFolder()
    folder.write("Mine.app/Info.plist", Self.plist)
    folder.write("build/Other.app/Info.plist", Self.plist.replacing("com.example.mine", with: "com.example.other"))
    folder.write("homescreen.lua", "return { app = 'build/Other.app', os = '16.0' }")
    let screen = try screen(in: folder, "app.bundleIdentifier .. device.os", shows: "\"com.example.other16.0\"")
    #expect(screen.contains("\"com.example.other16.0\""), "\(screen)")
  }

  @Test(.enabled(if: hasScript, "there is no script(1), which gives a program a terminal"))
  func helpIsShownInAPager() throws {
    let folder = TemporaryFolder()
    let result = try ChildProcess.run(
      "/bin/sh", ["-c", "script -qfc \"'$1' | cat\" /dev/null </dev/null", "sh", try BuiltExecutable.path()],
      environment: ["PATH": "/usr/bin:/bin", "TERM": "dumb", "HOME": folder.path], timeLimit: 60)
    #expect(result.stdout.contains("Play\r\n"), "\(result)")
  }

  @Test func linesOfAPipeRun() throws {
    let good = try homescreen([], stdin: "print(app.label)\n")
    #expect(good.exitCode == 0 && good.stdout == "Paint\n", "\(good)")
    let bad = try homescreen([], stdin: "foo.bar\n")
    #expect(bad.exitCode == 1 && bad.stderr.contains("foo"), "\(bad)")
    #expect(try homescreen([], stdin: "explain ICON-046\n").stdout.hasPrefix("ICON-046  ("))
  }

  @Test func choiceAmongSeveralAppsIsNoted() throws {
    let folder = TemporaryFolder()
    let root = "\(Repository.root)/lua/scenarios/seeds/fixtures"
    for part in ["ChangeIcon.xcodeproj", "ChangeIcon"] {
      for path in Files.paths(below: "\(root)/\(part)") {
        folder.write("\(part)/\(path)", Files.bytes("\(root)/\(part)/\(path)") ?? [])
      }
    }
    let result = try homescreen(["repl", "-e", "app.label"], in: folder)
    #expect(result.exitCode == 0 && result.stderr.contains("“ChangeIcon” is used"), "\(result)")
    #expect(result.stderr.contains("[several-apps]; select another with --target"), "\(result)")
  }

  @Test func savedPathStartsInTheFolderOfTheFile() throws {
    let folder = TemporaryFolder()
    folder.write("build/Mine.app/Info.plist", Self.plist)
    folder.write("specs/other.txt", "")
    let result = try homescreen(
      ["repl", "build/Mine.app", "-e", "app.label", "-e", ":save --as-test specs/a.lua"], in: folder)
    let saved = folder.read("specs/a.lua") ?? ""
    #expect(saved.contains("device:install(\"../build/Mine.app\")"), "\(saved)\(result)")
    #expect(try homescreen(["run", "specs/a.lua"], in: folder).exitCode == 0)
    let absolute = try homescreen(
      ["repl", "\(folder.path)/build/Mine.app", "-e", "app.label", "-e", ":save specs/b.lua"], in: folder)
    #expect(folder.read("specs/b.lua")?.contains("device:install(\"../build/Mine.app\")") == true, "\(absolute)")
    let unnamed = try homescreen(["repl", "-e", ":save --as-test"], in: folder)
    #expect(unnamed.stderr.contains("use :save [--as-test] FILE") && !folder.names.contains("--as-test"), "\(unnamed)")
  }

  @Test func helpIsPlainForPrograms() throws {
    let result = try homescreen([])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.stdout.contains("\nPlay\n"), "\(result)")
  }
}
