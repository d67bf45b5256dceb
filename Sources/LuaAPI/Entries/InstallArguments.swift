import AppPackages
import HomeScreenSimulator
import LuaEngine

/// The arguments of `device:install`.
enum InstallArguments {
  /// What is known of the build besides its files, and which app of a project is meant.
  struct Options {
    var build = InstallOptions()
    var selection = PackageOptions()
  }

  static let parameter = Parameter<Options>.record(
    "options", of: "device:install", fields: fields,
    "what is known of the build besides its files; for a path to a project also which app is meant"
  ) { record in
    var options = Options()
    if let lifeCycle = try record.read(lifecycle) { options.build.lifeCycle = lifeCycle }
    if let kind = try record.read(distribution) { options.build.distribution = kind }
    if let flag = try record.read(published) { options.build.isPublished = flag }
    options.build.sdk = try record.read(sdk)
    options.build.signedAs = try record.read(signedAs)
    if let flag = try record.read(downloading) { options.build.isDownloading = flag }
    options.selection = try PackageSelectionArguments.read(record)
    return options
  }

  private static let fields: [APIParameter] =
    [
      lifecycle.description, distribution.description, published.description, sdk.description, signedAs.description,
      downloading.description,
    ] + PackageSelectionArguments.fields
  static let lifecycle = Parameter<LifeCycle>.choice("lifecycle", "`appDelegate`, `scene` or `swiftUI`")
  static let distribution = Parameter<Distribution>.choice(
    "distribution", "`development`, `adHoc`, `enterprise`, `testFlight`, `appStore`")
  static let published = Parameter<Bool>.boolean("published", "whether the app is on the App Store")
  static let sdk = Parameter<BuildSDK>.text("sdk", "the SDK it was built with, such as `\"27.0\"`") {
    try BuildSDK(parsing: $0)
  }
  static let signedAs = Parameter<String>.string("signedAs", "the bundle identifier that it was re-signed under")
  static let downloading = Parameter<Bool>.boolean("downloading", "whether it is still being downloaded")

  /// The package of an argument: a path, a package, or nothing for the app of the command line.
  static func package(_ call: LuaCall, _ index: Int, _ options: PackageOptions) throws -> PreparedPackage {
    let packages = try call.session.packages
    if let object = call.instance(index, of: PackageObject.luaType, as: PackageObject.self) { return object.prepared }
    if let path = call.stack.string(at: index) { return try packages.package(at: path, options: options) }
    guard call.stack.kind(at: index) == .nil else {
      throw LuaFailure(
        "device:install: a path or a package is expected, got \(call.stack.shortDescription(at: index))",
        code: "argument")
    }
    if let package = try packages.defaultPackage() { return package }
    throw LuaFailure(
      "device:install: no app is named", code: "argument",
      hint: "Name one, device:install \"My.app\", or give the run one: --app PATH.")
  }
}
