import AppPackages
import ArgumentParser
import Events
import HomeScreenReports
import HomeScreenSimulator
import Lint
import Platform

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Show what the Home Screen does with an app.",
    discussion: """
      PATH is an Xcode project or a folder that contains one, a built .app, an .ipa, .zip or .xcarchive with one, or \
      an Info.plist. Icons are shown for iPhone and iPad side by side, or for --device only. With --against, PATH \
      is the source of the app, and inspect lists how the build differs from it: keys, icons, pictures, quick actions, \
      texts. --format html=FILE writes a page with every icon as a picture; svg=FILE and png=FILE write one icon.
      """)

  @Argument(help: "Projects, apps, archives or Info.plists; the working directory by default.")
  var paths: [String] = ["."]

  @OptionGroup
  var output: FormatOptions<InspectionFormats>

  @Flag(help: "Short for --format plist.")
  var plist = false

  @Option(
    help: ArgumentHelp(
      "Compare PATH with this build, and assume the build's version of Xcode unless --xcode names another.",
      valueName: "built"))
  var against: String?

  @Option(help: ArgumentHelp("Alternate icon to draw as svg or png; the primary icon by default.", valueName: "name"))
  var icon: String?

  @OptionGroup(title: "Device")
  var device: DeviceOptions

  @OptionGroup(title: "Project")
  var selection: PackageSelection

  @OptionGroup(title: "Limits")
  var limit: TimeLimitOption

  /// Formats that are one document about one app.
  private static let drawings = ["html", "svg", "png"]

  private var flags: [String] { plist ? ["plist"] : [] }

  func validate() throws {
    let requests = try output.requests(flags)
    let drawn = requests.filter { Self.drawings.contains($0.format) }
    if let first = drawn.first, paths.count > 1 { throw ValidationError("--format \(first.format) takes one PATH.") }
    if drawn.contains(where: { $0.format == "png" && $0.file == nil }) {
      throw ValidationError("--format png needs a file: --format png=FILE")
    }
    if icon != nil, drawn.allSatisfy({ $0.format == "html" }) {
      throw ValidationError("--icon needs --format svg or png.")
    }
    guard against != nil else { return }
    guard paths.count == 1 else { throw ValidationError("--against takes one PATH.") }
    if let unknown = requests.first(where: { BuildComparisonFormats.named($0.format) == nil }) {
      throw ValidationError(
        "\(UserError(unknownFormat: unknown.format, known: BuildComparisonFormats.names, note: " (with --against)"))")
    }
    if device.model != nil || device.os != nil || device.locale != nil {
      throw ValidationError("--against cannot be used with --device, --os or --locale: it compares all devices.")
    }
  }

  func run() throws {
    if let against { return try compare(paths[0], with: against) }
    let devices: [Device]
    do {
      devices = try device.devices(models: [.iPhone, .iPad])
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(Platform.ExitCode(opening: error)).error
    }
    var documents = Documents<InspectionFormats>(try output.requests(flags))
    var code = Platform.ExitCode.success
    for path in paths {
      do {
        let texts = try limit.run(path) {
          let package = try AppPackage(contentsOf: path, options: selection.options)
          let subject = InspectionSubject(
            package, devices: devices, columns: Terminal(.output).knownColumns, icon: icon,
            paths: ShownPaths(of: [package], at: [path], .here))
          return try documents.render { try $0(subject) }
        }
        documents.add(texts)
      } catch {
        StandardStream.error.write("homescreen: \(error)\n")
        code = max(code, Platform.ExitCode(opening: error))
      }
    }
    try ExitStatus.end(max(code, documents.finish()))
  }

  private func compare(_ path: String, with builtPath: String) throws {
    let comparison: BuildComparison
    do {
      comparison = try limit.run(path) {
        let built = try BuildComparison.build(at: builtPath)
        let options = selection.options(builtBy: built.builtApp?.xcode)
        return BuildComparison(of: try BuildComparison.source(of: built, at: path, options: options), with: built)
      }
    } catch {
      StandardStream.error.write("homescreen: \(error)\n")
      throw ExitStatus(Platform.ExitCode(opening: error)).error
    }
    try ExitStatus.end(
      Documents<BuildComparisonFormats>(try output.requests(flags)).write(comparison.exitCode) { $0(comparison) })
  }
}
