import Platform
import PropertyLists

/// One remark for one cause, however often it shows.
enum RemarkMerging {
  /// - Parameter warnings: in the order in which they were noticed, which stays.
  static func merged(_ warnings: [PackageWarning]) -> [PackageWarning] {
    var result: [PackageWarning] = []
    var places: [Key: Int] = [:]
    var counts: [Key: Int] = [:]
    for warning in withoutMissingPictures(LetterCase.merged(warnings)) {
      guard hasOneCause(warning) else {
        result.append(warning)
        continue
      }
      let key = Key(code: warning.code, message: isPointer(warning) ? ImageProblem.pointer.message : warning.message)
      counts[key, default: 0] += 1
      if let place = places[key] {
        if let location = warning.location { result[place].otherLocations.append(location) }
        continue
      }
      places[key] = result.count
      result.append(warning)
    }
    for (key, place) in places {
      guard let count = counts[key], count > 1 else { continue }
      result[place].message += " (the same in \(count - 1) more \(count == 2 ? "place" : "places"))"
    }
    return result
  }

  /// So many pictures are not forgotten one by one: they are not in this copy of the project.
  private static let manyPictures = 5

  private static func withoutMissingPictures(_ warnings: [PackageWarning]) -> [PackageWarning] {
    let missing = warnings.filter { $0.code == .missingPicture }
    guard missing.count >= manyPictures, let first = warnings.firstIndex(where: { $0.code == .missingPicture }) else {
      return warnings
    }
    var result = warnings
    var note = missing[0]
    note.severity = .note
    note.message = "\(missing.count) pictures that catalogs name are missing: is this copy of the project complete?"
    note.hint = "the first: \(missing[0].message)"
    note.otherLocations = missing.dropFirst().compactMap(\.location)
    result[first] = note
    var isFirst = true
    result.removeAll { warning in
      guard warning.code == .missingPicture else { return false }
      defer { isFirst = false }
      return !isFirst
    }
    return result
  }

  private struct Key: Hashable {
    let code: PackageWarning.Code
    let message: String
  }

  /// A note in the same words says the same; pictures that Git LFS has not fetched were all not fetched together.
  /// Of anything else each place is to be mended for itself.
  private static func hasOneCause(_ warning: PackageWarning) -> Bool {
    warning.severity == .note || isPointer(warning)
  }

  private static func isPointer(_ warning: PackageWarning) -> Bool {
    warning.code == .badImage && warning.message.hasSuffix(ImageProblem.pointer.message)
  }
}
