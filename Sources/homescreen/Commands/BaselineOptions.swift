import AppPackages
import ArgumentParser
import Events
import HomeScreenReports
import Platform

/// Findings that are known already, in a file.
struct BaselineOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Report only findings that are not in this file.", valueName: "file"))
  var baseline: String?

  @Option(
    help: ArgumentHelp("Write all findings to this file as the new baseline and exit with 0.", valueName: "file"))
  var writeBaseline: String?

  private static let maximumBytes = 64 << 20

  func validate() throws {
    guard baseline != nil, writeBaseline != nil else { return }
    throw ValidationError("give either --baseline, which compares, or --write-baseline")
  }

  /// The known findings; nil where there is no file, or it is about to be written.
  ///
  /// - Parameter settings: the file that the project's settings name.
  func read(_ settings: String?) throws -> FindingBaseline? {
    guard writeBaseline == nil, let file = baseline ?? settings else { return nil }
    let content: FileContent
    do throws(MachineRefusal) {
      content = try CurrentMachine.value.readFollowingLinks(file, .all(maximum: Self.maximumBytes))
    } catch {
      throw BadBaseline(
        "the baseline \(file) cannot be read: \(SystemError.text(error.number)); create it with --write-baseline \(ShellWord.path(file))"
      )
    }
    guard content.status.kind == .file, content.status.size <= Self.maximumBytes else {
      throw BadBaseline("the baseline \(file) is not a file, or too large")
    }
    do throws(FindingBaselineError) {
      return try FindingBaseline(String(decoding: content.bytes, as: UTF8.self))
    } catch {
      throw BadBaseline(
        "\(file):\(error.line): this is not a line of a baseline; rewrite it with --write-baseline \(ShellWord.path(file))"
      )
    }
  }

  /// The root of the checkout of the working folder, or the one that a service names; nil where none is known.
  static var checkout: String? {
    ProcessEnvironment.value("GITHUB_WORKSPACE") ?? ProcessEnvironment.value("CI_PROJECT_DIR")
      ?? VersionControl.root(of: ProcessEnvironment.workingFolder)
  }
}

/// A file of known findings that is none.
private struct BadBaseline: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

extension ReportSurroundings {
  /// Those of this process.
  static var here: ReportSurroundings {
    ReportSurroundings(workingFolder: ProcessEnvironment.workingFolder, checkout: BaselineOptions.checkout)
  }
}
