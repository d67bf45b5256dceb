import AppPackages
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// An app inside the program, to play with: those of the built-in stories, and one that has a bit of everything.
public enum SampleApp: String, Sendable, CaseIterable {
  case paint, iconChange = "change-icon", toolbox, colourful, quiet = "quiet-icon", alternates = "alternate-icons"
  case flat = "flat-shape"

  private var row: (location: String, path: String, summary: String) {
    switch self {
    case .paint: ("samples", "Paint.app", "icons and quick actions that all work: start with this one")
    case .iconChange:
      (Self.seeds, "ChangeIcon.app", "three alternate icons: one complete, one with one picture, one with none")
    case .toolbox: (Self.seeds, "ToolBox.app", "scenes, a quick action and two icons, in Chinese")
    case .colourful: (Self.seeds, "Colourful.xcodeproj", "a SwiftUI project with five icons in a folder")
    case .quiet: (Self.seeds, "QuietIcon.xcodeproj", "a project that tries to change its icon without the alert")
    case .alternates: (Self.seeds, "AlternateAppIcons.xcodeproj", "a project whose build settings name its icon sets")
    case .flat: (Self.seeds, "FlatShape.app", "alternate icons declared wrongly: see app:why \"newicon\"")
    }
  }

  private static let seeds = "scenarios/seeds/fixtures"

  /// What is special about it.
  public var summary: String { row.summary }

  /// The app of a name.
  /// - Throws: ``LuaFailure`` that names the nearest one.
  init(named name: String) throws(LuaFailure) {
    guard let sample = SampleApp(rawValue: name) else {
      let names = Self.allCases.map(\.rawValue)
      let near = Spelling.nearest(to: name, in: names).first.map { "Did you mean \"\($0)\"? " } ?? ""
      throw LuaFailure(
        "unknown sample “\(Spelling.beginning(of: name))”", code: "argument",
        hint: "\(near)Use one of: \(names.joined(separator: ", ")).")
    }
    self = sample
  }

  /// The app itself.
  /// - Throws: `AppPackageError`.
  func package() throws -> AppPackage {
    var options = PackageOptions()
    // The project has another target, too.
    if self == .colourful { options.target = "Colourful" }
    let location = ScriptLocation.bundled(row.location)
    return try location.package(location.resolve(row.path), options: options)
  }
}
