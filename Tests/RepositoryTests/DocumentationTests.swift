import TestSupport
import Testing

/// Every declaration visible to other modules has a comment.
@Suite struct DocumentationTests {
  /// Declarations without a comment directly above them, apart from attributes.
  private static func undocumented(in text: String) -> [String] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(trimmed)
    let raw = text.split(separator: "\n", omittingEmptySubsequences: false)
    var isInProtocol = false
    return lines.indices.filter { index in
      if raw[index].hasPrefix("public protocol ") { isInProtocol = true }
      if raw[index].hasPrefix("}") { isInProtocol = false }
      let isRequirement = isInProtocol && raw[index].prefixMatch(of: requirement) != nil
      guard lines[index].prefixMatch(of: declaration) != nil || isRequirement else { return false }
      let above = lines[..<index].last { !$0.hasPrefix("@") && !$0.hasPrefix("#") } ?? ""
      guard above.hasPrefix("///") else { return true }
      let comment = lines[..<index].reversed().drop { !$0.hasPrefix("///") }.prefix { $0.hasPrefix("///") }
      return comment.last.map { $0.hasPrefix("/// - ") } ?? true
    }.map { String(lines[$0]) }
  }

  private static func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }

  nonisolated(unsafe) private static let declaration = /(@[A-Za-z]+(\([^)]*\))? )*public (?!import)/
  nonisolated(unsafe) private static let requirement =
    /\ \ (static |mutating )*(var|func|init|associatedtype|subscript)\b/

  @Test func everyPublicDeclarationHasAComment() throws {
    for file in try Repository.swiftFiles(under: "Sources") {
      #expect(Self.undocumented(in: file.text) == [], "\(file.path)")
    }
  }

  @Test(arguments: [
    ("public let a = 1", 1), ("/// What it is.\npublic let a = 1", 0), ("/// What.\n\npublic let a = 1", 1),
    ("/// What.\n@discardableResult\npublic func a() {}", 0), ("// What.\n@inline(never) public func a() {}", 1),
    ("/// - Parameter b: c.\npublic func a(b: Int) {}", 1),
    ("/// It does.\n///\n/// - Throws: no.\npublic func a() {}", 0),
    ("public import B\nlet a = 1", 0), ("/// P.\npublic protocol P {\n  var a: Int { get }\n}", 1),
    ("/// P.\nprotocol P {\n  var a: Int { get }\n}", 0),
  ])
  func missingCommentsAreFound(text: String, count: Int) {
    #expect(Self.undocumented(in: text).count == count)
  }
}
