import AppPackages
import HomeScreenSimulator
import LuaEngine
import PropertyLists

/// The situation of `device:launch`, which one field determines.
enum LaunchArguments {
  static let userInfo = Parameter<LuaValue>.value("userInfo", type: "table", "values for a property list, by name")
  // Fields of a notification.
  private static let title = Parameter<String>.string("title", "the title of the banner")
  private static let body = Parameter<String>.string("body", "the text below it")
  private static let action = Parameter<String>.string("action", "the identifier of the action that was chosen")
  private static let foreground = Parameter<Bool>.boolean(
    "foreground", "true: the action brings the app to the front; otherwise the app runs in the background")
  private static let silent = Parameter<Bool>.boolean("silent", "true: a silent notification, which is not shown")
  // Fields of an activity.
  static let activityType = Parameter<String>.string("activityType", "such as `com.example.reading`", domain: .activity)
  static let page = Parameter<String>.string("webpageURL", "a link")
  // Fields of a widget.
  private static let widgetURL = Parameter<String>.string("url", "the URL that the widget opens")
  private static let kind = Parameter<String>.string("kind", "the kind of the widget")
  // Fields of an intent.
  private static let intentName = Parameter<String>.string("name", "such as `OpenNoteIntent`")

  private static let url = Parameter<String>.string("url", "a URL that another app opens", domain: .url)
  private static let source = Parameter<String>.string(
    "sourceApplication", "the bundle identifier of the app that opens the URL", domain: .bundleIdentifier)
  private static let urls = Parameter<[String]>.list(
    "urls", of: .string("url", "a URL", domain: .url), "several URLs or documents that another app opens at once")
  private static let link = Parameter<String>.string("universalLink", "a link to a domain in the app's entitlements")
  private static let notification = Parameter<LaunchSituation>.either(
    .string("notification", "the title of a notification that is tapped, or its details"),
    or: [
      title.description, body.description, userInfo.description, action.description, foreground.description,
      silent.description,
    ],
    short: { .notification(UserNotification(title: $0)) },
    record: { details in
      .notification(
        UserNotification(
          title: try details.read(title), body: try details.read(body), userInfo: try info(details) ?? [:],
          actionIdentifier: try details.read(action) ?? UserNotification.defaultAction,
          isSilent: try details.read(silent) ?? false, isForeground: try details.read(foreground) ?? false))
    })
  private static let activity = Parameter<LaunchSituation>.either(
    .string("userActivity", "the type of a Handoff activity, or its details", domain: .activity),
    or: [activityType.description, page.description, userInfo.description],
    short: { .userActivity(UserActivity(activityType: $0)) },
    record: { details in
      .userActivity(
        UserActivity(
          activityType: try details.require(activityType), webpageURL: try details.read(page),
          userInfo: try info(details)))
    })
  private static let spotlight = Parameter<String>.string("spotlight", "the identifier of a Spotlight result")
  private static let widget = Parameter<LaunchSituation>.either(
    .string("widget", "the URL of a widget, or its details"), or: [widgetURL.description, kind.description],
    short: { .widget(url: $0, kind: "") },
    record: { details in
      let url = try details.read(widgetURL)
      return .widget(url: url, kind: url == nil ? try details.require(kind) : try details.read(kind) ?? "")
    })
  private static let intent = Parameter<LaunchSituation>.either(
    .string("intent", "the name of a SiriKit intent (with scenes, from iOS 26: an App Intent), or its details"),
    or: [intentName.description, userInfo.description], short: { .intent($0) },
    record: { details in .intent(try details.require(intentName), userInfo: try info(details)) })
  private static let fetch = Parameter<Bool>.boolean("backgroundFetch", "true: the app fetches in the background")

  private static let liveActivity = Parameter<LaunchSituation>.either(
    .string("liveActivity", "the URL of a Live Activity that is tapped, or `{}` for one without a URL", domain: .url),
    or: [widgetURL.description], short: { .liveActivity(url: $0) },
    record: { details in .liveActivity(url: try details.read(widgetURL)) })
  private static let location = Parameter<Bool>.boolean(
    "location", "true: the user has moved far, or has entered or left a region; the app runs in the background")
  private static let bluetooth = Parameter<[String]>.list(
    "bluetooth", of: .string("identifier", "of a central manager"),
    "the restore identifiers of central managers; the app runs in the background for a Bluetooth device")

  /// The field that requests a kind of situation.
  private struct Request: Sendable {
    let fields: [APIParameter]
    /// Returns nil if the field is missing.
    let read: @Sendable (RecordReader) throws -> LaunchSituation?

    init<Value>(
      _ field: Parameter<Value>, and others: [APIParameter] = [],
      make: @escaping @Sendable (Value, RecordReader) throws -> LaunchSituation?
    ) {
      fields = [field.description] + others
      read = { record in try record.read(field).flatMap { try make($0, record) } }
    }

    init(_ field: Parameter<LaunchSituation>) { self.init(field) { situation, _ in situation } }
  }

  /// Returns nil for situations that start with a touch on the Home Screen.
  private static func request(for kind: LaunchSituation.Kind) -> Request? {
    switch kind {
    case .tap, .quickAction: nil
    case .url:
      Request(url, and: [source.description]) { .url($0, sourceApplication: try $1.read(source)) }
    case .universalLink: Request(link) { link, _ in .universalLink(link) }
    case .notification: Request(notification)
    case .userActivity: Request(activity)
    case .spotlight: Request(spotlight) { identifier, _ in .spotlight(identifier) }
    case .widget: Request(widget)
    case .intent: Request(intent)
    case .backgroundFetch: Request(fetch) { isWanted, _ in isWanted ? .backgroundFetch : nil }
    case .liveActivity: Request(liveActivity)
    case .location: Request(location) { isWanted, _ in isWanted ? .location : nil }
    case .bluetooth: Request(bluetooth) { identifiers, _ in .bluetooth(identifiers) }
    }
  }

  private static let several = Request(urls) { list, record in
    guard !list.isEmpty else { throw record.failure("urls: the list is empty", hint: "Write at least one URL.") }
    return .urls(list, sourceApplication: try record.read(source))
  }
  private static let requests = LaunchSituation.Kind.allCases.compactMap(request) + [several]
  private static let fields = requests.flatMap(\.fields)

  static let parameter = Parameter<LaunchSituation>.record(
    "situation", of: "device:launch", fields: fields,
    "why the app is launched: exactly one of these fields (and `sourceApplication` with `url` or `urls`); a tap on the "
      + "icon by default"
  ) { record in
    let source = try record.read(source)
    var found: [LaunchSituation] = []
    for request in requests { if let situation = try request.read(record) { found.append(situation) } }
    guard found.count <= 1, source == nil || found.first?.kind == .url else {
      throw record.failure(
        "an app can only be launched for one reason",
        hint: "Use one of \(fields.map(\.name).filter { $0 != "sourceApplication" }.joined(separator: ", "));"
          + " sourceApplication needs url or urls.")
    }
    return found.first ?? .tap
  }

  static func info(_ record: RecordReader) throws -> PropertyListDictionary? {
    try record.read(userInfo).flatMap { try ItemFields.dictionary($0) }
  }
}

/// The arguments of `device:install`.
enum InstallArguments {
  /// The properties of the build that its files do not contain, and the selection of an app in a project.
  struct Options {
    var build = InstallOptions()
    var selection = PackageOptions()
    var readsSources = false
    var takesDoubtful = true
  }

  static let parameter = Parameter<Options>.record(
    "options", of: "device:install", fields: fields,
    "details of the build and, for a path to a project, of the app to choose"
  ) { record in
    var options = Options()
    if let lifeCycle = try record.read(lifecycle) { options.build.lifeCycle = lifeCycle }
    if let kind = try record.read(distribution) { options.build.distribution = kind }
    if let flag = try record.read(published) { options.build.isPublished = flag }
    options.build.sdk = try record.read(sdk)
    options.build.signedAs = try record.read(signedAs)
    if let flag = try record.read(downloading) { options.build.isDownloading = flag }
    if let flag = try record.read(sources) { options.readsSources = flag }
    if let flag = try record.read(doubtful) { options.takesDoubtful = flag }
    guard options.takesDoubtful || options.readsSources else {
      throw LuaFailure(
        "device:install: doubtful = false needs sources, but none are read",
        code: "argument", hint: "Add sources = true, or leave doubtful out.")
    }
    options.selection = try PackageSelectionArguments.read(record)
    return options
  }

  private static let fields: [APIParameter] =
    [
      lifecycle.description, distribution.description, published.description, sdk.description, signedAs.description,
      downloading.description, sources.description, doubtful.description,
    ] + PackageSelectionArguments.fields
  static let lifecycle = Parameter<LifeCycle>.choice("lifecycle", "`appDelegate`, `scene` or `swiftUI`")
  static let distribution = Parameter<Distribution>.choice(
    "distribution", "`development`, `adHoc`, `enterprise`, `testFlight`, `appStore`")
  static let published = Parameter<Bool>.boolean("published", "whether the app is on the App Store")
  static let sdk = Parameter<BuildSDK>.text("sdk", "the SDK of the build, such as `\"27.0\"`", domain: .sdk) {
    try BuildSDK(parsing: $0)
  }
  static let signedAs = Parameter<String>.string(
    "signedAs", "the bundle identifier that the app was re-signed with", domain: .bundleIdentifier)
  static let sources = Parameter<Bool>.boolean(
    "sources", "whether the app behaves as its source code says; `homescreen-sources` reads the code")
  static let doubtful = Parameter<Bool>.boolean(
    "doubtful", "with `sources`: whether uncertain behaviour is included; true by default")
  static let downloading = Parameter<Bool>.boolean("downloading", "whether the app is still being downloaded")

  /// Returns the behaviour of an app's sources, which is cached.
  static func code(of package: PreparedPackage, _ call: LuaCall) throws -> SubjectCode {
    let session = try call.session
    if let code = session.packages.code(of: package) { return code }
    let answer = session.surroundings.readSources?(package.package)
    if let document = answer?.document {
      let code = SubjectCode(document, of: package.package)
      session.packages.keep(code, of: package)
      return code
    }
    let reason = answer?.problem ?? "no source reader is available"
    throw LuaFailure(
      "device:install: the sources of \(package.package.name) were not read: \(reason)", code: "sources-unread",
      hint: "Install the app without “sources”, and write its code in Lua.")
  }

  /// Requires a known delegate. Without one, everything that the system sends would seem lost.
  static func requireDelegate(of package: PreparedPackage, _ code: SubjectCode) throws {
    guard code.appDelegate == nil, code.lifeCycle == nil || code.lifeCycle == .appDelegate else { return }
    throw LuaFailure(
      "device:install: the sources of \(package.package.name) do not say for certain which class is its app delegate",
      code: "sources-unread", hint: "Write what its code does in Lua: explore { app = …, code = … }.")
  }

  /// Returns the package of an argument: a path, a package, or nil for the app of the command line.
  static func package(_ call: LuaCall, _ index: Int, _ options: PackageOptions) throws -> PreparedPackage {
    let packages = try call.session.packages
    if let object = call.instance(index, of: PackageObject.luaType, as: PackageObject.self) {
      guard options.target == nil, options.configuration == nil, options.settings.isEmpty else {
        throw LuaFailure(
          "device:install: the app of a package is chosen, so target, configuration and settings do not apply",
          code: "argument",
          hint: "Give them to AppPackage: device:install(AppPackage(path, { configuration = … })).")
      }
      let session = try call.session
      if case .folder = session.files.location, let services = session.services {
        for fault in object.newFaults(services) { session.note(fault) }
      }
      return object.prepared
    }
    if let path = call.stack.string(at: index) { return try packages.package(at: path, options: options) }
    guard call.stack.kind(at: index) == .nil else {
      throw LuaFailure(
        "device:install: expected a path or a package, got \(call.stack.shortDescription(at: index))",
        code: "argument")
    }
    if let package = try packages.defaultPackage(options) { return package }
    throw LuaFailure(
      "device:install: no app is named", code: "argument",
      hint: "Name an app: device:install \"My.app\", or homescreen run --app PATH.")
  }
}
