import Platform

/// The projects that a path stands for: the one that is most likely meant, and all that could be.
struct ProjectInputs {
  /// The project to take when there has to be one.
  let chosen: ProjectInput
  /// Why the choice is none: a project that is likelier meant cannot be read.
  var refusal: AppPackageError?
  /// The chosen project and those of the same level, without remarks about a choice.
  let all: [ProjectInput]
  /// Projects that cannot be read.
  var broken: [(path: String, error: AppPackageError)] = []
  /// What a person should know of all of them together.
  var notes: [PackageWarning] = []

  /// A project that was named.
  init(_ project: ProjectInput) {
    chosen = project
    all = [project]
  }

  /// - Parameter notes: about the way to the projects.
  init(_ choice: ProjectChoice, _ search: AppSearch, in tree: any FileTree, notes: [PackageWarning] = []) {
    chosen = ProjectInput(
      choice.chosen.apps, in: tree, path: choice.chosen.path,
      notes: notes + [choice.note].compactMap(\.self) + search.unreadNotes)
    refusal = choice.refusal
    all = choice.peers.map { ProjectInput($0.apps, in: tree, path: $0.path) }
    broken = search.brokenProjects
    self.notes = notes + [choice.unreadNote].compactMap(\.self)
  }
}
