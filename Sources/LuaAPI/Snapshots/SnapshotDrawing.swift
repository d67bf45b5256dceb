internal import AppPackages
import HomeScreenSimulator
import LuaEngine
import PropertyLists
import Events

/// What a snapshot keeps as a picture, beside its words.
protocol SnapshotDrawing {
  /// How many icons are drawn at most.
  var iconCount: Int { get }
  /// The file in SVG.
  func draw(_ services: any SessionServices) -> String
}

extension SnapshotDrawing {
  /// The file, for as many units of the budget as it is work.
  func drawing(_ call: LuaCall) throws -> String {
    let services = try call.session.neededServices("a drawing")
    try call.charge(20_000 * iconCount)
    let file = draw(services)
    Work.count(file.utf8.count / 4)
    return file
  }
}

extension ScreenView: SnapshotDrawing {
  var iconCount: Int {
    1 + picture.icons.count + picture.dock.count + (picture.openFolder?.icons.count ?? 0)
      + picture.folders.reduce(0) { $0 + $1.artworks.count }
  }

  func draw(_ services: any SessionServices) -> String {
    // As many pixels as points: snapshots are committed, and have to be small.
    var drawing = services.drawing(pixelsPerPoint: 1)
    for (identifier, package) in packages { drawing.add(package, as: identifier) }
    return drawing.file(of: picture)
  }
}

/// What is drawn for an icon, and where its pixels are.
struct DrawnIcon {
  let picture: IconPicture
  let package: AppPackage?
  let os: OSVersion
}

extension DrawnIcon: SnapshotDrawing {
  var iconCount: Int { 1 }

  func draw(_ services: any SessionServices) -> String {
    var drawing = services.drawing(pixelsPerPoint: 2)
    if let package { drawing.add(package, as: "app") }
    return drawing.file(of: picture, ofPackage: "app", os: os)
  }
}
