internal import AppPackages
import PropertyLists

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// An answer as a line of a record:
//
//   {"asked":"status","path":"/project/spec/menu_spec.lua","is":"file","size":120}
//   {"asked":"content","path":"/project/spec/menu_spec.lua","is":"file","size":120,"text":"…"}

extension MachineAnswer {
  /// The words of records for questions.
  private enum Word: String {
    case variable, realPath, status, target, entries, content, part, write, program

    /// The field that says what the question is about.
    var subject: String {
      switch self {
      case .variable: "name"
      case .program: "question"
      case .realPath, .status, .target, .entries, .content, .part, .write: "path"
      }
    }
  }

  /// The line, without its end.
  var line: String {
    var json = JSONText()
    func begin(_ word: Word, _ path: String) {
      json.add("asked", word.rawValue)
      json.add(word.subject, path)
    }
    func add<Value>(_ result: Result<Value, MachineRefusal>, _ add: (Value) -> Void) {
      switch result {
      case .success(let value): add(value)
      case .failure(let refusal): json.add("refused", refusal.word)
      }
    }
    func add(_ status: PathStatus) {
      json.add("is", status.kind.rawValue)
      if status.kind == .file { json.add("size", status.size) }
    }
    func add(_ bytes: [UInt8]) {
      let text = String(decoding: bytes, as: UTF8.self)
      let isText = !bytes.contains(0) && text.utf8.elementsEqual(bytes)
      json.add(isText ? "text" : "base64", isText ? text : Base64.encode(bytes))
    }
    func add(_ content: FileContent) {
      add(content.status)
      add(content.bytes)
    }
    switch self {
    case .variable(let name, let value):
      begin(.variable, name)
      json.add("value", value)
    case .realPath(let path, let result):
      begin(.realPath, path)
      add(result) { json.add("answer", $0) }
    case .status(let path, let result):
      begin(.status, path)
      add(result, add)
    case .target(let path, let result):
      begin(.target, path)
      add(result, add)
    case .entries(let path, let result):
      begin(.entries, path)
      add(result) { entries in
        if let entries { json.add("entries", object: Self.json(entries)) }
      }
    case .content(let path, let result):
      begin(.content, path)
      add(result, add)
    case .part(let path, let range, let result):
      begin(.part, path)
      json.add("from", range.lowerBound)
      json.add("to", range.upperBound)
      add(result, add)
    case .write(let path, let result):
      begin(.write, path)
      switch result {
      case .success(let written):
        json.add("answer", written.place)
        json.add("made", written.made)
      case .failure(let error): json.add("error", object: Self.json(error))
      }
    case .program(let question, let answer):
      begin(.program, question)
      if let bytes = answer.bytes { add(bytes) }
      json.add("problem", answer.problem)
    }
    return json.line
  }

  private static func json(_ entries: [PathEntry]) -> JSONText {
    var json = JSONText()
    for entry in entries {
      switch entry.status {
      case .success(let status) where status.kind == .file: json.add(entry.name, status.size)
      case .success(let status): json.add(entry.name, status.kind.rawValue)
      case .failure(let refusal): json.add(entry.name, refusal.word)
      }
    }
    return json
  }

  private static func json(_ error: FileTreeError) -> JSONText {
    var json = JSONText()
    json.add("kind", error.kind.rawValue)
    json.add("tree", error.tree)
    json.add("path", error.path)
    json.add("message", error.message)
    json.add("hint", error.hint)
    return json
  }

  // MARK: Reading

  /// Reads a line of a record; nil when it makes no sense.
  init?(_ node: JSONNode) {
    guard let word = node.text("asked").flatMap(Word.init), let path = node.text(word.subject),
      word.subject != "path" || path.utf8.first == UInt8(ascii: "/"),
      let answer = Self.read(word, path, node)
    else { return nil }
    self = answer
  }

  private static func read(_ word: Word, _ path: String, _ node: JSONNode) -> MachineAnswer? {
    switch word {
    case .variable: return .variable(path, node.text("value"))
    case .realPath: return result(node) { $0.text("answer") }.map { .realPath(path, $0) }
    case .status: return result(node, PathStatus.init).map { .status(path, $0) }
    case .target: return result(node, PathStatus.init).map { .target(path, $0) }
    case .entries: return result(node, entries).map { .entries(path, $0) }
    case .content: return result(node, content).map { .content(path, $0) }
    case .part:
      guard let start = node["from"]?.wholeNumber, let end = node["to"]?.wholeNumber, start <= end else { return nil }
      return result(node, content).map { .part(path, start..<end, $0) }
    case .write:
      if let error = node["error"] { return FileTreeError(error).map { .write(path, .failure($0)) } }
      guard let place = node.text("answer") else { return nil }
      return .write(path, .success(Written(place: place, made: node.texts("made"))))
    case .program: return .program(path, ProgramAnswer(bytes: bytes(node), problem: node.text("problem")))
    }
  }

  private static func result<Value>(
    _ node: JSONNode, _ read: (JSONNode) -> Value?
  ) -> Result<Value, MachineRefusal>? {
    if let word = node.text("refused") { return MachineRefusal(word: word).map { .failure($0) } }
    return read(node).map { .success($0) }
  }

  /// Folders with too many entries have none.
  private static func entries(_ node: JSONNode) -> [PathEntry]?? {
    guard let list = node["entries"] else { return .some(nil) }
    guard let object = list.object else { return nil }
    var entries: [PathEntry] = []
    for (name, value) in object.entries {
      let status: Result<PathStatus, MachineRefusal>
      if let size = value.wholeNumber {
        status = .success(PathStatus(.file, size: size))
      } else if let kind = value.string.flatMap(PathStatus.Kind.init) {
        status = .success(PathStatus(kind))
      } else if let refusal = value.string.flatMap({ MachineRefusal(word: $0) }) {
        status = .failure(refusal)
      } else {
        return nil
      }
      entries.append(PathEntry(name: name, status: status))
    }
    return .some(entries)
  }

  private static func content(_ node: JSONNode) -> FileContent? {
    guard let status = PathStatus(node), let bytes = bytes(node) else { return nil }
    return FileContent(status: status, bytes: bytes)
  }

  private static func bytes(_ node: JSONNode) -> [UInt8]? {
    node.text("text").map { Array($0.utf8) } ?? node.text("base64").flatMap(Base64.decode)
  }
}

extension PathStatus {
  @inline(never)
  fileprivate init?(_ node: JSONNode) {
    guard let kind = node.text("is").flatMap(Kind.init) else { return nil }
    guard kind == .file else {
      self.init(kind)
      return
    }
    guard let size = node["size"]?.wholeNumber else { return nil }
    self.init(kind, size: size)
  }
}

extension FileTreeError {
  @inline(never)
  fileprivate init?(_ node: JSONNode) {
    guard let kind = node.text("kind").flatMap(Kind.init), let tree = node.text("tree"),
      let path = node.text("path"), let message = node.text("message")
    else { return nil }
    self.init(kind: kind, tree: tree, path: path, message: message, hint: node.text("hint"))
  }
}

extension MachineRefusal {
  /// Numbers differ between systems, names do not.
  private static let names: [(String, Int32)] = [
    ("ENOENT", ENOENT), ("ENOTDIR", ENOTDIR), ("EISDIR", EISDIR), ("EACCES", EACCES), ("EPERM", EPERM),
    ("ELOOP", ELOOP), ("ENAMETOOLONG", ENAMETOOLONG), ("EILSEQ", EILSEQ), ("EINVAL", EINVAL), ("EIO", EIO),
    ("ENXIO", ENXIO), ("EMFILE", EMFILE), ("ENFILE", ENFILE), ("ENOMEM", ENOMEM), ("ESTALE", ESTALE),
    ("ETIMEDOUT", ETIMEDOUT),
  ]

  /// `ENOENT`, or `E-9999` for what is rare.
  fileprivate var word: String { Self.names.first { $0.1 == number }?.0 ?? "E-\(number)" }

  fileprivate init?(word: String) {
    if let known = Self.names.first(where: { $0.0 == word }) {
      self.init(number: known.1)
    } else {
      guard word.hasPrefix("E-"), let number = Int32(word.dropFirst(2)), number > 0 else { return nil }
      self.init(number: number)
    }
  }
}

extension JSONNode {
  @inline(never)
  func text(_ key: String) -> String? { self[key]?.string }

  @inline(never)
  func texts(_ key: String) -> [String] { self[key]?.array?.compactMap(\.string) ?? [] }

  /// A number without a sign and without a fraction.
  @inline(never)
  fileprivate var wholeNumber: Int? { number.flatMap { Int(exactly: $0) }.flatMap { $0 < 0 ? nil : $0 } }
}
