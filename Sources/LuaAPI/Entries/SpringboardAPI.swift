import LuaEngine
import Simulator

/// `device.springboard`: the Home Screen.
enum SpringboardAPI {
  static let type = APIType("springboard", className: "homescreen.Springboard", summary: "The Home Screen of a device.")
  static let luaType = APIBinding.luaType(type, metamethods: [ObjectMetamethods.equality(SpringboardObject.self)])

  static let icon = APIEntry.method(
    type, "icon", SpringboardObject.self,
    Parameter<Void>.raw(
      "app", type: "homescreen.App|string", kinds: [.userdata, .string], expected: "an app or its label",
      "the app, or the label under its icon"),
    returns: APIReturn(IconAPI.type.className, "its icon"),
    APIDocumentation(
      "The icon of an app.", discussion: "Two icons with the same label are an error: name the app then.",
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        assert.equal(app, device.springboard:icon("iconChange").app)
        """)
  ) { call, object, _ in
    let springboard = object.device.springboard
    if let app = call.instance(2, of: InstalledApp.luaType, as: InstalledApp.self) {
      return call.result(IconObject(try springboard.icon(for: app), of: object.device))
    }
    guard let label = call.stack.string(at: 2) else {
      throw LuaFailure("springboard:icon: an app or its label is expected", code: "argument")
    }
    return call.result(IconObject(try springboard.icon(labelled: label), of: object.device))
  }

  static let icons = APIEntry.property(
    type, "icons", SpringboardObject.self, "\(IconAPI.type.className)[]",
    APIDocumentation("All icons, in the order of installation.")
  ) { call, object in call.result(object.device.springboard.icons.map { IconObject($0, of: object.device) }) }

  static let library = APIEntry.property(
    type, "library", SpringboardObject.self, "\(IconAPI.type.className)[]",
    APIDocumentation("The icons in the App Library, which has every app; empty before iOS 14.", facts: ["QUICK-091"])
  ) { call, object in call.result(object.device.springboard.library.map { IconObject($0, of: object.device) }) }

  static let libraryIcon = APIEntry.method(
    type, "libraryIcon", SpringboardObject.self,
    Parameter.object("app", AppAPI.type, "the app") as Parameter<InstalledApp>,
    returns: APIReturn(IconAPI.type.className, "its icon in the App Library"),
    APIDocumentation(
      "The icon of an app in the App Library.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        local rows = device.springboard:libraryIcon(app):press().rows
        assert.equal("Delete App", rows[#rows].title)
        """, facts: ["QUICK-078"])
  ) { call, object, app in
    call.result(IconObject(try object.device.springboard.libraryIcon(for: app), of: object.device))
  }

  static let mode = APIEntry.property(
    type, "mode", SpringboardObject.self, "string",
    APIDocumentation("What the screen shows: `home`, `menu`, `editing`, `app` or `locked`.")
  ) { call, object in call.result(object.device.springboard.mode.rawValue) }

  static let entries = [icon, icons, library, libraryIcon, mode]
}
