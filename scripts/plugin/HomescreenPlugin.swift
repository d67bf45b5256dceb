import Foundation
import PackagePlugin

/// `swift package homescreen lint`: runs the program, built from its sources, in the folder of a package.
///
/// Only this plugin needs Foundation; it is no part of the program.
@main
struct HomescreenPlugin: CommandPlugin {
  /// The program ended with an error, which it has told.
  private struct Failure: Error, CustomStringConvertible {
    let code: Int32

    var description: String { "homescreen ended with \(code)" }
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
