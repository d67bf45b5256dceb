internal import AppPackages
import HomeScreenSimulator
import LuaEngine
import PropertyLists
internal import Rendering

/// What a snapshot keeps as a picture, beside its words.
protocol SnapshotDrawing {
  /// How many icons are drawn at most.
  var iconCount: Int { get }
  /// The file in SVG.
  func draw() -> String
}

extension SnapshotDrawing {
  /// The file, for as many units of the budget as it is work.
  func drawing(_ call: LuaCall) throws -> String {
    try call.charge(20_000 * iconCount)
    let file = draw()
    Work.count(file.utf8.count / 4)
    return file
  }
}

extension ScreenView: SnapshotDrawing {
  var iconCount: Int {
    1 + picture.icons.count + picture.dock.count + (picture.openFolder?.icons.count ?? 0)
      + picture.folders.reduce(0) { $0 + $1.artworks.count }
  }

  func draw() -> String {
    // As many pixels as points: snapshots are committed, and have to be small.
    var drawing = ScreenDrawing(pixelsPerPoint: 1)
    for (identifier, package) in packages { drawing.add(package, as: identifier) }
    let frame = drawing.frame(of: picture)
    return drawing.pool.standalone(frame)
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

  func draw() -> String {
    var drawing = ScreenDrawing(pixelsPerPoint: 2)
    if let package { drawing.add(package, as: "app") }
    let frame = drawing.frame(of: picture, ofPackage: "app", os: os)
    return drawing.pool.standalone(frame)
  }
}
