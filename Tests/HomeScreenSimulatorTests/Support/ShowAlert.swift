import HomeScreenSimulator

/// Shows an alert with one button on the root of the window.
func show(
  _ title: String? = nil, _ message: String? = "hello", in application: Application,
  completion: (() throws -> Void)? = nil, handler: (() throws -> Void)? = nil
) throws {
  let alert = AlertController(application, title: title, message: message)
  try alert.addAction(AlertAction(title: "Cancel", style: .cancel, handler: handler))
  try application.keyWindow?.rootViewController?.present(alert, completion: completion)
}
