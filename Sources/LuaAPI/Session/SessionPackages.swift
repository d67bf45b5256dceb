public import AppPackages
import HomeScreenSimulator
import LuaEngine
import Platform
import PropertyLists

/// The apps that a session's scripts install, each prepared once.
public final class SessionPackages {
  private let files: ScriptFiles
  /// The path of the app that `device:install()` takes without a path.
  public var defaultApp: String?
  /// Which app of a project ``defaultApp`` means.
  public var defaultAppOptions = PackageOptions()
  /// By the path that the script wrote and the options.
  private var prepared: [ExactText: PreparedPackage] = [:]
  private var commandLine: PreparedPackage?
  /// What the sources of the packages do, as far as somebody has asked.
  private var codes: [(package: PreparedPackage, code: SubjectCode)] = []

  init(_ files: ScriptFiles) {
    self.files = files
  }

  /// Loads an app from a path beside the script.
  /// - Throws: as ``ScriptFiles/package(_:options:)`` does.
  func package(at path: String, options: PackageOptions) throws -> PreparedPackage {
    // A path that is too long for any file is no key either.
    guard path.utf8.count <= FileTreePath.maximumLength else {
      return PreparedPackage(try files.package(path, options: options))
    }
    let key = ExactText(PackageSelectionArguments.key(path, options))
    if let package = prepared[key] { return package }
    let package = PreparedPackage(try files.package(path, options: options))
    prepared[key] = package
    return package
  }

  /// What the sources of a package do, if they were read.
  func code(of package: PreparedPackage) -> SubjectCode? { codes.first { $0.package === package }?.code }

  /// Reading takes long, and the sources stay as they are: the next installation finds what was read.
  func keep(_ code: SubjectCode, of package: PreparedPackage) {
    if codes.count >= Self.maximumCodes { codes.removeFirst() }
    codes.append((package, code))
  }

  /// A script that makes a new package each time finds none of them again.
  private static let maximumCodes = 8

  /// Loads the app that the command line names; its path is relative to the working directory. Nil when it names none.
  /// - Throws: ``AppPackageError``.
  func defaultPackage() throws -> PreparedPackage? {
    if let commandLine { return commandLine }
    guard let defaultApp else { return nil }
    let package = PreparedPackage(try AppPackage(contentsOf: defaultApp, options: defaultAppOptions))
    commandLine = package
    return package
  }
}
