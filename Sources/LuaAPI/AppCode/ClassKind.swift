import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The code of an app that a script writes, for messages about it.
protocol ScriptedCode {
  /// Whether a class has this method; for nil, whether it has any method.
  func hasMethod(_ slot: String?, in kind: ClassKind) -> Bool
}

/// The kinds of app classes that scripts write. The raw values are the names in `lua/prelude/classes.lua`.
package enum ClassKind: String, CaseIterable {
  case delegate
  case sceneDelegate
  case controller
  case view

  /// A method that the system calls.
  package struct Slot {
    package let name: String
    let selector: String
    let swiftName: String
    /// The arguments, for documentation and hints.
    package let arguments: @Sendable () -> [APIParameter]
    /// `scene(_:willConnectTo:options:)` with an underscore for each colon.
    let underscoredName: String
    /// The Swift base name, without labels.
    let baseName: String
    /// The name in lower case, as bytes.
    let folded: [UInt8]

    init(name: String, selector: String, swiftName: String, arguments: @escaping @Sendable () -> [APIParameter]) {
      (self.name, self.selector, self.swiftName, self.arguments) = (name, selector, swiftName, arguments)
      baseName = swiftName.firstIndex(of: "(").map { String(swiftName[..<$0]) } ?? swiftName
      let labels = swiftName.dropFirst(baseName.count + 1).dropLast().split(separator: ":").filter { $0 != "_" }
      underscoredName = ([baseName] + labels.map(String.init)).joined(separator: "_")
      folded = Array(name.lowercased().utf8)
    }
  }

  package var slots: [Slot] { ClassKind.slotsByKind[self] ?? [] }

  private static let slotsByKind = Dictionary(uniqueKeysWithValues: allCases.map { ($0, makeSlots(of: $0)) })

  private static func makeSlots(of kind: ClassKind) -> [Slot] {
    switch kind {
    case .delegate: ClassKind.slots(of: .appDelegate)
    case .sceneDelegate: ClassKind.slots(of: .sceneDelegate)
    case .controller:
      ViewMethod.allCases.map { method in
        switch method {
        case .viewDidLoad:
          Slot(name: method.rawValue, selector: method.rawValue, swiftName: "viewDidLoad()", arguments: { [] })
        case .viewDidAppear:
          Slot(
            name: method.rawValue, selector: "viewDidAppear:", swiftName: "viewDidAppear(_:)",
            arguments: { [APIParameter("animated", type: "boolean", documentation: "whether it was animated")] })
        }
      }
    case .view:
      RootViewMethod.allCases.map { method in
        // SwiftUI modifiers do not have selectors.
        let (swiftName, arguments): (String, [APIParameter]) =
          switch method {
          case .onAppear: ("onAppear(perform:)", [])
          case .onOpenURL: ("onOpenURL(perform:)", [APIParameter("url", type: "string", documentation: "the URL")])
          case .onContinueUserActivity:
            (
              "onContinueUserActivity(_:perform:)",
              [APIParameter("activity", type: UserActivity.apiName, documentation: "the activity, of any type")]
            )
          case .onScenePhase:
            (
              "onChange(of:)",
              [
                APIParameter(
                  "phase", type: "\"active\"|\"inactive\"|\"background\"", documentation: "the new phase of the scene")
              ]
            )
          }
        return Slot(name: method.rawValue, selector: method.rawValue, swiftName: swiftName, arguments: { arguments })
      }
    }
  }

  private static func slots(of receiver: AppCallback.Receiver) -> [Slot] {
    AppCallback.allCases.filter { $0.receiver == receiver }.map { callback in
      Slot(
        name: callback.slot, selector: callback.selector, swiftName: callback.swiftName,
        arguments: { callback.arguments.map(CallbackArgument.parameter) })
    }
  }

  /// The class in help and in type files for editors. Its members are the slots.
  var apiType: APIType {
    let (name, type, parts) =
      switch self {
      case .delegate: ("appDelegate", "AppDelegate", "methods of an app delegate")
      case .sceneDelegate: ("sceneDelegate", "SceneDelegate", "methods of a scene delegate")
      case .controller: ("controllerClass", "ControllerClass", "methods of a view controller class")
      case .view: ("rootView", "RootView", "modifiers of the root view of a SwiftUI app")
      }
    return APIType(
      name, className: "homescreen.\(type)", expression: place,
      summary: "The \(parts): define those that the app has.")
  }

  /// The expression for the class in scripts.
  package var place: String {
    switch self {
    case .delegate: "app.delegate"
    case .sceneDelegate: "app.sceneDelegate"
    case .controller: "app.rootViewController"
    case .view: "app.view"
    }
  }

  /// The name of an object in messages.
  var noun: String {
    switch self {
    case .delegate: "the app delegate"
    case .sceneDelegate: "the scene delegate"
    case .controller: "a view controller"
    case .view: "the root view of a SwiftUI app"
    }
  }
}

/// The delegate methods that the system calls, by all their names.
enum KnownSlots {
  /// The maximum length of a name, in bytes.
  static let longestName = 256

  static let callbacks = Set(AppCallback.allCases.map(\.slot))
  static let vocabulary = Vocabulary(AppCallback.allCases.map(\.slot))
  /// The slots by selector and Swift name; the first one, if there are two.
  static let callbackByForeignName: [String: String] = AppCallback.allCases.reduce(into: [:]) { result, callback in
    for name in [callback.selector, callback.swiftName] where result[name] == nil { result[name] = callback.slot }
  }

  /// Methods of UIKit that are not modelled.
  static let unmodelled = UnmodelledCallback.all.map { callback in
    (
      name: callback.slot, selector: callback.selector, owner: callback.owner,
      folded: Array(callback.slot.lowercased().utf8)
    )
  }

  static func others(than kind: ClassKind) -> [(kind: ClassKind, slot: ClassKind.Slot)] { othersByKind[kind] ?? [] }

  private static let othersByKind: [ClassKind: [(kind: ClassKind, slot: ClassKind.Slot)]] = Dictionary(
    uniqueKeysWithValues: ClassKind.allCases.map { kind in
      (kind, ClassKind.allCases.filter { $0 != kind }.flatMap { other in other.slots.map { (other, $0) } })
    })
}

/// Checks the keys of a class, because a misspelt delegate method would never be called.
enum SlotCheck {
  /// First words of UIKit names that only methods of delegates and controllers have.
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
  /// Modifiers of SwiftUI that the simulator never runs, with the nearest alternative for each.
  private static let modifiers = [
    "task": "onAppear runs when the view appears.",
    "onDisappear": "onScenePhase is called when the app leaves the screen.",
    "onChange": "onScenePhase gets the phase of the scene.",
    "onReceive": "No notifications are posted here; onScenePhase gets the phase of the scene.",
    "handlesExternalEvents": "handlesExternalEvents is a table: { preferring = { … }, allowing = { … } }.",
  ]

  /// The maximum number of differing letters between a misspelt name and the correct one.
  private static let tolerance = 3

  /// The steps (``Work``) for comparing a key with all slots.
  private static let costOfLook = 150

  /// Returns the error for defining a key; nil if the key is a slot or one of the script's own names.
  static func failure(_ kind: ClassKind, _ key: String, isFunction: Bool) -> LuaFailure? {
    Work.count(costOfLook)
    // A longer key is neither a slot nor similar to one.
    guard key.utf8.count <= KnownSlots.longestName else { return nil }
    let slots = kind.slots
    if slots.contains(where: { $0.name == key }) {
      guard !isFunction else { return nil }
      return LuaFailure(
        "\(kind.place).\(key) is a method: expected a function", code: "argument", hint: writing(key, kind))
    }
    if isFunction, let callback = KnownSlots.unmodelled.first(where: { $0.name == key || $0.selector == key }) {
      return LuaFailure(
        "UIKit has '\(callback.name)' (\(callback.owner)), but the method is not modelled: nothing calls it here",
        code: "unknown-slot", hint: "Remove the method. \(modelled(kind))")
    }
    if let failure = swiftName(kind, key, isFunction: isFunction) ?? otherReceiver(kind, key) { return failure }
    if key.hasSuffix("_") {
      let bare = String(key.reversed().drop { $0 == "_" }.reversed())
      return unknown(key, kind, why: "the name of a method must not end with _", meant: closest(to: bare, in: slots))
    }
    if kind == .controller, ["present", "dismiss"].contains(key), isFunction {
      return LuaFailure(
        "\(key) cannot be overridden in one class", code: "unknown-slot",
        hint: "Replace UIViewController.present for all classes instead, in app.main or in a callback.")
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
        "the system never calls a method '\(key)' of \(kind.noun)", code: "unknown-slot",
        hint: "UIKit has '\(callback.name)' (\(callback.owner)), which is not modelled. \(modelled(kind))")
    }
    for (owner, prefixes) in families where owner == nil || owner == kind {
      if let prefix = prefixes.first(where: { key.hasPrefix($0) }), begins(afterPrefix: prefix, key) {
        return unknown(key, kind, why: nil, meant: closest(to: key, in: slots))
      }
    }
    return nil
  }

  /// Returns the failure for a Swift name, its base name, or a selector with colons.
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
      "\(kind.place).\(key): \(names.count == 1 ? "this is Swift's name" : "Swift has \(names.count) methods with this name"); "
        + "use the Objective-C name",
      code: "unknown-slot", hint: "Write \(names.joined(separator: " or ")).")
  }

  /// Returns the failure for a method of another object.
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
      "the system never calls a method '\(key)' of \(kind.noun)\(reason)", code: "unknown-slot", hint: hint)
  }

  private static func modelled(_ kind: ClassKind) -> String {
    "Use one of \(kind.slots.map(\.name).joined(separator: ", "))."
  }

  /// Returns the hint `Write function app.delegate:applicationDidBecomeActive(application).`
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

  /// Whether two names are equal except for case and a few letters in one place.
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

/// The Swift interface to `lua/prelude/classes.lua`, which implements the classes of apps' code.
final class ClassLibrary {
  private unowned let lua: LuaState
  private unowned let prelude: PreludeLoader
  /// The functions of the module by raw value, fetched on first use.
  private var functions = [LuaReference?](repeating: nil, count: Function.allCases.count)

  private enum Function: Int, CaseIterable {
    case make, adopt, instance, name, kind
  }

  init(_ lua: LuaState, _ prelude: PreludeLoader) { (self.lua, self.prelude) = (lua, prelude) }

  /// Pushes a new class without methods.
  func pushClass(_ kind: ClassKind, named name: String? = nil) throws { try call(.make, [kind.rawValue, name]) }

  /// Checks a script's table as a class and pushes it.
  /// - Throws: ``LuaFailure`` for a key that is a misspelt method.
  func pushClass(_ kind: ClassKind, from value: some LuaPushable) throws { try call(.adopt, [kind.rawValue, value]) }

  /// Pushes a new object of a class.
  func pushInstance(of reference: some LuaPushable) throws { try call(.instance, [reference]) }

  /// Returns the name of a controller class; nil if it does not have one.
  func name(of reference: some LuaPushable) throws -> String? {
    try call(.name, [reference])
    defer { lua.stack.removeLast() }
    return lua.stack.string(at: -1)
  }

  /// Returns the kind of a class; nil if the table is not a class.
  func kind(of reference: some LuaPushable) -> ClassKind? {
    guard (try? call(.kind, [reference])) != nil else { return nil }
    defer { lua.stack.removeLast() }
    return lua.stack.string(at: -1).flatMap { ClassKind(rawValue: $0) }
  }

  private func call(_ function: Function, _ arguments: [any LuaPushable]) throws {
    let reference = try functions[function.rawValue] ?? prelude.function("\(function)", of: "classes")
    functions[function.rawValue] = reference
    try lua.call(reference, keepingResultOf: arguments)
  }
}
