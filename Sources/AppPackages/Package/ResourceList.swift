import Platform
import PropertyLists

/// The files of a package, sorted bytewise by path; lookup takes logarithmic time.
public struct ResourceList: Sendable, Equatable, RandomAccessCollection {
  private var resources: [Resource] = []

  /// Creates an empty list.
  public init() {}

  /// Creates a list; for equal paths, the later resource applies.
  public init(_ resources: some Sequence<Resource>) {
    for resource in resources.sorted(by: { ExactText.precedes($0.path, $1.path) }) {
      if let last = self.resources.last, ExactText.isSame(last.path, resource.path) { self.resources.removeLast() }
      self.resources.append(resource)
    }
  }

  /// The position of the first path, 0.
  public var startIndex: Int { 0 }
  /// The number of files.
  public var endIndex: Int { resources.count }
  /// The file at a position, which must exist.
  public subscript(position: Int) -> Resource { resources[position] }

  /// The file at exactly this path; case-sensitive, as on a device. Setting nil removes it.
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

  /// Returns all files with a path that starts with `prefix`; a prefix that ends with `/` lists a folder.
  public func startingWith(_ prefix: String) -> ArraySlice<Resource> {
    let start = lowerBound(prefix)
    var end = start
    while end < resources.count, resources[end].path.utf8.starts(with: prefix.utf8) { end += 1 }
    return resources[start..<end]
  }

  /// Returns all files with a path that starts with `prefix`; nil if there are more than `limit`.
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

/// A file of a package.
public struct Resource: Sendable, Equatable {
  /// The path in the bundle.
  public var path: String
  /// The size in bytes; 0 for a picture that a script defines by its pixel size.
  public var size: Int
  /// The header of a file that looks like a picture.
  public var image: ImageHeader?
  /// The problem with the picture; a file can have both a header and a problem (WebP data in `icon.png`).
  public var problem: ImageProblem?
  /// The path in the tree of the package; nil for files made by the build, and for data.
  public internal(set) var source: String?

  /// Creates a file; without a header and a problem, its picture was not read.
  public init(path: String, size: Int = 0, image: ImageHeader? = nil, problem: ImageProblem? = nil) {
    (self.path, self.size, self.image, self.problem) = (path, size, image, problem)
  }
}

/// A picture in the bundle that a name in the Info.plist can refer to.
public struct LooseImage: Sendable, Equatable {
  /// The path in the bundle.
  public var path: String
  /// The pixels per point, from the name.
  public var scale: Int
  /// `iphone`, `ipad`, or nil for every device.
  public var deviceSuffix: String?
  /// The header; nil if it is unusable, see ``problem``.
  public var header: ImageHeader?
  /// The problem with the picture; nil if it has none or was not read.
  public var problem: ImageProblem?

  /// Creates a picture.
  public init(
    path: String, scale: Int, deviceSuffix: String? = nil, header: ImageHeader? = nil, problem: ImageProblem? = nil
  ) {
    (self.path, self.scale, self.deviceSuffix, self.header) = (path, scale, deviceSuffix, header)
    self.problem = problem
  }
}

/// A parsed path of a picture: `icons/night@2x~ipad.png` is folder `icons`, base `night`, scale 2, device `ipad`.
///
/// Both orders of the suffixes occur in practice and are accepted: `a@2x~ipad.png` and `a~ipad@2x.png`.
public struct LooseImageName: Sendable, Equatable {
  /// The folder in the bundle; empty for its root.
  public var directory: String
  /// The name without scale, device and extension.
  public var base: String
  /// 2 for `@2x`; nil for a name without a scale, which means 1.
  public var explicitScale: Int?
  /// `iphone`, `ipad` or `ipod`; nil for every device.
  public var deviceSuffix: String?
  /// The extension without the dot, in the file's letter case; empty without one.
  public var fileExtension: String

  /// The pixels per point.
  public var scale: Int { explicitScale ?? 1 }

  /// Parses a path. Each suffix counts once, and only after a base: `@2x.png` is a base named `@2x`.
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

  /// Returns whether a device of this class uses the file.
  public func applies(to device: DeviceClass) -> Bool { deviceSuffix == nil || deviceSuffix == device.suffix }

  /// Returns whether the extension makes an entry of `CFBundleIconFiles` the name of one file (ICON-116). The dot in a
  /// name such as `AppIcon.beta` is part of the name.
  static func hasImageExtension(_ name: String) -> Bool {
    let ending = FileTreePath.lowercasedExtension(of: name)
    return ImageHeader.Format.allCases.contains { $0.extensions.contains(ending) }
  }

  /// All endings of a name: none, a scale, a device suffix, or both in either order.
  static let endings: [String] = {
    let suffixes = scales.map(\.suffix)
    let both = suffixes.flatMap { scale in devices.flatMap { [scale + $0, $0 + scale] } }
    return [""] + suffixes + devices + both
  }()

  /// Returns whether an ending consists of a scale and a device suffix, in either order, each at most once.
  static func isVariantEnding(_ rest: Substring) -> Bool {
    if rest.isEmpty { return true }
    let name = LooseImageName("x" + String(rest))
    return name.base == "x" && name.fileExtension.isEmpty && name.directory.isEmpty
  }
}

/// The source files of an app: Swift, Objective-C and headers.
public struct SourceFiles: Sendable, Equatable {
  /// A source file.
  public struct File: Sendable, Hashable {
    /// The path in the tree of the package.
    public let path: String
    /// The Swift package target or framework that contains the file; nil for the app's own files.
    public let module: String?
  }

  /// The app's files first; each group is sorted by path.
  public internal(set) var files: [File] = []
  /// Whether all files that the app references were found: none is missing or outside the readable folder.
  public internal(set) var isWhole = true

  /// Returns whether a file name is a source file's.
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
