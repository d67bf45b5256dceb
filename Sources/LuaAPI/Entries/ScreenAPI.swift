internal import AppPackages
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// What the screen of a device showed when a script looked at it.
struct ScreenView: Equatable {
  let picture: ScreenPicture
  /// Where the pixels of its icons are.
  let packages: [(identifier: String, package: AppPackage)]

  init(_ device: Device) {
    picture = device.screenPicture
    packages = device.packages
  }

  static func == (left: ScreenView, right: ScreenView) -> Bool { left.picture == right.picture }
}

extension ScreenView: Boxable {
  static let apiType = APIType("screen", className: "homescreen.Screen", summary: "What a screen shows.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<ScreenView>.self),
      ObjectMetamethods.text(Box<ScreenView>.self) { object in
        "screen: " + ScreenLines.of(object.value.picture).prefix(2).joined(separator: ", ")
      },
    ])
}

/// `device.screen`.
enum ScreenAPI: APIRoom {
  static let lines = APIEntry.property(
    "lines", of: Box<ScreenView>.self,
    "What is visible, line by line: what is in front, icons with their pictures, the menu’s rows, the alert."
  ) { object in
    let lines = ScreenLines.of(object.value.picture)
    Work.count(4 * lines.count)
    return lines
  }

  static let svg = APIEntry.method(
    "svg", of: Box<ScreenView>.self, returns: "a whole file",
    APIDocumentation(
      "The screen as a drawing in SVG, which every browser shows.",
      example: """
        local device = Device { os = "26.1" }
        device:install "fixtures/ChangeIcon.app"
        assert.matches("^<svg ", device.screen:svg())
        """)
  ) { call, object in try object.value.drawing(call) }

  static let memberTypes = [ScreenView.apiType]
  static let memberEntries = [lines, svg]
}
