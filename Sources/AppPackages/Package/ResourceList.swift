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
