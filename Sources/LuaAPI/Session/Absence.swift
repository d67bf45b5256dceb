import HomeScreenSimulator
internal import LuaEngine
import PropertyLists

/// A member that was nil when a script read it last, and why. An error about a nil value shows the reason.
struct Absence {
  /// The name in Lua's messages: `alert`.
  let field: String
  /// The place in the script that read the member.
  let place: String?
  /// Returns the reason in full sentences. Only an error needs it, and a script may read the member often.
  let reason: () -> String
}

extension APIEntry {
  /// Returns the entry with a reason for a nil result.
  /// - Parameter reason: called with each nil result.
  func absent<Receiver: APIObject>(
    of _: Receiver.Type, because reason: @escaping @Sendable (Receiver) -> () -> String
  ) -> APIEntry {
    var entry = self
    let (body, field) = (body, name)
    entry.body = { call in
      let count = try body(call)
      if call.stack.kind(at: -1) == .nil,
        let receiver = call.instance(1, of: Receiver.luaType, as: Receiver.self)
      {
        try call.session.absence = Absence(field: field, place: call.place(), reason: reason(receiver))
      }
      return count
    }
    return entry
  }
}

extension APIEntry {
  /// Returns the entry of a list with an error for a text as index, which would be nil without a sign.
  /// - Parameter finder: the method that finds an element by such a text; `finds` says what it does.
  func withoutTexts(finder: String, finds: String) -> APIEntry {
    var entry = self
    let (body, list) = (body, qualifiedName)
    entry.body = { call in
      let count = try body(call)
      LuaTable(fields: [(.string("__metatable"), .boolean(false))]).push(onto: call.stack)
      call.stack.pushFunction { call in
        guard call.stack.kind(at: 2) == .string, let text = call.stack.string(at: 2) else { return 0 }
        throw LuaFailure(
          "\(list) is a list without names, but was indexed with \"\(Spelling.beginning(of: text))\"",
          code: "unknown-field", hint: "\(finder)(\"\(Spelling.beginning(of: text))\") \(finds).")
      }
      call.stack.setRaw("__index", in: -2)
      call.stack.setMetatable(of: -2)
      return count
    }
    return entry
  }
}

/// Why no alert is on the screen.
enum AbsentAlert {
  /// Returns a function that finds the reason in the events up to now; called only if the reason is needed.
  static func reason(on device: Device) -> () -> String {
    let count = device.trace.count
    return { [weak device] in
      guard let device else { return "device.alert was nil." }
      let last = device.trace.events.prefix(count).reversed().lazy.compactMap(reason).first
      return "No alert is on the screen, so device.alert is nil: \(last ?? nothing(on: device))."
    }
  }

  private static func nothing(on device: Device) -> String {
    if device.front == nil { return "no app is in front; device:launch(app) launches one" }
    return "the app has not changed its icon; "
      + "app:run(function() UIApplication.shared:setAlternateIconName(\"NAME\") end) changes it"
  }

  /// Returns the reason that an event gives; nil for an event that gives none.
  static func reason(of event: TraceEvent) -> String? {
    func text(_ key: TraceDetail.Key) -> String? { event.detail[key].map { "\($0)" } }
    let fact = event.fact.map { " (\($0.rawValue))" } ?? ""
    let name = text(.name).map { "“\($0)”" } ?? "an icon"
    let isPrimary = event.detail[.name] == .absent
    switch event.what {
    case .alert(.answered): return "the last alert was answered with “\(text(.button) ?? "")” at \(event.time)"
    case .alert(.dismissed): return "the app's code dismissed the last alert at \(event.time)"
    case .alert(.shown):
      return "the alert of \(event.time) is hidden, because its app left the screen: app:activate() shows it again"
    case .alert(.lost): return "the last alert was lost with the app or the view that showed it\(fact)"
    case .icon(.refused):
      return "the request for \(name) was refused\(fact), so iOS shows no alert (ICON-056)"
        + (text(.reason).map { "; \($0)" } ?? "")
    case .icon(.alreadySet):
      let icon = isPrimary ? "the primary icon is already set" : "the icon is already \(name)"
      return "\(icon), so iOS shows no alert\(fact)"
    case .quirk(.alertNotShown): return "iOS could not show the alert, although the icon changed\(fact)"
    case .quirk(.privateSelectorIgnored): return "this iOS version ignores the private selector\(fact)"
    case .icon(.requested) where event.fact == "ICON-082":
      return "the private selector changes the icon without an alert\(fact)"
    case .icon(.requested):
      return "the alert has not appeared yet after the request for \(name): device:settle() lets the time pass"
    default: return nil
    }
  }
}

/// Why a press opened no menu.
enum AbsentMenu {
  static func reason(on device: Device) -> () -> String {
    let event = device.trace.last { $0.what == .menu(.notOpened) }
    let words = event?.detail[TraceWordKey<MenuObstacle>.reason].map(words)
    return { "press() returned nil: \(words ?? "no menu opened")\(event?.fact.map { " (\($0.rawValue))" } ?? "")." }
  }

  private static func words(_ obstacle: MenuObstacle) -> String {
    switch obstacle {
    case .tooShort: "the press was shorter than half a second, which is a tap"
    case .simulator: "before iOS 13, Xcode's Simulator has no 3D Touch, which menus need"
    case .no3DTouch: "before iOS 13, menus need 3D Touch, which this model does not have"
    case .editing: "after two seconds icons jiggle instead; press() without a number opens the menu"
    case .noRows: "the menu would have no rows: the app has no quick action that can be shown"
    }
  }
}

/// Keys of property lists that are probably misspelt.
enum AbsentKey {
  /// Records why a key is missing, and notes it if the list has a key that differs in a letter or two.
  static func record(_ step: PropertyListStep, in view: PropertyListView, _ call: LuaCall) throws {
    guard case .key(let key) = step, let keys = try view.value().dictionary?.keys else { return }
    let near = Spelling.onlyNearest(to: key, in: Array(keys)).flatMap { near in
      abs(near.utf8.count - key.utf8.count) < 3 && !key.contains("~") ? near : nil
    }
    let place = view.place
    let words = "\(place) has no key “\(Spelling.beginning(of: key))”" + (near.map { "; did you mean “\($0)”?" } ?? "")
    let session = try call.session
    session.absence = Absence(field: key, place: call.place()) { words }
    if near != nil { session.note(words) }
  }
}
