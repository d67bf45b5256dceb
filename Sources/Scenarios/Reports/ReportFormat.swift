import LuaAPI

/// The formats that homescreen has itself; plugins add others.
public enum ReportFormat: String, CaseIterable, Sendable {
  case terminal, json

  /// Their names, which no plugin can take.
  public static var allNames: [String] { allCases.map(\.rawValue) }
}

/// No plugin has a reporter of this name, and it is none of homescreen's formats.
public struct UnknownReporter: Error, CustomStringConvertible {
  public let name: String
  public let others: [String]

  public var description: String {
    let names = (ReportFormat.allNames + others).joined(separator: ", ")
    return "there is no format “\(name)”; there are: \(names)" + (others.isEmpty ? " (plugins can add more)" : "")
  }
}
