import PropertyLists

/// Every build of an input: what each target makes in each configuration.
public struct AppBuilds: Sendable {
  /// In the order of the projects, of their targets, and of the configurations of each.
  public internal(set) var packages: [AppPackage] = []
  /// What could not be built.
  public private(set) var failures: [Failure] = []
  /// What a person should know of all of them together.
  public private(set) var notes: [PackageWarning] = []

  /// Of each target the build that is archived: that of `Release`, or of the first configuration where there is none.
  public var archived: [AppPackage] { Self.archived(among: packages) }

  /// The same of any packages.
  public static func archived(among packages: [AppPackage]) -> [AppPackage] {
    var places: [ExactText: Int] = [:]
    var chosen: [AppPackage] = []
    for package in packages {
      guard let build = package.build else {
        chosen.append(package)
        continue
      }
      let target = ExactText("\(build.projectFile)\n\(build.target)")
      if let place = places[target] {
        if build.configuration == "Release" { chosen[place] = package }
      } else {
        places[target] = chosen.count
        chosen.append(package)
      }
    }
    return chosen
  }

  /// A build that gives no package, or a project that cannot be read.
  public struct Failure: Error, Sendable, Equatable {
    /// Why, and where.
    public let error: AppPackageError
    /// The target; nil where the project as a whole cannot be read.
    public let target: String?
    /// The configuration; nil where the project as a whole cannot be read.
    public let configuration: String?
  }

  /// - Throws: ``AppPackageError`` of the only thing that there is to build.
  init(_ input: InputFinder.Input, _ options: PackageOptions) throws(AppPackageError) {
    switch input {
    case .infoPlist: packages = [try AppPackage(input, options)]
    case .projects(let projects):
      notes = projects.notes
      failures = projects.broken.map { Failure(error: $0.error, target: nil, configuration: nil) }
      var refusals: [AppPackageError] = []
      for project in projects.all { add(project, options, &refusals) }
      // Of several projects one may be the only one that has a named target or configuration.
      guard packages.isEmpty, failures.count == projects.broken.count, let refusal = refusals.first else { return }
      throw refusal
    }
  }

  /// - Parameter refusals: why projects have nothing to build.
  private mutating func add(
    _ project: ProjectInput, _ options: PackageOptions, _ refusals: inout [AppPackageError]
  ) {
    let builds: [ProjectBuild]
    do throws(AppPackageError) {
      builds = try project.buildAll(options)
    } catch {
      return refusals.append(error)
    }
    let empty = builds.filter { $0.isEmpty }
    let isAside = empty.count < builds.count
    if isAside, let first = empty.first { notes.append(Self.note(first, empty.count)) }
    for build in builds {
      switch build.result {
      case .success(let package): packages.append(package)
      case .failure where isAside && build.isEmpty: break
      case .failure(let error):
        failures.append(Failure(error: error, target: build.target, configuration: build.configuration))
      }
    }
  }

  /// One note for all configurations of which nothing can be built, next to those of which something can.
  private static func note(_ build: ProjectBuild, _ count: Int) -> PackageWarning {
    let more = count > 1 ? " (and \(count - 1) more such \(count == 2 ? "configuration" : "configurations"))" : ""
    return PackageWarning(
      .emptyConfiguration,
      "the target “\(build.target)” has no Info.plist and no settings in \(build.configuration)\(more): it is left out",
      severity: .note, location: build.place)
  }
}

extension ProjectBuild {
  fileprivate var isEmpty: Bool { error?.kind == .emptyConfiguration }
  fileprivate var place: SourceLocation? { error?.location }

  private var error: AppPackageError? {
    switch result {
    case .success: nil
    case .failure(let error): error
    }
  }
}
