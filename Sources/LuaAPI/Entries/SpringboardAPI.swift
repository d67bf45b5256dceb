internal import AppPackages
import Events
import HomeScreenSimulator
import LuaEngine
import PropertyLists

extension Springboard: Boxable {
  static let apiType = APIType(
    "springboard", className: "homescreen.Springboard", summary: "The Home Screen of a device.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.text(Box<Springboard>.self) { "Home Screen, \($0.value.mode.rawValue)" },
      ObjectMetamethods.equality(Box<Springboard>.self) { $0.device === $1.device },
    ])
}

/// `device.springboard`: the Home Screen.
enum SpringboardAPI: APISection {
  static let icon = APIEntry.method(
    "icon", of: Box<Springboard>.self,
    Parameter<Void>.raw(
      "app", type: "homescreen.App|string", kinds: [.userdata, .string], expected: "an app or its label",
      domain: .appLabel,
      "the app, or the label under its icon"), returns: "the icon of the app",
    APIDocumentation(
      "The icon of an app.", discussion: "Two icons with the same label are an error: pass the app instead.")
  ) { call, object, _ in
    let springboard = object.value
    if let app = call.instance(2, of: InstalledApp.luaType, as: InstalledApp.self) {
      return Box(try springboard.icon(for: app), of: object.device)
    }
    guard let label = call.stack.string(at: 2) else {
      throw LuaFailure("springboard:icon: expected an app or its label", code: "argument")
    }
    return Box(try springboard.icon(labelled: label), of: object.device)
  }

  static let icons = APIEntry.property(
    "icons", of: Box<Springboard>.self, "All icons, in the order of installation."
  ) { object in object.value.icons.map { Box($0, of: object.device) } }.withoutTexts(
    finder: "device.springboard:icon", finds: "finds an icon by its label")

  static let library = APIEntry.property(
    "library", of: Box<Springboard>.self,
    APIDocumentation("The icons in the App Library, which has every app; empty before iOS 14.", facts: ["QUICK-091"])
  ) { object in object.value.library.map { Box($0, of: object.device) } }

  static let libraryIcon = APIEntry.method(
    "libraryIcon", of: Box<Springboard>.self, Parameter<InstalledApp>.object("app", "the app"),
    returns: "the app's icon in the App Library",
    APIDocumentation("The icon of an app in the App Library.", facts: ["QUICK-078"])
  ) { call, object, app in
    Box(try object.value.libraryIcon(for: app), of: object.device)
  }

  static let mode = APIEntry.property(
    "mode", of: Box<Springboard>.self,
    "The state of the screen: `home`, `menu`, `folder`, `editing`, `app` or `locked`.",
    get: \.value.mode
  )

  static let memberTypes = [Springboard.apiType]
  static let memberEntries = [icon, icons, library, libraryIcon, mode]
}

extension IconPlace: APITable {
  static let fields = [
    APIField("page", \IconPlace.grid?.page), APIField("row", \IconPlace.grid?.row),
    APIField("column", \IconPlace.grid?.column), APIField("dock", \IconPlace.dock),
  ]

  private var grid: (page: Int, row: Int, column: Int)? {
    if case .grid(let page, let row, let column) = self { (page, row, column) } else { nil }
  }

  private var dock: Int? { if case .dock(let column) = self { column } else { nil } }
}

extension HomeScreenIcon: Boxable {
  static let apiType = APIType("icon", className: "homescreen.Icon", summary: "An app's icon on the Home Screen.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<HomeScreenIcon>.self),
      ObjectMetamethods.text(Box<HomeScreenIcon>.self) { "icon “\($0.value.label)”" },
    ])
}

extension DrawnIcon: Boxable {
  static let apiType = APIType(
    "picture", className: "homescreen.Picture", summary: "The picture that is drawn for an icon.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.text(Box<DrawnIcon>.self) { object in
        let picture = object.value.picture
        let name = picture.file ?? picture.iconName ?? "none"
        return "picture \(name) (\(picture.source.rawValue), \(picture.pixels) px\(picture.isScaled ? ", scaled" : ""))"
      }
    ])
}

/// An icon on the Home Screen, and its picture.
enum IconAPI: APISection {

  static let label = APIEntry.property(
    "label", of: Box<HomeScreenIcon>.self, APIDocumentation("The text under the icon.", facts: ["ICON-167"]),
    get: \.value.label
  )

  static let app = APIEntry.property(
    "app", of: Box<HomeScreenIcon>.self, "The app that the icon launches.", get: \.value.app
  )

  static let tap = APIEntry.method(
    "tap", of: Box<HomeScreenIcon>.self,
    APIDocumentation(
      "Taps the icon: launches the app, or brings it to the front.",
      discussion: "If something covers the icon, the error names it.")
  ) { call, object in
    try object.value.tap()
  }

  static let page = Parameter<Int64>.integer("page", "counts from 1; 1 by default")
  static let row = Parameter<Int64>.integer("row", "counted from the top; the first row is 1")
  static let column = Parameter<Int64>.integer("column", "counted from the left; the first column is 1")
  static let dock = Parameter<Int64>.integer("dock", "the place in the Dock; the first one is 1")

  static func placeParameter(_ owner: String) -> Parameter<IconPlace> {
    .record(
      "place", of: owner, fields: [page.description, row.description, column.description, dock.description],
      isOptional: false, "a place in the grid, or in the Dock"
    ) { fields in try place(in: fields, owner) }
  }

  private static func place(in fields: RecordReader, _ owner: String) throws -> IconPlace {
    func number(_ parameter: Parameter<Int64>) throws -> Int? { try fields.read(parameter).map { Int(clamping: $0) } }
    switch (try number(dock), try number(row), try number(column)) {
    case (let place?, nil, nil): return .dock(column: place)
    case (nil, let row?, let column?): return .grid(page: try number(page) ?? 1, row: row, column: column)
    default:
      throw fields.failure(
        "row and column, or dock, are required",
        hint: "\(owner) { row = 6, column = 1 } or \(owner) { dock = 1 }")
    }
  }

  static let move = APIEntry.method(
    "move", of: Box<HomeScreenIcon>.self,
    placeParameter("icon:move"),
    APIDocumentation(
      "Moves the icon to another place on the Home Screen. Menus of icons near the bottom open upward.",
      facts: ["QUICK-071", "QUICK-118"])
  ) { _, object, place in
    try object.value.move(to: place)
  }

  static let iconPlace = APIEntry.property(
    "place", of: Box<HomeScreenIcon>.self,
    APIDocumentation(
      "The place of the icon: `{ page, row, column }` or `{ dock }`; nil in the App Library and in a folder.",
      facts: ["QUICK-118"]),
    get: \.value.place)

  static let picture = APIEntry.method(
    "picture", of: Box<HomeScreenIcon>.self,
    surfaceParameter, lookParameter("icon:picture"),
    returns: "the picture, and the reasons for it",
    APIDocumentation(
      "The picture that the system draws for the app.",
      discussion: """
        `why` lists the files that were considered and the facts that decided. Only asset catalogs have dark and tinted \
        pictures (from iOS 18 on) and clear ones (from iOS 26 on); if one is missing, the system derives it from the \
        light picture. The App Store shows the primary icon.
        """, facts: ["ICON-119", "ICON-132", "ICON-147"])
  ) { _, object, surface, appearance in
    let icon = object.value
    return Box(
      DrawnIcon(
        picture: try icon.picture(on: surface, appearance: appearance), package: try icon.app.package,
        os: icon.app.device.os))
  }

  static let surfaceParameter = Parameter<IconSurface?>.optional(
    .choice(
      "surface",
      "`home` (default), `spotlight`, `settings`, `notification`, `switcher`, `dock`, `library`, `share`, `appStore`"))

  static func lookParameter(_ name: String) -> Parameter<IconAppearance?> {
    .record("options", of: name, fields: [appearanceField.description], "how icons look") { fields in
      try fields.read(appearanceField)
    }
  }

  private static let appearanceField = Parameter<IconAppearance>.choice(
    "appearance", "`light`, `dark`, `tinted` or `clear`; the device's appearance by default")

  static let file = APIEntry.property(
    "file", of: Box<DrawnIcon>.self, "The file, relative to the bundle; nil if none is shown.",
    get: \.value.picture.file
  )

  static let source = APIEntry.property(
    "source", of: Box<DrawnIcon>.self,
    "The origin of the picture: `loose` files, the `catalog`, a `placeholder`, or `unchanged` if the old picture stays.",
    get: \.value.picture.source.rawValue
  )

  static let pixels = APIEntry.property(
    "pixels", of: Box<DrawnIcon>.self,
    APIDocumentation("The width and height of the drawing in pixels.", facts: ["ICON-132", "ICON-133"]),
    get: \.value.picture.pixels
  )

  static let scaled = APIEntry.property(
    "scaled", of: Box<DrawnIcon>.self, APIDocumentation("Whether the file is scaled.", facts: ["ICON-120"]),
    get: \.value.picture.isScaled
  )

  static let placeholder = APIEntry.property(
    "placeholder", of: Box<DrawnIcon>.self,
    APIDocumentation("Whether the system shows its empty icon.", facts: ["ICON-123"]),
    get: \.value.picture.isPlaceholder
  )

  static let appearance = APIEntry.property(
    "appearance", of: Box<DrawnIcon>.self,
    APIDocumentation(
      "The appearance that the file is for: `light`, `dark` or `tinted`, or `clear` in an Icon Composer file.",
      facts: ["ICON-147", "ICON-204", "ICON-251"]),
    get: \.value.picture.appearance
  )

  static let derived = APIEntry.property(
    "derived", of: Box<DrawnIcon>.self,
    APIDocumentation(
      "Whether the system derives the requested appearance from a picture of another appearance.",
      facts: ["ICON-204", "ICON-254"]), get: \.value.picture.isDerived
  )

  static let iconName = APIEntry.property(
    "iconName", of: Box<DrawnIcon>.self, "The name of the icon whose picture this is; nil for the primary one.",
    get: \.value.picture.iconName
  )

  static let why = APIEntry.property(
    "why", of: Box<DrawnIcon>.self, "The reasons, one line each, with their facts.", get: \.value.picture.why
  )

  static let memberTypes = [HomeScreenIcon.apiType, DrawnIcon.apiType]
  static let memberEntries = [
    label, app, tap, move, iconPlace, picture, file, source, pixels, scaled, placeholder, appearance, derived,
    iconName, why,
  ]
}

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

/// Folders: creating them from icons, opening, pressing, removing.
enum FolderAPI: APISection {
  static let drop = APIEntry.method(
    "drop", of: Box<HomeScreenIcon>.self,
    Parameter<Void>.raw(
      "target", type: "homescreen.Icon|homescreen.Folder", kinds: [.userdata], expected: "an icon or a folder",
      "the icon or folder that it is dropped on"),
    returns: "the folder that contains it afterwards",
    APIDocumentation(
      "Drops the icon on another icon, which creates a folder with both, or on a folder.",
      discussion: "`icon:move` takes the icon out of the folder; a folder disappears with its last icon.",
      facts: ["QUICK-146", "QUICK-150"])
  ) { call, object, _ in
    if let folder = call.instance(2, of: Box<HomeScreenFolder>.luaType, as: Box<HomeScreenFolder>.self) {
      return Box(try object.value.drop(onto: folder.value), of: object.device)
    }
    if let icon = call.instance(2, of: Box<HomeScreenIcon>.luaType, as: Box<HomeScreenIcon>.self) {
      return Box(try object.value.drop(onto: icon.value), of: object.device)
    }
    throw LuaFailure("icon:drop: expected an icon or a folder", code: "argument")
  }

  static let iconFolder = APIEntry.property(
    "folder", of: Box<HomeScreenIcon>.self,
    APIDocumentation("The folder that contains the icon, or nil.", facts: ["QUICK-146"])
  ) { object in object.value.folder.map { Box($0, of: object.device) } }

  static let removeIcon = APIEntry.method(
    "remove", of: Box<HomeScreenIcon>.self,
    APIDocumentation(
      "Taps the badge that removes the icon, while icons jiggle; the system asks for confirmation.",
      facts: ["QUICK-151"])
  ) { _, object in try object.value.remove() }

  static let name = APIEntry.property("name", of: Box<HomeScreenFolder>.self, "The name under the folder.") { object in
    try object.value.name
  }

  static let icons = APIEntry.property(
    "icons", of: Box<HomeScreenFolder>.self, "The icons in the folder, in their order."
  ) { object in try object.value.icons.map { Box($0, of: object.device) } }

  static let place = APIEntry.property(
    "place", of: Box<HomeScreenFolder>.self,
    APIDocumentation("The place of the folder: `{ page, row, column }` or `{ dock }`.", facts: ["QUICK-118"])
  ) { object in try object.value.place }

  static let isOpen = APIEntry.property(
    "isOpen", of: Box<HomeScreenFolder>.self,
    APIDocumentation("Whether the folder's icons are visible.", facts: ["QUICK-147"]), get: \.value.isOpen)

  static let exists = APIEntry.property(
    "exists", of: Box<HomeScreenFolder>.self,
    APIDocumentation("Whether the folder exists: it disappears with its last icon.", facts: ["QUICK-146"]),
    get: \.value.exists)

  static let tap = APIEntry.method(
    "tap", of: Box<HomeScreenFolder>.self,
    APIDocumentation("Opens the folder, so its icons can be touched. Home closes it.", facts: ["QUICK-147"])
  ) { _, object in try object.value.tap() }

  static let press = APIEntry.method(
    "press", of: Box<HomeScreenFolder>.self,
    Parameter<Double?>.optional(.number("seconds", "how long; 1.4 by default")),
    returns: "the menu, or nil if none opens",
    APIDocumentation("Presses the folder until its menu opens.", facts: ["QUICK-095", "QUICK-148", "QUICK-149"])
  ) { _, object, seconds in
    let menu = try seconds.map { try object.value.press(seconds: $0) } ?? object.value.press()
    return menu.map { Box($0, of: object.device) }
  }

  static let rename = APIEntry.method(
    "rename", of: Box<HomeScreenFolder>.self, .string("name", "the new name"),
    APIDocumentation("Renames the folder.", facts: ["QUICK-095"])
  ) { _, object, name in try object.value.rename(to: name) }

  static let move = APIEntry.method(
    "move", of: Box<HomeScreenFolder>.self, IconAPI.placeParameter("folder:move"),
    APIDocumentation("Moves the folder to another place on the Home Screen.", facts: ["QUICK-118"])
  ) { _, object, place in try object.value.move(to: place) }

  static let remove = APIEntry.method(
    "remove", of: Box<HomeScreenFolder>.self,
    APIDocumentation("Taps the badge that removes the folder, while icons jiggle; from iOS 14.", facts: ["QUICK-149"])
  ) { _, object in try object.value.remove() }

  static let folders = APIEntry.property(
    "folders", of: Box<Springboard>.self,
    APIDocumentation("The folders, in the order in which they were created.", facts: ["QUICK-146"])
  ) { object in object.value.folders.map { Box($0, of: object.device) } }

  static let openFolder = APIEntry.property(
    "openFolder", of: Box<Springboard>.self,
    APIDocumentation("The folder that is open, or nil.", facts: ["QUICK-147"])
  ) { object in object.value.openFolder.map { Box($0, of: object.device) } }

  static let folder = APIEntry.method(
    "folder", of: Box<Springboard>.self, .string("name", "the name under the folder"), returns: "the folder",
    APIDocumentation("The folder with this name; it is an error if two folders have it.", facts: ["QUICK-146"])
  ) { _, object, name in Box(try object.value.folder(named: name), of: object.device) }

  static let memberTypes = [HomeScreenFolder.apiType, HomeScreenIcon.apiType, Springboard.apiType]
  static let memberEntries = [
    drop, iconFolder, removeIcon, name, icons, place, isOpen, exists, tap, press, rename, move, remove, folders,
    openFolder, folder,
  ]
}

/// The content of a device's screen at the time when a script read it.
struct ScreenView: Equatable {
  let picture: ScreenPicture
  /// The packages with the pixels of the screen's icons.
  let packages: [(identifier: String, package: AppPackage)]

  init(_ device: Device) {
    picture = device.screenPicture
    packages = device.packages
  }

  static func == (left: ScreenView, right: ScreenView) -> Bool { left.picture == right.picture }
}

extension ScreenView: Boxable {
  static let apiType = APIType("screen", className: "homescreen.Screen", summary: "The content of a screen.")
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
enum ScreenAPI: APISection {
  static let lines = APIEntry.property(
    "lines", of: Box<ScreenView>.self,
    "The visible content, line by line: the app in front, icons with their pictures, the menu’s rows, the alert."
  ) { object in
    let lines = ScreenLines.of(object.value.picture)
    Work.count(4 * lines.count)
    return lines
  }

  static let svg = APIEntry.method(
    "svg", of: Box<ScreenView>.self, returns: "a whole file",
    APIDocumentation("The screen as a drawing in SVG, which every browser shows.")
  ) { call, object in try object.value.drawing(call) }

  static let memberTypes = [ScreenView.apiType]
  static let memberEntries = [lines, svg]
}

/// A picture that a snapshot stores in addition to its text.
protocol SnapshotDrawing {
  /// The maximum number of icons in the picture.
  var iconCount: Int { get }
  /// Returns the SVG file.
  func draw(_ services: any SessionServices) -> String
}

extension SnapshotDrawing {
  /// Returns the SVG file, and charges the budget for the work.
  func drawing(_ call: LuaCall) throws -> String {
    let services = try call.session.neededServices("a drawing")
    try call.charge(20_000 * iconCount)
    let file = draw(services)
    Work.count(file.utf8.count / 4)
    return file
  }
}

extension ScreenView: SnapshotDrawing {
  var iconCount: Int {
    1 + picture.icons.count + picture.dock.count + (picture.openFolder?.icons.count ?? 0)
      + picture.folders.reduce(0) { $0 + $1.artworks.count }
  }

  func draw(_ services: any SessionServices) -> String {
    // One pixel per point, because snapshots are committed and must be small.
    var drawing = services.drawing(pixelsPerPoint: 1)
    for (identifier, package) in packages { drawing.add(package, as: identifier) }
    return drawing.file(of: picture)
  }
}

/// The artwork of an icon, and the package with its pixels.
struct DrawnIcon {
  let picture: IconPicture
  let package: AppPackage?
  let os: OSVersion
}

extension DrawnIcon: SnapshotDrawing {
  var iconCount: Int { 1 }

  func draw(_ services: any SessionServices) -> String {
    var drawing = services.drawing(pixelsPerPoint: 2)
    if let package { drawing.add(package, as: "app") }
    return drawing.file(of: picture, ofPackage: "app", os: os)
  }
}
