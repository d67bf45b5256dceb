import Platform
public import PropertyLists

/// The profile in a signed app that says on which devices it may run.
public struct ProvisioningProfile: Sendable {
  /// As its team has called it.
  public let name: String?
  /// The name of the team.
  public let team: String?
  /// After this no device runs the app; nil where it is not said.
  public let expires: PropertyListDate?
  /// How many devices it names; nil where it names none.
  public let deviceCount: Int?
  /// Who can install what it signs.
  public let distribution: BuiltApp.Distribution

  /// Profiles are some kilobytes, with a hundred devices some more.
  private static let maximumSize = 4 * 1024 * 1024

  /// nil for what cannot be read.
  init?(_ path: String, in tree: any FileTree, limits: PropertyListLimits) {
    guard let bytes = try? tree.readPrefix(path, count: Self.maximumSize),
      let start = bytes.firstRange(of: Array("<?xml".utf8))?.lowerBound,
      let end = bytes[start...].firstRange(of: Array("</plist>".utf8))?.upperBound,
      let list = try? PropertyList.parse(Array(bytes[start..<end]), file: path, limits: limits).root.dictionary
    else { return nil }
    name = list["Name"]?.string
    team = list["TeamName"]?.string
    expires = if case .date(let date)? = list["ExpirationDate"] { date } else { nil }
    deviceCount = list["ProvisionedDevices"]?.array?.count
    let isDebuggable = list["Entitlements"]?.dictionary?["get-task-allow"]?.boolean ?? false
    if list["ProvisionsAllDevices"]?.boolean == true {
      distribution = .enterprise
    } else if deviceCount == nil {
      distribution = .appStore
    } else {
      distribution = isDebuggable ? .development : .adHoc
    }
  }
}
