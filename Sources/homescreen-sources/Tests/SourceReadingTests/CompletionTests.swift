import AppSources
import Testing

/// The paths on which a completion handler is called.
@Suite struct CompletionTests {
  private static func use(_ body: String, _ more: String = "") -> CompletionUse? {
    Project.scene("\(warmHead) {\n\(body)\n}\n\(more)").method(warm)?.completion
  }

  @Test(arguments: [
    ("done(true)", ReturnedValue.Kind?.some(.yes)), ("done(false)", .no), ("done(open(item))", .computed),
    ("guard a else { done(false); return }\ndone(handled)", .computed),
    ("if a { done(true) } else { done(false) }", nil),
    ("service.open(item, completion: done)", nil), ("", nil),
  ])
  func valueIsRead(body: String, kind: ReturnedValue.Kind?) { #expect(Self.use(body)?.value?.kind == kind, "\(body)") }

  @Test(arguments: [
    ("done(true)", CompletionUse.Paths.all), ("open(item)", .none), ("", .none),
    ("if a { done(true) }", .some), ("if a { done(true) } else { done(false) }", .all),
    ("guard a else { return }\ndone(true)", .some), ("guard a else { done(false); return }\ndone(true)", .all),
    ("if a { done(false) }\ndone(true)", .twice), ("done(true)\ndone(true)", .twice),
    ("defer { done(true) }\nif a { return }\nopen()", .all),
    ("switch item.type {\ncase \"a\": done(true)\ncase \"b\": open()\ndefault: done(false)\n}", .some),
    ("switch item.type {\ncase \"a\": done(true)\ndefault: done(false)\n}", .all),
    ("switch item.type {\ncase \"a\": fallthrough\ncase \"b\": done(true)\ndefault: done(false)\n}", .all),
    ("switch item.type {\ncase \"a\": if b { break }; done(true)\ndefault: done(false)\n}", .some),
    ("do { try open(); done(true) } catch { done(false) }", .all), ("do { try open(); done(true) } catch {}", .some),
    ("DispatchQueue.main.async { done(true) }", .all), ("Task { await open(); done(true) }", .all),
    ("service.open(item) { done($0) }", .passedOn), ("service.open(item, completion: done)", .passedOn),
    ("self.pending = done", .passedOn), ("let finish = done\nfinish(true)", .all),
    ("let finish = { done(true) }\nif a { finish() } else { finish() }", .all),
    ("func finish() { done(true) }\nfinish()", .all), ("fatalError()", .unknown),
    ("for a in b { if c { done(true); return } }\ndone(false)", .all), ("for a in b { done(true) }", .some),
    ("if a { done(true) }\nif !a { done(false) }", .unknown),
    ("if a { done(true); return }\nif b { done(true); return }\ndone(false)", .all),
    ("#if DEBUG\ndone(true)\n#else\ndone(false)\n#endif", .all), ("#if DEBUG\ndone(true)\n#endif", .some),
    ("service.load { [weak self] in guard let self else { return }; done(true) }", .passedOn),
    (
      "Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { t in if a { done(true); t.invalidate() } }", .passedOn
    ),
    ("Timer.scheduledTimer(withTimeInterval: 1, repeats: false) { _ in if a { done(true) } }", .some),
    ("for a in b { if c { return } }", .none), ("if d { done(true) }\nfor a in b { if c { return } }", .some),
    ("done(open(item))", .all), ("a ? done(true) : done(false)", .all),
  ])
  func pathsAreCounted(body: String, paths: CompletionUse.Paths) {
    #expect(Self.use(body)?.paths == paths, "\(body)")
  }

  @Test(arguments: [
    ("func open(_ item: Item, then: (Bool) -> Void) { then(true) }", CompletionUse.Paths.all),
    ("func open(_ item: Item, then: (Bool) -> Void) { print(item) }", .none),
    ("func open(_ item: Item, then: (Bool) -> Void) { if a { then(true) } }", .some),
    ("func open(_ item: Item, then: (Bool) -> Void) { then(true); then(false) }", .twice),
    ("func open(_ item: Item, then: (Bool) -> Void) { open(item, then: then) }", .passedOn),
    ("func open(_ item: Item, then: (Bool) -> Void) { store(then) }", .passedOn),
  ])
  func functionsThatReceiveTheHandlerAreFollowed(function: String, paths: CompletionUse.Paths) {
    #expect(Self.use("open(item, then: done)", function)?.paths == paths, "\(function)")
  }

  @Test func callsHaveTheirLines() {
    let use = Self.use("if a {\ndone(true)\nreturn\n}\nopen()")
    #expect(use?.calls.map(\.line) == [4])
    #expect(use?.missing?.line == 8)
    #expect(Self.use("if a {\ndone(false)\n}\ndone(true)")?.calls.map(\.line) == [4, 6])
  }

  @Test func asyncMethodCompletesByReturning() {
    let document = Project.scene(
      "func windowScene(_ s: UIWindowScene, performActionFor item: UIApplicationShortcutItem) async -> Bool { false }")
    #expect(document.method(warm)?.isAsync == true)
    #expect(document.method(warm)?.completion?.paths == .all)
  }

  /// Logging, and calling functions that only log, does nothing; other calls and values that are set do something.
  @Test(arguments: [
    ("note(item)", []), ("Recorder.shared.note(item)", []), ("note(item); tabs.selectedIndex = 1", ["always"]),
    ("tabs.selectedIndex = 1", ["always"]), ("if isReady { tabs.selectedIndex = 1 }", ["sometimes"]),
    ("let text = item.type; print(text)", []), ("store(item)", ["always"]), ("count(item)", ["always"]),
  ])
  func loggingIsNoHandling(body: String, conditions: [String]) {
    let document = Project.scene(
      """
      \(warmHead) { \(body); done(true) }
      func note(_ item: UIApplicationShortcutItem) { let text = item.type; debug("a \\(text)") }
      func debug(_ text: String) { if isVerbose { NSLog(text) } }
      func store(_ item: UIApplicationShortcutItem) { print(item); defaults.set(1, forKey: "a") }
      func count(_ item: UIApplicationShortcutItem) { print(item); counter = 1 }
      }
      class Recorder { static let shared = Recorder(); func note(_ item: UIApplicationShortcutItem) { print(item) }
      """)
    #expect(document.actions(warm) == conditions.map { "handle shortcutItem \($0)" }, "\(body)")
  }

  /// What the completion handler gets decides nothing, and a branch that only returns a literal does nothing.
  @Test(arguments: [
    "done(Handle(item))", "let ok = Handle(item); done(ok)", "_ = Handle(item)",
    "func go(_ item: Item) -> Bool { return Handle(item) }; done(go(item))",
  ])
  func returnedLiteralsOfBranchesAreNoHandling(body: String) throws {
    let document = Project.scene(
      """
      \(warmHead) { \(body) }
      func Handle(_ item: UIApplicationShortcutItem) -> Bool {
        switch item.type {
        case "new":
          window?.rootViewController?.present(NewController(), animated: true)
          return true
        case "find": tabs.selectedIndex = 2; return true
        case "never": return true
        default: return false
        }
      }
      """)
    #expect(document.actions(warm) == ["handle shortcutItem always", "present none always"], "\(body)")
    let steps = try #require(document.method(warm)?.steps)
    let comparison = try #require(steps.first { $0.action == .handle }?.comparison)
    #expect(comparison.isComplete && !comparison.hasDefault, "\(body)")
    let isIgnored = !body.hasPrefix("let")
    let texts = (isIgnored ? ["new", "find"] : ["new", "find", "never"]).map { TextValue.literal($0) }
    #expect(comparison.texts.map(\.text) == texts, "\(body)")
    #expect(steps.first { $0.action == .present }?.comparison?.texts.map(\.text) == [.literal("new")], "\(body)")
  }
}
