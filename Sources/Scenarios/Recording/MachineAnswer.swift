internal import AppPackages
internal import Platform
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
  /// The words of records for questions.
  enum Word: String {
    case variable, realPath, status, target, entries, content, part, write, program
  }

  /// What it asks.
  var word: Word { key.word }

  /// What it asks, and about what: names on the disk are told apart by their bytes.
  private var key: (word: Word, text: ExactText) {
    switch self {
    case .variable(let name): (.variable, ExactText(name))
    case .realPath(let path): (.realPath, ExactText(path))
    case .status(let path): (.status, ExactText(path))
    case .target(let path): (.target, ExactText(path))
    case .entries(let path): (.entries, ExactText(path))
    case .content(let path): (.content, ExactText(path))
    case .part(let path, let range): (.part, ExactText("\(range) \(path)"))
    case .write(let path): (.write, ExactText(path))
    case .program(let question): (.program, ExactText(question))
    }
  }

  static func == (left: MachineQuestion, right: MachineQuestion) -> Bool { left.key == right.key }

  func hash(into hasher: inout Hasher) {
    let key = key
    hasher.combine(key.word)
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
