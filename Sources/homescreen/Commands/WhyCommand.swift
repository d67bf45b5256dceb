import AppPackages
import ArgumentParser
import HomeScreenReports
import HomeScreenSimulator
import Streams

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain why an app's icons change, or do not.",
    discussion: """
      Judges every alternate icon on every kind of device that the app is for; --device and NAME narrow it down. For a \
      NAME it prints the checks that iOS makes in their order, the names that are declared for the device, for every \
      place the pictures that are considered and the one that is shown, and what to change. \
      \(HomeScreenReports.ExitCode.help(
        [.success: "every icon changes", .failure: "one does not, or Xcode does not build the app"], and: .usage, .noInput, .lostOutput, .watchdog))
      Example: homescreen why MyApp.app night --device iPad --os 17.5
      """)

  @Argument(help: "An app: an Xcode project, a .app folder, an Info.plist, or a folder that holds one.")
  var path = "."

  @Argument(help: "The name that the app asks for; every alternate by default.")
  var name: String?

  @Flag(help: "Explain the primary icon: what the app asks for with nil.")
  var primary = false

  @OptionGroup
  var output: FormatOptions<IconFormats>

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  func validate() throws {
    guard primary, name != nil else { return }
    throw ValidationError("give either a name or --primary, which stands for nil")
  }

  func run() throws {
    let documents = Documents<IconFormats>(try output.requests())
    let judgement: IconJudgement
    do {
      judgement = try limit.run(path) {
        let package = try AppPackage(contentsOf: path, options: selection.options)
        return try IconJudgement(
          package, primary || name != nil ? .icon(name) : .alternates,
          on: try device.devices(models: IconJudgement.models(for: package)))
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
    try ExitStatus.end(documents.tell(judgement.changes ? .success : .failure) { $0(judgement) })
  }
}
