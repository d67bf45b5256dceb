import AppPackages
import HomeScreenReports
import HomeScreenSimulator
import PropertyLists
import Testing

@Test func theReportSaysWhyAnIconDoesNotChange() throws {
  let package = try AppPackage(
    name: "Paint",
    infoPlist: [
      "CFBundleIdentifier": "com.example.paint", "CFBundleName": "Paint",
      "CFBundleIcons": ["CFBundleAlternateIcons": ["night": ["CFBundleIconFiles": ["night"]]]],
    ])
  let app = try Device(os: OSVersion(17, 5)).install(package)

  let explanation = try app.explainIcon("Night")
  #expect(explanation.decision.isRefused)
  #expect(explanation.nearNames == ["night"])
  #expect(IconReport.text(explanation).contains("The icon does not change. What to do:"))
}
