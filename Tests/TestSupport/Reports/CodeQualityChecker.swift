import PropertyLists

/// Checks whether a text is a GitLab Code Quality report: an array of issues with their required members.
public struct CodeQualityChecker {
  /// The faults; empty for a valid report.
  public private(set) var faults: [String] = []
  /// The number of issues.
  public private(set) var count = 0

  private static let severities = ["info", "minor", "major", "critical", "blocker"]

  /// Reads a complete report.
  public init(_ text: String) {
    // The JSON standard has no byte order mark, and GitLab accepts none.
    guard let json = try? LenientJSON.parse(Array(text.utf8), file: "gl-code-quality-report.json"),
      json.warnings.isEmpty, let issues = json.root.array
    else {
      faults.append("this is no JSON array")
      return
    }
    count = issues.count
    var fingerprints: Set<String> = []
    for (index, issue) in issues.enumerated() {
      for fault in Self.faults(of: issue, &fingerprints) { faults.append("\(fault) (issue \(index + 1))") }
    }
  }

  private static func faults(of issue: JSONNode, _ fingerprints: inout Set<String>) -> [String] {
    var faults: [String] = []
    for key in ["description", "check_name", "fingerprint"] where text(issue[key])?.isEmpty != false {
      faults.append("\(key) is missing")
    }
    if let print = text(issue["fingerprint"]), !fingerprints.insert(print).inserted {
      faults.append("the fingerprint \(print) is there twice")
    }
    if !(text(issue["severity"]).map(severities.contains) ?? false) { faults.append("no severity") }
    let path = text(issue["location"]?["path"]) ?? ""
    if path.isEmpty || path.hasPrefix("./") { faults.append("the path “\(path)” is none") }
    let line = issue["location"]?["lines"]?["begin"]?.number ?? 0
    if line < 1 || line != line.rounded() { faults.append("the line \(line) is none") }
    return faults
  }

  @inline(never)
  private static func text(_ node: JSONNode?) -> String? { node?.string }
}
