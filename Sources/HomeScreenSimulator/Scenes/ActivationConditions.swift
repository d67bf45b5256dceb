/// `UISceneActivationConditions`: which content a scene can show, and which it prefers to (LAUNCH-030).
public struct ActivationConditions: Sendable, Equatable {
  /// A predicate over a target content identifier.
  public enum Rule: Sendable, Equatable, CustomStringConvertible {
    case always
    case never
    /// Exactly these.
    case identifiers([String])

    /// `always`, `never`, or the identifiers: `one of inbox, drafts`.
    public var description: String {
      switch self {
      case .always: "always"
      case .never: "never"
      case .identifiers(let list): "one of \(list.joined(separator: ", "))"
      }
    }

    /// Whether it holds for `identifier`.
    public func holds(for identifier: String) -> Bool {
      switch self {
      case .always: true
      case .never: false
      case .identifiers(let list): list.contains(identifier)
      }
    }
  }

  /// `canActivateForTargetContentIdentifierPredicate`; UIKit's default holds for everything.
  public var canActivate = Rule.always
  /// `prefersToActivateForTargetContentIdentifierPredicate`; UIKit's default holds for nothing.
  public var prefersToActivate = Rule.never

  /// UIKit's defaults: the scene can show everything, and prefers nothing.
  public init() {}
}
