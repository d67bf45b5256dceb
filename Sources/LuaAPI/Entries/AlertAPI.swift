import HomeScreenSimulator
import LuaEngine

extension ScreenAlert: Boxable {
  static let apiType = APIType("alert", className: "homescreen.Alert", summary: "The alert on the screen.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<ScreenAlert>.self),
      ObjectMetamethods.text(Box<ScreenAlert>.self) {
        "alert “\($0.value.label)” [\($0.value.buttons.joined(separator: "] ["))]"
      },
    ])
}

/// `device.alert`.
enum AlertAPI: APIRoom {
  static let label = APIEntry.property(
    "label", of: Box<ScreenAlert>.self, APIDocumentation("What the user reads.", facts: ["ICON-060", "ICON-061"]),
    get: \.value.label
  )

  static let title = APIEntry.property(
    "title", of: Box<ScreenAlert>.self, APIDocumentation("The controller's own title.", facts: ["ICON-064"]),
    get: \.value.title
  )

  static let message = APIEntry.property(
    "message", of: Box<ScreenAlert>.self, APIDocumentation("The controller's own message.", facts: ["ICON-064"]),
    get: \.value.message
  )

  static let buttons = APIEntry.property(
    "buttons", of: Box<ScreenAlert>.self, "The titles of the buttons.", get: \.value.buttons
  )

  static let owner = APIEntry.property(
    "owner", of: Box<ScreenAlert>.self,
    APIDocumentation("Whose it is: `system`, or the bundle identifier of the app.", facts: ["ICON-075"])
  ) { object in
    switch object.value.owner {
    case .app(let identifier): identifier
    case .system: "system"
    }
  }

  static let picture = APIEntry.property(
    "picture", of: Box<ScreenAlert>.self, APIDocumentation("The preview of the new icon, or nil.", facts: ["ICON-062"])
  ) { object in
    let alert = object.value
    return alert.picture.map { Box(DrawnIcon(picture: $0, package: alert.package, os: alert.os)) }
  }

  static let isInReachOfUITests = APIEntry.property(
    "isInReachOfUITests", of: Box<ScreenAlert>.self,
    APIDocumentation(
      "Whether a UI test finds it among the app's own elements; the system's alert is in another window.",
      facts: ["ICON-081"]), get: \.value.isInReachOfUITests
  )

  static let tap = APIEntry.method(
    "tap", of: Box<ScreenAlert>.self, Parameter.string("button", "the button's title", domain: .alertButton),
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
    try object.value.tap(button)
  }

  static let memberTypes = [ScreenAlert.apiType]
  static let memberEntries = [label, title, message, buttons, owner, picture, isInReachOfUITests, tap]
}
