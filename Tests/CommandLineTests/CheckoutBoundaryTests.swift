import TestSupport
import Testing

/// The boundary of a foreign checkout: names, links and settings do not lead out of it, and version control files are
/// not read.
@Suite struct CheckoutBoundaryTests {
  private let folder = TemporaryFolder()

  /// An app whose quick action has an unknown icon type, which `lint --fix` fixes.
  private static let infoPlist = """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <key>CFBundleIdentifier</key>
      <string>com.example.app</string>
      <key>CFBundleExecutable</key>
      <string>App</string>
      <key>CFBundleName</key>
      <string>App</string>
      <key>UIApplicationShortcutItems</key>
      <array>
        <dict>
          <key>UIApplicationShortcutItemType</key>
          <string>a</string>
          <key>UIApplicationShortcutItemTitle</key>
          <string>T</string>
          <key>UIApplicationShortcutItemIconType</key>
          <string>UIApplicationShortcutIconTypeadd</string>
        </dict>
      </array>
    </dict>
    </plist>

    """

  /// - Parameter infoPlist: Its path, as in the project file.
  static func project(_ infoPlist: String) -> String {
    """
    { archiveVersion = 1; objectVersion = 56; rootObject = A; objects = {
      A = { isa = PBXProject; buildConfigurationList = B; mainGroup = G; targets = (T); };
      G = { isa = PBXGroup; children = (); sourceTree = "<group>"; };
      B = { isa = XCConfigurationList; buildConfigurations = (C); };
      C = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; }; };
      T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
        buildConfigurationList = D; buildPhases = (); };
      D = { isa = XCConfigurationList; buildConfigurations = (E); };
      E = { isa = XCBuildConfiguration; name = Release; buildSettings = {
        PRODUCT_NAME = App; INFOPLIST_FILE = "\(infoPlist)"; }; };
    }; }
    """
  }

  /// Runs a shell command with the program as `$0`.
  private func shell(
    _ command: String, in place: String = ".", _ variables: [String: String] = [:]
  ) throws -> ProcessResult {
    try ChildProcess.run(
      "/bin/sh", ["-c", "cd '\(folder.path)/\(place)' && \(command)", try BuiltExecutable.path()],
      environment: ["PATH": "/usr/bin:/bin"].merging(variables) { $1 }, timeLimit: 60)
  }

  // MARK: Version control

  // CI services keep their token there.
  @Test(arguments: [".git/config", ".git//config", "link/config", "config", "GIT~1/config", "sub/.hg/config"])
  func scriptsCannotReadVersionControl(path: String) throws {
    for place in [".git", "sub/.hg", ".github"] { folder.write("\(place)/config", "{ token = hunter2; }") }
    folder.link("link", to: ".git")
    folder.link("config", to: ".git/config")
    folder.link("GIT~1", to: ".git")
    let lines = ["assert(io.open('PATH')):read 'a'", "plist.load('PATH').token", "AppPackage 'PATH'", "dofile 'PATH'"]
    for line in lines {
      folder.write("a_spec.lua", "it('reads', function() print(\(line.replacing("PATH", with: path))) end)")
      let result = try shell("exec \"$0\" run a_spec.lua")
      #expect(result.exitCode == 1 && !"\(result)".contains("hunter2"), "\(line): \(result)")
      #expect(result.stdout.contains("version control data"), "\(line): \(result)")
    }
    folder.write(
      "a_spec.lua",
      "it('reads', function() print(io.open('.github/config'):read 'a', plist.load('.github/config').token) end)")
    #expect(try shell("exec \"$0\" run a_spec.lua").stdout.contains("{ token = hunter2; }\thunter2"))
  }

  @Test func projectsCannotReadVersionControl() throws {
    for place in [".git", "data"] { folder.write("\(place)/Info.plist", Self.infoPlist) }
    folder.link("link", to: ".git")
    for (path, isRead) in [(".git/Info.plist", false), ("link/Info.plist", false), ("data/Info.plist", true)] {
      folder.write("App.xcodeproj/project.pbxproj", Self.project(path))
      let result = try shell("exec \"$0\" inspect . --json")
      #expect(result.stdout.contains("com.example.app") == isRead, "\(path): \(result)")
      #expect(try shell("exec \"$0\" lint . --fix").exitCode != nil)
      #expect(folder.read(".git/Info.plist") == Self.infoPlist)
    }
    #expect(folder.read("data/Info.plist") != Self.infoPlist)
  }

  // MARK: Links

  @Test(arguments: [
    ("lint . --format sarif=link.txt", "kept.txt"), ("run a_spec.lua --format junit=link.txt", "kept.txt"),
    ("run a_spec.lua --format json=reports/kept.txt", "kept.txt"), ("run a_spec.lua --format tap=new.txt", "made.txt"),
    ("lint . --write-baseline link.txt", "kept.txt"), ("inspect . --format html=reports/made.txt", "made.txt"),
    ("lint . --format json=inner/link.txt", "kept.txt"),
  ])
  func reportsDoNotLeaveACheckoutThroughALink(command: String, file: String) throws {
    folder.write("out/kept.txt", "kept")
    folder.makeFolder("clone/.git/hooks")
    folder.write("clone/a_spec.lua", "it('x', function() end)")
    folder.write("clone/Info.plist", Self.infoPlist)
    folder.link("clone/link.txt", to: "../out/kept.txt")
    folder.link("clone/new.txt", to: "../out/made.txt")
    folder.link("clone/reports", to: "\(folder.path)/out")
    folder.link("clone/inner", to: ".")
    let result = try shell("exec \"$0\" \(command)", in: "clone")
    #expect(folder.read("out/kept.txt") == "kept" && folder.read("out/made.txt") == nil, "\(result)")
    #expect(result.exitCode == 74 && result.stderr.contains("points out of the checkout \(folder.path)/clone, to "))
    #expect(result.stderr.contains("\(folder.path)/out/\(file); remove the link, or name its target instead"))
    // The other folder itself and links inside still work.
    folder.link("clone/near.txt", to: "a.txt")
    folder.link("far", to: "out")
    for (path, place) in [("near.txt", "clone/a.txt"), ("../far/b.txt", "out/b.txt"), ("../out/c.txt", "out/c.txt")] {
      #expect(try shell("exec \"$0\" run a_spec.lua --format json=\(path)", in: "clone").exitCode == 0, "\(path)")
      #expect(folder.read(place)?.isEmpty == false, "\(path)")
    }
    folder.link("clone/data", to: ".git/hooks")
    let hook = try shell("exec \"$0\" run a_spec.lua --format json=data/pre-commit", in: "clone")
    #expect(hook.exitCode == 74 && hook.stderr.contains("which is version control data"), "\(hook)")
    #expect(Files.names(in: "\(folder.path)/clone/.git/hooks").isEmpty)
  }

  @Test func reportsDoNotFollowLinksWithNamesThatAreNotText() throws {
    folder.makeFolder("out")
    folder.makeFolder("clone/.git")
    folder.write("clone/a_spec.lua", "it('x', function() end)")
    let made = try shell("n=$(printf '\\377'); mkdir \"$n\" && ln -s \"$n/../../out\" odd", in: "clone")
    // Disks of a Mac do not accept such a name.
    guard made.exitCode == 0 else { return }
    let result = try shell("exec \"$0\" run a_spec.lua --format json=odd/x.json", in: "clone")
    #expect(result.exitCode == 74 && result.stderr.contains("points to a name that is not UTF-8"), "\(result)")
    #expect(Files.names(in: "\(folder.path)/out").isEmpty)
  }

  @Test func initDoesNotWriteIntoVersionControl() throws {
    folder.makeFolder("clone/.git/hooks")
    folder.write("clone/App.app/Info.plist", Self.infoPlist)
    folder.link("clone/specs", to: ".git/hooks")
    let result = try shell("exec \"$0\" init --write App.app", in: "clone")
    #expect(result.exitCode != 0 && result.stderr.contains("points into version control"), "\(result)")
    #expect(Files.names(in: "\(folder.path)/clone/.git/hooks").isEmpty)
  }

  @Test func writtenFoldersAreNotLinksOut() throws {
    folder.write("out/Info.plist", Self.infoPlist)
    folder.makeFolder("clone/.git")
    folder.link("clone/link", to: "../out")
    folder.write("clone/a_spec.lua", "it('x', function() plist.parse 'a = \"b\";':save 'link/a.strings' end)")
    let script = try shell("exec \"$0\" run a_spec.lua --write link", in: "clone")
    #expect(script.exitCode == 1 && script.stdout.contains("points out"), "\(script)")
    folder.write(
      "clone/a_spec.lua", "it('x', function() plist.parse 'a = \"b\";':save '\(folder.path)/out/a.strings' end)")
    let opened = try shell("exec \"$0\" run a_spec.lua --write link", in: "clone")
    #expect(opened.exitCode == 1 && opened.stdout.contains("points out of the checkout"), "\(opened)")
    _ = try shell("exec \"$0\" lint link --fix", in: "clone")
    #expect(folder.read("out/Info.plist") == Self.infoPlist && Files.names(in: "\(folder.path)/out") == ["Info.plist"])
    #expect(try shell("exec \"$0\" run a_spec.lua --write ../out", in: "clone").exitCode == 0)
    _ = try shell("exec \"$0\" lint ../out --fix", in: "clone")
    #expect(folder.read("out/Info.plist") != Self.infoPlist)
  }

  @Test func actionStaysInItsWorkspace() throws {
    folder.write("out/homescreen.sarif", "kept")
    folder.write("bin/homescreen", "#!/bin/sh\nexec '\(try BuiltExecutable.path())' \"$@\"\n")
    folder.write("workspace/Info.plist", Self.infoPlist)
    folder.makeFolder("workspace/.git")
    folder.link("workspace/reports", to: "../out")
    folder.link("workspace/near", to: ".")
    let action = "chmod +x ../bin/homescreen; sh '\(Repository.root)/scripts/action/run.sh'"
    func run(_ sarif: String) throws -> ProcessResult {
      folder.write("output", "")
      return try shell(
        action, in: "workspace",
        [
          "PATH": "\(folder.path)/bin:/usr/bin:/bin", "INPUT_SARIF": sarif, "GITHUB_OUTPUT": "\(folder.path)/output",
          "GITHUB_STEP_SUMMARY": "\(folder.path)/summary",
        ])
    }
    for sarif in ["reports/homescreen.sarif", "reports/new/homescreen.sarif", "near/reports/homescreen.sarif"] {
      let result = try run(sarif)
      #expect(result.stdout.contains("leads out of the workspace"), "\(result)")
      #expect(folder.read("output") == "exit-code=64\nsarif=\n")
      #expect(folder.read("out/homescreen.sarif") == "kept" && Files.names(in: "\(folder.path)/out").count == 1)
    }
    for sarif in ["homescreen.sarif", "new/a.sarif", "near/b.sarif", "\(folder.path)/out/c.sarif"] {
      let result = try run(sarif)
      #expect(folder.read("output")?.hasSuffix("\nsarif=\(sarif)\n") == true, "\(result)")
    }
    #expect(folder.read("workspace/b.sarif") != nil && folder.read("out/c.sarif") != nil)
  }

  // MARK: Fixes

  @Test func fixStaysBelowItsInput() throws {
    folder.makeFolder(".git")
    folder.write("Info.plist", Self.infoPlist)
    folder.write("vendor/clone/App.xcodeproj/project.pbxproj", Self.project("../../Info.plist"))
    for command in [
      "lint . --fix", "lint App.xcodeproj --fix", "lint App.xcodeproj/ --fix",
      "lint App.xcodeproj/project.pbxproj --fix",
    ] {
      let result = try shell("exec \"$0\" \(command)", in: "vendor/clone")
      #expect(folder.read("Info.plist") == Self.infoPlist, "\(command): \(result)")
    }
    let refusal = try shell("exec \"$0\" lint . --fix", in: "vendor/clone")
    #expect(refusal.stderr.contains("); to change it, lint a folder that contains it"), "\(refusal)")
    #expect(try shell("exec \"$0\" lint . --diff", in: "vendor/clone").stdout.contains("+++ ") == false)
    _ = try shell("exec \"$0\" lint . --fix")
    #expect(folder.read("Info.plist")?.contains("UIApplicationShortcutIconTypeAdd") == true)
  }

  // MARK: Patches

  /// Names cannot forge lines of a patch, and git and patch still find the file.
  @Test(arguments: [
    "App/x\n--- a/Makefile\n+++ b/Makefile\n@@ -2,2 +2,4 @@\n all:\n+\techo PWNED\n+all:\n \tcc a.c\n--- a/y.plist\n+++ b/y",
    "a \"quoted\" \\ name.plist", "tab\tand return\r.plist", "blanks in it.plist", "Ünïcode 日本.plist", "plain.plist",
  ])
  func namesInAPatchAreQuoted(name: String) throws {
    let makefile = "# top\nall:\n\tcc a.c\n# end\n"
    folder.write("Makefile", makefile)
    folder.write(name, Self.infoPlist)
    let written = name.replacing("\\", with: "\\\\").replacing("\n", with: "\\n").replacing("\"", with: "\\\"")
      .replacing("\t", with: "\\t").replacing("\r", with: "\\r")
    folder.write("App.xcodeproj/project.pbxproj", Self.project(written))
    for tool in ["git init -q . && git apply a.patch", "patch -p1 -s < a.patch"] {
      folder.write(name, Self.infoPlist)
      let result = try shell("\"$0\" lint . --diff > a.patch; grep -c '^+++' a.patch; \(tool)")
      #expect(result.stdout == "1\n" && result.exitCode == 0, "\(tool): \(result) \(folder.read("a.patch") ?? "")")
      #expect(folder.read("Makefile") == makefile)
      #expect(folder.read(name)?.contains("UIApplicationShortcutIconTypeAdd") == true, "\(tool)")
    }
  }

  /// A patch must be exact, so it cannot contain control characters.
  @Test(arguments: ["\u{1B}[2J", "\u{9B}2J", "a\rb", "\u{202E}", "\u{7}"])
  func patchesHaveNoControlCharacters(text: String) throws {
    func list(far: String, near: String) -> String {
      """
      { /* \(far) */
        CFBundleIdentifier = "com.example.app"; CFBundleExecutable = App; CFBundleName = App;
        UIApplicationShortcutItems = (
          {
            UIApplicationShortcutItemType = a; /* \(near) */
            UIApplicationShortcutItemTitle = T;
            UIApplicationShortcutItemIconType = UIApplicationShortcutIconTypeadd;
          }
        );
      }

      """
    }
    folder.write("App/Info.plist", list(far: "", near: text))
    let result = try shell("\"$0\" lint App --diff")
    #expect(result.stdout.contains("+++ ") == false, "\(result)")
    #expect(
      result.stderr
        == "note: Info.plist is not in the diff: its line 5 has a control character; --fix still changes the file\n")
    // Distant text is not in a patch, and lines may end as on Windows.
    folder.write("App/Info.plist", list(far: text, near: "").replacing("\n", with: "\r\n"))
    let fine = try shell("\"$0\" lint App --diff > a.patch; cd App; patch --binary -p1 -s < ../a.patch")
    let fixed = list(far: text, near: "").replacing("\n", with: "\r\n").replacing("Typeadd", with: "TypeAdd")
    #expect(fine.exitCode == 0 && folder.read("App/Info.plist") == fixed, "\(fine)")
  }

  // MARK: Folders

  @Test func folderOfAScriptDecidesItsProject() throws {
    for place in [".git", "clone/.git"] { folder.makeFolder("home/src/\(place)") }
    folder.write("home/.ssh/id", "hunter2")
    folder.write("home/src/near", "hunter2")
    folder.write("home/src/clone/own", "own file")
    folder.write(
      "home/src/clone/specs/a_spec.lua",
      """
      it('reads', function()
        for _, path in ipairs { '.ssh/id', 'near', '../near', '../../near', 'src/near', '../../../.ssh/id' } do
          local file = io.open(path)
          print(file and file:read 'a')
        end
        print(io.open 'own':read 'a')
      end)
      """)
    let home = ["HOME": "\(folder.path)/home"]
    for (place, path) in [("home", "src/clone/specs"), ("home/src", "clone/specs"), ("home/src/clone", "specs")] {
      let result = try shell("exec \"$0\" run \(path)", in: place, home)
      #expect(
        result.exitCode == 0 && result.stdout.contains("own file") && !result.stdout.contains("hunter2"), "\(result)")
    }
    // A home folder is not a project even without a checkout, and settings mark the start of a project.
    folder.write("home/other/specs/a_spec.lua", "it('x', function() print(io.open('.ssh/id'), io.open '../own') end)")
    folder.write("home/other/own", "own file")
    #expect(try shell("exec \"$0\" run other/specs", in: "home", home).stdout.contains("nil\t"))
    folder.write("home/other/homescreen.lua", "return {}")
    folder.write("home/other/specs/a_spec.lua", "it('x', function() print(io.open('own'):read 'a') end)")
    #expect(try shell("exec \"$0\" run other/specs", in: "home", home).stdout.contains("own file"))
  }

  @Test func userFoldersMustBePrivate() throws {
    let code = "print 'init.lua runs' return homescreen.plugin { name = 'own' }"
    for place in ["clone/.config", "home/.config", "open/.config"] {
      folder.write("\(place)/homescreen/init.lua", code)
    }
    for (variables, reason) in [
      (["HOME": "."], "HOME is ignored: . is not an absolute path"),
      (["HOME": "../clone"], "HOME is ignored: ../clone is not an absolute path"),
      (["XDG_CONFIG_HOME": ".config"], "XDG_CONFIG_HOME is ignored: .config is not an absolute path"),
      (["HOME": "\(folder.path)/open"], "every user can write to \(folder.path)/open"),
      (["XDG_CONFIG_HOME": "\(folder.path)/open/.config"], "every user can write to \(folder.path)/open/.config"),
    ] {
      let result = try shell("chmod 777 ../open ../open/.config; exec \"$0\" repl </dev/null", in: "clone", variables)
      #expect(!result.stdout.contains("init.lua runs") && result.stderr.contains("note: "), "\(result)")
      #expect(result.stderr.contains(reason), "\(result)")
    }
    let own = try shell("exec \"$0\" repl </dev/null", in: "clone", ["HOME": "\(folder.path)/home"])
    #expect(own.stdout.contains("init.lua runs") && own.stderr == "", "\(own)")
  }

  // MARK: Commands

  /// Each argument is one word in every shell, whatever the name of the scenario.
  @Test(arguments: ["x'; touch PWNED #\\n", "$(touch PWNED)\\t`touch PWNED`", "\\27'!x", "a\\\\b\\1%s%d", "\\n'\\n"])
  func repeatCommandWorksInEveryShell(name: String) throws {
    folder.write(
      "clone/a_spec.lua", "it(\"\(name.replacing("\"", with: "\\\""))\", function() error 'e' end) it('y', print)")
    let run = try shell("exec \"$0\" run a_spec.lua", in: "clone")
    let line = try #require(run.stdout.split(separator: "\n").first { $0.contains("repeat homescreen run") })
    folder.write("clone/repeat.sh", String(line.drop { $0 == " " }.dropFirst("repeat homescreen".count)))
    for shell in ["sh", "bash"] {
      let result = try self.shell(
        "{ printf 'exec \"%s\" ' \"$0\"; cat repeat.sh; } > all.sh; \(shell) all.sh", in: "clone")
      #expect(result.exitCode == 1 && !result.stdout.contains("✓") && result.stdout.contains("✗"), "\(line): \(result)")
    }
    #expect(!Files.names(in: "\(folder.path)/clone").contains("PWNED"), "\(line)")
  }
}
