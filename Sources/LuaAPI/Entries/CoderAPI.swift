import HomeScreenSimulator
import LuaEngine
import PropertyLists

extension StateCoder: Boxable {
  static let apiType = APIType("coder", className: "homescreen.NSCoder", summary: "What state restoration stores.")
  static let luaType = APIBinding.luaType(apiType)
}

/// `NSCoder`, as far as state restoration without scenes needs it.
enum CoderAPI: APIRoom {
  static let encode = APIEntry.method(
    "encode", of: Box<StateCoder>.self, Parameter<LuaValue>.value("value", "what a property list can contain"),
    .string("key", "the name to find it by"),
    APIDocumentation(
      "Stores a value under a key, for the next start of the app.",
      example: """
        local device = Device { os = "12.4" }
        local app = device:install "fixtures/ToolBox.app"
        local page
        function app.delegate:application_shouldSaveApplicationState() return true end
        function app.delegate:application_shouldRestoreApplicationState() return true end
        function app.delegate:application_willEncodeRestorableStateWithCoder(application, coder)
          coder:encode(7, "page")
        end
        function app.delegate:application_didDecodeRestorableStateWithCoder(application, coder)
          page = coder:decodeObject "page"
        end
        device:launch(app)
        device:pressHome()
        app:terminate "jetsam"
        device:launch(app)
        assert.equal(7, page)
        """, availability: "iOS 6.0", facts: ["LAUNCH-056"])
  ) { _, object, value, key in
    try object.value.encode(try PropertyListConversion.propertyListValue(value, at: "coder.\(key)"), forKey: key)
  }

  static let decodeObject = APIEntry.method(
    "decodeObject", of: Box<StateCoder>.self, .string("key", "the name that it was stored under"),
    returns: "a copy of the value, or nil",
    APIDocumentation("The value that was stored under a key, or nil.", availability: "iOS 6.0", facts: ["LAUNCH-056"])
  ) { call, object, key in
    object.value.values[key].map { PropertyListConversion.luaValue($0) } ?? .nil
  }

  static let memberTypes = [StateCoder.apiType]
  static let memberEntries = [encode, decodeObject]
}
