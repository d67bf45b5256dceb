import AppPackages
import Events
import HomeScreenSimulator
import LuaEngine
import PropertyLists

extension PackageObject: APIObject {
  static let apiType = APIType(
    "package", className: "homescreen.Package", summary: "An app, described by files and settings.")
  static let luaType = APIBinding.luaType(
    apiType, metamethods: [ObjectMetamethods.text(PackageObject.self) { "package \($0.package.name)" }])
}

/// `AppPackage`: an app that is not installed.
enum PackageAPI: APISection {
  static let make = APIEntry.constructor(
    "AppPackage",
    parameters: [
      APIParameter(
        "source", type: "string|table", documentation: "a path relative to the script, or a table",
        fields: PackageArguments.fields, domain: .app),
      APIParameter(
        "options", type: "table", isOptional: true, documentation: "for a path to a project: the app to choose",
        fields: PackageSelectionArguments.fields),
    ], returns: "the package; changes do not affect the disk",
    APIDocumentation(
      "Loads an app from a path, or creates one from a table.",
      discussion: """
        A path names an Xcode project or a folder that contains one, a built `.app`, an `.ipa`, `.zip` or `.xcarchive` \
        with one, or an Info.plist. It must be in the script's project or below a folder of `--read DIR`. The table \
        has the fields `plist`, `files`, `catalog`, `strings`, `settings` and `entitlements`.
        """)
  ) { call in
    let session = try call.session
    if let path = call.stack.string(at: 1) {
      let record = try RecordReader(call, 2, owner: "AppPackage", fields: PackageSelectionArguments.known)
      let options = try PackageSelectionArguments.read(record)
      let package = PackageObject(try session.files.package(path, options: options))
      package.ownPath = package.package.infoPlistPath.map(session.files.location.written)
      return package
    }
    guard call.stack.kind(at: 1) == .table else {
      throw LuaFailure(
        "AppPackage: expected a path or a table, got \(call.stack.shortDescription(at: 1))", code: "argument")
    }
    guard call.count < 2 || call.stack.kind(at: 2) == .nil else {
      throw LuaFailure(
        "AppPackage: a package that is a table takes no options", code: "argument",
        hint: "Write build settings inside the table: AppPackage { plist = …, settings = … }.")
    }
    return PackageObject(try PackageArguments.package(call, 1), isWritten: true)
  }

  static let plist = APIEntry.property(
    "plist", of: PackageObject.self,
    APIDocumentation(
      "The Info.plist as a live view: read, assign, walk, save.",
      discussion: "Changes apply to the package immediately, and to the disk when you call plist:save.")
  ) { object in PropertyListView(object, path: []) }

  static let name = APIEntry.property(
    "name", of: PackageObject.self, "The bundle's name without `.app`.", get: \.package.name
  )

  static let warnings = APIEntry.property(
    "warnings", of: PackageObject.self, "The warnings of the loader, one line each."
  ) { object in object.package.warnings.map(\.description) }

  static let linkDomains = APIEntry.property(
    "linkDomains", of: PackageObject.self,
    APIDocumentation(
      "The domains whose universal links the app gets, as its entitlements list them; nil if these are unknown.",
      discussion: """
        They are known for an Xcode project, a signed built app, and a table with `entitlements`. If the entitlements \
        of an app are unknown, the app gets every link.
        """, facts: ["LAUNCH-126", "LAUNCH-127"])
  ) { object in object.package.linkDomains?.map(\.entry) }

  static let globalEntries = [make]
  static let memberTypes = [PackageObject.apiType]
  static let memberEntries = [plist, name, warnings, linkDomains, lint, files]
}

/// The lint findings and the content of a package.
extension PackageAPI {
  /// The budget units for linting a package, and for each of its files, each rule, and each element of the result.
  private static let costOfLinting = 50_000
  private static let costOfFile = 100
  private static let costOfRule = 500
  private static let costOfElement = 60

  /// The findings that a script requests.
  struct LintRequest {
    var select: [String] = []
    var severity: PackageWarning.Severity?
    var givesCodes = false
  }

  /// The result for a script.
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
    "rules: by code or the beginning of one, by fact, or by App Store number: `\"shortcut\"`, `\"ITMS-90032\"`")
  private static let select = Parameter<[String]>(
    description: APIParameter(
      "select", type: "string|string[]", documentation: selectors.description.documentation, domain: .rule)
  ) { call, index in
    call.stack.kind(at: index) == .string ? [try selector.read(call, index)] : try selectors.read(call, index)
  }
  private static let severity = Parameter<PackageWarning.Severity>.choice(
    "severity", "the lowest severity; more severe findings are included")
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
    returns: "the findings, in the order of the app's files; with `codes`, their codes",
    APIDocumentation(
      "Lints the app, as `homescreen lint` does, including the rules of plugins.",
      discussion: """
        Changes that the script has made to the package are included. `homescreen explain CODE` explains each rule.
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
    if request.givesCodes { return .codes(Set(findings.map(\.code.rawValue)).sorted(by: ExactText.precedes)) }
    return .findings(findings.map { FindingTable(finding: $0) })
  }

  static let files = APIEntry.method(
    "files", of: PackageObject.self, returns: "the files of the bundle, by path",
    APIDocumentation("The files in the app’s bundle, with the size of pictures in pixels.")
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

  /// Returns the rules that selectors match; nil for all.
  /// - Throws: ``LuaFailure`` for an unknown selector, because a misspelt one would silently match nothing.
  private static func codes(of selectors: [String], among known: [RuleDescription]) throws -> Set<RuleCode>? {
    guard !selectors.isEmpty else { return nil }
    var codes: Set<RuleCode> = []
    for selector in selectors {
      do throws(UserError) {
        codes.formUnion(try RuleSelector(selector, among: known).codes)
      } catch {
        throw LuaFailure("package:lint: \(error)", code: "argument")
      }
    }
    return codes
  }
}

extension PackageWarning.Severity: APIChoice {}
extension Fix.Safety: APIChoice {}
extension DeviceClass: APIChoice {}

/// A lint finding as a Lua table.
struct FindingTable: APITable {
  static let fields = [
    APIField("code", \FindingTable.finding.code.rawValue), APIField("severity", \FindingTable.finding.severity),
    APIField("message", \FindingTable.finding.message), APIField("help", \FindingTable.finding.help),
    APIField("file", \FindingTable.finding.location?.file), APIField("line", \FindingTable.finding.location?.line),
    APIField("column", \FindingTable.finding.location?.column),
    APIField("facts") { (table: FindingTable) in table.finding.facts.map(\.rawValue) },
    APIField("devices", \FindingTable.finding.devices), APIField("languages", \FindingTable.finding.languages),
    APIField("fix", \FindingTable.finding.fix?.safety),
  ]

  let finding: Finding
}

/// A file of a package as a Lua table.
struct ResourceTable: APITable {
  static let fields = [
    APIField("path", \ResourceTable.resource.path), APIField("size", \ResourceTable.resource.size),
    APIField("width", \ResourceTable.resource.image?.width), APIField("height", \ResourceTable.resource.image?.height),
  ]

  let resource: Resource
}
