import AppPackages
import HomeScreenSimulator
import PropertyLists
import Testing

@Test func quickActionReachesTheApp() throws {
  let package = try AppPackage(
    name: "Tools",
    infoPlist: [
      "CFBundleIdentifier": "com.example.tools", "CFBundleDisplayName": "Tools",
      "UIApplicationShortcutItems": [
        ["UIApplicationShortcutItemType": "new", "UIApplicationShortcutItemTitle": "New Tool"]
      ],
    ])
  let device = try Device(model: .iPhone, os: OSVersion(17, 5))
  let app = try device.install(package)

  var performed: [String] = []
  let code = ClosureCode()
  code.appDelegate = {
    let delegate = CallbackHandlers()
    delegate[.performAction] = { call in
      performed.append(call.shortcutItem?.type ?? "")
      return .boolean(true)
    }
    return delegate
  }
  app.code = code

  try device.springboard.icon(for: app).press()?.item("New Tool").tap()
  #expect(performed == ["new"])
  #expect(try app.state == .runningForeground)

  let before = device.state
  try device.pressHome()
  #expect(device.state.changes(since: before).contains { $0.path == "screen.front" && $0.after == nil })
}
