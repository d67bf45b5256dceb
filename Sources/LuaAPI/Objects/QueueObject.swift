import LuaEngine
import Simulator

/// A queue of a process.
final class QueueObject: LuaRepresentable, Equatable {
  static var luaType: LuaType { DispatchAPI.luaType }
  let application: Application
  let isMain: Bool
  var luaAnchor: LuaAnchor? { application.luaAnchor }

  init(_ application: Application, isMain: Bool = true) {
    self.application = application
    self.isMain = isMain
  }

  func asyncAfter(_ seconds: Double, _ block: @escaping () throws -> Void) throws {
    if isMain {
      try application.mainQueue.asyncAfter(seconds, block)
    } else {
      try application.globalQueue.asyncAfter(seconds, block)
    }
  }

  static func == (left: QueueObject, right: QueueObject) -> Bool {
    left.application === right.application && left.isMain == right.isMain
  }
}
