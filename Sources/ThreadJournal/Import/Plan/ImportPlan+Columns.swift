import ThreadStorage

extension ImportPlan {
  /// The entries of a thread, with the values of those that other programs wrote as our types write them.
  ///
  /// What a defined field does not take is read as its type has it; a field that is new gets what fits its whole column.
  ///
  /// - Parameter path: The file whose definitions count.
  func converted(
    _ entries: [ImportedEntry], at path: String?, _ plan: inout ThreadPlan,
    _ reading: ImportReading
  ) -> [ImportedEntry] {
    guard entries.contains(where: \.isForeign) else { return entries }
    let schema = index.schema(at: path)
    let brought = reading.schemas[plan.thread]
    var columns: [String: Column] = [:]
    var values: [String: [[UInt8]]] = [:]
    for (name, value) in entries.lazy.filter(\.isForeign).flatMap(\.fields) {
      if columns[name] == nil {
        let definition = schema.field(named: name) ?? brought?.field(named: name)
        columns[name] = (FieldName.key(name), definition)
      }
      if let key = columns[name]?.key { values[key, default: []].append(value) }
    }
    let order = reading.dateOrder
    var forms: [String: ColumnForm] = [:]
    let definitions = Dictionary(
      columns.values.map { ($0.key, $0.definition) }, uniquingKeysWith: { first, _ in first })
    // The fields in which some cells say that there is no value.
    var haveNone: Set<String> = []
    // Those in which some numbers have a decimal comma, and not all are written so.
    var haveCommas: Set<String> = []
    for (key, all) in values {
      let known = all.filter { !ColumnForm.isNone($0) }
      // "Fine" and "To" mean other things elsewhere.
      let name = reading.ends.contains(key) ? "end" : key
      let form = ColumnForm(of: known, isForeign: true, named: name, dateOrder: order)
      if form.type == .text, known.contains(where: { ForeignForm.hasDecimalComma($0[...].trimmed) })
      {
        haveCommas.insert(key)
      }
      // What is none does not depend on whether the field is there yet.
      let isTyped =
        known.isEmpty || form.type != .text || form.doubt != nil
        || (definitions[key] ?? nil).map { $0.type != .text } == true
      if known.count == all.count {
        forms[key] = form
      } else if isTyped {
        haveNone.insert(key)
        (forms[key], values[key]) = (form, known)
      } else {
        forms[key] = ColumnForm(of: all, isForeign: true, named: name, dateOrder: order)
      }
    }
    // Of `7:30` the journal tells which it is, where it has some of the rows.
    for case (let key, let field?) in definitions
    where field.type == .duration && forms[key]?.type != .duration {
      let unit = path.flatMap { index.unit(beforeColonOf: field, in: entries, path: $0) }
      if let unit { forms[key] = ColumnForm(beforeColon: unit) }
    }
    var positions: [String: Int] = [:]
    var shapes: [String: Int] = [:]
    var doubtful: Set<String> = []
    var entries = entries
    for index in entries.indices where entries[index].isForeign {
      var none: [Int] = []
      // Beside a number that is none, `--` is no text.
      let isOfNone = entries[index].fields.contains { name, value in
        columns[name].map { haveNone.contains($0.key) } == true && ColumnForm.isNone(value)
      }
      for (field, (name, value)) in entries[index].fields.enumerated() {
        guard let (key, definition) = columns[name] else { continue }
        var written = value
        if isOfNone || haveNone.contains(key), ColumnForm.isNone(value) {
          none.append(field)
          written = []
        } else if let definition {
          let isNumber = definition.type == .number || definition.type == .integer
          if isNumber, let form = forms[key], form.tellsThousands, form.hasUnit(of: definition) {
            // The column as a whole tells thousands from decimals.
            written = form.written(value)
          } else if definition.check(value) != nil {
            written = definition.written(value, in: forms[key], dateOrder: order)
          } else if definition.type == .boolean {
            // As a `sì` beside it becomes one.
            written = FieldValue.plainBoolean(value[...].trimmed) ?? value
          } else if isNumber, forms[key]?.doubt == .thousands,
            ForeignForm.isGrouped(value[...].trimmed), doubtful.insert(key).inserted
          {
            plan.doubts.append((name, value, .readAsDecimals))
          } else if isNumber, haveCommas.contains(key), value.contains(.dot),
            doubtful.insert(key).inserted
          {
            plan.doubts.append((name, value, .readWithPoint))
          }
        } else if key != FieldDefinition.location.key, let form = forms[key] {
          written = form.written(value)
          if let doubt = form.doubt, doubtful.insert(key).inserted {
            let shown = ColumnForm.example(of: doubt, in: values[key] ?? [])
            plan.doubts.append((name, shown ?? value, doubt))
          }
        }
        guard written != value else {
          if ColumnForm.isNone(value), definition.map({ $0.type == .text }) != false,
            doubtful.insert(key).inserted
          {
            plan.doubts.append((name, value, .mayBeNone))
          }
          continue
        }
        entries[index].fields[field].value = written
        // Values that are written in other ways are shown, too.
        let shape = key + "\0" + ImportPlan.shape(of: value)
        if let position = positions[shape] ?? (shapes[key] == 5 ? positions[key] : nil) {
          plan.conversions[position].count += 1
        } else {
          positions[shape] = plan.conversions.count
          positions[key] = plan.conversions.count
          shapes[key, default: 0] += 1
          plan.conversions.append(Conversion(name: name, count: 1, example: (value, written)))
        }
      }
      for field in none.reversed() { entries[index].fields.remove(at: field) }
    }
    for (key, units) in reading.mappedUnits.sorted(by: { $0.key < $1.key }) {
      guard let field = definitions[key] ?? nil, let own = field.unit,
        let value = values[key]?.first,
        let unit = units.sorted().first(where: { !UnitWord.isSame($0, own) })
      else { continue }
      plan.doubts.append((field.name, value, .otherUnit(unit, of: own)))
    }
    let own = Set(columns.values.filter { $0.definition != nil }.map(\.key))
    for (key, form) in forms.sorted(by: { $0.key < $1.key })
    where form.type == .text && form.doubt == nil && !own.contains(key)
      && key != FieldDefinition.location.key
    {
      guard let column = values[key] else { continue }
      let cells = entries.lazy.filter(\.isForeign)
        .flatMap { entry in entry.fields.map { (entry, $0) } }
        .filter { columns[$0.1.name]?.key == key }
      let odd = ColumnForm.odd(in: column)
      let rest = cells.dropFirst(odd?.position ?? 0)
      guard let (entry, field) = rest.first(where: { _ in true }) else { continue }
      if let doubt = ColumnForm.unread(column) {
        let shown = ColumnForm.example(of: doubt, in: column)
        plan.doubts.append((field.name, shown ?? field.value, doubt))
      } else if let odd {
        plan.doubts.append(
          (field.name, field.value, .unlikeOthers(odd.type, file: entry.file, line: entry.line)))
      }
    }
    plan.units = forms.compactMapValues(\.unit)
    plan.types = forms.filter { $0.value.doubt != nil || $0.value.type == .time }
      .mapValues(\.type)
    return entries
  }

  /// A value with one digit for each number in it.
  private static func shape(of value: [UInt8]) -> String {
    var shape: [UInt8] = []
    for byte in value {
      let isDigit = Byte.isDigit(byte)
      if isDigit, shape.last == UInt8(ascii: "0") { continue }
      shape.append(isDigit ? UInt8(ascii: "0") : byte)
    }
    return String(utf8: shape)
  }

  /// What is known of the fields of one spelling.
  private typealias Column = (key: String, definition: FieldDefinition?)

  /// Checks the values of fields that the thread defines, and finds types for the others.
  ///
  /// - Parameters:
  ///   - entries: Each with the file that it is written to, which is another thread's where its id is there.
  ///   - all: Those that stay as they are, too: what is new in them, a later `--replace` writes.
  mutating func defineFields(
    of entries: [(entry: ImportedEntry, path: String?)], among all: [ImportedEntry],
    in plan: inout ThreadPlan, _ reading: ImportReading
  ) {
    let ownPath = plan.existing?.path
    let brought = reading.schemas[plan.thread]
    var newKeys: Set<String> = []
    var names: [String] = []
    // The first of the values of a field that its own definition does not take.
    var misfits: [String: Int] = [:]
    // Where `skip` is told.
    var skips: Int?
    var schema = index.schema(at: ownPath)
    var schemaPath = ownPath
    for (entry, path) in entries {
      if path != schemaPath { (schema, schemaPath) = (index.schema(at: path), path) }
      for (name, value) in entry.fields {
        let key = FieldName.key(name)
        if schema.defines(name) || FieldDefinition.reserved.contains(where: { $0.key == key }) {
          do throws(FieldError) {
            let isEmpty = value[...].trimmed.isEmpty
            let field =
              try isEmpty
              ? schema.writableField(named: name) : schema.checking(value, for: name)
            try brought?.field(named: name)?.checkUnit(isThatOf: field)
          } catch { note(.field(error, path: path ?? ""), entry) }
          guard key == FieldDefinition.skip.key, entry.isForeign, !schema.defines(name),
            !value[...].trimmed.isEmpty
          else { continue }
          if let skips {
            leftOut[skips].count += 1
          } else {
            skips = leftOut.count
            leftOut.append(ImportOmission(file: entry.file, line: entry.line, kind: .skip))
          }
        } else if path == ownPath {
          if newKeys.insert(key).inserted { names.append(name) }
          guard let field = brought?.field(withKey: key), let error = field.check(stored: value)
          else {
            continue
          }
          if let misfit = misfits[key] {
            leftOut[misfit].count += 1
          } else {
            misfits[key] = leftOut.count
            leftOut.append(
              ImportOmission(
                file: entry.file, line: entry.line, kind: .badValue(field, value: value, error)))
          }
        } else if !schema.fields.isEmpty, let thread = path.flatMap({ index.thread(at: $0) }),
          !plan.undefined.contains(where: {
            FieldName.key($0.name) == key && $0.thread.path == thread.path
          })
        {
          plan.undefined.append((name, thread))
        }
      }
    }
    schema = index.schema(at: ownPath)
    plan.newFields = (brought?.fields ?? []).filter { !schema.defines($0.name) }
    if plan.existing == nil { plan.groups = brought?.groups ?? [] }
    var values: [String: [[UInt8]]] = [:]
    for (name, value) in names.isEmpty ? [] : all.flatMap(\.fields) {
      let key = FieldName.key(name)
      if newKeys.contains(key) { values[key, default: []].append(value) }
    }
    for name in Self.sorted(names, as: reading.fieldOrder)
    where brought?.field(named: name) == nil {
      let key = FieldName.key(name)
      let own = (values[key] ?? []).filter { !$0[...].trimmed.isEmpty }
      // `#3` is a tag to jrnl, and the next one is a word.
      let type =
        key == "tags" ? .text : plan.types[key] ?? FieldType(narrowestOf: values[key] ?? [])
      var field = FieldDefinition(name: name, type: type)
      field.unit = plan.units[key]
      plan.newFields.append(field)
      plan.examples[key] = own.first { FieldType(narrowestOf: [$0]) == type } ?? own.first
    }
  }

  /// Notes which of the entries that stay as they are have values in the file that their fields do not take.
  mutating func noteMisfits(in entries: inout [HeldEntry]) {
    var places: [String: Int] = [:]
    for (position, held) in entries.enumerated() {
      let schema = index.schema(at: held.place.path)
      for (name, value) in held.entry.fields where held.parts.contains(name) {
        guard let field = schema.field(named: name), let error = field.check(stored: value) else {
          continue
        }
        entries[position].isMisfit = true
        if let place = places[field.key] {
          leftOut[place].count += 1
        } else {
          places[field.key] = leftOut.count
          leftOut.append(
            ImportOmission(
              file: held.entry.file, line: held.entry.line,
              kind: .badValue(field, value: value, error)))
        }
      }
    }
  }

  /// Fields in the order of the columns, then those without one.
  private static func sorted(_ names: [String], as columns: [String]) -> [String] {
    let order = Dictionary(
      zip(columns.map { FieldName.key($0) }, columns.indices), uniquingKeysWith: { $1 })
    let positions = names.map { order[FieldName.key($0)] ?? columns.count }
    return names.indices.sorted { (positions[$0], $0) < (positions[$1], $1) }.map { names[$0] }
  }
}
