import AppSources

/// Finds methods of categories that take the place of a method of their class: which of the two is called, nobody says.
struct OverrideFinder {
  let program: Program

  func find() -> [CategoryOverride] {
    var found: [CategoryOverride] = []
    for (index, file) in program.files.enumerated() {
      for type in file.facts.types where type.kind == .category && !type.isInterface {
        guard let category = type.category, !category.isEmpty else { continue }
        for function in type.functions where function.body != nil && !function.isStatic {
          guard let selector = function.selector, replaces(selector, type.name, category) else { continue }
          found.append(
            CategoryOverride(
              className: type.name, category: category, selector: selector,
              callsOriginal: exchanges(selector, in: file.facts), at: program.place(function.offset, in: index)))
        }
      }
    }
    return found
  }

  /// Whether the class has the method, another category has it, or it is one of the life cycle that templates fill.
  private func replaces(_ selector: String, _ name: String, _ category: String) -> Bool {
    if name.hasSuffix("AppDelegate"), let slot = DelegateSlot.allCases.first(where: { $0.selector == selector }) {
      if slot.isOfTemplates { return true }
    }
    guard let entry = program.types[name] else { return false }
    return entry.parts.contains { part in
      let other = program.facts(part)
      return !other.isInterface && other.category != category
        && other.functions.contains { $0.selector == selector && $0.body != nil && !$0.isStatic }
    }
  }

  /// Whether what was swapped in calls what was there.
  private func exchanges(_ selector: String, in facts: SourceFacts) -> Bool {
    facts.types.contains { type in
      type.functions.contains { function in
        (function.body ?? []).contains { expression in
          guard case .call(let callee, _) = expression.form else { return false }
          return callee.lastName == "method_exchangeImplementations"
        }
      }
    }
  }
}

extension DelegateSlot {
  /// Methods that the app delegate of a new project has.
  fileprivate var isOfTemplates: Bool {
    switch self {
    case .didFinishLaunching, .applicationDidBecomeActive, .applicationWillResignActive, .applicationDidEnterBackground,
      .applicationWillEnterForeground, .applicationWillTerminate:
      true
    default: false
    }
  }
}
