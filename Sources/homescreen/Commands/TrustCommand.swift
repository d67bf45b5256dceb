import AppPackages
import ArgumentParser
import LuaAPI
import Platform
import PropertyLists

struct TrustCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "trust",
    abstract: "Allow the code of a checkout to run.",
    discussion: """
      Without trust, homescreen reads homescreen.lua and .busted as data and runs no code that they name. Look at the \
      code before you trust a checkout: it runs with lint, check, run and the REPL. In a CI job for pull requests from \
      forks, use neither this command nor --trust.

      Trust covers all files of the checkout, even after they change, until another clone replaces the checkout. A \
      checkout inside it (a submodule, a vendored clone) and a linked worktree must be trusted separately. The list of \
      trusted checkouts is in your configuration, outside of the project.
      """)

  @Argument(help: "A folder in the checkout; the working directory by default.")
  var path = "."

  @Flag(help: "Stop trusting the checkout.")
  var remove = false

  @Flag(help: "List the checkouts that are trusted.")
  var list = false

  func validate() throws {
    if remove, list { throw ValidationError("--remove and --list cannot be used together.") }
  }

  func run() throws {
    guard let configuration = ProcessEnvironment.configurationFolder else {
      throw fault("there is no folder for your configuration: set HOME or XDG_CONFIG_HOME", .noInput)
    }
    let store = TrustStore(configuration: configuration)
    if list { return showAll(store) }
    if remove { return try forget(store) }
    guard let folder = RealPath.of(path),
      (try? CurrentMachine.value.status(folder, followsLink: true))?.kind == .folder
    else { throw fault("\(path) is not a folder", .noInput) }
    let root = Checkout.containing(folder).root
    if root == "/" || VersionControl.isHome(root) {
      throw fault("\(root) can contain many projects: pass the folder of the project to trust", .failure)
    }
    if let problem = FileOwner.problem(root) { throw fault("\(root) cannot be trusted: \(problem)", .failure) }
    do {
      try store.add(root)
    } catch {
      throw fault("trust could not be saved: \(error)", .lostOutput)
    }
    CommandContext.write("trusted \(TerminalText.visible(root, isOneLine: true))")
    if VersionControl.isDetached(root) { CommandContext.write(Self.detached) }
    CommandContext.write("Its settings, plugins and helpers run from now on, even after they change.")
    CommandContext.write("homescreen trust --remove undoes this.")
  }

  /// A part of the message about the code of a checkout.
  static let detached = "HEAD is detached, so another person may have written this code."

  private func forget(_ store: TrustStore) throws {
    // Only the path of a missing folder is known.
    let paths = RealPath.of(path).map { [$0, Checkout.containing($0).root] } ?? [RealPath.leading(path)]
    var removed: String?
    for path in paths where removed == nil {
      do {
        if try store.remove(path) { removed = path }
      } catch {
        throw fault("trust could not be removed: \(error)", .lostOutput)
      }
    }
    guard let removed else { throw fault("\(paths.last ?? path) was not trusted", .nothingMatched) }
    CommandContext.write("\(TerminalText.visible(removed, isOneLine: true)) is no longer trusted")
  }

  private func showAll(_ store: TrustStore) {
    let all = store.all
    if all.isEmpty { CommandContext.write("nothing is trusted") }
    for entry in all {
      let state = entry.isCurrent ? "" : "  (the folder was replaced or removed: it is not trusted)"
      CommandContext.write("\(TerminalText.visible(entry.path, isOneLine: true))\(state)")
    }
    if store.hasOldEntries {
      CommandContext.complain(
        "note: an earlier version trusted single files, which is no longer supported; trust the checkouts again")
    }
  }

  private func fault(_ text: String, _ code: Platform.ExitCode) -> any Error {
    CommandContext.complain("homescreen: \(line: text)")
    return ExitStatus(code).error
  }
}
