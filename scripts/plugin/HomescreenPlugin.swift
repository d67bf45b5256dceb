import Foundation
import PackagePlugin

/// Runs `homescreen`, built from source, in the folder of a package: `swift package homescreen lint`.
///
/// The plugin may import Foundation because it is not part of the program.
@main
struct HomescreenPlugin: CommandPlugin {
  /// The program failed and has already printed its error.
  private struct Failure: Error, CustomStringConvertible {
    let code: Int32

    var description: String { "homescreen failed with exit code \(code)" }
  }

  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "homescreen").url
    process.arguments = arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw Failure(code: process.terminationStatus) }
  }
}
