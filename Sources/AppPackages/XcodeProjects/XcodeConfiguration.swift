import PropertyLists

/// One build configuration of a project or target: its settings, and the xcconfig file below them.
struct XcodeConfiguration: Sendable {
  let name: String
  let object: XcodeObject

  init(_ object: XcodeObject) {
    self.object = object
    name = object.string("name") ?? ""
  }

  /// The settings in the order in which they count: those with conditions above the plain ones.
  var assignments: [BuildSettingAssignment] {
    guard let settings = object.fields["buildSettings"]?.dictionary else { return [] }
    var plain: [BuildSettingAssignment] = []
    var conditional: [BuildSettingAssignment] = []
    for entry in settings.entries {
      let text: String
      switch entry.node.value {
      case .string(let value): text = value
      case .array(let items): text = BuildSettings.text(of: items.compactMap(\.value.string))
      case .integer(let number): text = String(number)
      case .real(let number): text = String(number)
      case .boolean(let flag): text = flag ? "YES" : "NO"
      case .unsignedInteger, .date, .data, .uid, .dictionary: continue
      }
      guard let key = BuildSettingKey(entry.key) else { continue }
      let assignment = BuildSettingAssignment(key, text, origin: entry.node.origin)
      if key.conditions.isEmpty { plain.append(assignment) } else { conditional.append(assignment) }
    }
    return plain + conditional
  }
}
