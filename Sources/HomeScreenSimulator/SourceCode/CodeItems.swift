import AppPackages
package import AppSources
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
