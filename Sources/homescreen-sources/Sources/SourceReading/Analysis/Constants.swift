import AppSources

/// Resolves expressions to their possible texts.
struct Constants {
  let program: Program
  /// The callers of routines; used only if parameters are followed.
  let callers: Callers?
  /// The texts of interest if a value can be any case of an enumeration; nil for all.
  let declared: Set<String>?
  /// Whether a text that contains a raw value becomes a text for each case.
  private var composes = false
  private static let most = 64

  init(_ program: Program, callers: Callers? = nil, declared: Set<String>? = nil) {
    self.program = program
    self.callers = callers
    self.declared = declared
  }

  /// Returns the possible texts of an expression, including a computed one if not all are known.
  func texts(of expression: Expression, in scope: Scope, depth: Int = 0) -> [TextValue] {
    var found: [TextValue] = []
    collect(expression, scope, depth, &found)
    var seen: Set<TextValue> = []
    return found.filter { seen.insert($0).inserted }
  }

  /// Returns the names that an expression makes with raw values of an enumeration; nil if they are not all known.
  func composedNames(of expression: Expression, in scope: Scope) -> [String]? {
    var whole = Constants(program, callers: callers)
    whole.composes = true
    let all = whole.texts(of: expression, in: scope)
    return all.allSatisfy { $0.literal != nil || $0 == .null } ? all.compactMap(\.literal) : nil
  }

  /// Returns the text, if there is only one.
  func text(of expression: Expression, in scope: Scope) -> TextValue {
    let all = texts(of: expression, in: scope)
    return all.count == 1 ? all[0] : .computed(expression.written)
  }

  /// Returns the text or the key of `NSLocalizedString`, if it has words: other keys are translated in English, too.
  private static func localized(_ arguments: [Argument]) -> Expression? {
    guard let text = arguments.first(where: { $0.label == "value" })?.value ?? arguments.first?.value,
      case .text(let words) = text.form, words.first?.isUppercase == true, !words.contains("_"), !words.contains(".")
    else { return nil }
    return text
  }

  private func collect(_ expression: Expression, _ scope: Scope, _ depth: Int, _ found: inout [TextValue]) {
    guard depth < 10, found.count < Self.most else { return found.append(.computed(expression.written)) }
    func again(_ inner: Expression, _ other: Scope? = nil) { collect(inner, other ?? scope, depth + 1, &found) }
    switch expression.form {
    case .text(let text): found.append(.literal(text))
    case .null: found.append(.null)
    case .cast(let inner, let word, _) where word != "is": again(inner)
    case .attempt(let inner, _), .wait(let inner): again(inner)
    case .choice(_, let left, let right), .binary("??", let left, let right):
      again(left)
      if case .binary = expression.form {
        found.removeAll { $0 == .null }
        // The fallback of `name ?? ""` is not a real name.
        if case .text("") = right.form { return }
      }
      again(right)
    case .pieces(let parts): found += joined(parts, expression, scope, depth)
    case .binary("+", let left, let right): found += joined([left, right], expression, scope, depth)
    case .block(let body): collectReturns(body, scope, depth, &found, expression)
    case .name("rawValue") where scope.locals["rawValue"] == nil:
      collectRawValues(Expression(.name("self"), at: expression.offset), expression, scope, depth, &found)
    case .name(let name):
      if let local = scope.locals[name] {
        if let value = local.value, local.isLet {
          // In `if let a = a`, the value is the outer variable.
          if case .name(name) = value.form {
            var outer = scope; outer.locals[name] = nil; again(value, outer)
          } else {
            again(value)
          }
        } else if let parameter = local.parameter {
          collectArguments(parameter, expression, scope, depth, &found)
        } else if let values = values(of: name, in: scope) {
          for value in values { again(value) }
        } else {
          found.append(.computed(expression.written))
        }
      } else {
        collectProperty(expression, scope, depth, &found)
      }
    case .member(let base?, "rawValue"), .member(let base?, "rawString"):
      collectRawValues(base, expression, scope, depth, &found)
    case .member: collectProperty(expression, scope, depth, &found)
    case .call(let callee, let arguments):
      if case .member(let base?, let name) = callee.form, arguments.isEmpty, ["description", "copy"].contains(name) {
        return again(base)
      }
      if case .name("String") = callee.form, arguments.count == 1 { return again(arguments[0].value) }
      if case .name("NSLocalizedString") = callee.form, let text = Self.localized(arguments) { return again(text) }
      if let number = program.target(of: callee, arguments, in: scope, byNameAlone: false) {
        return collectReturns(program.routines[number].body, program.scope(of: number), depth + 1, &found, expression)
      }
      found.append(.computed(expression.written))
    default: found.append(.computed(expression.written))
    }
  }

  /// Returns all values assigned to a variable; nil if it may be set in other ways.
  private func values(of name: String, in scope: Scope) -> [Expression]? {
    guard scope.routine >= 0 else { return nil }
    let body = program.routines[scope.routine].body
    var values: [Expression] = []
    var declarations = 0
    var isKnown = true
    body.visitStatements { statement in
      switch statement.form {
      case .declare(let pattern, _, let value, _) where pattern.names.contains(name):
        declarations += 1
        if let value { values.append(value) }
      case .condition(let conditions, _, _), .ensure(let conditions, _):
        for case .bind(name, _) in conditions { isKnown = false }
      case .loop(let loop) where loop.pattern?.names.contains(name) == true: isKnown = false
      default: break
      }
    }
    body.visit { expression in
      switch expression.form {
      case .assign(let sign, let target, let value):
        guard case .name(name) = target.form else { return }
        if sign == "=" { values.append(value) } else { isKnown = false }
      case .unary("&", let inner), .unary("++", let inner), .unary("--", let inner):
        if case .name(name) = inner.form { isKnown = false }
      case .closure(let closure) where closure.parameters.contains(name): isKnown = false
      default: break
      }
    }
    // A variable that modifies itself is not followed.
    isKnown = isKnown && !values.contains { $0.mentions([name]) }
    return isKnown && declarations == 1 && !values.isEmpty && values.count <= 16 ? values : nil
  }

  private func joined(_ parts: [Expression], _ whole: Expression, _ scope: Scope, _ depth: Int) -> [TextValue] {
    var texts = [""]
    for part in parts {
      var found: [TextValue] = []
      collect(part, scope, depth + 1, &found)
      let pieces = found.compactMap(\.literal)
      guard pieces.count == found.count, pieces.count == 1 || composes, texts.count * pieces.count <= Self.most
      else { return [.computed(whole.written)] }
      texts = texts.flatMap { text in pieces.map { text + $0 } }
    }
    return texts.map { .literal($0) }
  }

  /// Collects the values that the statements return. A single expression is returned implicitly.
  private func collectReturns(
    _ body: [Statement], _ scope: Scope, _ depth: Int, _ found: inout [TextValue], _ written: Expression
  ) {
    var values: [Expression] = []
    func gather(_ body: [Statement]) {
      let isSingle = body.count == 1
      for statement in body {
        switch statement.form {
        case .leave(let value?): values.append(value)
        case .expression(let value) where isSingle: values.append(value)
        case .condition(_, let then, let otherwise):
          gather(then)
          gather(otherwise)
        case .ensure(_, let otherwise): gather(otherwise)
        case .choose(let subject, let cases): for item in chosen(cases, by: subject, scope) { gather(item.body) }
        case .compiled(let branches, _): for branch in branches { gather(branch.body) }
        case .perform(let inner, let catches):
          gather(inner)
          for clause in catches { gather(clause.body) }
        case .loop(let loop): gather(loop.body)
        default: break
        }
      }
    }
    gather(body)
    guard values.count < 2 else {
      var all: [TextValue] = []
      for value in values where all.count < Self.most { collect(value, scope, depth + 1, &all) }
      return found += possible(all, written)
    }
    if values.isEmpty { found.append(.computed(written.written)) }
    for value in values where found.count < Self.most { collect(value, scope, depth + 1, &found) }
  }

  private func collectProperty(_ expression: Expression, _ scope: Scope, _ depth: Int, _ found: inout [TextValue]) {
    guard let entry = program.property(of: expression, in: scope) else {
      return found.append(.computed(expression.written))
    }
    let property = entry.property
    var inside = Scope(file: entry.file, owner: entry.owner, routine: scope.routine)
    inside.ownCase = expression.base.map { ownCase($0, scope) } ?? scope.ownCase
    if let getter = property.accessors.first(where: { $0.kind == "get" }) {
      collectReturns(getter.body, inside, depth + 1, &found, expression)
    } else if property.isLet, let value = property.value {
      collect(value, inside, depth + 1, &found)
    } else {
      found.append(.computed(expression.written))
    }
  }

  private func collectArguments(
    _ parameter: Int, _ expression: Expression, _ scope: Scope, _ depth: Int, _ found: inout [TextValue]
  ) {
    guard let callers, depth < 6, scope.routine >= 0 else { return found.append(.computed(expression.written)) }
    let calls = callers.calls(of: scope.routine)
    if calls.isEmpty || !callers.areAllKnown(of: scope.routine) { found.append(.computed(expression.written)) }
    for call in calls where found.count < Self.most {
      if let argument = call.argument(parameter) {
        collect(argument, program.scope(of: call.routine), depth + 1, &found)
      } else if let standard = program.routines[scope.routine].function.parameters[parameter].standard {
        collect(standard, scope, depth + 1, &found)
      }
    }
  }

  // MARK: Enumerations

  /// Returns the case of an expression: `.a` for `Kind.a`, for a constant set to it, or for `self` in its property.
  func ownCase(_ expression: Expression, _ scope: Scope) -> String? {
    switch expression.form {
    case .name("self"): return scope.ownCase
    case .name(let name):
      guard let local = scope.locals[name], local.isLet, let value = local.value, case .member = value.form else {
        return nil
      }
      return ownCase(value, scope)
    case .member(let owner?, let name):
      let type = program.typeName(of: owner, in: scope).flatMap { program.type(named: $0, from: scope.owner) }
      return type?.cases.contains { $0.value.name == name } == true ? name : nil
    default: return nil
    }
  }

  /// Returns the branch of a `switch self` for the case, if the case is known.
  private func chosen(_ cases: [Case], by subject: Expression, _ scope: Scope) -> [Case] {
    guard case .name("self") = subject.form, let own = scope.ownCase else { return cases }
    let named = cases.filter { item in item.patterns.contains { $0.expression?.lastName == own } }
    return named.isEmpty ? cases.filter(\.patterns.isEmpty) : named
  }

  /// Collects the raw value of one case, or of all cases if it is unknown.
  private func collectRawValues(
    _ base: Expression, _ whole: Expression, _ scope: Scope, _ depth: Int, _ found: inout [TextValue]
  ) {
    if case .member(let owner?, let name) = base.form, let type = program.typeName(of: owner, in: scope),
      let value = rawValue(of: name, in: type, from: scope.owner)
    {
      return found.append(value)
    }
    if let name = ownCase(base, scope), let type = program.typeName(of: base, in: scope),
      let value = rawValue(of: name, in: type, from: scope.owner)
    {
      return found.append(value)
    }
    if let type = program.typeName(of: base, in: scope), let all = rawValues(of: type, from: scope.owner) {
      return found += possible(all.map(\.value), whole)
    }
    found.append(.computed(whole.written))
  }

  /// Limits several possible values to the declared ones, because some may never occur here; the others become one
  /// computed value.
  private func possible(_ all: [TextValue], _ whole: Expression) -> [TextValue] {
    guard let declared, all.count > 1 else { return all }
    let kept = all.filter { $0.literal.map { declared.contains($0) } ?? true }
    return kept.count == all.count ? all : kept + [.computed(whole.written)]
  }

  /// Returns the cases of an enumeration with `String` raw values; nil if it is not one, or not among the files.
  func rawValues(of type: String, from owner: String?) -> [(name: String, value: TextValue, file: Int, offset: UInt32)]?
  {
    guard let entry = program.type(named: type, from: owner), entry.kind == .enum, !entry.cases.isEmpty,
      let home = entry.home, program.facts(home).inherits.contains("String")
    else { return nil }
    return entry.cases.map { file, item in
      let scope = Scope(file: file, owner: entry.name, routine: -1)
      return (item.name, item.value.map { text(of: $0, in: scope) } ?? .literal(item.name), file, item.offset)
    }
  }

  func rawValue(of name: String, in type: String, from owner: String?) -> TextValue? {
    rawValues(of: type, from: owner)?.first { $0.name == name }?.value
  }
}
