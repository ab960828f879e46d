import ThreadStorage

/// A change of a field's definition: what is nil stays, what is empty is taken away.
package struct DefinitionChange: Sendable {
  package var type: String?
  package var minimum: String?
  package var maximum: String?
  package var unit: String?
  package var options: [String]?
  package var usual: String?
  package var isAsked: Bool?
  /// Whether values that do not fit are written as the new type has them.
  package var converts = false
  /// How dates such as 11.12.2026 are read; nil for not at all.
  package var dateOrder: ForeignDate.Order?

  package init() {}

  /// The definition that `old` becomes.
  ///
  /// Limits, options, a unit and a default that the new type cannot have are taken away with the old type.
  func definition(from old: FieldDefinition) throws(FieldError) -> FieldDefinition {
    let options = self.options.flatMap { $0.isEmpty ? nil : $0 }
    let name = type ?? (options == nil ? old.type.rawValue : FieldType.choice.rawValue)
    let newType = FieldType(name: name) ?? old.type
    func limit(_ given: String?, _ kept: String?) -> String? {
      if let given { return given.isEmpty ? nil : given }
      guard let kept, newType.isOrdered, FieldValue(Array(kept.utf8), as: newType) != nil else {
        return nil
      }
      return kept
    }
    let hasUnit = newType.hasUnit
    let countsNumbers = newType == .duration && (converts || old.type != .duration)
    if let unit, !unit.isEmpty, !hasUnit, !countsNumbers { throw .unitOfOtherType(newType) }
    let keptOptions = newType == .choice ? old.options : []
    var definition = try FieldDefinition(
      name: old.name, type: name, minimum: limit(minimum, old.minimum),
      maximum: limit(maximum, old.maximum), unit: unit ?? (hasUnit ? old.unit : nil),
      options: self.options ?? keptOptions, usual: usual, isAsked: isAsked ?? old.isAsked)
    // A duration says its units itself: one that is given is that of the numbers that are converted.
    if !hasUnit { definition.unit = nil }
    if usual == nil, let kept = old.usual, definition.check(Array(kept.utf8)) == nil {
      definition.usual = kept
    }
    definition.deletion = old.deletion
    return definition
  }
}

extension ThreadDocument {
  /// A value of the text `name` that a number reads as one with decimals, where all with a point may be thousands; nil for
  /// none.
  func likeThousands(in name: String, readAs new: FieldDefinition) -> [UInt8]? {
    guard new.type == .number, fieldSchema.field(named: name)?.type == .text else { return nil }
    let values = values(ofKey: new.key)
    guard ColumnForm.mayBeThousands(values) else { return nil }
    return values.first { ForeignForm.isGrouped($0) }.map { Array($0) }
  }

  /// The values that entries have of the field with this key.
  private func values(ofKey key: String) -> [ArraySlice<UInt8>] {
    entries.flatMap { slice in
      content(of: slice).fields.filter { FieldName.key(string($0.name)) == key }.map {
        $0.value(in: bytes.span)[...].trimmed
      }
    }
  }

  /// The field as `change` defines it, and the splices that write the values of entries so that they fit; with the first
  /// value that became a duration, one such as `28:14` before others, and what it became.
  ///
  /// - Throws: `FieldError.valuesDoNotFit` with all that would not, where they are not to be, or cannot be converted.
  func values(
    of name: String, after change: DefinitionChange
  ) throws(FieldError) -> (
    field: FieldDefinition, splices: [Splice], example: (value: [UInt8], written: [UInt8])?
  ) {
    let old = try fieldSchema.definedField(name)
    let new = try change.definition(from: old)
    // A number without its unit counts in the old one, until it has another.
    let unit = new.type == .duration ? change.unit ?? old.unit : nil
    let newUnit = unit ?? new.unit
    let isRelabelled =
      old.unit != nil && newUnit != nil && old.unit.map(FieldName.key) != newUnit.map(FieldName.key)
    // Where the comma is the decimal sign, `1.234` is rather a thousand.
    let hasDecimalCommas =
      new.type == .number && old.type != .number
      && values(ofKey: new.key).contains { ForeignForm.hasDecimalComma($0) }
    let likelyUnit = TimeUnit(beforeColonIn: values(ofKey: new.key), named: new.name)
    // A length that is called "time" is often that of a run.
    let isOpen = likelyUnit == .hours && ["time", "zeit"].contains(new.key)
    let clockUnit = unit.flatMap { TimeUnit($0.lowercased()) } ?? (isOpen ? nil : likelyUnit)
    // `7.30` may be half past seven, unless other values have decimals that no clock shows.
    let mayBePointed =
      new.type == .duration && unit.flatMap { TimeUnit($0.lowercased()) } ?? .hours == .hours
      && !values(ofKey: new.key).contains { ForeignForm.hasOwnDecimals($0) }
    var lines = LineCounter()
    var unfit: [UnfitValue] = []
    var splices: [Splice] = []
    // What a clock shows says more than a number.
    var (example, first): ((value: [UInt8], written: [UInt8])?, (value: [UInt8], written: [UInt8])?)
    for slice in entries {
      for field in content(of: slice).fields where FieldName.key(string(field.name)) == new.key {
        let value = field.value(in: bytes.span)
        guard !value[...].trimmed.isEmpty else { continue }
        let isUnclear = hasDecimalCommas && ForeignForm.isGrouped(value[...].trimmed)
        guard isRelabelled || isUnclear || new.check(value) != nil else { continue }
        let line = lines.line(at: field.lines.lowerBound, in: bytes.span)
        let isClock = new.type == .duration && ForeignForm.isShortClock(value[...].trimmed)
        let isPointed =
          mayBePointed && ForeignForm.pointedMinutes(value[...].trimmed) != nil
        let mayBeMinutes = isClock && clockUnit == nil || isPointed && change.unit == nil
        let canConvert = !field.hasMoreLines && !isRelabelled && !isUnclear && !mayBeMinutes
        let read: [UInt8]? =
          if !canConvert {
            nil
          } else if isClock, clockUnit != .hours {
            ForeignForm.minutesAndSeconds(value[...].trimmed)
          } else {
            new.converted(value, from: unit, dateOrder: change.dateOrder)
          }
        // A date that is read may be beyond the limits.
        let written = read.flatMap { new.check($0) == nil ? $0 : nil }
        if change.converts, let written {
          splices.append(Splice(field.firstValueLine, written))
          if isClock || isPointed, example == nil { example = (value, written) }
          if new.type == .duration, first == nil { first = (value, written) }
        } else if isRelabelled || !slice.isDeleted {
          // What is in the trash need not fit.
          unfit.append(
            UnfitValue(
              line: line, entry: id(of: slice), value: value, converted: written,
              mayBeMinutes: mayBeMinutes))
        }
      }
    }
    if isRelabelled, !unfit.isEmpty, let unit = old.unit {
      throw .unitWouldChange(
        new, isRetyped: new.type != old.type, from: unit, to: newUnit ?? "", count: unfit.count)
    }
    if !unfit.isEmpty {
      throw .valuesDoNotFit(new, Array(unfit.prefix(20)), count: unfit.count)
    }
    let result = ThreadDocument(bytes.applying(splices))
    guard result.entries.count == entries.count else { throw .doesNotReadBack }
    return (new, splices, example ?? first)
  }

  /// The parts of a definition that a change may write one by one.
  static let definitionParts = ["type", "min", "max", "unit", "options", "default", "ask"]

  /// The splices that give the definition of `field` its `part`; a definition that is a type alone is written whole.
  func splices(defining part: String, of field: FieldDefinition) throws(FieldError) -> [Splice] {
    let path = ["fields", field.name]
    guard frontMatter?.value(at: path)?.pairs != nil else {
      return part == "type" ? try edit(try ownFrontMatter.setting(path, to: field.yaml)) : []
    }
    let pair = field.yamlParts.first { $0.key == part }
    if ["default", "ask"].contains(part) {
      // What cannot be read stays, too, until something takes its place.
      let old = fieldSchema.field(named: field.name)?.yamlParts.first { $0.key == part }
      if old == pair { return [] }
    }
    if let pair {
      let text: [UInt8]? =
        switch pair.value {
        case .string(let bytes): bytes
        case .number(let digits): Array(digits.utf8)
        default: nil
        }
      // What says so already stays as it is typed.
      if text != nil, frontMatter?.value(at: path + [part])?.stringBytes == text { return [] }
      return try edit(try ownFrontMatter.setting(path + [part], to: pair.value))
    }
    guard frontMatter?.value(at: path + [part]) != nil else { return [] }
    return try edit(try ownFrontMatter.removing(path + [part]))
  }
}
