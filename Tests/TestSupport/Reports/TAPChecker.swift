import PropertyLists

/// Reads TAP 14 according to its specification, more strictly than most harnesses, and reports faults.
public struct TAPChecker {
  /// The faults with line numbers; empty for a valid text.
  public private(set) var faults: [String] = []
  /// The descriptions of passed test points, unescaped.
  public private(set) var passed: [String] = []
  /// The descriptions of failed test points.
  public private(set) var failed: [String] = []
  /// The descriptions of test points with a directive.
  public private(set) var skipped: [String] = []
  /// The reason for a bail out.
  public private(set) var bailOut: String?
  /// The details of failures: the fields of each YAML block.
  public private(set) var details: [[String: String]] = []

  private var plan: Int?
  private var number = 0
  private var block: [String]?
  private var isAfterPoint = false
  private var isFailureWithoutDetails = false

  /// Reads a complete text.
  public init(_ text: String) {
    guard text.utf8.last == UInt8(ascii: "\n") else {
      faults.append("the last line has no end")
      return
    }
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
    for (index, line) in lines.enumerated() {
      let line = String(Substring(line))
      let old = faults.count
      if index == 0 {
        if line != "TAP version 14" { faults.append("this is no version line") }
      } else {
        read(line)
      }
      if faults.count > old { faults[faults.count - 1] += " (line \(index + 1): \(line.prefix(100).debugDescription))" }
    }
    if block != nil { faults.append("a YAML block has no end") }
    if isFailureWithoutDetails { faults.append("the last failure has no details") }
    if plan == nil, bailOut == nil { faults.append("there is no plan") }
    if let plan, plan != number { faults.append("\(plan) tests were planned, and \(number) are there") }
  }

  private mutating func read(_ line: String) {
    if line.unicodeScalars.contains(where: { $0 != "\t" && ControlCharacters.contains($0) }) {
      return faults.append("a control character")
    }
    if let lines = block { return readYAML(line, lines) }
    if bailOut != nil { return faults.append("there is a line behind Bail out!") }
    if line == "  ---" {
      if !isAfterPoint { faults.append("a YAML block belongs to a test point") }
      block = []
      isFailureWithoutDetails = false
      isAfterPoint = false
      return
    }
    isAfterPoint = false
    if isFailureWithoutDetails {
      isFailureWithoutDetails = false
      faults.append("the failure above has no details")
    }
    if line.hasPrefix("#") { return }
    if let match = line.wholeMatch(of: /Bail out!  (\S.*)/) { return bailOut = String(match.1) }
    if let match = line.wholeMatch(of: /1\.\.(\d+)(?: # (\S.*))?/) {
      if plan != nil { faults.append("there are two plans") }
      return plan = Int(match.1)
    }
    guard let match = line.wholeMatch(of: /(not )?ok (\d+) - (.*)/) else { return faults.append("no line of TAP") }
    if plan != nil { faults.append("a test point behind the plan") }
    number += 1
    if Int(match.2) != number { faults.append("the number is not \(number)") }
    readPoint(String(match.3), isGood: match.1 == nil)
  }

  private mutating func readPoint(_ text: String, isGood: Bool) {
    var description = ""
    var directive: String?
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\\":
        guard let next = rest.popFirst(), next == "\\" || next == "#" else { return faults.append("an unknown escape") }
        description.unicodeScalars.append(next)
      case "#" where directive == nil:
        directive = String(rest)
        guard description.hasSuffix(" ") else { return faults.append("no space in front of a directive") }
        description.removeLast()
        rest = rest.suffix(0)
      default: description.unicodeScalars.append(scalar)
      }
    }
    if description.isEmpty { faults.append("an empty description") }
    if let directive {
      if directive.wholeMatch(of: /\ (SKIP|TODO)( .*)?/) == nil { faults.append("an unknown directive") }
      skipped.append(description)
    } else if isGood {
      passed.append(description)
    } else {
      failed.append(description)
    }
    isAfterPoint = true
    isFailureWithoutDetails = !isGood && directive == nil
  }

  // MARK: YAML

  /// Reports use a small part of YAML: keys, double-quoted strings, numbers, and one level of nesting.
  private mutating func readYAML(_ line: String, _ lines: [String]) {
    guard line.hasPrefix("  ") else { return faults.append("a line of YAML is not indented") }
    if line != "  ..." { return block = lines + [String(line.dropFirst(2))] }
    block = nil
    var fields: [String: String] = [:]
    var parent: String?
    for line in lines {
      let isInner = line.hasPrefix("  ")
      let text = isInner ? line.dropFirst(2) : line[...]
      guard let match = text.wholeMatch(of: /([A-Za-z]+):(?: (.*))?/), !isInner || parent != nil else {
        faults.append("no YAML: \(text.prefix(80).debugDescription)")
        continue
      }
      if let written = match.2 {
        guard let value = Self.value(written) else {
          faults.append("no value: \(written.prefix(80).debugDescription)")
          continue
        }
        let key = isInner ? "\(parent ?? "").\(match.1)" : String(match.1)
        if fields.updateValue(value, forKey: key) != nil { faults.append("\(key) stands twice") }
        if !isInner { parent = nil }
      } else {
        parent = String(match.1)
      }
    }
    for key in ["message", "severity"] where fields[key] == nil { faults.append("\(key) is missing") }
    details.append(fields)
  }

  private static func value(_ text: Substring) -> String? {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return String(text) }
    guard text.hasPrefix("\""), text.hasSuffix("\""), text.utf8.count > 1 else { return nil }
    let json = try? LenientJSON.parse(Array("{\"a\":\(text)}".utf8), file: "yaml")
    return json?.warnings.isEmpty == true ? json?.root["a"]?.string : nil
  }
}
