/// The settings that every app for iPhone and iPad starts with, limited to those that an Info.plist uses.
///
/// They contain no path of this machine: the project's folder is `.`, and build products are in a folder that does not exist.
enum DefaultSettings {
  static func table(
    project: XcodeProject, target: XcodeTarget, configuration: String, xcodeVersion: XcodeVersion
  ) -> StringTable {
    var table: StringTable = [
      "AppIdentifierPrefix": "",
      "ARCHS": "arm64",
      "ARCHS_STANDARD": "arm64",
      "CONTENTS_FOLDER_PATH": "$(WRAPPER_NAME)",
      "CURRENT_ARCH": "arm64",
      "CFBundleIdentifier": "$(PRODUCT_BUNDLE_IDENTIFIER)",
      "DEVELOPMENT_TEAM": "",
      "DERIVED_FILE_DIR": "\(builtPlaces)/DerivedSources",
      "BUILD_DIR": "\(builtPlaces)/Products",
      "BUILD_ROOT": "\(builtPlaces)/Products",
      "BUILT_PRODUCTS_DIR": "\(builtPlaces)/Products",
      "TARGET_BUILD_DIR": "\(builtPlaces)/Products",
      "CONFIGURATION_BUILD_DIR": "\(builtPlaces)/Products",
      "OBJROOT": "\(builtPlaces)/Temp",
      "PROJECT_TEMP_DIR": "\(builtPlaces)/Temp",
      "SYMROOT": "\(builtPlaces)/Products",
      "TARGET_TEMP_DIR": "\(builtPlaces)/Temp",
      "TEMP_DIR": "\(builtPlaces)/Temp",
      "EFFECTIVE_PLATFORM_NAME": "-iphoneos",
      "EXECUTABLE_NAME": "$(EXECUTABLE_PREFIX)$(PRODUCT_NAME)$(EXECUTABLE_SUFFIX)",
      "EXECUTABLE_PREFIX": "",
      "EXECUTABLE_SUFFIX": "",
      "FULL_PRODUCT_NAME": "$(WRAPPER_NAME)",
      "GENERATE_INFOPLIST_FILE": "NO",
      "INFOPLIST_ENABLE_CFBUNDLEICONS_MERGE": "YES",
      "INFOPLIST_FILE": "",
      "IPHONEOS_DEPLOYMENT_TARGET": "$(DEPLOYMENT_TARGET_OF_THE_SDK)",
      "DEPLOYMENT_TARGET_OF_THE_SDK": sdkVersion(of: xcodeVersion).description,
      "MARKETING_VERSION": "",
      "CURRENT_PROJECT_VERSION": "",
      "NATIVE_ARCH": "arm64",
      "PLATFORM_NAME": "iphoneos",
      "PLATFORM_DISPLAY_NAME": "iOS",
      "PRODUCT_BUNDLE_IDENTIFIER": "",
      "PRODUCT_BUNDLE_PACKAGE_TYPE": "APPL",
      "PRODUCT_MODULE_NAME": "$(PRODUCT_NAME:c99extidentifier)",
      "PRODUCT_NAME": "$(TARGET_NAME)",
      "PROJECT_FILE_PATH": "./$(PROJECT_NAME).xcodeproj",
      "SDKROOT": "iphoneos",
      "SDK_NAME": "iphoneos\(sdkVersion(of: xcodeVersion))",
      "TARGETED_DEVICE_FAMILY": "1",
      "TeamIdentifierPrefix": "",
      "UNLOCALIZED_RESOURCES_FOLDER_PATH": "$(CONTENTS_FOLDER_PATH)",
      "USER": "",
      "WRAPPER_EXTENSION": "app",
      "WRAPPER_NAME": "$(PRODUCT_NAME).$(WRAPPER_EXTENSION)",
      "XCODE_PRODUCT_BUILD_VERSION": "",
    ]
    for name in ["SRCROOT", "PROJECT_DIR", "SOURCE_ROOT", "SOURCE_DIR"] { table[name] = "." }
    // Debug configurations are not archived.
    table["ACTION"] = XcodeBuild.isForDevelopers(configuration) ? "build" : "install"
    table["CONFIGURATION"] = configuration
    table["DEVELOPMENT_LANGUAGE"] = project.developmentRegion
    table["PROJECT"] = project.name
    table["PROJECT_NAME"] = project.name
    table["TARGET_NAME"] = target.name
    table["TARGETNAME"] = target.name
    table["XCODE_VERSION_MAJOR"] = digits(xcodeVersion.number.major) + "00"
    table["XCODE_VERSION_ACTUAL"] =
      digits(xcodeVersion.number.major) + "\(xcodeVersion.number.minor % 10)\(xcodeVersion.number.patch % 10)"
    return table
  }

  /// The folder of build products; it is not in the project.
  private static let builtPlaces = "/build"

  /// Returns whether a path is in the folder of build products.
  static func isMadeByBuild(_ path: String) -> Bool { path.hasPrefix(builtPlaces + "/") }

  private static func digits(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }

  /// Returns the iOS SDK version of an Xcode version: the same number from 26 on, before that a major number two higher.
  static func sdkVersion(of xcode: XcodeVersion) -> VersionNumber {
    let major = xcode.number.major
    return VersionNumber(major >= 26 ? major : major + 2, xcode.number.minor)
  }
}
