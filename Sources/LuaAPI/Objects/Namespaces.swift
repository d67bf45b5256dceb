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

enum PropertyListNamespace: Namespace {
  static let luaType = makeLuaType(PropertyListAPI.namespaceType)
}

enum ToolNamespace: Namespace {
  static let luaType = makeLuaType(ToolAPI.namespaceType)
}
