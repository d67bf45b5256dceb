import PropertyLists

/// One line of build settings, wherever it is written.
struct BuildSettingAssignment: Sendable {
  let key: BuildSettingKey
  let value: String
  let origin: SourceOrigin

  init(_ key: BuildSettingKey, _ value: String, origin: SourceOrigin = .none) {
    self.key = key
    self.value = value
    self.origin = origin
  }
}
