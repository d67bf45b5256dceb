import AppSources
import PropertyLists

/// Finds texts in the code that equal or resemble a declared name or type.
struct LiteralFinder {
  let program: Program
  private let names: [(text: String, lower: String, kind: NamedLiteral.Kind)]
  private let longest: Int
  private let same: Set<String>

  init(_ program: Program, request: SourceRequest) {
    self.program = program
    names =
      request.iconNames.map { ($0, $0.lowercased(), .iconName) }
      + request.actionTypes.map { ($0, $0.lowercased(), .actionType) }
    longest = (names.map(\.text.utf8.count).max() ?? 0) + 4
    same = Set(names.map(\.text))
  }

  func find() -> [NamedLiteral] { (names.isEmpty ? [] : declared()) + sessionSchemes() }

  /// Returns the schemes that calls of `ASWebAuthenticationSession` name.
  private func sessionSchemes() -> [NamedLiteral] {
    var found: [NamedLiteral] = []
    for number in program.routineNumbers(mentioning: ["ASWebAuthenticationSession"]) {
      let routine = program.routines[number]
      routine.body.visit { expression in
        guard case .call(let callee, let arguments) = expression.form else { return }
        for argument in arguments where argument.label == "callbackURLScheme" || callee.lastName == "customScheme" {
          guard case .text(let text) = argument.value.form else { continue }
          let place = program.place(argument.value.offset, in: routine.file)
          found.append(NamedLiteral(text, declared: text, .sessionScheme, .same, at: place))
        }
      }
    }
    return found.sorted { $0.place < $1.place }
  }

  private func declared() -> [NamedLiteral] {
    var found: [NamedLiteral] = []
    var places: Set<SourcePlace> = []
    var known: [String: [Match]] = [:]
    func near(_ text: String) -> [Match] {
      guard text.utf8.count <= longest, !text.isEmpty else { return [] }
      let all = known[text] ?? matches(text)
      known[text] = all
      return all
    }
    func note(_ text: String, _ offset: UInt32, _ file: Int) {
      let all = near(text)
      guard !all.isEmpty, places.insert(program.place(offset, in: file)).inserted else { return }
      for match in all {
        found.append(
          NamedLiteral(text, declared: match.declared, match.kind, match.nearness, at: program.place(offset, in: file)))
      }
    }
    for number in program.routineNumbers(where: { $0.texts.contains { !near($0).isEmpty } }) {
      let routine = program.routines[number]
      routine.body.visit { if case .text(let text) = $0.form { note(text, $0.offset, routine.file) } }
    }
    for (index, file) in program.files.enumerated() {
      for type in file.facts.types {
        for item in type.cases {
          if let value = item.value {
            value.visit { if case .text(let text) = $0.form { note(text, $0.offset, index) } }
          } else if type.inherits.contains("String") {
            note(item.name, item.offset, index)
          }
        }
        for function in type.functions {
          for parameter in function.parameters {
            parameter.standard?.visit { if case .text(let text) = $0.form { note(text, $0.offset, index) } }
          }
        }
      }
    }
    return found.sorted { $0.place < $1.place }
  }

  private struct Match {
    let declared: String
    let kind: NamedLiteral.Kind
    let nearness: NamedLiteral.Nearness
  }

  private func matches(_ text: String) -> [Match] {
    let lower = text.lowercased()
    var found: [Match] = []
    for name in names {
      if name.text == text {
        found.append(Match(declared: name.text, kind: name.kind, nearness: .same))
      } else if same.contains(text) {
        continue
      } else if name.lower == lower {
        found.append(Match(declared: name.text, kind: name.kind, nearness: .letterCase))
      } else if text.utf8.count > 3, name.text.utf8.count > 3, !Spelling.areNumbered(text, name.text),
        LetterDistance.between(text, name.text, atMost: 1) == 1
      {
        found.append(Match(declared: name.text, kind: name.kind, nearness: .oneLetter))
      }
    }
    return found
  }
}
