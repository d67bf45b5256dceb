package import AppPackages
import AppSources
package import Events
import HomeScreenSimulator
package import PropertyLists

/// One thing that can be wrong with an app. A rule looks at the package and asks the simulator what would happen; what
/// iOS does is not in a rule.
package protocol Rule: Sendable {
  /// What is known of it.
  var description: RuleDescription { get }
  /// Whether it looks into pictures, which takes much longer than everything else.
  var readsPixels: Bool { get }
  /// The pictures that it will ask ``LintSubject/pixels(at:)`` for, by their paths in the tree: they are looked at on
  /// several processors before.
  func pictures(_ subject: LintSubject) -> [String]

  /// What is wrong with the app in this way, in the order of its files.
  func check(_ subject: LintSubject) -> [Finding]
}

extension Rule {
  /// Most rules look into no picture.
  package var readsPixels: Bool { false }

  /// None is known before it is asked for.
  package func pictures(_ subject: LintSubject) -> [String] { [] }

  /// The name of the rule.
  package var code: RuleCode { description.code }

  /// A finding of this rule, with its usual severity and its facts.
  package func finding(
    _ message: String, at location: SourceLocation?, help: String? = nil, severity: Finding.Severity? = nil,
    devices: [DeviceClass] = [], names: [String] = [], fix: Fix? = nil
  ) -> Finding {
    description.finding(
      message, at: location, help: help, severity: severity, devices: devices, names: names, fix: fix)
  }
}

extension CustomRule: Rule {
  /// What is wrong with the app in this way.
  package func check(_ subject: LintSubject) -> [Finding] { findings(subject.package) }
}

/// What a rule finds at a place of the sources.
struct CodeFault: Sendable {
  let message: String
  let place: SourcePlace
  var help: String?
  /// Where it differs from the rule's.
  var severity: Finding.Severity?
  /// Other places of the same cause.
  var others: [SourcePlace] = []
}

/// A rule about an app's own code. It is silent where the sources were not read.
struct CodeRule: Rule {
  let description: RuleDescription
  private let faults: @Sendable (SubjectCode, LintSubject) -> [CodeFault]

  init(_ description: RuleDescription, _ faults: @escaping @Sendable (SubjectCode, LintSubject) -> [CodeFault]) {
    self.description = description
    self.faults = faults
  }

  func check(_ subject: LintSubject) -> [Finding] {
    guard let code = subject.code else { return [] }
    return faults(code, subject).map { fault in
      var finding = finding(
        fault.message, at: code.location(fault.place), help: fault.help, severity: fault.severity)
      finding.otherLocations = fault.others.map(code.location)
      return finding
    }
  }
}

extension LintSubject {
  /// The types of the quick actions that the Info.plist declares, each with the place of its item.
  var declaredTypes: [(type: String, location: SourceLocation?)] {
    var seen: Set<ExactText> = []
    return DeviceClass.allCases.flatMap { package.infoDictionary(for: $0)["UIApplicationShortcutItems"]?.array ?? [] }
      .compactMap { item in
        guard let node = item.value.dictionary?.node(for: ShortcutItemKey.type.name), let type = node.value.string,
          seen.insert(ExactText(type)).inserted
        else { return nil }
        return (type, node.location ?? item.location)
      }
  }

  /// Whether the Info.plist declares a quick action, or the code sets one.
  var hasItems: Bool { !declaredTypes.isEmpty || code?.setsItems == true }

  /// The names of all alternate icons that any device knows.
  var declaredIcons: Set<ExactText> {
    Set(
      DeviceClass.allCases.flatMap { device in
        package.infoDictionary(for: device)["CFBundleIcons"]?.dictionary?["CFBundleAlternateIcons"]?.dictionary?.keys
          ?? []
      }.map { ExactText($0) })
  }
}
