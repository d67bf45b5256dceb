/// Checks whether a document is JUnit XML as Jenkins and GitLab read it.
public struct JUnitChecker {
  /// The faults; empty for a valid document.
  public private(set) var faults: [String] = []
  /// The suites.
  public private(set) var suites: [XMLChecker.Element] = []
  /// All cases, in order.
  public var cases: [XMLChecker.Element] { suites.flatMap(\.children).filter { $0.name == "testcase" } }

  /// Reads a complete document.
  public init(_ text: String) {
    let xml = XMLChecker(text)
    guard let root = xml.root else {
      faults.append(xml.fault ?? "no element")
      return
    }
    if root.name != "testsuites" { faults.append("the root is <\(root.name)>") }
    checkText(of: root)
    for suite in root.children {
      guard suite.name == "testsuite" else {
        faults.append("<\(suite.name)> in <testsuites>")
        continue
      }
      suites.append(suite)
      check(suite)
    }
  }

  private mutating func check(_ suite: XMLChecker.Element) {
    require(["name", "time"], of: suite)
    checkText(of: suite)
    checkOrder(suite, ["properties", "testcase", "system-out", "system-err"], many: ["testcase"])
    var counts = ["tests": 0, "failures": 0, "errors": 0, "skipped": 0]
    for item in suite.children where item.name == "testcase" {
      require(["name", "classname", "time"], of: item)
      checkText(of: item)
      checkOrder(item, ["properties", "skipped", "error", "failure"], many: [])
      counts["tests", default: 0] += 1
      let outcomes = item.children.filter { $0.name != "properties" }
      if outcomes.count > 1 { faults.append("a case has several outcomes") }
      switch outcomes.first?.name {
      case "skipped": counts["skipped", default: 0] += 1
      case "error": counts["errors", default: 0] += 1
      case "failure": counts["failures", default: 0] += 1
      default: break
      }
      for outcome in outcomes {
        require(outcome.name == "skipped" ? ["message"] : ["message", "type"], of: outcome)
      }
    }
    for (name, count) in counts.sorted(by: { $0.key < $1.key }) where suite.attributes[name] != String(count) {
      faults.append("\(name) is \(suite.attributes[name] ?? "missing") and not \(count)")
    }
    for properties in (suite.children + suite.children.flatMap(\.children)) where properties.name == "properties" {
      for property in properties.children {
        if property.name != "property" { faults.append("<\(property.name)> in <properties>") }
        require(["name", "value"], of: property)
      }
    }
  }

  private mutating func require(_ names: [String], of element: XMLChecker.Element) {
    for name in names where element.attributes[name] == nil {
      faults.append("<\(element.name)> has no \(name)")
    }
    for name in ["time"] {
      if let value = element.attributes[name], value.wholeMatch(of: /\d+\.\d+/) == nil {
        faults.append("\(name) is \(value)")
      }
    }
    if let line = element.attributes["line"], Int(line) == nil { faults.append("line is \(line)") }
    for (name, value) in element.attributes where value.utf8.contains(UInt8(ascii: "\n")) {
      faults.append("\(name) has several lines")
    }
  }

  /// Between elements, only whitespace is allowed.
  private mutating func checkText(of element: XMLChecker.Element) {
    if element.text.utf8.contains(where: { $0 != 0x20 && $0 != 0x0A }) { faults.append("text in <\(element.name)>") }
  }

  private mutating func checkOrder(_ element: XMLChecker.Element, _ order: [String], many: Set<String>) {
    var last = -1
    for child in element.children {
      guard let place = order.firstIndex(of: child.name) else {
        faults.append("<\(child.name)> in <\(element.name)>")
        continue
      }
      if place < last || (place == last && !many.contains(child.name)) {
        faults.append("<\(child.name)> stands in the wrong place of <\(element.name)>")
      }
      last = place
    }
  }
}
