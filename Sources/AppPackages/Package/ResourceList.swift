import Platform
import PropertyLists

/// The files of a package, sorted by the bytes of their paths; found by path in logarithmic time.
public struct ResourceList: Sendable, Equatable, RandomAccessCollection {
  private var resources: [Resource] = []

  /// No file at all.
  public init() {}

  /// Of two resources with one path the later counts.
  public init(_ resources: some Sequence<Resource>) {
    for resource in resources.sorted(by: { ExactText.precedes($0.path, $1.path) }) {
      if let last = self.resources.last, ExactText.isSame(last.path, resource.path) { self.resources.removeLast() }
      self.resources.append(resource)
    }
  }

  /// The position of the file whose path comes first, 0.
  public var startIndex: Int { 0 }
  /// The number of files.
  public var endIndex: Int { resources.count }
  /// The file at a position in the order of paths; the position must exist.
  public subscript(position: Int) -> Resource { resources[position] }

  /// The file at exactly this path; letter case counts, as on a device. Setting nil removes it.
  public subscript(path: String) -> Resource? {
    get {
      let index = lowerBound(path)
      return index < resources.count && ExactText.isSame(resources[index].path, path) ? resources[index] : nil
    }
    set {
      let index = lowerBound(path)
      let exists = index < resources.count && ExactText.isSame(resources[index].path, path)
      if exists { resources.remove(at: index) }
      guard var resource = newValue else { return }
      resource.path = path
      resources.insert(resource, at: index)
    }
  }

  /// All files whose path starts with `prefix`; a prefix that ends with `/` lists a folder.
  public func startingWith(_ prefix: String) -> ArraySlice<Resource> {
    let start = lowerBound(prefix)
    var end = start
    while end < resources.count, resources[end].path.utf8.starts(with: prefix.utf8) { end += 1 }
    return resources[start..<end]
  }

  /// The same; nil when there are more than `limit`.
  func startingWith(_ prefix: String, atMost limit: Int) -> ArraySlice<Resource>? {
    let start = lowerBound(prefix)
    var end = start
    while end < resources.count, resources[end].path.utf8.starts(with: prefix.utf8) {
      guard end - start < limit else { return nil }
      end += 1
    }
    return resources[start..<end]
  }

  private func lowerBound(_ path: String) -> Int {
    resources.partitioningIndex { !ExactText.precedes($0.path, path) }
  }
}

/// One file of the package.
public struct Resource: Sendable, Equatable {
  /// Inside the bundle.
  public var path: String
  /// Bytes; 0 for a picture that a script gives by its pixels only.
  public var size: Int
  /// What its first bytes say, for files that look like pictures.
  public var image: ImageHeader?
  /// What is wrong with the picture; a header and a problem may come together (WebP data in `icon.png`).
  public var problem: ImageProblem?
  /// Where it lies in the tree that the package was read from; nil for what a build makes, and for data.
  public internal(set) var source: String?

  /// A file with what is known about it; a picture that nobody has looked at has neither header nor problem.
  public init(path: String, size: Int = 0, image: ImageHeader? = nil, problem: ImageProblem? = nil) {
    self.path = path
    self.size = size
    self.image = image
    self.problem = problem
  }
}

/// A picture in the bundle that a name in the Info.plist can mean.
public struct LooseImage: Sendable, Equatable {
  /// Inside the bundle.
  public var path: String
  /// Pixels per point, from the name.
  public var scale: Int
  /// `iphone`, `ipad`, or nil for every device.
  public var deviceSuffix: String?
  /// What its first bytes say; nil when they say nothing usable, see ``problem``.
  public var header: ImageHeader?
  /// What is wrong with the picture; nil when nothing is, or when nobody has looked.
  public var problem: ImageProblem?

  /// A picture at a path, with what its name and its first bytes say.
  public init(
    path: String, scale: Int, deviceSuffix: String? = nil, header: ImageHeader? = nil, problem: ImageProblem? = nil
  ) {
    self.path = path
    self.scale = scale
    self.deviceSuffix = deviceSuffix
    self.header = header
    self.problem = problem
  }
}

/// A picture's path taken apart: `icons/night@2x~ipad.png` is folder `icons`, base `night`, scale 2, device `ipad`.
///
/// Both orders of the two suffixes are seen in the wild, `a@2x~ipad.png` and `a~ipad@2x.png`; both are understood.
public struct LooseImageName: Sendable, Equatable {
  /// Folder inside the bundle; empty for its root.
  public var directory: String
  /// The name without scale, device and extension.
  public var base: String
  /// 2 for `@2x`; nil when the name says nothing, which means 1.
  public var explicitScale: Int?
  /// `iphone`, `ipad` or `ipod`; nil for every device.
  public var deviceSuffix: String?
  /// Without the dot, in the letters of the file; empty when there is none.
  public var fileExtension: String

  /// Pixels per point.
  public var scale: Int { explicitScale ?? 1 }

  /// Takes a path apart. Suffixes count once each and only behind a base: `@2x.png` is a base named `@2x`.
  public init(_ path: String) {
    directory = FileTreePath.directory(of: path)
    let name = FileTreePath.lastComponent(path)
    var stem = Substring(name)
    fileExtension = ""
    if let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex {
      stem = name[..<dot]
      fileExtension = String(name[name.utf8.index(after: dot)...])
    }
    while true {
      if explicitScale == nil, let scale = Self.scales.first(where: { stem.hasSuffix($0.suffix) }),
        stem.utf8.count > scale.suffix.utf8.count
      {
        explicitScale = scale.value
        stem = stem.dropLast(scale.suffix.count)
      } else if deviceSuffix == nil, let device = Self.devices.first(where: { stem.hasSuffix($0) }),
        stem.utf8.count > device.utf8.count
      {
        deviceSuffix = String(device.dropFirst())
        stem = stem.dropLast(device.count)
      } else {
        break
      }
    }
    base = String(stem)
  }

  private static let scales = [(suffix: "@1x", value: 1), (suffix: "@2x", value: 2), (suffix: "@3x", value: 3)]
  private static let devices = ["~iphone", "~ipad", "~ipod"]

  /// Whether a device of this class looks at the file at all.
  public func applies(to device: DeviceClass) -> Bool { deviceSuffix == nil || deviceSuffix == device.suffix }

  /// The extensions that make an entry of `CFBundleIconFiles` the name of one file (ICON-116). A dot in a name such as
  /// `AppIcon.beta` is part of the name.
  static func hasImageExtension(_ name: String) -> Bool {
    let ending = FileTreePath.lowercasedExtension(of: name)
    return ImageHeader.Format.allCases.contains { $0.extensions.contains(ending) }
  }

  /// All that can follow a name: nothing, a scale, a device suffix, or both in either order.
  static let endings: [String] = {
    let suffixes = scales.map(\.suffix)
    let both = suffixes.flatMap { scale in devices.flatMap { [scale + $0, $0 + scale] } }
    return [""] + suffixes + devices + both
  }()

  /// Whether what follows a name is made of a scale and a device suffix, in either order, each at most once.
  static func isVariantEnding(_ rest: Substring) -> Bool {
    if rest.isEmpty { return true }
    let name = LooseImageName("x" + String(rest))
    return name.base == "x" && name.fileExtension.isEmpty && name.directory.isEmpty
  }
}

/// The sources that an app is made of: Swift, Objective-C and headers.
public struct SourceFiles: Sendable, Equatable {
  /// One source.
  public struct File: Sendable, Hashable {
    /// Inside of the tree that the package was read from.
    public let path: String
    /// The Swift package's target or the framework that it belongs to; nil for the app's own.
    public let module: String?
  }

  /// Those of the app first, each group sorted by its paths.
  public internal(set) var files: [File] = []
  /// Whether nothing is missing that the app names itself: files that are not there, or lie where nothing may be read.
  public internal(set) var isWhole = true

  /// Whether a file of this name is one.
  static func isSource(_ name: String) -> Bool {
    ["swift", "m", "mm", "h"].contains(FileTreePath.lowercasedExtension(of: name))
  }

  mutating func add(_ paths: some Sequence<String>, module: String?) {
    let known = Set(files.map { ExactText($0.path) })
    var new = Set<ExactText>()
    for path in paths where !known.contains(ExactText(path)) { new.insert(ExactText(path)) }
    files += new.map(\.text).sorted(by: ExactText.precedes).map { File(path: $0, module: module) }
  }
}
