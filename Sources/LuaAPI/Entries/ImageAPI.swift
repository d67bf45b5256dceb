import LuaEngine
import Simulator

/// `UIImage`: pictures that the app's code finds by their names.
enum ImageAPI {
  static let type = APIType("image", className: "homescreen.UIImage", summary: "A picture in the app's code.")
  static let luaType = APIBinding.luaType(
    type,
    metamethods: [
      ObjectMetamethods.equality(ImageObject.self),
      ObjectMetamethods.text(ImageObject.self) { "image “\($0.image.name)” (\($0.image.source.rawValue))" },
    ])

  static let make = APIEntry.function(
    "UIImage", .string("name", "a set of the asset catalog, or a file without extension and scale"),
    returns: APIReturn("\(type.className)?", "the picture, or nil"),
    APIDocumentation(
      "`UIImage(named:)`: a picture of the bundle by its name, or nil.",
      discussion: """
        The name of an app icon set gives nil from iOS 18 on, and in TestFlight builds before; the base name of a loose \
        file gives its picture in every version.
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
    try call.session.inProcess(for: "UIImage") { running in
      call.result(try running.application.image(named: name).map { ImageObject($0) })
    }
  }

  static let name = APIEntry.property(
    type, "name", ImageObject.self, "string", APIDocumentation("The name that it was asked for by.")
  ) { call, object in call.result(object.image.name) }

  static let file = APIEntry.property(
    type, "file", ImageObject.self, "string?",
    APIDocumentation("The file, relative to the bundle or in the catalog's set; nil when it is not known.")
  ) { call, object in call.result(object.image.file) }

  static let source = APIEntry.property(
    type, "source", ImageObject.self, "string", APIDocumentation("Where it was found: `loose` or `catalog`.")
  ) { call, object in call.result(object.image.source.rawValue) }

  static let scale = APIEntry.property(
    type, "scale", ImageObject.self, "integer", APIDocumentation("Pixels per point.", availability: "iOS 4.0")
  ) { call, object in call.result(object.image.scale) }

  static let size = APIEntry.property(
    type, "size", ImageObject.self, "table?",
    APIDocumentation("`width` and `height` in points; nil when they are not known.", availability: "iOS 2.0")
  ) { call, object in
    call.result(
      object.image.size.map {
        LuaTable(fields: [(.string("width"), .number($0.width)), (.string("height"), .number($0.height))])
      })
  }

  static let entries = [make, name, file, source, scale, size]
}
