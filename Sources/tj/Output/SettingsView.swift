import ThreadJournal

/// A setting on the list, ready to be shown.
struct SettingRow: Equatable, Sendable {
  /// Its name.
  var key: String
  /// What holds; nil for nothing.
  var value: SettingValue?
  /// Its default; nil for none.
  var fallback: SettingValue?
  /// `default`, `user`, `journal` or `environment`.
  var source: String
  /// The file's path or the variable's name.
  var place: String?
  /// Where it comes from, for people.
  var shown: String
}

/// What `config` prints: a table with aligned columns; into a pipe without its header, and uncut.
struct SettingsView {
  /// Where it is printed.
  let layout: Layout

  /// All rows, in the order given.
  func append(_ settings: [SettingRow], to output: inout [UInt8]) {
    var rows = settings.map { setting in
      [setting.key, text(of: setting.value), text(of: setting.fallback), setting.shown].map {
        layout.oneLine(Array($0.utf8))
      }
    }
    if layout.columns != nil {
      rows.insert(["Setting", "Value", "Default", "From"].map { Array($0.utf8) }, at: 0)
    }
    let widths = (0..<3).map { column in
      rows.map { StyledText.columns(of: $0[column]) }.max() ?? 0
    }
    for (index, row) in rows.enumerated() {
      let isHeader = index == 0 && layout.columns != nil
      append(row, widths, isHeader: isHeader, to: &output)
    }
  }

  private func append(
    _ row: [[UInt8]], _ widths: [Int], isHeader: Bool, to output: inout [UInt8]
  ) {
    var line = StyledText()
    for (column, cell) in row.enumerated() {
      let style: Style = isHeader || column > 1 ? .faint : column == 0 ? .title : .plain
      line.append(cell, style)
      guard column < widths.count else { break }
      let gap = widths[column] - StyledText.columns(of: cell) + 2
      line.append(String(repeating: " ", count: max(gap, 2)))
    }
    if let columns = layout.columns { line = line.truncated(to: columns) }
    layout.palette.append(line, to: &output)
    output.append(0x0A)
  }

  private func text(of value: SettingValue?) -> String { value?.text ?? "-" }

  /// One document with all settings.
  static func json(of settings: [SettingRow]) -> [UInt8] {
    let document = JSONWriter.document { writer in
      writer.key("settings")
      writer.beginArray()
      for setting in settings {
        writer.beginObject()
        writer.member("key", setting.key)
        writer.key("value")
        append(setting.value, to: &writer)
        writer.key("default")
        append(setting.fallback, to: &writer)
        writer.member("source", setting.source)
        writer.member("from", setting.place)
        writer.endObject()
      }
      writer.endArray()
    }
    return document
  }

  private static func append(_ value: SettingValue?, to writer: inout JSONWriter) {
    switch value {
    case nil: writer.null()
    case .flag(let flag): writer.boolean(flag)
    case .integer(let number): writer.integer(number)
    case .text, .clock: writer.string(value?.text ?? "")
    }
  }
}

extension StyledText {
  fileprivate static func columns(of bytes: [UInt8]) -> Int {
    var text = StyledText()
    text.append(bytes)
    return text.columns
  }
}
