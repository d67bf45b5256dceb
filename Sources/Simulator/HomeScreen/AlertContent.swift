/// An alert as the device keeps it.
final class AlertContent {
  let label: String
  let title: String?
  let message: String?
  var buttons: [String]
  let owner: AlertOwner
  /// The process that the alert is about; the alert is lost with it (ICON-007). Nil for the system's own questions.
  let process: AppProcess?
  /// The picture in it, resolved when somebody looks.
  let picture: () -> IconPicture?
  /// What happens once the alert has gone after the tap on this button.
  let answered: (Device, String) -> Void

  init(
    label: String, title: String? = nil, message: String? = nil, buttons: [String], owner: AlertOwner,
    process: AppProcess?, picture: @escaping () -> IconPicture? = { nil },
    answered: @escaping (Device, String) -> Void
  ) {
    self.label = label
    self.title = title
    self.message = message
    self.buttons = buttons
    self.owner = owner
    self.process = process
    self.picture = picture
    self.answered = answered
  }

  func write(to state: inout DeviceState, at path: String) {
    state.write(path, label)
    state.write("\(path).app", process?.bundleIdentifier)
    state.write("\(path).buttons", each: buttons) { state, path, button in state.write(path, button) }
  }
}
