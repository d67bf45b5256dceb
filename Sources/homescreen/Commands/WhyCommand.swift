import AppPackages
import ArgumentParser
import Reports
import Simulator
import Streams

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract: "Explain why an app's icon changes to a name, or does not.",
    discussion: """
      Prints the checks that iOS makes in their order, the names that are declared for the device, for every place the \
      pictures that are considered and the one that is shown, and what to change. Exit codes: 0 the icon changes, 1 it \
      does not, 66 the path cannot be read, 124 it took too long.
      Example: homescreen why MyApp.app night --device iPad --os 17.5
      """)

  @Argument(help: "An app: an Xcode project, a .app folder, an Info.plist, or a folder that holds one.")
  var path: String

  @Argument(help: "The name that the app asks for; none means nil, the primary icon.")
  var name: String?

  @Option(help: ArgumentHelp("iPhone, iPad, iPad Pro, or a model such as “iPhone 15 Pro”.", valueName: "model"))
  var device = "iPhone"

  @Option(help: ArgumentHelp("The version of iOS; the newest known one by default.", valueName: "version"))
  var os: String?

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Limits")
  var limit: ReadingLimit

  @Flag(help: "One JSON object on one line.")
  var json = false

  func run() throws {
    let explanation: IconExplanation
    do {
      explanation = try limit.run(path) {
        let package = try AppPackage(contentsOf: path, options: selection.options)
        let device = try Device(
          model: DeviceModel(named: device), os: try os.map { try OSVersion(parsing: $0) } ?? .newest)
        return try device.install(package).explainIcon(name)
      }
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(Reports.ExitCode(opening: error)).error
    }
    if let format = IconFormats.named(json ? "json" : "terminal") {
      StandardStream.output.write(format.make(explanation))
    }
    if !explanation.changes { throw ExitStatus(.failure).error }
  }
}
