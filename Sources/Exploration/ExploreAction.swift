import AppPackages
import HomeScreenSimulator
internal import LuaAPI
import PropertyLists

/// The actions of a story: everything that the user, the system and the environment can do to an app on a device. The
/// cases are in the order in which stories are tried. The table below has all other properties.
package enum ExploreAction: UInt8, Sendable, CaseIterable {
  case tapIcon, quickAction, home, activate, answer, wait, own, press, row, link, notification, fetch, newWindow,
    jetsam,
    quit, lock, unlock, language, update, offload, reinstall, reboot

  /// The name in reports and definitions: `quick action`.
  package var name: String { row.name }

  package static func named(_ name: String) -> ExploreAction? { allCases.first { $0.name == name } }

  /// The properties of an action.
  struct Row: Sendable {
    let name: String
    /// Returns the arguments with which the action is possible now, without changing the device: one empty string for
    /// an action without an argument, and an empty array if the action is not possible.
    let arguments: @Sendable (Stage) throws -> [String]
    /// Performs the action.
    let perform: @Sendable (Stage, _ argument: String) throws -> Void
    /// Returns the line of Lua that performs the action, for the argument as a Lua literal.
    let lua: @Sendable (_ argument: String) -> String
  }
}

/// A step of a story: an action with its argument, such as the title of a row. As a value, a step can be compared,
/// stored, left out and written as Lua.
package struct ExploreStep: Sendable, Hashable, CustomStringConvertible {
  package let action: ExploreAction
  /// The action's argument; empty for an action without one.
  package let argument: String

  /// Creates a step from an action and its argument.
  package init(_ action: ExploreAction, _ argument: String = "") { (self.action, self.argument) = (action, argument) }

  /// The step in words: `quick action “New note”`.
  package var description: String {
    argument.isEmpty ? action.name : action == .own ? argument : "\(action.name) “\(argument)”"
  }

  /// Returns the line of a scenario that performs the step.
  func lua(at stage: Stage) -> String {
    switch action {
    case .wait: action.row.lua("\(stage.secondsToNextWork ?? 0)")
    case .own: stage.subject.actions.first { $0.name == argument }?.text ?? action.row.lua(argument.quotedForLua)
    case .tapIcon, .quickAction, .home, .activate, .answer, .press, .row, .link, .notification, .fetch, .newWindow,
      .jetsam, .quit, .lock, .unlock, .language, .update, .offload, .reinstall, .reboot:
      action.row.lua(argument.quotedForLua)
    }
  }

  /// Orders steps by the table of actions, and then by argument.
  static func precedes(_ left: ExploreStep, _ right: ExploreStep) -> Bool {
    left.action == right.action
      ? ExactText.precedes(left.argument, right.argument) : left.action.rawValue < right.action.rawValue
  }

  /// Orders stories by length, and then by their steps.
  static func precedes(_ left: [ExploreStep], _ right: [ExploreStep]) -> Bool {
    if left.count != right.count { return left.count < right.count }
    for (one, other) in zip(left, right) where one != other { return precedes(one, other) }
    return false
  }

  /// Whether two steps always have the same effect in either order. Every action on an app uses the screen or the clock
  /// of the device, on which its timers run. So only an app's own actions commute, with the actions that they name.
  func commutes(with other: ExploreStep, among own: [ExploredApp.OwnAction]) -> Bool {
    guard action == .own, other.action == .own else { return false }
    func names(_ one: ExploreStep, _ other: ExploreStep) -> Bool {
      own.first { $0.name == one.argument }?.commutes.contains(other.argument) ?? false
    }
    return names(self, other) || names(other, self)
  }
}

/// The table of actions. The model decides which actions are possible.
extension ExploreAction {
  var row: Row {
    switch self {
    case .tapIcon: .tapIcon
    case .quickAction: .quickAction
    case .home: .home
    case .activate: .activate
    case .answer: .answer
    case .wait: .wait
    case .own: .own
    case .press: .press
    case .row: .row
    case .link: .link
    case .notification: .notification
    case .fetch: .fetch
    case .newWindow: .newWindow
    case .jetsam: .jetsam
    case .quit: .quit
    case .lock: .lock
    case .unlock: .unlock
    case .language: .language
    case .update: .update
    case .offload: .offload
    case .reinstall: .reinstall
    case .reboot: .reboot
    }
  }
}

extension ExploreAction.Row {
  /// Returns one empty argument if an action without an argument is possible; otherwise none.
  private static func once(_ isPossible: Bool) -> [String] { isPossible ? [""] : [] }

  // MARK: The finger

  fileprivate static let tapIcon = Self(
    name: "tap the icon", arguments: { once($0.canTouchIcon) },
    perform: { stage, _ in try stage.device.springboard.icon(for: stage.app).tap() },
    lua: { _ in "device.springboard:icon(app):tap()" })

  /// Presses the icon and taps the row.
  fileprivate static let quickAction = Self(
    name: "quick action", arguments: { $0.canTouchIcon ? $0.offeredItems : [] },
    perform: { stage, title in
      try stage.device.springboard.icon(for: stage.app).press()?.item(title).tap()
    },
    lua: { "device.springboard:icon(app):press():item(\($0)):tap()" })

  fileprivate static let home = Self(
    name: "Home", arguments: { once($0.canUseScreen && [.app, .menu].contains($0.device.springboard.mode)) },
    perform: { stage, _ in try stage.device.pressHome() }, lua: { _ in "device:pressHome()" })

  fileprivate static let activate = Self(
    name: "open in the switcher",
    arguments: { once(try $0.canUseScreen && !$0.isOffloaded && $0.isAlive && $0.device.front != $0.app) },
    perform: { stage, _ in try stage.app.activate() }, lua: { _ in "app:activate()" })

  fileprivate static let answer = Self(
    name: "answer", arguments: { $0.device.isLocked ? [] : $0.device.alert?.buttons.uniqued ?? [] },
    perform: { stage, button in try stage.device.alert?.tap(button) }, lua: { "device.alert:tap(\($0))" })

  fileprivate static let press = Self(
    name: "press the icon", arguments: { once($0.canTouchIcon && !$0.offeredItems.isEmpty) },
    perform: { stage, _ in _ = try stage.device.springboard.icon(for: stage.app).press() },
    lua: { _ in "device.springboard:icon(app):press()" })

  /// Taps a row of an open menu.
  fileprivate static let row = Self(
    name: "tap the row", arguments: { $0.canUseScreen ? $0.itemTitles(in: $0.device.openMenu?.rows ?? []) : [] },
    perform: { stage, title in try stage.device.openMenu?.item(title).tap() },
    lua: { "device.openMenu:item(\($0)):tap()" })

  fileprivate static let newWindow = Self(
    name: "open a window", arguments: { once(try $0.canUseScreen && $0.canOpenWindow) },
    perform: { stage, _ in try stage.app.newScene() }, lua: { _ in "app:newScene()" })

  fileprivate static let quit = Self(
    name: "quit in the switcher", arguments: { once(try $0.isAlive && $0.canUseScreen) },
    perform: { stage, _ in try stage.app.terminate(.user) }, lua: { _ in "app:terminate()" })

  fileprivate static let lock = Self(
    name: "lock", arguments: { once(!$0.device.isLocked) },
    perform: { stage, _ in try stage.device.setLocked(true) }, lua: { _ in "device.locked = true" })

  fileprivate static let unlock = Self(
    name: "unlock", arguments: { once($0.device.isLocked) },
    perform: { stage, _ in try stage.device.setLocked(false) }, lua: { _ in "device.locked = false" })

  // MARK: The system and the world

  /// Waits until the next pending event; the duration differs from story to story.
  fileprivate static let wait = Self(
    name: "wait", arguments: { once($0.device.nextWork != nil) },
    perform: { stage, _ in if let seconds = stage.secondsToNextWork { try stage.device.advance(seconds) } },
    lua: { "device:advance(\($0))" })

  fileprivate static let own = Self(
    name: "own", arguments: { stage in try stage.ownActions() }, perform: { stage, name in try stage.perform(name) },
    lua: { "subject:perform(\($0), device, app, story)" })

  fileprivate static let link = Self(
    name: "open the link",
    arguments: { stage in
      guard stage.canUseScreen, !stage.isOffloaded, !stage.subject.namesLinks else { return [] }
      return try stage.urlSchemes.map { "\($0)://explore" }
    },
    perform: { stage, url in try stage.device.launch(stage.app, .url(url)) },
    lua: { "device:launch(app, { url = \($0) })" })

  fileprivate static let notification = Self(
    name: "silent notification",
    arguments: { once(try $0.backgroundModes.contains("remote-notification") && !$0.isOffloaded) },
    perform: { stage, _ in try stage.device.launch(stage.app, .notification(UserNotification(isSilent: true))) },
    lua: { _ in "device:launch(app, { notification = { silent = true } })" })

  fileprivate static let fetch = Self(
    name: "background fetch",
    arguments: { once(try $0.backgroundModes.contains("fetch") && !$0.isOffloaded && $0.device.front != $0.app) },
    perform: { stage, _ in try stage.device.launch(stage.app, .backgroundFetch) },
    lua: { _ in "device:launch(app, { backgroundFetch = true })" })

  /// Takes memory from apps that are not in the foreground.
  fileprivate static let jetsam = Self(
    name: "jetsam", arguments: { once(try $0.isAlive && $0.device.front != $0.app) },
    perform: { stage, _ in try stage.app.terminate(.jetsam) }, lua: { _ in "app:terminate \"jetsam\"" })

  fileprivate static let language = Self(
    name: "change the language to", arguments: { [$0.device.locale == "de" ? "en" : "de"] },
    perform: { stage, tag in try stage.device.setLocale(tag) }, lua: { "device.locale = \($0)" })

  fileprivate static let update = Self(
    name: "update the app", arguments: { once(!$0.isOffloaded) },
    perform: { stage, _ in try stage.update() }, lua: { _ in "subject:update(device, app, story)" })

  /// Offloads the app, from iOS 11 on (ICON-209).
  fileprivate static let offload = Self(
    name: "offload the app", arguments: { once(!$0.isOffloaded && $0.device.os.major >= 11) },
    perform: { stage, _ in try stage.device.offload(stage.app) }, lua: { _ in "device:offload(app)" })

  fileprivate static let reinstall = Self(
    name: "load the app again", arguments: { once($0.isOffloaded) },
    perform: { stage, _ in try stage.update() }, lua: { _ in "subject:update(device, app, story)" })

  fileprivate static let reboot = Self(
    name: "reboot", arguments: { _ in [""] }, perform: { stage, _ in try stage.device.reboot() },
    lua: { _ in "device:reboot()" })
}

extension [String] {
  /// The distinct elements, in order.
  fileprivate var uniqued: [String] {
    indices.filter { index in !self[..<index].contains { ExactText.isSame($0, self[index]) } }.map { self[$0] }
  }
}
