extension IconExplanation {
  /// Something to change in the package or in the app's code.
  public struct Advice: Sendable, Equatable {
    /// Full sentences.
    public let text: String
    /// Why it is advised: the fact that makes the difference.
    public let fact: FactID
    /// The fault of the package that it mends; nil where the app's code, or the moment, is at fault.
    public let code: Fault?

    init(_ code: Fault? = nil, text: String, fact: FactID) {
      self.text = text
      self.fact = fact
      self.code = code
    }

    /// Faults of a package, by the names of the rules that find them in any app.
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

      /// A picture that an icon lacks in the size of the Home Screen; nil for a size that no rule asks for.
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
