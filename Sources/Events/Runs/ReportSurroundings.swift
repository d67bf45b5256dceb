import AppPackages
import Platform

/// What a report of a run may know beside the run itself.
public struct ReportSurroundings: Sendable, Equatable {
  /// Where relative names of files start: an absolute path, or empty where it does not matter.
  public var workingFolder: String
  /// The root of the checkout, an absolute path; nil where none is known.
  public var checkout: String?

  /// Surroundings of which nothing is known, or what is given.
  public init(workingFolder: String = "", checkout: String? = nil) {
    self.workingFolder = workingFolder
    self.checkout = checkout
  }

  /// The name of a file as it counts from the root of the checkout; a file outside of it keeps its name.
  package func pathInCheckout(_ file: String) -> String {
    guard let checkout else { return file }
    let root = Self.parts(checkout)
    let parts = Self.parts(file.utf8.first == UInt8(ascii: "/") ? file : "\(workingFolder)/\(file)")
    guard parts.count > root.count, parts.starts(with: root) else { return file }
    return parts[root.count...].joined(separator: "/")
  }

  /// The names in a path, `.` and `..` worked out.
  private static func parts(_ path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in FileTreePath.parts(of: path) where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }
}
