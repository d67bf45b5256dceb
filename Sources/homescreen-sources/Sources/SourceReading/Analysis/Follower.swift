import AppSources

/// Follows launch events through a method that the system calls and the functions it calls, and records what is done
/// with them.
final class Follower {
  /// The state at a place: the variables, and which of them hold launch events.
  struct Surroundings {
    var scope: Scope
    var values: [String: LaunchValue] = [:]
    var closures: [String: Closure] = [:]
    var functions: [String: Function] = [:]
    /// The values assigned to flags, with their conditions.
    var flags: [String: [(value: Bool, condition: HandlerStep.Condition)]] = [:]
    /// The enumeration cases that the caller passes, keyed by parameter.
    var cases: [String: String] = [:]

    /// Whether a variable has a quick action, or a part of one.
    var hasAction: Bool { values.contains { $0.value.subject == .shortcutItem } }
  }

  /// A call without an event: the function, and the enumeration cases that it gets.
  private struct Visit: Hashable {
    let number: Int
    let cases: [String: String]
  }

  /// A value put into a store, or removed from it.
  struct StoreUse {
    let identifier: String
    let subject: HandlerStep.Subject
    let place: SourcePlace
    let entry: Program.PropertyEntry
  }

  typealias Returned = (kind: ReturnedValue.Kind, condition: HandlerStep.Condition, place: SourcePlace)

  enum Exit { case falls, breaks, leaves }

  let program: Program
  let constants: Constants
  /// The events in the properties that are known to store one.
  let stores: [String: HandlerStep.Subject]
  let unsetWindow: UnsetWindow?
  /// The places that need the window of the app delegate, which is nil.
  var windowUses: Set<SourcePlace> = []

  var steps: [HandlerStep] = []
  var writes: [StoreUse] = []
  /// The values that the method returns, in source order.
  var returns: [Returned] = []
  /// The name and the returned values of the function that was followed last.
  var calledReturns: (name: String, values: [Returned])?
  /// The values that the current function returns.
  var results: [LaunchValue?] = []
  /// The functions being followed, to stop at recursion.
  private(set) var stack: [Int] = []
  /// The functions already followed without an event.
  private var visited: Set<Visit> = []
  private var followed = 0
  /// For each event, the place in the outermost function where code branches on something other than the event's
  /// identity, such as the host or path of a URL; nil if only the branch of a notification's button does.
  var narrowings: [HandlerStep.Subject: Narrowing] = [:]
  /// The conditions on the content of URLs with certain schemes only.
  var narrowedSchemes: [(schemes: Comparison, place: SourcePlace)] = []
  struct Narrowing: Equatable {
    let place: SourcePlace?
    let depth: Int
  }
  /// The unknown conditions that decide, with the number of open functions.
  var doubts: [SourcePlace: Int] = [:]
  /// The condition on the content of an event in the condition that is read.
  var narrowed: SourcePlace?
  /// The places that do something with each event, in the order in which they were found.
  private(set) var effects: [HandlerStep.Subject: [SourcePlace]] = [:]
  /// The number of open functions in which comparisons decide nothing: both branches only log, or do nothing.
  var idleDepth: Int?
  /// The texts whose branches only log, where comparisons decide nothing.
  var idleTexts: [HandlerStep.Subject: [Comparison.Place]] = [:]
  /// The offset of the statement that runs: the place of `if let a`, which has no separate offset.
  var conditionOffset: UInt32 = 0
  /// The type that the condition that is read excludes: `type != "a"`.
  var excluded: (subject: HandlerStep.Subject, text: Comparison.Place)?
  /// Whether no other condition follows the one that is read.
  var isLastCondition = true
  /// The first deed of the branch whose condition is read, and of the other branch, whether it does nothing, and the
  /// number of open functions.
  var branch: (deed: UInt32?, other: UInt32?, isIdle: Bool, depth: Int) = (nil, nil, false, 0)
  /// Whether the other branch, which is for all other events, does something.
  var otherBranchActs = false
  /// The cases of the `switch` over the value that the current statement makes, and the number of open functions.
  var upcoming: (cases: [Case], depth: Int) = ([], 0)
  /// The comparisons of given events' types in the condition that is read, with the number of open functions.
  var tested: [(subject: HandlerStep.Subject, text: Comparison.Place, depth: Int)] = []
  /// The events passed to code that was not read, whatever they were compared with.
  private var openPasses: [HandlerStep] = []
  /// What is done with an activity after a comparison of its type.
  private var comparedActivities: [HandlerStep] = []
  /// The stores that a local variable has a copy of: `if let item = saved { saved = nil; open(item) }`.
  var copies: Set<String> = []
  /// What empties such a store. The copy may still be used, so these steps come last.
  private var lateClears: [HandlerStep] = []
  /// The comparisons in the call that makes the value to store; nil outside such a call.
  var made: [HandlerStep.Subject: Comparison]?
  /// The variables of the current statement that are only stored.
  var stored: Set<String> = []
  /// Whether the current branch, which a comparison chooses, only stores.
  var isStoringBranch = false
  /// Whether the statements that have a quick action also do something else, perhaps because of it.
  var isActing = false
  /// Whether the current expression is a statement, so that its value is unused.
  var isStatement = false
  /// The operands of comparisons, which say by themselves which cases are handled.
  var operands: Set<SourcePlace> = []
  /// Whether nothing depends on what the current function returns; the system ignores what its methods return.
  var resultIsIgnored = true

  init(_ program: Program, constants: Constants, stores: [String: HandlerStep.Subject], _ unsetWindow: UnsetWindow?) {
    self.unsetWindow = unsetWindow
    self.program = program
    self.constants = constants
    self.stores = stores
  }

  /// Follows one method.
  ///
  /// - Parameters:
  ///   - values: the values of its arguments, keyed by parameter name.
  ///   - decider: the place that decides whether the system calls the method at all; nil if the system always calls it.
  func follow(method number: Int, values: [String: LaunchValue], onlyAt decider: SourcePlace? = nil) {
    var surroundings = Surroundings(scope: program.parameters(of: number), values: values)
    stack = [number]
    _ = run(program.routines[number].body, &surroundings, decider == nil ? Context() : Context().sometimes)
    // A condition of the method's own code explains more.
    if let decider {
      for subject in values.values.compactMap(\.subject) where narrowings[subject] == nil {
        narrowings[subject] = Narrowing(place: decider, depth: 0)
      }
    }
    steps += lateClears
    finish(number, values)
  }

  /// Adds the handling by a method that does something without reading the item, and removes passes of handled events.
  private func finish(_ number: Int, _ values: [String: LaunchValue]) {
    let given = values.first { $0.value.isEventful }
    if let given { handleWithoutUse(of: given.value, named: given.key, number) }
    // All links have one type: code that gets a link after a comparison with it may still refuse the link.
    let types = steps.filter { $0.subject == .userActivity }.flatMap { $0.comparison?.texts ?? [] }
    if types.allSatisfy({ $0.text == .computed("NSUserActivityTypeBrowsingWeb") }),
      comparedActivities.allSatisfy({ $0.action == .pass })
    {
      openPasses += comparedActivities
    }
    for index in steps.indices where steps[index].action == .handle || steps[index].action == .handleKept {
      let step = steps[index]
      if openPasses.contains(where: { $0.subject == step.subject && $0.store == step.store }) {
        steps[index].comparison?.isComplete = false
      }
    }
    for (subject, texts) in idleTexts {
      for index in steps.indices where steps[index].action == .handle && steps[index].subject == subject {
        steps[index].comparison?.idle += texts
      }
    }
    let separate = separateSchemes()
    for index in steps.indices where steps[index].action == .handle && !separate.contains(steps[index]) {
      // Only some hosts or paths: which ones an event has, its scheme does not say.
      guard let narrowing = narrowings[steps[index].subject] else { continue }
      steps[index].condition = .sometimes
      // A condition nearer to the system's method decides first.
      if let decider = steps[index].decider {
        let depth = doubts[decider, default: 0]
        let isEarlier = narrowing.place.map { $0.file == decider.file && decider < $0 } ?? true
        if depth < narrowing.depth || depth == narrowing.depth && isEarlier { continue }
      }
      // A scheme that is unknown decides before what is asked about other schemes.
      let unknown = steps[index].comparison?.texts.first { !$0.text.isKnown }?.place
      let isEarlier = steps[index].subject == .url && unknown?.file == narrowing.place?.file
      let earlier = isEarlier ? [unknown, narrowing.place].compactMap(\.self).min() : nil
      (steps[index].place, steps[index].decider) = (earlier ?? narrowing.place ?? steps[index].place, nil)
    }
    let all = steps
    steps.removeAll { step in
      step.action == .pass
        && all.contains {
          ($0.action == .handle || $0.action == .handleKept) && $0.subject == step.subject && $0.store == step.store
            && !($0.comparison?.hasDefault == false && openPasses.contains(step) && ($0.isLater || !step.isShown))
        }
    }
    // UIKit shows what is made from an event that nothing else handles; during a launch it may be too early.
    for index in steps.indices where steps[index].action == .pass && steps[index].subject == given?.value.subject {
      let function = steps[index].function ?? ""
      if function.hasPrefix("present"), function.contains("animated:") { steps[index].action = .handle }
    }
  }

  /// Records that a method does something without using the event that it gets.
  private func handleWithoutUse(of given: LaunchValue, named name: String, _ number: Int) {
    guard let subject = given.subject, !steps.contains(where: { $0.subject == subject && $0.action.isEffective }) else {
      return
    }
    let routine = program.routines[number]
    let effect = effect(in: routine.body[...], of: number)
    // Under a condition that does not ask for the event, a value that is set may have an effect.
    guard let deed = effect ?? setting(in: number) else { return }
    var names: Set<String> = [name]
    let decider = routine.body.decider(of: deed, about: &names)
    let isCertain = effect != nil && decider == nil && given.isWhole
    emit(
      .handle, LaunchValue(.event(subject), isCertain: true), at: decider ?? deed,
      isCertain ? Context() : Context().sometimes, Surroundings(scope: program.scope(of: number)),
      function: routine.function.written)
  }

  /// Separates the schemes for which a condition on other parts of the URL decides.
  ///
  /// - Returns: the steps about these schemes.
  private func separateSchemes() -> [HandlerStep] {
    var separate: [HandlerStep] = []
    for (schemes, place) in narrowedSchemes {
      guard
        let index = steps.firstIndex(where: {
          $0.action == .handle && $0.subject == .url && $0.comparison != nil && !separate.contains($0)
        }), var rest = steps[index].comparison
      else { continue }
      let own = rest.texts.filter { text in schemes.texts.contains { $0.text == text.text } }
      guard !own.isEmpty else { continue }
      rest.texts.removeAll { own.contains($0) }
      let isAll = rest.texts.isEmpty && !rest.hasDefault
      var other = steps[index]
      (other.condition, other.place) = (.sometimes, place)
      other.comparison = Comparison(own, hasDefault: false, isComplete: rest.isComplete || !isAll)
      steps[index].comparison = rest
      separate.append(other)
      if isAll { steps[index] = other } else { steps.insert(other, at: index) }
    }
    return separate
  }

  /// Returns the first call other than logging and the completion handler. Without one, it may be a call that does
  /// nothing, because it needs the app delegate's window.
  ///
  /// - Parameter number: the routine; calls of its parameters do not count.
  func firstDeed(in body: some Sequence<Statement>, of number: Int) -> Expression? {
    let (found, vain) = deeds(in: body, of: number, depth: 0)
    if found == nil, let vain { windowUses.insert(program.place(vain.offset, in: program.routines[number].file)) }
    return found ?? vain
  }

  private func deeds(
    in body: some Sequence<Statement>, of number: Int, depth: Int
  ) -> (found: Expression?, vain: Expression?) {
    let parameters = program.routines[number].function.parameters.map(\.name)
    var (found, vain, unheard): (Expression?, Expression?, Expression?)
    /// What is inside a call that does nothing, and whether a condition on the window ends the function before.
    var (hidden, isEnded): (Set<UInt32>, Bool) = ([], false)
    for statement in body where found == nil {
      // The closures of a table do not run where it is declared.
      if case .declare(_, _, let value?, _) = statement.form {
        switch value.form {
        case .dictionary, .list: value.visit { hidden.insert($0.offset) }
        default: break
        }
      }
      [statement].visit { expression in
        guard found == nil, case .call(let callee, let arguments) = expression.form,
          !hidden.contains(expression.offset)
        else { return }
        // `table[item.type]?()` calls what the table has.
        guard let name = callee.lastName else { return found = callee.isLookup ? expression : nil }
        // A search does nothing itself; its closure may.
        if Vocabulary.searches.contains(name) { return }
        if callee.base == nil, parameters.contains(name) { return }
        if program.onlyLogs(callee, arguments, in: number) || name.lowercased().contains("completion") { return }
        if program.isAccessor(callee, arguments) { return }
        if name == "super" || Vocabulary.typeTests.contains(name) { return }
        if program.isTypeName(name) || callee.base.map({ $0.written == "super" }) ?? false { return }
        if isEnded || isVain(callee, arguments, in: program.scope(of: number), depth: depth) {
          vain = vain ?? expression
          expression.visit { hidden.insert($0.offset) }
        } else if program.unheard[program.routines[number].file]?.contains(expression.offset) == true {
          unheard = unheard ?? expression
          expression.visit { hidden.insert($0.offset) }
        } else {
          found = expression
        }
      }
      if case .ensure(let conditions, _) = statement.form, let unsetWindow {
        let scope = program.scope(of: number)
        isEnded =
          isEnded
          || conditions.contains {
            if case .bind(_, let value?) = $0 { unsetWindow.isUsed(by: value, in: scope) } else { false }
          }
      }
    }
    return (found ?? unheard, vain)
  }

  /// Whether a call does nothing, because it needs the app delegate's window.
  private func isVain(_ callee: Expression, _ arguments: [Argument], in scope: Scope, depth: Int) -> Bool {
    guard let unsetWindow, depth < 3 else { return false }
    if let base = callee.base, unsetWindow.isUsed(by: base, in: scope) { return true }
    guard let target = program.target(of: callee, arguments, in: scope, byNameAlone: false) else { return false }
    let (found, vain) = deeds(in: program.routines[target].body, of: target, depth: depth + 1)
    return found == nil && vain != nil
  }

  // MARK: Notes

  func place(_ offset: UInt32, _ surroundings: Surroundings) -> SourcePlace {
    program.place(offset, in: surroundings.scope.file)
  }

  func emit(
    _ action: HandlerStep.Action, _ value: LaunchValue?, at offset: UInt32, _ context: Context,
    _ surroundings: Surroundings, function: String? = nil, store: String? = nil, comparison: Comparison? = nil
  ) {
    guard !context.isOnlyInTests else { return }
    let subject = value?.subject ?? .none
    let kept = store ?? value?.store
    var condition = context.condition(for: subject, in: value?.store)
    if condition == .always, let value, !value.isCertain { condition = .whenGiven }
    var action = action
    if action == .handle, kept != nil { action = .handleKept }
    var step = HandlerStep(
      action, subject, condition, at: place(offset, surroundings), function: function, via: context.via,
      isLater: context.isLater, store: kept,
      comparison: [.keep, .pass].contains(action) ? value?.made ?? context.only[subject] : comparison)
    if action == .keep { step.origin = value?.store }
    if [.handle, .handleKept, .pass].contains(action) { step.decider = context.doubt?.place }
    if action == .clear, let kept, copies.contains(kept) { return lateClears.append(step) }
    if action == .keep {
      steps += lateClears.filter { $0.store == kept }
      lateClears.removeAll { $0.store == kept }
    }
    if action.isEffective { effects[subject, default: []].append(step.place) }
    if action == .handle || action == .handleKept, note(comparison, inMakingOf: subject) { return }
    let isGoverned = context.compared.contains(subject) || value?.isDecided == true
    if action == .pass, !isGoverned { openPasses.append(step) }
    if isGoverned, subject == .userActivity, comparison == nil, action.isEffective { comparedActivities.append(step) }
    if action == .handle || action == .handleKept {
      steps.addHandling(step, isGoverned: isGoverned)
    } else if !steps.contains(step) {
      steps.append(step)
    }
  }

  // MARK: Into functions

  /// Follows a call into a function of the files.
  ///
  /// - Parameters:
  ///   - values: the values of the arguments.
  ///   - receiver: the value of the receiver, for methods in extensions of UIKit types.
  /// - Returns: the function's result; the outer optional is nil if it was not followed.
  func enter(
    _ number: Int, _ arguments: [Argument], _ values: [LaunchValue?], receiver: LaunchValue?, at offset: UInt32,
    _ context: Context, _ surroundings: Surroundings
  ) -> LaunchValue?? {
    guard !stack.contains(number), stack.count < 7, followed < 400,
      let binding = program.binding(of: arguments, to: number)
    else { return nil }
    let hasValues = receiver != nil || values.contains { $0 != nil }
    let function = program.routines[number].function
    var inside = Surroundings(scope: program.parameters(of: number))
    for case (let name, let index?) in zip(function.parameters.map(\.name), binding) where name != "_" {
      (inside.values[name], inside.cases[name]) = (values[index], arguments[index].value.implicitMember)
    }
    if !hasValues, !visited.insert(Visit(number: number, cases: inside.cases)).inserted { return nil }
    followed += 1
    if let receiver { inside.values["self"] = receiver }
    var deeper = context
    deeper.via.append(place(offset, surroundings))
    stack.append(number)
    let outer = (results, returns)
    (results, returns) = ([], [])
    let count = effects.values.joined().count
    _ = run(function.body ?? [], &inside, deeper)
    var result = results.compactMap { $0 }.first
    if let subject = result?.subject, steps.contains(where: { $0.subject == subject && $0.comparison != nil }) {
      result?.isDecided = true
    }
    calledReturns = (function.name, returns)
    (results, returns) = outer
    stack.removeLast()
    // The function got the event and did something else with it.
    if let event = values.compactMap({ $0 }).first(where: { $0.subject != nil }),
      effects.values.joined().count == count, result == nil, function.name != "init",
      let deed = firstDeed(in: function.body ?? [], of: number)
    {
      let isVain = windowUses.contains(place(deed.offset, inside))
      let isHandled = steps.contains {
        ($0.action == .handle || $0.action == .handleKept) && $0.subject == event.subject
      }
      var names = Set(inside.values.filter { $0.value.subject != nil }.keys)
      if let decider = function.body?.decider(of: deed.offset, about: &names) {
        emit(.handle, event, at: decider, deeper.sometimes, inside, function: function.written)
      } else {
        emit(
          .handle, event, at: isVain ? deed.offset : offset, isHandled ? context.sometimes : context,
          isVain ? inside : surroundings, function: function.written)
      }
    }
    return .some(result)
  }
}

extension HandlerStep {
  /// Whether UIKit shows the event, or a controller made from it: a comparison explains more than this.
  fileprivate var isShown: Bool {
    ["present(", "presentViewController(", "open(_:options:"].contains { function?.hasPrefix($0) == true }
  }
}

extension HandlerStep.Action {
  /// Whether the action does more than read the event.
  var isEffective: Bool {
    switch self {
    case .handle, .handleKept, .keep, .pass, .offer: true
    case .read, .clear, .present: false
    }
  }
}
