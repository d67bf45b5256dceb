import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// What rules about quick actions have in common: for whom a finding holds, and where in the file its cause stands.
extension Rule {
  /// A finding about one quick action, for those devices, languages and versions that the outcomes are about.
  func finding(
    _ message: String, of action: JudgedAction, at key: ShortcutItemKey? = nil, for outcomes: [JudgedAction.Outcome],
    in subject: LintSubject, help: String? = nil, severity: Finding.Severity? = nil, fix: Fix? = nil
  ) -> Finding {
    var finding = finding(
      message, at: key.map(action.location) ?? action.node.location ?? subject.package.infoPlistLocation, help: help,
      severity: severity, fix: fix)
    let classes = DeviceClass.allCases.filter { device in outcomes.contains { $0.model.deviceClass == device } }
    finding.devices = subject.families.allSatisfy(classes.contains) ? [] : classes
    if !outcomes.contains(where: \.languages.isEmpty) {
      finding.languages = subject.package.localizedInfo.languages.filter { language in
        outcomes.contains { $0.languages.contains(language) }
      }
      if finding.languages.count == subject.package.localizedInfo.languages.count { finding.languages = [] }
    }
    finding.since = outcomes.map(\.since).min().flatMap { $0 > subject.oldestOS ? $0 : nil }
    finding.until = outcomes.contains { $0.until == nil } ? nil : outcomes.compactMap(\.until).max()
    return finding
  }

  /// The devices that read the variant of the key that holds an action; empty for all.
  func devices(of action: JudgedAction, in subject: LintSubject) -> [DeviceClass] {
    let classes = DeviceClass.allCases.filter { device in
      action.outcomes.contains { $0.model.deviceClass == device }
    }
    return subject.families.allSatisfy(classes.contains) ? [] : classes
  }
}

extension JudgedAction {
  /// The way to one of its keys in the Info.plist.
  func path(to key: String) -> [PropertyListStep] { [.key(self.key), .index(position), .key(key)] }

  /// The file that holds it.
  func file(in package: AppPackage) -> String { node.location?.file ?? package.infoPlistFile }

  /// The outcomes on devices that have a menu of quick actions at all.
  var inMenus: [Outcome] { outcomes.filter(\.hasMenu) }
}
