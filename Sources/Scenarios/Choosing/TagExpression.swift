import HomeScreenSimulator

/// What `--tags` asks for: `smoke`, `smoke,icons`, `smoke and not (slow or flaky)`.
public struct TagExpression: Sendable, Equatable {
  private indirect enum Node: Sendable, Equatable {
    case tag(String)
    case not(Node)
    case and(Node, Node)
    case or(Node, Node)
  }

  private let node: Node

  /// More than anybody writes; each is a level of ``Node``.
  private static let maximumWords = 1000

  /// Reads an expression: tags with or without `#`, `and`, `or` (or a comma), `not`, parentheses. `not` binds most,
  /// `or` least.
  public init(parsing text: String) throws(TagExpressionError) {
    var reader = Reader(text)
    guard reader.count <= Self.maximumWords else {
      throw TagExpressionError("the tags have more than \(Self.maximumWords) words")
    }
    node = try reader.disjunction()
    if let rest = reader.next { throw TagExpressionError("“\(rest)” is too much in the tags “\(text)”") }
  }

  /// Whether a scenario with these tags is asked for.
  public func matches(_ tags: Set<String>) -> Bool { Self.matches(node, tags) }

  private static func matches(_ node: Node, _ tags: Set<String>) -> Bool {
    switch node {
    case .tag(let tag): tags.contains(tag)
    case .not(let inner): !matches(inner, tags)
    case .and(let left, let right): matches(left, tags) && matches(right, tags)
    case .or(let left, let right): matches(left, tags) || matches(right, tags)
    }
  }

  /// The tags in the name of a scenario: `#smoke`, up to what no tag has in it.
  public static func tags(in name: String) -> Set<String> {
    guard name.utf8.contains(UInt8(ascii: "#")) else { return [] }
    var tags: Set<String> = []
    for part in name.utf8.split(separator: UInt8(ascii: "#"), omittingEmptySubsequences: false).dropFirst() {
      var tag = part.prefix(while: isOfTag)
      // The end of a sentence.
      while tag.last == UInt8(ascii: ".") || tag.last == UInt8(ascii: "-") { tag.removeLast() }
      if !tag.isEmpty { tags.insert(String(decoding: Array(tag), as: UTF8.self)) }
    }
    return tags
  }

  private static func isOfTag(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "/"), 0x80...:
      true
    default: false
    }
  }

  private struct Reader {
    private let text: String
    private var words: [String] = []
    private var position = 0
    private var depth = 0

    init(_ text: String) {
      self.text = text
      var word: [UInt8] = []
      func flush(_ words: inout [String]) {
        if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
        word = []
      }
      for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"): flush(&words)
        case UInt8(ascii: "("), UInt8(ascii: ")"), UInt8(ascii: ","):
          flush(&words)
          words.append(String(UnicodeScalar(byte)))
        default: word.append(byte)
        }
      }
      flush(&words)
    }

    var count: Int { words.count }

    var next: String? { position < words.count ? words[position] : nil }

    private mutating func take(_ word: String) -> Bool {
      guard next == word else { return false }
      position += 1
      return true
    }

    mutating func disjunction() throws(TagExpressionError) -> Node {
      var node = try conjunction()
      while take("or") || take(",") { node = .or(node, try conjunction()) }
      return node
    }

    private mutating func conjunction() throws(TagExpressionError) -> Node {
      var node = try negation()
      while take("and") { node = .and(node, try negation()) }
      return node
    }

    /// More parentheses and `not`s than anybody writes.
    private static let maximumDepth = 100

    private mutating func negation() throws(TagExpressionError) -> Node {
      depth += 1
      defer { depth -= 1 }
      guard depth <= Self.maximumDepth else { throw TagExpressionError("the tags “\(text)” are nested too deeply") }
      if take("not") { return .not(try negation()) }
      if take("(") {
        let node = try disjunction()
        guard take(")") else { throw TagExpressionError("a “)” is missing in the tags “\(text)”") }
        return node
      }
      guard let word = next, !["and", "or", ")", ","].contains(word) else {
        throw TagExpressionError(
          next.map { "a tag is missing before “\($0)” in the tags “\(text)”" }
            ?? "a tag is missing in the tags “\(text)”")
      }
      position += 1
      let tag = word.utf8.first == UInt8(ascii: "#") ? String(Substring(word.utf8.dropFirst())) : word
      guard !tag.isEmpty, tag.utf8.allSatisfy(TagExpression.isOfTag) else {
        throw TagExpressionError(
          "“\(word)” is not a tag; tags are letters, digits, “_”, “-”, “.” and “/”, joined by and, or, not and commas")
      }
      return .tag(tag)
    }
  }
}

/// Tags that cannot be read.
public struct TagExpressionError: Error, CustomStringConvertible {
  /// What a person reads, without a full stop.
  public let description: String

  init(_ text: String) { description = text }
}
