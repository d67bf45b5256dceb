import AppPackages
import ArgumentParser
import Reports
import Simulator
import Streams

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what the Home Screen would make of an app, without running it.",
    discussion: """
      PATH is an Xcode project or a folder that holds one, a built .app, or an Info.plist. Icons are shown for iPhone \
      and iPad side by side. Exit codes: 0 shown, 1 the input says something unusable, 66 it cannot be read, 124 \
      it took too long.
      """)

  @Argument(help: "Projects, apps or Info.plists.")
  var paths: [String]

  @Flag(help: "For machines: one line of JSON for each path, with sorted keys.")
  var json = false

  @Flag(help: "Print the Info.plist as the device gets it, with all that a build adds.")
  var plist = false

  @Option(help: "Only this device, such as iPad or \"iPhone 15 Pro\"; an iPhone and an iPad by default.")
  var device: String?

  @Option(help: "The language of the device.")
  var locale = "en"

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Limits")
  var limit: ReadingLimit

  func validate() throws {
    if json, plist { throw ValidationError("--json and --plist are two different outputs.") }
    guard !paths.isEmpty else { throw ValidationError("a path is needed.") }
  }

  func run() throws {
    let models: [DeviceModel]
    do {
      models = try device.map { [try DeviceModel(named: $0)] } ?? [.iPhone, .iPad]
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(Reports.ExitCode(opening: error)).error
    }
    var code = Reports.ExitCode.success
    for path in paths {
      do {
        let text = try limit.run(path) {
          let package = try AppPackage(contentsOf: path, options: selection.options)
          let subject = InspectionSubject(
            package, models: models, os: .newest, locale: locale, columns: Terminal(.output).columns)
          return try (InspectionFormats.named(format) ?? InspectionFormats.all[0]).make(subject)
        }
        StandardStream.output.write(text)
      } catch {
        StandardStream.error.write("homescreen: \(error)\n")
        code = max(code, Reports.ExitCode(opening: error))
      }
    }
    if code != .success { throw ExitStatus(code).error }
  }

  private var format: String { json ? "json" : plist ? "plist" : "terminal" }
}
