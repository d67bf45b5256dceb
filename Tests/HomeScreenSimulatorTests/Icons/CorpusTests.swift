import AppPackages
import HomeScreenSimulator
import PropertyLists
import TestSupport
import Testing

/// A real app: ScottZg/iOSChangeAppIcon.
@Suite struct CorpusTests {
  static let project = Corpus.project("ScottZg+iOSChangeAppIcon")

  private func package() throws -> AppPackage {
    let project = try #require(CorpusTests.project)
    return try AppPackage(contentsOf: project + "/ChangeIcon/Info.plist")
  }

  /// ICON-106, ICON-170.
  @Test(
    .enabled(if: project != nil, Comment(rawValue: Corpus.absence)),
    arguments: Versions.all, [DeviceModel.iPhone, .iPad, .iPadPro])
  func newiconIsAcceptedOnIPhoneAndIPad(os: String, model: DeviceModel) throws {
    let scene = try Scene(os: os, model: model, package: package())
    try scene.request("newicon")
    let alert = try #require(scene.device.alert)
    #expect(alert.label == "You have changed the icon for “iconChange”.")
    try alert.tap("OK")
    #expect(scene.codes == [0])
    #expect(try scene.app.iconName == "newicon")
    let picture = try scene.device.springboard.icon(for: scene.app).picture()
    #expect(picture.file == (model == .iPhone ? "newicon@3x.png" : "newicon@2x.png"))
    #expect(picture.isScaled == (model != .iPhone))
    try scene.request(nil)
    try scene.tapOK()
    #expect(try scene.app.iconName == nil)
  }

  /// ICON-111, ICON-039.
  @Test(.enabled(if: project != nil, Comment(rawValue: Corpus.absence)), arguments: Versions.all)
  func iPadKeyOfTheCatalogBuildCausesError4(os: String) throws {
    var package = try package()
    package.infoPlist["CFBundleIcons~ipad"] = [
      "CFBundlePrimaryIcon": ["CFBundleIconFiles": ["AppIcon60x60", "AppIcon76x76"], "CFBundleIconName": "AppIcon"]
    ]
    let scene = try Scene(os: os, model: .iPad, package: package)
    try scene.request("newicon")
    let error = try #require(scene.outcomes.first ?? nil)
    #expect(error.domain == "NSCocoaErrorDomain")
    #expect(error.code == 4)
    #expect(error.underlyingError?.domain == "LSApplicationWorkspaceErrorDomain")
    #expect(error.underlyingError?.code == -105)
    #expect(scene.device.alert == nil)
    let phone = try Scene(os: os, package: package)
    try phone.request("newicon")
    try phone.tapOK()
    #expect(phone.codes == [0])
  }
}
