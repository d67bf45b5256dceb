import AppPackages
import Events
import HomeScreenSimulator
import PropertyLists

/// Which findings are about which icons: one is about those that it names, `“Night”` or `CFBundleAlternateIcons.Night is`,
/// or about the primary icon by its code.
enum IconFindings {
  /// More places where a name could stand are not tried one by one.
  private static let maximumPlaces = 1_000

  /// The findings about each icon, in their order. Each message is read once, however many icons there are.
  /// - Parameter names: of the icons; nil for the primary one.
  static func grouped(_ findings: [Finding], by names: [String?]) -> [[Finding]] {
    var groups = [[Finding]](repeating: [], count: names.count)
    let primary = names.indices.filter { names[$0] == nil }
    var numbers: [ExactText: [Int]] = [:]
    for (index, name) in names.enumerated() { if let name { numbers[ExactText(name), default: []].append(index) } }
    for finding in findings {
      var found: Set<Int> = []
      if finding.code.rawValue.hasPrefix("primary-icon") { found.formUnion(primary) }
      if let candidates = candidates(in: finding.message) {
        for candidate in candidates { found.formUnion(numbers[candidate] ?? []) }
      } else {
        for (name, indices) in numbers
        where ExactText.contains("“\(name.text)”", in: finding.message)
          || ExactText.contains(".\(name.text) ", in: finding.message)
        {
          found.formUnion(indices)
        }
      }
      for index in found { groups[index].append(finding) }
    }
    return groups
  }

  /// Whatever in a message may be a name; nil for too many places. A name may hold quotes, points and spaces.
  private static func candidates(in message: String) -> Set<ExactText>? {
    let scalars = Array(message.unicodeScalars)
    var candidates: Set<ExactText> = []
    var places = 0
    for (start, end) in [("“", "”"), (".", " ")] as [(Unicode.Scalar, Unicode.Scalar)] {
      let ends = scalars.indices.filter { scalars[$0] == end }
      for first in scalars.indices where scalars[first] == start {
        for last in ends where last > first {
          places += 1
          guard places <= maximumPlaces else { return nil }
          candidates.insert(ExactText(String(String.UnicodeScalarView(scalars[(first + 1)..<last]))))
        }
      }
    }
    return candidates
  }
}
