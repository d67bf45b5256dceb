import HomeScreenSimulator
import Testing

/// Messages about quick actions on the console and in exceptions.
@Suite struct QuickActionConsoleTests {
  /// QUICK-106.
  @Test func launchOptionsPrintAsAFoundationDictionary() {
    var options = LaunchOptions()
    options.shortcutItem = ShortcutItem(type: "ToolBox", localizedTitle: "工具箱")
    #expect(
      options.consoleDescription == """
        {
            UIApplicationLaunchOptionsShortcutItemKey = "<UIApplicationShortcutItem: 0x0000000000000001; type: ToolBox, \
        title: \\U5de5\\U5177\\U7bb1>";
        }
        """)
    options = LaunchOptions()
    options.url = "app://\"a\\b\n😀"
    options.sourceApplication = "com.example.other"
    #expect(
      options.consoleDescription == """
        {
            UIApplicationLaunchOptionsSourceApplicationKey = "com.example.other";
            UIApplicationLaunchOptionsURLKey = "app://\\"a\\\\b\\n\\Ud83d\\Ude00";
        }
        """)
  }

  /// QUICK-038, QUICK-109.
  @Test func exceptionsHaveTheirTexts() {
    #expect(
      AppException.nilInArrayLiteral(at: 2).description.hasSuffix(
        "reason: '*** -[__NSPlaceholderArray initWithObjects:count:]: attempt to insert nil object from objects[2]'"))
    let text =
      "Property list invalid for format: 200 (property lists cannot contain objects of type 'CFNull')"
    #expect(
      AppException.unserializableUserInfo("CFNull").reason
        == "unable to serialize userInfo: Error Domain=NSCocoaErrorDomain Code=3851 \"\(text)\" "
        + "UserInfo={NSDebugDescription=\(text)}")
  }

  /// LAUNCH-071, QUICK-051.
  @Test func appWithScenesCanSetItems() throws {
    let scene = try ActionScene()
    scene.bodies[.applicationWillEnterForeground] = { call in
      try call.application.setShortcutItems([ShortcutItem(type: "a", localizedTitle: "never")])
      return .none
    }
    scene.bodies[.sceneWillResignActive] = { call in
      try call.application.setShortcutItems([ShortcutItem(type: "b", localizedTitle: "on the way out")])
      return .none
    }
    try scene.device.launch(scene.app)
    try scene.device.pressHome()
    try scene.app.activate()
    try scene.device.pressHome()
    let menu = try scene.device.springboard.icon(for: scene.app).press()
    #expect(menu?.rows.filter { !$0.isSystem }.map(\.title).last == "on the way out")
  }
}
