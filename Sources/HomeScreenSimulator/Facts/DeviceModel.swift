public import AppPackages
internal import CEmbedded
import PropertyLists

/// A model of iPhone or iPad, with the properties that matter to icons, menus and launches.
public struct DeviceModel: Sendable, Hashable {
  /// Apple's name: `iPhone 15 Pro`, or one of the generic `iPhone`, `iPad`, `iPad Pro`.
  public let name: String
  /// The class of the device, which determines the keys and files of an app that the device reads.
  public let deviceClass: DeviceClass
  /// Pixels per point: 1, 2 or 3.
  public let screenScale: Int
  /// Whether the model is an iPad with the Home Screen icon of 83.5 points (ICON-132).
  public let hasLargeIcons: Bool
  /// The first version that the model runs; nil for a generic model, which exists in every version.
  public let firstOS: OSVersion?
  /// The last major version that the model runs; nil if no release has dropped it, and for a generic model.
  public let lastMajorOS: Int?
  /// The size of the screen, from Apple's list of displays; for drawings only, the simulator's decisions do not use it.
  public let screenSize: ScreenSize

  /// Creates a generic model.
  private init(_ name: String, _ deviceClass: DeviceClass, scale: Int, large: Bool = false, _ screenSize: ScreenSize) {
    (self.name, self.deviceClass, self.screenSize) = (name, deviceClass, screenSize)
    (self.screenScale, self.hasLargeIcons) = (scale, large)
    (self.firstOS, self.lastMajorOS) = (nil, nil)
  }

  /// Reads a row of the table: `NAME|CLASS|SCALE|FIRST VERSION|LAST MAJOR VERSION|WIDTHxHEIGHT`; the last version may be empty.
  private init?(row: Substring) {
    let cells = row.split(separator: "|", omittingEmptySubsequences: false)
    guard cells.count == 6, let scale = Int(cells[2]), let firstOS = OSVersion(String(cells[3])) else { return nil }
    let size = cells[5].split(separator: "x").compactMap { Int($0) }
    guard size.count == 2 else { return nil }
    (self.name, self.deviceClass) = (String(cells[0]), cells[1] == "iPhone" ? .iPhone : .iPad)
    (self.screenScale, self.hasLargeIcons) = (scale, cells[1] == "iPad large")
    (self.firstOS, self.lastMajorOS) = (firstOS, Int(cells[4]))
    self.screenSize = ScreenSize(size[0], size[1])
  }

  /// Whether the model is `iPhone`, `iPad` or `iPad Pro`, which exist in every version.
  public var isGeneric: Bool { firstOS == nil }

  /// Returns whether the model runs this version (LAUNCH-125).
  public func runs(_ os: OSVersion) -> Bool {
    if let firstOS, os < firstOS { return false }
    if let lastMajorOS, os.major > lastMajorOS { return false }
    return true
  }

  /// Returns the name of the system in a version: `iOS`; from 13 on, `iPadOS` on an iPad.
  public func systemName(_ os: OSVersion) -> String { deviceClass == .iPad && os >= .scenes ? "iPadOS" : "iOS" }

  /// Returns the model and its system: `iPad Pro, iPadOS 17.5`.
  public func title(_ os: OSVersion) -> String { "\(name), \(systemName(os)) \(os)" }

  /// The versions in words: `iOS 10.0 to 15.x`, `iOS 17.0 and later`, `every version`.
  public var versionRange: String {
    guard let firstOS else { return "every version" }
    let system = systemName(firstOS)
    guard let lastMajorOS else { return "\(system) \(firstOS) and later" }
    return "\(system) \(firstOS) to \(lastMajorOS).x"
  }
}

/// The models of devices.
extension DeviceModel {
  /// The default model: the generic iPhone, with a screen of three pixels per point.
  public static let iPhone = DeviceModel("iPhone", .iPhone, scale: 3, ScreenSize(390, 844))
  /// The generic iPad: Home Screen icons of 76 points, two pixels per point.
  public static let iPad = DeviceModel("iPad", .iPad, scale: 2, ScreenSize(820, 1180))
  /// The generic iPad Pro: Home Screen icons of 83.5 points, two pixels per point.
  public static let iPadPro = DeviceModel(
    "iPad Pro", .iPad, scale: 2, large: true, ScreenSize(1024, 1366))

  /// All models, the generic ones first.
  public static let all: [DeviceModel] = [iPhone, iPad, iPadPro] + named

  /// The named models, from `CEmbedded/tables/models.txt`; iPhone Duo is one of them (LAUNCH-208).
  private static let named = String(cString: hs_device_models()).split(separator: "\n").compactMap(
    DeviceModel.init(row:))

  /// Finds the model with this name (letter case does not matter; `9th gen` means `9th generation`).
  ///
  /// - Throws: ``SimulatorError`` `unknown-model`, with the nearest name.
  public init(named name: String) throws(SimulatorError) {
    // The three generic names are the most frequent: found without searching the table.
    if ExactText.isSame(name, DeviceModel.iPhone.name) {
      self = .iPhone
      return
    }
    let key = DeviceModel.key(Spelling.beginning(of: name))
    guard let model = DeviceModel.byKey[key] else {
      // A hardware identifier such as iPhone15,2 is similar to names of other models.
      let isOtherNumber = DeviceModel.all.contains { Spelling.areNumbered(DeviceModel.key($0.name[...]), key) }
      let longer = DeviceModel.all.map(\.name).filter { $0.lowercased().hasPrefix("\(name.lowercased()) ") }
      let near =
        name.contains(",")
        ? " Write the model's name, such as “iPhone 14 Pro”."
        : longer.count > 1
          ? " There are \(longer.map { "“\($0)”" }.joined(separator: ", "))."
          : DeviceModel.named(inShort: name).map { " Did you mean “\($0.name)”?" }
            ?? (isOtherNumber ? "" : Spelling.didYouMean(name, in: DeviceModel.all.map(\.name)))
      let outside = OutsideOfModel.asked(by: name)
      throw SimulatorError(
        .unknownModel, "Unknown device model “\(Spelling.beginning(of: name))”",
        hint: outside?.sentence ?? "“iPhone”, “iPad” and “iPad Pro” exist in every version.\(near)")
    }
    self = model
  }

  /// - Throws: ``SimulatorError`` `model-outside-versions`, with the range, if the model does not run `os`.
  func requireRunning(_ os: OSVersion) throws(SimulatorError) {
    guard !runs(os) else { return }
    let generic = deviceClass == .iPhone ? DeviceModel.iPhone : hasLargeIcons ? .iPadPro : .iPad
    throw SimulatorError(
      .modelOutsideVersions, "\(name) does not run iOS \(os): it runs \(versionRange)",
      hint: "Use a version in that range, or the generic model “\(generic.name)”, which exists in every version.")
  }

  /// The models by their keys; the first one of equal keys.
  private static let byKey = Dictionary(all.map { (key($0.name[...]), $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the model that a name with a number abbreviates: `SE 3`, `iPad Pro 11 4th gen`; nil if there is none.
  private static func named(inShort name: String) -> DeviceModel? {
    var words = words(of: Spelling.beginning(of: name))
    if words.first?.hasPrefix("i") != true { words.insert("iphone", at: 0) }
    // A generation that is not in the table follows the number of inches.
    while words.last?.first?.isNumber == true {
      if let model = all.first(where: { self.words(of: $0.name[...]) == words }) { return model }
      words.removeLast()
    }
    return nil
  }

  /// Returns the words and numbers of a name, without those that are often left out.
  private static func words(of name: Substring) -> [String] {
    var words: [String] = []
    for character in name.lowercased() where character.isASCII {
      let isPart = character.isLetter || character.isNumber
      if isPart, let last = words.last?.last, last.isNumber == character.isNumber {
        words[words.count - 1].append(character)
      } else {
        words.append(isPart ? String(character) : "")
      }
    }
    return words.filter { !["", "st", "nd", "rd", "th", "gen", "generation", "inch"].contains($0) }
  }

  private static func key(_ name: Substring) -> String {
    let lower = name.lowercased()
    return lower.hasSuffix("gen)") ? lower.dropLast(4) + "generation)" : lower
  }
}

/// The size of a screen in points, in portrait orientation.
public struct ScreenSize: Sendable, Hashable {
  /// The width.
  public let width: Int
  /// The height.
  public let height: Int

  init(_ width: Int, _ height: Int) { (self.width, self.height) = (width, height) }
}

extension DeviceModel {
  /// Whether the model has a Home button, and therefore square corners, unlike models with Face ID.
  public var hasHomeButton: Bool {
    let size = screenSize
    return deviceClass == .iPhone ? size.height * 10 < size.width * 19 : size.height * 3 <= size.width * 4
  }
}
