import AppPackages
import HomeScreenSimulator
import Platform
import PropertyLists

/// Apps with pixels, made in memory.
enum Pictures {
  /// A single-colour square.
  static func square(_ side: Int, _ colour: [UInt8] = [200, 30, 60, 255]) -> ImagePixels {
    ImagePixels(width: side, height: side, rgba: (0..<side * side).flatMap { _ in colour })
  }

  static func png(_ pixels: ImagePixels) -> [UInt8] { PNGWriter.write(pixels) ?? [] }

  /// An app whose primary icon is a single loose file.
  static func app(_ pixels: ImagePixels, files: [String: [UInt8]] = [:]) throws -> AppPackage {
    let plist = """
      <plist version="1.0"><dict>
      <key>CFBundleIdentifier</key><string>com.example.paint</string>
      <key>CFBundleName</key><string>Paint</string>
      <key>CFBundleIcons</key><dict><key>CFBundlePrimaryIcon</key><dict>
      <key>CFBundleIconFiles</key><array><string>paint</string></array></dict></dict>
      </dict></plist>
      """
    var all = files
    all["Info.plist"] = Array(plist.utf8)
    all["paint@3x.png"] = png(pixels)
    return try AppPackage(tree: MemoryTree(name: "Paint.app", all))
  }

  /// A PNG whose header falsely gives this size.
  static func png(claimingSide side: UInt16) -> [UInt8] {
    var bytes = png(square(2))
    let number: [UInt8] = [0, 0, UInt8(side >> 8), UInt8(side & 0xFF)]
    bytes.replaceSubrange(16..<24, with: number + number)
    var sum: UInt32 = ~0
    for byte in bytes[12..<29] {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    bytes.replaceSubrange(29..<33, with: [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ~sum >> UInt32($0)) })
    return bytes
  }

  /// A project folder with an Icon Composer icon of these pictures.
  static func composer(_ layers: String, fill: String = "", pictures: [String: [UInt8]]) throws -> AppPackage {
    let project = """
      // !$*UTF8*$!
      { objects = {
        P = { isa = PBXProject; buildConfigurationList = CP; mainGroup = G; targets = (T); };
        CP = { isa = XCConfigurationList; buildConfigurations = (PR); defaultConfigurationName = Release; };
        PR = { isa = XCBuildConfiguration; name = Release; buildSettings = {
          GENERATE_INFOPLIST_FILE = YES; PRODUCT_BUNDLE_IDENTIFIER = com.example.paint;
          TARGETED_DEVICE_FAMILY = 1; ASSETCATALOG_COMPILER_APPICON_NAME = AppIcon; SDKROOT = iphoneos; }; };
        T = { isa = PBXNativeTarget; name = Paint; productType = "com.apple.product-type.application";
          buildConfigurationList = CP; buildPhases = (R); };
        G = { isa = PBXGroup; children = (F); sourceTree = "<group>"; };
        F = { isa = PBXFileReference; lastKnownFileType = folder.iconcomposer.icon; path = AppIcon.icon;
          sourceTree = "<group>"; };
        R = { isa = PBXResourcesBuildPhase; files = (B); };
        B = { isa = PBXBuildFile; fileRef = F; };
      }; rootObject = P; }
      """
    var files: [String: [UInt8]] = ["Paint.xcodeproj/project.pbxproj": Array(project.utf8)]
    files["AppIcon.icon/icon.json"] = Array(
      "{ \(fill) \"groups\": [{ \"layers\": [\(layers)] }], \"supported-platforms\": { \"squares\": \"shared\" } }".utf8
    )
    for (name, bytes) in pictures { files["AppIcon.icon/Assets/\(name)"] = bytes }
    return try AppPackage(projectAt: "Paint.xcodeproj", in: MemoryTree(name: "Paint", files))
  }

  /// The picture on the Home Screen of an iPhone.
  static func home(_ package: AppPackage, _ appearance: IconAppearance = .light) -> IconPicture {
    IconGallery(package).picture(of: nil, on: .home, appearance: appearance, model: .iPhone)
  }
}
