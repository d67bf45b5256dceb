public import AppPackages
public import AppSources
public import HomeScreenSimulator
import Platform
public import PropertyLists

/// One app as rules look at it: the package, what the simulator makes of it, and its pictures; each worked out once, when
/// a rule first asks. It belongs to one thread.
public final class LintSubject {
  /// The app.
  public let package: AppPackage
  /// What its own code does; nil where nobody has read it.
  public let sources: SourceDocument?

  /// Whether what rarely matters is to be told.
  let isPedantic: Bool

  private let pixelCache: PixelCache

  /// Takes a package, with what its sources do where they were read; nothing is worked out yet.
  public convenience init(_ package: AppPackage, sources: SourceDocument? = nil) {
    self.init(package, PixelCache(), sources: sources)
  }

  /// - Parameter pixelCache: shared by all builds of an app.
  init(_ package: AppPackage, _ pixelCache: PixelCache, sources: SourceDocument? = nil, isPedantic: Bool = true) {
    self.package = package
    self.isPedantic = isPedantic
    self.sources = sources
    self.pixelCache = pixelCache
  }

  // MARK: Which devices

  /// The kinds of device that the app is for; both where it does not say.
  public private(set) lazy var families: [DeviceClass] = {
    let families = package.deviceFamilies
    return families.isEmpty ? DeviceClass.allCases : families
  }()

  /// The oldest iOS that the app runs on, as far as it says so and the simulator knows it.
  public private(set) lazy var oldestOS = OSVersion(oldestOf: package)

  // MARK: What devices make of it

  /// What a device of this kind shows of the app, of the newest iOS.
  public private(set) lazy var inspection = PackageInspection(
    package, models: families.map { $0 == .iPhone ? .iPhone : .iPad })

  /// Why each alternate that anything declares or names changes on each kind of device, or does not; nil when a device
  /// does not take the app at all.
  public private(set) lazy var judgement: IconJudgement? = try? IconJudgement(
    package, .alternates, on: families.map { try Device(model: $0 == .iPhone ? .iPhone : .iPad) })

  /// What becomes of the quick actions of the Info.plist on each kind of device, in all versions and languages.
  public private(set) lazy var actions = ActionJudgement(package)

  // MARK: The app's own code

  /// What the code does, and which of its classes the system calls; nil where nobody has read it.
  public private(set) lazy var code: SubjectCode? = sources.map { SubjectCode($0, of: package) }

  // MARK: The written Info.plist

  /// The Info.plist as it is written, before a build adds anything.
  public var written: PropertyListDictionary {
    package.build?.writtenInfoPlist ?? package.writtenInfoPlist ?? package.infoPlist
  }

  /// Its keys that occur more than once with the same value, by the places where they occur again.
  private(set) lazy var equalRepeats = PropertyListValue.dictionary(written).equalRepeats

  /// The entries of icons that are written by hand, in the order of the file: each `CFBundleIcons` variant with its
  /// primary icon and its alternates.
  public private(set) lazy var iconKeys: [WrittenIcons] = written.keys.compactMap { key in
    WrittenIcons(key: key, in: written, of: package, for: families)
  }

  // MARK: Pictures

  /// What the pixels of a picture of the package say; nil where it cannot be read or is no PNG.
  ///
  /// - Parameter path: inside of the tree that the package was read from.
  public func pixels(at path: String) -> PixelSummary? {
    package.files.flatMap { pixelCache.summary(at: path, in: $0) }
  }

  /// The same for a picture in the compiled catalog; nil where it cannot be decoded, and for one that is elsewhere.
  public func pixels(of entry: AssetEntry) -> PixelSummary? {
    guard let range = entry.rendition else { return nil }
    if let known = compiledPixels[range.lowerBound] { return known }
    let summary = (try? compiledPictures?.pixels(of: entry)).map { PixelSummary($0) }
    compiledPixels[range.lowerBound] = .some(summary)
    return summary
  }

  private lazy var compiledPictures = package.compiledCatalog.flatMap { try? CompiledPictureReader($0) }
  private var compiledPixels: [Int: PixelSummary?] = [:]

  /// What a picture's first bytes say: of the pictures in image sets packages know nothing, for there are many.
  ///
  /// - Parameter path: inside of the tree that the package was read from.
  public func header(at path: String) -> ImageHeader? {
    if let known = headers[path] { return known }
    let bytes = package.files.flatMap { try? $0.tree.readPrefix(path, count: Self.headerBytes) }
    let header = bytes.flatMap { try? ImageHeader.read($0) }
    headers[path] = .some(header)
    return header
  }

  private var headers: [String: ImageHeader?] = [:]
  private static let headerBytes = 64 * 1024
}
