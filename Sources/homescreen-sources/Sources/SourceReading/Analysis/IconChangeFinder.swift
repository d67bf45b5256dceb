import AppSources

/// Finds the calls that change the icon, and how their results are used.
struct IconChangeFinder {
  let program: Program
  let constants: Constants
  let callers: Callers
  let reach: Reach
  let slots: [Int: String]

  private static let name = "setAlternateIconName"
  static let selector = "setAlternateIconName:completionHandler:"
  private static let privatePrefix = "_setAlternateIconName"

  func find() -> [IconChange] {
    var found: [IconChange] = []
    let numbers = program.routineNumbers(where: { index in
      index.mayMention(Self.name) || index.texts.contains { $0.hasPrefix(Self.privatePrefix) }
    })
    for number in numbers {
      let walk = SiteWalk(program) { expression, site in
        guard let change = change(expression, site) else { return }
        if !found.contains(where: { $0.place == change.place }) { found.append(change) }
      }
      walk.walk(number, isMain: slots[number] != nil)
    }
    return found
  }

  private func change(_ expression: Expression, _ site: Site) -> IconChange? {
    let scope = program.scope(of: site.routine)
    switch expression.form {
    case .call(let callee, let arguments):
      guard case .member(let base, Self.name) = callee.form, isSetter(base, arguments, scope) else { return nil }
      return publicChange(callee, arguments, site, scope)
    case .text(let text) where text.hasPrefix(Self.privatePrefix): return privateChange(text, expression, site, scope)
    case .selector(let text) where text.hasPrefix(Self.privatePrefix):
      return privateChange(text, expression, site, scope)
    default: return nil
    }
  }

  /// Whether a call is UIKit's method, not one of the app with that name.
  private func isSetter(_ base: Expression?, _ arguments: [Argument], _ scope: Scope) -> Bool {
    guard let first = arguments.first, first.label == nil, arguments.count <= 2,
      arguments.dropFirst().allSatisfy({ $0.label == nil || $0.label == "completionHandler" })
    else { return false }
    if program.isApplication(base, in: scope) { return true }
    let isOwn = program.routinesByName[Self.name] != nil || program.propertiesByName[Self.name] != nil
    return !isOwn && base != nil && base.flatMap { program.typeName(of: $0, in: scope) } == nil
  }

  private func publicChange(_ callee: Expression, _ arguments: [Argument], _ site: Site, _ scope: Scope) -> IconChange {
    let name = arguments[0].value
    let handler = arguments.count > 1 ? arguments[1].value : nil
    var change = new(Self.selector, isPrivate: false, callee.offset, site)
    change.names = constants.texts(of: name, in: scope)
    change.composed = constants.composedNames(of: name, in: scope)
    change.error = error(handler, site, scope)
    let early = EarlyReports(program: program, scope: scope, site: site, offset: callee.offset)
    // After `try?` everything continues; if its value is used, the value decides.
    let isAsync = handler == nil && site.attempt != nil && !(site.attempt == "try?" && change.error == .ignored)
    if let offset = early.report(handler: handler, isAsync: isAsync, error: change.error) {
      change.reportsEarly = program.place(offset, in: scope.file)
    }
    if let offset = early.store(name: name, handler: handler, isAsync: isAsync, error: change.error) {
      change.storesEarly = program.place(offset, in: scope.file)
    }
    return change
  }

  private func new(_ selector: String, isPrivate: Bool, _ offset: UInt32, _ site: Site) -> IconChange {
    let routine = program.routines[site.routine]
    var change = IconChange(
      selector, isPrivate: isPrivate, names: [], error: .noHandler,
      function: routine.isProperty ? routine.function.name : routine.function.written,
      at: program.place(offset, in: routine.file))
    change.thread = site.isAwaited ? .main : site.thread
    change.launchMethod = site.isLater ? nil : launchMethod(of: site.routine)
    let before = reach.all(before: site.routine, limit: 40)
    change.asksForSupport = before.contains { number in
      program.routines[number].body.contains { $0.lastName == "supportsAlternateIcons" }
    }
    change.versionTest = versionTest(before)
    return change
  }

  // MARK: The error

  private func error(_ handler: Expression?, _ site: Site, _ scope: Scope) -> IconChange.ErrorUse {
    guard let handler else {
      switch site.attempt {
      case nil: return .noHandler
      case "try?": return site.isStatement ? .ignored : .used
      default:
        guard let catches = site.catches else {
          return site.isInTask || isDropped(by: site.routine) ? .ignored : .passedOn
        }
        return catches.allSatisfy { $0.body.isEmpty } ? .ignored : .used
      }
    }
    switch handler.bare.form {
    case .null: return .noHandler
    case .closure(let closure): return use(of: closure)
    case .name(let name):
      if case .closure(let closure) = scope.locals[name]?.value?.form { return use(of: closure) }
      return .passedOn
    default: return .passedOn
    }
  }

  /// Whether a function throws and all its callers are known and ignore the error.
  private func isDropped(by number: Int) -> Bool {
    guard program.routines[number].function.isThrowing, callers.areAllKnown(of: number) else { return false }
    let calls = callers.calls(of: number)
    var dropped: Set<UInt32> = []
    for routine in Set(calls.map(\.routine)) {
      let walk = SiteWalk(program) { expression, site in
        guard case .call(let callee, _) = expression.form else { return }
        let isTry = site.attempt == "try" && site.catches == nil && site.isInTask
        if isTry || site.attempt == "try?" && site.isStatement { dropped.insert(callee.offset) }
      }
      walk.walk(routine, isMain: false)
    }
    return !calls.isEmpty && calls.allSatisfy { dropped.contains($0.offset) }
  }

  private func use(of closure: Closure) -> IconChange.ErrorUse {
    let name = closure.parameters.first ?? "$0"
    guard name != "_" else { return .ignored }
    return closure.body.mentions(name) ? .used : .ignored
  }

  // MARK: Code before the call

  /// Returns a launch method that calls the routine directly.
  private func launchMethod(of number: Int) -> String? {
    let launches: Set = [
      DelegateSlot.willFinishLaunching.rawValue, DelegateSlot.didFinishLaunching.rawValue,
      DelegateSlot.sceneWillConnect.rawValue,
    ]
    var open = [number]
    var seen: Set<Int> = [number]
    while let current = open.popLast(), seen.count < 40 {
      if let slot = slots[current], launches.contains(slot) { return slot }
      for call in callers.calls(of: current) where isAtOnce(call.offset, in: call.routine) {
        if seen.insert(call.routine).inserted { open.append(call.routine) }
      }
    }
    return nil
  }

  /// Whether the place is outside any closure.
  private func isAtOnce(_ offset: UInt32, in number: Int) -> Bool {
    var isLater = false
    let walk = SiteWalk(program) { expression, site in
      if case .call(let callee, _) = expression.form, callee.offset == offset, site.isLater { isLater = true }
    }
    walk.walk(number, isMain: false)
    return !isLater
  }

  /// Finds `systemVersion.contains("10.3")` in the functions that lead to the icon change, or in functions that those call.
  private func versionTest(_ before: [Int]) -> SourcePlace? {
    var asked = before
    for number in before {
      let scope = program.scope(of: number)
      program.routines[number].body.visit { expression in
        if case .call(let callee, let arguments) = expression.form, arguments.isEmpty,
          let target = program.target(of: callee, arguments, in: scope, byNameAlone: false), !asked.contains(target)
        {
          asked.append(target)
        }
      }
    }
    for number in asked {
      var found: UInt32?
      let scope = program.scope(of: number)
      program.routines[number].body.visit { expression in
        guard found == nil, case .call(let callee, let arguments) = expression.form,
          case .member(let base?, let name) = callee.form, Vocabulary.textTests.contains(name),
          case .text(let text) = arguments.first?.value.form, text.utf8.allSatisfy({ (46...57).contains($0) })
        else { return }
        var source = base
        if case .name(let local) = base.form, let value = scope.locals[local]?.value { source = value }
        if source.written.contains("systemVersion") { found = expression.offset }
      }
      if let found { return program.place(found, in: program.routines[number].file) }
    }
    return nil
  }

  // MARK: Private selectors

  /// Handles a private selector in a text: the call that uses it also passes the name.
  private func privateChange(_ text: String, _ literal: Expression, _ site: Site, _ scope: Scope) -> IconChange {
    var change = new(text, isPrivate: true, literal.offset, site)
    let body = program.routines[site.routine].body
    var holders: Set<String> = []
    for (name, local) in scope.locals {
      if local.value?.contains({ $0.offset == literal.offset && $0.isText(text) }) == true { holders.insert(name) }
    }
    for (name, local) in scope.locals where local.value.map({ $0.mentions(holders) }) ?? false { holders.insert(name) }
    var isFound = false
    body.visit { expression in
      guard !isFound, case .call(let callee, let arguments) = expression.form, arguments.count > 1,
        !program.isTypeName(callee.lastName ?? ""),
        let index = arguments.firstIndex(where: { argument in
          argument.value.mentions(holders) || argument.value.contains { $0.offset == literal.offset }
        }), index + 1 < arguments.count, callee.lastName != "unsafeBitCast"
      else { return }
      isFound = true
      change.names = constants.texts(of: arguments[index + 1].value, in: scope)
      let handler = index + 2 < arguments.count ? arguments[index + 2].value : nil
      change.error = error(handler, Site(routine: site.routine, thread: .unknown), scope)
      var place = Site(routine: site.routine, thread: .unknown)
      let walk = SiteWalk(program) { inner, site in if inner.offset == expression.offset, inner.isCall { place = site }
      }
      walk.walk(site.routine, isMain: false)
      let early = EarlyReports(program: program, scope: scope, site: place, offset: expression.offset)
      change.reportsEarly = early.report(handler: handler, isAsync: false, error: change.error)
        .map { program.place($0, in: scope.file) }
    }
    return change
  }
}

extension Expression {
  func isText(_ wanted: String) -> Bool {
    switch form {
    case .text(let text), .selector(let text): text == wanted
    default: false
    }
  }

  var isCall: Bool { if case .call = form { true } else { false } }

  /// Whether the expression mentions one of the names.
  func mentions(_ names: Set<String>) -> Bool {
    contains { inner in
      if case .name(let name) = inner.form { names.contains(name) } else { false }
    }
  }
}

extension [Statement] {
  /// Whether these statements mention a name, including in `if let a`.
  func mentions(_ wanted: String) -> Bool {
    if contains({ if case .name(wanted) = $0.form { true } else { false } }) { return true }
    var found = false
    visitStatements { statement in
      switch statement.form {
      case .condition(let conditions, _, _), .ensure(let conditions, _):
        for case .bind(wanted, nil) in conditions { found = true }
      default: break
      }
    }
    return found
  }
}
