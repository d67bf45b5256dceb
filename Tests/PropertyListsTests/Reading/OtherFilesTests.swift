import PropertyLists
import Testing

/// Files of other formats: the message names the format.
@Suite struct OtherFilesTests {
  @Test(arguments: [
    ("<!DOCTYPE html><html></html>", "this is an HTML page, not a property list"),
    ("\n <HTML><body>404</body></HTML>", "this is an HTML page, not a property list"),
    ("{\"expo\": {\"name\": \"x\"}}", "this is JSON, not a property list"),
    ("[1, 2]", "this is JSON, not a property list"),
    ("version https://git-lfs.github.com/spec/v1\noid sha256:1", "this is a Git LFS pointer, not the file itself"),
    ("---\nname: x\n", "this looks like YAML, not a property list"),
    ("PK\u{3}\u{4}....", "this is a ZIP archive, not a property list"),
    ("%PDF-1.7", "this is a PDF document, not a property list"),
    ("<?xml version=\"1.0\"?><svg></svg>", "the outermost element is <svg>, not <plist>"),
  ])
  func otherFormatsAreReported(_ text: String, _ message: String) {
    let error = parseError(text)
    #expect(error?.kind == .notAPropertyList)
    #expect(error?.message == message)
  }

  @Test func emptyFilesAreReported() {
    #expect(parseError([])?.kind == .empty)
    #expect(parseError(" \n\t")?.kind == .empty)
    #expect(parseError([0xEF, 0xBB, 0xBF])?.kind == .empty)
    #expect(parseError("<plist/>")?.kind == .empty)
  }

  @Test func picturesAndDamagedTextAreReported() {
    #expect(parseError([0x89] + Array("PNG\r\n\u{1A}\n".utf8))?.message == "this is a PNG picture, not a property list")
    #expect(parseError([0x7B, 0x20, 0xC3, 0x28])?.location.offset == 2)
    #expect(parseError([0xFF, 0xFE, 0x00, 0xD8, 0x41, 0x00])?.kind == .encoding)
    #expect(parseError([0xFF, 0xFE, 0x00])?.kind == .truncated)
    #expect(parseError([0xFF, 0xFE, 0, 0, 0x3C, 0, 0, 0])?.message == "the text is UTF-32")
  }
}
