/// Preprocessor directives.
extension CTokenizer {
  /// The maximum number of conditions recorded for nested or consecutive branches; later ones have the condition of the
  /// enclosing branch.
  private static let conditionLimit = 16
  /// The maximum number of branches in a file.
  private static let branchLimit = 20_000

  /// Reads any preprocessor directive.
  mutating func readDirective() {
    position += 1
    skipBlank(withNewlines: false)
    let start = position
    while position < bytes.count, Byte.isWord(bytes[position]) { position += 1 }
    switch String(decoding: bytes[start..<position], as: UTF8.self) {
    case "if": open(restOfLine())
    case "ifdef": open(restOfLine())
    case "ifndef":
      let name = restOfLine()
      open(isGuard(name) ? "" : negated(name))
    case "elif": alternative(restOfLine())
    case "elifdef": alternative(restOfLine())
    case "elifndef": alternative(negated(restOfLine()))
    case "else":
      skipDirective()
      alternative(nil)
    case "endif":
      skipDirective()
      if branches.popLast() == nil { note(unparsed: start) }
    case "define": define()
    default: skipDirective()
    }
  }

  /// Skips to the end of the directive, including multi-line comments that start on it.
  private mutating func skipDirective() {
    while position < bytes.count, !isLineBreak(at: position) {
      let before = position
      skipBlank(withNewlines: false)
      if position == before { position += 1 }
    }
  }

  /// Returns the rest of the line, without comments and with white space collapsed.
  private mutating func restOfLine() -> String {
    var text: [UInt8] = []
    while position < bytes.count {
      let before = position
      skipBlank(withNewlines: false)
      guard position < bytes.count, !isLineBreak(at: position) else { break }
      if position > before, !text.isEmpty { text.append(Byte.space) }
      text.append(bytes[position])
      position += 1
    }
    return String(decoding: text.prefix(200), as: UTF8.self)
  }

  /// Whether the line after `#ifndef NAME` is `#define NAME`, an include guard.
  private mutating func isGuard(_ name: String) -> Bool {
    guard output.tokens.isEmpty else { return false }
    let before = (position, isAtLineStart)
    defer { (position, isAtLineStart) = before }
    skipBlank(withNewlines: true)
    guard peek() == Byte.hash else { return false }
    position += 1
    let words = restOfLine().split(separator: " ")
    return words.count >= 2 && words[0] == "define" && words[1] == name
  }

  private mutating func open(_ condition: String) {
    let isOff = condition == "0"
    let written = isOff || condition == "1" ? "" : condition
    let branch = CBranch(
      written: written, condition: written, depth: depth,
      isSkipped: isOff || branches.last?.isSkipped == true,
      skipsRest: condition == "1" || branches.last?.isSkipped == true, group: Int32(output.groups.count))
    output.groups.append(CGroup())
    push(branch)
  }

  /// Reads `#elif` with a condition, or `#else` without one.
  private mutating func alternative(_ condition: String?) {
    guard var branch = branches.popLast() else { return note(unparsed: position) }
    if !branch.isSkipped, depth != branch.depth {
      branch.skipsRest = true
      // The following code belongs both to this branch and to those left out.
      if branch.index != branches.last?.index ?? 0 { output.conditions[Int(branch.index)].text = "" }
    }
    if condition == nil, !branch.skipsRest { output.groups[Int(branch.group)].isComplete = true }
    if !branch.written.isEmpty, branch.earlier.count < Self.conditionLimit { branch.earlier.append(branch.written) }
    branch.written = condition ?? ""
    guard output.conditions.count <= Self.branchLimit else { return push(branch) }
    branch.condition = (branch.earlier.map(negated) + (condition.map { [$0] } ?? [])).joined(separator: " && ")
    branch.isSkipped = branch.skipsRest
    push(branch)
  }

  private mutating func push(_ branch: CBranch) {
    var branch = branch
    branch.index = branches.last?.index ?? 0
    if output.conditions.count > Self.branchLimit {
      note(unparsed: position)
    } else if !branch.condition.isEmpty, branches.count < Self.conditionLimit {
      let outer = branch.index
      branch.index = Int32(output.conditions.count)
      if !branch.isSkipped { output.groups[Int(branch.group)].branchCount += 1 }
      output.conditions.append(CCondition(text: branch.condition, outer: outer, group: branch.group))
    }
    branches.append(branch)
  }

  private func negated(_ condition: String) -> String {
    let isPlain = condition.utf8.allSatisfy { Byte.isWord($0) }
    if condition.utf8.first == UInt8(ascii: "!"), condition.utf8.dropFirst().allSatisfy({ Byte.isWord($0) }) {
      return String(condition.dropFirst())
    }
    return isPlain ? "!" + condition : "!(\(condition))"
  }

  /// Reads `#define NAME VALUE`; with parameters, or without a value, it is not a constant.
  private mutating func define() {
    skipBlank(withNewlines: false)
    let isTaken = branches.last?.isSkipped != true
    guard position < bytes.count, Byte.isWord(bytes[position]), let name = lex(), peek() != Byte.leftParenthesis else {
      return skipDirective()
    }
    var value: [CToken] = []
    while true {
      skipBlank(withNewlines: false)
      guard position < bytes.count, !isLineBreak(at: position) else { break }
      // Longer ones are code.
      guard value.count < 32 else { return skipDirective() }
      let problem = output.unparsed
      if let token = lex() { value.append(token) }
      output.unparsed = problem
    }
    guard isTaken, !value.isEmpty else { return }
    value.append(token(.end, from: position))
    output.definitions.append(CDefinition(name: name, value: value))
  }
}
