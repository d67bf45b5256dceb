package import Events
package import LuaEngine

extension APICatalog {
  /// The whole API, made of the sections in this folder.
  package static let homescreen: APICatalog = APICatalog(
    [
      DeviceAPI.self, ScreenAPI.self, ConditionsAPI.self, SpringboardAPI.self, IconAPI.self, FolderAPI.self,
      MenuAPI.self,
      AlertAPI.self, AppAPI.self,
      AppCodeAPI.self, SceneAPI.self, SceneConnectionAPI.self, CoderAPI.self, ApplicationAPI.self,
      LaunchServicesAPI.self,
      ApplicationURLAPI.self, SceneRequestAPI.self, ItemAPI.self, MutableItemAPI.self, ItemIconAPI.self, ViewAPI.self,
      AlertControllerAPI.self, WindowAPI.self, SystemAPI.self, FoundationAPI.self, ImageAPI.self, DispatchAPI.self,
      TaskAPI.self, WaitingAPI.self, PackageAPI.self, PropertyListAPI.self,
      PropertyListFileAPI.self, TraceAPI.self, ErrorAPI.self, MatrixAPI.self, AssertAPI.self, ToolAPI.self,
      PluginAPI.self,
    ],
    written: { writtenEntries })
}

private let writtenEntries = AppClassAPI.entries + SpecWord.allCases.map(\.entry) + LuassertAPI.entries

extension Session {
  /// Creates a session with the whole API.
  /// - Parameter services: services of higher-level modules; nil for a session that needs none.
  /// - Throws: ``LuaError`` if memory is exhausted.
  package convenience init(
    at location: ScriptLocation, options: LuaOptions = LuaOptions(), services: (any SessionServices)? = nil
  ) throws {
    try self.init(
      at: location, options: options, services: services, host: PreludeHost.functions, catalog: { .homescreen })
  }
}
