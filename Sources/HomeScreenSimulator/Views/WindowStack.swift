/// The windows of a scene, or of an app without scenes, the one that lies over the others last.
///
/// The system makes the first one (LAUNCH-151); the app's own code may make more (LAUNCH-150).
final class WindowStack {
  /// Those that are not hidden.
  private(set) var windows: [AppWindow] = []
  /// The one that gets what no window is named for; the app's code says which (LAUNCH-150).
  private(set) var key: AppWindow?
  /// The transition of a launch has ended: a window that is shown from now on appears at once.
  private(set) var hasAppeared = false

  /// The window that the user sees.
  var top: AppWindow? { windows.last }

  /// The uppermost alert that the app itself presents, and its window.
  var alert: (window: AppWindow, content: AlertContent)? {
    for window in windows.reversed() where window.isVisible {
      if let content = (window.topViewController as? AlertController)?.content { return (window, content) }
    }
    return nil
  }

  /// Puts a window over the others.
  func show(_ window: AppWindow) {
    windows.removeAll { $0 === window }
    windows.append(window)
  }

  func makeKey(_ window: AppWindow) { key = window }

  /// A hidden window is no key window; the uppermost other one is.
  func hide(_ window: AppWindow) {
    windows.removeAll { $0 === window }
    window.isVisible = false
    if key === window { key = windows.last }
  }

  /// The views are in their windows.
  func appear() {
    hasAppeared = true
    for window in windows { window.isVisible = true }
  }

  func tearDown() {
    for window in windows { window.tearDown() }
    windows = []
    key = nil
  }
}
