/// That a law of the thread format does not hold.
public struct PropertyViolation: Error, CustomStringConvertible {
  /// The law, and the bytes that break it.
  public var description: String

  /// A violation of what `description` says.
  public init(_ description: String) { self.description = description }

  /// Checks that `holds`; `law` says what should, and `bytes` for which input.
  ///
  /// - Throws: ``PropertyViolation`` where it does not.
  public static func unless(
    _ holds: Bool, _ law: @autoclosure () -> String, for bytes: @autoclosure () -> [UInt8]
  ) throws {
    if holds { return }
    let text = String(decoding: bytes().prefix(2_000), as: UTF8.self)
    throw PropertyViolation("\(law()): \(text.debugDescription)")
  }
}
