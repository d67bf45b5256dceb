/// What an app offers to be chosen, known without doing anything.
extension InstalledApp {
  /// The names of the alternate icons that it declares for its device, in the order of the file; none once it is gone.
  package var alternateIconNames: [String] {
    isInstalled ? record.prepared.icons(on: device.deviceClass).names : []
  }

  /// The rows that a press on its icon would show, from top to bottom; none once it is gone.
  package var offeredRows: [MenuRow] {
    guard isInstalled else { return [] }
    let menu = device.makeMenu(of: record, inLibrary: false)
    return menu.rows.map { MenuRow(device: device, menu: menu, content: $0) }
  }
}
