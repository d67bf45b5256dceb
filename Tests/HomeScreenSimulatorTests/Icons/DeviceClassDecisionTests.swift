import HomeScreenSimulator
import PropertyLists
import Testing

/// Icon requests on iPhone and iPad.
@Suite struct DeviceClassDecisionTests {
  /// ICON-106, ICON-170.
  @Test(arguments: Versions.all)
  func cfBundleIconsAppliesToIPadWithoutAnIPadKey(os: String) throws {
    let scene = try Scene(os: os, model: .iPad)
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes == [0])
  }

  /// ICON-111, ICON-036, ICON-110.
  @Test(arguments: Versions.all)
  func iPadKeyWithoutAlternatesRefusesThem(os: String) throws {
    let package = try Packages.paint {
      $0["CFBundleIcons~ipad"] = ["CFBundlePrimaryIcon": ["CFBundleIconName": "AppIcon"]]
    }
    let scene = try Scene(os: os, model: .iPad, package: package)
    try scene.request("night")
    #expect(scene.outcomes == [.iconNameNotFound])
    #expect(scene.outcomes.first??.underlyingError?.code == -105)
    let phone = try Scene(os: os, package: package)
    try phone.request("night")
    try phone.tapOK()
    #expect(phone.codes == [0])
  }

  /// ICON-105, ICON-107, ICON-108, ICON-109.
  @Test func suffixesApplyOnlyAtTheTopLevelAndReplaceTheKey() throws {
    let package = try Packages.paint {
      $0["CFBundleIcons"] = [
        "CFBundleAlternateIcons": ["night": [:]], "CFBundleAlternateIcons~ipad": ["nested": [:]],
      ]
      $0["CFBundleIcons-iphoneos~ipad"] = ["CFBundleAlternateIcons": ["pad": [:]]]
      $0["CFBundleIcons~iphone"] = ["CFBundleAlternateIcons": ["phone": [:]]]
      $0["CFBundleIdentifier~ipad"] = "com.example.other"
    }
    for (model, name) in [(DeviceModel.iPad, "pad"), (.iPhone, "phone")] {
      let scene = try Scene(model: model, package: package)
      #expect(scene.app.bundleIdentifier == "com.example.paint")
      for candidate in ["night", "nested", "pad", "phone"] {
        let isAccepted = try scene.app.iconDecision(for: candidate).result == .accepted(name: candidate)
        #expect(isAccepted == (candidate == name), "\(candidate) on \(model.name)")
      }
    }
  }

  /// ICON-176, ICON-179.
  @Test(arguments: Versions.all)
  func iPhoneOnlyAppOnIPadIsUnsupportedFrom17_0(os: String) throws {
    let package = try Packages.paint { $0["UIDeviceFamily"] = [1] }
    let refused = try OSVersion(parsing: os) >= OSVersion(17)
    let scene = try Scene(os: os, model: .iPad, package: package)
    #expect(try scene.app.run { try $0.supportsAlternateIcons } == !refused)
    try scene.request("night")
    try scene.tapOK()
    #expect(scene.codes == [refused ? 3328 : 0])
    #expect(try scene.app.iconDecision(for: "day").fact == (refused ? "ICON-176" : "ICON-025"))
    let phone = try Scene(os: os, package: package)
    #expect(try phone.app.run { try $0.supportsAlternateIcons })
  }

  /// ICON-178.
  @Test func iPhoneOnlyAppStillUsesTheIPadDictionary() throws {
    let package = try Packages.paint {
      $0["UIDeviceFamily"] = [1]
      $0["CFBundleIcons~ipad"] = ["CFBundleAlternateIcons": ["pad": [:]]]
    }
    let scene = try Scene(os: "12.4", model: .iPad, package: package)
    #expect(try scene.app.iconDecision(for: "pad").result == .accepted(name: "pad"))
    #expect(try scene.app.iconDecision(for: "night").result == .refused(.iconNameNotFound))
  }
}
