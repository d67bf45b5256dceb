import AppPackages
package import Events
package import Platform
package import PropertyLists

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
  /// The line, without its end.
  var line: String {
    var (word, answer, field) = (question.word, self, RecordFields())
    field("asked", &word)
    answer.fields(&field)
    return JSONTree.object(field.members).line
  }

  /// Reads a line of a record; nil when it makes no sense.
  init?(_ node: JSONNode) {
    guard let object = node.object, let word = object["asked"].flatMap(MachineQuestion.Word.init(recorded:)) else {
      return nil
    }
    var field = RecordFields(reading: object)
    self.init(blank: word)
    fields(&field)
    guard field.isWhole else { return nil }
  }

  private init(blank word: MachineQuestion.Word) {
    let none = MachineRefusal(number: ENOENT)
    switch word {
    case .variable: self = .variable("", nil)
    case .realPath: self = .realPath("", .failure(none))
    case .status: self = .status("", .failure(none))
    case .target: self = .target("", .failure(none))
    case .entries: self = .entries("", .failure(none))
    case .content: self = .content("", .failure(none))
    case .part: self = .part("", 0..<0, .failure(none))
    case .write: self = .write("", .success(Written(place: "", made: [])))
    case .program: self = .program("", ProgramAnswer())
    }
  }

  /// Goes through the fields behind `asked`, in the order in which they are written.
  private mutating func fields(_ field: inout RecordFields) {
    switch self {
    case .variable(var name, var value):
      field("name", &name)
      field("value", &value)
      self = .variable(name, value)
    case .realPath(var path, var result):
      field(path: &path)
      field.result(&result, "") { field, real in field("answer", &real) }
      self = .realPath(path, result)
    case .status(var path, var result):
      field(path: &path)
      field.result(&result, PathStatus(.file)) { field, status in field(status: &status) }
      self = .status(path, result)
    case .target(var path, var result):
      field(path: &path)
      field.result(&result, PathStatus(.file)) { field, status in field(status: &status) }
      self = .target(path, result)
    case .entries(var path, var result):
      field(path: &path)
      field.result(&result, nil) { field, entries in
        // Folders with too many entries have none.
        var folder = entries.map(Folder.init)
        field("entries", &folder)
        entries = folder?.entries
      }
      self = .entries(path, result)
    case .content(var path, var result):
      field(path: &path)
      field.result(&result, FileContent(status: PathStatus(.file), bytes: [])) { field, file in field(content: &file) }
      self = .content(path, result)
    case .part(var path, let range, var result):
      var (start, end) = (range.lowerBound, range.upperBound)
      field(path: &path)
      field(count: "from", &start)
      field(count: "to", &end)
      field.check(start <= end)
      field.result(&result, FileContent(status: PathStatus(.file), bytes: [])) { field, file in field(content: &file) }
      self = .part(path, start..<max(start, end), result)
    case .write(var path, let result):
      field(path: &path)
      var (written, error) = ((try? result.get()) ?? Written(place: "", made: []), result.failure)
      if error == nil, !field.has("error") {
        field("answer", &written.place)
        field("made", &written.made)
      }
      field("error", &error)
      self = .write(path, error.map { .failure($0) } ?? .success(written))
    case .program(var question, var answer):
      field("question", &question)
      field(bytes: &answer.bytes)
      field("problem", &answer.problem)
      self = .program(question, answer)
    }
  }
}

extension Result {
  fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}

extension RecordFields {
  fileprivate mutating func callAsFunction(path: inout String) {
    self("path", &path)
    check(path.utf8.first == UInt8(ascii: "/"))
  }

  /// A number without a sign.
  fileprivate mutating func callAsFunction(count name: String, _ value: inout Int) {
    self(unbounded: name, &value)
    check(value >= 0)
  }

  fileprivate mutating func callAsFunction(status: inout PathStatus) {
    self("is", &status.kind)
    if status.kind == .file { self(count: "size", &status.size) }
  }

  fileprivate mutating func callAsFunction(content: inout FileContent) {
    var bytes: [UInt8]? = content.bytes
    self(status: &content.status)
    self(bytes: &bytes)
    check(bytes != nil)
    content.bytes = bytes ?? []
  }

  /// What is no text is written as digits.
  fileprivate mutating func callAsFunction(bytes: inout [UInt8]?) {
    var text = bytes.map { String(decoding: $0, as: UTF8.self) }
    if let bytes, bytes.contains(0) || text?.utf8.elementsEqual(bytes) != true { text = nil }
    var digits = text == nil ? bytes.map(Base64.encode) : nil
    self("text", &text)
    self("base64", &digits)
    bytes = text.map { Array($0.utf8) } ?? digits.flatMap(Base64.decode)
  }

  /// What was answered, or why it was not.
  /// - Parameter blank: where reading begins.
  fileprivate mutating func result<Value>(
    _ result: inout Result<Value, MachineRefusal>, _ blank: Value,
    _ fields: (inout RecordFields, inout Value) -> Void
  ) {
    var (refusal, value) = (isReading ? nil : result.failure, (try? result.get()) ?? blank)
    self("refused", &refusal)
    if refusal == nil { fields(&self, &value) }
    result = refusal.map { .failure($0) } ?? .success(value)
  }
}

/// What lies in a folder, by its names.
private struct Folder: RecordedValue {
  var entries: [PathEntry]

  init(_ entries: [PathEntry]) { self.entries = entries }

  init?(recorded node: JSONNode) {
    entries = []
    for (name, node) in node.object?.entries ?? [] {
      if let size = node.number.flatMap({ Int(exactly: $0) }), size >= 0 {
        entries.append(PathEntry(name: name, status: .success(PathStatus(.file, size: size))))
      } else if let kind = PathStatus.Kind(recorded: node) {
        entries.append(PathEntry(name: name, status: .success(PathStatus(kind))))
      } else if let refusal = MachineRefusal(recorded: node) {
        entries.append(PathEntry(name: name, status: .failure(refusal)))
      }
    }
    guard entries.count == node.object?.count else { return nil }
  }

  var recorded: JSONTree {
    .object(
      entries.map { entry in
        switch entry.status {
        case .success(let status) where status.kind == .file: (entry.name, status.size.recorded)
        case .success(let status): (entry.name, status.kind.recorded)
        case .failure(let refusal): (entry.name, refusal.recorded)
        }
      })
  }
}

extension MachineQuestion.Word: RecordedValue {}

extension PathStatus.Kind: RecordedValue {}

extension FileTreeError.Kind: RecordedValue {}

extension FileTreeError: Recorded {
  package static var blank: Self { Self(kind: .unwritable, tree: "", path: "", message: "") }

  package mutating func fields(_ field: inout RecordFields) {
    field("kind", &kind)
    field("tree", &tree)
    field("path", &path)
    field("message", &message)
    field("hint", &hint)
  }
}

extension MachineRefusal: RecordedValue {
  /// Numbers differ between systems, names do not.
  private static let names: [(String, Int32)] = [
    ("ENOENT", ENOENT), ("ENOTDIR", ENOTDIR), ("EISDIR", EISDIR), ("EACCES", EACCES), ("EPERM", EPERM),
    ("ELOOP", ELOOP), ("ENAMETOOLONG", ENAMETOOLONG), ("EILSEQ", EILSEQ), ("EINVAL", EINVAL), ("EIO", EIO),
    ("ENXIO", ENXIO), ("EMFILE", EMFILE), ("ENFILE", ENFILE), ("ENOMEM", ENOMEM), ("ESTALE", ESTALE),
    ("ETIMEDOUT", ETIMEDOUT),
  ]

  /// `ENOENT`, or `E-9999` for what is rare.
  package var recorded: JSONTree {
    .text(Self.names.first { $0.1 == number }?.0 ?? "E-\(number)")
  }

  package init?(recorded node: JSONNode) {
    guard let word = node.string else { return nil }
    if let known = Self.names.first(where: { $0.0 == word }) {
      self.init(number: known.1)
    } else {
      guard word.hasPrefix("E-"), let number = Int32(word.dropFirst(2)), number > 0 else { return nil }
      self.init(number: number)
    }
  }
}
