public import AppPackages
import PropertyLists

/// Finds what a bundle has in place of a picture that an icon names in vain: the same one in another place, for other
/// devices, or in other letters.
public struct MissingPictures {
  private let package: AppPackage
  private let files: NearFiles

  /// Looks through all pictures of the package.
  public init(_ package: AppPackage) {
    self.package = package
    files = NearFiles(package.resources)
  }

  /// What to do about a name of `CFBundleIconFiles` that no file of the bundle's root stands for.
  public func advice(for name: String, on model: DeviceModel) -> IconExplanation.Advice {
    advice(for: name, on: model.deviceClass, pixels: IconSurface.home.pixels(on: model))
  }

  func advice(for name: String, on device: DeviceClass, pixels: Int) -> IconExplanation.Advice {
    if let advice = adviceAboutEnding(of: name, on: device) { return advice }
    let wanted = LooseImageName(name + ".png").base
    if let (path, directory) = files.inFolders[wanted] {
      return directory.contains(".bundle")
        ? IconExplanation.Advice(
          .iconFileInFolder, text: "\(path) is inside another bundle: move it to the root.", fact: "ICON-126")
        : IconExplanation.Advice(
          .iconFileInFolder,
          text: "\(path) is in a folder: write “\(directory)/\(wanted)”, or move it to the root.", fact: "ICON-114")
    }
    for other in DeviceClass.allCases where other != device {
      guard let picture = package.looseImages(named: name, for: other).first else { continue }
      return IconExplanation.Advice(
        .iconFileOtherDevice,
        text: "\(picture.path) is only for \(other.rawValue): add a picture for \(device.rawValue), or remove "
          + "“~\(other.suffix)” from its name.", fact: "ICON-115")
    }
    if let other = files.inOtherCase[wanted.lowercased()] {
      return IconExplanation.Advice(
        .iconFileMissing, text: "\(other) exists: use the same letter case as “\(name)”.", fact: "ICON-026")
    }
    let scale = device == .iPhone ? "@3x" : "@2x"
    return IconExplanation.Advice(
      .iconFileMissing,
      text: "Add \(Spelling.shortened(name))\(scale).png, \(pixels) × \(pixels) px, to the root of the bundle.",
      fact: "ICON-112")
  }

  /// With its ending a name means one file; without, all scales of it.
  private func adviceAboutEnding(of name: String, on device: DeviceClass) -> IconExplanation.Advice? {
    let ending = ".png"
    guard name.lowercased().hasSuffix(ending) else { return nil }
    let stem = String(name.dropLast(ending.count))
    guard let picture = package.looseImages(named: stem, for: device).first else { return nil }
    return IconExplanation.Advice(
      .iconFileMissing,
      text: "Write “\(stem)” without its extension, which means \(picture.path) too: with it, only that file is meant.",
      fact: "ICON-116")
  }
}

/// The pictures of a bundle by what their names have in common with a name that was written wrong. Of several the first.
struct NearFiles {
  /// Those in folders, by their base.
  private(set) var inFolders: [String: (path: String, directory: String)] = [:]
  /// All of them, by their base in lower case.
  private(set) var inOtherCase: [String: String] = [:]

  init(_ resources: ResourceList) {
    Work.count(resources.count * 30)
    for resource in resources where resource.path.hasSuffix(".png") {
      let parts = LooseImageName(resource.path)
      if !parts.directory.isEmpty, inFolders[parts.base] == nil {
        inFolders[parts.base] = (resource.path, parts.directory)
      }
      let folded = parts.base.lowercased()
      if inOtherCase[folded] == nil { inOtherCase[folded] = resource.path }
    }
  }
}
