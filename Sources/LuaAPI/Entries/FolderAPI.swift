import HomeScreenSimulator
import LuaEngine

extension HomeScreenFolder: Boxable {
  static let apiType = APIType("folder", className: "homescreen.Folder", summary: "A folder of the Home Screen.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<HomeScreenFolder>.self),
      ObjectMetamethods.text(Box<HomeScreenFolder>.self) { object in
        (try? object.value.name).map { "folder “\($0)”" } ?? "folder that no longer exists"
      },
    ])
}

/// Folders: made of icons, opened, pressed, removed.
enum FolderAPI: APIRoom {
  static let drop = APIEntry.method(
    "drop", of: Box<HomeScreenIcon>.self,
    Parameter<Void>.raw(
      "target", type: "homescreen.Icon|homescreen.Folder", kinds: [.userdata], expected: "an icon or a folder",
      "what it is dropped on"),
    returns: "the folder that contains it afterwards",
    APIDocumentation(
      "Drops the icon on another one, which creates a folder with both, or on a folder.",
      discussion: "It leaves the folder by `icon:move`; a folder disappears with its last icon.",
      example: """
        local device = Device { os = "17.5" }
        local paint = device.springboard:icon(device:install "fixtures/ChangeIcon.app")
        local tools = device.springboard:icon(device:install "fixtures/ToolBox.app")
        local folder = tools:drop(paint)
        assert.equal(2, #folder.icons)
        """, facts: ["QUICK-146", "QUICK-150"])
  ) { call, object, _ in
    if let folder = call.instance(2, of: Box<HomeScreenFolder>.luaType, as: Box<HomeScreenFolder>.self) {
      return Box(try object.value.drop(onto: folder.value), of: object.device)
    }
    if let icon = call.instance(2, of: Box<HomeScreenIcon>.luaType, as: Box<HomeScreenIcon>.self) {
      return Box(try object.value.drop(onto: icon.value), of: object.device)
    }
    throw LuaFailure("icon:drop: an icon or a folder is expected", code: "argument")
  }

  static let iconFolder = APIEntry.property(
    "folder", of: Box<HomeScreenIcon>.self,
    APIDocumentation("The folder that it is in, or nil.", facts: ["QUICK-146"])
  ) { object in object.value.folder.map { Box($0, of: object.device) } }

  static let removeIcon = APIEntry.method(
    "remove", of: Box<HomeScreenIcon>.self,
    APIDocumentation(
      "Taps the badge that removes the icon, while icons jiggle; the system asks for confirmation.",
      example: """
        local device = Device { os = "17.5" }
        local icon = device.springboard:icon(device:install "fixtures/ChangeIcon.app")
        icon:press(3)
        icon:remove()
        device.alert:tap "Remove from Home Screen"
        assert.equal(0, #device.springboard.icons)
        """, facts: ["QUICK-151"])
  ) { _, object in try object.value.remove() }

  static let name = APIEntry.property("name", of: Box<HomeScreenFolder>.self, "The name under it.") { object in
    try object.value.name
  }

  static let icons = APIEntry.property(
    "icons", of: Box<HomeScreenFolder>.self, "The icons in it, in their order."
  ) { object in try object.value.icons.map { Box($0, of: object.device) } }

  static let place = APIEntry.property(
    "place", of: Box<HomeScreenFolder>.self,
    APIDocumentation("Where it is: `{ page, row, column }` or `{ dock }`.", facts: ["QUICK-118"])
  ) { object in try object.value.place }

  static let isOpen = APIEntry.property(
    "isOpen", of: Box<HomeScreenFolder>.self,
    APIDocumentation("Whether its icons are visible.", facts: ["QUICK-147"]), get: \.value.isOpen)

  static let exists = APIEntry.property(
    "exists", of: Box<HomeScreenFolder>.self,
    APIDocumentation("Whether it exists: a folder disappears with its last icon.", facts: ["QUICK-146"]),
    get: \.value.exists)

  static let tap = APIEntry.method(
    "tap", of: Box<HomeScreenFolder>.self,
    APIDocumentation(
      "Opens the folder, so its icons can be touched. Home closes it.",
      example: """
        local device = Device { os = "17.5" }
        local paint = device.springboard:icon(device:install "fixtures/ChangeIcon.app")
        local tools = device.springboard:icon(device:install "fixtures/ToolBox.app")
        tools:drop(paint):tap()
        assert.equal("ToolBox", tools:press().rows[1].type)
        """, facts: ["QUICK-147"])
  ) { _, object in try object.value.tap() }

  static let press = APIEntry.method(
    "press", of: Box<HomeScreenFolder>.self,
    Parameter<Double?>.optional(.number("seconds", "how long; 1.4 by default")),
    returns: "the menu, or nil if none opens",
    APIDocumentation(
      "Presses the folder until its menu opens.",
      example: """
        local device = Device { os = "17.5" }
        local paint = device.springboard:icon(device:install "fixtures/ChangeIcon.app")
        local tools = device.springboard:icon(device:install "fixtures/ToolBox.app")
        tools:drop(paint):press():item("Remove Folder"):tap()
        assert.equal("Remove “Folder”?", device.alert.label)
        """, facts: ["QUICK-095", "QUICK-148", "QUICK-149"])
  ) { _, object, seconds in
    let menu = try seconds.map { try object.value.press(seconds: $0) } ?? object.value.press()
    return menu.map { Box($0, of: object.device) }
  }

  static let rename = APIEntry.method(
    "rename", of: Box<HomeScreenFolder>.self, .string("name", "its new name"),
    APIDocumentation(
      "Renames the folder.",
      example: """
        local device = Device { os = "17.5" }
        local paint = device.springboard:icon(device:install "fixtures/ChangeIcon.app")
        local tools = device.springboard:icon(device:install "fixtures/ToolBox.app")
        tools:drop(paint):rename "Work"
        assert.equal("Work", device.springboard:folder("Work").name)
        """, facts: ["QUICK-095"])
  ) { _, object, name in try object.value.rename(to: name) }

  static let move = APIEntry.method(
    "move", of: Box<HomeScreenFolder>.self, IconAPI.placeParameter("folder:move"),
    APIDocumentation(
      "Puts the folder at a place of the Home Screen.",
      example: """
        local device = Device { os = "17.5" }
        local paint = device.springboard:icon(device:install "fixtures/ChangeIcon.app")
        local folder = device.springboard:icon(device:install "fixtures/ToolBox.app"):drop(paint)
        folder:move { dock = 1 }
        assert.same({ dock = 1 }, folder.place)
        """, facts: ["QUICK-118"])
  ) { _, object, place in try object.value.move(to: place) }

  static let remove = APIEntry.method(
    "remove", of: Box<HomeScreenFolder>.self,
    APIDocumentation(
      "Taps the badge that removes the folder, while icons jiggle; from iOS 14.",
      example: """
        local device = Device { os = "17.5" }
        local paint = device.springboard:icon(device:install "fixtures/ChangeIcon.app")
        local folder = device.springboard:icon(device:install "fixtures/ToolBox.app"):drop(paint)
        folder:press(3)
        folder:remove()
        device.alert:tap "Remove"
        assert.is_false(folder.exists)
        """, facts: ["QUICK-149"])
  ) { _, object in try object.value.remove() }

  static let folders = APIEntry.property(
    "folders", of: Box<Springboard>.self,
    APIDocumentation("The folders, in the order in which they were made.", facts: ["QUICK-146"])
  ) { object in object.value.folders.map { Box($0, of: object.device) } }

  static let openFolder = APIEntry.property(
    "openFolder", of: Box<Springboard>.self,
    APIDocumentation("The folder that is open, or nil.", facts: ["QUICK-147"])
  ) { object in object.value.openFolder.map { Box($0, of: object.device) } }

  static let folder = APIEntry.method(
    "folder", of: Box<Springboard>.self, .string("name", "the name under it"), returns: "the folder",
    APIDocumentation(
      "The folder of a name; it is an error if two have it.",
      example: """
        local device = Device { os = "17.5" }
        local paint = device.springboard:icon(device:install "fixtures/ChangeIcon.app")
        device.springboard:icon(device:install "fixtures/ToolBox.app"):drop(paint)
        assert.equal(2, #device.springboard:folder("Folder").icons)
        """, facts: ["QUICK-146"])
  ) { _, object, name in Box(try object.value.folder(named: name), of: object.device) }

  static let memberTypes = [HomeScreenFolder.apiType, HomeScreenIcon.apiType, Springboard.apiType]
  static let memberEntries = [
    drop, iconFolder, removeIcon, name, icons, place, isOpen, exists, tap, press, rename, move, remove, folders,
    openFolder, folder,
  ]
}
