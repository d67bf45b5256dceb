import AppSources

extension Follower {
  /// Under which circumstances a place is reached.
  struct Context: Equatable {
    /// An event, or what a store has of it.
    struct Holding: Hashable {
      let subject: HandlerStep.Subject
      let store: String?
    }

    /// `whenNotGiven` is none of these: see `absent`.
    private(set) var condition = HandlerStep.Condition.always
    /// What `condition` is about.
    private(set) var given: HandlerStep.Subject?
    /// The store that it was asked of.
    private(set) var store: String?
    /// A launch brings one event: what is done where another one is absent is done for this one.
    private(set) var absent: Set<Holding> = []
    /// The events that were compared, with the result that leads here.
    private(set) var compared: Set<HandlerStep.Subject> = []
    /// Events of which nobody knows whether what is done here is done for them.
    private(set) var doubted: Set<HandlerStep.Subject> = []
    /// Where no user’s device comes to.
    private(set) var isOnlyInTests = false
    var isLater = false
    var via: [SourcePlace] = []
    /// How many closures deep, where `return` ends something else.
    var closureDepth = 0
    var isOutermost: Bool { via.isEmpty && closureDepth == 0 }

    /// Whether nothing is known to lead elsewhere.
    var isUnconditional: Bool { condition == .always && absent.isEmpty && doubted.isEmpty }

    /// What is known here of which more is known than there.
    func subjects(beyond other: Context) -> Set<HandlerStep.Subject> {
      var found = Set(absent.subtracting(other.absent).map(\.subject)).union(compared.subtracting(other.compared))
      if condition == .sometimes, other.condition != .sometimes { found.insert(.none) }
      if condition == .whenGiven, given != other.given, let given { found.insert(given) }
      return found
    }

    /// When something is done with an event, or with what a store has of it.
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

    /// Where an event is given, or what a store has is there.
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

    /// Narrower by something that nobody knows.
    var sometimes: Context {
      var other = self
      other.condition = .sometimes
      return other
    }

    /// Narrower by something that has to do with these events; with others it has not.
    func doubting(_ subjects: Set<HandlerStep.Subject>) -> Context {
      if subjects.contains(.none) { return sometimes }
      var other = self
      other.doubted.formUnion(subjects)
      return other
    }

    /// Where one of two things holds.
    func or(_ first: Context, _ second: Context) -> Context {
      let subjects = first.subjects(beyond: self).union(second.subjects(beyond: self))
      var other = self
      other.compared = first.compared.intersection(second.compared)
      let isCompared = subjects.isSubset(of: other.compared)
      return isCompared && [first, second].allSatisfy { $0.condition == condition && $0.absent == absent }
        ? other : doubting(subjects)
    }

    /// Where only tests, or previews, come to.
    var inTests: Context {
      var other = self
      other.isOnlyInTests = true
      return other
    }

    /// Where a comparison of an event has had the result that is asked for.
    func comparing(_ subject: HandlerStep.Subject) -> Context {
      var other = self
      other.compared.insert(subject)
      return other
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
}
