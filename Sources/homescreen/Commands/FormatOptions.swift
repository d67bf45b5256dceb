import ArgumentParser
import Platform

/// In which forms a command tells its result, and where to: the same for every command.
struct FormatOptions<Formats: ReportFormats>: ParsableArguments {
  @Option(
    name: .customLong("format"),
    help: ArgumentHelp(
      "Output format: \(Formats.help). Writes to standard output unless a file is given; may be repeated if all but "
        + "one have a file.",
      valueName: "name[=file]"))
  var texts: [String] = []

  @Flag(
    name: .customLong("json"),
    help: ArgumentHelp(
      "Short for --format json.", visibility: Formats.named("json") == nil ? .private : .default))
  var isJSON = false

  /// Whether nothing is asked for.
  var isDefault: Bool { texts.isEmpty && !isJSON }

  func validate() throws { _ = try requests() }

  /// What is asked for.
  /// - Parameters:
  ///   - flags: formats that flags of a command's own stand for.
  ///   - isVerdict: whether it is about what failed, which is told on standard output although the formats that are
  ///     asked for go into files: else the log of a build would say nothing.
  func requests(_ flags: [String] = [], isVerdict: Bool = false) throws -> [ReportRequest] {
    do {
      let asked = texts + (isJSON ? ["json"] : []) + flags
      // What plugins have is known later. A name that means nothing is told before what two formats do to each other.
      if Formats.others.isEmpty,
        let unknown = try asked.map({ try ReportRequest(parsing: $0) }).first(where: { Formats.named($0.format) == nil }
        )
      {
        throw UnknownFormat(unknown.format, known: Formats.names)
      }
      return try ReportRequest.list(asked, default: Formats.names[0], isAlwaysTold: isVerdict)
    } catch {
      throw ValidationError("\(error)")
    }
  }
}

/// An exit code as ArgumentParser wants it.
struct ExitStatus {
  let error: ArgumentParser.ExitCode

  init(_ code: Platform.ExitCode) {
    error = ArgumentParser.ExitCode(code.rawValue)
  }

  /// Ends a command with a code; `success` lets it go on.
  static func end(_ code: Platform.ExitCode) throws {
    if code != .success { throw ExitStatus(code).error }
  }
}
