import AppPackages
import HomeScreenSimulator
internal import LuaAPI
import PropertyLists

/// What can happen in a story: what a finger, the system and the world do to one app on one device. The order is the one
/// in which stories are tried; everything else that is known of an action is its row.
package enum ExploreAction: UInt8, Sendable, CaseIterable {
  case tapIcon, quickAction, home, activate, answer, wait, own, press, row, link, notification, fetch, newWindow,
    jetsam,
    quit, lock, unlock, language, update, offload, reinstall, reboot

  /// How reports and definitions call it: `quick action`.
  package var name: String { row.name }

  /// The action of a name; nil for none.
  package static func named(_ name: String) -> ExploreAction? { allCases.first { $0.name == name } }

  /// What is known of an action.
  struct Row: Sendable {
    let name: String
    /// The arguments with which it is possible now; one empty text for an action without an argument, none for what is
    /// not possible. It asks the device, and changes nothing.
    let arguments: @Sendable (Stage) throws -> [String]
    /// Does it.
    let perform: @Sendable (Stage, _ argument: String) throws -> Void
    /// The line of Lua that does it, of the argument as Lua writes it.
    let lua: @Sendable (_ argument: String) -> String
  }
}

/// One step of a story: an action with its argument, such as the title of a row. As data it can be compared, kept,
/// left out and written down as Lua.
package struct ExploreStep: Sendable, Hashable, CustomStringConvertible {
  /// What is done.
  package let action: ExploreAction
  /// With what; empty for an action without one.
  package let argument: String

  /// An action with its argument; without one the argument is empty.
  package init(_ action: ExploreAction, _ argument: String = "") {
    self.action = action
    self.argument = argument
  }

  /// `quick action “New note”`
  package var description: String {
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

/// The table of actions. What makes an action possible is asked of the model; a step that is not possible is no part of
/// any story.
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
  /// For an action without an argument.
  private static func once(_ isPossible: Bool) -> [String] { isPossible ? [""] : [] }

  // MARK: The finger

  fileprivate static let tapIcon = Self(
    name: "tap the icon", arguments: { once($0.canTouchIcon) },
    perform: { stage, _ in try stage.device.springboard.icon(for: stage.app).tap() },
    lua: { _ in "device.springboard:icon(app):tap()" })

  /// A press and a tap on the row.
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

  /// Of a menu that is open.
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

  /// Up to the next thing that happens by itself; how long that is differs from story to story.
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

  /// The system needs memory, and takes it from what is not in front.
  fileprivate static let jetsam = Self(
    name: "jetsam", arguments: { once(try $0.isAlive && $0.device.front != $0.app) },
    perform: { stage, _ in try stage.app.terminate(.jetsam) }, lua: { _ in "app:terminate \"jetsam\"" })

  fileprivate static let language = Self(
    name: "change the language to", arguments: { [$0.device.locale == "de" ? "en" : "de"] },
    perform: { stage, tag in try stage.device.setLocale(tag) }, lua: { "device.locale = \($0)" })

  fileprivate static let update = Self(
    name: "update the app", arguments: { once(!$0.isOffloaded) },
    perform: { stage, _ in try stage.update() }, lua: { _ in "subject:update(device, app, story)" })

  /// From iOS 11 on (ICON-209).
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
  /// Each once, in order.
  fileprivate var uniqued: [String] {
    indices.filter { index in !self[..<index].contains { ExactText.isSame($0, self[index]) } }.map { self[$0] }
  }
}
