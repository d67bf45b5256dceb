import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// `check` and `lint --sources` with a script instead of `homescreen-sources`.
@Suite struct SourcesTests {
  private let folder = TemporaryFolder()

  /// The reader's document of an app whose scene delegate never calls the completion handler.
  private static let document = """
    {"version":1,"program":"\(version)","fileCount":1,"byteCount":1,"unread":[],"stores":[],"dynamicItems":[],\
    "iconChanges":[],"iconReads":[],"literals":[],"overrides":[],"windowUses":[],"unheard":[],"entry":{"kind":"appDelegate","appDelegate":\
    "AppDelegate","place":{"file":"App.swift","line":1,"column":1}},"handlers":[{"name":"AppDelegate","roles":\
    ["appDelegate"],"inherits":["UIResponder"],"place":{"file":"App.swift","line":1,"column":1},"nearMisses":[],\
    "isPartial":false,"methods":[{"name":"application_performActionForShortcutItem_completionHandler","written":"perform","isAsync":false,\
    "place":{"file":"App.swift","line":2,"column":3},"steps":[],"completion":{"paths":"none","calls":[]}}]}]}
    """

  /// The version of the executable, as `homescreen version` prints it.
  private static let version =
    ((try? homescreen(["--version"]).stdout) ?? "").split(whereSeparator: \.isWhitespace).last.map(String.init) ?? ""

  init() {
    folder.write(
      "App/Info.plist",
      xml(
        """
        <dict><key>CFBundleIdentifier</key><string>com.example.app</string>
        <key>UIMainStoryboardFile</key><string>Main</string>
        <key>CFBundleURLTypes</key><array><dict><key>CFBundleURLSchemes</key><array><string>paint</string></array>
        </dict></array>
        <key>UIApplicationShortcutItems</key><array><dict>
        <key>UIApplicationShortcutItemType</key><string>new</string>
        <key>UIApplicationShortcutItemTitle</key><string>New</string></dict></array></dict>
        """))
    folder.write("App/App.swift", "class AppDelegate {\n  func perform() {}\n}\n")
  }

  private func reader(_ body: String) -> [String: String] {
    let path = folder.write(
      "reader",
      "#!/bin/sh\nif [ \"$1\" = --version ]; then echo 'homescreen-sources \(Self.version) document 1'; exit; fi\n"
        + "request=$(cat)\n\(body)\n")
    chmod(path, 0o755)
    return ["HOMESCREEN_READER": path, "PATH": "/bin:/usr/bin", "XDG_CACHE_HOME": "\(folder.path)/cache"]
  }

  /// An environment without a reader, not even one next to the program.
  private static let noReader = ["PATH": "/proc/nowhere", "HOMESCREEN_READER": "/proc/nowhere/homescreen-sources"]

  private var path: String { "\(folder.path)/App" }

  @Test func checkReadsSourcesAndLintOnRequest() throws {
    let environment = reader("echo '\(Self.document)'")
    for arguments in [["check", path], ["lint", "--sources", path]] {
      let result = try homescreen(arguments, environment: environment)
      #expect(result.stdout.contains("App.swift:2:3: warning: "), "\(result)")
      #expect(result.stdout.contains("[completion-never]"), "\(result)")
      #expect(result.stdout.contains("func perform() {}"), "\(result)")
      #expect(result.stderr.isEmpty, "\(result)")
    }
    for arguments in [["check", "--no-sources", path], ["lint", path]] {
      let result = try homescreen(arguments, environment: environment)
      #expect(!result.stdout.contains("completion-never"), "\(result)")
    }
  }

  @Test func cacheFolderBelongsToTheUserAndIsOptional() throws {
    // The reader may write only into its cache, so its answer must show the request.
    let environment = reader(
      """
      case $request in
        *'"\(folder.path)/cache/homescreen/sources"'*) echo '\(Self.document)' ;;
        *homescreen/sources*) exit 4 ;;
        *) exit 3 ;;
      esac
      """)
    let cached = try homescreen(["check", path], environment: environment)
    #expect(cached.stdout.contains("[completion-never]"), "\(cached)")
    let uncached = try homescreen(["check", "--no-cache", path], environment: environment)
    #expect(!uncached.stdout.contains("[completion-never]") && uncached.stderr.contains("3"), "\(uncached)")
    // This reader writes nothing.
    folder.makeFolder("cache")
    _ = try homescreen(["check", path], environment: environment)
    _ = try homescreen(["why", path, "--launch"], environment: environment)
    #expect(access("\(folder.path)/cache/homescreen", F_OK) != 0)
  }

  @Test func missingReaderIsNotAnError() throws {
    let without = try homescreen(["check", "--no-sources", path], environment: Self.noReader)
    let result = try homescreen(["check", path], environment: Self.noReader)
    #expect(result.stdout == without.stdout)
    #expect(result.exitCode == without.exitCode)
    #expect(result.stderr.split(separator: "\n").count == 1, "\(result)")
    #expect(result.stderr.contains("scripts/sources"), "\(result)")
    #expect(without.stderr.isEmpty, "\(without)")
  }

  @Test func crashedReaderIsReported() throws {
    let result = try homescreen(["lint", "--sources", path], environment: reader("kill -SEGV $$"))
    // One file is left out, and then nothing is left to crash on.
    #expect(result.stderr.contains("homescreen-sources was terminated by signal"), "\(result)")
    #expect(result.exitCode == 3 || result.exitCode == 1, "\(result)")
  }

  /// Otherwise the speed of the machine decides whether CI sees a lost action.
  @Test func unreadCodeIsNotASuccess() throws {
    let lint = ["lint", "--sources", path, "--select", "completion-never", "--watchdog", "1"]
    #expect(try homescreen(lint, environment: reader("echo damaged >&2; exit 70")).exitCode == 3)
    let slow = try homescreen(lint, environment: reader("sleep 600"))
    #expect(slow.exitCode == 124 && slow.stderr.contains("--watchdog 3 allows more"), "\(slow)")
    for command in ["lint", "check"] {
      let missing = try homescreen(
        [command, "--sources", path, "--select", "completion-never", "--fail-on", "never"], environment: Self.noReader)
      #expect(missing.exitCode == 66 && missing.stderr.contains("scripts/sources"), "\(missing)")
    }
    #expect(
      try homescreen(["check", path, "--fail-on", "never"], environment: Self.noReader).exitCode == 0)
  }

  @Test func failedRowsAreFindingsOfFormatsWithoutATable() throws {
    let environment = reader("echo '\(Self.document)'")
    for (format, text) in [
      ("github", "::error file=App/App.swift,line=2"), ("sarif", #""ruleId":"check""#),
      ("gitlab", #""check_name":"check""#),
      ("xcode", "App.swift:2:3: error: “new, cold”, “new, warm” and “new, jetsam”"),
    ] {
      let result = try homescreen(["check", "App", "--format", format], in: folder, environment: environment)
      #expect(result.stdout.contains(text) && result.exitCode == 1, "\(result)")
      #expect(result.stderr.contains("of the table have ✗: the check fails"), "\(result)")
      let never = try homescreen(
        ["check", "App", "--format", format, "--fail-on", "never"], in: folder, environment: environment)
      #expect(!never.stdout.contains(text) && never.exitCode == 0, "\(never)")
    }
  }

  @Test func onlyAnErrorAboutTheEntryPointExplainsItsRow() throws {
    let annotated = ["check", "App", "--format", "github", "--severity", "source-unread=error"]
    let unread = #"{"place":{"file":"Other.swift","line":1,"column":1},"reason":"unparsed"}"#
    let document = Self.document.replacing(#""unread":[]"#, with: #""unread":[\#(unread)]"#)
    let other = try homescreen(annotated, in: folder, environment: reader("echo '\(document)'"))
    #expect(other.stdout.contains("=source-unread") && other.stdout.contains("“new, cold”"), "\(other)")
    let methods = try #require(Self.document.firstRange(of: #""methods":["#))
    let idle = Self.document[..<methods.upperBound] + "]}]}"
    let lost = try homescreen(annotated, in: folder, environment: reader("echo '\(idle)'"))
    #expect(lost.stdout.contains("=no-handler") && !lost.stdout.contains("“new, cold”"), "\(lost)")
  }

  /// A project.yml next to the Info.plist decides about identifiers and files.
  @Test func rowsThatDependOnAnUnreadProjectAreNotKnown() throws {
    let plist = (folder.read("App/Info.plist") ?? "").replacing(
      "<string>com.example.app<", with: "<string>$(PRODUCT_BUNDLE_IDENTIFIER)<"
    )
    .replacing("<string>new<", with: "<string>$(PRODUCT_BUNDLE_IDENTIFIER).new<")
    .replacing(
      "<key>UIMainStoryboardFile</key>",
      with: "<key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>night</key><dict>"
        + "<key>CFBundleIconFiles</key><array><string>night</string></array></dict></dict></dict>"
        + "<key>UIMainStoryboardFile</key>")
    folder.write("App/Info.plist", plist)
    let environment = reader("echo '\(Self.document)'")
    func lines(_ start: String) throws -> [Substring] {
      try homescreen(["check", "App/Info.plist"], in: folder, environment: environment).lines
        .filter { $0.hasPrefix("  \(start)") }
    }
    #expect(try lines("night").contains { $0.contains("✗") })
    let rows = try lines("unknown.app.new, ")
    #expect(rows.count == 1 && rows.allSatisfy { $0.contains("? not known: ") && !$0.contains("✗") }, "\(rows)")
    folder.write("project.yml", "name: A\ntargets:\n  A:\n    type: application\n    info: { path: App/Info.plist }\n")
    let icons = try lines("night")
    #expect(icons.count == 1 && icons[0].contains("project.yml, an XcodeGen specification, builds this Info.plist"))
  }

  @Test func longTypesKeepTheStateOfTheApp() throws {
    let type = "com.example.application.with.a.long.name.compose"
    let plist = folder.read("App/Info.plist") ?? ""
    folder.write("App/Info.plist", plist.replacing("<string>new<", with: "<string>\(type)<"))
    var environment = reader("echo '\(Self.document)'")
    let whole = try homescreen(["check", "App"], in: folder, environment: environment)
    #expect(whole.stdout.contains("  \(type), cold, warm and jetsam  "), "\(whole)")
    environment["COLUMNS"] = "300"
    let cut = try homescreen(["check", "App"], in: folder, environment: environment)
    #expect(cut.stdout.contains("ose, cold, warm and jetsam  ") && !cut.stdout.contains("\(type), "), "\(cut)")
    // Types with the same result share a row; of long ones only the first is named.
    environment["COLUMNS"] = nil
    for (first, second, names) in [(type, "\(type).2", "\(type) and 1 more"), ("a", "b", "a and b")] {
      let item = "<key>UIApplicationShortcutItemType</key><string>"
      folder.write(
        "App/Info.plist",
        plist.replacing(
          "\(item)new</string>",
          with: "\(item)\(first)</string><key>UIApplicationShortcutItemTitle</key><string>1</string></dict>"
            + "<dict>\(item)\(second)</string>"))
      let both = try homescreen(["check", "App"], in: folder, environment: environment)
      #expect(both.stdout.contains("  \(names), cold, warm and jetsam  "), "\(both)")
    }
  }

  @Test func suppressionsAndBaselinesApplyToCodeFindings() throws {
    let environment = reader("echo '\(Self.document)'")
    let known = "\(folder.path)/known"
    let written = try homescreen(["lint", "--sources", path, "--write-baseline", known], environment: environment)
    #expect(written.exitCode == 0, "\(written)")
    folder.write("App/App.swift", "\n\n// moved\nclass AppDelegate {\n  func perform() {}\n}\n")
    let result = try homescreen(
      ["lint", "--sources", path, "--baseline", known, "--fail-on", "note"], environment: environment)
    #expect(result.exitCode == 0, "\(result)")
    let ignored = try homescreen(
      ["lint", "--sources", path, "--ignore", "completion-never"], environment: environment)
    #expect(!ignored.stdout.contains("completion-never"), "\(ignored)")
  }

  // MARK: Outcomes of an event

  /// The same with a handler that acts on the item on its declaration line.
  private static var handling: String {
    document
      .replacing(
        #""steps":[]"#,
        with: #""steps":[{"action":"handle","subject":"shortcutItem","condition":"always","via":[],"isLater":false,"#
          + #""function":"open(_:)","place":{"file":"App.swift","line":2,"column":3}}]"#
      )
      .replacing(#""paths":"none""#, with: #""paths":"all""#)
  }

  /// The same with a launch method that acts on the item, too.
  private static var twice: String {
    let place = #"{"file":"App.swift","line":3,"column":3}"#
    return handling.replacing(
      #""methods":["#,
      with: #""methods":[{"name":"application_didFinishLaunchingWithOptions","written":"launch","isAsync":false,"#
        + #""place":\#(place),"returned":{"kind":"yes","place":\#(place)},"steps":[{"action":"handle","#
        + #""subject":"shortcutItem","condition":"whenGiven","via":[],"isLater":false,"function":"open(_:)","#
        + #""place":\#(place)}]},"#)
  }

  @Test func rowsOfKnownFindingsAreAccepted() throws {
    var environment = reader("echo '\(Self.twice)'")
    func check(_ arguments: String..., ignoring rows: String = "") throws -> ProcessResult {
      try homescreen(
        ["check", "App", "--no-cache", "--ignore", "check:paint://open,icon-without-picture" + rows] + arguments,
        in: folder,
        environment: environment)
    }
    let new = try check()
    #expect(new.exitCode == 1 && new.stdout.contains("  new, cold and jetsam  "), "\(new)")
    #expect(new.stdout.contains("✗ handled twice at App.swift:3"), "\(new)")
    #expect(new.stdout.contains("; --ignore check:new:cold,check:new:jetsam accepts a row"), "\(new)")
    #expect(try check(ignoring: ",check:new:cold").exitCode == 1)
    #expect(try check(ignoring: ",check:new:cold,check:new:jetsam").exitCode == 0)
    #expect(try check(ignoring: ",check:new:later").exitCode == 64)
    let links = try homescreen(
      ["check", "App", "--no-cache", "--ignore", "check:new"], in: folder, environment: environment)
    #expect(links.stdout.contains("; --ignore check:paint://open accepts a row"), "\(links)")
    func writeBaseline() throws {
      let lint = ["lint", "App", "--sources", "--no-cache", "--write-baseline", "known.txt"]
      _ = try homescreen(lint, in: folder, environment: environment)
    }
    try writeBaseline()
    for settings in ["baseline = 'known.txt'", "ignore = { 'handled-twice' }"] {
      folder.write("homescreen.lua", "return { lint = { \(settings) } }")
      let known = try check()
      #expect(known.exitCode == 0 && known.stdout.contains("~ ignored: handled twice"), "\(known)")
      let annotations = try check("--format", "github")
      #expect(annotations.exitCode == 0 && !annotations.stdout.contains("::error"), "\(annotations)")
    }
    // check has no --write-baseline.
    folder.write("known.txt", "\(try #require(folder.read("known.txt")))App.swift\tfixed\tgone\t0123456789abcdef:1\n")
    folder.write("homescreen.lua", "return { lint = { baseline = 'known.txt' } }")
    let obsolete = try check()
    #expect(
      obsolete.stdout.contains("1 entry is obsolete: use homescreen lint --sources --write-baseline\n"), "\(obsolete)")
    // A known finding on the line of a loss is not its cause.
    environment = reader("echo '\(Self.document)'")
    try writeBaseline()
    folder.write("homescreen.lua", "return { lint = { baseline = 'known.txt' } }")
    let lost = try check()
    #expect(lost.exitCode == 1 && lost.stdout.contains("✗ lost: perform does nothing with it"), "\(lost)")
  }

  @Test func checkReportsTheOutcomeOfAnEvent() throws {
    let lost = try homescreen(["check", path], environment: reader("echo '\(Self.document)'"))
    #expect(lost.stdout.contains("✗ lost: perform does nothing with it at App.swift:2 (LAUNCH-002)"), "\(lost)")
    #expect(lost.exitCode == 1, "\(lost)")
    let environment = reader("echo '\(Self.handling)'")
    let table = try homescreen(["check", "--no-cache", path], environment: environment)
    #expect(table.stdout.contains("  new, cold, warm and jetsam  "), "\(table)")
    #expect(table.stdout.contains("✓ handled once at App.swift:2"), "\(table)")
    let lines = try homescreen(["check", "--no-cache", path, "--format", "json"], environment: environment)
    #expect(lines.stdout.contains(#""kind":"code""#) && lines.stdout.contains(#""launch":"jetsam""#), "\(lines)")
    #expect(lines.stdout.contains(#""places":["App/App.swift:2:3"]"#), "\(lines)")
  }

  @Test func whyShowsThePathOfAnEvent() throws {
    let environment = reader("echo '\(Self.handling)'")
    let arguments = ["why", path, "--action", "new", "--launch", "cold", "--os", "17.5"]
    let text = try homescreen(arguments, environment: environment)
    #expect(text.exitCode == 0, "\(text)")
    #expect(
      text.stdout.hasPrefix("“new” arrives at an app that is not running, iPhone, iOS 17.5: handled once"), "\(text)")
    #expect(text.stdout.contains("App.swift:2: handles new in open(_:)"), "\(text)")
    #expect(text.stdout.contains("> 2       func perform() {}"), "\(text)")
    let json = try homescreen(arguments + ["--format", "json"], environment: environment)
    #expect(json.stdout.hasPrefix("{") && json.stdout.contains(#""outcome":"handledOnce""#), "\(json)")
    let url = try homescreen(["why", path, "--url", "paint://a", "--launch", "warm"], environment: environment)
    #expect(
      url.exitCode == 1 && url.stdout.contains(": lost: AppDelegate has no application(_:open:options:)"), "\(url)")
    // A link is not the name of an icon.
    for name in ["paint://a", "https://example.com/a"] {
      let link = try homescreen(["why", path, name], environment: environment)
      #expect(link.stdout.hasPrefix("“\(name)” arrives at an app that is not running"), "\(link)")
    }
  }

  /// LAUNCH-239.
  @Test(arguments: [true, false]) func linkOfADefaultBrowserIsAURL(isBrowser: Bool) throws {
    let plist = try #require(folder.read("App/Info.plist"))
    folder.write(
      "App/Info.plist", plist.replacing("<string>paint</string>", with: "<string>http</string><string>https</string>"))
    folder.write("App/App.entitlements", xml("<dict><key>com.apple.developer.web-browser</key><\(isBrowser)/></dict>"))
    folder.write(
      "App/App.xcodeproj/project.pbxproj",
      """
      // !$*UTF8*$!
      { archiveVersion = 1; objectVersion = 56; rootObject = P; objects = {
        P = { isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (T); };
        G = { isa = PBXGroup; children = (A); sourceTree = "<group>"; };
        A = { isa = PBXFileReference; path = App.swift; sourceTree = "<group>"; };
        BA = { isa = PBXBuildFile; fileRef = A; };
        S = { isa = PBXSourcesBuildPhase; files = (BA); };
        T = { isa = PBXNativeTarget; name = App; productType = "com.apple.product-type.application";
          buildConfigurationList = L; buildPhases = (S); };
        L = { isa = XCConfigurationList; buildConfigurations = (C); };
        C = { isa = XCBuildConfiguration; name = Release; buildSettings = { INFOPLIST_FILE = Info.plist;
          CODE_SIGN_ENTITLEMENTS = App.entitlements; SDKROOT = iphoneos; TARGETED_DEVICE_FAMILY = 1; }; };
      }; }
      """)
    let link = try homescreen(["why", path, "https://a.com/"], environment: reader("echo '\(Self.handling)'"))
    #expect(link.stdout.contains("application_openURL_options") == isBrowser, "\(link)")
    #expect(link.stderr.contains("only while it is the default browser. [LAUNCH-239]") == isBrowser, "\(link)")
    #expect(link.stderr.contains("do not have the domain “a.com”") == !isBrowser, "\(link)")
  }

  /// A name that may be the type of a quick action.
  @Test(arguments: [
    ("com.example.app.nothing", true), ("hidden", true), ("com.example.other", false), ("point:search", true),
    ("point://search", false),
  ])
  func whyAsksAboutPossibleTypes(name: String, isHinted: Bool) throws {
    let literal = #"{"text":"hidden","declared":"hiden","kind":"actionType","nearness":"oneLetter",\#(Self.place)}"#
    let document = Self.handling.replacing(#""literals":[]"#, with: #""literals":[\#(literal)]"#)
    let result = try homescreen(["why", path, name], environment: reader("echo '\(document)'"))
    #expect(result.stderr.contains("--action \(name)\n") == isHinted, "\(result)")
  }

  /// A path such as “.” is not a name.
  @Test func explorationsHaveTheNameOfTheApp() throws {
    let result = try homescreen(
      ["explore", path, "--depth", "1", "--walks", "0"], environment: reader("echo '\(Self.handling)'"), timeLimit: 60)
    #expect(result.stdout.hasPrefix("App, 1 device"), "\(result)")
  }

  /// A name that is not a quick action is refused.
  @Test func whyRefusesImpossibleEvents() throws {
    let environment = reader("echo '\(Self.handling)'")
    let typo = try homescreen(["why", path, "--action", "New", "--launch", "cold"], environment: environment)
    #expect(typo.exitCode == 1 && typo.stdout.isEmpty, "\(typo)")
    #expect(typo.stderr.contains("no quick action of App has the type “New”; did you mean “new”?"), "\(typo)")
    #expect(typo.stderr.contains("The app’s code sets no quick actions."), "\(typo)")
    let name = try homescreen(["why", path, "new", "--launch", "cold"], environment: environment)
    #expect(name.exitCode == 0 && name.stdout.hasPrefix("“new” arrives at an app"), "\(name)")
    let unknown = try homescreen(["why", path, "zebra", "--launch", "cold"], environment: environment)
    #expect(unknown.exitCode == 1 && unknown.stderr.contains("has the type “zebra”"), "\(unknown)")
    // Code that creates an action from an unread value may create this one.
    let items =
      #""dynamicItems":[{"change":"set","items":[{"type":{"literal":"recent"},"title":{"literal":"Recent"},"subtitle":{},"icon":{},"#
      + #""place":{"file":"App.swift","line":2,"column":3}}],"isComplete":COMPLETE,"thread":"main","function":"f()","#
      + #""methods":[],"place":{"file":"App.swift","line":2,"column":3}}]"#
    for isComplete in [true, false] {
      let document = Self.handling.replacing(
        #""dynamicItems":[]"#, with: items.replacing("COMPLETE", with: "\(isComplete)"))
      let environment = reader("echo '\(document)'")
      let set = try homescreen(
        ["why", path, "--action", "recent", "--launch", "warm", "--no-cache"], environment: environment)
      #expect(set.exitCode == 0 && set.stdout.hasPrefix("“recent” arrives at an app"), "\(set)")
      let name = try homescreen(["why", path, "recent", "--no-cache"], environment: environment)
      #expect(name.stdout.hasPrefix("“recent” arrives at an app that is not running"), "\(name)")
      let other = try homescreen(
        ["why", path, "--action", "zebra", "--launch", "warm", "--no-cache"], environment: environment)
      #expect(other.exitCode == (isComplete ? 1 : 0), "\(other)")
      #expect(isComplete == other.stderr.contains("The app’s code sets “recent”."), "\(other)")
    }
  }

  @Test func whyRefusesAnIconAtALaunch() throws {
    folder.write(
      "Icons/Info.plist",
      xml(
        """
        <dict><key>CFBundleIdentifier</key><string>com.example.icons</string><key>CFBundleIcons</key><dict>
        <key>CFBundleAlternateIcons</key><dict><key>night</key><dict><key>CFBundleIconFiles</key><array>
        <string>night</string></array></dict></dict></dict></dict>
        """))
    let result = try homescreen(["why", "\(folder.path)/Icons", "night", "--launch", "cold"], environment: [:])
    #expect(result.exitCode == 64 && result.stderr.contains("“night” is the name of an icon"), "\(result)")
  }

  /// LAUNCH-117.
  @Test func undeclaredSchemeOpensNothing() throws {
    let environment = reader("echo '\(Self.handling)'")
    let result = try homescreen(["why", path, "--url", "point://a", "--launch", "warm"], environment: environment)
    #expect(result.exitCode != 0 && result.stderr.contains("it declares no scheme “point”"), "\(result)")
    #expect(result.stderr.contains("Did you mean “paint:”?"), "\(result)")
  }

  @Test(arguments: [
    (["--launch", "cold"], "--launch with a value needs --action or --url"),
    (["--launch", "--primary"], "--launch needs cold, warm or jetsam"),
    (["--action", "new", "--launch"], "--launch needs cold, warm or jetsam"),
    (["--url", "paint://a"], "--url needs --launch"),
    (["--action", "new", "--launch", "hot"], "--launch must be cold, warm or jetsam, not “hot”"),
    (["--action", "new", "--url", "paint://a", "--launch", "cold"], "give only one of"),
  ]) func whyReportsMistakes(arguments: [String], message: String) throws {
    let result = try homescreen(["why", path] + arguments, environment: [:])
    #expect(result.exitCode == 64 && result.stderr.contains(message), "\(result)")
  }

  @Test func whyListsTheTypesForALaunch() throws {
    let result = try homescreen(["why", "App", "--launch", "cold"], in: folder)
    #expect(
      result.exitCode == 64 && result.stderr.contains("The types are new: homescreen why App new --launch cold"),
      "\(result)")
    let type = try homescreen(["why", "a.b.new", "--launch", "cold"], in: folder)
    #expect(
      type.exitCode == 66
        && type.stderr.contains("type of a quick action goes after the app: homescreen why . a.b.new --launch cold"),
      "\(type)")
    let plist = folder.read("App/Info.plist") ?? ""
    folder.write("App/Info.plist", plist.replacing("<string>new<", with: "<string>com.b3log.shorthand<"))
    let part = try homescreen(["why", "App", "shorthand"], in: folder)
    #expect(part.exitCode == 1 && part.stderr.contains("did you mean “com.b3log.shorthand”"), "\(part)")
  }

  @Test func whyNeedsTheReader() throws {
    let result = try homescreen(
      ["why", path, "--action", "new", "--launch", "cold"], environment: Self.noReader)
    #expect(result.exitCode == 66 && result.stderr.contains("scripts/sources"), "\(result)")
  }

  /// The completion handler is never called; the scenario passes if the sources call it.
  @Test func appWithSourcesIsExplored() throws {
    let environment = reader("echo '\(Self.document)'")
    folder.makeFolder(".git")
    folder.write(".busted", "return {}")
    let minimized = folder.write("found/minimized.lua", "")
    let arguments = ["explore", path, "--os", "17.5", "--depth", "2", "--walks", "3", "--minimized", minimized]
    let found = try homescreen(arguments, environment: environment, timeLimit: 60)
    #expect(found.exitCode == 1, "\(found)")
    #expect(found.stdout.contains("✗ completed once (LAUNCH-046)"), "\(found)")
    let failing = try homescreen(["run", minimized], environment: environment, timeLimit: 20)
    #expect(failing.exitCode == 1 && failing.stdout.contains("completion handler was called 0 times"), "\(failing)")
    folder.write("App/App.swift", "class AppDelegate {\n  func perform() { done(true) }\n}\n")
    let fixed = reader("echo '\(Self.document.replacing("\"paths\":\"none\"", with: "\"paths\":\"all\""))'")
    let passing = try homescreen(["run", minimized], environment: fixed, timeLimit: 20)
    #expect(passing.exitCode == 0, "\(passing)")
  }

  /// Unknown behaviour is not a finding.
  @Test func appWithoutAKnownDelegateIsNotExplored() throws {
    let unknownDelegate = Self.document.replacing("[\"appDelegate\"]", with: "[]").replacing(
      "\"appDelegate\":\"AppDelegate\"", with: "\"appDelegate\":\"Nobody\"")
    for (environment, message) in [
      (reader("echo '\(unknownDelegate)'"), "do not say for certain which class"),
      (Self.noReader, "the sources of App were not read"),
    ] {
      let result = try homescreen(["explore", path, "--depth", "1"], environment: environment, timeLimit: 60)
      #expect(result.exitCode == 2 && result.stdout.contains(message), "\(result)")
    }
  }

  private static let place = #""place":{"file":"App.swift","line":2,"column":3}"#

  /// A document whose code also sets actions of these types, which are `literal` or `computed`.
  private static func setting(_ types: [(kind: String, type: String)], in document: String) -> String {
    let items = types.map { kind, type in
      #"{"type":{"\#(kind)":"\#(type)"},"title":{"literal":"A"},"subtitle":{},"icon":{},\#(place)}"#
    }
    return document.replacing(
      #""dynamicItems":[]"#,
      with: #""dynamicItems":[{"change":"set","items":[\#(items.joined(separator: ","))],"isComplete":true,"#
        + #""thread":"main","function":"f()","methods":[],\#(place)}]"#)
  }

  /// The first scenario passes: it checks only what the code handles once, and names what the code sets.
  @Test func newScenarioChecksTheCode() throws {
    for (body, isHandled) in [(Self.handling, true), (Self.document, false)] {
      let environment = reader("echo '\(body)'")
      folder.delete("App/specs/home_screen_spec.lua")
      let written = try homescreen(["init", "App", "--write", "--no-cache"], in: folder, environment: environment)
      #expect(written.exitCode == 0 && written.stderr.isEmpty, "\(written)")
      let run = try homescreen(["run", "App/specs", "--format", "list"], in: folder, environment: environment)
      #expect(run.exitCode == 0 && run.stdout.contains("handles its quick action new, cold") == isHandled, "\(run)")
    }
    // The quick actions that the code sets at launch are checked, too.
    let set = Self.setting([("literal", "made")], in: Self.handling)
      .replacing(
        #""methods":[],\#(Self.place)}]"#,
        with: #""methods":["application_didFinishLaunchingWithOptions"],\#(Self.place)}]"#)
    folder.delete("App/specs/home_screen_spec.lua")
    let environment = reader("echo '\(set)'")
    let written = try homescreen(["init", "App", "--write", "--no-cache"], in: folder, environment: environment)
    let run = try homescreen(["run", "App/specs", "--format", "list"], in: folder, environment: environment)
    #expect(written.exitCode == 0 && run.exitCode == 0, "\(written)\n\(run)")
    #expect(run.stdout.contains("App › on iPhone › handles its quick action made, warm"), "\(run)")
    folder.delete("App/specs/home_screen_spec.lua")
    let types = [("literal", "new"), ("literal", "made"), ("computed", "T.path"), ("literal", "made")]
    let made = try homescreen(
      ["init", "App", "--no-cache"], in: folder, environment: reader("echo '\(Self.setting(types, in: Self.document))'")
    )
    #expect(made.stdout.contains("1 quick action in its Info.plist; its code sets made, computed types\n"), "\(made)")
    #expect(made.stdout.contains("-- The app's code sets others: made, computed types\n"), "\(made)")
    let swiftUI = Self.document.replacing(#""entry":{"kind":"appDelegate""#, with: #""entry":{"kind":"swiftUI""#)
    let view = try homescreen(["init", "App", "--no-cache"], in: folder, environment: reader("echo '\(swiftUI)'"))
    #expect(view.stdout.contains("app = device:install(nil, { lifecycle = \"swiftUI\" })\n"), "\(view)")
    let without = try homescreen(["init", "App"], in: folder, environment: Self.noReader)
    #expect(without.stdout.contains("The app's own code does not run here") || without.stdout.contains("is kept"))
  }

  /// Code that was not read in full may handle the action: a script, the REPL and `check` say so, with the line.
  @Test func codeThatWasNotReadLeavesTheOutcomeOpen() throws {
    folder.write(
      "open.lua",
      """
      for _, state in ipairs { "cold", "warm" } do
        it(state, function()
          local device = Device { os = "17.5" }
          local app = device:install("App", { sources = true })
          if state == "warm" then device:launch(app) device:pressHome() end
          local trace = device:record(function() device.springboard:icon(app):press():item("new"):tap() end)
          assert.equal(OUTCOME, trace.handling[1].outcome)
          assert.handled_once(trace)
        end)
      end
      """)
    let script = folder.read("open.lua") ?? ""
    let done = Self.document.replacing(#""paths":"none""#, with: #""paths":"all""#)
    let read = done.replacing(#""UIResponder""#, with: #""SDKDelegate""#)
    for (document, outcome, reason) in [
      (read, "not known", "SDKDelegate may handle it at App.swift:"), (done, "", "never handled"),
    ] {
      let environment = reader("echo '\(document)'")
      let isOpen = outcome == "not known"
      let check = try homescreen(["check", path, "--no-cache"], environment: environment)
      #expect(check.stdout.contains("? not known: SDKDelegate may handle it at App.swift:") == isOpen, "\(check)")
      folder.write(
        "open.lua", script.replacing("OUTCOME", with: isOpen ? "'\(outcome)'" : "trace.handling[1].outcome"))
      let run = try homescreen(["run", "\(folder.path)/open.lua"], environment: environment)
      #expect(run.exitCode == 1 && run.stdout.contains(reason), "\(run)")
      #expect(run.stdout.contains("it is not known whether the quick action \"new\" is handled once") == isOpen)
      let repl = try homescreen(
        ["repl", path],
        stdin: """
          :quiet
          app = device:install("\(path)", { sources = true })
          device:launch(app)
          device.springboard:icon(app):press():item("New"):tap()

          """, environment: environment)
      let answer = isOpen ? "it is not known whether the quick action “new” is" : "the quick action “new” is lost: "
      #expect(repl.stderr.contains(answer), "\(repl)")
    }
  }

  /// LAUNCH-005: the REPL says in words what `check` says of the same tap.
  @Test func actionThatIsHandledTwiceIsNamed() throws {
    let method =
      #"{"name":"application_didFinishLaunchingWithOptions","written":"launch","isAsync":false,\#(Self.place),"#
      + #""steps":[{"action":"handle","subject":"shortcutItem","condition":"whenGiven","via":[],"isLater":false,\#(Self.place)}]},"#
    let document = Self.handling.replacing(#""methods":["#, with: #""methods":["# + method)
    let environment = reader("echo '\(document)'")
    let check = try homescreen(["check", path, "--os", "17.5"], environment: environment)
    #expect(check.stdout.contains("✗ handled twice"), "\(check)")
    let repl = try homescreen(
      ["repl", path],
      stdin: """
        :quiet
        device = Device { os = "17.5" }
        app = device:install("\(path)", { sources = true })
        device.springboard:icon(app):press():item("New"):tap()

        """, environment: environment)
    #expect(
      repl.stderr.contains(
        "the quick action “new” is handled twice: in application(_:didFinishLaunchingWithOptions:) and in application("),
      "\(repl)")
  }

  /// The menu shows no Swift code as a title.
  @Test func computedTitlesAreNotSwiftCode() throws {
    let document = Self.setting([("literal", "T.path"), ("computed", "T.path")], in: Self.document)
      .replacing(#""title":{"literal":"A"}"#, with: #""title":{"computed":"title(of: route)"}"#)
    folder.write(
      "titles.lua",
      """
      it("has titles", function()
        local device = Device { os = "17.5" }
        local app = device:install("App", { sources = true })
        device:launch(app)
        device:pressHome()
        local titles = {}
        for _, row in ipairs(device.springboard:icon(app):press().rows) do titles[#titles + 1] = row.title end
        print(table.concat(titles, "; "))
      end)
      """)
    let run = try homescreen(["run", "\(folder.path)/titles.lua"], environment: reader("echo '\(document)'"))
    #expect(run.stdout.contains("New; T.path (title made by code); a computed title; Edit"), "\(run)")
  }

  @Test func scriptInstallsAnAppWithItsSources() throws {
    folder.write(
      "tap.lua",
      """
      it("handles the action", function()
        local device = Device { os = "17.5" }
        local app = device:install("App", { sources = true })
        assert.handled_once(device:record(function() device.springboard:icon(app):press():item("new"):tap() end))
        assert.has_error(function() return app.delegate end,
          "com.example.app runs the code of its sources, so a script can neither read nor write its code")
      end)
      """)
    let script = "\(folder.path)/tap.lua"
    let result = try homescreen(["run", script], environment: reader("echo '\(Self.handling)'"))
    #expect(result.exitCode == 0, "\(result)")
    let without = try homescreen(["run", script], environment: Self.noReader)
    #expect(without.exitCode == 1, "\(without)")
    #expect(
      without.stdout.contains("device:install: the sources of App were not read: the app's code could not be read: "))
  }

  /// The explanation of a declared name says that the code misspells it.
  @Test func whyNamesASimilarNameInTheCode() throws {
    let place = #""place":{"file":"App.swift","line":2,"column":3}"#
    let icons =
      "<key>CFBundleIcons</key><dict><key>CFBundleAlternateIcons</key><dict><key>Night</key><dict/></dict></dict>"
    folder.write(
      "App/Info.plist", xml("<dict><key>CFBundleIdentifier</key><string>com.example.app</string>\(icons)</dict>"))
    let document = Self.document.replacing(
      #""iconChanges":[]"#,
      with: #""iconChanges":[{"selector":"setAlternateIconName:completionHandler:","isPrivate":false,"error":"used","#
        + #""names":[{"literal":"Nigth"}],"thread":"main","asksForSupport":true,"function":"f()",\#(place)}]"#
    ).replacing(
      #""literals":[]"#,
      with: #""literals":[{"text":"Nigth","declared":"Night","kind":"iconName","nearness":"oneLetter",\#(place)}]"#)
    let environment = reader("echo '\(document)'")
    let found = try homescreen(["why", path, "Night"], environment: environment)
    #expect(found.stderr.contains("App.swift:2:3: “Nigth” is not a declared icon, but “Night” is"), "\(found)")
    #expect(try homescreen(["why", path, "Night", "--no-sources"], environment: environment).stderr.isEmpty)
    #expect(try homescreen(["why", path, "Night"], environment: Self.noReader).stderr.isEmpty)
  }

  /// LAUNCH-080: only the code says that an app is a SwiftUI app.
  @Test func installationWithoutTheCodeNotesASwiftUIApp() throws {
    folder.write(
      "Paint/Paint.xcodeproj/project.pbxproj",
      """
      // !$*UTF8*$!
      { objects = { P = { isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (T); };
      G = { isa = PBXGroup; children = (F); sourceTree = "<group>"; };
      F = { isa = PBXFileReference; path = PaintApp.swift; sourceTree = "<group>"; };
      S = { isa = PBXSourcesBuildPhase; files = (B); }; B = { isa = PBXBuildFile; fileRef = F; };
      T = { isa = PBXNativeTarget; name = Paint; productType = "com.apple.product-type.application";
        buildConfigurationList = L; buildPhases = (S); };
      L = { isa = XCConfigurationList; buildConfigurations = (C); };
      C = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos;
        TARGETED_DEVICE_FAMILY = 1; GENERATE_INFOPLIST_FILE = YES; PRODUCT_BUNDLE_IDENTIFIER = com.example.paint; }; };
      }; rootObject = P; }
      """)
    func notes(_ code: String, _ options: String = "") throws -> Int {
      folder.write("Paint/PaintApp.swift", code)
      let install = "Device {}:install(\"Paint\"\(options))"
      folder.write("paint.lua", "it(\"a\", function() \(install) end) it(\"b\", function() \(install) end)")
      let run = try homescreen(["run", "\(folder.path)/paint.lua"], environment: Self.noReader)
      #expect(run.exitCode == 0, "\(run)")
      return run.stdout.split(separator: "PaintApp.swift has SwiftUI’s App, but the code of Paint was not read").count
        - 1
    }
    let code = "import SwiftUI\n@main struct PaintApp: App { }\n"
    #expect(try notes(code) == 1)
    #expect(try notes(code, ", { lifecycle = \"swiftUI\" }") <= 0)
    #expect(try notes("@main class AppDelegate: UIResponder { }\n") <= 0)
  }
}
