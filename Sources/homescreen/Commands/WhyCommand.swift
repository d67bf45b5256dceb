import AppPackages
import ArgumentParser
import HomeScreenReports
import HomeScreenSimulator
import Streams

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain why an app's icon changes to a name, or does not.",
    discussion: """
      Prints the checks that iOS makes in their order, the names that are declared for the device, for every place the \
      pictures that are considered and the one that is shown, and what to change. \
      \(HomeScreenReports.ExitCode.help(
        [.success: "the icon changes", .failure: "it does not"], and: .usage, .noInput, .lostOutput, .watchdog))
      Example: homescreen why MyApp.app night --device iPad --os 17.5
      """)

  @Argument(help: "An app: an Xcode project, a .app folder, an Info.plist, or a folder that holds one.")
  var path = "."

  @Argument(help: "The name that the app asks for; none means nil, the primary icon.")
  var name: String?

  @OptionGroup
  var output: FormatOptions<IconFormats>

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  func run() throws {
    let documents = Documents<IconFormats>(try output.requests())
    let explanations: [IconExplanation]
    do {
      explanations = try limit.run(path) {
        let package = try AppPackage(contentsOf: path, options: selection.options)
        return try device.devices().map { try $0.install(package).explainIcon(name) }
      }
    } catch {
      let code = HomeScreenReports.ExitCode(opening: error)
      // A name alone is taken for a path.
      let hint = code == .noInput && name == nil && !path.contains("/") && path != "."
      StandardStream.error.write(
        "homescreen: \(error)\n"
          + (hint ? "  The name of an icon stands behind the app: homescreen why . \(line: path)\n" : ""))
      throw ExitStatus(code).error
    }
    for explanation in explanations {
      try ExitStatus.end(documents.tell(explanation.changes ? .success : .failure) { $0(explanation) })
    }
  }
}
