import AppSources

/// Finds where the code sets quick actions, and which ones.
struct DynamicItemFinder {
  let program: Program
  let constants: Constants
  let reach: Reach
  let slots: [Int: String]

  func find() -> [DynamicItems] {
    var found: [DynamicItems] = []
    for number in program.routineNumbers(mentioning: ["shortcutItems", "setShortcutItems"]) where !isUnused(number) {
      let walk = SiteWalk(program) { expression, site in
        guard let change = change(expression, site) else { return }
        if !found.contains(where: { $0.place == change.place }) { found.append(change) }
      }
      walk.walk(number, isMain: slots[number] != nil)
    }
    return found
  }

  /// Whether nothing calls a method: no code has its name, and frameworks do not call methods without arguments whose
  /// names begin like this one.
  private func isUnused(_ number: Int) -> Bool {
    let routine = program.routines[number]
    let function = routine.function
    guard routine.owner != nil, !routine.isProperty, routine.modifier == nil, slots[number] == nil,
      function.parameters.isEmpty, function.attributes.isEmpty, !function.isOverride,
      ["add", "create", "configure", "make", "register", "setup", "setUp"].contains(where: function.name.hasPrefix)
    else { return false }
    return program.files.allSatisfy { file in
      !file.facts.index.mayMention(function.name) && !file.facts.index.texts.contains { $0.contains(function.name) }
    }
  }

  private func change(_ expression: Expression, _ site: Site) -> DynamicItems? {
    let scope = program.scope(of: site.routine)
    switch expression.form {
    case .assign(let sign, let target, let value):
      guard isItems(target, scope) else { return nil }
      if sign == "+=" { return new(.add, value, target.offset, site, scope) }
      var isEmpty = value.bare.isNull
      if case .list(let all) = value.bare.form, all.isEmpty { isEmpty = true }
      return isEmpty ? new(.clear, nil, target.offset, site, scope) : new(.set, value, target.offset, site, scope)
    case .call(let callee, let arguments):
      if callee.lastName == "setShortcutItems", let value = arguments.first?.value, arguments.count == 1,
        program.isApplication(callee.base, in: scope)
      {
        return new(value.isNull ? .clear : .set, value.isNull ? nil : value, callee.offset, site, scope)
      }
      guard case .member(let base?, let name) = callee.form, isItems(base, scope) else { return nil }
      switch name {
      case "append", "insert":
        guard let value = arguments.first?.value else { return nil }
        return new(.add, Expression(.list([value]), at: value.offset), base.offset, site, scope)
      case "removeAll" where arguments.isEmpty: return new(.clear, nil, base.offset, site, scope)
      case "remove", "removeAll", "removeFirst", "removeLast": return new(.remove, nil, base.offset, site, scope)
      default: return nil
      }
    default: return nil
    }
  }

  private func isItems(_ target: Expression, _ scope: Scope) -> Bool {
    guard case .member(let base?, "shortcutItems") = target.form else { return false }
    return program.isApplication(base, in: scope)
  }

  private func new(
    _ change: DynamicItems.Change, _ value: Expression?, _ offset: UInt32, _ site: Site, _ scope: Scope
  ) -> DynamicItems {
    let function = program.routines[site.routine]
    var list = ItemList()
    if let value { collect(value, scope, 0, &list) }
    // What keeps the items of the menu only adds or removes some.
    let change = change == .set && list.hasCurrent && list.isComplete ? list.items.isEmpty ? .remove : .add : change
    return DynamicItems(
      change, items: list.items, isComplete: list.isComplete, thread: site.isAwaited ? .main : site.thread,
      function: function.isProperty ? function.function.name : function.function.written,
      methods: reach.methods(to: site.routine, at: offset), at: program.place(offset, in: function.file))
  }

  private struct ItemList {
    var items: [DynamicItems.Item] = []
    var isComplete = true
    /// Whether the list contains items that are in the menu.
    var hasCurrent = false
    /// The variables whose values are being collected.
    var open: Set<String> = []
  }

  private static let filters: Set<String> = [
    "filter", "prefix", "suffix", "dropFirst", "dropLast", "sorted", "reversed",
  ]

  private func collect(_ expression: Expression, _ scope: Scope, _ depth: Int, _ list: inout ItemList) {
    guard depth < 8, list.items.count < 40 else {
      list.isComplete = false
      return
    }
    switch expression.bare.form {
    case .list(let all): for element in all { collect(element, scope, depth + 1, &list) }
    case .null: break
    case .binary("+", let left, let right), .binary("??", let left, let right), .choice(_, let left, let right):
      collect(left, scope, depth + 1, &list)
      collect(right, scope, depth + 1, &list)
    case .call(let callee, let arguments): collect(callee, arguments, of: expression, scope, depth, &list)
    case .name(let name) where scope.locals[name] != nil:
      guard list.open.insert(name).inserted else { return }
      collectLocal(name, scope, depth, &list)
      list.open.remove(name)
    case .member where isItems(expression.bare, scope): list.hasCurrent = true
    case .name, .member:
      guard let entry = program.property(of: expression.bare, in: scope) else {
        list.isComplete = false
        return
      }
      var inside = Scope(file: entry.file, owner: entry.owner, routine: -1)
      inside.ownCase = expression.bare.base.flatMap { constants.ownCase($0, scope) }
      if let getter = entry.property.accessors.first(where: { $0.kind == "get" }) {
        collectReturns(getter.body, inside, depth, &list)
      } else if entry.property.isLet || entry.property.isStatic, let value = entry.property.value {
        collect(value, inside, depth + 1, &list)
      } else {
        list.isComplete = false
      }
    default:
      list.isComplete = false
      addInside(expression, scope, &list)
    }
  }

  private func collect(
    _ callee: Expression, _ arguments: [Argument], of expression: Expression, _ scope: Scope, _ depth: Int,
    _ list: inout ItemList
  ) {
    if let item = item(callee, arguments, at: expression.bare.offset, scope) { return list.items.append(item) }
    if ["mutableCopy", "copy"].contains(callee.lastName ?? ""), let base = callee.base {
      return collect(base, scope, depth + 1, &list)
    }
    if callee.lastName == "compactMap", let base = callee.base, arguments.first?.value.closure?.isIdentity == true {
      return collect(base, scope, depth + 1, &list)
    }
    if let closure = arguments.first?.value.closure, ["map", "compactMap"].contains(callee.lastName ?? ""),
      case .member(let type?, "allCases") = callee.base?.form
    {
      return collectCases(of: type, closure, scope, depth, &list)
    }
    if Self.filters.contains(callee.lastName ?? ""), let base = callee.base {
      var inner = ItemList(open: list.open)
      collect(base, scope, depth + 1, &inner)
      if inner.items.isEmpty, inner.isComplete {
        list.hasCurrent = list.hasCurrent || inner.hasCurrent
        return
      }
    }
    // `[Item]()`.
    if case .list = callee.form, arguments.isEmpty { return }
    guard let target = program.target(of: callee, arguments, in: scope, byNameAlone: false) else {
      list.isComplete = false
      return addInside(expression, scope, &list)
    }
    let count = list.items.count
    collectReturns(program.routines[target].body, program.scope(of: target), depth, &list)
    var mayBeNil = false
    program.routines[target].body.visitStatements {
      if case .leave(let value?) = $0.form, value.isNull { mayBeNil = true }
    }
    if mayBeNil { for index in count..<list.items.count { list.items[index].mayBeNil = true } }
  }

  /// Collects an item for each case of `Kind.allCases.map { … }`.
  private func collectCases(
    of type: Expression, _ closure: Closure, _ scope: Scope, _ depth: Int, _ list: inout ItemList
  ) {
    let entry = program.typeName(of: type, in: scope).flatMap { program.type(named: $0, from: scope.owner) }
    guard let entry, !entry.cases.isEmpty else {
      list.isComplete = false
      return
    }
    for item in entry.cases {
      var inner = scope
      let value = Expression(.member(Expression(.name(entry.name), at: type.offset), item.value.name), at: type.offset)
      inner.declare(closure.parameters.first ?? "$0", value: value)
      collectReturns(closure.body, inner, depth + 1, &list)
    }
  }

  /// Collects the items of a variable: its initial value, and the appended ones.
  private func collectLocal(_ name: String, _ scope: Scope, _ depth: Int, _ list: inout ItemList) {
    var isKnown = false
    guard scope.routine >= 0 else {
      list.isComplete = false
      return
    }
    let body = program.routines[scope.routine].body
    body.visitStatements { statement in
      if case .declare(let pattern, _, let value?, _) = statement.form, pattern.names == [name] {
        isKnown = true
        collect(value, scope, depth + 1, &list)
      }
    }
    body.visit { expression in
      switch expression.form {
      case .call(let callee, let arguments):
        guard case .member(let base?, let member) = callee.form, case .name(name) = base.form,
          ["append", "insert", "addObject"].contains(member), let value = arguments.first?.value
        else { return }
        collect(value, scope, depth + 1, &list)
      case .assign("=", let target, let value):
        if case .name(name) = target.form { collect(value, scope, depth + 1, &list) }
      default: break
      }
    }
    if !isKnown { list.isComplete = false }
  }

  private func collectReturns(_ body: [Statement], _ scope: Scope, _ depth: Int, _ list: inout ItemList) {
    var values: [Expression] = []
    var scope = scope
    body.visitStatements { statement in
      if case .leave(let value?) = statement.form { values.append(value) }
      // The scope of a property has no variables.
      if scope.routine < 0, case .declare(let pattern, _, let value?, true) = statement.form, pattern.names.count == 1 {
        scope.declare(pattern.names[0], value: value)
      }
    }
    if values.isEmpty, body.count == 1, case .expression(let value) = body[0].form { values = [value] }
    if values.isEmpty { list.isComplete = false }
    for value in values {
      if case .block(let inner) = value.form {
        collectReturns(inner, scope, depth + 1, &list)
      } else {
        collect(value, scope, depth + 1, &list)
      }
    }
  }

  /// Adds items created inside the expression, for example in a `map`.
  private func addInside(_ expression: Expression, _ scope: Scope, _ list: inout ItemList) {
    expression.visit { inner in
      if case .call(let callee, let arguments) = inner.form, let item = item(callee, arguments, at: inner.offset, scope)
      {
        if !list.items.contains(item) { list.items.append(item) }
      }
    }
  }

  /// Reads `UIApplicationShortcutItem(type:localizedTitle:…)`, `[[… alloc] initWithType:localizedTitle:…]`, `.init(type:…)`.
  private func item(
    _ callee: Expression, _ arguments: [Argument], at offset: UInt32, _ scope: Scope
  ) -> DynamicItems.Item? {
    let name = callee.lastName ?? ""
    let isClass = name == "UIApplicationShortcutItem" || name == "UIMutableApplicationShortcutItem"
    guard isClass || name == "init" || name == "initWithType", let first = arguments.first,
      let title = arguments.first(where: { $0.label == "localizedTitle" }),
      first.label == "type" || name == "initWithType"
    else { return nil }
    func value(_ label: String) -> Expression? { arguments.first { $0.label == label }?.value }
    // Code may set the other properties of a mutable item later.
    let isMutable = callee.written.contains("Mutable")
    let rest: TextValue = isMutable ? .computed("an assignment") : .null
    return DynamicItems.Item(
      type: constants.text(of: first.value, in: scope), title: constants.text(of: title.value, in: scope),
      subtitle: value("localizedSubtitle").map { constants.text(of: $0, in: scope) } ?? rest,
      icon: value("icon").map { icon($0, scope) } ?? rest, at: program.place(offset, in: scope.file))
  }

  /// The functions that make an icon: the labels of initialisers, and the selectors of Objective-C.
  private static let icons = [
    "systemImageName": "symbol", "iconWithSystemImageName": "symbol", "templateImageName": "template",
    "iconWithTemplateImageName": "template", "type": "type", "iconWithType": "type",
  ]

  /// Reads `UIApplicationShortcutIcon(systemImageName: "star")`, also in a constant.
  private func icon(_ expression: Expression, _ scope: Scope) -> TextValue {
    if expression.bare.isNull { return .null }
    var made = expression.bare
    if case .name(let name) = made.form, let local = scope.locals[name], local.isLet, let value = local.value {
      made = value.bare
    }
    guard case .call(let callee, let arguments) = made.form, arguments.count == 1,
      let kind = Self.icons[arguments[0].label ?? callee.lastName ?? ""]
    else { return .computed(expression.written) }
    let name: TextValue
    if kind == "type" {
      guard case .member(_, let written) = arguments[0].value.form else { return .computed(expression.written) }
      name = .literal(written)
    } else {
      name = constants.text(of: arguments[0].value, in: scope)
    }
    return name.literal.map { .literal("\(kind) \($0)") } ?? .computed(expression.written)
  }
}

extension Closure {
  /// Whether the closure returns its argument: `[a, b].compactMap { $0 }` leaves out what is nil.
  fileprivate var isIdentity: Bool {
    guard body.count == 1, case .expression(let only) = body[0].form, case .name(let name) = only.form else {
      return false
    }
    return name == parameters.first ?? "$0"
  }
}
