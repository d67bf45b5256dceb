import AppSources

/// Follows launch events through a method that the system calls, and through the functions that it calls, and notes what is
/// done with them.
final class Follower {
  /// What is known at a place: the variables, and which of them have to do with a launch event.
  struct Surroundings {
    var scope: Scope
    var values: [String: LaunchValue] = [:]
    var closures: [String: Closure] = [:]
    var functions: [String: Function] = [:]
    /// What flags were set to, and when.
    var flags: [String: [(value: Bool, condition: HandlerStep.Condition)]] = [:]
  }

  /// Something put into a store, or taken away.
  struct StoreUse {
    let identifier: String
    let subject: HandlerStep.Subject
    let place: SourcePlace
    let entry: Program.PropertyEntry
  }

  enum Exit { case falls, breaks, leaves }

  let program: Program
  let constants: Constants
  /// What properties hold that are known to keep something.
  let stores: [String: HandlerStep.Subject]

  var steps: [HandlerStep] = []
  var writes: [StoreUse] = []
  /// What the method returns, in the order of the source.
  var returns: [(kind: ReturnedValue.Kind, condition: HandlerStep.Condition, place: SourcePlace)] = []
  /// What the function that is being followed returns.
  var results: [LaunchValue?] = []
  /// The functions that are open, against endless descents.
  private(set) var stack: [Int] = []
  /// Functions without an event that were followed already.
  private var visited: Set<Int> = []
  private var followed = 0
  /// Where something of an event other than its identity decides first: a host, a path.
  var narrowings: [HandlerStep.Subject: (place: SourcePlace, depth: Int)] = [:]
  /// How many functions are open where comparisons decide nothing: both ways only log, or do nothing.
  var idleDepth: Int?
  /// What goes to code that was not read whatever it was compared with.
  private var openPasses: [HandlerStep] = []
  /// Whether the expression at hand is a statement, so that nobody uses its value.
  var isStatement = false

  init(_ program: Program, constants: Constants, stores: [String: HandlerStep.Subject]) {
    self.program = program
    self.constants = constants
    self.stores = stores
  }

  /// Follows one method.
  ///
  /// - Parameter values: what its arguments bring, by the names of the parameters.
  func follow(method number: Int, values: [String: LaunchValue]) {
    var surroundings = Surroundings(scope: program.parameters(of: number), values: values)
    stack = [number]
    _ = run(program.routines[number].body, &surroundings, Context())
    finish(number, values)
  }

  /// A handler that never looks at the item, and does something, handles it. Whoever acts does not only pass on.
  private func finish(_ number: Int, _ values: [String: LaunchValue]) {
    let given = values.values.first { if case .event = $0.kind { true } else { false } }
    if let subject = given?.subject, !steps.contains(where: { $0.subject == subject && $0.action.isEffective }),
      let call = firstDeed(in: program.routines[number].body, of: number)
    {
      let routine = program.routines[number]
      steps.append(
        HandlerStep(
          .handle, subject, at: program.place(call.offset, in: routine.file), function: routine.function.written))
    }
    for index in steps.indices where steps[index].action == .handle || steps[index].action == .handleKept {
      let step = steps[index]
      if openPasses.contains(where: { $0.subject == step.subject && $0.store == step.store }) {
        steps[index].comparison?.isComplete = false
      }
    }
    for index in steps.indices where steps[index].action == .handle {
      // Only some hosts or paths: which ones an event has, its scheme does not say.
      guard let place = narrowings[steps[index].subject]?.place else { continue }
      (steps[index].condition, steps[index].place) = (.sometimes, place)
    }
    let all = steps
    steps.removeAll { step in
      step.action == .pass
        && all.contains {
          ($0.action == .handle || $0.action == .handleKept) && $0.subject == step.subject && $0.store == step.store
            && !($0.comparison?.hasDefault == false && openPasses.contains(step))
        }
    }
  }

  /// The first call that is more than logging or the completion handler.
  ///
  /// - Parameter number: the routine, whose own parameters are called without doing anything of its own.
  func firstDeed(in body: [Statement], of number: Int) -> Expression? {
    let parameters = program.routines[number].function.parameters.map(\.name)
    var found: Expression?
    body.visit { expression in
      guard found == nil, case .call(let callee, _) = expression.form, let name = callee.lastName else { return }
      if callee.base == nil, parameters.contains(name) { return }
      if Vocabulary.isLog(callee) || name.lowercased().contains("completion") || name == "super" { return }
      if program.isTypeName(name) || callee.base.map({ $0.written == "super" }) ?? false { return }
      found = expression
    }
    return found
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
    let step = HandlerStep(
      action, subject, condition, at: place(offset, surroundings), function: function, via: context.via,
      isLater: context.isLater, store: kept, comparison: comparison)
    let isGoverned = context.compared.contains(subject) || value?.isDecided == true
    if action == .pass, !isGoverned { openPasses.append(step) }
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
  ///   - values: what the arguments bring, by parameter.
  ///   - receiver: what the receiver brings, for methods of extensions of UIKit's types.
  /// - Returns: what the function returns; nil twice where it was not followed.
  func enter(
    _ number: Int, _ values: [LaunchValue?], receiver: LaunchValue?, at offset: UInt32, _ context: Context,
    _ surroundings: Surroundings
  ) -> LaunchValue?? {
    guard !stack.contains(number), stack.count < 7, followed < 400 else { return nil }
    let hasValues = receiver != nil || values.contains { $0 != nil }
    if !hasValues, !visited.insert(number).inserted { return nil }
    followed += 1
    let function = program.routines[number].function
    var inside = Surroundings(scope: program.parameters(of: number))
    for (parameter, value) in zip(function.parameters, values) where parameter.name != "_" {
      inside.values[parameter.name] = value
    }
    if let receiver { inside.values["self"] = receiver }
    var deeper = context
    deeper.via.append(place(offset, surroundings))
    stack.append(number)
    let outerResults = results
    results = []
    let effective = steps.count { $0.action.isEffective }
    _ = run(function.body ?? [], &inside, deeper)
    var result = results.compactMap { $0 }.first
    if let subject = result?.subject, steps.contains(where: { $0.subject == subject && $0.comparison != nil }) {
      result?.isDecided = true
    }
    results = outerResults
    stack.removeLast()
    // It got the event, and did something else with it than what is known here.
    if let event = values.compactMap({ $0 }).first(where: { $0.subject != nil }),
      steps.count(where: { $0.action.isEffective }) == effective, result == nil,
      firstDeed(in: function.body ?? [], of: number) != nil
    {
      let isHandled = steps.contains {
        ($0.action == .handle || $0.action == .handleKept) && $0.subject == event.subject
      }
      emit(
        .handle, event, at: offset, isHandled ? context.sometimes : context, surroundings, function: function.written)
    }
    return .some(result)
  }
}

extension HandlerStep.Action {
  /// More than a look.
  var isEffective: Bool {
    switch self {
    case .handle, .handleKept, .keep, .pass: true
    case .read, .clear, .present: false
    }
  }
}
