public import AppPackages
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

  init(
    _ name: String, _ deviceClass: DeviceClass, scale: Int, large: Bool = false, from firstOS: OSVersion? = nil,
    to lastMajorOS: Int? = nil
  ) {
    (self.name, self.deviceClass) = (name, deviceClass)
    self.screenScale = scale
    self.hasLargeIcons = large
    (self.firstOS, self.lastMajorOS) = (firstOS, lastMajorOS)
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
  public static let iPhone = DeviceModel("iPhone", .iPhone, scale: 3)
  /// The generic iPad: Home Screen icons of 76 points, two pixels per point.
  public static let iPad = DeviceModel("iPad", .iPad, scale: 2)
  /// The generic iPad Pro: Home Screen icons of 83.5 points, two pixels per point.
  public static let iPadPro = DeviceModel("iPad Pro", .iPad, scale: 2, large: true)

  /// All models, the generic ones first.
  public static let all: [DeviceModel] = [iPhone, iPad, iPadPro] + iPhones + iPads

  private static let iPhones: [DeviceModel] = [
    DeviceModel("iPhone 5s", .iPhone, scale: 2, from: OSVersion(9), to: 12),
    DeviceModel("iPhone 6", .iPhone, scale: 2, from: OSVersion(9), to: 12),
    DeviceModel("iPhone 6 Plus", .iPhone, scale: 3, from: OSVersion(9), to: 12),
    DeviceModel("iPhone 6s", .iPhone, scale: 2, from: OSVersion(9), to: 15),
    DeviceModel("iPhone 6s Plus", .iPhone, scale: 3, from: OSVersion(9), to: 15),
    DeviceModel("iPhone SE", .iPhone, scale: 2, from: OSVersion(9, 3), to: 15),
    DeviceModel("iPhone 7", .iPhone, scale: 2, from: OSVersion(10), to: 15),
    DeviceModel("iPhone 7 Plus", .iPhone, scale: 3, from: OSVersion(10), to: 15),
    DeviceModel("iPhone 8", .iPhone, scale: 2, from: OSVersion(11), to: 16),
    DeviceModel("iPhone 8 Plus", .iPhone, scale: 3, from: OSVersion(11), to: 16),
    DeviceModel("iPhone X", .iPhone, scale: 3, from: OSVersion(11), to: 16),
    DeviceModel("iPhone XR", .iPhone, scale: 2, from: OSVersion(12), to: 18),
    DeviceModel("iPhone XS", .iPhone, scale: 3, from: OSVersion(12), to: 18),
    DeviceModel("iPhone 11", .iPhone, scale: 2, from: OSVersion(13)),
    DeviceModel("iPhone 11 Pro", .iPhone, scale: 3, from: OSVersion(13)),
    DeviceModel("iPhone SE (2nd generation)", .iPhone, scale: 2, from: OSVersion(13, 4)),
    DeviceModel("iPhone 12", .iPhone, scale: 3, from: OSVersion(14, 1)),
    DeviceModel("iPhone 13", .iPhone, scale: 3, from: OSVersion(15)),
    DeviceModel("iPhone SE (3rd generation)", .iPhone, scale: 2, from: OSVersion(15, 4)),
    DeviceModel("iPhone 14", .iPhone, scale: 3, from: OSVersion(16)),
    DeviceModel("iPhone 15", .iPhone, scale: 3, from: OSVersion(17)),
    DeviceModel("iPhone 15 Pro", .iPhone, scale: 3, from: OSVersion(17)),
    DeviceModel("iPhone 16", .iPhone, scale: 3, from: OSVersion(18)),
    DeviceModel("iPhone 16 Pro", .iPhone, scale: 3, from: OSVersion(18)),
    DeviceModel("iPhone 17", .iPhone, scale: 3, from: OSVersion(26)),
    DeviceModel("iPhone 17 Pro", .iPhone, scale: 3, from: OSVersion(26)),
    DeviceModel("iPhone Duo", .iPhone, scale: 3, from: OSVersion(27, 1)),  // LAUNCH-208
  ]

  private static let iPads: [DeviceModel] = [
    DeviceModel("iPad 2", .iPad, scale: 1, from: OSVersion(9), to: 9),
    DeviceModel("iPad Air", .iPad, scale: 2, from: OSVersion(9), to: 12),
    DeviceModel("iPad Air 2", .iPad, scale: 2, from: OSVersion(9), to: 15),
    DeviceModel("iPad mini 4", .iPad, scale: 2, from: OSVersion(9), to: 15),
    DeviceModel("iPad Pro (12.9-inch)", .iPad, scale: 2, large: true, from: OSVersion(9, 1), to: 16),
    DeviceModel("iPad (5th generation)", .iPad, scale: 2, from: OSVersion(10, 2, 1), to: 16),
    DeviceModel("iPad (6th generation)", .iPad, scale: 2, from: OSVersion(11, 3), to: 17),
    DeviceModel("iPad (7th generation)", .iPad, scale: 2, from: OSVersion(13, 1), to: 18),
    DeviceModel("iPad (8th generation)", .iPad, scale: 2, from: OSVersion(14), to: 26),
    DeviceModel("iPad (9th generation)", .iPad, scale: 2, from: OSVersion(15)),
    DeviceModel("iPad (10th generation)", .iPad, scale: 2, from: OSVersion(16, 1)),
    DeviceModel("iPad mini (6th generation)", .iPad, scale: 2, from: OSVersion(15)),
    DeviceModel("iPad Pro 11-inch", .iPad, scale: 2, large: true, from: OSVersion(12, 1), to: 26),
    DeviceModel("iPad Pro 11-inch (M4)", .iPad, scale: 2, large: true, from: OSVersion(17, 5)),
  ]

  /// Finds the model with this name (letter case does not matter; `9th gen` means `9th generation`).
  ///
  /// - Throws: ``SimulatorError`` `unknown-model`, with the nearest name.
  public init(named name: String) throws(SimulatorError) {
    // The three generic names are the most frequent: found without searching the table.
    if ExactText.isSame(name, DeviceModel.iPhone.name) {
      self = .iPhone
      return
    }
    guard let model = DeviceModel.byKey[DeviceModel.key(Spelling.beginning(of: name))] else {
      // A hardware identifier such as iPhone15,2 is similar to names of other models.
      let near =
        name.contains(",")
        ? " Write the model's name, such as “iPhone 14 Pro”."
        : DeviceModel.named(inShort: name).map { " Did you mean “\($0.name)”?" }
          ?? Spelling.didYouMean(name, in: DeviceModel.all.map(\.name))
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
  /// The size of the model's screen, for drawings only; the simulator's decisions do not use it.
  public var screenSize: ScreenSize {
    DeviceModel.screenSizes[name] ?? (deviceClass == .iPhone ? ScreenSize(390, 844) : ScreenSize(820, 1180))
  }

  /// Whether the model has a Home button, and therefore square corners, unlike models with Face ID.
  public var hasHomeButton: Bool {
    let size = screenSize
    return deviceClass == .iPhone ? size.height * 10 < size.width * 19 : size.height * 3 <= size.width * 4
  }

  /// Apple's list of displays. Other models have the usual size.
  private static let screenSizes: [String: ScreenSize] = [
    "iPhone 5s": ScreenSize(320, 568), "iPhone SE": ScreenSize(320, 568), "iPhone 6": ScreenSize(375, 667),
    "iPhone 6s": ScreenSize(375, 667), "iPhone 7": ScreenSize(375, 667), "iPhone 8": ScreenSize(375, 667),
    "iPhone SE (2nd generation)": ScreenSize(375, 667), "iPhone SE (3rd generation)": ScreenSize(375, 667),
    "iPhone 6 Plus": ScreenSize(414, 736), "iPhone 6s Plus": ScreenSize(414, 736),
    "iPhone 7 Plus": ScreenSize(414, 736), "iPhone 8 Plus": ScreenSize(414, 736), "iPhone X": ScreenSize(375, 812),
    "iPhone XS": ScreenSize(375, 812), "iPhone 11 Pro": ScreenSize(375, 812), "iPhone XR": ScreenSize(414, 896),
    "iPhone 11": ScreenSize(414, 896), "iPhone 15": ScreenSize(393, 852), "iPhone 15 Pro": ScreenSize(393, 852),
    "iPhone 16": ScreenSize(393, 852), "iPhone 16 Pro": ScreenSize(402, 874), "iPhone 17": ScreenSize(402, 874),
    "iPhone 17 Pro": ScreenSize(402, 874),
    "iPad 2": ScreenSize(768, 1024), "iPad Air": ScreenSize(768, 1024), "iPad Air 2": ScreenSize(768, 1024),
    "iPad mini 4": ScreenSize(768, 1024), "iPad (5th generation)": ScreenSize(768, 1024),
    "iPad (6th generation)": ScreenSize(768, 1024), "iPad (7th generation)": ScreenSize(810, 1080),
    "iPad (8th generation)": ScreenSize(810, 1080), "iPad (9th generation)": ScreenSize(810, 1080),
    "iPad Pro (12.9-inch)": ScreenSize(1024, 1366), "iPad mini (6th generation)": ScreenSize(744, 1133),
    "iPad Pro": ScreenSize(1024, 1366), "iPad Pro 11-inch": ScreenSize(834, 1194),
    "iPad Pro 11-inch (M4)": ScreenSize(834, 1210),
  ]
}
