/// The functions that calls mean.
extension Program {
  /// Returns the called routine, if it is among the files and there is only one candidate.
  ///
  /// - Parameters:
  ///   - byNameAlone: accepts the only function with that name and labels if the base is unknown.
  ///   - types: the types of the arguments, if the caller knows more than the declarations.
  ///   - receiver: the type of the receiver, if the caller knows it.
  func target(
    of callee: Expression, _ arguments: [Argument], in scope: Scope, byNameAlone: Bool, types: [String?] = [],
    receiver: String? = nil, depth: Int = 0
  ) -> Int? {
    let given = GivenArguments(all: arguments, types: types, scope: scope, depth: depth)
    switch callee.form {
    case .name(let name):
      if isTypeName(name), scope.locals[name] == nil { return initializer(of: name, given) }
      var owner = scope.owner
      while let current = owner {
        if let found = method(name, given, of: current) { return found }
        owner = current.utf8.lastIndex(of: UInt8(ascii: ".")).map { String(current[..<$0]) }
      }
      return only(routinesByName[name, default: []].filter { routines[$0].owner == nil }, given)
    case .member(let base?, let name):
      if name == "init" { return typeName(of: base, in: scope, depth: depth).flatMap { initializer(of: $0, given) } }
      if case .name("super") = base.form {
        for parent in scope.owner.map({ ancestors(of: $0) }) ?? [] {
          if let entry = type(named: parent), let found = only(methods(name, of: entry), given) { return found }
        }
        return nil
      }
      if let owner = receiver ?? typeName(of: base, in: scope, depth: depth) {
        if let entry = type(named: owner, from: scope.owner) {
          if let found = method(name, given, of: entry.name) { return found }
          // A protocol requirement that only one type implements.
          guard entry.kind == .protocol else { return nil }
        } else {
          return nil
        }
      } else if !byNameAlone || callee.isOfForeignType(in: self, scope) {
        return nil
      }
      return only(routinesByName[name, default: []].filter { routines[$0].owner != nil }, given)
    default: return nil
    }
  }

  /// Returns the number of functions with this name and these labels.
  func candidates(_ callee: Expression, _ arguments: [Argument], in scope: Scope) -> Int {
    guard let name = callee.lastName, !callee.isOfForeignType(in: self, scope) else { return 0 }
    return routinesByName[name, default: []].filter { binding(of: arguments, to: $0) != nil }.count
  }

  /// Whether a call may run another body than this one: that of a subclass that overrides the method, or of a type that
  /// has the method although an extension of its protocol implements it.
  func isOverridden(_ number: Int, _ callee: Expression, _ arguments: [Argument], in scope: Scope) -> Bool {
    let function = routines[number].function
    let receiver = callee.base.map { typeName(of: $0, in: scope) } ?? scope.owner
    guard function.name != "init", !function.isStatic, callee.base?.lastName != "super",
      let entry = receiver.flatMap({ type(named: $0, from: scope.owner) }),
      entry.kind != .protocol
        || methods(function.name, of: entry).contains(where: { routines[$0].function.body == nil })
    else { return false }
    return routinesByName[function.name, default: []].contains { other in
      guard other != number, let owner = routines[other].owner, routines[other].function.body != nil,
        binding(of: arguments, to: other) != nil
      else { return false }
      return ancestors(of: owner).contains { type(named: $0, from: owner)?.name == entry.name }
    }
  }

  /// Whether it is unknown what a call does: it may mean one of several functions with different parameters, or one
  /// requirement that several types implement, some of which only act under conditions.
  ///
  /// - Parameter acts: whether the body of a routine does something.
  func isOpen(
    _ callee: Expression, _ arguments: [Argument], in scope: Scope, types: [String?], acts: ([Statement], Int) -> Bool
  ) -> Bool {
    if isOverloaded(callee, arguments, in: scope, types: types) { return true }
    let possible = routinesByName[callee.lastName ?? "", default: []].filter {
      routines[$0].function.body != nil && binding(of: arguments, to: $0) != nil
    }
    return possible.count > 1
      && !possible.allSatisfy { number in
        let body = routines[number].body
        return body.allSatisfy(\.isPlain) && acts(body, number)
      }
  }

  /// Whether a call may mean one of several functions with different parameters.
  private func isOverloaded(_ callee: Expression, _ arguments: [Argument], in scope: Scope, types: [String?]) -> Bool {
    guard let name = callee.lastName else { return false }
    let given = GivenArguments(all: arguments, types: types, scope: scope, depth: 0)
    let known = arguments.indices.map { type(ofArgument: $0, given) }
    let possible = routinesByName[name, default: []].filter {
      binding(of: arguments, to: $0) != nil && fit(of: known, arguments, to: $0) != .not
    }
    return Set(possible.map { routines[$0].function.parameters.map { canonical($0.type) } }).count > 1
  }

  /// Whether a call only logs: by its name, or because the called function does nothing else.
  func onlyLogs(_ callee: Expression, _ arguments: [Argument], in number: Int) -> Bool {
    if Vocabulary.isLog(callee) { return true }
    let scope = scope(of: number)
    guard let target = target(of: callee, arguments, in: scope, byNameAlone: false),
      !routines[target].function.isThrowing, !isOverridden(target, callee, arguments, in: scope)
    else { return false }
    if let known = logging[target] { return known }
    // A function that calls itself may do more.
    logging[target] = false
    let isIdle = !routines[target].body.contains { expression in
      switch expression.form {
      case .call(let callee, let arguments):
        !isTypeName(callee.lastName ?? "") && !Vocabulary.typeTests.contains(callee.lastName ?? "")
          && !onlyLogs(callee, arguments, in: target) && !isAccessor(callee, arguments)
      case .assign: true
      default: false
      }
    }
    logging[target] = isIdle
    return isIdle
  }

  /// Whether a call only gets the object that a class shares: `[Store sharedStore]`, `Store.instance()`.
  func isAccessor(_ callee: Expression, _ arguments: [Argument]) -> Bool {
    guard arguments.isEmpty, case .member(let type?, let name) = callee.form, case .name(let owner) = type.form,
      isTypeName(owner)
    else { return false }
    return Vocabulary.accessors.contains { word in
      // `mainFlow` may start something; `mainBundle` of NSBundle gets one.
      guard name.hasPrefix(word) else { return false }
      let rest = name.dropFirst(word.count)
      return rest.isEmpty || word == "shared" || rest == "Instance" || owner.hasSuffix(rest)
    }
  }

  /// Whether a function only makes a value of a type of the files: it calls nothing for its effect, and sets only its
  /// variables and members of the new value.
  func onlyMakes(_ number: Int, depth: Int = 0) -> Bool {
    let (function, body, scope) = (routines[number].function, routines[number].body, scope(of: number))
    let isInitializer = function.name == "init"
    guard depth < 4, isInitializer || function.result.flatMap({ type(named: $0) }) != nil else { return false }
    var isPure = true
    body.visitStatements { statement in
      guard isPure, case .expression(let expression) = statement.form else { return }
      switch expression.bare.form {
      case .call(let callee, let arguments):
        // The only expression of a function is its result.
        isPure = body.count == 1 && body[0].offset == statement.offset || onlyLogs(callee, arguments, in: number)
      case .assign(_, let target, _):
        let isOwn = target.written == "self" || scope.locals[target.written] != nil
        isPure = isOwn || isInitializer && target.base?.written ?? "self" == "self"
      default: break
      }
    }
    return isPure
      && !body.contains { expression in
        guard case .call(let callee, let arguments) = expression.form, !onlyLogs(callee, arguments, in: number) else {
          return false
        }
        guard let target = target(of: callee, arguments, in: scope, byNameAlone: false) else {
          return !isTypeName(callee.lastName ?? "") && candidates(callee, arguments, in: scope) > 0
        }
        return target != number && !onlyMakes(target, depth: depth + 1)
      }
  }

  /// The arguments of a call, with their known types.
  private struct GivenArguments {
    let all: [Argument]
    let types: [String?]
    let scope: Scope
    let depth: Int
  }

  private func initializer(of name: String, _ given: GivenArguments) -> Int? {
    guard let entry = type(named: name, from: given.scope.owner) else { return nil }
    return only(methods("init", of: entry), given)
  }

  private func method(_ name: String, _ given: GivenArguments, of owner: String) -> Int? {
    guard let entry = types[owner] else { return nil }
    if let found = only(methods(name, of: entry), given) { return found }
    for parent in ancestors(of: owner) {
      if let above = type(named: parent, from: owner), above.name != owner,
        let found = only(methods(name, of: above), given)
      {
        return found
      }
    }
    return nil
  }

  private func methods(_ name: String, of entry: TypeEntry) -> [Int] {
    entry.routines.filter { number in
      !routines[number].isProperty
        && (routines[number].function.name == name || bridged[number]?.name == name)
    }
  }

  /// Returns the only function with a body that accepts these arguments.
  private func only(_ numbers: [Int], _ given: GivenArguments) -> Int? {
    let fitting = numbers.filter { routines[$0].function.body != nil && binding(of: given.all, to: $0) != nil }
    guard fitting.count > 1 else { return fitting.first }
    // Overloads: types that match exactly take precedence over unknown ones.
    let known = given.all.indices.map { type(ofArgument: $0, given) }
    let possible = fitting.map { ($0, fit(of: known, given.all, to: $0)) }.filter { $0.1 != .not }
    let exact = possible.filter { $0.1 == .exactly }
    let chosen = exact.isEmpty ? possible : exact
    return chosen.count == 1 ? chosen[0].0 : nil
  }

  private enum Fit { case not, perhaps, exactly }

  private func fit(of types: [String?], _ arguments: [Argument], to number: Int) -> Fit {
    guard let binding = binding(of: arguments, to: number) else { return .not }
    var fit = Fit.exactly
    for (parameter, argument) in zip(routines[number].function.parameters, binding) {
      guard let argument else { continue }
      let wanted = canonical(parameter.type)
      if let member = arguments[argument].value.implicitMember, let entry = type(named: wanted) {
        if has(member, entry) { continue }
        return .not
      }
      guard let type = types[argument] else {
        fit = .perhaps
        continue
      }
      if wanted == type { continue }
      let isAbove = ancestors(of: type).contains { canonical($0) == wanted }
      guard isAbove || ["Any", "AnyObject", "id", "NSObject"].contains(wanted) || wanted.utf8.count < 3 else {
        return .not
      }
      fit = .perhaps
    }
    return fit
  }

  /// Whether a type has a case or another member with this name.
  private func has(_ member: String, _ entry: TypeEntry) -> Bool {
    entry.cases.contains { $0.value.name == member } || entry.properties[member]?.property.isStatic == true
      || entry.routines.contains { routines[$0].function.name == member && routines[$0].function.isStatic }
  }

  private func type(ofArgument index: Int, _ given: GivenArguments) -> String? {
    let value = given.all[index].value
    if index < given.types.count, let type = given.types[index] { return canonical(type) }
    switch value.bare.form {
    case .text, .pieces: return "String"
    case .truth: return "Bool"
    default: return typeName(of: value, in: given.scope, depth: given.depth + 1).map(canonical)
    }
  }

  /// Returns the same name for both languages, with aliases resolved.
  private func canonical(_ type: String) -> String {
    let written = Self.plain(type)
    let name = aliases[written].map(Self.plain) ?? written
    return ["NSURL", "NSString", "NSDate", "NSData", "NSError"].contains(name) ? String(name.dropFirst(2)) : name
  }

  /// Returns the argument index for each parameter of a routine, called in its own language or by the Objective-C name
  /// of a Swift function.
  func binding(of arguments: [Argument], to number: Int) -> [Int?]? {
    binding(of: arguments, to: routines[number].function)
      ?? bridged[number].flatMap { binding(of: arguments, to: $0) }
  }

  /// Returns the argument index for each parameter (nil: its default value); nil if the labels do not match.
  func binding(of arguments: [Argument], to function: Function) -> [Int?]? {
    var next = 0
    var bound: [Int?] = []
    for (index, parameter) in function.parameters.enumerated() {
      if next < arguments.count {
        let argument = arguments[next]
        let label = parameter.label == "_" ? nil : parameter.label
        var fits = argument.label == label || argument.label == Argument.anyLabel
        if !fits, argument.label == nil, case .closure = argument.value.form {
          // A trailing closure has no label.
          let left = function.parameters[(index + 1)...].contains { $0.type.contains("->") }
          fits = parameter.type.contains("->") && (next < arguments.count - 1 || !left)
        }
        if fits {
          bound.append(next)
          next += 1
          continue
        }
      }
      guard parameter.standard != nil || parameter.type.contains("->") && next >= arguments.count else { return nil }
      bound.append(nil)
    }
    return next == arguments.count ? bound : nil
  }
}

extension Statement {
  /// Whether the statement always runs its contents: a call, a variable or the end of a function.
  fileprivate var isPlain: Bool {
    switch form {
    case .expression, .declare, .leave: true
    case .function, .condition, .ensure, .choose, .loop, .perform, .later, .raise, .jump, .compiled: false
    }
  }
}

extension Expression {
  /// The member `a` of `.a` and of `.a(b)`, such as a case of an enumeration.
  var implicitMember: String? {
    switch bare.form {
    case .member(nil, let name): name
    case .call(let callee, _): if case .member(nil, let name) = callee.form { name } else { nil }
    default: nil
    }
  }

  /// Whether a call is of a type that is not among the files: `Foreign.shared.call()`, `super.call()`.
  fileprivate func isOfForeignType(in program: Program, _ scope: Scope) -> Bool {
    guard case .member(let base?, _) = form else { return false }
    // The superclass has no such function among the files, or the call would have been followed.
    if case .name("super") = base.form { return true }
    var type = program.typeName(of: base, in: scope)
    if type == nil, case .member(let root?, _) = base.form, case .name(let word) = root.form,
      scope.locals[word] == nil
    {
      type = word
    }
    guard let type, program.isTypeName(type), type.utf8.count > 1 else { return false }
    return program.type(named: type, from: scope.owner) == nil
      && !program.types.values.contains { $0.inherits.contains(type) }
  }

  /// The last name: `b` of `a.b`.
  var lastName: String? {
    switch form {
    case .name(let name), .member(_, let name): name
    default: nil
    }
  }
}

/// Notifications that no code observes, and settings that no code reads.
extension Program {
  /// Returns the calls that only post such a notification or store such a setting, by file and offset.
  ///
  /// A name counts as used if any other code mentions it.
  func findUnheard() -> [Int: Set<UInt32>] {
    var sites: [Announcement: [(file: Int, call: UInt32, name: UInt32)]] = [:]
    for number in routineNumbers(mentioning: ["post", "set"]) {
      let file = routines[number].file
      routines[number].body.visit { expression in
        guard let name = expression.announced, let key = Announcement(name) else { return }
        sites[key, default: []].append((file, expression.offset, name.offset))
      }
    }
    var found: [Int: Set<UInt32>] = [:]
    for (key, all) in sites where !isUsed(key, besides: all.map { ($0.file, $0.name) }) {
      for site in all { found[site.file, default: []].insert(site.call) }
    }
    return found
  }

  private enum Announcement: Hashable {
    case text(String)
    case member(String)

    init?(_ name: Expression) {
      if let text = name.text {
        self = .text(text)
      } else if let member = name.lastName {
        self = .member(member)
      } else {
        return nil
      }
    }

    func matches(_ expression: Expression) -> Bool {
      switch self {
      case .text(let text): expression.text == text
      case .member(let name): expression.lastName == name
      }
    }
  }

  /// Whether code uses a text or member elsewhere; true for members that no file declares.
  private func isUsed(_ key: Announcement, besides sites: [(file: Int, offset: UInt32)]) -> Bool {
    let own = Set(sites.map(\.file))
    switch key {
    case .text(let text):
      if files.indices.contains(where: { !own.contains($0) && files[$0].facts.index.texts.contains(text) }) {
        return true
      }
    case .member(let name):
      let property = (propertiesByName[name]?.first ?? globals[name])?.property
      guard property?.isStatic == true || property?.isLet == true else { return true }
    }
    let isStored = propertiesByName.values.joined().contains { entry in
      entry.property.attributes.contains { $0.arguments.contains { $0.value.contains(key.matches) } }
    }
    return isStored
      || routines.contains { routine in
        routine.body.contains { expression in
          key.matches(expression) && !sites.contains { $0.file == routine.file && $0.offset == expression.offset }
        }
      }
  }
}

extension Expression {
  fileprivate var text: String? { if case .text(let text) = form { text } else { nil } }

  /// The name of the notification that a call posts, or the key of the setting that it stores; nil for other calls.
  fileprivate var announced: Expression? {
    guard case .call(let callee, let arguments) = form, let base = callee.base else { return nil }
    switch callee.lastName {
    case "post" where arguments.first?.label == "name" && base.written.contains("NotificationCenter.default"):
      return arguments[0].value.innermost
    case "set" where arguments.last?.label == "forKey" && base.written == "UserDefaults.standard":
      return arguments[arguments.count - 1].value.innermost
    default: return nil
    }
  }

  /// The text or member in `Notification.Name("a")` and `key.rawValue`.
  private var innermost: Expression? {
    switch bare.form {
    case .text: bare
    case .member(let base?, "rawValue"): base.innermost
    case .member: bare
    case .call(_, let arguments): arguments.count == 1 ? arguments[0].value.innermost : nil
    default: nil
    }
  }
}
