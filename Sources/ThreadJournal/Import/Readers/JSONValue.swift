/// A value of a JSON text, with its place.
package struct JSONValue: Sendable, Hashable {
  /// The offset of the value's first byte.
  package var offset: Int
  /// What it is.
  package var content: Content

  /// The kinds of JSON values.
  package enum Content: Sendable, Hashable {
    case null
    case boolean(Bool)
    /// A number, as it is spelt.
    case number([UInt8])
    /// A text, with its escapes read.
    case string([UInt8])
    case array([JSONValue])
    /// Members in the order of the text, a name perhaps more than once.
    case object([Member])
  }

  /// A name and its value.
  package struct Member: Sendable, Hashable {
    /// The name, with its escapes read.
    package var name: [UInt8]
    package var value: JSONValue
  }

  /// The member of this name, of several the last; nil where there is none, or this is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = content else { return nil }
    return members.last { $0.name.elementsEqual(name.utf8) }?.value
  }

  /// The bytes of a string.
  package var string: [UInt8]? {
    if case .string(let text) = content { return text }
    return nil
  }

  /// The string as text.
  package var text: String? { string.map { String(utf8: $0) } }

  /// The items of an array.
  package var items: [JSONValue]? {
    if case .array(let items) = content { return items }
    return nil
  }

  /// Whether it is `null`.
  package var isNull: Bool { content == .null }
}

/// What is no JSON, at a byte offset.
package struct JSONSyntaxError: Error, Sendable, Hashable {
  /// The offset of the byte that cannot stand there; the end of the text where it is not complete.
  package var offset: Int
  /// Whether it is an escape of UTF-16 that lacks its other half, of which no text can be made.
  package var isHalfCharacter = false
}
