/// How the values of a field are compared (F25).
package typealias QueryFieldType = FieldType
