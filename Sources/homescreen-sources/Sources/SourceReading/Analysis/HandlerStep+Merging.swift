import AppSources

extension [HandlerStep] {
  /// Adds the handling of an event as one step, however many branches handle it, unless some events are certainly
  /// handled and others only perhaps.
  ///
  /// - Parameter isGoverned: whether a comparison leads here, so that the step is about the compared events.
  mutating func addHandling(_ step: HandlerStep, isGoverned: Bool) {
    let known = indices.filter {
      self[$0].action == step.action && self[$0].subject == step.subject && self[$0].store == step.store
    }
    guard let first = known.first else { return append(step) }
    guard let comparison = step.comparison else {
      guard !isGoverned || self[first].comparison == nil else { return }
      return handleAll(step.condition, first)
    }
    if let same = known.first(where: { self[$0].isCertain == step.isCertain }) { self[same].add(comparison) }
    guard let other = known.first(where: { self[$0].isCertain != step.isCertain }) else { return }
    if self[other].comparison == nil {
      // A comparison now covers the part that could not be followed.
      if step.isCertain { (self[other].condition, self[other].comparison) = (step.condition, comparison) }
      return
    }
    guard known.count == 1 else { return separate(known) }
    append(step)
    separate([other, endIndex - 1])
  }

  /// Marks all events as handled, including those that were not compared.
  private mutating func handleAll(_ condition: HandlerStep.Condition, _ index: Int) {
    let isCertain = condition != .sometimes
    guard self[index].comparison != nil else {
      if isCertain, !self[index].isCertain { self[index].condition = condition }
      return
    }
    if self[index].isCertain, !isCertain {
      self[index].comparison?.isComplete = false
    } else {
      self[index].condition = condition
      self[index].comparison?.hasDefault = true
    }
  }

  /// Removes the certainly handled events from those that may be handled.
  private mutating func separate(_ indices: [Int]) {
    guard let sure = indices.first(where: { self[$0].isCertain }), let perhaps = indices.first(where: { $0 != sure }),
      let certain = self[sure].comparison, var open = self[perhaps].comparison
    else { return }
    open.texts.removeAll { place in certain.texts.contains { $0.text == place.text } }
    // For events that neither names, it is unknown.
    if !certain.hasDefault, open.hasDefault || !open.isComplete { self[sure].comparison?.isComplete = false }
    (open.hasDefault, open.isComplete) = (false, true)
    if certain.hasDefault || open.texts.isEmpty { remove(at: perhaps) } else { self[perhaps].comparison = open }
  }
}

extension HandlerStep {
  fileprivate var isCertain: Bool { condition != .sometimes }

  /// Adds another branch that does the same.
  fileprivate mutating func add(_ other: Comparison) {
    if comparison == nil { comparison = other } else { comparison?.add(other) }
  }
}

extension Comparison {
  /// Whether the branch of these action identifiers is not that of a tap on the notification.
  var isForButton: Bool {
    let hasTap = texts.contains { $0.text == .computed("UNNotificationDefaultActionIdentifier") }
    return isInverted ? hasTap : isComplete && !hasTap
  }

  /// Adds another comparison of the same event.
  mutating func add(_ other: Comparison) {
    texts += other.texts.filter { !texts.contains($0) }
    idle += other.idle
    hasDefault = hasDefault || other.hasDefault
    isComplete = isComplete && other.isComplete
    defaultAction = defaultAction ?? other.defaultAction
  }

  /// Adds a text. After a computed one, the list is incomplete.
  mutating func add(_ text: Place) {
    if case .computed = text.text { isComplete = false }
    texts.append(text)
  }
}
