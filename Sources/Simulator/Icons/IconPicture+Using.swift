/// What was found becomes the picture.
extension IconPicture {
  mutating func use(_ candidate: IconCandidate, from source: Source) {
    file = candidate.file
    self.source = source
    filePixels = candidate.side
    scaled = !candidate.isExact(pixels)
    placeholder = false
    reasons.append(scaled ? .scaled(file: candidate.file) : .exact(file: candidate.file))
  }

  /// The set is taken to be in the compiled catalog, whose pictures nobody has looked at (ICON-181).
  mutating func useCompiled(_ name: String) {
    reasons.append(.compiledCatalog(name))
    source = .catalog
    placeholder = false
  }

  /// Drawn from layers in exactly the size and appearance that is wanted.
  mutating func useComposer(_ name: String, _ appearance: IconAppearance) {
    file = name + ".icon"
    source = .catalog
    placeholder = false
    self.appearance = appearance
    reasons.append(.composer(name))
  }
}
