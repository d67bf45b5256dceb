import PropertyLists

/// One line of an xcconfig file that says something.
enum XcconfigStatement: Sendable {
  case assignment(BuildSettingAssignment)
  /// `#include "path"`, or `#include? "path"` for a file that may be missing.
  case include(path: String, isOptional: Bool, origin: SourceOrigin)
}
