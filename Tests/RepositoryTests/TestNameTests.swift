import TestSupport
import Testing

/// Test names have one style: a function name in plain words, with facts in a comment above it.
@Suite struct TestNameTests {
  /// Lines with names of another style.
  private static func violations(in text: String) -> [Substring] {
    var isOpen = false
    return text.split(separator: "\n").filter { line in
      let code = line.drop { $0 == " " }
      defer { isOpen = code.hasSuffix("@Test(") || code.hasSuffix("@Suite(") }
      return code.hasPrefix("@Test(\"") || code.hasPrefix("@Suite(\"") || isOpen && code.hasPrefix("\"")
        || code.contains("func ") && ["_ICON_", "_LAUNCH_", "_QUICK_", "_STORE_"].contains { code.contains($0) }
    }
  }

  @Test func testsAreNamedByTheirFunctions() throws {
    let inside = try Repository.packages.flatMap { try Repository.swiftFiles(under: "Sources/\($0)/Tests") }
    let files = try Repository.swiftFiles(under: "Tests") + inside
    #expect(files.count > 100)
    for file in files where !file.path.hasSuffix("TestNameTests.swift") {
      #expect(Self.violations(in: file.text) == [], "\(file.path)")
    }
  }

  @Test(arguments: [
    ("@Test(\"says it\") func a() {}", 1), ("@Test(\n    \"says it\", arguments: [1])\n  func a(_: Int) {}", 1),
    ("@Suite(\"All\") struct A {}", 1), ("  @Test func shows_LAUNCH_070() {}", 1), ("@Test func upTo26_0() {}", 0),
    ("/// LAUNCH-070.\n@Test(arguments: [\"a\"]) func b(_: String) {}", 0), ("@Test(\n  arguments: [\n \"a\"])", 0),
  ])
  func otherStylesAreFound(text: String, count: Int) {
    #expect(Self.violations(in: text).count == count)
  }
}
