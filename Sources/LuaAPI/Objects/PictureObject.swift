import LuaEngine
import Simulator

/// What is drawn for an icon; a value that no longer changes.
final class PictureObject: LuaRepresentable {
  static var luaType: LuaType { IconAPI.pictureLuaType }
  let picture: IconPicture

  init(_ picture: IconPicture) {
    self.picture = picture
  }
}
