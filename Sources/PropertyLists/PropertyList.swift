/// A property list that was read, with its format and the places of all its values.
public struct PropertyList: Sendable {
  /// The value itself, usually a dictionary.
  public var root: PropertyListValue
  /// Where the root value starts.
  public var rootLocation: SourceLocation?
  /// How the list is written, or was.
  public var format: PropertyListFormat
  /// The name given to ``parse(_:file:limits:)``.
  public var file: String
  /// Keys that occur twice in one dictionary, of the whole tree, innermost dictionaries first.
  public var duplicateKeys: [DuplicateKey]
  /// What was read, for a save that leaves alone what nobody changed; nil for a list that was made by code.
  package var source: PropertyListSource?

  /// A list that no file holds.
  ///
  /// - Parameter file: what messages call it.
  public init(root: PropertyListValue, format: PropertyListFormat = .xml, file: String = "property list") {
    self.root = root
    self.format = format
    self.file = file
    self.duplicateKeys = []
  }

  /// Reads a property list of any format; the content decides which, not the name.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - file: what messages and locations call it.
  /// - Throws: one error with place and hint. Nothing is repaired: what is returned stands in the file.
  public static func parse(
    _ bytes: [UInt8], file: String, limits: PropertyListLimits = .default
  ) throws(PropertyListError) -> PropertyList {
    guard bytes.count <= limits.effectiveBytes else {
      throw PropertyListError(
        location: SourceLocation(file: file), kind: .tooLarge,
        message: "the file has \(bytes.count) bytes; property lists are read up to \(limits.effectiveBytes)")
    }
    if try PropertyListSniffer.isBinary(bytes, file: file) {
      let source = SourceText(file: file, bytes: bytes, isBinary: true)
      var reader = BinaryPropertyListReader(source: source, limits: limits)
      return try PropertyList(reader.read(), source, format: .binary, file: file)
    }
    return try parse(try TextDecoding.decode(bytes, file: file), limits: limits)
  }

  /// Reads a property list from text that is decoded already, or was put together from several files.
  package static func parse(
    _ source: SourceText, limits: PropertyListLimits
  ) throws(PropertyListError) -> PropertyList {
    let file = source.file
    switch try PropertyListSniffer.textFormat(of: source) {
    case .xml:
      var reader = XMLPropertyListReader(source: source, limits: limits)
      return try PropertyList(reader.read(), source, format: .xml, file: file)
    case .openStep:
      var reader = OpenStepPropertyListReader(source: source, limits: limits)
      let builder = try reader.read()
      return try PropertyList(builder, source, format: reader.isStringsFile ? .strings : .openStep, file: file)
    }
  }

  /// Reads a property list from any collection of bytes.
  public static func parse(
    _ bytes: some Collection<UInt8>, file: String, limits: PropertyListLimits = .default
  ) throws(PropertyListError) -> PropertyList {
    try parse(Array(bytes), file: file, limits: limits)
  }

  private init(
    _ builder: PropertyListBuilder, _ source: SourceText, format: PropertyListFormat, file: String
  ) throws(PropertyListError) {
    guard let root = builder.root else {
      throw PropertyListError(
        location: SourceLocation(file: file), kind: .empty, message: "the property list has no value")
    }
    self.root = root.value
    self.rootLocation = root.location
    self.format = format
    self.file = file
    self.duplicateKeys = builder.duplicates
    self.source = source.isComposed ? nil : PropertyListSource(text: source, root: root, format: format)
  }
}
