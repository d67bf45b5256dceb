import AppPackages
import LuaEngine

extension PackageObject: APIObject {
  static let apiType = APIType(
    "package", className: "homescreen.Package", summary: "An app, described by files and settings.")
  static let luaType = APIBinding.luaType(
    apiType, metamethods: [ObjectMetamethods.text(PackageObject.self) { "package \($0.package.name)" }])
}

/// `AppPackage`: an app that is not installed (yet).
enum PackageAPI: APIRoom {
  static let make = APIEntry.constructor(
    "AppPackage",
    parameters: [
      APIParameter(
        "source", type: "string|table", documentation: "a path relative to the script, or a table",
        fields: PackageArguments.fields, domain: .app),
      APIParameter(
        "options", type: "table", isOptional: true, documentation: "for a path: the app of a project",
        fields: PackageSelectionArguments.fields),
    ], returns: "the package; changes do not affect the disk",
    APIDocumentation(
      "Loads an app, or describes one as a table.",
      discussion: """
        A path names an Xcode project or a folder that contains one, a built `.app`, an `.ipa`, `.zip` or \
        `.xcarchive` with one, or an Info.plist, in the project or below a folder of `--read DIR`. The table has the \
        fields `plist`, `files`, `catalog`, `strings`, `settings` and `entitlements`.
        """,
      example: """
        local package = AppPackage {
          plist = {
            CFBundleIdentifier = "com.example.paint", CFBundleName = "Paint",
            CFBundleIcons = { CFBundleAlternateIcons = { night = { CFBundleIconFiles = { "night" } } } },
          },
          files = { ["night@2x.png"] = { 120, 120 }, ["night@3x.png"] = { 180, 180 } },
        }
        local device = Device { os = "17.5" }
        local app = device:install(package)
        assert.equal("com.example.paint", app.bundleIdentifier)
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
        "AppPackage: a path or a table is expected, got \(call.stack.shortDescription(at: 1))", code: "argument")
    }
    guard call.count < 2 || call.stack.kind(at: 2) == .nil else {
      throw LuaFailure(
        "AppPackage: a package that is a table takes no options", code: "argument",
        hint: "Write build settings inside the table: AppPackage { plist = …, settings = … }.")
    }
    return PackageObject(try PackageArguments.package(call, 1))
  }

  static let plist = APIEntry.property(
    "plist", of: PackageObject.self,
    APIDocumentation(
      "The Info.plist as a live view: read, assign, walk, save.",
      discussion: "Changes apply to the package immediately, and to the disk when you call plist:save.",
      example: """
        local package = AppPackage "fixtures/ChangeIcon.app"
        package.plist.CFBundleDisplayName = "Renamed"
        local device = Device {}
        assert.equal("Renamed", device.springboard:icon(device:install(package)).label)
        """)
  ) { object in PropertyListView(object, path: []) }

  static let name = APIEntry.property(
    "name", of: PackageObject.self, "The bundle's name without `.app`.", get: \.package.name
  )

  static let warnings = APIEntry.property(
    "warnings", of: PackageObject.self, "What the loader noticed, one line each."
  ) { object in object.package.warnings.map(\.description) }

  static let linkDomains = APIEntry.property(
    "linkDomains", of: PackageObject.self,
    APIDocumentation(
      "The domains whose universal links the app gets, as its entitlements list them; nil if these are unknown.",
      discussion: """
        They are known for an Xcode project, a signed built app, and a table with `entitlements`. If the \
        entitlements of an app are unknown, it gets every link.
        """,
      example: """
        local package = AppPackage {
          plist = { CFBundleIdentifier = "com.example.paint" },
          entitlements = { ["com.apple.developer.associated-domains"] = { "applinks:*.example.com" } },
        }
        assert.same({ "applinks:*.example.com" }, package.linkDomains)
        local device = Device {}
        local app = device:install(package)
        device:launch(app, { universalLink = "https://www.example.com/page" })
        assert.error(function() device:launch(app, { universalLink = "https://example.org" }) end)
        """, facts: ["LAUNCH-126", "LAUNCH-127"])
  ) { object in object.package.linkDomains?.map(\.entry) }

  static let globalEntries = [make]
  static let memberTypes = [PackageObject.apiType]
  static let memberEntries = [plist, name, warnings, linkDomains, lint, files]
}
