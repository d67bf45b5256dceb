import AppSources

/// The bytes of one requested file, or the reason it could not be read.
struct LoadedFile: Sendable {
  let bytes: Result<[UInt8], SourceFolder.Problem>
  let hash: ContentHash

  init(_ file: SourceRequest.File, in folder: SourceFolder) {
    bytes = folder.bytes(of: file.path)
    switch bytes {
    case .success(let bytes): hash = ContentHash(bytes)
    case .failure(let problem):
      var hash = ContentHash()
      hash.add(problem.reason.rawValue)
      self.hash = hash
    }
  }
}
