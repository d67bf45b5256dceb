public import LuaEngine

extension APICatalog {
  /// The whole API: the `entries` of each room of this folder.
  public static let homescreen: APICatalog = APICatalog(
    [
      DeviceAPI.entries, ConditionsAPI.entries, SpringboardAPI.entries, IconAPI.entries, MenuAPI.entries,
      AlertAPI.entries, AppAPI.entries, AppCodeAPI.entries, SceneAPI.entries, SceneConnectionAPI.entries,
      CoderAPI.entries, ApplicationAPI.entries, ItemAPI.entries, MutableItemAPI.entries, ItemIconAPI.entries,
      ViewAPI.entries, AlertControllerAPI.entries, WindowAPI.entries, SystemAPI.entries,
      FoundationAPI.entries, ImageAPI.entries, DispatchAPI.entries, TaskAPI.entries, PackageAPI.entries,
      PropertyListAPI.entries, PropertyListFileAPI.entries, TraceAPI.entries,
      ErrorAPI.entries, MatrixAPI.entries, AssertAPI.entries, ToolAPI.entries, PluginAPI.entries,
    ].flatMap { (entries: [APIEntry]) in entries },
    written: { writtenEntries })
}

private let writtenEntries = AppClassAPI.entries + SpecWord.allCases.map(\.entry) + LuassertAPI.entries

extension Session {
  /// A session with the whole API.
  /// - Throws: ``LuaError`` when there is no memory for a state.
  public convenience init(at location: ScriptLocation, options: LuaOptions = LuaOptions()) throws {
    try self.init(at: location, options: options, host: PreludeHost.functions, catalog: { .homescreen })
  }
}
