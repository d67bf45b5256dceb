public import AppPackages
public import HomeScreenSimulator

/// The icons of a part of the screen, for who can show their pictures beside the words.
public struct ScreenArtwork {
  /// An icon in a row.
  public struct Cell {
    /// From 1.
    public let column: Int
    /// The text under it; empty where the words say it.
    public let label: String
    /// What is drawn.
    public let artwork: ScreenPicture.Artwork
  }

  /// From top to bottom.
  public let rows: [[Cell]]
  /// Of a row.
  public let columns: Int
  /// The version that shows them.
  public let os: OSVersion
  /// Where the pixels are: ``Device/packages``.
  public let packages: [(identifier: String, package: AppPackage)]
}

extension Session {
  /// The icons in what ``screen(_:)`` tells; nil where there are none.
  public func artwork(_ part: ScreenPart) -> ScreenArtwork? {
    guard let device = devices.current else { return nil }
    let picture = device.screenPicture
    let single: ScreenPicture.Artwork?
    switch part {
    case .home: return home(picture, device)
    case .menu: single = picture.menu?.artworks.first
    case .alert: single = picture.alert?.artwork
    case .icon(let label):
      single = (try? icon(label, on: device)).flatMap { icon in
        (try? icon.picture()).flatMap { device.artwork($0, of: icon.app) }
      }
    }
    return single.map { artwork in
      ScreenArtwork(
        rows: [[ScreenArtwork.Cell(column: 1, label: "", artwork: artwork)]], columns: 1, os: device.os,
        packages: device.packages)
    }
  }

  private func home(_ picture: ScreenPicture, _ device: Device) -> ScreenArtwork? {
    var rows: [Int: [ScreenArtwork.Cell]] = [:]
    for icon in picture.icons {
      guard case .grid(_, let row, let column) = icon.place else { continue }
      rows[row, default: []].append(ScreenArtwork.Cell(column: column, label: icon.label, artwork: icon.artwork))
    }
    var lines = rows.sorted { $0.key < $1.key }.map(\.value)
    let dock = picture.dock.prefix(picture.grid.columns).enumerated().map { index, icon in
      ScreenArtwork.Cell(column: index + 1, label: icon.label, artwork: icon.artwork)
    }
    if !dock.isEmpty { lines.append(dock) }
    guard !lines.isEmpty else { return nil }
    return ScreenArtwork(rows: lines, columns: picture.grid.columns, os: device.os, packages: device.packages)
  }
}
