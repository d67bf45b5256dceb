import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import PropertyLists

/// Rules about calls that change the icon: the time, the thread, and the handling of the result.
enum IconCallRules {
  static let all: [any Rule] = [
    rule(
      RuleDescription(
        "icon-error-ignored", .note, "The error of an icon change is ignored",
        facts: ["ICON-056", "ICON-010", "ICON-011", "ICON-171"])
    ) { change in
      // The primary icon cannot have a missing name.
      guard [.noHandler, .ignored].contains(change.error), change.names != [.null] else { return nil }
      return CodeFault(
        message: change.error == .noHandler
          ? "“\(change.function)” changes the icon without a completion handler: errors are lost"
          : "“\(change.function)” ignores the error of the icon change", place: change.place)
    },
    rule(
      RuleDescription(
        "icon-result-wrong", .warning, "A change of the icon is reported as done before its result is known",
        facts: ["ICON-010", "ICON-020", "ICON-039"])
    ) { change in
      change.reportsEarly.map { place in
        CodeFault(
          message: "“\(change.function)” reports success without knowing whether the icon has changed", place: place,
          help: "Report the result from the completion handler.", others: [change.place])
      }
    },
    rule(
      RuleDescription(
        "icon-state-stale", .note, "The new icon is stored as chosen before the result is known",
        facts: ["ICON-018", "ICON-016"])
    ) { change in
      change.storesEarly.map { place in
        CodeFault(
          message: "“\(change.function)” stores the new icon as chosen, and keeps it when the change fails",
          place: place, help: "Store the icon in the completion handler, if there is no error.", others: [change.place])
      }
    },
    rule(
      RuleDescription(
        "icon-private-api", .warning, "The icon is changed with private API",
        facts: ["ICON-082", "ICON-083", "STORE-028"])
    ) { change in
      guard change.isPrivate else { return nil }
      return CodeFault(
        message: "“\(change.selector)” is private API: from iOS 26.1 it does nothing, or does not hide the alert",
        place: change.place, help: "Call setAlternateIconName(_:completionHandler:).")
    },
    rule(
      RuleDescription(
        "setter-off-main", .warning, "The icon is changed off the main thread", facts: ["ICON-022", "ICON-010"])
    ) { change in
      guard change.thread == .other else { return nil }
      return CodeFault(
        message: "“\(change.function)” changes the icon off the main thread", place: change.place,
        help: "Change the icon on the main queue.")
    },
    rule(
      RuleDescription(
        "setter-at-launch", .warning, "The icon is changed during launch, before the app is active",
        facts: ["ICON-042", "ICON-041"])
    ) { change in
      change.launchMethod.map { method in
        let name = AppCallback(rawValue: method)?.swiftName ?? method
        return CodeFault(
          message: "the icon is changed in “\(name)”, before the app is active: that fails with error 3072",
          place: change.place, help: "Change the icon when the app has become active.")
      }
    },
    rule(
      RuleDescription(
        "version-gate", .warning, "The version of iOS is compared as text before the icon is changed",
        facts: ["ICON-024"])
    ) { change in
      change.versionTest.map { place in
        CodeFault(
          message: "the version of iOS is compared as text, so the icon cannot be changed on other versions",
          place: place, help: "Write #available(iOS 10.3, *).", others: [change.place])
      }
    },
    CodeRule(
      RuleDescription(
        "supports-not-asked", .note, "Nothing checks whether alternate icons are supported",
        facts: ["ICON-012", "ICON-044", "ICON-015"])
    ) { code, _ in
      let changes = code.document.iconChanges
      guard let first = changes.first, !changes.contains(where: \.asksForSupport) else { return [] }
      return [
        CodeFault(
          message: "“\(first.function)” changes the icon without checking supportsAlternateIcons", place: first.place,
          others: changes.dropFirst().map(\.place))
      ]
    },
  ]

  /// Returns a rule that checks each call separately.
  private static func rule(
    _ description: RuleDescription, _ fault: @escaping @Sendable (IconChange) -> CodeFault?
  ) -> any Rule {
    CodeRule(description) { code, _ in code.document.iconChanges.compactMap(fault) }
  }
}

/// Rules that compare the names in the code with the declared ones.
enum IconTextRules {
  static let all: [any Rule] = [nearMiss, undeclared, AlternateNeverNamed(), stateMismatch]

  private static let nearMiss = CodeRule(
    RuleDescription(
      "icon-name-near-miss", .warning, "An icon name in the code almost matches a declared name",
      facts: ["ICON-026", "ICON-039"])
  ) { code, subject in
    names(code, subject).compactMap { name, change in
      near(name, code).map { near in
        CodeFault(
          message: "“\(name)” is not a declared icon, but “\(near.declared)” is: the change fails with error 4",
          place: near.place, help: "Write “\(near.declared)”.",
          severity: change.names.count == 1 && near.nearness == .letterCase ? .error : nil,
          others: near.place == change.place ? [] : [change.place])
      }
    } + nearLiterals(code, subject)
  }

  /// Returns a fault for each string that resembles a declared name missing from the code, if the code computes names
  /// and has another declared name. Names of sets and files do not count, nor do texts with spaces in them.
  private static func nearLiterals(_ code: SubjectCode, _ subject: LintSubject) -> [CodeFault] {
    let literals = code.document.literals.filter { $0.kind == .iconName }
    let same = Set(literals.filter { $0.nearness == .same }.map { ExactText($0.text) })
    guard code.document.iconChanges.contains(where: \.isComputed), !same.isEmpty else { return [] }
    let package = subject.package
    var taken = Set(((package.build?.catalog ?? package.catalog)?.sets ?? []).map { ExactText($0.name) })
    taken.formUnion(package.resources.map { ExactText(LooseImageName($0.path).base) })
    return literals.filter { $0.nearness != .same && !same.contains(ExactText($0.declared)) }.compactMap { near in
      guard near.declared.contains(" ") || !near.text.contains(" ") else { return nil }
      guard taken.insert(ExactText(near.text)).inserted else { return nil }
      return CodeFault(
        message: "“\(near.text)” is not a declared icon, but “\(near.declared)” is, which the code does not name",
        place: near.place, help: "If it is the name of an icon, write “\(near.declared)”.", severity: .note)
    }
  }

  private static let undeclared = CodeRule(
    RuleDescription(
      "icon-name-undeclared", .warning, "The code uses the name of an icon that is not declared",
      facts: ["ICON-039", "ICON-025", "ICON-029"])
  ) { code, subject in
    if subject.package.openMacros != nil { return [] }
    if subject.declaredIcons.isEmpty { return (noneCompiled(code, subject) ?? noneDeclared(code)).map { [$0] } ?? [] }
    let declared = subject.declaredIcons.map(\.text).sorted(by: ExactText.precedes)
    return names(code, subject).filter { near($0.name, code) == nil }.map { name, change in
      let others = declared.filter { !Spelling.areNumbered(name, $0) }
      let meant = Spelling.nearest(to: name, in: others).first.map { "Did you mean “\($0)”? " } ?? ""
      return CodeFault(
        message: name.isEmpty
          ? "the empty string is neither a declared icon nor the primary icon, which is nil"
          : "“\(name)” is not a declared icon: the change fails with error 4", place: change.place,
        help: name == subject.package.settings[IconSetting.primary.rawValue]
          ? "“\(name)” is the set of the primary icon: pass nil for it." : "\(meant)Declared: \(declared.listed()).")
    }
  }

  /// Returns the fault of an app that sets alternate icons, has sets for them, and compiles none; nil for other apps.
  private static func noneCompiled(_ code: SubjectCode, _ subject: LintSubject) -> CodeFault? {
    guard let remark = subject.package.warnings.first(where: { $0.code == .iconSetNotCompiled }),
      let change = code.document.iconChanges.first(where: { $0.names != [.null] })
    else { return nil }
    return CodeFault(
      message: "“\(change.function)” sets an alternate icon, but the app has none: \(remark.message)",
      place: change.place, help: remark.hint)
  }

  /// Returns the fault of an app that sets an alternate by name and declares none; nil for other apps. It is a note,
  /// because another app of the project may share the code.
  private static func noneDeclared(_ code: SubjectCode) -> CodeFault? {
    let named = code.document.iconChanges.lazy.flatMap { change in
      change.names.compactMap(\.literal).map { ($0, change.place) }
    }
    return named.first { !$0.0.isEmpty }.map { name, place in
      CodeFault(
        message: "“\(name)” is not a declared icon, and the app declares none: the change fails with error 4",
        place: place,
        help: "Declare it in CFBundleAlternateIcons, or name its app icon set in "
          + "ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES.", severity: .note)
    }
  }

  /// Returns the undeclared names in calls, each with its call.
  private static func names(_ code: SubjectCode, _ subject: LintSubject) -> [(name: String, change: IconChange)] {
    let declared = subject.declaredIcons
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
      "icon-state-mismatch", .warning, "The current icon’s name is compared with strings that are not declared names",
      facts: ["ICON-016", "ICON-025"])
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
          + list(strangers), place: read.place,
        help: "The app does not compare it with these declared names: \(list(missing)).")
    }
  }
}

/// `alternate-never-named`
struct AlternateNeverNamed: Rule {
  let description = RuleDescription(
    "alternate-never-named", .note, "No code uses a declared alternate icon", facts: ["ICON-025"])

  func check(_ subject: LintSubject) -> [Finding] {
    guard let code = subject.code, !code.isOpen else { return [] }
    let changes = code.document.iconChanges
    let names = changes.flatMap(\.names)
    guard !changes.isEmpty, changes.allSatisfy({ !$0.names.isEmpty }),
      names.allSatisfy({ $0.literal != nil || $0 == .null })
    else { return [] }
    let same = code.document.literals.filter { $0.kind == .iconName && $0.nearness == .same }.map(\.text)
    let known = Set((names.compactMap(\.literal) + same).map { ExactText($0) })
    // If all icon sets of a catalog are included, this one was not declared on purpose.
    let named = subject.package.build?.settings.list("ASSETCATALOG_COMPILER_ALTERNATE_APPICON_NAMES") ?? []
    let entries = subject.iconKeys.flatMap(\.alternates)
    let declared = Set((named + entries.compactMap(\.name)).map { ExactText($0) }).intersection(subject.declaredIcons)
    return declared.subtracting(known).map(\.text).sorted(by: ExactText.precedes).map { name in
      finding(
        "no code uses the icon “\(name)”",
        at: entries.first { ExactText.isSame($0.name ?? "", name) }?.location ?? subject.package.infoPlistLocation,
        help: "Offer the icon to users, or remove it.")
    }
  }
}
