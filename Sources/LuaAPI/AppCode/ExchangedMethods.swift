import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// What one process has exchanged with `present` (ICON-174, ICON-175).
///
/// As in Objective-C, a method is one thing and its implementation another: the function that a class holds under a name
/// is the method, and an exchange only changes what runs when it is called. The script's class stays as it is, so the
/// next process starts without exchanges.
final class ExchangedMethods {
  private enum Implementation {
    /// UIKit's own `present`.
    case original
    case function(LuaAnchoredReference)
  }

  private struct Method {
    let name: String
    let function: LuaAnchoredReference
    var implementation: Implementation
  }

  private(set) weak var application: Application?
  private var methods: [Method] = []

  init(_ application: Application) {
    self.application = application
  }

  /// Exchanges with the arguments of a call: class, `present`, the name of the other method.
  /// - Throws: ``LuaFailure`` for something that is no such class or has no such method.
  func exchange(_ call: LuaCall, argumentsFrom first: Int, in runner: AppCodeRunner) throws {
    let stack = call.stack
    let name = stack.string(at: first + 2) ?? ""
    guard let application, stack.kind(at: first) == .table else {
      throw ExchangedMethods.mistake(
        "a class of the script is expected first, got \(stack.shortDescription(at: first))",
        hint: "Its exchange reaches UIViewController's own present: local Main = UIViewController.subclass \"Main\"")
    }
    guard stack.string(at: first + 1) == "present" else {
      throw ExchangedMethods.mistake(
        "only \"present\" can be exchanged, got \(stack.shortDescription(at: first + 1))")
    }
    try stack.pushMember(name, of: first)
    defer { stack.removeLast() }
    guard stack.isCallable(at: -1), let function = application.luaAnchor?.keep(-1, on: stack) else {
      throw ExchangedMethods.mistake(
        "the class has no method \(name.isEmpty ? "without a name" : "'\(name)'")",
        hint: "Write the method before the exchange: function Class:\(name.isEmpty ? "name" : name)(…) … end")
    }
    let place = place(ofFunctionAt: -1, on: stack) ?? methods.count
    if place == methods.count {
      methods.append(Method(name: name, function: function, implementation: .function(function)))
    }
    let current = application.presentationInterceptor as? LuaPresentationInterceptor
    switch methods[place].implementation {
    case .original: application.presentationInterceptor = nil
    case .function(let function):
      application.presentationInterceptor = LuaPresentationInterceptor(function, application, in: runner)
    }
    methods[place].implementation = current.map { .function($0.function) } ?? .original
  }

  /// Replaces the member `name` of a controller, on top of the stack, by what runs in its place. A controller whose
  /// class lacks an exchanged method gets a function that ends the app, as the message would (ICON-174).
  func replace(_ name: String, of controller: ViewController, on stack: LuaStack) {
    guard !methods.isEmpty else { return }
    if let place = place(ofFunctionAt: -1, on: stack) {
      stack.removeLast()
      switch methods[place].implementation {
      case .original: LuaPresentationInterceptor.Implementation.original.push(onto: stack)
      case .function(let function): function.push(onto: stack)
      }
    } else if stack.kind(at: -1) == .nil, methods.contains(where: { $0.name == name }) {
      stack.removeLast()
      // `present` has these two labels, so the method that trades places with it has them too.
      let selector = "\(name):animated:completion:"
      stack.pushFunction { _ in throw controller.unrecognizedSelector(selector) }
    }
  }

  private func place(ofFunctionAt index: Int, on stack: LuaStack) -> Int? {
    guard stack.isCallable(at: index) else { return nil }
    Work.count(methods.count * 3)
    stack.pushCopy(of: index)
    defer { stack.removeLast() }
    return methods.firstIndex { method in
      method.function.push(onto: stack)
      defer { stack.removeLast() }
      return stack.isSame(-1, as: -2)
    }
  }

  private static func mistake(_ words: String, hint: String? = nil) -> LuaFailure {
    LuaFailure(
      "UIViewController.exchange: \(words)", code: "argument",
      hint: hint ?? "UIViewController.exchange(Main, \"present\", \"noAlert_present\")")
  }
}
