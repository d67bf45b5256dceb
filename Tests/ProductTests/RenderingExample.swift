import AppPackages
import HomeScreenSimulator
import PropertyLists
import Rendering
import Testing

@Test func renderingDrawsTheScreenOfADevice() throws {
  let package = try AppPackage(
    name: "Paint", infoPlist: ["CFBundleIdentifier": "com.example.paint", "CFBundleName": "Paint"])
  let device = try Device(os: OSVersion(26, 1))
  _ = try device.install(package)

  var drawing = ScreenDrawing()
  let frame = drawing.frame(of: device, appearance: .dark)
  #expect(frame.words.contains("Paint (placeholder)"))

  let file = drawing.pool.standalone(frame)
  #expect(file.hasPrefix("<svg "))
}
