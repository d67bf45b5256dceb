package import HomeScreenSimulator

/// `NSError`s in a text: as a console prints them, as a person writes them down.
package struct ErrorReference: Hashable {
  package let domain: String
  package let code: Int

  /// The errors that a text speaks of, the outermost first, each once. Line ends and quotes of any kind do not matter.
  ///
  /// Known forms: `Error Domain=NSCocoaErrorDomain Code=4 …` (with inner errors), `NSCocoaErrorDomain 4`,
  /// `NSCocoaErrorDomain, code 4`, `(NSCocoaErrorDomain error 4.)`, `OSStatus error -54`.
  package static func all(in text: String) -> [ErrorReference] {
    let words = text.split { separators.contains($0) }
    var found: [ErrorReference] = []
    for (index, word) in words.enumerated() {
      guard word.hasSuffix("Domain") && word.utf8.count > 6 || word == "OSStatus" else { continue }
      var next = index + 1
      if next < words.count, ["code", "error"].contains(words[next].lowercased()) { next += 1 }
      guard next < words.count, let code = number(words[next]) else { continue }
      let error = ErrorReference(
        domain: word == "OSStatus" ? NSErrorValue.osStatusDomain : String(word), code: code)
      if !found.contains(error) { found.append(error) }
    }
    return found
  }

  private static let separators = Set(" \t\r\n=,:;(){}[]\"'“”‘’`<>")

  private static func number(_ word: Substring) -> Int? {
    var word = word
    while word.last == "." { word.removeLast() }
    return Int(word)
  }

  /// The facts that say when iOS gives this error.
  package var facts: [Fact] {
    ErrorReference.ofFacts.filter { $0.errors.contains(self) }.map(\.fact)
  }

  /// The codes of a domain that facts speak of.
  static func knownCodes(of domain: String) -> [Int] {
    let codes = ofFacts.flatMap(\.errors).filter { $0.domain == domain }.map(\.code)
    return Set(codes).sorted()
  }

  /// All errors that facts speak of, by domain and code.
  package static let known: [ErrorReference] = Set(ofFacts.flatMap(\.errors))
    .sorted { ($0.domain, $0.code) < ($1.domain, $1.code) }

  /// The errors that facts speak of.
  private static let ofFacts: [(fact: Fact, errors: [ErrorReference])] = FactLedger.all.map { fact in
    (fact, all(in: fact.behaviour))
  }.filter { !$0.errors.isEmpty }

  /// The text for a person that the system has for it.
  package var text: String {
    let errors = NSErrorValue.ofIcons.flatMap { [$0] + ($0.underlyingError.map { [$0] } ?? []) }
    let known = errors.first { $0.domain == domain && $0.code == code }
    return (known ?? NSErrorValue(domain: domain, code: code)).localizedDescription
  }
}
