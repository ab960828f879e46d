import ThreadStorage

/// What a table has in place of all columns, and of values as they are typed; for spreadsheets.
package struct CSVForm: Sendable {
  package enum BooleanWords: String, Sendable, CaseIterable {
    case words = "true"
    case answers = "yes"
    case numbers = "1"

    fileprivate func text(_ value: Bool) -> String {
      switch self {
      case .words: value ? "true" : "false"
      case .answers: value ? "yes" : "no"
      case .numbers: value ? "1" : "0"
      }
    }
  }

  /// The headers of the columns, in their order; nil for all.
  package var columns: [String]?
  package var durations: TimeUnit?
  package var booleans: BooleanWords?

  package init(
    columns: [String]? = nil, durations: TimeUnit? = nil, booleans: BooleanWords? = nil
  ) {
    self.columns = columns
    self.durations = durations
    self.booleans = booleans
  }

  /// Whether everything is written as it stands.
  var isPlain: Bool { columns == nil && keepsValues }
  var keepsValues: Bool { durations == nil && booleans == nil }

  /// A value of a field of `type` in this form; nil for one that the form has no words for.
  func text(_ value: [UInt8], _ type: FieldType?) -> [UInt8]? {
    let trimmed = value[...].trimmed
    guard !trimmed.isEmpty else { return value }
    switch type {
    case .duration:
      guard let durations else { return value }
      return FieldValue.seconds(trimmed)
        .flatMap { CSVForm.decimal($0, per: durations.seconds) }.map { Array($0.utf8) }
    case .boolean:
      guard let booleans else { return value }
      return FieldValue.boolean(trimmed).map { Array(booleans.text($0).utf8) }
    default: return value
    }
  }

  /// `seconds` in units of so many, rounded to four decimals: `7.5`; nil for more than anybody sleeps.
  private static func decimal(_ seconds: Int64, per unit: Int64) -> String? {
    let (scaled, isTooLarge) = seconds.multipliedReportingOverflow(by: 10_000)
    guard !isTooLarge, scaled < .max - unit else { return nil }
    let rounded = (scaled + unit / 2) / unit
    var digits = Array(String(10_000 + rounded % 10_000).utf8.dropFirst())
    while digits.last == UInt8(ascii: "0") { digits.removeLast() }
    let whole = String(rounded / 10_000)
    return digits.isEmpty ? whole : whole + "." + String(utf8: digits)
  }
}

extension CSVColumns {
  /// A column that was asked for by its header.
  package enum Chosen: Sendable {
    case entry(Entry)
    /// The index of the field among the fields' columns.
    case field(Int)
  }

  /// The column with this header, or of a field with this name; nil where there is none.
  package func chosen(_ header: String) -> Chosen? {
    let key = FieldName.key(header)
    if let entry = Entry(rawValue: key), hasEnds || !Entry.ofEnds.contains(entry) {
      return .entry(entry)
    }
    let field = FieldName.key(CSVColumns.fieldName(ofHeader: header))
    return ofFields.lastIndex { $0.key == field }.map { .field($0) }
  }

  /// The first of `headers` that no column has; nil where there is none.
  package func unknown(among headers: [String]) -> String? { headers.first { chosen($0) == nil } }

  package var headers: [String] {
    entryColumns(includesDeleted: true).map(\.rawValue)
      + ofFields.map { header(ofField: $0.name) }
  }
}
