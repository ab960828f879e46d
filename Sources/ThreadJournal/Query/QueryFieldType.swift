/// How the values of a field are compared (F25).
package enum QueryFieldType: Sendable, Hashable {
  case text
  case integer
  case number
  case boolean
  case date
  case duration
  case choice
}
