import AppPackages
public import AppSources
import Platform
import PropertyLists

/// The quick actions that an app's code sets, as far as they were read: which, in which methods, and what of them is not
/// known.
///
/// A text that is worked out stands as it is written in the sources, and of items that could not be read one stands for
/// all: nobody takes these for the real ones, and the notes name them.
package struct CodeItems {
  /// One place that sets or adds some.
  package struct Change {
    package let place: SourcePlace
    package let items: [ShortcutItem]
    /// Those that were there before are replaced.
    package let replaces: Bool
    /// The methods of the system that lead there; empty where none is known to, or none is known to run.
    package let methods: [String]
  }

  /// In the order of the sources.
  package let changes: [Change]
  /// What limits them, each as a sentence without a full stop.
  package let notes: [String]
  private let unreadTypes: Set<ExactText>

  /// - Parameter runs: whether a method is one that a shadow runs.
  init(_ document: SourceDocument, runs: (_ method: String) -> Bool) {
    var changes: [Change] = []
    var notes: [String] = []
    var unreadTypes: Set<ExactText> = []
    for change in document.dynamicItems {
      let isSet = change.change == .set || change.change == .add
      guard isSet, !change.items.isEmpty || !change.isComplete else {
        if !isSet { notes.append("\(change.place.short) removes quick actions, which no story does") }
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
        if item.title.literal == nil { unread.append("the title \(item.title.shown)") }
        let made = ShortcutItem(type: type, localizedTitle: item.title.shown)
        if !items.contains(made) { items.append(made) }
      }
      if items.isEmpty {
        let name = change.place.short
        items = [ShortcutItem(type: name, localizedTitle: "a quick action of \(name)")]
        unreadTypes.insert(ExactText(name))
        unread.append("which ones; one represents all")
      } else if !change.isComplete {
        unread.append("the others that it sets")
      }
      let methods = change.methods.filter(runs)
      changes.append(
        Change(place: change.place, items: items, replaces: change.change == .set, methods: methods))
      notes.append(Self.note(change, items.count, methods, unread))
    }
    self.changes = changes
    self.notes = notes
    self.unreadTypes = unreadTypes
  }

  private static func note(
    _ change: DynamicItems, _ count: Int, _ methods: [String], _ unread: [String]
  ) -> String {
    let time =
      methods.first.map { first in
        " in \(first)\(methods.count > 1 ? " and \(methods.count - 1) more" : ""); its conditions were not read, and "
          + "stories have \(count == 1 ? "it" : "them") from there on"
      }
      ?? "; when it does so was not read, and stories have \(count == 1 ? "it" : "them") from the start of a process"
    var seen: Set<ExactText> = []
    let missing = unread.filter { seen.insert(ExactText($0)).inserted } + ["subtitles, icons and user info"]
    return "\(change.place.short) sets \(count == 1 ? "a quick action" : "\(count) quick actions")\(time). Not read "
      + "either: \(missing.joined(separator: ", "))"
  }

  /// What a method of the system leads to; an empty name means the start of a process.
  package func changes(in method: String) -> [Change] {
    changes.filter { method.isEmpty ? $0.methods.isEmpty : $0.methods.contains(method) }
  }

  /// The type of an item is worked out, so that no comparison is known to hold or not.
  package func isUnread(_ event: CodeEvent) -> Bool {
    guard case .quickAction(let item) = event else { return false }
    return unreadTypes.contains(ExactText(item.type))
  }

  /// What is offered after some places have set theirs: of two that exclude each other nobody knows which is taken, so
  /// those of both are there.
  package static func menu(_ current: [ShortcutItem], after changes: [Change]) -> [ShortcutItem] {
    var items = changes.contains(where: \.replaces) ? [] : current
    for item in changes.flatMap(\.items) where !items.contains(item) { items.append(item) }
    return items
  }
}

extension SourcePlace {
  /// `App.swift:12`
  fileprivate var short: String { "\(FileTreePath.lastComponent(file)):\(line)" }
}

extension TextValue {
  /// The text, or how the sources write it, of much the beginning.
  fileprivate var shown: String {
    switch self {
    case .literal(let text): text
    case .computed(let text):
      text.unicodeScalars.count > 40 ? String(text.unicodeScalars.prefix(39)) + "…" : text
    case .null: "nil"
    }
  }
}

/// Something that comes to an app's code and has to be handled.
public enum CodeEvent: Sendable, Equatable {
  /// A quick action.
  case quickAction(ShortcutItem)
  /// A URL that another app opens.
  case url(String)
  /// A universal link.
  case universalLink(String)
  /// A notification that the user tapped.
  case notification(UserNotification)

  /// How it comes to the app.
  public var situation: LaunchSituation {
    switch self {
    case .quickAction(let item): .quickAction(item)
    case .url(let url): .url(url)
    case .universalLink(let link): .universalLink(link)
    case .notification(let notification): .notification(notification)
    }
  }

  /// What the sources call it.
  public var subject: HandlerStep.Subject {
    switch self {
    case .quickAction: .shortcutItem
    case .url: .url
    case .universalLink: .userActivity
    case .notification: .notification
    }
  }

  /// What tables and messages call it: the type of a quick action, a URL.
  public var name: String {
    switch self {
    case .quickAction(let item): item.type
    case .url(let text), .universalLink(let text): text
    case .notification: "notification"
    }
  }

  /// What code compares it with.
  package var text: String {
    switch self {
    case .quickAction(let item): item.type
    case .url(let url): String(url.prefix { $0 != ":" })
    case .universalLink: "NSUserActivityTypeBrowsingWeb"
    case .notification(let notification): notification.actionIdentifier
    }
  }

  /// What a call of the system carries of a kind; nil for nothing.
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
  /// Whether an event is among what the code compares with. A constant of the system is there as it is written.
  package func names(_ event: CodeEvent) -> Bool {
    texts.contains { place in
      switch place.text {
      case .literal(let text): ExactText.isSame(text, event.text)
      case .computed(let expression):
        switch event {
        case .universalLink: ExactText.isSame(expression, event.text)
        case .notification(let notification):
          notification.actionIdentifier == UserNotification.defaultAction
            && ExactText.isSame(expression, "UNNotificationDefaultActionIdentifier")
        case .quickAction, .url: false
        }
      case .null: false
      }
    }
  }

  /// Whether something may be done with an event.
  package func mayHold(_ event: CodeEvent) -> Bool { names(event) || hasDefault || !isComplete }
}
