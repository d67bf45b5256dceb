import AppPackages
import HomeScreenSimulator
import PropertyLists

// What the code of an app sees under other names than the tester.

/// `Bundle.main`.
struct AppBundle {
  let app: InstalledApp

  /// The Info.plist as the process sees it.
  var info: PropertyListDictionary {
    get throws { try app.package.infoDictionary(for: app.device.deviceClass) }
  }
}

/// `UIDevice.current`.
struct CurrentDevice {
  let device: Device
}

/// A queue of a process.
struct AppQueue: Equatable {
  let application: Application
  var isMain = true

  func asyncAfter(_ seconds: Double, _ block: @escaping () throws -> Void) throws {
    if isMain {
      try application.mainQueue.asyncAfter(seconds, block)
    } else {
      try application.globalQueue.asyncAfter(seconds, block)
    }
  }

  static func == (left: AppQueue, right: AppQueue) -> Bool {
    left.application === right.application && left.isMain == right.isMain
  }
}
