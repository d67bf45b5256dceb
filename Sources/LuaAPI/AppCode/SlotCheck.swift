import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// Whether a key of a class may be what it is: a misspelt delegate method would silently never be called.
enum SlotCheck {
  /// Words of UIKit that only methods of delegates and controllers begin with.
  private static let families: [(ClassKind?, [String])] = [
    (
      nil,
      [
        "application_", "userNotificationCenter_", "applicationDid", "applicationWill", "scene_", "windowScene_",
        "sceneDid", "sceneWill",
      ]
    ),
    (.controller, ["viewDid", "viewWill", "viewIs"]),
  ]
  /// Modifiers that SwiftUI has and the simulator never runs, with what stands nearest to each.
  private static let modifiers = [
    "task": "onAppear runs when the view appears.",
    "onDisappear": "onScenePhase is called when the app leaves the screen.",
    "onChange": "onScenePhase gets the phase of the scene.",
    "onReceive": "No notifications are posted here; onScenePhase gets the phase of the scene.",
    "handlesExternalEvents": "It is a table: { preferring = { … }, allowing = { … } }.",
  ]

  /// Differing letters in the middle of two names that still count as the same name, misspelt.
  private static let tolerance = 3

  /// Steps (``Work``) of comparing a key with all slots.
  private static let costOfLook = 150

  /// What is wrong with the key; nil when it is a slot, or a name of the class's own.
  static func failure(_ kind: ClassKind, _ key: String, isFunction: Bool) -> LuaFailure? {
    Work.count(costOfLook)
    // A longer key is no slot, and nearly none.
    guard key.utf8.count <= KnownSlots.longestName else { return nil }
    let slots = kind.slots
    if slots.contains(where: { $0.name == key }) {
      guard !isFunction else { return nil }
      return LuaFailure(
        "\(kind.place).\(key) is a method: a function is expected", code: "argument", hint: writing(key, kind))
    }
    if isFunction, let callback = KnownSlots.unmodelled.first(where: { $0.name == key || $0.selector == key }) {
      return LuaFailure(
        "UIKit has '\(callback.name)' (\(callback.owner)), but it is not modelled: nothing calls it here",
        code: "unknown-slot", hint: "Remove it: no event of a device calls it. \(modelled(kind))")
    }
    if let failure = swiftName(kind, key, isFunction: isFunction) ?? otherReceiver(kind, key) { return failure }
    if key.hasSuffix("_") {
      let bare = String(key.reversed().drop { $0 == "_" }.reversed())
      return unknown(key, kind, why: "the name of a method must not end with _", meant: closest(to: bare, in: slots))
    }
    if kind == .controller, ["present", "dismiss"].contains(key), isFunction {
      return LuaFailure(
        "\(key) cannot be overridden in one class", code: "unknown-slot",
        hint: "UIViewController.present can be replaced for all classes, in app.main or in a callback.")
    }
    if kind == .view, isFunction, let instead = modifiers[key] {
      return LuaFailure(
        "SwiftUI has the modifier \(key), but the simulator never runs it", code: "unknown-slot", hint: instead)
    }
    let folded = Array(key.lowercased().utf8)
    if let slot = slots.first(where: { isNear($0.folded, folded) }) { return unknown(key, kind, why: nil, meant: slot) }
    if let other = KnownSlots.others(than: kind).first(where: { isNear($0.slot.folded, folded) }) {
      return unknown(key, kind, why: nil, meant: other.slot, of: other.kind)
    }
    guard isFunction else { return nil }
    if let callback = KnownSlots.unmodelled.first(where: { isNear($0.folded, folded) }) {
      return LuaFailure(
        "no method '\(key)' of \(kind.noun) is ever called by the system", code: "unknown-slot",
        hint: "UIKit has '\(callback.name)' (\(callback.owner)), which is not modelled. \(modelled(kind))")
    }
    for (owner, prefixes) in families where owner == nil || owner == kind {
      if let prefix = prefixes.first(where: { key.hasPrefix($0) }), begins(afterPrefix: prefix, key) {
        return unknown(key, kind, why: nil, meant: closest(to: key, in: slots))
      }
    }
    return nil
  }

  /// A Swift name, or Swift's base name, or a selector with its colons.
  private static func swiftName(_ kind: ClassKind, _ key: String, isFunction: Bool) -> LuaFailure? {
    let all = kind.slots.map { (kind: kind, slot: $0) } + KnownSlots.others(than: kind)
    for (owner, slot) in all {
      if key == slot.swiftName || key == slot.selector || key == slot.underscoredName {
        let language = key == slot.selector ? "Objective-C's name with its colons" : "Swift's name"
        return unknown(key, kind, why: "it is \(language)", meant: slot, of: owner)
      }
    }
    let names = all.filter { $0.slot.baseName == key && $0.slot.name != key }.map(\.slot.name)
    guard isFunction, !names.isEmpty else { return nil }
    return LuaFailure(
      "\(kind.place).\(key): Swift has \(names.count) methods of this name; use the Objective-C name",
      code: "unknown-slot", hint: "Use one of \(names.joined(separator: ", ")).")
  }

  /// A method of another object.
  private static func otherReceiver(_ kind: ClassKind, _ key: String) -> LuaFailure? {
    guard let other = KnownSlots.others(than: kind).first(where: { $0.slot.name == key }) else { return nil }
    return LuaFailure(
      "\(key) is a method of \(other.kind.noun), so it would never be called on \(kind.noun)", code: "unknown-slot",
      hint: writing(key, other.kind))
  }

  private static func unknown(
    _ key: String, _ kind: ClassKind, why: String?, meant slot: ClassKind.Slot?, of owner: ClassKind? = nil
  ) -> LuaFailure {
    let reason = why.map { ": \($0)" } ?? ""
    let hint =
      slot.map { "Did you mean \($0.name)? \(writing($0.name, owner ?? kind))" }
      ?? modelled(kind)
    return LuaFailure(
      "no method '\(key)' of \(kind.noun) is ever called by the system\(reason)", code: "unknown-slot", hint: hint)
  }

  private static func modelled(_ kind: ClassKind) -> String {
    "Use one of \(kind.slots.map(\.name).joined(separator: ", "))."
  }

  /// `Write function app.delegate:applicationDidBecomeActive(application).`
  private static func writing(_ name: String, _ kind: ClassKind) -> String {
    guard let slot = kind.slots.first(where: { $0.name == name }) else { return "" }
    return "Write function \(kind.place):\(slot.name)(\(slot.arguments().map(\.name).joined(separator: ", ")))."
  }

  private static func closest(to key: String, in slots: [ClassKind.Slot]) -> ClassKind.Slot? {
    if let slot = slots.first(where: { $0.name == key }) { return slot }
    if let slot = slots.first(where: { $0.name.hasPrefix(key) }) { return slot }
    let name = Spelling.nearest(to: key, in: slots.map(\.name)).first
    return slots.first { $0.name == name }
  }

  private static func begins(afterPrefix prefix: String, _ key: String) -> Bool {
    guard !prefix.hasSuffix("_") else { return true }
    return key.dropFirst(prefix.count).first?.isUppercase == true
  }

  /// Equal but for letter case and a few letters at one place.
  private static func isNear(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    guard abs(left.count - right.count) <= tolerance, right.count > tolerance else { return false }
    var prefix = 0
    while prefix < min(left.count, right.count), left[prefix] == right[prefix] { prefix += 1 }
    var suffix = 0
    while suffix < min(left.count, right.count) - prefix,
      left[left.count - 1 - suffix] == right[right.count - 1 - suffix]
    {
      suffix += 1
    }
    return max(left.count, right.count) - prefix - suffix <= tolerance
  }
}
