public import PropertyLists

/// The quick actions, links, notifications and icons in an app's sources, as found by `homescreen-sources`.
///
/// Everything has a location. Anything that static analysis cannot determine is marked as such and does not cause a
/// finding.
public struct SourceDocument: Codable, Sendable, Equatable {
  /// The format version that this program reads and writes; it changes with every change of these types.
  public static let currentVersion = 1

  /// The format version.
  public var version: Int
  /// The version of the program that wrote the document, as printed by `homescreen version`.
  public var program: String
  /// The number of files that were read.
  public var fileCount: Int
  /// The total size of these files in bytes.
  public var byteCount: Int
  /// The files that were not read, or only partly.
  public var unread: [UnreadSource]
  /// The app's entry point; nil if none was found.
  public var entry: EntryPoint?
  /// The classes with methods that the system calls, and SwiftUI scenes and views with such modifiers.
  public var handlers: [HandlerClass]
  /// The properties and variables that store launch events for later.
  public var stores: [ItemStore]
  /// The quick actions that the code sets.
  public var dynamicItems: [DynamicItems]
  /// The calls that change the icon.
  public var iconChanges: [IconChange]
  /// The reads of the current icon's name, with the expected names.
  public var iconReads: [IconRead]
  /// The string literals, including raw values of enumerations, that equal or almost equal a declared name or type.
  public var literals: [NamedLiteral]
  /// The methods in categories that replace methods that their class may have.
  public var overrides: [CategoryOverride]
  /// The places that need the `window` of the app delegate of an app with scenes, if no code sets it: calls of what it
  /// contains, and conditions.
  public var windowUses: [SourcePlace] = []
  /// The calls that post a notification or store a setting whose name no other code mentions.
  public var unheard: [SourcePlace] = []

  /// Creates a document of files without results.
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
  /// Returns one line of JSON.
  public func json() throws -> String { try CodableJSON.text(self) }

  /// Reads the output of ``json()``.
  ///
  /// - Parameter file: the name in messages.
  /// - Throws: an error with line and column.
  public init(json bytes: [UInt8], file: String) throws(PropertyListError) {
    self = try CodableJSON.decode(SourceDocument.self, from: bytes, file: file)
  }
}

/// A file that was not read, or only partly.
public struct UnreadSource: Codable, Sendable, Equatable {
  /// The reason why the file was not read.
  public enum Reason: String, Codable, Sendable, CaseIterable {
    /// The file is missing or unreadable.
    case unreadable
    /// A symbolic link leads out of the project.
    case outside
    /// The file exceeds the size limit.
    case tooLarge
    /// The file is not UTF-8.
    case notUTF8
    /// The nesting of brackets exceeds the parser's limit.
    case tooDeep
    /// Parts of the file are not valid Swift or Objective-C, so their content is unknown; the rest was read.
    case unparsed
    /// The reader crashed on this file.
    case crashed
  }

  /// The path, and the line where the problem begins; line 1 for the whole file.
  public var place: SourcePlace
  /// The reason why the file was not read.
  public var reason: Reason

  /// Creates an unread source.
  public init(_ place: SourcePlace, _ reason: Reason) {
    self.place = place
    self.reason = reason
  }
}

/// The request to `homescreen-sources`, on its standard input, as JSON.
public struct SourceRequest: Codable, Sendable, Equatable {
  /// A source file.
  public struct File: Codable, Sendable, Equatable {
    /// The path below the root, as in findings.
    public var path: String
    /// The Swift package or framework target that contains the file; nil for the app's own files.
    public var module: String?

    /// Creates a source file.
    public init(_ path: String, module: String? = nil) {
      self.path = path
      self.module = module
    }
  }

  /// The format version, as in the document.
  public var version: Int
  /// The absolute path of the project's folder.
  public var root: String
  /// The Swift, Objective-C and header files, in report order.
  public var files: [File]
  /// The names of the icons that the app declares.
  public var iconNames: [String]
  /// The types of the quick actions that the app declares.
  public var actionTypes: [String]
  /// The cache folder for earlier results; nil if there is none.
  public var cache: String?

  /// Creates a request for these files.
  public init(root: String, files: [File], iconNames: [String] = [], actionTypes: [String] = [], cache: String? = nil) {
    version = SourceDocument.currentVersion
    self.root = root
    self.files = files
    self.iconNames = iconNames
    self.actionTypes = actionTypes
    self.cache = cache
  }
}

extension SourceRequest {
  /// Returns one line of JSON.
  public func json() throws -> String { try CodableJSON.text(self) }

  /// Reads the output of ``json()``.
  ///
  /// - Parameter file: the name in messages.
  /// - Throws: an error with line and column.
  public init(json bytes: [UInt8], file: String) throws(PropertyListError) {
    self = try CodableJSON.decode(SourceRequest.self, from: bytes, file: file)
  }
}
