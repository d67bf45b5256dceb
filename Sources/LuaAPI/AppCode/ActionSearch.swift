import HomeScreenSimulator
import LuaEngine

/// Who performs an action: the first object of the app that has the method.
enum ActionSearch {
  /// Calls it with the arguments of `call` from the third on.
  static func perform(_ action: String, _ call: LuaCall, _ application: Application, _ runner: AppCodeRunner) throws {
    let objects = candidates(application, runner)
    for (_, object) in objects where try has(action, object, call.stack) {
      return try call.call(method: action, of: object, argumentsFrom: 3)
    }
    let asked = objects.map(\.name).joined(separator: ", ")
    throw LuaFailure(
      "no object of \(application.bundleIdentifier) has the action '\(action)'", code: "no-such-action",
      hint: objects.isEmpty ? "The app has no controllers and no delegates." : "It was not found in: \(asked).")
  }

  private static func candidates(
    _ application: Application, _ runner: AppCodeRunner
  ) -> [(name: String, object: AnyPushable)] {
    var objects: [(String, AnyPushable)] = []
    var controller = application.keyWindow?.topViewController
    while let current = controller {
      let object = ControllerCode.object(for: current, in: runner, application)
      objects.append((current.className, AnyPushable(object)))
      controller = current.presentingViewController
    }
    for scene in application.connectedScenes.reversed() {
      if let delegate = scene.delegate as? LuaDelegate {
        objects.append(("the scene delegate", AnyPushable(delegate.object)))
      }
    }
    if let delegate = application.delegate as? LuaDelegate {
      objects.append(("the app delegate", AnyPushable(delegate.object)))
    }
    return objects
  }

  private static func has(_ action: String, _ object: AnyPushable, _ stack: LuaStack) throws -> Bool {
    let top = stack.count
    defer { stack.removeLast(stack.count - top) }
    object.push(onto: stack)
    guard [.table, .userdata].contains(stack.kind(at: -1)) else { return false }
    try stack.pushMember(action, of: -1)
    return stack.kind(at: -1) != .nil
  }
}

/// A value whose type is only known at run time.
private struct AnyPushable: LuaPushable {
  private let value: any LuaPushable

  init(_ value: any LuaPushable) {
    self.value = value
  }

  func push(onto stack: LuaStack) { value.push(onto: stack) }
}
