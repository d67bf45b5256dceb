internal import LuaAPI
import PropertyLists

/// One step of a story: an action with its argument, such as the title of a row. As data it can be compared, kept,
/// left out and written down as Lua.
public struct ExploreStep: Sendable, Hashable, CustomStringConvertible {
  /// What is done.
  public let action: ExploreAction
  /// With what; empty for an action without one.
  public let argument: String

  /// An action with its argument; without one the argument is empty.
  public init(_ action: ExploreAction, _ argument: String = "") {
    self.action = action
    self.argument = argument
  }

  /// `quick action “New note”`
  public var description: String {
    argument.isEmpty ? action.name : action == .own ? argument : "\(action.name) “\(argument)”"
  }

  /// The line of a scenario that does it.
  func lua(at stage: Stage) -> String {
    switch action {
    case .wait: action.row.lua("\(stage.secondsToNextWork ?? 0)")
    case .own: stage.subject.actions.first { $0.name == argument }?.text ?? action.row.lua(argument.quotedForLua)
    case .tapIcon, .quickAction, .home, .activate, .answer, .press, .row, .link, .notification, .fetch, .newWindow,
      .jetsam, .quit, .lock, .unlock, .language, .update, .offload, .reinstall, .reboot:
      action.row.lua(argument.quotedForLua)
    }
  }

  /// The order in which steps are tried: that of the table of actions, then that of the arguments.
  static func precedes(_ left: ExploreStep, _ right: ExploreStep) -> Bool {
    left.action == right.action
      ? ExactText.precedes(left.argument, right.argument) : left.action.rawValue < right.action.rawValue
  }

  /// The order of stories: shorter ones first, then by the order of their steps.
  static func precedes(_ left: [ExploreStep], _ right: [ExploreStep]) -> Bool {
    if left.count != right.count { return left.count < right.count }
    for (one, other) in zip(left, right) where one != other { return precedes(one, other) }
    return false
  }

  /// Two steps commute when every story may have them in either order, with the same end. All that is done to one app on
  /// one device goes over its screen or takes time on its clock, in which the app's timers run; so only actions of the
  /// app's own commute, and only with those that they name.
  func commutes(with other: ExploreStep, among own: [ExploredApp.OwnAction]) -> Bool {
    guard action == .own, other.action == .own else { return false }
    func names(_ one: ExploreStep, _ other: ExploreStep) -> Bool {
      own.first { $0.name == one.argument }?.commutes.contains(other.argument) ?? false
    }
    return names(self, other) || names(other, self)
  }
}
