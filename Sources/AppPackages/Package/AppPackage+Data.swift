import Platform
public import PropertyLists

extension AppPackage {
  /// A package that is written down as data, without any file: for scripts and tests.
  ///
  /// - Parameters:
  ///   - name: the bundle's name without `.app`.
  ///   - infoPlist: with suffixed keys and `$(…)` if wanted.
  ///   - files: paths inside the bundle; pictures may be given by their size alone.
  ///   - strings: `InfoPlist.strings` by language.
  ///   - catalog: app icons of it get into the Info.plist when the settings name them.
  ///   - settings: for `$(NAME)` in values, and those that a build reads for app icons (``IconBuildSettings``).
  ///   - entitlements: what the app is signed with; nil: nobody knows.
  ///   - source: what messages call the place where all this is written, e.g. the script.
  /// - Throws: ``AppPackageError`` for a path that cannot be inside a bundle, two files of one path, or a
  ///   `CFBundleIdentifier` that is no string.
  public init(
    name: String, infoPlist: PropertyListDictionary, files: [(path: String, content: PackageFile)] = [],
    catalog: AssetCatalog? = nil, strings: [(language: String, table: StringTable)] = [], settings: StringTable = [:],
    entitlements: PropertyListDictionary? = nil, source: String? = nil
  ) throws(AppPackageError) {
    self.init(
      name: name, origin: .data, infoPlist: infoPlist, infoPlistFile: source ?? "\(name).app/Info.plist",
      settings: settings)
    self.catalog = catalog
    self.entitlements = entitlements
    for (language, table) in strings { localizedInfo[language] = table }
    warnings += infoPlist.duplicates.map(PackageChecks.warning)
    try PackageChecks.check(&self)

    do throws(FileTreeError) {
      // Finds the same mistakes that a folder could not have: two files of one name, a file that is a folder too.
      _ = try PathIndex(files.map { ($0.path, 0) }, tree: name)
      var resources: [Resource] = []
      for file in files {
        let path = try FileTreePath.normalise(file.path, in: name)
        let resource = Self.resource(path, file.content)
        if let problem = resource.problem {
          warnings.append(
            PackageWarning(
              .badImage, problem.message, location: SourceLocation(file: "\(name).app/\(path)"), hint: problem.hint))
        }
        resources.append(resource)
      }
      self.resources = ResourceList(resources)
    } catch {
      throw AppPackageError(error)
    }
    let car = files.last { $0.path == CompiledCatalog.fileName }
    if catalog == nil, case .bytes(let bytes)? = car?.content {
      takeCompiledCatalog { () throws(CompiledCatalogProblem) in
        try CompiledCatalog.read(bytes, file: "\(name).app/\(CompiledCatalog.fileName)")
      }
    }
    addGeneratedIcons()
  }

  private static func resource(_ path: String, _ content: PackageFile) -> Resource {
    switch content {
    case .pixels(let width, let height):
      let format = ImageHeader.Format.allCases.first {
        $0.extensions.contains(FileTreePath.lowercasedExtension(of: path))
      }
      guard (1...ImageHeader.maximumDimension).contains(width), (1...ImageHeader.maximumDimension).contains(height)
      else {
        return Resource(
          path: path,
          problem: ImageProblem(kind: .badHeader, message: "a picture cannot be \(width) × \(height) pixels large"))
      }
      return Resource(path: path, image: ImageHeader(format: format ?? .png, width: width, height: height))
    case .image(let header):
      return Resource(path: path, image: header, problem: header.nameProblem(for: path))
    case .opaque(let size):
      return Resource(path: path, size: max(0, size))
    case .bytes(let bytes):
      var resource = Resource(path: path, size: bytes.count)
      guard LooseImageName.hasImageExtension(path) else { return resource }
      do throws(ImageProblem) {
        resource.image = try ImageHeader.read(bytes, ofFileOf: bytes.count)
        resource.problem = resource.image?.problem(ofFile: path)
      } catch {
        resource.problem = error
      }
      return resource
    }
  }
}

/// The content of a file in a package that is written down as data.
public enum PackageFile: Sendable, Equatable {
  /// A picture of which only the size in pixels matters.
  case pixels(width: Int, height: Int)
  /// A picture with everything that its header would say.
  case image(ImageHeader)
  /// The bytes themselves; pictures are recognised as on disk.
  case bytes([UInt8])
  /// Any other file, of this many bytes.
  case opaque(size: Int)
}
