public import AppPackages
public import PropertyLists

/// Explains why an app's icon changes to a name, or does not: the checks, the names, the pictures and the
/// advice. Reports are rendered from it.
public struct IconExplanation: Sendable {
  /// A place with its picture.
  public struct Place: Sendable {
    /// The place, such as the Home Screen.
    public let surface: IconSurface
    /// The picture, with the reasons for it.
    public let picture: IconPicture
  }

  /// The bundle identifier of the app.
  public let bundleIdentifier: String
  /// The text below the icon (ICON-167).
  public let label: String
  /// The model of the device; iPhone and iPad may read different keys and files.
  public let model: DeviceModel
  /// The version of the device.
  public let os: OSVersion
  /// The requested name; nil for the primary icon.
  public let name: String?
  /// Whether this version has alternate icons (ICON-009).
  public let apiExists: Bool
  /// The decision with its checks, in order. If the app does not run, the process is assumed to be active.
  public let decision: AlternateIconDecision
  /// The variant of the key for this class of device, as written: `CFBundleIcons~ipad` (ICON-106).
  public let key: String
  /// The declared names, in the order of the file.
  public let declaredNames: [String]
  /// Declared names that are similar to the requested one.
  public let nearNames: [String]
  /// The places of the icon, after the change if it is accepted, otherwise as they are now.
  public let places: [Place]
  /// The picture in the alert; nil without an alert.
  public let preview: IconPicture?
  /// The advice; empty if there is none.
  public package(set) var advice: [Advice]
  /// The reason why the result in the built app is not known; nil if it is known.
  public package(set) var doubt: String?
  /// Whether the pictures of the primary icon are not in this copy, so that their sizes are not known.
  package var lacksPrimary = false

  /// Whether the request succeeds, and the Home Screen shows a picture of that icon.
  public var changes: Bool {
    guard isAccepted, let home = places.first?.picture else { return false }
    return !home.isPlaceholder && home.iconName.map { ExactText($0) } == target.map { ExactText($0) }
  }

  /// Whether the request succeeds, whatever picture the Home Screen shows.
  package var isAccepted: Bool { apiExists && !decision.isRefused }

  /// The requested icon: nil also for the literal that acts like nil (ICON-031).
  var target: String? { name == AlternateIconQuestion.primaryLiteral ? nil : name }
}

extension InstalledApp {
  /// Returns the current decision of `setAlternateIconName` about `name`, check by check. Nothing changes, and the app
  /// need not run: without a process, it is assumed to be active.
  public func iconDecision(for name: String?) throws -> AlternateIconDecision {
    AlternateIconDecision(device.iconQuestionOfNow(try installedRecord(), name: name))
  }

  /// Explains the result of a request for `name` on this device; nil for the primary icon. Nothing changes, and the app
  /// need not run.
  ///
  /// - Throws: ``SimulatorError`` `app-not-installed`.
  public func explainIcon(_ name: String?) throws -> IconExplanation {
    let record = try installedRecord()
    return device.explainIcon(name, of: record)
  }
}

extension AlternateIconDecision {
  /// Whether the handler gets an error.
  public var isRefused: Bool { result.isRefusal }
}

extension Device {
  fileprivate func iconQuestionOfNow(_ record: AppRecord, name: String?) -> AlternateIconQuestion {
    iconQuestion(record, name: name, in: record.process == nil ? .active : nil)
  }

  func explainIcon(_ name: String?, of record: AppRecord) -> IconExplanation {
    // The name appears in many lines.
    Work.count((name?.utf8.count ?? 0) * 4)
    let question = iconQuestionOfNow(record, name: name)
    let decision = AlternateIconDecision(question, looksAhead: true)
    let apiExists = os >= .alternateIcons
    let icons = record.prepared.icons(on: deviceClass)
    let accepted = apiExists && !decision.isRefused
    let places = IconSurface.allCases.filter { $0.exists(in: os, on: model) }.map { surface in
      IconExplanation.Place(
        surface: surface,
        picture: accepted
          ? picture(of: record, on: surface, after: question.targetName) : picture(of: record, on: surface))
    }
    let near = name.map { icons.declares($0) ? [] : icons.names(near: $0) } ?? []
    var isAlerted = accepted
    if case .alreadySet = decision.result { isAlerted = false }
    let advisor = IconAdvisor(
      question: question, decision: decision, prepared: record.prepared, home: places[0].picture,
      isAccepted: accepted, near: near)
    let isUndeclared = [.dictionary, .declaration].contains(decision.decidingCheck)
    return IconExplanation(
      bundleIdentifier: record.bundleIdentifier, label: label(of: record), model: model, os: os, name: name,
      apiExists: apiExists, decision: decision, key: icons.key, declaredNames: icons.names,
      nearNames: advisor.meansPrimary ? [] : near,
      places: places,
      preview: isAlerted
        ? pictureResolver(for: record).preview(of: question.targetName, appearance: iconAppearance) : nil,
      advice: advisor.advice, doubt: isUndeclared ? record.prepared.package.openMacros?.clause : nil)
  }

  /// Returns the picture after an accepted request for `name`, on a device without faults.
  func picture(of record: AppRecord, on surface: IconSurface, after name: String?) -> IconPicture {
    let resolver = pictureResolver(for: record)
    guard surface != .appStore, let kept = reasonToKeepPicture(of: record, for: name) else {
      return resolver.picture(of: name, on: surface)
    }
    var picture = resolver.picture(of: record.icon.shownName, on: surface)
    // The failed search explains more than the unchanged picture.
    if kept.fact == "ICON-123" {
      picture.reasons = resolver.picture(of: name, on: surface).reasons.dropLast() + picture.reasons.dropFirst()
    }
    return picture.unchanged(because: kept.reason)
  }
}

extension IconExplanation {
  /// A suggested change in the package or in the app's code.
  public struct Advice: Sendable, Equatable {
    /// The advice in full sentences.
    public let text: String
    /// The fact that makes the difference.
    public let fact: FactID
    /// The fault of the package that the advice fixes; nil if the app's code or the timing is the cause.
    public let code: Fault?

    /// The key that the advice is about, if there may be several.
    package let subject: String?

    package init(_ code: Fault? = nil, about subject: String? = nil, text: String, fact: FactID) {
      (self.subject, self.text, self.fact, self.code) = (subject, text, fact, code)
    }

    /// Faults of a package, with the names of the lint rules that find them.
    public enum Fault: String, Sendable, CaseIterable {
      case alternateNameUnknown = "alternate-name-unknown"
      case alternatesByPlistAndByCatalog = "alternates-by-plist-and-by-catalog"
      case alternatesFlat = "alternates-flat"
      case alternatesInIPhoneApp = "alternates-in-iphone-app"
      case appIconSetNotCompiled = "appiconset-not-compiled"
      case badImage = "bad-image"
      case iconFileInFolder = "icon-file-in-folder"
      case iconFileMissing = "icon-file-missing"
      case iconFileOtherDevice = "icon-file-other-device"
      case iconNameNotInCatalog = "icon-name-not-in-catalog"
      case iconOnlyInImageSet = "icon-only-in-image-set"
      case iconWithoutPicture = "icon-without-picture"
      case iPadAlternatesMissing = "ipad-alternates-missing"
      case iPadAlternatesPartial = "ipad-alternates-partial"
      case iPadSizesMissing = "ipad-sizes-missing"
      case iPhoneSizesMissing = "iphone-sizes-missing"
      case misnestedIPadKey = "misnested-ipad-key"
      case primaryAmongAlternates = "primary-among-alternates"
      case primaryIconSetMissing = "primary-icon-set-missing"

      /// Creates the fault for a picture missing in a size of the Home Screen; nil for a size without a rule.
      init?(lacking pixels: Int) {
        let sizes: [Int: Fault] = [
          120: .iPhoneSizesMissing, 180: .iPhoneSizesMissing, 152: .iPadSizesMissing, 167: .iPadSizesMissing,
        ]
        guard let fault = sizes[pixels] else { return nil }
        self = fault
      }
    }
  }
}

extension IconJudgement {
  /// Each explanation as data for ``SortedJSON``, with the remarks about the package.
  public var json: [PropertyListValue] {
    let selection = RemarkSelection(remarks)
    let shown = PropertyListValue.array(of: selection.shown.map { .dictionary($0.json) })
    return explanations.map { explanation in
      var json = explanation.properties
      json["remarks"] = shown
      json["remarkCount"] = .integer(Int64(selection.count))
      return .dictionary(json)
    }
  }
}

extension IconExplanation {
  /// All properties as data for ``SortedJSON``, without those that do not apply.
  public var json: PropertyListValue { .dictionary(properties) }

  fileprivate var properties: PropertyListDictionary {
    var json: PropertyListDictionary = [
      "schemaVersion": 1, "app": .string(bundleIdentifier), "label": .string(label), "model": .string(model.name),
      "os": .string(os.description), "changes": .boolean(changes), "available": .boolean(apiExists),
      "fact": .string(decision.fact.rawValue), "key": .string(key),
    ]
    json["name"] = name.map { .string($0) }
    switch decision.result {
    case .accepted: json["result"] = "accepted"
    case .alreadySet: json["result"] = "alreadySet"
    case .refused(let error):
      json["result"] = "refused"
      json["error"] = Self.error(error)
    }
    json["checks"] = .array(of: decision.steps.map(Self.check))
    json["declared"] = .array(of: declaredNames.map { .string($0) })
    json["near"] = .array(of: nearNames.map { .string($0) })
    json["places"] = .array(of: places.map { Self.place($0.surface.rawValue, $0.picture) })
    json["alert"] = preview.map { Self.place("alert", $0) }
    json["notKnown"] = doubt.map { .string($0) }
    json["advice"] = .array(of: advice.map(Self.advice))
    return json
  }

  private static func advice(_ advice: Advice) -> PropertyListValue {
    var json: PropertyListDictionary = ["text": .string(advice.text), "fact": .string(advice.fact.rawValue)]
    json["code"] = advice.code.map { .string($0.rawValue) }
    return .dictionary(json)
  }

  private static func error(_ error: NSErrorValue) -> PropertyListValue {
    [
      "domain": .string(error.domain), "code": .integer(Int64(error.code)),
      "localizedDescription": .string(error.localizedDescription), "text": .string(error.consoleDescription),
    ]
  }

  private static func check(_ step: AlternateIconDecision.Step) -> PropertyListValue {
    var json: PropertyListDictionary = [
      "number": .integer(Int64(step.number)), "name": .string(step.check.name.rawValue),
      "title": .string(step.check.title), "status": .string("\(step.status)"),
      "fact": .string(step.check.fact.rawValue),
    ]
    if step.wouldFail { json["wouldFail"] = .boolean(true) }
    return .dictionary(json)
  }

  private static func place(_ name: String, _ picture: IconPicture) -> PropertyListValue {
    var json = picture.json
    json["place"] = .string(name)
    json["why"] = .array(of: picture.why.map { .string($0) })
    return .dictionary(json)
  }
}

extension IconPicture {
  /// The drawn picture, in the words of the API.
  var json: PropertyListDictionary {
    var json: PropertyListDictionary = [
      "source": .string(source.rawValue), "pixels": .integer(Int64(pixels)), "scaled": .boolean(isScaled),
      "placeholder": .boolean(isPlaceholder),
    ]
    json["file"] = file.map { .string($0) }
    json["filePixels"] = filePixels.map { .integer(Int64($0)) }
    return json
  }
}

/// The results for an app's icons on several devices: an explanation for each icon and device, so that an icon that
/// fails on one of them is found.
public struct IconJudgement: Sendable {
  /// The icons to judge.
  public enum Subject: Sendable {
    /// Every alternate that is declared for a device of the app or named by a build setting, or the primary icon if
    /// there is none. An alternate that only another device declares does not change on this one.
    case alternates
    /// One icon; nil for the primary icon.
    case icon(String?)
  }

  /// The devices, in the given order.
  public let models: [DeviceModel]
  /// The icons, in the order of the Info.plist; nil for the primary icon.
  public let names: [String?]
  /// Whether all alternates were requested, and are therefore in ``names``.
  public let isAboutAlternates: Bool
  /// The explanations for each icon, one for each device.
  public package(set) var explanations: [IconExplanation]
  /// Remarks about the judged package: which of several apps was chosen, which project, settings file or icon sets are
  /// missing, and which errors stop the Xcode build.
  public let remarks: [PackageWarning]

  /// Judges an app on new devices.
  ///
  /// - Throws: ``SimulatorError`` if a device refuses to install the app.
  public init(_ package: AppPackage, _ subject: Subject = .alternates, on devices: [Device]) throws {
    let apps = try devices.map { try $0.install(package) }
    models = devices.map(\.model)
    buildErrors = package.buildErrors
    buildProblem = package.buildProblem
    remarks = package.warnings.filter(Self.affectsResults)
    switch subject {
    case .icon(let name):
      names = [name]
      isAboutAlternates = false
    case .alternates:
      let prepared = PreparedPackage(package)
      var seen: Set<ExactText> = []
      let classes = (devices.map(\.model) + Self.models(for: package)).map(\.deviceClass)
      let declared = classes.flatMap { prepared.icons(on: $0).names }
      let found = (declared + prepared.iconNames.alternatesOfSettings).filter { seen.insert(ExactText($0)).inserted }
      names = found.isEmpty ? [nil] : found
      isAboutAlternates = true
    }
    explanations = try names.flatMap { name in try apps.map { try $0.explainIcon(name) } }
  }

  /// The remarks with which Xcode would stop the build.
  public let buildErrors: [PackageWarning]

  /// The first remark because of which Xcode does not build the app, or may not.
  public let buildProblem: PackageWarning?

  /// Whether it is known that every icon changes on every device.
  public var allChange: Bool { explanations.allSatisfy { $0.changes && $0.doubt == nil } }

  /// Whether no icon is known not to change; false for the alternates of an app that Xcode does not build.
  public var changes: Bool {
    explanations.allSatisfy { $0.changes || $0.doubt != nil } && !(isAboutAlternates && !buildErrors.isEmpty)
  }

  /// Returns the default devices for an app, one for each of its families.
  public static func models(for package: AppPackage) -> [DeviceModel] {
    let families = package.deviceFamilies
    return [DeviceModel.iPhone, .iPad].filter { families.contains($0.deviceClass) || families.isEmpty }
  }

  /// Whether a remark affects the results of a judgement.
  static func affectsResults(_ remark: PackageWarning) -> Bool {
    if remark.endsBuild || remark.severity == .error || remark.leavesMacrosOpen { return true }
    return switch remark.code {
    case .severalApps, .dotNetApp, .partOfProject, .widerFolder, .missingXcconfig, .emptyIconSet,
      .primaryIconSetMissing,
      .alternateNameUnknown, .alternateNameCase, .alternateNamePunctuation, .badCompiledCatalog,
      .iconFileType, .iconNeedsNewerXcode, .extensionIconSetMissing:
      true
    case .iconSetting, .alternatesTwice, .preprocessor: remark.severity != .note
    case .duplicateKey, .unknownSetting, .badMacro, .unexpandedMacro, .wrongType, .noBundleIdentifier, .unreadable,
      .limit, .badProject, .outsideOfProject, .macCatalyst, .letterCase, .scriptPhase, .badXcconfig, .infoPlistSetting,
      .shortcutInBuildSettings, .badImage,
      .badStrings, .nameClash, .lenientJSON, .badCatalog, .unknownCatalogValue, .unassignedChild, .resourceFileAbsent,
      .missingPicture,
      .wrongIconSize, .emptyIconSlot, .obsoleteIconSlot, .iconFileFormat, .mixedIconSizes, .iconSetNotCompiled,
      .iconSetOnlyByIncludeAll, .iconAndSetOfOneName, .iconPictureUnused, .duplicateSet, .plistMerge,
      .iconComposerFallback, .watchApp, .emptyConfiguration:
      false
    }
  }
}
