import AppPackages
import Events
import HomeScreenSimulator
import Platform

/// For whom a finding matters, where it is not for everybody.
enum FindingAudience {
  /// `iPad · fr, de · iOS 18 and later · Paint Debug, of 6 builds`; empty for everybody.
  static func text(_ placed: PlacedFinding) -> String {
    let finding = placed.finding
    var parts: [String] = []
    if !finding.devices.isEmpty, finding.devices.count < DeviceClass.allCases.count {
      parts.append(finding.devices.map(\.rawValue).joined(separator: ", "))
    }
    if !finding.languages.isEmpty { parts.append(Names.list(finding.languages)) }
    switch (finding.since, finding.until) {
    case (let since?, let until?): parts.append("iOS \(since) to \(until)")
    case (let since?, nil): parts.append("iOS \(since) and later")
    case (nil, let until?): parts.append("iOS \(until) and earlier")
    case (nil, nil): break
    }
    if !placed.builds.isEmpty {
      parts.append("\(Names.list(placed.buildNames)), of \(placed.buildCount) builds")
    }
    return parts.joined(separator: " · ")
  }
}
