import Platform
import PropertyLists

/// Reads the texts of Info.plist keys in other languages: `InfoPlist.strings`, and Xcode 15's `InfoPlist.xcstrings`.
struct InfoStringsReader {
  let tree: any FileTree
  let limits: PropertyListLimits
  private(set) var warnings: [PackageWarning] = []

  init(tree: any FileTree, limits: PropertyListLimits) {
    self.tree = tree
    self.limits = limits
  }

  /// The strings of one language; nil, with a warning, when the file says nothing usable.
  mutating func readStrings(at path: String) -> StringTable? {
    let list: PropertyList
    do {
      list = try PropertyList.parse(
        try tree.read(path), file: FileTreePath.join(tree.name, path), limits: limits)
    } catch let error as PropertyListError {
      // Many a language has a file with nothing in it.
      if error.kind == .empty { return StringTable() }
      warnings.append(PackageWarning(.badStrings, error.message, location: error.location, hint: error.hint))
      return nil
    } catch let error as FileTreeError {
      warnings.append(PackageChecks.warning(error))
      return nil
    } catch {
      // No other error can be thrown above; a typed `catch` cannot say so for two types.
      return nil
    }
    guard let dictionary = list.root.dictionary else {
      warnings.append(
        PackageWarning(
          .badStrings, "the file is \(list.root.typeNameWithArticle), not a list of strings",
          location: list.rootLocation))
      return nil
    }
    var table = StringTable()
    for entry in dictionary.entries {
      if let text = entry.node.value.string {
        table[entry.key] = text
      } else {
        warnings.append(
          PackageWarning(
            .badStrings, "the value of “\(entry.key)” is \(entry.node.value.typeNameWithArticle), not a string",
            location: entry.node.location))
      }
    }
    warnings += list.duplicateKeys.map(PackageChecks.warning)
    return table
  }

  /// The strings of all languages of a string catalog, by language.
  ///
  /// In the source language a key without a text of its own is the text, as Xcode compiles it. That of a key of the
  /// Info.plist is left out there: the Info.plist's own value counts.
  mutating func readCatalog(at path: String) -> [(language: String, table: StringTable)] {
    let json: LenientJSON
    do throws(JSONError) {
      json = try LenientJSON.read(path, in: tree)
    } catch {
      warnings.append(PackageWarning(.badStrings, error.message, location: error.location, hint: error.hint))
      return []
    }
    warnings += json.warnings.map(PackageChecks.warning)
    guard let strings = json.root["strings"]?.object else {
      warnings.append(
        PackageWarning(
          .badStrings, "the string catalog has no “strings”", location: json.root.location,
          hint: "it must be an object with “sourceLanguage” and “strings”"))
      return []
    }
    var languages: [String] = []
    var tables: [String: StringTable] = [:]
    let source = json.root["sourceLanguage"]?.string
    if let source {
      languages.append(source)
      tables[source] = StringTable()
    }
    for entry in strings.entries {
      if let source, !Self.isInfoPlistKey(entry.key) { tables[source]?[entry.key] = entry.key }
      for localization in entry.node["localizations"]?.object?.entries ?? [] {
        guard let text = localization.node["stringUnit"]?["value"]?.string else { continue }
        if tables[localization.key] == nil { languages.append(localization.key) }
        tables[localization.key, default: StringTable()][entry.key] = text
      }
    }
    return languages.map { ($0, tables[$0] ?? StringTable()) }
  }

  /// `CFBundleDisplayName`, `NSCameraUsageDescription`; not a text or a key of the app.
  private static func isInfoPlistKey(_ key: String) -> Bool {
    ["CF", "NS", "UI", "LS"].contains { key.hasPrefix($0) } && key.allSatisfy { $0.isASCII && $0.isLetter }
  }
}
