/// What an app assigned to `shortcutItems`, which outlives its process (QUICK-049).
struct DynamicItems: Equatable {
  private var items: [ShortcutItem] = []
  /// The languages changed since the app set them (QUICK-064).
  private var isHidden = false

  /// Those that the menu and the app see.
  var visible: [ShortcutItem] { isHidden ? [] : items }

  mutating func assign(_ items: [ShortcutItem]) {
    self.items = items
    isHidden = false
  }

  /// The language of the device changes; the app has to assign them again.
  mutating func hide() { isHidden = !items.isEmpty }

  func write(to state: inout DeviceState, at path: String) {
    state.write("\(path)Hidden", isSet: isHidden)
    state.write(path, each: items) { state, path, item in item.write(to: &state, at: path) }
  }
}
