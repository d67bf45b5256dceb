import HomeScreenSimulator
import LuaEngine

extension Springboard: Boxable {
  static let apiType = APIType(
    "springboard", className: "homescreen.Springboard", summary: "The Home Screen of a device.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.text(Box<Springboard>.self) { "Home Screen, \($0.value.mode.rawValue)" },
      ObjectMetamethods.equality(Box<Springboard>.self) { $0.device === $1.device },
    ])
}

/// `device.springboard`: the Home Screen.
enum SpringboardAPI: APIRoom {
  static let icon = APIEntry.method(
    "icon", of: Box<Springboard>.self,
    Parameter<Void>.raw(
      "app", type: "homescreen.App|string", kinds: [.userdata, .string], expected: "an app or its label",
      domain: .appLabel,
      "the app, or the label under its icon"), returns: "its icon",
    APIDocumentation(
      "The icon of an app.", discussion: "Two icons with the same label are an error: pass the app instead.",
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        assert.equal(app, device.springboard:icon("iconChange").app)
        """)
  ) { call, object, _ in
    let springboard = object.value
    if let app = call.instance(2, of: InstalledApp.luaType, as: InstalledApp.self) {
      return Box(try springboard.icon(for: app), of: object.device)
    }
    guard let label = call.stack.string(at: 2) else {
      throw LuaFailure("springboard:icon: an app or its label is expected", code: "argument")
    }
    return Box(try springboard.icon(labelled: label), of: object.device)
  }

  static let icons = APIEntry.property(
    "icons", of: Box<Springboard>.self, "All icons, in the order of installation."
  ) { object in object.value.icons.map { Box($0, of: object.device) } }

  static let library = APIEntry.property(
    "library", of: Box<Springboard>.self,
    APIDocumentation("The icons in the App Library, which has every app; empty before iOS 14.", facts: ["QUICK-091"])
  ) { object in object.value.library.map { Box($0, of: object.device) } }

  static let libraryIcon = APIEntry.method(
    "libraryIcon", of: Box<Springboard>.self, Parameter<InstalledApp>.object("app", "the app"),
    returns: "its icon in the App Library",
    APIDocumentation(
      "The icon of an app in the App Library.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        local rows = device.springboard:libraryIcon(app):press().rows
        assert.equal("Delete App", rows[#rows].title)
        """, facts: ["QUICK-078"])
  ) { call, object, app in
    Box(try object.value.libraryIcon(for: app), of: object.device)
  }

  static let mode = APIEntry.property(
    "mode", of: Box<Springboard>.self, "What the screen shows: `home`, `menu`, `folder`, `editing`, `app` or `locked`.",
    get: \.value.mode
  )

  static let memberTypes = [Springboard.apiType]
  static let memberEntries = [icon, icons, library, libraryIcon, mode]
}
