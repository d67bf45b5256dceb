package import AppPackages
import AppSources
internal import CEmbedded
package import Events
import HomeScreenSimulator
package import PropertyLists

/// A possible problem of an app. A rule examines the package and asks the simulator for the result; it does not
/// implement the behaviour of iOS.
package protocol Rule: Sendable {
  var description: RuleDescription { get }
  /// Whether the rule reads pixels, which takes much longer than everything else.
  var readsPixels: Bool { get }
  /// Returns the paths of the pictures that the rule will pass to ``LintSubject/pixels(at:)``: they are read on several
  /// processors in advance.
  func pictures(_ subject: LintSubject) -> [String]

  /// Returns the findings of this rule, in the order of the app's files.
  func check(_ subject: LintSubject) -> [Finding]
}

extension Rule {
  /// Returns false: most rules do not read pixels.
  package var readsPixels: Bool { false }

  /// Returns no pictures in advance.
  package func pictures(_ subject: LintSubject) -> [String] { [] }

  package var code: RuleCode { description.code }

  /// Creates a finding of this rule, with its usual severity and its facts.
  package func finding(
    _ message: String, at location: SourceLocation?, help: String? = nil, severity: Finding.Severity? = nil,
    devices: [DeviceClass] = [], names: [String] = [], fix: Fix? = nil
  ) -> Finding {
    description.finding(message, at: location, help: help, severity: severity, devices: devices, names: names, fix: fix)
  }
}

extension CustomRule: Rule {
  /// Returns the findings of this rule.
  package func check(_ subject: LintSubject) -> [Finding] { findings(subject.package) }
}

extension RuleDescription {
  /// Creates the description of a rule whose explanation and example are in `CEmbedded/tables/rules.txt`.
  init(
    _ code: RuleCode, _ severity: Finding.Severity, _ summary: String, facts: [FactID] = [], fix: Fix.Safety? = nil
  ) {
    let texts = Self.texts[code.rawValue] ?? [:]
    self.init(
      code, severity, summary, explanation: texts["explanation"] ?? "", facts: facts, before: texts["before"],
      after: texts["after"], fix: fix)
  }

  private static let texts: [String: [String: String]] = {
    var texts: [String: [String: String]] = [:]
    var (code, part) = ("", "")
    for line in String(cString: hs_rule_texts()).split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("# ") {
        (code, part) = (String(line.dropFirst(2)), "explanation")
      } else if line.hasPrefix("--- ") {
        part = String(line.dropFirst(4))
      } else {
        texts[code, default: [:]][part] = texts[code]?[part].map { "\($0)\n\(line)" } ?? String(line)
      }
    }
    return texts
  }()
}

/// A finding of a rule in the sources.
struct CodeFault: Sendable {
  let message: String
  let place: SourcePlace
  var help: String?
  /// The severity, if it differs from the rule's.
  var severity: Finding.Severity?
  /// Other places with the same cause.
  var others: [SourcePlace] = []
}

/// A rule about an app's own code. It is silent if the sources were not read.
struct CodeRule: Rule {
  /// An outcome of quick actions, without which the rule is silent.
  struct Verdict: Sendable {
    let outcome: DeliveryOutcome
    let launches: [CodeTrial.Launch]

    static func lost(_ launches: CodeTrial.Launch...) -> Verdict { Verdict(outcome: .lost, launches: launches) }
    static func handledTwice(_ launches: CodeTrial.Launch...) -> Verdict {
      Verdict(outcome: .handledTwice, launches: launches)
    }
  }

  let description: RuleDescription
  let verdict: Verdict?
  private let faults: @Sendable (SubjectCode, LintSubject) -> [CodeFault]

  /// - Parameter verdict: the outcome that a quick action must have in one of the launches; nil if the rule does not
  ///   depend on one.
  init(
    _ description: RuleDescription, if verdict: Verdict? = nil,
    _ faults: @escaping @Sendable (SubjectCode, LintSubject) -> [CodeFault]
  ) {
    (self.description, self.verdict, self.faults) = (description, verdict, faults)
  }

  func check(_ subject: LintSubject) -> [Finding] {
    guard let code = subject.code else { return [] }
    let faults = faults(code, subject)
    if faults.isEmpty { return [] }
    if let verdict, !subject.quickActions(have: verdict.outcome, in: verdict.launches) { return [] }
    return faults.map { fault in
      var finding = finding(fault.message, at: code.location(fault.place), help: fault.help, severity: fault.severity)
      finding.otherLocations = fault.others.map(code.location)
      return finding
    }
  }
}

extension LintSubject {
  /// The types of the quick actions in the Info.plist, each with the location of its item.
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

  /// The names of the alternate icons on all devices.
  var declaredIcons: Set<ExactText> { DeviceClass.allCases.reduce(into: []) { $0.formUnion(declaredIcons(on: $1)) } }

  /// The declared names of alternates on a device.
  func declaredIcons(on device: DeviceClass) -> Set<ExactText> {
    let icons = package.infoDictionary(for: device)["CFBundleIcons"]?.dictionary?["CFBundleAlternateIcons"]
    return Set((icons?.dictionary?.keys ?? []).map { ExactText($0) })
  }

  /// Whether the iPad's key declares separate alternates, which is a choice, and not a misspelt copy of the others.
  var hasSeparateIPadIcons: Bool {
    let (phone, pad) = (declaredIcons(on: .iPhone), declaredIcons(on: .iPad))
    let own = pad.subtracting(phone).map(\.text)
    return !own.isEmpty
      && (own.allSatisfy { $0.lowercased().contains("ipad") }
        || phone.subtracting(pad).allSatisfy { Spelling.nearest(to: $0.text, in: own).isEmpty })
  }
}
