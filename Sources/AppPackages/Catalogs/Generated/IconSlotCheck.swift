/// Slots that the catalog compiler misses in an icon set that gets into an app.
enum IconSlotCheck {
  static func warnings(
    for set: AssetSet, deploymentTarget: VersionNumber, families: [DeviceClass]
  ) -> [PackageWarning] {
    guard set.isContentKnown, !set.isIconComposer, !set.hasSingleSizePicture else { return [] }
    let entries = set.entries.filter { $0.isUsableForIOS && $0.appearance == .any }
    func has(_ points: Double, _ scale: Int) -> Bool {
      entries.contains { $0.size?.width == points && $0.scale ?? 1 == scale }
    }
    var warnings: [PackageWarning] = []
    func warn(_ message: String, severity: PackageWarning.Severity = .warning, hint: String? = nil) {
      warnings.append(
        PackageWarning(.missingIconSlot, message, severity: severity, location: set.location, hint: hint))
    }
    if !has(1024, 1) {
      warn("A 1024x1024 app store icon is required for iOS apps", hint: "“\(set.name)” has none (ICON-134)")
    }
    if families.contains(.iPad), !has(83.5, 2) {
      warn(
        "A 83.5x83.5@2x app icon is required for iPad apps targeting iOS 9.0 and later",
        hint: "“\(set.name)” has none")
    }
    if families.contains(.iPhone), deploymentTarget < VersionNumber(7), !has(57, 1) {
      warn(
        "A 57x57 app icon is required for iPhone apps targeting releases of iOS prior to 7.0",
        hint: "“\(set.name)” has none")
    }
    if deploymentTarget >= VersionNumber(10), has(76, 1) {
      warn("76x76@1x app icons only apply to iPad apps targeting releases of iOS prior to 10.0.", severity: .note)
    }
    return warnings
  }
}
