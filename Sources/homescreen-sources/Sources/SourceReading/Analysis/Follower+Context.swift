import AppSources

extension Follower {
  /// The circumstances under which a place is reached.
  struct Context: Equatable {
    /// An event, or a store's copy of it.
    struct Holding: Hashable {
      let subject: HandlerStep.Subject
      let store: String?
    }

    /// The condition; never `whenNotGiven`, for which see `absent`.
    private(set) var condition = HandlerStep.Condition.always
    /// The event that `condition` is about.
    private(set) var given: HandlerStep.Subject?
    /// The store that was tested.
    private(set) var store: String?
    /// The events that are absent here. A launch brings only one event, so code that runs without one event runs for
    /// another.
    private(set) var absent: Set<Holding> = []
    /// The events in whose comparisons one result leads here.
    private(set) var compared: Set<HandlerStep.Subject> = []
    /// The events for which it is unknown whether this place is reached.
    private(set) var doubted: Set<HandlerStep.Subject> = []
    /// The types of events for which alone this place is reached.
    var only: [HandlerStep.Subject: Comparison] = [:]
    /// The tests of a part of the type that lead here: `type.hasPrefix("com.example.")`.
    private(set) var parts: [PartTest] = []
    struct PartTest: Equatable {
      let method: String
      let text: String
    }
    /// Whether only tests reach this place, not a user's device.
    private(set) var isOnlyInTests = false
    var isLater = false
    var via: [SourcePlace] = []
    /// The number of enclosing closures, in which `return` ends only the closure.
    var closureDepth = 0

    /// The first unknown condition that decides whether this place is reached.
    private(set) var doubt: Narrowing?

    /// Whether no known condition limits when this place is reached.
    var isUnconditional: Bool { condition == .always && absent.isEmpty && doubted.isEmpty }

    /// Returns the events about which more is known here than in another context.
    func subjects(beyond other: Context) -> Set<HandlerStep.Subject> {
      var found = Set(absent.subtracting(other.absent).map(\.subject)).union(compared.subtracting(other.compared))
      if condition == .sometimes, other.condition != .sometimes { found.insert(.none) }
      if condition == .whenGiven, given != other.given, let given { found.insert(given) }
      return found
    }

    /// Returns the condition under which the code does something with an event, or with a stored copy of it.
    func condition(for subject: HandlerStep.Subject, in store: String?) -> HandlerStep.Condition {
      if subject == .none {
        if !doubted.isEmpty { return .sometimes }
        return condition == .always && !absent.isEmpty ? .whenNotGiven : condition
      }
      if absent.contains(Holding(subject: subject, store: nil)) { return .whenNotGiven }
      if absent.contains(where: { $0.subject == subject }) {
        return absent.contains(Holding(subject: subject, store: store)) ? .whenNotGiven : .sometimes
      }
      return condition == .whenGiven && given != subject || doubted.contains(subject) ? .sometimes : condition
    }

    // MARK: Narrower ones

    /// Returns the context in which an event is given, or a store is not empty.
    func whenGiven(_ subject: HandlerStep.Subject, store: String?) -> Context {
      var other = self
      switch condition {
      case .always: (other.condition, other.given, other.store) = (.whenGiven, subject, store)
      case .whenGiven where given != subject: other.condition = .sometimes
      case .whenGiven, .sometimes, .whenNotGiven: break
      }
      return other
    }

    func whenNotGiven(_ subject: HandlerStep.Subject, store: String?) -> Context {
      var other = self
      other.absent.insert(Holding(subject: subject, store: store))
      return other
    }

    /// The context narrowed by an unknown condition.
    var sometimes: Context {
      var other = self
      other.condition = .sometimes
      return other
    }

    /// Returns the context that an unknown condition decides.
    func decided(by doubt: Narrowing?) -> Context {
      var other = self
      other.doubt = self.doubt ?? doubt
      return other
    }

    /// Returns the context narrowed by a condition on these events; other events are not affected.
    func doubting(_ subjects: Set<HandlerStep.Subject>) -> Context {
      if subjects.contains(.none) { return sometimes }
      var other = self
      other.doubted.formUnion(subjects)
      return other
    }

    /// Returns the context in which one of two conditions holds.
    func or(_ first: Context, _ second: Context) -> Context {
      let subjects = first.subjects(beyond: self).union(second.subjects(beyond: self))
      var other = self
      other.compared = first.compared.intersection(second.compared)
      let isCompared = subjects.isSubset(of: other.compared)
      return isCompared && [first, second].allSatisfy { $0.condition == condition && $0.absent == absent }
        ? other : doubting(subjects)
    }

    /// The context that only tests or previews reach.
    var inTests: Context {
      var other = self
      other.isOnlyInTests = true
      return other
    }

    /// Returns the context after a comparison of an event with the required result.
    func comparing(_ subject: HandlerStep.Subject) -> Context {
      var other = self
      other.compared.insert(subject)
      return other
    }

    /// Returns the context in which the type passes a test of a part.
    func testing(_ method: String, _ text: String) -> Context {
      var other = self
      other.parts.append(PartTest(method: method, text: text))
      return other
    }

    /// Returns whether an event with this type does not come here.
    func excludes(_ text: TextValue, of subject: HandlerStep.Subject?) -> Bool {
      guard let subject, text.isKnown else { return false }
      if let only = only[subject], only.isInverted, only.texts.contains(where: { $0.text == text }) { return true }
      guard let literal = text.literal else { return false }
      return subject == .shortcutItem
        && !parts.allSatisfy { part in
          switch part.method {
          case "hasPrefix", "starts": literal.hasPrefix(part.text)
          case "hasSuffix": literal.hasSuffix(part.text)
          default: literal.contains(part.text)
          }
        }
    }

    /// Removes types of events from those for which this place is reached.
    mutating func exclude(_ types: Comparison, of subject: HandlerStep.Subject) {
      guard var known = only[subject] else {
        only[subject] = types
        only[subject]?.isInverted = true
        return
      }
      known.texts.removeAll { place in types.texts.contains { $0.text == place.text } }
      if known.isInverted { known.texts += types.texts }
      only[subject] = known
    }

    var later: Context {
      var other = self
      other.isLater = true
      return other
    }

    var inClosure: Context {
      var other = self
      other.closureDepth += 1
      return other
    }
  }

  /// Follows what runs at the end of a block. What it empties is used before.
  func runLater(_ body: [Statement], _ around: inout Surroundings, _ context: Context) {
    let outer = copies
    copies.formUnion(stores.keys)
    _ = run(body, &around, context)
    copies = outer
  }

  /// Returns the contexts in which a scene has one of these phases, and in which it does not. Each launch ends in
  /// `active`, and none in `background`; nil for other phases, and for what is not the new phase.
  func phases(
    _ subject: Expression, _ phases: [Expression], _ around: Surroundings, _ context: Context
  ) -> (yes: Context, no: Context)? {
    let routine = program.routines[around.scope.routine]
    let parameters = routine.modifier == "onChangeOfScenePhase" ? routine.function.parameters.map(\.name) : []
    let (name, names) = (subject.written, phases.map { $0.lastName ?? "" })
    guard !name.hasPrefix("old"), name.lowercased().contains("phase") || parameters.last == name else { return nil }
    if names.contains("active") { return (context, doubted(context, at: subject.offset, around)) }
    return !names.isEmpty && names.allSatisfy { $0 == "background" } ? (context.inTests, context) : nil
  }
}

extension Expression {
  /// Whether the expression is never nil, such as `scene as? UIWindowScene` or `self`.
  var isNeverNil: Bool {
    switch form {
    case .cast(let inner, _, let type): type.hasSuffix("WindowScene") || inner.isNeverNil
    case .name("self"): true
    case .member(_?, let name): ["windowScene", "window", "rootViewController", "delegate", "keyWindow"].contains(name)
    default: false
    }
  }

  /// Returns whether a scene's role is that of the app's own windows, if the expression is a role that is compared.
  func role(_ other: Expression) -> Bool? {
    guard lastName == "role", let name = other.lastName?.lowercased() else { return nil }
    if name == "windowapplication" || name == "uiwindowscenesessionroleapplication" { return true }
    return name.contains("external") || name.contains("template") ? false : nil
  }
}

extension [Statement] {
  /// Returns the place of the first condition on the content of an event that decides whether a deed runs, or of the
  /// deed itself if the event chooses what it calls; nil if the deed runs for all events.
  ///
  /// - Parameter names: the variables with the event, or with a part of it.
  func decider(of deed: UInt32, about names: inout Set<String>) -> UInt32? {
    for statement in self {
      let isAround = statement.offset == deed || [statement].contains { $0.offset == deed }
      switch statement.form {
      case .declare(let pattern, _, let value?, _): if value.mentions(names) { names.formUnion(pattern.names) }
      case .ensure(let conditions, _): if let found = conditions.decider(about: &names) { return found }
      case .condition(let conditions, let then, let otherwise):
        var inner = names
        let isEnd = if case .leave? = then.last?.form { true } else { false }
        if let found = conditions.decider(about: &inner), isAround || isEnd { return found }
        if isAround { return then.decider(of: deed, about: &inner) ?? otherwise.decider(of: deed, about: &inner) }
      case .choose(let subject, let cases) where isAround:
        let all = [subject] + cases.flatMap(\.patterns).compactMap(\.expression)
        return all.first { $0.mentions(names) }?.offset
          ?? cases.lazy.compactMap { [names] in
            var inner = names; return $0.body.decider(of: deed, about: &inner)
          }.first
      case .loop(let loop): if let found = loop.body.decider(of: deed, about: &names) { return found }
      case .perform(let body, _), .later(let body):
        if let found = body.decider(of: deed, about: &names) { return found }
      case .expression(let expression) where isAround:
        var found: UInt32?
        expression.visit { inner in
          guard case .call(let callee, _) = inner.form, callee.isLookup, callee.mentions(names) else { return }
          found = found ?? inner.offset
        }
        return found
      default: break
      }
      if isAround { return nil }
    }
    return nil
  }
}

extension [Condition] {
  /// Returns the place of the first condition on the content of the event; whether there is an event decides nothing.
  fileprivate func decider(about names: inout Set<String>) -> UInt32? {
    for condition in self {
      switch condition {
      case .holds(let value): if value.mentions(names), !value.isPresence { return value.offset }
      case .matches(_, let value): if value.mentions(names) { return value.offset }
      case .bind(let name, let value?) where value.mentions(names):
        guard value.isPath else { return value.offset }
        names.insert(name)
      case .bind, .available: break
      }
    }
    return nil
  }
}

extension Expression {
  /// Whether a callee is found by a key or a search: `table[type]`, `all.first { … }?.action`.
  var isLookup: Bool {
    switch form {
    case .element: true
    case .member(let base?, _): base.isLookup
    case .call(let callee, _): Vocabulary.searches.contains(callee.lastName ?? "")
    default: false
    }
  }

  /// Whether the expression is what a function finds or makes: `store.page(for: url)`, `all.first { … }?.page`.
  var isFinding: Bool {
    switch form {
    case .call(let callee, let arguments): !arguments.isEmpty && callee.lastName != "URLComponents"
    case .member(let base?, _): base.isFinding
    default: false
    }
  }

  /// Whether the expression only names variables and members: `contexts.first?.url`.
  fileprivate var isPath: Bool {
    switch bare.form {
    case .name: true
    case .member(let base?, _): base.isPath
    case .call(let callee, let arguments): arguments.isEmpty && callee.isPath
    default: false
    }
  }

  /// Whether the expression only asks whether there is a value: `url != nil`, `!contexts.isEmpty`.
  fileprivate var isPresence: Bool {
    switch form {
    case .unary("!", let inner): inner.isPresence
    case .binary(_, let left, let right): left.isPath && (right.isNull || right.isLiteral && left.lastName == "count")
    case .member(_, "isEmpty"), .name: true
    default: false
    }
  }
}
