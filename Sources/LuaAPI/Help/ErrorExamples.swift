internal import CEmbedded

/// Example scripts that cause errors, from `CEmbedded/tables/error-examples.txt`.
enum ErrorExamples {
  /// The statements that cause each error.
  private static let table: [String: String] = {
    var table: [String: [String]] = [:]
    var code = ""
    for line in String(cString: hs_error_examples()).split(separator: "\n") {
      if line.hasPrefix("# ") { code = String(line.dropFirst(2)) } else { table[code, default: []].append("  \(line)") }
    }
    return table.mapValues { $0.joined(separator: "\n") }
  }()

  /// Returns a script that causes an error and inspects it; nil if no short script can cause it.
  static func example(of code: String) -> String? {
    table[code].map { body in
      """
      local device = Device { os = "17.5" }
      local app = device:install(homescreen.sample "toolbox")
      local ok, failure = pcall(function()
      \(body)
      end)
      print(failure)
      assert.equal("\(code)", failure.code)
      """
    }
  }
}
