import HomeScreenSimulator
import LuaEngine

extension AppImage: Boxable {
  static let apiType = APIType("image", className: "homescreen.UIImage", summary: "A picture in the app's code.")
  static let luaType = APIBinding.luaType(
    apiType,
    metamethods: [
      ObjectMetamethods.equality(Box<AppImage>.self),
      ObjectMetamethods.text(Box<AppImage>.self) { "image “\($0.value.name)” (\($0.value.source.rawValue))" },
    ])
}

/// `UIImage`: pictures that the app's code finds by their names.
enum ImageAPI: APIRoom {
  static let make = APIEntry.function(
    "UIImage", .string("name", "a set of the asset catalog, or a file without extension and scale", domain: .image),
    returns: "the picture, or nil",
    APIDocumentation(
      "`UIImage(named:)`: a picture of the bundle by its name, or nil.",
      discussion: """
        The name of an app icon set returns nil from iOS 18, and in TestFlight builds before; the base name of a loose \
        file returns its picture in every version.
        """,
      example: """
        local device = Device { os = "18.0" }
        local app = device:install "fixtures/ChangeIcon.app"
        device:launch(app)
        app:run(function()
          assert.equal("newicon@3x.png", UIImage("newicon").file)
          assert.is_nil(UIImage("missing"))
        end)
        """, availability: "iOS 2.0", facts: ["ICON-165", "ICON-166"])
  ) { call, name in
    try call.session.code.inProcess(for: "UIImage") { running in
      try running.application.image(named: name).map { Box($0) }
    }
  }

  static let name = APIEntry.property(
    "name", of: Box<AppImage>.self, "The name that was passed.", get: \.value.name
  )

  static let file = APIEntry.property(
    "file", of: Box<AppImage>.self,
    "The file, relative to the bundle or in the catalog's set; nil if it is unknown.", get: \.value.file
  )

  static let source = APIEntry.property(
    "source", of: Box<AppImage>.self, "Where it was found: `loose` or `catalog`.", get: \.value.source.rawValue
  )

  static let scale = APIEntry.property(
    "scale", of: Box<AppImage>.self, APIDocumentation("Pixels per point.", availability: "iOS 4.0"), get: \.value.scale
  )

  static let size = APIEntry.property(
    "size", of: Box<AppImage>.self,
    APIDocumentation("`width` and `height` in points; nil if they are unknown.", availability: "iOS 2.0")
  ) { object in
    object.value.size.map {
      LuaTable(fields: [(.string("width"), .number($0.width)), (.string("height"), .number($0.height))])
    }
  }

  static let globalEntries = [make]
  static let memberTypes = [AppImage.apiType]
  static let memberEntries = [name, file, source, scale, size]
}
