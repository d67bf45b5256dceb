import AppPackages
import AppSources
import Events
import HomeScreenSimulator
import Lint
import PropertyLists
import Testing

/// Rules about app code, with documents of a source reader.
@Suite struct CodeRuleTests {
  private typealias S = CodeSample

  @Test(arguments: CodeExamples.all)
  func codeRulesFindOnlyTheirProblem(example: CodeExample) throws {
    let found = try example.bad.findings(example.code)
    #expect(found.count == 1, "\(example.code): \(found)")
    #expect(found.first?.severity == example.severity)
    #expect(found.first?.message.hasSuffix(".") == false)
    if let line = example.line {
      #expect(found.first?.location?.line == line)
      #expect(found.first?.location?.file == "App/Code.swift")
    } else {
      #expect(found.first?.location?.file != "App/Code.swift")
    }
    let left = try example.good.findings(example.code)
    #expect(left.isEmpty, "\(example.code): \(left)")
  }

  /// Rules report nothing without sources.
  @Test func codeRulesNeedSources() throws {
    let package = try ShortcutSamples.app([ShortcutSamples.item()])
    for example in CodeExamples.all {
      #expect(Rules.named(example.code.rawValue)?.check(LintSubject(package)).isEmpty == true)
    }
  }

  @Test(arguments: [S(.appDelegate), S(.scene), S(.swiftUI)])
  func correctAppHasNoFindings(sample: CodeSample) throws {
    let findings = try sample.with { $0.handle() }.findings()
    #expect(findings.isEmpty, "\(findings)")
  }

  /// An app that sets alternates, and compiles none of its sets.
  @Test(arguments: [[.computed("name")], [.literal("Night")], [.null]] as [[TextValue]])
  func iconsThatAreNotCompiledAreAFaultOfTheCall(names: [TextValue]) throws {
    let sample = S(.appDelegate).with { $0.change(names, declared: []) }
    var package = try AppPackage(name: "App", infoPlist: sample.info)
    let rule = try #require(Rules.named("icon-name-undeclared"))
    // Another app of the project may declare them.
    let without = rule.check(LintSubject(package, sources: sample.document))
    #expect(without.map(\.severity) == (names == [.literal("Night")] ? [.note] : []), "\(without)")
    package.warnings.append(PackageWarning(.iconSetNotCompiled, "“Night” is not compiled", severity: .note))
    let found = rule.check(LintSubject(package, sources: sample.document))
    #expect(found.map(\.severity) == (names == [.null] ? [] : [.warning]), "\(found)")
    #expect(found.allSatisfy { $0.message.contains("“Night” is not compiled") && $0.location?.line == 60 })
  }

  @Test(arguments: [
    ([TextValue.computed("icon.name")], ["Night"], true), ([], ["Night"], true),
    ([.literal("Night"), .null], ["Night"], false), ([.computed("icon.name")], [], false),
  ])
  func computedNamesAreMentioned(names: [TextValue], declared: [String], isMentioned: Bool) throws {
    let sample = S(.appDelegate).with { $0.change(names, declared: declared) }
    let check = AppCheck(try AppPackage(name: "App", infoPlist: sample.info), sources: sample.document)
    #expect(check.computedName?.place == (isMentioned ? "App/Code.swift:60" : nil))
  }

  /// Computed names that no icon has are named if an icon has lost its name, or if none can be the primary icon.
  @Test(arguments: [
    (["App-Night", "App-Day"], ["App-Night", "App-Noon"], true, ["App-Day"]),
    (["App-Night", "App-Main"], ["App-Night"], true, []),
    (["App-Night", "App-Day"], ["App-Night"], false, ["App-Day"]),
    (["App-Night"], ["App-Night"], false, []), (nil, ["App-Night"], false, []),
  ])
  func computedNamesThatNoIconHasAreMentioned(
    composed: [String]?, declared: [String], setsPrimary: Bool, strangers: [String]
  ) throws {
    let sample = S(.appDelegate).with {
      $0.change([.computed("icon.name")] + (setsPrimary ? [.null] : []), declared: declared) { $0.composed = composed }
    }
    let check = AppCheck(try AppPackage(name: "App", infoPlist: sample.info), sources: sample.document)
    #expect(check.computedName?.undeclared == strangers)
  }

  @Test func undeclaredNameSuggestsTheNearest() throws {
    let rule = try #require(Rules.named("icon-name-undeclared"))
    // A name that differs only in its digits is another icon.
    for (name, help) in [("AppIcon-Nihgt2", "Did you mean “AppIcon-Night”? "), ("Other", ""), ("AppIcon-Night2", "")] {
      let sample = S(.appDelegate).with { $0.change([.literal(name)], declared: ["AppIcon-Night", "AppIcon-Day"]) }
      let package = try AppPackage(name: "App", infoPlist: sample.info)
      let found = rule.check(LintSubject(package, sources: sample.document))
      #expect(found.map(\.help) == ["\(help)Declared: “AppIcon-Day” and “AppIcon-Night”."], "\(found)")
    }
  }

  /// A name that is one of several is not sure to be set, and a name that differs in a letter may belong to another app.
  @Test(arguments: [
    ([TextValue.literal("night")], NamedLiteral.Nearness.letterCase, Finding.Severity.error),
    ([.literal("night"), .null], .letterCase, .warning), ([.literal("night")], .oneLetter, .warning),
  ])
  func nearMissIsAnErrorIfItIsSure(
    names: [TextValue], nearness: NamedLiteral.Nearness, severity: Finding.Severity
  ) throws {
    let sample = S(.appDelegate).with { sample in
      sample.change(names)
      sample.document.literals = [NamedLiteral("night", declared: "Night", .iconName, nearness, at: S.place(57))]
    }
    #expect(try sample.findings("icon-name-near-miss").map(\.severity) == [severity])
  }

  /// A renamed set: the code has the old name, and the names of the other icons.
  @Test(arguments: [
    (TextValue.computed("icon.name"), ["Dayy"], ["Night"], [Finding.Severity.note]),
    (.computed("icon.name"), ["Dayy"], [], []), (.computed("icon.name"), ["Dayy"], ["Night", "Day"], []),
    (.literal("Night"), ["Dayy"], ["Night"], []), (.computed("icon.name"), ["Dey", "Dey"], ["Night"], [.note]),
    (.computed("icon.name"), ["D ay"], ["Night"], []),
  ])
  func nearLiteralOfComputedNamesIsANote(
    name: TextValue, near: [String], same: [String], severities: [Finding.Severity]
  ) throws {
    let sample = S(.appDelegate).with { sample in
      sample.change([name], declared: ["Night", "Day"])
      sample.document.literals =
        near.map { NamedLiteral($0, declared: "Day", .iconName, .oneLetter, at: S.place(57)) }
        + same.map { NamedLiteral($0, declared: $0, .iconName, .same, at: S.place(58)) }
    }
    #expect(try sample.findings("icon-name-near-miss").map(\.severity) == severities)
  }

  // MARK: Called methods

  /// The most common problem: the handler is in the app delegate of an app with scenes.
  @Test func handlerInTheWrongDelegateIsNotAHandler() throws {
    let sample = S(.scene).with { $0.add(.performAction, 50, to: "AppDelegate", completion: CompletionUse.Paths.none) }
    let findings = try sample.findings()
    // The completion handler of such a method does not matter.
    #expect(findings.map(\.code) == ["no-handler"])
    #expect(findings.first?.location?.line == 50)
    #expect(findings.first?.severity == .error)
  }

  /// Links and activities, too, come only to the scene delegate.
  @Test(arguments: [
    (AppCallback.openURL, AppCallback.sceneOpenURLContexts), (.continueUserActivity, .sceneContinueUserActivity),
  ])
  func appDelegateOfScenesGetsNoLinks(old: AppCallback, new: AppCallback) throws {
    let dead = S(.scene).with {
      $0.handle()
      $0.add(old, 50, to: "AppDelegate")
    }
    let findings = try dead.findings()
    #expect(findings.map(\.code) == ["dead-handler"])
    #expect(findings.first?.severity == .note)
    #expect(findings.first?.location?.line == 50)
    #expect(findings.first?.message.contains(new.swiftName) == true)
    // What runs in iOS 12 is lost in later versions.
    #expect(try dead.with { $0.info["MinimumOSVersion"] = "12.0" }.findings().map(\.code) == ["dead-handler"])
    #expect(try dead.with { $0.add(new, 60, to: "SceneDelegate") }.findings().isEmpty)
    // A superclass that was not read may have the method; SwiftUI’s views may get the link.
    #expect(try dead.with { $0.document.handlers[1].inherits = ["VendorDelegate"] }.findings("dead-handler").isEmpty)
    let views = S(.swiftUI).with { $0.add(old, 50, to: "AppDelegate") }
    #expect(try views.findings("dead-handler").isEmpty)
    #expect(try S(.appDelegate).with { $0.add(old, 50, to: "AppDelegate") }.findings("dead-handler").isEmpty)
  }

  @Test func sceneWithOnlyTheColdHandlerLacksTheWarmOne() throws {
    let sample = S(.scene).with {
      $0.add(.sceneWillConnect, 21, to: "SceneDelegate", [HandlerStep(.handle, .shortcutItem, at: S.place(22))])
    }
    let findings = try sample.findings()
    #expect(findings.map(\.code) == ["no-handler"])
    #expect(findings.first?.message.contains("while the app runs") == true)
  }

  /// Scenes of cars and other displays have no quick actions.
  @Test func delegatesOfOtherRolesAreNotHandlers() throws {
    let sample = S(.scene).with { sample in
      sample.handle()
      var car = HandlerClass("CarDelegate", roles: [.sceneDelegate], inherits: ["UIResponder"], at: S.place(90))
      var method = S.method(.windowScenePerformAction, 91)
      method.completion = CompletionUse(CompletionUse.Paths.none)
      car.methods = [method]
      sample.document.handlers.append(car)
      sample.info["UIApplicationSceneManifest"] = [
        "UISceneConfigurations": [
          "CPTemplateApplicationSceneSessionRoleApplication": [["UISceneDelegateClassName": "CarDelegate"]],
          "UIWindowSceneSessionRoleApplication": [["UISceneDelegateClassName": "App.SceneDelegate"]],
        ]
      ]
    }
    #expect(try sample.findings().isEmpty)
  }

  @Test func inheritedMethodCounts() throws {
    let sample = S(.scene).with { sample in
      sample.handle()
      var base = HandlerClass("BaseSceneDelegate", roles: [], inherits: ["UIResponder"], at: S.place(100))
      base.methods = sample.document.handlers[1].methods
      sample.document.handlers[1].methods = []
      sample.document.handlers[1].inherits = ["BaseSceneDelegate"]
      sample.document.handlers.append(base)
    }
    #expect(try sample.findings().isEmpty)
  }

  // MARK: Unknown code

  /// A framework superclass, a plugin or an unread file may implement what seems to be missing.
  @Test(arguments: [
    { @Sendable (sample: inout CodeSample) in sample.document.handlers[0].inherits = ["FlutterAppDelegate"] },
    { @Sendable (sample: inout CodeSample) in sample.document.handlers[1].inherits = ["Kit.SceneBase"] },
    { @Sendable (sample: inout CodeSample) in
      var plugin = HandlerClass("Plugin", roles: [.plugin], inherits: ["FlutterPlugin"], at: S.place(95))
      plugin.methods = [S.method(.performAction, 96)]
      sample.document.handlers.append(plugin)
    },
    { @Sendable (sample: inout CodeSample) in
      sample.document.unread = [UnreadSource(S.place(1), .outside)]
    },
  ])
  func nothingIsReportedMissingInIncompleteSources(change: @Sendable (inout CodeSample) -> Void) throws {
    let findings = try S(.scene).with(change).findings().filter { $0.code != "source-unread" }
    #expect(findings.isEmpty, "\(findings)")
  }

  @Test(arguments: [CompletionUse.Paths.passedOn, .unknown, .all])
  func possiblyCalledCompletionHandlersAreNotReported(paths: CompletionUse.Paths) throws {
    #expect(try S(.scene).with { $0.handle(completion: paths) }.findings().isEmpty)
  }

  @Test(arguments: [(true, true), (false, false)])
  func typeMayBeHandledByDefault(hasDefault: Bool, isComplete: Bool) throws {
    let sample = S(.scene).with { $0.compare("other", hasDefault: hasDefault, isComplete: isComplete) }
    #expect(try sample.findings("shortcut-type-unhandled").isEmpty)
  }

  @Test func typeMayBeComparedWithoutItsBundleIdentifier() throws {
    #expect(try S(.scene).with { $0.compare("new") }.findings("shortcut-type-unhandled").isEmpty)
    #expect(try S(.scene).with { $0.compare("New") }.findings("shortcut-type-unhandled").count == 1)
  }

  /// Code that gets all options of a launch may perform the quick action, but does not read it here.
  @Test func offeredQuickActionsAreNeitherLostNorRead() throws {
    let offer = HandlerStep(.offer, .shortcutItem, .whenGiven, at: S.place(22))
    let scene = S(.scene).with { sample in
      sample.handle()
      sample.add(.sceneWillConnect, 21, to: "SceneDelegate", [offer])
    }
    #expect(try scene.findings("cold-lost").isEmpty)
    #expect(try scene.with { $0.document.handlers[0].methods[0].steps = [offer] }.findings("dead-handler").isEmpty)
    let launch = S(.appDelegate).with { $0.document.handlers[0].methods[0].steps = [offer] }
    #expect(try launch.findings("no-handler").map { $0.message.contains("handles") } == [false])
  }

  /// An app without quick actions does not need to handle them.
  @Test func appWithoutQuickActionsHasNoErrors() throws {
    let sample = S(.scene).with { sample in
      sample.info.remove("UIApplicationShortcutItems")
      sample.add(.windowScenePerformAction, 40, to: "SceneDelegate", completion: CompletionUse.Paths.none)
      sample.keep(clears: [], reads: [])
    }
    let findings = try sample.findings()
    #expect(Set(findings.map(\.code)) == ["completion-never", "cold-lost", "never-read"])
    #expect(findings.allSatisfy { $0.severity == .note })
  }

  @Test func methodOfAProtocolThatTheClassLacksIsNeverCalled() throws {
    let callback = AppCallback.windowScenePerformAction
    let sample = S(.scene).with { sample in
      sample.document.handlers[1].nearMisses = [
        NearMiss(written: callback.swiftName, meant: callback.rawValue, at: CodeSample.place(30))
      ]
    }
    let finding = try #require(try sample.findings("selector-near-miss").first)
    #expect(finding.message.hasSuffix("is never called: the class does not conform to UIWindowSceneDelegate"))
    #expect(finding.help == "Write UIWindowSceneDelegate instead of UISceneDelegate.")
  }

  @Test func readOfAnotherObjectIsTheHelpOfAStoredAction() throws {
    let sample = S(.scene).with { sample in
      sample.keep(clears: [], reads: [])
      sample.document.stores[0].readsOfOthers = [CodeSample.place(90)]
    }
    let finding = try #require(try sample.findings("never-read").first)
    #expect(finding.help?.contains("another object, made with “SceneDelegate()”") == true, "\(finding)")
  }

  @Test func dynamicQuickActionsAloneAreAWarning() throws {
    let sample = S(.scene).with { sample in
      sample.info.remove("UIApplicationShortcutItems")
      sample.setItems(.main)
    }
    #expect(try sample.findings("no-handler").map(\.severity) == [.warning])
  }

  // MARK: Linting

  @Test func linterReadsTheSourcesOfEachBuild() throws {
    let sample = S(.scene)
    let package = try ShortcutSamples.app(
      [ShortcutSamples.item()], info: sample.info.keys.map { ($0, sample.info[$0]) })
    let linter = Linter(sources: { _ in sample.document })
    #expect(linter.findings(in: [package]).contains { $0.code == "no-handler" })
    #expect(linter.findings(in: package).contains { $0.code == "no-handler" })
    #expect(!Linter().findings(in: [package]).contains { $0.code == "no-handler" })
  }
}
