import AppPackages
import Events
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// What is wrong with a package, and what it holds.
extension PackageAPI {
  /// Units of the budget: for looking at a package at all, for each of its files, for each rule, and for each finding or
  /// file that is handed over.
  private static let costOfLinting = 50_000
  private static let costOfFile = 100
  private static let costOfRule = 500
  private static let costOfElement = 60

  /// Which findings a script asks for.
  struct LintRequest {
    var select: [String] = []
    var severity: PackageWarning.Severity?
    var givesCodes = false
  }

  /// What a script gets.
  enum LintAnswer: APIValue {
    case findings([FindingTable])
    case codes([String])

    static var apiName: String { "\([FindingTable].apiName)|\([String].apiName)" }

    func push(onto stack: LuaStack) {
      switch self {
      case .findings(let findings): findings.push(onto: stack)
      case .codes(let codes): codes.push(onto: stack)
      }
    }
  }

  private static let selector = Parameter<String>.string("select", "")
  private static let selectors = Parameter<[String]>.list(
    "select", of: selector,
    "codes of rules, their first words, facts, or numbers of the App Store: `\"shortcut\"`, `\"ITMS-90032\"`")
  private static let select = Parameter<[String]>(
    description: APIParameter(
      "select", type: "string|string[]", documentation: selectors.description.documentation, domain: .rule)
  ) { call, index in
    call.stack.kind(at: index) == .string ? [try selector.read(call, index)] : try selectors.read(call, index)
  }
  private static let severity = Parameter<PackageWarning.Severity>.choice("severity", "and more severe ones")
  private static let codes = Parameter<Bool>.boolean("codes", "true: only the codes, without duplicates, sorted")

  static let lint = APIEntry.method(
    "lint", of: PackageObject.self,
    Parameter<LintRequest>.record(
      "options", of: "package:lint", fields: [select.description, severity.description, codes.description],
      "which findings; all by default"
    ) { options in
      LintRequest(
        select: try options.read(select) ?? [], severity: try options.read(severity),
        givesCodes: try options.read(codes) ?? false)
    },
    returns: "what is wrong with the app, in the order of its files; or the codes",
    APIDocumentation(
      "Lints the app, as `homescreen lint` does, with the rules of plugins too.",
      discussion: """
        The package includes the changes of the script. `homescreen explain CODE` explains \
        each rule.
        """,
      example: """
        local package = AppPackage {
          plist = {
            CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint",
            CFBundleIcons = {
              CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night", "night" } } },
            },
          },
        }
        local found = package:lint { select = "icon-file-listed-twice" }
        assert.equal("note", found[1].severity)
        assert.equal("safe", found[1].fix)
        assert.same({ "icon-file-listed-twice" }, package:lint { select = "icon-file-listed-twice", codes = true })
        assert.same({}, package:lint { select = "icon-file-listed-twice", severity = "error" })
        """)
  ) { call, object, request -> LintAnswer in
    let services = try call.session.neededServices("lint")
    let others = try call.session.plugins?.rules ?? []
    let known = services.rules + others.map(\.description)
    let codes = try codes(of: request.select, among: known)
    let count = codes?.count ?? known.count
    try call.charge(costOfLinting + costOfFile * object.package.resources.count + costOfRule * count)
    let least = request.severity.map(rank) ?? 0
    let findings = services.findings(in: object.packageAsWritten, codes: codes, others: others)
      .filter { rank($0.severity) >= least }
    try call.charge(costOfElement * findings.count)
    if request.givesCodes {
      return .codes(Set(findings.map(\.code.rawValue)).sorted(by: ExactText.precedes))
    }
    return .findings(findings.map { FindingTable(finding: $0) })
  }

  static let files = APIEntry.method(
    "files", of: PackageObject.self, returns: "the files of the bundle, by path",
    APIDocumentation(
      "What is in the app’s bundle, with the size of pictures in pixels.",
      example: """
        local package = AppPackage {
          plist = { CFBundleIdentifier = "com.example.paint" },
          files = { ["night@2x.png"] = { 120, 120 }, ["Data/notes.txt"] = "buy milk" },
        }
        assert.same({ path = "Data/notes.txt", size = 8 }, package:files()[1])
        assert.same(120, package:files()[2].width)
        """)
  ) { call, object in
    try call.charge(costOfElement * object.package.resources.count)
    return object.package.resources.map { ResourceTable(resource: $0) }
  }

  // MARK: Choosing

  private static func rank(_ severity: PackageWarning.Severity) -> Int {
    switch severity {
    case .note: 0
    case .warning: 1
    case .error: 2
    }
  }

  /// The rules that selectors stand for; nil for all.
  /// - Throws: ``LuaFailure`` for a selector that stands for no rule: a misspelt one would select nothing in silence.
  private static func codes(of selectors: [String], among known: [RuleDescription]) throws -> Set<RuleCode>? {
    guard !selectors.isEmpty else { return nil }
    var codes: Set<RuleCode> = []
    for selector in selectors {
      do throws(UnknownSelector) {
        codes.formUnion(try RuleSelector(selector, among: known).codes)
      } catch {
        throw LuaFailure("package:lint: \(error)", code: "argument")
      }
    }
    return codes
  }
}
