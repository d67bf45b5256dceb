public import AppPackages
public import LuaAPI
import PropertyLists
internal import Simulator

/// The question of `homescreen why`: what becomes of an app's icon on a device.
public struct IconInquiry: Sendable {
  /// An app on the disk.
  public var path: String
  /// What the app asks for; nil is the primary icon.
  public var name: String?
  /// A device model's name.
  public var model = "iPhone"
  /// The version of iOS; nil is the newest.
  public var os: String?
  /// Which app of a project is meant.
  public var options = PackageOptions()
  /// One JSON object instead of text for people.
  public var isJSON = false

  public init(path: String, name: String? = nil) {
    self.path = path
    self.name = name
  }

  /// The answer, or what is wrong with the question.
  public struct Answer: Sendable {
    /// For the standard output; nil when the question cannot be answered.
    public let output: OutputText?
    /// For the standard error; nil when it can.
    public let complaint: StyledText?
    /// `success` when the icon changes, `failure` when it does not.
    public let code: ExitCode
  }

  /// Asks a device that has nothing but this app.
  public func answer() -> Answer {
    do {
      let package = try AppPackage(contentsOf: path, options: options)
      let device = try Device(
        model: DeviceModel(named: model), os: try os.map { try OSVersion(parsing: $0) } ?? .newest)
      let explanation = try device.install(package).explainIcon(name)
      return Answer(
        output: isJSON
          ? .forPrograms(SortedJSON.text(explanation.json) + "\n")
          : .forPeople(StyledText(IconReport.text(explanation))),
        complaint: nil, code: explanation.changes ? .success : .failure)
    } catch {
      return Answer(output: nil, complaint: "homescreen: \(error)\n", code: ExitCode(opening: error))
    }
  }
}
