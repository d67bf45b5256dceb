import AppSources

/// The classes that are delegates of the system, and the entry point of the program.
struct Delegates {
  let program: Program
  private(set) var entry: EntryPoint?
  /// The roles, keyed by type name.
  private(set) var roles: [String: [HandlerClass.Role]] = [:]
  let notifications: NotificationDelegates

  init(_ program: Program) {
    self.program = program
    notifications = NotificationDelegates(program)
    entry = findEntry()
    if let name = entry?.appDelegate, let type = program.type(named: name) {
      entry?.appDelegate = type.name
      add(.appDelegate, to: type.name)
    }
    let isSystems = Set(Self.protocols.flatMap(\.1)).union(Self.delegateClasses)
    for type in program.types.values where type.kind != .protocol && !isSystems.contains(type.name) {
      let above = [type.name] + program.ancestors(of: type.name)
      for (role, names) in Self.protocols
      where above.contains(where: { names.contains(Program.lastName(Program.plain($0))) }) {
        add(role, to: type.name)
      }
      let isBase = above.contains { name in
        Self.delegateClasses.contains(Program.lastName(name))
      }
      if isBase { add(.appDelegate, to: type.name) }
      if above.contains(where: { ["FlutterSceneDelegate", "ExpoSceneDelegate"].contains($0) }) {
        add(.sceneDelegate, to: type.name)
      }
      // Only an extension or category is here; the class belongs to another project.
      if type.home == nil, Program.lastName(type.name).hasSuffix("AppDelegate") { add(.appDelegate, to: type.name) }
      // An extension of a class that is not here, perhaps by an alias of a delegate, may have its methods.
      if type.home == nil, roles[type.name] == nil, !Self.isOfSystem(type.name), hasSlot(type) { roles[type.name] = [] }
    }
    if program.modifiersByOwner["View"] != nil { add(.swiftUI, to: "View") }
    for setting in notifications.settings { add(.notificationDelegate, to: setting.className) }
    for name in configuredSceneDelegates() where roles[name]?.contains(.sceneDelegate) != true {
      add(.sceneDelegate, to: name)
    }
  }

  private static let protocols: [(HandlerClass.Role, Set<String>)] = [
    (.appDelegate, ["UIApplicationDelegate"]),
    (.sceneDelegate, ["UIWindowSceneDelegate", "UISceneDelegate"]),
    (.swiftUI, ["App", "Scene", "View", "ViewModifier"]),
    (
      .plugin,
      [
        "FlutterPlugin", "FlutterSceneLifeCycleDelegate", "ExpoAppDelegateSubscriber", "CAPPlugin", "CDVPlugin",
        "RCTBridgeModule", "UIApplicationDelegateSubscriber", "FlutterApplicationLifeCycleDelegate",
      ]
    ),
  ]

  /// Framework classes that are app delegates.
  private static let delegateClasses: Set = [
    "RCTAppDelegate", "FlutterAppDelegate", "ExpoAppDelegate", "EXAppDelegateWrapper", "CDVAppDelegate",
    "RCTDefaultReactNativeFactoryDelegate", "EXAppDelegate", "UIApplicationDelegateForwarder",
  ]

  /// Whether a name is one of a class or protocol of iOS.
  static func isOfSystem(_ name: String) -> Bool {
    ["NS", "UI", "UN"].contains { name.hasPrefix($0) } && name.dropFirst(2).first?.isUppercase == true
  }

  private func hasSlot(_ type: Program.TypeEntry) -> Bool {
    type.routines.contains { DelegateSlot.filled(by: program.routines[$0].function) != nil }
  }

  private mutating func add(_ role: HandlerClass.Role, to name: String) {
    if roles[name]?.contains(role) != true { roles[name, default: []].append(role) }
  }

  // MARK: The entry

  private func findEntry() -> EntryPoint? {
    for type in program.types.values.sorted(by: { $0.name < $1.name }) {
      guard let home = type.home, program.files[home.file].module == nil else { continue }
      let facts = program.facts(home)
      let place = program.place(facts.offset, in: home.file)
      if facts.attributes.contains("UIApplicationMain") {
        return EntryPoint(.appDelegate, appDelegate: type.name, at: place)
      }
      guard facts.attributes.contains("main") else { continue }
      let above = program.ancestors(of: type.name).map { Program.lastName($0) }
      if above.contains("App") { return EntryPoint(.swiftUI, appDelegate: adaptor(of: type), at: place) }
      if above.contains("UIApplicationDelegate") || above.contains(where: { Self.delegateClasses.contains($0) }) {
        return EntryPoint(.appDelegate, appDelegate: type.name, at: place)
      }
    }
    // What calls both chooses by the version, and SwiftUI is for the newer ones.
    return calledMain() ?? mainFile() ?? frameworkApp() ?? mainFile(ofFrameworks: true)
  }

  /// Returns the only `@main` app of the frameworks: the app's own code without an entry point loads it.
  private func frameworkApp() -> EntryPoint? {
    let apps = program.types.values.filter { type in
      guard let home = type.home, program.facts(home).attributes.contains("main") else { return false }
      return program.ancestors(of: type.name).contains { Program.lastName($0) == "App" }
    }
    guard apps.count == 1, let home = apps[0].home else { return nil }
    let place = program.place(program.facts(home).offset, in: home.file)
    return EntryPoint(.swiftUI, appDelegate: adaptor(of: apps[0]), at: place)
  }

  /// Returns the class that SwiftUI's adaptor creates, or that code makes the delegate of the application.
  private func adaptor(of type: Program.TypeEntry) -> String? {
    let others = program.types.values.filter { !$0.inherits.contains("App") }.sorted { $0.name < $1.name }
    return ([type] + others).lazy.compactMap(ownAdaptor).first ?? notifications.appDelegate
  }

  private func ownAdaptor(of type: Program.TypeEntry) -> String? {
    for property in type.properties.values.map(\.property).sorted(by: { $0.offset < $1.offset }) {
      guard let attribute = property.attributes.first(where: { $0.name == "UIApplicationDelegateAdaptor" }) else {
        continue
      }
      if let name = property.type { return name }
      if let argument = attribute.arguments.first, case .member(let base?, "self") = argument.value.form {
        return base.written
      }
    }
    return nil
  }

  /// Finds `UIApplicationMain(argc, argv, nil, NSStringFromClass(AppDelegate.self))` in the app's own files, or in its
  /// frameworks: that of Unity starts the app.
  private func mainFile(ofFrameworks: Bool = false) -> EntryPoint? {
    for number in program.routineNumbers(mentioning: ["UIApplicationMain"]) {
      let routine = program.routines[number]
      guard (program.files[routine.file].module != nil) == ofFrameworks else { continue }
      var found: (UInt32, Expression?)?
      routine.body.visit { expression in
        if case .call(let callee, let arguments) = expression.form, callee.lastName == "UIApplicationMain" {
          found = (expression.offset, arguments.last?.value)
        }
      }
      guard let (offset, argument) = found else { continue }
      let name = argument.flatMap { delegateName(in: $0, of: routine.body) }
      return EntryPoint(.mainFile, appDelegate: name, at: program.place(offset, in: routine.file))
    }
    return nil
  }

  /// Returns the class that an argument names, perhaps with variables. The last branch chooses the class, unless it is
  /// for tests; nil if the classes differ in the method that chooses the scene delegate.
  private func delegateName(in argument: Expression, of body: [Statement]) -> String? {
    var all: [String] = []
    collectNames(argument, body, 0, &all)
    let real = all.map(Program.lastName).filter { !$0.lowercased().contains("test") }
    let known = real.filter { program.type(named: $0) != nil }
    let choosers = Set(
      known.map { name in ([name] + program.ancestors(of: name)).contains(where: choosesSceneDelegate) })
    return choosers.count > 1 ? nil : known.last ?? real.last
  }

  private func choosesSceneDelegate(_ name: String) -> Bool {
    program.type(named: name)?.routines.contains {
      DelegateSlot.filled(by: program.routines[$0].function) == .configurationForConnecting
    } ?? false
  }

  /// Collects the names of classes that an expression may mean, without those in conditions.
  private func collectNames(_ expression: Expression, _ body: [Statement], _ depth: Int, _ names: inout [String]) {
    if let name = Self.className(expression) { return names.append(name) }
    guard depth < 8 else { return }
    switch expression.form {
    case .text(let text): names.append(text)
    case .choice(_, let left, let right), .binary("??", let left, let right):
      for side in [left, right] { collectNames(side, body, depth + 1, &names) }
    case .cast(let inner, _, _): collectNames(inner, body, depth + 1, &names)
    case .call(let callee, let arguments):
      for argument in arguments { collectNames(argument.value, body, depth + 1, &names) }
      guard case .name(let name) = callee.form, let all = program.routinesByName[name], all.count == 1 else { return }
      let inner = program.routines[all[0]].body
      for value in values(of: nil, in: inner) { collectNames(value, inner, depth + 1, &names) }
    case .name(let variable):
      for value in values(of: variable, in: body) { collectNames(value, body, depth + 1, &names) }
      guard let value = program.globals[variable]?.property.value else { return }
      collectNames(value, body, depth + 1, &names)
      // Unity's macro makes a subclass set the variable before the program starts.
      guard let base = names.last, base == "UnityAppController" else { return }
      names += program.types.values.filter { program.ancestors(of: $0.name).contains(base) }.map(\.name).sorted()
    default: break
    }
  }

  /// Returns the values that statements give to a variable; without a variable, those that they return.
  private func values(of variable: String?, in body: [Statement]) -> [Expression] {
    var found: [(UInt32, Expression)] = []
    body.visitStatements { statement in
      switch statement.form {
      case .declare(let pattern, _, let value?, _) where pattern.names.first == variable:
        found.append((statement.offset, value))
      case .leave(let value?) where variable == nil: found.append((statement.offset, value))
      case .expression(let value) where variable == nil && body.count == 1: found.append((statement.offset, value))
      default: break
      }
    }
    body.visit { expression in
      if case .assign("=", let target, let value) = expression.form, target.written == variable {
        found.append((expression.offset, value))
      }
    }
    return found.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Finds `MyApp.main()` in a file of statements, or in another type with `@main`.
  private func calledMain() -> EntryPoint? {
    for type in program.types.values.sorted(by: { $0.name < $1.name }) {
      guard let home = type.home, type.kind == .struct,
        program.facts(home).inherits.contains(where: { Program.lastName($0) == "App" })
      else { continue }
      for number in program.routineNumbers(mentioning: ["main"]) {
        let routine = program.routines[number]
        guard program.files[routine.file].module == nil else { continue }
        var found: UInt32?
        routine.body.visit { expression in
          if case .call(let callee, _) = expression.form, callee.lastName == "main", callee.base?.written == type.name {
            found = expression.offset
          }
        }
        if let found {
          let delegate = adaptor(of: type) ?? mainFile()?.appDelegate
          return EntryPoint(.swiftUI, appDelegate: delegate, at: program.place(found, in: routine.file))
        }
      }
    }
    return nil
  }

  /// Returns the classes that code sets as the delegate of a scene configuration.
  private func configuredSceneDelegates() -> [String] {
    var found: [String] = []
    for routine in program.routineNumbers(mentioning: ["delegateClass"]).map({ program.routines[$0] }) {
      routine.body.visit { expression in
        guard case .assign("=", let target, let value) = expression.form, target.lastName == "delegateClass" else {
          return
        }
        if let name = Self.className(value), let type = program.type(named: name, from: routine.owner) {
          found.append(type.name)
        }
      }
    }
    return found
  }

  /// Returns the class of `A.self` or `[A class]`.
  static func className(_ expression: Expression) -> String? {
    switch expression.form {
    case .member(let base?, "self"), .member(let base?, "class"): base.written
    case .call(let callee, let arguments) where arguments.isEmpty && callee.lastName == "class": callee.base?.written
    default: nil
    }
  }
}

extension DelegateSlot {
  /// Returns the slot that a function fills, by its exact name.
  static func filled(by function: Function) -> DelegateSlot? {
    let name = function.selector ?? function.written
    if older.contains(where: { $0.contains(name) }) { return .openURL }
    if function.selector != nil { return bySelector[name] }
    return bySwiftName[name] ?? (function.isAsync ? byAsyncName[name] : nil)
  }

  /// Returns how many newer names the slot has: the system calls an older one if the class has no newer one (LAUNCH-180).
  static func age(of function: Function) -> Int {
    let name = function.selector ?? function.written
    return older.firstIndex { $0.contains(name) }.map { $0 + 1 } ?? 0
  }

  /// The names that `application(_:open:options:)` had before, the newest first.
  private static let older: [Set<String>] = [
    ["application(_:open:sourceApplication:annotation:)", "application:openURL:sourceApplication:annotation:"],
    ["application(_:handleOpen:)", "application:handleOpenURL:"],
  ]

  private static let bySelector = Dictionary(uniqueKeysWithValues: DelegateSlot.allCases.map { ($0.selector, $0) })
  private static let bySwiftName = Dictionary(uniqueKeysWithValues: DelegateSlot.allCases.map { ($0.swiftName, $0) })
  private static let byAsyncName = Dictionary(
    DelegateSlot.allCases.compactMap { slot in slot.asyncName.map { ($0, slot) } },
    uniquingKeysWith: { first, _ in first })
}

/// The `window` of the app delegate in an app with scenes, if no code sets it: it is always nil.
struct UnsetWindow {
  private let program: Program
  private let identifier: String

  /// Returns nil if the app has no scene delegate, or if code may set the window.
  init?(_ program: Program, _ delegates: Delegates) {
    guard let owner = delegates.entry?.appDelegate, delegates.entry?.kind != .swiftUI,
      delegates.roles.values.contains(where: { $0.contains(.sceneDelegate) }),
      let entry = program.types[owner]?.properties["window"],
      entry.property.value?.isNull ?? true, !entry.property.isStatic,
      entry.property.accessors.allSatisfy({ ["willSet", "didSet"].contains($0.kind) }),
      program.ancestors(of: owner).allSatisfy({ Delegates.isOfSystem($0) || program.type(named: $0) != nil })
    else { return nil }
    (self.program, identifier) = (program, entry.identifier)
    if mayBeSet { return nil }
  }

  private var mayBeSet: Bool {
    program.routineNumbers(mentioning: ["window", "_window", "setWindow"]).contains { number in
      let scope = program.scope(of: number)
      return program.routines[number].body.contains { expression in
        switch expression.form {
        case .assign(_, let target, _), .unary("&", let target): mayMean(target.bare, scope)
        case .call(let callee, _): callee.lastName == "setWindow"
        default: false
        }
      }
    }
  }

  private func mayMean(_ target: Expression, _ scope: Scope) -> Bool {
    guard ["window", "_window"].contains(target.lastName ?? "") else { return false }
    // A variable of this name may be in another part of the function.
    if case .name(let name) = target.form, scope.locals[name] != nil {
      return program.property(named: "window", of: scope.owner)?.identifier == identifier
    }
    if let entry = program.property(of: target, in: scope) { return entry.identifier == identifier }
    guard let base = target.base, let type = program.typeName(of: base, in: scope) else { return true }
    // A type that is not among the files may be a protocol or a superclass of the delegate.
    return program.type(named: type, from: scope.owner) == nil
  }

  /// Whether the value of an expression is nil because it begins with the window.
  func isUsed(by expression: Expression, in scope: Scope, depth: Int = 0) -> Bool {
    guard depth < 12 else { return false }
    func again(_ inner: Expression?) -> Bool { inner.map { isUsed(by: $0, in: scope, depth: depth + 1) } ?? false }
    switch expression.bare.form {
    case .name(let name):
      guard let local = scope.locals[name] else {
        return program.property(of: expression.bare, in: scope)?.identifier == identifier
      }
      var outer = scope
      outer.locals[name] = nil
      return local.value.map { isUsed(by: $0, in: outer, depth: depth + 1) } ?? false
    case .member(let base?, let name):
      if name == "window", ["shared.delegate", "pplication().delegate"].contains(where: base.bare.written.hasSuffix) {
        return true
      }
      return program.property(of: expression.bare, in: scope)?.identifier == identifier || again(base)
    case .call(let callee, _): return again(callee.base)
    case .element(let inner, _), .cast(let inner, _, _), .attempt(let inner, _): return again(inner)
    default: return false
    }
  }
}
