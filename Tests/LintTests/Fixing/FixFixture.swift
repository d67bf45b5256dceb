import AppPackages
import Events
import Platform
import PropertyLists
import TestSupport
import Testing

@testable import Lint

extension Linter {
  func findings(in package: AppPackage) -> [Finding] { findings(in: [package]) }
}

extension FixPlan {
  var diff: String { UnifiedDiff.of(changes).text }
}

/// A source folder with an Info.plist and optionally a project, for fixes.
struct FixFixture {
  let folder = TemporaryFolder()

  /// Writes files below `Paint`, the linted folder.
  init(_ files: [String: String]) {
    for (path, text) in files { folder.write("Paint/\(path)", text) }
  }

  var path: String { "\(folder.path)/Paint" }

  func package(_ options: PackageOptions = PackageOptions()) throws -> AppPackage {
    try AppPackage(contentsOf: path, options: options)
  }

  func subject(_ options: PackageOptions = PackageOptions()) throws -> LintSubject {
    LintSubject(try package(options))
  }

  func text(_ file: String) -> String? { folder.read("Paint/\(file)") }

  /// Plans fixes as if a rule had reported them.
  func plan(
    _ fixes: [Fix?], includingUnsafe: Bool = false, in folder: OutputFolder? = nil,
    _ options: PackageOptions = PackageOptions()
  ) throws -> FixPlan {
    let findings = fixes.enumerated().map { index, fix in
      var finding = Finding("test-rule", .warning, "finding \(index)")
      finding.fix = fix
      return finding
    }
    return FixPlan(findings, of: [try package(options)], includingUnsafe: includingUnsafe, in: folder.map { [$0] })
  }

  /// An Info.plist with these lines in its dictionary.
  static func plist(_ lines: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <plist version="1.0">
    <dict>
      <!-- of the app -->
      <key>CFBundleIdentifier</key>
      <string>com.example.paint</string>
    \(lines.split(separator: "\n", omittingEmptySubsequences: false).map { "  \($0)" }.joined(separator: "\n"))
    </dict>
    </plist>

    """
  }

  /// A project of an app for iPhone and iPad, with these target settings.
  static func project(_ settings: String, xcconfig: String? = nil) -> [String: String] {
    var files = [
      "App/Info.plist": plist("<key>CFBundleName</key>\n<string>Paint</string>"),
      "Paint.xcodeproj/project.pbxproj": """
      // !$*UTF8*$!
      {
        archiveVersion = 1;
        objectVersion = 56;
        objects = {
          P = { isa = PBXProject; buildConfigurationList = CP; mainGroup = G; targets = (T); };
          G = { isa = PBXGroup; children = (\(xcconfig == nil ? "" : "X")); sourceTree = "<group>"; };
          X = { isa = PBXFileReference; path = Icons.xcconfig; sourceTree = "<group>"; };
          T = {
            isa = PBXNativeTarget; name = Paint; productType = "com.apple.product-type.application";
            buildConfigurationList = CT; buildPhases = ();
          };
          CP = { isa = XCConfigurationList; buildConfigurations = (CPR); defaultConfigurationName = Release; };
          CPR = { isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; }; };
          CT = { isa = XCConfigurationList; buildConfigurations = (CTR); defaultConfigurationName = Release; };
          CTR = {
            isa = XCBuildConfiguration; name = Release; \(xcconfig == nil ? "" : "baseConfigurationReference = X;")
            buildSettings = { /* of the app */
              INFOPLIST_FILE = App/Info.plist;
              PRODUCT_BUNDLE_IDENTIFIER = com.example.paint;
              TARGETED_DEVICE_FAMILY = "1,2";
              \(settings)
            };
          };
        };
        rootObject = P;
      }

      """,
    ]
    if let xcconfig { files["Icons.xcconfig"] = xcconfig }
    return files
  }
}
