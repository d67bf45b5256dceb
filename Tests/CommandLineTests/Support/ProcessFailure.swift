/// An error for a child process that could not be started or watched.
struct ProcessFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
