public import PropertyLists

/// What the sources of an app do with quick actions, links, notifications and icons: what `homescreen-sources` found by
/// reading them, before anybody judges it.
///
/// Everything has the place where it stands. What cannot be known by reading is said so, and is no reason for a finding.
public struct SourceDocument: Codable, Sendable, Equatable {
  /// The version of the format that this program writes and reads; every change of these types makes another one.
  public static let currentVersion = 1

  /// The version of the format.
  public var version: Int
  /// The version of the program that wrote it, as `homescreen version` prints it.
  public var program: String
  /// How many files were read.
  public var fileCount: Int
  /// How many bytes they have together.
  public var byteCount: Int
  /// Files that were not read, or not wholly.
  public var unread: [UnreadSource]
  /// Where the program begins; nil where nothing was found.
  public var entry: EntryPoint?
  /// Classes with methods that the system calls, and SwiftUI's scenes and views with modifiers of this kind.
  public var handlers: [HandlerClass]
  /// Properties and variables in which something that launched the app is kept for later.
  public var stores: [ItemStore]
  /// Quick actions that the code sets.
  public var dynamicItems: [DynamicItems]
  /// Calls that change the icon.
  public var iconChanges: [IconChange]
  /// Where the code asks which icon is shown, and what it takes the answer for.
  public var iconReads: [IconRead]
  /// String literals, raw values of enumerations included, that are a declared name or type, or nearly.
  public var literals: [NamedLiteral]
  /// Methods of categories that take the place of what their class may have.
  public var overrides: [CategoryOverride]

  /// An empty document, of files in which nothing was found.
  public init(program: String, fileCount: Int = 0, byteCount: Int = 0) {
    version = Self.currentVersion
    self.program = program
    self.fileCount = fileCount
    self.byteCount = byteCount
    unread = []
    handlers = []
    stores = []
    dynamicItems = []
    iconChanges = []
    iconReads = []
    literals = []
    overrides = []
  }
}

extension SourceDocument {
  /// One line of JSON.
  public func json() throws -> String { try CodableJSON.text(self) }

  /// Reads what ``json()`` wrote.
  ///
  /// - Parameter file: what messages call it.
  /// - Throws: with line and column.
  public init(json bytes: [UInt8], file: String) throws(JSONError) {
    self = try CodableJSON.decode(SourceDocument.self, from: bytes, file: file)
  }
}

/// A file that was not read, or not wholly.
public struct UnreadSource: Codable, Sendable, Equatable {
  /// Why.
  public enum Reason: String, Codable, Sendable, CaseIterable {
    /// It is not there, or may not be read.
    case unreadable
    /// A symbolic link leads out of the project.
    case outside
    /// Longer than what is read.
    case tooLarge
    /// No UTF-8.
    case notUTF8
    /// Its brackets are nested deeper than the parser goes.
    case tooDeep
    /// Parts of it are no Swift or Objective-C, so what stands there is unknown; the rest was read.
    case unparsed
    /// The reader ended while it read this file.
    case crashed
  }

  /// The path, and the line where the trouble begins; line 1 where it is the whole file.
  public var place: SourcePlace
  /// Why.
  public var reason: Reason

  /// A file that was not read.
  public init(_ place: SourcePlace, _ reason: Reason) {
    self.place = place
    self.reason = reason
  }
}

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
