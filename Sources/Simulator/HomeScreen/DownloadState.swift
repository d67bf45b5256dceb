/// How far the download of an app is (QUICK-094).
enum DownloadState: String, Sendable {
  case running
  case paused
}
