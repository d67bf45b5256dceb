/// A child process could not be started or watched.
struct ProcessFailure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
