import PropertyLists
import TestSupport
import Testing

/// Random edits: the saved list has the intended values, and unedited text is kept.
@Suite struct RandomEditTests {
  /// A text with comments everywhere, in one of several layouts.
  private struct Scribe {
    var random: SeededGenerator
    let newline: String
    let unit: String

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      newline = seed % 3 == 0 ? "\r\n" : "\n"
      unit = ["\t", "  ", ""][Int(seed % 5) % 3]
    }

    mutating func gap(_ depth: Int, _ comment: (Int) -> String) -> String {
      let indent = newline + String(repeating: unit, count: depth)
      switch Int.random(in: 0..<12, using: &random) {
      case 0: return ""
      case 1: return " "
      case 2: return indent + comment(Int.random(in: 0...99, using: &random)) + indent
      case 3: return " " + comment(Int.random(in: 0...99, using: &random)) + indent
      default: return indent
      }
    }

    mutating func xml(_ value: PropertyListValue, _ depth: Int) -> String {
      func comment(_ number: Int) -> String { "<!-- \(number) -->" }
      switch value {
      case .dictionary(let dictionary):
        var text = "<dict>"
        for (key, node) in dictionary.entries {
          text += gap(depth + 1, comment) + "<key>" + XMLPropertyListWriter.escape(key) + "</key>"
          text += gap(depth + 1, comment) + xml(node.value, depth + 1)
        }
        return text + gap(depth, comment) + "</dict>"
      case .array(let elements):
        var text = "<array>"
        for node in elements { text += gap(depth + 1, comment) + xml(node.value, depth + 1) }
        return text + gap(depth, comment) + "</array>"
      case .string(let text): return "<string>" + XMLPropertyListWriter.escape(text) + "</string>"
      default: return "<integer>\(value.integer ?? 7)</integer>"
      }
    }

    mutating func openStep(_ value: PropertyListValue, _ depth: Int) -> String {
      func comment(_ number: Int) -> String { "/* \(number) */" }
      switch value {
      case .dictionary(let dictionary):
        var text = "{"
        for (key, node) in dictionary.entries {
          text += gap(depth + 1, comment) + quoted(key) + " = " + openStep(node.value, depth + 1)
          text += gap(depth + 1, comment) + ";"
        }
        return text + gap(depth, comment) + "}"
      case .array(let elements):
        var text = "("
        for (index, node) in elements.enumerated() {
          text += gap(depth + 1, comment) + openStep(node.value, depth + 1)
          if index < elements.count - 1 || Bool.random(using: &random) { text += gap(depth + 1, comment) + "," }
        }
        return text + gap(depth, comment) + ")"
      default: return quoted(value.string ?? "7")
      }
    }

    private func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
  }

  /// Only strings, arrays and dictionaries, which every format supports.
  private static func plain(_ random: inout SeededGenerator, _ depth: Int) -> PropertyListValue {
    let count = Int.random(in: 0...5, using: &random)
    switch Int.random(in: 0..<(depth > 0 ? 5 : 3), using: &random) {
    case 0...2: return .string(["", "a", "b c", "<&\"\\>", "漢"].randomElement(using: &random) ?? "")
    case 3: return .array(of: (0..<count).map { _ in plain(&random, depth - 1) })
    default:
      return .dictionary(
        PropertyListDictionary(
          (0..<count).map { _ in ("k\(Int.random(in: 0...9, using: &random))", plain(&random, depth - 1)) }))
    }
  }

  private static func edit(_ value: inout PropertyListValue, _ random: inout SeededGenerator) {
    switch value {
    case .dictionary(var dictionary):
      let key = dictionary.keys.randomElement(using: &random) ?? "k0"
      switch Int.random(in: 0..<6, using: &random) {
      case 0: dictionary[key] = nil
      case 1: dictionary["new \(Int.random(in: 0...3, using: &random))"] = plain(&random, 2)
      case 2: dictionary[key] = plain(&random, 2)
      default: dictionary.update(key) { edit(&$0, &random) }
      }
      value = .dictionary(dictionary)
    case .array(var elements):
      let index = elements.indices.randomElement(using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0: if let index { elements.remove(at: index) }
      case 1: elements.insert(PropertyListNode(plain(&random, 2)), at: index ?? 0)
      case 2: elements.append(PropertyListNode(plain(&random, 1)))
      case 3: elements.shuffle(using: &random)
      default: if let index { edit(&elements[index].value, &random) }
      }
      value = .array(elements)
    default: value = plain(&random, 1)
    }
  }

  @Test(arguments: Array(0..<150) as [UInt64])
  func savedListMatchesTheEdits(_ seed: UInt64) throws {
    var scribe = Scribe(seed: seed)
    var random = SeededGenerator(seed: seed &* 977)
    var root = PropertyListDictionary()
    for number in 0..<5 { root["k\(number)"] = Self.plain(&random, 4) }
    let isXML = seed % 2 == 0
    let text =
      isXML ? "<plist>\n\(scribe.xml(.dictionary(root), 0))\n</plist>\n" : scribe.openStep(.dictionary(root), 0)
    var list = try parse(text)
    #expect(list.root == .dictionary(root))
    #expect(try list.serialised() == Array(text.utf8))
    for _ in 0..<Int.random(in: 1...6, using: &random) { Self.edit(&list.root, &random) }
    guard list.root.dictionary != nil else { return }
    let bytes = try list.serialised()
    let again = try PropertyList.parse(bytes, file: "again")
    #expect(again.root == list.root)
    #expect(again.format == list.format)
    // A rewritten list would have Apple's header or no comments; an edited one has neither.
    let saved = String(decoding: bytes, as: UTF8.self)
    #expect(!saved.contains("DOCTYPE"))
    if isXML { #expect(saved.hasPrefix("<plist>\n<dict>") && saved.hasSuffix("</dict>\n</plist>\n")) }
  }

  @Test(arguments: Array(0..<60) as [UInt64])
  func changedStringChangesOneLine(_ seed: UInt64) throws {
    var scribe = Scribe(seed: seed)
    var random = SeededGenerator(seed: seed &* 31)
    var root = PropertyListDictionary()
    for number in 0..<6 { root["k\(number)"] = Self.plain(&random, 4) }
    root["name"] = "old"
    let text =
      seed % 2 == 0 ? "<plist>\n\(scribe.xml(.dictionary(root), 0))\n</plist>\n" : scribe.openStep(.dictionary(root), 0)
    let old = seed % 2 == 0 ? "<string>old</string>" : "\"old\""
    let new = seed % 2 == 0 ? "<string>n &amp; w</string>" : "\"n & w\""
    var list = try parse(text)
    var dictionary = try #require(list.root.dictionary)
    dictionary["name"] = "n & w"
    list.root = .dictionary(dictionary)
    #expect(String(decoding: try list.serialised(), as: UTF8.self) == text.replacing(old, with: new))
  }
}
