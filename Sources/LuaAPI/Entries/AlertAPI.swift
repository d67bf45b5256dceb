import LuaEngine
import Simulator

/// `device.alert`.
enum AlertAPI {
  static let type = APIType("alert", className: "homescreen.Alert", summary: "The alert on the screen.")
  static let luaType = APIBinding.luaType(
    type,
    metamethods: [
      ObjectMetamethods.equality(AlertObject.self),
      ObjectMetamethods.text(AlertObject.self) {
        "alert “\($0.alert.label)” [\($0.alert.buttons.joined(separator: "] ["))]"
      },
    ])

  static let label = APIEntry.property(
    type, "label", AlertObject.self, "string",
    APIDocumentation("What a person reads.", facts: ["ICON-060", "ICON-061"])
  ) { call, object in call.result(object.alert.label) }

  static let title = APIEntry.property(
    type, "title", AlertObject.self, "string?", APIDocumentation("The controller's own title.", facts: ["ICON-064"])
  ) { call, object in call.result(object.alert.title) }

  static let message = APIEntry.property(
    type, "message", AlertObject.self, "string?", APIDocumentation("The controller's own message.", facts: ["ICON-064"])
  ) { call, object in call.result(object.alert.message) }

  static let buttons = APIEntry.property(
    type, "buttons", AlertObject.self, "string[]", APIDocumentation("The titles of the buttons.")
  ) { call, object in call.result(object.alert.buttons) }

  static let owner = APIEntry.property(
    type, "owner", AlertObject.self, "string",
    APIDocumentation("Whose it is: `system`, or the bundle identifier of the app.", facts: ["ICON-075"])
  ) { call, object in
    switch object.alert.owner {
    case .app(let identifier): call.result(identifier)
    case .system: call.result("system")
    }
  }

  static let picture = APIEntry.property(
    type, "picture", AlertObject.self, "\(IconAPI.pictureType.className)?",
    APIDocumentation("The preview of the new icon, or nil.", facts: ["ICON-062"])
  ) { call, object in call.result(object.alert.picture.map(PictureObject.init)) }

  static let isInReachOfUITests = APIEntry.property(
    type, "isInReachOfUITests", AlertObject.self, "boolean",
    APIDocumentation(
      "Whether a UI test finds it among the app's own elements; the system's alert is in another window.",
      facts: ["ICON-081"])
  ) { call, object in call.result(object.alert.isInReachOfUITests) }

  static let tap = APIEntry.method(
    type, "tap", AlertObject.self, Parameter.string("button", "the button's title"),
    APIDocumentation(
      "Taps a button of the alert.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        app:run(function() UIApplication.shared:setAlternateIconName("newicon") end)
        device.alert:tap "OK"
        assert.is_nil(device.alert)
        """, facts: ["ICON-066"])
  ) { call, object, button in
    try object.alert.tap(button)
    return 0
  }

  static let entries = [label, title, message, buttons, owner, picture, isInReachOfUITests, tap]
}
