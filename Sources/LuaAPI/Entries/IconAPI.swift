import LuaEngine
import Simulator

/// An icon on the Home Screen, and its picture.
enum IconAPI {
  static let type = APIType("icon", className: "homescreen.Icon", summary: "An app's icon on the Home Screen.")
  static let pictureType = APIType("picture", className: "homescreen.Picture", summary: "What is drawn for an icon.")

  static let luaType = APIBinding.luaType(
    type,
    metamethods: [
      ObjectMetamethods.equality(IconObject.self),
      ObjectMetamethods.text(IconObject.self) { "icon “\($0.icon.label)”" },
    ])
  static let pictureLuaType = APIBinding.luaType(
    pictureType,
    metamethods: [
      ObjectMetamethods.text(PictureObject.self) { object in
        let picture = object.picture
        let name = picture.file ?? picture.iconName ?? "none"
        return "picture \(name) (\(picture.source.rawValue), \(picture.pixels) px\(picture.scaled ? ", scaled" : ""))"
      }
    ])

  static let label = APIEntry.property(
    type, "label", IconObject.self, "string", APIDocumentation("The text under the icon.", facts: ["ICON-167"])
  ) { call, object in call.result(object.icon.label) }

  static let app = APIEntry.property(
    type, "app", IconObject.self, AppAPI.type.className, APIDocumentation("The app that it launches.")
  ) { call, object in call.result(object.icon.app) }

  static let tap = APIEntry.method(
    type, "tap", IconObject.self,
    APIDocumentation(
      "Taps the icon: launches the app, or brings it to the front.",
      discussion: "Something that covers the icon is an error that names the cover.",
      example: """
        local device = Device {}
        local app = device:install "fixtures/ChangeIcon.app"
        device.springboard:icon(app):tap()
        assert.equal(app, device.front)
        """)
  ) { call, object in
    try object.icon.tap()
    return 0
  }

  static let page = Parameter<Int64>.integer("page", "counts from 1; 1 by default")
  static let row = Parameter<Int64>.integer("row", "from the top, counts from 1")
  static let column = Parameter<Int64>.integer("column", "from the left, counts from 1")
  static let dock = Parameter<Int64>.integer("dock", "the place in the Dock, counts from 1")

  static let move = APIEntry.method(
    type, "move", IconObject.self,
    Parameter<Void>.raw("place", type: "table", kinds: [.table], "`{ page, row, column }` or `{ dock }`"),
    APIDocumentation(
      "Puts the icon at a place of the Home Screen; menus of icons that are low open upward.",
      example: """
        local device = Device { os = "18.0" }
        local app = device:install "fixtures/ChangeIcon.app"
        local icon = device.springboard:icon(app)
        icon:move { row = 6, column = 4 }
        assert.same({ page = 1, row = 6, column = 4 }, icon.place)
        """, facts: ["QUICK-071", "QUICK-118"])
  ) { call, object, _ in
    let fields = try RecordReader(
      call, 2, owner: "icon:move", fields: [page.description, row.description, column.description, dock.description])
    func number(_ parameter: Parameter<Int64>) throws -> Int? { try fields.read(parameter).map { Int(clamping: $0) } }
    switch (try number(dock), try number(row), try number(column)) {
    case (let place?, nil, nil): try object.icon.move(to: .dock(column: place))
    case (nil, let row?, let column?):
      try object.icon.move(to: .grid(page: try number(page) ?? 1, row: row, column: column))
    default:
      throw LuaFailure(
        "icon:move: row and column, or dock, are needed", code: "argument",
        hint: "icon:move { row = 6, column = 1 } or icon:move { dock = 1 }")
    }
    return 0
  }

  static let place = APIEntry.property(
    type, "place", IconObject.self, "table?",
    APIDocumentation(
      "Where it is: `{ page, row, column }` or `{ dock }`; nil in the App Library.", facts: ["QUICK-118"])
  ) { call, object in
    switch object.icon.place {
    case .grid(let page, let row, let column):
      call.result(
        LuaTable(fields: [
          (.string("page"), .integer(Int64(page))), (.string("row"), .integer(Int64(row))),
          (.string("column"), .integer(Int64(column))),
        ]))
    case .dock(let column): call.result(LuaTable(fields: [(.string("dock"), .integer(Int64(column)))]))
    case nil: call.result(String?.none)
    }
  }

  static let picture = APIEntry.method(
    type, "picture", IconObject.self,
    Parameter<IconSurface?>.optional(
      .choice("surface", "`home` (default), `spotlight`, `settings`, `notification`, `appStore`")),
    Parameter<Void>.raw(
      "options", type: "table", kinds: [.table, .nil], "`appearance`: `light` (default), `dark` or `tinted`"),
    returns: APIReturn(pictureType.className, "what is drawn, and why"),
    APIDocumentation(
      "The picture that the system draws for the app.",
      discussion: """
        `why` lists the files that were considered and the facts that decided. Dark and tinted pictures come from asset \
        catalogs only, from iOS 18 on; the store shows the primary icon.
        """,
      example: """
        local device = Device { os = "17.5" }
        local app = device:install "fixtures/ChangeIcon.app"
        assert.equal("AppIcon60x60@3x.png", device.springboard:icon(app):picture().file)
        """, facts: ["ICON-119", "ICON-132", "ICON-147"])
  ) { call, object, surface, _ in
    var appearance = IconAppearance.light
    if call.stack.kind(at: 3) == .table {
      let options = try RecordReader(call, 3, owner: "icon:picture", fields: [appearanceField.description])
      appearance = try options.read(appearanceField) ?? .light
    }
    return call.result(PictureObject(try object.icon.picture(on: surface ?? .home, appearance: appearance)))
  }

  private static let appearanceField = Parameter<IconAppearance>.choice("appearance", "`light`, `dark` or `tinted`")

  static let file = APIEntry.property(
    pictureType, "file", PictureObject.self, "string?",
    APIDocumentation("The file, relative to the bundle; nil when none is shown.")
  ) { call, object in call.result(object.picture.file) }

  static let source = APIEntry.property(
    pictureType, "source", PictureObject.self, "string",
    APIDocumentation(
      "Where it comes from: `loose` files, the `catalog`, a `placeholder`, or `unchanged` where the old picture stays.")
  ) { call, object in call.result(object.picture.source.rawValue) }

  static let pixels = APIEntry.property(
    pictureType, "pixels", PictureObject.self, "integer",
    APIDocumentation("How many pixels wide and high it is drawn.", facts: ["ICON-132", "ICON-133"])
  ) { call, object in call.result(object.picture.pixels) }

  static let scaled = APIEntry.property(
    pictureType, "scaled", PictureObject.self, "boolean",
    APIDocumentation("Whether the file has another size.", facts: ["ICON-120"])
  ) { call, object in call.result(object.picture.scaled) }

  static let placeholder = APIEntry.property(
    pictureType, "placeholder", PictureObject.self, "boolean",
    APIDocumentation("Whether the system shows its empty icon.", facts: ["ICON-123"])
  ) { call, object in call.result(object.picture.placeholder) }

  static let appearance = APIEntry.property(
    pictureType, "appearance", PictureObject.self, "string",
    APIDocumentation(
      "The appearance that the file is made for: `light`, `dark` or `tinted`.", facts: ["ICON-147", "ICON-204"])
  ) { call, object in call.result(object.picture.appearance.rawValue) }

  static let iconName = APIEntry.property(
    pictureType, "iconName", PictureObject.self, "string?",
    APIDocumentation("The name of the icon whose picture this is; nil for the primary one.")
  ) { call, object in call.result(object.picture.iconName) }

  static let why = APIEntry.property(
    pictureType, "why", PictureObject.self, "string[]",
    APIDocumentation("The reasons, one line each, with their facts.")
  ) { call, object in call.result(object.picture.why) }

  static let entries = [
    label, app, tap, move, place, picture, file, source, pixels, scaled, placeholder, appearance, iconName, why,
  ]
}
