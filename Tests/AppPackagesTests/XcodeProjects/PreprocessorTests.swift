import AppPackages
import PropertyLists
import TestSupport
import Testing

/// What the C preprocessor makes of the text of an Info.plist. The expected texts are what `clang -E -P -x c` writes.
///
/// ICON-216.
@Suite struct PreprocessorTests {
  /// - Parameter text: below the outermost dictionary, from line 2 on.
  private static func project(
    _ text: String, _ definitions: String = "", flags: String = "", files: [String: String] = [:]
  ) -> ProjectMaker {
    var project = ProjectMaker()
    project.targetSettings["INFOPLIST_PREPROCESS"] = "YES"
    project.targetSettings["INFOPLIST_PREPROCESSOR_DEFINITIONS"] = .string(definitions)
    project.targetSettings["INFOPLIST_OTHER_PREPROCESSOR_FLAGS"] = .string(flags)
    project.files["App/Info.plist"] = .init(text: "<plist version=\"1.0\"><dict>\n\(text)\n</dict></plist>\n")
    for (path, text) in files { project.files[path] = .init(text: text) }
    return project
  }

  /// The text of an element, once the lines before it and the element have been preprocessed.
  private static func value(
    _ text: String, _ lines: String = "", _ definitions: String = "", flags: String = ""
  ) throws -> String? {
    try project("\(lines)\n<key>V</key>\n<string>\(text)</string>", definitions, flags: flags).package()
      .infoPlist["V"]?.string
  }

  private static func problems(_ package: AppPackage) -> [String] {
    package.warnings.filter { $0.code == .preprocessor }.map { "\($0.severity.rawValue) \($0)" }
  }

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
    ("__ENVIRONMENT_IPHONE_OS_VERSION_MIN_REQUIRED__", "150000"), ("__LINE__", "4"), ("__COUNTER__ __COUNTER__", "0 1"),
    ("__FILE__", "\"Repo/App/Info.plist\""), ("__INCLUDE_LEVEL__", "0"), ("__DATE__", "\"??? ?? ????\""),
  ])
  func names(_ text: String, _ expected: String) throws {
    let xml = expected.replacing("&quot;", with: "\"")
    #expect(try Self.value(text, "", "FOO BAR=bar EMPTY= SELF=SELF MINUS=-1") == xml)
  }

  @Test(arguments: [
    ("#define X a   b  /* c */ d // e", "X.", "a b d."), ("#define X a \\\n b", "X", "a b"), ("#define X", "[X]", "[]"),
    ("#define F(x) [x|x]", "F(a  b) F (c)", "[a b|a b] [c|c]"),
    ("#define F(x) [x|x]", "F\n (c) F", "[c|c] F"), ("#define F(x) [x]", "F((a, b)) F()", "[(a, b)] []"),
    ("#define F() now", "F() F( )", "now now"), ("#define G(x, y) {x:y}", "G(1,) G(,2)", "{1:} {:2}"),
    ("#define S(x) #x", "S(a   b) S( \"q\\n\" )", "\"a b\" \"\\\"q\\\\n\\\"\""),
    ("#define P(a, b) a##b", "P(x, 1) P(, y) P(z,) [P(,)]", "x1 y z []"),
    ("#define P(a, b) a ## _ ## b\n#define x_y pasted", "P(x, y)", "pasted"),
    ("#define P(a) a##1\n#define Q P(Q)", "Q", "Q1"), ("#define H a ## b", "H", "ab"),
    ("#define V(...) [__VA_ARGS__]", "V(a, b) V()", "[a, b] []"),
    ("#define V(f, ...) f(__VA_ARGS__)", "V(a) V(a, b, c)", "a() a(b, c)"),
    ("#define V(f, ...) g(f, ##__VA_ARGS__)", "V(a) V(a,) V(a, b)", "g(a) g(a,) g(a, b)"),
    ("#define V(f, more...) g(more)", "V(a, b)", "g(b)"),
    ("#define V(...) x __VA_OPT__([__VA_ARGS__] y)", "V(a) V()", "x [a] y x"),
    ("#define A B\n#define B A", "A B", "A B"), ("#define foo foo bar", "foo", "foo bar"),
    ("#define f(x) x f", "f(1)(2)", "1 f(2)"),
    ("#define A F\n#define F(x) [x]", "A(1) A (A(2))", "[1] [[2]]"),
    ("#define LP (\n#define F(x) [x]", "F LP 1)", "F ( 1)"),
    ("#define X 1\n#undef X", "X", "X"), ("#undef NEVER", "NEVER", "NEVER"), ("#define X 1\n#define X 1", "X", "1"),
    ("#define X ' \n", "X", "' "), ("%:define X 1", "X", "1"), ("# /* c */ define X 2", "X", "2"), ("#", "x", "x"),
    ("# 7 \"other.plist\"", "x", "x"), ("#line 7", "x", "x"), ("#pragma mark - Here", "x", "x"),
  ])
  func macros(_ lines: String, _ text: String, _ expected: String) throws {
    let package = try Self.project("\(lines)\n<key>V</key>\n<string>\(text)</string>").package()
    #expect(package.infoPlist["V"]?.string == expected)
    #expect(Self.problems(package) == [])
  }

  @Test func markupCanComeFromMacros() throws {
    let package = try Self.project(
      "#define ENTRY(k, v) <key>k</key><string>v</string>\nENTRY(One, 1)\n#define FLAG(x) <key>x</key> <true/>\nFLAG(Two)"
    ).package()
    #expect(package.infoPlist["One"] == "1")
    #expect(package.infoPlist["Two"] == true)
  }

  // MARK: Conditions

  @Test(arguments: [
    ("1", true), ("0", false), ("FOO", true), ("UNKNOWN", false), ("FOO == 1", true), ("!FOO", false),
    ("defined FOO", true), ("defined(FOO) && !defined(UNKNOWN)", true), ("defined EMPTY", true),
    ("1 + 2 * 3 == 7", true),
    ("(1 + 2) * 3 == 9", true), ("10 - 3 - 2 == 5", true), ("7 / 2 == 3 && 7 % 2 == 1", true), ("-7 / 2 == -3", true),
    ("1 << 4 == 16 && 256 >> 4 == 16", true), ("-1 >> 1 == -1", true), ("1 << 100", false), ("6 & 3 | 8 ^ 1", true),
    ("(6 & 3) == 2 && (6 | 1) == 7 && (6 ^ 2) == 4", true), ("~0 == -1", true), ("+1 == - -1", true),
    ("-1 > 0u", true), ("-1 > 0", false), ("2 > 1 > 1", false), ("1 ? 0 : 1", false), ("0 ? 0 : 0 ? 0 : 1", true),
    ("1 || 1/0", true), ("0 && 1/0", false), ("1 ? 1 : 1/0", true), ("(0, 1)", true), ("0x10 == 16 && 010 == 8", true),
    ("0b101 == 5 && 10UL == 10", true), ("'a' == 97 && '\\n' == 10 && '\\x41' == 'A'", true), ("'ab' == 24930", true),
    ("'\\377' < 0", true), ("L'a' == 97", true), ("18446744073709551615 == -1", true),
    ("9223372036854775807 + 1 < 0", true),
    ("(-9223372036854775807 - 1) / -1 < 0", true), ("(-9223372036854775807 - 1) % -1 == 0", true),
    ("-9223372036854775807 - 1 == 9223372036854775808", true), ("TWICE(2) == 4", true), ("HAS_FOO", true),
    ("FOO /* c */ && 1 // c", true), ("defined TWICE", true), ("TWICE", false), ("__has_include(\"Info.plist\")", true),
    ("__has_include(\"None.h\") || __has_include(<none.h>)", false), ("defined __has_include", true),
    ("defined(__LINE__) && __LINE__ == 4", true), ("1 == 1 == 1", true), ("1 <= 1 && 1 >= 1 && 1 != 2", true),
    ("FOO \\\n == 1", true),
  ])
  func conditions(_ expression: String, _ isTrue: Bool) throws {
    let package = try Self.project(
      "#define TWICE(x) ((x) * 2)\n#define HAS_FOO defined(FOO)\n#if \(expression)\n<key>V</key><true/>\n#endif",
      "FOO EMPTY="
    ).package()
    #expect(package.infoPlist.contains("V") == isTrue)
    #expect(Self.problems(package) == [])
  }

  @Test(arguments: [
    ("", "2:1: a value is missing"), ("EMPTY", "2:1: a value is missing"), ("1 +", "2:7: a value is missing"),
    ("FOO = 1", "2:9: “=” is no operator"), ("(1", "2:5: this “(” is never closed"), ("1 2", "2:7: “2” is no operator"),
    ("FOO == \"Debug\"", "2:12: “\"Debug\"” is no integer"), ("1.5", "2:5: “1.5” is no integer"),
    ("1, 0", "2:6: “,” is no"),
    ("1 / 0", "2:7: a division by zero"), ("1 % (FOO - 1)", "2:7: a division by zero"), ("1 ? 2", "2:9: a “?” without"),
    ("defined", "2:5: “defined” is no integer"), ("defined(1)", "2:5: “defined” is no"),
    (")", "2:5: a value is missing"),
    ("99999999999999999999", "2:5: “99999999999999999999” is no"), ("''", "2:5: “''” is no integer"),
    ("08", "2:5: “08” is"),
    ("it's", "2:7: “'s” is no operator"), ("@", "2:5: “@” is no integer"), ("__has_include", "2:5: “__has_include” is"),
    ("1 * * 2", "2:9: a value is missing before “*”"), ("'a", "2:5: “'a” is no integer"),
  ])
  func conditionsThatAreWrongAreToldAndFalse(_ expression: String, _ message: String) throws {
    let package = try Self.project(
      "#if \(expression)\n<key>V</key><true/>\n#else\n<key>W</key><true/>\n#endif", "FOO EMPTY="
    )
    .package()
    #expect(package.infoPlist.contains("W") && !package.infoPlist.contains("V"))
    let problem = try #require(Self.problems(package).first)
    #expect(problem.hasPrefix("error Repo/App/Info.plist:\(message)"), "\(problem)")
  }

  @Test(arguments: [
    ("#ifdef FOO\na\n#endif", "a"), ("#ifndef FOO\na\n#else\nb\n#endif", "b"),
    ("#if 0\na\n#elif FOO\nb\n#else\nc\n#endif", "b"),
    ("#if 1\na\n#elif 1/0\nb\n#endif", "a"), ("#if 0\n#elif 0\n#else\nc\n#endif", "c"),
    ("#if 0\n#if 1\na\n#else\nb\n#endif\n#else\nc\n#endif", "c"),
    ("#if 1\n#if 0\na\n#else\nb\n#endif\n#else\nc\n#endif", "b"),
    ("#if 0\n#elifdef FOO\na\n#endif", "a"), ("#if 0\n#elifndef FOO\na\n#else\nb\n#endif", "b"),
    ("#if 0\n#error no\n#nonsense\n#include \"no\"\ntext /* not\n#else\n*/ open\n#else\na\n#endif", "a"),
    ("  #  if 1 // yes\n  a\n  #  endif /* yes */", "a"), ("#if 0\n/*\n#else\n*/\nb\n#endif\na", "a"),
    ("#define X\n#ifdef X\na\n#undef X\n#endif\n#ifdef X\nb\n#endif", "a"), ("#ifdef FOO extra\na\n#endif extra", "a"),
  ])
  func branches(_ text: String, _ expected: String) throws {
    let package = try Self.project("<key>V</key><string>\n\(text)\n</string>", "FOO").package()
    #expect(package.infoPlist["V"]?.string?.filter { !$0.isWhitespace } == expected)
    #expect(Self.problems(package) == [])
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("#error  not  for you ", "error Repo/App/Info.plist:2:1: #error not  for you"),
    ("#warning soon", "warning Repo/App/Info.plist:2:1: #warning soon"),
    ("#if 1", "error Repo/App/Info.plist:2:1: this #if has no #endif"),
    ("#endif", "error Repo/App/Info.plist:2:1: #endif without an #if"),
    ("#else", "error Repo/App/Info.plist:2:1: #else without an #if"),
    ("#elif 1", "error Repo/App/Info.plist:2:1: #elif without an #if"),
    ("#if 1\n#else\n#else\n#endif", "error Repo/App/Info.plist:4:1: a second #else for one #if"),
    ("#if 1\n#else\n#elif 1\n#endif", "error Repo/App/Info.plist:4:1: #elif behind #else"),
    ("#ifdef\n#endif", "error Repo/App/Info.plist:2:1: #ifdef without the name of a macro"),
    ("#ifndef 1\n#endif", "error Repo/App/Info.plist:2:1: #ifndef without the name of a macro"),
    ("#nonsense", "error Repo/App/Info.plist:2:1: “#nonsense” is no directive of the preprocessor"),
    ("#1 and only", "error Repo/App/Info.plist:2:1: “#1” is no directive of the preprocessor"),
    ("#ident \"x\"", "error Repo/App/Info.plist:2:1: the preprocessor leaves #ident in the text"),
    ("#pragma omp", "error Repo/App/Info.plist:2:1: the preprocessor leaves #pragma in the text"),
    ("#define", "error Repo/App/Info.plist:2:1: the name of a macro is missing"),
    ("#undef", "error Repo/App/Info.plist:2:1: the name of a macro is missing"),
    ("#define 1 x", "error Repo/App/Info.plist:2:9: “1” cannot be the name of a macro"),
    ("#define defined 1", "error Repo/App/Info.plist:2:9: “defined” cannot be the name of a macro"),
    ("#define F(", "error Repo/App/Info.plist:2:10: the parameters of the macro are no list"),
    ("#define F(1)", "error Repo/App/Info.plist:2:11: the parameters of the macro are no list"),
    ("#define F(a", "error Repo/App/Info.plist:2:10: the parameters of the macro are no list"),
    ("#define F(a b)", "error Repo/App/Info.plist:2:13: the parameters of the macro are no list"),
    ("#define F(..., a)", "error Repo/App/Info.plist:2:14: the parameters of the macro are no list"),
    ("#define F(a, a) a", "error Repo/App/Info.plist:2:14: two parameters of the macro are called a"),
    ("#define F(a) #b", "error Repo/App/Info.plist:2:14: # stands before something that is no parameter"),
    ("#define X ## a", "error Repo/App/Info.plist:2:9: ## stands at the begin or end of a macro"),
    ("#define X 1\n#define X 2", "warning Repo/App/Info.plist:3:9: the macro X is defined a second time"),
    ("#define P(a, b) <!--a##b-->\nP(+, -)", "error Repo/App/Info.plist:3:1: ## makes “+-”, which is no single token"),
    ("#define F(a) <!--a-->\n<!--F(1, 2)-->", "error Repo/App/Info.plist:3:5: the macro F takes 1 argument, not 2"),
    ("#define F(a, b) <!---->\n<!--F(1)-->", "error Repo/App/Info.plist:3:5: the macro F takes 2 arguments, not 1"),
    ("#include", "error Repo/App/Info.plist:2:1: #include without the name of a file"),
    ("#include nothing", "error Repo/App/Info.plist:2:1: #include without the name of a file"),
    ("#include \"None.h\"", "error Repo/App/Info.plist:2:1: there is no “None.h”"),
    ("#include <UIKit/UIKit.h>", "note Repo/App/Info.plist:2:1: <UIKit/UIKit.h> is not in the project"),
    ("#if __has_feature(x)\n#endif", "note Repo/App/Info.plist:2:5: what __has_feature asks is not known here"),
  ])
  func mistakesAreToldWithTheirPlace(_ text: String, _ message: String) throws {
    let package = try Self.project("\(text)\n<key>V</key><true/>").package()
    #expect(package.infoPlist["V"] == true)
    let problem = try #require(Self.problems(package).first)
    #expect(problem.hasPrefix(message), "\(problem)")
    #expect(Self.problems(package).count == 1)
  }

  @Test(arguments: [
    ("/* never closed", "2:1: this /* opens a comment that nothing closes"),
    ("#define F(x) x\nF(", "3:1: the macro F is used with “(”, but never closed"),
    ("#if 0\n<key>V</key><true/>", "2:1: this #if has no #endif"),
  ])
  func whatTakesTheEndOfTheFileIsTheHintOfTheError(_ text: String, _ message: String) throws {
    let failure = try #require(Self.project(text).failure())
    #expect(failure.kind == .badPropertyList)
    #expect(failure.message.hasSuffix(", once the C preprocessor has read it"))
    #expect(failure.hint?.hasPrefix("first see to this: Repo/App/Info.plist:\(message)") == true, "\(failure)")
  }

  @Test func aBuildWithoutDefinitionsIsToldToLackThem() throws {
    let text = "<key>V</key>\n#ifdef BETA\n<true/>\n#endif\n<key>W</key><true/>"
    let failure = try #require(Self.project(text).failure())
    #expect(failure.location.description == "Repo/App/Info.plist:6:1")
    #expect(failure.hint?.hasPrefix("INFOPLIST_PREPROCESSOR_DEFINITIONS defines nothing here") == true)
    #expect(try Self.project(text, "BETA").package().infoPlist["V"] == true)
  }

  // MARK: Comments and addresses

  /// ICON-217.
  @Test func anAddressIsCutOffAndReadNevertheless() throws {
    let package = try Self.project("<key>U</key>\n<string>http://example.com/FOO</string>", "FOO").package()
    #expect(package.infoPlist["U"] == "http://example.com/1")
    #expect(
      Self.problems(package) == [
        """
        error Repo/App/Info.plist:3:14: // begins a comment for the preprocessor, and “//example.com/FOO</string>” is \
        cut off; Xcode refuses what is left
          hint: -traditional in INFOPLIST_OTHER_PREPROCESSOR_FLAGS keeps it
        """
      ])
  }

  /// ICON-217.
  @Test func anAddressThatLeavesAPropertyListIsCutOff() throws {
    let package = try Self.project("<key>U</key>\n<string>http://example.com\n</string>").package()
    #expect(package.infoPlist["U"] == "http:\n")
    #expect(Self.problems(package).map { $0.prefix(42) } == ["warning Repo/App/Info.plist:3:14: // begin"])
  }

  /// ICON-217.
  @Test func anAddressInADefinitionIsCutOffToo() throws {
    let text = "#define URL http://example.com // the address\n<key>U</key><string>URL</string>"
    let package = try Self.project(text).package()
    #expect(package.infoPlist["U"] == "http:")
    #expect(Self.problems(package).map { $0.prefix(42) } == ["warning Repo/App/Info.plist:2:18: // begin"])
    let kept = try Self.project(text, flags: "-traditional").package()
    #expect(kept.infoPlist["U"] == "http://example.com // the address")
  }

  @Test func commentsThatAreMeantGoWithoutAWord() throws {
    let package = try Self.project(
      "// one\n<key>U</key> // two\n/* three\n<key>U</key> */\n<string>x</string>\n#define X 1 // four"
    ).package()
    #expect(package.infoPlist["U"] == "x")
    #expect(Self.problems(package) == [])
  }

  /// ICON-217, ICON-220.
  @Test(arguments: [
    ("http://FOO/x  y", "http://1/x  y"), ("a/* c */b", "ab"), ("a\n\n  FOO", "a\n\n  1"), ("FOO.BAR", "1 .bar"),
    ("it's FOO", "it's FOO"), ("F(a  b) F (c)", "[a  b] F (c)"), ("S(a)", "#a"), ("P(a, b)", "a## b"),
  ])
  func traditionally(_ text: String, _ expected: String) throws {
    let lines = "#define F(x) [x]\n#define S(x) #x\n#define P(x, y) x##y"
    #expect(try Self.value(text, lines, "FOO BAR=bar", flags: "-traditional") == expected)
  }

  /// ICON-220.
  @Test func traditionallyABlankBeforeADirectiveHidesIt() throws {
    let text = "<key>V</key>\n  #if 1\n<string>a</string>\n  #endif"
    #expect(try Self.project(text, flags: "-traditional-cpp").package().infoPlist["V"] == "a")
    let failure = Self.project("\(text)\n  #if 0\n  #endif", flags: "-traditional").failure()
    #expect(failure?.location.description == "Repo/App/Info.plist:6:3")
    #expect(try Self.project("\(text)\n  #if 0\n  #endif").package().infoPlist["V"] == "a")
  }

  /// ICON-217.
  @Test func commentsCanBeKept() throws {
    let package = try Self.project(
      "<key>U</key><string>http://example.com/FOO</string><key>V</key><string>/*  FOO  */</string>\n"
        + "#define X 1 // one\n<key>W</key><string>X</string>", "FOO", flags: "-C"
    ).package()
    #expect(package.infoPlist["U"] == "http://example.com/FOO")
    #expect(package.infoPlist["V"] == "/*  FOO  */")
    #expect(package.infoPlist["W"] == "1")
    #expect(Self.problems(package) == [])
  }

  // MARK: Files

  @Test func filesAreLookedForWhereABuildLooks() throws {
    let project = Self.project(
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
    #expect(Self.problems(package) == [])
  }

  @Test func aFileOfTheProjectsFolderIsReadButToldToBeMissed() throws {
    let package = try Self.project(
      "#include \"root.h\"\n<key>V</key><string>ROOT</string>", files: ["root.h": "#define ROOT 5"]
    ).package()
    #expect(package.infoPlist["V"] == "5")
    let problem = try #require(package.warnings.first { $0.code == .preprocessor })
    #expect(problem.severity == .error)
    #expect(problem.message.hasPrefix("“root.h” is not found by a build"))
    #expect(problem.hint?.contains("-I$(SRCROOT)") == true)
    let found = try Self.project(
      "#include \"root.h\"\n<key>V</key><string>ROOT</string>", flags: "-I$(SRCROOT)",
      files: ["root.h": "#define ROOT 5"]
    ).package()
    #expect(found.infoPlist["V"] == "5")
    #expect(Self.problems(found) == [])
  }

  @Test(arguments: ["../../secret.h", "/etc/passwd", "../../../x/../secret.h"])
  func nothingOutsideIsRead(_ path: String) throws {
    let package = try Self.project("#include \"\(path)\"\n<key>V</key><true/>").package()
    #expect(package.infoPlist["V"] == true)
    let outside = package.warnings.filter { $0.code == .outsideOfProject }
    #expect(outside.map(\.message) == ["“\(path)” leads out of Repo and is not read"])
    #expect(outside.first?.location?.description == "Repo/App/Info.plist:2:1")
  }

  @Test func importsAreReadOnce() throws {
    let package = try Self.project(
      "#import \"a.plist\"\n#import \"a.plist\"\n#include \"b.plist\"",
      files: ["App/a.plist": "<key>A</key><true/>\n", "App/b.plist": "<key>B</key><true/>\n#if 1\n"]
    ).package()
    #expect(package.infoPlist["A"] == true)
    #expect(package.infoPlist["B"] == true)
    #expect(!package.warnings.contains { $0.code == .duplicateKey })
    // A condition ends with its file.
    #expect(Self.problems(package) == ["error Repo/App/b.plist:2:1: this #if has no #endif"])
  }

  // MARK: Places

  @Test func keysAndValuesKeepTheirPlaces() throws {
    let package = try Self.project(
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
    // What a macro writes stands where the macro is used.
    #expect(place("Two") == "Repo/App/Info.plist:9:23")
    #expect(info.node(for: "Two")?.location?.description == "Repo/App/Info.plist:9:27")
    let list = info["Five"]?.array
    #expect(list?.first?.location?.description == "Repo/App/Info.plist:10:23")
    #expect(list?.last?.location?.description == "Repo/App/Info.plist:10:43")
    #expect(info.node(for: "One")?.byteRange == nil)
  }

  @Test func directivesBetweenArgumentsChangeNoPlaces() throws {
    let package = try Self.project(
      "#define ENTRY(k) <key>k</key><true/>\n#define WORD(x) x\n ENTRY(\n#if 0\n  Old\n#else\n  New\n#endif\n)\n"
        + "<key>WORD(1, 2)</key><true/>"
    ).package()
    #expect(package.infoPlist.keyLocation(for: "New")?.description == "Repo/App/Info.plist:4:2")
    // The wrong call has lost its arguments, as with cc.
    #expect(package.infoPlist.keyLocation(for: "WORD")?.description == "Repo/App/Info.plist:11:1")
  }

  @Test func mistakesOfThePropertyListKeepTheirPlacesToo() {
    let failure = Self.project(
      "#include \"more.plist\"\n", files: ["App/more.plist": "<key>A</key>\n#if 1\n  <key>B</key>\n#endif\n"]
    ).failure()
    #expect(failure?.location.description == "Repo/App/more.plist:3:3")
    #expect(failure?.message == "the key “A” has no value: another <key> follows, once the C preprocessor has read it")
  }
}
