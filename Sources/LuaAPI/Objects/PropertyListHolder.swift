import AppPackages
import LuaEngine
import PropertyLists

/// What a property-list view looks into: a package's Info.plist, or a list of its own.
protocol PropertyListHolder: AnyObject {
  /// The list with what is needed to save it.
  var list: PropertyList { get }
  var root: PropertyListValue { get }
  /// How many values the list holds at most; nil before anybody has counted.
  var valueBound: Int? { get set }
  /// Where `save` writes without a path, as the script would write it.
  var ownPath: String? { get }
  /// Changes the list in place. A dictionary stays a dictionary.
  func edit(_ change: (inout PropertyListValue) throws -> Void) throws
}

/// A property list that a script has loaded, parsed or made.
final class PropertyListObject: PropertyListHolder {
  private(set) var list: PropertyList
  let ownPath: String?
  var valueBound: Int?

  init(_ list: PropertyList, ownPath: String? = nil) {
    self.list = list
    self.ownPath = ownPath
  }

  var root: PropertyListValue { list.root }

  func edit(_ change: (inout PropertyListValue) throws -> Void) throws { try change(&list.root) }
}

extension PackageObject: PropertyListHolder {
  var list: PropertyList { package.infoPropertyList }

  var root: PropertyListValue { .dictionary(package.infoPlist) }

  func edit(_ change: (inout PropertyListValue) throws -> Void) throws {
    keepBuiltInfoPlist()
    var root = self.root
    // The only reference must be the one that is changed, or everything would be copied.
    package.infoPlist = [:]
    defer { if let dictionary = root.dictionary { package.infoPlist = dictionary } }
    try change(&root)
  }
}
