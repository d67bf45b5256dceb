import AppSources

/// Finds category methods that replace the system's methods in a delegate. If the extended class has the method, too,
/// it is unknown which of the two runs.
struct OverrideFinder {
  let program: Program
  let delegates: Delegates

  func find() -> [CategoryOverride] {
    var found: [CategoryOverride] = []
    for name in delegates.roles.keys.sorted() {
      guard let entry = program.types[name], delegates.roles[name] != [.swiftUI] else { continue }
      let isForeign = !entry.parts.contains { part in
        let facts = program.facts(part)
        return facts.kind == .class && !facts.isInterface
      }
      for part in entry.parts {
        let facts = program.facts(part)
        guard facts.kind == .category, !facts.isInterface, let category = facts.category else { continue }
        for function in facts.functions where function.body != nil {
          guard let selector = function.selector, let slot = DelegateSlot.filled(by: function), !function.isStatic,
            isForeign && slot.isOfTemplates || isElsewhere(selector, than: part, of: entry)
          else { continue }
          found.append(
            CategoryOverride(
              className: name, category: category, selector: selector, callsOriginal: false,
              at: program.place(function.offset, in: part.file)))
        }
        found += exchanged(in: facts, category, of: name, part.file)
      }
    }
    return found.sorted { $0.place < $1.place }
  }

  /// Whether the class or another category also has the method.
  private func isElsewhere(
    _ selector: String, than part: (file: Int, index: Int), of entry: Program.TypeEntry
  ) -> Bool {
    entry.parts.contains { other in
      (other.file != part.file || other.index != part.index)
        && program.facts(other).functions.contains { $0.selector == selector && $0.body != nil }
    }
  }

  /// Returns the methods that a category exchanges with those of the system, by `method_exchangeImplementations`.
  private func exchanged(in facts: TypeFacts, _ category: String, of name: String, _ file: Int) -> [CategoryOverride] {
    var found: [CategoryOverride] = []
    for function in facts.functions {
      guard let body = function.body else { continue }
      let isSwapping = body.contains { expression in
        if case .call(let callee, _) = expression.form { Self.swaps.contains(callee.lastName ?? "") } else { false }
      }
      guard isSwapping else { continue }
      var selectors: [String] = []
      body.visit { if case .selector(let selector) = $0.form { selectors.append(selector) } }
      guard let original = selectors.first(where: { Self.slots.contains($0) }) else { continue }
      for other in facts.functions {
        guard let selector = other.selector, selector != original, selectors.contains(selector),
          let swapped = other.body
        else { continue }
        found.append(
          CategoryOverride(
            className: name, category: category, selector: original,
            callsOriginal: swapped.contains { Self.calls(other, $0) }, at: program.place(other.offset, in: file)))
      }
    }
    return found
  }

  /// Whether a method calls its own name, which after the exchange is the replaced method.
  private static func calls(_ function: Function, _ expression: Expression) -> Bool {
    guard case .call(let callee, let arguments) = expression.form, callee.lastName == function.name else {
      return false
    }
    return arguments.count == function.parameters.count
  }

  private static let swaps: Set = ["method_exchangeImplementations", "class_replaceMethod", "method_setImplementation"]
  private static let slots = Set(DelegateSlot.allCases.map(\.selector))
}

extension DelegateSlot {
  /// Whether Xcode's templates put the method into the app delegate, so that an unknown class probably has it.
  fileprivate var isOfTemplates: Bool {
    [
      .didFinishLaunching, .applicationDidBecomeActive, .applicationWillResignActive, .applicationDidEnterBackground,
      .applicationWillEnterForeground, .applicationWillTerminate, .openURL,
    ].contains(self)
  }
}
