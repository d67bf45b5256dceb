import AppPackages
import Events
import HomeScreenSimulator
import Lint
import PropertyLists
import Testing

@Test func lintTellsWhatIsWrongAndForWhom() throws {
  let package = try AppPackage(
    name: "Paint",
    infoPlist: [
      "CFBundleIdentifier": "com.example.paint", "CFBundleName": "Paint", "UIDeviceFamily": [1, 2],
      "CFBundleIcons": ["CFBundleAlternateIcons": ["night": ["CFBundleIconFiles": ["night"]]]],
      "CFBundleIcons~ipad": ["CFBundlePrimaryIcon": ["CFBundleIconFiles": ["AppIcon"]]],
    ])

  let findings = Linter().findings(in: package)
  let finding = try #require(findings.first { $0.code == "ipad-alternates-missing" })
  #expect(finding.severity == .error && finding.devices == [.iPad])

  let check = AppCheck(package, versions: [OSVersion(17, 5)])
  #expect(!check.holds)
}
