import HomeScreenSimulator
import LuaEngine

extension IconPlace: APITable {
  static let fields = [
    APIField("page", \IconPlace.grid?.page), APIField("row", \IconPlace.grid?.row),
    APIField("column", \IconPlace.grid?.column), APIField("dock", \IconPlace.dock),
  ]

  private var grid: (page: Int, row: Int, column: Int)? {
    if case .grid(let page, let row, let column) = self { (page, row, column) } else { nil }
  }

  private var dock: Int? {
    if case .dock(let column) = self { column } else { nil }
  }
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
  static let apiType = APIType("picture", className: "homescreen.Picture", summary: "What is drawn for an icon.")
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
enum IconAPI: APIRoom {

  static let label = APIEntry.property(
    "label", of: Box<HomeScreenIcon>.self, APIDocumentation("The text under the icon.", facts: ["ICON-167"]),
    get: \.value.label
  )

  static let app = APIEntry.property(
    "app", of: Box<HomeScreenIcon>.self, "The app that it launches.", get: \.value.app
  )

  static let tap = APIEntry.method(
    "tap", of: Box<HomeScreenIcon>.self,
    APIDocumentation(
      "Taps the icon: launches the app, or brings it to the front.",
      discussion: "If something covers the icon, the error names it.",
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        device.springboard:icon(app):tap()
        assert.equal(app, device.front)
        """)
  ) { call, object in
    try object.value.tap()
  }

  static let page = Parameter<Int64>.integer("page", "counts from 1; 1 by default")
  static let row = Parameter<Int64>.integer("row", "from the top, counts from 1")
  static let column = Parameter<Int64>.integer("column", "from the left, counts from 1")
  static let dock = Parameter<Int64>.integer("dock", "the place in the Dock, counts from 1")

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
      "Moves the icon to a place of the Home Screen; menus of low icons open upward.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install "fixtures/ChangeIcon.app"
        local icon = device.springboard:icon(app)
        icon:move { row = 6, column = 4 }
        assert.same({ page = 1, row = 6, column = 4 }, icon.place)
        """, facts: ["QUICK-071", "QUICK-118"])
  ) { _, object, place in
    try object.value.move(to: place)
  }

  static let iconPlace = APIEntry.property(
    "place", of: Box<HomeScreenIcon>.self,
    APIDocumentation(
      "Where it is: `{ page, row, column }` or `{ dock }`; nil in the App Library and in a folder.",
      facts: ["QUICK-118"]),
    get: \.value.place)

  static let picture = APIEntry.method(
    "picture", of: Box<HomeScreenIcon>.self,
    surfaceParameter, lookParameter("icon:picture"),
    returns: "what is drawn, and why",
    APIDocumentation(
      "The picture that the system draws for the app.",
      discussion: """
        `why` lists the files that were considered and the facts that decided. Dark and tinted pictures only come from \
        asset catalogs, from iOS 18, clear ones from iOS 26; without one, the system derives it from the light \
        picture. The store shows the primary icon.
        """,
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        assert.equal("AppIcon60x60@3x.png", device.springboard:icon(app):picture().file)
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
    "appearance", "`light`, `dark`, `tinted` or `clear`; by default as the device is set")

  static let file = APIEntry.property(
    "file", of: Box<DrawnIcon>.self, "The file, relative to the bundle; nil if none is shown.",
    get: \.value.picture.file
  )

  static let source = APIEntry.property(
    "source", of: Box<DrawnIcon>.self,
    "Where it comes from: `loose` files, the `catalog`, a `placeholder`, or `unchanged` if the old picture stays.",
    get: \.value.picture.source.rawValue
  )

  static let pixels = APIEntry.property(
    "pixels", of: Box<DrawnIcon>.self,
    APIDocumentation("The width and height of the drawing in pixels.", facts: ["ICON-132", "ICON-133"]),
    get: \.value.picture.pixels
  )

  static let scaled = APIEntry.property(
    "scaled", of: Box<DrawnIcon>.self, APIDocumentation("Whether the file has another size.", facts: ["ICON-120"]),
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
      "Whether the system derives the requested appearance from a picture of another one.",
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
