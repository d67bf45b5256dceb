public import Events
import HomeScreenSimulator
import PropertyLists

/// What a finding is about, in words by which it is known again in another version of the app.
extension Finding {
  /// The way to the value in its property list and the names in the message. Neither lines nor places in arrays nor the
  /// words between the names count, so that it stays when others are put before it and when rules find better words.
  public var identity: String {
    if !subjects.isEmpty { return subjects.joined(separator: "\n") }
    let names = Self.names(in: message)
    if keyPath != nil || !names.isEmpty { return ([keyPath ?? ""] + names).joined(separator: "\n") }
    // Numbers count or point at something.
    return message.split(separator: " ").filter { !$0.utf8.allSatisfy { (0x30...0x39).contains($0) } }.joined(
      separator: " ")
  }

  /// The rule, the file and what it is about: the same before and after something else has changed.
  var key: String { "\(code)\n\(location?.file ?? "")\n\(identity)" }

  /// What stands between “ and ”.
  private static func names(in message: String) -> [String] {
    let parts = message.unicodeScalars.split(separator: "“", omittingEmptySubsequences: false).dropFirst()
    return parts.compactMap { part in
      part.firstIndex(of: "”").map { String(String.UnicodeScalarView(part[..<$0])) }
    }
  }
}

extension PropertyListDictionary {
  /// Says of findings which of these values they are about.
  func addKeyPaths(to findings: inout [Finding]) {
    var wanted: [SourceLocation: [Int]] = [:]
    for (index, finding) in findings.enumerated() {
      if let place = finding.location, place.line != nil || place.offset != nil {
        wanted[place, default: []].append(index)
      }
    }
    guard !wanted.isEmpty else { return }
    var waiting: [(path: String, value: PropertyListValue)] = [("", .dictionary(self))]
    func take(_ path: String, _ node: PropertyListNode) {
      if let place = node.location, let found = wanted[place] {
        for index in found { findings[index].keyPath = path }
      }
      switch node.value {
      case .dictionary, .array: waiting.append((path, node.value))
      case .string, .integer, .unsignedInteger, .real, .boolean, .date, .data, .uid: break
      }
    }
    while let (path, value) = waiting.popLast() {
      for (key, node) in value.dictionary?.entries ?? [] { take("\(path)/\(key)", node) }
      for node in value.array ?? [] { take("\(path)/[\(node.value.nameInArray)]", node) }
    }
  }
}

extension PropertyListValue {
  /// What an element of an array is known by, wherever it stands.
  fileprivate var nameInArray: String {
    if let text = string { return text }
    let keys = [ShortcutItemKey.type, .title].map(\.name)
    return keys.lazy.compactMap { dictionary?[$0]?.string }.first { !$0.isEmpty } ?? ""
  }
}
