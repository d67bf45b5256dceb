internal import AppPackages
internal import CProcess
internal import Platform

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A program that runs to completion, without a shell and with limits on everything that it uses.
struct ChildProgram: Sendable {
  /// How the program ended.
  enum End: Sendable, Equatable {
    case code(Int)
    case signal(Int)
    /// The program did not start, for the system's reason.
    case notStarted(String)
    /// The program used up its real time.
    case tookTooLong
    /// The program used up its processor time.
    case workedTooLong
    case saidTooMuch
  }

  struct Outcome: Sendable {
    let end: End
    let output: [UInt8]
    /// The last line of standard error; empty if there is none.
    let complaint: String
  }

  let path: String

  /// The maximum output in bytes; the document of a large app has some hundred kilobytes.
  private static let maximumOutput = 64 << 20

  /// - Parameters:
  ///   - seconds: the limit of real time.
  ///   - processorSeconds: the limit of processor time.
  ///   - confinement: the rights that the kernel denies the program.
  ///   - writable: the folders that it may still write to.
  func run(
    _ arguments: [String] = [], input: String = "", seconds: Double, processorSeconds: Double = .infinity,
    confinement: Confinement = .ofKernel, writable: [String] = []
  ) -> Outcome {
    func copies(_ texts: [String]) -> [UnsafePointer<CChar>?] {
      texts.map { strdup($0).map { UnsafePointer($0) } } + [nil]
    }
    let (argv, folders) = (copies([path] + arguments), copies(writable + ["/dev/null"]))
    defer { for case let pointer? in argv + folders { free(UnsafeMutablePointer(mutating: pointer)) } }
    var input = input
    var result = input.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        cp_run_program(
          path, argv, bytes.baseAddress, bytes.count, seconds, processorSeconds, Self.maximumOutput,
          Int32(confinement.version), folders)
      }
    }
    defer { cp_free_program_result(&result) }
    return Outcome(
      end: Self.end(result), output: Self.bytes(result.output, result.output_length),
      complaint: String(decoding: Self.bytes(result.complaint, result.complaint_length), as: UTF8.self)
        .split(whereSeparator: \.isNewline).last.map { String($0.prefix(300)) } ?? "")
  }

  private static func bytes(_ start: UnsafeMutablePointer<CChar>?, _ count: Int) -> [UInt8] {
    start.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
  }

  private static func end(_ result: cp_program_result) -> End {
    switch result.end {
    case cp_program_did_not_start: .notStarted(String(cString: strerror(result.error)))
    case cp_program_took_too_long: .tookTooLong
    case cp_program_worked_too_long: .workedTooLong
    case cp_program_said_too_much: .saidTooMuch
    case _ where result.signal != 0: .signal(Int(result.signal))
    default: .code(Int(result.exit_code))
    }
  }

  /// The path of the running executable.
  static var current: String? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { buffer in
      guard let start = buffer.baseAddress, cp_executable_path(start, buffer.count) else { return nil }
      return String(cString: start)
    }
  }

  /// Whether an executable file exists at the path.
  var exists: Bool { access(path, X_OK) == 0 }
}
