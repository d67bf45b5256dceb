import AppPackages
import PropertyLists
import TestSupport
import Testing

/// The preprocessed text of an Info.plist, the files read for it, and the locations of keys. The expected texts are the
/// output of `clang -E -P -x c`.
///
/// ICON-216.
@Suite struct PreprocessorTests {
  // MARK: Text

  /// ICON-218, ICON-219.
  @Test(arguments: [
    ("FOO", "1"), ("FOO.BAR", "1 .bar"), ("com.FOO-BAR", "com. 1 -bar"), ("1.2.FOO", "1.2.FOO"), ("FOO_BAR", "FOO_BAR"),
    ("a   b\t\tc", "a b c"), ("it's FOO  here", "it's FOO  here"), ("&quot;FOO&quot;", "&quot;1&quot;"),
    ("\"FOO  x\" FOO", "\"FOO  x\" 1"), ("'FOO' FOO", "'FOO' 1"), ("L'FOO  x", "L'FOO  x"), ("'' FOO", "'' 1"),
    ("\"FOO", "\"FOO"), ("\"a\\\"FOO\" FOO", "\"a\\\"FOO\" 1"), ("a/* FOO */b", "a b"),
    ("éFOO FOOé FOO©", "éFOO FOOé FOO©"),
    ("©FOO €", "©1 €"), ("$FOO @FOO \\FOO `FOO", " @1 \\1 `1"), ("EMPTY", ""), ("[EMPTY]", "[]"),
    ("one \\\n  two", "one two"), ("one\n\n   two", "one\n   two"), ("SELF", "SELF"), ("A1 1A 0xFOO", "A1 1A 0xFOO"),
    ("-MINUS", "- -1"), ("1MINUS MINUS", "1MINUS -1"), ("???= ??/", "???= ??/"), ("1e+FOO", "1e+FOO"),
    ("__arm64__ TARGET_OS_IPHONE __APPLE__", "1 1 1"), ("__IPHONE_15_0", "__IPHONE_15_0"),
    ("__ENVIRONMENT_IPHONE_OS_VERSION_MIN_REQUIRED__", "150000"),
  ])
  func namesAreReplaced(_ text: String, _ expected: String) throws {
    let xml = expected.replacing("&quot;", with: "\"")
    #expect(try PreprocessedProject.value(text, "", "FOO BAR=bar EMPTY= SELF=SELF MINUS=-1") == xml)
  }

  @Test(arguments: [
    ("#define X a   b  /* c */ d // e", "X.", "a b d."), ("#define X a \\\n b", "X", "a b"), ("#define X", "[X]", "[]"),
    ("#define A B\n#define B A", "A B", "A B"), ("#define foo foo bar", "foo", "foo bar"),
    ("#define F(x) x", "F F.", "F F."), ("#define A F\n#define F(x) x\n#undef F", "A (1)", "F (1)"),
    ("#define X 1\n#undef X", "X", "X"), ("#undef NEVER", "NEVER", "NEVER"), ("#define X 1\n#define X 1", "X", "1"),
    ("#define X ' \n", "X", "' "), ("# /* c */ define X 2", "X", "2"), ("#", "x", "x"),
    ("# 7 \"other.plist\"", "x", "x"), ("#line 7", "x", "x"), ("#pragma mark - Here", "x", "x"),
  ])
  func macrosAreExpanded(_ lines: String, _ text: String, _ expected: String) throws {
    let package = try PreprocessedProject.make("\(lines)\n<key>V</key>\n<string>\(text)</string>").package()
    #expect(package.infoPlist["V"]?.string == expected)
    #expect(PreprocessedProject.problems(package) == [])
  }

  @Test func macrosCanContainMarkup() throws {
    let package = try PreprocessedProject.make(
      "#define YES <true/>\n#define ENTRY <key>One</key><string>1</string> <key>Two</key> YES\nENTRY"
    ).package()
    #expect(package.infoPlist["One"] == "1")
    #expect(package.infoPlist["Two"] == true)
  }

  @Test(arguments: [
    ("#define F(x) [x]", "F(1)", "takes arguments"), ("#define F(x) [x]", "F\n (1)", "takes arguments"),
    ("#define F() now", "a F()", "takes arguments"), ("#define S(x) #x", "S(a)", "takes arguments"),
    ("#define F(", "F(", "takes arguments"), ("#define F(x) x\n#define A [F(1)]", "A", "takes arguments"),
    ("#define F(x) x\n#define A F", "A (1)", "takes arguments"),
    ("#define H a ## b", "H", "joins words with ##"), ("#define H ##", "H", "joins words with ##"),
  ])
  func unreplacedMacrosStayAndAreReported(_ lines: String, _ text: String, _ reason: String) throws {
    let package = try PreprocessedProject.make("\(lines)\n<key>V</key>\n<string>\(text)</string>").package()
    let expected = ["A": "[F(1)]", "A (1)": "F (1)"][lines.contains("#define A F") ? "A (1)" : text] ?? text
    #expect(package.infoPlist["V"]?.string == expected)
    let problem = try #require(PreprocessedProject.problems(package).first)
    #expect(problem.hasPrefix("warning Repo/App/Info.plist:"))
    #expect(problem.contains("the macro \(lines.contains("H") ? "H" : lines.contains("S(") ? "S" : "F") \(reason)"))
    #expect(PreprocessedProject.problems(package).count == 1)
  }

  // MARK: Comments and URLs

  /// ICON-217.
  @Test func urlIsCutOffAsAComment() throws {
    let package = try PreprocessedProject.make("<key>U</key>\n<string>http://example.com/FOO</string>", "FOO").package()
    #expect(package.infoPlist["U"] == "http://example.com/1")
    #expect(
      PreprocessedProject.problems(package) == [
        """
        error Repo/App/Info.plist:3:14: // begins a comment for the preprocessor, and “//example.com/FOO</string>” is \
        cut off; Xcode rejects the rest
          hint: add -traditional to INFOPLIST_OTHER_PREPROCESSOR_FLAGS: the preprocessor then keeps the text
        """
      ])
  }

  /// ICON-217.
  @Test func urlInAPropertyListIsCutOff() throws {
    let package = try PreprocessedProject.make("<key>U</key>\n<string>http://example.com\n</string>").package()
    #expect(package.infoPlist["U"] == "http:\n")
    #expect(
      PreprocessedProject.problems(package).map { $0.prefix(42) } == ["warning Repo/App/Info.plist:3:14: // begin"])
  }

  /// ICON-217.
  @Test func urlInADefinitionIsCutOff() throws {
    let text = "#define URL http://example.com // the address\n<key>U</key><string>URL</string>"
    let package = try PreprocessedProject.make(text).package()
    #expect(package.infoPlist["U"] == "http:")
    #expect(
      PreprocessedProject.problems(package).map { $0.prefix(42) } == ["warning Repo/App/Info.plist:2:18: // begin"])
    let kept = try PreprocessedProject.make(text, flags: "-traditional").package()
    #expect(kept.infoPlist["U"] == "http://example.com // the address")
  }

  @Test func intendedCommentsAreRemovedSilently() throws {
    let package = try PreprocessedProject.make(
      "// one\n<key>U</key> // two\n/* three\n<key>U</key> */\n<string>x</string>\n#define X 1 // four"
    ).package()
    #expect(package.infoPlist["U"] == "x")
    #expect(PreprocessedProject.problems(package) == [])
  }

  /// ICON-217, ICON-220.
  @Test(arguments: [
    ("http://FOO/x  y", "http://1/x  y"), ("a/* c */b", "ab"), ("a\n\n  FOO", "a\n\n  1"), ("FOO.BAR", "1 .bar"),
    ("it's FOO", "it's FOO"), ("F", "F"), ("S", "#a"), ("P", "a##b"),
  ])
  func traditionalModeIsSupported(_ text: String, _ expected: String) throws {
    let lines = "#define F(x) [x]\n#define S #a\n#define P a##b"
    #expect(try PreprocessedProject.value(text, lines, "FOO BAR=bar", flags: "-traditional") == expected)
  }

  /// ICON-220.
  @Test func spaceBeforeADirectiveHidesItInTraditionalMode() throws {
    let text = "<key>V</key>\n  #if 1\n<string>a</string>\n  #endif"
    #expect(try PreprocessedProject.make(text, flags: "-traditional-cpp").package().infoPlist["V"] == "a")
    let failure = PreprocessedProject.make("\(text)\n  #if 0\n  #endif", flags: "-traditional").failure()
    #expect(failure?.location.description == "Repo/App/Info.plist:6:3")
    #expect(try PreprocessedProject.make("\(text)\n  #if 0\n  #endif").package().infoPlist["V"] == "a")
  }

  /// ICON-217.
  @Test func commentsCanBeKept() throws {
    let package = try PreprocessedProject.make(
      "<key>U</key><string>http://example.com/FOO</string><key>V</key><string>/*  FOO  */</string>\n"
        + "#define X 1 // one\n<key>W</key><string>X</string>", "FOO", flags: "-C"
    ).package()
    #expect(package.infoPlist["U"] == "http://example.com/FOO")
    #expect(package.infoPlist["V"] == "/*  FOO  */")
    #expect(package.infoPlist["W"] == "1")
    #expect(PreprocessedProject.problems(package) == [])
  }

  // MARK: Files

  @Test func includesAreSearchedWhereABuildSearches() throws {
    let project = PreprocessedProject.make(
      "#include \"Parts/more.h\"\n#include \"flags.h\"\n#include <flags.h>\n#define NAME \"Parts/named.h\"\n#include NAME\n"
        + "<key>V</key><string>MORE BESIDE FLAGS NAMED</string>",
      flags: "-I Headers -I../out -INone",
      files: [
        "App/Parts/more.h": "#pragma once\n#include \"beside.h\"\n#define MORE 1",
        "App/Parts/beside.h": "#define BESIDE 2\n",
        "Headers/flags.h": "#ifndef FLAGS\n#define FLAGS 3\n#endif\n",
        "App/Parts/named.h": "#include \"more.h\"\n#define NAMED 4",
      ])
    let package = try project.package()
    #expect(package.infoPlist["V"] == "1 2 3 4")
    #expect(PreprocessedProject.problems(package) == [])
  }

  @Test func fileInTheProjectFolderIsReadAndReported() throws {
    let package = try PreprocessedProject.make(
      "#include \"root.h\"\n<key>V</key><string>ROOT</string>", files: ["root.h": "#define ROOT 5"]
    ).package()
    #expect(package.infoPlist["V"] == "5")
    let problem = try #require(package.warnings.first { $0.code == .preprocessor })
    #expect(problem.severity == .error)
    #expect(problem.message.hasPrefix("a build does not find “root.h”"))
    #expect(problem.hint?.contains("-I$(SRCROOT)") == true)
    let found = try PreprocessedProject.make(
      "#include \"root.h\"\n<key>V</key><string>ROOT</string>", flags: "-I$(SRCROOT)",
      files: ["root.h": "#define ROOT 5"]
    ).package()
    #expect(found.infoPlist["V"] == "5")
    #expect(PreprocessedProject.problems(found) == [])
  }

  @Test(arguments: ["../../secret.h", "/etc/passwd", "../../../x/../secret.h"])
  func nothingOutsideIsRead(_ path: String) throws {
    let package = try PreprocessedProject.make("#include \"\(path)\"\n<key>V</key><true/>").package()
    #expect(package.infoPlist["V"] == true)
    let outside = package.warnings.filter { $0.code == .outsideOfProject }
    #expect(outside.map(\.message) == ["“\(path)” is outside of Repo and is not read"])
    #expect(outside.first?.location?.description == "Repo/App/Info.plist:2:1")
  }

  @Test func importsAreReadOnce() throws {
    let package = try PreprocessedProject.make(
      "#import \"a.plist\"\n#import \"a.plist\"\n#include \"b.plist\"",
      files: ["App/a.plist": "<key>A</key><true/>\n", "App/b.plist": "<key>B</key><true/>\n#if 1\n"]
    ).package()
    #expect(package.infoPlist["A"] == true)
    #expect(package.infoPlist["B"] == true)
    #expect(!package.warnings.contains { $0.code == .duplicateKey })
    // A condition ends with its file.
    #expect(PreprocessedProject.problems(package) == ["error Repo/App/b.plist:2:1: this #if has no #endif"])
  }

  // MARK: Locations

  @Test func keysAndValuesKeepTheirLocations() throws {
    let package = try PreprocessedProject.make(
      """
      #if 1 /*
        */
          <key>One</key>   <string>a   b</string>
      #endif
      #include "more.plist"
      #define KEY <key>Two</key>
      EMPTY <key>Three</key> KEY1 \\
        <string>c</string>  KEY <string>d</string>
      <key>Five</key><array><string>FOO</string><string>e</string></array>
      """, "EMPTY= KEY1= FOO",
      files: ["App/more.plist": "// é\n<key>é</key><dict>\n\t<key>Inner</key><true/></dict>\n"]
    ).package()
    let info = package.infoPlist
    func place(_ key: String) -> String? { info.keyLocation(for: key)?.description }
    #expect(place("One") == "Repo/App/Info.plist:4:5")
    #expect(info.node(for: "One")?.location?.description == "Repo/App/Info.plist:4:22")
    #expect(place("é") == "Repo/App/more.plist:2:1")
    #expect(info.node(for: "é")?.location?.description == "Repo/App/more.plist:2:13")
    #expect(info["é"]?.dictionary?.keyLocation(for: "Inner")?.description == "Repo/App/more.plist:3:2")
    #expect(place("Three") == "Repo/App/Info.plist:8:7")
    #expect(info.node(for: "Three")?.location?.description == "Repo/App/Info.plist:9:3")
    // Text from a macro has the location of the macro's use.
    #expect(place("Two") == "Repo/App/Info.plist:9:23")
    #expect(info.node(for: "Two")?.location?.description == "Repo/App/Info.plist:9:27")
    let list = info["Five"]?.array
    #expect(list?.first?.location?.description == "Repo/App/Info.plist:10:23")
    #expect(list?.last?.location?.description == "Repo/App/Info.plist:10:43")
    #expect(info.node(for: "One")?.byteRange == nil)
  }

  @Test func mistakesKeepTheirLocations() {
    let failure = PreprocessedProject.make(
      "#include \"more.plist\"\n", files: ["App/more.plist": "<key>A</key>\n#if 1\n  <key>B</key>\n#endif\n"]
    ).failure()
    #expect(failure?.location.description == "Repo/App/more.plist:3:3")
    #expect(failure?.message == "the key “A” has no value: another <key> follows, in the output of the C preprocessor")
  }
}
