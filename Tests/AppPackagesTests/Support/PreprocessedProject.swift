import AppPackages
import PropertyLists
import TestSupport

/// A project whose Info.plist is preprocessed with the C preprocessor.
enum PreprocessedProject {
  /// - Parameter text: The text inside the top-level dictionary, from line 2 on.
  static func make(
    _ text: String, _ definitions: String = "", flags: String = "", files: [String: String] = [:]
  ) -> ProjectMaker {
    var project = ProjectMaker()
    project.targetSettings["INFOPLIST_PREPROCESS"] = "YES"
    project.targetSettings["INFOPLIST_PREPROCESSOR_DEFINITIONS"] = .string(definitions)
    project.targetSettings["INFOPLIST_OTHER_PREPROCESSOR_FLAGS"] = .string(flags)
    project.files["App/Info.plist"] = .init(text: "<plist version=\"1.0\"><dict>\n\(text)\n</dict></plist>\n")
    for (path, text) in files { project.files[path] = .init(text: text) }
    return project
  }

  /// The text of an element after its lines were preprocessed.
  static func value(
    _ text: String, _ lines: String = "", _ definitions: String = "", flags: String = ""
  ) throws -> String? {
    try make("\(lines)\n<key>V</key>\n<string>\(text)</string>", definitions, flags: flags).package()
      .infoPlist["V"]?.string
  }

  static func problems(_ package: AppPackage) -> [String] {
    package.warnings.filter { $0.code == .preprocessor }.map { "\($0.severity.rawValue) \($0)" }
  }
}
