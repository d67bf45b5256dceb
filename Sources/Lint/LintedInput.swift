public import AppPackages
public import Events
import PropertyLists

/// One path that was linted: every app that it stands for, with what was found.
public struct LintedInput: Sendable {
  /// As it was named.
  public let path: String
  /// What was opened; nil where nothing could be.
  public let builds: AppBuilds?
  /// Why nothing could be opened.
  public let error: AppPackageError?
  /// What was found, in the order of files and lines; builds that cannot be made are among it.
  public let findings: [Finding]

  /// A path with what was found in it.
  public init(path: String, builds: AppBuilds? = nil, error: AppPackageError? = nil, findings: [Finding]) {
    self.path = path
    self.builds = builds
    self.error = error
    self.findings = findings
  }

  /// Names of all builds; a finding that has all of them is about the app as such.
  public var allBuilds: [Finding.Build] {
    (builds?.packages ?? []).compactMap(\.build).map {
      Finding.Build(target: $0.target, configuration: $0.configuration)
    }
  }
}

extension LintedInput {
  /// The same, with what an update from an earlier version takes away. What no device installs is not compared.
  public func asUpdate(of old: AppPackage) -> LintedInput {
    let new = builds?.archived.filter { package in
      package.bundleIdentifier.map { ExactText.isSame($0, old.bundleIdentifier ?? "") } ?? false
    }
    let lost = (new ?? []).flatMap { (try? AppUpdate(from: old, to: $0).findings()) ?? [] }
    return LintedInput(path: path, builds: builds, error: error, findings: findings + lost)
  }
}

extension Linter {
  /// Opens every build of a path and looks at each. What cannot be read is a finding.
  public func lint(_ path: String, options: PackageOptions = PackageOptions()) -> LintedInput {
    do throws(AppPackageError) {
      let builds = try AppPackage.builds(at: path, options: options)
      let own = builds.notes.map { Finding($0) } + builds.failures.map(Self.finding)
      return LintedInput(path: path, builds: builds, error: nil, findings: own + findings(in: builds.packages))
    } catch {
      return LintedInput(path: path, builds: nil, error: error, findings: [Self.finding(error)])
    }
  }

  /// Looks at several paths, on all processors. What is found stands in the order of the paths.
  ///
  /// Rules of plugins live on one thread; with such a rule, ask for one path after the other.
  /// - Parameter around: does what is to be done around each path, on its thread.
  public func lint(
    _ paths: [String], options: PackageOptions = PackageOptions(),
    around: @escaping @Sendable (String, () -> LintedInput) -> LintedInput = { $1() }
  ) -> [LintedInput] {
    Threads.map(paths.count) { index in around(paths[index]) { lint(paths[index], options: options) } }
  }

  private static func finding(_ failure: AppBuilds.Failure) -> Finding {
    var finding = finding(failure.error)
    if let target = failure.target, let configuration = failure.configuration {
      finding.builds = [Finding.Build(target: target, configuration: configuration)]
    }
    return finding
  }

  private static func finding(_ error: AppPackageError) -> Finding {
    let rule = InputRules.unreadableInput
    // That is no fault of the app; it only cannot be looked at here.
    let severity = error.kind == .madeByBuild ? .note : rule.severity
    return Finding(rule.code, severity, error.message, at: error.location, help: error.hint)
  }
}
