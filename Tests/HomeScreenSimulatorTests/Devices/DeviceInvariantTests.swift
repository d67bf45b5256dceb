import AppPackages
import PropertyLists
import Testing

@testable import HomeScreenSimulator

/// Each command of a debug build asserts that ``Device/brokenInvariant`` is nil; these tests break its rules.
@Suite struct DeviceInvariantTests {
  private static func deviceWithApp() throws -> (Device, AppProcess) {
    let device = try Device(os: .newest)
    let package = try AppPackage(
      name: "Paint", infoPlist: ["CFBundleIdentifier": "com.example.paint", "CFBundleName": "Paint"])
    let app = try device.install(package)
    _ = try device.launch(app)
    return (device, try #require(device.registry["com.example.paint"]?.process))
  }

  @Test func brokenRuleIsReported() throws {
    let damages: [(rule: String, damage: (Device, AppProcess) -> Void)] = [
      ("a deleted folder is open", { device, _ in device.screen.openFolder = 7 }),
      ("the app in front has ended", { _, process in process.isAlive = false }),
      ("the app in front is suspended", { _, process in process.phase = .suspended }),
      ("the app in front is not installed", { _, process in process.record.isInstalled = false }),
      ("the screen is locked, and an app is in front", { device, _ in device.screen.lock(over: nil) }),
      ("com.example.paint: it is active but not in front", { device, _ in device.screen.front = nil }),
      ("com.example.paint: its code runs between commands", { _, process in process.execution.depth = 1 }),
      ("com.example.paint: its number of waiting blocks is negative", { _, process in process.queues.remove(1) }),
      (
        "a transition is not finished",
        { device, process in device.scheduler.schedule(.transition, process: process, after: .zero) { _ in } }
      ),
    ]
    for (rule, damage) in damages {
      let (device, process) = try Self.deviceWithApp()
      #expect(device.brokenInvariant == nil)
      damage(device, process)
      #expect(device.brokenInvariant == rule)
    }
  }
}
