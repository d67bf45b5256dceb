import AppPackages
import HomeScreenSimulator
import LuaEngine

/// The arguments of `device:install`.
enum InstallArguments {
  /// What is known of the build besides its files, and which app of a project is meant.
  struct Options {
    var build = InstallOptions()
    var selection = PackageOptions()
    var readsSources = false
    var takesDoubtful = true
  }

  static let parameter = Parameter<Options>.record(
    "options", of: "device:install", fields: fields,
    "details of the build; for a path to a project also the app to use"
  ) { record in
    var options = Options()
    if let lifeCycle = try record.read(lifecycle) { options.build.lifeCycle = lifeCycle }
    if let kind = try record.read(distribution) { options.build.distribution = kind }
    if let flag = try record.read(published) { options.build.isPublished = flag }
    options.build.sdk = try record.read(sdk)
    options.build.signedAs = try record.read(signedAs)
    if let flag = try record.read(downloading) { options.build.isDownloading = flag }
    if let flag = try record.read(sources) { options.readsSources = flag }
    if let flag = try record.read(doubtful) { options.takesDoubtful = flag }
    guard options.takesDoubtful || options.readsSources else {
      throw LuaFailure(
        "device:install: doubtful = false needs sources, but none are read",
        code: "argument", hint: "Add sources = true, or leave doubtful out.")
    }
    options.selection = try PackageSelectionArguments.read(record)
    return options
  }

  private static let fields: [APIParameter] =
    [
      lifecycle.description, distribution.description, published.description, sdk.description, signedAs.description,
      downloading.description, sources.description, doubtful.description,
    ] + PackageSelectionArguments.fields
  static let lifecycle = Parameter<LifeCycle>.choice("lifecycle", "`appDelegate`, `scene` or `swiftUI`")
  static let distribution = Parameter<Distribution>.choice(
    "distribution", "`development`, `adHoc`, `enterprise`, `testFlight`, `appStore`")
  static let published = Parameter<Bool>.boolean("published", "whether the app is on the App Store")
  static let sdk = Parameter<BuildSDK>.text("sdk", "the SDK it was built with, such as `\"27.0\"`", domain: .sdk) {
    try BuildSDK(parsing: $0)
  }
  static let signedAs = Parameter<String>.string(
    "signedAs", "the bundle identifier that it was re-signed with", domain: .bundleIdentifier)
  static let sources = Parameter<Bool>.boolean(
    "sources", "whether its code does what its sources do; `homescreen-sources` reads them")
  static let doubtful = Parameter<Bool>.boolean(
    "doubtful", "with `sources`: whether uncertain behaviour is included; true by default")
  static let downloading = Parameter<Bool>.boolean("downloading", "whether it is still being downloaded")

  /// What the sources of an app do; read once.
  static func code(of package: PreparedPackage, _ call: LuaCall) throws -> SubjectCode {
    let session = try call.session
    if let code = session.packages.code(of: package) { return code }
    let answer = session.surroundings.readSources?(package.package)
    if let document = answer?.document {
      let code = SubjectCode(document, of: package.package)
      session.packages.keep(code, of: package)
      return code
    }
    let reason = answer?.problem ?? "no reader of sources is available"
    throw LuaFailure(
      "device:install: the sources of \(package.package.name) were not read: \(reason)", code: "sources-unread",
      hint: "Install it without “sources”, and write its code in Lua.")
  }

  /// An app of which nobody knows what the system calls seems to lose everything.
  static func requireDelegate(of package: PreparedPackage, _ code: SubjectCode) throws {
    guard code.appDelegate == nil, code.lifeCycle == nil || code.lifeCycle == .appDelegate else { return }
    throw LuaFailure(
      "device:install: the sources of \(package.package.name) do not say for certain which class is its app delegate",
      code: "sources-unread", hint: "Write what its code does in Lua: explore { app = …, code = … }.")
  }

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
      hint: "Name one, device:install \"My.app\", or use --app PATH.")
  }
}
