public import PropertyLists

/// What `homescreen-sources` is asked to read: on its standard input, as JSON.
public struct SourceRequest: Codable, Sendable, Equatable {
  /// One source.
  public struct File: Codable, Sendable, Equatable {
    /// The path below the root, as findings name it.
    public var path: String
    /// The Swift package or framework target that it belongs to; nil for the app's own files.
    public var module: String?

    /// One source.
    public init(_ path: String, module: String? = nil) {
      self.path = path
      self.module = module
    }
  }

  /// The version of the format, as of the document.
  public var version: Int
  /// The folder of the project; absolute.
  public var root: String
  /// Swift, Objective-C and header files, in the order in which they are told about.
  public var files: [File]
  /// The names of icons that the app declares.
  public var iconNames: [String]
  /// The types of quick actions that the app declares.
  public var actionTypes: [String]
  /// A folder for what was read before; nil for none.
  public var cache: String?

  /// A request for these files.
  public init(
    root: String, files: [File], iconNames: [String] = [], actionTypes: [String] = [], cache: String? = nil
  ) {
    version = SourceDocument.currentVersion
    self.root = root
    self.files = files
    self.iconNames = iconNames
    self.actionTypes = actionTypes
    self.cache = cache
  }
}

extension SourceRequest {
  /// One line of JSON.
  public func json() throws -> String { try CodableJSON.text(self) }

  /// Reads what ``json()`` wrote.
  ///
  /// - Parameter file: what messages call it.
  /// - Throws: with line and column.
  public init(json bytes: [UInt8], file: String) throws(JSONError) {
    self = try CodableJSON.decode(SourceRequest.self, from: bytes, file: file)
  }
}
