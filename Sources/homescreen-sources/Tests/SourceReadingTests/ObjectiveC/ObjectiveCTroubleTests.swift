import Testing

@testable import SourceReading

/// Files that are not, or not entirely, Objective-C.
@Suite struct ObjectiveCTroubleTests {
  private func method(_ code: String) -> SourceFacts {
    ObjectiveCReader.facts(of: Array("@implementation A\n- (void)m {\n\(code)\n}\n- (void)n { after(); }\n@end".utf8))
  }

  @Test(arguments: [
    "a(]; b();", "[a b:;", "if (a {", "NSString *a = @\"abc;", "f(a b c);", "}}}", "@", "x = = y;", "[[a b];",
    "switch (a) { b(); }", "^", "\0a();", "`",
  ])
  func mistakesStayInTheirMethod(code: String) {
    let facts = method(code)
    let last = facts.types.first?.functions.last { $0.selector == "n" }
    #expect(last?.body.map(Outline.text) == "after()" || code == "if (a {" || code == "}}}")
    #expect(facts.types.first?.functions.first?.selector == "m")
  }

  @Test(arguments: ["f(a b c);", "NSString *a = @\"abc;", "`", "a();\0"])
  func unreadableCodeIsReported(code: String) throws {
    let facts = method(code)
    let trouble = try #require(facts.troubles.first)
    #expect(!trouble.isDepth)
    #expect(facts.lines.position(of: trouble.offset).line == 3)
  }

  @Test func unterminatedCommentIsReported() {
    let facts = ObjectiveCReader.facts(of: Array("int a = 1;\n/* b".utf8))
    #expect(facts.troubles.map(\.offset) == [11])
    #expect(facts.globals.map(\.name) == ["a"])
  }

  /// Unreadable code still mentions its names, so a completion handler in it does not count as missing.
  @Test func namesInUnreadableCodeAreKept() {
    #expect(Outline.body("f() weird done;") == "f()\nother (weird, done)")
  }

  @Test(arguments: [
    "(", "[", "{", "!", "*", "a = ", "a ? b : ", "a + ", ".b", "()", "if (a) ", "^", "(id)", "else if (a) {} ",
  ])
  func excessiveNestingIsReported(piece: String) {
    let start = piece.hasPrefix("else") ? "if (a) {} " : piece.hasPrefix("if") ? "" : "x = "
    let code = start + String(repeating: piece, count: 100_000)
    let facts = method(code)
    #expect(facts.troubles.contains { $0.isDepth })
  }

  @Test(arguments: [
    "(]", "[)", "{)", "a:", "case 1:", "A<B ", "const ", "@[", "#if A\n", "#else\n", "#endif\n", "#elif B\n", "- ",
    "@interface A\n", "@implementation A\n- (void)m\n", "int a, ", "[a b:^{ (\n", "template<", "\"", "R\"(",
    "@property (",
    "@end ", "\\", "\\\n", "/*", "'", "#define A (\n", "- (void)a:(id)b {", "@selector(", "extern \"C\" {",
    "switch (a) {",
    "\u{FFFF}", "@{", "1e", "@\"", "catch ", "operator ",
  ])
  func longNonsenseIsReadInBoundedTime(piece: String) {
    let code = String(repeating: piece, count: 2_000)
    for start in ["", "@implementation A\n- (void)m { x = ", "@implementation A\n- (void)"] {
      _ = ObjectiveCReader.facts(of: Array((start + code).utf8))
    }
  }

  @Test func randomBytesAreReadInBoundedTime() {
    var state: UInt64 = 42
    for _ in 0..<50 {
      let bytes = (0..<2_000).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return UInt8(truncatingIfNeeded: state >> 33)
      }
      _ = ObjectiveCReader.facts(of: bytes)
    }
  }

  @Test func emptyFileHasNoFacts() {
    let facts = ObjectiveCReader.facts(of: [])
    #expect(facts.types.isEmpty && facts.functions.isEmpty && facts.troubles.isEmpty)
  }
}
