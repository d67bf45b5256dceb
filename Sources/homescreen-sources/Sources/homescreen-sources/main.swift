import AppSources
import PropertyLists
import SourceReading

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Reads a request (JSON) from standard input, and writes the document on one line to standard output.

/// Writes all of a text; returns false if the pipe is closed.
func write(_ text: String, to descriptor: Int32) -> Bool {
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return false }
    rest = rest.dropFirst(count)
  }
  return true
}

/// Exits with a message and one of the codes of <sysexits.h>.
func stop(_ message: String, _ code: Int32) -> Never {
  _ = write("homescreen-sources: \(message)\n", to: 2)
  exit(code)
}

func standardInput() -> [UInt8] {
  var bytes: [UInt8] = []
  var block = [UInt8](repeating: 0, count: 65_536)
  while true {
    let count = read(0, &block, block.count)
    if count < 0, errno == EINTR { continue }
    guard count > 0 else { return bytes }
    bytes += block[..<count]
  }
}

let arguments = CommandLine.arguments.dropFirst()
switch arguments.first {
case "--version":
  let words = ReaderBuild.differences.joined(separator: ", ")
  print(
    "homescreen-sources \(SourceReader.version) document \(SourceDocument.currentVersion)"
      + (words.isEmpty ? "" : " (\(words))"))
  exit(0)
case "--help", "-h":
  print(
    """
    homescreen-sources: what the sources of an app do with quick actions, links and icons

    Reads a request from standard input, as JSON, and writes a document to standard output, as one line of JSON.
    `homescreen check` runs it; you do not need to.
      --version   prints the versions of the program and of the document, and how this build differs from the packaged one
    """)
  exit(0)
case .some(let other): stop("unknown argument “\(other)”; the request comes from standard input", 64)
case nil: break
}

do {
  let request = try SourceRequest(json: standardInput(), file: "the request")
  guard request.version == SourceDocument.currentVersion else {
    stop(
      "the request has the format \(request.version), but this program reads \(SourceDocument.currentVersion): use matching versions of homescreen and homescreen-sources",
      64)
  }
  guard let document = SourceReader.document(for: request) else { stop("there is no folder \(request.root)", 66) }
  guard write(try document.json() + "\n", to: 1) else { stop("standard output could not be written", 70) }
  // Deallocating the trees would only take time.
  exit(0)
} catch let error as PropertyListError {
  stop("the request cannot be read: \(error)", 64)
} catch {
  stop("the document cannot be written: \(error)", 70)
}
