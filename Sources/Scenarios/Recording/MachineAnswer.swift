internal import AppPackages
import PropertyLists

/// What a run asked its machine.
enum MachineQuestion {
  case variable(String)
  case realPath(String)
  case status(String)
  /// What a symbolic link leads to.
  case target(String)
  case entries(String)
  case content(String)
  case part(String, Range<Int>)
  case write(String)
  /// What another program was asked.
  case program(String)

  /// What it is about, for people.
  var subject: String {
    switch self {
    case .variable(let name): "the variable \(name)"
    case .realPath(let path), .status(let path), .target(let path), .entries(let path), .content(let path),
      .part(let path, _), .write(let path):
      path
    case .program: "what another program answered"
    }
  }
}

extension MachineQuestion: Hashable {
  /// What it asks, and about what: names on the disk are told apart by their bytes.
  private var key: (kind: Int, text: ExactText) {
    switch self {
    case .variable(let name): (0, ExactText(name))
    case .realPath(let path): (1, ExactText(path))
    case .status(let path): (2, ExactText(path))
    case .target(let path): (3, ExactText(path))
    case .entries(let path): (4, ExactText(path))
    case .content(let path): (5, ExactText(path))
    case .write(let path): (6, ExactText(path))
    case .part(let path, let range): (7, ExactText("\(range) \(path)"))
    case .program(let question): (8, ExactText(question))
    }
  }

  static func == (left: MachineQuestion, right: MachineQuestion) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) {
    let key = key
    hasher.combine(key.kind)
    hasher.combine(key.text)
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
  /// The bytes of a range of a file, as of an archive, of which nobody reads everything.
  case part(String, Range<Int>, Result<FileContent, MachineRefusal>)
  case write(String, Result<Written, FileTreeError>)
  case program(String, ProgramAnswer)

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
    case .part(let path, let range, _): .part(path, range)
    case .write(let path, _): .write(path)
    case .program(let question, _): .program(question)
    }
  }
}
