import AppPackages
import AppSources
import Events
import HomeScreenSimulator

/// Rules about calls that change the icon: when, on which thread, and what becomes of the result.
enum IconCallRules {
  static let all: [any Rule] = [
    rule(
      RuleDescription(
        "icon-error-ignored", .note, "The error of an icon change is ignored",
        explanation: """
          A change of the icon fails without an alert: only the handler gets the error. If it is ignored, a \
          user who picks an icon sees nothing happen, and there is no way to know why.
          """,
        facts: ["ICON-056", "ICON-010", "ICON-011", "ICON-171"],
        before: "UIApplication.shared.setAlternateIconName(name) { _ in }",
        after: "UIApplication.shared.setAlternateIconName(name) { error in if let error { show(error) } }")
    ) { change in
      // The primary icon needs no name that could be missing.
      guard [.noHandler, .ignored].contains(change.error), change.names != [.null] else { return nil }
      return CodeFault(
        message: change.error == .noHandler
          ? "“\(change.function)” changes the icon without a completion handler: errors are lost"
          : "“\(change.function)” ignores the error of the icon change", place: change.place)
    },
    rule(
      RuleDescription(
        "icon-result-wrong", .warning, "A change of the icon is reported as done before its result is known",
        explanation: """
          The result of a change comes later, with the completion handler. Here the caller gets success before, or \
          regardless of the result: a name that is not declared, or an app that is not active, then looks like a change.
          """,
        facts: ["ICON-010", "ICON-020", "ICON-039"],
        before: """
          UIApplication.shared.setAlternateIconName(name)
          resolve(true)
          """,
        after: """
          UIApplication.shared.setAlternateIconName(name) { error in
            if let error { reject(error) } else { resolve(true) }
          }
          """)
    ) { change in
      change.reportsEarly.map { place in
        CodeFault(
          message: "“\(change.function)” reports success without knowing whether the icon has changed", place: place,
          help: "Report it from the completion handler.", others: [change.place])
      }
    },
    rule(
      RuleDescription(
        "icon-state-stale", .note, "The new icon is stored as chosen before the result is known",
        explanation: """
          The app stores the new icon as chosen and does not undo that when the change fails: the app and the \
          Home Screen then show different icons. UIApplication.alternateIconName is always right.
          """,
        facts: ["ICON-018", "ICON-016"],
        before: """
          selected = icon
          UIApplication.shared.setAlternateIconName(icon.name) { error in log(error) }
          """,
        after: """
          UIApplication.shared.setAlternateIconName(icon.name) { error in
            if error == nil { selected = icon }
          }
          """)
    ) { change in
      change.storesEarly.map { place in
        CodeFault(
          message: "“\(change.function)” stores the new icon as chosen, and keeps it when the change fails",
          place: place, help: "Store it when the completion handler gets no error.", others: [change.place])
      }
    },
    rule(
      RuleDescription(
        "icon-private-api", .warning, "The icon is changed with private API",
        explanation: """
          The private selector changes the icon without the alert, up to iOS 26.0. It is undocumented and against the \
          guidelines of the App Store; from iOS 26.1, where the system shows the alert, it does nothing, or the \
          alert appears anyway.
          """,
        facts: ["ICON-082", "ICON-083", "STORE-028"],
        before: "application.perform(Selector((\"_setAlternateIconName:completionHandler:\")), with: name, with: nil)",
        after: "application.setAlternateIconName(name) { error in … }")
    ) { change in
      guard change.isPrivate else { return nil }
      return CodeFault(
        message: "“\(change.selector)” is private API: from iOS 26.1 it does nothing, or does not hide the alert",
        place: change.place, help: "Call setAlternateIconName(_:completionHandler:).")
    },
    rule(
      RuleDescription(
        "setter-off-main", .warning, "The icon is changed off the main thread",
        explanation: """
          UIApplication belongs to the main thread. The Main Thread Checker reports a call of \
          setAlternateIconName(_:completionHandler:) on another one.
          """,
        facts: ["ICON-022", "ICON-010"],
        before: "DispatchQueue.global().async { UIApplication.shared.setAlternateIconName(name) }",
        after: "DispatchQueue.main.async { UIApplication.shared.setAlternateIconName(name) }")
    ) { change in
      guard change.thread == .other else { return nil }
      return CodeFault(
        message: "“\(change.function)” changes the icon off the main thread", place: change.place,
        help: "Do it on the main queue.")
    },
    rule(
      RuleDescription(
        "setter-at-launch", .warning, "The icon is changed during launch, before the app is active",
        explanation: """
          The icon changes only while the app is active. In a launch method, when a scene connects, or in the first \
          viewDidLoad it is not yet: the call ends with NSCocoaErrorDomain 3072, “The operation was cancelled.”
          """,
        facts: ["ICON-042", "ICON-041"],
        before: """
          func application(_ application: UIApplication, didFinishLaunchingWithOptions …) -> Bool {
            application.setAlternateIconName("Holiday")
            return true
          }
          """,
        after: "// Call it in viewDidAppear or later, ideally when the user asks for it.")
    ) { change in
      change.launchMethod.map { method in
        let name = AppCallback(rawValue: method)?.swiftName ?? method
        return CodeFault(
          message: "the icon is changed in “\(name)”, before the app is active: that fails with error 3072",
          place: change.place, help: "Change it when the app has become active.")
      }
    },
    rule(
      RuleDescription(
        "version-gate", .warning, "The version of iOS is compared as text before the icon is changed",
        explanation: """
          A test such as systemVersion.contains("10.3") is true for 10.3 and false for every release from 11, so \
          the choice of icons silently disappears. Check availability: #available(iOS 10.3, *).
          """,
        facts: ["ICON-024"],
        before: #"if UIDevice.current.systemVersion.contains("10.3") { changeIcon() }"#,
        after: "if #available(iOS 10.3, *) { changeIcon() }")
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
        explanation: """
          An app should check supportsAlternateIcons before it changes its icon. It is true for apps on iPhone and \
          iPad; if it is false, on a Mac or as an app for visionOS, the call ends with error 3328 or does nothing.
          """,
        facts: ["ICON-012", "ICON-044", "ICON-015"],
        before: "application.setAlternateIconName(name)",
        after: "if application.supportsAlternateIcons { application.setAlternateIconName(name) }")
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

  /// A rule that looks at each call for itself.
  private static func rule(
    _ description: RuleDescription, _ fault: @escaping @Sendable (IconChange) -> CodeFault?
  ) -> any Rule {
    CodeRule(description) { code, _ in code.document.iconChanges.compactMap(fault) }
  }
}
