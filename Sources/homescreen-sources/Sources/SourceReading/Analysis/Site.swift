import AppSources

/// A place in the code and its context: the thread, closures, `catch` clauses, and neighbouring statements.
struct Site {
  let routine: Int
  var thread: SourceThread
  /// The clauses of the nearest `do` with a `catch`; nil if there is none.
  var catches: [Catch]?
  /// `try`, `try?`, `try!`; nil if there is none.
  var attempt: String?
  var isAwaited = false
  /// Whether the site is in the closure of a `Task` that ignores errors.
  var isInTask = false
  /// Whether the site runs after the function has returned.
  var isLater = false
  /// The statements around the innermost one, and its index.
  var neighbours: [Statement] = []
  var index = 0
  /// Whether the expression is the whole statement, so that its value is unused.
  var isStatement = false
}

/// Visits all expressions of a routine with their sites.
struct SiteWalk {
  let program: Program
  let visit: (Expression, Site) -> Void

  init(_ program: Program, visit: @escaping (Expression, Site) -> Void) {
    self.program = program
    self.visit = visit
  }

  /// - Parameter isMain: whether the system calls the routine, on the main thread.
  func walk(_ number: Int, isMain: Bool) {
    let site = Site(routine: number, thread: isMain || isMainByType(number) ? .main : .unknown)
    walk(program.routines[number].body, site)
  }

  /// Whether the type is a view, a view controller or `@MainActor`.
  private func isMainByType(_ number: Int) -> Bool {
    let routine = program.routines[number]
    if routine.function.attributes.contains("MainActor") || routine.function.attributes.contains("IBAction") {
      return true
    }
    guard let owner = routine.owner, let entry = program.types[owner], !routine.function.isAsync else { return false }
    if entry.parts.contains(where: { program.facts($0).attributes.contains("MainActor") }) { return true }
    return program.ancestors(of: owner).contains { name in
      name.hasPrefix("UI") && (name.hasSuffix("Controller") || name.hasSuffix("View") || name.hasSuffix("Delegate"))
        || name == "View"
    }
  }

  private func walk(_ body: [Statement], _ site: Site) {
    var site = site
    site.neighbours = body
    for (index, statement) in body.enumerated() {
      site.index = index
      site.attempt = nil
      site.isAwaited = false
      if case .expression = statement.form { site.isStatement = true } else { site.isStatement = false }
      if case .perform(let inner, let catches) = statement.form {
        var deeper = site
        if !catches.isEmpty { deeper.catches = catches }
        walk(inner, deeper)
        for clause in catches { walk(clause.body, site) }
        continue
      }
      statement.parts({ walk($0, site) }, statements: { walk($0, site) })
    }
  }

  private func walk(_ expression: Expression, _ site: Site) {
    visit(expression, site)
    var site = site
    let isStatement = site.isStatement
    switch expression.form {
    case .attempt, .wait: break
    case .assign("=", let target, _) where target.written == "_": break
    default: site.isStatement = false
    }
    switch expression.form {
    case .attempt(let inner, let word):
      site.attempt = word
      walk(inner, site)
    case .wait(let inner):
      site.isAwaited = true
      walk(inner, site)
    case .call(let callee, let arguments):
      var whole = site
      whole.isStatement = isStatement
      whole.attempt = nil
      whole.isAwaited = false
      if let base = callee.base { walk(base, site) }
      site.attempt = nil
      site.isAwaited = false
      for argument in arguments {
        if case .closure(let closure) = argument.value.form {
          walk(closure.body, self.site(inside: closure, of: callee, arguments, whole))
        } else {
          walk(argument.value, site)
        }
      }
    default:
      expression.parts(
        { walk($0, site) },
        statements: { body in
          var inner = site
          if case .closure = expression.form {
            inner.catches = nil
            inner.isLater = true
            inner.isInTask = false
            inner.thread = .unknown
          }
          walk(body, inner)
        })
    }
  }

  /// Whether the value of a call is unused. A function returns its only expression.
  private func isUnused(_ site: Site) -> Bool {
    let isOnly = site.neighbours.count == 1 && !site.isLater
    return site.isStatement && !(isOnly && program.routines[site.routine].function.result != nil)
  }

  /// Returns the site of a closure's body.
  private func site(inside closure: Closure, of callee: Expression, _ arguments: [Argument], _ outer: Site) -> Site {
    var site = outer
    site.catches = nil
    let name = callee.lastName ?? ""
    let receiver = callee.base?.written ?? ""
    if Vocabulary.immediate.contains(name), name != "sync" {
      site.catches = outer.catches
      return site
    }
    site.isLater = true
    site.isInTask = (name == "Task" || receiver == "Task" && name == "detached") && isUnused(outer)
    if closure.attributes.contains("MainActor") {
      site.thread = .main
    } else if receiver == "DispatchQueue.main" || receiver == "OperationQueue.main" || receiver == "MainActor"
      || receiver == "RunLoop.main" || arguments.first?.value.written == "dispatch_get_main_queue()"
    {
      site.thread = .main
    } else if receiver.hasPrefix("DispatchQueue.global") || receiver == "Task" && name == "detached"
      || arguments.first?.value.written.hasPrefix("dispatch_get_global_queue") == true
      || ["dataTask", "downloadTask", "uploadTask"].contains(name)
    {
      site.thread = .other
    } else if name == "Task" || name == "dispatch_after" || name.hasPrefix("UI") {
      // A task continues on the thread that started it.
    } else if name != "present", name != "dismiss", !receiver.hasPrefix("UIView") {
      site.thread = .unknown
    }
    return site
  }
}

extension Program {
  /// Whether an expression is the shared `UIApplication`.
  func isApplication(_ base: Expression?, in scope: Scope) -> Bool {
    guard let base else { return scope.owner == "UIApplication" }
    switch base.written {
    case "UIApplication.shared", "UIApplication.sharedApplication", "UIApplication.sharedApplication()", ".shared":
      return true
    case "self": return scope.owner == "UIApplication"
    default: break
    }
    if let type = typeName(of: base, in: scope) { return type == "UIApplication" }
    return ["application", "app", "sharedApplication"].contains(base.lastName ?? "")
  }
}
