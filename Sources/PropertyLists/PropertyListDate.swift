/// A point in time as property lists keep it: seconds since 2001-01-01T00:00:00Z, without leap seconds.
public struct PropertyListDate: Sendable, Hashable, CustomStringConvertible {
  /// Seconds since the first moment of 2001, UTC. May be negative and may have a fraction.
  public var secondsSinceReferenceDate: Double

  /// A date so many seconds after the first moment of 2001, UTC.
  public init(secondsSinceReferenceDate: Double) {
    self.secondsSinceReferenceDate = secondsSinceReferenceDate
  }

  /// A date of the proleptic Gregorian calendar; nil when a part is out of its range (month 13, second 61).
  public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    guard (-9999...9999).contains(year), (1...12).contains(month), (0...23).contains(hour),
      (0...59).contains(minute), (0...59).contains(second),
      (1...Self.days(inMonth: month, of: year)).contains(day)
    else { return nil }
    let days = Self.daysSinceReference(year: year, month: month, day: day)
    secondsSinceReferenceDate = Double(((days * 24 + hour) * 60 + minute) * 60 + second)
  }

  /// Reads the text of an XML property list, `2017-03-27T09:15:00Z`; nil for any other form.
  public init?(iso8601 text: String) {
    let digits = Array(text.utf8)
    let pattern: StaticString = "0000-00-00T00:00:00Z"
    guard digits.count == pattern.utf8CodeUnitCount else { return nil }
    for (index, byte) in digits.enumerated() {
      let expected = pattern.utf8Start[index]
      guard expected == UInt8(ascii: "0") ? (0x30...0x39).contains(byte) : byte == expected else { return nil }
    }
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + Int($1 - 0x30) } }
    self.init(
      year: number(0..<4), month: number(5..<7), day: number(8..<10), hour: number(11..<13), minute: number(14..<16),
      second: number(17..<19))
  }

  /// The text of an XML property list: `2017-03-27T09:15:00Z`. Fractions of a second are cut off.
  ///
  /// A value outside the years −9999 to 9999 (only binary files can hold one) reads as its number of seconds.
  public var iso8601: String {
    guard abs(secondsSinceReferenceDate) < 3e11 else { return "\(secondsSinceReferenceDate) s after 2001-01-01" }
    let total = Int(secondsSinceReferenceDate.rounded(.down))
    let (days, seconds) = (Self.floorDivide(total, 86_400), Self.floorRemainder(total, 86_400))
    let (year, month, day) = Self.civil(daysSinceReference: days)
    let sign = year < 0 ? "-" : ""
    return sign + Self.padded(abs(year), 4) + "-" + Self.padded(month, 2) + "-" + Self.padded(day, 2) + "T"
      + Self.padded(seconds / 3600, 2) + ":" + Self.padded(seconds / 60 % 60, 2) + ":" + Self.padded(seconds % 60, 2)
      + "Z"
  }

  /// The form of XML lists: `2017-03-27T09:15:00Z`.
  public var description: String { iso8601 }

  /// Days from 1970-01-01 to 2001-01-01.
  private static let referenceDay = 11_323

  private static func isLeap(_ year: Int) -> Bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Counts from 1 March of year 0, so that the leap day is the last of its year.
  private static func daysSinceReference(year: Int, month: Int, day: Int) -> Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = floorDivide(shiftedYear, 400)
    let yearOfEra = floorRemainder(shiftedYear, 400)
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468 - referenceDay
  }

  private static func civil(daysSinceReference days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + referenceDay + 719_468
    let era = floorDivide(shifted, 146_097)
    let dayOfEra = floorRemainder(shifted, 146_097)
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }

  private static func floorDivide(_ a: Int, _ b: Int) -> Int { a >= 0 ? a / b : -((b - 1 - a) / b) }
  private static func floorRemainder(_ a: Int, _ b: Int) -> Int { a - floorDivide(a, b) * b }

  private static func padded(_ value: Int, _ width: Int) -> String {
    let digits = String(value)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }
}
