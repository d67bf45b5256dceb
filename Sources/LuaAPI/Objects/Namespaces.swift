import LuaEngine

// The namespaces there are.

enum UIApplicationNamespace: Namespace {
  static let luaType = makeLuaType(ApplicationAPI.namespaceType)
}

enum UIDeviceNamespace: Namespace {
  static let luaType = makeLuaType(SystemAPI.deviceNamespaceType)
}

enum BundleNamespace: Namespace {
  static let luaType = makeLuaType(SystemAPI.bundleNamespaceType)
}

enum DispatchQueueNamespace: Namespace {
  static let luaType = makeLuaType(DispatchAPI.namespaceType)
}

enum UIViewControllerNamespace: Namespace {
  /// `UIViewController()` makes a plain controller.
  static let luaType = makeLuaType(
    ViewAPI.namespaceType,
    metamethods: [
      (
        "__call",
        { call in
          let session = try call.session
          return try session.inProcess(for: "UIViewController()") { running in
            call.result(AnyPushable(ControllerCode.makePlain(in: session, running.application)))
          }
        }
      )
    ])
}

enum NSNullNamespace: Namespace {
  static let luaType = makeLuaType(FoundationAPI.nullType)
}

enum PropertyListNamespace: Namespace {
  static let luaType = makeLuaType(PropertyListFileAPI.namespaceType)
}

enum ToolNamespace: Namespace {
  static let luaType = makeLuaType(ToolAPI.namespaceType)
}
