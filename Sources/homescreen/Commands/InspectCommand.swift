import AppPackages
import ArgumentParser
import HomeScreenReports
import HomeScreenSimulator
import Streams

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what the Home Screen would make of an app, without running it.",
    discussion: """
      PATH is an Xcode project or a folder that holds one, a built .app, an .ipa, .zip or .xcarchive with one, or an \
      Info.plist. Icons are shown for iPhone \
      and iPad side by side, unless --device names one. \
      \(HomeScreenReports.ExitCode.help(
        [.success: "shown", .failure: "the input says something unusable"], and: .usage, .noInput, .lostOutput,
        .watchdog))
      """)

  @Argument(help: "Projects, apps, archives or Info.plists; the working directory by default.")
  var paths: [String] = ["."]

  @OptionGroup
  var output: FormatOptions<InspectionFormats>

  @Flag(help: "Short for --format plist.")
  var plist = false

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  private var flags: [String] { plist ? ["plist"] : [] }

  func validate() throws { _ = try output.requests(flags) }

  func run() throws {
    let devices: [Device]
    do {
      devices = try device.devices(models: [.iPhone, .iPad])
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(HomeScreenReports.ExitCode(opening: error)).error
    }
    var documents = Documents<InspectionFormats>(try output.requests(flags))
    var code = HomeScreenReports.ExitCode.success
    for path in paths {
      do {
        let texts = try limit.run(path) {
          let package = try AppPackage(contentsOf: path, options: selection.options)
          let subject = InspectionSubject(package, devices: devices, columns: Terminal(.output).knownColumns)
          return try documents.render { try $0(subject) }
        }
        documents.add(texts)
      } catch {
        StandardStream.error.write("homescreen: \(error)\n")
        code = max(code, HomeScreenReports.ExitCode(opening: error))
      }
    }
    try ExitStatus.end(max(code, documents.finish()))
  }
}
