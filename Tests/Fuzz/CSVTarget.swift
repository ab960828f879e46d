import TestSupport
import ThreadJournal

/// Any bytes as CSV are read, and any bytes as cells come back, guarded or not.
enum CSVTarget {
  static func check(_ bytes: [UInt8]) throws {
    var reader = CSVReader(bytes)
    while let record = try? reader.next() {
      try PropertyViolation.unless(!record.cells.isEmpty, "a record has a cell", for: bytes)
    }
    // An export begins with its header, so that a byte order mark in a cell is never at the start.
    let rows: [[[UInt8]]] =
      [[Array("thread".utf8)]]
      + bytes.split(separator: 0x1e).map {
        $0.split(separator: 0x1f, omittingEmptySubsequences: false).map { Array($0) }
      }
    for style in [CSVStyle.standard, .excel, CSVStyle.standard.raw, CSVStyle.excel.raw] {
      try check(rows, style, for: bytes)
    }
  }

  private static func check(_ rows: [[[UInt8]]], _ style: CSVStyle, for bytes: [UInt8]) throws {
    var writer = CSVWriter(style)
    var output: [UInt8] = []
    writer.appendStart(to: &output)
    for row in rows {
      for cell in row { writer.append(cell.span, to: &output) }
      writer.endRow(to: &output)
    }
    var reader = CSVReader(output, delimiter: UInt8(ascii: ","))
    for row in rows {
      let cells = try reader.next()?.cells.map {
        style.guardsFormulas ? CSVFormula.unguarded($0.bytes) : $0.bytes
      }
      try PropertyViolation.unless(cells == row, "cells come back from \(style)", for: bytes)
    }
    try PropertyViolation.unless(try reader.next() == nil, "no row is added", for: bytes)
  }
}
