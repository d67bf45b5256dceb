import HomeScreenSimulator
import LuaEngine

extension ScreenAlert: Boxable {
  static let apiType = APIType("alert", className: "homescreen.Alert", summary: "The alert on the screen.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<ScreenAlert>.self),
      ObjectMetamethods.text(Box<ScreenAlert>.self) { object in
        let alert = object.value
        return "alert “\(alert.label)” [\(alert.buttons.joined(separator: "] ["))]"
          + (alert.english.map { ", in English: \($0)" } ?? "")
      },
    ])
}

/// `device.alert`.
enum AlertAPI: APISection {
  static let label = APIEntry.property(
    "label", of: Box<ScreenAlert>.self,
    APIDocumentation("The text that the user reads.", facts: ["ICON-060", "ICON-061"]),
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
    APIDocumentation("The owner: `system`, or the bundle identifier of the app.", facts: ["ICON-075"])
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
      "Whether a UI test finds the alert among the app's own elements; the system's alert is in another window.",
      facts: ["ICON-081"]), get: \.value.isInReachOfUITests
  )

  static let english = APIEntry.property(
    "english", of: Box<ScreenAlert>.self,
    APIDocumentation(
      "Why a system text of the alert is in English on a device in another language, or nil.",
      facts: ["ICON-080", "ICON-202", "ICON-298"]), get: \.value.english
  )

  /// The title of a button; without one, the error lists them.
  private static var button: Parameter<String> {
    let title = Parameter.string("button", "the button's title", domain: .alertButton)
    return Parameter(description: title.description) { call, index in
      do {
        return try title.read(call, index)
      } catch var failure as LuaFailure {
        let alert = call.instance(1, of: Box<ScreenAlert>.luaType, as: Box<ScreenAlert>.self)
        failure.hint = alert.map { "The alert has: \($0.value.buttons.map { "“\($0)”" }.joined(separator: ", "))." }
        throw failure
      }
    }
  }

  static let tap = APIEntry.method(
    "tap", of: Box<ScreenAlert>.self, button,
    APIDocumentation("Taps a button of the alert.", facts: ["ICON-066"])
  ) { _, object, button in
    try object.value.tap(button)
  }

  static let memberTypes = [ScreenAlert.apiType]
  static let memberEntries = [label, title, message, buttons, owner, picture, isInReachOfUITests, english, tap]
}

extension AlertControllerObject: APIObject {
  static let apiType = APIType(
    "alertController", className: "homescreen.UIAlertController", summary: "An alert of the app.")
  static let luaType = ViewAPI.makeLuaType(AlertControllerObject.self)
}

extension AlertAction: Boxable {
  static let apiType = APIType(
    "alertAction", className: "homescreen.UIAlertAction", summary: "A button of an alert of the app.")
  static let luaType = APIBinding.luaType(
    apiType, metamethods: [ObjectMetamethods.text(Box<AlertAction>.self) { "button “\($0.value.title)”" }])
}

/// `UIAlertController` and its buttons.
enum AlertControllerAPI: APISection {
  static let titleField = Parameter<String>.string("title", "the line in bold")
  static let messageField = Parameter<String>.string("message", "the text below")
  static let preferredStyle = Parameter<AlertController.Style>.choice(
    "preferredStyle", "`alert` (default) or `actionSheet`")

  static let make = APIEntry.constructor(
    "UIAlertController", fields: [titleField.description, messageField.description, preferredStyle.description],
    returns: "the controller; present it to show it",
    APIDocumentation("Creates an alert of the app.", availability: "iOS 8.0")
  ) { call, fields in
    let code = try call.session.code
    let chosen = try fields.read(preferredStyle) ?? .alert
    return try code.inProcess(for: "UIAlertController") { running in
      let alert = AlertController(
        running.application, title: try fields.read(titleField), message: try fields.read(messageField),
        preferredStyle: chosen)
      return ControllerCode.alertObject(for: alert, in: code, running.application)
    }
  }

  static let actionTitle = Parameter<String>.string("title", "the text on the button")
  static let style = Parameter<AlertAction.Style>.choice("style", "`default`, `cancel` or `destructive`")
  static let handler = Parameter<Void>.raw(
    "handler", type: "fun(action: homescreen.UIAlertAction)", kinds: [.function], "runs after the tap")

  static let makeAction = APIEntry.constructor(
    "UIAlertAction", fields: [actionTitle.description, style.description, handler.description],
    returns: "the button, for `addAction`", APIDocumentation("Creates a button for an alert.", availability: "iOS 8.0")
  ) { call, fields in
    let application = try call.session.code.process(orFrontFor: "UIAlertAction")
    let title = try fields.require(actionTitle, hint: "UIAlertAction { title = \"OK\" }")
    let style = try fields.read(style) ?? .default
    var function: AppCallbackFunction?
    if try fields.read(handler) != nil {
      call.stack.pushRaw("handler", of: 1)
      function = try AppCallbackFunction(
        call, call.stack.count, application: application, as: "the handler of \"\(title)\"")
      call.stack.removeLast()
    }
    let plain = AlertAction(title: title, style: style)
    return Box(
      AlertAction(
        title: title, style: style, handler: function.map { body in { try body.call(Box(plain)) } }))
  }

  static let actionTitleProperty = APIEntry.property(
    "title", of: Box<AlertAction>.self, APIDocumentation("Its title.", availability: "iOS 8.0"), get: \.value.title
  )

  static let styleProperty = APIEntry.property(
    "style", of: Box<AlertAction>.self,
    APIDocumentation("`default`, `cancel` or `destructive`.", availability: "iOS 8.0"), get: \.value.style
  )

  static let addAction = APIEntry.method(
    "addAction", of: AlertControllerObject.self, Parameter<Box<AlertAction>>.object("action", "the button"),
    APIDocumentation("Adds a button; buttons appear in this order.", availability: "iOS 8.0")
  ) { _, object, action in
    try object.alert.addAction(action.value)
  }

  static let message = APIEntry.property(
    "message", of: AlertControllerObject.self,
    APIDocumentation("The text below the title, or nil.", availability: "iOS 8.0"), get: \.alert.message
  )

  static let preferredStyleProperty = APIEntry.property(
    "preferredStyle", of: AlertControllerObject.self,
    APIDocumentation("`alert` or `actionSheet`.", availability: "iOS 8.0"), get: \.alert.preferredStyle
  )

  static let actions = APIEntry.property(
    "actions", of: AlertControllerObject.self, APIDocumentation("Its buttons.", availability: "iOS 8.0")
  ) { object in object.alert.actions.map { Box($0) } }

  static let contentViewController = APIEntry.property(
    "contentViewController", of: AlertControllerObject.self,
    APIDocumentation(
      "The controller that draws the middle of the alert: a private one in the icon alert, nil in an alert of the app.",
      availability: "iOS 8.0", facts: ["ICON-065"])
  ) { call, object -> AnyController? in
    guard let controller = object.alert.contentViewController else { return nil }
    return AnyController(ControllerCode.object(for: controller, in: try call.session.code, object.code.application))
  }

  static let globalEntries = [make, makeAction]
  static let memberTypes = [AlertAction.apiType, AlertControllerObject.apiType]
  static let memberEntries =
    [
      actionTitleProperty, styleProperty, addAction, message, preferredStyleProperty, actions, contentViewController,
    ]
    + ViewAPI.members(AlertControllerObject.self)
}
