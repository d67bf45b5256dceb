import AppSources

/// Finds the methods that the system calls, and what each of them does.
struct HandlerFinder {
  let program: Program
  let constants: Constants
  let delegates: Delegates
  private let unsetWindow: UnsetWindow?
  /// The system's methods, keyed by routine.
  private(set) var slots: [Int: DelegateSlot] = [:]
  /// The methods of classes that Objective-C does not see.
  private var hidden: [String: [NearMiss]] = [:]

  init(_ program: Program, constants: Constants, delegates: Delegates) {
    self.program = program
    self.constants = constants
    self.delegates = delegates
    unsetWindow = UnsetWindow(program, delegates)
    for (name, roles) in delegates.roles where roles != [.swiftUI] {
      let functions = inheritedRoutines(of: name).map { ($0, program.routines[$0].function) }
      for (number, function) in functions {
        guard let slot = DelegateSlot.filled(by: function) else { continue }
        let age = DelegateSlot.age(of: function)
        if age > 0,
          functions.contains(where: { DelegateSlot.filled(by: $0.1) == slot && DelegateSlot.age(of: $0.1) < age })
        {
          continue
        }
        // The notification centre calls only this method of its delegate.
        if !Self.isDelegate(roles), slot != .didReceiveNotificationResponse { continue }
        if slot == .windowScenePerformAction, isHidden(number, of: name) {
          hidden[name, default: []].append(
            NearMiss(
              written: function.written, meant: slot.rawValue,
              at: program.place(function.offset, in: program.routines[number].file)))
          continue
        }
        slots[number] = slot
      }
    }
  }

  /// Whether Objective-C does not see a method of UIWindowSceneDelegate: the class conforms to UISceneDelegate only.
  private func isHidden(_ number: Int, of name: String) -> Bool {
    let routine = program.routines[number]
    let above = program.ancestors(of: name)
    return above.contains("UISceneDelegate") && !routine.function.attributes.contains("objc")
      && above.allSatisfy {
        ["UISceneDelegate", "UIResponder", "NSObject", "ObservableObject"].contains($0)
          || program.types[$0]?.kind == .class
      } && program.files[routine.file].path.hasSuffix(".swift")
      && ([name] + above).allSatisfy { type in
        program.types[type]?.parts.allSatisfy { !program.facts($0).attributes.contains("objcMembers") } ?? true
      }
  }

  /// Whether a class has a role other than a view's or the notification centre delegate's, or an unknown one.
  private static func isDelegate(_ roles: [HandlerClass.Role]) -> Bool {
    roles.isEmpty || !Set(roles).isSubset(of: [.swiftUI, .notificationDelegate])
  }

  /// The name of the system's method for each routine.
  var slotNames: [Int: String] {
    var names = slots.mapValues(\.rawValue)
    for number in program.modifiersByOwner.values.joined() { names[number] = program.routines[number].modifier }
    return names
  }

  /// Returns the methods of a class, and those that it inherits from types in the files and does not override.
  private func inheritedRoutines(of name: String) -> [Int] {
    guard let entry = program.types[name] else { return [] }
    var found = entry.routines.filter { !program.routines[$0].isProperty && program.routines[$0].function.body != nil }
    var written = Set(found.map { program.routines[$0].function.written })
    for parent in program.ancestors(of: name) {
      guard let above = program.type(named: parent, from: name), above.kind == .class || above.kind == .protocol else {
        continue
      }
      for number in above.routines where !program.routines[number].isProperty {
        let function = program.routines[number].function
        if function.body != nil, written.insert(function.written).inserted { found.append(number) }
      }
    }
    return found
  }

  // MARK: What they do

  /// The classes, what they store, and the places that need the window of the app delegate, which is nil.
  typealias Found = (handlers: [HandlerClass], writes: [Follower.StoreUse], windowUses: Set<SourcePlace>)

  /// Returns all classes, and what their methods put into stores.
  ///
  /// Repeats until all stores are known: only then are methods recognised that handle a stored event.
  func find() -> Found {
    var stores: [String: HandlerStep.Subject] = [:]
    while true {
      let result = find(stores)
      var next = stores
      for write in result.writes where next[write.identifier] == nil { next[write.identifier] = write.subject }
      if next.count == stores.count { return result }
      stores = next
    }
  }

  private func find(_ stores: [String: HandlerStep.Subject]) -> Found {
    var classes: [HandlerClass] = []
    var (writes, windowUses): ([Follower.StoreUse], Set<SourcePlace>) = ([], [])
    for name in delegates.roles.keys.sorted() {
      guard let roles = delegates.roles[name], let entry = program.types[name],
        let part = entry.home ?? entry.parts.first
      else { continue }
      let facts = program.facts(part)
      var found = HandlerClass(
        name, roles: roles, inherits: entry.inherits, at: program.place(facts.offset, in: part.file),
        module: program.files[part.file].module)
      let written = facts.attributes.first { $0.hasPrefix("objc(") }
      found.objectiveCName = written.map { String($0.dropFirst(5).dropLast()) }
      found.isPartial = !entry.parts.contains { program.facts($0).isImplementation }
      for number in inheritedRoutines(of: name).sorted() {
        guard let slot = slots[number] else { continue }
        let (method, follower) = method(number, slot, stores)
        found.methods.append(method)
        writes += follower.writes
        windowUses.formUnion(follower.windowUses)
      }
      if roles.contains(.swiftUI) {
        for number in program.modifiersByOwner[name, default: []] {
          guard let modifier = program.routines[number].modifier, name != "View" || modifier == "onOpenURL" else {
            continue
          }
          let (method, follower) = method(number, modifier, stores)
          let isQuiet = ["onAppear", "task", "onReceive"].contains(modifier)
          if !isQuiet || !method.steps.isEmpty { found.methods.append(method) }
          writes += follower.writes
        }
      }
      if Self.isDelegate(roles) { found.nearMisses = NearMisses(program).find(in: entry) + hidden[name, default: []] }
      let isHost = !Set(roles).isDisjoint(with: [.appDelegate, .sceneDelegate, .notificationDelegate])
      if isHost || !found.methods.isEmpty || !found.nearMisses.isEmpty { classes.append(found) }
    }
    return (classes, writes, windowUses)
  }

  private func method(
    _ number: Int, _ slot: DelegateSlot, _ stores: [String: HandlerStep.Subject]
  ) -> (HandlerMethod, Follower) {
    let routine = program.routines[number]
    let function = routine.function
    var method = HandlerMethod(
      slot.rawValue, written: function.selector ?? function.written,
      at: program.place(function.offset, in: routine.file),
      isAsync: function.isAsync, condition: function.condition)
    var values: [String: LaunchValue] = [:]
    for (parameter, content) in zip(function.parameters, slot.contents) {
      switch content {
      case .event(let subject): values[parameter.name] = LaunchValue(.event(subject), isCertain: true)
      case .events(let subject): values[parameter.name] = LaunchValue(.events(subject), isCertain: true)
      case .launchOptions: values[parameter.name] = LaunchValue(.launchOptions, isCertain: true)
      case .connectionOptions: values[parameter.name] = LaunchValue(.connectionOptions, isCertain: true)
      case .plain, .completion: break
      }
    }
    values["_"] = nil
    let follower = Follower(program, constants: constants, stores: stores, unsetWindow)
    follower.follow(method: number, values: values)
    method.steps = follower.steps
    var acts = follower.firstDeed(in: routine.body, of: number) != nil
    routine.body.visitStatements { acts = acts || $0.isAssignment }
    if !acts { method.isIdle = true }
    if let index = slot.contents.firstIndex(of: .completion) {
      if function.isAsync {
        method.completion = CompletionUse(.all)
      } else if index < function.parameters.count {
        method.completion = CompletionPaths(program).use(of: index, in: number)
      }
    }
    if slot == .didFinishLaunching || slot == .willFinishLaunching { method.returned = returned(follower) }
    if slot == .configurationForConnecting { addConfiguration(number, to: &method) }
    if slot == .sceneWillConnect {
      method.lostWindow = lostWindow(in: routine.body).map { program.place($0, in: routine.file) }
    }
    return (method, follower)
  }

  private func method(
    _ number: Int, _ modifier: String, _ stores: [String: HandlerStep.Subject]
  ) -> (HandlerMethod, Follower) {
    let routine = program.routines[number]
    var method = HandlerMethod(
      modifier, written: modifier == "onChangeOfScenePhase" ? "onChange(of:)" : modifier,
      at: program.place(routine.function.offset, in: routine.file), condition: routine.function.condition)
    var values: [String: LaunchValue] = [:]
    // An event without a name is given, too.
    if let first = routine.function.parameters.first.map({ $0.name == "_" ? "" : $0.name }) {
      if modifier == "onOpenURL" { values[first] = LaunchValue(.event(.url), isCertain: true) }
      if modifier == "onContinueUserActivity" { values[first] = LaunchValue(.event(.userActivity), isCertain: true) }
    }
    let follower = Follower(program, constants: constants, stores: stores, unsetWindow)
    // Only a view that is shown gets links.
    let views = ShownViews(program)
    let decider =
      routine.owner == "View" ? views.decider(ofUseInAllViews: number) : views.decider(ofModifier: number)
    follower.follow(method: number, values: values, onlyAt: values.isEmpty ? nil : decider)
    method.steps = follower.steps
    return (method, follower)
  }

  private func returned(_ follower: Follower) -> ReturnedValue? {
    let all = follower.returns
    guard let last = all.last else { return nil }
    if let unknown = all.first(where: { $0.kind == .computed }) { return ReturnedValue(.computed, at: unknown.place) }
    if let known = all.first(where: { $0.kind == .noWhenGiven }) { return ReturnedValue(.noWhenGiven, at: known.place) }
    if all.allSatisfy({ $0.kind == .yes }) { return ReturnedValue(.yes, at: last.place) }
    if all.allSatisfy({ $0.kind == .no }) { return ReturnedValue(.no, at: last.place) }
    let refusals = all.filter { $0.kind == .no }
    if refusals.allSatisfy({ $0.condition == .whenGiven }) {
      return ReturnedValue(.noWhenGiven, at: refusals.first?.place ?? last.place)
    }
    return ReturnedValue(.computed, at: last.place)
  }

  // MARK: Scenes

  /// Returns the window in a local variable of which the code only uses members; nil if something may keep it.
  private func lostWindow(in body: [Statement]) -> UInt32? {
    var made: (name: String, offset: UInt32)?
    var isKept = false
    body.visitStatements { statement in
      guard case .declare(let pattern, _, let value?, _) = statement.form,
        ["UIWindow(", "UIWindow.alloc()."].contains(where: value.bare.written.hasPrefix)
      else { return }
      isKept = isKept || made != nil || pattern.names.count != 1
      made = (pattern.names.first ?? "", statement.offset)
    }
    guard let made else { return nil }
    var (mentions, members) = (0, 0)
    body.visit { expression in
      switch expression.form {
      case .name(made.name): mentions += 1
      case .member(let base?, _): if case .name(made.name) = base.form { members += 1 }
      case .assign(_, let target, _): isKept = isKept || target.lastName?.lowercased().hasSuffix("window") == true
      case .closure(let closure): isKept = isKept || closure.body.contains { $0.written == made.name }
      default: break
      }
    }
    return isKept || mentions != members ? nil : made.offset
  }

  /// Adds the delegate and configuration that a method chooses, if there is only one.
  private func addConfiguration(_ number: Int, to method: inout HandlerMethod) {
    var classes: Set<String> = []
    var names: [TextValue] = []
    /// Whether code that was not followed may choose, such as that of the session's own configuration.
    var isOpen = false
    var open = [number]
    var seen: Set<Int> = []
    while let current = open.popLast(), seen.count < 20 {
      guard seen.insert(current).inserted else { continue }
      let scope = program.scope(of: current)
      program.routines[current].body.visit { expression in
        switch expression.form {
        case .assign("=", let target, let value) where target.lastName == "delegateClass":
          let name = Delegates.className(value) ?? ""
          classes.insert(program.type(named: name, from: scope.owner)?.name ?? name)
        case .call(let callee, let arguments):
          let isMade =
            callee.lastName == "UISceneConfiguration"
            || ["UISceneConfiguration", "UISceneConfiguration.alloc()"].contains(callee.base?.written ?? "")
          if isMade, let name = arguments.first(where: { ($0.label ?? "").hasPrefix("name") }) ?? arguments.first {
            names.append(constants.text(of: name.value, in: scope))
          }
          if let target = program.target(of: callee, arguments, in: scope, byNameAlone: false) {
            open.append(target)
          } else if arguments.contains(where: { program.typeName(of: $0.value, in: scope) == "UISceneConfiguration" }) {
            isOpen = true
          }
        case .member(_, "configuration"): isOpen = true
        default: break
        }
      }
    }
    if classes.count == 1, let only = classes.first, !only.isEmpty { method.sceneDelegate = only }
    if Set(names).count == 1, classes.isEmpty && !isOpen || method.sceneDelegate != nil {
      method.configuration = names[0]
    } else if let first = names.first {
      method.configuration = .computed(names.count > 1 ? "" : first.literal ?? "")
    }
  }
}
