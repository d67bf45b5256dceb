#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The text in files that people read, word by word: string literals, doc comments and articles. It uses C functions:
/// in a debug build, a loop over the bytes of all sources takes half a minute.
struct Prose {
  /// A word in lowercase, or empty where something other than a space separates words.
  struct Word {
    let text: String
    /// The offset in bytes.
    let offset: Int
  }

  /// The words of string literals or of an article.
  private(set) var texts: [Word] = []
  /// The words of doc comments.
  private(set) var comments: [Word] = []

  init(swift text: String) {
    text.withCString { pointer in
      var reader = Reader(text: pointer)
      reader.readSwift(isInterpolation: false)
      (texts, comments) = (reader.texts, reader.comments)
    }
  }

  init(lua text: String) {
    text.withCString { pointer in
      var reader = Reader(text: pointer)
      reader.readLua()
      texts = reader.texts
    }
  }

  /// Without code.
  init(markdown text: String) {
    text.withCString { pointer in
      var reader = Reader(text: pointer)
      reader.readMarkdown()
      texts = reader.texts
    }
  }
}

/// Reads a file.
private struct Reader {
  /// Null-terminated.
  let text: UnsafePointer<CChar>
  var position = 0
  var texts: [Prose.Word] = []
  var comments: [Prose.Word] = []

  init(text: UnsafePointer<CChar>) { self.text = text }

  /// The character at a distance; zero at the end.
  private func character(_ distance: Int = 0) -> Unicode.Scalar {
    Unicode.Scalar(UInt8(bitPattern: text[position + distance]))
  }

  private func begins(with prefix: String) -> Bool { strncmp(text + position, prefix, prefix.utf8.count) == 0 }

  private mutating func skip(to set: String) { position += strcspn(text + position, set) }

  private mutating func skipLine() {
    skip(to: "\n")
    if character() != "\0" { position += 1 }
  }

  private mutating func skip(past end: String) {
    position = find(end)
    if character() != "\0" { position += end.utf8.count }
  }

  /// The offset of the next occurrence of a text, or the end of the file.
  private func find(_ needle: String) -> Int {
    strstr(text + position, needle).map { UnsafePointer($0) - text } ?? position + strlen(text + position)
  }

  /// A single-word literal is a name, a key or a code.
  private mutating func keep(_ words: Words) {
    let words = words.ended
    if zip(words, words.dropFirst()).contains(where: { !$0.text.isEmpty && !$1.text.isEmpty }) { texts += words }
  }

  // MARK: Swift

  mutating func readSwift(isInterpolation: Bool) {
    var depth = 1
    while depth > 0 {
      skip(to: isInterpolation ? "()\"/#" : "\"/#")
      switch character() {
      case "\0": return
      case "\"": readSwiftText(hashes: 0)
      case "#":
        let count = strspn(text + position, "#")
        position += count
        if character() == "\"" { readSwiftText(hashes: count) }
      case "(", ")":
        depth += character() == "(" ? 1 : -1
        position += 1
      default:
        if begins(with: "///") {
          readDocComment()
        } else if begins(with: "//") {
          skipLine()
        } else if begins(with: "/*") {
          skip(past: "*/")
        } else {
          position += 1
        }
      }
    }
  }

  /// Reads all consecutive lines.
  private mutating func readDocComment() {
    var words = Words()
    while begins(with: "///") {
      position += 3
      readLine(into: &words)
      position += strspn(text + position, " \n")
    }
    comments += words.ended
  }

  private mutating func readLine(into words: inout Words) {
    let start = position
    skip(to: "\n")
    words.add(text, start..<position)
    if start == position { words.endParagraph() }
  }

  private mutating func readSwiftText(hashes: Int) {
    let isLong = begins(with: "\"\"\"")
    let quotes = isLong ? 3 : 1
    position += quotes
    var words = Words()
    while true {
      let start = position
      skip(to: isLong ? "\"\\" : "\"\\\n")
      words.add(text, start..<position)
      let isEnd = !isLong || begins(with: "\"\"\"")
      if character() == "\"", isEnd, strspn(text + position + quotes, "#") >= hashes {
        position += quotes + hashes
        break
      }
      // An unterminated literal: this is not Swift.
      if character() == "\0" || character() == "\n" { break }
      guard character() == "\\", strspn(text + position + 1, "#") >= hashes else {
        words.separate(position)
        position += 1
        continue
      }
      position += 1 + hashes
      if character() == "\0" { break }
      position += 1
      if character(-1) != "\n" { words.separate(position) }
      if character(-1) == "(" { readSwift(isInterpolation: true) }
    }
    keep(words)
  }

  // MARK: Lua

  mutating func readLua() {
    while true {
      skip(to: "-[\"'")
      switch character() {
      case "\0": return
      case "\"": readLuaText("\"\\\n")
      case "'": readLuaText("'\\\n")
      case "-":
        guard character(1) == "-" else {
          position += 1
          continue
        }
        position += 2
        if let end = longBracket { skip(past: end) } else { skipLine() }
      default:
        guard let end = longBracket else {
          position += 1
          continue
        }
        var words = Words()
        words.add(text, position..<find(end))
        skip(past: end)
        keep(words)
      }
    }
  }

  /// - Parameter stops: The characters that end a piece of the text.
  private mutating func readLuaText(_ stops: String) {
    position += 1
    var words = Words()
    while true {
      let start = position
      skip(to: stops)
      words.add(text, start..<position)
      guard character() == "\\", character(1) != "\0" else { break }
      words.separate(position)
      position += 2
    }
    if character() != "\0" { position += 1 }
    keep(words)
  }

  /// The closing bracket of the long bracket that opens here, `]==]`, or nil.
  private var longBracket: String? {
    guard character() == "[" else { return nil }
    let count = strspn(text + position + 1, "=")
    return character(count + 1) == "[" ? "]" + String(repeating: "=", count: count) + "]" : nil
  }

  // MARK: Markdown

  mutating func readMarkdown() {
    var words = Words()
    while character() != "\0" {
      if begins(with: "```") {
        repeat { skipLine() } while character() != "\0" && !begins(with: "```")
        skipLine()
      } else {
        readLine(into: &words)
        skipLine()
      }
    }
    texts = words.ended
  }
}

/// Splits bytes into words; text between backquotes is code.
private struct Words {
  nonisolated(unsafe) private static let letters = strdup(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-'")!

  private var words: [Prose.Word] = []
  private var isCode = false

  mutating func add(_ text: UnsafePointer<CChar>, _ range: Range<Int>) {
    var place = range.lowerBound
    while place < range.upperBound {
      let length = min(strspn(text + place, Words.letters), range.upperBound - place)
      if length > 0, !isCode {
        let bytes = UnsafeRawBufferPointer(start: text + place, count: length)
        words.append(Prose.Word(text: String(decoding: bytes, as: UTF8.self).lowercased(), offset: place))
      }
      place += length
      let gap = min(strcspn(text + place, Words.letters), range.upperBound - place)
      for index in place..<place + gap where text[index] != 32 && text[index] != 10 {
        if text[index] == 96, index == 0 || text[index - 1] != 96 { isCode.toggle() }
        separate(index)
      }
      place += gap
    }
  }

  mutating func separate(_ offset: Int) {
    if words.last?.text.isEmpty == false { words.append(Prose.Word(text: "", offset: offset)) }
  }

  /// Code does not span paragraphs.
  mutating func endParagraph() { isCode = false }

  /// The words, with an end that phrases do not cross.
  var ended: [Prose.Word] {
    var all = self
    all.separate(words.last?.offset ?? 0)
    return all.words
  }
}
