import AppPackages
public import AppSources
import Platform
import PropertyLists

/// The quick actions that an app's code sets, if they could be read: the actions, the methods that set them, and the
/// properties that are unknown.
///
/// A computed type appears as it is written in the sources, a computed title with the type if that is known, and one item
/// represents all those that could not be read. The notes name them, so that they are not mistaken for real items. Items
/// that look alike have numbered titles, so that each can be chosen.
package struct CodeItems {
  /// A place in the code that sets or adds items.
  package struct Change {
    package let place: SourcePlace
    package let items: [ShortcutItem]
    /// Whether the change replaces the previous items.
    package let replaces: Bool
    /// The methods of the system that lead to the change; empty if no such method is known or run.
    package let methods: [String]
  }

  /// The changes, in the order of the sources.
  package let changes: [Change]
  /// The limits of this reading, each a sentence without a full stop.
  package let notes: [String]
  private let unreadTypes: Set<ExactText>

  /// - Parameters:
  ///   - hasScenes: whether the app has scenes, so that iOS does not call four methods of its delegate (LAUNCH-021).
  ///   - runs: whether ``SourceDrivenCode`` runs the method.
  init(_ document: SourceDocument, hasScenes: Bool, runs: (_ method: String) -> Bool) {
    var changes: [Change] = []
    var notes: [String] = []
    var unreadTypes: Set<ExactText> = []
    var named: [ShortcutItem] = []
    for change in document.dynamicItems {
      let isSet = change.change == .set || change.change == .add
      guard isSet, !change.items.isEmpty || !change.isComplete else {
        if !isSet { notes.append("\(change.place.short) removes quick actions; stories do not include that") }
        continue
      }
      var unread: [String] = []
      var items: [ShortcutItem] = []
      for item in change.items {
        let type = item.type.shown
        if item.type.literal == nil {
          unread.append("the type \(type)")
          unreadTypes.insert(ExactText(type))
        }
        let parts = [("title", item.title), ("subtitle", item.subtitle), ("icon", item.icon)]
        for case (let name, .computed(let text)) in parts {
          unread.append("the \(name) \(TextValue.computed(text).shown)")
        }
        // A list that is made of such items alone may be nil as a whole.
        if item.mayBeNil == true, change.items.contains(where: { $0.mayBeNil != true }) {
          unread.append("whether it sets \(type), too")
          continue
        }
        var made = ShortcutItem(item, ofType: type)
        if item.title.literal == nil { made.numberTitle(among: &named) }
        if !items.contains(made) { items.append(made) }
      }
      if items.isEmpty {
        let name = change.place.short
        items = [ShortcutItem(type: name, localizedTitle: "a quick action of \(name)")]
        unreadTypes.insert(ExactText(name))
        unread.append("the actions themselves (one represents all of them)")
      } else if !change.isComplete {
        unread.append("the others that it sets")
      }
      let methods = change.methods.filter(runs)
      changes.append(Change(place: change.place, items: items, replaces: change.change == .set, methods: methods))
      notes.append(Self.note(change, items.count, methods, unread, hasScenes))
    }
    self.changes = changes
    self.notes = notes
    self.unreadTypes = unreadTypes
  }

  private static func note(
    _ change: DynamicItems, _ count: Int, _ methods: [String], _ unread: [String], _ hasScenes: Bool
  ) -> String {
    let replaced: Set<AppCallback> = [
      .applicationDidBecomeActive, .applicationWillResignActive, .applicationWillEnterForeground,
      .applicationDidEnterBackground,
    ]
    if hasScenes, let first = methods.first,
      methods.allSatisfy({ AppCallback(rawValue: $0).map(replaced.contains) ?? false })
    {
      return
        "\(change.place.short) sets \(count == 1 ? "a quick action" : "\(count) quick actions") in \(first), which iOS "
        + "does not call in an app with scenes: no story includes \(count == 1 ? "it" : "them")"
    }
    let time =
      methods.first.map { first in
        " in \(first)\(methods.count > 1 ? " and \(methods.count - 1) more" : ""); the conditions were not read, so "
          + "stories include \(count == 1 ? "it" : "them") from there on"
      }
      ?? "; it is unknown when, so stories include \(count == 1 ? "it" : "them") from the start of a process"
    var seen: Set<ExactText> = []
    let missing = unread.filter { seen.insert(ExactText($0)).inserted } + ["user info"]
    return "\(change.place.short) sets \(count == 1 ? "a quick action" : "\(count) quick actions")\(time). Also not "
      + "read: \(missing.joined(separator: ", "))"
  }

  /// Returns the changes that a method of the system leads to; an empty name means the start of a process.
  package func changes(in method: String) -> [Change] {
    changes.filter { method.isEmpty ? $0.methods.isEmpty : $0.methods.contains(method) }
  }

  /// Returns whether the type of an item is computed, so that the result of a comparison is unknown.
  package func isUnread(_ event: CodeEvent) -> Bool {
    guard case .quickAction(let item) = event else { return false }
    return unreadTypes.contains(ExactText(item.type))
  }

  /// Returns the items after the changes. If two changes exclude each other, the menu includes the items of both,
  /// because it is unknown which one happens.
  package static func menu(_ current: [ShortcutItem], after changes: [Change]) -> [ShortcutItem] {
    var items = changes.contains(where: \.replaces) ? [] : current
    for item in changes.flatMap(\.items) where !items.contains(item) { items.append(item) }
    return items
  }
}

extension SourcePlace {
  /// `App.swift:12`
  var short: String { "\(FileTreePath.lastComponent(file)):\(line)" }
}

extension ShortcutItem {
  /// Creates the item that code makes, as far as it was read.
  init(_ item: DynamicItems.Item, ofType type: String) {
    self.init(
      type: type,
      localizedTitle: item.title.literal ?? item.type.literal.map { "\($0) (title made by code)" }
        ?? "a computed title",
      localizedSubtitle: item.subtitle.literal, icon: item.icon.literal.flatMap { ShortcutIcon(described: $0) })
    if icon == nil, item.icon != .null { iconChoice = .computed }
    if localizedSubtitle == nil, item.subtitle != .null { localizedSubtitle = "(made by code)" }
  }

  /// Adds a number to the title if an earlier item differs but has the same title and type.
  fileprivate mutating func numberTitle(among others: inout [ShortcutItem]) {
    let alike = others.filter { $0.type == type && $0.localizedTitle == localizedTitle }
    if !alike.contains(self) { others.append(self) }
    let place = alike.firstIndex(of: self) ?? alike.count
    if place > 0 { localizedTitle += " \(place + 1)" }
  }
}

extension TextValue {
  /// The literal text, or the start of its source expression.
  var shown: String {
    switch self {
    case .literal(let text): text
    case .lastPart(let text): "….\(text)"
    case .computed(let text): text.unicodeScalars.count > 40 ? String(text.unicodeScalars.prefix(39)) + "…" : text
    case .null: "nil"
    }
  }
}

/// An event that reaches an app's code and must be handled.
public enum CodeEvent: Sendable, Equatable {
  case quickAction(ShortcutItem)
  /// A URL that another app opens.
  case url(String)
  case universalLink(String)
  /// A notification that the user tapped.
  case notification(UserNotification)

  /// The launch situation that delivers the event to the app.
  public var situation: LaunchSituation {
    switch self {
    case .quickAction(let item): .quickAction(item)
    case .url(let url): .url(url)
    case .universalLink(let link): .universalLink(link)
    case .notification(let notification): .notification(notification)
    }
  }

  /// The subject of the steps that handle such an event in the sources.
  public var subject: HandlerStep.Subject {
    switch self {
    case .quickAction: .shortcutItem
    case .url: .url
    case .universalLink: .userActivity
    case .notification: .notification
    }
  }

  /// Whether this is a universal link with a scheme: `https`.
  fileprivate func isLink(of scheme: String) -> Bool {
    if case .universalLink(let link) = self { link.lowercased().hasPrefix(scheme + "://") } else { false }
  }

  /// The name in tables and messages: the type of a quick action, or a URL.
  public var name: String {
    switch self {
    case .quickAction(let item): item.type
    case .url(let text), .universalLink(let text): text
    case .notification: "notification"
    }
  }

  /// The text with which code compares the event.
  package var text: String {
    switch self {
    case .quickAction(let item): item.type
    case .url(let url): String(url.prefix { $0 != ":" })
    case .universalLink: "NSUserActivityTypeBrowsingWeb"
    case .notification(let notification): notification.actionIdentifier
    }
  }

  /// Creates the event of this kind that a call of the system carries; nil if it carries none.
  package init?(_ subject: HandlerStep.Subject, in call: CallbackInvocation) {
    switch subject {
    case .shortcutItem:
      guard
        let item = call.shortcutItem ?? call.launchOptions?.shortcutItem ?? call.connectionOptions?.shortcutItem
      else { return nil }
      self = .quickAction(item)
    case .url:
      guard let url = call.urls.first ?? call.launchOptions?.url ?? call.connectionOptions?.urls.first else {
        return nil
      }
      self = .url(url)
    case .userActivity:
      let activity =
        call.userActivity ?? call.launchOptions?.userActivity ?? call.connectionOptions?.userActivities.first
      guard let activity else { return nil }
      self = .universalLink(activity.webpageURL ?? activity.activityType)
    case .notification:
      guard let notification = call.notification ?? call.connectionOptions?.notificationResponse else { return nil }
      self = .notification(notification)
    case .none: return nil
    }
  }
}

extension Comparison {
  /// Returns whether the code compares with this event. A constant of the system matches as written.
  package func names(_ event: CodeEvent) -> Bool { text(of: event) != nil }

  /// Returns the text that names the event; nil if there is none.
  func text(of event: CodeEvent) -> Place? { Self.text(of: event, among: texts) }

  /// Returns the text that names the event, if its branch does nothing but log.
  func idleText(of event: CodeEvent) -> Place? { Self.text(of: event, among: idle) }

  private static func text(of event: CodeEvent, among texts: [Place]) -> Place? {
    texts.first { place in
      switch place.text {
      case .literal(let text):
        ExactText.isSame(text, event.text) || event.subject == .url && ExactText.isSame(text, event.text.lowercased())
          || event.isLink(of: text)
      case .computed(let expression):
        switch event {
        case .universalLink: ExactText.isSame(expression, event.text)
        case .notification(let notification):
          notification.actionIdentifier == UserNotification.defaultAction
            && ExactText.isSame(expression, "UNNotificationDefaultActionIdentifier")
        case .quickAction, .url: false
        }
      case .lastPart(let text):
        event.subject == .shortcutItem && ExactText.isSame(text, String(event.text.split(separator: ".").last ?? ""))
      case .null: false
      }
    }
  }

  /// Returns whether the code may handle the event.
  package func mayHold(_ event: CodeEvent) -> Bool {
    isInverted ? !names(event) : names(event) || hasDefault || !isComplete
  }
}

extension HandlerStep {
  /// Returns whether the step certainly handles the event, provided that `other` is about the same kind of event.
  func handles(_ event: CodeEvent, like other: HandlerStep, in steps: [HandlerStep]) -> Bool {
    action == .handle && subject == other.subject && !leaves(event, to: steps)
      && (comparison.map { $0.names(event) || $0.hasDefault } ?? true)
  }

  /// Returns whether the code only checks that the event is a link, and passes it to code that was not read.
  func leaves(_ event: CodeEvent, to steps: [HandlerStep]) -> Bool {
    guard case .universalLink = event, comparison?.names(event) == true else { return false }
    let others = steps.filter { $0.subject == subject }
    return others.contains { $0.action == .pass } && !others.contains { $0.action == .handle && $0.comparison == nil }
  }
}
