import LuaEngine
import Simulator

/// A `UIImage` in a script; a value that no longer changes.
final class ImageObject: LuaRepresentable, Equatable {
  static var luaType: LuaType { ImageAPI.luaType }
  let image: AppImage

  init(_ image: AppImage) {
    self.image = image
  }

  static func == (left: ImageObject, right: ImageObject) -> Bool { left.image == right.image }
}
