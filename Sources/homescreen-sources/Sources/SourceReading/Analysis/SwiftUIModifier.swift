/// The modifiers with which SwiftUI delivers links, activities and phases.
enum SwiftUIModifier {
  /// Returns the closures passed to such modifiers, with the names of ``HandlerMethod/name``.
  ///
  /// - Parameter wrappers: the app's own modifiers that pass a closure to `onOpenURL`.
  static func closures(
    in body: [Statement], wrappers: Set<String>
  ) -> [(name: String, closure: Closure, offset: UInt32)] {
    var found: [(String, Closure, UInt32)] = []
    body.visit { expression in
      guard case .call(let callee, let arguments) = expression.form, let member = callee.lastName,
        callee.base != nil || member == "onOpenURL",
        let name = wrappers.contains(member) ? "onOpenURL" : name(of: member, arguments)
      else { return }
      // The last closure runs on the event: `.onReceive(publisher) { … }`.
      guard let last = arguments.last else { return }
      if case .closure(let closure) = last.value.form {
        found.append((name, named(closure, last.value.offset), expression.offset))
      } else if ["perform", "action"].contains(last.label ?? "") {
        let argument = Argument(Argument.anyLabel, Expression(.name("$0"), at: last.value.offset))
        let call = Expression(.call(last.value, name == "onAppear" ? [] : [argument]), at: last.value.offset)
        let body = [Statement(.expression(call), at: last.value.offset)]
        found.append((name, Closure(parameters: ["$0"], body: body), expression.offset))
      }
    }
    return found
  }

  /// Whether a function of an extension passes a parameter to `onOpenURL`: `onOpenURL { perform($0) }`.
  static func isWrapper(_ function: Function) -> Bool {
    let parameters = function.parameters.map(\.name)
    return (function.body ?? []).contains { expression in
      guard case .call(let callee, let arguments) = expression.form, callee.lastName == "onOpenURL",
        let last = arguments.last?.value
      else { return false }
      switch last.form {
      case .name(let name): return parameters.contains(name)
      case .closure(let closure):
        guard closure.body.count == 1, case .expression(let only) = closure.body[0].form,
          case .call(let called, let values) = only.form, case .name(let name) = called.form
        else { return false }
        return values.count == 1 && parameters.contains(name)
      default: return false
      }
    }
  }

  /// The names of these modifiers.
  static let names = ["onOpenURL", "onContinueUserActivity", "onAppear", "task", "onReceive", "onChange"]

  private static func name(of member: String, _ arguments: [Argument]) -> String? {
    switch member {
    case "onOpenURL", "onContinueUserActivity", "onAppear", "task", "onReceive": return member
    case "onChange":
      guard let value = arguments.first, value.label == "of", value.value.written.lowercased().contains("phase") else {
        return nil
      }
      return "onChangeOfScenePhase"
    default: return nil
    }
  }

  /// Returns the closure with `$0` as the name of its parameter, if it has no other.
  private static func named(_ closure: Closure, _ offset: UInt32) -> Closure {
    guard closure.parameters.isEmpty else { return closure }
    return Closure(parameters: ["$0"], body: closure.body, attributes: closure.attributes)
  }
}
