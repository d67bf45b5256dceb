import HomeScreenSimulator
import LuaEngine

/// What `UIApplication.shared.delegate` is in a SwiftUI app: an object of SwiftUI's own, and not the one that the adaptor
/// made (LAUNCH-136). It has nothing of the app's, so reading from it is what a forced cast is in Swift: a crash.
struct SwiftUIAppDelegate {}

extension SwiftUIAppDelegate: Boxable {
  static let apiType = APIType(
    "swiftUIAppDelegate", className: "homescreen.SwiftUIAppDelegate",
    summary: "SwiftUI's own app delegate, which is not of the class `app.delegate`.")
  static let luaType = APIBinding.luaType(
    apiType, fallback: { call in throw failure(call) }, assign: { call in throw failure(call) },
    metamethods: [ObjectMetamethods.text(Box<SwiftUIAppDelegate>.self) { _ in "SwiftUI.AppDelegate" }])

  private static func failure(_ call: LuaCall) -> LuaFailure {
    LuaFailure(
      "UIApplication.shared.delegate has no '\(call.stack.string(at: 2) ?? "")': in a SwiftUI app it is SwiftUI's own object, "
        + "and not one of the class app.delegate", code: "swiftui-delegate",
      hint: "Store the object where code can find it: function app.delegate:application_didFinishLaunchingWithOptions()"
        + " appDelegate = self end.", fact: "LAUNCH-136")
  }
}

/// The delegate of an application: the app's own object, or SwiftUI's.
enum DelegateObject: APIValue {
  case own(LuaAnchoredReference)
  case swiftUI

  static var apiName: String { "\(ClassKind.delegate.apiType.className)|\(SwiftUIAppDelegate.apiType.className)" }

  func push(onto stack: LuaStack) {
    switch self {
    case .own(let object): object.push(onto: stack)
    case .swiftUI: Box(SwiftUIAppDelegate()).push(onto: stack)
    }
  }
}
