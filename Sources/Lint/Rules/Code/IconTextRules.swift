import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules that hold the names in the code against those that are declared.
enum IconTextRules {
  static let all: [any Rule] = [nearMiss, undeclared, AlternateNeverNamed(), stateMismatch]

  private static let nearMiss = CodeRule(
    RuleDescription(
      "icon-name-near-miss", .warning, "The name of an icon in the code is nearly a declared one",
      explanation: """
        The name in the code must be exactly the declared one, including letter case. This one differs from \
        a declared name by letter case or by one letter: the change fails with NSCocoaErrorDomain 4, “The file \
        doesn’t exist.”
        """,
      facts: ["ICON-026", "ICON-039"],
      before: #"setAlternateIconName("night")  // “Night” is declared"#, after: #"setAlternateIconName("Night")"#)
  ) { code, subject in
    names(code, subject).compactMap { name, change in
      near(name, code).map { near in
        CodeFault(
          message: "“\(name)” is not a declared icon, but “\(near.declared)” is: the change fails with error 4",
          place: near.place, help: "Write “\(near.declared)”.", others: near.place == change.place ? [] : [change.place]
        )
      }
    }
  }

  private static let undeclared = CodeRule(
    RuleDescription(
      "icon-name-undeclared", .warning, "The code uses the name of an icon that is not declared",
      explanation: """
        An icon can be chosen if CFBundleAlternateIcons has its name, by hand or through build settings. A change \
        to any other name fails with NSCocoaErrorDomain 4, “The file doesn’t exist.”
        """,
      facts: ["ICON-039", "ICON-025", "ICON-029"],
      before: #"setAlternateIconName("AppIcon-Holiday")  // only “Holiday” is declared"#,
      after: #"setAlternateIconName("Holiday")"#)
  ) { code, subject in
    names(code, subject).filter { near($0.name, code) == nil }.map { name, change in
      CodeFault(
        message: name.isEmpty
          ? "the empty string is not a declared icon, nor the primary one: that is nil"
          : "“\(name)” is not a declared icon: the change fails with error 4", place: change.place,
        help: "Declared: \(subject.declaredIcons.map(\.text).sorted(by: ExactText.precedes).listed()).")
    }
  }

  /// The names that come to calls and are not declared, each with its call. Where no icon is declared at all, the code is
  /// that of a plugin, and its app declares them.
  private static func names(_ code: SubjectCode, _ subject: LintSubject) -> [(name: String, change: IconChange)] {
    let declared = subject.declaredIcons
    guard !declared.isEmpty else { return [] }
    return code.document.iconChanges.flatMap { change in
      change.names.compactMap(\.literal).filter { !declared.contains(ExactText($0)) }.map { ($0, change) }
    }
  }

  private static func near(_ name: String, _ code: SubjectCode) -> NamedLiteral? {
    code.document.literals.first {
      $0.kind == .iconName && $0.nearness != .same && ExactText.isSame($0.text, name)
    }
  }

  private static let stateMismatch = CodeRule(
    RuleDescription(
      "icon-state-mismatch", .warning,
      "The current icon’s name is compared with strings that are not declared names",
      explanation: """
        UIApplication.alternateIconName has the name as it is declared. Here it is compared with strings of \
        the app, some of which differ from the declared names: with such an icon, the app shows no icon or \
        another one as chosen.
        """,
      facts: ["ICON-016", "ICON-025"],
      before: """
        enum Icon: String { case dark = "Dark Mode"; var fileName: String { "DarkMode" } }
        selected = Icon(rawValue: UIApplication.shared.alternateIconName ?? "")
        """,
      after: "selected = Icon.allCases.first { $0.fileName == UIApplication.shared.alternateIconName }")
  ) { code, subject in
    let declared = subject.declaredIcons
    return code.document.iconReads.compactMap { read in
      let texts = Set(read.texts.compactMap(\.literal).map { ExactText($0) })
      let strangers = texts.subtracting(declared).filter { $0.text != read.primary?.literal ?? "" }
      let missing = declared.subtracting(texts)
      guard read.isComplete, !missing.isEmpty, strangers.count > 1,
        read.texts.allSatisfy({ $0.literal != nil || $0 == .null })
      else { return nil }
      func list(_ names: Set<ExactText>) -> String {
        names.map(\.text).sorted(by: ExactText.precedes).listed(atMost: 3)
      }
      return CodeFault(
        message:
          "“\(read.function)” compares the current icon’s name with its own names, but these are not declared: "
          + list(strangers), place: read.place, help: "Declared, but not compared with: \(list(missing)).")
    }
  }
}

/// `alternate-never-named`
struct AlternateNeverNamed: Rule {
  let description = RuleDescription(
    "alternate-never-named", .note, "No code uses a declared alternate icon",
    explanation: """
      The app declares the icon, but it is not among the names with which the code changes the icon, which \
      are all known. It cannot be chosen and only makes the app larger.
      """,
    facts: ["ICON-025"])

  func check(_ subject: LintSubject) -> [Finding] {
    guard let code = subject.code, !code.isOpen else { return [] }
    let changes = code.document.iconChanges
    let names = changes.flatMap(\.names)
    guard !changes.isEmpty, changes.allSatisfy({ !$0.names.isEmpty }),
      names.allSatisfy({ $0.literal != nil || $0 == .null })
    else { return [] }
    let same = code.document.literals.filter { $0.kind == .iconName && $0.nearness == .same }.map(\.text)
    let known = Set((names.compactMap(\.literal) + same).map { ExactText($0) })
    // Where all icon sets of a catalog are included, nobody has declared this one for its own sake.
    let named = subject.package.build?.settings.list("ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES") ?? []
    let entries = subject.iconKeys.flatMap(\.alternates)
    let declared = Set((named + entries.compactMap(\.name)).map { ExactText($0) }).intersection(subject.declaredIcons)
    return declared.subtracting(known).map(\.text).sorted(by: ExactText.precedes).map { name in
      finding(
        "no code uses the icon “\(name)”",
        at: entries.first { ExactText.isSame($0.name ?? "", name) }?.location ?? subject.package.infoPlistLocation,
        help: "Offer it, or remove it.")
    }
  }
}
