import PropertyLists

/// Checks whether a text is a SARIF 2.1.0 log that code scanning services accept: the standard's requirements for the
/// written parts, and the limits of those services.
public struct SARIFChecker {
  /// The faults; empty for a valid log.
  public private(set) var faults: [String] = []
  /// The results, by rule and location: `icon-dimension App/Info.plist:3`.
  public private(set) var results: [String] = []

  private static let maximumResults = 5_000
  private static let maximumTags = 20
  private static let maximumBytes = 10 << 20
  private static let levels = ["none", "note", "warning", "error"]

  private var ruleIDs: [String] = []
  /// The texts of results by fingerprint.
  private var known: [String: String] = [:]

  /// Reads a complete log.
  public init(_ text: String) {
    if text.utf8.count > Self.maximumBytes { faults.append("the log has more than 10 MiB") }
    guard let json = try? LenientJSON.parse(Array(text.utf8), file: "log.sarif"), json.warnings.isEmpty,
      let log = json.root.object
    else {
      faults.append("this is no JSON object")
      return
    }
    expect(log["version"]?.string == "2.1.0", "the version is not 2.1.0")
    expect(log["$schema"]?.string?.hasSuffix("sarif-2.1.0.json") ?? false, "no schema")
    let runs = log["runs"]?.array ?? []
    expect(runs.count == 1, "there are \(runs.count) runs")
    for run in runs { check(run: run) }
  }

  private mutating func expect(_ condition: Bool, _ fault: @autoclosure () -> String) {
    if !condition, faults.count < 100 { faults.append(fault()) }
  }

  private mutating func check(run: JSONNode) {
    let driver = run["tool"]?["driver"]
    expect(Self.isText(driver?["name"]), "the tool has no name")
    let rules = driver?["rules"]?.array ?? []
    ruleIDs = rules.map { Self.text(of: $0["id"]) ?? "" }
    expect(Set(ruleIDs).count == ruleIDs.count, "a rule is there twice")
    for rule in rules { check(rule: rule) }
    expect(run["columnKind"]?.string == "unicodeCodePoints", "nobody says what a column is")
    for invocation in run["invocations"]?.array ?? [] {
      expect(invocation["executionSuccessful"]?.boolean != nil, "an invocation does not say whether it succeeded")
      expect(invocation["exitCode"]?.number != nil, "an invocation has no exit code")
      for note in invocation["toolExecutionNotifications"]?.array ?? [] {
        check(message: note["message"], "a notification")
      }
    }
    let bases = Set((run["originalUriBaseIds"]?.object?.keys).map { Array($0) } ?? [])
    guard let results = run["results"]?.array else { return expect(false, "there are no results") }
    expect(results.count <= Self.maximumResults, "more than \(Self.maximumResults) results")
    for result in results { check(result: result, bases) }
  }

  private mutating func check(rule: JSONNode) {
    let id = Self.text(of: rule["id"]) ?? "?"
    expect(Self.isText(rule["id"]), "a rule has no ID")
    for key in ["shortDescription", "fullDescription", "help"] { check(message: rule[key], "\(key) of \(id)") }
    expect(Self.isText(rule["help"]?["markdown"]), "the help of \(id) is no Markdown")
    expect(Self.isLevel(rule["defaultConfiguration"]?["level"]), "\(id) has no level")
    let tags = rule["properties"]?["tags"]?.array ?? []
    expect(!tags.isEmpty && tags.count <= Self.maximumTags, "\(id) has \(tags.count) tags")
    expect(Set(tags.compactMap { Self.text(of: $0) }).count == tags.count, "\(id) has a tag twice")
  }

  private mutating func check(message: JSONNode?, _ owner: String) {
    expect(Self.isText(message?["text"]), "\(owner) has no text")
  }

  private mutating func check(result: JSONNode, _ bases: Set<String>) {
    let id = Self.text(of: result["ruleId"]) ?? "?"
    let index = Self.integer(result["ruleIndex"]) ?? -1
    expect(ruleIDs.indices.contains(index) && ruleIDs[index] == id, "ruleIndex of \(id) is that of another rule")
    expect(Self.isLevel(result["level"]), "a result of \(id) has no level")
    check(message: result["message"], "a result of \(id)")
    let locations = result["locations"]?.array ?? []
    expect(locations.count == 1, "a result of \(id) has \(locations.count) places")
    var place = ""
    for location in locations {
      let physical = location["physicalLocation"]
      check(artifact: physical?["artifactLocation"], id, bases)
      check(region: physical?["region"], id)
      place =
        "\(Self.text(of: physical?["artifactLocation"]?["uri"]) ?? "?"):"
        + "\(Self.integer(physical?["region"]?["startLine"]) ?? 0)"
    }
    results.append("\(id) \(place)")
    let print = Self.text(of: result["partialFingerprints"]?["primaryLocationLineHash"]) ?? ""
    let prints = [print] + (result["partialFingerprints"]?.object?.entries.map { Self.text(of: $0.node) ?? "" } ?? [])
    for print in prints where print.wholeMatch(of: /[0-9a-f]{16}:[1-9][0-9]*/) == nil {
      expect(false, "a result of \(id) has the fingerprint “\(print)”")
    }
    let text = "\(id) \(place) \(Self.text(of: result["message"]?["text"]) ?? "")"
    expect(known[print].map { $0 == text } ?? true, "two results of \(id) have one fingerprint")
    known[print] = text
    for fix in result["fixes"]?.array ?? [] { check(fix: fix, id, bases) }
  }

  private mutating func check(fix: JSONNode, _ id: String, _ bases: Set<String>) {
    let changes = fix["artifactChanges"]?.array ?? []
    expect(!changes.isEmpty, "a fix of \(id) changes nothing")
    for change in changes {
      check(artifact: change["artifactLocation"], id, bases)
      let replacements = change["replacements"]?.array ?? []
      expect(!replacements.isEmpty, "a fix of \(id) replaces nothing")
      for replacement in replacements {
        check(region: replacement["deletedRegion"], id)
        expect(replacement["insertedContent"]?["text"]?.string != nil, "a fix of \(id) inserts no text")
      }
    }
  }

  /// Checks a reference that a service can append to the root of the checkout.
  private mutating func check(artifact: JSONNode?, _ id: String, _ bases: Set<String>) {
    let uri = Self.text(of: artifact?["uri"]) ?? ""
    let isAbsolute = uri.hasPrefix("file:///")
    let isRelative = uri.wholeMatch(of: /([A-Za-z0-9._~\/-]|%[0-9A-F]{2})+/) != nil && !uri.hasPrefix("/")
    expect(isAbsolute || isRelative, "\(id) is in “\(uri)”, which is no URI reference")
    let base = Self.text(of: artifact?["uriBaseId"])
    expect(isAbsolute == (base == nil), "“\(uri)” of \(id) starts from \(base ?? "nowhere")")
    if let base { expect(bases.contains(base), "nobody knows \(base)") }
  }

  private mutating func check(region: JSONNode?, _ id: String) {
    guard let region = region?.object else { return expect(false, "a result of \(id) has no region") }
    expect(Self.integer(region["startLine"]) != nil, "a region of \(id) has no line")
    for (key, value) in region.entries {
      expect((Self.integer(value) ?? 0) >= 1, "\(key) of \(id) is less than 1")
    }
  }

  // Not inlined: the optimiser of Swift 6.3 fails on the result inside long functions.
  @inline(never)
  private static func text(of node: JSONNode?) -> String? { node?.string }

  @inline(never)
  private static func isText(_ node: JSONNode?) -> Bool { node?.string.map { !$0.isEmpty } ?? false }

  @inline(never)
  private static func isLevel(_ node: JSONNode?) -> Bool { node?.string.map(levels.contains) ?? false }

  @inline(never)
  private static func integer(_ node: JSONNode?) -> Int? { node?.number.flatMap { Int(exactly: $0) } }
}
