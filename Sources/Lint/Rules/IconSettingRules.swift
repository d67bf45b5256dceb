import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about the build settings of icons.
enum IconSettingRules {
  static let all: [any Rule] = [UndefinedVariableInIconSetting()]
}

/// `icon-setting-variable`
struct UndefinedVariableInIconSetting: Rule {
  let description = RuleDescription(
    "icon-setting-variable", .warning, "A build setting about icons uses another one that is undefined",
    explanation: """
      A build setting names an icon set through another setting, such as AppIcon$(SUFFIX), which is \
      undefined in this configuration. Xcode silently replaces it with nothing. If the rest is still the \
      name of a set, the app may get the wrong icon; if not, the build fails.
      """,
    facts: ["ICON-136", "ICON-137"],
    before: "ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon$(SUFFIX)",
    after: """
      SUFFIX = .beta
      ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon$(SUFFIX)
      """)

  private static let settings = [Fix.primarySetting, Fix.alternatesSetting]

  func check(_ subject: LintSubject) -> [Finding] {
    guard let build = subject.package.build else { return [] }
    return Self.settings.flatMap { setting in
      let names = build.settings.list(setting)
      let allExist = names.allSatisfy { build.catalog.set(named: $0, kind: .appIcon) != nil }
      return build.settings.undefinedSettings(in: setting).map { undefined in
        finding(
          "\(setting) uses $(\(undefined)), which is undefined: the rest is “\(names.joined(separator: " "))”",
          at: build.settings.location(of: setting),
          help: "define \(undefined) in this configuration, if only as empty",
          severity: allExist ? .note : .warning)
      }
    }
  }
}
