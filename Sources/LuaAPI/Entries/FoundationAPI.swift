import HomeScreenSimulator
import LuaEngine

enum NSNullNamespace: Namespace {
  static let apiType = APIType("NSNull", className: "homescreen.NSNull", summary: "Foundation's `NSNull`.")
  static let luaType = makeLuaType()
}

/// Foundation's names that an app's listings need in Lua: what differs there from Lua's own tables and nil.
enum FoundationAPI: APIRoom {
  static let array = APIEntry.function(
    "NSArray", parameters: [APIParameter("...", type: "any", isOptional: true, documentation: "the objects")],
    returns: "a list of them",
    APIDocumentation(
      "Objective-C's array literal `@[…]`: nil among the objects raises an exception.",
      discussion: "A Lua table cannot contain nil; Objective-C ends the app, unless its code catches the exception.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        device:launch(app)
        local crash = assert.crashes(app, function()
          app:run(function()
            local first = UIApplication.shared.shortcutItems[1] -- there is none
            UIApplication.shared.shortcutItems = NSArray(first)
          end)
        end)
        assert.matches("attempt to insert nil object from objects%[0%]", crash.reason)
        """, availability: "iOS 2.0", facts: ["QUICK-109"])
  ) { call in
    _ = try call.session.code.process(orFrontFor: "NSArray")
    let stack = call.stack
    let count = call.count
    try call.charge(count)
    stack.pushTable(arrayCapacity: count)
    for index in stride(from: 1, through: count, by: 1) {
      guard stack.kind(at: index) != .nil else { throw AppException.nilInArrayLiteral(at: index - 1) }
      stack.pushCopy(of: index)
      stack.setRaw(Int64(index), in: -2)
    }
    return OnStack<LuaTable>()
  }

  static let null = APIEntry.namespace(
    "NSNull", NSNullNamespace.self,
    APIDocumentation(
      "The object that represents nothing in Foundation's collections; a property list cannot contain it.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        device:launch(app)
        local crash = assert.crashes(app, function()
          app:run(function()
            UIApplicationShortcutItem { type = "a", localizedTitle = "A", userInfo = { key = NSNull } }
          end)
        end)
        assert.matches("unable to serialize userInfo", crash.reason)
        """, availability: "iOS 2.0", facts: ["QUICK-038"]))

  static let globalEntries = [array, null]
}
