import AppPackages
import Platform
import PropertyLists

/// What a built app tells of its build, for a person.
enum BuiltAppText {
  private static let maximumBundles = 6

  /// By what it was built and for whom, and what it carries along; nothing of what the app does not tell.
  static func lines(_ app: BuiltApp) -> [String] {
    var parts: [String] = []
    if let xcode = app.xcode {
      parts.append("built by Xcode \(xcode)" + (app.xcodeBuild.map { " (\($0))" } ?? ""))
    }
    if let sdk = app.sdk { parts.append("SDK \(sdk)") }
    if let oldest = app.minimumOS { parts.append("iOS \(oldest) and later") }
    // Of an app that tells nothing else, nobody expects a signature.
    if app.distribution != .unsigned || !parts.isEmpty { parts.append(app.distribution.words + profile(app)) }
    return [parts.joined(separator: " · "), bundles(app.nestedBundles)].filter { !$0.isEmpty }
  }

  /// What the app was taken out of, where its path does not say so.
  static func origin(of package: AppPackage) -> String {
    guard let container = package.builtApp?.container,
      !ExactText.begins(package.infoPlistFile, with: container.name + "/")
    else { return "" }
    return ", out of \(container.name)"
  }

  private static func profile(_ app: BuiltApp) -> String {
    guard let profile = app.profile else { return "" }
    let devices = profile.deviceCount.map { Counted.text($0, "device") }
    let team = profile.team.map { "by \($0)" }
    let end = profile.expires.map { "until \($0.iso8601.prefix(10))" }
    let parts = [profile.name.map { "“\($0)”" }, team, devices, end].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }

  private static func bundles(_ bundles: [NestedBundle]) -> String {
    guard !bundles.isEmpty else { return "" }
    let shown = bundles.prefix(maximumBundles).map { bundle in
      "\(bundle.path) (\([bundle.kind.words, bundle.extensionPoint].compactMap(\.self).joined(separator: ", ")))"
    }
    let rest = bundles.count - shown.count
    return "carries \(shown.joined(separator: ", "))\(rest > 0 ? " and \(rest) more" : "")"
  }
}
