internal import AppPackages
import PropertyLists

extension Trace {
  /// What became of the quick actions of this trace, in the order in which they were sent; items that were handled
  /// though nothing sent them within the trace come in the order of their handling.
  ///
  /// It shows an item that is handled in a launch method and again in the callback (LAUNCH-005, LAUNCH-006), one that
  /// is kept and fires again at the next activation (LAUNCH-036), and one that is lost (LAUNCH-019, LAUNCH-022).
  ///
  /// - Parameter app: only those of this bundle identifier; nil: of every app.
  public func handling(of app: String? = nil) -> [HandledItem] {
    var items: [HandledItem] = []
    var indexByDelivery: [Int: Int] = [:]
    var current: [String: Int] = [:]
    var unsent = UnsentItems()
    Work.count(events.count)
    for event in events where app == nil || event.app == app {
      if event.kind == .callback, let app = event.app, let index = current[app] {
        items[index].callbacks.append(event.name)
      }
      guard event.kind == .delivery else { continue }
      Work.count(20)
      guard case .string(let type) = event.detail[.type] else { continue }
      let index: Int
      if case .integer(let number) = event.detail[.delivery] {
        index = indexByDelivery[number] ?? items.count
        indexByDelivery[number] = index
      } else {
        index = unsent.first(of: type, app: event.app, in: items) ?? items.count
      }
      if index == items.count {
        items.append(HandledItem(app: event.app, type: type))
        unsent.add(index, type: type, app: event.app)
      }
      items[index].take(event)
      if event.what == .delivery(.sent), let app = event.app { current[app] = index }
    }
    return items
  }
}

/// Finds the first item of a type that nothing has sent, without a look at all the others.
private struct UnsentItems {
  private struct Key: Hashable {
    let app: String?
    let type: String
  }

  /// Ascending; an item that was sent is never unsent again.
  private var indices: [Key: ArraySlice<Int>] = [:]

  mutating func add(_ index: Int, type: String, app: String?) {
    indices[Key(app: app, type: type), default: []].append(index)
  }

  mutating func first(of type: String, app: String?, in items: [HandledItem]) -> Int? {
    let key = Key(app: app, type: type)
    while let index = indices[key]?.first {
      if items[index].delivered == 0 { return index }
      indices[key]?.removeFirst()
    }
    return nil
  }
}

extension HandledItem {
  fileprivate mutating func take(_ event: TraceEvent) {
    guard case .delivery(let what) = event.what else { return }
    switch what {
    case .sent, .withheld:
      if what == .sent { delivered += 1 }
      method = event.detail[.method]
      unused = event.detail[.unused] ?? unused
    case .delivered:
      guard let callback = event.detail[.callback] as AppCallback? else { return }
      carriers.append(Carrier(callback: callback, isImplemented: event.detail[.implemented] == .boolean(true)))
    case .handled:
      handled += 1
      handlers.append(event.detail[.callback])
    case .requested, .completed, .completedAgain: break
    }
  }
}
