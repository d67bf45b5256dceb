internal import AppPackages

/// What a run asked its machine.
enum MachineQuestion: Hashable {
  case variable(String)
  case realPath(String)
  case status(String)
  /// What a symbolic link leads to.
  case target(String)
  case entries(String)
  case content(String)
  case write(String)

  /// What it is about, for people.
  var subject: String {
    switch self {
    case .variable(let name): "the variable \(name)"
    case .realPath(let path), .status(let path), .target(let path), .entries(let path), .content(let path),
      .write(let path):
      path
    }
  }
}

/// A question with what the machine said.
enum MachineAnswer: Equatable {
  case variable(String, String?)
  case realPath(String, Result<String, MachineRefusal>)
  case status(String, Result<PathStatus, MachineRefusal>)
  case target(String, Result<PathStatus, MachineRefusal>)
  /// nil: more than anybody wants.
  case entries(String, Result<[PathEntry]?, MachineRefusal>)
  /// The bytes may be fewer than the file has.
  case content(String, Result<FileContent, MachineRefusal>)
  case write(String, Result<Written, FileTreeError>)

  /// Where a file was written.
  struct Written: Equatable {
    /// The file behind symbolic links.
    var place: String
    /// It and those folders above it that were not there.
    var made: [String]
  }

  var question: MachineQuestion {
    switch self {
    case .variable(let name, _): .variable(name)
    case .realPath(let path, _): .realPath(path)
    case .status(let path, _): .status(path)
    case .target(let path, _): .target(path)
    case .entries(let path, _): .entries(path)
    case .content(let path, _): .content(path)
    case .write(let path, _): .write(path)
    }
  }
}
