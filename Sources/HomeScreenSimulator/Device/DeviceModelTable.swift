internal import AppPackages
import PropertyLists

/// The models that a device can be.
extension DeviceModel {
  /// The model a device gets when none is named: the generic iPhone, with a screen of three pixels per point.
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
    DeviceModel("iPad (8th generation)", .iPad, scale: 2, from: OSVersion(14)),
    DeviceModel("iPad (9th generation)", .iPad, scale: 2, from: OSVersion(15)),
    DeviceModel("iPad (10th generation)", .iPad, scale: 2, from: OSVersion(16, 1)),
    DeviceModel("iPad mini (6th generation)", .iPad, scale: 2, from: OSVersion(15)),
    DeviceModel("iPad Pro 11-inch", .iPad, scale: 2, large: true, from: OSVersion(12, 1)),
    DeviceModel("iPad Pro 11-inch (M4)", .iPad, scale: 2, large: true, from: OSVersion(17, 5)),
  ]

  /// The model with this name (letter case does not matter; `9th gen` is read as `9th generation`).
  ///
  /// - Throws: ``SimulatorError`` `unknown-model`, with the nearest name.
  public init(named name: String) throws(SimulatorError) {
    // The three generic names are nearly always meant: found without walking the table.
    if ExactText.isSame(name, DeviceModel.iPhone.name) {
      self = .iPhone
      return
    }
    guard let model = DeviceModel.byKey[DeviceModel.key(Spelling.beginning(of: name))] else {
      let near = Spelling.didYouMean(name, in: DeviceModel.all.map(\.name))
      let outside = OutsideOfModel.asked(by: name)
      throw SimulatorError(
        .unknownModel, "Unknown device model “\(Spelling.beginning(of: name))”",
        hint: outside?.sentence ?? "“iPhone”, “iPad” and “iPad Pro” exist in every version.\(near)")
    }
    self = model
  }

  /// - Throws: ``SimulatorError`` `model-outside-versions`, with the range, when the model does not run `os`.
  func requireRunning(_ os: OSVersion) throws(SimulatorError) {
    guard !runs(os) else { return }
    let generic = deviceClass == .iPhone ? DeviceModel.iPhone : hasLargeIcons ? .iPadPro : .iPad
    throw SimulatorError(
      .modelOutsideVersions, "\(name) does not run iOS \(os): it runs \(versionRange)",
      hint: "Use a version in that range, or the generic model “\(generic.name)”, which exists in every version.")
  }

  /// The models by their keys; of two the first.
  private static let byKey = Dictionary(all.map { (key($0.name[...]), $0) }, uniquingKeysWith: { first, _ in first })

  private static func key(_ name: Substring) -> String {
    let lower = name.lowercased()
    return lower.hasSuffix("gen)") ? lower.dropLast(4) + "generation)" : lower
  }
}
