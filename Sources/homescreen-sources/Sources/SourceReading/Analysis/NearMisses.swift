import AppSources
import PropertyLists

/// Finds delegate methods with names similar to those that the system calls.
struct NearMisses {
  let program: Program

  init(_ program: Program) { self.program = program }

  /// Returns the near misses of a delegate class.
  func find(in entry: Program.TypeEntry) -> [NearMiss] {
    var found: [NearMiss] = []
    for number in entry.routines where !program.routines[number].isProperty {
      let routine = program.routines[number]
      let function = routine.function
      guard function.body != nil, !function.isStatic,
        DelegateSlot.filled(by: function) == nil,
        let meant = Self.meant(by: function), !declaredByProtocol(function, entry)
      else { continue }
      found.append(
        NearMiss(
          written: function.selector ?? function.written, meant: meant.rawValue,
          at: program.place(function.offset, in: routine.file)))
    }
    return found
  }

  /// Whether a protocol of the app requires the method, so that its name is intended.
  private func declaredByProtocol(_ function: Function, _ entry: Program.TypeEntry) -> Bool {
    // Requirements of Objective-C protocols have no code.
    if let selector = function.selector,
      program.files.contains(where: { file in
        file.facts.types.contains { $0.kind == .protocol && $0.functions.contains { $0.selector == selector } }
      })
    {
      return true
    }
    return isRequirement(function, entry)
  }

  private func isRequirement(_ function: Function, _ entry: Program.TypeEntry) -> Bool {
    program.routinesByName[function.name, default: []].contains { number in
      let other = program.routines[number]
      guard other.function.written == function.written, let owner = other.owner, owner != entry.name else {
        return false
      }
      return program.types[owner]?.kind == .protocol
    }
      || program.callersByName(function.name, labels: function.parameters.map(\.label))
  }

  /// Returns the slot that was probably intended.
  static func meant(by function: Function) -> DelegateSlot? {
    let labels = function.parameters.map(\.label)
    guard !labels.isEmpty else { return nil }
    var found: DelegateSlot?
    for slot in DelegateSlot.allCases {
      let real = function.selector == nil ? parts(of: slot.swiftName) : parts(ofSelector: slot.selector)
      guard isNear(function.name, labels, to: slot, real, isAsync: function.isAsync) else { continue }
      guard found == nil else { return nil }
      found = slot
    }
    guard let found, !others.contains(function.written) else { return swift2(function) }
    return found
  }

  private static func swift2(_ function: Function) -> DelegateSlot? {
    DelegateSlot.allCases.first { slot in
      function.selector == nil
        && NearMiss(written: function.written, meant: slot.rawValue, at: .init(file: "", line: 1)).isSwift2
    }
  }

  private static func isNear(
    _ name: String, _ labels: [String], to slot: DelegateSlot, _ real: (name: String, labels: [String]), isAsync: Bool
  ) -> Bool {
    // An async method has no completion handler.
    let slotName = real.name
    let slotLabels = isAsync && slot.contents.last == .completion ? Array(real.labels.dropLast()) : real.labels
    if name == slotName, labels.count == slotLabels.count {
      let different = zip(labels, slotLabels).filter { $0 != $1 }
      guard different.count == 1, let (mine, real) = different.first else { return false }
      // `performActionForShortcutItem` for `performActionFor`, `willConnectToSession` for `willConnectTo`.
      return isNear(mine, real) || mine.count > 6 && real.count > 6 && (mine.hasPrefix(real) || real.hasPrefix(mine))
    }
    if labels == slotLabels, name != slotName { return name.count > 4 && isNear(name, slotName) }
    // The completion handler is missing, and it is not the variant without one.
    if name == slotName, slot.contents.last == .completion, !isAsync, labels == Array(slotLabels.dropLast()) {
      return slot == .performAction || slot == .windowScenePerformAction
    }
    return false
  }

  private static func parts(of name: String) -> (String, [String]) {
    guard let bracket = name.firstIndex(of: "(") else { return (name, []) }
    let labels = name[name.index(after: bracket)...].dropLast().split(separator: ":").map(String.init)
    return (String(name[..<bracket]), labels)
  }

  /// Splits a selector as ``Function/written`` does for Objective-C methods.
  private static func parts(ofSelector selector: String) -> (String, [String]) {
    let parts = selector.split(separator: ":").map(String.init)
    return (parts[0], selector.utf8.last == UInt8(ascii: ":") ? ["_"] + parts.dropFirst() : [])
  }

  /// Whether two words differ by one or two letters and are long enough for that to matter.
  private static func isNear(_ mine: String, _ real: String) -> Bool {
    guard mine.count > 4, real.count > 4 else { return mine.lowercased() == real.lowercased() }
    return LetterDistance.between(mine, real, atMost: 2) != nil
  }

  /// UIKit methods with names similar to a slot's.
  private static let others: Set = [
    "application(_:open:sourceApplication:annotation:)", "application(_:handleOpen:)",
    "application(_:didReceiveRemoteNotification:)", "application(_:didUpdate:)", "scene(_:didUpdate:)",
    "application(_:didFailToContinueUserActivityWithType:error:)",
    "scene(_:didFailToContinueUserActivityWithType:error:)",
    "application(_:didReceive:)", "application(_:viewControllerWithRestorationIdentifierPath:coder:)",
    "userNotificationCenter(_:willPresent:withCompletionHandler:)", "scene(_:restoreInteractionStateWith:)",
    "application(_:handleEventsForBackgroundURLSession:completionHandler:)",
    "application(_:didReceiveLocalNotification:)", "applicationDidReceiveMemoryWarning(_:)",
    "application(_:handleActionWithIdentifier:for:completionHandler:)",
    "windowScene(_:didUpdate:interfaceOrientation:traitCollection:)",
    "windowScene(_:userDidAcceptCloudKitShareWith:)", "applicationSignificantTimeChange(_:)",
  ]
}

extension Program {
  /// Whether code among the files calls a method with this name and labels, so that the name is intended.
  func callersByName(_ name: String, labels: [String]) -> Bool {
    let wanted = labels.map { $0 == "_" ? nil : $0 }
    return routineNumbers(mentioning: [name]).contains { number in
      routines[number].body.contains { expression in
        guard case .call(let callee, let arguments) = expression.form, callee.lastName == name else { return false }
        return arguments.map(\.label) == wanted
      }
    }
  }
}
