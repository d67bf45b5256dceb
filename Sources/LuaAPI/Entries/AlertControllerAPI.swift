import LuaEngine
import Simulator

/// `UIAlertController` and its buttons.
enum AlertControllerAPI {
  static let type = APIType(
    "alertController", className: "homescreen.UIAlertController", summary: "An alert of the app.")
  static let actionType = APIType(
    "alertAction", className: "homescreen.UIAlertAction", summary: "A button of an alert of the app.")
  static let luaType = ViewAPI.makeLuaType(type, AlertControllerObject.self)
  static let actionLuaType = APIBinding.luaType(
    actionType, metamethods: [ObjectMetamethods.text(AlertActionObject.self) { "button “\($0.action.title)”" }])

  static let titleField = Parameter<String>.string("title", "the line in bold")
  static let messageField = Parameter<String>.string("message", "the text below")
  static let preferredStyle = Parameter<AlertController.Style>.choice(
    "preferredStyle", "`alert` (default) or `actionSheet`")

  static let make = APIEntry.constructor(
    "UIAlertController", fields: [titleField.description, messageField.description, preferredStyle.description],
    returns: APIReturn(type.className, "the controller; present it to show it"),
    APIDocumentation(
      "Makes an alert of the app.",
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ToolBox.app"
        device:launch(app)
        local tapped
        app:run(function()
          local alert = UIAlertController { title = "Delete?", message = "For ever.", preferredStyle = "alert" }
          alert:addAction(UIAlertAction { title = "Delete", style = "destructive", handler = function() tapped = true end })
          UIApplication.shared.keyWindow.rootViewController:present(alert, true)
        end)
        assert.equal("For ever.", device.alert.message)
        device.alert:tap "Delete"
        assert.is_true(tapped)
        """, availability: "iOS 8.0")
  ) { call, fields in
    let session = try call.session
    let chosen = try fields.read(preferredStyle) ?? .alert
    return try session.inProcess(for: "UIAlertController") { running in
      let alert = AlertController(
        running.application, title: try fields.read(titleField), message: try fields.read(messageField),
        preferredStyle: chosen)
      return call.result(AnyPushable(ControllerCode.object(for: alert, in: session, running.application)))
    }
  }

  static let actionTitle = Parameter<String>.string("title", "what is on the button")
  static let style = Parameter<AlertAction.Style>.choice("style", "`default`, `cancel` or `destructive`")
  static let handler = Parameter<Void>.raw(
    "handler", type: "fun(action: homescreen.UIAlertAction)", kinds: [.function], "runs after the tap")

  static let makeAction = APIEntry.constructor(
    "UIAlertAction", fields: [actionTitle.description, style.description, handler.description],
    returns: APIReturn(actionType.className, "the button; `addAction` adds it"),
    APIDocumentation("Makes a button of an alert.", availability: "iOS 8.0")
  ) { call, fields in
    let application = try call.session.process(orFrontFor: "UIAlertAction")
    guard let title = try fields.read(actionTitle) else {
      throw LuaFailure("UIAlertAction: title is needed", code: "argument", hint: "UIAlertAction { title = \"OK\" }")
    }
    let style = try fields.read(style) ?? .default
    var function: AppCallbackFunction?
    if try fields.read(handler) != nil {
      call.stack.pushRaw("handler", of: 1)
      function = try AppCallbackFunction(
        call, call.stack.count, application: application, as: "the handler of \"\(title)\"")
      call.stack.removeLast()
    }
    let plain = AlertAction(title: title, style: style)
    return call.result(
      AlertActionObject(
        AlertAction(
          title: title, style: style, handler: function.map { body in { try body.call(AlertActionObject(plain)) } })))
  }

  static let actionTitleProperty = APIEntry.property(
    actionType, "title", AlertActionObject.self, "string", APIDocumentation("What is on it.", availability: "iOS 8.0")
  ) { call, object in call.result(object.action.title) }

  static let styleProperty = APIEntry.property(
    actionType, "style", AlertActionObject.self, "string",
    APIDocumentation("`default`, `cancel` or `destructive`.", availability: "iOS 8.0")
  ) { call, object in call.result(object.action.style.rawValue) }

  static let addAction = APIEntry.method(
    type, "addAction", AlertControllerObject.self,
    Parameter.object("action", actionType, "the button") as Parameter<AlertActionObject>,
    APIDocumentation("Adds a button; they stand in this order.", availability: "iOS 8.0")
  ) { _, object, action in
    try object.alert.addAction(action.action)
    return 0
  }

  static let message = APIEntry.property(
    type, "message", AlertControllerObject.self, "string?",
    APIDocumentation("The text below the title, or nil.", availability: "iOS 8.0")
  ) { call, object in call.result(object.alert.message) }

  static let actions = APIEntry.property(
    type, "actions", AlertControllerObject.self, "\(actionType.className)[]",
    APIDocumentation("Its buttons.", availability: "iOS 8.0")
  ) { call, object in call.result(object.alert.actions.map { AlertActionObject($0) }) }

  static let contentViewController = APIEntry.property(
    type, "contentViewController", AlertControllerObject.self, "\(ViewAPI.type.className)?",
    APIDocumentation(
      "What draws the middle of the alert: a private controller in the icon alert, nil in an alert of the app.",
      availability: "iOS 8.0", facts: ["ICON-065"])
  ) { call, object in
    guard let controller = object.alert.contentViewController else { return call.result(String?.none) }
    return call.result(
      AnyPushable(ControllerCode.object(for: controller, in: try call.session, object.code.application)))
  }

  static let entries =
    [make, makeAction, actionTitleProperty, styleProperty, addAction, message, actions, contentViewController]
    + ViewAPI.members(type, AlertControllerObject.self)
}
