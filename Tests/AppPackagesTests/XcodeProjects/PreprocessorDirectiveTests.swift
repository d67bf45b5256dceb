import AppPackages
import PropertyLists
import TestSupport
import Testing

/// The parts of an Info.plist that preprocessor directives keep, and the reports about invalid directives. The expected
/// texts are the output of `clang -E -P -x c`.
///
/// ICON-216.
@Suite struct PreprocessorDirectiveTests {
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
    ("0b101 == 5 && 10UL == 10", true), ("18446744073709551615 == -1", true),
    ("9223372036854775807 + 1 < 0", true),
    ("(-9223372036854775807 - 1) / -1 < 0", true), ("(-9223372036854775807 - 1) % -1 == 0", true),
    ("-9223372036854775807 - 1 == 9223372036854775808", true), ("HAS_FOO", true),
    ("FOO /* c */ && 1 // c", true), ("defined TWICE", true), ("TWICE", false), ("defined __has_include", false),
    ("1 == 1 == 1", true), ("1 <= 1 && 1 >= 1 && 1 != 2", true),
    ("FOO \\\n == 1", true),
  ])
  func conditionsAreEvaluated(_ expression: String, _ isTrue: Bool) throws {
    let package = try PreprocessedProject.make(
      "#define TWICE(x) ((x) * 2)\n#define HAS_FOO defined(FOO)\n#if \(expression)\n<key>V</key><true/>\n#endif",
      "FOO EMPTY="
    ).package()
    #expect(package.infoPlist.contains("V") == isTrue)
    #expect(PreprocessedProject.problems(package) == [])
  }

  /// They are valid for a compiler.
  @Test(arguments: [
    ("__has_include(\"a.h\")", "__has_include(…)"), ("'a' == 97", "'a'"), ("TWICE(2) == 4", "TWICE(…)"),
  ])
  func unevaluatedConditionsAreWarnings(_ expression: String, _ name: String) throws {
    let package = try PreprocessedProject.make(
      "#if \(expression)\n<key>V</key><true/>\n#else\n<key>V</key><false/>\n#endif"
    ).package()
    #expect(package.infoPlist["V"] == false)
    let message = "\(name) is not evaluated here, so this condition counts as false"
    #expect(PreprocessedProject.problems(package) == ["warning Repo/App/Info.plist:2:5: \(message)"])
  }

  @Test(arguments: [
    ("", "2:1: a value is missing"), ("EMPTY", "2:1: a value is missing"), ("1 +", "2:7: a value is missing"),
    ("FOO = 1", "2:9: “=” is not an operator"), ("(1", "2:5: this “(” is never closed"),
    ("1 2", "2:7: “2” is not an operator"),
    ("FOO == \"Debug\"", "2:12: “\"Debug\"” is not an integer"), ("1.5", "2:5: “1.5” is not an integer"),
    ("1, 0", "2:6: “,” is no"),
    ("1 / 0", "2:7: the divisor is zero"), ("1 % (FOO - 1)", "2:7: the divisor is zero"), ("1 ? 2", "2:9: “?” has no"),
    ("defined", "2:5: “defined” is not an integer"), ("defined(1)", "2:5: “defined” is no"),
    (")", "2:5: a value is missing"),
    ("99999999999999999999", "2:5: “99999999999999999999” is no"), ("''", "2:5: “''” is not an integer"),
    ("08", "2:5: “08” is"),
    ("it's", "2:7: “'s” is not an operator"), ("@", "2:5: “@” is not an integer"),
    ("1 * * 2", "2:9: a value is missing before “*”"), ("'a", "2:5: “'a” is not an integer"),
  ])
  func invalidConditionsAreReportedAndFalse(_ expression: String, _ message: String) throws {
    let package = try PreprocessedProject.make(
      "#if \(expression)\n<key>V</key><true/>\n#else\n<key>W</key><true/>\n#endif", "FOO EMPTY="
    )
    .package()
    #expect(package.infoPlist.contains("W") && !package.infoPlist.contains("V"))
    let problem = try #require(PreprocessedProject.problems(package).first)
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
  func branchesAreSelected(_ text: String, _ expected: String) throws {
    let package = try PreprocessedProject.make("<key>V</key><string>\n\(text)\n</string>", "FOO").package()
    #expect(package.infoPlist["V"]?.string?.filter { !$0.isWhitespace } == expected)
    #expect(PreprocessedProject.problems(package) == [])
  }

  // MARK: Mistakes

  @Test(arguments: [
    ("#error  not  for you ", "error Repo/App/Info.plist:2:1: #error not  for you"),
    ("#warning soon", "warning Repo/App/Info.plist:2:1: #warning soon"),
    ("#if 1", "error Repo/App/Info.plist:2:1: this #if has no #endif"),
    ("#endif", "error Repo/App/Info.plist:2:1: #endif without an #if"),
    ("#else", "error Repo/App/Info.plist:2:1: #else without an #if"),
    ("#elif 1", "error Repo/App/Info.plist:2:1: #elif without an #if"),
    ("#if 1\n#else\n#else\n#endif", "error Repo/App/Info.plist:4:1: the #if has a second #else"),
    ("#if 1\n#else\n#elif 1\n#endif", "error Repo/App/Info.plist:4:1: #elif after #else"),
    ("#ifdef\n#endif", "error Repo/App/Info.plist:2:1: #ifdef is not followed by the name of a macro"),
    ("#ifndef 1\n#endif", "error Repo/App/Info.plist:2:1: #ifndef is not followed by the name of a macro"),
    ("#nonsense", "error Repo/App/Info.plist:2:1: “#nonsense” is not a preprocessor directive"),
    ("#1 and only", "error Repo/App/Info.plist:2:1: “#1” is not a preprocessor directive"),
    ("#ident \"x\"", "error Repo/App/Info.plist:2:1: “#ident” is not a preprocessor directive"),
    ("#pragma omp", "error Repo/App/Info.plist:2:1: the preprocessor leaves #pragma in the text"),
    ("#define", "error Repo/App/Info.plist:2:1: the name of a macro is missing"),
    ("#undef", "error Repo/App/Info.plist:2:1: the name of a macro is missing"),
    ("#define 1 x", "error Repo/App/Info.plist:2:9: “1” cannot be the name of a macro"),
    ("#define defined 1", "error Repo/App/Info.plist:2:9: “defined” cannot be the name of a macro"),
    ("#define X 1\n#define X 2", "warning Repo/App/Info.plist:3:9: the macro X is redefined"),
    ("#include", "error Repo/App/Info.plist:2:1: #include is not followed by the name of a file"),
    ("#include nothing", "error Repo/App/Info.plist:2:1: #include is not followed by the name of a file"),
    ("#include \"None.h\"", "note Repo/App/Info.plist:2:1: “None.h” is missing"),
    ("#include <UIKit/UIKit.h>", "note Repo/App/Info.plist:2:1: <UIKit/UIKit.h> is not in the project"),
  ])
  func mistakesAreReportedWithTheirLocation(_ text: String, _ message: String) throws {
    let package = try PreprocessedProject.make("\(text)\n<key>V</key><true/>").package()
    #expect(package.infoPlist["V"] == true)
    let problem = try #require(PreprocessedProject.problems(package).first)
    #expect(problem.hasPrefix(message), "\(problem)")
    #expect(PreprocessedProject.problems(package).count == 1)
  }

  @Test(arguments: [
    ("/* never closed", "2:1: this /* opens a comment that is never closed"),
    ("#define F(x) <key>x</key><true/>\nF(A)", "3:1: the macro F takes arguments, and such macros are not replaced"),
    ("#if 0\n<key>V</key><true/>", "2:1: this #if has no #endif"),
  ])
  func hintNamesTheDirectiveWithoutAnEnd(_ text: String, _ message: String) throws {
    let failure = try #require(PreprocessedProject.make(text).failure())
    #expect(failure.kind == .badPropertyList)
    #expect(failure.message.hasSuffix(", in the output of the C preprocessor"))
    #expect(failure.hint?.hasPrefix("first fix this: Repo/App/Info.plist:\(message)") == true, "\(failure)")
  }

  @Test func buildWithoutDefinitionsIsReported() throws {
    let text = "<key>V</key>\n#ifdef BETA\n<true/>\n#endif\n<key>W</key><true/>"
    let failure = try #require(PreprocessedProject.make(text).failure())
    #expect(failure.location.description == "Repo/App/Info.plist:6:1")
    #expect(failure.hint?.hasPrefix("INFOPLIST_PREPROCESSOR_DEFINITIONS defines nothing here") == true)
    #expect(try PreprocessedProject.make(text, "BETA").package().infoPlist["V"] == true)
  }
}
